"""The Altimeter: one obligation lowers the plane and meets every mark on the way, in order."""

from rules.games.hit_the_silk.jump import hit_the_silk, kill
from rules.games.hit_the_silk.state import Draft
from rules.games.hit_the_silk.vote import Vote
from rules.state import Obligation


class Drop(Obligation, frozen=True):
    """The plane loses so many feet. It stops at each mark it reaches; the rest of the drop waits beneath."""

    feet: int

    def run(self, table: Draft) -> None:
        if table.altitude is None or not self.feet or table.stage != "turn":
            return
        here = table.altitude
        goal = max(here - self.feet, table.box.marks[0])
        mark = max(table.box.next_mark(here), goal)
        table.altitude = mark
        table.note("drop", here, mark)
        if mark > goal:
            table.pending.append(Drop(mark - goal))
        if mark in table.box.marks:
            reach(table, mark)


class Turbulence(Obligation, frozen=True):
    """THE VOTE: a Wait shakes the plane."""

    def run(self, table: Draft) -> None:
        table.note("turbulence")
        table.pending.append(Drop(table.box.tables["turbulence"]))


def reach(table: Draft, height: int) -> None:
    """What a mark does. Each one is reached once: the plane never climbs."""
    tables = table.box.tables
    if height <= tables["ground"]:  # OBJECTIVES: at 1,000 ft everyone must jump
        table.note("ground")
        hit_the_silk(table)
        return
    if height in table.box.votes:  # ALTITUDE DROP: a vote at once, even in mid-turn; THE VOTE: it begins on the left
        table.note("vote", height)
        table.pending.append(Vote(height, table.clockwise_from(table.turn + 1), Turbulence()))
    if height == tables["poison_useless"]:
        table.note("poison-useless")
    if height == table.box.deadly:
        poisoned_die(table)


def poisoned_die(table: Draft) -> None:
    """5 POISON: who is still poisoned dies, and lays their cards face up."""
    for seat, player in enumerate(table.players):
        if player.alive and player.poison:
            kill(table, seat, "poison")
