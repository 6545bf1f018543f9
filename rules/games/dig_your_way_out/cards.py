"""The box's own lists: kinds of card, Places, gangs, Action and Background cards, in the order of its data."""

from typing import Literal

from rules.library import toml

DATA = toml("games/dig-your-way-out/box.toml")
IDS: tuple[str, ...] = tuple(DATA["cards"])
NAMES: tuple[str, ...] = tuple(card["name"] for card in DATA["cards"].values())
A_CARD: tuple[str, ...] = tuple(f"{'an' if name[0] in 'AEIOU' else 'a'} {name}" for name in NAMES)  # in a sentence

SPOON = IDS.index("spoon")
PICK = IDS.index("pick")
SHOVEL = IDS.index("shovel")
KNIFE = IDS.index("knife")
LINK = IDS.index("link")
ACTION = IDS.index("action")
TOOLS = (SPOON, PICK, SHOVEL)
PILED = 4  # Spoon, Pick, Shovel and Knife have a pile of their own; all other kinds are Search cards

Tool = Literal["spoon", "pick", "shovel"]
Crafted = Literal["knife", "pick", "shovel"]
Wares = Literal["knife", "two-knives", "pick", "shovel"]
Place = Literal["cell-block", "cafeteria", "recreation-area", "nursery", "showers", "solitary-confinement"]
Gang = Literal["crew", "cartel", "bikers", "bratva"]
GangCard = Literal[
    "crew-1",
    "crew-2",
    "crew-3",
    "cartel-1",
    "cartel-2",
    "cartel-3",
    "bikers-1",
    "bikers-2",
    "bikers-3",
    "bratva-1",
    "bratva-2",
    "bratva-3",
]
ActionCard = Literal[
    "ambush", "new-deal", "parcel", "detour", "snitch", "slot-6", "slot-7", "slot-8", "slot-9", "slot-10", "slot-11"
]
Background = Literal["burglar", "dealer", "boxer", "medic", "getaway-driver", "cook", "thug", "mastermind"]

PLACES: tuple[str, ...] = tuple(DATA["places"])
PLACE_NAMES: tuple[str, ...] = tuple(place["name"] for place in DATA["places"].values())
CELL_BLOCK, CAFETERIA, RECREATION_AREA, NURSERY, SHOWERS, SOLITARY = range(6)
GANGS: tuple[str, ...] = tuple(DATA["gangs"])
GANG_NAMES: tuple[str, ...] = tuple(gang["name"] for gang in DATA["gangs"].values())
GANG_CARDS: tuple[str, ...] = tuple(DATA["gang_cards"])
CARDS_OF: tuple[tuple[int, ...], ...] = tuple(
    tuple(index for index, card in enumerate(DATA["gang_cards"].values()) if card["gang"] == gang) for gang in GANGS
)
ACTION_CARDS: tuple[str, ...] = tuple(DATA["actions"])
BACKGROUNDS: tuple[str, ...] = tuple(DATA["backgrounds"])
