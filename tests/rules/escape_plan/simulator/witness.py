"""Compares an engine's table with the truth, event by event, while the table is told public events only."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from rules import bag
from rules.game import Setup
from rules.games import game
from rules.games.escape_plan.state import DECK, DISCARD, DISPLAY, OWNED, PATROL_DECK, PATROLS
from rules.table import Table
from rules.verdict import Answer

from .evening import Evening, Line
from .mischief import mischief
from .person import Person
from .turn import Stuck

GAME = game("escape-plan")
NAMES = ("Ada", "Bob", "Cyd", "Dee", "Eli")


class Unsound(AssertionError):
    """The engine and the truth part ways; the text ends with the script that leads there."""


def watch(seed: str, players: int, mapped: bool, agreed: dict[str, Any] | None = None) -> Counter[str]:
    """Plays one evening beside an engine's table. Returns how often each action was played, and each was refused."""
    rng = Random(f"{seed} {players} {mapped}")
    names = NAMES[:players]
    house = {name: rng.choice(switch.choices) for name, switch in GAME.switches.items()} | (agreed or {})
    first = rng.choice(names)
    sim = Evening(rng, names, first, house, mapped)
    box: dict[str, Any] = {name: list(values) for name, values in sim.box.items()}
    for name in sim.hidden:  # what this table has not entered from its box
        box[name] = GAME.describe()["printed"][name]["is"]
    if rng.random() < 0.5:
        box |= dict(sim.copies)
    return Witness(sim, Table(GAME, Setup(GAME.id, names, "", first, house, box)), rng).watch()


