"""The rulings of a game (`assets/rulings/<game>.toml`): points of the rules, each with the ways people ask about it."""

from collections.abc import Iterator
from typing import Any, Literal, cast

import msgspec
from msgspec import Struct

from rules import library

VerdictName = Literal["yes", "no", "depends", "open", "fact"]
TURNED: dict[VerdictName, VerdictName] = {"yes": "no", "no": "yes"}
VERDICTS: tuple[VerdictName, ...] = ("yes", "no", "depends", "open", "fact")
Strength = Literal["clear", "leans", "silent"]
Outcome = Literal["more", "equal", "fewer"]
Asked = dict[str, dict[str, list[str]]]  # by ruling and verdict: wordings


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """A tiny table that shows a ruling to be what the engine does. Lines are `rules.judge.script` lines."""

    lines: tuple[str, ...] = ()
    asks: str = ""  # one more line, which is only checked
    expect: Literal["yes", "no", "depends", ""] = ""  # what the check says
    cite: str = ""  # a heading that the check must name
    shows: dict[str, Any] = {}  # what everybody sees after the lines: {"altitude": 15500, "players.Ben.alive": False}
    players: tuple[str, ...] = ()
    mode: str = ""
    options: dict[str, Any] = {}
    score: dict[str, Any] = {}  # or: what is scored,
    gives: dict[str, Any] = {}  # and what the scoring says


