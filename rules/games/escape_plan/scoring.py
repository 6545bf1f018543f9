"""END OF GAME: every player's money, line by line, and who wins a tie."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

HEADING = "END OF GAME"
NOT_ENTERED = -1


class Fugitive(Struct, frozen=True):
    """What counts for one player. `contacts` are those before the final discard."""

    name: str
    money: int = 0
    plan: int = 0
    assets_flipped: int = 0
    contacts: int = 0
    lockers: tuple[int, ...] = ()
    exits: tuple[int, ...] = ()
    notoriety: int = 0
    wounds: int = 0
    arrested: bool = False


class Figures(Struct, frozen=True):
    """What the box prints and the aid says about money at the end."""

    contacts: Sequence[int]  # by the number of cards left
    losses: Sequence[int]  # by the position on the Notoriety track
    flipped: int
    wound: int


class Item(Struct, frozen=True):
    player: str
    what: str
    amount: int
    heading: str = HEADING


class Score(Struct, frozen=True):
    totals: dict[str, int]
    winners: tuple[str, ...]
    tie_break: str | None
    lines: tuple[Item, ...]
    missing: tuple[str, ...]  # tables of the box that were needed and are not entered


def score(fugitives: Sequence[Fugitive], figures: Figures) -> Score:
    lines: list[Item] = []
    missing: dict[str, None] = {}
    totals: dict[str, int] = {}
    for one in fugitives:
        counted = list(_items(one, figures, missing))
        lines += counted
        totals[one.name] = sum(item.amount for item in counted)
    winners, tie_break = _winners(fugitives, totals)
    return Score(totals, winners, tie_break, tuple(lines), tuple(missing))


def _items(one: Fugitive, figures: Figures, missing: dict[str, None]) -> list[Item]:
    if one.arrested:
        return [Item(one.name, "arrested: the score is zero", 0)]
    left = max(one.contacts - 1, 0)
    contacts = _figure(figures.contacts, left, "contacts", missing)
    loss = _figure(figures.losses, one.notoriety, "notoriety", missing)
    cards = f"{left} Contact card{'s' * (left != 1)} after the final discard"
    items = [
        ("Businesses and Safe Houses, by the Escape Plan card", one.plan),
        ("money behind the screen", one.money),
        (f"{one.assets_flipped} flipped Asset tiles", one.assets_flipped * figures.flipped),
        (cards if contacts is not None else f"{cards} (that figure of your box is not entered)", contacts or 0),
        *((f"Locker tile {number}", value) for number, value in enumerate(one.lockers, 1)),
        *((f"Exit tile {number}", value) for number, value in enumerate(one.exits, 1)),
        (
            f"Notoriety {one.notoriety}" + ("" if loss is not None else " (that figure of your box is not entered)"),
            -(loss or 0),
        ),
        (f"{one.wounds} Wound{'s' * (one.wounds != 1)}", -one.wounds * figures.wound),
    ]
    return [Item(one.name, what, amount) for what, amount in items]


def _figure(table: Sequence[int], index: int, name: str, missing: dict[str, None]) -> int | None:
    """An entry of a table; past its end the last one counts, as the track and the row end there."""
    found = table[min(index, len(table) - 1)] if table else NOT_ENTERED
    if found == NOT_ENTERED:
        missing[name] = None
        return None
    return found


def _winners(fugitives: Sequence[Fugitive], totals: Mapping[str, int]) -> tuple[tuple[str, ...], str | None]:
    """Most money; ties by most behind the screen, then least Notoriety, then least Wounds.

    An arrest is a score of zero, not a bar; but where everybody was arrested, nobody wins.
    """
    if all(one.arrested for one in fugitives):
        return (), None
    most = max(totals.values())
    best = [one for one in fugitives if totals[one.name] == most]
    tie_break = None
    for name in ("money", "notoriety", "wounds"):
        if len(best) < 2:
            break
        keys = [one.money if name == "money" else -getattr(one, name) for one in best]
        if min(keys) < max(keys):
            best, tie_break = [one for one, key in zip(best, keys, strict=True) if key == max(keys)], name
    return tuple(one.name for one in best), tie_break


def as_data(found: Score) -> dict[str, Any]:
    """The score as `companion score` prints it."""
    return {
        "totals": found.totals,
        "winners": list(found.winners),
        "tie_break": found.tie_break,
        "lines": [
            {"player": item.player, "what": item.what, "amount": item.amount, "heading": item.heading}
            for item in found.lines
        ],
        "missing": list(found.missing),
    }
