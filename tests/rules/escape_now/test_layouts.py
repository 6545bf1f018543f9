"""SET UP: layouts are data. The book's pictures are lost, so a table may hand over its own."""

import pytest

from rules.action import Unreadable
from rules.game import Setup
from rules.games.escape_now.layout import LAYOUTS, PLACES, read_layout
from tests.rules.escape_now.script import GAME, fresh


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_shipped_layout_uses_eight_cards_and_says_that_it_is_assumed(name):
    layout = read_layout(name)
    assert layout.places == (0, 1, 2, 3, 4, 5, 8)
    assert LAYOUTS[name]["origin"] == "assumed"
    assert {fact.origin for fact in GAME.facts(Setup(GAME.id, ("Ann",), name)) if fact.key == ("layout",)} == {
        "assumed"
    }


def test_every_level_has_its_layout():
    assert list(LAYOUTS) == list(GAME.modes)


def test_a_level_can_be_played_with_another_layout():
    assert fresh(mode="easy", box={"layout": "hard"}).table.state.box.layout.name == "hard"


def test_a_table_s_own_layout():
    own = {"rows": [["A", "B"], ["C"], ["last"]], "after": {"C": ["A", "B"], "last": ["C"]}}
    table = fresh(box={"layout": own})
    assert list(table.table.view["puzzles"]) == ["A", "B", "C", "last"]
    table.puzzle("C", visible=False, after=["A", "B"])
    assert GAME.facts(table.table.setup)[0].value == own


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        ("huge", "no layout “huge”"),
        (7, "has to be an object"),
        ({"rows": "A"}, 'needs "rows"'),
        ({"rows": [["A"], ["last"]], "size": 3}, "no field “size”"),
        ({"rows": [["A", "A"], ["last"]], "after": {"last": ["A"]}}, "every place once"),
        ({"rows": [["A"]]}, "needs the double puzzle"),
        ({"rows": [["last"]]}, "at least one puzzle before"),
        ({"rows": [["A"], ["Z"], ["last"]]}, "not “Z”"),
        ({"rows": [["A"], ["last"]], "after": {"last": "A"}}, "a list of places"),
        ({"rows": [["A"], ["last"]], "after": {"last": ["B"]}}, "“B” has an arrow"),
        ({"rows": [["A"], ["last"]], "after": []}, "has to be an object"),
        ({"rows": [["A", "B"], ["last"]], "after": {"A": ["B"], "B": ["A"], "last": ["A"]}}, "never turned face up"),
        ({"rows": [["A", "B"], ["last"]], "after": {"B": ["last"], "last": ["A"]}}, "never turned face up"),
        ({"rows": [["A", "B"], ["last"]], "after": {"last": ["A"]}}, "leads to the last one"),
    ],
)
def test_a_layout_that_cannot_be_is_refused(layout, words):
    with pytest.raises(Unreadable, match=words):
        read_layout(layout)


def test_places_are_letters_and_the_last():
    assert PLACES == ("A", "B", "C", "D", "E", "F", "G", "H", "last")
