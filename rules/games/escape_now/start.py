"""SET UP and START OF THE GAME: puzzle cards are turned face up, pawns are placed on puzzles of one's choice."""

from functools import cache
from itertools import combinations
from typing import Any, ClassVar

from rules.action import Action, Card, Seat
from rules.games.escape_now.cards import FIRST_PUZZLE, IDS, NAMES, PAIRS
from rules.games.escape_now.layout import LAST, PLACES, Place
from rules.games.escape_now.state import NOWHERE, Draft, State
from rules.games.escape_now.turn import STAGES, begin_turn, nothing_waits, slide
from rules.sentences import capital, listed
from rules.state import Obligation
from rules.verdict import Rule, rule


def named(place: int) -> str:
    """A place in a sentence."""
    if place == NOWHERE:
        return "no puzzle"
    return "the last puzzle" if place == LAST else f"puzzle {PLACES[place]}"


class TurnUp(Obligation, frozen=True):
    """A puzzle card is turned face up, and the table says what it shows."""

    place: int

    waits: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"turn-up"})
    heading: ClassVar[str] = "SET UP"

    def asks(self, state: State) -> str:
        cards = "two cards" if self.place == LAST else "card"
        return f"{capital(named(self.place))} is turned face up: which {cards}?"


@rule("SET UP", "No puzzle card is turned face up now.", firm=True, whoever=True)
def one_is_turned(s: State, a: Any) -> bool:
    return isinstance(s.waiting, TurnUp)


def _so_many(s: State, a: Any) -> str:
    puzzle = capital(named(s.waiting.place))
    if s.waiting.place == LAST:
        return f"{puzzle} is made of two puzzle cards: name both."
    return f"{puzzle} is one puzzle card, named after both of its traits: {IDS[FIRST_PUZZLE]}, say."


@rule("SET UP", _so_many, firm=True)
def as_many_as_lie_there(s: State, a: Any) -> bool:
    return not isinstance(s.waiting, TurnUp) or len(a.cards) == _cards(s.waiting)


@rule("COMPONENTS", "Only puzzle cards are laid out.", firm=True)
def puzzle_cards(s: State, a: Any) -> bool:
    return min(a.cards, default=FIRST_PUZZLE) >= FIRST_PUZZLE


@rule("COMPONENTS", "There is one card of each pair of traits, and this one lies on the table already.", firm=True)
def one_of_each(s: State, a: Any) -> bool:
    turned = sum(s.shown)  # no card lies in two places, so these bits do not meet
    new = sum({1 << card >> FIRST_PUZZLE for card in a.cards})
    return new.bit_count() == len(a.cards) and not turned & new


def _cards(waiting: TurnUp) -> int:
    return 2 if waiting.place == LAST else 1


class Turn(Action, frozen=True):
    """What a puzzle card shows that has just been turned face up: two cards for the last puzzle."""

    cards: tuple[Card, ...]

    do: ClassVar[str] = "turn-up"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s puzzle card"
    button: ClassVar[str] = "Puzzle"
    prompted: ClassVar[bool] = True
    asks: ClassVar[dict[str, str]] = {"cards": "Which puzzle card lies there?"}
    gate: ClassVar[tuple[Rule, ...]] = (one_is_turned,)
    rules: ClassVar[tuple[Rule, ...]] = (as_many_as_lie_there, puzzle_cards, one_of_each)

    def play(self, table: Draft) -> None:
        waiting = table.pending.pop()
        assert isinstance(waiting, TurnUp)
        table.put("shown", waiting.place, sum(1 << card - FIRST_PUZZLE for card in self.cards))
        table.note("turned-up", PLACES[waiting.place], listed([NAMES[card] for card in self.cards]))

    def lays(self, state: Any) -> tuple[tuple[Card, str], ...]:
        return tuple((card, "puzzles") for card in self.cards)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Turn, ...]":
        """Anybody may say it; it is listed once, for the player whose turn it is."""
        if by != state.turn or not isinstance(state.waiting, TurnUp):
            return ()
        return _turns(by, sum(state.shown), _cards(state.waiting))


@cache
def _turns(by: Seat, turned: int, number: int) -> tuple[Turn, ...]:
    left = [Card(FIRST_PUZZLE + index) for index in range(len(PAIRS)) if not turned >> index & 1]
    return tuple(Turn(by, cards) for cards in combinations(left, number))


# ---------------------------------------------------------------- pawns


@rule(lambda s, a: STAGES[s.stage][0], lambda s, a: STAGES[s.stage][1], firm=True, whoever=True)
def pawns_are_placed(s: State, a: Any) -> bool:
    return s.stage == "start"


@rule("START OF THE GAME", lambda s, a: f"It is for {s.box.seats[s.turn]} to place a pawn.")
def own_pawn(s: State, a: Any) -> bool:
    """Any player may choose to start; the others follow clockwise."""
    return s.starter < 0 or bool(a.by == s.turn)


@rule("SET UP", lambda s, a: f"{capital(named(PLACES.index(a.at)))} does not lie face up.", firm=True)
def on_a_visible_puzzle(s: State, a: Any) -> bool:
    return s.visible(PLACES.index(a.at))


class Start(Action, frozen=True):
    """A pawn is placed on its first puzzle. Whoever places first takes the first turn."""

    at: Place

    do: ClassVar[str] = "start"
    label: ClassVar[str] = "{by}'s start on {at}"
    button: ClassVar[str] = "Start on"
    asks: ClassVar[dict[str, str]] = {"at": "On which puzzle?"}
    gate: ClassVar[tuple[Rule, ...]] = (pawns_are_placed, nothing_waits, own_pawn)
    rules: ClassVar[tuple[Rule, ...]] = (on_a_visible_puzzle,)

    def play(self, table: Draft) -> None:
        if table.starter < 0 or not any(place != NOWHERE for place in table.pawns):
            begin(table, self.by)
        table.stand(table.pawn, PLACES.index(self.at))
        table.note("placed" if table.pawn < len(table.box.seats) else "third-placed", self.by, self.at)
        slide(table)
        following = table.following(table.pawn)
        if table.pawns[following] == NOWHERE:
            table.pawn = following
            table.turn = Seat(table.player(following))
        else:
            table.stage = "turn"
            begin_turn(table, table.starter)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Start, ...]":
        return _starts(by, state.box.layout.face_up(state.solved))


def begin(table: Draft, starter: Seat) -> None:
    """The first pawn is placed. With two players the third hand lies with one of them."""
    table.starter = table.pawn = starter
    table.turn = starter
    if len(table.box.seats) == 2:
        table.holder = int(starter) if table.box.house["third-hand"] == "starter" else 1 - starter


@cache
def _starts(by: Seat, visible: int) -> tuple[Start, ...]:
    return tuple(Start(by, place) for index, place in enumerate(PLACES) if visible >> index & 1)
