"""The plane at a glance: the Altimeter, whose turn it is, what is asked, and what everybody can see of each player."""

from rules.board import Badge, Board, Chair, Dial, Figure, Line, Link, Outcome, Pile
from rules.games.hit_the_silk import scoring
from rules.games.hit_the_silk.ending import ending_of
from rules.games.hit_the_silk.state import DISCARD, DRAW, LAUNDRY, LOCKBOX, OUT, State
from rules.games.hit_the_silk.view import alarm
from rules.sentences import listed

PILES = (
    ("draw", "Draw", DRAW),
    ("discard", "Discard", DISCARD),
    ("laundry", "Laundry", LAUNDRY),
    ("lockbox", "Lockbox", LOCKBOX),
    ("box", "Box", OUT),
)


def board(state: State) -> Board:
    seats = state.box.seats
    asked = awaited(state)
    return Board(
        headline(state),
        state.waiting.asks(state) if state.waiting is not None else "",
        tuple(chair(state, seat, seat in asked) for seat in range(len(seats))),
        dial(state),
        tuple(links(state)),
        tuple(Pile(name, title, state.zones[zone].size) for name, title, zone in PILES),
        tuple(figures(state)),
        outcome(state) if state.over else None,
    )


def awaited(state: State) -> tuple[int, ...]:
    """The seats that the table waits for."""
    if state.waiting is not None:
        return tuple(state.waiting.awaits(state))
    if state.stage == "turn":
        return (state.turn,)
    if state.stage == "reveal":
        return tuple(seat for seat in state.living() if not state.revealed >> seat & 1)
    return state.landing.crew if state.stage == "landing" and state.landing is not None else ()


def headline(state: State) -> str:
    seats = state.box.seats
    if state.over:
        winners = [seats[seat] for seat in scoring.score(ending_of(state)).winners]
        return f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}" if winners else "Nobody wins"
    if state.waiting is not None and state.waiting.do_next:
        (seat,) = state.waiting.awaits(state)
        return state.waiting.do_next.format(player=seats[seat])
    return {
        "turn": f"{seats[state.turn]}'s turn",
        "reveal": "Hit the silk!",
        "landing": "Land the plane!",
    }[state.stage]


def chair(state: State, seat: int, active: bool) -> Chair:
    player, hand, limit = state.players[seat], state.hand(seat).size, state.limit(seat)
    badges = [Badge("hand", str(hand), f"{hand} of {limit} cards in hand")]
    if player.bullets and player.alive:
        badges.append(Badge("wound", "", "injured: three cards at most"))
    if player.poison and player.alive:
        warns = "poison" in dial_alarms(state)
        badges.append(Badge("poison", "" if player.poison == 1 else str(player.poison), "poisoned", warns))
    if cases := state.cases(seat):
        badges.append(Badge("case", "" if cases == 1 else str(cases), "cuffed to a Briefcase"))
    if wrists := state.wrists(seat):
        badges.append(Badge("cuff", str(wrists), "both wrists cuffed" if wrists > 1 else "one wrist cuffed"))
    if not player.alive:
        badges.append(Badge("dead", "", f"killed by {'a Bullet' if player.killed_by == 'bullet' else 'Poison'}"))
    if state.stage == "reveal" and state.revealed >> seat & 1:
        badges.append(Badge("open", "", "hand laid open"))
    return Chair(state.box.seats[seat], active, not player.alive, tuple(badges))


def dial(state: State) -> Dial | None:
    return None if state.altitude is None else Dial(state.altitude, dial_alarms(state))


def dial_alarms(state: State) -> tuple[str, ...]:
    now = alarm(state)
    return () if now == "none" else (now,)


def links(state: State) -> list[Link]:
    seats = state.box.seats
    found = [
        Link("cuff", seats[cuff.a], seats[cuff.b], f"Handcuffs {cuff.token}: {seats[cuff.a]} and {seats[cuff.b]}")
        for cuff in state.cuffs
        if cuff.b >= 0
    ]
    found += [
        Link("silk", seats[one], seats[other], f"{seats[one]} carries {seats[other]}") for one, other in state.carried
    ]
    return found


def figures(state: State) -> list[Figure]:
    found = [Figure("Target", f"£{state.box.target}k")]
    if state.box.travel:
        rounds = state.box.tables["rounds"]
        found.append(Figure("Round", f"{state.round} of {rounds}", state.round / rounds))
    return found


def outcome(state: State) -> Outcome:
    """The result as a story: what became of the team, then of each player."""
    seats = state.box.seats
    score = scoring.score(ending_of(state))
    paid = "debt paid" if score.team_wins else "too little"
    team = f"The team jumped with £{score.cash}k of £{score.target}k: {paid}."
    return Outcome(
        headline(state),
        tuple(seats[seat] for seat in score.winners),
        (team, *(f"{seats[seat]}: {why}" for seat, why in enumerate(score.whys))),
        tuple(
            Line("" if line.who is None else seats[line.who], line.what, f"£{line.amount}k", line.heading)
            for line in score.lines
        ),
    )
