"""Compares an engine's table with the truth, event by event, while the table is told public events only."""

from collections import Counter
from random import Random
from typing import Any

from rules import bag
from rules.game import Setup
from rules.games import game
from rules.games.escape_now.cards import ACTION_IDS
from rules.games.escape_now.layout import PLACES
from rules.games.escape_now.state import BESIDE, DISCARD, DRAW, HANDS
from rules.table import Table
from rules.verdict import Answer

from . import RULINGS, TRAITS, Line, Room

GAME = game("escape-now")
NAMES = ("Ada", "Bob", "Cyd", "Dee", "Eli", "Fay")
WEIGHTS = {"solve": 12, "move": 1, "replenish": 2, "ask": 1, "answer": 3, "how-many": 0.3, "stuck": 5}


class Unsound(AssertionError):
    """The engine and the truth part ways; the text ends with the script that leads there."""


def watch(seed: str, players: int, mode: str, agreed: dict[str, Any] | None = None) -> Counter[str]:
    """Plays one evening beside an engine's table. Returns how often each action was played or refused, and the end."""
    rng = Random(f"{seed} {players} {mode}")
    assert RULINGS.keys() == GAME.switches.keys()
    flips = rng.sample(sorted(GAME.switches), rng.choice((0, 0, 1, 2, 6)))
    house = {name: rng.choice(GAME.switches[name].choices) for name in flips} | (agreed or {})
    names = NAMES[:players]
    own = rng.random() < 0.3
    box = {"layout": {"rows": [["A", "B"], ["last"]], "after": {"last": ["A", "B"]}}} if own else {}
    room = Room(rng, "own" if own else mode, names, house)
    return Witness(room, Table(GAME, Setup(GAME.id, names, mode, "", house, box)), rng).watch()


