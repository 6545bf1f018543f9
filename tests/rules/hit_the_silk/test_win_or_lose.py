"""YOUR MISSION, OBJECTIVES, WIN OR LOSE? and the Further Handcuff Rule Clarifications of TACTICS."""

import pytest

from rules.action import Unreadable
from rules.games.hit_the_silk.final_score import final_score
from tests.rules.hit_the_silk.script import Evening, evening, hit_the_silk, with_cat_poisoned_to_death

FIVE = "Ann Ben Cat Dan Eve"


def cuffed(pair: str):
    return lambda table: table.handcuff("Ann", pair)


def fates(table: Evening) -> list[str]:
    return list(table.fates().values())


# ---------------------------------------------------------------- OBJECTIVES


def test_survivors_who_reach_the_target_all_win():
    table = hit_the_silk()
    table.lay_open(
        Ann="parachute briefcase-30 briefcase-20 spy",
        Ben="parachute briefcase-20 briefcase-20 key",
        Cat="briefcase-10 knife steal poison",
    )
    table.sees(phase="landing")
    table.roll("Cat", "4 4")
    table.move("Cat", 4, 4)
    table.roll("Cat", "4 4")
    table.move("Cat", 4, 4)
    table.sees(phase="over", turn=None)
    result = table.result
    assert (result["cash"], result["surplus"], result["team_wins"]) == (90, 10, True)
    assert result["winners"] == ["Ann", "Ben"]
    assert fates(table) == ["parachuted", "parachuted", "crashed"]
    assert result["players"]["Cat"]["cash"] == 10 and not result["players"]["Cat"]["wins"]


def test_survivors_who_miss_the_target_lose():
    table = hit_the_silk(before=cuffed("Ben Cat"))
    table.lay_open(
        Ann="parachute briefcase-30 flannel spy",
        Ben="parachute key steal steal",
        Cat="briefcase-20 briefcase-20 key steal",
    )
    assert (table.result["cash"], table.result["surplus"], table.result["winners"]) == (70, 0, [])


def test_at_1000_ft_everybody_must_jump():
    table = evening(at=1500)
    table.end_turn("Ann")
    table.sees(phase="reveal")
    table.lay_open(
        Ann="parachute briefcase-30 briefcase-20 spy",
        Ben="parachute briefcase-10 key steal",
        Cat="knife key kung-fu steal",
    )
    table.sees(phase="landing")


def test_everyone_with_a_parachute_jumps_however_they_voted():
    table = evening(at=9500)
    table.end_turn("Ann")
    table.votes("jump", "wait", "jump")
    table.lay_open(
        Ann="briefcase-30 key spy steal", Ben="parachute key steal bullet", Cat="parachute bullet steal kung-fu"
    )
    assert table.table.view["landing"]["crew"] == ["Ann"]
    table.refuses("LAND THE PLANE!", "Cat is not left aboard.").roll("Cat", "1 1")


def test_without_a_parachute_you_are_left_aboard():
    table = hit_the_silk()
    table.lay_open(Ann="briefcase-30 key spy steal", Ben="knife key steal bullet", Cat="poison bullet steal kung-fu")
    table.hears("Cat lays the hand open.", "Left aboard to land the plane: Ann, Ben and Cat.")


# ---------------------------------------------------------------- the hands are laid open


def test_hands_are_laid_open_once_and_whole():
    table = hit_the_silk()
    table.refuses("GAME PREPARATION", "Ann holds 4 cards, not 3.").reveal("Ann", "parachute spy key")
    table.reveal("Ann", "parachute spy key steal")
    table.refuses("WIN OR LOSE?", "Ann has laid the hand open already.").reveal("Ann", "parachute spy key steal")


def test_a_hand_holds_no_more_copies_than_the_box():
    table = hit_the_silk()
    table.refuses("GAME PREPARATION", "Ann can hold 2 Parachute cards at most, not 3.").reveal(
        "Ann", "parachute parachute parachute key"
    )
    table.reveal("Ann", "parachute parachute spy key")
    table.refuses("GAME PREPARATION", "Ben cannot hold a Parachute card").reveal("Ben", "parachute steal bullet key")


def test_a_card_that_everybody_saw_must_still_be_there():
    table = hit_the_silk(before=lambda t: t.steal("Ann", "Ben", knife=True))
    table.refuses("GAME PREPARATION", "Ben must still hold a Knife card.").reveal("Ben", "parachute steal bullet key")


# ---------------------------------------------------------------- LOSE


