"""Lines that are illegal whatever hides in the hands."""

from __future__ import annotations

from collections.abc import Iterator

from .prison import SOLITARY, TOOLS, WARES, Line, Prison


def mischief(sim: Prison) -> Iterator[Line]:
    me = sim.turn
    others = [person for person in sim.people if person is not me]
    rival = sim.rng.choice(others)
    if sim.asked:
        yield {"by": me.name, "do": "search"}
        yield {"by": rival.name, "do": "end-turn"}
        if sim.asked[0] != "move":
            yield {"by": me.name, "do": "move", "to": "showers"}
        if sim.asked[0] != "discard":
            yield {"by": rival.name, "do": "discard", "cards": ["link"]}
        return
    over = len(me.hand) > sim.limit(me)
    for person in sim.people:
        if person is me or (not sim.left and not over and person is sim.next_to(me)):
            continue
        yield {"by": person.name, "do": "search"}
        yield {"by": person.name, "do": "roll", "die": 3}
        yield {"by": person.name, "do": "end-turn"}
    yield {"by": me.name, "do": "move", "to": "showers"}
    yield {"by": me.name, "do": "cooperate"}
    yield {"by": me.name, "do": "fight", "weapon": "knife"}
    yield {"by": me.name, "do": "give-up"}
    if not over or sim.left:
        yield {"by": me.name, "do": "discard", "cards": ["link"]}
    yield {"by": me.name, "do": "extort", "target": me.name, "tool": "pick", "weapon": "knife"}
    yield {"by": me.name, "do": "extort", "target": rival.name, "tool": "pick", "weapon": "rare"}
    if rival.place != me.place:
        yield {"by": me.name, "do": "extort", "target": rival.name, "tool": "pick", "weapon": "knife"}
    yield {"by": me.name, "do": "join", "gang": "crew", "cards": ["cap", "cap"]}
    yield {"by": me.name, "do": "join", "gang": "crew", "cards": ["cap", "watch"]}
    if "search" in sim.did:
        yield {"by": me.name, "do": "search"}
    if sim.left < 2 and not sim.power(me, "cautious"):
        yield {"by": me.name, "do": "cautious-move", "to": "nursery" if me.place != "nursery" else "showers"}
    yield from out_of_place(sim)
    if sim.turn.revealed:
        unused = next(card for card in sim.box["backgrounds"] if all(p.background != card for p in sim.people))
        yield {"by": me.name, "do": "reveal-background", "card": unused, "target": rival.name, "to": "showers"}


def out_of_place(sim: Prison) -> Iterator[Line]:
    me = sim.turn
    if me.place != "cell-block" or (me.beatings == 2 and not sim.power(me, "tough")):
        yield {"by": me.name, "do": "dig", "tool": sim.rng.choice(TOOLS)}
    if me.place != "nursery" or not me.beatings:
        yield {"by": me.name, "do": "heal"}
    if me.place != "cafeteria" or not sim.piles["spoon"]:
        yield {"by": me.name, "do": "steal-spoon"}
    if me.place != "recreation-area":
        yield {"by": me.name, "do": "sell", "cards": ["link"]}
    for ware, (pile, _, price) in WARES.items():
        if me.place != "recreation-area" or not sim.piles[pile] or me.cigarettes < price - sim.power(me, "discount"):
            yield {"by": me.name, "do": "buy", "item": ware}
    barred = me.place in ("cell-block", "showers") and not sim.power(me, "workshop")
    if barred or me.beatings > sim.power(me, "tough"):
        yield {"by": me.name, "do": "craft", "item": "knife"}
    if me.place == SOLITARY and sim.house["solitary"] == "roll-out":
        yield {"by": me.name, "do": "play-action", "card": "parcel"}
        yield {"by": me.name, "do": "cautious-move", "to": "showers"}
