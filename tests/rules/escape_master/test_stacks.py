"""Starting and Playing on Stacks, Wisdom Cards, Combinations, Dead End, Doom Masters, direction Traps."""

import pytest

from tests.rules.escape_master.script import at, depends, plays, refuses, started

UP, DOWN = "up", "down"


# ---------------------------------------------------------------- Starting Stacks


def test_stacks_are_started_with_7_start_cards():
    plays(None, "7-start")
    for card in ("6-mouse", "8-mouse", "1-teen", "13-robot", "doom-master"):
        refuses(None, card, "Starting Stacks", "cannot start a Stack")


def test_any_number_of_stacks_may_be_started():
    table = started()
    for _ in range(8):
        table.play("Ann", "7-start")
    assert list(table.table.view["stacks"]) == [str(number) for number in range(1, 9)]
    table.refuses("Deck Summary", "every copy lies on the table").play("Ben", "7-start")


def test_a_stack_that_was_never_started_cannot_be_played_on():
    started().refuses("Starting Stacks", "There is no Stack 2", "Starting Stacks").play("Ann", "6-mouse", stack=2)
    at("7-start").refuses("Starting Stacks", "There is no Stack 0", "Starting Stacks").play("Ann", "6-mouse", stack=0)


# ---------------------------------------------------------------- Playing on Stacks


def test_numbered_cards_go_up_or_down_by_one():
    for top, card in (
        ("7-start", "6-mouse"),
        ("7-start", "8-teen"),
        ("10-robot", "11-robot"),
        ("12-mouse", "13-mouse"),
    ):
        plays(top, card)
    plays("6-mouse", "5-teen")
    plays("5-teen", "6-mouse")
    for top, card in (("7-start", "9-mouse"), ("7-start", "5-mouse"), ("6-mouse", "6-teen"), ("10-teen", "12-teen")):
        refuses(top, card, "Playing on Stacks", "does not follow")


def test_the_refusal_says_what_would_fit():
    refuses("10-teen", "3-mouse", "Playing on Stacks", "3 Mouse does not follow 10 Teen: it takes 9 or J, or a Wisdom")


def test_k_and_1_are_neighbours():
    plays("13-mouse", "1-teen")
    plays("1-teen", "13-mouse")
    refuses("13-mouse", "2-teen", "Playing on Stacks", "it takes 1 or Q")


def test_a_7_start_is_the_only_7_and_goes_on_a_6_or_an_8():
    plays("6-mouse", "7-start")
    plays("8-mouse", "7-start")
    refuses("7-start", "7-start", "Playing on Stacks", "does not follow")


def test_house_rule_a_7_start_only_starts_stacks():
    refuses("6-mouse", "7-start", "Playing on Stacks", "only starts Stacks", seven_on_stacks=False)
    plays(None, "7-start", seven_on_stacks=False)


def test_any_player_plays_at_any_time():
    table = started()
    table.play("Cat", "7-start")
    table.play("Ann", "6-mouse", stack=1)
    table.play("Ann", "5-mouse", stack=1)
    table.play("Ben", "6-teen", stack=1)
    table.sees(stacks={"1": "6-teen"})


def test_one_card_at_a_time():
    refuses("7-start", "6-mouse 5-mouse", "Combinations", "Only two cards from 1 to 5")
    at("7-start").refuses("Combinations", "one at a time").play("Ann", "6-mouse 5-mouse 4-mouse", stack=1)
    at("7-start").refuses("Combinations", "one at a time").play("Ann", [], stack=1)


def test_the_examples_of_the_book():
    started().referee("Ann", "7-start 6-mouse 5-teen 6-robot")
    started().referee("Ann", "12-mouse 13-teen 1-robot 2-teen", on="11-mouse")


# ---------------------------------------------------------------- Wisdom Cards


def test_wisdom_goes_on_any_number_and_any_number_on_wisdom():
    for card in ("1-mouse", "7-start", "10-teen", "13-robot", "doom-master"):
        plays(card, "wisdom")
        plays("wisdom", card)


def test_any_combination_goes_on_wisdom():
    plays("wisdom", "1-mouse 2-mouse")
    plays("wisdom", "12-mouse 12-teen")


def test_wisdom_may_start_a_stack():
    plays(None, "wisdom")