def test_if_you_were_killed_you_lose():
    table = with_cat_poisoned_to_death()
    while table.table.view["phase"] == "turn":
        table.end_turn(table.table.view["turn"])
    table.reveal("Cat", "parachute briefcase-20 briefcase-30 briefcase-20")
    table.lay_open(Ann="parachute briefcase-10 briefcase-10 flannel", Ben="knife key steal bullet")
    table.roll("Ben", "4 4")
    table.move("Ben", 4, 4)
    table.roll("Ben", "4 4")
    table.move("Ben", 4, 4)
    assert fates(table) == ["parachuted", "crashed", "killed"]
    assert table.result["cash"] == 20, "the cash of the dead counts for nobody"
    assert table.result["winners"] == []


def test_cuffed_without_enough_parachutes_all_of_the_group_die_but_their_cash_counts():
    table = hit_the_silk(before=cuffed("Ann Ben"))
    table.lay_open(
        Ann="parachute briefcase-30 briefcase-20 flannel",
        Ben="briefcase-20 key steal bullet",
        Cat="parachute briefcase-10 steal kung-fu",
    )
    assert fates(table) == ["died-jumping", "died-jumping", "parachuted"]
    assert (table.result["cash"], table.result["winners"]) == (80, ["Cat"])


def test_house_rule_the_cash_of_those_who_die_in_handcuffs_is_lost():
    table = hit_the_silk(before=cuffed("Ann Ben"), house={"doomed-cash": False})
    table.lay_open(
        Ann="parachute briefcase-30 briefcase-20 flannel",
        Ben="briefcase-20 key steal bullet",
        Cat="parachute briefcase-10 steal kung-fu",
    )
    assert (table.result["cash"], table.result["winners"]) == (10, [])


# ---------------------------------------------------------------- SCORE


def test_the_team_result_is_the_surplus_to_the_target():
    table = hit_the_silk(before=cuffed("Ann Ben"))
    table.lay_open(
        Ann="parachute parachute briefcase-30 flannel",
        Ben="briefcase-20 briefcase-20 briefcase-20 briefcase-10",
        Cat="key steal bullet knife",
    )
    table.roll("Cat", "4 4")
    table.move("Cat", 4, 4)
    table.roll("Cat", "4 4")
    table.move("Cat", 4, 4)
    assert (table.result["target"], table.result["cash"], table.result["surplus"]) == (80, 100, 20)
    lines = [(line["player"], line["amount"], line["heading"]) for line in table.result["lines"]]
    assert lines == [
        ("Ann", 30, "WIN OR LOSE?"),
        ("Ben", 70, "WIN OR LOSE?"),
        ("team", 100, "WIN OR LOSE?"),
        ("team", 20, "WIN OR LOSE?"),
    ]


# ---------------------------------------------------------------- Clarifications


def test_parachutes_of_a_cuffed_group_may_be_held_by_one_player():
    table = hit_the_silk(before=cuffed("Ann Ben"))
    table.lay_open(
        Ann="parachute parachute briefcase-30 flannel", Ben="key steal bullet knife", Cat="pilots-licence key spy steal"
    )
    assert table.table.view["landing"]["crew"] == ["Cat"]


def test_a_spare_parachute_stays_within_the_cuffed_group():
    table = hit_the_silk()
    table.lay_open(Ann="parachute parachute briefcase-30 spy", Ben="key steal bullet knife", Cat="key key steal bullet")
    table.refuses("WIN OR LOSE?", "may only go to a player who is cuffed").give_parachute("Ann", "Ben")


def test_house_rule_a_spare_parachute_may_go_to_anybody():
    evening(house={"spare-parachute": True}).refuses(
        "WIN OR LOSE?", "once the hands are open", "WIN OR LOSE?"
    ).give_parachute("Ann", "Ben")
    table = hit_the_silk(house={"spare-parachute": True})
    table.reveal("Ann", "parachute parachute briefcase-30 spy")
    table.refuses("WIN OR LOSE?", "Only another player who is alive").give_parachute("Ann", "Ann")
    table.refuses("WIN OR LOSE?", "Ben has no spare Parachute.").give_parachute("Ben", "Cat")
    table.lay_open(Ben="key steal bullet knife", Cat="key key steal bullet")
    assert len(table.table.options()) > 1
    table.give_parachute("Ann", "Ben")
    assert table.table.view["landing"]["crew"] == ["Cat"]
    table.refuses("WIN OR LOSE?", "Ann has no spare Parachute.").give_parachute("Ann", "Cat")


