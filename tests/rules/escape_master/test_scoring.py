"""Scoring, Ending the Game, Winning, Close Calls and Ties, Alternate Rules."""

import pytest

from tests.rules.escape_master.script import evening, started


def ended(**setup):
    """Ann 0, Ben 4, Cat 30: the game is over."""
    table = evening(**setup)
    for _ in range(2):
        table.round("Ann", Ben=2, Cat=15)
    return table


# ---------------------------------------------------------------- Scoring


def test_every_card_left_is_one_blunder():
    table = evening()
    table.round("Ann", Ben="3-mouse 7-start wisdom", Cat="13-teen trap-up escape dead-end")
    table.totals(Ann=0, Ben=3, Cat=4)


def test_special_cards_left_count_although_they_could_have_been_discarded():
    table = evening()
    table.round("Ann", Ben="escape escape-discard trap-draw", Cat=0)
    table.totals(Ben=3)


def test_a_doom_master_left_counts_three():
    table = evening()
    table.round("Ann", Ben="doom-master 3-mouse", Cat="doom-master doom-master")
    table.totals(Ann=0, Ben=4, Cat=6)


def test_doom_masters_are_counted_beside_a_bare_number():
    table = started()
    table.out("Ann")
    table.count("Ben", 2, dooms=1)
    table.hears("Ben's hand counts 5.")


def test_the_totals_run_on():
    table = evening()
    table.round("Ann", Ben=3, Cat=4)
    table.round("Ben", Ann=2, Cat=1)
    table.totals(Ann=2, Ben=3, Cat=5)
    assert [chair.badges[0].text for chair in table.board().chairs] == ["2", "3", "5"]


def test_hands_are_counted_only_after_the_round_and_once():
    table = started()
    for hand in (3, "3-mouse"):
        table.refuses("Ending a Round", "when the round is over").count("Ben", hand)
    table.out("Ann")
    for hand in (3, "3-mouse"):
        table.refuses("Ending a Round", "Ann has no hand to count").count("Ann", hand)
    table.count("Ben", 3)
    for hand in (3, "3-mouse"):
        table.refuses("Scoring", "counted already").count("Ben", hand)


def test_a_number_of_cards_makes_sense():
    table = started()
    table.out("Ann")
    table.refuses("Scoring", "less than none").count("Ben", -1)
    table.refuses("Scoring", "less than none").count("Ben", 1, dooms=-1)
    table.refuses("Deck Summary", "101 cards in hand, but the deck has 100").count("Ben", 101)
    table.count("Ben", 60)
    table.refuses("Deck Summary", "105 cards in hand").count("Cat", 45)
    table = started()
    table.out("Ann")
    table.count("Ben", 99)
    table.refuses("Deck Summary", "101 cards in hand").count("Cat", "3-mouse 4-mouse")


def test_a_hand_cannot_hold_what_was_counted_or_lies_on_the_table():
    table = started()
    table.play("Ann", "7-start")
    table.play("Ann", "6-mouse", stack=1)
    table.out("Ann")
    table.refuses("Deck Summary", "1 × 6 Mouse, but every one").count("Ben", "6-mouse 3-teen")
    table.refuses("Deck Summary", "8 × 7-Start, but all others").count("Ben", ["7-start"] * 8)
    table.count("Ben", "3-teen")
    table.refuses("Deck Summary", "1 × 3 Teen, but every one").count("Cat", "3-teen")
    table.refuses("Deck Summary", "4 × Doom Master").count("Cat", 0, dooms=4)
    table.count("Cat", "4-teen")


def test_a_card_that_is_not_played_with_cannot_be_left():
    table = started(house={"level": "green"})
    table.out("Ann")
    table.refuses("Deck Summary", "Doom Master is not in the deck").count("Ben", "doom-master")


def test_a_hand_may_have_grown_by_cards_that_nobody_told_of():
    table = started()
    table.out("Ann")
    table.count("Ben", 17)
    table.count("Cat", 4)
    table.totals(Ben=17, Cat=4)


# ---------------------------------------------------------------- Ending the Game, Winning


def test_the_game_ends_at_the_breaking_point_and_the_fewest_blunders_win():
    table = ended()
    table.sees(phase="over", dealer=None)
    assert table.result["winners"] == ["Ann"] and table.result["over"]
    table.hears("Cat's hand counts 15.", "Round 2 is scored.", "The game is over: Ann")
    assert table.board().headline == "Ann wins"


def test_reaching_30_is_enough_and_29_is_not():
    table = evening()
    table.round("Ann", Ben=29, Cat=3)
    table.sees(phase="deal")
    table.round("Ann", Ben=1, Cat=3)
    table.sees(phase="over")


def test_several_reach_the_breaking_point_and_still_the_fewest_wins():
    table = evening()
    table.round("Ann", Ben=31, Cat=30)
    assert table.result["winners"] == ["Ann"]
    table = evening("Ann Ben")
    table.start("Ann")
    table.depends("Special Cases", "draw pile is empty").nobody_can_play("Ann")
    table.counts(Ann=31, Ben=30)
    assert table.result["winners"] == ["Ben"]


def test_after_the_end_nothing_is_played():
    table = ended()
    table.refuses("Winning", "The game is over", "Starting a Round").start("Ann")
    table.refuses("Winning", "The game is over", "Close Calls and Ties").out("Ben")
    table.refuses("Winning", "The game is over").count("Ann", 2)
    table.refuses("Winning", "The game is over").penalty("Ann", 2)
    table.refuses("Winning", "The game is over").play_again("Ann")


