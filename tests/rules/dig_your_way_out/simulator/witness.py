"""Compares an engine's table with the truth, event by event, while the table is told public events only."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

from rules.game import Setup
from rules.games import game
from rules.games.dig_your_way_out import edits
from rules.games.dig_your_way_out.cards import IDS
from rules.table import Table
from rules.verdict import Answer

from .deeds import Deeds
from .mischief import mischief
from .prison import Line, kind

GAME = game("dig-your-way-out")
NAMES = ("Ada", "Bob", "Cyd", "Dee", "Eli")
ONE = {name: 1 << 8 * index for index, name in enumerate(IDS)}
HIGH = sum(128 << 8 * index for index in range(len(IDS)))  # borrows of a subtraction, kind by kind, show here
PRIVATE = ("draws", "taken")

# Boxes that print something else: other weapons and points, busier cards, other Backgrounds, a deck that runs out.
BOXES: tuple[dict[str, Any], ...] = (
    {},
    {},
    {},
    {"blade": {"weapon": False}, "pike": {"weapon": True}, "pick": {"points": 3}, "shovel": {"points": 4}},
    {
        "actions": {
            "parcel": {"does": "rob 2, draw 1"},
            "detour": {"does": "actions 1, heal"},
            "snitch": {"does": "redeal"},
        }
    },
    {
        "backgrounds": {
            name: {"when": "any-time"} for name in ("dealer", "burglar", "thug", "getaway-driver", "mastermind")
        }
    },
    {"backgrounds": {name: {"when": "extorted"} for name in ("dealer", "burglar", "thug", "cook", "medic")}},
    {"link": 6, "blade": 4, "pike": 4, "container": 3, "spoon": 4, "knife": 4, "pick": 6},
)


class Unsound(AssertionError):
    """The engine and the truth part ways; the text ends with the script that leads there."""


def watch(seed: str, players: int, agreed: dict[str, Any] | None = None) -> Counter[str]:
    """Plays one evening beside an engine's table. Returns how often each action was played, and each was refused."""
    rng = Random(f"{seed} {players}")
    names, box = NAMES[:players], rng.choice(BOXES)
    wishes = some_house_rules(rng) | (agreed or {})
    house = {name: switch.default for name, switch in GAME.switches.items()} | wishes
    first = rng.choice(names)
    sim = Deeds(rng, names, first, house, edits.printed(box))
    return Witness(sim, Table(GAME, Setup(GAME.id, names, "", first, wishes, box)), rng).watch()


def some_house_rules(rng: Random) -> dict[str, Any]:
    """Most tables play by the book; some flip a switch or two."""
    flips = rng.choice((0, 0, 0, 1, 2))
    return {name: rng.choice(GAME.switches[name].choices) for name in rng.sample(sorted(GAME.switches), flips)}


