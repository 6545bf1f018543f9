"""Reading plain data that a person or a script wrote, with a sentence for everything that can be wrong with it."""

from collections.abc import Mapping
from typing import Any

from rules.action import Unreadable


def read_object(data: Any, what: str, fields: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """An object with these fields and no others; without `fields`, with any."""
    if not isinstance(data, Mapping):
        raise Unreadable(f"{what} has to be an object.")
    for name in data:
        if fields and name not in fields:
            raise Unreadable(f"{what} has no field “{str(name)[:40]}”. It takes: {', '.join(fields)}.")
    return data


def read_number(data: Any, what: str, low: int, high: int, step: int = 1) -> int:
    """A whole number within these bounds, both included."""
    if not isinstance(data, int) or isinstance(data, bool) or not low <= data <= high or data % step:
        steps = f", in steps of {step}" if step > 1 else ""
        raise Unreadable(f"{what} must be a number from {low} to {high}{steps}.")
    return data
