"""TOO EASY FOR YOU? TRY THIS!: fewer Lucky Shots, and alone in the room."""

import pytest

from rules import bag
from rules.games.escape_now.cards import LUCKY_SHOT
from tests.rules.escape_now.script import GAME, fresh, room

NAMES = "Ann Ben Cat Dan Eve Fay"


@pytest.mark.parametrize(("players", "shots", "deck"), [(2, 3, 58), (3, 3, 58), (4, 4, 59), (5, 5, 60), (6, 5, 60)])
def test_fewer_lucky_shots_by_team_size(players, shots, deck):
    names = " ".join(NAMES.split()[:players])
    box = fresh(names, house={"lucky-shots": "fewer"}).table.state.box
    assert (bag.count(box.deck, LUCKY_SHOT), box.minutes) == (shots, deck)
    assert fresh(names).table.state.box.minutes == 60


def test_alone_with_two_lucky_shots():
    for wish in ("all", "fewer"):
        box = fresh("Ann", house={"lucky-shots": wish}).table.state.box
        assert (bag.count(box.deck, LUCKY_SHOT), box.minutes) == (2, 57)


def test_alone_with_one_pawn_and_one_hand():
    table = fresh("Ann")
    table.turn_all_up()
    table.start("Ann", "A")
    table.piles(draw=53)
    table.solve("Ann", "logical")
    table.sees(turn="Ann", third_hand_with=None)


@pytest.mark.parametrize("hands", [2, 3])
def test_house_rule_alone_with_several_hands(hands):
    table = fresh("Ann", house={"solo-hands": hands})
    table.turn_all_up()
    for place in "ABC"[:hands]:
        table.start("Ann", place)
    table.piles(draw=57 - 4 * hands)
    table.solve("Ann", "logical")
    table.solve("Ann", "tenacious")
    assert (table.beside("A"), table.beside("B")) == ("logical", "tenacious")
    assert len(GAME.board(table.table.state).chairs[0].badges) == 2 * hands
    assert GAME.board(room("Ann", house={"solo-hands": 2}, at="A B").table.state).headline == "Ann's turn"