class Witness:
    def __init__(self, sim: Evening, table: Table, rng: Random) -> None:
        self.sim, self.table, self.rng = sim, table, rng
        self.seen: Counter[str] = Counter()

    def watch(self) -> Counter[str]:
        rng, play = self.rng, self.sim.play()
        try:
            choices = next(play)
            while True:
                self.compare()
                if rng.random() < 0.2:
                    self.allowed(rng.choice(choices))
                if rng.random() < 0.1:
                    for line in mischief(self.sim, rng):
                        self.refused(line)
                line = rng.choice(choices)
                self.told(line)
                try:
                    choices = play.send(line)
                except StopIteration:
                    break
            self.compare()
            self.compare_scores()
        except Stuck:
            self.seen["stuck"] += 1
        except Exception as error:
            raise Unsound(f"{error!r}\n{self.script()}") from error
        return self.seen

    # ---------------------------------------------------------------- verdicts

    def allowed(self, line: Line) -> None:
        verdict = self.table.check(self.table.read(line))
        assert verdict, f"{line} is legal, but: {verdict.why} {verdict.cite}"

    def told(self, line: Line) -> None:
        self.seen[line["do"]] += 1
        answered = self.table.push(self.table.read(line))
        assert answered.step is not None, f"{line} is legal, but: {answered.verdict.why} {answered.verdict.cite}"

    def refused(self, line: Line) -> None:
        """Refused, with a reason and a heading, and nothing has changed."""
        state, steps = self.table.state, len(self.table.steps)
        answered = self.table.push(self.table.read(line))
        assert answered.verdict.answer is Answer.NO, f"{line} is illegal, but was allowed"
        assert answered.step is None and answered.verdict.why and all(answered.verdict.cite), line
        assert self.table.state is state and len(self.table.steps) == steps
        self.seen["refused " + line["do"]] += 1

    # ---------------------------------------------------------------- what everybody sees

    def compare(self) -> None:
        sim, view = self.sim, self.table.view
        shown = (view["phase"], view["round"], view["part"])
        truth = (sim.phase, sim.round or 1, sim.part)
        assert shown == truth, f"shown {shown}, truth {truth}"
        if sim.phase in ("turn", "avoid"):
            assert sim.turn is not None and view["turn"] == sim.turn.name, f"turn {view['turn']}"
        assert view["order"] == [person.name for person in sim.order], view["order"]
        for person in sim.people:
            told = self.shown(person, view["players"][person.name])
            real = self.real(person) | {"revealed": told["revealed"]}
            assert told == real, f"{person.name}: " + ", ".join(
                f"{name} {told[name]} instead of {real[name]}" for name in real if told[name] != real[name]
            )
        if sim.sandra is not None:
            real = {"at": sim.sandra.at, "notoriety": sim.sandra.track, "discs": sim.sandra.discs}
            assert view["sandra"] == real, f"Sandra {view['sandra']} instead of {real}"
        for place, exits in view["exits"].items():
            assert exits == {"patrols": sim.guards[place], "blocked": sim.guards[place] > 1}, place
        for place, business in view["businesses"].items():
            assert business["visits"] == sim.calls[place], place
        if sim.phase == "avoid":
            assert [tuple(officer) for officer in view["avoid"]] == sim.officers
        if sim.city is not None:
            for tile in sim.city.grid.values():
                assert {*view.get("map", {}).get(tile.name, tile.police)} == tile.police or sim.phase == "city", (
                    tile.name
                )
        self.compare_middle(view["piles"])
        self.compare_knowledge()

    def shown(self, person: Person, seen: dict[str, Any]) -> dict[str, Any]:
        state = self.table.state.players[NAMES.index(person.name)]
        money = state.money if person.name not in self.sim.uncounted else "uncounted"
        tiles = [[tile["tile"], tile["used"]] for tile in seen["tiles"]]
        row = [[card["card"], card["used"]] for card in seen["contacts"]]
        return {**seen, "money": money, "tiles": tiles, "contacts": [used for _, used in row]}

    def real(self, person: Person) -> dict[str, Any]:
        counted = person.name not in self.sim.uncounted
        gone = sum(down for _, down in person.spaces)
        return {
            "money": person.money if counted else "uncounted",
            "at": person.at,
            "notoriety": person.track,
            "gains": person.red,
            "losses": person.blue,
            "cubes": person.cubes_gone,
            "contacts": [down for _, down in person.row],
            "assets": {"locked": len(person.locked), "unlocked": len(person.spaces), "flipped": gone},
            "tiles": person.tiles,
            "keys": {colour: person.keys[colour] for colour in ("green", "black", "brown")},
            "lockers": len(person.lockers),
            "exits": len(person.exits),
            "gas": person.gas,
            "gang": sum(person.gangs.values()),
            "discs": person.discs,
            "wounds": person.wounds,
            "handcuffs": person.cuffs,
            "first_aid": person.aid,
            "rested": person.rested,
            "escaped": person.rank or None,
            "arrested": person.arrested,
        }

    def compare_middle(self, piles: dict[str, int]) -> None:
        sim = self.sim
        real = {
            "contacts": len(sim.display),
            "deck": len(sim.deck),
            "discard": len(sim.discard),
            "patrol": len(sim.patrols),
            "fixers": sim.fixers_left,
            "gas": sim.gas_left,
            "exit-tiles": len(sim.exit_tiles),
        }
        if sim.phase == "sandra" or sim.phase == "patrol":
            return  # cards are in the air
        for name, number in real.items():
            assert piles[name] == number, f"{name} {piles[name]} instead of {number}"
        for colour in ("green", "black", "brown"):
            assert piles[f"{colour}-lockers"] == len(sim.lockers[colour]), colour
            assert piles[f"{colour}-keys"] == sim.keys_left[colour], colour

    def compare_knowledge(self) -> None:
        """What is known to lie in a zone lies there; named Contact cards are where everybody saw them go."""
        sim, state = self.sim, self.table.state
        ids = state.box.card_ids
        if sim.phase in ("sandra", "patrol"):
            return
        zones = {
            PATROL_DECK: sim.patrols,
            PATROLS: [place for place, number in sim.guards.items() for _ in range(number)],
            DECK: sim.deck,
            DISPLAY: sim.display,
            DISCARD: sim.discard,
            OWNED: [card for person in sim.people for card, _ in person.row],
        }
        for number, cards in zones.items():
            zone, real = state.zones[number], Counter(cards)
            assert zone.size == len(cards), f"zone {number}: {zone.size} instead of {len(cards)}"
            for kind, copies in bag.kinds(zone.known):
                assert real[ids[kind]] >= copies, f"zone {number}: knows {ids[kind]}, truth {cards}"
            hidden = sum(real.values()) - bag.size(zone.known)
            assert hidden == zone.unknown

    # ---------------------------------------------------------------- the score

    def compare_scores(self) -> None:
        sim, result = self.sim, self.table.view["result"]
        totals = {}
        for person in sim.people:
            left = max(len(person.row) - 1, 0)
            total = sim.plans.get(person.name, 0) + person.money + 10 * sum(down for _, down in person.spaces)
            total += sim.box["contacts"][left] + sum(person.lockers) + sum(person.exits)
            total -= sim.box["notoriety"][person.track] + 20 * person.wounds
            totals[person.name] = 0 if person.arrested else total
            self.seen["arrested" if person.arrested else "escaped"] += 1
        assert result["totals"] == totals, f"totals {result['totals']}, truth {totals}"
        best = max(totals.values())
        if not all(person.arrested for person in sim.people):
            assert {*result["winners"]} <= {name for name, total in totals.items() if total == best}
        assert bool(result["winners"]) == (not all(person.arrested for person in sim.people))

    def script(self) -> str:
        setup = self.table.setup
        head = f"{', '.join(setup.players)}, first {setup.first}, {setup.options}, {setup.box}"
        return "\n".join([head, *(str(step.event) for step in self.table.steps[1:])])
