"""LAND THE PLANE!: the solver against a second reading of the rules, in exact fractions."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from rules.games.hit_the_silk.landing import FACES, LANDING, Lake, read_board
from rules.games.hit_the_silk.landing_odds import Odds

PICTURE = [
    ".........",
    "..........",
    "...........",
    "............",
    "............",
    " ...........",
    "  ~~~~~=====",
]
SPACES = {(r, c): mark for r, line in enumerate(PICTURE, 1) for c, mark in enumerate(line, 1) if mark != " "}
DICE = {"1": (1, "ad"), "2": (2, "ad"), "3": (3, "ad"), "4": (4, "ad"), "1-across": (1, "a"), "1-down": (1, "d")}
ROLLS = list(product(DICE, repeat=2))

every_table = pytest.mark.parametrize(
    ("licence", "lake"), [(False, "crash"), (True, "crash"), (False, "fly"), (True, "fly")]
)


def made(licence: bool, lake: Lake = "crash") -> Odds:
    return Odds(read_board(LANDING, lake), licence)


@cache
def steps(roll: tuple[str, str], licence: bool) -> frozenset[tuple[int, int]]:
    """Every (across, down), by trying each die in each direction and each deduction."""
    (one, ways_one), (two, ways_two) = DICE[roll[0]], DICE[roll[1]]
    both_directed = len(ways_one + ways_two) == 2
    found = set()
    for way_one, way_two, less in product(ways_one, ways_two, (None, 1, 2) if licence else (None,)):
        if way_one != way_two or both_directed:
            throws = [(one - (less == 1), way_one), (two - (less == 2), way_two)]
            found.add(tuple(sum(value for value, way in throws if way == wanted) for wanted in "ad"))
    return frozenset(found)


@cache
def chance(r: int, c: int, licence: bool, lake: Lake) -> Fraction:
    """The chance to land from a space, by recursion over the 36 ordered rolls."""
    mark = SPACES.get((r, c))
    if mark is None or (mark == "~" and lake == "crash"):
        return Fraction(0)
    if mark == "=":
        return Fraction(sum(stand(c, *die, licence) for die in DICE.values()), 6)
    return sum((best(r, c, roll, licence, lake) for roll in ROLLS), Fraction(0)) / 36


def best(r: int, c: int, roll: tuple[str, str], licence: bool, lake: Lake) -> Fraction:
    return max(chance(r + down, c + across, licence, lake) for across, down in steps(roll, licence))


def stand(c: int, value: int, ways: str, licence: bool) -> bool:
    return licence if ways == "d" else c + value - licence <= 12


@every_table
def test_the_chance_from_every_space(licence: bool, lake: Lake):
    spaces = made(licence, lake).spaces
    assert spaces.keys() == SPACES.keys()
    for (r, c), found in spaces.items():
        assert abs(Fraction(found) - chance(r, c, licence, lake)) < Fraction(1, 10**12), (r, c)


@every_table
def test_every_roll_at_every_space(licence: bool, lake: Lake):
    odds = made(licence, lake)
    flying = [space for space, mark in SPACES.items() if mark == "." or (mark, lake) == ("~", "fly")]
    for (r, c), roll in product(flying, ROLLS):
        options = odds.advise((r, c), roll)
        assert {(option.across, option.down) for option in options} == steps(roll, licence)
        assert options[0].chance == max(option.chance for option in options)
        assert options[0].chance == pytest.approx(float(best(r, c, roll, licence, lake)), abs=1e-12)
        for option in options:
            to = r + option.down, c + option.across
            assert option.to == (to if to in SPACES else None)
            assert option.chance == pytest.approx(float(chance(*to, licence, lake)), abs=1e-12)
            assert option.ends == {".": "flying", "=": "strip", "~": {"fly": "flying", "crash": "crashed"}[lake]}.get(
                SPACES.get(to, ""), "crashed"
            )


@pytest.mark.parametrize(
    ("licence", "lake", "percent"),
    [(False, "crash", 19.50), (True, "crash", 72.05), (False, "fly", 19.72), (True, "fly", 73.84)],
)
def test_the_known_figures_from_the_start(licence: bool, lake: Lake, percent: float):
    assert round(100 * made(licence, lake).start, 2) == percent


def test_braking_on_the_strip():
    def sixths(odds: Odds) -> list[float]:
        return [round(6 * odds.spaces[7, column], 12) for column in range(8, 13)]

    assert sixths(made(licence=False)) == [5, 4, 3, 2, 0]
    assert sixths(made(licence=True)) == [6, 6, 5, 4, 3]


def test_over_the_lake_there_is_no_chance_left():
    assert all(made(licence=True).spaces[7, column] == 0 for column in range(3, 8))


def test_of_equal_moves_the_dice_as_rolled_come_first():
    lost = made(licence=True).advise((6, 12), ("4", "4"))
    assert lost[0].chance == 0
    assert (lost[0].across, lost[0].down) == (4, 4)


@pytest.mark.parametrize("space", [(7, 8), (7, 3), (1, 10)])
def test_no_advice_where_the_plane_does_not_fly(space: tuple[int, int]):
    with pytest.raises(ValueError, match="not flying"):
        made(licence=False).advise(space, ("1", "2"))


def test_the_dice_are_the_ones_reckoned_with():
    assert tuple(DICE) == FACES