def test_who_rides_the_tandem_is_announced_after_the_vote():
    table = hit_the_silk(FIVE)
    table.refuses("WIN OR LOSE?", "Ann has not shown a Tandem Parachute.").tandem("Ann", "Ben")
    table.lay_open(
        Ann="tandem-parachute briefcase-30 briefcase-30 spy",
        Ben="parachute briefcase-30 briefcase-20 key",
        Cat="parachute briefcase-20 steal key",
        Dan="briefcase-20 steal kung-fu key",
        Eve="knife steal kung-fu key",
    )
    table.sees(phase="landing")
    table.hears("Eve lays the hand open.", "Ann has a Tandem: who rides along?", "Left aboard")
    table.refuses("WIN OR LOSE?", "Only another player who is alive").tandem("Ann", "Ann")
    table.tandem("Ann", "Dan")
    table.hears("Ann's Parachute carries Dan.", "Left aboard to land the plane: Eve.")
    table.refuses("WIN OR LOSE?", "Ann's Tandem is taken already.").tandem("Ann", "Eve")
    table.roll("Eve", "4 4")
    table.refuses("WIN OR LOSE?", "before the dice are rolled", "WIN OR LOSE?").tandem("Ann", "Eve")
    table.move("Eve", 4, 4)
    table.roll("Eve", "4 4")
    table.move("Eve", 4, 4)
    assert fates(table) == ["parachuted"] * 4 + ["crashed"]
    assert (table.result["cash"], table.result["surplus"]) == (150, 20)


def test_the_tandem_may_carry_nobody_else():
    table = hit_the_silk(FIVE)
    hands = {"Ann": "tandem-parachute spy key steal", "Ben": "key steal bullet knife", "Cat": "key steal bullet knife"}
    table.lay_open(**hands, Dan="spy key steal kung-fu", Eve="revolver key steal kung-fu")
    table.tandem("Ann")
    assert table.table.view["landing"]["crew"] == ["Ben", "Cat", "Dan", "Eve"]


def test_nobody_is_named_for_the_tandem_before_the_jump():
    evening(FIVE).refuses("WIN OR LOSE?", "once the hands are open", "WIN OR LOSE?").tandem("Ann", "Ben")


def test_the_dead_do_not_ride_the_tandem():
    table = with_cat_poisoned_to_death(FIVE)
    while table.table.view["phase"] == "turn":
        table.end_turn(table.table.view["turn"])
    table.lay_open(Ann="tandem-parachute spy key flannel", Ben="key steal bullet knife")
    table.refuses("WIN OR LOSE?", "Only another player who is alive can be taken along.").tandem("Ann", "Cat")


# ---------------------------------------------------------------- Further Handcuff Rule Clarifications


def test_the_cuffed_can_share_the_tandem_and_no_other_parachute():
    table = hit_the_silk(FIVE, before=cuffed("Ben Cat"))
    table.lay_open(
        Ann="key steal flannel knife",
        Ben="tandem-parachute key steal kung-fu",
        Cat="key bullet steal kung-fu",
        Dan="key bullet steal kung-fu",
        Eve="key bullet spy steal",
    )
    assert table.table.view["landing"]["crew"] == ["Ann", "Dan", "Eve"]


def test_who_takes_one_of_a_cuffed_pair_along_is_not_cuffed_to_them():
    table = hit_the_silk(FIVE, before=cuffed("Ben Cat"))
    table.lay_open(
        Ann="tandem-parachute briefcase-30 briefcase-30 flannel",
        Ben="key steal briefcase-20 kung-fu",
        Cat="key bullet steal briefcase-10",
        Dan="parachute briefcase-30 briefcase-20 kung-fu",
        Eve="parachute bullet spy steal",
    )
    table.tandem("Ann", "Ben")
    assert table.fates() == {"Ann": "parachuted", "Dan": "parachuted", "Eve": "parachuted"} | dict.fromkeys(
        ("Ben", "Cat"), "died-jumping"
    )
    assert table.result["cash"] == 60 + 30 + 50  # that of the pair who die in Handcuffs, too
    assert table.result["players"]["Ben"]["why"] == "2 were bound together, with only 1 place under silk."


def test_who_needs_the_tandem_in_handcuffs_takes_nobody_else_along():
    table = hit_the_silk(FIVE, before=cuffed("Ben Cat"))
    table.lay_open(
        Ann="key steal flannel knife",
        Ben="tandem-parachute key steal kung-fu",
        Cat="key bullet steal kung-fu",
        Dan="parachute briefcase-30 briefcase-20 kung-fu",
        Eve="parachute bullet spy steal",
    )
    table.tandem("Ben", "Ann")
    assert table.fates() == {"Dan": "parachuted", "Eve": "parachuted"} | dict.fromkeys(
        ("Ann", "Ben", "Cat"), "died-jumping"
    )


