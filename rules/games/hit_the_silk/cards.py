"""The kinds of card in the box, in the order of the box's own list."""

from rules.library import toml

DATA = toml("games/hit-the-silk/box.toml")
IDS: tuple[str, ...] = tuple(DATA["cards"])
NAMES: tuple[str, ...] = tuple(card["name"] for card in DATA["cards"].values())
A_CARD: tuple[str, ...] = tuple(f"{'an' if name[0] in 'AEIOU' else 'a'} {name} card" for name in NAMES)  # in a sentence
CASH: tuple[int, ...] = tuple(card.get("cash", 0) for card in DATA["cards"].values())

PARACHUTE = IDS.index("parachute")
TANDEM = IDS.index("tandem-parachute")
LICENCE = IDS.index("pilots-licence")
KNIFE = IDS.index("knife")
REVOLVER = IDS.index("revolver")
BULLET = IDS.index("bullet")
POISON = IDS.index("poison")
ANTIDOTE = IDS.index("antidote")
HANDCUFFS = IDS.index("handcuffs")
KUNG_FU = IDS.index("kung-fu")
SPY = IDS.index("spy")
STEAL = IDS.index("steal")
KEY = IDS.index("key")
FLANNEL = IDS.index("flannel")
BRIEFCASES: tuple[int, ...] = tuple(kind for kind, cash in enumerate(CASH) if cash)

UNSAFE = sum(1 << kind for kind, card in enumerate(DATA["cards"].values()) if not card["safe"])  # never in the Lockbox
