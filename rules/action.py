"""Actions: what somebody at the table does, as a frozen record, and how one is read from and written to plain data."""

from collections.abc import Iterable, Mapping
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Literal, NewType, Protocol, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Struct

from rules.verdict import Rule

Seat = NewType("Seat", int)  # a player, counted clockwise from 0
Card = NewType("Card", int)  # a kind of card, by its place in the box's list


class Unreadable(ValueError):
    """Plain data that is no action of this game; the text is a sentence for the person who wrote it."""


class Names(Protocol):
    """What an action's names are looked up in: a game's box."""

    @property
    def seats(self) -> tuple[str, ...]: ...
    @property
    def card_ids(self) -> tuple[str, ...]: ...
    @property
    def card_names(self) -> tuple[str, ...]: ...


class Action(Struct, frozen=True, gc=False):
    """Somebody does something. `gate` looks at who acts, `rules` at what exactly is done; both are predicates."""

    by: Seat

    do: ClassVar[str] = ""
    only_answers: ClassVar[bool] = False  # is done only where an obligation names it among its answers
    label: ClassVar[str] = ""  # "{by}'s Steal from {from}", for history and undo
    button: ClassVar[str] = ""  # a word or two for the button that begins it
    spread: ClassVar[str] = ""  # the field whose answers have a button each, where they are few: "Move: B"
    asks: ClassVar[Mapping[str, str]] = {}  # the question for each field, as scripts name it: {"from": "From whom?"}
    numbers: ClassVar[Mapping[str, tuple[int, int]]] = {}  # fields that take any number from the one to the other
    senses: ClassVar[Mapping[str, str]] = {}  # fields that the camera can fill: with a hand, the dice, the plane
    confirmed: ClassVar[bool] = False  # what the camera reads of it counts once somebody says yes: pips are misread
    prompted: ClassVar[bool] = False  # what the table waits for wherever it can be done: asked without a button
    on_next: ClassVar[bool] = False  # the gauge's button “next” does it
    gate: ClassVar[tuple[Rule, ...]] = ()
    rules: ClassVar[tuple[Rule, ...]] = ()
    asked: ClassVar[tuple[Rule, ...] | None] = None  # the rules that `candidates` can still break; by default all
    private: ClassVar[frozenset[str]] = frozenset()  # fields, as scripts name them, that not everybody may know

    def play(self, table: Any) -> None:
        """Write what follows into a state that is being written."""
        raise NotImplementedError

    def lays(self, state: Any) -> "tuple[tuple[Card, str], ...]":
        """The cards that everybody sees laid down when this is done, each with the zone of the mat it goes to.

        The zone "table" is anywhere off the piles, such as before a player.
        """
        return ()

    def shows(self, state: Any) -> Mapping[str, Any]:
        """What else the camera reads when this is done, by sense: {"dice": ("1", "3")}, {"plane": (4, 2)}."""
        known = fields(type(self))
        return {sense: getattr(self, known[name].name) for name, sense in self.senses.items() if name in known}

    @classmethod
    def candidates(cls, state: Any, by: Seat) -> "Iterable[Action]":
        """What this player could try; `options` asks the rules about each."""
        return (cls(by),)


@cache
def fields(kind: type[Action]) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of an action by the names that scripts and journals use."""
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def describe(kind: type[Action]) -> dict[str, Any]:
    """An action's fields for people who write scripts: what goes in, and whether it may be left out."""
    return {
        name: {"takes": takes(field.type), "optional": field.default is not NODEFAULT}
        for name, field in fields(kind).items()
    }


