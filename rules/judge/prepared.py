"""What reading a game's rulings comes to, kept in a file (`make setup` writes it): a tablet need not do it again.

It counts only while it fits the rulings and the code it was made from; where it does not, everything is read anew.
"""

from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from rules import library
from rules.judge.reading import Reading
from rules.judge.rulings import Book

if TYPE_CHECKING:
    from rules.judge import Judge

# Meanings, their order, form, modality, figures, what stands aside, small words.
Brief = tuple[list[int], list[int], str, str, dict[str, int], list[int], list[int]]


class Prepared(Struct, frozen=True, array_like=True):
    """A game's rulings, read."""

    sources: str
    code: str
    book: Book
    strong: list[str]  # the most common first
    weak: list[str]
    meanings: list[str]  # each once; all others name them by their place
    wordings: list[Brief]
    pools: list[list[int]]
    passages: list[list[int]]

    def readings(self) -> list[Reading]:
        named, alike, none = self.meanings, dict[frozenset[str], frozenset[str]](), dict[str, int]()

        def shared(places: list[int]) -> frozenset[str]:
            """Thousands of wordings have the same few small words: they are kept once."""
            found = frozenset([named[at] for at in places])
            return alike.setdefault(found, found)

        return [
            Reading(
                {named[at]: 1.0 for at in meant},
                tuple([named[at] for at in order]),
                form,
                modality,
                figures or none,
                shared(aside),
                shared(small),
                (),
                (),
                False,
            )
            for meant, order, form, modality, figures, aside, small in self.wordings
        ]

    def sets(self, listed: list[list[int]]) -> list[frozenset[str]]:
        return [frozenset([self.meanings[at] for at in each]) for each in listed]


def load(game: str) -> Prepared | None:
    """What was prepared for a game; nothing where that is missing or no longer true."""
    try:
        found = msgspec.msgpack.decode(library.blob(f"rulings/prepared/{game}.msgpack"), type=Prepared)
    except (FileNotFoundError, msgspec.DecodeError):
        return None
    code = _code()
    return found if found.sources == _sources(game) and (not code or code == found.code) else None


def prepare(judge: "Judge") -> bytes:
    """A game's rulings, read, for `load` to find."""
    index = judge.index
    places: dict[str, int] = {}

    def at(meanings: Iterable[str]) -> list[int]:
        return [places.setdefault(meaning, len(places)) for meaning in meanings]

    wordings: list[Brief] = [
        (at(each.meanings), at(each.order), each.form, each.modality, each.figures, at(each.aside), at(each.small))
        for each in (wording.reading for wording in index.wordings)
    ]
    pools = [at(sorted(pool)) for pool in index.pools]
    passages = [at(sorted(each)) for each in judge.passages.meanings]
    strong, weak = list(judge.reader.speller.strong), sorted(judge.weak)
    return msgspec.msgpack.encode(
        Prepared(_sources(judge.game), _code(), judge.book, strong, weak, list(places), wordings, pools, passages)
    )


def _sources(game: str) -> str:
    """Whatever a game's rulings are read from."""
    parts = [f"{game}.toml", f"asked/{game}.txt", f"heard/{game}.txt", "words.toml"]
    return sha256("\n".join(line for part in parts for line in library.lines(f"rulings/{part}")).encode()).hexdigest()


def _code() -> str:
    """The code that reads rulings, while it is at hand: a packaged app has none to compare with."""
    modules = sorted(
        (each for each in files("rules.judge").iterdir() if each.name.endswith(".py")), key=lambda each: each.name
    )
    return sha256(b"\0".join(each.read_bytes() for each in modules)).hexdigest() if modules else ""
