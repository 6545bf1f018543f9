"""HOW TO PLAY and FREE ACTIONS: turns, two actions, what is forbidden to everybody at the wrong moment."""

import pytest

from rules.action import Seat
from rules.games.dig_your_way_out.actions.move import WhereTo
from rules.games.dig_your_way_out.cards import PLACES, SOLITARY
from tests.rules.dig_your_way_out.legal import ANSWERS, ENDING, FREE, TURN, TWICE, found_like, legal, says
from tests.rules.dig_your_way_out.script import GAME, evening


def test_every_action_is_tried():
    others = {"lose-a-card", "reveal-background"}
    assert {*TURN, *ENDING, *ANSWERS, *others} == {*GAME.actions}


@pytest.mark.parametrize("do", [*TURN, *ENDING, *ANSWERS])
def test_at_the_right_moment_it_is_allowed(do):
    table, said = legal(do)
    says(table, do, "Ann", said)


@pytest.mark.parametrize("do", [*TURN, *ENDING])
def test_players_take_turns(do):
    table, said = legal(do, turn=Seat(1))
    says(table.refuses("HOW TO PLAY", "It is Ben's turn."), do, "Ann", said)


@pytest.mark.parametrize("do", [*TURN, *ENDING])
def test_nothing_else_is_done_while_an_answer_is_due(do):
    table, said = legal(do, pending=(WhereTo(0, (3, 4)),))
    says(table.refuses("Move", "Ann goes to the Nursery or to the Showers."), do, "Ann", said)


@pytest.mark.parametrize("do", [*TURN, *ENDING, *ANSWERS])
def test_after_the_escape_nothing_is_done(do):
    table, said = legal(do, winner=1)
    says(table.refuses("GOAL", "The game is over: Ben has escaped."), do, "Ann", said)


@pytest.mark.parametrize("do", [do for do in TURN if do != "cautious-move"])
def test_up_to_two_actions(do):
    table, said = legal(do, left=0)
    says(table.refuses("HOW TO PLAY", "Ann has taken both actions of this turn."), do, "Ann", said)


def test_a_turn_may_end_sooner():
    table = evening()
    table.end_turn("Ann")
    table.hears("It is Ben's turn.")
    table.sees(turn="Ben", actions=2)


def test_clockwise_round_the_table():
    table = evening(first="Cat")
    table.sees(turn="Cat")
    table.ends("Cat", "Ann", "Ben")
    table.sees(turn="Cat")


def test_after_two_actions_the_next_player_simply_goes_on():
    table = evening()
    table.search("Ann")
    table.roll("Ann", 1)
    table.sees(turn="Ann", actions=0, asks="Ann's actions are taken: Ben goes on.")
    table.refuses("HOW TO PLAY", "Ann has taken both actions").roll("Ann", 2)
    table.refuses("HOW TO PLAY", "It is Ben's turn.").search("Cat")
    table.search("Ben")
    table.hears("It is Ben's turn.", "Ben draws 1")
    table.sees(turn="Ben", actions=1)


def test_after_two_actions_the_end_may_be_said_too():
    table = evening()
    table.search("Ann")
    table.roll("Ann", 1)
    table.end_turn("Ann")
    table.sees(turn="Ben", actions=2)


def test_the_same_action_may_be_taken_twice():
    table = evening(hands={"Ann": "spoon spoon"})
    table.dig("Ann", "spoon")
    table.dig("Ann", "spoon")
    table.sees("Ann", points=2)


@pytest.mark.parametrize("do", TWICE)
def test_house_rule_the_same_action_only_once(do):
    table, said = legal(do, did=(do,))
    table.table.rule("same-action-twice", False)
    sentence = "Ann has sold already" if do == "sell" else "Ann has done that already this turn."
    says(table.refuses("HOW TO PLAY", sentence), do, "Ann", said)


def test_free_actions_in_any_place():
    for place in PLACES[:SOLITARY]:
        evening(at={"Ann": place}).search("Ann")


@pytest.mark.parametrize("do", FREE)
def test_in_solitary_confinement_one_can_only_roll(do):
    table = in_solitary(do)
    says(table.refuses("ELEMENTS", "Ann is in Solitary confinement"), do, "Ann", TURN[do][1])
    table.roll("Ann", 2)
    table.move("Ann", "showers")
    table.sees("Ann", place="showers")


@pytest.mark.parametrize("do", FREE)
def test_house_rule_solitary_confinement_is_a_place_like_others(do):
    table = in_solitary(do)
    table.table.rule("solitary", "free")
    says(table, do, "Ann", TURN[do][1])


def in_solitary(do):
    """Everybody sits there, and there is something to find."""
    setup = {**TURN[do][0], "at": dict.fromkeys(("Ann", "Ben", "Cat"), "solitary-confinement")}
    return evening(**setup, box={"places": {"solitary-confinement": {"search": 1}}})


def test_place_actions_are_not_done_in_solitary_confinement():
    table = evening(hands={"Ann": "spoon"}, at={"Ann": "solitary-confinement"})
    table.refuses("CELL BLOCK: Dig", "only done in the Cell block").dig("Ann", "spoon")


def test_the_table_can_go_on_against_the_advice():
    table = evening()
    table.overruled.search("Ben")
    table.sees("Ben", hand=4)
    table = found_like(evening(), left=0)
    table.overruled.roll("Ann", 1)
    table.sees("Ann", place="cafeteria")
