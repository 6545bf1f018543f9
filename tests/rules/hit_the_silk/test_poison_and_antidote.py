"""5 POISON and 6 ANTIDOTE."""

import pytest

from tests.rules.hit_the_silk.script import emptied, evening, with_cat_poisoned_to_death, with_cat_shot

SIX = "Ann Ben Cat Dan Eve Fay"

# ---------------------------------------------------------------- 5 POISON


def test_poison_goes_back_to_the_box_and_a_token_marks_the_player():
    table = evening()
    table.poison("Ann", "Ben")
    table.hears("The plane drops from 16,000 to 15,500 ft.", "Ben is poisoned.")
    table.sees("Ben", poisoned=True)
    table.sees("Ann", hand=4)
    table.piles(box=1, laundry=17, discard=6)


def test_any_player_can_be_poisoned_even_oneself_but_not_the_dead():
    table = evening()
    table.poison("Ann", "Ann")
    table.sees("Ann", poisoned=True)
    with_cat_shot().refuses("5 POISON", "Cat is dead.").poison("Ann", "Cat")


def test_each_poison_card_is_used_once():
    table = evening()
    table.poison("Ann", "Ben")
    table.refuses("5 POISON", "Ann cannot have a Poison card").poison("Ann", "Cat")


def test_after_6000_ft_unused_poison_is_useless():
    table = evening(at=6500)
    table.end_turn("Ann")
    table.hears("The plane drops from 6,500 to 6,000 ft.", "6,000 ft: unused Poison is useless.")
    table.refuses("5 POISON", "Unused Poison is useless by now.").poison("Ben", "Cat")


def test_poison_played_at_6500_ft_still_works():
    table = evening(at=6500)
    table.poison("Ann", "Ben")
    table.sees(altitude=6000)
    table.sees("Ben", poisoned=True)


def test_the_poisoned_vote_trade_and_act_like_everybody():
    table = evening(at=10000)
    table.poison("Ann", "Ben")
    table.end_turn("Ann")
    table.trade("Ben", "Cat", 1)
    table.steal("Ben", "Cat")
    table.sees(phase="vote", vote={"at": 9000, "next": "Cat", "cast": {}})
    table.votes("wait")
    table.sees("Ben", alive=True, poisoned=True)


def test_the_gauge_warns_from_5500_ft_on():
    table = evening(at=6500)
    table.poison("Ann", "Ben")
    table.sees(gauge={"altitude": 6000, "alarm": "none"})
    table.steal("Ann", "Cat")
    table.sees(gauge={"altitude": 5500, "alarm": "poison"})
    table.antidote("Ann", "Ben")
    table.sees(gauge={"altitude": 5000, "alarm": "vote"})


def test_the_poisoned_die_on_reaching_4000_ft():
    table = evening(at=6500)
    table.poison("Ann", "Cat")
    table.end_turn("Ann")
    table.pass_turns("Ben", "Cat")
    table.sees(phase="vote", altitude=5000)
    table.votes("wait")
    table.hears("Cat says wait", "0 to 3: nobody jumps yet.", "Turbulence", "The plane drops", "Cat is dead (poison).")
    table.sees(altitude=4000, turn="Ann")
    table.sees("Cat", alive=False, hand=4)


def test_turbulence_leaves_no_moment_for_an_antidote():
    table = evening(at=6500)
    table.poison("Ann", "Cat")
    table.end_turn("Ann")
    table.pass_turns("Ben")
    table.antidote("Cat", "Cat")  # it opens the vote at 5,000 ft, and comes too late
    table.votes("wait")
    table.sees("Cat", alive=False)


@pytest.mark.parametrize(("kills", "alive"), [("reaching", False), ("below", True)])
def test_house_rule_poison_kills_on_reaching_4000_ft_or_below(kills, alive):
    table = with_cat_poisoned_to_death(house={"poison-kills": kills})
    table.sees("Cat", alive=alive)
    table.end_turn("Ann")
    table.sees("Cat", alive=False)
    table.sees(altitude=3500)