def test_wisdom_does_not_go_on_wisdom():
    refuses("wisdom", "wisdom", "Wisdom Cards", "goes on a Numbered card or starts a Stack")
    plays("wisdom", "wisdom", wisdom_on_wisdom=True)


# ---------------------------------------------------------------- Suit Combinations


def test_two_cards_of_one_tribe_are_added_up():
    plays("7-start", "5-mouse 3-mouse")
    plays("7-start", "1-teen 5-teen")
    plays("10-robot", "4-robot 5-robot")
    refuses("7-start", "3-mouse 4-mouse", "Suit Combinations", "make 7; on 7-Start it takes 6 or 8")


def test_play_goes_on_from_the_top_card_not_from_the_sum():
    table = at("7-start")
    table.play("Ann", "2-teen 4-teen", stack=1)
    table.refuses("Playing on Stacks", "does not follow 4 Teen").play("Ben", "7-start", stack=1)
    table.play("Ben", "3-mouse", stack=1)


def test_the_two_cards_may_lie_in_any_order():
    plays("7-start", "2-teen 4-teen")
    plays("7-start", "4-teen 2-teen")


def test_cards_of_different_tribes_are_not_added():
    refuses("7-start", "5-mouse 3-teen", "Suit Combinations", "same Tribe")


def test_only_1_to_5_are_added():
    refuses("8-teen", "6-mouse 3-mouse", "Combinations", "Only two cards from 1 to 5")
    refuses("7-start", "wisdom 6-mouse", "Combinations", "Only two cards from 1 to 5")


def test_a_suit_combination_of_7_starts_a_stack():
    plays(None, "3-mouse 4-mouse")
    plays(None, "2-robot 5-robot")
    refuses(None, "3-mouse 5-mouse", "Starting Stacks", "cannot start a Stack")


# ---------------------------------------------------------------- Face Combinations


def test_two_face_cards_of_one_letter_play_as_one():
    plays("10-mouse", "11-mouse 11-teen")
    plays("11-mouse", "12-mouse 12-teen")
    plays("1-mouse", "13-mouse 13-teen")
    refuses("10-mouse", "12-mouse 12-teen", "Face Combinations", "does not follow")


def test_face_cards_of_different_letters_do_not_pair():
    refuses("10-mouse", "11-mouse 12-mouse", "Face Combinations", "same letter")


# ---------------------------------------------------------------- Playing a Dead End


def test_a_dead_end_closes_a_stack_for_the_round():
    table = at("7-start")
    table.play("Ann", "dead-end", stack=1)
    table.refuses("Playing a Dead End", "closed that Stack").play("Ben", "6-mouse", stack=1)
    table.refuses("Playing a Dead End", "closed that Stack").play("Ben", "wisdom", stack=1)
    table.play("Ben", "7-start")  # other Stacks can still be started
    table.sees(stacks={"1": "dead-end", "2": "7-start"})


def test_a_dead_end_goes_on_any_open_stack_but_starts_none():
    plays("wisdom", "dead-end")
    plays("13-mouse", "dead-end", UP)
    refuses(None, "dead-end", "Playing a Dead End", "cannot start one")


def test_the_next_round_knows_no_closed_stacks():
    table = at("7-start")
    table.play("Ann", "dead-end", stack=1)
    table.out("Ann")
    table.counts(Ben=1, Cat=2)
    table.start("Ben")
    table.sees(stacks={})


# ---------------------------------------------------------------- Doom Master Cards


def test_a_doom_master_plays_as_a_j_q_or_k():
    for top in ("10-mouse", "11-mouse", "12-mouse", "13-mouse", "1-mouse"):
        plays(top, "doom-master")
    refuses("9-mouse", "doom-master", "Doom Master Cards", "it takes 8 or 10")


def test_a_doom_master_is_never_part_of_a_combination():
    refuses("11-mouse", "doom-master 12-mouse", "Doom Master Cards", "never part of a combination")
    refuses("11-mouse", "doom-master doom-master", "Doom Master Cards", "never part of a combination")


def test_what_goes_on_a_doom_master_depends_on_its_letter():
    depends("doom-master", "10-mouse", "Doom Master Cards", "which letter")
    depends("doom-master", "12-mouse", "Doom Master Cards", "which letter")
    refuses("doom-master", "5-mouse", "Doom Master Cards", "does not follow")
    depends("doom-master", "1-mouse", "Doom Master Cards", "which letter")


