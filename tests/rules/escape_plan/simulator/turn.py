"""One player's turn in the simulator: what may be done, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from .city import COLOURS, PLACES, City
from .person import COSTS, EQUIPMENT, FIXERS, WEARS, Person

Line = dict[str, Any]
Moments = Iterator[list[Line]]
GROUPS = ({"casino", "bar", "restaurant"}, {"cinema", "night-club", "gym"}, {f"safe-house-{n}" for n in (1, 2, 3)})
KEYS = ("green", "black", "brown")
BOX = {
    "income": [3, 4, 5, 6, 7, 8, 10, 12, 14, 16], "thresholds": [2, 4, 6], "track": [8], "escape": [0, 2, 4, 6, 8],
    "assets": [5, 4, 3, 2], "spaces": [4, 5], "lockers": [2, 3, 4], "contacts": [0, 5, 12, 20],
    "notoriety": [0, 0, 0, 2, 4, 6, 9, 12, 16],
}  # fmt: skip


class Stuck(Exception):
    """Nobody can walk anywhere: the aid does not say what then. The evening is broken off."""


class Turn:
    def __init__(self, rng: Random, names: tuple[str, ...], house: dict[str, Any], mapped: bool) -> None:
        self.rng, self.house = rng, house
        self.people = [Person(name) for name in names]
        self.sandra = Person("Sandra") if len(names) == 2 else None
        self.order: list[Person] = []
        self.round = self.part = self.escaped = 0
        self.phase, self.turn = "patrol", None
        self.box = BOX
        self.hidden: set[str] = set(rng.sample(["income", "assets", "escape", "lockers"], rng.choice((0, 1, 2, 3))))
        self.uncounted: set[str] = set()  # whose money an onlooker can no longer count
        cards = [*COSTS, *rng.choices(list(COSTS), k=32 - len(COSTS))]
        rng.shuffle(cards)
        self.copies = Counter(cards)
        self.display, self.deck, self.discard = cards[:7], cards[7:], []
        self.patrols = rng.sample([f"exit-{n}" for n in (1, 2, 3)] * 2, 6)[1:]
        self.guards: Counter[str] = Counter({f"exit-{n}": 0 for n in (1, 2, 3)})
        self.calls: Counter[str] = Counter()  # visits of each Business
        self.keys_left = Counter(dict.fromkeys(KEYS, 3))
        self.lockers = {colour: [rng.randrange(10, 50) for _ in range(5)] for colour in KEYS}
        self.exit_tiles = [rng.randrange(5, 25) for _ in range(10)]
        self.fixers_left, self.fixers_sold = 8, set()
        self.stacks = Counter(dict.fromkeys(EQUIPMENT, 4))
        self.gas_left = 6
        self.plans: dict[str, int] = {}
        self.city = City(rng) if mapped else None
        self.officers: list[tuple[int, str]] = []
        self.leaps: list[str] = []
        self.swims = self.boost = 0
        self.moved = self.asking = False
        self.kept_back = 0  # money that the way's end will cost

    def present(self) -> list[Person]:
        return [person for person in self.order if person.here and person is not self.sandra]

    def group(self, place: str) -> set[str]:
        return next(group for group in GROUPS if place in group)

    def may_have(self, person: Person, money: int) -> bool:
        """As far as an onlooker can tell."""
        return person.name in self.uncounted or person.money >= money

    def closes(self) -> int:
        return 2 if len(self.people) < 4 else 3

    # ---------------------------------------------------------------- small things that happen

    def income(self, person: Person) -> None:
        person.money += self.box["income"][person.cubes_gone]
        if "income" in self.hidden:
            self.uncounted.add(person.name)

    def pay(self, person: Person, money: int, hidden: bool = False) -> None:
        person.money -= money
        if hidden:
            self.uncounted.add(person.name)

    def fill_display(self) -> None:
        while len(self.display) < 7 and (self.deck or self.discard):
            if not self.deck:
                self.deck, self.discard = self.rng.sample(self.discard, len(self.discard)), []
            self.display.append(self.deck.pop())

    def unlock(self, person: Person, asset: str) -> None:
        person.locked.remove(asset)
        if len(person.spaces) < len(self.box["assets"]):
            person.spaces.append([asset, False])

    def price(self, person: Person, asset: str) -> int:
        return self.box["assets"][[kind for kind, _ in person.spaces].index(asset)]

    def price_hidden(self, person: Person, asset: str) -> bool:
        place = [kind for kind, _ in person.spaces].index(asset)
        return "assets" in self.hidden and place > 0

    def wound(self, person: Person) -> None:
        if person.wounds < 3:
            person.wounds += 1
        elif person.cuffs < 2 or self.house["third-handcuff"] == "another":
            person.wounds = 2
            if len(person.row) == self.box["spaces"][0] - person.cuffs:
                self.discard.append(person.row.pop()[0]) if person.row else None
            person.cuffs += 1

    def move_police(self, colour: str, source: str, target: str) -> None:
        assert self.city is not None
        self.city.at(source).police.discard(colour)
        self.city.at(target).police.add(colour)

    # ---------------------------------------------------------------- questions

    def ask(self, lines: list[Line]) -> Any:
        """A question in the middle of something."""
        self.asking = True
        line = yield lines
        self.asking = False
        return line

    def ask_unlock(self, person: Person, phase: str = "turn") -> Moments:
        if not person.locked:
            return
        self.phase = phase
        line = yield from self.ask(
            [{"by": person.name, "do": "unlock-asset", "asset": asset} for asset in person.locked]
        )
        self.unlock(person, line["asset"])

    def ask_contact(self, person: Person) -> Moments:
        self.phase = "turn"
        lines: list[Line] = [{"by": person.name, "do": "take-contact", "put": "discard"}]
        room = len(person.row) < self.box["spaces"][0] - person.cuffs
        for card in self.display:
            told = {"by": person.name, "do": "take-contact", "card": card}
            lines += [{**told, "put": "discard"}, *([told, told] if room else [])]
            lines += [{**told, "put": "replace", "replaces": at + 1} for at in range(len(person.row))]
        line = yield from self.ask(lines)
        card = line.get("card") or self.rng.choice(self.display)
        self.display.remove(card)
        if line.get("put") == "discard":
            self.discard.append(card)
        self.fill_display()
        if line.get("put") == "discard":
            return
        if line.get("put") == "replace":
            self.discard.append(person.row[line["replaces"] - 1][0])
            person.row[line["replaces"] - 1] = [card, False]
            person.up()
        else:
            person.row.append([card, False])

    # ---------------------------------------------------------------- a turn

    def one_turn(self, person: Person) -> Moments:
        self.turn, self.leaps, self.swims, self.boost, self.moved = person, [], 0, 0, False
        while True:
            self.phase = "turn"
            lines = [*self.moves(person), *self.uses(person)]
            if not person.rested:
                lines += [{"by": person.name, "do": "rest"}]
            if not lines:
                raise Stuck
            line = yield lines
            if line["do"] == "rest":
                self.moved, person.rested, person.aid = True, True, True
                person.refresh()
                yield from self.ask_unlock(person)
                break
            if line["do"] == "move":
                self.moved = True
                yield from self.go(person, line)
                break
            yield from self.use(person, line)
        spent: set[str] = set()
        while True:
            self.phase = "turn"
            lines = [{"by": person.name, "do": "end-turn"}] * 3 + list(self.uses(person))
            if line["do"] == "move":
                lines += list(self.at_location(person, spent)) * 2
                if self.city is None:
                    police = self.rng.choice(("red", "blue+black", "red+blue+black"))
                    lines.append({"by": person.name, "do": "meet-police", "police": police})
            lines += list(self.ways_out(person)) * 4
            done = yield lines
            if done["do"] == "end-turn":
                return
            if done["do"] == "escape":
                self.officers, self.kept_back = self.police_at_exit(person, done), self.cost()
                yield from self.avoid(person)
                self.pay(person, self.box["escape"][self.escaped], "escape" in self.hidden and self.escaped > 0)
                self.escaped += 1
                person.rank = self.escaped
                return
            if done["do"] == "meet-police":
                self.kept_back = 0
                self.officers = [(1, who) for who in done["police"].split("+")]
                yield from self.avoid(person)
            elif done["do"].startswith("use-") or done["do"] == "first-aid":
                yield from self.use(person, done)
            else:
                self.serve(person, done, spent)

    def ways_out(self, person: Person) -> Iterator[Line]:
        if self.round == 3 and self.guards.get(person.at, 2) < 2 and person.money >= self.cost():
            line: Line = {"by": person.name, "do": "escape"}
            if self.city is None and self.rng.random() < 0.5:
                line["police"] = ["red+blue"]
            yield line

    def cost(self) -> int:
        return self.box["escape"][self.escaped]

    def police_at_exit(self, person: Person, line: Line) -> list[tuple[int, str]]:
        if self.city is None:
            return [(1, who) for who in ("red", "blue")] if "police" in line else []
        return self.guards_of([self.city.of(person.at)])

    def guards_of(self, tiles: list[Any]) -> list[tuple[int, str]]:
        found = []
        for number, tile in enumerate(tiles, 1):
            found += [(number, colour) for colour in COLOURS if colour in tile.police]
            if self.sandra is not None and self.sandra.at in tile.places:
                found.append((number, "sandra"))
        return found

    def moves(self, person: Person) -> Iterator[Line]:
        """Some lawful moves."""
        found = 0
        for tried in range(600):
            if found and tried >= 6:
                return
            line: Line = {"by": person.name, "do": "move"}
            if self.city is not None:
                walk = self.city.walk(person.at, self.leaps, self.swims)
                gas = max(walk.points - 3 - self.boost, 0)
                if gas > person.gas or not walk.legal(3 + self.boost + gas):
                    continue
                line |= {"path": walk.words, "gas": gas} if gas else {"path": walk.words}
                goal = walk.spot
            else:
                goal = self.rng.choice([p for p in (*PLACES, "hospital", "store-d") if p != person.at])
                line["path"] = [goal]
                if self.rng.random() < 0.4:
                    line["police"] = self.rng.choices(("red", "blue+black", "red+blue+black", "sandra"), k=2)
            openers = self.openers(person, goal)
            if openers is None:
                continue
            found += 1
            yield line | ({"key": self.rng.choice(openers)} if openers else {})

    def openers(self, person: Person, goal: str) -> list[str] | None:
        """The keys that a visit could take; none needed is an empty list, impossible is nothing."""
        if goal in person.visited:
            return None
        if goal.startswith("gang"):
            taken = any(goal in other.gangs for other in self.people) or self.company(person, goal)
            return None if taken or len(person.gangs) == 2 or person.money < 5 else []
        if self.calls[goal] < self.closes():
            return []
        return self.keys_of(person) or None

    def keys_of(self, person: Person) -> list[str]:
        keys = [colour for colour in KEYS if person.keys[colour]]
        if ["master-key", False] in person.spaces and person.money >= self.price(person, "master-key"):
            keys.append("master-key")
        return keys

    def use_key(self, person: Person, key: str) -> None:
        if key == "master-key":
            self.pay(person, self.price(person, key), self.price_hidden(person, key))
            person.flip(person.spaces, key)
        else:
            person.keys[key] -= 1

    def company(self, person: Person, place: str) -> int:
        others = [*self.people, *([self.sandra] if self.sandra is not None else [])]
        return sum(other.at == place and other.here for other in others if other is not person)

    def go(self, person: Person, line: Line) -> Moments:
        if self.city is None:
            self.officers = [(n, w) for n, tile in enumerate(line.get("police", ()), 1) for w in tile.split("+")]
            goal = line["path"][-1]
        else:
            self.officers = self.guards_of(self.retraced(person, line["path"]))
            goal = line["path"][-1] if line["path"][-1] != "medevac" else "hospital"
        self.kept_back = 5 if goal.startswith("gang") else 0
        person.at, person.gas = goal, person.gas - line.get("gas", 0)
        if "key" in line:
            self.use_key(person, line["key"])
        yield from self.avoid(person)
        yield from self.visit(person, goal)

    def retraced(self, person: Person, path: list[str]) -> list[Any]:
        """The tiles that a lawful path leaves, in order."""
        assert self.city is not None
        here = self.city.of(person.at)
        named = {tile.name: tile for tile in self.city.grid.values()}
        left, goal = [], None
        for word in path:
            if word in named:
                goal = named[word]
            elif word == "medevac":
                goal = named["hospital-tile"]
            elif self.city.of(word) is not None:
                goal = self.city.of(word)
            if goal is not None and goal is not here:
                if here not in left:
                    left.append(here)
                here = goal
        return left

    def avoid(self, person: Person) -> Moments:
        while self.officers:
            self.phase = "avoid"
            line = yield [{"by": person.name, "do": "take-wounds"}, *self.uses(person)]
            if line["do"] == "take-wounds":
                for _ in self.officers:
                    self.wound(person)
                self.officers = []
                return
            yield from self.use(person, line)

    def visit(self, person: Person, place: str) -> Moments:
        kind = place.split("-")[0]
        if kind == "gang":
            self.pay(person, 5)
            person.gangs[place] = 2
            return
        if kind == "hospital":
            person.up()
            return
        person.up(self.company(person, place))
        if any(place in group for group in GROUPS):
            self.phase = "turn"
            line = yield from self.ask(
                [{"by": person.name, "do": "place-cube"}, {"by": person.name, "do": "place-cube", "income": True}]
            )
            person.cubes_gone += 1
            if line.get("income"):
                self.income(person)
        if kind == "safe":
            person.down()
            left = [colour for colour in KEYS if self.keys_left[colour]]
            if left:
                self.phase = "turn"
                line = yield from self.ask([{"by": person.name, "do": "take-key", "colour": colour} for colour in left])
                self.keys_left[line["colour"]] -= 1
                person.keys[line["colour"]] += 1
        if kind == "exit":
            yield from self.at_exit(person, place)
        if kind not in ("safe", "store"):
            yield from self.ask_contact(person)
        if any(place in group for group in GROUPS):
            person.visited.add(place)
            if kind != "safe":
                self.calls[place] += 1
            if self.group(place) <= person.visited:
                self.phase = "turn"
                line = yield from self.ask(
                    [{"by": person.name, "do": "choose-bonus", "choice": what} for what in ("disc", "asset")]
                )
                if line["choice"] == "disc":
                    person.discs += 1
                else:
                    self.income(person) if kind == "safe" else person.down()
                    yield from self.ask_unlock(person)

    def at_exit(self, person: Person, place: str) -> Moments:
        self.phase = "turn"
        lines: list[Line] = [{"by": person.name, "do": "use-exit", "choice": what} for what in ("income", "nothing")]
        if self.guards[place] == 2 and person.row and self.exit_tiles:
            lines += [{"by": person.name, "do": "use-exit", "choice": "tile", **way} for way in self.room(person)] * 3
        line = yield from self.ask(lines)
        if line["choice"] == "income":
            self.income(person)
        elif line["choice"] == "tile":
            self.make_way(person, line)
            drawn = self.rng.sample(self.exit_tiles, min(len(person.row), len(self.exit_tiles)))
            self.exit_tiles.remove(max(drawn))
            person.exits.append(max(drawn))

    def room(self, person: Person) -> list[Line]:
        """Nothing, where there is space, or a tile that goes."""
        full = len(person.tiles) + len(person.lockers) + len(person.exits) >= self.box["spaces"][1]
        ways: list[Line] = [{"discard": kind} for kind in sorted({kind for kind, _ in person.tiles})]
        return ways if full else [{}, *ways]

    def make_way(self, person: Person, line: Line) -> None:
        if "discard" in line:
            person.tiles.remove(next(tile for tile in person.tiles if tile[0] == line["discard"]))
            person.up()

    def at_location(self, person: Person, spent: set[str]) -> Iterator[Line]:
        by, kind = {"by": person.name}, person.at.split("-")[0]
        if kind == "church" and "church" not in spent and person.money >= 1:
            yield {**by, "do": "pray"}
        if kind == "clinic" and "clinic" not in spent:
            yield {**by, "do": "treat"}
        if kind in ("church", "clinic") and "asset" not in spent:
            for asset in person.locked:
                yield {**by, "do": "unlock-asset", "asset": asset}
        if kind == "hospital" and "hospital" not in spent:
            for wounds, money in ((1, 1), (2, 3), (3, 6)):
                if person.money >= money and person.wounds >= wounds:
                    yield {**by, "do": "pay-hospital", "wounds": wounds}
        if kind == "safe" and "fixer" not in spent and self.fixers_left:
            for fixer, money in FIXERS.items():
                if fixer not in self.fixers_sold and person.money >= money:
                    yield from ({**by, "do": "buy-fixer", "fixer": fixer, **way} for way in self.room(person))
        if kind == "store":
            if "gas" not in spent and person.gas < 2 and self.gas_left:
                yield {**by, "do": "take-gas"}
            if "second" not in spent:
                for tile, money in EQUIPMENT.items():
                    if self.stacks[tile] and person.money >= money:
                        yield from ({**by, "do": "buy-equipment", "tile": tile, **way} for way in self.room(person))
            if "locker" not in spent:
                for key in self.keys_of(person):
                    for colour in KEYS if key == "master-key" else (key,):
                        if self.drawn(person, colour) > 0 and person.sum() >= self.box["lockers"][KEYS.index(colour)]:
                            line = {**by, "do": "open-locker", "colour": colour, "key": key}
                            yield from ({**line, **way} for way in self.room(person))

    def drawn(self, person: Person, colour: str) -> int:
        return min(person.sum() + {"green": 1, "black": 0, "brown": -1}[colour], len(self.lockers[colour]))

    def serve(self, person: Person, line: Line, spent: set[str]) -> None:
        do = line["do"]
        if do == "pray":
            spent.add("church")
            self.pay(person, 1)
            person.down()
        elif do == "treat":
            spent.add("clinic")
            person.heal()
        elif do == "unlock-asset":
            spent.add("asset")
            self.unlock(person, line["asset"])
        elif do == "pay-hospital":
            spent.add("hospital")
            self.pay(person, {1: 1, 2: 3, 3: 6}[line["wounds"]])
            person.heal(line["wounds"])
        elif do == "buy-fixer":
            spent.add("fixer")
            self.pay(person, FIXERS[line["fixer"]])
            self.fixers_left -= 1
            self.fixers_sold.add(line["fixer"])
            self.make_way(person, line)
            person.tiles.append([line["fixer"], False])
        elif do == "take-gas":
            spent.add("gas")
            self.gas_left -= 1
            person.gas += 1
        elif do == "buy-equipment":
            spent.add("second" if "first" in spent else "first")
            self.pay(person, EQUIPMENT[line["tile"]])
            self.stacks[line["tile"]] -= 1
            self.make_way(person, line)
            person.tiles.append([line["tile"], False])
        else:
            spent.add("locker")
            self.use_key(person, line["key"])
            drawn = self.rng.sample(self.lockers[line["colour"]], self.drawn(person, line["colour"]))
            self.make_way(person, line)
            self.lockers[line["colour"]].remove(max(drawn))
            person.lockers.append(max(drawn))

    # ---------------------------------------------------------------- executive actions

    def uses(self, person: Person) -> Iterator[Line]:
        by, keeps = {"by": person.name}, self.kept_back if self.officers else 0
        if person.aid and person.wounds:
            yield {**by, "do": "first-aid"}
        for card in person.face_up(person.row):
            if person.money >= int(COSTS[card][0]) + keeps:
                yield from ({**by, "do": "use-contact", "piece": card, **aim} for aim in self.aims(card))
        for asset in person.face_up(person.spaces):
            if asset != "master-key" and person.money >= self.price(person, asset) + keeps:
                yield from ({**by, "do": "use-asset", "piece": asset, **aim} for aim in self.aims(asset))
        for tile in person.face_up(person.tiles):
            do = "use-equipment" if tile in EQUIPMENT else "use-fixer"
            yield from ({**by, "do": do, "piece": tile, **aim} for aim in self.aims(tile))
        for place in person.gangs:
            for aim in self.aims("gang"):
                yield {**by, "do": "use-gang", "location": place, **aim}

    def aims(self, piece: str) -> Iterator[Line]:
        """Each way in which a piece can be used now."""
        tiles = sorted({number for number, _ in self.officers})
        if piece in ("fast-car", "skateboard", "getaway"):
            yield from ({"tile": tile} for tile in tiles)
        elif piece in ("boxer", "fight", "ninja"):
            yield from ({"tile": tile, "police": who} for tile, who in self.officers if who != "sandra")
        elif piece == "stunt":
            yield from ({"tile": tile, "police": who} for tile, who in self.officers)
        elif piece in WEARS:
            yield from ({"tile": tile, "police": who} for tile, who in self.officers if who in WEARS[piece])
        elif piece in ("gang", "motorcycle"):
            yield {"choice": "notoriety"}
            if not self.moved:
                yield {"choice": "fly"}
            yield from ({"choice": "avoid", "tile": tile} for tile in tiles)
        elif piece in ("chopper", "helicopter", "sewer", "medevac", "jet-ski", "scuba-gear", "gas-can"):
            if not self.moved:
                yield {}
        elif piece in ("bribe", "rally", "move-red", "move-blue", "move-black"):
            yield from self.police_moves(piece)
        elif piece == "snitch":
            if self.city is None:
                yield {}
            else:
                yield from (
                    {"police": who, "from": tile.name}
                    for tile in self.city.grid.values()
                    for who in sorted(tile.police)
                )
        else:
            yield {}

    def police_moves(self, piece: str) -> Iterator[Line]:
        colours = COLOURS if piece in ("bribe", "rally") else (piece.removeprefix("move-"),)
        if self.city is None:
            yield {"police": self.rng.choice(colours)}
            return
        tiles = list(self.city.grid.values())
        for _ in range(4):
            source, target = self.rng.choice(tiles), self.rng.choice(tiles)
            for colour in set(colours) & source.police - target.police:
                if target.name != "hospital-tile":
                    yield {"police": colour, "from": source.name, "to": target.name}

    def use(self, person: Person, line: Line) -> Moments:
        do, piece = line["do"], line.get("piece", "gang")
        if do == "first-aid":
            person.aid = False
            person.heal()
            return
        if do == "use-contact":
            self.pay(person, int(COSTS[piece][0]))
            person.up("*" in COSTS[piece])
        elif do == "use-asset":
            self.pay(person, self.price(person, piece), self.price_hidden(person, piece))
        elif do == "use-gang":
            person.gangs[line["location"]] -= 1
            if not person.gangs[line["location"]]:
                del person.gangs[line["location"]]
        if piece in ("spy-2", "energy-drink"):
            person.refresh()
        if do == "use-contact":
            person.flip(person.row, piece)
        elif do == "use-asset":
            person.flip(person.spaces, piece)
        elif do != "use-gang":
            person.flip(person.tiles, piece)
        yield from self.benefit(person, piece, line)

    def benefit(self, person: Person, piece: str, line: Line) -> Moments:
        choice = line.get("choice", "")
        if piece in ("fast-car", "skateboard", "getaway") or choice == "avoid":
            self.officers = [officer for officer in self.officers if officer[0] != line["tile"]]
        elif piece in ("boxer", "fight", "ninja", "stunt", *WEARS):
            self.officers.remove((line["tile"], line["police"]))
        elif piece in ("informer", "disguise") or choice == "notoriety":
            person.down()
        elif choice == "fly":
            self.leaps.append("gang")
        elif piece in ("chopper", "helicopter"):
            self.leaps.append("chopper")
        elif piece in ("sewer", "medevac"):
            self.leaps.append(piece)
        elif piece in ("jet-ski", "scuba-gear"):
            self.swims += 1
        elif piece == "gas-can":
            self.boost += 1
        elif piece in ("fixer", "id-card", "extra-action"):
            person.discs += 1
        elif piece in ("general-store", "safe"):
            self.income(person)
        elif piece in ("medic", "first-aid-kit", "bandage"):
            person.heal()
        elif piece in ("bribe", "rally", "move-red", "move-blue", "move-black"):
            if "from" in line:
                self.move_police(line["police"], line["from"], line["to"])
        elif piece == "snitch":
            if "from" in line:
                assert self.city is not None
                self.city.at(line["from"]).police.discard(line["police"])
        elif piece in ("spy-1", "telephone"):
            phase = self.phase
            yield from self.ask_contact(person)
            self.phase = phase
        elif piece in ("spy-3", "gold-bar"):
            phase = self.phase
            yield from self.ask_unlock(person)
            self.phase = phase
