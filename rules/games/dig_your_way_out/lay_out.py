"""SETUP: what to do before the first turn, and every figure and text to compare with one's own box."""

from itertools import combinations
from typing import Any

from rules.board import Fact, Task
from rules.game import Setup
from rules.games.dig_your_way_out import edits
from rules.games.dig_your_way_out.box import make_box
from rules.games.dig_your_way_out.cards import CARDS_OF, DATA, GANGS, IDS, PILED, PLACES, SOLITARY

HEADING = "SETUP"


def lay_out(setup: Setup) -> tuple[Task, ...]:
    box = make_box(setup)
    piles = [
        Task(
            f"Lay all {name} face up on their place on the board.", HEADING, ((IDS[kind], box.counts[kind]),), IDS[kind]
        )
        for kind, name in enumerate(("Spoons", "Picks", "Shovels", "Knives"))
        if box.counts[kind]
    ]
    gangs = tuple((f"gang-{gang}", len(cards)) for gang, cards in zip(GANGS, CARDS_OF, strict=True))
    return (
        *piles,
        Task("Shuffle the cards of each gang and lay them face up on its place.", HEADING, gangs),
        Task(
            "Shuffle the Search cards and lay them face down as a deck; leave room for the discard pile.",
            HEADING,
            tuple((IDS[kind], number) for kind, number in enumerate(box.counts) if kind >= PILED and number),
            "search",
        ),
        Task("Put the Cigarettes and the Beatings beside the board.", HEADING),
        Task("Everybody takes a Prisoner board and puts its standee in the Cell block.", HEADING),
        Task(
            "Everybody draws a Background, looks at it and keeps it hidden.", HEADING, (("background", len(box.seats)),)
        ),
        Task(f"Everybody draws {box.tables['dealt']} Search cards.", HEADING),
        Task(f"With {len(box.seats)} players the tunnel needs {box.goal} points.", "GOAL"),
        Task("Who has the most impressive scar begins.", "HOW TO PLAY"),
    )


def facts(setup: Setup) -> tuple[Fact, ...]:
    """Cards, Places, die and texts as they stand with this set-up; what the book itself prints cannot be edited."""
    printed = make_box(setup).printed
    found = list(_cards(printed["cards"]))
    for name, place in printed["places"].items():
        if place["origin"] != "rulebook":
            says = f"{place['name']}: cards per Search"
            found.append(
                Fact(("places", name, "search"), says, place["search"], "assumed", "Search", 0, edits.MOST_FOUND)
            )
    pairs = tuple(list(pair) for pair in combinations([p for i, p in enumerate(PLACES) if i != SOLITARY], 2))
    for face, leads in printed["die"].items():
        if leads["origin"] != "rulebook":
            found.append(
                Fact(("die", face), f"Die {face} leads to", leads["to"], leads["origin"], "Move", choices=pairs)
            )
    free = next((name for name, card in printed["actions"].items() if not card["count"]), "")
    for part, heading in HEADINGS.items():
        for name, entry in printed[part].items():
            if entry.get("count", 1) or name == free:  # of the slots for texts of one's own, the next
                found += _texts(part, name, entry, heading)
    return tuple(found)


HEADINGS = {"actions": "Play an Action card", "gang_cards": "Join a Gang", "backgrounds": "BACKGROUNDS"}


def _cards(cards: dict[str, dict[str, Any]]) -> list[Fact]:
    """What the book prints itself need not be compared: the number of most cards, that a Knife is a Weapon."""
    found = []
    for name, card in cards.items():
        title, searched = card["name"], IDS.index(name) >= PILED
        if card["origin"] != "rulebook":
            says, most = f"{title}: cards", edits.MOST_CARDS
            found.append(Fact((name, "count"), says, card["count"], card["origin"], "ELEMENTS", 0, most))
        if "points" in card:
            says, most = f"{title}: Tunnel points", edits.MOST_POINTS
            found.append(Fact((name, "points"), says, card["points"], "assumed", "CELL BLOCK: Dig", 1, most))
        says, most = f"{title}: Cigarettes when sold", edits.MOST_SALE
        found.append(Fact((name, "sale"), says, card["sale"], "assumed", "RECREATION AREA: Sell", 0, most))
        if searched:
            says, weapon = f"{title}: a Weapon?", card["weapon"]
            found.append(Fact((name, "weapon"), says, weapon, "assumed", "Combat", choices=(True, False)))
    return found


def _texts(part: str, name: str, entry: dict[str, Any], heading: str) -> list[Fact]:
    """A card's name, its text, and what the engine makes of it."""
    found = []
    shipped = DATA[part][name]["name"]
    for what in edits.PARTS[part]:
        choices: tuple[Any, ...] = {"when": edits.WHEN, "gang": GANGS}.get(what, ())
        high = edits.MOST_ACTIONS if what == "count" else 0
        says = f"{shipped}: {what.replace('_', ' ')}"
        found.append(Fact((part, name, what), says, entry[what], "assumed", heading, 0, high, 1, choices))
    return found
