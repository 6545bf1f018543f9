"""Which actions a touch, a card on the mat or a throw of the dice can mean, and why not where none can."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from companion.session.field_types import is_flag, is_list, takes_cards, words
from rules.action import Action, Seat, fields
from rules.game import allows, open_to
from rules.table import Table
from rules.verdict import Answer, Verdict

ANYWHERE = "table"
"""The zone of a table without a mat, and of what is laid off every pile."""

Laid = tuple[str, str | None]
"""A card's id and the zone it was seen in."""


def meant_by_touch(table: Table, do: str, options: Sequence[Action]) -> list[Action]:
    """Every way in which an action of this name could be done now."""
    kind = table.game.actions[do]
    return _ways(table, kind, [option for option in options if type(option) is kind])


def meant_by_cards(table: Table, laid: Sequence[Laid], options: Sequence[Action]) -> list[Action]:
    """Every way that lays these cards, the likeliest kind of action first."""
    matching = [option for option in options if lays(table, option, laid)]
    kinds = {type(option) for option in matching}
    spread = {kind: len({o.lays(table.state) for o in options if type(o) is kind}) for kind in kinds}
    order = list(table.game.actions.values())
    # Steal always lays a Steal, Change any card: what fewer cards can mean is meant more likely.
    found: list[Action] = []
    for kind in sorted(kinds, key=lambda kind: (spread[kind], order.index(kind))):
        found += _ways(table, kind, [option for option in matching if type(option) is kind])
    return found


def meant_by_sense(table: Table, sense: str, value: Any, options: Sequence[Action]) -> list[Action]:
    """Every way that shows this to the camera."""
    return [way for way in options if sense in (shown := way.shows(table.state)) and same(shown[sense], value)]


def lays(table: Table, action: Action, laid: Sequence[Laid]) -> bool:
    """Whether all these cards are among what the action lays down."""
    names = table.state.box.card_ids
    left: list[Laid] = [(names[card], zone) for card, zone in action.lays(table.state)]
    for card in laid:
        rest = without(left, card)
        if len(rest) == len(left):
            return False
        left = rest
    return True


def without(laid: Sequence[Laid], seen: Laid) -> list[Laid]:
    """What is left to be seen of these cards once this one was seen."""
    card, zone = seen
    own = next((k for k, one in enumerate(laid) if one[0] == card and fits(one[1] or ANYWHERE, zone)), None)
    return [one for k, one in enumerate(laid) if k != own]


def fits(wanted: str, zone: str | None) -> bool:
    """Without a mat a card lies just somewhere."""
    return zone == ANYWHERE or wanted == (ANYWHERE if zone is None else zone)


def same(one: Any, other: Any) -> bool:
    """Dice have no order; a place on a board has."""
    if isinstance(one, tuple) and all(isinstance(value, str) for value in one):
        return Counter(one) == Counter(other)
    return bool(one == other)


# ---------------------------------------------------------------- refusals


def tried_by_touch(table: Table, do: str, seats: Iterable[Seat]) -> Iterator[tuple[Action, Verdict]]:
    """What a touch on an impossible button tried, and what the rules say to it."""
    kind = table.game.actions[do]
    for seat in seats:
        for way in list(kind.candidates(table.state, seat)) or blanks(kind, [seat]):
            yield way, table.check(way)


def tried_by_cards(table: Table, laid: Sequence[Laid], seats: Iterable[Seat]) -> Iterator[tuple[Action, Verdict]]:
    """What somebody who lays these cards at the wrong moment may have meant."""
    for seat in seats:
        for kind in table.game.actions.values():
            for way in kind.candidates(table.state, seat):
                if lays(table, way, laid):
                    yield way, table.check(way)


# ---------------------------------------------------------------- ways


def blanks(kind: type[Action], seats: Iterable[Seat]) -> list[Action]:
    """Where only the table can say it (a hand laid open): the action with nothing in its lists yet."""
    needed = [field for name, field in fields(kind).items() if field.required and name != "by"]
    if not needed or not all(is_list(field.type) for field in needed):
        return []
    return [kind(seat, **{field.name: () for field in needed}) for seat in seats]


def _ways(table: Table, kind: type[Action], candidates: list[Action]) -> list[Action]:
    """The candidates, or blanks where there can be none, with every answer to the optional fields that are asked."""
    ways = candidates or blanks(kind, open_to(table.game, table.state, kind))
    for name in kind.asks:
        field = fields(kind)[name]
        if field.required or is_flag(field.type, kind.asks[name]) or is_list(field.type):
            continue
        if any(getattr(way, field.name) != field.default for way in _candidates(table, kind)):
            continue  # the candidates tell what can be answered
        ways = [each for way in ways for each in _answered(table, way, field.name, field.type)]
    return ways


def _candidates(table: Table, kind: type[Action]) -> Iterator[Action]:
    for seat in range(len(table.state.box.seats)):
        yield from kind.candidates(table.state, Seat(seat))


def _answered(table: Table, way: Action, name: str, kind: Any) -> list[Action]:
    """One way for every allowed answer, if one of them would make sure what is not; else it may stay unsaid."""
    if kind is bool:
        return [other for value in (True, False) if allows(table.state, other := replace(way, **{name: value}))]
    if table.check(way).answer is Answer.YES:
        return [way]
    values = [*(range(len(table.state.box.card_ids)) if takes_cards(kind) else ()), *words(kind)]
    found = [other for value in values if allows(table.state, other := replace(way, **{name: value}))]
    settles = any(table.check(other).answer is Answer.YES for other in found)
    return found if settles and len(found) > 1 else [way]
