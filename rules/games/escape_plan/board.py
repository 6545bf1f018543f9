"""The city at a glance: round and turn, whose turn it is, what is asked, and what everybody can see of each player."""

from rules.board import Badge, Board, Chair, Dial, Figure, Line, Outcome, Pile
from rules.games.escape_plan.final_score import score_of
from rules.games.escape_plan.flow import to_reveal
from rules.games.escape_plan.pieces import EXITS, NAMES
from rules.games.escape_plan.state import DECK, DISCARD, DISPLAY, PATROL_DECK, State
from rules.games.escape_plan.view import alarm, dial, name_of
from rules.sentences import listed


def board(state: State) -> Board:
    now = alarm(state)
    asked = awaited(state)
    return Board(
        headline(state),
        state.waiting.asks(state) if state.waiting is not None else "",
        tuple(chair(state, seat, seat in asked) for seat in range(len(state.box.seats))),
        Dial(dial(state), () if now == "none" else (now,)),
        (),
        (
            Pile("contacts", "Contacts", state.zones[DISPLAY].size),
            Pile("deck", "Contact deck", state.zones[DECK].size),
            Pile("patrol", "Patrol", state.zones[PATROL_DECK].size),
            Pile("discard", "Discard", state.zones[DISCARD].size),
        ),
        figures(state),
        outcome(state) if state.over else None,
    )


def awaited(state: State) -> tuple[int, ...]:
    """The seats that the table waits for."""
    if state.stage == "reveal":
        return to_reveal(state)
    if state.over:
        return ()
    return tuple(state.waiting.awaits(state)) if state.waiting is not None else (state.turn,)


def headline(state: State) -> str:
    seats = state.box.seats
    if state.over:
        winners = score_of(state).winners
        return f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}" if winners else "Nobody gets away"
    if state.stage == "reveal":
        return "Lay everything open"
    waiting = state.waiting
    if waiting is None:
        return f"{seats[state.turn]}'s turn"
    if waiting.do_next:
        (seat,) = waiting.awaits(state)
        return str(waiting.do_next.format(player=seats[seat]))
    return "Sandra's turn" if waiting.heading == "SANDRA'S TURN" else "The Patrol"


def chair(state: State, seat: int, active: bool) -> Chair:
    player = state.players[seat]
    change = player.red - player.blue
    moving = f" ({change:+d})" if change else ""
    badges = [
        Badge("place", NAMES[player.at], f"at the {NAMES[player.at]}"),
        Badge("notoriety", f"{player.notoriety}{moving}", f"Notoriety {player.notoriety}{moving}"),
        Badge("contact", str(len(player.contacts)), f"{len(player.contacts)} Contact cards"),
        Badge("asset", str(len(player.unlocked)), f"{len(player.unlocked)} Asset tiles unlocked"),
    ]
    for kind, number, says in (
        ("wound", player.wounds, "Wounds"),
        ("cuff", player.cuffs, "Handcuff cards"),
        ("disc", player.discs, "Extra Action discs"),
        ("key", sum(player.keys), "unused Keys"),
        ("gas", player.gas, "Gas cans"),
        ("gang", sum(members for _, members in player.gangs), "Gang members"),
        ("tile", len(player.tiles), "Equipment and Fixer tiles"),
        ("locker", player.lockers + player.exits, "Locker and Exit tiles"),
    ):
        if number:
            badges.append(Badge(kind, str(number), f"{number} {says}", warns=kind == "wound" and number >= 3))
    if state.box.house["open-money"] and player.money is not None:
        badges.append(Badge("money", f"${player.money}", f"${player.money} thousand"))
    if player.escaped:
        badges.append(Badge("escaped", str(player.escaped), f"escaped as number {player.escaped}"))
    if player.arrested:
        badges.append(Badge("arrested", "", "arrested"))
    return Chair(state.box.seats[seat], active, player.arrested or (bool(player.escaped) and not active), tuple(badges))


def figures(state: State) -> tuple[Figure, ...]:
    tables = state.box.tables
    open_exits = [NAMES[place] for number, place in enumerate(EXITS) if not state.blocked(number)]
    turns = tables["required"] + tables["optional"]
    found = [
        Figure("Round", f"{state.round} of {tables['rounds']}", state.round / tables["rounds"]),
        Figure("Turn", f"{state.part} of {turns}" if state.part else "before the turns", state.part / turns),
        Figure("Open Exits", ", ".join(name.removeprefix("Exit ") for name in open_exits)),
        Figure("Order", ", ".join(name_of(state, seat) for seat in state.order)),
    ]
    if state.box.sandra >= 0:
        sandra = state.players[state.box.sandra]
        found.append(Figure("Sandra", f"{NAMES[sandra.at]}, Notoriety {sandra.notoriety}"))
    if state.stage == "play" and state.going.acted == "" and state.waiting is None:
        found.append(Figure("Movement Points", str(tables["movement"] + state.going.boost)))
    return tuple(found)


def dollars(amount: int) -> str:
    return f"${amount}" if amount >= 0 else f"-${-amount}"


def outcome(state: State) -> Outcome:
    """The result as a story: who got away, and with how much."""
    score = score_of(state)
    story = []
    for seat, name in enumerate(state.box.seats):
        player = state.players[seat]
        how = "was arrested" if player.arrested else f"got away with {dollars(score.totals[name])} thousand"
        story.append(f"{name} {how}.")
    if score.tie_break:
        rests = {"money": "most money behind the screen", "notoriety": "least Notoriety", "wounds": "least Wounds"}
        story.append(f"A tie, broken by {rests[score.tie_break]}.")
    if score.missing:
        story.append(f"Not entered from your box, so not counted: the table of {listed(score.missing)}.")
    return Outcome(
        headline(state),
        score.winners,
        tuple(story),
        tuple(Line(item.player, item.what, dollars(item.amount), item.heading) for item in score.lines),
    )
