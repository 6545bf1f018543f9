"""What somebody can do on a turn: each play chooses by what the hand is worth, and tells what is seen of it."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from companion.demo.deed import Deed, Lay
from companion.demo.hit_the_silk.plane import WORTH, Person, Plane

WEAPONS = ("knife", "revolver")
Play: TypeAlias = Callable[[Plane, Person], Iterator[Deed]]


def turn(plane: Plane) -> Iterator[Deed]:
    """Up to three plays, then the end of the turn, and hands filled up with Flannels."""
    me, plane.acted, keyed, changed = plane.turn, False, False, False
    for _ in range(plane.random.choice((1, 1, 2, 2, 3))):
        if not me.alive:
            break
        plays = _plays(plane, me, keyed)
        if not changed and me.hand:
            plays += [change] * 2
        if not plays:
            break
        play = plane.random.choice(plays)
        changed = changed or play == change
        keyed = keyed or play in (unlock, open_lockbox)
        yield from play(plane, me)
    if me.alive:
        yield Deed({"by": me.name, "do": "end-turn"})
        if not plane.acted:
            yield from plane.drop(plane.tables["no_action"])
    yield from plane.refill()


def _plays(plane: Plane, me: Person, keyed: bool) -> list[Play]:
    """What the hand allows, as often as people like it."""
    found: list[Play] = []
    others = plane.others(me)
    poisoned = [person for person in plane.living() if person.poison]
    if not others:
        return found
    if me.has("steal"):
        found += [steal] * 4
    if me.has("spy"):
        found += [spy] * 2
    if me.has("handcuffs") and len([p for p in plane.living() if plane.wrists(p) < 2]) > 1:
        found += [handcuff] * 2
    if me.has("key") and not keyed:
        found += [open_lockbox] * (2 if plane.lockbox else 0) + [unlock] * (3 if plane.cuffs else 0)
    if me.has("poison") and not plane.useless:
        found += [poison] * 2
    if me.has("antidote") and poisoned:
        found += [antidote] * 4
    if me.has("kung-fu") and plane.wrists(me) < 2:
        found += [kick] * 2
    if me.has("revolver") and me.has("bullet"):
        found += [shoot] * 3
    if any(p.hand and not p.alive and not p.thrown_out for p in plane.people) and me.hand and not me.looted:
        found += [loot] * 3
    if me.hand and any(other.hand for other in others):
        found.append(trade)
    return found


def change(plane: Plane, me: Person) -> Iterator[Deed]:
    worst = min(me.hand, key=lambda card: (card.card in WORTH, card.card != "flannel", plane.random.random()))
    yield from plane.play(me, {"do": "change", "discard": worst.card}, plane.discard(me, worst))
    if not me.alive:
        return
    number = next((n for above, n in plane.tables["draws"] if plane.altitude > above), 0)
    drawn, gone = plane.draw(number)
    if not drawn:
        yield Deed({}, tuple(gone))
        return
    late = [card for card in drawn if card.card == "poison" and plane.useless]
    kept = late[0] if late else max(drawn, key=lambda card: (card.card in WORTH, plane.random.random()))
    drawn.remove(kept)
    me.hand.append(kept)
    plane.discard_pile += drawn
    yield Deed({}, (*gone, *(Lay(card, "discard") for card in drawn)))
    if late:  # 5 POISON: drawn too late, it goes to the Box, and another card is drawn
        me.hand.remove(kept)
        yield Deed({"by": me.name, "do": "return-poison", "redraw": True}, (Lay(kept, "box"),))
        drawn, gone = plane.draw(1)
        me.hand += drawn
        yield Deed({}, tuple(gone))


def steal(plane: Plane, me: Person) -> Iterator[Deed]:
    victim = plane.random.choice([other for other in plane.others(me) if other.hand])
    knife = victim.has("knife") is not None and plane.random.random() < 0.7
    line = {"do": "steal", "from": victim.name, **({"knife": True} if knife else {})}
    yield from plane.play(me, line, plane.discard(me, me.card("steal")))
    if not me.alive:
        return
    if victim.alive and not knife and victim.hand:
        two = plane.random.sample(victim.hand, min(2, len(victim.hand)))
        taken = max(two, key=lambda card: card.card in WORTH)
        victim.hand.remove(taken)
        me.hand.append(taken)
        yield Deed({}, tuple(plane.flannel(victim)))
    elif victim.alive:
        yield Deed({}, tuple(plane.flannel(me)))


def spy(plane: Plane, me: Person) -> Iterator[Deed]:
    victim = plane.random.choice(plane.others(me))
    yield from plane.play(me, {"do": "spy", "on": victim.name}, plane.discard(me, me.card("spy")))
    if me.alive:
        drawn, gone = plane.draw(1)
        me.hand += drawn
        yield Deed({}, tuple(gone))


def handcuff(plane: Plane, me: Person) -> Iterator[Deed]:
    one, other = plane.random.sample([p for p in plane.living() if plane.wrists(p) < 2], 2)
    card = me.card("handcuffs")
    me.hand.remove(card)
    line = {"do": "handcuff", "players": [one.name, other.name]}
    yield from plane.play(me, line, Lay(card, spot=len(plane.cuffs)))
    if me.alive:
        plane.cuffs.append((one, other, card))
        yield Deed({}, tuple(plane.flannel(me)))


def unlock(plane: Plane, me: Person) -> Iterator[Deed]:
    cuff = one, other, worn = plane.random.choice(plane.cuffs)
    line = {"do": "unlock", "players": [one.name, other.name]}
    yield from plane.play(me, line, plane.discard(me, me.card("key")))
    if me.alive:
        plane.cuffs.remove(cuff)
        plane.discard_pile.append(worn)
        yield Deed({}, (Lay(worn, "discard"), *plane.flannel(me)))


def open_lockbox(plane: Plane, me: Person) -> Iterator[Deed]:
    yield from plane.play(me, {"do": "open-lockbox"}, plane.discard(me, me.card("key")))
    safe = [card for card in plane.lockbox if card.card != "poison" or not plane.useless]
    if me.alive and safe:
        best = max(safe, key=lambda card: card.card in WORTH)
        plane.lockbox.remove(best)
        me.hand.append(best)


def poison(plane: Plane, me: Person) -> Iterator[Deed]:
    victim, card = plane.random.choice(plane.others(me)), me.card("poison")
    me.hand.remove(card)
    yield from plane.play(me, {"do": "poison", "target": victim.name}, Lay(card, "box"))
    victim.poison += victim.alive
    if me.alive:
        yield Deed({}, tuple(plane.flannel(me)))


def antidote(plane: Plane, me: Person) -> Iterator[Deed]:
    patient = plane.random.choice([person for person in plane.living() if person.poison])
    card = me.card("antidote")
    me.hand.remove(card)
    yield from plane.play(me, {"do": "antidote", "target": patient.name}, Lay(card, "box"))
    if me.alive:
        patient.poison -= patient.alive and patient.poison > 0
        yield Deed({}, tuple(plane.flannel(me)))


def kick(plane: Plane, me: Person) -> Iterator[Deed]:
    victim = plane.random.choice(plane.others(me))
    weapon = next((card for card in victim.hand if card.card in WEAPONS), None)
    line = {"do": "kung-fu", "target": victim.name, "found": weapon.card if weapon else "nothing"}
    motions = [plane.discard(me, me.card("kung-fu"))]
    at_once = weapon is not None and not plane.interrupts
    if weapon is not None and at_once:
        motions.append(plane.discard(victim, weapon))
    yield from plane.play(me, line, *motions)
    if not me.alive:
        return
    if weapon is not None and victim.alive:
        later = [] if at_once else [plane.discard(victim, weapon)]
        drawn, gone = plane.draw(1)
        me.hand += drawn
        yield Deed({}, (*later, *gone))
    else:
        yield Deed({}, tuple(plane.flannel(me)))


def shoot(plane: Plane, me: Person) -> Iterator[Deed]:
    victim = plane.random.choice(plane.others(me))
    yield from plane.play(me, {"do": "shoot", "target": victim.name}, plane.discard(me, me.card("bullet")))
    if not (me.alive and victim.alive):
        return
    victim.bullets += 1
    if victim.bullets > 1:
        victim.alive, victim.thrown_out, victim.hand = False, True, []
    elif victim.hand:
        taken = max(victim.hand, key=lambda card: card.card in WORTH)
        victim.hand.remove(taken)
        me.hand.append(taken)


def loot(plane: Plane, me: Person) -> Iterator[Deed]:
    dead = next(p for p in plane.people if p.hand and not p.alive and not p.thrown_out)
    worst = min(me.hand, key=lambda card: card.card in WORTH)
    best = max(dead.hand, key=lambda card: card.card in WORTH)
    line = {"by": me.name, "do": "loot", "from": dead.name, "discard": worst.card, "take": best.card}
    plane.acted = me.looted = True
    yield Deed(line, (plane.discard(me, worst),))
    dead.hand.remove(best)
    me.hand.append(best)


def trade(plane: Plane, me: Person) -> Iterator[Deed]:
    other = plane.random.choice([person for person in plane.others(me) if person.hand])
    mine, theirs = plane.random.choice(me.hand), plane.random.choice(other.hand)
    plane.acted = True
    yield Deed({"by": me.name, "do": "trade", "with": other.name, "cards": 1})
    me.hand.remove(mine)
    other.hand.remove(theirs)
    me.hand.append(theirs)
    other.hand.append(mine)
