"""What a table finds printed differently in its own box: which figures and texts may be edited, and whether they make
sense together.

    {"link": 13, "pick": {"points": 3, "sale": 2}, "places": {"showers": {"search": 2}},
     "die": {"2": ["showers", "nursery"]}, "actions": {"parcel": {"does": "draw 2"}}}
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rules.action import Unreadable
from rules.games.dig_your_way_out.cards import DATA, GANGS, IDS, PILED, PLACES, SOLITARY
from rules.games.dig_your_way_out.effects import read_effects, read_power
from rules.plain import read_number, read_object

WHEN = ("own-turn", "any-time", "extorted")
LONGEST_TEXT = 300
MOST_CARDS = 40
MOST_POINTS = 12
MOST_SALE = 10
MOST_FOUND = 6
MOST_ACTIONS = 20

Printed = dict[str, dict[str, dict[str, Any]]]
Reader = Callable[[Any, str], Any]


def printed(edits: Mapping[str, Any]) -> Printed:
    """The box's data as this table's box prints it, or Unreadable with the sentence to show."""
    if not edits:
        return _shipped()
    data = _copy()
    for name, edit in edits.items():
        if name in IDS:
            _edit(data["cards"][name], edit if isinstance(edit, Mapping) else {"count": edit}, CARD)
        elif name in PARTS:
            for entry, changes in read_object(edit, name).items():
                if entry not in data[name]:
                    raise Unreadable(f"The box has no “{str(entry)[:40]}” among its {name}.")
                _edit(data[name][entry], {"to": changes} if name == "die" else read_object(changes, entry), PARTS[name])
        else:
            raise Unreadable(f"The box has no card “{str(name)[:40]}”, and its parts are: {', '.join(PARTS)}.")
    _check(data)
    return data


def _copy() -> Printed:
    parts = ("cards", "places", "die", "actions", "gang_cards", "backgrounds")
    return {part: {name: dict(entry) for name, entry in DATA[part].items()} for part in parts}


@cache
def _shipped() -> Printed:
    """The box as it is shipped, shared by every table that edits nothing."""
    data = _copy()
    _check(data)
    return data


def _edit(entry: dict[str, Any], changes: Mapping[str, Any], readers: Mapping[str, Reader]) -> None:
    for what, value in changes.items():
        if what not in readers or (what not in entry):
            known = ", ".join(name for name in readers if name in entry)
            raise Unreadable(f"{entry.get('name', 'The die')}: edited can be {known}, not “{str(what)[:40]}”.")
        entry[what] = readers[what](value, f"{entry.get('name', 'The die')}: {what}")


# ---------------------------------------------------------------- readers


def _number(most: int, least: int = 0) -> Reader:
    return lambda value, where: read_number(value, where, least, most)


def _flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise Unreadable(f"{where} is true or false.")
    return value


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not (value.isprintable() or not value):
        raise Unreadable(f"{where} is a text of at most {LONGEST_TEXT} printable characters.")
    return value


def _effects(value: Any, where: str) -> str:
    read_effects(_text(value, where), where)
    return str(value)


def _power(value: Any, where: str) -> str:
    read_power(_text(value, where), where)
    return str(value)


def _one_of(choices: tuple[str, ...]) -> Reader:
    def read(value: Any, where: str) -> Any:
        if value not in choices:
            raise Unreadable(f"{where} is one of {', '.join(choices)}, not “{str(value)[:40]}”.")
        return value

    return read


def _two_places(value: Any, where: str) -> list[str]:
    pair = list(value) if isinstance(value, list | tuple) else []
    if len(pair) != 2 or pair[0] == pair[1] or not all(isinstance(place, str) and place in PLACES for place in pair):
        raise Unreadable(f"{where}: each face leads to two different Places out of {', '.join(PLACES)}.")
    return pair


CARD: Mapping[str, Reader] = {
    "count": _number(MOST_CARDS),
    "points": _number(MOST_POINTS, 1),
    "sale": _number(MOST_SALE),
    "weapon": _flag,
}
PARTS: Mapping[str, Mapping[str, Reader]] = {
    "places": {"search": _number(MOST_FOUND)},
    "die": {"to": _two_places},
    "actions": {"name": _text, "text": _text, "count": _number(MOST_ACTIONS), "does": _effects},
    "gang_cards": {"name": _text, "text": _text, "power": _power},
    "backgrounds": {
        "name": _text,
        "text": _text,
        "when": _one_of(WHEN),
        "does": _effects,
        "gang": _one_of(GANGS),
        "also_text": _text,
        "also": _effects,
    },
}

# ---------------------------------------------------------------- sense


def _check(data: Printed) -> None:
    """What no box can print, with the reason."""
    cards, tables = data["cards"], DATA["tables"]
    for ware in ("knife", "pick", "shovel"):
        price, sale = tables[f"{ware}_price"]["is"], cards[ware]["sale"]
        if sale > price:
            raise Unreadable(
                f"A {cards[ware]['name']} is bought for {price} Cigarettes, so it cannot sell for {sale}: "
                "buying and selling would make money out of nothing."
            )
    points = {tool: cards[tool]["points"] for tool in ("spoon", "pick", "shovel")}
    if not points["spoon"] <= points["pick"] <= points["shovel"]:
        raise Unreadable("A Tool that costs more cannot score less: Spoon, Pick, Shovel is the order of their prices.")
    if not any(card["weapon"] for card in cards.values()):
        raise Unreadable("Without any Weapon nobody could extort.")
    led_to = {place for face in data["die"].values() for place in face["to"]}
    for index, place in enumerate(PLACES):
        if index != SOLITARY and place not in led_to:
            raise Unreadable(f"No face of the die leads to the {data['places'][place]['name']}.")
    texts, count = sum(card["count"] for card in data["actions"].values()), cards["action"]["count"]
    if texts != count:
        raise Unreadable(f"The box has {count} Action cards, but the texts add up to {texts}.")
    dealt = max(DATA["players"]) * tables["dealt"]["is"]
    if sum(card["count"] for card in list(cards.values())[PILED:]) < dealt:
        raise Unreadable(f"A box has at least {dealt} Search cards, enough for five hands.")
