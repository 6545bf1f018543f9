"""The rulebook read a second time, in plain names: what fits where, what a hand costs, who wins. Shares no code."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

TRIBES = ("average-joe", "mouse", "lumberjack", "teen", "robot", "vapor-ninja")
CIRCLE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
SPECIAL = {"dead-end": 1, "trap-draw": 2, "trap-up": 2, "trap-down": 2, "escape": 3, "escape-discard": 3}

Top = tuple[str, int] | None  # ("number", 6), ("wisdom", 0), ("closed", 0), or no Stack yet
Way = str  # "", "up" or "down"


def deck(level: str) -> list[str]:
    cards = [f"{rank}-{tribe}" for tribe in TRIBES for rank in CIRCLE if rank != 7]
    cards += ["7-start"] * 8 + ["wisdom"] * 4
    if level != "green":
        cards += [card for card, number in SPECIAL.items() for _ in range(number)]
    if level == "red":
        cards += ["doom-master"] * 3
    return cards


@cache
def rank(card: str) -> int:
    return int(card.split("-")[0]) if card[0].isdigit() else 0


@cache
def tribe(card: str) -> str:
    return card.split("-", 1)[1] if card[0].isdigit() else ""


def neighbours(of: int, way: Way) -> set[int]:
    """What may lie on a number; K and 1 touch, but not for somebody in a Trap."""
    place = CIRCLE.index(of)
    above, below = CIRCLE[(place + 1) % 13], CIRCLE[place - 1]
    if way == "up":
        return {above} if above > of else set()
    if way == "down":
        return {below} if below < of else set()
    return {above, below}


def lands(top: Top, cards: tuple[str, ...], way: Way, house: dict[str, Any]) -> list[Top]:
    """Every way in which these cards, in this order, can lie there: what is on top afterwards. Empty: not allowed."""
    if top is not None and top[0] == "closed":
        return []
    if len(cards) == 1:
        return single(top, cards[0], way, house)
    return double(top, cards, way, house) if len(cards) == 2 else []


def single(top: Top, card: str, way: Way, house: dict[str, Any]) -> list[Top]:
    if card in SPECIAL:
        return [("closed", 0)] if card == "dead-end" and top is not None else []
    if card == "wisdom":
        if top is None:
            return [("wisdom", 0)]
        if top[0] == "wisdom":
            return [("wisdom", 0)] if house["wisdom-on-wisdom"] else []
        return [("wisdom", 0)] if neighbours(top[1], way) else []
    if card == "7-start" and top is not None and not house["seven-on-stacks"]:
        return []
    values = [11, 12, 13] if card == "doom-master" else [rank(card)]
    return [("number", value) for value in values if may_lie(top, value, way)]


def double(top: Top, cards: tuple[str, ...], way: Way, house: dict[str, Any]) -> list[Top]:
    one, other = cards
    first, second = rank(one), rank(other)
    if first in (11, 12, 13) and first == second:
        return [("number", first)] if may_lie(top, first, way) else []
    if 1 <= first <= 5 and 1 <= second <= 5 and tribe(one) == tribe(other):
        if top is not None and not house["combination-keeps-direction"]:
            way = ""
        return [("number", second)] if may_lie(top, first + second, way) else []
    return []


def may_lie(top: Top, value: int, way: Way) -> bool:
    if top is None:
        return value == 7
    return top[0] == "wisdom" or value in neighbours(top[1], way)


def plays(tops: dict[int, Top], hand: list[str], way: Way, house: dict[str, Any]) -> list[tuple[int, tuple[str, ...]]]:
    """Everything that a player could lay down, but for the Dead End: 0 is a new Stack."""
    cards = [card for card in hand if card not in SPECIAL]
    tries = [(card,) for card in dict.fromkeys(cards)]
    pairs = [
        pair
        for one, other in combinations(cards, 2)
        if rank(one) == rank(other) or tribe(one) == tribe(other)
        for pair in ((one, other), (other, one))
    ]
    return [
        (number, laid)
        for number, top in {0: None, **tops}.items()
        for laid in (*tries, *pairs)
        if lands(top, laid, way, house)
    ]


def blunders(hand: list[str]) -> int:
    return sum(3 if card == "doom-master" else 1 for card in hand)


def story(hands: list[int], totals: list[int]) -> int | None:
    """Which of the sides draws: the most in hand, then the highest total, then nobody."""
    best = max(zip(hands, totals, strict=True))
    found = [side for side, pair in enumerate(zip(hands, totals, strict=True)) if pair == best]
    return found[0] if len(found) == 1 and best[0] else None
