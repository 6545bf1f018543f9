"""The table session: whatever somebody does, touches or lays before the camera goes through here, in one direction.

    session = Session(Evening.begin(path, setup))
    session.listen(print)
    session.see(Change("appeared", ("steal", 1), "discard"))   # the camera: "Steal. From whom?"
    session.answer("Ben")                                      # one tap; it is on the disk, then everybody is told
    session.undo()                                             # "Ann's Steal from Ben"

For one thread, the owner's. Camera and gauge `post` what they have from their own threads, and the owner takes it in
with `pump`. Nothing here raises because of what a person, a camera, a gauge, a listener or the disk does.
"""

from collections import deque
from collections.abc import Callable, Sequence
from copy import deepcopy
from queue import Empty, SimpleQueue
from typing import Any

from msgspec import Struct

from companion.evening import Evening
from companion.journal import JournalError
from companion.session import matching
from companion.session.inquiry import Inquiry
from companion.session.moment import Moment
from companion.session.news import (
    Asked,
    Button,
    Done,
    Proposal,
    Redone,
    Refusal,
    Trouble,
    Undone,
)
from companion.session.refusals import nothing_there, refusal, unreadable
from companion.session.sightings import Sightings
from companion.session.telling import Telling
from devices.link import Press
from rules.action import Action, Seat, Unreadable
from rules.board import Board
from rules.table import How, Step
from rules.verdict import Answer
from vision.tracking.rest import Flown, Thrown
from vision.tracking.tracker import Change


class Already(Struct, frozen=True):
    """A card that lay there before anybody looked: it means nothing."""

    change: Change


Sighting = Change | Already | Thrown | Flown
Post = Sighting | Press | Trouble
NEXT, YES, NO = 0, 1, 2
"""The gauge's buttons."""


