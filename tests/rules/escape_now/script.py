"""Evenings of Escape Now! for tests: just set up, or found in mid-game with puzzles solved and pawns in place."""

from typing import Any

from rules.action import Seat
from rules.games import game
from rules.games.escape_now.cards import FIRST_PUZZLE, IDS
from rules.games.escape_now.layout import PLACES
from rules.games.escape_now.state import DRAW, HANDS
from rules.knowledge import Zone
from tests.rules import script

GAME = game("escape-now")
PUZZLES = {
    "A": "logical-perceptive",
    "B": "dexterous-tenacious",
    "C": "logical-talkative",
    "D": "perceptive-dexterous",
    "E": "tenacious-talkative",
    "F": "logical-dexterous",
    "last": "perceptive-tenacious perceptive-talkative",  # three traits: the two cards share one
}
FOUR_TRAITS = "perceptive-talkative logical-tenacious"


class Room(script.Evening):
    def turn_all_up(self, **shows: str) -> None:
        """Whatever waits to be turned face up shows what PUZZLES says."""
        while self.table.view["phase"] == "turn-up":
            place = PLACES[self.table.state.waiting.place]
            self.turn_up(self.table.view["turn"], {**PUZZLES, **shows}[place])

    def beside(self, place: str) -> str:
        """The cards that lie beside a puzzle."""
        return " ".join(self.table.view["puzzles"][place]["cards"])

    def puzzle(self, place: str, **facts: Any) -> None:
        shown = self.table.view["puzzles"][place]
        assert {name: shown[name] for name in facts} == facts


def fresh(players: str = "Ann Ben Cat", mode: str = "easy", **setup: Any) -> Room:
    """A table as it is dealt: nothing is turned up, no pawn is placed."""
    return Room.of(GAME.id, players, mode, **setup)


def room(
    players: str = "Ann Ben Cat",
    mode: str = "easy",
    *,
    at: str = "A B C",
    solved: str = "",
    last: str = PUZZLES["last"],
    hands: str = "",
    draw: int | None = None,
    **setup: Any,
) -> Room:
    """A table in mid-game: `at` has a place for each pawn, `solved` puzzles are solved, `hands` are so many cards.

    The first player begins, unless `first` says otherwise; the third hand lies with who begins.
    """
    table = fresh(players, mode, **setup).table
    state = table.state
    bits = sum(1 << PLACES.index(place) for place in solved.split())
    visible = state.box.layout.face_up(bits)
    shows = [
        {**PUZZLES, "last": last}.get(place, "") if visible >> index & 1 else "" for index, place in enumerate(PLACES)
    ]
    zones = list(state.zones)
    for pawn, size in enumerate(map(int, hands.split())):
        zones[HANDS + pawn] = Zone(unknown=size)
    if draw is not None:
        zones[DRAW] = Zone(unknown=draw)
    first = state.box.seats.index(setup.get("first") or state.box.seats[0])
    return fresh(
        players,
        mode,
        **setup,
        zones=tuple(zones),
        pending=(),
        stage="turn",
        turn=Seat(first),
        pawn=first,
        starter=first,
        holder=first if len(state.box.seats) == 2 else 0,
        pawns=tuple(PLACES.index(place) for place in at.split()),
        shown=(*(sum(1 << IDS.index(card) - FIRST_PUZZLE for card in show.split()) for show in shows), 0),
        solved=bits,
    )
