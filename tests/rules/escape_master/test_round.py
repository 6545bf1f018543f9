"""Starting and Ending a Round, Drawing Cards, Special Cases, Keeping the Game Fair and Tidy."""

from tests.rules.escape_master.script import evening, started

# ---------------------------------------------------------------- Starting a Round


def test_the_dealer_starts_the_round():
    table = evening()
    table.refuses("Starting a Round", "Ann deals, and starts").start("Ben")
    table.start("Ann")
    table.sees(phase="round", round=1)
    table.refuses("Ending a Round", "The round is on").start("Ann")


def test_nothing_is_played_before_the_start():
    table = evening()
    table.refuses("Starting a Round", "has not started").out("Ann")
    table.refuses("Starting a Round", "has not started").play("Ann", "7-start")
    table.refuses("Starting a Round", "has not started").draw("Ann")
    table.refuses("Starting a Round", "has not started", "Drawing Cards").take_card("Ann")
    table.refuses("Starting a Round", "has not started", "Special Cases").nobody_can_play("Ann")
    table.refuses("Starting a Round", "has not started").see("Ann", "7-start", 1)
    table.refuses("Starting a Round", "has not started").trap("Ann", "trap-up", "Ben")
    table.refuses("Starting a Round", "has not started").escape("Ann", "escape-discard")
    table.refuses("Starting a Round", "has not started").discard("Ann", "escape")
    table.refuses("Starting a Round", "has not started", "Drawing Cards").can_play("Ann")
    table.refuses("Starting a Round", "has not started").count("Ann", 3)
    table.refuses("Starting a Round", "has not started").play_again("Ann")


def test_the_dealer_rotates_clockwise_after_each_round():
    table = evening(first="Cat")
    for dealer in ("Cat", "Ann", "Ben", "Cat"):
        assert table.dealer == dealer
        table.round("Ann", Ben=1, Cat=2)


# ---------------------------------------------------------------- Ending a Round


def test_the_first_player_out_ends_the_round_with_one_call():
    table = started()
    table.out("Ben")
    table.hears("Ben: Escape Master!", "Nobody plays any more. To be counted: Ann and Cat.")
    table.sees(phase="count")
    table.sees("Ben", out=True, left=0)
    table.refuses("Ending a Round", "nobody plays any more").play("Ann", "7-start")
    table.refuses("Ending a Round", "nobody plays any more").draw("Ann")
    table.refuses("Ending a Round", "nobody plays any more").see("Ann", "7-start", 1)


def test_a_round_takes_two_calls_and_the_hands_that_are_left():
    table = evening()
    table.start("Ann")
    table.out("Cat")
    table.count("Ann", "3-mouse 7-start")
    table.count("Ben", 4)
    table.sees(phase="deal", round=2, dealer="Ben")
    table.totals(Ann=2, Ben=4, Cat=0)


def test_the_gauge_shows_the_escape_and_the_most_blunders():
    table = started()
    table.out("Ben")
    assert table.board().dial.alarms == ("escape",)
    table.counts(Ann=7, Cat=2)
    assert (table.board().dial.value, table.board().dial.alarms) == (7, ())


def test_nobody_goes_out_twice():
    table = started()
    table.out("Ben")
    table.refuses("Ending a Round", "Ben is out already").out("Ben")


# ---------------------------------------------------------------- Close Calls and Ties 1


def test_several_go_out_at_the_same_moment():
    table = started()
    table.out("Ben", ["Cat"])
    table.hears("Ben: Escape Master!", "Cat: Escape Master!")
    table.counts(Ann=5)
    table.totals(Ann=5, Ben=0, Cat=0)


def test_somebody_else_called_at_the_same_moment_and_is_heard_a_little_later():
    table = started()
    table.out("Ben")
    table.out("Cat")
    table.counts(Ann=5)
    table.totals(Ann=5, Ben=0, Cat=0)


def test_when_all_go_out_at_once_the_round_is_over():
    table = started("Ann Ben")
    table.out("Ann", ["Ben"])
    table.sees(phase="deal", round=2)


def test_who_goes_out_together_are_different_players_who_play():
    table = started()
    table.refuses("Close Calls and Ties", "Ben cannot go out with Ben").out("Ben", ["Ben"])
    table.refuses("Close Calls and Ties", "cannot go out with Ben").out("Ben", ["Cat", "Cat"])
    table.out("Cat")
    table.refuses("Close Calls and Ties", "Cat cannot go out with Ben").out("Ben", ["Cat"])


def test_a_hand_that_is_counted_did_not_go_out():
    table = started()
    table.out("Ben")
    table.count("Ann", 2)
    table.refuses("Scoring", "Ann's hand is counted already").out("Ann")


# ---------------------------------------------------------------- Drawing Cards


def test_drawing_on_ones_own_depends_on_the_hand():
    table = started()
    table.depends("Drawing Cards", "no playable Numbered card or Wisdom").take_card("Ann")


def test_draw_makes_everybody_draw_the_announcer_last():
    table = started("Ann Ben Cat Dan")
    table.draw("Cat")
    table.hears("Cat announces “Draw”. One card each, in this order: Dan, Ann, Ben and Cat.")
    assert table.board().asks.startswith("Draw: one card each, in this order: Dan, Ann, Ben, Cat.")
    table.out("Ann")
    table.hears("A card each for Dan, Ann, Ben and Cat.", "Ann: Escape Master!")


