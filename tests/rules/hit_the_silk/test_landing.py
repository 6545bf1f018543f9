"""LAND THE PLANE!, paragraph by paragraph."""

import pytest
from msgspec.structs import replace

from rules.games.hit_the_silk.landing import FACES, LANDING, Board, Flight, Move, after, brake, ends, moves, read_board

BOARD = read_board(LANDING)


def rolled(first: str, second: str, licence: bool = False) -> set[tuple[int, int]]:
    found = moves((first, second), licence)
    assert len(found) == len(set(found)), "each move once"
    return {(move.across, move.down) for move in found}


# The board and the dice


def test_the_board_has_75_spaces_with_cut_corners():
    assert len(list(BOARD)) == 75
    assert (1, 9) in BOARD and (1, 10) not in BOARD
    assert (6, 2) in BOARD and (6, 1) not in BOARD
    assert (7, 3) in BOARD and (7, 2) not in BOARD
    assert (0, 1) not in BOARD and (8, 8) not in BOARD


def test_the_plane_token_starts_top_left():
    assert BOARD.start == (1, 1)


def test_the_landing_strip_is_bottom_right():
    assert BOARD.strip == ((7, 8), (7, 9), (7, 10), (7, 11), (7, 12))


def test_every_fact_of_the_board_says_where_it_comes_from():
    assert set(LANDING["origin"]) == set(LANDING) - {"origin"}


@pytest.mark.parametrize("wrong", [{"start": (1, 10)}, {"strip": ((7, 13),)}, {"lake_spaces": frozenset({(7, 8)})}])
def test_a_board_that_cannot_be_is_refused(wrong: dict[str, object]):
    with pytest.raises(ValueError):
        replace(BOARD, **wrong)


# "You must choose to move the Plane horizontally with one value and vertically with the other."


def test_a_3_and_a_2_go_either_way():
    assert rolled("3", "2") == {(3, 2), (2, 3)}


def test_two_alike_leave_one_move():
    assert rolled("4", "4") == {(4, 4)}


# "If one of the Dice indicates a mandatory direction, the decision is made for you."


def test_1_across_and_a_3_is_across_1_and_down_3():
    assert rolled("1-across", "3") == rolled("3", "1-across") == {(1, 3)}


def test_1_down_and_a_3_is_across_3_and_down_1():
    assert rolled("1-down", "3") == rolled("3", "1-down") == {(3, 1)}


# "If both Dice indicate a mandatory direction, you must move the Plane as directed."


def test_1_across_twice_is_across_2():
    assert rolled("1-across", "1-across") == {(2, 0)}


def test_1_down_twice_is_down_2():
    assert rolled("1-down", "1-down") == {(0, 2)}


def test_1_across_and_1_down():
    assert rolled("1-across", "1-down") == rolled("1-down", "1-across") == {(1, 1)}


def test_an_unknown_face_is_refused():
    with pytest.raises(ValueError, match="5 is not a face"):
        moves(("5", "1"), licence=False)


# "If the Plane descends below the surface line, it crashes." "If it passes beyond the right edge, it crashes."


def test_below_the_surface_line():
    assert after(BOARD, (6, 8), Move(1, 2)) == Flight("crashed", None)


def test_beyond_the_right_edge():
    assert after(BOARD, (4, 10), Move(3, 1)) == Flight("crashed", None)
    assert after(BOARD, (1, 7), Move(3, 0)) == Flight("crashed", None), "the first row ends at column 9"


def test_a_cut_corner_on_the_left_is_below_the_surface_too():
    assert after(BOARD, (5, 1), Move(0, 1)) == Flight("crashed", None)


def test_only_the_space_where_the_plane_stops_counts():
    assert after(BOARD, (1, 9), Move(1, 1)) == Flight("flying", (2, 10)), "whichever way round the corner"
    assert after(BOARD, (6, 7), Move(1, 1)) == Flight("strip", (7, 8)), "over the lake"


def test_a_stop_over_the_lake_is_the_table_s_ruling():
    assert after(BOARD, (6, 6), Move(1, 1)) == Flight("crashed", (7, 7))
    assert after(read_board(LANDING, lake="fly"), (6, 6), Move(1, 1)) == Flight("flying", (7, 7))


def test_the_lake_can_be_edited():
    smaller = replace(BOARD, lake_spaces=BOARD.lake_spaces - {(7, 7)})
    assert ends(smaller, (7, 7)) == "flying"
    assert ends(smaller, (7, 6)) == "crashed"


# "If the Plane touches down on the Landing Strip, you must hit the brakes."


def test_touching_down():
    assert after(BOARD, (5, 8), Move(1, 2)) == Flight("strip", (7, 9))


def stands(column: int, licence: bool, board: Board = BOARD) -> set[str]:
    return {face for face in FACES if brake(board, (7, column), face, licence)}


def test_a_down_indicator_loses():
    assert not any("1-down" in stands(column, licence=False) for column in range(8, 13))


def test_beyond_the_final_space_into_the_mountain():
    assert stands(8, licence=False) == {"1", "2", "3", "4", "1-across"}
    assert stands(9, licence=False) == {"1", "2", "3", "1-across"}
    assert stands(10, licence=False) == {"1", "2", "1-across"}
    assert stands(11, licence=False) == {"1", "1-across"}
    assert stands(12, licence=False) == set()


# "Pilot's Licence: allows you to deduct a value of 1 from one of the Dice, on each turn."


def test_licence_deducts_from_one_of_the_dice_or_none():
    assert rolled("3", "2", licence=True) == {(3, 2), (2, 3), (2, 2), (3, 1), (1, 3)}
    assert rolled("1", "1", licence=True) == {(1, 1), (0, 1), (1, 0)}


def test_licence_deducts_from_1_across_and_1_down_which_still_direct_the_other_die():
    assert rolled("1-across", "3", licence=True) == {(1, 3), (0, 3), (1, 2)}
    assert rolled("1-down", "3", licence=True) == {(3, 1), (3, 0), (2, 1)}
    assert rolled("1-across", "1-across", licence=True) == {(2, 0), (1, 0)}
    assert rolled("1-across", "1-down", licence=True) == {(1, 1), (0, 1), (1, 0)}


def test_no_roll_lets_the_plane_stand_still():
    assert all(across + down for one in FACES for two in FACES for across, down in rolled(one, two, licence=True))


def test_moves_with_the_dice_as_rolled_come_first():
    assert moves(("2", "1"), licence=True)[:2] == (Move(2, 1), Move(1, 2))


def test_licence_turns_a_brake_roll_of_1_down_into_0():
    assert all("1-down" in stands(column, licence=True) for column in range(8, 13))


def test_licence_on_a_brake_roll_is_used_when_it_helps():
    assert stands(8, licence=True) == set(FACES)
    assert stands(9, licence=True) == set(FACES)
    assert stands(10, licence=True) == set(FACES) - {"4"}
    assert stands(11, licence=True) == set(FACES) - {"4", "3"}
    assert stands(12, licence=True) == {"1", "1-across", "1-down"}
