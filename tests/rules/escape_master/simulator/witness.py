"""Plays evenings with real cards and tells an engine's table what everybody sees; both must agree, event by event."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from rules.game import Setup
from rules.games import game
from rules.games.escape_master.state import DRAW, HANDS
from rules.table import Table
from rules.verdict import Answer
from tests.rules.escape_master.simulator import book
from tests.rules.escape_master.simulator.book import Top

GAME = game("escape-master")
NAMES = ("Ada", "Bob", "Cyd", "Dee")
LEADERS = ("average-joe", "mouse", "lumberjack", "teen", "robot", "vapor-ninja")
ENOUGH = 40  # rounds; nobody's luck lasts longer


class Unsound(AssertionError):
    """The engine and the truth part ways."""


def watch(seed: str, players: int, mode: str = "solo", camera: bool = False) -> Counter[str]:
    """One whole evening; returns how often each thing was done, and how often something wrong was refused."""
    rng = Random(f"{seed} {players} {mode} {camera}")
    house: dict[str, Any] = {"level": rng.choice(("red", "red", "yellow", "green"))}
    for name in ("seven-on-stacks", "wisdom-on-wisdom", "combination-keeps-direction", "escape-discards-wisdom"):
        if rng.random() < 0.2:
            house[name] = rng.choice(GAME.switches[name].choices)
    house["early-ending"] = rng.random() < 0.2
    house["ends"] = rng.choice(("breaking-point", "breaking-point", "set-rounds"))
    house["teammates"] = rng.choice(("across", "left", "right"))
    return Witness(rng, NAMES[:players], mode, house, camera).evening()


class Witness:
    def __init__(self, rng: Random, names: tuple[str, ...], mode: str, house: dict[str, Any], camera: bool) -> None:
        self.rng, self.names, self.house, self.camera = rng, names, house, camera
        dealer = rng.choice(names)
        setup = Setup(GAME.id, names, mode, dealer, house, {"set_rounds": rng.randint(1, 6)})
        self.rounds = setup.box["set_rounds"]
        self.table = Table(GAME, setup)
        self.house = dict(self.table.state.box.house)
        self.dealer = names.index(dealer)
        pairs = {"across": [[0, 2], [1, 3]], "left": [[0, 1], [2, 3]], "right": [[0, 3], [1, 2]]}
        self.sides = pairs[house["teammates"]] if mode == "alliance" else [[seat] for seat in range(len(names))]
        self.playing = list(range(len(names)))
        self.totals = [0] * len(names)
        self.dooms = 0  # on the Doom pile
        self.seen: Counter[str] = Counter()

    # ---------------------------------------------------------------- the evening

    def evening(self) -> Counter[str]:
        if self.house["level"] == "red":
            for name, leader in zip(self.names, self.rng.sample(LEADERS, len(self.names)), strict=False):
                self.tell(by=name, do="take-leader", leader=leader)
        ended = False
        for number in range(1, ENOUGH):
            extra = self.fell()
            self.one_round()
            counts = [book.blunders(hand) for hand in self.hands]
            for seat in self.playing:
                self.totals[seat] += counts[seat] + extra.get(seat, 0)
            if self.house["early-ending"]:
                self.dooms += sum(hand.count("doom-master") for hand in self.hands)
            ended = ended or self.has_ended(number)
            best = self.best_sides() if ended else []
            view = self.table.view
            told = {name: player["blunders"] for name, player in view["players"].items()}
            self.same(told, dict(zip(self.names, self.totals, strict=True)), "totals")
            if len(best) == 1:
                self.same(sorted(view["result"]["winners"]), sorted(self.names[seat] for seat in best[0]), "winners")
                self.seen["games"] += 1
                self.seen[f"ended by {self.table.state.standing.ended}"] += 1
                return self.seen
            if ended:
                self.seen["ties"] += 1
                self.playing = sorted(seat for side in best for seat in side)
            elif self.house["level"] == "red":
                self.story(counts)
            after = [seat for seat in self.playing if seat > self.dealer] + self.playing
            self.dealer = after[0]
            self.same(view["dealer"], self.names[self.dealer], "dealer")
            self.same(view["playing"], [self.names[seat] for seat in self.playing], "who plays")
        self.seen["endless"] += 1
        return self.seen

    def has_ended(self, number: int) -> bool:
        if self.house["ends"] == "set-rounds":
            if number >= self.rounds:
                return True
        elif any(sum(self.totals[seat] for seat in side) >= 30 for side in self.sides):
            return True
        return bool(self.house["early-ending"] and self.house["level"] == "red" and self.dooms >= 3)

    def best_sides(self) -> list[list[int]]:
        sides = [side for side in self.sides if side[0] in self.playing]
        fewest = min(sum(self.totals[seat] for seat in side) for side in sides)
        return [side for side in sides if sum(self.totals[seat] for seat in side) == fewest]

    def fell(self) -> dict[int, int]:
        """The Lumberjack may give an extra Blunder before the start."""
        holder = next((s for s, p in enumerate(self.table.state.players) if p.leader == "lumberjack"), None)
        if holder not in self.playing or len(self.playing) < 2 or self.rng.random() < 0.5:
            return {}
        whom = self.rng.choice([seat for seat in self.playing if seat != holder])
        self.tell(by=self.names[holder], do="fell", on=self.names[whom])
        return {whom: 1}

    def story(self, counts: list[int]) -> None:
        hands = [sum(counts[seat] for seat in side) for side in self.sides]
        totals = [sum(self.totals[seat] for seat in side) for side in self.sides]
        due = book.story(hands, totals)
        if due is None or not (self.table.state.story_deck() or self.table.state.pending):
            return
        side = self.sides[due]
        if len(side) > 1:
            self.tell(by=self.names[self.rng.choice(side)], do="draw-story")
        holders = [seat for seat, player in enumerate(self.table.state.players) if player.story >= 0]
        if len(holders) != 1 or holders[0] not in side:
            raise Unsound(f"Story card: {holders}, not one of {side}")
        self.seen["stories"] += 1

    # ---------------------------------------------------------------- a round

    def one_round(self) -> None:
        rng = self.rng
        self.pile = book.deck(self.house["level"])
        for _ in range(self.dooms if self.house["early-ending"] else 0):
            self.pile.remove("doom-master")
        rng.shuffle(self.pile)
        self.hands: list[list[str]] = [[] for _ in self.names]
        for seat in self.playing:
            self.hands[seat] = [self.pile.pop() for _ in range(10)]
        self.tops: dict[int, Top] = {}
        self.ways = [""] * len(self.names)
        self.out: set[int] = set()
        self.lying: list[str] = []  # what everybody has seen leave a hand
        self.idle = False  # the last one to look at their hand could not play
        self.tell(by=self.names[self.dealer], do="start")
        while not self.round_is_over():
            self.somebody_does_something()
        self.count()

    def active(self) -> list[int]:
        return [seat for seat in self.playing if seat not in self.out]

    def round_is_over(self) -> bool:
        for seat in self.active():
            if not self.hands[seat]:
                self.out.add(seat)
                self.tell(by=self.names[seat], do="out")
        if any(all(seat in self.out for seat in side) for side in self.sides if side[0] in self.playing):
            return True
        stuck = self.idle and not any(self.could_play(seat) for seat in self.active())
        if stuck and not self.pile:
            self.tell(by=self.names[self.active()[0]], do="nobody-can-play")
            self.seen["exhausted"] += 1
            return True
        if stuck and self.rng.random() < 0.3:
            self.everybody_draws()
        return False

    def somebody_does_something(self) -> None:
        rng = self.rng
        seat = rng.choice(self.active())
        hand = self.hands[seat]
        if rng.random() < 0.3:
            self.something_wrong(seat)
        choices = self.could_play(seat)
        self.idle = not choices
        if self.idle and self.pile:
            self.draws(seat, 1)
            if not self.camera:
                self.tell(by=self.names[seat], do="take-card")
        elif choices:
            self.lay(seat, *rng.choice(choices))
        specials = [card for card in hand if card in book.SPECIAL]
        if specials and rng.random() < 0.4:
            self.special(seat, rng.choice(specials))

    def could_play(self, seat: int) -> list[tuple[int, tuple[str, ...]]]:
        return book.plays(self.tops, self.hands[seat], self.ways[seat], self.house)

    def lay(self, seat: int, number: int, cards: tuple[str, ...]) -> None:
        top = self.tops.get(number)
        self.leave(seat, cards)
        new = number or next(n for n in range(1, 30) if n not in self.tops)
        if self.camera:
            self.saw(new, cards[-1])
        else:
            line = {"by": self.names[seat], "do": "play", "cards": list(cards)}
            self.tell(**line, **({"stack": number} if number else {}))
        self.tops[new] = self.rng.choice(book.lands(top, cards, self.ways[seat], self.house))
        self.seen["combinations"] += len(cards) == 2
        if "wisdom" in cards:
            self.ways = [""] * len(self.names)
        self.compare()

    def saw(self, number: int, card: str) -> None:
        """The camera sees the top card only, and whose it was it cannot tell."""
        line = {"by": self.names[self.dealer], "do": "see", "card": card, "stack": number}
        self.tell(**line)

    def special(self, seat: int, card: str) -> None:
        me = self.names[seat]
        if card == "dead-end":
            open_stacks = [number for number, top in self.tops.items() if top is not None and top[0] != "closed"]
            if open_stacks:
                self.lay(seat, self.rng.choice(open_stacks), (card,))
        elif card.startswith("trap") and not self.camera:
            whom = self.rng.choice([other for other in self.active() if other not in self.side(seat)] or [-1])
            if whom >= 0 and (card == "trap-draw" or not self.ways[whom]):
                self.leave(seat, (card,))
                self.tell(by=me, do="trap", card=card, on=self.names[whom])
                self.trapped(whom, card)
        elif card == "escape-discard" and not self.camera and self.rng.random() < 0.5:
            thrown = [c for c in self.hands[seat] if c != "wisdom" or self.house["escape-discards-wisdom"]]
            thrown.remove(card)
            if thrown:
                gone = self.rng.choice(thrown)
                self.leave(seat, (card, gone))
                self.ways[seat] = ""
                self.tell(by=me, do="escape", card=card, discard=gone)
        elif not self.camera:
            self.leave(seat, (card,))
            self.tell(by=me, do="discard", cards=[card])

    def trapped(self, whom: int, card: str) -> None:
        """An Escape at once, or a Trap that works. Teammates may help."""
        helper = next((s for s in self.side(whom) if s in self.active() and "escape" in self.hands[s]), None)
        helps = helper is not None and self.rng.random() < 0.5
        if helps:
            self.leave(helper, ("escape",))
            other = {} if helper == whom else {"for": self.names[whom]}
            self.tell(by=self.names[helper], do="escape", card="escape", **other)
        elif card == "trap-draw":
            self.draws(whom, 3)
        else:
            self.ways[whom] = card.removeprefix("trap-")

    def everybody_draws(self) -> None:
        caller = self.rng.choice(self.active())
        order = [s for s in self.active() if s > caller] + [s for s in self.active() if s <= caller]
        known = {} if len(self.pile) >= len(order) or not self.camera else {"pile": len(self.pile)}
        self.tell(by=self.names[caller], do="draw", **known)
        if self.rng.random() < 0.1:
            self.tell(by=self.names[self.rng.choice([s for s in order if s != caller] or order[:1])], do="can-play")
            return
        self.same(list(self.table.state.waiting.awaits(self.table.state)), order[: len(self.pile)], "order of a Draw")
        for seat in order:
            self.draws(seat, 1)

    # ---------------------------------------------------------------- what is wrong

    def something_wrong(self, seat: int) -> None:
        """A play at random: what the book forbids is never allowed, what it allows is never refused."""
        rng, hand = self.rng, self.hands[seat]
        if not hand or self.camera:
            return
        cards = tuple(rng.sample(hand, min(len(hand), rng.choice((1, 1, 2, 2, 3)))))
        number = rng.choice((0, *self.tops))
        legal = bool(book.lands(self.tops.get(number), cards, self.ways[seat], self.house))
        line = {"by": self.names[seat], "do": "play", "cards": list(cards), **({"stack": number} if number else {})}
        verdict = self.table.check(self.table.read(line))
        if legal and not verdict:
            raise Unsound(f"{line} is refused: {verdict}; on {self.tops.get(number)}")
        if not legal and verdict.answer is Answer.YES:
            raise Unsound(f"{line} is allowed; on {self.tops.get(number)} for {self.ways[seat] or 'somebody free'}")
        self.seen[f"{'legal' if legal else 'illegal'}: {verdict.answer.value}"] += 1
        card = rng.choice(hand)
        if card not in book.SPECIAL and self.table.can(self.table.read(self.discards(seat, card))):
            raise Unsound(f"{card} may be discarded")

    def discards(self, seat: int, card: str) -> dict[str, Any]:
        return {"by": self.names[seat], "do": "discard", "cards": [card]}

    # ---------------------------------------------------------------- the end of a round

    def count(self) -> None:
        for seat in self.playing:
            if seat in self.out:
                continue
            hand = self.hands[seat]
            if self.lying and not self.camera and self.rng.random() < 0.3:
                wrong = self.rng.choice(self.lying)
                if self.lying.count(wrong) + hand.count(wrong) == book.deck(self.house["level"]).count(wrong):
                    line = {"by": self.names[seat], "do": "count", "hand": [*hand, wrong]}
                    if len(line["hand"]) <= 30 and self.table.can(self.table.read(line)):
                        raise Unsound(f"{wrong} lies on the table, but may be counted in {hand}")
                    self.seen["impossible hands"] += 1
            dooms = hand.count("doom-master")
            if len(hand) > 30 or self.rng.random() < 0.3:
                self.tell(by=self.names[seat], do="count-number", cards=len(hand) - dooms, dooms=dooms)
            else:
                self.tell(by=self.names[seat], do="count", hand=list(hand))

    # ---------------------------------------------------------------- cards

    def leave(self, seat: int, cards: tuple[str, ...]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.lying.append(card)

    def draws(self, seat: int, number: int) -> None:
        for _ in range(min(number, len(self.pile))):
            self.hands[seat].append(self.pile.pop())

    def side(self, seat: int) -> list[int]:
        return next(side for side in self.sides if seat in side)

    # ---------------------------------------------------------------- the engine

    def tell(self, **line: Any) -> None:
        answered = self.table.push(self.table.read(line))
        if answered.step is None:
            raise Unsound(f"{line} is refused: {answered.verdict}")
        self.seen[str(line["do"])] += 1

    def compare(self) -> None:
        """What was told in full is known exactly: the Stacks, the Traps, how many cards lie where."""
        state = self.table.state
        if self.camera or state.pending:
            return
        self.same(state.zones[DRAW].size, len(self.pile), "draw pile")
        self.same(
            [state.zones[HANDS + s].size for s in self.playing], [len(self.hands[s]) for s in self.playing], "hands"
        )
        for seat in self.playing:
            self.same({1: "up", 0: "", -1: "down"}[state.way(seat)], self.ways[seat], "Traps")

    def same(self, told: Any, truth: Any, what: str) -> None:
        if told != truth:
            raise Unsound(f"{what}: the table says {told}, the truth is {truth}")
