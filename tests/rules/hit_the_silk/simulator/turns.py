"""What may be done on a turn of the core game: what random people choose, and what then really happens."""

from typing import ClassVar

from .plane import BRIEFCASES, COST, DRAWS, WEAPONS, Choice, Line, Moments, Person, Plane

OFTEN, SOMETIMES, SELDOM = 4.0, 1.5, 0.4


class Turns(Plane):
    """Choices are listed only if they are legal; the cards that a line needs are chosen when it is made."""

    def on_turn(self) -> list[Choice]:
        me = self.turn
        found: list[Choice] = [(self.patience, lambda: {"by": me.name, "do": "end-turn"})]
        if not self.changed and me.spare:
            found.append((SOMETIMES + OFTEN * self.hurry, lambda: self.a_change(me)))
        for card in {*me.hand}:
            if playable := self.uses.get(card):
                found += playable(self, me)
        found += self.trades(me)
        found += self.loots(me)
        return found

    # ---------------------------------------------------------------- choices

    def a_change(self, me: Person) -> Line:
        return {"by": me.name, "do": "change", "discard": self.throwaway(me)}

    def throwaway(self, me: Person) -> str:
        """Any spare card; people part with Flannels more easily."""
        free = me.spare
        return "flannel" if "flannel" in free and self.rng.random() < 0.6 else self.rng.choice(free)

    def steals(self, me: Person) -> list[Choice]:
        marks = [other for other in self.others(me) if other.free]
        return [(OFTEN, lambda: self.a_steal(me, self.rng.choice(marks)))] if marks else []

    def a_steal(self, me: Person, victim: Person) -> Line:
        line = {"by": me.name, "do": "steal", "from": victim.name}
        if "knife" in victim.hand and self.rng.random() < 0.7:
            line["knife"] = True
        return line

    def spies(self, me: Person) -> list[Choice]:
        rivals = self.others(me)
        return [(OFTEN, lambda: {"by": me.name, "do": "spy", "on": self.rng.choice(rivals).name})] if rivals else []

    def handcuffs(self, me: Person) -> list[Choice]:
        loose = [person for person in self.living() if self.wrists(person) < 2]
        found: list[Choice] = []
        if len(loose) > 1:
            found.append((OFTEN, lambda: self.a_handcuff(me, self.rng.sample(loose, 2))))
        if self.house["cuffed-briefcase"] and me in loose and any(card in BRIEFCASES for card in me.free):
            found.append((OFTEN, lambda: self.a_handcuff(me, [me])))
        return found

    def a_handcuff(self, me: Person, whom: list[Person]) -> Line:
        line: Line = {"by": me.name, "do": "handcuff", "players": [person.name for person in whom]}
        if len(whom) == 1 and self.rng.random() < 0.5:
            line["briefcase"] = self.rng.choice([card for card in me.free if card in BRIEFCASES])
        return line

    def keys(self, me: Person) -> list[Choice]:
        if self.keyed:
            return []
        found: list[Choice] = []
        if self.cuffs:
            found.append((SOMETIMES, lambda: self.an_unlock(me)))
        if self.lockbox:
            found.append((SOMETIMES, lambda: {"by": me.name, "do": "open-lockbox"}))
        return found

    def an_unlock(self, me: Person) -> Line:
        one, other = self.rng.choice(self.cuffs)
        bound = [one.name, other.name] if isinstance(other, Person) else [one.name]
        return {"by": me.name, "do": "unlock", "players": bound}

    def poisons(self, me: Person) -> list[Choice]:
        if self.useless():
            return []
        living = self.living()
        return [(OFTEN * self.malice, lambda: {"by": me.name, "do": "poison", "target": self.rng.choice(living).name})]

    def antidotes(self, me: Person) -> list[Choice]:
        ill = [person for person in self.living() if person.poison]
        if not ill:
            return []
        return [(SOMETIMES, lambda: {"by": me.name, "do": "antidote", "target": self.rng.choice(ill).name})]

    def kicks(self, me: Person) -> list[Choice]:
        rivals = self.others(me)
        if not rivals or self.wrists(me) > 1:
            return []
        return [(OFTEN, lambda: self.a_kick(me, self.rng.choice(rivals)))]

    def a_kick(self, me: Person, victim: Person) -> Line:
        line: Line = {"by": me.name, "do": "kung-fu", "target": victim.name}
        weapons = [card for card in victim.hand if card in WEAPONS]
        if "kung-fu" in victim.hand and self.wrists(victim) < 2 and self.rng.random() < 0.7:
            line["countered"] = True
        elif weapons:
            line["found"] = self.rng.choice(weapons)
        elif self.rng.random() < 0.7:
            line["found"] = "nothing"
        return line

    def shots(self, me: Person) -> list[Choice]:
        rivals = self.others(me)
        if "bullet" not in me.hand or not rivals:
            return []
        injured = [person for person in rivals if person.bullets] or rivals
        return [(OFTEN, lambda: {"by": me.name, "do": "shoot", "target": self.rng.choice(injured).name})]

    def trades(self, me: Person) -> list[Choice]:
        partners = [other for other in self.others(me) if other.free]
        if not partners or not me.free:
            return []
        found: list[Choice] = [(self.bargains, lambda: self.a_trade(me, self.rng.choice(partners)))]
        if self.house["trade-anytime"] and len(partners) > 1:
            found.append((SELDOM, lambda: self.a_trade(*self.rng.sample(partners, 2))))
        return found

    def a_trade(self, one: Person, other: Person) -> Line:
        most = min(len(one.free), len(other.free))
        by, whom = self.rng.sample((one, other), 2)
        return {"by": by.name, "do": "trade", "with": whom.name, "cards": self.rng.randint(1, most)}

    def loots(self, me: Person) -> list[Choice]:
        """5 POISON: once for each other player, or once in all."""
        shared = self.house["loot-once"] == "all"
        spent = {name for person in self.people if shared or person is me for name in person.looted}
        dead = [other for other in self.people if other.killed_by == "poison" and other.name not in spent]
        dead = [other for other in dead if other.free]
        return [(OFTEN, lambda: self.a_loot(me, self.rng.choice(dead)))] if dead and me.spare else []

    def a_loot(self, me: Person, dead: Person) -> Line:
        line = {"by": me.name, "do": "loot", "from": dead.name, "discard": self.throwaway(me)}
        if self.phase == "landing" or self.rng.random() < 0.6:
            line["take"] = self.rng.choice(dead.free)
        return line

    uses: ClassVar = {
        "steal": steals,
        "spy": spies,
        "handcuffs": handcuffs,
        "key": keys,
        "poison": poisons,
        "antidote": antidotes,
        "kung-fu": kicks,
        "revolver": shots,
    }

    def votes(self, voter: Person) -> list[Choice]:
        say = {"by": voter.name, "do": "vote"}
        return [(self.eager, lambda: say | {"choice": "jump"}), (1 - self.eager, lambda: say | {"choice": "wait"})]

    # ---------------------------------------------------------------- what happens

    def carry_out(self, line: Line) -> Moments:
        """CARD ACTIONS: the card is laid, the needle moves, votes come in between, then the card takes effect."""
        me, effect = self.at[line["by"]], self.effects[line["do"]]
        before = self.moments
        whom = line.get("from") or line.get("target")
        self.frozen = (me, self.at[whom]) if whom else (me,)
        if line["do"] != "change" or self.house["change-is-action"]:
            self.acted = True
        self.lay(me, line)
        if self.house["vote-first"]:
            yield from self.drop(COST)
            if me.alive:
                yield from effect(self, me, line, self.moments == before) or ()
        else:
            yield from effect(self, me, line, True) or ()
            yield from self.drop(COST)
        self.frozen = ()

    def lay(self, me: Person, line: Line) -> None:
        """The card played leaves the hand."""
        do = line["do"]
        if do == "change":
            self.changed = True
            self.discard(me, line["discard"])
        elif do in ("poison", "antidote"):
            me.hand.remove(do)
            self.out.append(do)
        elif do == "handcuff":
            me.hand.remove("handcuffs")
            self.worn.append("handcuffs")
            if len(line["players"]) == 1:
                cases = [card for card in me.free if card in BRIEFCASES]
                me.cases.append(line.get("briefcase") or self.rng.choice(cases))
        else:
            card = {"unlock": "key", "open-lockbox": "key", "shoot": "bullet"}.get(do, do)
            self.keyed = self.keyed or card == "key"
            self.discard(me, card)

    def change(self, me: Person, line: Line, untold: bool) -> None:
        height = self.altitude
        if height is not None and not self.house["vote-first"]:
            height -= COST  # the needle has moved, though the vote comes later
        number = self.round if height is None else next((n for above, n in DRAWS if height > above), 0)
        drawn = [card for _ in range(number) for card in self.draw()]
        if not drawn:
            return
        told: Line = {}
        if "poison" in drawn and self.useless() and untold:
            told["draws"] = list(drawn) if self.rng.random() < 0.5 else [c for c in drawn if c == "poison"]
            removed = drawn.count("poison")
            drawn = [card for card in drawn if card != "poison"]
            self.out += ["poison"] * removed
            drawn += [card for _ in range(removed) for card in self.draw()]
        useless = "poison" in drawn and self.useless()  # it goes to the Box from the hand
        kept = "poison" if useless else self.rng.choice(drawn) if drawn else None
        if kept is not None:
            drawn.remove(kept)
            me.hand.append(kept)
        if not told and kept is not None and self.rng.random() < self.candour:
            told = self.what_was_drawn(kept, drawn)
        self.discard_pile += drawn
        if untold:
            line.update(told)

    def what_was_drawn(self, kept: str, back: list[str]) -> Line:
        everything = [kept, *back]
        self.rng.shuffle(everything)
        few = self.rng.sample(everything, self.rng.randint(0, max(len(back) - 1, 0)))
        told: tuple[Line, ...] = (
            {"draws": everything, "keep": kept},
            {"draws": everything},
            {"draws": list(back)},
            {"draws": few},
        )
        return {} if self.useless() else self.rng.choice(told)

    def steal(self, me: Person, line: Line, untold: bool) -> None:
        victim = self.at[line["from"]]
        if not victim.alive:
            return
        if line.get("knife"):
            self.flannel(me)
            return
        if loose := victim.free:
            card = self.rng.choice(self.rng.sample(loose, min(2, len(loose))))
            victim.hand.remove(card)
            me.hand.append(card)
            self.tell(line, untold, "take", card)
        self.flannel(victim)

    def tell(self, line: Line, untold: bool, field: str, card: str) -> None:
        """Now and then somebody types what only a few have seen."""
        if untold and self.rng.random() < self.candour:
            line[field] = card

    def fresh_card(self, me: Person, line: Line, untold: bool) -> None:
        for card in self.draw():
            me.hand.append(card)
            self.tell(line, untold, "draws", card)

    def handcuff(self, me: Person, line: Line, untold: bool) -> None:
        one, *other = (self.at[name] for name in line["players"])
        self.cuffs.append((one, other[0] if other else me.cases[-1]))
        me.named += [line["briefcase"]] if "briefcase" in line else []
        self.flannel(me)

    def unlock(self, me: Person, line: Line, untold: bool) -> None:
        wanted = {self.at[name] for name in line["players"]}
        for cuff in self.cuffs:
            if {end for end in cuff if isinstance(end, Person)} == wanted:
                self.open(cuff)
                break
        self.flannel(me)

    def open_lockbox(self, me: Person, line: Line, untold: bool) -> None:
        look_on = self.useless() and self.house["lockbox-poison"] == "look-on" and self.phase == "turn"
        if look_on and untold and "poison" in self.lockbox:
            line["take"] = "poison"
            self.lockbox.remove("poison")
            self.out.append("poison")
        if self.lockbox:
            card = self.rng.choice(self.lockbox)
            self.lockbox.remove(card)
            me.hand.append(card)
            if card == "pilots-licence" and self.phase == "landing":
                line["take"] = card  # nobody keeps that to themself
            elif line.get("take") != "poison":
                self.tell(line, untold, "take", card)

    def poison(self, me: Person, line: Line, untold: bool) -> None:
        victim = self.at[line["target"]]
        victim.poison += victim.alive
        self.flannel(me)

    def antidote(self, me: Person, line: Line, untold: bool) -> None:
        patient = self.at[line["target"]]
        if patient.alive:
            patient.poison = 0 if self.house["antidote-undoes"] == "all" else max(patient.poison - 1, 0)
        self.flannel(me)

    def kung_fu(self, me: Person, line: Line, untold: bool) -> Moments | None:
        victim = self.at[line["target"]]
        if victim.alive and line.get("countered"):
            return self.countered(me, victim)
        if victim.alive and line.get("found", "nothing") != "nothing":
            self.discard(victim, line["found"])
            self.fresh_card(me, line, untold)
        else:
            self.flannel(me)
        return None

    def countered(self, me: Person, defender: Person) -> Moments:
        self.discard(defender, "kung-fu")
        yield from self.drop(COST)
        if defender.alive:
            defender.hand += self.draw()
        if me.alive:
            self.flannel(me)

    def shoot(self, me: Person, line: Line, untold: bool) -> None:
        victim = self.at[line["target"]]
        if not victim.alive:
            return
        victim.bullets += 1
        if victim.bullets > 1:
            victim.alive, victim.killed_by = False, "bullet"
            self.out += victim.hand
            victim.hand = []
            for cuff in [cuff for cuff in self.cuffs if cuff[0] is victim and isinstance(cuff[1], str)]:
                self.open(cuff)
        elif loose := victim.free:
            card = self.rng.choice(loose)
            victim.hand.remove(card)
            me.hand.append(card)
            self.tell(line, untold, "take", card)

    effects: ClassVar = {
        "change": change,
        "steal": steal,
        "spy": fresh_card,
        "handcuff": handcuff,
        "unlock": unlock,
        "open-lockbox": open_lockbox,
        "poison": poison,
        "antidote": antidote,
        "kung-fu": kung_fu,
        "shoot": shoot,
    }

    def loot(self, line: Line) -> None:
        me, dead = self.at[line["by"]], self.at[line["from"]]
        self.acted = True
        card = line.get("take") or self.rng.choice(dead.free)
        self.discard(me, line["discard"])
        dead.hand.remove(card)
        me.hand.append(card)
        me.looted.add(dead.name)
