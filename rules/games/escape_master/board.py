"""The table at a glance: whose deal, who is out, whose hand is to be counted, and how near the Breaking Point is."""

from rules.board import Badge, Board, Chair, Dial, Figure, Line, Link, Outcome, Pile
from rules.games.escape_master import scoring
from rules.games.escape_master.cards import IDS, NAMES, TRAP_UP
from rules.games.escape_master.stacks import ON_THE_MAT
from rules.games.escape_master.state import NO_STORY, UNREAD, State
from rules.games.escape_master.view import alarm, most_blunders
from rules.sentences import listed

NEEDLE_ENDS = 40  # the gauge's face goes no further


def board(state: State) -> Board:
    seats = state.box.seats
    asked = awaited(state)
    return Board(
        headline(state),
        asks(state),
        tuple(chair(state, seat, seat in asked) for seat in range(len(seats))),
        Dial(min(most_blunders(state), NEEDLE_ENDS), () if alarm(state) == "none" else (alarm(state),)),
        tuple(links(state)),
        tuple(piles(state)),
        tuple(figures(state)),
        outcome(state) if state.over else None,
        f"round {state.standing.rounds + 1}" if state.stage == "round" else "",
    )


def piles(state: State) -> list[Pile]:
    """The Stacks that have a place on the mat, and all further ones."""
    numbers = range(1, max(ON_THE_MAT, len(state.stacks)) + 1)
    stacks = [(number, state.stack(number)) for number in numbers]
    return [
        Pile(f"stack-{number}", f"Stack {number}", stack.size if stack else 0, IDS[stack.top] if stack else "")
        for number, stack in stacks
    ]


def headline(state: State) -> str:
    seats, number = state.box.seats, state.standing.rounds + 1
    if state.over:
        return wins([seats[seat] for seat in state.standing.winners])
    if state.stage == "deal":
        return f"{seats[state.dealer]} deals"
    if state.stage == "round":
        return f"Round {number}"
    return "Escape Master!" if any(player.out for player in state.players) else "Nobody can play"


def wins(winners: list[str]) -> str:
    return f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}"


def asks(state: State) -> str:
    if state.waiting is not None:
        return str(state.waiting.asks(state))
    if state.stage == "deal":
        dealt = state.box.tables["dealt"]
        tie = f" It decides between {_names(state, state.standing.tie)}." if state.standing.tie else ""
        return f"{dealt} cards each, face down. {state.box.seats[state.dealer]} calls “Start!” at will.{tie}"
    if state.stage == "count":
        return f"To be counted: {_names(state, state.to_count())}."
    return ""


def _names(state: State, seats: tuple[int, ...] | list[int]) -> str:
    return listed([state.box.seats[seat] for seat in seats])


def awaited(state: State) -> tuple[int, ...]:
    """The seats that the table waits for; during a round it waits for nobody."""
    if state.waiting is not None:
        return tuple(state.waiting.awaits(state))
    if state.stage == "deal":
        return (state.dealer,)
    return tuple(state.to_count()) if state.stage == "count" else ()


def chair(state: State, seat: int, active: bool) -> Chair:
    player, box = state.players[seat], state.box
    total = state.total(seat)
    limit = box.terms.limit
    near = limit is not None and state.side_total(box.sides[box.side_of[seat]]) >= limit
    badges = [Badge("blunders", str(total), f"{total} Blunders", near)]
    if seat == state.dealer and not state.over:
        badges.append(Badge("dealer", "", "deals this round"))
    if player.out:
        badges.append(Badge("escaped", "", "is out"))
    elif player.hand is not None:
        left = player.hand.cards + player.hand.dooms
        badges.append(Badge("hand", str(left), f"{left} cards were left in hand"))
    if player.trap >= 0:
        arrow = "↑" if player.trap == TRAP_UP else "↓"
        badges.append(Badge("trap", arrow, f"in a Trap: {NAMES[player.trap]}", True))
    if player.leader:
        leader = box.leaders[player.leader]
        text = leader["beast"] if player.beast else leader["ability"]
        badges.append(Badge("leader", leader["name"], f"{leader['name']}. {text}".strip()))
    if player.beast:
        badges.append(Badge("beast", "", "in Beast Mode for this round"))
    if player.story != NO_STORY:
        text = box.stories[player.story - 1] if player.story != UNREAD else ""
        badges.append(Badge("story", "", f"has a Story card. {text}".strip()))
    if player.experience:
        badges.append(Badge("experience", str(player.experience), f"{player.experience} Experience points"))
    return Chair(box.seats[seat], active, seat not in state.standing.playing, tuple(badges))


def links(state: State) -> list[Link]:
    seats = state.box.seats
    return [
        Link("team", seats[side[0]], seats[side[1]], f"{seats[side[0]]} and {seats[side[1]]} are a team")
        for side in state.box.sides
        if len(side) > 1
    ]


def figures(state: State) -> list[Figure]:
    terms, standing = state.box.terms, state.standing
    number = standing.rounds + (not state.over)
    found = [
        Figure("Round", str(number))
        if terms.rounds is None
        else Figure("Round", f"{number} of {terms.rounds}", min(number / terms.rounds, 1.0))
    ]
    if terms.limit is not None:
        most = most_blunders(state)
        found.append(Figure("Breaking Point", f"{most} of {terms.limit}", min(most / terms.limit, 1.0)))
    if state.box.alliance:
        found += [Figure(_names(state, side), str(state.side_total(side))) for side in state.box.sides]
    if terms.dooms is not None:
        found.append(Figure("Doom pile", f"{standing.dooms} of {terms.dooms}", standing.dooms / terms.dooms))
    return found


def outcome(state: State) -> Outcome:
    """How it ended: what ended the game, then every total, the fewest first."""
    seats, standing, terms = state.box.seats, state.standing, state.box.terms
    ended = scoring.ENDINGS[standing.ended][0]
    order = sorted(terms.sides, key=lambda side: scoring.total_of(standing.totals, side))
    totals = [f"{_names(state, side)}: {scoring.total_of(standing.totals, side)} Blunders." for side in order]
    return Outcome(
        headline(state),
        tuple(seats[seat] for seat in standing.winners),
        (f"After {standing.rounds} rounds {ended}.", *totals),
        tuple(
            Line("" if line.who is None else seats[line.who], line.what, str(line.amount), line.heading)
            for line in scoring.lines(state.rounds, standing, terms)
        ),
    )