def read(actions: Mapping[str, type[Action]], names: Names, line: Mapping[str, Any]) -> Action:
    """The action that a line of plain data stands for; raises Unreadable with a sentence."""
    do = line.get("do")
    if not isinstance(do, str):
        raise Unreadable('Every line needs "do", the name of an action, as a text.')
    kind = actions.get(do)
    if kind is None:
        raise Unreadable(f"There is no action {_short(do)}. The actions are: {', '.join(sorted(actions))}.")
    known = fields(kind)
    values = {}
    for name, value in line.items():
        if name == "do":
            continue
        field = known.get(name)
        if field is None:
            allowed = ", ".join(n for n in known if n != "by")
            raise Unreadable(f"{do} has no field {_short(name)}. It takes: {allowed or 'nothing more'}.")
        if value is None and field.default is None:
            continue
        values[field.name] = _value(field.type, value, f"{do}: {name}", names)
    for name, field in known.items():
        if field.name not in values and field.default is NODEFAULT and field.default_factory is NODEFAULT:
            raise Unreadable(f'{do} needs "{name}": {takes(field.type)}.')
    return kind(**values)


def write(action: Action, names: Names) -> dict[str, Any]:
    """The line that `read` turns back into this action. Fields at their defaults are left out."""
    line: dict[str, Any] = {"by": names.seats[action.by], "do": action.do}
    for name, field in fields(type(action)).items():
        value = getattr(action, field.name)
        if name != "by" and value != field.default:
            line[name] = _plain(field.type, value, names)
    return line


def takes(kind: Any) -> str:
    """A field's type in words."""
    if kind is Seat:
        return "a player's name"
    if kind is Card:
        return "a card id"
    if kind is bool:
        return "true or false"
    if kind is int:
        return "a whole number"
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(str(choice) for choice in get_args(kind))
    if get_origin(kind) is tuple:
        item = get_args(kind)[0]
        if get_origin(item) is Literal:
            return f"a list, each {takes(item)}"
        return f"a list of {takes(item).replace('a ', '', 1)}s"
    return " or ".join(takes(part) for part in get_args(kind) if part is not type(None))


def _value(kind: Any, value: Any, where: str, names: Names) -> Any:
    if kind is Seat:
        if isinstance(value, str) and value in names.seats:
            return names.seats.index(value)
        raise Unreadable(f"{where}: nobody here is called {_short(value)}. At the table: {', '.join(names.seats)}.")
    if kind is Card:
        if isinstance(value, str) and value in names.card_ids:
            return names.card_ids.index(value)
        raise Unreadable(f"{where}: there is no card {_short(value)} in this box.")
    if kind is bool and isinstance(value, bool):
        return value
    if kind is int and isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1_000_000:
        return value
    origin = get_origin(kind)
    if origin is Literal and isinstance(value, str | int) and not isinstance(value, bool):
        for choice in get_args(kind):  # a die may be written 2 or "2"
            if str(choice) == str(value):
                return choice
    if origin is tuple and isinstance(value, list):
        if len(value) > 30:
            raise Unreadable(f"{where}: that list is too long.")
        return tuple(_value(get_args(kind)[0], item, where, names) for item in value)
    if origin in (UnionType, Union):
        parts = [part for part in get_args(kind) if part is not type(None)]
        if len(parts) == 1:
            return _value(parts[0], value, where, names)
        for part in parts:
            try:
                return _value(part, value, where, names)
            except Unreadable:
                continue
    raise Unreadable(f"{where} takes {takes(kind)}, not {_short(value)}.")


def _plain(kind: Any, value: Any, names: Names) -> Any:
    if kind is Seat:
        return names.seats[value]
    if kind is Card:
        return names.card_ids[value]
    origin = get_origin(kind)
    if origin is tuple:
        return [_plain(get_args(kind)[0], item, names) for item in value]
    if origin in (UnionType, Union):
        parts = [part for part in get_args(kind) if part is not type(None)]
        matching = [part for part in parts if isinstance(value, tuple) == (get_origin(part) is tuple)]
        matching = [part for part in matching if not (isinstance(value, str) and part in (Card, Seat))] or matching
        return None if value is None else _plain(matching[0], value, names)
    return value


def _short(value: Any) -> str:
    """A bad value as it may be quoted in a sentence."""
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    text = "".join(c if c.isprintable() else "?" for c in text)
    return f"“{text[:40]}…”" if len(text) > 40 else f"“{text}”"
