"""The truth: real hands, a real deck, real piles, and what everybody at the table does next."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.games.dig_your_way_out.cards import DATA

Line = dict[str, Any]
Choice = tuple[float, Line]
TOOLS = ("spoon", "pick", "shovel")
PILES = (*TOOLS, "knife")
GOALS = {2: 12, 3: 12, 4: 10, 5: 8}
PARTS = {"knife": "blade", "pick": "pike", "shovel": "container"}
WARES = {"knife": ("knife", 1, 2), "two-knives": ("knife", 2, 5), "pick": ("pick", 1, 6), "shovel": ("shovel", 1, 8)}
SOLITARY = "solitary-confinement"


def kind(card: str) -> str:
    """An Action card is written with its text: action:ambush."""
    return card.partition(":")[0]


class Person:
    def __init__(self, name: str) -> None:
        self.name = name
        self.hand: list[str] = []
        self.dug: list[str] = []
        self.place = "cell-block"
        self.cigarettes = 0
        self.beatings = 0
        self.card = ""  # the Gang card
        self.named = False  # the table knows which one it is; otherwise nobody makes use of it
        self.background = ""
        self.revealed = False

    @property
    def gang(self) -> str:
        return self.card.rpartition("-")[0]

    def has(self, *wanted: str) -> bool:
        held = [kind(card) for card in self.hand]
        return all(held.count(one) >= wanted.count(one) for one in wanted)

    def lose(self, card: str) -> str:
        """A card of this kind leaves the hand."""
        found = next(one for one in self.hand if kind(one) == card)
        self.hand.remove(found)
        return found


class Prison:
    def __init__(self, rng: Random, names: tuple[str, ...], first: str, house: dict[str, Any], box: Any) -> None:
        self.rng, self.house, self.box = rng, house, box
        self.people = [Person(name) for name in names]
        self.at = {person.name: person for person in self.people}
        self.piles = {name: [name] * box["cards"][name]["count"] for name in PILES}
        cards = box["cards"].items()
        self.deck = [name for name, card in cards if name not in (*PILES, "action") for _ in range(card["count"])]
        self.deck += [f"action:{text}" for text, card in box["actions"].items() for _ in range(card["count"])]
        self.discards: list[str] = []
        self.laid: list[str] = []
        self.gangs = {gang: [c for c in DATA["gang_cards"] if c.startswith(gang)] for gang in DATA["gangs"]}
        for cards_of_gang in self.gangs.values():
            rng.shuffle(cards_of_gang)
        rng.shuffle(self.deck)
        backgrounds = rng.sample(sorted(DATA["backgrounds"]), len(names))
        for person, background in zip(self.people, backgrounds, strict=True):
            person.background = background
            self.draw(person, 3)
        self.turn = self.at[first]
        self.left, self.did, self.selling = 2, [], False
        self.asked: tuple[str, ...] = ()  # what is waited for: move, intimidation, combat, payment, discard
        self.winner = ""
        self.goal = GOALS[len(names)]

    # ---------------------------------------------------------------- figures

    def power(self, person: Person, name: str) -> int:
        words = self.box["gang_cards"][person.card]["power"].split() if person.named else []
        return int(words[1]) if words and words[0] == name else 0

    def limit(self, person: Person) -> int:
        return 10 + self.power(person, "hand")

    def points(self, person: Person) -> int:
        return sum(self.box["cards"][tool]["points"] for tool in person.dug)

    def weapon(self, card: str) -> bool:
        return bool(self.box["cards"][kind(card)]["weapon"])

    def next_to(self, person: Person) -> Person:
        return self.people[(self.people.index(person) + 1) % len(self.people)]

    # ---------------------------------------------------------------- cards

    def draw(self, person: Person, number: int) -> list[str]:
        drawn: list[str] = []
        while len(drawn) < number:
            if not self.deck:
                if not self.discards:
                    break
                self.deck, self.discards = self.discards, []
                self.rng.shuffle(self.deck)
            drawn.append(self.deck.pop())
        person.hand += drawn
        return drawn

    def put_away(self, card: str) -> None:
        (self.piles[card] if card in PILES else self.discards).append(card)

    def take(self, person: Person, pile: str, number: int) -> None:
        for _ in range(min(number, len(self.piles[pile]))):
            person.hand.append(self.piles[pile].pop())

    def beat(self, person: Person, number: int = 1) -> None:
        person.beatings = min(person.beatings + number, 2)

    def rob(self, winner: Person, loser: Person) -> str:
        """A card at random; nothing where there is none."""
        if not loser.hand:
            return ""
        card = self.rng.choice(loser.hand)
        loser.hand.remove(card)
        winner.hand.append(card)
        return kind(card)

    # ---------------------------------------------------------------- what can be done

    def choices(self) -> list[Choice]:
        """Everything that is truly legal now, with how likely it is."""
        if self.asked:
            return list(getattr(self, f"answers_{self.asked[0]}")())
        found = list(self.reveals())
        if self.left:
            return found + list(self.on_turn(self.turn)) + [(0.4, {"by": self.turn.name, "do": "end-turn"})]
        found.append((2, {"by": self.turn.name, "do": "end-turn"}))
        found += self.more_to_sell(self.turn)
        if len(self.turn.hand) > self.limit(self.turn):
            return [c for c in found if c[1]["by"] == self.turn.name] + list(self.discarding(self.turn))
        following = self.next_to(self.turn)
        left, did, selling, turn = self.left, self.did, self.selling, self.turn
        self.left, self.did, self.selling, self.turn = 2, [], False, following
        found += [(weight, line) for weight, line in self.on_turn(following)]
        found += [(0.2, {"by": following.name, "do": "end-turn"})]
        own = [line for _, line in found if line["do"] == "reveal-background"]
        found += [(w, line) for w, line in self.reveals() if line["by"] == following.name and line not in own]
        self.left, self.did, self.selling, self.turn = left, did, selling, turn
        return found

    def once(self, do: str) -> bool:
        return do not in self.did or bool(self.house["same-action-twice"])

    def on_turn(self, me: Person) -> Iterator[Choice]:
        by = {"by": me.name}
        if self.once("roll"):
            yield 3, {**by, "do": "roll", "die": self.rng.randint(1, 6)}
        yield from self.place_actions(me)
        if me.place == SOLITARY and self.house["solitary"] != "free":
            return
        if "search" not in self.did and self.box["places"][me.place]["search"] and (self.deck or self.discards):
            yield 4, {**by, "do": "search"}
        cost = max(2 - self.power(me, "cautious"), 1)
        if self.left >= cost and self.once("cautious-move"):
            places = [
                p for p in DATA["places"] if p != me.place and (p != SOLITARY or self.house["solitary"] == "free")
            ]
            yield 1, {**by, "do": "cautious-move", "to": self.rng.choice(places)}
        yield from self.joins(me)
        yield from self.extortions(me)
        yield from self.crafts(me)
        if self.once("play-action"):
            for text in sorted({card.partition(":")[2] for card in me.hand if kind(card) == "action"}):
                effects = self.box["actions"][text]["does"]
                if (line := self.filled({**by, "do": "play-action", "card": text}, effects)) is not None:
                    yield 2, line

    def joins(self, me: Person) -> Iterator[Choice]:
        for gang, data in DATA["gangs"].items():
            mine = [name for name in data["accessories"] if me.has(name)]
            available = self.gangs[gang] or (me.gang == gang and self.house["left-gang-card"] != "out")
            if len(mine) >= 2 and available and self.once("join"):
                line = {"by": me.name, "do": "join", "gang": gang, "cards": self.rng.sample(mine, 2)}
                if self.rng.random() < 0.8:
                    line["card"] = self.pile_after_leaving(me, gang)[0]
                yield 3, line

    def pile_after_leaving(self, me: Person, gang: str) -> list[str]:
        pile = self.gangs[gang]
        if me.gang != gang or self.house["left-gang-card"] == "out":
            return pile
        return [me.card, *pile] if self.house["left-gang-card"] == "top" else [*pile, me.card]

    def extortions(self, me: Person) -> Iterator[Choice]:
        if self.did.count("extort") > self.power(me, "extort"):
            return
        weapons = sorted({kind(card) for card in me.hand if self.weapon(card)})
        for other in self.people:
            if other is not me and other.place == me.place and weapons:
                line = {"by": me.name, "do": "extort", "target": other.name}
                yield 1, {**line, "tool": self.rng.choice(TOOLS), "weapon": self.rng.choice(weapons)}

    def crafts(self, me: Person) -> Iterator[Choice]:
        barred = me.place in ("cell-block", "showers") and not self.power(me, "workshop")
        if barred or (me.beatings and me.beatings > self.power(me, "tough")) or not self.once("craft"):
            return
        for item, part in PARTS.items():
            due = 2 if item == "knife" and self.house["last-knife"] == "none" else 1
            if me.has("link", part) and len(self.piles[item]) >= due:
                yield 4, {"by": me.name, "do": "craft", "item": item}

    def place_actions(self, me: Person) -> Iterator[Choice]:
        by = {"by": me.name}
        if me.place == "cell-block" and (me.beatings < 2 or self.power(me, "tough")) and self.once("dig"):
            for tool in TOOLS:
                if me.has(tool):
                    yield 8, {**by, "do": "dig", "tool": tool}
        if me.place == "nursery" and me.beatings and self.once("heal"):
            yield 4, {**by, "do": "heal"}
        if me.place == "cafeteria" and self.piles["spoon"] and self.once("steal-spoon"):
            yield 4, {**by, "do": "steal-spoon"}
        if me.place == "recreation-area":
            if me.hand and self.once("sell"):
                cards = self.rng.sample(me.hand, self.rng.randint(1, min(len(me.hand), 3)))
                yield 2, {**by, "do": "sell", "cards": [kind(card) for card in cards]}
            yield from self.more_to_sell(me)
            for ware, (pile, number, price) in WARES.items():
                due = number if self.house["last-knife"] == "none" else 1
                price = max(price - self.power(me, "discount"), 0)
                if me.cigarettes >= price and len(self.piles[pile]) >= due and self.once("buy"):
                    yield 2, {**by, "do": "buy", "item": ware}

    def more_to_sell(self, me: Person) -> Iterator[Choice]:
        if self.selling and me is self.turn and me.hand and me.place == "recreation-area":
            yield 2, {"by": me.name, "do": "sell", "cards": [kind(self.rng.choice(me.hand))], "more": True}

    def reveals(self) -> Iterator[Choice]:
        for person in self.people:
            if person.revealed:
                continue
            card = self.box["backgrounds"][person.background]
            if card["when"] == "any-time" or (card["when"] == "own-turn" and person is self.turn):
                yield from self.reveal(person)

    def reveal(self, person: Person) -> Iterator[Choice]:
        line = {"by": person.name, "do": "reveal-background", "card": person.background}
        if (line := self.filled(line, self.background_effects(person))) is not None:
            yield 0.3, line

    def background_effects(self, person: Person) -> str:
        card = self.box["backgrounds"][person.background]
        return f"{card['does']}, {card['also']}" if person.gang == card["gang"] else str(card["does"])

    def filled(self, line: Line, effects: str) -> Any:
        """With the target and the Place that the effects ask for."""
        me = self.at[line["by"]]
        line = dict(line)
        if any(verb in effects for verb in ("beat", "rob", "solitary")):
            line["target"] = self.rng.choice([person.name for person in self.people if person is not me])
        if "move" in effects:
            places = [
                p for p in DATA["places"] if p != me.place and (p != SOLITARY or self.house["solitary"] == "free")
            ]
            line["to"] = self.rng.choice(places)
        return line

    # ---------------------------------------------------------------- answers

    def answers_move(self) -> Iterator[Choice]:
        for place in self.asked[2:]:
            yield 1, {"by": self.asked[1], "do": "move", "to": place}

    def answers_intimidation(self) -> Iterator[Choice]:
        _, _, whom, tool = self.asked
        target = self.at[whom]
        if target.has(tool):
            yield 2, {"by": whom, "do": "cooperate"}
        if not target.revealed and self.box["backgrounds"][target.background]["when"] == "extorted":
            yield from self.reveal(target)
        yield from self.weapons(target)

    def answers_combat(self) -> Iterator[Choice]:
        yield from self.weapons(self.at[self.asked[4]])

    def weapons(self, person: Person) -> Iterator[Choice]:
        for weapon in sorted({kind(card) for card in person.hand if self.weapon(card)}):
            yield 2, {"by": person.name, "do": "fight", "weapon": weapon}
        yield 1, {"by": person.name, "do": "give-up"}

    def answers_payment(self) -> Iterator[Choice]:
        _, _, whom, tool = self.asked
        yield 1, {"by": whom, "do": "hand-over" if self.at[whom].has(tool) else "lose-a-card"}

    def answers_discard(self) -> Iterator[Choice]:
        yield from self.discarding(self.turn)

    def discarding(self, me: Person) -> Iterator[Choice]:
        number = self.rng.randint(1, len(me.hand) - self.limit(me))
        yield 3, {"by": me.name, "do": "discard", "cards": [kind(card) for card in self.rng.sample(me.hand, number)]}
