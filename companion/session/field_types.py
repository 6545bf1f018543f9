"""What a field of an action takes, as far as a question about it needs to know."""

from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from rules.action import Card, Seat


def parts(kind: Any) -> tuple[Any, ...]:
    """The types that a field takes: one, or those of a union."""
    if get_origin(kind) in (Union, UnionType):
        return tuple(part for part in get_args(kind) if part is not type(None))
    return (kind,)


def is_flag(kind: Any, asks: str = "") -> bool:
    """A yes or no that is rather switched on than asked: its words are no question."""
    return kind is bool and bool(asks) and not asks.endswith("?")


def is_list(kind: Any) -> bool:
    return any(get_origin(part) is tuple for part in parts(kind))


def element(kind: Any) -> Any:
    """What a list holds; of anything else the type itself."""
    return next((get_args(part)[0] for part in parts(kind) if get_origin(part) is tuple), kind)


def words(kind: Any) -> tuple[Any, ...]:
    """The literal answers."""
    return tuple(word for part in parts(kind) if get_origin(part) is Literal for word in get_args(part))


def takes_cards(kind: Any) -> bool:
    return Card in parts(kind)


def takes_seats(kind: Any) -> bool:
    return Seat in parts(kind)
