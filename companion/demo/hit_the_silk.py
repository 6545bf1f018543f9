"""An evening of Hit the Silk! with every card known: real deals, real hands, seeded choices, only legal play."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from companion.demo.deed import Deed, Fan, Fly, Lay, Motion, Take, Throw
from rules import games
from rules.game import Setup
from rules.games.hit_the_silk.landing import FACES, LANDING, after, brake, moves, read_board
from rules.table import Table
from vision.stickers import Sticker, stickers_of

GAME = "hit-the-silk"
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
COST = 500
SET_ASIDE = ("key", "spy", "steal", "kung-fu")
WORTH = ("parachute", "tandem-parachute", "briefcase-40", "briefcase-30", "briefcase-20", "pilots-licence")
WEAPONS = ("knife", "revolver")


class Jump(Exception):
    """Everybody hits the silk."""


class Person:
    def __init__(self, name: str) -> None:
        self.name = name
        self.hand: list[Sticker] = []
        self.alive = True
        self.thrown_out = False  # shot dead: the cards went out of the plane
        self.bullets = 0
        self.poison = 0
        self.looted = False

    def has(self, card: str) -> Sticker | None:
        return next((one for one in self.hand if one.card == card), None)

    @property
    def limit(self) -> int:
        return 3 if self.bullets else 4


class Evening:
    """The plane, the people and the cards as they really are."""

    def __init__(self, seed: int, number: int = 4) -> None:
        self.random = Random(seed)
        self.setup = Setup(GAME, NAMES[:number], "core", NAMES[0])
        self.people = [Person(name) for name in self.setup.players]
        self.at = {person.name: person for person in self.people}
        self.tables = {name: entry["is"] for name, entry in games.game(GAME).describe()["tables"].items()}
        self.altitude: int = self.tables["altitude"][number - 3]
        self.turn = self.people[0]
        self.acted = False
        self.cuffs: list[tuple[Person, Person, Sticker]] = []
        self.crew: list[Person] = []
        self.landed: bool | None = None
        self.late: list[Sticker] = []  # Parachutes that were found after the jump
        self._deal(number)

    def _deal(self, number: int) -> None:
        """GAME PREPARATION."""
        counts = {card: entry["counts"][str(number)] for card, entry in games.game(GAME).describe()["cards"].items()}
        box = [sticker for sticker in stickers_of(GAME) if sticker.copy <= counts[sticker.card]]
        self.laundry = [card for card in box if card.card == "flannel"]
        aside = [card for card in box if card.card in SET_ASIDE]
        rest = [card for card in box if card.card not in ("flannel", *SET_ASIDE)]
        self.random.shuffle(rest)
        self.lockbox = [rest.pop() for _ in range(self.tables["lockbox"])]
        self.draw_pile = rest + aside
        self.random.shuffle(self.draw_pile)
        for person in self.people:
            person.hand = [self.draw_pile.pop() for _ in range(self.tables["dealt"])]
        self.discard_pile = [self._worst(person) for person in self.people for _ in range(self.tables["disposed"])]

    def _worst(self, person: Person) -> Sticker:
        return person.hand.pop(self.random.randrange(len(person.hand)))

    # ---------------------------------------------------------------- what a demonstration needs

    def lying(self) -> Sequence[Motion]:
        discarded = [Lay(card, "discard") for card in self.discard_pile]
        return [*discarded, *(Lay(card, "laundry") for card in self.laundry)]

    def deeds(self) -> Iterator[Deed]:
        try:
            while True:
                yield from self._turn()
                self.turn = self._clockwise(self.turn)[0]
        except Jump:
            yield from self._reveal()
            yield from self._land()

    def truth(self) -> Any:
        return _sum(self._score())

    def reached(self, table: Table) -> Any:
        return _sum(table.view["result"])

    def _score(self) -> dict[str, Any]:
        hands = {
            p.name: {"hand": [c.card for c in p.hand if c not in self.late], "dead": not p.alive} for p in self.people
        }
        data: dict[str, Any] = {"mode": "core", "players": hands}
        data["handcuffs"] = [[one.name, other.name] for one, other, _ in self.cuffs]
        if self.landed is not None:
            data["landing"] = {"crew": [person.name for person in self.crew], "landed": self.landed}
        return games.game(GAME).score(data)

    # ---------------------------------------------------------------- people

    def _living(self) -> list[Person]:
        return [person for person in self.people if person.alive]

    def _others(self, person: Person) -> list[Person]:
        return [other for other in self._living() if other is not person]

    def _clockwise(self, person: Person) -> list[Person]:
        """The living, from the next one on, the person last."""
        at = self.people.index(person) + 1
        return [other for other in self.people[at:] + self.people[:at] if other.alive]

    def _wrists(self, person: Person) -> int:
        return sum(person in cuff[:2] for cuff in self.cuffs)

    @property
    def _useless(self) -> bool:
        return bool(self.altitude <= self.tables["poison_useless"])

    @property
    def _interrupts(self) -> bool:
        """Whether the next drop reaches a mark, so that a card's effect comes late or not at all."""
        low, marks = self.altitude - COST, self.tables["vote_marks"]
        return low in marks or low <= self.tables["ground"] or low == self.tables["poison_kills"]

    # ---------------------------------------------------------------- cards

    def _discard(self, person: Person, card: Sticker) -> Lay:
        person.hand.remove(card)
        pile, zone = (self.laundry, "laundry") if card.card == "flannel" else (self.discard_pile, "discard")
        pile.append(card)
        return Lay(card, zone)

    def _flannel(self, person: Person) -> list[Motion]:
        if not self.laundry:
            return []
        person.hand.append(self.laundry.pop())
        return [Take(person.hand[-1])]

    def _draw(self, number: int) -> tuple[list[Sticker], list[Motion]]:
        """So many cards, as far as there are any; the Discard pile is shuffled when the Draw pile is exhausted."""
        drawn: list[Sticker] = []
        gone: list[Motion] = []
        while len(drawn) < number and (self.draw_pile or self.discard_pile):
            if not self.draw_pile:
                gone += [Take(card) for card in self.discard_pile]
                self.draw_pile, self.discard_pile = self.discard_pile, []
                self.random.shuffle(self.draw_pile)
            drawn.append(self.draw_pile.pop())
        return drawn, gone

    # ---------------------------------------------------------------- the needle

    def _drop(self, feet: int) -> Iterator[Deed]:
        """ALTITUDE DROP: every mark stops the plane at once."""
        while feet > 0:
            self.altitude -= COST
            feet -= COST
            if self.altitude in self.tables["vote_marks"]:
                yield from self._vote()
                yield from self._drop(self.tables["turbulence"])
            if self.altitude == self.tables["poison_useless"]:
                yield from self._return_poison()
            if self.altitude == self.tables["poison_kills"]:
                for person in self._living():
                    person.alive = not person.poison
            if self.altitude <= self.tables["ground"] or not self._living():
                raise Jump

    def _vote(self) -> Iterator[Deed]:
        """THE VOTE: who has a Parachute wants out, the more so the lower the plane."""
        jumps, voters = 0, self._clockwise(self.turn)
        low = 1 - self.altitude / self.tables["altitude"][-1]
        for voter in voters:
            eager = low * (1.2 if voter.has("parachute") else 0.5)
            choice = "jump" if self.random.random() < eager else "wait"
            jumps += choice == "jump"
            yield Deed({"by": voter.name, "do": "vote", "choice": choice})
        if 2 * jumps > len(voters):
            raise Jump

    def _return_poison(self) -> Iterator[Deed]:
        """5 POISON: who holds useless Poison returns it to the Box for a Flannel."""
        for person in self._living():
            while (card := person.has("poison")) is not None:
                person.hand.remove(card)
                yield Deed({"by": person.name, "do": "return-poison"}, (Lay(card, "box"),))
                yield Deed({}, tuple(self._flannel(person)))

    # ---------------------------------------------------------------- a turn

    def _turn(self) -> Iterator[Deed]:
        me, self.acted, keyed, changed = self.turn, False, False, False
        for _ in range(self.random.choice((1, 1, 2, 2, 3))):
            if not me.alive:
                break
            plays = self._plays(me, keyed)
            if not changed and me.hand:
                plays += [self._change] * 2
            if not plays:
                break
            play = self.random.choice(plays)
            changed = changed or play == self._change
            keyed = keyed or play in (self._unlock, self._open)
            yield from play(me)
        if me.alive:
            yield Deed({"by": me.name, "do": "end-turn"})
            if not self.acted:
                yield from self._drop(self.tables["no_action"])
        yield from self._refill()

    def _plays(self, me: Person, keyed: bool) -> list[Callable[[Person], Iterator[Deed]]]:
        """What the hand allows, as often as people like it."""
        found: list[Callable[[Person], Iterator[Deed]]] = []
        others = self._others(me)
        poisoned = [person for person in self._living() if person.poison]
        if not others:
            return found
        if me.has("steal"):
            found += [self._steal] * 4
        if me.has("spy"):
            found += [self._spy] * 2
        if me.has("handcuffs") and len([p for p in self._living() if self._wrists(p) < 2]) > 1:
            found += [self._handcuff] * 2
        if me.has("key") and not keyed:
            found += [self._open] * (2 if self.lockbox else 0) + [self._unlock] * (3 if self.cuffs else 0)
        if me.has("poison") and not self._useless:
            found += [self._poison] * 2
        if me.has("antidote") and poisoned:
            found += [self._antidote] * 4
        if me.has("kung-fu") and self._wrists(me) < 2:
            found += [self._kick] * 2
        if me.has("revolver") and me.has("bullet"):
            found += [self._shoot] * 3
        if any(p.hand and not p.alive and not p.thrown_out for p in self.people) and me.hand and not me.looted:
            found += [self._loot] * 3
        if me.hand and any(other.hand for other in others):
            found.append(self._trade)
        return found

    def _play(self, me: Person, line: dict[str, Any], *motions: Motion) -> Iterator[Deed]:
        """CARD ACTIONS: the card is laid, the needle moves, votes come in between."""
        self.acted = True
        yield Deed({"by": me.name, **line}, motions)
        yield from self._drop(COST)

    def _card(self, person: Person, card: str) -> Sticker:
        found = person.has(card)
        assert found is not None
        return found

    def _change(self, me: Person) -> Iterator[Deed]:
        worst = min(me.hand, key=lambda card: (card.card in WORTH, card.card != "flannel", self.random.random()))
        yield from self._play(me, {"do": "change", "discard": worst.card}, self._discard(me, worst))
        if not me.alive:
            return
        number = next((n for above, n in self.tables["draws"] if self.altitude > above), 0)
        drawn, gone = self._draw(number)
        if not drawn:
            yield Deed({}, tuple(gone))
            return
        late = [card for card in drawn if card.card == "poison" and self._useless]
        kept = late[0] if late else max(drawn, key=lambda card: (card.card in WORTH, self.random.random()))
        drawn.remove(kept)
        me.hand.append(kept)
        self.discard_pile += drawn
        yield Deed({}, (*gone, *(Lay(card, "discard") for card in drawn)))
        if late:  # 5 POISON: drawn too late, it goes to the Box, and another card is drawn
            me.hand.remove(kept)
            yield Deed({"by": me.name, "do": "return-poison", "redraw": True}, (Lay(kept, "box"),))
            drawn, gone = self._draw(1)
            me.hand += drawn
            yield Deed({}, tuple(gone))

    def _steal(self, me: Person) -> Iterator[Deed]:
        victim = self.random.choice([other for other in self._others(me) if other.hand])
        knife = victim.has("knife") is not None and self.random.random() < 0.7
        line = {"do": "steal", "from": victim.name, **({"knife": True} if knife else {})}
        yield from self._play(me, line, self._discard(me, self._card(me, "steal")))
        if not me.alive:
            return
        if victim.alive and not knife and victim.hand:
            two = self.random.sample(victim.hand, min(2, len(victim.hand)))
            taken = max(two, key=lambda card: card.card in WORTH)
            victim.hand.remove(taken)
            me.hand.append(taken)
            yield Deed({}, tuple(self._flannel(victim)))
        elif victim.alive:
            yield Deed({}, tuple(self._flannel(me)))

    def _spy(self, me: Person) -> Iterator[Deed]:
        victim = self.random.choice(self._others(me))
        yield from self._play(me, {"do": "spy", "on": victim.name}, self._discard(me, self._card(me, "spy")))
        if me.alive:
            drawn, gone = self._draw(1)
            me.hand += drawn
            yield Deed({}, tuple(gone))

    def _handcuff(self, me: Person) -> Iterator[Deed]:
        one, other = self.random.sample([p for p in self._living() if self._wrists(p) < 2], 2)
        card = self._card(me, "handcuffs")
        me.hand.remove(card)
        line = {"do": "handcuff", "players": [one.name, other.name]}
        yield from self._play(me, line, Lay(card, spot=len(self.cuffs)))
        if me.alive:
            self.cuffs.append((one, other, card))
            yield Deed({}, tuple(self._flannel(me)))

    def _unlock(self, me: Person) -> Iterator[Deed]:
        cuff = one, other, worn = self.random.choice(self.cuffs)
        line = {"do": "unlock", "players": [one.name, other.name]}
        yield from self._play(me, line, self._discard(me, self._card(me, "key")))
        if me.alive:
            self.cuffs.remove(cuff)
            self.discard_pile.append(worn)
            yield Deed({}, (Lay(worn, "discard"), *self._flannel(me)))

    def _open(self, me: Person) -> Iterator[Deed]:
        yield from self._play(me, {"do": "open-lockbox"}, self._discard(me, self._card(me, "key")))
        safe = [card for card in self.lockbox if card.card != "poison" or not self._useless]
        if me.alive and safe:
            best = max(safe, key=lambda card: card.card in WORTH)
            self.lockbox.remove(best)
            me.hand.append(best)

    def _poison(self, me: Person) -> Iterator[Deed]:
        victim, card = self.random.choice(self._others(me)), self._card(me, "poison")
        me.hand.remove(card)
        yield from self._play(me, {"do": "poison", "target": victim.name}, Lay(card, "box"))
        victim.poison += victim.alive
        if me.alive:
            yield Deed({}, tuple(self._flannel(me)))

    def _antidote(self, me: Person) -> Iterator[Deed]:
        patient = self.random.choice([person for person in self._living() if person.poison])
        card = self._card(me, "antidote")
        me.hand.remove(card)
        yield from self._play(me, {"do": "antidote", "target": patient.name}, Lay(card, "box"))
        if me.alive:
            patient.poison -= patient.alive and patient.poison > 0
            yield Deed({}, tuple(self._flannel(me)))

    def _kick(self, me: Person) -> Iterator[Deed]:
        victim = self.random.choice(self._others(me))
        weapon = next((card for card in victim.hand if card.card in WEAPONS), None)
        line = {"do": "kung-fu", "target": victim.name, "found": weapon.card if weapon else "nothing"}
        motions = [self._discard(me, self._card(me, "kung-fu"))]
        at_once = weapon is not None and not self._interrupts
        if weapon is not None and at_once:
            motions.append(self._discard(victim, weapon))
        yield from self._play(me, line, *motions)
        if not me.alive:
            return
        if weapon is not None and victim.alive:
            later = [] if at_once else [self._discard(victim, weapon)]
            drawn, gone = self._draw(1)
            me.hand += drawn
            yield Deed({}, (*later, *gone))
        else:
            yield Deed({}, tuple(self._flannel(me)))

    def _shoot(self, me: Person) -> Iterator[Deed]:
        victim = self.random.choice(self._others(me))
        yield from self._play(me, {"do": "shoot", "target": victim.name}, self._discard(me, self._card(me, "bullet")))
        if not (me.alive and victim.alive):
            return
        victim.bullets += 1
        if victim.bullets > 1:
            victim.alive, victim.thrown_out, victim.hand = False, True, []
        elif victim.hand:
            taken = max(victim.hand, key=lambda card: card.card in WORTH)
            victim.hand.remove(taken)
            me.hand.append(taken)

    def _loot(self, me: Person) -> Iterator[Deed]:
        dead = next(p for p in self.people if p.hand and not p.alive and not p.thrown_out)
        worst = min(me.hand, key=lambda card: card.card in WORTH)
        best = max(dead.hand, key=lambda card: card.card in WORTH)
        line = {"by": me.name, "do": "loot", "from": dead.name, "discard": worst.card, "take": best.card}
        self.acted = me.looted = True
        yield Deed(line, (self._discard(me, worst),))
        dead.hand.remove(best)
        me.hand.append(best)

    def _trade(self, me: Person) -> Iterator[Deed]:
        other = self.random.choice([person for person in self._others(me) if person.hand])
        mine, theirs = self.random.choice(me.hand), self.random.choice(other.hand)
        self.acted = True
        yield Deed({"by": me.name, "do": "trade", "with": other.name, "cards": 1})
        me.hand.remove(mine)
        other.hand.remove(theirs)
        me.hand.append(theirs)
        other.hand.append(mine)

    def _refill(self) -> Iterator[Deed]:
        taken = [
            motion
            for person in self._living()
            for _ in range(person.limit - len(person.hand))
            for motion in self._flannel(person)
        ]
        if taken:
            yield Deed({}, tuple(taken))

    # ---------------------------------------------------------------- the end

    def _reveal(self) -> Iterator[Deed]:
        """WIN OR LOSE?: the living lay their hands open, clockwise from whose turn it is."""
        following = self._clockwise(self.turn)
        for person in [*following[-1:], *following[:-1]] if self.turn.alive else following:
            hand = [card.card for card in person.hand]
            yield Deed({"by": person.name, "do": "reveal", "hand": hand}, (Fan(tuple(person.hand)),))

    def _land(self) -> Iterator[Deed]:
        """LAND THE PLANE!, if anybody is left aboard."""
        fates = self._score()["players"]
        self.crew = [person for person in self.people if fates[person.name]["fate"] == "aboard"]
        if not self.crew:
            return
        if not any(person.has("pilots-licence") for person in self.crew) and self.random.random() < 0.5:
            yield from self._search(self.crew[0])
        licence = any(person.has("pilots-licence") for person in self.crew)
        order = [self.turn, *self._clockwise(self.turn)]
        board, space = read_board(LANDING), tuple(LANDING["start"])
        by = next(person.name for person in order if person in self.crew)
        yield Deed({}, (Fly(*space),))
        while self.landed is None:
            dice = (self.random.choice(FACES), self.random.choice(FACES))
            yield Deed({"by": by, "do": "roll", "dice": list(dice)}, (Throw(dice),))
            ways = [(move, after(board, space, move)) for move in moves(dice, licence)]
            move, flight = min(ways, key=lambda way: ("strip", "flying", "crashed").index(way[1].ends))
            line = {"by": by, "do": "move", "across": move.across, "down": move.down}
            yield Deed(line, (Fly(*flight.to),) if flight.to else ())
            space = flight.to or space
            if flight.ends == "crashed":
                self.landed = False
            elif flight.ends == "strip":
                face = self.random.choice(FACES)
                self.landed = brake(board, space, face, licence)
                yield Deed({"by": by, "do": "brake", "die": face}, (Throw((face,)),))

    def _search(self, person: Person) -> Iterator[Deed]:
        """Up to four cards go, as many come: shown to all, since every hand is open by now."""
        going = [card for card in person.hand if card.card not in WORTH][:2]
        if not going:
            return
        laid = [self._discard(person, card) for card in going]
        drawn, gone = self._draw(len(going))
        person.hand += drawn
        self.late = [card for card in drawn if "parachute" in card.card]
        line = {"by": person.name, "do": "search-licence", "discard": [card.card for card in going]}
        line["draws"] = [card.card for card in drawn]
        yield Deed(line, (*laid, *gone, Fan(tuple(drawn))))


def _sum(result: Any) -> Any:
    """What everybody wants to know of a result, without the reasons. What the dead held, nobody has to show."""
    players = {
        name: (one["fate"], one["wins"], one["cash"] if one["fate"] != "killed" else None)
        for name, one in result["players"].items()
    }
    return {part: result[part] for part in ("target", "cash", "surplus", "team_wins", "winners")} | {"players": players}