def test_an_early_draw_has_no_effect_when_somebody_else_can_play():
    table = started()
    table.draw("Ann")
    table.can_play("Cat")
    table.hears("Cat can play: the “Draw” has no effect.")
    table.out("Ben")
    assert not any(said.startswith("A card each") for said in table.told)


def test_the_announcer_cannot_object():
    table = started()
    table.refuses("Drawing Cards", "Nobody has announced").can_play("Ben")
    table.draw("Ann")
    table.refuses("Drawing Cards", "it is for another player").can_play("Ann")


def test_there_is_no_penalty_for_an_early_draw():
    table = started()
    table.draw("Ann")
    table.can_play("Ben")
    table.totals(Ann=0, Ben=0, Cat=0)


def test_the_players_may_be_asked_whether_drawing_was_allowed():
    table = started()
    table.may_draw("Ann", "3-mouse 9-teen escape", "7-start 11-mouse")
    table.hears("Drawing was allowed")
    for hand, tops, words in (
        ("3-mouse 6-teen", "7-start", "6 Teen can be played on 7-Start"),
        ("7-start", "", "7-Start can be played as a new Stack"),
        ("wisdom", "3-mouse", "Wisdom can be played as a new Stack"),
        ("doom-master", "10-mouse", "Doom Master can be played on 10 Mouse"),
        ("3-mouse 5-mouse", "7-start", "3 Mouse and 5 Mouse can be played on 7-Start"),
        ("12-teen 12-mouse", "11-mouse", "Q Teen can be played on J Mouse"),
    ):
        table.refuses("Drawing Cards", words).may_draw("Ann", hand, tops)


def test_playable_special_cards_do_not_keep_anybody_from_drawing():
    started().may_draw("Ann", "dead-end trap-up escape", "7-start")


def test_a_trap_may_leave_nothing_to_play():
    table = started()
    table.may_draw("Ann", "6-mouse", "7-start", trap="up")
    table.refuses("Drawing Cards", "8 Mouse can be played").may_draw("Ann", "8-mouse", "7-start", trap="up")


# ---------------------------------------------------------------- Special Cases


def test_a_round_may_end_on_an_exhausted_draw_pile():
    table = started("Ann Ben Cat Dan")
    table.depends("Special Cases", "nobody has a playable card left").nobody_can_play("Ann")
    table.hears(
        "The draw pile is empty and nobody can play.", "Nobody plays any more. To be counted: Ann, Ben, Cat and Dan."
    )
    table.counts(Ann=4, Ben=3, Cat=2, Dan=1)
    table.totals(Ann=4, Ben=3, Cat=2, Dan=1)


def test_an_empty_draw_pile_gives_no_card():
    table = started("Ann Ben Cat Dan", box={"dealt": 20}, house={"level": "green"})
    for _ in range(4):
        table.depends("Drawing Cards", "no playable").take_card("Ben")
    table.refuses("Special Cases", "The draw pile is empty", "Drawing Cards").take_card("Ann")


def test_too_few_cards_for_a_draw_go_to_the_left_first():
    table = started("Ann Ben Cat Dan")
    table.draw("Ben", pile=2)
    table.hears("Ben announces “Draw”. One card each, in this order: Cat and Dan.")
    table.draw("Ben", pile=0)
    table.hears("A card each for Cat and Dan.", "Ben announces “Draw”. One card each, in this order: nobody.")
    assert table.board().asks == "Draw was called, but the draw pile is empty."


def test_the_pile_cannot_hold_more_than_it_can():
    started().refuses("Special Cases", "cannot be 71 cards").draw("Ann", pile=71)
    started().refuses("Special Cases", "cannot be -1 cards").draw("Ann", pile=-1)


# ---------------------------------------------------------------- Keeping the Game Fair and Tidy


def test_an_agreed_penalty_counts():
    table = started()
    table.penalty("Ben", 2)
    table.out("Ann")
    table.counts(Ben=1, Cat=5)
    table.totals(Ann=0, Ben=3, Cat=5)
    table.refuses("Keeping the Game Fair and Tidy", "1 to 10").penalty("Ben", 0)
    table.refuses("Keeping the Game Fair and Tidy", "1 to 10").penalty("Ben", 11)


def test_a_round_may_be_played_again():
    table = started()
    table.play("Ann", "7-start")
    table.out("Ann")
    table.count("Ben", 4)
    table.play_again("Cat")
    table.sees(phase="deal", round=1, dealer="Ann", stacks={})
    table.totals(Ann=0, Ben=0, Cat=0)
    table.sees("Ben", left=None)
    table.round("Ben", Ann=1, Cat=1)
    table.totals(Ann=1, Ben=0, Cat=1)


def test_a_card_that_was_played_wrongly_changes_nothing():
    table = started()
    table.refuses("Starting Stacks", "cannot start a Stack").play("Ann", "6-mouse")
    table.sees(stacks={})
    table.overruled.play("Ann", "6-mouse")  # the table may insist
    table.sees(stacks={"1": "6-mouse"})
