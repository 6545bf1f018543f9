"""`companion score`: Tunnel points from plain data, itemised, and what cannot be."""

import pytest

from rules.action import Unreadable
from tests.rules.dig_your_way_out.script import GAME


def scored(**dug: str) -> dict:
    return GAME.score({"players": {name: {"dug": tools.split()} for name, tools in dug.items()}})


def test_points_goal_and_winner():
    result = scored(Ann="spoon pick", Ben="")
    assert (result["goal"], result["points"], result["winner"]) == (12, {"Ann": 3, "Ben": 0}, None)
    result = scored(Ann="shovel shovel shovel pick", Ben="pick", Cat="", Dan="spoon")
    assert (result["goal"], result["winner"]) == (10, "Ann")


def test_every_amount_has_a_line_and_a_heading():
    lines = scored(Ann="spoon spoon pick", Ben="shovel")["lines"]
    assert [(line["player"], line["what"], line["amount"]) for line in lines] == [
        ("Ann", "2 × Spoon, 1 each", 2),
        ("Ann", "1 × Pick, 2 each", 2),
        ("Ben", "1 × Shovel, 3 each", 3),
        ("", "Tunnel points needed by 2", 12),
    ]
    assert [line["heading"] for line in lines] == ["CELL BLOCK: Dig"] * 3 + ["GOAL"]


def test_points_of_ones_own_box():
    data = {"players": {"Ann": {"dug": ["pick"]}, "Ben": {}}, "box": {"pick": {"points": 3}}}
    assert GAME.score(data)["points"] == {"Ann": 3, "Ben": 0}


@pytest.mark.parametrize(
    ("sentence", "dug"),
    [
        ("9 × Spoon, but the box has 8.", {"Ann": "spoon " * 5, "Ben": "spoon " * 4}),
        ("Ann: “knife” is no Tool", {"Ann": "knife", "Ben": ""}),
        ("Ann and Ben cannot both reach 12", {"Ann": "shovel " * 4, "Ben": "shovel " * 4}),
        ("Ann had reached 12 before the last Tool", {"Ann": "shovel " * 5, "Ben": ""}),
        ("is for 2 to 5 players, not 1", {"Ann": ""}),
        ("Ann: no box has 200 Tools.", {"Ann": "spoon " * 200, "Ben": ""}),
    ],
)
def test_what_cannot_be_is_refused(sentence, dug):
    with pytest.raises(Unreadable, match=sentence):
        scored(**dug)


@pytest.mark.parametrize(
    ("sentence", "data"),
    [
        ("The score has to be an object.", []),
        ('The score needs "players"', {}),
        ("The score has no field “teams”", {"players": {}, "teams": []}),
        ('"players" has to be an object.', {"players": []}),
        ("Ann has to be an object.", {"players": {"Ann": [], "Ben": {}}}),
        ('Ann: "dug" is a list of Tools.', {"players": {"Ann": {"dug": 3}, "Ben": {}}}),
        ('"mode" is a text.', {"players": {"Ann": {}, "Ben": {}}, "mode": 3}),
        ("Ann has no field “hand”", {"players": {"Ann": {"hand": []}, "Ben": {}}}),
    ],
)
def test_what_cannot_be_read_is_refused(sentence, data):
    with pytest.raises(Unreadable, match=sentence):
        GAME.score(data)
