"""From the open hands to the result: who may land, and the score when nothing is left to decide."""

from rules.bag import BITS
from rules.games.hit_the_silk import scoring
from rules.games.hit_the_silk.cards import LICENCE, TANDEM
from rules.games.hit_the_silk.scoring import Ending, Jumper
from rules.games.hit_the_silk.state import HANDS, Draft, Landing, Situation


def ending_of(state: Situation) -> Ending:
    """What decides the result, as far as it is known."""
    landing = state.landing
    return Ending(
        tuple(
            Jumper(state.zones[HANDS + seat].known, player.alive, player.killed_by)
            for seat, player in enumerate(state.players)
        ),
        state.box.target,
        tuple((cuff.a, cuff.b) for cuff in state.cuffs if cuff.b >= 0),
        state.carried,
        landing.crew if landing else (),
        landing.landed if landing else None,
        not state.box.travel,
        state.box.house,
    )


def reveals_are_in(table: Draft) -> None:
    """Once every living hand lies open: the Tandem's holder is asked, if somebody needs the second place."""
    if not table.revealed_all:
        return
    ending = ending_of(table)
    for seat in table.living():
        if not table.zones[HANDS + seat].known >> BITS * TANDEM & 255:
            continue
        answered = any(giver == seat for giver, _ in table.carried)
        if not answered and scoring.spare_places(ending, seat) > 0 and scoring.needs_a_lift(ending, seat):
            table.note("who-rides", seat)
            if not scoring.aboard(ending):  # nobody is left to land: the holder's word decides the result
                table.stage, table.landing = "reveal", None
                return
    finish(table)


def finish(table: Draft) -> None:
    """On to the landing, or to the result."""
    ending = ending_of(table)
    crew = tuple(scoring.aboard(ending)) if ending.landed is None else ()
    if crew:
        licence = any(table.zones[HANDS + seat].known >> BITS * LICENCE & 255 for seat in crew)
        table.stage = "landing"
        table.landing = Landing(crew, table.box.board.start, licence)
        table.note("landing", *crew)
    else:
        table.stage = "over"
        table.note("over")