def test_the_breaking_point_may_be_another():
    table = evening(box={"breaking_point": 10})
    table.round("Ann", Ben=10, Cat=2)
    table.sees(phase="over")


def test_the_gauge_warns_at_the_breaking_point():
    table = ended()
    assert (table.board().dial.value, table.board().dial.alarms) == (30, ("breaking-point",))
    table = evening()
    table.round("Ann", Ben=60, Cat=1)
    assert table.board().dial.value == 40  # the face goes no further


def test_the_result_is_itemised():
    lines = {(line["player"], line["what"]): (line["amount"], line["heading"]) for line in ended().result["lines"]}
    assert lines["Cat", "round 2: 15 cards left in hand"] == (15, "Scoring")
    assert lines["Cat", "total"] == (30, "Scoring")
    assert lines["", "the Breaking Point is reached"] == (30, "Ending the Game")


# ---------------------------------------------------------------- Close Calls and Ties 2


def tied():
    """Ann and Cat 2, Ben 30."""
    table = evening()
    table.round("Ann", Ben=20, Cat=2)
    table.round("Cat", Ben=10, Ann=2)
    return table


def test_tied_players_play_one_more_round():
    table = tied()
    table.sees(phase="deal", playing=["Ann", "Cat"], dealer="Cat", round=3)
    table.hears("Ann's hand counts 2.", "Round 2 is scored.", "Ann and Cat are tied", "Cat deals.")
    assert "It decides between Ann and Cat." in table.board().asks
    assert [chair.out for chair in table.board().chairs] == [False, True, False]
    table.start("Cat")
    table.refuses("Close Calls and Ties", "Ben does not play this round").out("Ben")
    table.refuses("Close Calls and Ties", "Ben does not play this round").play("Ben", "7-start")
    table.refuses("Close Calls and Ties", "Ben does not play this round").penalty("Ben", 1)
    table.refuses("Close Calls and Ties", "Ben does not play this round").play_again("Ben")
    table.out("Cat")
    table.counts(Ann=3)
    assert table.result["winners"] == ["Cat"] and table.result["tie"] == []
    assert table.result["totals"] == {"Ann": 5, "Ben": 30, "Cat": 2}


def test_who_is_not_tied_only_looks_on():
    table = tied()
    table.start("Cat")
    ben = "Ben does not play this round"
    table.refuses("Close Calls and Ties", ben).draw("Ben")
    table.refuses("Close Calls and Ties", ben).trap("Ben", "trap-up", "Ann")
    table.refuses("Close Calls and Ties", ben).escape("Ben", "escape-discard")
    table.refuses("Close Calls and Ties", ben).discard("Ben", "escape")
    table.refuses("Close Calls and Ties", ben, "Drawing Cards").take_card("Ben")
    table.refuses("Close Calls and Ties", ben, "Special Cases").nobody_can_play("Ben")
    table.draw("Ann")
    table.hears("Ann announces “Draw”. One card each, in this order: Cat and Ann.")
    table.refuses("Close Calls and Ties", ben).can_play("Ben")


def test_a_tie_that_stays_a_tie_is_played_off_again():
    table = tied()
    table.start("Cat")
    table.out("Ann", ["Cat"])
    table.sees(phase="deal", playing=["Ann", "Cat"], dealer="Ann", round=4)


def test_a_tie_further_down_decides_nothing():
    table = evening()
    table.round("Ann", Ben=30, Cat=30)
    assert table.result["winners"] == ["Ann"]


# ---------------------------------------------------------------- Alternate Rules


def test_set_rounds_instead_of_a_breaking_point():
    table = evening(house={"ends": "set-rounds"}, box={"set_rounds": 3})
    for _ in range(2):
        table.round("Ann", Ben=40, Cat=1)
        table.sees(phase="deal")
    assert next(f.text for f in table.board().figures if f.name == "Round") == "3 of 3"
    table.round("Ann", Ben=4, Cat=1)
    assert table.result["winners"] == ["Ann"]
    assert any(line["what"] == "the set number of rounds is played" for line in table.result["lines"])


def test_set_rounds_are_twelve_unless_agreed_otherwise():
    assert evening(house={"ends": "set-rounds"}).table.state.box.terms.rounds == 12


def test_early_ending_when_the_doom_pile_is_full():
    table = evening(house={"early-ending": True})
    table.round("Ann", Ben="doom-master", Cat=1)
    table.piles(doom=1)
    table.round("Ann", Ben=1, Cat="doom-master doom-master")
    table.sees(phase="over")
    assert any(line["what"] == "the Doom pile holds every Doom Master" for line in table.result["lines"])


def test_a_doom_master_on_the_doom_pile_is_out_of_the_deck():
    table = evening(house={"early-ending": True})
    table.round("Ann", Ben="doom-master doom-master", Cat=1)
    table.start("Ben")
    table.out("Ann")
    table.refuses("Deck Summary", "2 × Doom Master").count("Ben", "doom-master doom-master")


def test_without_the_alternate_rule_doom_masters_go_back_into_the_deck():
    table = evening()
    table.round("Ann", Ben="doom-master doom-master doom-master", Cat=1)
    table.sees(phase="deal")
    table.piles(doom=0)
    table.round("Ann", Ben="doom-master", Cat=1)


@pytest.mark.parametrize("players", ["Ann Ben", "Ann Ben Cat", "Ann Ben Cat Dan"])
def test_two_three_or_four_score_alike(players):
    table = evening(players)
    names = players.split()
    table.round(names[0], **dict.fromkeys(names[1:], 5))
    table.totals(**{names[0]: 0, **dict.fromkeys(names[1:], 5)})