class Witness:
    def __init__(self, sim: Room, table: Table, rng: Random) -> None:
        self.sim, self.table, self.rng = sim, table, rng
        self.seen: Counter[str] = Counter()
        self.careful = rng.choice((0, 0.7, 1, 1))  # how often people do what helps

    def watch(self) -> Counter[str]:
        sim, rng = self.sim, self.rng
        try:
            self.compare()
            while sim.phase in ("start", "turn"):
                choices = sim.choices()
                self.all_allowed(choices)
                if rng.random() < 0.05:
                    self.refuses_mischief()
                line = self.choose(choices)
                sim.do(line)
                self.told(line)
                self.compare()
            self.seen[sim.phase] += 1
            result = self.table.view["result"]
            assert result["escaped"] is (sim.phase == "escaped")
            assert result["minutes"] == (sim.minutes if result["escaped"] else 0) <= result["best"]
        except Exception as error:
            raise Unsound(f"{error!r}\n{self.script()}") from error
        return self.seen

    def choose(self, choices: list[Line]) -> Line:
        """Some tables play to escape, some play anything, most are in between."""
        if self.rng.random() < self.careful and (good := self.good(choices)):
            return good
        return self.rng.choices(choices, [WEIGHTS.get(line["do"], 1) for line in choices])[0]

    def good(self, choices: list[Line]) -> Line | None:
        """Finish; lay what is missing, then what fits; move on from what is solved; else draw all that fits."""
        sim = self.sim
        if sim.phase != "turn" or sim.to_tell():
            return None
        here = sim.puzzles[sim.pawn.at]
        by_do = {do: [line for line in choices if line["do"] == do] for do in ("solve", "move", "replenish")}
        self.rng.shuffle(by_do["solve"])
        useful = [
            line for line in by_do["solve"] if line["card"] != "lucky-shot" or line["as"] in {"finish", *here.missing}
        ]
        ahead = [line for line in by_do["move"] if here.solved and not sim.puzzles[line["to"]].solved]
        ranked = sorted(useful, key=lambda line: (line.get("as") != "finish", line["card"] not in here.missing))
        return next(iter([*ranked, *ahead, *reversed(by_do["replenish"])]), None)

    # ---------------------------------------------------------------- verdicts

    def all_allowed(self, choices: list[Line]) -> None:
        for line in self.rng.sample(choices, min(len(choices), 3)):
            verdict = self.table.check(self.table.read(line))
            assert verdict, f"{line} is legal, but: {verdict.why} {verdict.cite}"

    def told(self, line: Line) -> None:
        self.seen[line["do"]] += 1
        answered = self.table.push(self.table.read(line))
        assert answered.step is not None, f"{line} is legal, but: {answered.verdict.why} {answered.verdict.cite}"

    def refuses_mischief(self) -> None:
        """What everybody can see to be against the rules is refused, and changes nothing."""
        legal = [{name: value for name, value in line.items() if name != "by"} for line in self.sim.choices()]
        for line in self.mischief():
            if {name: value for name, value in line.items() if name != "by"} in legal and line["by"] == self.by():
                continue
            state = self.table.state
            answered = self.table.push(self.table.read(line))
            assert answered.verdict.answer is Answer.NO, f"{line} is illegal, but was allowed"
            assert answered.step is None and answered.verdict.why and all(answered.verdict.cite), line
            assert self.table.state is state
            self.seen["refused " + line["do"]] += 1

    def by(self) -> str:
        return self.sim.turn if self.sim.phase == "turn" else ""

    def mischief(self) -> list[Line]:
        sim, rng = self.sim, self.rng
        if sim.phase != "turn" or sim.to_tell():
            return [{"by": rng.choice(sim.names), "do": do} for do in ("ask", "replenish", "stuck")]
        me, puzzle = sim.turn, sim.puzzles[sim.pawn.at]
        found: list[Line] = [{"by": other, "do": "replenish"} for other in sim.names if other != me]
        found += [{"by": me, "do": "move", "to": place} for place in PLACES if place not in sim.visible()]
        found += [{"by": me, "do": "move", "to": sim.pawn.at}, {"by": me, "do": "start", "at": sim.pawn.at}]
        foreign = [trait for trait in TRAITS if trait not in puzzle.traits or puzzle.solved]
        found += [{"by": me, "do": "solve", "card": trait} for trait in foreign]
        if puzzle.missing or puzzle.solved:
            found.append({"by": me, "do": "solve", "card": "lucky-shot", "as": "finish"})
        if not sim.pawn.hand:
            found += [{"by": me, "do": "move", "to": place} for place in sim.visible()]
        found.append({"by": me, "do": "replenish", "cards": 6 - len(sim.pawn.hand)})
        if sim.question:
            found.append({"by": sim.question[0], "do": "answer"})
        return found

    # ---------------------------------------------------------------- the public view

    def compare(self) -> None:
        sim, view = self.sim, self.table.view
        over = sim.phase in ("escaped", "locked in")
        phase = "over" if over else "turn-up" if sim.to_tell() else "question" if sim.question else sim.phase
        assert view["phase"] == phase, f"{view['phase']}, truth {phase}"
        if sim.phase == "turn" and not sim.to_tell():
            assert view["turn"] == sim.turn, f"turn {view['turn']}, truth {sim.turn}"
        assert view["minutes"] == sim.minutes
        assert view["piles"] == {"draw": len(sim.draw), "discard": len(sim.discard)}
        pawns = [*view["players"].values(), *view["hands_played_besides"]]
        truth = [{"hand": len(pawn.hand), "at": pawn.at or None} for pawn in sim.pawns]
        assert pawns == truth, f"{pawns}, truth {truth}"
        if len(sim.names) == 2 and sim.order:
            assert view["third_hand_with"] == sim.holder
        for place, puzzle in sim.puzzles.items():
            shown = view["puzzles"][place]
            assert shown["visible"] is (place in sim.visible()) and shown["solved"] is puzzle.solved
            assert Counter(shown["cards"]) == Counter(puzzle.beside), place
            if puzzle.told and not puzzle.solved:
                assert set(shown["shows"]) == puzzle.traits and set(shown["missing"]) == puzzle.missing
        open_now = Counter(card for puzzle in sim.puzzles.values() for card in puzzle.beside)
        counted = open_now if sim.house["solved-cards"] == "discard" else sim.laid
        for card, numbers in view["cards"].items():
            assert numbers == {"played": counted[card], "left": sim.deck[card] - counted[card]}, card
        self.compare_knowledge()

    def compare_knowledge(self) -> None:
        """In every zone: what is known is there, the number is right, and no excluded kind is among the rest."""
        sim, state = self.sim, self.table.state
        places = [sim.puzzles[place].beside if place in sim.puzzles else [] for place in PLACES]
        zones = {DRAW: sim.draw, DISCARD: sim.discard, **{BESIDE + index: cards for index, cards in enumerate(places)}}
        zones |= {HANDS + index: pawn.hand for index, pawn in enumerate(sim.pawns)}
        hidden = 0
        for number, cards in zones.items():
            zone, truth = state.zones[number], bag.bag_of(map(ACTION_IDS.index, cards))
            assert zone.size == len(cards), f"zone {number}: {zone.size} cards, truth {len(cards)}"
            assert bag.covers(truth, zone.known), f"zone {number}: knows {zone.known:x}, truth {cards}"
            assert not any(zone.never >> kind & 1 for kind, _ in bag.kinds(truth - zone.known)), number
            hidden += truth - zone.known
        assert hidden == state.unseen

    def script(self) -> str:
        setup = self.table.setup
        head = f"{setup.mode}, {', '.join(setup.players)}, {setup.options}"
        return "\n".join([head, *(str(step.event) for step in self.table.steps[1:])])
