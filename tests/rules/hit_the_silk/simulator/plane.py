"""Hit the Silk! with every card on the table: real hands, real piles, random players, written from the rulebook.

It knows nothing of the engine. An evening is a generator: it yields what somebody may do now, and is sent the line
that was chosen. A line may be told more (a card that was drawn, say) until the next moment is yielded.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from random import Random
from typing import Any

Line = dict[str, Any]
Choice = tuple[float, Callable[[], Line]]
Moments = Generator[list[Choice], Line, Any]

# facts.md 1.1, over 3, 4, 5, 6 players
DECK = {
    "briefcase-10": (3, 5, 7, 8),
    "briefcase-20": (3, 3, 3, 4),
    "briefcase-30": (1, 2, 3, 3),
    "briefcase-40": (0, 0, 0, 1),
    "parachute": (2, 3, 2, 2),
    "tandem-parachute": (0, 0, 1, 1),
    "pilots-licence": (1, 1, 1, 1),
    "knife": (1, 2, 2, 2),
    "revolver": (1, 2, 2, 3),
    "bullet": (2, 2, 3, 3),
    "poison": (1, 1, 1, 2),
    "antidote": (1, 1, 1, 2),
    "handcuffs": (1, 2, 2, 3),
    "kung-fu": (2, 2, 3, 3),
    "spy": (1, 1, 2, 2),
    "steal": (3, 4, 5, 5),
    "key": (3, 4, 5, 6),
}
SET_ASIDE = ("key", "spy", "steal", "kung-fu")
FLANNELS = 18
ALTITUDE = (16000, 19000, 22000, 25000)
TARGET = (80, 100, 130, 160)
VOTES = (21000, 17000, 13000, 9000, 5000)
DRAWS = ((19000, 1), (13000, 2), (7000, 3), (1000, 4))
COST = 500
BRIEFCASES = ("briefcase-10", "briefcase-20", "briefcase-30", "briefcase-40")
WEAPONS = ("knife", "revolver")
RULINGS: dict[str, Any] = {  # facts.md 1.6: what holds unless the table says otherwise
    "vote-first": True,
    "change-is-action": True,
    "trade-is-action": True,
    "trade-anytime": False,
    "poison-kills": "reaching",
    "lockbox-poison": "look-on",
    "antidote-undoes": "one",
    "both-weapons": "owner",
    "empty-laundry": "short",
    "loot-once": "each",
    "doomed-cash": True,
    "spare-parachute": False,
    "cuffed-landers": True,
    "licence-search": "each",
    "lake": "crash",
    "landers-cash": "sum",
    "travel-poison": "round-4",
    "dispose-anytime": True,
    "cuffed-briefcase": False,
    "threats": False,
    "disposal": False,
    "challenges": False,
}
ADVANCED = ("cuffed-briefcase", "threats", "disposal", "challenges")


class HitTheSilk(Exception):
    """Everybody jumps."""


class Person:
    def __init__(self, name: str) -> None:
        self.name = name
        self.hand: list[str] = []
        self.cases: list[str] = []  # Briefcases of the hand that the person is cuffed to
        self.named: list[str] = []  # those of them that the table was told
        self.alive = True
        self.killed_by = ""
        self.bullets = 0
        self.poison = 0
        self.looted: set[str] = set()
        self.revealed = False

    @property
    def limit(self) -> int:
        return 3 if self.bullets else 4

    @property
    def free(self) -> list[str]:
        """The cards that others may get: not the Briefcases on the wrist."""
        left = list(self.hand)
        for case in self.cases:
            left.remove(case)
        return left

    @property
    def spare(self) -> list[str]:
        """What the person lays down for all to see: a cuffed Briefcase only if it is plain that it is that one."""
        only = [card for card in self.named if self.hand.count(card) == 1]
        return [card for card in self.hand if card not in self.cases or card in only]

    def cash(self) -> int:
        return sum(int(card[-2:]) for card in self.hand if card in BRIEFCASES)

    def places(self) -> int:
        return self.hand.count("parachute") + 2 * self.hand.count("tandem-parachute") if self.alive else 0


class Plane:
    """The table as it really is: cards, people, needle, and the moves that every action is made of."""

    def __init__(self, rng: Random, mode: str, names: tuple[str, ...], first: str, house: dict[str, Any]) -> None:
        self.rng = rng
        self.mode = mode
        self.house = {**RULINGS, **dict.fromkeys(ADVANCED, mode == "double-cross"), **house}
        self.people = [Person(name) for name in names]
        self.at = {person.name: person for person in self.people}
        column = len(names) - 3
        self.target = TARGET[column]
        self.altitude: int | None = None if mode == "travel" else ALTITUDE[column]
        self.deadly = 4000 if self.house["poison-kills"] == "reaching" else 3500
        self.turn = self.starter = self.at[first]
        self.round = 1
        self.phase = "turn"
        self.acted = self.changed = self.keyed = False
        self.ballot: Line | None = None
        self.cuffs: list[tuple[Person, Person | str]] = []
        self.frozen: tuple[Person, ...] = ()  # an outcome was announced that rests on their cards
        self.offer: dict[str, list[str]] = {}  # the cards of a trade that lie face down between two players
        self.moments = 0
        self.told_all = True  # so far the table could see every card of those aboard
        self.out: list[str] = []
        self.worn: list[str] = []
        self._deal(column)
        self.patience, self.hurry, self.malice = rng.uniform(1, 6), rng.random(), rng.choice((0, 0.3, 2))
        self.eager, self.bargains, self.litter = rng.choice((0.1, 0.3, 0.5)), rng.uniform(0.1, 2), rng.uniform(0, 1)
        self.candour = rng.choice((0, 0.2, 0.6))  # how often people type what not everybody saw

    def _deal(self, column: int) -> None:
        """GAME PREPARATION."""
        deck = [card for card, counts in DECK.items() for _ in range(counts[column])]
        if self.mode == "travel":
            deck.remove("pilots-licence")
        aside = [card for card in deck if card in SET_ASIDE]
        rest = [card for card in deck if card not in SET_ASIDE]
        self.rng.shuffle(rest)
        self.lockbox = [rest.pop() for _ in range(6)]
        self.draw_pile = rest + aside
        self.rng.shuffle(self.draw_pile)
        for person in self.people:
            person.hand = [self.draw_pile.pop() for _ in range(6)]
        self.discard_pile = [self.pick_out(person) for person in self.people for _ in range(2)]
        self.laundry = ["flannel"] * FLANNELS

    def pick_out(self, person: Person) -> str:
        return person.hand.pop(self.rng.randrange(len(person.hand)))

    # ---------------------------------------------------------------- people

    def living(self) -> list[Person]:
        return [person for person in self.people if person.alive]

    def others(self, person: Person) -> list[Person]:
        return [other for other in self.people if other.alive and other is not person]

    def clockwise(self, person: Person, *, after: bool) -> list[Person]:
        """The living in their order, from this person or from the next one."""
        start = self.people.index(person) + after
        order = self.people[start:] + self.people[:start]
        return [other for other in order if other.alive]

    def wrists(self, person: Person) -> int:
        return sum(person in cuff for cuff in self.cuffs)

    def useless(self) -> bool:
        """5 POISON: from 6,000 ft on; in Travel mode in the last round."""
        if self.altitude is None:
            return self.round == 4 and self.house["travel-poison"] == "round-4"
        return self.altitude <= 6000

    # ---------------------------------------------------------------- cards

    def discard(self, person: Person, card: str) -> None:
        self.part_with(person, card)
        (self.laundry if card == "flannel" else self.discard_pile).append(card)

    def part_with(self, person: Person, card: str) -> None:
        """A card leaves the hand; Handcuffs that held it hold nothing any more."""
        person.hand.remove(card)
        if card in person.named:
            self.open(next(cuff for cuff in self.cuffs if cuff == (person, card)))

    def open(self, cuff: tuple[Person, Person | str]) -> None:
        one, other = cuff
        self.cuffs.remove(cuff)
        self.discard_pile.append(self.worn.pop())
        if isinstance(other, str):
            one.cases.remove(other)
            if other in one.named:
                one.named.remove(other)

    def draw(self) -> list[str]:
        """The top card, if there is one anywhere."""
        if not self.draw_pile:
            self.draw_pile, self.discard_pile = self.discard_pile, []
            self.rng.shuffle(self.draw_pile)
        return [self.draw_pile.pop()] if self.draw_pile else []

    def flannel(self, person: Person) -> None:
        if self.laundry:
            person.hand.append(self.laundry.pop())
        elif self.house["empty-laundry"] == "draw":
            person.hand += self.draw()

    def refill(self) -> None:
        for person in self.living():
            for _ in range(person.limit - len(person.hand)):
                self.flannel(person)

    def trade_places(self) -> None:
        """What lies face down between two players changes sides; done twice, nothing has happened."""
        one, other = (self.at[name] for name in self.offer)
        mine, theirs = self.offer[one.name], self.offer[other.name]
        for card in mine:
            one.hand.remove(card)
        for card in theirs:
            other.hand.remove(card)
        one.hand += theirs
        other.hand += mine
        self.offer = {one.name: theirs, other.name: mine}

    # ---------------------------------------------------------------- moments

    def ask(self, choices: Callable[[], list[Choice]]) -> Moments:
        """Waits for one of the choices. What may be done at any time is done on the way."""
        while True:
            self.moments += 1
            line: Line = yield self.in_trade(choices) + self.in_trade(self.any_time) + self.challenges()
            if self.offer and line["do"] != "challenge":
                self.trade_places()
                self.offer = {}
            if not self.did_any_time(line):
                return line

    def in_trade(self, choices: Callable[[], list[Choice]]) -> list[Choice]:
        """While cards lie face down, whoever does something else goes on with what the trade brings."""
        if not self.offer:
            return choices()
        self.trade_places()
        found = [(weight, lambda make=make: self._after_trade(make)) for weight, make in choices()]
        self.trade_places()
        return found

    def _after_trade(self, make: Callable[[], Line]) -> Line:
        self.trade_places()
        line = make()
        self.trade_places()
        return line

    def any_time(self) -> list[Choice]:
        raise NotImplementedError

    def challenges(self) -> list[Choice]:
        raise NotImplementedError

    def did_any_time(self, line: Line) -> bool:
        raise NotImplementedError

    # ---------------------------------------------------------------- the needle

    def drop(self, feet: int) -> Moments:
        """ALTITUDE DROP: every mark stops the plane at once."""
        while self.altitude is not None and feet > 0:
            self.altitude -= 500
            feet -= 500
            if self.altitude in VOTES:
                yield from self.vote(self.altitude, self.clockwise(self.turn, after=True))
                yield from self.drop(1000)  # turbulence
            if self.altitude == self.deadly:
                self.poison_kills()
            if self.altitude <= 1000:
                raise HitTheSilk

    def vote(self, at: int | None, order: list[Person]) -> Moments:
        """THE VOTE: it returns when the table waits."""
        cast: dict[str, str] = {}
        for voter in order:
            self.ballot = {"at": at, "next": voter.name, "cast": dict(cast)}
            line = yield from self.ask(lambda voter=voter: self.votes(voter))
            cast[voter.name] = line["choice"]
        self.ballot = None
        jumps = list(cast.values()).count("jump")
        if jumps > len(cast) - jumps:
            raise HitTheSilk

    def votes(self, voter: Person) -> list[Choice]:
        raise NotImplementedError

    def poison_kills(self) -> None:
        for person in self.living():
            if person.poison:
                person.alive, person.killed_by = False, "poison"
        if not self.living():
            raise HitTheSilk

    # ---------------------------------------------------------------- who is bound to whom

    def groups(self, carried: list[tuple[Person, Person]]) -> Iterator[list[Person]]:
        bonds = [(one, other) for one, other in self.cuffs if isinstance(other, Person)] + carried
        left = list(self.people)
        while left:
            group = [left.pop(0)]
            for person in group:
                for pair in bonds:
                    if person in pair:
                        group += [other for other in pair if other not in group]
            left = [person for person in left if person not in group]
            yield group
