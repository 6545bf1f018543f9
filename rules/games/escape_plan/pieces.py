"""Everything in the box that has a name: cards, tiles, locations, land. A piece is its place in this one list."""

from typing import Any, Literal

from rules.library import toml

DATA = toml("games/escape-plan/box.toml")

Police = Literal["red", "blue", "black"]
COLOURS: tuple[Police, ...] = ("red", "blue", "black")
KeyColour = Literal["green", "black", "brown"]
KEYS: tuple[KeyColour, ...] = ("green", "black", "brown")

CARDS: dict[str, Any] = DATA["cards"]  # with a sticker: a Contact card, a Patrol card …
CONTACTS: dict[str, Any] = DATA["contacts"]
FIXERS: dict[str, Any] = DATA["fixers"]
EQUIPMENT: dict[str, Any] = DATA["equipment"]
ASSETS: dict[str, Any] = DATA["assets"]
LOCATIONS: dict[str, Any] = DATA["locations"]

IDS: tuple[str, ...] = (
    *CARDS,
    *CONTACTS,
    *FIXERS,
    *EQUIPMENT,
    *ASSETS,
    *LOCATIONS,
    *DATA["city"]["tiles"],
    *DATA["city"]["lands"],
    *DATA["city"]["signs"],
)
assert len(set(IDS)) == len(IDS)


def _those(names: Any) -> range:
    """The pieces of one part of the list, which stand together."""
    first = IDS.index(next(iter(names)))
    return range(first, first + len(names))


CONTACT, FIXER, TOOL, ASSET, LOCATION = map(_those, (CONTACTS, FIXERS, EQUIPMENT, ASSETS, LOCATIONS))
TILE, LAND, SIGN = (_those(DATA["city"][part]) for part in ("tiles", "lands", "signs"))

ENTRIES: dict[int, dict[str, Any]] = {
    IDS.index(name): entry
    for part in (CARDS, CONTACTS, FIXERS, EQUIPMENT, ASSETS, LOCATIONS)
    for name, entry in part.items()
}
NAMES: tuple[str, ...] = tuple(ENTRIES[piece]["name"] if piece in ENTRIES else name for piece, name in enumerate(IDS))
EFFECT: dict[int, str] = {piece: entry["effect"] for piece, entry in ENTRIES.items() if "effect" in entry}
KIND: tuple[str, ...] = tuple(ENTRIES[piece].get("kind", "") if piece in ENTRIES else "" for piece in range(len(IDS)))
POLICE_OF: dict[int, tuple[Police, ...]] = {
    piece: tuple(entry.get("police", COLOURS)) for piece, entry in ENTRIES.items() if "effect" in entry
}


def piece(name: str) -> int:
    return IDS.index(name)


CONTACT_CARD, PATROL_CARD, SANDRA_CARD = piece("contact"), piece("patrol"), piece("inspector")
HOSPITAL, HOSPITAL_TILE = piece("hospital"), piece("hospital-tile")
WATER, SUBWAY, HELIPORT, FERRY = piece("water"), piece("subway"), piece("heliport"), piece("ferry")
CHOPPER, SEWER, MEDEVAC, GANG = piece("chopper"), piece("sewer"), piece("medevac"), piece("gang")
MASTER_KEY, EXTRA_ACTION = piece("master-key"), piece("extra-action")
EXITS = tuple(location for location in LOCATION if KIND[location] == "exit")
STORES = tuple(location for location in LOCATION if KIND[location] == "store")
BUSINESSES = tuple(location for location in LOCATION if KIND[location] == "business")
SAFE_HOUSES = tuple(location for location in LOCATION if KIND[location] == "safe-house")
SANDRA_LETTER = {location: IDS[location][-1] for location in STORES}
ITEMS = tuple(asset for asset in ASSET if ENTRIES[asset]["row"] == "items")  # the row above
LOCKED = tuple(asset for asset in ASSET if ENTRIES[asset]["row"] != "unlocked")
ONCE = frozenset((*BUSINESSES, *SAFE_HOUSES))  # visited once a game
