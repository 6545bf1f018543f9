"""NOTORIETY: at the end of each turn the markers move by the cubes, and thresholds are crossed one by one."""

from msgspec.structs import replace

from rules.games.escape_plan.asked import MovePolice, ThresholdUnlock
from rules.games.escape_plan.state import Draft
from rules.state import Obligation


class Adjust(Obligation, frozen=True):
    """Each in turn order updates their position; the others follow once what it brings is settled."""

    order: tuple[int, ...]

    def run(self, table: Draft) -> None:
        for place, seat in enumerate(self.order):
            player = table.players[seat]
            if not player.red and not player.blue:
                continue
            table.players[seat] = replace(player, red=0, blue=0)
            crossed = shift(table, seat, player.red - player.blue)
            if crossed:
                table.pending += [Adjust(self.order[place + 1 :]), *crossed]
                return


def shift(table: Draft, seat: int, change: int) -> list[Obligation]:
    """A marker moves; past the top every step is a Wound. Thresholds that it crosses are still to be settled."""
    if not change:
        return []
    was = table.players[seat].notoriety
    top = table.box.figure("track", 0)
    now = max(was + change, 0)
    if top is not None and now > top:
        for _ in range(now - max(top, was)):
            if seat != table.box.sandra:
                table.wound(seat)
        now = max(top, was)
    table.change(seat, notoriety=now)
    table.note("notoriety", seat, now)
    if change < 0 or seat == table.box.sandra or table.out >> seat & 1:
        return []
    crossed = [number for number in (3, 2, 1) if was < (table.box.figure("thresholds", number - 1) or 0) <= now]
    return [Crossing(seat, number) for number in crossed]  # the first lies on top


class Crossing(Obligation, frozen=True):
    """The less notorious send Police, and the threshold's benefit follows."""

    seat: int
    number: int

    def run(self, table: Draft) -> None:
        table.note("threshold", self.seat, self.number)
        below = [
            seat
            for seat in table.order
            if seat != table.box.sandra
            and table.players[seat].in_city
            and table.players[seat].notoriety < table.players[self.seat].notoriety
        ]
        table.pending.append(Benefit(self.seat, self.number))
        table.pending += [SendPolice(seat, self.seat) for seat in reversed(below)]


class Benefit(Obligation, frozen=True):
    """One Asset tile, two, or one and an Extra Action disc."""

    seat: int
    number: int

    def run(self, table: Draft) -> None:
        player, number = table.players[self.seat], self.number
        again = player.crossed >> number & 1
        table.change(self.seat, crossed=player.crossed | 1 << number)
        if again and not table.box.house["thresholds-repeat"]:
            return
        if number == 3:
            table.disc(self.seat)
        if player.locked:
            table.pending.append(ThresholdUnlock(self.seat, 2 if number == 2 else 1))


class SendPolice(Obligation, frozen=True):
    """A Police Officer comes nearer, if that is possible; without a map the table sees to it."""

    seat: int
    towards: int

    def run(self, table: Draft) -> None:
        tile = table.city.tile_of(table.players[self.towards].at)
        if tile is not None and any(table.city.moves_towards(tile)):
            table.pending.append(MovePolice(self.seat, self.towards))
        else:
            table.note("send-police", self.seat, self.towards)
