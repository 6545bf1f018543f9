"""GAMEPLAY: three rounds of six phases. What needs nobody's word happens here; what does is an obligation."""

from functools import cache
from typing import Any, ClassVar

from rules.action import Seat
from rules.games.escape_plan.asked import BuyAsset, Join, PlaceTiles, RevealPatrol, SandraTurn, StayOut
from rules.games.escape_plan.notoriety import Adjust
from rules.games.escape_plan.state import AT_REST, Draft
from rules.state import Obligation


def begin_round(table: Draft) -> None:
    """Phases 1 to 4 lie on the stack, the first on top."""
    tables = table.box.tables
    table.note("round", table.round)
    table.part = 0
    table.pending.append(StartActions())
    table.pending.append(PlaceTiles(tables["new_tiles"], _people(table)))
    table.pending.append(RevealPatrol(tables["patrol"][table.round - 1]))
    if table.round > 1:  # 1) INCOME (skip in Round 1)
        people = _people(table)
        for seat in people:
            table.earn(seat)
        buyers = tuple(seat for seat in people if may_buy(table, seat))
        if buyers:
            table.pending.append(BuyAsset(buyers))


def may_buy(table: Any, seat: int) -> bool:
    """1) INCOME: below 3 on the track, $3, and a tile that can still be unlocked."""
    player, tables = table.players[seat], table.box.tables
    enough = player.money is None or player.money >= tables["income_asset"]
    return bool(player.notoriety < tables["low_notoriety"] and player.locked and enough)


class StartActions(Obligation, frozen=True):
    """4) TURN ORDER, then the first turn of 5) PLAYER ACTION."""

    heading: ClassVar[str] = "4) TURN ORDER"

    def run(self, table: Draft) -> None:
        table.order = turn_order(table)
        table.note("order", *(seat for seat in table.order if seat != table.box.sandra))
        begin_part(table, 1)


def turn_order(table: Draft) -> tuple[int, ...]:
    """4) TURN ORDER: the most notorious first; who is tied swaps places."""
    if table.round == 1 and table.box.house["first-round-order"] == "keep":
        return table.order
    swapped = table.order[::-1]  # sorting keeps the order of equals
    return tuple(sorted(swapped, key=lambda seat: -table.players[seat].notoriety))


def begin_part(table: Draft, part: int) -> None:
    """5) PLAYER ACTION: all take the first three turns, who discards a disc the other two."""
    table.part = part
    if not _people(table):
        finish(table)
        return
    here = tuple(seat for seat in table.order if not table.out >> seat & 1)
    if part <= table.box.tables["required"]:
        table.queue = here
        next_turn(table)
    else:
        asked = tuple(seat for seat in here if table.players[seat].discs)
        table.pending.append(Joined(Join(asked, ())))


class Joined(Obligation, frozen=True):
    """Who is still to be asked is asked; Sandra always takes part. Then those who take part have their turns."""

    join: Any

    def run(self, table: Draft) -> None:
        asked, joined = self.join.order, self.join.joined
        while asked and asked[0] == table.box.sandra:
            table.change(table.box.sandra, discs=table.players[table.box.sandra].discs - 1)
            joined, asked = (*joined, asked[0]), asked[1:]
        if asked:
            table.pending.append(Join(asked, joined))
        else:
            table.queue = joined
            next_turn(table)


def next_turn(table: Draft) -> None:
    """The next player in turn order, or the ★ space once all are through."""
    table.going = AT_REST
    if not table.queue or not _people(table):
        table.queue = ()
        table.pending += [EndPart(), Adjust(table.order)]
        return
    seat, table.queue = table.queue[0], table.queue[1:]
    if seat == table.box.sandra:
        table.pending.append(SandraTurn())
        return
    table.turn = Seat(seat)
    table.note("turn", seat)
    if table.escapes:  # 5) PLAYER ACTION: $1 at the start of each turn once another player is out
        money = table.players[seat].money
        if money is None:
            table.pending.append(StayOut(seat))
        elif money >= table.box.tables["stay"]:
            table.pay(seat, table.box.tables["stay"])
            table.note("stays", seat)
        else:
            arrest(table, seat)
            next_turn(table)


def arrest(table: Draft, seat: int) -> None:
    table.change(seat, arrested=True)
    table.out |= 1 << seat
    table.note("arrested", seat)


class EndPart(Obligation, frozen=True):
    """The marker leaves the ★ space for the next turn, or the round changes."""

    def run(self, table: Draft) -> None:
        tables = table.box.tables
        if table.part < tables["required"] + tables["optional"] and _people(table):
            begin_part(table, table.part + 1)
        elif table.round < tables["rounds"] and _people(table):  # 6) CHANGE OF ROUND
            for seat in range(len(table.box.seats)):
                table.change(seat, rested=False)
            table.round += 1
            begin_round(table)
        else:
            finish(table)


def finish(table: Draft) -> None:
    """END OF GAME: who is still in the city is arrested; the others lay everything open."""
    for seat in _people(table):
        if table.box.house["left-in-the-city"] == "arrested":
            arrest(table, seat)
    table.queue, table.going = (), AT_REST
    table.stage = "reveal"
    table.note("end")
    close(table)


def close(table: Draft) -> None:
    """The game is over once everybody whose money counts has laid it open."""
    if not to_reveal(table):
        table.stage = "over"
        table.note("over")


def to_reveal(state: Any) -> tuple[int, ...]:
    return tuple(
        seat
        for seat in range(len(state.box.seats))
        if not state.players[seat].arrested and state.players[seat].revealed is None
    )


def _people(table: Draft) -> tuple[int, ...]:
    """Who is still in the city, in turn order, without Sandra."""
    return _present(table.order, table.box.sandra, table.out)


@cache
def _present(order: tuple[int, ...], sandra: int, out: int) -> tuple[int, ...]:
    return tuple(seat for seat in order if seat != sandra and not out >> seat & 1)
