"""TO ESCAPE OR NOT TO ESCAPE?: minutes left are the cards in all hands and in the draw pile."""

from typing import Any

from msgspec import Struct

from rules.action import Unreadable
from rules.board import Line
from rules.game import Setup
from rules.games.escape_now.best import FEWEST_TRAITS, best_minutes
from rules.games.escape_now.box import PLAYERS, Box, make_box
from rules.games.escape_now.cards import DATA, traits_of
from rules.games.escape_now.layout import LAST
from rules.games.escape_now.state import DRAW, Situation
from rules.plain import read_number, read_object

HEADING = "TO ESCAPE OR NOT TO ESCAPE?"
FIELDS = ("hands", "draw", "escaped", "third", "mode", "options", "box")


class Score(Struct, frozen=True):
    escaped: bool
    minutes: int
    lines: tuple[tuple[str, str, int, str], ...]  # player, what, cards, heading
    best: int  # what no team can beat


def score(state: Situation) -> Score:
    """The result of a table, as it stands."""
    seats = state.box.seats
    hands = {seats[pawn]: state.hand(pawn).size for pawn in range(len(seats))}
    third = [state.hand(pawn).size for pawn in range(len(seats), state.counted)]
    traits = traits_of(state.shown[LAST]).bit_count() or FEWEST_TRAITS
    return _score(state.escaped, hands, third, state.zones[DRAW].size, best_minutes(state.box, traits))


def _score(escaped: bool, hands: dict[str, int], third: list[int], draw: int, best: int) -> Score:
    lines = [(name, "cards in hand", number, HEADING) for name, number in hands.items()]
    lines += [("", "cards in the third hand", number, "RULES FOR 2 PLAYERS") for number in third]
    lines.append(("", "cards in the draw pile", draw, HEADING))
    if not escaped:
        return Score(False, 0, (("", "locked in: cards that are left do not count", 0, HEADING),), best)
    return Score(True, sum(number for _, _, number, _ in lines), tuple(lines), best)


def says(result: Score) -> str:
    if not result.escaped:
        return "Time is up: the team is locked in."
    minutes = "1 minute" if result.minutes == 1 else f"{result.minutes} minutes"
    return f"The team escaped with {minutes} left."


def beside(result: Score) -> str:
    """What the result stands beside. More is counted only by mistake, or where people played by rules of their own."""
    if result.minutes > result.best:
        most = f"{result.best} minutes that any team can have left with this layout"
        return f"That is more than the {most}: check its name, and count the cards again."
    return f"No team can have more than {result.best} minutes left with this layout."


def lines(result: Score) -> tuple[Line, ...]:
    return tuple(Line(player, what, str(number), heading) for player, what, number, heading in result.lines)


def as_data(result: Score, seats: tuple[str, ...]) -> dict[str, Any]:
    return {
        "escaped": result.escaped,
        "minutes": result.minutes,
        "best": result.best,
        "winners": list(seats) if result.escaped else [],
        "says": f"{says(result)} {beside(result)}",
        "lines": [
            {"player": player, "what": what, "amount": number, "heading": heading}
            for player, what, number, heading in result.lines
        ],
    }


# ---------------------------------------------------------------- from plain data


def final_score(data: Any) -> dict[str, Any]:
    """The result as `companion score` prints it, or Unreadable with the sentence to show."""
    read_object(data, "The score", FIELDS)
    for name in ("hands", "draw", "escaped"):
        if name not in data:
            raise Unreadable(f'The score needs "{name}".')
    if not isinstance(data["escaped"], bool):
        raise Unreadable('"escaped" is true or false.')
    hands = read_object(data["hands"], '"hands"')
    if not all(isinstance(data.get(name, ""), str) for name in ("mode",)):
        raise Unreadable('"mode" is a text.')
    options, edits = (dict(read_object(data.get(name, {}), f'"{name}"')) for name in ("options", "box"))
    box = make_box(Setup("escape-now", tuple(hands), data.get("mode", ""), "", options, edits))
    most = DATA["tables"]["full_hand"]["is"]
    counts = {name: read_number(number, f"{name}'s hand", 0, most) for name, number in hands.items()}
    third = _third(data, box, most)
    draw = read_number(data["draw"], "The draw pile", 0, box.minutes)
    if sum(counts.values()) + sum(third) + draw > box.minutes:
        raise Unreadable(f"These are more than the {box.minutes} action cards of the deck.")
    return as_data(_score(data["escaped"], counts, third, draw, best_minutes(box)), box.seats)


def _third(data: Any, box: Box, most: int) -> list[int]:
    if "third" not in data:
        return []
    if len(box.seats) != PLAYERS[1]:
        raise Unreadable("Only two players have a third hand.")
    number = read_number(data["third"], "The third hand", 0, most)
    return [number] if box.house["third-hand-counts"] else []
