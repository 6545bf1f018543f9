"""9 OTHER CARDS and TRADING."""

import pytest

from rules.action import Unreadable
from tests.rules.hit_the_silk.script import GAME, emptied, evening, with_cat_poisoned_to_death


def test_briefcases_knives_parachutes_and_flannels_have_no_actions():
    for card in ("briefcase", "knife", "parachute", "flannel"):
        assert card not in GAME.actions
        with pytest.raises(Unreadable, match=f"There is no action “{card}”"):
            evening().table.read({"by": "Ann", "do": card})


def test_a_trade_passes_equal_numbers_face_down():
    table = evening()
    table.trade("Ann", "Ben", 2)
    table.hears("Ann and Ben trade 2 for 2.")
    table.sees(turn="Ann", altitude=16000)
    table.sees("Ann", hand=4)
    table.sees("Ben", hand=4)
    table.piles(draw=2, discard=6, laundry=18)


def test_what_is_passed_may_differ_from_the_agreement():
    table = evening()
    table.steal("Ann", "Ben", knife=True)
    table.trade("Ann", "Ben", 1)
    table.steal("Ann", "Ben", knife=True)  # the Knife may have stayed
    table.trade("Ann", "Ben", 1)
    table.end_turn("Ann")
    table.steal("Ben", "Ann", knife=True)  # or gone over after all


def test_the_player_whose_turn_it_is_must_be_one_side():
    table = evening()
    table.trade("Ben", "Ann", 1)
    table.refuses("ON YOUR TURN", "It is Ann's turn, so Ann has to be one side of a trade.").trade("Ben", "Cat", 1)


def test_house_rule_two_others_may_trade_at_any_time():
    table = evening(house={"trade-anytime": True})
    table.trade("Ben", "Cat", 1)


def test_any_number_of_trades():
    table = evening()
    for _ in range(5):
        table.trade("Ann", "Ben", 1)
        table.trade("Ann", "Cat", 1)


def test_a_trade_is_with_another_living_player():
    evening().refuses("TRADING", "Ann has to choose another player.").trade("Ann", "Ann", 1)
    with_cat_poisoned_to_death().refuses("TRADING", "Cat is dead.").trade("Ann", "Cat", 1)
    with_cat_poisoned_to_death().refuses("5 POISON", "Cat is dead and takes no further part.").trade("Cat", "Ann", 1)


def test_remember_an_equal_number_of_cards():
    table = evening()
    table.refuses("TRADING", "at least one card from each side").trade("Ann", "Ben", 0)
    table.refuses("TRADING", "they do not both have 5").trade("Ann", "Ben", 5)
    table.trade("Ann", "Ben", 4)
    table = emptied("Ann")
    table.refuses("TRADING", "they do not both have 2").trade("Ann", "Cat", 2)


def test_no_trade_while_a_vote_is_open():
    table = evening(at=13500)
    table.end_turn("Ann")
    table.refuses("THE VOTE", "A vote is open").trade("Ann", "Ben", 1)
