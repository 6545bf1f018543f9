"""`companion score escape-master`: rounds of hands in, Blunders, Story cards, totals and winners out."""

import pytest

from rules.action import Unreadable
from tests.rules.escape_master.script import GAME, alliance, evening

CONTRACT = {
    "mode": "solo",
    "limit": 30,
    "rounds": [{"hands": {"Ann": ["3-mouse", "doom-master"], "Ben": 2, "Cat": []}, "extra": {"Ben": 1}}],
}


def score(*rounds, **more):
    return GAME.score({"rounds": list(rounds), **more})


def test_a_round_is_scored_as_the_contract_says():
    result = GAME.score(CONTRACT)
    assert result["rounds"] == [{"blunders": {"Ann": 4, "Ben": 3, "Cat": 0}, "story": "Ann"}]
    assert result["totals"] == {"Ann": 4, "Ben": 3, "Cat": 0}
    assert (result["over"], result["winners"], result["tie"]) == (False, [], [])
    assert {line["heading"] for line in result["lines"]} == {"Scoring", "Doom Master Cards", "CHARACTER Deck"}
    assert sum(line["amount"] for line in result["lines"] if line["what"] == "total") == 7


def test_the_blunders_of_all_rounds_add_up_to_the_totals():
    result = score({"hands": {"Ann": 4, "Ben": 0}}, {"hands": {"Ann": 0, "Ben": 2}, "extra": {"Ann": 1}})
    for name in ("Ann", "Ben"):
        assert sum(played["blunders"][name] for played in result["rounds"]) == result["totals"][name]


def test_the_story_goes_by_hands_then_totals_then_nobody():
    result = score(
        {"hands": {"Ann": 3, "Ben": 5, "Cat": 0}},
        {"hands": {"Ann": 4, "Ben": 4, "Cat": 0}},
        {"hands": {"Ann": 0, "Ben": 0, "Cat": 0}},
        {"hands": {"Ann": 2, "Ben": 0, "Cat": 1}, "extra": {"Cat": 5}},
    )
    assert [played["story"] for played in result["rounds"]] == ["Ben", "Ben", None, "Ann"]
    assert score({"hands": {"Ann": 3, "Ben": 3}})["rounds"][0]["story"] is None
    assert score({"hands": {"Ann": 3, "Ben": 2}}, options={"level": "green"})["rounds"][0]["story"] is None


def test_the_limit_ends_it_and_the_fewest_win():
    result = score({"hands": {"Ann": 30, "Ben": 2, "Cat": 4}})
    assert (result["over"], result["winners"]) == (True, ["Ben"])
    assert not score({"hands": {"Ann": 30, "Ben": 2}}, limit=40)["over"]
    assert score({"hands": {"Ann": 10, "Ben": 2}}, limit=10)["over"]


def test_a_tie_waits_for_its_extra_round():
    played = [{"hands": {"Ann": 30, "Ben": 2, "Cat": 2}}]
    result = score(*played)
    assert (result["over"], result["winners"], result["tie"]) == (True, [], ["Ben", "Cat"])
    result = score(*played, {"hands": {"Ben": 1, "Cat": 0}})
    assert (result["winners"], result["tie"]) == (["Cat"], [])
    assert result["rounds"][1]["blunders"] == {"Ben": 1, "Cat": 0}


def test_teams_add_up():
    teams = [["Ann", "Ben"], ["Cat", "Dan"]]
    result = score({"hands": {"Ann": 20, "Ben": 10, "Cat": 5, "Dan": 0}}, mode="alliance", teams=teams)
    assert result["teams"] == [{"players": teams[0], "total": 30}, {"players": teams[1], "total": 5}]
    assert (result["over"], result["winners"]) == (True, ["Cat", "Dan"])
    assert result["totals"]["Ann"] == 20 and result["rounds"][0]["story"] == "Ann"


def test_the_contracts_own_alliance_is_read_though_one_hand_is_not_mentioned():
    result = GAME.score({**CONTRACT, "mode": "alliance", "teams": [["Ann", "Ben"], ["Cat", "Dan"]]})
    assert [team["total"] for team in result["teams"]] == [7, 0]


