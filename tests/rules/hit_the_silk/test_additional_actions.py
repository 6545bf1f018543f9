"""ADVANCED GAME PLAY: Additional Actions. 1 Handcuffs, 2 Revolver, 3 Disposal."""

import pytest

from tests.rules.hit_the_silk.script import Evening, emptied, evening, with_cat_shot

FOUR = "Ann Ben Cat Dan"


def double_cross(players: str = "Ann Ben Cat", **setup) -> Evening:
    return evening(players, "double-cross", **setup)


# ---------------------------------------------------------------- 1 Handcuffs: a Briefcase on the wrist


def test_1_you_can_handcuff_yourself_to_a_briefcase():
    table = double_cross()
    table.handcuff("Ann", "Ann", "briefcase-30")
    table.sees("Ann", hand=4, cuffs=["briefcase"])
    table.sees(altitude=15500)
    table.piles(laundry=17)


def test_1_which_briefcase_may_stay_a_secret():
    table = double_cross()
    table.depends("Additional Actions", "Ann needs that Briefcase in hand").handcuff("Ann", "Ann")
    table.sees("Ann", cuffs=["briefcase"])


def test_1_nobody_can_steal_that_briefcase():
    table = double_cross()
    table.handcuff("Ann", "Ann", "briefcase-30")
    table.end_turn("Ann")
    table.refuses("Additional Actions", "Ann is cuffed to a Briefcase of that value").steal(
        "Ben", "Ann", take="briefcase-30"
    )
    table.refuses("Additional Actions", "Ann is cuffed to a Briefcase of that value").shoot(
        "Ben", "Ann", "briefcase-30"
    )
    table.steal("Ben", "Ann", take="briefcase-20")


def test_1_another_briefcase_of_the_same_value_may_be_stolen():
    table = double_cross()
    table.handcuff("Ann", "Ann", "briefcase-20")
    table.end_turn("Ann")
    table.depends("Additional Actions", "Ann is cuffed to a Briefcase of that value").steal(
        "Ben", "Ann", take="briefcase-20"
    )


def test_1_a_thief_finds_only_what_is_not_cuffed():
    table = evening("Ann Ben Cat", "double-cross", box={"flannel": 0})
    table.handcuff("Ann", "Ann", "briefcase-30")
    table.poison("Ann", "Ben")
    table.kung_fu("Ann", "Ben", "nothing")
    table.sees("Ann", hand=1)
    table.end_turn("Ann")
    table.refuses("1 STEAL", "Ann has no card that could be stolen.").steal("Ben", "Ann")


def dead_in_handcuffs(*briefcase: str, **setup) -> Evening:
    """Ann, cuffed to a Briefcase, poisoned herself and is dead at 4,000 ft; it is Ben's turn."""
    table = double_cross(at=7000, **setup)
    cuffs = table if briefcase else table.depends("Additional Actions", "Ann needs that Briefcase in hand")
    cuffs.handcuff("Ann", "Ann", *briefcase)
    table.poison("Ann", "Ann")
    table.pass_turns("Ann", "Ben", "Cat")
    table.votes("wait")
    table.sees("Ann", alive=False)
    return table


def test_1_nor_can_it_be_taken_from_the_dead():
    table = dead_in_handcuffs("briefcase-30")
    table.reveal("Ann", "briefcase-30 briefcase-20 flannel flannel")
    table.refuses("Additional Actions", "Ann is cuffed to a Briefcase of that value").loot(
        "Ben", "Ann", "steal", "briefcase-30"
    )
    table.loot("Ben", "Ann", "steal", "briefcase-20")
    table.end_turn("Ben")
    table.unlock("Cat", "Ann")
    table.loot("Cat", "Ann", "steal", "briefcase-30")


def test_1_the_only_briefcase_of_the_dead_is_the_cuffed_one():
    table = dead_in_handcuffs()
    table.reveal("Ann", "briefcase-10 knife flannel flannel")
    table.refuses("Additional Actions", "Ann is cuffed to a Briefcase of that value").loot(
        "Ben", "Ann", "steal", "briefcase-10"
    )
    table = dead_in_handcuffs()
    table.reveal("Ann", "briefcase-10 briefcase-20 flannel flannel")
    table.loot("Ben", "Ann", "steal", "briefcase-10")


