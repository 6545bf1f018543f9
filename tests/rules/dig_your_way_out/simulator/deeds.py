"""What each line does to the truth."""

from __future__ import annotations

from .prison import PARTS, SOLITARY, WARES, Line, Person, Prison, kind


class Deeds(Prison):
    def do(self, line: Line) -> Line:
        """Carries a line out; returns it with what was drawn or lost, which the table may or may not be told."""
        me = self.at[line["by"]]
        if not self.asked and not self.left and me is not self.turn:
            self.begin(me if line["do"] != "reveal-background" else self.next_to(self.turn))
        if line["do"] == "discard" and not self.asked:
            self.asked = ("discard",)
        if not line.get("more"):
            self.selling = False
        told = getattr(self, f"do_{line['do'].replace('-', '_')}")(me, line) or {}
        return {**line, **told}

    def spend(self, do: str, actions: int = 1) -> None:
        self.left -= actions
        self.did.append(do)

    def begin(self, person: Person) -> None:
        self.turn, self.left, self.did = person, 2, []

    # ---------------------------------------------------------------- the turn

    def do_end_turn(self, me: Person, line: Line) -> None:
        self.left = 0
        if len(me.hand) > self.limit(me):
            self.asked = ("discard",)
        else:
            self.begin(self.next_to(me))

    def do_discard(self, me: Person, line: Line) -> None:
        for card in line["cards"]:
            self.put_away(me.lose(card))
        if len(me.hand) <= self.limit(me):
            self.asked = ()
            self.begin(self.next_to(me))

    def do_search(self, me: Person, line: Line) -> Line:
        self.spend("search")
        return {
            "draws": [kind(c) for c in self.draw(me, self.box["places"][me.place]["search"] + self.power(me, "search"))]
        }

    def do_roll(self, me: Person, line: Line) -> None:
        self.spend("roll")
        places = self.box["die"][str(line["die"])]["to"]
        if me.place in places:
            me.place = next(place for place in places if place != me.place)
        else:
            self.asked = ("move", me.name, *places)

    def do_move(self, me: Person, line: Line) -> None:
        self.asked = ()
        me.place = line["to"]

    def do_cautious_move(self, me: Person, line: Line) -> None:
        self.spend("cautious-move", max(2 - self.power(me, "cautious"), 1))
        me.place = line["to"]

    def do_join(self, me: Person, line: Line) -> None:
        self.spend("join")
        for card in line["cards"]:
            self.put_away(me.lose(card))
        if me.card:
            self.gangs[me.gang] = self.pile_after_leaving(me, me.gang)
        me.card, self.gangs[line["gang"]] = self.gangs[line["gang"]][0], self.gangs[line["gang"]][1:]

    def do_craft(self, me: Person, line: Line) -> None:
        self.spend("craft")
        self.put_away(me.lose("link"))
        self.put_away(me.lose(PARTS[line["item"]]))
        self.take(me, line["item"], 2 if line["item"] == "knife" else 1)

    # ---------------------------------------------------------------- Places

    def do_dig(self, me: Person, line: Line) -> None:
        self.spend("dig")
        me.dug.append(me.lose(line["tool"]))
        if self.points(me) >= self.goal:
            self.winner = me.name

    def do_heal(self, me: Person, line: Line) -> None:
        self.spend("heal")
        me.beatings = max(me.beatings - 1 - self.power(me, "heal"), 0)

    def do_steal_spoon(self, me: Person, line: Line) -> None:
        self.spend("steal-spoon")
        self.take(me, "spoon", 1 + self.power(me, "spoons"))

    def do_sell(self, me: Person, line: Line) -> None:
        if not line.get("more"):
            self.spend("sell")
            me.cigarettes += self.power(me, "sell")
        for card in line["cards"]:
            self.put_away(me.lose(card))
            me.cigarettes += self.box["cards"][card]["sale"]
        self.selling = True

    def do_buy(self, me: Person, line: Line) -> None:
        self.spend("buy")
        pile, number, price = WARES[line["item"]]
        me.cigarettes -= max(price - self.power(me, "discount"), 0)
        self.take(me, pile, number)

    # ---------------------------------------------------------------- extortion

    def do_extort(self, me: Person, line: Line) -> None:
        self.spend("extort")
        self.laid.append(me.lose(line["weapon"]))
        self.asked = ("intimidation", me.name, line["target"], line["tool"])

    def do_cooperate(self, me: Person, line: Line) -> None:
        _, by, _, tool = self.asked
        self.at[by].hand.append(me.lose(tool))
        self.asked = ()
        if self.house["threat-weapon"] == "returned":
            self.at[by].hand += self.laid
            self.laid = []
        self.clear_away()

    def do_fight(self, me: Person, line: Line) -> None:
        self.laid.append(me.lose(line["weapon"]))
        _, by, whom, tool, *_ = self.asked
        self.asked = ("combat", by, whom, tool, by if me.name == whom else whom)

    def do_give_up(self, me: Person, line: Line) -> Line | None:
        _, by, whom, tool, *_ = self.asked
        self.beat(me)
        self.clear_away()
        if me.name == whom:
            self.asked = ("payment", by, whom, tool)
            return None
        self.asked = ()
        taken = self.rob(self.at[whom], me)
        self.reward(self.at[whom])
        return {"taken": taken} if taken else None

    def do_hand_over(self, me: Person, line: Line) -> None:
        _, by, _, tool = self.asked
        self.asked = ()
        self.at[by].hand.append(me.lose(tool))
        self.reward(self.at[by])

    def do_lose_a_card(self, me: Person, line: Line) -> Line | None:
        _, by, _, _ = self.asked
        self.asked = ()
        taken = self.rob(self.at[by], me)
        self.reward(self.at[by])
        return {"taken": taken} if taken else None

    def clear_away(self) -> None:
        for card in self.laid:
            self.put_away(card)
        self.laid = []

    def reward(self, winner: Person) -> None:
        winner.cigarettes += self.power(winner, "loot")
        self.draw(winner, self.power(winner, "spoils"))

    # ---------------------------------------------------------------- cards with a text

    def do_play_action(self, me: Person, line: Line) -> None:
        self.spend("play-action")
        card = f"action:{line['card']}"
        me.hand.remove(card)
        self.carry_out(me, line, self.box["actions"][line["card"]]["does"])
        self.discards.append(card)

    def do_reveal_background(self, me: Person, line: Line) -> None:
        effects = self.background_effects(me)
        me.revealed = True
        self.carry_out(me, line, effects)

    def carry_out(self, me: Person, line: Line, effects: str) -> None:
        for words in filter(None, effects.split(", ")):
            verb, _, number = words.partition(" ")
            times = int(number or 1)
            if verb == "draw":
                self.draw(me, times)
            elif verb == "gain":
                me.cigarettes += times
            elif verb == "heal":
                me.beatings = max(me.beatings - times, 0)
            elif verb == "spoon":
                self.take(me, "spoon", times)
            elif verb == "actions":
                self.left += times if me is self.turn else 0
            elif verb == "move":
                me.place = line["to"]
            elif verb == "solitary":
                self.at[line["target"]].place = SOLITARY
            elif verb == "beat":
                self.beat(self.at[line["target"]], times)
            elif verb == "rob":
                for _ in range(times):
                    self.rob(me, self.at[line["target"]])
            else:
                self.redeal(me)

    def redeal(self, me: Person) -> None:
        heap = [card for person in self.people for card in person.hand]
        self.rng.shuffle(heap)
        start = self.people.index(me)
        order = self.people[start:] + self.people[:start]
        for place, person in enumerate(order):
            person.hand = heap[place :: len(order)]
