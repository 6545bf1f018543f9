"""CHARACTER Deck, STORY Deck, Beast Mode."""

from rules.games.escape_master.state import UNREAD
from tests.rules.escape_master.script import evening, started


def with_experience(points: int):
    """Ben has had so many Story cards, and used them; he has just been dealt cards."""
    table = evening(box={"breaking_point": 200})
    for _ in range(points):
        table.round("Ann", Ben=3, Cat=0)
    table.round("Ben", Ann=0, Cat=0)
    table.sees("Ben", experience=min(points, 4), story=False)
    return table


# ---------------------------------------------------------------- CHARACTER Deck


def test_every_player_draws_an_escape_leader_for_all_to_see():
    table = evening()
    table.take_leader("Ann", "lumberjack")
    table.take_leader("Ben", "robot")
    table.hears("Ben's Escape Leader is the Robot.")
    table.sees("Ann", leader="lumberjack")
    assert any(badge.kind == "leader" and "extra Blunder" in badge.says for badge in table.board().chairs[0].badges)


def test_there_is_one_of_each_leader_and_one_for_each_player():
    table = evening()
    table.take_leader("Ann", "mouse")
    table.refuses("CHARACTER Deck", "Ann has the Mouse").take_leader("Ben", "mouse")
    table.refuses("CHARACTER Deck", "Ann has the Mouse already").take_leader("Ann", "teen")
    table.overruled.take_leader("Ben", "mouse")
    table.sees("Ann", leader=None)


def test_leaders_are_drawn_before_a_round_not_in_it():
    started().refuses("Ending a Round", "The round is on").take_leader("Ann", "mouse")


def test_a_leader_lasts_for_the_game():
    table = evening()
    table.take_leader("Ann", "mouse")
    table.round("Ben", Ann=1, Cat=2)
    table.sees("Ann", leader="mouse")


def test_a_story_may_make_players_lose_or_trade_their_leaders():
    table = evening()
    table.take_leader("Ann", "mouse")
    table.refuses("CHARACTER Deck", "traded with another player who has one").trade_leaders("Ann", "Ben")
    table.refuses("CHARACTER Deck", "traded with another player who has one").trade_leaders("Ann", "Ann")
    table.refuses("CHARACTER Deck", "Ben has no Escape Leader").trade_leaders("Ben", "Ann")
    table.take_leader("Ben", "teen")
    table.trade_leaders("Ann", "Ben")
    table.sees("Ann", leader="teen")
    table.sees("Ben", leader="mouse")
    table.lose_leader("Ann")
    table.sees("Ann", leader=None)
    table.refuses("CHARACTER Deck", "Ann has no Escape Leader").lose_leader("Ann")


def test_after_the_game_no_leader_changes_hands():
    table = evening()
    table.take_leader("Ann", "mouse")
    table.take_leader("Ben", "teen")
    table.round("Ann", Ben=30, Cat=1)
    table.refuses("Winning", "The game is over").trade_leaders("Ann", "Ben")
    table.refuses("Winning", "The game is over").lose_leader("Ann")
    table.refuses("Winning", "The game is over", "STORY Deck").read_story("Ben", 1)


def test_the_lumberjack_gives_another_player_one_extra_blunder_a_round():
    table = evening()
    table.take_leader("Ann", "lumberjack")
    table.fell("Ann", "Cat")
    table.hears("Ann's Lumberjack gives Cat an extra Blunder.")
    table.totals(Cat=1)
    table.refuses("CHARACTER Deck", "given the extra Blunder of this round").fell("Ann", "Ben")
    table.round("Ann", Ben=1, Cat=2)
    table.totals(Cat=3)
    table.fell("Ann", "Ben")
    table.totals(Ben=2)


def test_only_the_lumberjack_does_and_only_to_another():
    table = evening()
    table.depends("CHARACTER Deck", "nobody has said who drew him").fell("Ann", "Cat")
    table.take_leader("Ben", "lumberjack")
    table.refuses("CHARACTER Deck", "Cat does not have the Lumberjack").fell("Cat", "Ann")
    table.refuses("CHARACTER Deck", "goes to another player").fell("Ben", "Ben")
    table.take_leader("Cat", "teen")
    table.refuses("CHARACTER Deck", "Cat does not have the Lumberjack").fell("Cat", "Ann")


def test_the_extra_blunder_is_given_at_the_start_of_a_round():
    table = evening()
    table.take_leader("Ann", "lumberjack")
    table.start("Ann")
    table.refuses("Ending a Round", "The round is on").fell("Ann", "Ben")


def test_the_lumberjack_may_bring_about_the_breaking_point_but_the_round_is_played():
    table = evening()
    table.take_leader("Ann", "lumberjack")
    table.round("Ann", Ben=29, Cat=3)
    table.fell("Ann", "Ben")
    table.hears("Ann's Lumberjack gives Ben", "Ben reaches the Breaking Point: this round is still played.")
    table.sees(phase="deal")
    assert table.board().dial.alarms == ("breaking-point",)
    table.round("Ben", Ann=4, Cat=0)
    table.sees(phase="over")
    assert table.result["winners"] == ["Cat"] and table.result["totals"]["Ben"] == 30


def test_in_a_tied_round_the_lumberjack_looks_on_unless_he_plays():
    table = evening()
    table.take_leader("Ben", "lumberjack")
    table.round("Ann", Ben=30, Cat=0)
    table.refuses("Close Calls and Ties", "Ben does not play").fell("Ben", "Ann")
    table.take_leader("Ann", "mouse")
    table.trade_leaders("Ann", "Ben")
    table.refuses("CHARACTER Deck", "another player who plays this round").fell("Ann", "Ben")


# ---------------------------------------------------------------- STORY Deck