def test_1_the_dead_leave_only_what_is_not_cuffed():
    table = dead_in_handcuffs("briefcase-30", box={"flannel": 0})
    table.reveal("Ann", "briefcase-30 knife")
    table.loot("Ben", "Ann", "steal", "knife")
    table.end_turn("Ben")
    table.refuses("5 POISON", "Ann has no card left to take.").loot("Cat", "Ann", "steal")


def test_1_the_handcuffs_open_when_their_briefcase_is_changed_away():
    table = double_cross()
    table.handcuff("Ann", "Ann", "briefcase-20")
    table.change("Ann", "briefcase-20")
    table.hears("Ann's Briefcase is gone: the Handcuffs on it open.")
    table.sees("Ann", cuffs=[])
    table.piles(discard=6 + 2 + 1)  # the Briefcase, the Handcuffs, and what was not kept


def test_1_the_handcuffs_open_when_their_briefcase_goes_off_the_plane():
    table = double_cross("Ann Ben Cat Dan Eve Fay", at=24000)
    table.handcuff("Ann", "Ann", "briefcase-40")
    table.handcuff("Ann", "Ann Ben")
    table.dispose("Ann", "briefcase-40", "key")
    table.sees("Ann", cuffs=["Ben"])
    table.piles(discard=14)
    table.end_turn("Ann")
    table.refuses("4 KEY", "Ann is not cuffed to a Briefcase.").unlock("Ben", "Ann")
    table.handcuff("Ben", "Ann Cat")  # a wrist is free again


def test_1_the_handcuffs_stay_on_another_briefcase_of_that_value():
    table = double_cross(at=8000)
    table.handcuff("Ann", "Ann", "briefcase-20")
    table.steal("Ann", "Ben", take="briefcase-20")
    table.change("Ann", "briefcase-20")
    table.sees("Ann", cuffs=["briefcase"])
    table.dispose("Ann", 1, "briefcase-20")
    table.sees("Ann", cuffs=[])


def test_1_a_secret_briefcase_holds_its_handcuffs_while_it_can_be_there():
    table = double_cross(at=9000)
    table.depends("Additional Actions", "Ann needs that Briefcase in hand").handcuff("Ann", "Ann")
    table.change("Ann", "briefcase-10")
    table.sees("Ann", cuffs=["briefcase"])
    table.dispose("Ann", 2, "knife spy")
    table.sees("Ann", hand=4, cuffs=[])  # four Flannels


def test_1_who_is_shot_dead_leaves_no_handcuffs_on_a_briefcase():
    table = double_cross(at=12500)
    table.handcuff("Ann", "Ann", "briefcase-30")
    table.end_turn("Ann")
    table.shoot("Ben", "Ann")
    table.shoot("Ben", "Ann")
    table.sees("Ann", alive=False, cuffs=[])
    table.piles(discard=6 + 2 + 1)


def test_1_a_briefcase_thrown_off_before_the_handcuffs_close_leaves_them_open():
    table = double_cross(at=13500)
    table.handcuff("Ann", "Ann", "briefcase-30")
    table.dispose("Ann", "briefcase-30", "knife")
    table.votes("wait")
    table.sees("Ann", cuffs=[])


def test_1_anyone_can_unlock_it():
    table = double_cross()
    table.handcuff("Ann", "Ann", "briefcase-30")
    table.end_turn("Ann")
    table.unlock("Ben", "Ann")
    table.sees("Ann", cuffs=[])
    table.piles(discard=8)
    table.steal("Ben", "Ann", take="briefcase-30")


def test_1_a_cuffed_briefcase_takes_a_wrist():
    table = double_cross(FOUR, at=16500)
    table.handcuff("Ann", "Ann", "briefcase-30")
    table.handcuff("Ann", "Ann Ben")
    table.refuses("3 HANDCUFFS", "Both of Ann's hands are cuffed").kung_fu("Ann", "Cat", "nothing")


def test_1_only_oneself_and_only_to_a_briefcase_that_can_be_there():
    table = double_cross()
    table.refuses("Additional Actions", "Ann can cuff nobody but themself").handcuff("Ann", "Ben", "briefcase-30")
    table.refuses("Additional Actions", "Ann needs that Briefcase in hand").handcuff("Ann", "Ann", "briefcase-40")
    table.refuses("Additional Actions", "Ann needs that Briefcase in hand").handcuff("Ann", "Ann", "knife")
    table.refuses("Additional Actions", "either two players, or one player and a Briefcase").handcuff(
        "Ann", "Ann Ben", "briefcase-30"
    )


