"""What nobody may do now, as everybody can see: it has to be refused."""

from collections.abc import Iterator
from random import Random

from .evening import Evening, Line


def mischief(sim: Evening, rng: Random) -> Iterator[Line]:
    """Every kind of wrong that this moment offers."""
    someone = rng.choice(sim.people).name
    if sim.phase != "patrol":
        yield {"by": someone, "do": "reveal-patrol", "exits": ["exit-1", "exit-2"]}
    if sim.phase != "city":
        yield {"by": someone, "do": "place-tile"}
    if sim.phase != "sandra":
        yield {"by": someone, "do": "sandra", "to": "church"}
    if sim.phase != "income":
        yield {"by": someone, "do": "keep-money"}
    if sim.phase != "join":
        yield {"by": someone, "do": "use-disc"}
    if sim.phase != "reveal":
        yield {"by": someone, "do": "reveal", "plan": 10}
    if sim.phase not in ("turn", "avoid"):
        yield {"by": someone, "do": "rest"}
        yield {"by": someone, "do": "first-aid"}
        yield {"by": someone, "do": "move", "path": ["church"]}
        return
    me = sim.turn
    assert me is not None
    others = [person for person in sim.people if person is not me]
    for other in others:
        yield {"by": other.name, "do": "end-turn"}
        yield {"by": other.name, "do": "rest"}
        yield {"by": other.name, "do": "first-aid"}
        yield {"by": other.name, "do": "move", "path": ["church"]}
        yield {"by": other.name, "do": "take-wounds"}
    by = {"by": me.name}
    if not me.aid:
        yield {**by, "do": "first-aid"}
    if me.rested:
        yield {**by, "do": "rest"}
    if sim.round < 3:
        yield {**by, "do": "escape"}
    for card, down in me.row:
        if down and [card, False] not in me.row and card is not None:
            yield {**by, "do": "use-contact", "piece": card}
    for asset in me.locked:
        yield {**by, "do": "use-asset", "piece": asset}
    if sim.phase == "avoid":
        yield {**by, "do": "end-turn"}
        yield {**by, "do": "rest"}
        return
    if not sim.asking:
        yield {**by, "do": "take-wounds"}
        yield {**by, "do": "take-contact"}
        yield {**by, "do": "place-cube"}
    if sim.moved or sim.asking:
        yield {**by, "do": "rest"}
        yield {**by, "do": "move", "path": ["church" if me.at != "church" else "clinic"]}
    else:
        yield {**by, "do": "end-turn"}
        yield from forbidden_goals(sim, rng)


def forbidden_goals(sim: Evening, rng: Random) -> Iterator[Line]:
    """Moves to where one may not go, and on a map walks that do not lead there."""
    me = sim.turn
    assert me is not None
    by = {"by": me.name, "do": "move"}
    for place in me.visited:
        if sim.city is None and place != me.at:
            yield {**by, "path": [place]}
    for place, visits in sim.calls.items():
        if visits >= sim.closes() and place != me.at:
            yield {**by, "path": [place]}
            yield {**by, "path": [place], "key": "green"} if not me.keys["green"] else {**by, "path": [place]}
    for other in sim.people:
        for place in other.gangs:
            yield {**by, "path": [place]}
    if sim.city is None:
        yield {**by, "path": [me.at]}
        yield {**by, "path": ["land-1", "land-2", "land-3", "land-1", "water", "land-2", "land-1", "church"]}
        return
    for _ in range(4):
        walk = sim.city.walk(me.at, sim.leaps, sim.swims)
        if walk.words and not walk.legal(3 + sim.boost):
            yield {**by, "path": walk.words}
    yield {**by, "path": [place for tile in sim.city.grid.values() for place in tile.places if place != me.at][:1]}
    yield {**by, "path": ["hospital"], "gas": 3}