class Session(Telling):
    """One evening at one table."""

    def __init__(self, evening: Evening, *, at_once: bool = True, on_post: Callable[[], object] | None = None) -> None:
        """`at_once`: what the camera has seen completely is done without a tap. `on_post` is called, in whichever
        thread it was, when there is something to pump."""
        super().__init__()
        self.evening = evening
        self.at_once = at_once
        self.on_post = on_post
        self._posted: SimpleQueue[Post] = SimpleQueue()
        self._moment = Moment(evening)
        self._inquiry: Inquiry | None = None
        self._begun_by: Change | None = None
        """The card that began the inquiry."""
        self._sightings = Sightings(self._moment.board)
        self._put_by: list[Sightings] = []
        """Those of the steps that were undone, until something else is seen or done: redone, they hold again."""
        self._since: list[matching.Laid] = []
        """The cards that were seen laid down since the last step."""
        self._later: deque[Change] = deque()
        """Cards that were laid while something else was still asked."""
        self._fan: list[Change] = []
        self._passed_over: Change | None = None
        self._prompt()

    # ---------------------------------------------------------------- what stands

    @property
    def board(self) -> Board:
        """What every screen draws."""
        return self._moment.board

    @property
    def proposal(self) -> Proposal | None:
        """What is waited for; None between two things."""
        return self._inquiry.proposal() if self._inquiry is not None else None

    @property
    def buttons(self) -> tuple[Button, ...]:
        """Every action that has a button, in the game's order; what only answers something, only while it is asked."""
        return self._moment.buttons

    @property
    def wants(self) -> frozenset[str]:
        """The senses that could be of use now: "hand", "dice", "plane"… Cards always are. Any thread may ask."""
        return self._moment.wants

    @property
    def undo_label(self) -> str:
        """What `undo` would take back; empty at the set-up."""
        return self.evening.steps[-1].label if len(self.evening.steps) > 1 else ""

    @property
    def redo_label(self) -> str:
        """What `redo` would bring back; empty where there is nothing."""
        return self.evening.redo_label

    # ---------------------------------------------------------------- other threads

    def post(self, thing: Post) -> None:
        """From any thread: something was seen or pressed, or is in trouble."""
        self._posted.put(thing)
        if self.on_post is not None:
            self.on_post()

    def pump(self, heeded: bool = True) -> int:
        """Takes in what was posted; returns how many things that were. Unheeded, nothing that was seen or pressed
        counts: nobody is at the table."""
        number = 0
        while True:
            try:
                thing = self._posted.get_nowait()
            except Empty:
                return number
            number += 1
            match thing:
                case Trouble():
                    self.tell_trouble(thing.about, thing.sentence)
                case Press() if heeded:
                    self.press(thing.button)
                case Change() | Already() | Thrown() | Flown() if heeded:
                    self.see(thing)

    # ---------------------------------------------------------------- touch

    def touch(self, do: str | Action, **known: Any) -> None:
        """A button: begins the action of this name, with what is known already (`touch("vote", choice="wait")`), and
        does it at once where nothing is left to ask. A whole action is simply done."""
        if isinstance(do, Action):
            self._ask(Inquiry(self.evening, [do]))
            self._finish(said=True)
            return
        if do not in self.evening.game.actions:
            self._refuse(unreadable(f"There is no action “{do}” in {self.evening.game.name}."))
            return
        ways = matching.meant_by_touch(self.evening, do, self._moment.options)
        if not ways and known:
            self._say({"by": self.evening.state.box.seats[self._moment.likely[0]], "do": do, **known})
            return
        if not ways:
            self._refuse(self.why_not(do))
            return
        inquiry = Inquiry(self.evening, ways, by=self._moment.likely)
        seats = self.evening.state.box.seats
        by = known.pop("by", None)
        right = by is None or (by in seats and inquiry.hand_to(Seat(seats.index(by))))
        if right and all(inquiry.know(name, value) for name, value in known.items()):
            self._ask(inquiry)
            self._finish(said=True)
        else:
            self._say({"by": by or seats[inquiry.ways[0].by], "do": do, **known})

    def answer(self, value: Any) -> bool:
        """One of the proposal's choices or alternatives; False, and nothing changes, for anything else."""
        if self._inquiry is None or not self._inquiry.answer(value):
            return False
        self._finish(said=True)
        return True

    def flag(self, name: str) -> bool:
        """Switches one of the proposal's flags."""
        if self._inquiry is None or not self._inquiry.flag(name):
            return False
        self._tell(Asked(self.proposal))
        return True

    def hand_to(self, player: str) -> bool:
        """It is this player, one of the proposal's `others`, who does what is proposed."""
        seats = self.evening.state.box.seats
        if self._inquiry is None or player not in seats or not self._inquiry.hand_to(Seat(seats.index(player))):
            return False
        self._fan = []
        self._tell(Asked(self.proposal))
        return True

    def accept(self) -> bool:
        """Does what is proposed, if nothing is open any more."""
        if self._inquiry is None or self._inquiry.action is None:
            return False
        self._finish(said=True)
        return True

    def dismiss(self) -> None:
        """Nothing of the kind: proposal and refusal go away, what is on the table stays as it is."""
        self._drop_refusal()
        if self._inquiry is not None and not self._inquiry.prompted:
            self._drop_inquiry()
        self._next()

    def override(self) -> bool:
        """The table goes on against the last refusal; that is recorded as its ruling."""
        refused = self.refusal
        if refused is None or not refused.actions:
            return False
        how: How = "seen" if refused.seen else "declared"
        self._ask(Inquiry(self.evening, refused.actions, by=self._moment.likely, how=how, force=True))
        self._finish(said=True)
        return True

    def undo(self) -> str:
        """Takes the last step back; returns its label."""
        return self._move(self.evening.undo, Undone)

    def redo(self) -> str:
        """Brings back what was undone last; returns its label."""
        return self._move(self.evening.redo, Redone)

    def rule(self, switch: str, value: Any) -> bool:
        """The table settles a house rule for the rest of the evening."""
        try:
            step = self.evening.rule(switch, value)
        except JournalError as error:
            self.tell_trouble("journal", str(error))
        except Unreadable as error:
            self._refuse(unreadable(str(error)))
        else:
            self._done(Done("rule", "", step.label, "settled", (), ()))
            return True
        return False

    def agree(self, question: str, answer: str, cite: str = "") -> bool:
        """The table settles, in its own words, what no house rule covers."""
        try:
            step = self.evening.agree(question, answer, cite)
        except JournalError as error:
            self.tell_trouble("journal", str(error))
        except Unreadable as error:
            self._refuse(unreadable(str(error)))
        else:
            self._done(Done("agree", "", step.label, "settled", (), ()))
            return True
        return False

    def why_not(self, do: str) -> Refusal | None:
        """Why a button is not ready; None if it is."""
        if self._moment.is_ready(do):
            return None
        tried = matching.tried_by_touch(self.evening, do, self._moment.likely)
        return refusal(self.evening, tried) or nothing_there(self.evening.game.actions[do])

    # ---------------------------------------------------------------- gauge

    def press(self, button: int) -> None:
        """A button of the gauge. Yes and no answer a question that has two answers, or what is proposed; next does
        what the game has put on it."""
        proposal = self.proposal
        if button == NEXT:
            for kind in self.evening.game.actions.values():
                if kind.on_next and self._moment.is_ready(kind.do):
                    self.touch(kind.do)
                    return
        elif proposal is not None and proposal.asks:
            if len(proposal.choices) == 2:
                self.answer(proposal.choices[0 if button == YES else 1].value)
        elif proposal is not None and button == YES:
            self.accept()
        elif proposal is not None:
            self.dismiss()

    # ---------------------------------------------------------------- camera

    def see(self, thing: Sighting) -> None:
        """Something on the table has changed and come to rest."""
        self._put_by.clear()
        match thing:
            case Change(kind="appeared" | "moved" | "top"):
                self._card(thing)
            case Already():
                self._sightings.notice(thing.change)
            case Change(kind="left"):
                self._left(thing)
            case Thrown():
                self._sense("dice", thing.faces)
                if thing.thrown is not None:
                    self._sense("die", thing.thrown)
            case Flown():
                self._sense("plane", (thing.row, thing.col))

    @property
    def passed_over(self) -> str:
        """The id of the card that was seen last and taken for one that the table had counted already; or empty."""
        return self._passed_over.card[0] if self._passed_over is not None else ""

    def reconsider(self) -> None:
        """The card that was passed over did mean something."""
        change, self._passed_over = self._passed_over, None
        if change is not None:
            self._take_up(change)

    def _pass_over(self, change: Change | None) -> None:
        self._passed_over = change
        self._tell(Asked(self.proposal))

    def _card(self, change: Change) -> None:
        inquiry, ids = self._inquiry, self.evening.state.box.card_ids
        card, zone = change.card[0], change.zone
        if card not in ids:
            return
        if inquiry is not None and inquiry.wants_hand:
            self._show(change)
        elif not self._sightings.is_news(change):
            self._pass_over(change)
        else:
            self._since.append((card, zone))
            if inquiry is not None and inquiry.absorb((card, zone)):
                inquiry.how = "seen"
                self._finish()
            elif inquiry is not None and not inquiry.prompted:
                self._later.append(change)  # first things first
            else:
                self._take_up(change)

    def _show(self, change: Change) -> None:
        """A card of the fan that is asked for; what lies on a pile was only hidden behind it, or read late."""
        if self._inquiry is None or change.kind == "top" or self._sightings.lies(change.card):
            return
        if self._sightings.is_due(change):
            return
        self._fan.append(change)
        self._inquiry.how = "seen"
        self._inquiry.show(self.evening.state.box.card_ids.index(change.card[0]))
        self._finish()

    def _take_up(self, change: Change) -> None:
        laid = ((change.card[0], change.zone),)
        ways = matching.meant_by_cards(self.evening, laid, self._moment.options)
        if ways:
            self._ask(Inquiry(self.evening, ways, by=self._moment.likely, how="seen", laid=laid))
            self._begun_by = change
            self._finish()
        else:
            tried = matching.tried_by_cards(self.evening, laid, self._moment.likely)
            self._refuse(refusal(self.evening, tried, seen=True))

    def _left(self, change: Change) -> None:
        """A card that was only held there, or taken back before anything came of it, means nothing."""
        self._sightings.leave(change.card)
        self._later = deque(other for other in self._later if other.card != change.card)
        if self._passed_over is not None and self._passed_over.card == change.card:
            self._pass_over(None)
        inquiry = self._inquiry
        if self._begun_by is not None and self._begun_by.card == change.card:
            self._sightings.forget(change.card)
            self._drop_inquiry()
            self._next()
        elif inquiry is not None and any(other.card == change.card for other in self._fan):
            self._fan = [other for other in self._fan if other.card != change.card]
            inquiry.unshow(self.evening.state.box.card_ids.index(change.card[0]))
            self._tell(Asked(self.proposal))

    def _sense(self, sense: str, value: Any) -> None:
        """What the camera reads besides cards: it answers what is asked, or begins what shows just this."""
        inquiry = self._inquiry
        ways = matching.meant_by_sense(self.evening, sense, value, self._moment.options)
        if not ways or (inquiry is not None and not inquiry.prompted and inquiry.kind is not type(ways[0])):
            return
        self._ask(Inquiry(self.evening, ways, by=self._moment.likely, how="seen"))
        self._finish()

    # ---------------------------------------------------------------- asking

    def _ask(self, inquiry: Inquiry) -> None:
        self._drop_refusal()
        self._inquiry, self._begun_by, self._fan = inquiry, None, []

    def _finish(self, said: bool = False) -> None:
        """Does what is complete, if a person has `said` so, or if the camera saw what can be nothing else."""
        inquiry = self._inquiry
        assert inquiry is not None
        action = inquiry.action
        seen = inquiry.sure and self.at_once and not inquiry.kind.confirmed
        if action is not None and (said or seen) and self._push(action, inquiry):
            return
        self._tell(Asked(self.proposal))

    def _say(self, line: dict[str, Any]) -> None:
        """Something that is not among the options: the rules say why."""
        try:
            action = self.evening.read(line)
        except Unreadable as error:
            self._refuse(unreadable(str(error)))
        else:
            self.touch(action)

    def _drop_inquiry(self) -> None:
        if self._inquiry is not None:
            self._inquiry, self._begun_by, self._fan = None, None, []
            self._tell(Asked(None))

    def _next(self) -> None:
        """Something was done or dropped: what was seen in the meantime comes up, then what the rules wait for."""
        while self._inquiry is None and self.refusal is None and self._later:
            self._take_up(self._later.popleft())
            self._take_in()
        self._prompt()

    def _take_in(self) -> None:
        """What was laid later may belong to what was laid first."""
        for change in list(self._later):
            if self._inquiry is not None and self._inquiry.absorb((change.card[0], change.zone)):
                self._later.remove(change)
                self._finish()

    def _prompt(self) -> None:
        """Where the rules wait for one thing, it is asked without anybody having to begin."""
        if self._inquiry is None and (ways := self._moment.awaited):
            self._inquiry = Inquiry(self.evening, ways, by=self._moment.likely, prompted=True)
            self._tell(Asked(self.proposal))

    # ---------------------------------------------------------------- doing

    def _push(self, action: Action, inquiry: Inquiry) -> bool:
        """Asks the rules and writes the journal; False if the disk would not, and everything waits as it was."""
        state, game = self.evening.state, self.evening.game
        try:
            answered = self.evening.push(action, inquiry.how, force=inquiry.force)
        except JournalError as error:
            self.tell_trouble("journal", str(error))
            return False
        verdict, step = answered.verdict, answered.step
        if step is None:
            self._drop_inquiry()
            self._refuse(refusal(self.evening, [(action, verdict)], seen=inquiry.how == "seen"))
            self._next()
            return True
        told = tuple(game.tell(step.state, note) for note in step.notes)
        done = Done(
            action.do,
            state.box.seats[action.by],
            step.label,
            inquiry.how,
            tuple(str(one["say"]) for one in told),
            told,
            verdict.why if verdict.answer is Answer.DEPENDS else "",
            step.override.why if step.override is not None else "",
        )
        self._done(done, [(state.box.card_ids[card], zone) for card, zone in action.lays(state)])
        return True

    def _done(self, done: Done, laid: Sequence[matching.Laid] = ()) -> None:
        before, self._moment = self._moment, Moment(self.evening)
        self._put_by.clear()
        counted = list(laid)
        for card in self._inquiry.laid if self._inquiry is not None else ():
            counted = matching.without(counted, card)
        for change in list(self._later):  # it was part of this
            rest = matching.without(counted, (change.card[0], change.zone))
            if len(rest) < len(counted):
                self._later.remove(change)
                counted = rest
        if before.turn != self._moment.turn:
            self._sightings.settle()
        reshuffled = any(one["what"] == "reshuffle" for one in done.told)
        self._sightings.follow(before.board, self._moment.board, laid, self._since, reshuffled)
        self._settle(done)

    def _move(self, move: Callable[[], Step | None], kind: type[Undone] | type[Redone]) -> str:
        try:
            step = move()
        except JournalError as error:
            self.tell_trouble("journal", str(error))
            return ""
        if step is None:
            return ""
        if self._begun_by is not None:  # it was not yet answered: it comes up again
            self._later.appendleft(self._begun_by)
        before, self._moment = self._moment, Moment(self.evening)
        if kind is Redone and self._put_by:
            self._sightings = self._put_by.pop()
        else:
            self._put_by = [*self._put_by, deepcopy(self._sightings)] if kind is Undone else []
            self._sightings.settle()
            self._sightings.follow(before.board, self._moment.board, back=True)
        self._settle(kind(step.label))
        return step.label

    def _settle(self, news: Done | Undone | Redone) -> None:
        """Another state stands: what was asked of the old one is gone, everybody is told, and play goes on."""
        self._since, self._passed_over = [], None
        self._drop_refusal()
        self.tell_trouble("journal", "")
        self._inquiry, self._begun_by, self._fan = None, None, []
        self._tell(news)
        self._tell(Asked(None))
        self._next()
