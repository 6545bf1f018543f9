"""Move: where the die leads, and the Cautious move."""

import pytest

from rules.action import Unreadable
from tests.rules.dig_your_way_out.script import evening

MOVE = "Move"


@pytest.mark.parametrize(
    ("die", "one", "other"),
    [
        (1, "cell-block", "cafeteria"),
        (2, "showers", "nursery"),
        (3, "cell-block", "recreation-area"),
        (4, "recreation-area", "cafeteria"),
        (5, "nursery", "cafeteria"),
        (6, "cell-block", "showers"),
    ],
)
def test_each_face_leads_to_two_places(die, one, other):
    for place in (one, other):
        table = evening(at={"Ann": "solitary-confinement"})
        table.roll("Ann", die)
        table.sees(phase="move", actions=1)
        table.move("Ann", place)
        table.sees("Ann", place=place)


def test_only_the_places_of_the_die_can_be_chosen():
    table = evening()
    table.roll("Ann", 4)
    table.refuses(MOVE, "Ann goes to the Recreation area or to the Cafeteria.").move("Ann", "showers")
    table.refuses(MOVE, "Ben has not rolled the die.").move("Ben", "cafeteria")


def test_who_stands_on_one_of_them_has_to_go_to_the_other():
    table = evening()
    table.roll("Ann", 1)
    table.hears("Ann rolls a 1.", "Ann is in the Cafeteria now.")
    table.sees("Ann", place="cafeteria")
    table.roll("Ann", 1)
    table.sees("Ann", place="cell-block")


def test_nobody_moves_without_a_roll():
    evening().refuses(MOVE, "Ann has not rolled the die.").move("Ann", "showers")


def test_the_die_has_six_faces():
    with pytest.raises(Unreadable, match="one of 1, 2, 3, 4, 5, 6"):
        evening().roll("Ann", 7)


def test_a_box_whose_board_prints_other_places():
    table = evening(box={"die": {"2": ["showers", "cell-block"], "6": ["nursery", "showers"]}})
    table.roll("Ann", 2)
    table.sees("Ann", place="showers")


def test_a_cautious_move_takes_both_actions_to_any_place():
    table = evening()
    table.cautious_move("Ann", "nursery")
    table.sees("Ann", place="nursery")
    table.sees(actions=0)


def test_no_cautious_move_after_a_first_action():
    table = evening()
    table.search("Ann")
    table.refuses(MOVE, "A Cautious move takes both actions of the turn.").cautious_move("Ann", "nursery")


def test_no_cautious_move_after_the_roll():
    table = evening()
    table.roll("Ann", 4)
    table.refuses(MOVE, "Ann goes to", MOVE).cautious_move("Ann", "nursery")


def test_a_cautious_move_leads_elsewhere_and_not_into_solitary_confinement():
    evening().refuses(MOVE, "Ann is there already.").cautious_move("Ann", "cell-block")
    evening().refuses("ELEMENTS", "Nobody walks into").cautious_move("Ann", "solitary-confinement")
    evening(house={"solitary": "free"}).cautious_move("Ann", "solitary-confinement")


def test_the_camera_reads_the_die():
    table = evening().table
    rolls = [option for option in table.options() if option.do == "roll"]
    assert [roll.shows(table.state) for roll in rolls] == [{"dice": (str(face),)} for face in range(1, 7)]
