"""TO ESCAPE OR NOT TO ESCAPE? and TIPS FROM THE MASTER: the end, minutes left, and what no team can beat."""

import pytest

from rules.action import Unreadable
from tests.rules.escape_now.script import FOUR_TRAITS, GAME, room

END = "TO ESCAPE OR NOT TO ESCAPE?"


def before_the_door(**setup):
    """Three traits lie beside the last puzzle: Ann needs a Lucky Shot."""
    setup = {"at": "last last last", "solved": "A B C D E F", "hands": "3 2 2", "draw": 8, **setup}
    table = room(**setup)
    for card in ("perceptive", "tenacious", "talkative"):
        table.solve(table.table.view["turn"], card)
    return table


# ---------------------------------------------------------------- the end


def test_the_team_escapes_with_the_last_puzzle():
    table = before_the_door()
    table.solve("Ann", "lucky-shot", "finish")
    table.sees(phase="over", turn=None)
    table.hears(
        "Ann's Lucky Shot finishes the last puzzle.", "The last puzzle is solved.", "The team is out, with 11 minutes"
    )
    assert table.result["escaped"] and table.result["winners"] == ["Ann", "Ben", "Cat"]


def test_minutes_left_are_all_hands_and_the_draw_pile():
    table = before_the_door()
    table.solve("Ann", "lucky-shot", "finish")
    assert table.result["minutes"] == 11
    assert [(line["player"], line["amount"]) for line in table.result["lines"]] == [
        ("Ann", 1),
        ("Ben", 1),
        ("Cat", 1),
        ("", 8),
    ]


def test_cards_on_the_table_are_no_minutes():
    table = before_the_door()
    assert table.table.view["minutes"] == 12 and table.beside("last") != ""


def test_time_is_up_when_the_player_at_turn_has_no_card_and_can_draw_none():
    table = room(hands="1 0 4", draw=0)
    table.solve("Ann", "logical")
    table.sees(phase="over")
    table.hears("Ann lays Logical", "Time is up: the team is locked in.")
    assert table.result == {
        "escaped": False,
        "minutes": 0,
        "best": table.result["best"],
        "winners": [],
        "says": table.result["says"],
        "lines": [{"player": "", "what": "locked in: cards that are left do not count", "amount": 0, "heading": END}],
    }
    assert GAME.board(table.table.state).dial.alarms == ("locked-in",)


def test_an_empty_pile_alone_is_not_the_end():
    table = room(hands="4 4 4", draw=1)
    table.ask("Ann")
    table.piles(draw=0)
    table.sees(turn="Ben", phase="question")
    table.solve("Ben", "tenacious")


def test_house_rule_an_empty_pile_is_the_end():
    table = room(hands="4 4 4", draw=1, house={"time-up": "empty-pile"})
    table.ask("Ann")
    table.sees(phase="over")
    assert not table.result["escaped"]


def test_who_escapes_with_the_last_card_has_escaped():
    table = before_the_door(hands="2 1 1", draw=0)
    table.solve("Ann", "lucky-shot", "finish")
    assert table.result["escaped"] and table.result["minutes"] == 0


def test_after_the_end_nothing_is_played():
    table = room(hands="1 0 4", draw=0)
    table.solve("Ann", "logical")
    table.refuses(END, "The game is over.", "TAKING TURNS", "3 Replenish cards").replenish("Ann")
    table.refuses(END, "The game is over.", "2 Move to another puzzle").move("Ben", "A")
    table.refuses(END, "The game is over.", "4 Ask a question").ask("Ben")
    table.refuses(END, "The game is over.", "2 Move to another puzzle").stuck("Ben")


def test_who_can_do_nothing_at_all_is_out_of_time():
    """No card to draw, no other puzzle face up, and no card that fits: that is the player's word."""
    table = room(mode="hard", at="A A A", draw=0)
    table.refuses("TAKING TURNS", "It is Ann's turn.", END).stuck("Ben")
    table.depends(END, "is Ann's word").stuck("Ann")
    table.sees(phase="over")
    assert not table.result["escaped"]


def test_while_there_is_something_to_do_nobody_is_stuck():
    room(mode="hard", at="A A A", draw=1).refuses(END, "cards left to draw", END).stuck("Ann")
    room(draw=0).refuses("2 Move to another puzzle", "another puzzle to move to", END).stuck("Ann")


def test_stuck_for_certain():
    """Every card that could fit lies elsewhere."""
    table = room("Ann", "hard", at="A", hands="2", draw=0, box={"logical": 1, "perceptive": 0, "lucky-shot": 0})
    table.solve("Ann", "logical")
    table.stuck("Ann")
    assert not table.result["escaped"]


