"""Escape Now! with every card on the table: real hands, real puzzles, random players, written from the rulebook.

It knows nothing of the engine. `choices` lists what may be done now, as lines of a script; `do` carries one out.
"""

from collections import Counter
from itertools import combinations, permutations
from random import Random
from typing import Any

Line = dict[str, Any]

TRAITS = ("logical", "perceptive", "dexterous", "tenacious", "talkative")
SHOT = "lucky-shot"
FEWER = {1: 2, 2: 3, 3: 3, 4: 4, 5: 5, 6: 5}  # TOO EASY FOR YOU? TRY THIS!
ARROWS = {  # facts.md 5.2 has the rows, layouts.toml the arrows that the companion ships
    "easy": {"A": "", "B": "", "C": "", "D": "AB", "E": "BC", "F": "DE", "last": "F"},
    "medium": {"A": "", "B": "", "C": "A", "D": "AB", "E": "CD", "F": "D", "last": "EF"},
    "hard": {"A": "", "B": "A", "C": "A", "D": "B", "E": "BC", "F": "C", "last": "DEF"},
    "own": {"A": "", "B": "", "last": "AB"},  # a small layout of one's own, from which even clumsy teams escape
}
RULINGS: dict[str, Any] = {  # facts.md 5.4: what holds unless the table says otherwise
    "lucky-shots": "all",
    "solved-cards": "stay",
    "time-up": "no-cards",
    "draw-fewer": True,
    "sixth-card": False,
    "third-hand": "starter",
    "third-hand-counts": True,
    "solo-hands": 1,
}


class Pawn:
    """A pawn with its hand. `owner` is nobody for the third one of two players."""

    def __init__(self, owner: str | None, hand: list[str]) -> None:
        self.owner = owner
        self.hand = hand
        self.at = ""


class Puzzle:
    def __init__(self, cards: list[tuple[str, str]], after: str) -> None:
        self.cards = cards
        self.traits = {trait for card in cards for trait in card}
        self.after = after
        self.needs = 5 if len(cards) == 1 else 8
        self.beside: list[str] = []  # the cards as they are
        self.as_traits: list[str] = []  # what they stand for
        self.told = False
        self.solved = False

    @property
    def missing(self) -> set[str]:
        return self.traits - set(self.as_traits)


