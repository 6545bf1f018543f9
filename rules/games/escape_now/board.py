"""The room at a glance: minutes left, whose turn it is, where the pawns stand and how far each puzzle is."""

from rules import bag
from rules.board import Badge, Board, Chair, Dial, Figure, Outcome, Pile
from rules.games.escape_now import scoring
from rules.games.escape_now.cards import ACTION_IDS, NAMES, TRAITS, traits_of
from rules.games.escape_now.layout import LAST, PLACES
from rules.games.escape_now.start import TurnUp, named
from rules.games.escape_now.state import DISCARD, DRAW, NOWHERE, State
from rules.games.escape_now.view import alarms, played
from rules.sentences import capital, listed


def board(state: State) -> Board:
    seats = state.box.seats
    return Board(
        headline(state),
        state.waiting.asks(state) if state.waiting is not None else "",
        tuple(chair(state, seat) for seat in range(len(seats))),
        Dial(state.minutes, alarms(state)),
        (),
        (
            Pile("draw", "Draw", state.zones[DRAW].size),
            Pile("discard", "Discard", state.zones[DISCARD].size),
            Pile("puzzles", "On puzzles", sum(map(state.lies, state.box.layout.places))),
        ),
        tuple(figures(state)),
        outcome(state) if state.over else None,
        "" if state.over else "escape",
    )


def headline(state: State) -> str:
    player = state.box.seats[state.turn]
    if isinstance(state.waiting, TurnUp):
        return f"Turn up {named(state.waiting.place)}"
    if state.over:
        return "Escaped!" if state.escaped else "Locked in"
    if state.stage == "start":
        if state.starter < 0:
            return "Who starts?"
        return f"{player} places {'the third pawn' if state.pawn >= len(state.box.seats) else 'a pawn'}"
    if state.pawn >= len(state.box.seats):
        return f"{player} plays {_besides(state, state.pawn)}"
    return f"{player}'s turn"


def _besides(state: State, pawn: int) -> str:
    """A hand that is nobody's own."""
    return "the third hand" if len(state.box.seats) == 2 else f"hand {pawn + 1}"


def chair(state: State, seat: int) -> Chair:
    badges = _badges(state, seat, "")
    for pawn in range(len(state.box.seats), len(state.pawns)):
        if state.holder == seat:
            badges += _badges(state, pawn, f"{_besides(state, pawn)}: ")
    waits = not state.over and seat == state.turn and not (state.stage == "start" and state.starter < 0)
    return Chair(state.box.seats[seat], waits, False, tuple(badges))


def _badges(state: State, pawn: int, whose: str) -> list[Badge]:
    cards, place = state.hand(pawn).size, state.pawns[pawn]
    says = f"{whose}{cards} {'card' if cards == 1 else 'cards'} in hand"
    found = [Badge("third" if whose else "hand", str(cards), says, not cards and not state.zones[DRAW].size)]
    if place != NOWHERE:
        found.append(Badge("pawn", PLACES[place], f"{whose}on {named(place)}"))
    return found


def figures(state: State) -> list[Figure]:
    """How far the team is, what the open puzzles still want, and how many cards of each kind nobody has seen."""
    places = state.box.layout.places
    solved = state.solved.bit_count()
    found = [Figure("Solved", f"{solved} of {len(places)}", solved / len(places))]
    found += [
        Figure(capital(named(place)), _progress(state, place), min(state.lies(place) / state.needs(place), 1.0))
        for place in places
        if state.visible(place) and not state.is_solved(place)
    ]
    counted = played(state)
    for kind in range(len(ACTION_IDS)):
        copies = bag.count(state.box.deck, kind)
        left = max(copies - bag.count(counted, kind), 0)
        if copies:
            found.append(Figure(NAMES[kind], f"{left} left", left / copies))
    return found


def _progress(state: State, place: int) -> str:
    """1 of 5, Logical + Perceptive, Perceptive missing."""
    lies, traits = state.lies(place), _names(traits_of(state.shown[place]))
    parts = [f"{lies} of {state.needs(place)}", " + ".join(traits)]
    if lies and (missing := _names(state.missing(place))):
        parts.append(f"{listed(missing)} missing")
    return ", ".join(part for part in parts if part)


def _names(traits: int) -> list[str]:
    return [NAMES[kind] for kind in TRAITS if traits >> kind & 1]


def outcome(state: State) -> Outcome:
    result = scoring.score(state)
    solved = state.solved.bit_count()
    story = [scoring.says(result), f"{solved} of {len(state.box.layout.places)} puzzles were solved."]
    if result.escaped:
        story.append(scoring.beside(result))
    else:
        last = "The last puzzle" if state.visible(LAST) else "The way to the last puzzle"
        story.append(f"{last} is for another evening.")
    winners = state.box.seats if result.escaped else ()
    record = result.minutes if result.escaped else None
    return Outcome(headline(state), winners, tuple(story), scoring.lines(result), record)