def test_on_a_10_a_doom_master_can_only_be_a_j():
    table = at("10-mouse")
    table.play("Ann", "doom-master", stack=1)
    table.play("Ben", "12-mouse", stack=1)
    table = at("10-mouse")
    table.play("Ann", "doom-master", stack=1)
    table.refuses("Doom Master Cards", "does not follow").play("Ben", "1-mouse", stack=1)


# ---------------------------------------------------------------- Types of Traps


@pytest.mark.parametrize(("trap", "fits", "not_"), [(UP, "8-mouse", "6-mouse"), (DOWN, "6-mouse", "8-mouse")])
def test_a_direction_trap_leaves_one_way(trap, fits, not_):
    plays("7-start", fits, trap)
    refuses("7-start", not_, "Types of Traps", "goes the other way", trap=trap)


def test_under_an_up_only_trap_nothing_goes_on_a_k():
    for card in ("1-mouse", "12-mouse", "wisdom", "doom-master"):
        refuses("13-mouse", card, "Types of Traps", "nothing is played on a K", trap=UP)
    plays("1-mouse", "2-mouse", UP)
    refuses("1-mouse", "13-mouse", "Types of Traps", "goes the other way", trap=UP)


def test_under_a_down_only_trap_nothing_goes_on_a_1():
    for card in ("13-mouse", "2-mouse", "wisdom", "doom-master"):
        refuses("1-mouse", card, "Types of Traps", "nothing is played on a 1", trap=DOWN)
    plays("13-mouse", "12-mouse", DOWN)
    refuses("13-mouse", "1-mouse", "Types of Traps", "goes the other way", trap=DOWN)


def test_a_trap_does_not_keep_anybody_from_starting_a_stack_or_playing_on_wisdom():
    plays(None, "7-start", UP)
    plays("wisdom", "1-mouse", UP)
    plays("7-start", "wisdom", DOWN)


def test_under_a_trap_the_sum_must_keep_the_direction():
    plays("7-start", "3-mouse 5-mouse", UP)
    refuses("7-start", "1-mouse 5-mouse", "Types of Traps", "goes the other way", trap=UP)
    plays("7-start", "1-mouse 5-mouse", UP, combination_keeps_direction=False)
    refuses("7-start", "6-mouse", "Types of Traps", "other way", trap=UP, combination_keeps_direction=False)


def test_under_a_trap_a_face_pair_must_keep_the_direction():
    refuses("12-mouse", "11-mouse 11-teen", "Types of Traps", "goes the other way", trap=UP)


def test_under_a_trap_a_doom_master_is_the_letter_that_fits():
    plays("12-mouse", "doom-master", UP)
    refuses("1-mouse", "doom-master", "Types of Traps", "goes the other way", trap=UP)
    depends("doom-master", "13-mouse", "Doom Master Cards", "which letter", UP)
    depends("doom-master", "wisdom", "Types of Traps", "which letter", UP)
    table = at("12-mouse", UP)
    table.play("Ben", "doom-master", stack=1)  # a J or a K
    table.depends("Types of Traps", "which letter").play("Ann", "12-teen", stack=1)


def test_a_card_that_does_not_follow_at_all_is_refused_for_that_alone():
    refuses("7-start", "3-mouse", "Playing on Stacks", "does not follow", trap=UP)


# ---------------------------------------------------------------- Playing Traps and Escapes


def test_traps_and_escapes_are_never_played_on_stacks():
    for card in ("trap-draw", "trap-up", "trap-down", "escape", "escape-discard"):
        refuses("7-start", card, "Playing Traps and Escapes", "never played on Stacks")
        refuses(None, card, "Playing Traps and Escapes", "never played on Stacks")


# ---------------------------------------------------------------- the deck has each Numbered card once


def test_a_card_that_lies_on_the_table_cannot_be_played_again():
    table = at("7-start")
    table.play("Ann", "6-mouse", stack=1)
    table.play("Ben", "5-mouse", stack=1)
    table.refuses("Deck Summary", "every copy lies on the table").play("Cat", "6-mouse", stack=1)
