"""A round: the dealer's "Start!", "Escape Master!", a forced "Draw", and a draw pile that runs out."""

from typing import Any, ClassVar

from msgspec import field

from rules.action import Action, Seat
from rules.games.escape_master.counting import hand_is_not_counted, score_round
from rules.games.escape_master.scoring import Hand
from rules.games.escape_master.state import DRAW, Draft, State
from rules.sentences import listed
from rules.state import Obligation
from rules.verdict import MAYBE, Maybe, Rule, rule

STAGES = {
    "deal": ("Starting a Round", "The round has not started: the dealer calls “Start!”."),
    "round": ("Ending a Round", "The round is on."),
    "count": ("Ending a Round", "The round is over: nobody plays any more, the hands are counted."),
    "over": ("Winning", "The game is over."),
}


@rule(lambda s, a: STAGES[s.stage][0], lambda s, a: STAGES[s.stage][1], firm=True, whoever=True)
def before_the_start(s: State, a: Any) -> bool:
    return s.stage == "deal"


@rule(lambda s, a: STAGES[s.stage][0], lambda s, a: STAGES[s.stage][1], firm=True, whoever=True)
def round_is_on(s: State, a: Any) -> bool:
    return s.stage == "round"


@rule("Close Calls and Ties", "{by} does not play this round.", firm=True)
def takes_part(s: State, a: Any) -> bool:
    return a.by in s.standing.playing


@rule("Ending a Round", "{by} is out already.", firm=True)
def is_not_out(s: State, a: Any) -> bool:
    return not s.players[a.by].out


IN_THE_ROUND: tuple[Rule, ...] = (round_is_on, takes_part, is_not_out)


@rule("Starting a Round", lambda s, a: f"{s.box.seats[s.dealer]} deals, and starts the round.")
def is_the_dealer(s: State, a: Any) -> bool:
    return a.by == s.dealer


class Start(Action, frozen=True):
    """Starting a Round: whenever the dealer chooses."""

    do: ClassVar[str] = "start"
    label: ClassVar[str] = "{by}'s “Start!”"
    button: ClassVar[str] = "Start!"
    prompted: ClassVar[bool] = True
    gate: ClassVar[tuple[Rule, ...]] = (before_the_start, is_the_dealer)

    def play(self, table: Draft) -> None:
        table.stage = "round"
        table.note("started", table.standing.rounds + 1)


@rule(lambda s, a: STAGES[s.stage][0], lambda s, a: STAGES[s.stage][1], firm=True, whoever=True)
def round_is_on_or_just_over(s: State, a: Any) -> bool:
    return s.stage in ("round", "count")


@rule("Close Calls and Ties", lambda s, a: f"{_first_not_in(s, a)} cannot go out with {s.box.seats[a.by]}.", firm=True)
def others_can_go_out(s: State, a: Any) -> bool:
    return len(set(a.also)) == len(a.also) and all(seat != a.by and s.plays(seat) for seat in a.also)


def _first_not_in(s: State, a: Any) -> str:
    return s.box.seats[next((seat for seat in a.also if seat == a.by or not s.plays(seat)), a.by)]


class Out(Action, frozen=True):
    """Ending a Round: "Escape Master!". `with` are those who went out at the same moment."""

    also: tuple[Seat, ...] = field(default=(), name="with")

    do: ClassVar[str] = "out"
    label: ClassVar[str] = "{by}'s “Escape Master!”"
    button: ClassVar[str] = "Escape Master!"
    prompted: ClassVar[bool] = True
    asks: ClassVar[dict[str, str]] = {"by": "Who is out?"}
    gate: ClassVar[tuple[Rule, ...]] = (round_is_on_or_just_over, takes_part, is_not_out, hand_is_not_counted)
    rules: ClassVar[tuple[Rule, ...]] = (others_can_go_out,)

    def play(self, table: Draft) -> None:
        for seat in (self.by, *self.also):
            table.change(seat, out=True, hand=Hand())
            table.note("out", seat)
        if table.stage == "count":
            if not table.to_count():
                score_round(table)
            return
        sides = [table.box.sides[table.box.side_of[seat]] for seat in (self.by, *self.also)]
        if any(all(table.players[seat].out for seat in side) for side in sides):
            if table.box.alliance:
                table.note("alliance", self.by)
            stop(table)


def stop(table: Draft) -> None:
    """Everybody stops playing; what is left in the hands is counted."""
    table.stage = "count"
    left = table.to_count()
    if left:
        table.note("count", *left)
    else:
        score_round(table)


# ---------------------------------------------------------------- the draw pile


class Announced(Obligation, frozen=True):
    """Drawing Cards 2: everybody draws, the player who announced it last. Silence means that nobody objects."""

    by: int
    pile: int | None  # how many cards are left, where somebody counted them

    waits: ClassVar[bool] = True
    blocks: ClassVar[bool] = False
    answers: ClassVar[frozenset[str]] = frozenset({"can-play"})
    heading: ClassVar[str] = "Drawing Cards"

    def order(self, state: Any) -> list[int]:
        """Special Cases 2: clockwise from the left of who announced it, as far as the cards go."""
        drawing = [seat for seat in state.clockwise_from(self.by + 1) if state.plays(seat)]
        left = state.zones[DRAW].size if self.pile is None else self.pile
        return drawing[:left]

    def asks(self, state: State) -> str:
        names = [state.box.seats[seat] for seat in self.order(state)]
        if not names:
            return "Draw was called, but the draw pile is empty."
        return f"Draw: one card each, in this order: {', '.join(names)}. Whoever can play says so now."

    def awaits(self, state: State) -> tuple[int, ...]:
        return tuple(self.order(state))

    def lapse(self, table: Draft) -> None:
        drawing = self.order(table)
        for seat in drawing:
            table.draw(seat)
        table.note("drew", *drawing)


