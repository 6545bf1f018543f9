"""What a table shows, in terms that any screen can draw and any voice can read out. Only what everybody may know."""

from typing import Any

from msgspec import Struct


class Badge(Struct, frozen=True):
    """One public thing about a player: a count, a mark, a token."""

    kind: str  # names its icon: hand, wound, poison, dead, points, money, …
    text: str  # what stands beside the icon: "4", "2/3"; may be empty
    says: str  # the same in words: "4 cards in hand"
    warns: bool = False


class Chair(Struct, frozen=True):
    """A player, as the others see them."""

    name: str
    active: bool = False  # the table waits for this player
    out: bool = False  # takes no further part
    badges: tuple[Badge, ...] = ()


class Link(Struct, frozen=True):
    """What ties two players together: handcuffs, a duel, a team."""

    kind: str
    one: str
    other: str
    says: str


class Pile(Struct, frozen=True):
    """Cards or pieces in the middle. `id` is the zone's name on the mat, where it has one."""

    id: str
    name: str
    count: int | None = None
    top: str = ""  # the card id that lies open on top


class Figure(Struct, frozen=True):
    """A number that matters to everybody: the round, the tunnel, the minutes played."""

    name: str
    text: str
    part: float | None = None  # how full it is, from 0 to 1, where that says something


class Dial(Struct, frozen=True):
    """The needle: a value on the game's gauge face, and the face's alarms that are on."""

    value: int
    alarms: tuple[str, ...] = ()
    marks: tuple[int, ...] | None = None  # the face's marks that count at this table; all where none are named


class Line(Struct, frozen=True):
    """One item of a reckoning."""

    player: str  # empty: the whole table
    what: str
    amount: str
    heading: str


class Outcome(Struct, frozen=True):
    """How it ended, to be told: a headline, a few sentences, and every amount with the heading it rests on."""

    headline: str
    winners: tuple[str, ...]
    story: tuple[str, ...]
    lines: tuple[Line, ...]
    record: int | None = None  # a figure that the next team of this size and mode may beat: the more, the better


class Board(Struct, frozen=True):
    """One moment of a table. A glance should tell: how far, whose turn, what is asked."""

    headline: str  # "Ann's turn"
    asks: str  # what is waited for, as a sentence; empty when nothing but the turn's own actions
    chairs: tuple[Chair, ...]
    dial: Dial | None = None
    links: tuple[Link, ...] = ()
    piles: tuple[Pile, ...] = ()
    figures: tuple[Figure, ...] = ()
    outcome: Outcome | None = None
    timed: str = ""  # what a game clock times: it runs while this is said, and starts anew when it changes


class Task(Struct, frozen=True):
    """One thing to do when the table is laid out."""

    says: str
    heading: str = ""
    cards: tuple[tuple[str, int], ...] = ()  # the cards it is about, to be drawn beside it
    zone: str = ""  # the mat's zone it fills


class Fact(Struct, frozen=True):
    """A figure that a box could print differently. `key` is its path in a set-up's `box`."""

    key: tuple[str, ...]
    name: str
    value: Any
    origin: str  # rulebook, found or assumed
    heading: str = ""
    low: int = 0
    high: int = 0
    step: int = 1
    choices: tuple[Any, ...] = ()  # instead of a range
    blank: Any = None  # the value that stands for "not entered yet"
