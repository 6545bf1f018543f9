"""CHANGING A CARD."""

import pytest

from tests.rules.hit_the_silk.script import evening

FIVE = "Ann Ben Cat Dan Eve"


def test_once_per_turn():
    table = evening()
    table.change("Ann", "knife")
    table.refuses("CHANGING A CARD", "Ann has already changed a card this turn.").change("Ann", "spy")
    table.end_turn("Ann")
    table.change("Ben", "spy")


def test_the_card_goes_face_up_on_the_discard_pile_for_500_ft():
    table = evening(FIVE)
    table.change("Ann", "knife")
    table.sees(altitude=21500)
    table.sees("Ann", hand=4)
    table.piles(draw=6, discard=11, laundry=18)


def test_a_flannel_goes_on_the_laundry_pile():
    table = evening(FIVE)
    table.poison("Ann", "Ben")
    table.piles(laundry=17)
    table.votes("wait") if table.table.view["vote"] else None
    table.change("Ann", "flannel")
    table.piles(laundry=18, discard=10)


@pytest.mark.parametrize(
    ("before", "drawn"),
    [
        (20000, 1),  # height is > 19,000 ft
        (19500, 2),  # 19,000 is no longer above 19,000: the new altitude counts
        (14000, 2),
        (13500, 3),  # past the vote at 13,000, and turbulence
        (8000, 3),
        (7500, 4),
        (3000, 4),
    ],
)
def test_the_number_of_cards_goes_by_the_new_altitude(before, drawn):
    table = evening(FIVE, at=before)
    table.change("Ann", "knife")
    if table.table.view["vote"]:
        table.votes("wait")
    table.hears(f"Ann draws {drawn} and keeps one.")
    table.piles(draw=7 - drawn, discard=10 + 1 + drawn - 1)
    table.sees("Ann", hand=4)


def test_at_1000_ft_everybody_jumps_and_nothing_is_drawn():
    table = evening(FIVE, at=1500)
    table.change("Ann", "knife")
    table.sees(phase="reveal", altitude=1000)
    table.sees("Ann", hand=3)
    table.piles(draw=7)


def test_you_choose_one_and_the_rest_goes_face_up_on_the_discard_pile():
    table = evening(at=12000)
    table.change("Ann", "knife", "parachute spy bullet", "parachute")
    table.piles(draw=6 + 1 + 2 - 3, discard=2)
    table.end_turn("Ann")
    table.refuses("2 SPY", "Ben cannot have a Spy card").spy("Ben", "Ann")  # the only one lies face up


def test_only_the_cards_that_went_back_may_be_named():
    table = evening(at=12500)
    table.change("Ann", "knife", "spy key")
    table.end_turn("Ann")
    table.refuses("2 SPY", "Ben cannot have a Spy card").spy("Ben", "Ann")


def test_you_must_always_discard_before_you_pick_up():
    table = evening(at=13500)
    table.change("Ann", "knife")
    table.sees(phase="vote")
    table.sees("Ann", hand=3)
    table.piles(draw=2, discard=7)
    table.votes("wait")
    table.sees("Ann", hand=4)


def test_remember_nobody_holds_more_than_four_cards():
    table = evening(FIVE, at=7000)
    table.change("Ann", "knife")
    table.sees("Ann", hand=4, limit=4)


def test_an_exhausted_draw_pile_is_replenished_from_the_discard_pile():
    table = evening(at=12500)
    table.change("Ann", "knife")
    table.hears("The plane drops", "The Draw pile is exhausted", "Ann draws 3 and keeps one.")
    table.piles(draw=6, discard=2)


def test_a_card_that_nobody_can_have_cannot_be_discarded():
    table = evening()
    table.refuses("CHANGING A CARD", "Ann cannot have a Flannel card to discard.").change("Ann", "flannel")
    table.refuses("CHANGING A CARD", "Ann cannot have a Tandem Parachute").change("Ann", "tandem-parachute")


def test_no_more_cards_can_be_named_than_are_drawn():
    table = evening()
    table.refuses("CHANGING A CARD", "This Change draws 2").change("Ann", "knife", "spy key steal")


def test_the_cards_named_must_be_able_to_be_in_the_draw_pile():
    table = evening()
    table.refuses("CHANGING A CARD", "cannot all be in the Draw pile").change("Ann", "knife", "spy spy")


def test_the_card_discarded_is_not_drawn_again():
    table = evening()  # one Knife; two cards in the Draw pile, and two are drawn
    there = "cannot all be in the Draw pile"
    table.refuses("CHANGING A CARD", there).change("Ann", "knife", "knife key", "knife")
    table.refuses("CHANGING A CARD", there).change("Ann", "knife", "knife knife", "knife")
    table.change("Ann", "steal", "steal steal", "steal")  # there are three of them


def test_what_lies_face_up_on_the_discard_pile_is_not_drawn():
    table = evening(FIVE, at=20000)
    table.poison("Ann", "Ben")
    table.change("Ann", "spy", "key")
    table.end_turn("Ann")
    table.change("Ben", "spy")
    table.end_turn("Ben")
    table.refuses("CHANGING A CARD", "cannot all be in the Draw pile").change("Cat", "knife", "spy")


def test_a_reshuffle_may_bring_back_the_card_discarded():
    table = evening(at=12500)  # three are drawn from a Draw pile of two
    table.refuses("CHANGING A CARD", "cannot all be in the Draw pile").change("Ann", "knife", "knife knife")
    table.change("Ann", "knife", "key steal knife", "knife")
    table.hears("The plane drops", "The Draw pile is exhausted")


def test_only_as_many_come_back_as_the_draw_pile_falls_short():
    table = evening(at=12500)
    table.shoot("Ann", "Ben")
    table.piles(draw=2)  # so one of the three comes from the Discard pile
    table.refuses("CHANGING A CARD", "cannot all be in the Draw pile").change("Ann", "knife", "knife bullet bullet")
    table.change("Ann", "knife", "key bullet bullet")  # the second Bullet may lie anywhere


def test_the_card_kept_is_one_of_those_drawn():
    table = evening()
    table.refuses("CHANGING A CARD", "has to be one of the cards drawn").change("Ann", "knife", "spy key", "steal")
