"""7 KUNG FU MOVE."""

import pytest

from rules.action import Unreadable
from tests.rules.hit_the_silk.script import evening, line, with_cat_shot


def test_a_weapon_is_kicked_onto_the_discard_pile_and_a_new_card_drawn():
    table = evening()
    table.kung_fu("Ann", "Ben", "knife")
    table.hears("The plane drops from 16,000 to 15,500 ft.", "Ann kicks the Knife out of Ben's hand.")
    table.sees("Ann", hand=4)
    table.sees("Ben", hand=3)
    table.piles(draw=1, discard=8, laundry=18)
    table.end_turn("Ann")
    table.sees("Ben", hand=4)
    table.piles(laundry=17)


def test_the_new_card_can_be_used_on_your_own_turn():
    table = evening()
    table.kung_fu("Ann", "Ben", "revolver", draws="spy")
    table.spy("Ann", "Ben")


def test_the_new_card_is_not_the_weapon_that_was_kicked_away():
    table = evening()
    table.refuses("7 KUNG FU MOVE", "Ann cannot have drawn that card").kung_fu("Ann", "Ben", "knife", draws="knife")
    table.kung_fu("Ann", "Ben", "knife", draws="kung-fu")
    table.refuses("7 KUNG FU MOVE", "Ann cannot have drawn that card").kung_fu(
        "Ann", "Ben", "revolver", draws="kung-fu"
    )


def test_speculatively_without_a_weapon_a_flannel_is_drawn():
    table = evening()
    table.kung_fu("Ann", "Ben", "nothing")
    table.hears("The plane drops", "Ann's kick finds no weapon on Ben: a Flannel instead.")
    table.sees("Ann", hand=4)
    table.sees("Ben", hand=4)
    table.piles(draw=2, discard=7, laundry=17)


def test_a_weapon_must_be_admitted():
    table = evening()
    table.kung_fu("Ann", "Ben", "nothing")
    table.refuses("1 STEAL", "Ben cannot have a Knife to show.").steal("Ann", "Ben", knife=True)
    table.steal("Ann", "Cat", knife=True)
    table.refuses("7 KUNG FU MOVE", "Cat is known to hold a weapon and must give it up.").kung_fu(
        "Ann", "Cat", "nothing"
    )


def test_without_a_word_on_what_was_found_it_depends():
    table = evening()
    table.depends("7 KUNG FU MOVE", "Whether Ben holds a weapon decides").kung_fu("Ann", "Ben")
    table.sees("Ben", hand=4)
    table.piles(laundry=17)


def test_without_a_word_on_a_player_who_has_no_weapon_nothing_hangs_on_it():
    table = evening(box={"kung-fu": 3})
    table.kung_fu("Ann", "Ben", "nothing")
    table.kung_fu("Ann", "Ben")


def test_a_weapon_that_lies_elsewhere_is_not_found():
    table = evening()
    table.change("Ann", "knife")
    table.refuses("7 KUNG FU MOVE", "Ben cannot have had that weapon.").kung_fu("Ann", "Ben", "knife")
    table.kung_fu("Ann", "Ben", "revolver")


def test_reactively_the_punch_is_negated_and_the_defender_draws():
    table = evening()
    table.kung_fu("Ann", "Ben", countered=True)
    table.hears("The plane drops from 16,000", "The plane drops from 15,500", "Ben blocks Ann's kick and draws a card.")
    table.sees(altitude=15000, turn="Ann")
    table.sees("Ann", hand=4)
    table.sees("Ben", hand=4)
    table.piles(draw=1, discard=8, laundry=17)


def test_the_card_drawn_in_defence_waits_for_ones_own_turn():
    table = evening()
    table.kung_fu("Ann", "Ben", countered=True)
    table.refuses("ON YOUR TURN", "It is Ann's turn.").spy("Ben", "Ann")


def test_a_vote_may_come_between_kick_and_defence():
    table = evening(at=14000)
    table.kung_fu("Ann", "Ben", countered=True)
    table.sees(phase="vote", altitude=13000)
    table.sees("Ben", hand=3)
    table.votes("wait")
    table.sees("Ben", hand=4)


def test_a_defence_needs_a_kung_fu_card():
    table = evening("Ann Ben Cat Dan", at=16500)
    table.change("Ann", "kung-fu")
    table.spy("Ann", "Ben", "kung-fu")
    table.refuses("7 KUNG FU MOVE", "Ben cannot have a Kung Fu card").kung_fu("Ann", "Ben", countered=True)


def test_the_last_kung_fu_card_cannot_be_in_both_hands():
    table = evening()
    table.kung_fu("Ann", "Ben", "nothing")
    table.refuses("7 KUNG FU MOVE", "Cat cannot have a Kung Fu card").kung_fu("Ann", "Cat", countered=True)


def test_a_countered_kick_finds_nothing():
    table = evening()
    table.refuses("7 KUNG FU MOVE", "A kick that was countered").kung_fu("Ann", "Ben", "knife", countered=True)


def test_on_another_living_player_with_a_card_that_can_be_there():
    table = evening()
    table.refuses("7 KUNG FU MOVE", "Ann has to choose another player.").kung_fu("Ann", "Ann", "nothing")
    with_cat_shot().refuses("7 KUNG FU MOVE", "Cat is dead.").kung_fu("Ann", "Cat", "nothing")
    table.kung_fu("Ann", "Ben", "nothing")
    table.kung_fu("Ann", "Cat", "nothing")
    table.refuses("7 KUNG FU MOVE", "Ann cannot have a Kung Fu card").kung_fu("Ann", "Cat", "nothing")


def test_kung_fu_is_no_defence_against_a_bullet_or_a_thief():
    table = evening()
    for do in ("shoot", "steal"):
        with pytest.raises(Unreadable, match=f"{do} has no field “countered”"):
            table.table.read({**line(do, "Ann", "Ben"), "countered": True})


@pytest.mark.parametrize("card", ["poison", "bullet"])
def test_poison_cannot_be_kicked_away_and_a_bullet_is_no_weapon(card):
    with pytest.raises(Unreadable, match=f"kung-fu: found takes one of knife, revolver, nothing, not “{card}”"):
        evening().kung_fu("Ann", "Ben", card)


def test_too_late_to_kick_who_dies_of_poison_on_the_way():
    table = evening(at=7000, house={"poison-kills": "below"})
    table.poison("Ann", "Cat")
    table.end_turn("Ann")
    table.pass_turns("Ben", "Cat", "Ann")
    table.votes("wait")
    table.kung_fu("Ben", "Cat", "nothing")
    table.hears("The plane drops", "Cat is dead", "Too late: Ben's card has no effect on Cat.")
    table.sees("Ben", hand=4)


@pytest.mark.parametrize("who_says", ["owner", "random"])
def test_of_two_weapons_one_goes_and_the_table_says_which(who_says):
    table = evening("Ann Ben Cat Dan", at=16500, house={"both-weapons": who_says})
    table.steal("Ann", "Ben", knife=True)
    table.kung_fu("Ann", "Ben", "revolver")
    table.sees("Ben", hand=3)
    table.refuses("7 KUNG FU MOVE", "Ben is known to hold a weapon").kung_fu("Ann", "Ben", "nothing")  # the Knife stays
