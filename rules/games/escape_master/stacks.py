"""What happens on the Stacks, where somebody tells it or the camera sees it; and questions to the referee.

Nobody has to tell anything during a round. What is told is judged, and followed from then on.
"""

from functools import cache
from typing import Any, ClassVar

from rules.action import Action, Card, Seat
from rules.bag import BITS, bag_of, covers, kinds
from rules.games.escape_master import referee
from rules.games.escape_master.cards import ADDABLE, ESCAPES, IDS, NAMES, RANK, TRAPS, TRIBE, WISDOM
from rules.games.escape_master.referee import ON_A_STACK, Question, Spot, Trap
from rules.games.escape_master.round import IN_THE_ROUND, round_is_on
from rules.games.escape_master.stack import FREELY, after, stack_of
from rules.games.escape_master.state import HANDS, STACKS, Draft, State
from rules.knowledge import move
from rules.verdict import MAYBE, YES, Maybe, Rule, rule

MOST_STACKS = 24  # eight 7-Starts, four Wisdoms and two sums of 7 in each of six Tribes
ON_THE_MAT = 4  # Stacks that have a zone of their own there


@rule("Starting Stacks", lambda s, a: f"There is no Stack {a.stack}.", firm=True)
def there_is_such_a_stack(s: State, a: Any) -> bool:
    return a.stack is None or s.stack(a.stack) is not None


@rule("Deck Summary", lambda s, a: f"{referee.laid(a.cards)}: every copy lies on the table already.")
def cards_can_be_in_hand(s: State, a: Any) -> bool:
    free = s.unseen + s.zones[HANDS + a.by].known
    if len(a.cards) == 1:
        return free >> BITS * a.cards[0] & 255 > 0
    return covers(free, bag_of(a.cards))


class _Last:
    action: Any = None
    state: Any = None
    spot: Any = None


_last = _Last()


class Play(Action, frozen=True):
    """A player lays one card, or two as a combination, on a Stack or as a new one; the last card lies on top."""

    cards: tuple[Card, ...]
    stack: int | None = None

    do: ClassVar[str] = "play"
    label: ClassVar[str] = "{by} plays {cards}"
    gate: ClassVar[tuple[Rule, ...]] = IN_THE_ROUND
    rules: ClassVar[tuple[Rule, ...]] = (there_is_such_a_stack, *ON_A_STACK, cards_can_be_in_hand)

    def onto(self, state: State) -> Spot:
        if _last.action is not self or _last.state is not state:  # many rules ask the same
            _last.action, _last.state = self, state
            _last.spot = Spot(state.stack(self.stack), state.way(self.by), state.box.house)
        return _last.spot

    def lays(self, state: State) -> tuple[tuple[Card, str], ...]:
        return tuple((card, f"stack-{self._number(state)}") for card in self.cards)

    def _number(self, state: Any) -> int:
        """The Stack that it goes to: a new one takes the first free place."""
        if self.stack is not None:
            return self.stack
        return next((number for number, stack in enumerate(state.stacks, 1) if stack is None), len(state.stacks) + 1)

    def play(self, table: Draft) -> None:
        way, number = table.way(self.by), self._number(table)
        for card in self.cards:
            table.lay(self.by, card, STACKS)
        table.put(number, after(table.stack(number), self.cards, way))
        table.note("played", self.by, number, *self.cards)
        if WISDOM in self.cards:
            wisdom_helps_everyone(table)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Play, ...]":
        """Only the player knows what they could lay down."""
        return ()


def wisdom_helps_everyone(table: Draft) -> None:
    """Wisdom Cards and Traps: every active direction Trap is resolved."""
    freed = [seat for seat, player in enumerate(table.players) if player.trap >= 0]
    for seat in freed:
        table.change(seat, trap=-1)
    if freed:
        table.note("wisdom", *freed)


# ---------------------------------------------------------------- what the camera sees


@rule("Starting Stacks", f"Stacks are numbered 1 to {MOST_STACKS}.", firm=True)
def stack_can_be_there(s: State, a: Any) -> bool:
    return 1 <= a.stack <= MOST_STACKS