def test_1_not_in_the_core_game_unless_the_table_wants_it():
    evening().refuses("3 HANDCUFFS", "two different players").handcuff("Ann", "Ann", "briefcase-30")
    table = evening(house={"cuffed-briefcase": True})
    table.handcuff("Ann", "Ann", "briefcase-30")
    double_cross(house={"cuffed-briefcase": False}).refuses("3 HANDCUFFS", "two different").handcuff(
        "Ann", "Ann", "briefcase-30"
    )


# ---------------------------------------------------------------- 2 Revolver: threaten a player


def threatened(**setup) -> Evening:
    table = double_cross(**setup)
    table.threaten("Ann", "Ben", proof=True)
    return table


def test_2_a_threat_does_not_affect_the_altimeter():
    table = threatened()
    table.hears("Ann threatens Ben.")
    table.sees(altitude=16000, asks="Ben is threatened: surrender a card, refuse, draw a Revolver or kick it away.")
    table.refuses("Additional Actions", "Ben is threatened").steal("Ann", "Cat")


def test_2_without_proof_it_depends_on_the_revolver():
    table = double_cross()
    table.depends("Additional Actions", "Whether Ann really holds a Revolver").threaten("Ann", "Ben")


def test_2_the_threatened_can_ask_for_proof():
    table = double_cross()
    table.depends("Additional Actions", "Whether Ann really holds a Revolver").threaten("Ann", "Ben")
    table.ask_proof("Ben")
    table.refuses("Additional Actions", "First the proof that was asked for").ask_proof("Ben")
    table.refuses("Additional Actions", "First the proof that was asked for").surrender("Ben")
    table.refuses("Additional Actions", "First the proof that was asked for").refuse("Ben")
    table.refuses("Additional Actions", "First the proof that was asked for").stand_off("Ben")
    table.refuses("Additional Actions", "First the proof that was asked for").kick_away("Ben")
    table.refuses("Additional Actions", "Ben is not threatening anybody.").show_revolver("Ben")
    table.show_revolver("Ann")
    table.hears("Ann shows the Revolver.")
    table.refuse("Ben")


def test_2_a_bluff_comes_to_nothing():
    table = double_cross()
    table.depends("Additional Actions", "Whether Ann really holds a Revolver").threaten("Ann", "Ben")
    table.refuses("Additional Actions", "Nobody has asked Ann for proof").back_down("Ann")
    table.ask_proof("Ben")
    table.back_down("Ann")
    table.hears("Ann has no Revolver to show: the threat is off.")
    table.steal("Ann", "Ben")


def test_2_a_revolver_that_was_shown_is_proof_enough():
    table = threatened()
    table.ask_proof("Ben")
    table.hears("Ann shows the Revolver.")
    table.refuse("Ben")


def test_2_a_surrender_shows_the_hand_and_gives_one_card_up():
    table = threatened()
    table.refuses("Additional Actions", "Ben cannot have had that card.").surrender("Ben", "tandem-parachute")
    table.surrender("Ben", "parachute")
    table.hears("Ben shows the hand, Ann takes one card.")
    table.sees("Ben", hand=4)
    table.sees("Ann", hand=5)
    table.piles(laundry=17)
    table.refuses("CHANGING A CARD", "Ann holds too many cards").steal("Ann", "Cat")
    table.refuses("CHANGING A CARD", "Ben does not hold too many cards.").discard("Ben", "knife")
    table.refuses("CHANGING A CARD", "Ann cannot have a Tandem Parachute card").discard("Ann", "tandem-parachute")
    table.discard("Ann", "knife")
    table.sees("Ann", hand=4)
    table.sees(turn="Ann", altitude=16000)


def test_2_a_cuffed_briefcase_is_not_surrendered():
    table = double_cross(box={"revolver": 2})
    table.handcuff("Ann", "Ann", "briefcase-30")
    table.end_turn("Ann")
    table.threaten("Ben", "Ann", proof=True)
    table.refuses("Additional Actions", "Ann is cuffed to a Briefcase of that value").surrender("Ann", "briefcase-30")