def test_alternate_rules_are_options():
    result = score({"hands": {"Ann": ["doom-master"] * 3, "Ben": 1}}, options={"early-ending": True})
    assert result["over"] and result["winners"] == ["Ben"]
    assert not score({"hands": {"Ann": 90, "Ben": 1}}, options={"ends": "set-rounds"})["over"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "has to be an object"),
        ({"mode": "duel", "rounds": []}, "has the modes solo, alliance"),
        ({"mode": 3}, '"mode" is a text'),
        ({"rounds": {}}, '"rounds" is a list'),
        ({"rounds": [3]}, "Round 1 has to be an object"),
        ({"rounds": [{"hands": {"Ann": 3}}]}, "2 to 4 players, not 1"),
        ({"rounds": [{"hands": {"Ann": ["3-pirate"], "Ben": 0}}]}, "no card “3-pirate”"),
        ({"rounds": [{"hands": {"Ann": ["3-mouse"], "Ben": ["3-mouse"]}}]}, "2 × 3 Mouse, but the deck has 1"),
        ({"rounds": [{"hands": {"Ann": ["doom-master"], "Ben": 0}}], "options": {"level": "green"}}, "has none"),
        ({"rounds": [{"hands": {"Ann": -1, "Ben": 0}}]}, "must be a number from 0 to 100"),
        ({"rounds": [{"hands": {"Ann": 60, "Ben": 41}}]}, "more cards in hand than the deck's 100"),
        ({"rounds": [{"hands": {"Ann": 1, "Ben": 0}, "extra": {"Ann": "x"}}]}, "extra must be a number"),
        ({"rounds": [{"hands": {"Ann": 1, "Ben": 0}, "extra": []}]}, "has to be an object"),
        ({"rounds": [{"hands": {"Ann": 1, "Ben": 0}}], "limit": 0}, "The limit must be a number"),
        ({"rounds": [{"hands": {"Ann": 30, "Ben": 0}}] * 2}, "was over after round 1"),
        ({"rounds": [{"hands": {"Ann": 30, "Ben": 2, "Cat": 2}}] * 2}, "played only by Ben and Cat"),
        ({"mode": "alliance", "teams": [["Ann"]], "rounds": []}, "two lists of two names"),
        (
            {"mode": "alliance", "teams": [["Ann", "Ben"], ["Cat", "Dan"]], "rounds": [{"hands": {"Zoe": 1}}]},
            "nobody here is called “Zoe”",
        ),
        (
            {"rounds": [{"hands": {"Ann": 20, "Ben": 0}}, {"hands": {"Anne": 12, "Ben": 0}}]},
            "Round 2: nobody here is called “Anne”. The hands of the first round name everybody",
        ),
        ({"rounds": [{"hands": {"Ann": 2, "Ben": 0}, "extra": {"Zoe": 1}}]}, "Round 1: nobody here is called “Zoe”"),
        ({"rounds": [{"hands": {"Ann": 1, "Ben": 0}}], "colour": "red"}, "has no field “colour”"),
    ],
)
def test_bad_input_gets_a_sentence(data, words):
    with pytest.raises(Unreadable, match=words):
        GAME.score(data)


def test_the_table_and_the_score_agree():
    table = evening()
    table.take_leader("Ann", "lumberjack")
    rounds = []
    for left in (12, 9, 8):
        table.fell("Ann", "Ben")
        table.round("Ann", Ben=left, Cat="doom-master 3-mouse")
        rounds.append({"hands": {"Ann": [], "Ben": left, "Cat": ["doom-master", "3-mouse"]}, "extra": {"Ben": 1}})
    assert table.result == score(*rounds)


def test_the_table_and_the_score_agree_on_teams():
    table = alliance(house={"teammates": "left"})
    table.start("Ann")
    table.out("Ann", ["Ben"])
    table.counts(Cat=15, Dan=16)
    hands = {"Ann": 0, "Ben": 0, "Cat": 15, "Dan": 16}
    assert table.result == score({"hands": hands}, mode="alliance", teams=[["Ann", "Ben"], ["Cat", "Dan"]])
