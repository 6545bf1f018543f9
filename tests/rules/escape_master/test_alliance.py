"""Escape Alliance (Team Game): two teams of two."""

import pytest

from tests.rules.escape_master.script import alliance

TEAMS = [["Ann", "Cat"], ["Ben", "Dan"]]


def teams(table):
    return [team["players"] for team in table.table.view["teams"]]


def team_totals(table):
    return [team["blunders"] for team in table.table.view["teams"]]


def test_everybody_has_one_teammate():
    table = alliance()
    assert teams(table) == TEAMS
    assert [link.says for link in table.board().links] == ["Ann and Cat are a team", "Ben and Dan are a team"]


@pytest.mark.parametrize(("seat", "first"), [("across", "Cat"), ("left", "Ben"), ("right", "Dan")])
def test_the_table_says_where_the_teammates_sit(seat, first):
    assert teams(alliance(house={"teammates": seat}))[0] == ["Ann", first]


def test_a_round_ends_when_both_of_a_team_are_out():
    table = alliance()
    table.start("Ann")
    table.out("Ann")
    table.hears("Ann: Escape Master!")
    table.out("Ben")
    table.sees(phase="round")
    table.out("Cat")
    table.hears(
        "Cat: Escape Master!", "Escape Alliance! Cat's team is out.", "Nobody plays any more. To be counted: Dan."
    )
    table.count("Dan", 6)
    assert team_totals(table) == [0, 6]


def test_teammates_may_go_out_in_the_same_moment():
    table = alliance()
    table.start("Ann")
    table.out("Ann", ["Cat"])
    table.sees(phase="count")


def test_both_hands_of_a_team_count_even_if_one_of_them_was_empty():
    table = alliance()
    table.start("Ann")
    for player in ("Ben", "Ann", "Cat"):
        table.out(player)
    table.count("Dan", 4)
    assert team_totals(table) == [0, 4]


def test_the_team_score_reaches_the_breaking_point_and_the_lower_team_wins():
    table = alliance()
    table.start("Ann")
    table.out("Ann", ["Cat"])
    table.counts(Ben=15, Dan=15)
    assert table.result["winners"] == ["Ann", "Cat"]
    assert table.result["teams"] == [{"players": TEAMS[0], "total": 0}, {"players": TEAMS[1], "total": 30}]
    assert table.board().headline == "Ann and Cat win"


def test_tied_teams_play_one_more_round():
    table = alliance()
    table.start("Ann")
    table.depends("Special Cases", "draw pile is empty").nobody_can_play("Ann")
    table.counts(Ann=15, Ben=20, Cat=15, Dan=10)
    table.sees(phase="deal", playing=["Ann", "Ben", "Cat", "Dan"], round=2)
    table.start("Ben")
    table.out("Ben", ["Dan"])
    table.counts(Ann=0, Cat=1)
    assert table.result["winners"] == ["Ben", "Dan"]


def test_an_escape_may_free_a_teammate():
    table = alliance()
    table.start("Ann")
    table.trap("Ben", "trap-up", "Ann")
    table.refuses("Escape Alliance (Team Game)", "helps oneself, or a teammate").escape("Dan", "escape", "Ann")
    table.escape("Cat", "escape", "Ann")
    table.hears("Cat's Escape frees Ann.")
    table.sees("Ann", trap=None)


def test_the_discarding_escape_for_a_teammate_lets_only_its_player_discard():
    table = alliance()
    table.start("Ann")
    table.trap("Ben", "trap-draw", "Ann")
    table.escape("Cat", "escape-discard", "Ann", discard="3-mouse")
    table.hears("Cat's Escape frees Ann.", "Cat discards 3 Mouse.")


def test_nobody_traps_a_teammate():
    table = alliance()
    table.start("Ann")
    table.refuses("Playing Traps and Escapes", "an opponent's").trap("Ann", "trap-up", "Cat")


def story_is_due():
    table = alliance()
    table.start("Ann")
    table.out("Ann", ["Cat"])
    table.counts(Ben=2, Dan=5)
    return table


def test_the_team_with_the_most_blunders_in_hand_picks_who_draws_a_story_card():
    table = story_is_due()
    assert table.board().asks == "Ben and Dan had the most Blunders in hand: which of them draws the Story card?"
    table.refuses("Escape Alliance (Team Game)", "Ann's team does not draw").draw_story("Ann")
    table.draw_story("Ben")
    table.sees("Ben", story=True)
    table.sees("Dan", story=False)
    table.refuses("STORY Deck", "No Story card is due").draw_story("Ben")


def test_a_team_that_says_nothing_lets_the_one_with_more_blunders_draw():
    table = story_is_due()
    table.start("Ben")
    table.hears("Dan draws a Story card.", "Round 2: Start!")
    table.sees("Dan", story=True)


def test_draws_go_only_to_those_who_still_play():
    table = alliance()
    table.start("Ann")
    table.out("Ben")
    table.draw("Ann")
    table.hears("Ann announces “Draw”. One card each, in this order: Cat, Dan and Ann.")


def test_the_lumberjack_may_bring_a_team_to_the_breaking_point():
    table = alliance()
    table.take_leader("Ann", "lumberjack")
    table.start("Ann")
    table.out("Ann", ["Cat"])
    table.counts(Ben=15, Dan=14)
    table.fell("Ann", "Ben")
    table.hears("Ben draws a Story card.", "Ann's Lumberjack gives Ben", "Ben reaches the Breaking Point")
