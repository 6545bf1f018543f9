"""The kinds of card in the GAME deck: what number, Tribe and nature each has."""

from typing import Any

from rules.library import toml

DATA = toml("games/escape-master/box.toml")
LEADERS: dict[str, Any] = toml("games/escape-master/leaders.toml")["leaders"]
STORIES: list[str] = toml("games/escape-master/leaders.toml")["stories"]["texts"]

LETTERS = {11: "J", 12: "Q", 13: "K"}
LOW, START, KING = 1, 7, 13
TRIBES: tuple[str, ...] = tuple(DATA["tribes"])


def written(rank: int) -> str:
    """A rank as the card prints it."""
    return LETTERS.get(rank, str(rank))


def _numbered() -> dict[str, dict[str, Any]]:
    facts = {name: DATA["numbered"][name] for name in ("count", "level", "origin", "heading")}
    return {
        f"{rank}-{tribe}": {"name": f"{written(rank)} {name}", "rank": rank, "tribe": tribe, **facts}
        for tribe, name in DATA["tribes"].items()
        for rank in DATA["numbered"]["ranks"]
    }


CARDS: dict[str, dict[str, Any]] = {**_numbered(), **DATA["cards"]}
IDS: tuple[str, ...] = tuple(CARDS)
NAMES: tuple[str, ...] = tuple(card["name"] for card in CARDS.values())

SEVEN = IDS.index("7-start")
WISDOM = IDS.index("wisdom")
DEAD_END = IDS.index("dead-end")
TRAP_DRAW = IDS.index("trap-draw")
TRAP_UP = IDS.index("trap-up")
TRAP_DOWN = IDS.index("trap-down")
ESCAPE = IDS.index("escape")
ESCAPE_DISCARD = IDS.index("escape-discard")
DOOM = IDS.index("doom-master")

RANK: tuple[int, ...] = tuple(START if kind == SEVEN else CARDS[name].get("rank", 0) for kind, name in enumerate(IDS))
TRIBE: tuple[str, ...] = tuple(card.get("tribe", "") for card in CARDS.values())

TRAPS = frozenset((TRAP_DRAW, TRAP_UP, TRAP_DOWN))
ESCAPES = frozenset((ESCAPE, ESCAPE_DISCARD))
SPECIALS = TRAPS | ESCAPES | {DEAD_END}
FACES = frozenset(kind for kind, rank in enumerate(RANK) if rank in LETTERS)
ADDABLE = frozenset(kind for kind, rank in enumerate(RANK) if 1 <= rank <= 5)  # for Suit Combinations
