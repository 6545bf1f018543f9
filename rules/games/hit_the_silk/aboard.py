"""LAND THE PLANE!: who is left aboard, and the last search for the Pilot's Licence before the first roll."""

from typing import Any

from msgspec.structs import replace

from rules.bag import BITS
from rules.games.hit_the_silk.cards import LICENCE
from rules.games.hit_the_silk.state import HANDS, Draft, Situation, State
from rules.games.hit_the_silk.turn import STAGES, cause_of_death, nothing_waits, own_turn
from rules.knowledge import possible
from rules.verdict import Rule, rule

HEADING = "LAND THE PLANE!"


def _heading(s: State, a: Any) -> str:
    return cause_of_death(s, a) if s.stage == "turn" else HEADING


def _says(s: State, a: Any) -> str:
    if s.stage == "turn":
        return str(own_turn.says(s, a))  # type: ignore[operator]
    if s.landing is not None and s.landing.flying:
        return "The dice have been rolled: the last search is over."
    return f"{s.box.seats[a.by]} is not left aboard."


@rule(lambda s, a: STAGES[s.stage][0], lambda s, a: STAGES[s.stage][1], firm=True, whoever=True)
def in_play_or_last_search(s: State, a: Any) -> bool:
    return s.stage in ("turn", "landing")


@rule(_heading, _says)
def own_turn_or_aboard(s: State, a: Any) -> bool:
    if s.landing is None:
        return bool(a.by == s.turn)
    return a.by in s.landing.crew and not s.landing.flying


@rule(HEADING, "The crew has the Pilot's Licence already.")
def licence_is_missing(s: State, a: Any) -> bool:
    """They search, in the Lockbox and among the dead too, only if they are not in possession of it."""
    return s.landing is None or not s.landing.licence


ON_TURN_OR_LAST_SEARCH: tuple[Rule, ...] = (
    in_play_or_last_search,
    nothing_waits,
    own_turn_or_aboard,
    licence_is_missing,
)


def find_licence(table: Draft) -> None:
    """The crew has the Licence as soon as one of them holds it."""
    landing = table.landing
    if landing is not None and has_licence(table):
        table.landing = replace(landing, licence=True)


def has_licence(state: Situation) -> bool:
    crew = state.landing.crew if state.landing else ()
    return any(state.zones[HANDS + seat].known >> BITS * LICENCE & 255 for seat in crew)


def may_have_licence(state: Situation) -> bool:
    """A card that the crew drew or took unseen could be the Licence."""
    crew = state.landing.crew if state.landing else ()
    return any(possible(state.zones, state.unseen, HANDS + seat, LICENCE) for seat in crew)