def test_2_who_has_nothing_left_has_nothing_to_surrender():
    table = emptied("Ben", mode="double-cross")
    table.antidote("Ben", "Ben")
    table.end_turn("Ben")
    table.end_turn("Cat")
    table.threaten("Ann", "Ben", proof=True)
    table.refuses("Additional Actions", "Ben has no card to give up.").surrender("Ben")


def test_2_b_a_refusal_means_that_the_trigger_is_pulled():
    table = threatened()
    table.refuses("Additional Actions", "Ann has no trigger to pull.").empty_revolver("Ann")
    table.refuse("Ben")
    table.refuses("Additional Actions", "Ann has to pull the trigger").steal("Ann", "Cat")
    table.refuses("Additional Actions", "The threat was against Ben.").shoot("Ann", "Cat")
    table.shoot("Ann", "Ben")
    table.sees("Ben", bullets=1, limit=3, hand=3)
    table.sees(altitude=15500)


def test_2_b_without_a_bullet_the_revolver_is_lost():
    table = threatened()
    table.refuse("Ben")
    table.empty_revolver("Ann")
    table.hears("Click.")
    table.sees("Ann", hand=4)
    table.piles(discard=7, laundry=17)
    table.refuses("Additional Actions", "Ann cannot have a Revolver card").threaten("Ann", "Ben", proof=True)


def test_2_c_their_own_revolver_makes_a_standoff():
    table = threatened(box={"revolver": 2})
    table.stand_off("Ben")
    table.hears("Ben draws a Revolver, too: a standoff.")
    table.sees(turn="Ann", altitude=16000)
    table.steal("Ann", "Ben")


def test_2_c_the_only_revolver_is_in_the_other_hand():
    threatened().refuses("Additional Actions", "Ben cannot have a Revolver card").stand_off("Ben")


def test_2_d_a_kung_fu_move_sends_the_revolver_to_the_discard_pile():
    table = threatened()
    table.kick_away("Ben")
    table.hears("The plane drops from 16,000 to 15,500 ft.", "Ben kicks the Revolver out of Ann's hand.")
    table.sees("Ben", hand=4)
    table.sees("Ann", hand=3)
    table.piles(discard=8, draw=1)
    table.end_turn("Ann")
    table.sees("Ann", hand=4)


def test_2_d_a_kung_fu_move_in_retaliation_leaves_the_threat_standing():
    table = threatened()
    table.kick_away("Ben", countered=True)
    table.hears("The plane drops", "The plane drops", "Ann blocks Ben's kick and draws a card.")
    table.sees(altitude=15000)
    table.sees("Ann", hand=4)
    table.sees("Ben", hand=4)
    table.refuses("Additional Actions", "Ben cannot have a Kung Fu card").kick_away("Ben")
    table.refuse("Ben")


def test_2_d_a_retaliation_needs_a_card_of_its_own():
    table = double_cross()
    table.change("Ann", "kung-fu")
    table.threaten("Ann", "Ben", proof=True)
    table.refuses("Additional Actions", "The assailant cannot have a Kung Fu card").kick_away("Ben", countered=True)


def test_2_d_no_kung_fu_with_both_hands_cuffed():
    table = double_cross(FOUR, at=16500)
    table.handcuff("Ann", "Ann Ben")
    table.handcuff("Ann", "Ben Cat")
    table.threaten("Ann", "Ben", proof=True)
    table.refuses("3 HANDCUFFS", "Both of Ben's hands are cuffed").kick_away("Ben")
    table = double_cross(FOUR, at=16500)
    table.handcuff("Ann", "Ann Ben")
    table.handcuff("Ann", "Ann Cat")
    table.threaten("Ann", "Dan", proof=True)
    table.refuses("3 HANDCUFFS", "Both of the assailant's hands are cuffed").kick_away("Dan", countered=True)


def test_2_only_the_threatened_answers_and_only_a_threat():
    table = threatened(box={"revolver": 2})
    table.refuses("Additional Actions", "Cat is not being threatened.").ask_proof("Cat")
    table.refuses("Additional Actions", "Cat is not being threatened.").surrender("Cat")
    table.refuses("Additional Actions", "Cat is not being threatened.").refuse("Cat")
    table.refuses("Additional Actions", "Cat is not being threatened.").stand_off("Cat")
    table.refuses("Additional Actions", "Cat is not being threatened.").kick_away("Cat")
    double_cross().refuses("Additional Actions", "Ben is not being threatened.").surrender("Ben")