@rule("Playing Traps and Escapes", "Traps and Escapes are never played on Stacks.")
def seen_card_belongs_on_a_stack(s: State, a: Any) -> bool:
    return a.card not in TRAPS and a.card not in ESCAPES


@rule("Playing a Dead End", "The Dead End has closed that Stack for the rest of the round.")
def seen_stack_is_open(s: State, a: Any) -> bool:
    stack = s.stack(a.stack)
    return stack is None or not stack.closed


def _how_so(s: State, a: Any) -> str:
    verdict = referee.judge(Question((a.card,), a.onto(s)))
    if _could_be_a_sum(s, a):
        return f"{verdict.why} With another {NAMES[a.card].split(' ', 1)[1]} under it, it may be a Suit Combination."
    return f"{verdict.why} If no card in between was missed, it goes back to its owner's hand."


@rule(lambda s, a: referee.judge(Question((a.card,), a.onto(s))).cite[0], _how_so)
def seen_card_follows(s: State, a: Any) -> bool | Maybe:
    """A camera may miss a card under another one, and does not see whose card it was."""
    if not seen_card_belongs_on_a_stack.test(s, a) or not seen_stack_is_open.test(s, a):
        return True  # refused for that
    return True if referee.judge(Question((a.card,), a.onto(s))) is YES else MAYBE


@rule("Deck Summary", lambda s, a: f"{NAMES[a.card]}: every copy was seen already.")
def seen_card_is_a_new_one(s: State, a: Any) -> bool:
    return s.unseen >> BITS * a.card & 255 > 0


def _could_be_a_sum(s: State, a: Any) -> bool:
    if a.card not in ADDABLE:
        return False
    partners = [card for card in ADDABLE if TRIBE[card] == TRIBE[a.card] and card != a.card]
    return any(referee.judge(Question((card, a.card), a.onto(s))) for card in partners)


@rule("Starting and Playing on Stacks", "What the camera sees is told in the dealer's name.", firm=True)
def dealer_stands_for_the_table(s: State, a: Any) -> bool:
    return a.by == s.dealer


class See(Action, frozen=True):
    """The camera sees a card on a Stack. It cannot tell whose it was; the dealer stands for the table."""

    card: Card
    stack: int

    do: ClassVar[str] = "see"
    label: ClassVar[str] = "{card} on Stack {stack}"
    gate: ClassVar[tuple[Rule, ...]] = (round_is_on, dealer_stands_for_the_table)
    rules: ClassVar[tuple[Rule, ...]] = (
        stack_can_be_there,
        seen_card_belongs_on_a_stack,
        seen_stack_is_open,
        seen_card_is_a_new_one,
        seen_card_follows,
    )
    asked: ClassVar[tuple[Rule, ...] | None] = (seen_stack_is_open, seen_card_is_a_new_one)

    def onto(self, state: State) -> Spot:
        return Spot(state.stack(self.stack), FREELY, state.box.house)

    def lays(self, state: State) -> tuple[tuple[Card, str], ...]:
        return ((self.card, f"stack-{self.stack}"),)

    def play(self, table: Draft) -> None:
        holder = max(table.standing.playing, key=lambda seat: table.zones[HANDS + seat].size)
        if not table.zones[HANDS + holder].size:
            table.draw(holder)
        move(table, HANDS + holder, STACKS, self.card)
        table.put(self.stack, after(table.stack(self.stack), (self.card,)))
        table.note("seen", self.card, self.stack)
        if self.card == WISDOM:
            wisdom_helps_everyone(table)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[See, ...]":
        return _everything_on_the_mat(by)


@cache
def _everything_on_the_mat(by: Seat) -> tuple[See, ...]:
    cards = [Card(kind) for kind in range(len(IDS)) if kind not in TRAPS and kind not in ESCAPES]
    return tuple(See(by, card, stack) for stack in range(1, ON_THE_MAT + 1) for card in cards)


# ---------------------------------------------------------------- questions to the referee


def _too_many(s: State, a: Any) -> str:
    """The first card of which more are named than the deck has."""
    for card, number in kinds(bag_of(a.named())):
        has = s.box.deck >> BITS * card & 255
        if number > has:
            return f"{number} × {NAMES[card]}, but the deck has {has or 'none'}."
    return ""


