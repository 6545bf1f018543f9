"""TRAVEL MODE and Round based play."""

import pytest

from rules.games.hit_the_silk.cards import IDS
from tests.rules.hit_the_silk.script import Evening, evening


def travel(players: str = "Ann Ben Cat", **setup) -> Evening:
    return evening(players, "travel", **setup)


def full_round(table: Evening, *players: str) -> None:
    table.pass_turns(*players)
    table.votes("wait")


def test_played_without_altimeter_dice_and_licence():
    table = travel()
    table.sees(altitude=None, round=1, gauge={"altitude": None, "alarm": "none"})
    assert table.table.state.box.deck >> 8 * IDS.index("pilots-licence") & 255 == 0
    table.refuses("CHANGING A CARD", "cannot have a Pilot's Licence card").change("Ann", "pilots-licence")
    table.refuses("LAND THE PLANE!", "nobody has jumped yet").roll("Ann", "1 1")


def test_altitude_changes_on_the_cards_are_disregarded():
    table = travel()
    table.steal("Ann", "Ben")
    table.end_turn("Ann")
    table.end_turn("Ben")
    table.sees(altitude=None, turn="Cat", phase="turn")


def test_1_at_most_four_rounds_and_7_then_everybody_must_jump():
    table = travel()
    full_round(table, "Ann", "Ben", "Cat")
    full_round(table, "Ben", "Cat", "Ann")
    full_round(table, "Cat", "Ann", "Ben")
    table.sees(round=4, turn="Ann")
    table.pass_turns("Ann", "Ben", "Cat")
    table.hears("The last round is over: everybody must jump.", "All hands are laid open.")
    table.sees(phase="reveal")


def test_2_a_different_player_starts_each_round():
    table = travel("Ann Ben Cat Dan", first="Cat")
    full_round(table, "Cat", "Dan", "Ann", "Ben")
    table.sees(turn="Dan", round=2)
    full_round(table, "Dan", "Ann", "Ben", "Cat")
    table.sees(turn="Ann", round=3)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_3_a_change_draws_as_many_cards_as_the_round_has(number):
    table = travel("Ann Ben Cat Dan")
    order = ["Ann", "Ben", "Cat", "Dan"]
    for _ in range(number - 1):
        full_round(table, *order)
        order = order[1:] + order[:1]
    table.change(order[0], "knife")
    table.hears(f"{order[0]} draws {number} and keeps one.")
    table.sees(order[0], hand=4)


def test_3_a_change_discards_to_the_discard_pile_or_the_laundry():
    table = travel()
    table.handcuff("Ann", "Ben Cat")
    table.change("Ann", "flannel")
    table.piles(laundry=18, discard=6)


def test_4_a_round_is_full_when_everybody_has_had_a_turn():
    table = travel()
    table.pass_turns("Ann", "Ben")
    table.sees(phase="turn", round=1)
    table.end_turn("Cat")
    table.sees(phase="vote", turn="Cat", gauge={"altitude": None, "alarm": "vote"})


def test_4_the_dead_have_no_turn_to_wait_for():
    table = travel(first="Cat")
    table.shoot("Cat", "Ann")
    table.shoot("Cat", "Ann")
    table.end_turn("Cat")
    table.end_turn("Ben")
    table.sees(phase="vote", vote={"at": None, "next": "Cat", "cast": {}})
    table.votes("wait")
    table.sees(turn="Ben", round=2)


def test_5_the_vote_begins_with_who_started_the_round():
    table = travel(first="Ben")
    table.pass_turns("Ben", "Cat", "Ann")
    table.sees(vote={"at": None, "next": "Ben", "cast": {}})
    table.votes("jump", "wait", "wait")
    table.hears("Ann says wait.", "1 to 2: nobody jumps yet.", "Round 2 begins.")


def test_5_a_wait_brings_no_turbulence():
    table = travel()
    full_round(table, "Ann", "Ben", "Cat")
    assert not any("urbulence" in sentence for sentence in table.told)


def test_6_all_jump_and_nobody_can_land_the_plane():
    table = travel()
    table.pass_turns("Ann", "Ben", "Cat")
    table.votes("jump", "jump", "wait")
    table.lay_open(
        Ann="parachute briefcase-30 briefcase-20 spy",
        Ben="parachute briefcase-20 briefcase-10 key",
        Cat="knife key steal poison",
    )
    table.sees(phase="over")
    assert table.fates() == {"Ann": "parachuted", "Ben": "parachuted", "Cat": "died-jumping"}
    assert table.result["winners"] == ["Ann", "Ben"]
    assert table.result["players"]["Cat"]["heading"] == "TRAVEL MODE"


def test_the_tandem_decides_in_travel_mode_too():
    table = travel("Ann Ben Cat Dan Eve")
    table.pass_turns("Ann", "Ben", "Cat", "Dan", "Eve")
    table.votes("jump")
    table.lay_open(
        Ann="tandem-parachute briefcase-30 briefcase-30 spy",
        Ben="briefcase-30 briefcase-20 briefcase-20 key",
        Cat="knife key steal poison",
        Dan="knife key steal bullet",
        Eve="revolver key steal bullet",
    )
    table.sees(phase="reveal")
    table.tandem("Ann", "Ben")
    table.sees(phase="over")
    assert table.result["winners"] == ["Ann", "Ben"]


@pytest.mark.parametrize(("ruling", "alive"), [("round-4", False), ("never", True)])
def test_house_rule_poison_kills_as_the_fourth_round_begins(ruling, alive):
    table = travel(house={"travel-poison": ruling})
    table.poison("Ann", "Ann")
    full_round(table, "Ann", "Ben", "Cat")
    full_round(table, "Ben", "Cat", "Ann")
    table.pass_turns("Cat", "Ann", "Ben")
    table.sees("Ann", alive=True, poisoned=True)
    table.votes("wait")
    table.sees("Ann", alive=alive)
    table.sees(round=4, turn="Ann" if alive else "Ben")


def test_in_the_fourth_round_poison_is_useless():
    table = travel()
    full_round(table, "Ann", "Ben", "Cat")
    full_round(table, "Ben", "Cat", "Ann")
    full_round(table, "Cat", "Ann", "Ben")
    table.refuses("5 POISON", "Unused Poison is useless by now.").poison("Ann", "Ben")
    table.return_poison("Ann")
