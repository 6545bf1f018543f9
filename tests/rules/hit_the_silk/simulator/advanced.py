"""ADVANCED GAME PLAY, and what may be done at any time: threats, challenges, disposal, useless Poison, open hands."""

from .plane import Choice, Line, Moments, Person
from .turns import OFTEN, SELDOM, SOMETIMES, Turns


class Advanced(Turns):
    # ---------------------------------------------------------------- at any time

    def any_time(self) -> list[Choice]:
        found: list[Choice] = []
        for person in self.people:
            if person.killed_by == "poison" and not person.revealed:
                found.append((SELDOM, lambda person=person: self.a_reveal(person)))
            if self.phase != "turn" or not person.alive or person in self.frozen:
                continue
            if "poison" in person.hand and self.useless():
                found.append((OFTEN, lambda person=person: self.a_return(person)))
            allowed = self.house["dispose-anytime"] or person is self.turn
            if self.house["disposal"] and allowed and len(person.spare) > 1:
                found.append((SELDOM * self.litter, lambda person=person: self.a_disposal(person)))
        return found

    def did_any_time(self, line: Line) -> bool:
        me = self.at[line["by"]]
        if line["do"] == "dispose":
            self.dispose(me, line)
        elif line["do"] == "return-poison":
            me.hand.remove("poison")
            self.out.append("poison")
            if line.get("redraw"):
                me.hand += self.draw()
            else:
                self.flannel(me)
        elif line["do"] == "reveal" and not me.alive:
            me.revealed = True
        else:
            return False
        return True

    def a_reveal(self, person: Person) -> Line:
        return {"by": person.name, "do": "reveal", "hand": self.rng.sample(person.hand, len(person.hand))}

    def a_return(self, person: Person) -> Line:
        line: Line = {"by": person.name, "do": "return-poison"}
        return line | {"redraw": True} if self.rng.random() < 0.5 else line

    def a_disposal(self, person: Person) -> Line:
        free = person.spare
        number = self.rng.randint(1, len(free) // 2)
        cards = self.rng.sample(free, 2 * number)
        items = cards[:number] if {*cards} & {*person.cases} or self.rng.random() < 0.5 else number
        return {"by": person.name, "do": "dispose", "items": items, "discard": cards[number:]}

    def dispose(self, me: Person, line: Line) -> None:
        """Additional Actions 3: what was given up is replaced by Flannels."""
        if me is self.turn:
            self.acted = True
        for card in line["discard"]:
            self.discard(me, card)
        number = len(line["discard"])
        if isinstance(line["items"], list):
            thrown = line["items"]
            for card in thrown:
                self.part_with(me, card)
        else:  # unseen, and so never what is cuffed
            thrown = self.rng.sample(me.free, number)
            for card in thrown:
                me.hand.remove(card)
        self.out += thrown
        for _ in range(min(2 * number, me.limit - len(me.hand))):
            self.flannel(me)

    # ---------------------------------------------------------------- threats

    def threats(self, me: Person) -> list[Choice]:
        rivals = self.others(me)
        if not self.house["threats"] or not rivals:
            return []
        if "revolver" not in me.hand:  # a bluff
            return [(SELDOM / 4, lambda: self.a_threat(me, self.rng.choice(rivals)))]
        bold = [other for other in rivals if {"revolver", "kung-fu"} & {*other.hand}] or rivals
        return [(OFTEN, lambda: self.a_threat(me, self.rng.choice(self.rng.choice((rivals, bold)))))]

    def a_threat(self, me: Person, whom: Person) -> Line:
        line: Line = {"by": me.name, "do": "threaten", "target": whom.name}
        return line | {"proof": True} if "revolver" in me.hand and self.rng.random() < 0.3 else line

    def threaten(self, line: Line) -> Moments:
        me, victim = self.at[line["by"]], self.at[line["target"]]
        self.acted = True
        self.frozen = (me, victim)
        bluff, asked = "revolver" not in me.hand, bool(line.get("proof"))
        while True:
            answer = yield from self.ask(lambda asked=asked: self.answers(me, victim, bluff, asked))
            do = answer["do"]
            if do == "ask-proof":
                asked = True
                proof = "back-down" if bluff else "show-revolver"
                yield from self.ask(lambda proof=proof: [(1, lambda: {"by": me.name, "do": proof})])
                if bluff:
                    break
            elif do == "kick-away":
                yield from self.kick_away(me, victim, bool(answer.get("countered")))
                if not answer.get("countered") or not (me.alive and victim.alive):
                    break
            else:
                yield from self.yields(me, victim, answer)
                break
        self.frozen = ()

    def answers(self, me: Person, victim: Person, bluff: bool, asked: bool) -> list[Choice]:
        say = {"by": victim.name}
        proof: Choice = (OFTEN, lambda: say | {"do": "ask-proof"})
        if bluff:  # no Revolver, no threat: somebody at the table calls it
            return [proof]
        found: list[Choice] = [(SOMETIMES, lambda: say | {"do": "refuse"})]
        if not asked:
            found.append(proof)
        if victim.free:
            found.append((SOMETIMES, lambda: say | {"do": "surrender"}))
        if "revolver" in victim.hand:
            found.append((OFTEN, lambda: say | {"do": "stand-off"}))
        if "kung-fu" in victim.hand and self.wrists(victim) < 2:
            found.append((OFTEN, lambda: say | self.a_kick_away(me)))
        return found

    def a_kick_away(self, me: Person) -> Line:
        stopped = "kung-fu" in me.hand and self.wrists(me) < 2 and self.rng.random() < 0.7
        return {"do": "kick-away", "countered": True} if stopped else {"do": "kick-away"}

    def kick_away(self, me: Person, victim: Person, countered: bool) -> Moments:
        """Additional Actions 2d: a Kung Fu move like any other, so its altitude comes first."""
        self.discard(victim, "kung-fu")
        yield from self.drop(500)
        if not (me.alive and victim.alive):
            return
        if countered:
            self.discard(me, "kung-fu")
            yield from self.drop(500)
            if victim.alive:
                self.flannel(victim)
            if me.alive:
                me.hand += self.draw()
        else:
            self.discard(me, "revolver")
            victim.hand += self.draw()

    def yields(self, me: Person, victim: Person, answer: Line) -> Moments:
        if answer["do"] == "surrender":
            card = self.rng.choice(victim.free)
            victim.hand.remove(card)
            me.hand.append(card)
            self.tell(answer, True, "take", card)
            self.flannel(victim)
            if len(me.hand) > me.limit:
                discard = yield from self.ask(lambda: [(1, lambda: self.a_discard(me))])
                self.discard(me, discard["card"])
        elif answer["do"] == "refuse":
            if "bullet" in me.hand:
                shot = {"by": me.name, "do": "shoot", "target": victim.name}
                line = yield from self.ask(lambda: [(1, lambda: dict(shot))])
                yield from self.carry_out(line)
            else:
                yield from self.ask(lambda: [(1, lambda: {"by": me.name, "do": "empty-revolver"})])
                self.discard(me, "revolver")
                self.flannel(me)

    def a_discard(self, me: Person) -> Line:
        return {"by": me.name, "do": "discard", "card": self.throwaway(me)}

    # ---------------------------------------------------------------- trades and challenges

    def trade(self, line: Line) -> None:
        one, other = self.at[line["by"]], self.at[line["with"]]
        if self.house["trade-is-action"] and self.turn in (one, other):
            self.acted = True
        self.offer = {person.name: self.rng.sample(person.free, line["cards"]) for person in (one, other)}
        if not self.house["challenges"]:
            self.trade_places()
            self.offer = {}

    def challenges(self) -> list[Choice]:
        """Either side of a trade that lies on the table."""
        return [(OFTEN, lambda name=name: {"by": name, "do": "challenge"}) for name in self.offer]

    def challenge(self, line: Line) -> Moments:
        offer, self.offer = self.offer, {}
        accuser = self.at[line["by"]]
        suspect = next(self.at[name] for name in offer if name != accuser.name)
        honest = [person for person in (suspect, accuser) if self.rng.random() < 0.5]
        self.frozen = (accuser, suspect)
        answer = yield from self.ask(lambda: self.defence(suspect, honest, countered=False))
        if countered := answer["do"] == "counter-challenge":
            yield from self.ask(lambda: self.defence(suspect, honest, countered=True))
        if not countered or len(honest) == 1:
            honest = honest if countered else [suspect] if suspect in honest else [accuser]
            winner, loser = (suspect, accuser) if suspect in honest else (accuser, suspect)
            deed = yield from self.ask(lambda: [(1, lambda: self.a_settlement(winner, loser, countered))])
            self.settle(winner, loser, offer[winner.name], deed)
        self.frozen = ()

    def defence(self, suspect: Person, honest: list[Person], countered: bool) -> list[Choice]:
        shown = [person.name for person in honest if countered or person is suspect]
        found: list[Choice] = [(1, lambda: {"by": suspect.name, "do": "turn-over", "honest": shown})]
        return found if countered else [*found, (1, lambda: {"by": suspect.name, "do": "counter-challenge"})]

    def a_settlement(self, winner: Person, loser: Person, countered: bool) -> Line:
        line: Line = {"by": winner.name, "do": "settle-trade"}
        if self.rng.random() < 0.3:
            line["abort"] = True
        if countered and winner.free and loser.free and self.rng.random() < 0.5:
            line["extra"] = True
        return line

    def settle(self, winner: Person, loser: Person, given: list[str], line: Line) -> None:
        """The honest side takes what was agreed, or anything after a bluff, for what it had laid down."""
        if not line.get("abort"):
            taken = self.rng.sample(loser.free, len(given))
            self.swap(winner, given, loser, taken)
            self.tell(line, True, "take", taken[0])
        if line.get("extra"):
            self.swap(winner, [self.rng.choice(winner.free)], loser, [self.rng.choice(loser.free)])

    def swap(self, one: Person, given: list[str], other: Person, taken: list[str]) -> None:
        for card in given:
            one.hand.remove(card)
        for card in taken:
            other.hand.remove(card)
        one.hand += taken
        other.hand += given