def test_whose_silk_it_was_is_said_as_it_was():
    hands = {"Ann": {"hand": ["parachute", "parachute"]}, "Ben": {"hand": []}, "Cat": {"hand": []}}
    given = final_score({"players": hands, "gives": {"Ann": "Ben"}, "options": {"spare-parachute": True}})["players"]
    assert given["Ann"]["why"].startswith("Had a Parachute,")
    assert given["Ben"]["why"].startswith("Was given a spare Parachute,")
    odd = final_score({"players": hands, "gives": {"Ben": "Ann"}, "options": {"spare-parachute": True}})["players"]
    assert odd["Ben"]["why"].startswith("There was a place under silk for everyone bound together,")
    five = {"Ann": {"hand": ["tandem-parachute"]}, **{name: {"hand": []} for name in ("Ben", "Cat", "Dan", "Eve")}}
    rode = final_score({"players": five, "tandem": {"Ann": "Ben"}})["players"]
    assert rode["Ben"]["why"].startswith("Rode along under a Tandem Parachute,")


def ann_is_cuffed_to_a_corpse(table: Evening) -> None:
    table.handcuff("Ben", "Ann Cat")
    table.end_turn("Ben")
    table.pass_turns("Cat")
    table.shoot("Ann", "Cat")
    table.shoot("Ann", "Cat")


@pytest.mark.parametrize(("silk", "fate"), [("parachute spy", "died-jumping"), ("parachute parachute", "parachuted")])
def test_cuffed_to_a_dead_player_you_need_a_second_parachute_for_the_body(silk, fate):
    table = hit_the_silk(before=ann_is_cuffed_to_a_corpse, first="Ben")
    table.lay_open(Ann=f"{silk} flannel revolver", Ben="pilots-licence key steal flannel")
    table.roll("Ben", "4 4")
    table.move("Ben", 4, 3)
    table.roll("Ben", "4 4")
    table.move("Ben", 4, 4)
    assert table.fates() == {"Ann": fate, "Ben": "crashed", "Cat": "killed"}


def test_cuffed_to_a_dead_player_a_key_sets_you_free():
    def ann_frees_herself(table):
        ann_is_cuffed_to_a_corpse(table)
        table.unlock("Ann", "Ann Cat")

    table = hit_the_silk(before=ann_frees_herself, first="Ben")
    table.sees("Ann", cuffs=[])
    table.lay_open(Ann="parachute revolver flannel flannel", Ben="parachute key steal flannel")
    assert table.fates() == {"Ann": "parachuted", "Ben": "parachuted", "Cat": "killed"}


def test_a_chain_survives_with_enough_parachutes_between_them():
    def chain(table):
        table.handcuff("Ann", "Ann Ben")
        table.handcuff("Ann", "Ben Cat")

    table = hit_the_silk("Ann Ben Cat Dan", before=chain)
    table.lay_open(
        Ann="parachute parachute flannel flannel",
        Ben="briefcase-30 briefcase-30 briefcase-20 briefcase-20",
        Cat="parachute key steal kung-fu",
        Dan="knife key steal kung-fu",
    )
    assert table.table.view["landing"]["crew"] == ["Dan"]


# ---------------------------------------------------------------- the end


def test_after_the_end_there_is_nothing_more_to_do():
    table = hit_the_silk(before=cuffed("Ann Ben"))
    table.lay_open(
        Ann="parachute parachute briefcase-30 flannel",
        Ben="briefcase-20 briefcase-20 briefcase-20 briefcase-10",
        Cat="key steal bullet knife",
    )
    table.roll("Cat", "4 4")
    table.move("Cat", 4, 4)
    table.roll("Cat", "4 4")
    table.move("Cat", 4, 4)
    table.sees(phase="over")
    table.refuses("WIN OR LOSE?", "The game is over.", "ON YOUR TURN").steal("Cat", "Ben")
    table.refuses("WIN OR LOSE?", "The game is over.", "LAND THE PLANE!").open_lockbox("Cat")
    table.refuses("LAND THE PLANE!", "The game is over.").roll("Cat", "1 1")
    table.refuses("WIN OR LOSE?", "The game is over.", "WIN OR LOSE?").reveal("Cat", "key steal bullet knife")
    assert table.table.options() == []


def test_a_hand_of_cards_that_do_not_exist_is_unreadable():
    with pytest.raises(Unreadable, match="there is no card “rope” in this box"):
        hit_the_silk().reveal("Ann", "rope key key key")
