"""WIN OR LOSE? and LAND THE PLANE!: open hands, the Tandem, the last search, the dice, and the score."""

from typing import Any

from .advanced import Advanced
from .plane import Choice, Line, Moments, Person
from .turns import OFTEN, SOMETIMES

FACES = ("1", "2", "3", "4", "1-across", "1-down")
ROWS = ((1, 9), (1, 10), (1, 11), (1, 12), (1, 12), (2, 12), (3, 12))
STRIP, LAKE, BOTTOM = range(8, 13), range(3, 8), 7


class Ending(Advanced):
    carried: list[tuple[Person, Person]]
    fates: dict[str, str]

    def jump(self) -> Moments:
        self.phase, self.frozen, self.ballot, self.offer = "reveal", (), None, {}
        self.carried = []
        while True:
            self.fates = self.fall()
            hidden = [person for person in self.living() if not person.revealed]
            crew = [self.at[name] for name, fate in self.fates.items() if fate == "aboard"]
            if not hidden and (crew or not self.tandem_decides()):
                break
            line = yield from self.ask(lambda: self.openings(self.living()))
            self.open_up(line)
        if crew:
            yield from self.land(crew)
        self.phase = "over"

    def openings(self, living: list[Person]) -> list[Choice]:
        """Hands are laid open; who has shown a Tandem, or by house rule a spare Parachute, says whom it carries."""
        found: list[Choice] = []
        for me in living:
            if not me.revealed:
                found.append((OFTEN, lambda me=me: self.a_reveal(me)))
                continue
            friends = [None, *(other.name for other in living if other is not me)]
            say = {"by": me.name}
            if "tandem-parachute" in me.hand and not any(giver is me for giver, _ in self.carried):
                found.append((OFTEN, lambda say=say, f=friends: say | {"do": "tandem", "take": self.rng.choice(f)}))
            if self.house["spare-parachute"] and len(friends) > 1 and self.spare(me) > 0:
                say = say | {"do": "give-parachute"}
                found.append((SOMETIMES, lambda say=say, f=friends[1:]: say | {"take": self.rng.choice(f)}))
        return found

    def open_up(self, line: Line) -> None:
        me = self.at[line["by"]]
        if line["do"] == "reveal":
            me.revealed = True
        else:
            self.carried.append((me, self.at[line["take"]] if line["take"] else me))

    def group_of(self, me: Person) -> list[Person]:
        return next(group for group in self.groups(self.carried) if me in group)

    def spare(self, me: Person) -> int:
        """Places under silk that nobody bound to this player needs. Hands not yet open count for nothing."""
        group = self.group_of(me)
        return sum(person.places() for person in group if person.revealed) - len(group)

    def tandem_decides(self) -> bool:
        """Somebody could ride along with a Tandem, and its holder has not spoken."""
        for me in self.living():
            if "tandem-parachute" not in me.hand or any(giver is me for giver, _ in self.carried):
                continue
            lost = [p for p in self.living() if self.fates[p.name] != "parachuted" and p not in self.group_of(me)]
            if lost and self.spare(me) > 0:
                return True
        return False

    def fall(self) -> dict[str, str]:
        """Everyone bound together needs as many places under silk as they are, the dead among them too."""
        fates = {}
        for group in self.groups(self.carried):
            places = sum(person.places() for person in group)
            for person in group:
                if not person.alive:
                    fate = "killed"
                elif places >= len(group) or self.own_silk(person):
                    fate = "parachuted"
                elif places or self.mode == "travel" or (len(group) > 1 and not self.house["cuffed-landers"]):
                    fate = "died-jumping"
                else:
                    fate = "aboard"
                fates[person.name] = fate
        return fates

    def own_silk(self, person: Person, asked: tuple[Person, ...] = ()) -> bool:
        """OBJECTIVES: has silk, and so has everybody in the same Handcuffs, whoever else was taken along."""
        chain = next(chain for chain in self.groups([]) if person in chain)
        if chain[0] in asked:
            return True
        places = sum(other.places() for other in chain)
        for giver, taker in self.carried:
            if (giver in chain) != (taker in chain):
                places += -1 if giver in chain else self.own_silk(giver, (*asked, chain[0]))
        return places >= len(chain)

    # ---------------------------------------------------------------- landing

    def land(self, crew: list[Person]) -> Moments:
        self.phase = "landing"
        self.searched: list[Person] = []
        untouched = True
        while True:
            line = yield from self.ask(lambda crew=crew, new=untouched: self.last_search(crew, new))
            do = line["do"]
            if do == "roll":
                break
            if do in ("tandem", "give-parachute"):
                self.open_up(line)
                self.fates = self.fall()
                crew = [self.at[name] for name, fate in self.fates.items() if fate == "aboard"]
                if not crew and self.tandem_decides():
                    self.phase = "reveal"
                    again = yield from self.ask(lambda: self.openings(self.living()))
                    self.open_up(again)
                    self.fates = self.fall()
                if not crew:
                    return
                continue
            untouched = False
            me = self.at[line["by"]]
            if do == "search-licence":
                self.search(me, line)
            elif do == "loot":
                self.loot(line)
            else:
                self.discard(me, "key")
                self.open_lockbox(me, line, True)
                self.told_all = self.told_all and line.get("take") not in (None, "poison")
        landed = yield from self.fly(crew, line)
        for person in crew:
            self.fates[person.name] = "landed" if landed else "crashed"

    def has_licence(self, crew: list[Person]) -> bool:
        return any("pilots-licence" in person.hand for person in crew)

    def last_search(self, crew: list[Person], untouched: bool) -> list[Choice]:
        found: list[Choice] = [(SOMETIMES, lambda: self.a_roll(crew))]
        if untouched:
            found += self.openings(self.living())
        if self.has_licence(crew):
            return found
        for me in crew:
            if me not in self.searched and me.spare and (self.house["licence-search"] == "each" or not self.searched):
                found.append((OFTEN, lambda me=me: self.a_search(me)))
            if "key" in me.hand and self.lockbox:
                found.append((OFTEN, lambda me=me: {"by": me.name, "do": "open-lockbox"}))
            found += self.loots(me)
        return found

    def a_search(self, me: Person) -> Line:
        free = me.spare
        return {"by": me.name, "do": "search-licence", "discard": self.rng.sample(free, self.rng.randint(1, len(free)))}

    def search(self, me: Person, line: Line) -> None:
        self.searched.append(me)
        for card in line["discard"]:
            self.discard(me, card)
        drawn = [card for _ in line["discard"] for card in self.draw()]
        me.hand += drawn
        if "pilots-licence" in drawn or self.rng.random() < 0.8:
            line["draws"] = drawn
        else:
            self.told_all = False

    def a_roll(self, crew: list[Person]) -> Line:
        return {"by": self.rng.choice(crew).name, "do": "roll", "dice": self.rng.choices(FACES, k=2)}

    def fly(self, crew: list[Person], line: Line) -> Moments:
        """Whether they come to a stand on the strip."""
        row, column, licence = 1, 1, self.has_licence(crew)
        while True:
            across_down = steps(line["dice"], licence)
            line = yield from self.ask(lambda way=across_down: [(1, lambda: self.a_move(crew, way))])
            row, column = row + line["down"], column + line["across"]
            if not (row <= len(ROWS) and ROWS[row - 1][0] <= column <= ROWS[row - 1][1]):
                return False
            if row == BOTTOM and column in STRIP:
                break
            if row == BOTTOM and column in LAKE and self.house["lake"] == "crash":
                return False
            line = yield from self.ask(lambda: [(1, lambda: self.a_roll(crew))])
        line = yield from self.ask(lambda: [(1, lambda: self.a_brake(crew))])
        value, _, way = line["die"].partition("-")
        if way == "down":
            return licence
        return column + int(value) - licence in STRIP or column + int(value) in STRIP

    def a_move(self, crew: list[Person], ways: list[tuple[int, int]]) -> Line:
        across, down = self.rng.choice(ways)
        return {"by": self.rng.choice(crew).name, "do": "move", "across": across, "down": down}

    def a_brake(self, crew: list[Person]) -> Line:
        return {"by": self.rng.choice(crew).name, "do": "brake", "die": self.rng.choice(FACES)}

    # ---------------------------------------------------------------- score

    def score(self) -> dict[str, Any]:
        """What counts for the team, and who wins. The cash of the dead is nobody's business."""
        cuffed = {end.name for cuff in self.cuffs if isinstance(cuff[1], Person) for end in cuff}
        cash = 0
        for name, fate in self.fates.items():
            doomed = fate == "died-jumping" and name in cuffed and self.house["doomed-cash"]
            if fate == "parachuted" or doomed:
                cash += self.at[name].cash()
        jumped = [name for name, fate in self.fates.items() if fate == "parachuted"]
        landed = [name for name, fate in self.fates.items() if fate == "landed"]
        team_wins = bool(jumped) and cash >= self.target
        surplus = max(cash - self.target, 0)
        purses = [self.at[name].cash() for name in landed] or [0]
        purse = max(purses) if self.house["landers-cash"] == "richest" else sum(purses)
        winners = landed if landed and (not team_wins or purse > surplus) else jumped if team_wins else []
        return {
            "target": self.target,
            "cash": cash,
            "surplus": surplus,
            "team_wins": team_wins,
            "fates": self.fates,
            "wins": {*landed, *(jumped if team_wins else [])},
            "winners": {*winners},
        }


def steps(dice: list[str], licence: bool) -> list[tuple[int, int]]:
    """Every (across, down) that two dice allow; the Licence may take one off one of them."""
    (one, one_way), (two, two_way) = ((int(face[0]), face[2:]) for face in dice)
    found = []
    for a, b in [(one, two), (one - 1, two), (one, two - 1)] if licence else [(one, two)]:
        if one_way and two_way:
            down = a * (one_way == "down") + b * (two_way == "down")
            found.append((a + b - down, down))
        else:
            if one_way != "down" and two_way != "across":
                found.append((a, b))
            if one_way != "across" and two_way != "down":
                found.append((b, a))
    return found