def test_the_dead_withdraw_from_play():
    table = evening(SIX, at=10000)
    table.poison("Ann", "Ben")
    table.poison("Ann", "Cat")
    table.votes("wait")
    table.end_turn("Ann")
    while table.table.view["altitude"] > 4000:
        table.end_turn(table.table.view["turn"])
        if table.table.view["vote"]:
            table.votes("wait")
    table.sees("Ben", alive=False)
    table.sees("Cat", alive=False)
    table.refuses("5 POISON", "Ben is dead and takes no further part.").end_turn("Ben")
    assert table.table.view["turn"] not in ("Ben", "Cat")


def test_when_all_are_dead_the_game_is_over():
    table = evening(at=5500 + 1000, box={"poison": {"count": 3, "cost": 0}})
    for player in ("Ann", "Ben", "Cat"):
        table.poison("Ann", player)
    table.end_turn("Ann")
    table.pass_turns("Ben", "Cat", "Ann")
    table.votes("wait")
    table.sees(phase="over", altitude=4000)
    assert table.result["winners"] == [] and set(table.fates().values()) == {"killed"}


def test_any_other_player_takes_one_card_for_one_on_their_turn_for_free():
    table = with_cat_poisoned_to_death()
    table.loot("Ann", "Cat", "flannel")
    table.sees(altitude=4000)
    table.sees("Ann", hand=4)
    table.sees("Cat", hand=3)
    table.refuses("ON YOUR TURN", "It is Ann's turn.").loot("Ben", "Cat", "knife")
    table.end_turn("Ann")
    table.sees(altitude=4000)  # a free action, but an action
    table.loot("Ben", "Cat", "knife")


def test_the_cards_lie_face_up_so_only_what_is_there_can_be_taken():
    table = with_cat_poisoned_to_death()
    table.reveal("Cat", "parachute spy key steal")
    table.refuses("5 POISON", "Cat has no Knife lying there.").loot("Ann", "Cat", "flannel", "knife")
    table.loot("Ann", "Cat", "flannel", "parachute")
    table.sees("Cat", hand=3)


def test_once_for_each_other_player():
    table = with_cat_poisoned_to_death()
    table.loot("Ann", "Cat", "flannel")
    table.refuses("5 POISON", "Ann has already taken a card from Cat.").loot("Ann", "Cat", "knife")
    table.end_turn("Ann")
    table.loot("Ben", "Cat", "knife")


def test_house_rule_once_in_all():
    table = with_cat_poisoned_to_death(house={"loot-once": "all"})
    table.loot("Ann", "Cat", "flannel")
    table.end_turn("Ann")
    table.refuses("5 POISON", "Somebody has already taken a card from Cat.").loot("Ben", "Cat", "knife")


def test_a_card_has_to_be_given_up_for_it():
    table = with_cat_poisoned_to_death()
    table.refuses("5 POISON", "Ann cannot have a Tandem Parachute card").loot("Ann", "Cat", "tandem-parachute")


def test_who_has_no_card_has_none_to_give_up():
    table = evening(at=8500, box={"flannel": 0})
    table.handcuff("Ann", "Ann Ben")
    table.unlock("Ann", "Ann Ben")
    table.poison("Ann", "Cat")
    table.kung_fu("Ann", "Ben", "nothing")
    table.end_turn("Ann")
    table.pass_turns("Ben", "Cat", "Ann")
    table.votes("wait")
    table.end_turn("Ben")
    table.refuses("GAME PREPARATION", "Ann has no card in hand.", "5 POISON").loot("Ann", "Cat", "knife")


def test_a_threat_is_answered_before_the_dead_are_robbed():
    table = with_cat_poisoned_to_death(mode="double-cross")
    table.threaten("Ann", "Ben", proof=True)
    table.refuses("Additional Actions", "Ben is threatened").loot("Ann", "Cat", "flannel")


def test_only_who_died_of_poison_leaves_cards():
    evening().refuses("5 POISON", "Only a player who died of Poison").loot("Ann", "Ben", "knife")
    with_cat_shot().refuses("5 POISON", "Only a player who died of Poison", "5 POISON").loot("Ann", "Cat", "knife")


