"""The plane, the people and the cards as they really are."""

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.demo.deed import Deed, Lay, Motion, Take
from rules import games
from rules.game import Setup
from vision.stickers import Sticker, stickers_of

GAME = "hit-the-silk"
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
COST = 500
SET_ASIDE = ("key", "spy", "steal", "kung-fu")
WORTH = ("parachute", "tandem-parachute", "briefcase-40", "briefcase-30", "briefcase-20", "pilots-licence")


class Jump(Exception):
    """Everybody hits the silk."""


class Person:
    """Somebody aboard, with the hand that nobody else sees."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.hand: list[Sticker] = []
        self.alive = True
        self.thrown_out = False  # shot dead: the cards went out of the plane
        self.bullets = 0
        self.poison = 0
        self.looted = False

    def has(self, card: str) -> Sticker | None:
        return next((one for one in self.hand if one.card == card), None)

    def card(self, card: str) -> Sticker:
        """One that is known to be there."""
        found = self.has(card)
        assert found is not None
        return found

    @property
    def limit(self) -> int:
        return 3 if self.bullets else 4


class Plane:
    """Everything that happens to it beside what people do on their turn."""

    def __init__(self, seed: int, number: int) -> None:
        self.random = Random(seed)
        self.setup = Setup(GAME, NAMES[:number], "core", NAMES[0])
        self.people = [Person(name) for name in self.setup.players]
        self.tables = {name: entry["is"] for name, entry in games.game(GAME).describe()["tables"].items()}
        self.altitude: int = self.tables["altitude"][number - 3]
        self.turn = self.people[0]
        self.acted = False
        self.cuffs: list[tuple[Person, Person, Sticker]] = []
        self.crew: list[Person] = []
        self.landed: bool | None = None
        self.late: list[Sticker] = []  # Parachutes that were found after the jump
        self._deal(number)

    def _deal(self, number: int) -> None:
        """GAME PREPARATION."""
        counts = {card: entry["counts"][str(number)] for card, entry in games.game(GAME).describe()["cards"].items()}
        box = [sticker for sticker in stickers_of(GAME) if sticker.copy <= counts[sticker.card]]
        self.laundry = [card for card in box if card.card == "flannel"]
        aside = [card for card in box if card.card in SET_ASIDE]
        rest = [card for card in box if card.card not in ("flannel", *SET_ASIDE)]
        self.random.shuffle(rest)
        self.lockbox = [rest.pop() for _ in range(self.tables["lockbox"])]
        self.draw_pile = rest + aside
        self.random.shuffle(self.draw_pile)
        for person in self.people:
            person.hand = [self.draw_pile.pop() for _ in range(self.tables["dealt"])]
        self.discard_pile = [self._worst(person) for person in self.people for _ in range(self.tables["disposed"])]

    def _worst(self, person: Person) -> Sticker:
        return person.hand.pop(self.random.randrange(len(person.hand)))

    # ---------------------------------------------------------------- people

    def living(self) -> list[Person]:
        return [person for person in self.people if person.alive]

    def others(self, person: Person) -> list[Person]:
        return [other for other in self.living() if other is not person]

    def clockwise(self, person: Person) -> list[Person]:
        """The living, from the next one on, the person last."""
        at = self.people.index(person) + 1
        return [other for other in self.people[at:] + self.people[:at] if other.alive]

    def pass_on(self) -> None:
        """The turn goes to the next of the living."""
        self.turn = self.clockwise(self.turn)[0]

    def wrists(self, person: Person) -> int:
        return sum(person in cuff[:2] for cuff in self.cuffs)

    @property
    def useless(self) -> bool:
        return bool(self.altitude <= self.tables["poison_useless"])

    @property
    def interrupts(self) -> bool:
        """Whether the next drop reaches a mark, so that a card's effect comes late or not at all."""
        low, marks = self.altitude - COST, self.tables["vote_marks"]
        return low in marks or low <= self.tables["ground"] or low == self.tables["poison_kills"]

    # ---------------------------------------------------------------- cards

    def discard(self, person: Person, card: Sticker) -> Lay:
        person.hand.remove(card)
        pile, zone = (self.laundry, "laundry") if card.card == "flannel" else (self.discard_pile, "discard")
        pile.append(card)
        return Lay(card, zone)

    def flannel(self, person: Person) -> list[Motion]:
        if not self.laundry:
            return []
        person.hand.append(self.laundry.pop())
        return [Take(person.hand[-1])]

    def draw(self, number: int) -> tuple[list[Sticker], list[Motion]]:
        """So many cards, as far as there are any; the Discard pile is shuffled when the Draw pile is exhausted."""
        drawn: list[Sticker] = []
        gone: list[Motion] = []
        while len(drawn) < number and (self.draw_pile or self.discard_pile):
            if not self.draw_pile:
                gone += [Take(card) for card in self.discard_pile]
                self.draw_pile, self.discard_pile = self.discard_pile, []
                self.random.shuffle(self.draw_pile)
            drawn.append(self.draw_pile.pop())
        return drawn, gone

    def refill(self) -> Iterator[Deed]:
        taken = [
            motion
            for person in self.living()
            for _ in range(person.limit - len(person.hand))
            for motion in self.flannel(person)
        ]
        if taken:
            yield Deed({}, tuple(taken))

    # ---------------------------------------------------------------- the needle

    def play(self, me: Person, line: dict[str, Any], *motions: Motion) -> Iterator[Deed]:
        """CARD ACTIONS: the card is laid, the needle moves, votes come in between."""
        self.acted = True
        yield Deed({"by": me.name, **line}, motions)
        yield from self.drop(COST)

    def drop(self, feet: int) -> Iterator[Deed]:
        """ALTITUDE DROP: every mark stops the plane at once."""
        while feet > 0:
            self.altitude -= COST
            feet -= COST
            if self.altitude in self.tables["vote_marks"]:
                yield from self._vote()
                yield from self.drop(self.tables["turbulence"])
            if self.altitude == self.tables["poison_useless"]:
                yield from self._return_poison()
            if self.altitude == self.tables["poison_kills"]:
                for person in self.living():
                    person.alive = not person.poison
            if self.altitude <= self.tables["ground"] or not self.living():
                raise Jump

    def _vote(self) -> Iterator[Deed]:
        """THE VOTE: who has a Parachute wants out, the more so the lower the plane."""
        jumps, voters = 0, self.clockwise(self.turn)
        low = 1 - self.altitude / self.tables["altitude"][-1]
        for voter in voters:
            eager = low * (1.2 if voter.has("parachute") else 0.5)
            choice = "jump" if self.random.random() < eager else "wait"
            jumps += choice == "jump"
            yield Deed({"by": voter.name, "do": "vote", "choice": choice})
        if 2 * jumps > len(voters):
            raise Jump

    def _return_poison(self) -> Iterator[Deed]:
        """5 POISON: who holds useless Poison returns it to the Box for a Flannel."""
        for person in self.living():
            while (card := person.has("poison")) is not None:
                person.hand.remove(card)
                yield Deed({"by": person.name, "do": "return-poison"}, (Lay(card, "box"),))
                yield Deed({}, tuple(self.flannel(person)))