# ---------------------------------------------------------------- counting


def test_the_table_counts_what_was_played_and_what_is_left():
    table = room()
    table.solve("Ann", "logical")
    table.solve("Ben", "tenacious")
    cards = table.table.view["cards"]
    assert cards["logical"] == {"played": 1, "left": 10} and cards["tenacious"] == {"played": 1, "left": 10}
    table.move("Cat", "A")
    table.move("Ann", "B")
    assert table.table.view["cards"]["logical"] == {"played": 1, "left": 10}
    shown = [(figure.name, figure.text) for figure in GAME.board(table.table.state).figures[-6:]]
    assert shown[:3] == [("Logical", "10 left"), ("Perceptive", "11 left"), ("Dexterous", "11 left")]
    assert shown[3:] == [("Tenacious", "10 left"), ("Talkative", "11 left"), ("Lucky Shot", "5 left")]


def test_the_board_tells_how_far_every_open_puzzle_is():
    table = room(at="A B C", solved="C")
    table.solve("Ann", "logical")
    shown = [(figure.name, figure.text) for figure in GAME.board(table.table.state).figures[:3]]
    assert shown == [
        ("Solved", "1 of 7"),
        ("Puzzle A", "1 of 5, Logical + Perceptive, Perceptive missing"),
        ("Puzzle B", "0 of 5, Dexterous + Tenacious"),
    ]


# ---------------------------------------------------------------- companion score


def test_the_score_adds_up_hands_and_pile():
    result = GAME.score({"hands": {"Ann": 3, "Ben": 2}, "draw": 8, "escaped": True})
    assert (result["escaped"], result["minutes"]) == (True, 13)
    assert [(line["player"], line["amount"], line["heading"]) for line in result["lines"]] == [
        ("Ann", 3, END),
        ("Ben", 2, END),
        ("", 8, END),
    ]


def test_locked_in_there_are_no_minutes():
    result = GAME.score({"hands": {"Ann": 3, "Ben": 2}, "draw": 0, "escaped": False})
    assert (result["escaped"], result["minutes"], result["winners"]) == (False, 0, [])


def test_the_third_hand_counts_between_two_players():
    two = {"hands": {"Ann": 3, "Ben": 2}, "draw": 8, "escaped": True, "third": 4}
    assert GAME.score(two)["minutes"] == 17
    assert GAME.score({**two, "options": {"third-hand-counts": False}})["minutes"] == 13


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (7, "has to be an object"),
        ({"hands": {"Ann": 3}, "draw": 8}, 'needs "escaped"'),
        ({"hands": {"Ann": 6}, "draw": 8, "escaped": True}, "Ann's hand must be a number from 0 to 5"),
        ({"hands": {"Ann": 3}, "draw": 58, "escaped": True}, "from 0 to 57"),
        ({"hands": {"Ann": 3}, "draw": 57, "escaped": True}, "more than the 57 action cards"),
        ({"hands": {"Ann": 3}, "draw": 5, "escaped": "yes"}, "true or false"),
        ({"hands": {}, "draw": 5, "escaped": True}, "1 to 6 players"),
        ({"hands": {"Ann": 3}, "draw": 5, "escaped": True, "third": 1}, "Only two players"),
        ({"hands": {"Ann": 3}, "draw": 5, "escaped": True, "mode": 3}, '"mode" is a text'),
        ({"hands": {"Ann": 3}, "draw": 5, "escaped": True, "time": 3}, "no field “time”"),
    ],
)
def test_a_score_that_cannot_be_is_refused(data, words):
    with pytest.raises(Unreadable, match=words):
        GAME.score(data)


def test_more_minutes_than_any_team_can_have_left_are_doubted():
    result = GAME.score({"hands": {"Ann": 5, "Ben": 5}, "draw": 35, "escaped": True})
    assert (result["minutes"], result["best"]) == (45, 25)
    assert "No team can have more" not in result["says"]
    assert "That is more than the 25 minutes that any team can have left with this layout" in result["says"]
    most = GAME.score({"hands": {"Ann": 5, "Ben": 5}, "draw": 15, "escaped": True})
    assert most["says"].endswith("No team can have more than 25 minutes left with this layout.")


def test_the_result_stands_beside_what_no_team_can_beat():
    table = before_the_door()
    table.solve("Ann", "lucky-shot", "finish")
    outcome = GAME.board(table.table.state).outcome
    assert outcome.story[0] == "The team escaped with 11 minutes left."
    assert outcome.story[2] == f"No team can have more than {table.result['best']} minutes left with this layout."
    harder = before_the_door(last=FOUR_TRAITS)
    assert GAME.view(harder.table.state)["result"] is None