def test_the_dead_may_have_nothing_left():
    table = emptied("Cat", at=8500)
    table.kung_fu("Cat", "Ben", "nothing")
    table.end_turn("Cat")
    table.pass_turns("Ann", "Ben", "Cat")
    table.votes("wait")
    table.sees("Cat", alive=False, hand=0)
    table.refuses("5 POISON", "Cat has no card left to take.").loot("Ann", "Cat", "knife")


def test_useless_poison_that_is_drawn_goes_to_the_box_and_another_card_is_drawn():
    table = evening(at=5500 + 500)
    table.change("Ann", "knife", "poison", "poison")
    table.piles(box=1)
    table.sees("Ann", hand=4)
    table.refuses("5 POISON", "Ann cannot have a Poison card").return_poison("Ann")


def test_useless_poison_drawn_unseen_is_returned_for_another_card():
    table = evening(at=6000)
    table.spy("Ann", "Ben")
    table.return_poison("Ann", redraw=True)
    table.sees("Ann", hand=4)
    table.piles(box=1, laundry=18, draw=0)


def test_useless_poison_in_hand_is_returned_for_a_flannel():
    table = evening(at=6500)
    table.end_turn("Ann")
    table.return_poison("Cat")
    table.hears("Cat returns useless Poison to the Box.")
    table.sees("Cat", hand=4)
    table.piles(box=1, laundry=17)


def test_poison_that_is_still_deadly_is_kept():
    evening(at=6500).refuses("5 POISON", "Poison is still deadly").return_poison("Ann")


def test_the_dead_return_nothing():
    with_cat_poisoned_to_death().refuses("5 POISON", "Cat is dead", "5 POISON").return_poison("Cat")


@pytest.mark.parametrize(("ruling", "out"), [("look-on", 1), ("taken", 0)])
def test_poison_found_in_the_lockbox_too_late(ruling, out):
    table = evening(at=6500, house={"lockbox-poison": ruling})
    table.open_lockbox("Ann", "poison")
    table.piles(box=out, lockbox=5 - out)
    table.sees("Ann", hand=4)


# ---------------------------------------------------------------- 6 ANTIDOTE


def test_the_antidote_undoes_the_poison_of_any_player_and_leaves_play():
    table = evening()
    table.poison("Ann", "Ben")
    table.antidote("Ann", "Ben")
    table.hears("The plane drops from 15,500 to 15,000 ft.", "Ben takes the Antidote.")
    table.sees("Ben", poisoned=False)
    table.sees("Ann", hand=4)
    table.piles(box=2, laundry=16)


def test_including_yourself():
    table = evening()
    table.poison("Ann", "Ann")
    table.antidote("Ann", "Ann")
    table.sees("Ann", poisoned=False)


def test_the_antidote_needs_somebody_who_is_poisoned_and_alive():
    evening().refuses("6 ANTIDOTE", "Ben is not poisoned.").antidote("Ann", "Ben")
    with_cat_poisoned_to_death().refuses("6 ANTIDOTE", "Cat is dead.").antidote("Ann", "Cat")


def test_each_antidote_card_is_used_once():
    table = evening()
    table.change("Ann", "antidote")
    table.poison("Ann", "Ben")
    table.refuses("6 ANTIDOTE", "Ann cannot have an Antidote card").antidote("Ann", "Ben")


@pytest.mark.parametrize(("undoes", "poisoned"), [("one", True), ("all", False)])
def test_two_poisons_and_one_antidote(undoes, poisoned):
    table = evening(SIX, house={"antidote-undoes": undoes})
    table.poison("Ann", "Ben")
    table.poison("Ann", "Ben")
    table.antidote("Ann", "Ben")
    table.sees("Ben", poisoned=poisoned)


def test_it_must_be_taken_before_the_plane_hits_4000_ft():
    table = evening(at=7000, house={"poison-kills": "below"})
    table.poison("Ann", "Cat")
    table.end_turn("Ann")
    table.pass_turns("Ben", "Cat", "Ann")
    table.votes("wait")
    table.antidote("Ben", "Cat")  # from 4,000 to 3,500 ft, where this house's Poison kills
    table.hears("The plane drops", "Cat is dead (poison).", "Too late: Ben's card has no effect on Cat.")
    table.sees("Cat", alive=False)
