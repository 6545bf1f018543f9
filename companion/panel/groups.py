"""Many answers in two steps: first the family ("Average Joe"), then the one meant ("7")."""

from collections.abc import Callable, Sequence

MANY = 24
"""Answers that are shown all at once."""


def groups(names: Sequence[str]) -> dict[str, list[int]]:
    """The places of names that belong together, by what they share: all but the first word, or the first one. Those
    that share it with no other stand under no name. Empty where there are few, or where they share nothing."""
    if len(names) <= MANY:
        return {}
    found = [_shared(names, key) for key in (_rest, _first)]
    useful = [one for one in found if 2 <= len(one) <= MANY and max(map(len, one.values())) <= MANY]
    return min(useful, key=len, default={})


def _shared(names: Sequence[str], key: Callable[[str], str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        found.setdefault(key(name), []).append(at)
    shared = {name: places for name, places in found.items() if len(places) > 1}
    alone = [at for places in found.values() if len(places) == 1 for at in places]
    return {**shared, "": alone} if alone else shared


def _rest(name: str) -> str:
    first, _, rest = name.partition(" ")
    return rest or first


def _first(name: str) -> str:
    return name.partition(" ")[0]