def test_2_a_revolver_that_went_off_the_plane_is_neither_shown_nor_empty():
    table = double_cross()
    table.depends("Additional Actions", "Whether Ann really holds a Revolver").threaten("Ann", "Ben")
    table.ask_proof("Ben")
    table.dispose("Ann", 1, "revolver")
    table.refuses("Additional Actions", "Ann cannot have a Revolver card").show_revolver("Ann")
    table = threatened()
    table.refuse("Ben")
    table.dispose("Ann", 1, "revolver")
    table.refuses("Additional Actions", "Ann cannot have a Revolver card").empty_revolver("Ann")


def test_2_another_living_player_is_threatened():
    double_cross().refuses("Additional Actions", "Ann has to choose another player.").threaten("Ann", "Ann", proof=True)
    table = with_cat_shot(mode="double-cross")
    table.refuses("Additional Actions", "Cat is dead.").threaten("Ann", "Cat")


def test_2_threats_belong_to_the_advanced_game():
    evening().refuses("Additional Actions", "Threats belong to the advanced game").threaten("Ann", "Ben", proof=True)
    table = evening(house={"threats": True})
    table.threaten("Ann", "Ben", proof=True)
    table = double_cross(house={"threats": False})
    table.refuses("Additional Actions", "Threats belong to the advanced game").threaten("Ann", "Ben", proof=True)


# ---------------------------------------------------------------- 3 Disposal: throw items off the plane


def test_3_for_every_item_thrown_another_is_discarded():
    table = double_cross()
    table.dispose("Ann", "parachute parachute", "knife spy")
    table.hears("Ann throws 2 off the plane.")
    table.sees("Ann", hand=4)
    table.sees(altitude=16000)
    table.piles(box=2, discard=8, laundry=14)
    table.refuses("Additional Actions", "has to be discarded").dispose("Ann", 1, "")
    table.refuses("Additional Actions", "One or two items").dispose("Ann", 0, "")


def test_3_the_items_may_only_be_counted():
    table = double_cross()
    table.dispose("Ann", 1, "knife")
    table.sees("Ann", hand=4)
    table.piles(box=1, discard=7, laundry=16)


def test_3_at_any_time_and_for_free():
    table = double_cross(at=13500)
    table.dispose("Cat", 1, "knife")
    table.end_turn("Ann")
    table.sees(phase="vote")
    table.dispose("Ben", 1, "spy")
    table.sees(phase="vote", altitude=13000)
    table.piles(box=2)


def test_3_two_items_at_most():
    table = double_cross(box={"flannel": 0})
    table.refuses("Additional Actions", "One or two items may be thrown", "Additional Actions").dispose(
        "Ann", "spy key steal", "knife bullet poison"
    )


def test_3_only_cards_that_can_be_there():
    table = double_cross()
    table.refuses("Additional Actions", "Ann cannot have all of those cards.").dispose("Ann", 1, "tandem-parachute")
    table.refuses("Additional Actions", "Ann cannot have all of those cards.").dispose("Ann", "knife", "knife")


def test_3_the_dead_throw_nothing():
    table = with_cat_shot(mode="double-cross")
    table.refuses("8 SHOOT A PLAYER", "dead", "Additional Actions").dispose("Cat", 1, "knife")


def test_3_house_rule_only_on_ones_own_turn():
    table = double_cross(house={"dispose-anytime": False})
    table.refuses("Additional Actions", "only on one's own turn").dispose("Ben", 1, "knife")
    table.dispose("Ann", 1, "knife")


def test_3_disposal_belongs_to_the_advanced_game():
    evening().refuses("Additional Actions", "Disposal belongs to the advanced game").dispose("Ann", 1, "knife")
    table = evening(house={"disposal": True})
    table.dispose("Ann", 1, "knife")
    table = double_cross(house={"disposal": False})
    table.refuses("Additional Actions", "Disposal belongs to the advanced game").dispose("Ann", 1, "knife")


@pytest.mark.parametrize("switch", ["cuffed-briefcase", "threats", "disposal", "challenges"])
def test_each_optional_rule_can_be_used_on_its_own(switch):
    others = {"cuffed-briefcase", "threats", "disposal", "challenges"} - {switch}
    house = evening(house={switch: True}).table.state.box.house
    assert house[switch] is True and not any(house[other] for other in others)
    assert all(double_cross().table.state.box.house[name] for name in (switch, *others))