@rule("Special Cases", lambda s, a: f"There cannot be {a.pile} cards left in the draw pile.", firm=True)
def pile_can_be_so_small(s: State, a: Any) -> bool:
    return a.pile is None or 0 <= a.pile <= s.zones[DRAW].size


class AnnounceDraw(Action, frozen=True):
    """Drawing Cards 2: "Draw", when nobody can play and nobody is willing to draw."""

    pile: int | None = None

    do: ClassVar[str] = "draw"
    label: ClassVar[str] = "{by}'s “Draw”"
    button: ClassVar[str] = "Draw!"
    asks: ClassVar[dict[str, str]] = {"by": "Who announces it?"}
    gate: ClassVar[tuple[Rule, ...]] = IN_THE_ROUND
    rules: ClassVar[tuple[Rule, ...]] = (pile_can_be_so_small,)

    def play(self, table: Draft) -> None:
        called = Announced(self.by, self.pile)
        table.note("draw", self.by, listed([table.box.seats[seat] for seat in called.order(table)]) or "nobody")
        table.pending.append(called)


@rule("Drawing Cards", "Nobody has announced “Draw”.", firm=True, whoever=True)
def draw_is_announced(s: State, a: Any) -> bool:
    return bool(s.pending) and isinstance(s.pending[-1], Announced)


@rule("Drawing Cards", "{by} announced “Draw”; it is for another player to say that they can play.")
def somebody_else_objects(s: State, a: Any) -> bool:
    return not s.pending or not isinstance(s.pending[-1], Announced) or s.pending[-1].by != a.by


class CanPlay(Action, frozen=True):
    """Drawing Cards, note: an early "Draw" has no effect once another player states that they can play."""

    do: ClassVar[str] = "can-play"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s “I can play”"
    button: ClassVar[str] = "I can play"
    asks: ClassVar[dict[str, str]] = {"by": "Who can play?"}
    gate: ClassVar[tuple[Rule, ...]] = (*IN_THE_ROUND, draw_is_announced, somebody_else_objects)

    def play(self, table: Draft) -> None:
        table.pending.pop()
        table.note("premature", self.by)


@rule("Special Cases", "A round ends like this only if the draw pile is empty and nobody has a playable card left.")
def pile_is_empty_and_nobody_can_play(s: State, a: Any) -> Maybe:
    return MAYBE  # cards are drawn without a word, and only their owners see the hands


class NobodyCanPlay(Action, frozen=True):
    """Special Cases 1: the last card is drawn, and everybody has played their last playable card."""

    do: ClassVar[str] = "nobody-can-play"
    label: ClassVar[str] = "the end of the round: nobody can play"
    button: ClassVar[str] = "Nobody can play"
    gate: ClassVar[tuple[Rule, ...]] = IN_THE_ROUND
    rules: ClassVar[tuple[Rule, ...]] = (pile_is_empty_and_nobody_can_play,)

    def play(self, table: Draft) -> None:
        table.note("exhausted")
        stop(table)


# ---------------------------------------------------------------- what the table agrees on


@rule("Keeping the Game Fair and Tidy", "A penalty is 1 to 10 Blunders.", firm=True)
def penalty_makes_sense(s: State, a: Any) -> bool:
    return 1 <= a.blunders <= 10


@rule("Winning", "The game is over.", firm=True, whoever=True)
def game_is_on(s: State, a: Any) -> bool:
    return s.stage != "over"


class Penalty(Action, frozen=True):
    """Keeping the Game Fair and Tidy 2: Blunders that the players agreed on, for the one who acts."""

    blunders: int

    do: ClassVar[str] = "penalty"
    label: ClassVar[str] = "{by}'s penalty of {blunders}"
    button: ClassVar[str] = "Penalty"
    asks: ClassVar[dict[str, str]] = {"by": "Who is punished?", "blunders": "How many Blunders?"}
    gate: ClassVar[tuple[Rule, ...]] = (game_is_on, takes_part)
    rules: ClassVar[tuple[Rule, ...]] = (penalty_makes_sense,)

    def play(self, table: Draft) -> None:
        table.change(self.by, penalty=table.players[self.by].penalty + self.blunders)
        table.note("penalty", self.by, self.blunders)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Penalty, ...]":
        return cls(by, 1), cls(by, 2), cls(by, 3)


class PlayAgain(Action, frozen=True):
    """Keeping the Game Fair and Tidy 2: the round is played again, dealt by the same player."""

    do: ClassVar[str] = "play-again"
    label: ClassVar[str] = "the round is played again"
    button: ClassVar[str] = "Play the round again"
    gate: ClassVar[tuple[Rule, ...]] = (round_is_on_or_just_over, takes_part)

    def play(self, table: Draft) -> None:
        for seat in range(len(table.players)):
            table.change(seat, out=False, hand=None, trap=-1)
        table.stage = "deal"
        table.deal()
        table.note("again", table.standing.rounds + 1)
