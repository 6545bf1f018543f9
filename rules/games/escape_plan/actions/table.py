"""What only people can tell: Police moved for a threshold, a threshold crossed, a count, and the end's open tiles."""

from functools import cache
from typing import Any, ClassVar, Literal

from msgspec import field

from rules.action import Action, Card, Seat
from rules.games.escape_plan.asked import MovePolice
from rules.games.escape_plan.flow import close
from rules.games.escape_plan.notoriety import Crossing
from rules.games.escape_plan.pieces import Police
from rules.games.escape_plan.state import Draft, Reveal, State
from rules.games.escape_plan.turn import answers, in_play
from rules.verdict import Rule, rule

HIGHEST = 999  # thousand dollars
COUNTED: tuple[Literal["plan", "lockers", "exits", "money"], ...] = ("plan", "lockers", "exits", "money")


@rule("NOTORIETY", "A Police Officer has to come nearer, alone of its type on a tile, and not to the Hospital.")
def comes_nearer(s: State, a: Any) -> bool:
    if not isinstance(s.waiting, MovePolice):
        return True
    goal = s.city.tile_of(s.players[s.waiting.towards].at)
    return goal is not None and (a.police, a.source, a.target) in s.city.moves_towards(goal)


class MoveAnOfficer(Action, frozen=True):
    """One Police Officer moves nearer to who crossed a threshold."""

    police: Police
    source: Card = field(name="from")
    target: Card = field(name="to")

    do: ClassVar[str] = "move-police"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by} moves Police"
    button: ClassVar[str] = "Move Police"
    asks: ClassVar[dict[str, str]] = {"police": "Which colour?", "from": "From which tile?", "to": "To which tile?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, answers(MovePolice, "NOTORIETY", "{by} moves no Police now."))
    rules: ClassVar[tuple[Rule, ...]] = (comes_nearer,)

    def play(self, table: Draft) -> None:
        waiting = table.answered(MovePolice)
        table.city = table.city.move_police(self.police, self.source, self.target)
        table.note("police-nearer", self.by, waiting.towards)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[MoveAnOfficer, ...]":
        if not isinstance(state.waiting, MovePolice):
            return ()
        goal = state.city.tile_of(state.players[state.waiting.towards].at)
        moves = state.city.moves_towards(goal) if goal is not None else ()
        return tuple(cls(by, colour, Card(source), Card(target)) for colour, source, target in moves)


@rule("NOTORIETY", "The thresholds of this box are entered: they are crossed by themselves.", firm=True)
def threshold_is_not_entered(s: State, a: Any) -> bool:
    return s.box.figure("thresholds", a.threshold - 1) is None


@rule("NOTORIETY", "{by} is not in the city any more.", firm=True)
def is_in_the_city(s: State, a: Any) -> bool:
    return s.players[a.by].in_city


class CrossThreshold(Action, frozen=True):
    """The marker has crossed a threshold whose place nobody has entered."""

    threshold: Literal[1, 2, 3]

    do: ClassVar[str] = "cross-threshold"
    label: ClassVar[str] = "{by} crosses threshold {threshold}"
    button: ClassVar[str] = "Threshold crossed"
    asks: ClassVar[dict[str, str]] = {"threshold": "Which one?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, is_in_the_city)
    rules: ClassVar[tuple[Rule, ...]] = (threshold_is_not_entered,)

    def play(self, table: Draft) -> None:
        table.pending.append(Crossing(self.by, self.threshold))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[CrossThreshold, ...]":
        """Asked about between two turns, of who has any Notoriety."""
        between = state.part and not state.pending and not state.going.acted
        return tuple(cls(by, number) for number in (1, 2, 3)) if between and state.players[by].notoriety else ()


@rule("SETUP", "A count is of at least nothing.", firm=True)
def counts_are_sound(s: State, a: Any) -> bool:
    wounds, most = a.wounds, s.box.tables["wounds"]
    told = [a.money, a.notoriety, a.discs, a.gas]
    return all(number is None or 0 <= number <= HIGHEST for number in told) and (wounds is None or 0 <= wounds <= most)


class Count(Action, frozen=True):
    """The app is set right: what a player has, as the table counts it."""

    money: int | None = None
    notoriety: int | None = None
    wounds: int | None = None
    discs: int | None = None
    gas: int | None = None

    do: ClassVar[str] = "count"
    label: ClassVar[str] = "{by}'s count"
    asks: ClassVar[dict[str, str]] = {
        "money": "How much money is behind the screen?",
        "notoriety": "Which position on the track?",
        "wounds": "How many Wounds?",
        "discs": "How many Extra Action discs?",
        "gas": "How many Gas cans?",
    }
    private: ClassVar[frozenset[str]] = frozenset({"money"})
    gate: ClassVar[tuple[Rule, ...]] = (in_play,)
    rules: ClassVar[tuple[Rule, ...]] = (counts_are_sound,)

    def play(self, table: Draft) -> None:
        told = {"money": self.money, "notoriety": self.notoriety, "wounds": self.wounds}
        told |= {"discs": self.discs, "gas": self.gas}
        table.change(self.by, **{name: number for name, number in told.items() if number is not None})
        table.note("counted", self.by)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Count, ...]":
        return ()


# ---------------------------------------------------------------- the end


@rule("END OF GAME", "Money, plans and tiles stay hidden until the end.", firm=True, whoever=True)
def everything_is_laid_open(s: State, a: Any) -> bool:
    return s.stage == "reveal"


@rule("END OF GAME", "{by} was arrested: the score is zero, whatever lies there.")
def was_not_arrested(s: State, a: Any) -> bool:
    return not s.players[a.by].arrested


@rule("END OF GAME", "{by} has laid everything open already.", firm=True)
def reveals_once(s: State, a: Any) -> bool:
    return s.players[a.by].revealed is None


@rule("END OF GAME", lambda s, a: f"{s.box.seats[a.by]} has {s.players[a.by].lockers} Locker tiles.")
def tells_every_locker(s: State, a: Any) -> bool:
    return len(a.lockers) == s.players[a.by].lockers


@rule("END OF GAME", lambda s, a: f"{s.box.seats[a.by]} has {s.players[a.by].exits} Exit tiles.")
def tells_every_exit(s: State, a: Any) -> bool:
    return len(a.exits) == s.players[a.by].exits


@rule("END OF GAME", "The money behind the screen has to be counted and told.", firm=True)
def money_is_told(s: State, a: Any) -> bool:
    return a.money is not None or s.players[a.by].money is not None


@rule("END OF GAME", lambda s, a: f"By every payment so far there are ${s.players[a.by].money} behind the screen.")
def money_is_as_counted(s: State, a: Any) -> bool:
    return a.money is None or s.players[a.by].money in (None, a.money)


@rule("END OF GAME", "No sum is below nothing.", firm=True)
def sums_are_sound(s: State, a: Any) -> bool:
    return all(0 <= number <= HIGHEST for number in (a.plan, a.money or 0, *a.lockers, *a.exits))


@rule("END OF GAME", "{by} has nothing of that kind to count.", firm=True)
def there_is_such_a_thing(s: State, a: Any) -> bool:
    player = s.players[a.by]
    if a.what == "money":
        return player.money is None
    return a.what == "plan" or bool(player.lockers if a.what == "lockers" else player.exits)


@rule("END OF GAME", f"What is counted is at least $1, and no more than ${HIGHEST}.", firm=True)
def more_is_counted(s: State, a: Any) -> bool:
    return 1 <= a.amount <= HIGHEST


class LayOpen(Action, frozen=True):
    """What a player collects by the Escape Plan card, and the values of Locker and Exit tiles."""

    plan: int
    lockers: tuple[int, ...] = ()
    exits: tuple[int, ...] = ()
    money: int | None = None

    do: ClassVar[str] = "reveal"
    label: ClassVar[str] = "{by} lays everything open"
    button: ClassVar[str] = "Lay open"
    asks: ClassVar[dict[str, str]] = {
        "plan": "How much does the Escape Plan card collect?",
        "lockers": "What are the Locker tiles worth?",
        "exits": "What are the Exit tiles worth?",
        "money": "How much money is behind the screen?",
    }
    gate: ClassVar[tuple[Rule, ...]] = (everything_is_laid_open, was_not_arrested, reveals_once)
    rules: ClassVar[tuple[Rule, ...]] = (
        tells_every_locker,
        tells_every_exit,
        money_is_told,
        money_is_as_counted,
        sums_are_sound,
    )

    def play(self, table: Draft) -> None:
        money = self.money if self.money is not None else table.players[self.by].money
        table.change(self.by, revealed=Reveal(money or 0, self.plan, self.lockers, self.exits))
        table.note("revealed", self.by)
        close(table)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[LayOpen, ...]":
        """What was counted up; anything else only the player can tell."""
        player = state.players[by]
        plan, lockers, exits, money = player.tally
        parts = ((lockers, player.lockers), (exits, player.exits))
        values = [(total, *(0,) * number)[:number] for total, number in parts]
        return (cls(by, plan, values[0], values[1], money if player.money is None else player.money),)


class CountUp(Action, frozen=True):
    """Notes and tiles are counted, one after the other or all at once, before everything is laid open."""

    what: Literal["plan", "lockers", "exits", "money"]
    amount: int

    do: ClassVar[str] = "count-up"
    label: ClassVar[str] = "{by}'s {what}: ${amount} more"
    button: ClassVar[str] = "Count up"
    asks: ClassVar[dict[str, str]] = {"what": "What is counted?", "amount": "How much more?"}
    numbers: ClassVar[dict[str, tuple[int, int]]] = {"amount": (1, HIGHEST)}
    gate: ClassVar[tuple[Rule, ...]] = (everything_is_laid_open, was_not_arrested, reveals_once)
    rules: ClassVar[tuple[Rule, ...]] = (there_is_such_a_thing, more_is_counted)

    def play(self, table: Draft) -> None:
        tally = list(table.players[self.by].tally)
        tally[COUNTED.index(self.what)] += self.amount
        table.change(self.by, tally=tuple(tally))
        table.note("counted-up", self.by, self.what, tally[COUNTED.index(self.what)])

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[CountUp, ...]":
        """A note of each kind: any other sum is told by whoever counts."""
        return _counts(by)


@cache
def _counts(by: Seat) -> tuple[CountUp, ...]:
    return tuple(CountUp(by, what, amount) for what in COUNTED for amount in (1, 5, 10, 50))
