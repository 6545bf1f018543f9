"""What no team can beat: the bound that is shown beside the result, against a search of small rooms."""

import pytest

from rules.games.escape_now.best import best_minutes, bottlenecks, fewest_cards
from rules.games.escape_now.layout import PLACES
from tests.rules.escape_now.script import GAME, fresh

NAMES = "Ann Ben Cat Dan Eve Fay"
TINY = {"rows": [["A"], ["last"]], "after": {"last": ["A"]}}
PAIR = {"rows": [["A", "B"], ["last"]], "after": {"last": ["A", "B"]}}


def box_of(players: int, mode: str = "easy", **setup):
    return fresh(" ".join(NAMES.split()[:players]), mode, **setup).table.state.box


@pytest.mark.parametrize(
    ("layout", "players", "shots"), [(TINY, n, s) for n in (1, 2, 3) for s in (0, 1, 2)] + [(PAIR, 1, 2)]
)
def test_no_team_of_a_small_room_needs_fewer_cards(layout, players, shots):
    box = box_of(players, box={"layout": layout, "lucky-shot": shots})
    assert fewest_cards(box) <= fewest_by_search(box, shots)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_in_the_smallest_room_the_bound_is_exact_with_lucky_shots(players):
    box = box_of(players, box={"layout": TINY, "lucky-shot": 2})
    assert fewest_cards(box) == fewest_by_search(box, 2)


def test_no_team_gets_around_a_bottleneck():
    """Easy: before F and before the door. Medium: before the door. Hard: after A, and before the door."""
    names = [
        ["".join(PLACES[p] for p in range(8) if cut >> p & 1) for cut in bottlenecks(box_of(4, m).layout)]
        for m in GAME.modes
    ]
    assert names == [["ABCDE", "ABCDEF"], ["ABCDEF"], ["A", "ABCDEF"]]


def test_a_double_puzzle_of_four_traits_takes_a_card_more():
    box = box_of(4)
    assert fewest_cards(box, 4) == fewest_cards(box, 3) + 1


def test_the_figures_of_the_shipped_levels():
    """26 cards beside the puzzles; the other turns are moves and replenishings, or waits at bottlenecks."""
    assert [fewest_cards(box_of(4, mode)) - 26 for mode in GAME.modes] == [4 * 2 + 2, 5 + 4, 4 * 2 + 3]
    assert [best_minutes(box_of(4, mode)) for mode in GAME.modes] == [24, 25, 23]
    assert [best_minutes(box_of(players)) for players in GAME.players] == [10, 25, 25, 24, 22, 20]


def test_fewer_lucky_shots_leave_fewer_minutes():
    for players in (2, 3, 4):
        assert best_minutes(box_of(players, house={"lucky-shots": "fewer"})) < best_minutes(box_of(players))


def fewest_by_search(box, shots: int) -> int:
    """The fewest turns, each of which costs a card, if every hand holds whatever its owner could wish for.

    Breadth first over: pawns' places, hands, cards and traits beside each puzzle, Lucky Shots left.
    """
    places = [place for row in box.layout.rows for place in row]
    traits = dict.fromkeys(places[:-1], 2) | {places[-1]: 3}
    needs = dict.fromkeys(places[:-1], 5) | {places[-1]: 8}
    begun = [place for place in places if not box.layout.after[place]]
    wave = {
        (
            0,
            tuple(begun[pawn % len(begun)] for pawn in range(box.hands)),
            (4,) * box.hands,
            ((0, 0),) * len(places),
            shots,
        )
    }
    known = set(wave)
    for turns in range(1, 60):
        following = set()
        for pawn, at, hands, beside, left in wave:
            here, hand = at[pawn], hands[pawn]
            index = places.index(here)
            cards, there = beside[index]
            solved = [cards == -1 for cards, _ in beside]
            bits = sum(1 << place for place, done in zip(places, solved, strict=True) if done)
            nobody = pawn + 1 == box.hands
            ways = []
            if hand and not solved[index]:
                lays = [(cards + 1, there + 1)] * (there < traits[here]) + [(cards + 1, there)] * (there > 0)
                lays = [lay for lay in lays if lay[0] + traits[here] - lay[1] <= needs[here]]
                ways += [(at, hand - 1, (-1, 0) if lay[0] == needs[here] else lay, left) for lay in lays]
                if left and there == traits[here]:
                    ways.append((at, hand - 1, (-1, 0), left - 1))
            if hand:
                for place in places:
                    if place != here and box.layout.face_up(bits) >> place & 1:
                        moved = (*at[:pawn], place, *at[pawn + 1 :])
                        ways.append(
                            (moved, hand - 1, (cards, there) if solved[index] or here in moved else (0, 0), left)
                        )
            ways.append((at, 4, (cards, there), left))  # filled up to five, one discarded
            for moved, cards_left, laid, shots_left in ways:
                now = (*beside[:index], laid, *beside[index + 1 :])
                if now[-1][0] == -1:
                    return turns
                hand_now = (*hands[:pawn], cards_left, *hands[pawn + 1 :])
                following.add((0 if nobody else pawn + 1, moved, hand_now, now, shots_left))
        wave = following - known
        known |= wave
    raise AssertionError("no way out")