class Figure(Struct, frozen=True, forbid_unknown_fields=True):
    """A number that is read from the game's data when it is asked for."""

    path: str  # "tables.target.is" in assets/games/<game>/<file>.toml; {card} stands for the card asked about
    file: str = "box"
    by: str = ""  # the quantity that picks an item of a list: "players"
    above: str = ""  # the quantity that picks a row [height, value]: the first whose height it exceeds
    less: int = 0  # taken off that quantity first


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One point of the rules. `says` is a bare statement: "Yes." or "No." is put before it as the wording demands."""

    id: str
    says: str
    heading: str
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    fact: tuple[str, ...] = ()
    see: tuple[str, ...] = ()  # other headings that bear on it
    strength: Strength = "clear"
    switch: str = ""
    sides: tuple[str, ...] = ()  # where the book contradicts itself or is silent: the readings
    given: dict[str, tuple[int, int]] = {}  # holds only for these quantities: {"altitude": [1000, 6000]}
    among: dict[str, tuple[int, ...]] = {}  # or only for just these,
    besides: dict[str, tuple[int, ...]] = {}  # or for all but these
    figure: Figure | None = None
    listed: str = ""  # how the answer reads when the quantity is not given; {list} is every value
    proof: tuple[Proof, ...] = ()

    def wordings(self) -> Iterator[tuple[VerdictName, str]]:
        for verdict in VERDICTS:
            for wording in getattr(self, verdict):
                yield verdict, wording

    @property
    def question(self) -> str:
        """The first wording: how the point is shown in a list."""
        first = next(self.wordings())[1].replace("many anycard", "many cards of a kind")
        return first.replace("anycard", "a card").replace("kind cards", "kind")


class Quantity(Struct, frozen=True, forbid_unknown_fields=True):
    """A number that a question may state, known by what it counts."""

    of: tuple[str, ...] = ()  # stems that stand soon behind it: "three say *wait*",
    by: tuple[str, ...] = ()  # or soon before it: "the *jumpers* have £90k"
    least: int = 0
    most: int = 1_000_000
    unit: int = 1  # £75,000 is 75 of 1,000
    money: bool = False  # written with a sign before it, too,
    surely: int = 1_000_000  # or so large that it can be nothing else


class Sum(Struct, frozen=True, forbid_unknown_fields=True):
    """A comparison of what a question states: with a figure of the game, or of the first quantity with the second.

    `more`, `equal` and `fewer` are what is said of each outcome; {value} is what was compared with.
    """

    id: str
    heading: str
    means: tuple[tuple[str, ...], ...]  # any of these groups of meanings, each group whole
    counts: dict[str, Quantity]
    yes: tuple[Outcome, ...]  # the outcomes that "yes" answers
    more: str
    equal: str
    fewer: str
    figure: Figure | None = None
    cards: tuple[str, ...] = ()  # of which one fills {card} in the figure's path
    surplus: bool = False  # compared with what the second quantity is above the figure
    straight: tuple[str, ...] = ()  # meanings that ask for it,
    turned: tuple[str, ...] = ()  # and that ask for the opposite: the last one counts
    besides: tuple[str, ...] = ()  # further meanings that change nothing; with any other it is another question
    see: tuple[str, ...] = ()


class Passage(Struct, frozen=True, forbid_unknown_fields=True):
    """A paragraph of the rulebook in our own words, to be looked up."""

    heading: str
    text: str


class Series(Struct, frozen=True, forbid_unknown_fields=True):
    """The same point for many things: every {field} is filled in from each item."""

    id: str
    items: dict[str, dict[str, Any]]
    says: str
    heading: str
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    fact: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()

    def entries(self) -> Iterator[Entry]:
        for name, item in self.items.items():
            values = {"id": name, **item}
            lists: dict[str, Any] = {
                verdict: tuple(text.format_map(values) for text in getattr(self, verdict))
                for verdict in ("yes", "no", "fact", "depends")
            }
            says = self.says.format_map(values)
            yield Entry(f"{self.id}-{name}", says, str(item.get("heading", self.heading)), **lists)


class Engine(Struct, frozen=True, forbid_unknown_fields=True):
    """How a question becomes an action: the meanings that name it, and what fills a field that nobody mentions."""

    means: tuple[tuple[str, ...], ...]  # any of these groups of meanings, each group whole
    fill: dict[str, Any] = {}
    last: str = ""  # the field that takes the card named last: in "a 6 on a 7", the 7
    heading: str = ""  # where the book speaks of it, if not where its rules are cited
    at_hand: bool = False  # asked only of a table at hand: one that is described would lack too much
    alone: bool = False  # needs no table: the question says all there is
    besides: tuple[str, ...] = ()  # circumstances that are part of this action, and so have not come about


class Circumstance(Struct, frozen=True, forbid_unknown_fields=True):
    """Something a question may presuppose ("with both hands cuffed"), and the lines that bring a table there."""

    means: tuple[tuple[str, ...], ...]
    lines: tuple[str, ...] = ()
    mode: str = ""
    players: tuple[str, ...] = ()


class Book(Struct, frozen=True, forbid_unknown_fields=True):
    """All that the judge knows of one game."""

    game: str
    title: str
    words: dict[str, tuple[str, ...]] = {}
    classes: dict[str, tuple[str, ...]] = {}
    near: tuple[tuple[str, ...], ...] = ()
    negated: dict[str, str] = {}
    quantities: dict[str, dict[str, Any]] = {}
    called: dict[str, str] = {}  # meanings whose card, place or choice has another name in scripts
    engine: dict[str, Engine] = {}
    circumstances: dict[str, Circumstance] = {}
    scene: tuple[str, ...] = ()  # what has happened on every table that a question or a proof describes
    rulings: tuple[Entry, ...] = ()
    series: tuple[Series, ...] = ()
    sums: tuple[Sum, ...] = ()
    passages: tuple[Passage, ...] = ()
    asked: Asked = {}  # further wordings, from a file of their own

    def entries(self) -> list[Entry]:
        entries = [*self.rulings, *(entry for series in self.series for entry in series.entries())]
        return [_also_asked(entry, self.asked) for entry in entries]


def book(game: str) -> Book:
    """The rulings of one game, or FileNotFoundError where nobody has written any."""
    found = msgspec.convert(library.toml(f"rulings/{game}.toml"), Book)
    return msgspec.structs.replace(found, asked=_further(f"rulings/asked/{game}.txt"))


def heard(game: str) -> Iterator[tuple[str, VerdictName, str]]:
    """Wordings that are only learnt from, with their rulings: too many to keep at hand."""
    for ruling, by_verdict in _further(f"rulings/heard/{game}.txt").items():
        for verdict, wordings in by_verdict.items():
            yield from ((ruling, cast(VerdictName, verdict), wording) for wording in wordings)


def elsewhere(game: str) -> list[str]:
    """Questions that this book does not answer, to learn from: of every kind, and such as only sound like this game."""
    return [*library.lines("rulings/elsewhere/every.txt"), *library.lines(f"rulings/elsewhere/{game}.txt")]


def _further(path: str) -> Asked:
    """A file of further wordings, by ruling and verdict."""
    found: Asked = {}
    ruling: dict[str, list[str]] = {}
    for line in library.lines(path):
        if line.startswith("= "):
            ruling = found.setdefault(line[2:], {})
        else:
            verdict, _, wording = line.partition(": ")
            ruling.setdefault(verdict, []).append(wording)
    return found


def _also_asked(entry: Entry, asked: Asked) -> Entry:
    more = {verdict: (*getattr(entry, verdict), *texts) for verdict, texts in asked.get(entry.id, {}).items()}
    return msgspec.structs.replace(entry, **more)
