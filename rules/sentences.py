"""Putting things into words: the names that a rule's sentence may use, what happened, who took part."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.action import Action, Card, Seat, fields
from rules.state import Note

Tellings = Mapping[str, tuple[str, str]]
"""By a note's name: what each of its facts is, and the sentence.

p = a player, c = a kind of card, n = a number, t = a text; p* and c* = any number of them. A number may be followed
by what it counts: "{cards:card}".
"""


def words(state: Any, action: Action) -> dict[str, Any]:
    """The names that the sentences and the label of an action may use: its fields, players and cards by their names."""
    seats, cards = state.box.seats, state.box.card_names
    found: dict[str, Any] = {}
    if hasattr(state, "turn"):
        found["turn"] = seats[state.turn]
    for name, field in fields(type(action)).items():
        value = getattr(action, field.name)
        if field.type is Seat:
            value = seats[value]
        elif field.type == tuple[Seat, ...]:
            value = " and ".join(seats[seat] for seat in value)
        elif field.type is Card:
            value = cards[value]
        elif isinstance(value, str):
            value = value.replace("-", " ")
        elif field.type == tuple[Card, ...]:
            value = listed([cards[card] for card in value])
        found[field.name] = found[name] = value
    return found


def tell(known: Tellings, state: Any, note: Note, said: Mapping[Any, str] | None = None) -> dict[str, Any]:
    """A note as data, with its sentence; `said` is what some texts read as."""
    box = state.box
    facts, sentence = known[note[0]]
    data: dict[str, Any] = {"what": note[0]}
    found: dict[str, Any] = {}
    values = list(note[1:])
    parts = facts.split()
    for index, part in enumerate(parts):
        name, kind = part.split(":")
        if kind in ("p*", "c*"):
            taken = len(values) - (len(parts) - index - 1)
            ids, names = (box.seats, box.seats) if kind == "p*" else (box.card_ids, box.card_names)
            data[name] = [ids[value] for value in values[:taken]]
            found[name] = listed([names[value] for value in values[:taken]]) or "nobody"
            del values[:taken]
            continue
        value = values.pop(0)
        data[name] = box.seats[value] if kind == "p" else box.card_ids[value] if kind == "c" else value
        found[name] = box.card_names[value] if kind == "c" else (said or {}).get(data[name], data[name])
        if kind == "n" and value is not None:
            found[name] = Number(value)
    data["say"] = sentence.format_map(found)
    return data


class Number(int):
    """A number that can be followed by what it counts: "{cards:card}" is "1 card" or "2 cards"."""

    def __format__(self, spec: str) -> str:
        if not spec[:1].isalpha():
            return super().__format__(spec)
        return f"{int(self)} {spec}{'s' * (self != 1)}"


def listed(names: Sequence[str]) -> str:
    """Ann, Ben and Cat."""
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]
