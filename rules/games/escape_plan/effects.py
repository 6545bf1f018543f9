"""What Contact cards, Fixers, Assets, Equipment and Gang members do, by the effect that the data names."""

from collections.abc import Callable
from typing import Any

from rules.games.escape_plan.asked import Avoid, TakeContact, Unlock
from rules.games.escape_plan.pieces import CHOPPER, EFFECT, GANG, MEDEVAC, POLICE_OF, SEWER
from rules.games.escape_plan.state import Draft, Situation, State

MOVING = frozenset(("movement", "water", "fly", "sewer", "medevac"))  # "Use during movement."
AVOIDING = frozenset(("avoid-tile", "avoid-type", "avoid-one"))  # "Use during the avoid step."
GANG_CHOICES = {"notoriety": "notoriety", "fly": "gang-flight", "avoid": "avoid-tile"}


def effect_of(piece: int, choice: str | None) -> str:
    """The effect of a piece; a Gang's is one of three."""
    effect = EFFECT.get(piece, "")
    return GANG_CHOICES.get(choice or "", "gang") if effect == "gang" else effect


def moment_of(effect: str) -> str:
    if effect in AVOIDING:
        return "avoid"
    return "move" if effect in MOVING or effect == "gang-flight" else "any"


def still_to_avoid(s: Situation, seat: int) -> tuple[Any, ...]:
    top = s.pending[-1] if s.pending else None
    return top.officers if isinstance(top, Avoid) and top.seat == seat else ()


def avoided(s: State, piece: int, effect: str, tile: int, police: str | None) -> tuple[Any, ...]:
    """The Police that the effect avoids: on one of the tiles left, all, all of a type, or a single one."""
    officers = still_to_avoid(s, s.turn)
    there = {number for number, _ in officers}
    at = tile or (min(there) if len(there) == 1 else 0)
    if effect == "avoid-tile":
        return tuple(officer for officer in officers if officer[0] == at)
    fits = POLICE_OF[piece] if effect == "avoid-type" or len(POLICE_OF[piece]) < 3 else (*POLICE_OF[piece], "sandra")
    found = tuple(officer for officer in officers if officer == (at, police) and police in fits)
    return found[:1]


def apply(table: Draft, seat: int, piece: int, effect: str, action: Any) -> None:
    """The benefit; whoever calls turns the card or tile face down afterwards."""
    if effect in AVOIDING:
        gone = avoided(table, piece, effect, action.tile, action.police)  # type: ignore[arg-type]
        waiting = table.answered(Avoid)
        left = tuple(officer for officer in waiting.officers if officer not in gone)
        table.note("avoided", seat, len(gone))
        if left:
            table.pending.append(Avoid(seat, left))
    elif effect == "move-police":
        if action.source is not None and action.target is not None:
            table.city = table.city.move_police(action.police, action.source, action.target)
        table.note("police-moved", seat, action.police or "")
    elif effect == "remove-police":
        if action.source is not None:
            table.city = table.city.put(action.source, action.police, False)
        table.note("police-removed", seat, action.police or "")
    else:
        SIMPLE[effect](table, seat)


def _leap(way: int) -> Callable[[Draft, int], None]:
    return lambda table, seat: table.go(leaps=(*table.going.leaps, way))


def _unlock(table: Draft, seat: int) -> None:
    if table.players[seat].locked:
        table.pending.append(Unlock(seat, 1))


SIMPLE: dict[str, Callable[[Draft, int], None]] = {
    "movement": lambda table, seat: table.go(boost=table.going.boost + 1),
    "water": lambda table, seat: table.go(water=table.going.water + 1),
    "fly": _leap(CHOPPER),
    "gang-flight": _leap(GANG),
    "sewer": _leap(SEWER),
    "medevac": _leap(MEDEVAC),
    "disc": lambda table, seat: table.disc(seat),
    "income": lambda table, seat: table.earn(seat),
    "notoriety": lambda table, seat: table.lose(seat),
    "heal": lambda table, seat: table.heal(seat),
    "contact": lambda table, seat: table.pending.append(TakeContact(seat)),
    "refresh": lambda table, seat: table.refresh(seat),
    "unlock": _unlock,
}
