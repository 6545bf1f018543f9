"""The rounds of an evening: income, Patrols, tiles, turns, Sandra, the ★ space and the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from .city import NEW, PLACES
from .person import Person
from .turn import Turn

Line = dict[str, Any]
Moments = Iterator[list[Line]]


class Evening(Turn):
    """`play` yields the lawful lines of each moment and is sent the one that was chosen."""

    def __init__(self, rng: Random, names: tuple[str, ...], first: str, house: dict[str, Any], mapped: bool) -> None:
        super().__init__(rng, names, house, mapped)
        start = names.index(first)
        self.order = [self.people[(start + n) % len(names)] for n in range(len(names))]
        if self.sandra is not None:
            self.order.append(self.sandra)

    def play(self) -> Moments:
        if self.city is not None:
            for tile in self.city.grid.values():
                yield [self.tile_line("enter-tile", self.someone().name, tile)]
        for self.round in (1, 2, 3):
            yield from self.before_the_turns()
            for part in (1, 2, 3, 4, 5):
                if self.present():
                    self.part = part
                    yield from self.one_part()
            if not self.present():
                break
            for person in self.people:
                person.rested &= self.round == 3
        for person in self.present():
            person.arrested = self.house["left-in-the-city"] == "arrested"
        self.phase = "reveal"
        for person in self.people:
            if not person.arrested:
                plan = self.rng.randrange(0, 90, 5)
                self.plans[person.name] = plan
                self.phase = "reveal"
                yield [self.reveal_line(person, plan)]
        self.phase = "over"

    def reveal_line(self, person: Person, plan: int) -> Line:
        line: Line = {"by": person.name, "do": "reveal", "plan": plan, "money": person.money}
        return line | {"lockers": list(person.lockers), "exits": list(person.exits)}

    # ---------------------------------------------------------------- phases 1 to 4

    def before_the_turns(self) -> Moments:
        self.part = 0
        if self.round > 1:
            for person in self.present():
                self.income(person)
            for person in [p for p in self.present() if p.track < 3 and p.locked and self.may_have(p, 3)]:
                self.phase = "income"
                asked = [{"by": person.name, "do": "keep-money"}]
                if person.money >= 3:
                    asked += [{"by": person.name, "do": "buy-asset", "asset": asset} for asset in person.locked]
                line = yield asked
                if line["do"] == "buy-asset":
                    person.money -= 3
                    self.unlock(person, line["asset"])
        self.phase = "patrol"
        shown = [self.patrols.pop() for _ in range((2, 2, 1)[self.round - 1])]
        yield [{"by": self.someone().name, "do": "reveal-patrol", "exits": shown}]
        for place in shown:
            self.guards[place] += 1
        movers = self.present()
        self.phase = "city"
        for number in range(4):
            placer = movers[number % len(movers)].name
            if self.city is None:
                yield [{"by": placer, "do": "place-tile"}]
            else:
                tile = self.city.place(NEW[(self.round - 1) * 4 + number])
                yield [self.tile_line("place-tile", placer, tile)]
        if self.round > 1 or self.house["first-round-order"] == "reverse":
            places = {person.name: number for number, person in enumerate(self.order)}
            self.order.sort(key=lambda person: (-person.track, -places[person.name]))

    def tile_line(self, do: str, by: str, tile: Any) -> Line:
        assert self.city is not None
        beside = [near.name for near in self.city.beside(tile)]
        told = {"lands": tile.lands, "locations": tile.places, "signs": tile.signs, "police": sorted(tile.police)}
        return {"by": by, "do": do, "tile": tile.name, "beside": beside, **told}

    # ---------------------------------------------------------------- 5) PLAYER ACTION

    def one_part(self) -> Moments:
        playing = [person for person in self.order if person.here]
        if self.part > 3:
            joined = []
            for person in [p for p in playing if p.discs]:
                if person is not self.sandra:
                    self.phase = "join"
                    line = yield [{"by": person.name, "do": do} for do in ("use-disc", "stay-out")]
                    if line["do"] == "stay-out":
                        continue
                person.discs -= 1
                joined.append(person)
            playing = joined
        for person in playing:
            if not self.present():
                break
            if person is self.sandra:
                yield from self.her_turn()
            elif self.escaped and not (yield from self.pays_a_dollar(person)):
                person.arrested = True
            else:
                yield from self.one_turn(person)
        yield from self.star()

    def pays_a_dollar(self, person: Person) -> Any:
        pays = person.money >= 1
        if person.name in self.uncounted:
            self.phase = "turn"
            self.turn = person
            yield [{"by": person.name, "do": "pay-stay", **({} if pays else {"choice": "arrest"})}]
        person.money -= pays
        return pays

    def star(self) -> Moments:
        """Each in turn order moves their marker; thresholds one by one."""
        self.turn = None
        for person in self.order:
            steps, person.red, person.blue = person.red - person.blue, 0, 0
            if person.arrested:
                continue
            was = person.track
            now = max(was + steps, 0)
            if now > self.box["track"][0]:
                for _ in range(now - max(was, self.box["track"][0])):
                    if person is not self.sandra:
                        self.wound(person)
                now = max(was, self.box["track"][0])
            person.track = now
            if person is self.sandra or not person.here:
                continue
            for number, mark in enumerate(self.box["thresholds"], 1):
                if was < mark <= now:
                    yield from self.cross(person, number)

    def cross(self, person: Person, number: int) -> Moments:
        for other in [p for p in self.order if p is not self.sandra and p.here and p.track < person.track]:
            moves = list(self.moves_nearer(person))
            if moves:
                self.phase = "star"
                line = yield [{"by": other.name, "do": "move-police", **move} for move in moves]
                self.move_police(line["police"], line["from"], line["to"])
        again = number in person.crossed and not self.house["thresholds-repeat"]
        person.crossed.add(number)
        if again:
            return
        if number == 3:
            person.discs += 1
        for _ in range({1: 1, 2: 2, 3: 1}[number]):
            yield from self.ask_unlock(person, "star")

    def moves_nearer(self, person: Person) -> Iterator[Line]:
        goal = self.city.of(person.at) if self.city is not None else None
        if self.city is None or goal is None:
            return
        for tile in self.city.grid.values():
            for colour in sorted(tile.police):
                for other in self.city.grid.values():
                    nearer = self.city.far(other, goal) < self.city.far(tile, goal)
                    if nearer and colour not in other.police and other.name != "hospital-tile":
                        yield {"police": colour, "from": tile.name, "to": other.name}

    # ---------------------------------------------------------------- Sandra

    def her_turn(self) -> Moments:
        sandra = self.sandra
        assert sandra is not None
        self.phase, self.turn = "sandra", None
        places = [p for p in (*PLACES, "hospital", "store-d") if self.round == 3 or self.guards.get(p, 2) == 2]
        to = self.rng.choice([p for p in places if self.city is None or self.city.of(p) is not None])
        line: Line = {"by": self.someone().name, "do": "sandra", "to": to}
        kind = to.split("-")[0]
        business = to in ("casino", "bar", "restaurant", "cinema", "night-club", "gym")
        if business or kind in ("store", "exit"):
            gone = [self.display.pop(0) for _ in range(min(2, len(self.display)))]
            self.discard += gone
            self.fill_display()
            line["discs"] = self.rng.choice((0, 0, 1, 2)) if gone else 0
        left = [colour for colour in ("green", "black", "brown") if self.keys_left[colour]]
        if kind == "safe" and left:
            line["key"] = self.rng.choice(left)
        yield [line]
        sandra.at = to
        company = sum(p.at == to and p.here for p in self.people)
        boxed = business or kind in ("safe", "store", "exit")
        sandra.up(company * (2 if boxed and self.house["sandra-company"] == "twice" else 1))
        if business or to in ("store-a", "store-c"):
            sandra.up()
        elif boxed:
            sandra.down()
        sandra.discs += line.get("discs", 0)
        if business or kind == "safe":
            new = to not in sandra.visited
            sandra.visited.add(to)
            sandra.discs += new and self.group(to) <= sandra.visited
            if business and self.house["sandra-closes"]:
                self.calls[to] += 1
        if kind == "safe":
            self.fixers_left = max(self.fixers_left - 1, 0)
            self.keys_left -= Counter([line["key"]] if "key" in line else [])
        if kind == "store":
            for colour in {"store-a": ["green"], "store-b": ["black"], "store-c": ["brown"]}.get(
                to, ["green", "black", "brown"]
            ):
                self.lockers[colour] = self.lockers[colour][1:]
        if kind == "exit":
            self.exit_tiles = self.exit_tiles[1:]

    def someone(self) -> Person:
        return self.rng.choice(self.present() or self.people)
