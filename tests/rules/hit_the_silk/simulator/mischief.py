"""What nobody may do now, as everybody can see: it has to be refused."""

from collections.abc import Iterator
from random import Random

from . import Evening
from .plane import Line


def mischief(sim: Evening, rng: Random) -> Iterator[Line]:
    """Every kind of wrong that this moment offers."""
    me = sim.turn
    dead = [person for person in sim.people if not person.alive]
    if sim.phase != "turn":
        yield {"by": me.name, "do": "end-turn"}
        yield {"by": me.name, "do": "change", "discard": "flannel"}
        yield {"by": me.name, "do": "vote", "choice": "jump"}
        for name, fate in sim.fates.items():
            if sim.phase == "landing" and fate == "aboard" and "pilots-licence" in sim.at[name].hand:
                yield {"by": name, "do": "open-lockbox"}
                for person in dead:
                    yield {"by": name, "do": "loot", "from": person.name, "discard": "pilots-licence"}
        return
    rival = rng.choice([person for person in sim.people if person is not me])
    yield {"by": rival.name, "do": "end-turn"}
    yield {"by": rival.name, "do": "change", "discard": "flannel"}
    yield {"by": rival.name, "do": "steal", "from": me.name}
    yield {"by": me.name, "do": "spy", "on": me.name}
    yield {"by": me.name, "do": "roll", "dice": ["1", "2"]}
    if not sim.frozen:
        yield {"by": me.name, "do": "settle-trade"}
        yield {"by": rival.name, "do": "refuse"}
    if rival.killed_by != "poison":
        yield {"by": rival.name, "do": "reveal", "hand": rival.hand}
    if sim.ballot:
        for person in sim.people:
            if person.name != sim.ballot["next"]:
                yield {"by": person.name, "do": "vote", "choice": "wait"}
        yield {"by": me.name, "do": "end-turn"}
    else:
        yield {"by": rival.name, "do": "vote", "choice": "jump"}
    for person in dead:
        yield {"by": me.name, "do": "steal", "from": person.name}
        yield {"by": me.name, "do": "shoot", "target": person.name}
        yield {"by": me.name, "do": "poison", "target": person.name}
        yield {"by": me.name, "do": "handcuff", "players": [me.name, person.name]}
        yield {"by": person.name, "do": "trade", "with": me.name, "cards": 1}
        if person.killed_by == "bullet":
            yield {"by": me.name, "do": "loot", "from": person.name, "discard": "flannel"}
    for person in sim.people:
        if sim.wrists(person) == 2:
            other = rng.choice([one for one in sim.people if one is not person])
            yield {"by": me.name, "do": "handcuff", "players": [person.name, other.name]}
            yield {"by": person.name, "do": "kung-fu", "target": other.name}
    yield from spent(sim)


def spent(sim: Evening) -> Iterator[Line]:
    """What was used up: the Change, the Key, every copy of a card, a rule that is not played."""
    me = sim.turn
    if sim.changed:
        yield {"by": me.name, "do": "change", "discard": "flannel"}
    if sim.keyed:
        yield {"by": me.name, "do": "open-lockbox"}
    if not sim.cuffs:
        yield {"by": me.name, "do": "unlock", "players": [sim.people[0].name, sim.people[1].name]}
    if len(sim.people) < 6:
        yield {"by": me.name, "do": "change", "discard": "briefcase-40"}
    if len(sim.people) < 5:
        yield {"by": me.name, "do": "change", "discard": "tandem-parachute"}
    if sim.mode == "travel":
        yield {"by": me.name, "do": "change", "discard": "pilots-licence"}
    if len(sim.worn) == {3: 1, 4: 2, 5: 2, 6: 3}[len(sim.people)]:
        yield {"by": me.name, "do": "handcuff", "players": [sim.people[0].name, sim.people[1].name]}
    if sim.useless():
        yield {"by": me.name, "do": "poison", "target": me.name}
    if not sim.house["threats"]:
        yield {"by": me.name, "do": "threaten", "target": sim.people[0].name}
    if not sim.house["disposal"]:
        yield {"by": me.name, "do": "dispose", "items": 1, "discard": ["flannel"]}
    if not sim.offer:
        yield {"by": me.name, "do": "challenge"}