class Witness:
    def __init__(self, sim: Deeds, table: Table, rng: Random) -> None:
        self.sim, self.table, self.rng = sim, table, rng
        self.seen: Counter[str] = Counter()

    def watch(self) -> Counter[str]:
        sim, rng = self.sim, self.rng
        try:
            self.compare()
            while not sim.winner:
                choices = sim.choices()
                if rng.random() < 0.2:
                    self.allowed(rng.choice(choices)[1])
                if rng.random() < 0.03:
                    for line in mischief(sim):
                        self.refused(line)
                self.one_step(rng.choices(choices, [weight for weight, _ in choices])[0][1])
            assert self.table.view["result"]["winner"] == sim.winner
        except Exception as error:
            raise Unsound(f"{error!r}\n{self.script()}") from error
        return self.seen

    def one_step(self, line: Line) -> None:
        told = self.sim.do(line)
        if self.rng.random() < 0.7:
            told = {name: value for name, value in told.items() if name not in PRIVATE}
        self.seen[told["do"]] += 1
        answered = self.table.push(self.table.read(told))
        assert answered.step is not None, f"{told} is legal, but: {answered.verdict.why} {answered.verdict.cite}"
        if told["do"] == "join":
            self.sim.at[told["by"]].named = self.table.view["players"][told["by"]]["gang_card"] is not None
        if self.sim.asked[:1] == ("payment",) and self.table.view["phase"] != "payment":
            self.settle_payment()
        self.compare()

    def settle_payment(self) -> None:
        """The table knew whether the Tool was there, so nobody had to say so."""
        _, by, whom, tool = self.sim.asked
        (paid,) = [line for _, line in self.sim.choices()]
        before = len(self.sim.at[by].hand)
        self.sim.do(paid)
        self.seen[f"known {paid['do']}"] += 1
        gave = any(note[0] == "gave" for note in self.table.steps[-1].notes)
        assert gave == (paid["do"] == "hand-over"), f"{whom} and the {tool}"
        assert len(self.sim.at[by].hand) >= before

    # ---------------------------------------------------------------- verdicts

    def allowed(self, line: Line) -> None:
        verdict = self.table.check(self.table.read(line))
        assert verdict, f"{line} is legal, but: {verdict.why} {verdict.cite}"

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
        phase = "over" if sim.winner else sim.asked[0] if sim.asked else "turn"
        shown = (view["phase"], view["turn"], view["goal"], view["piles"])
        piles = {"search": sim.deck, "discard": sim.discards, **sim.piles, **sim.gangs}
        sizes = {name: len(pile) for name, pile in piles.items()}
        truth = (phase, None if sim.winner else sim.turn.name, sim.goal, sizes)
        assert shown == truth, f"shown {shown}, truth {truth}"
        if not sim.asked:
            assert view["actions"] == sim.left, f"shown {view['actions']} actions, truth {sim.left}"
        for person in sim.people:
            seen = view["players"][person.name]
            real = {
                "place": person.place,
                "hand": len(person.hand),
                "limit": seen["limit"],
                "dug": sorted(person.dug, key=IDS.index),
                "points": sim.points(person),
                "cigarettes": person.cigarettes,
                "beatings": person.beatings,
                "gang": person.gang or None,
                "gang_card": seen["gang_card"],
                "background": person.background if person.revealed else None,
            }
            assert seen == real, f"{person.name}: shown {seen}, truth {real}"
            assert seen["gang_card"] in (None, person.card)
        self.compare_knowledge()

    def compare_knowledge(self) -> None:
        """In every zone: what is known is there, the number is right, and no excluded kind is among the rest."""
        sim, state = self.sim, self.table.state
        zones = [sim.deck, sim.discards, *sim.piles.values(), sim.laid, []]
        zones += [person.hand for person in sim.people] + [person.dug for person in sim.people]
        hidden = 0
        for number, (zone, cards) in enumerate(zip(state.zones, zones, strict=True)):
            known, truth = zone.known, sum(ONE[kind(card)] for card in cards)
            hidden += truth - known
            if zone.seen + zone.unknown != len(cards):
                raise AssertionError(f"zone {number}: {zone.size} cards, truth {len(cards)}")
            if (truth | HIGH) - known & HIGH != HIGH:
                raise AssertionError(f"zone {number}: knows {names(known)}, truth {cards}")
            if zone.never and (truth - known) & copies_of(zone.never):
                raise AssertionError(f"zone {number}: excluded {names(copies_of(zone.never))[::255]}, truth {cards}")
        assert hidden == state.unseen, f"unseen {names(state.unseen)}, truth {names(hidden)}"

    def script(self) -> str:
        setup = self.table.setup
        head = f"{', '.join(setup.players)}, first {setup.first}, {setup.options}, {setup.box}"
        return "\n".join([head, *(str(step.event) for step in self.table.steps[1:])])


def names(bag: int) -> list[str]:
    return [name for index, name in enumerate(IDS) for _ in range(bag >> 8 * index & 255)]


@cache
def copies_of(kinds: int) -> int:
    """The part of a bag that holds these kinds (as bits)."""
    return sum(255 << 8 * index for index in range(len(IDS)) if kinds >> index & 1)
