"""Compares an engine's table with the truth, event by event, while the table is told public events only."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

from rules.game import Setup
from rules.games import game
from rules.games.hit_the_silk.cards import IDS
from rules.games.hit_the_silk.state import HANDS
from rules.table import Table
from rules.verdict import Answer

from . import Evening
from .mischief import mischief
from .plane import ADVANCED, RULINGS, Line

GAME = game("hit-the-silk")
NAMES = ("Ada", "Bob", "Cyd", "Dee", "Eli", "Fay")
PILES = ("Draw", "Discard", "Laundry", "Lockbox", "Box", "worn Handcuffs", "drawn")
ONE = {name: 1 << 8 * kind for kind, name in enumerate(IDS)}
HIGH = sum(128 << 8 * kind for kind in range(len(IDS)))  # borrows of a subtraction, kind by kind, show here


class Unsound(AssertionError):
    """The engine and the truth part ways; the text ends with the script that leads there."""


def watch(seed: str, players: int, mode: str, agreed: dict[str, Any] | None = None) -> Counter[str]:
    """Plays one evening beside an engine's table. Returns how often each action was played, and each was refused."""
    rng = Random(f"{seed} {players} {mode}")
    names = NAMES[:players]
    house = some_house_rules(rng, mode) | (agreed or {})
    first = rng.choice(names)
    sim = Evening(rng, mode, names, first, house)
    return Witness(sim, Table(GAME, Setup(GAME.id, names, mode, first, house)), rng).watch()


def some_house_rules(rng: Random, mode: str) -> dict[str, Any]:
    """Most tables play by the book; some flip a switch or two, some flip many."""
    flips = rng.choice((0, 0, 0, 1, 2, 8))
    house = {}
    for name in rng.sample(sorted(GAME.switches), flips):
        if name in ADVANCED and mode == "travel":
            continue
        house[name] = rng.choice(GAME.switches[name].choices)
    assert RULINGS.keys() == GAME.switches.keys()
    return house


class Witness:
    def __init__(self, sim: Evening, table: Table, rng: Random) -> None:
        self.sim, self.table, self.rng = sim, table, rng
        self.seen: Counter[str] = Counter()

    def watch(self) -> Counter[str]:
        sim, rng, play = self.sim, self.rng, self.sim.play()
        try:
            choices = next(play)
            self.compare()
            while True:
                if rng.random() < 0.25 and not self.a_bluff(other := rng.choice(choices)[1]()):
                    self.allowed(other)
                if rng.random() < 0.03:
                    for line in mischief(sim, rng):
                        self.refused(line)
                line = rng.choices(choices, [weight for weight, _ in choices])[0][1]()
                if self.a_bluff(line) and not self.table.can(self.table.read(line)):
                    continue  # the table can see that there is no Revolver
                try:
                    choices = play.send(line)
                except StopIteration:
                    self.told(line)
                    self.compare()
                    break
                self.told(line)
                self.compare()
            self.compare_scores()
        except Exception as error:
            raise Unsound(f"{error!r}\n{self.script()}") from error
        return self.seen

    # ---------------------------------------------------------------- verdicts

    def a_bluff(self, line: Line) -> bool:
        """A threat without a Revolver, once an open trade has been carried out."""
        if line["do"] != "threaten":
            return False
        hand = {*self.sim.at[line["by"]].hand}
        if line["by"] in self.sim.offer:
            self.sim.trade_places()
            hand = {*self.sim.at[line["by"]].hand}
            self.sim.trade_places()
        return "revolver" not in hand

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

    # ---------------------------------------------------------------- the public view

    def compare(self) -> None:
        sim, view = self.sim, self.table.view
        shown = (view["phase"], view["turn"], view["altitude"], view["vote"], view["piles"])
        truth = (
            "vote" if sim.ballot else sim.phase,
            sim.turn.name if sim.phase == "turn" else None,
            sim.altitude,
            sim.ballot,
            {
                "draw": len(sim.draw_pile),
                "discard": len(sim.discard_pile),
                "laundry": len(sim.laundry),
                "lockbox": len(sim.lockbox),
                "box": len(sim.out),
            },
        )
        assert shown == truth, f"shown {shown}, truth {truth}"
        for person in sim.people:
            seen = view["players"][person.name]
            bound = [end for cuff in sim.cuffs if person in cuff for end in cuff if end is not person]
            cuffs = ["briefcase" if isinstance(end, str) else end.name for end in bound]
            real = (person.alive, len(person.hand), person.limit, person.bullets, person.poison > 0)
            told = (seen["alive"], seen["hand"], seen["limit"], seen["bullets"], seen["poisoned"])
            assert told == real, f"{person.name}: shown {told}, truth {real}"
            assert sorted(seen["cuffs"]) == sorted(cuffs), f"{person.name}: shown {seen['cuffs']}, truth {cuffs}"
        self.compare_knowledge()

    def compare_knowledge(self) -> None:
        """In every zone: what is known is there, the number is right, and no excluded kind is among the rest."""
        sim, state = self.sim, self.table.state
        piles = [sim.draw_pile, sim.discard_pile, sim.laundry, sim.lockbox, sim.out, sim.worn, []]
        piles += [person.hand for person in sim.people]
        hidden = 0
        for number, (zone, cards) in enumerate(zip(state.zones, piles, strict=True)):
            known, truth = zone.known, sum(map(ONE.__getitem__, cards))
            hidden += truth - known
            if zone.seen + zone.unknown != len(cards):
                raise AssertionError(f"{where(number)}: {zone.size} cards, truth {len(cards)}")
            if (truth | HIGH) - known & HIGH != HIGH:
                raise AssertionError(f"{where(number)}: knows {names(known)}, truth {cards}")
            if zone.never and (truth - known) & copies_of(zone.never):
                raise AssertionError(f"{where(number)}: excluded {names(copies_of(zone.never))[::255]}, truth {cards}")
        assert hidden == state.unseen, f"unseen {names(state.unseen)}, truth {names(hidden)}"

    # ---------------------------------------------------------------- the score

    def compare_scores(self) -> None:
        shown, truth = self.table.view["result"], self.sim.score()
        fates = {name: player["fate"] for name, player in shown["players"].items()}
        assert fates == truth["fates"], f"fates {fates}, truth {truth['fates']}"
        for field in ("target", "cash", "surplus", "team_wins"):
            assert shown[field] == truth[field], f"{field} {shown[field]}, truth {truth[field]}"
        assert {name for name, player in shown["players"].items() if player["wins"]} == truth["wins"]
        if self.sim.told_all or "landed" not in fates.values():
            assert {*shown["winners"]} == truth["winners"], f"winners {shown['winners']}, truth {truth['winners']}"
        for fate in fates.values():
            self.seen[fate] += 1

    def script(self) -> str:
        setup = self.table.setup
        head = f"{setup.mode}, {', '.join(setup.players)}, first {setup.first}, {setup.options}"
        return "\n".join([head, *(str(step.event) for step in self.table.steps[1:])])


def where(zone: int) -> str:
    return f"the hand of {NAMES[zone - HANDS]}" if zone >= HANDS else PILES[zone]


def names(bag: int) -> list[str]:
    return [name for kind, name in enumerate(IDS) for _ in range(bag >> 8 * kind & 255)]


@cache
def copies_of(kinds: int) -> int:
    """The part of a bag that holds these kinds (as bits)."""
    return sum(255 << 8 * kind for kind in range(len(IDS)) if kinds >> kind & 1)