def test_most_blunders_in_hand_draws_a_story_card():
    table = evening()
    table.round("Ann", Ben=3, Cat=5)
    table.hears("Cat's hand counts 5.", "Round 1 is scored.", "Ben deals.", "Cat draws a Story card.")
    table.sees("Cat", story=True)
    table.sees("Ben", story=False)
    table.piles(story=11)


def test_a_doom_master_counts_three_for_the_story_card_too():
    table = evening()
    table.round("Ann", Ben="doom-master doom-master", Cat=5)
    table.sees("Ben", story=True)


def test_a_tie_in_hand_goes_to_the_higher_total():
    table = evening()
    table.round("Ann", Ben=3, Cat=5)
    table.round("Ann", Ben=4, Cat=4)
    table.sees("Cat", story=True)
    table.sees("Ben", story=False)


def test_a_tie_in_the_total_too_gives_the_card_to_nobody():
    table = evening()
    table.round("Ann", Ben=4, Cat=4)
    table.sees("Cat", story=False)
    table.sees("Ben", story=False)


def test_extra_blunders_are_not_in_the_hand():
    table = evening()
    table.take_leader("Ann", "lumberjack")
    table.fell("Ann", "Ben")
    table.round("Ann", Ben=4, Cat=5)
    table.sees("Cat", story=True)


def test_nobody_draws_when_no_card_is_left_anywhere():
    table = started("Ann Ben")
    table.out("Ann", ["Ben"])
    table.sees("Ann", story=False)


def test_an_empty_story_deck_gives_no_card():
    table = evening(box={"story_deck": 0})
    table.round("Ann", Ben=3, Cat=5)
    table.hears("Cat's hand counts 5.", "Ben deals.", "The STORY deck is empty.")
    table.sees("Cat", story=False)


def test_the_story_card_is_read_out_and_lies_beside_the_leader():
    table = evening(box={"stories": {"7": "Deal yourself two cards fewer."}})
    table.refuses("STORY Deck", "Ben has no Story card").read_story("Ben", 7)
    table.round("Ann", Ben=5, Cat=3)
    table.refuses("STORY Deck", "numbered 1 to 12").read_story("Ben", 13)
    table.refuses("STORY Deck", "numbered 1 to 12").read_story("Ben", 0)
    table.read_story("Ben", 7)
    table.hears("Ben reads Story card 7: Deal yourself two cards fewer.")
    assert any("two cards fewer" in badge.says for badge in table.board().chairs[1].badges)


def test_a_story_card_is_there_once():
    table = evening()
    table.round("Ann", Ben=5, Cat=3)
    table.read_story("Ben", 7)
    table.found("Cat", story=UNREAD)
    table.refuses("STORY Deck", "Another player has Story card 7").read_story("Cat", 7)


# ---------------------------------------------------------------- Beast Mode


def test_a_used_story_card_becomes_experience():
    table = evening()
    table.round("Ann", Ben=5, Cat=3)
    table.sees("Ben", story=True, experience=0)
    table.round("Ben", Ann=3, Cat=1)
    table.sees("Ben", story=False, experience=1)


def test_two_experience_points_unlock_the_beast_mode_for_one_round():
    table = with_experience(1)
    table.refuses("Beast Mode", "takes 2 Experience points").beast_mode("Ben")
    table = with_experience(2)
    before = table.table.view["piles"]["story"]
    table.beast_mode("Ben")
    table.hears("Ben is in Beast Mode for this round.")
    table.sees("Ben", beast=True, experience=0)
    table.piles(story=before + 2)
    table.round("Cat", Ann=1, Ben=0)
    table.sees("Ben", beast=False)


def test_the_beast_mode_waits_for_a_later_round_than_its_second_point():
    table = evening(box={"breaking_point": 200})
    table.round("Ann", Ben=3, Cat=0)
    table.round("Ann", Ben=3, Cat=0)  # the second Story card is drawn; the first is a point now
    table.refuses("Beast Mode", "takes 2").beast_mode("Ben")
    table.start(table.dealer)
    table.refuses("Beast Mode", "takes 2").beast_mode("Ben")
    table.out("Ben")
    table.counts(Ann=0, Cat=0)
    table.beast_mode("Ben")


def test_a_beast_mode_may_be_unlocked_in_mid_round_but_not_after_it():
    table = with_experience(2)
    table.start(table.dealer)
    table.beast_mode("Ben")
    table = with_experience(2)
    table.start(table.dealer)
    table.out("Ann")
    table.refuses("Beast Mode", "not after it").beast_mode("Ben")


def test_one_beast_mode_at_a_time():
    table = with_experience(4)
    table.beast_mode("Ben")
    table.refuses("Beast Mode", "unlocked already").beast_mode("Ben")


def test_the_beast_modes_text_is_told():
    table = evening(box={"breaking_point": 200, "leaders": {"robot": {"beast": "Plays with both hands."}}})
    table.take_leader("Ben", "robot")
    for _ in range(2):
        table.round("Ann", Ben=3, Cat=0)
    table.round("Ben", Ann=0, Cat=0)
    table.beast_mode("Ben")
    table.hears("Ben is in Beast Mode for this round. Plays with both hands.")


def test_no_more_than_four_experience_points_are_saved():
    with_experience(6).sees("Ben", experience=4)


def test_a_player_who_only_looks_on_unlocks_nothing():
    table = evening(box={"breaking_point": 12})
    for _ in range(3):
        table.round("Ann", Ben=3, Cat=0)
    table.round("Cat", Ben=3, Ann=0)
    table.sees(playing=["Ann", "Cat"])
    table.refuses("Close Calls and Ties", "Ben does not play").beast_mode("Ben")
