"""What cards do, as data: the verbs of Action and Background cards, and the lasting powers of Gang cards.

A text such as "draw 3, gain 3" is read once, when the box is. What a card says beyond these words stays the table's own
business: its text is shown, and a table ruling carries it out.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

from rules.action import Unreadable

# verb: what it needs besides (the Place or the player that is chosen when the card is played)
VERBS: Mapping[str, str] = {
    "draw": "",  # so many Search cards
    "gain": "",  # so many Cigarettes
    "heal": "",  # removes so many Beatings
    "spoon": "",  # takes so many Spoons from the board
    "actions": "",  # so many more this turn
    "redeal": "",  # all hands are gathered and dealt out again
    "move": "place",
    "beat": "player",  # the other receives so many Beatings
    "rob": "player",  # so many cards at random from the other's hand
    "solitary": "player",  # the other goes to Solitary confinement
}

# power: what its number is added to
POWERS: Mapping[str, str] = {
    "search": "cards of each Search",
    "spoons": "Spoons of each theft",
    "cautious": "actions saved on a Cautious move",
    "sell": "Cigarettes of each Sell",
    "discount": "Cigarettes saved on each Buy",
    "hand": "cards at the end of the turn",
    "tough": "Beatings that do not count for Craft and Dig",
    "loot": "Cigarettes for each combat won",
    "spoils": "Search cards for each combat won",
    "workshop": "Craft in any Place",
    "heal": "Beatings removed by each Heal",
    "extort": "Extortions in a turn",
}


class Effect(Struct, frozen=True, gc=False):
    verb: str
    number: int


def read_effects(text: str, card: str) -> tuple[Effect, ...]:
    """The effects that a text stands for, or Unreadable with the sentence to show."""
    return tuple(Effect(word, number) for word, number in _words(text, VERBS, card))


def read_power(text: str, card: str) -> dict[str, int]:
    """The lasting powers that a text stands for."""
    return dict(_words(text, POWERS, card))


def _words(text: str, known: Mapping[str, str], card: str) -> list[tuple[str, int]]:
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = re.fullmatch(r"([a-z]+)(?: (\d))?", part)
        if match is None or match[1] not in known:
            raise Unreadable(f"{card}: “{part[:40]}” is none of: {', '.join(known)}, each perhaps with a number.")
        found.append((match[1], int(match[2] or 1)))
    return found