class Room:
    """The table as it really is."""

    def __init__(self, rng: Random, layout: str, names: tuple[str, ...], house: dict[str, Any]) -> None:
        self.rng, self.names = rng, names
        self.house = {**RULINGS, **house}
        shots = 2 if len(names) == 1 else FEWER[len(names)] if self.house["lucky-shots"] == "fewer" else 5
        self.draw = [trait for trait in TRAITS for _ in range(11)] + [SHOT] * shots
        rng.shuffle(self.draw)
        self.deck = Counter(self.draw)
        owners: list[str | None] = [*names]
        if len(names) == 2:
            owners.append(None)
        if len(names) == 1:
            owners *= self.house["solo-hands"]
        self.pawns = [Pawn(owner, [self.draw.pop() for _ in range(4)]) for owner in owners]
        cards = list(combinations(TRAITS, 2))
        rng.shuffle(cards)
        self.puzzles = {
            place: Puzzle([cards.pop() for _ in range(2 if place == "last" else 1)], after)
            for place, after in ARROWS[layout].items()
        }
        self.discard: list[str] = []
        self.laid: Counter[str] = Counter()  # what was ever laid face up
        self.phase = "start"
        self.order: list[Pawn] = []  # of turns, from who started
        self.holder = ""  # whom the third hand lies before
        self.question: tuple[str, bool] | None = None  # who asked, and whether with the third hand
        self.answered: list[Any] = []

    # ---------------------------------------------------------------- who and where

    def visible(self) -> list[str]:
        solved = {place for place, puzzle in self.puzzles.items() if puzzle.solved}
        return [place for place, puzzle in self.puzzles.items() if solved.issuperset(puzzle.after)]

    def to_tell(self) -> str:
        """The first puzzle that lies face up and has not been told yet."""
        return next((place for place in self.visible() if not self.puzzles[place].told), "")

    @property
    def pawn(self) -> Pawn:
        return self.order[0]

    def plays(self, pawn: Pawn) -> str:
        return pawn.owner or self.holder

    @property
    def turn(self) -> str:
        return self.plays(self.pawn)

    @property
    def minutes(self) -> int:
        counted = [pawn for pawn in self.pawns if pawn.owner or self.house["third-hand-counts"]]
        return len(self.draw) + sum(len(pawn.hand) for pawn in counted)

    # ---------------------------------------------------------------- what may be done

    def choices(self) -> list[Line]:
        """Everything legal, a line each; which hidden card is discarded is the player's secret."""
        if place := self.to_tell():
            cards = ["-".join(card) for card in self.puzzles[place].cards]
            return [{"by": self.rng.choice(self.names), "do": "turn-up", "cards": cards}]
        if self.phase == "start":
            return self.starts()
        found = self.solves() + self.moves() + self.replenishes() + self.talks()
        if not self.draw and self.visible() == [self.pawn.at] and not self.solves():
            found.append({"by": self.turn, "do": "stuck"})
        return found

    def starts(self) -> list[Line]:
        who = [self.plays(self.next_to_place())] if self.order else list(self.names)
        return [{"by": name, "do": "start", "at": place} for name in who for place in self.visible()]

    def solves(self) -> list[Line]:
        puzzle = self.puzzles[self.pawn.at]
        if puzzle.solved:
            return []
        found: list[Line] = []
        for card in sorted(set(self.pawn.hand)):
            line = {"by": self.turn, "do": "solve", "card": card}
            if card != SHOT:
                found += [line] if self.fits(puzzle, card) else []
                continue
            found += [{**line, "as": trait} for trait in sorted(puzzle.traits) if self.fits(puzzle, trait)]
            found += [{**line, "as": "finish"}] if not puzzle.missing else []
        return found

    def fits(self, puzzle: Puzzle, trait: str) -> bool:
        """HOW TO SOLVE A PUZZLE?: shown there, and room is left for every other trait."""
        others = puzzle.missing - {trait}
        room = len(puzzle.beside) + 1 + len(others) <= puzzle.needs
        return trait in puzzle.traits and (room or self.house["sixth-card"])

    def moves(self) -> list[Line]:
        if not self.pawn.hand:
            return []
        return [{"by": self.turn, "do": "move", "to": place} for place in self.visible() if place != self.pawn.at]

    def replenishes(self) -> list[Line]:
        most = min(5 - len(self.pawn.hand), len(self.draw))
        numbers = range(1, most + 1) if self.house["draw-fewer"] else range(most, most + 1)
        return [{"by": self.turn, "do": "replenish", "cards": number} for number in numbers if number > 0]

    def talks(self) -> list[Line]:
        if len(self.names) == 1:
            return []
        found: list[Line] = [{"by": one, "do": "how-many", "of": other} for one, other in permutations(self.names, 2)]
        found += [{"by": self.turn, "do": "ask"}] if self.draw else []
        if self.question is None:
            return found
        asker, with_third = self.question
        for name in self.names:
            if name == asker:
                continue
            found += [{"by": name, "do": "answer"}] if name not in self.answered else []
            if len(self.names) == 2 and self.holder == name and not with_third and None not in self.answered:
                found.append({"by": name, "do": "answer", "third": True})
        return found

    # ---------------------------------------------------------------- what comes of it

    def do(self, line: Line) -> None:
        do = line["do"]
        if do == "turn-up":
            self.puzzles[self.to_tell()].told = True
            self.look_at_the_clock()
        elif do == "start":
            self.start(line)
        elif do == "answer":
            self.answered.append(None if line.get("third") else line["by"])
            if line.get("third"):
                self.slide()
        elif do == "stuck":
            self.phase = "locked in"
        elif do != "how-many":
            self.question, self.answered = None, []
            getattr(self, do)(line)

    def start(self, line: Line) -> None:
        if not self.order:
            first = next(pawn for pawn in self.pawns if pawn.owner == line["by"])
            own = [pawn for pawn in self.pawns if pawn.owner]
            index = own.index(first)
            self.order = own[index:] + own[:index] + [pawn for pawn in self.pawns if not pawn.owner]
            if len(self.names) == 2:
                others = [name for name in self.names if name != line["by"]]
                self.holder = line["by"] if self.house["third-hand"] == "starter" else others[0]
        pawn = self.next_to_place()
        pawn.at = line["at"]
        self.used(pawn)
        if all(other.at for other in self.pawns):
            self.phase = "turn"

    def next_to_place(self) -> Pawn:
        return next(pawn for pawn in self.order if not pawn.at)

    def solve(self, line: Line) -> None:
        puzzle, card = self.puzzles[self.pawn.at], line["card"]
        self.pawn.hand.remove(card)
        puzzle.beside.append(card)
        self.laid[card] += 1
        stands_for = line.get("as", card)
        if stands_for != "finish":
            puzzle.as_traits.append(stands_for)
        if stands_for == "finish" or (len(puzzle.beside) >= puzzle.needs and not puzzle.missing):
            puzzle.solved = True
            if self.house["solved-cards"] == "discard":
                self.clear(puzzle)
            if self.pawn.at == "last":
                self.phase = "escaped"
                return
        self.next()

    def move(self, line: Line) -> None:
        left = self.puzzles[self.pawn.at]
        place, self.pawn.at = self.pawn.at, line["to"]
        self.throw(line)
        if not left.solved and all(pawn.at != place for pawn in self.pawns):
            self.clear(left)
            left.as_traits = []
        self.next()

    def replenish(self, line: Line) -> None:
        for _ in range(line["cards"]):
            self.pawn.hand.append(self.draw.pop())
        self.throw(line)
        self.next()

    def ask(self, line: Line) -> None:
        self.discard.append(self.draw.pop())
        self.question = (line["by"], self.pawn.owner is None)
        self.next()

    def throw(self, line: Line) -> None:
        """One card of the hand goes face down; now and then its owner says which."""
        wanted = {SHOT, *self.puzzles[self.pawn.at].traits}
        useless = [card for card in self.pawn.hand if card not in wanted]
        card = self.rng.choice(useless or [card for card in self.pawn.hand if card != SHOT] or self.pawn.hand)
        self.pawn.hand.remove(card)
        self.discard.append(card)
        if self.rng.random() < 0.1:
            line["discard"] = card

    def clear(self, puzzle: Puzzle) -> None:
        self.discard += puzzle.beside
        puzzle.beside = []

    def next(self) -> None:
        self.used(self.pawn)
        self.order.append(self.order.pop(0))
        self.look_at_the_clock()

    def look_at_the_clock(self) -> None:
        """TO ESCAPE OR NOT TO ESCAPE?, once what was opened has been turned face up."""
        if self.phase != "turn" or self.to_tell():
            return
        if not self.draw and (not self.pawn.hand or self.house["time-up"] == "empty-pile"):
            self.phase, self.question = "locked in", None

    def used(self, pawn: Pawn) -> None:
        if pawn.owner is None:
            self.slide()

    def slide(self) -> None:
        """RULES FOR 2 PLAYERS."""
        self.holder = next(name for name in self.names if name != self.holder)
