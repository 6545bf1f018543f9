"""The end of an evening: hands laid open, the landing of who is left aboard, and the true score."""

from collections.abc import Iterator
from typing import Any

from companion.demo.deed import Deed, Fan, Fly, Throw
from companion.demo.hit_the_silk.plane import GAME, WORTH, Person, Plane
from rules import games
from rules.games.hit_the_silk.landing import FACES, LANDING, after, brake, moves, read_board


def reveal(plane: Plane) -> Iterator[Deed]:
    """WIN OR LOSE?: the living lay their hands open, clockwise from whose turn it is."""
    following = plane.clockwise(plane.turn)
    for person in [*following[-1:], *following[:-1]] if plane.turn.alive else following:
        hand = [card.card for card in person.hand]
        yield Deed({"by": person.name, "do": "reveal", "hand": hand}, (Fan(tuple(person.hand)),))


def land(plane: Plane) -> Iterator[Deed]:
    """LAND THE PLANE!, if anybody is left aboard."""
    fates = score(plane)["players"]
    plane.crew = [person for person in plane.people if fates[person.name]["fate"] == "aboard"]
    if not plane.crew:
        return
    if not any(person.has("pilots-licence") for person in plane.crew) and plane.random.random() < 0.5:
        yield from _search(plane, plane.crew[0])
    licence = any(person.has("pilots-licence") for person in plane.crew)
    order = [plane.turn, *plane.clockwise(plane.turn)]
    board, space = read_board(LANDING), tuple(LANDING["start"])
    by = next(person.name for person in order if person in plane.crew)
    yield Deed({}, (Fly(*space),))
    while plane.landed is None:
        dice = (plane.random.choice(FACES), plane.random.choice(FACES))
        yield Deed({"by": by, "do": "roll", "dice": list(dice)}, (Throw(dice),))
        ways = [(move, after(board, space, move)) for move in moves(dice, licence)]
        move, flight = min(ways, key=lambda way: ("strip", "flying", "crashed").index(way[1].ends))
        line = {"by": by, "do": "move", "across": move.across, "down": move.down}
        yield Deed(line, (Fly(*flight.to),) if flight.to else ())
        space = flight.to or space
        if flight.ends == "crashed":
            plane.landed = False
        elif flight.ends == "strip":
            face = plane.random.choice(FACES)
            plane.landed = brake(board, space, face, licence)
            yield Deed({"by": by, "do": "brake", "die": face}, (Throw((face,)),))


def _search(plane: Plane, person: Person) -> Iterator[Deed]:
    """Up to four cards go, as many come: shown to all, since every hand is open by now."""
    going = [card for card in person.hand if card.card not in WORTH][:2]
    if not going:
        return
    laid = [plane.discard(person, card) for card in going]
    drawn, gone = plane.draw(len(going))
    person.hand += drawn
    plane.late = [card for card in drawn if "parachute" in card.card]
    line = {"by": person.name, "do": "search-licence", "discard": [card.card for card in going]}
    line["draws"] = [card.card for card in drawn]
    yield Deed(line, (*laid, *gone, Fan(tuple(drawn))))


def score(plane: Plane) -> dict[str, Any]:
    """By the true cards."""
    hands = {
        p.name: {"hand": [c.card for c in p.hand if c not in plane.late], "dead": not p.alive} for p in plane.people
    }
    data: dict[str, Any] = {"mode": "core", "players": hands}
    data["handcuffs"] = [[one.name, other.name] for one, other, _ in plane.cuffs]
    if plane.landed is not None:
        data["landing"] = {"crew": [person.name for person in plane.crew], "landed": plane.landed}
    return games.game(GAME).score(data)
