"""END OF GAME from plain data: `companion score escape-plan`."""

import pytest

from rules.action import Unreadable
from tests.rules.escape_plan.script import GAME

TABLES = {"contacts": [0, 5, 12, 20, 30, 42], "notoriety": [0, 0, 2, 4, 6, 9, 12, 16, 20]}
ANN = {
    "money": 41, "plan": 30, "assets_flipped": 3, "contacts": 5, "lockers": [20], "exits": [10], "notoriety": 7,
    "wounds": 1, "arrested": False,
}  # fmt: skip


def score(tables=TABLES, **players):
    return GAME.score({"players": players, "tables": tables})


def test_everything_is_counted_line_by_line():
    result = score(Ann=ANN)
    assert result["totals"] == {"Ann": 30 + 41 + 30 + 30 + 20 + 10 - 16 - 20}
    assert [line["amount"] for line in result["lines"]] == [30, 41, 30, 30, 20, 10, -16, -20]
    assert {line["heading"] for line in result["lines"]} == {"END OF GAME"}
    assert result["winners"] == ["Ann"] and result["tie_break"] is None and result["missing"] == []


def test_one_contact_card_is_discarded_first():
    assert score(Ann={"contacts": 5})["totals"] == {"Ann": 30}
    assert score(Ann={"contacts": 1})["totals"] == {"Ann": 0}
    assert score(Ann={"contacts": 0})["totals"] == {"Ann": 0}


def test_ten_for_a_flipped_asset_and_minus_twenty_for_a_wound():
    assert score(Ann={"assets_flipped": 7})["totals"] == {"Ann": 70}
    assert score(Ann={"wounds": 3})["totals"] == {"Ann": -60}


def test_the_arrested_have_a_score_of_zero():
    result = score(Ann={**ANN, "arrested": True}, Ben={"money": 1})
    assert result["totals"] == {"Ann": 0, "Ben": 1} and result["winners"] == ["Ben"]
    assert score(Ann={"arrested": True}, Ben={"arrested": True})["winners"] == []


@pytest.mark.parametrize(
    ("ben", "winners", "tie_break"),
    [
        ({"money": 8, "plan": 12, "notoriety": 2, "wounds": 0}, ["Ann"], "money"),
        ({"money": 10, "plan": 8, "notoriety": 0, "wounds": 0}, ["Ben"], "notoriety"),
        ({"money": 10, "plan": 10, "notoriety": 2, "wounds": 0}, ["Ann", "Ben"], None),
        ({"money": 10, "plan": 30, "notoriety": 2, "wounds": 1}, ["Ann"], "wounds"),
        ({"money": 10, "plan": 11, "notoriety": 2, "wounds": 0}, ["Ben"], None),
    ],
)
def test_ties_are_broken_by_money_then_notoriety_then_wounds(ben, winners, tie_break):
    result = score(Ann={"money": 10, "plan": 10, "notoriety": 2}, Ben=ben)
    assert (result["winners"], result["tie_break"]) == (winners, tie_break)


def test_tables_that_are_not_entered_are_named_and_count_nothing():
    result = GAME.score({"players": {"Ann": ANN}})
    assert result["missing"] == ["contacts", "notoriety"]
    assert sum("not entered" in line["what"] for line in result["lines"]) == 2
    assert result["totals"] == {"Ann": 30 + 41 + 30 + 20 + 10 - 20}


def test_past_the_end_of_a_table_its_last_figure_counts():
    assert score(Ann={"contacts": 20, "notoriety": 40})["totals"] == {"Ann": 42 - 20}


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        {"players": []},
        {"players": {}},
        {"players": {"Ann": {"gold": 1}}},
        {"players": {"Ann": {"money": -1}}},
        {"players": {"Ann": {"money": "9"}}},
        {"players": {"Ann": {"wounds": 4}}},
        {"players": {"Ann": {"assets_flipped": 8}}},
        {"players": {"Ann": {"contacts": 33}}},
        {"players": {"Ann": {"lockers": 20}}},
        {"players": {"Ann": {"lockers": [1] * 16}}},
        {"players": {"Ann": {"exits": [1] * 11}}},
        {"players": {"Ann": {"arrested": 1}}},
        {"players": {"Ann": {}}, "tables": {"contacts": 5}},
        {"players": {"Ann": {}}, "tables": {"income": []}},
        {"players": {"Ann": {}}, "tables": {"contacts": ["x"]}},
        {"players": {"Ann": {}}, "mode": "core"},
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_with_a_sentence(data):
    with pytest.raises(Unreadable) as why:
        GAME.score(data)
    assert str(why.value).endswith((".", "box."))