@rule("Deck Summary", _too_many, firm=True)
def deck_has_the_named(s: State, a: Any) -> bool:
    return covers(s.box.deck, bag_of(a.named()))


@rule("Playing on Stacks", "Name the cards, in the order in which they were played.", firm=True)
def names_some_cards(s: State, a: Any) -> bool:
    return bool(a.cards)


def _followed(s: State, a: Any) -> referee.Followed:
    return referee.follow(a.cards, a.on, a.trap, s.box.house)


@rule(lambda s, a: _followed(s, a).verdict.cite[0], lambda s, a: _followed(s, a).verdict.why)
def sequence_is_legal(s: State, a: Any) -> bool | Maybe:
    if not a.cards:
        return True
    verdict = _followed(s, a).verdict
    return True if verdict is YES else MAYBE if verdict else False


class AskReferee(Action, frozen=True):
    """Was that legal? Cards in their order, on a top card (or as a new Stack), by somebody free or in a Trap."""

    cards: tuple[Card, ...]
    on: Card | None = None
    trap: Trap = "none"

    do: ClassVar[str] = "referee"
    label: ClassVar[str] = "{by} asks the referee"
    button: ClassVar[str] = "Was that legal?"
    asks: ClassVar[dict[str, str]] = {
        "cards": "Which cards, in the order played?",
        "on": "On which top card? (none: a new Stack)",
        "trap": "Was the player in a Trap?",
    }
    senses: ClassVar[dict[str, str]] = {"cards": "hand"}
    rules: ClassVar[tuple[Rule, ...]] = (names_some_cards, deck_has_the_named, sequence_is_legal)

    def named(self) -> tuple[Card, ...]:
        """Every card that the question is about: they all lie on one Stack."""
        return self.cards if self.on is None else (*self.cards, self.on)

    def play(self, table: Draft) -> None:
        table.note("legal", len(self.cards))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[AskReferee, ...]":
        return ()


def _could_play(s: State, a: Any) -> str:
    tops = [None, *(stack_of(top) for top in a.tops)]
    for spot in (Spot(stack, referee.WAYS[a.trap], s.box.house) for stack in tops):
        for cards in _plays_of(a.hand):
            if referee.judge(Question(cards, spot)):
                where = "as a new Stack" if spot.stack is None else f"on {NAMES[spot.stack.top]}"
                return f"{referee.laid(cards)} can be played {where}."
    return ""


def _plays_of(hand: tuple[Card, ...]) -> list[tuple[int, ...]]:
    """Everything that keeps its owner from drawing: numbers, Wisdoms, Doom Masters and combinations."""
    counting = [card for card in hand if RANK[card] or card == WISDOM or NAMES[card] == "Doom Master"]
    pairs = [(one, other) for i, one in enumerate(counting) for other in counting[i + 1 :]]
    return [*((card,) for card in counting), *pairs]


@rule("Drawing Cards", lambda s, a: f"Not while there is something to play: {_could_play(s, a)}")
def has_nothing_to_play(s: State, a: Any) -> bool:
    return not _could_play(s, a)


class AskToDraw(Action, frozen=True):
    """Was drawing allowed? A hand, the top cards of the open Stacks, and the Trap its owner is in."""

    hand: tuple[Card, ...]
    tops: tuple[Card, ...] = ()
    trap: Trap = "none"

    do: ClassVar[str] = "may-draw"
    label: ClassVar[str] = "{by} asks whether drawing was allowed"
    button: ClassVar[str] = "Was drawing allowed?"
    asks: ClassVar[dict[str, str]] = {
        "hand": "Which cards were in the hand?",
        "tops": "Which cards lay on top of the Stacks?",
        "trap": "Was the player in a Trap?",
    }
    senses: ClassVar[dict[str, str]] = {"hand": "hand"}
    rules: ClassVar[tuple[Rule, ...]] = (deck_has_the_named, has_nothing_to_play)

    def named(self) -> tuple[Card, ...]:
        """Every card that the question is about: what is in the hand lies on no Stack."""
        return (*self.hand, *self.tops)

    def play(self, table: Draft) -> None:
        table.note("may-draw")

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[AskToDraw, ...]":
        return ()
