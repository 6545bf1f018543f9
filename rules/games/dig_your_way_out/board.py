"""The prison at a glance: the longest tunnel, whose turn it is, what is asked, and what everybody can see of each."""

from rules import bag
from rules.board import Badge, Board, Chair, Dial, Figure, Line, Link, Outcome, Pile
from rules.games.dig_your_way_out.actions.extort import Combat, Intimidation, Payment
from rules.games.dig_your_way_out.cards import (
    BACKGROUNDS,
    GANG_CARDS,
    GANG_NAMES,
    GANGS,
    IDS,
    NAMES,
    PILED,
    PLACE_NAMES,
    SOLITARY,
)
from rules.games.dig_your_way_out.state import DISCARD, SEARCH, State
from rules.games.dig_your_way_out.view import alarm, leading, result
from rules.sentences import listed


def board(state: State) -> Board:
    asked = awaited(state)
    return Board(
        headline(state),
        state.waiting.asks(state) if state.waiting is not None else "",
        tuple(chair(state, seat, seat in asked) for seat in range(len(state.players))),
        Dial(leading(state), () if alarm(state) == "none" else (alarm(state),), (state.box.goal,)),
        links(state),
        piles(state),
        () if state.over else (Figure("Goal", str(state.box.goal)), Figure("Actions left", str(state.left))),
        outcome(state) if state.over else None,
    )


def awaited(state: State) -> tuple[int, ...]:
    if state.over:
        return ()
    return tuple(state.waiting.awaits(state)) if state.waiting is not None else (state.turn,)


def headline(state: State) -> str:
    seats = state.box.seats
    if state.over:
        return f"{seats[state.winner]} escapes"
    if state.waiting is not None and state.waiting.do_next:
        (seat,) = state.waiting.awaits(state)
        return str(state.waiting.do_next.format(player=seats[seat]))
    return f"{seats[state.turn]}'s turn"


def chair(state: State, seat: int, active: bool) -> Chair:
    player, printed = state.players[seat], state.box.printed
    hand, limit, points = state.hand(seat).size, state.limit(seat), state.points(seat)
    place = PLACE_NAMES[player.place]
    badges = [
        Badge("points", f"{points}/{state.box.goal}", f"{points} of {state.box.goal} Tunnel points"),
        Badge("place", place, f"in the {place}", player.place == SOLITARY),
        Badge("hand", str(hand), f"{hand} cards in hand", hand > limit),
        Badge("money", str(player.cigarettes), f"{player.cigarettes} Cigarettes"),
    ]
    if player.beatings:
        worst = player.beatings == state.box.tables["beatings"]
        says = "2 Beatings: no Craft, no Dig" if worst else "1 Beating: no Craft"
        badges.append(Badge("wound", str(player.beatings), says, worst))
    if player.gang >= 0:
        says = f"with the {GANG_NAMES[player.gang]}"
        if player.card >= 0:
            card = printed["gang_cards"][GANG_CARDS[player.card]]
            says += f": {card['name']}. {card['text']}"
        badges.append(Badge("gang", GANG_NAMES[player.gang], says))
    if player.background >= 0:
        name = printed["backgrounds"][BACKGROUNDS[player.background]]["name"]
        badges.append(Badge("background", name, f"Background revealed: {name}"))
    return Chair(state.box.seats[seat], active, state.over and seat != state.winner, tuple(badges))


def links(state: State) -> tuple[Link, ...]:
    waiting = state.waiting
    if not isinstance(waiting, Intimidation | Combat | Payment):
        return ()
    one, other = state.box.seats[waiting.by], state.box.seats[waiting.whom]
    return (Link("duel", one, other, f"{one} extorts {other} for a {NAMES[waiting.tool]}"),)


def piles(state: State) -> tuple[Pile, ...]:
    """The deck, the discard pile, and the open piles of Tools, Knives and gangs."""
    found = [
        Pile("search", "Search", state.zones[SEARCH].size),
        Pile("discard", "Discard", state.zones[DISCARD].size),
    ]
    for kind in range(PILED):
        left = state.pile(kind)
        found.append(Pile(IDS[kind], PLURALS[kind], left, IDS[kind] if left else ""))
    for gang, pile in enumerate(state.gangs):
        found.append(Pile(GANGS[gang], GANG_NAMES[gang], pile.size, f"gang-{GANGS[gang]}" if pile.size else ""))
    return tuple(found)


PLURALS = ("Spoons", "Picks", "Shovels", "Knives")


def outcome(state: State) -> Outcome:
    """Who escaped, and how far the others had come."""
    seats, score = state.box.seats, result(state)
    winner = seats[state.winner]
    others = [name for name in seats if name != winner]
    tools = [f"{number} × {NAMES[kind]}" for kind, number in bag.kinds(state.dug(state.winner))]
    story = [
        f"{winner} has dug a tunnel of {score['points'][winner]} points with {listed(tools)}.",
        f"The alarm goes off: the unfinished tunnels of {listed(others)} are found.",
    ]
    return Outcome(
        headline(state),
        (winner,),
        tuple(story),
        tuple(Line(line["player"], line["what"], str(line["amount"]), line["heading"]) for line in score["lines"]),
    )
