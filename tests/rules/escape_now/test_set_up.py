"""COMPONENTS, PURPOSE OF THE GAME, SET UP and START OF THE GAME."""

import pytest

from rules import bag
from rules.action import Unreadable
from rules.game import Setup
from rules.games.escape_now.cards import IDS, PAIRS, traits_of
from tests.rules.escape_now.script import GAME, PUZZLES, fresh, room

# ---------------------------------------------------------------- COMPONENTS


def test_eleven_cards_of_each_trait_and_five_lucky_shots():
    box = fresh().table.state.box
    assert list(bag.counts(box.deck)) == [11, 11, 11, 11, 11, 5]
    assert box.minutes == 60


def test_the_ten_puzzle_cards_are_all_pairs_of_traits():
    """Each trait is shown four times, and any two cards together show three or four traits."""
    assert len(PAIRS) == 10
    assert all(sum(trait in pair for pair in PAIRS) == 4 for trait in range(5))
    pairs = [1 << one | 1 << other for one in range(10) for other in range(one)]
    assert {traits_of(cards).bit_count() for cards in pairs} == {3, 4}
    assert IDS[6] == "logical-perceptive" and IDS[-1] == "tenacious-talkative"


def test_six_pawns_are_for_one_to_six_players():
    assert GAME.players == (1, 2, 3, 4, 5, 6)
    with pytest.raises(Unreadable, match="1 to 6 players, not 7"):
        fresh("A B C D E F G")


def test_only_puzzle_cards_are_laid_out():
    fresh().refuses("COMPONENTS", "Only puzzle cards", "COMPONENTS").turn_up("Ann", "logical")


def test_there_is_one_puzzle_card_of_each_pair():
    table = fresh()
    table.turn_up("Ann", "logical-perceptive")
    table.refuses("COMPONENTS", "lies on the table already").turn_up("Ann", "logical-perceptive")
    table = room(at="F F F", solved="A B C D E")
    for card in ("logical", "dexterous", "lucky-shot"):
        table.solve(table.table.view["turn"], card)
    table.refuses("COMPONENTS", "one card of each pair").turn_up("Ann", "logical-tenacious logical-tenacious")


# ---------------------------------------------------------------- PURPOSE OF THE GAME


def test_sixty_cards_are_sixty_minutes():
    table = fresh()
    table.sees(minutes=60)
    assert GAME.board(table.table.state).dial.value == 60


def test_every_action_costs_a_minute():
    table = room(at="A B C")
    table.solve("Ann", "logical")
    table.sees(minutes=59)
    table.move("Ben", "C")
    table.sees(minutes=58)
    table.replenish("Cat")
    table.sees(minutes=57)
    table.ask("Ann")
    table.sees(minutes=56)


def test_the_gauge_warns_when_ten_minutes_are_left():
    table = room(hands="4 4 1", draw=3)
    assert GAME.board(table.table.state).dial.alarms == ()
    table.solve("Ann", "logical")
    table.solve("Ben", "tenacious")
    assert GAME.board(table.table.state).dial.alarms == ("hurry",)
    table.sees(minutes=10, gauge={"minutes": 10, "alarm": "hurry"})


# ---------------------------------------------------------------- SET UP


@pytest.mark.parametrize(
    ("mode", "rows", "face_up"), [("easy", [3, 2, 1, 1], 3), ("medium", [2, 2, 2, 1], 2), ("hard", [1, 2, 3, 1], 1)]
)
def test_eight_of_ten_cards_lie_in_the_level_s_layout(mode, rows, face_up):
    layout = fresh(mode=mode).table.state.box.layout
    assert [len(row) for row in layout.rows] == rows
    assert layout.face_up(0).bit_count() == face_up


def test_what_lies_face_up_is_told_before_pawns_are_placed():
    table = fresh()
    table.sees(phase="turn-up", asks="Puzzle A is turned face up: which card?")
    assert GAME.board(table.table.state).headline == "Turn up puzzle A"
    table.refuses("SET UP", "Puzzle A is turned face up").start("Ann", "A")
    table.turn_up("Ben", "logical-perceptive")
    table.hears("Puzzle A: Logical + Perceptive.")
    table.turn_all_up()
    table.sees(phase="start")
    table.puzzle("A", visible=True, shows=["logical", "perceptive"])
    table.puzzle("D", visible=False, shows=[])


def test_nothing_is_turned_up_out_of_turn():
    room().refuses("SET UP", "No puzzle card is turned face up").turn_up("Ann", "logical-tenacious")


def test_only_face_up_puzzles_can_be_worked_on():
    table = fresh()
    table.turn_all_up()
    table.refuses("SET UP", "Puzzle D does not lie face up").start("Ann", "D")
    table.refuses("SET UP", "Puzzle G does not lie face up").start("Ann", "G")


def test_a_puzzle_is_turned_up_when_all_puzzles_before_it_are_solved():
    table = room(at="A A B", solved="B C")
    table.puzzle("D", visible=False)
    for card in ("logical", "perceptive"):
        table.solve(table.table.view["turn"], card)
    table.move("Cat", "A")
    table.solve("Ann", "lucky-shot", "finish")
    table.puzzle("D", visible=True)
    table.sees(asks="Puzzle D is turned face up: which card?")
    table.turn_up("Cat", PUZZLES["D"])
    table.sees(phase="turn", turn="Ben")


def test_nothing_is_played_before_it_is_turned_up():
    table = room(mode="hard", at="A A A", hands="2 2 2", draw=1)
    for card in ("logical", "perceptive", "lucky-shot"):
        table.solve(table.table.view["turn"], card)
    waits = table.refuses("SET UP", "Puzzle B is turned face up: which card?")
    waits.move("Cat", "C")
    waits.replenish("Cat")
    waits.ask("Cat")
    table.refuses("SET UP", "Puzzle B is turned face up", "2 Move to another puzzle").solve("Cat", "logical")
    end = "TO ESCAPE OR NOT TO ESCAPE?"
    table.refuses("SET UP", "Puzzle B is turned face up", "2 Move to another puzzle", end).stuck("Cat")


def test_solving_one_of_two_is_not_enough():
    table = room(at="A A B", solved="C")
    for card in ("logical", "perceptive"):
        table.solve(table.table.view["turn"], card)
    table.solve("Cat", "dexterous")
    table.solve("Ann", "lucky-shot")
    table.puzzle("A", solved=True)
    table.puzzle("D", visible=False)
    table.sees(phase="turn", turn="Ben")


def test_the_last_puzzle_is_two_cards():
    table = room(at="F F F", solved="A B C D E")
    for card in ("logical", "dexterous", "lucky-shot"):
        table.solve(table.table.view["turn"], card)
    table.sees(asks="The last puzzle is turned face up: which two cards?")
    table.refuses("SET UP", "The last puzzle is made of two puzzle cards: name both.").turn_up(
        "Ann", "perceptive-tenacious"
    )
    table.turn_up("Ann", PUZZLES["last"])
    table.puzzle("last", shows=["perceptive", "tenacious", "talkative"], needs=8)


def test_a_single_puzzle_is_one_card():
    one = "Puzzle A is one puzzle card, named after both of its traits: logical-perceptive, say."
    fresh().refuses("SET UP", one).turn_up("Ann", "logical-perceptive logical-talkative")
    fresh().refuses("SET UP", one, "COMPONENTS").turn_up("Ann", "logical perceptive")


# ---------------------------------------------------------------- START OF THE GAME


def test_four_cards_are_dealt_and_the_rest_is_the_draw_pile():
    table = fresh("Ann Ben Cat Dan")
    for name in ("Ann", "Ben", "Cat", "Dan"):
        table.sees(name, hand=4, at=None)
    table.piles(draw=44, discard=0)


def test_any_player_may_start_and_the_others_follow_clockwise():
    table = fresh()
    table.turn_all_up()
    assert GAME.board(table.table.state).headline == "Who starts?"
    table.start("Cat", "B")
    table.refuses("START OF THE GAME", "It is for Ann to place").start("Ben", "A")
    table.start("Ann", "B")
    table.start("Ben", "A")
    table.sees("Ann", at="B")
    table.sees(phase="turn", turn="Cat")


def test_a_set_up_may_say_who_starts():
    table = fresh(first="Ben")
    table.turn_all_up()
    table.refuses("START OF THE GAME", "It is for Ben to place").start("Ann", "A")
    table.start("Ben", "A")


def test_turns_begin_when_every_pawn_stands():
    table = fresh()
    table.turn_all_up()
    table.start("Ann", "A")
    table.refuses("START OF THE GAME", "First every pawn is placed", "TAKING TURNS").solve("Ann", "logical")
    table.start("Ben", "A")
    table.start("Cat", "A")
    table.refuses("START OF THE GAME", "Every pawn stands").start("Ann", "A")


def test_who_placed_first_takes_the_first_turn_and_turns_go_clockwise():
    table = fresh()
    table.turn_all_up()
    for name, place in (("Ben", "A"), ("Cat", "B"), ("Ann", "C")):
        table.start(name, place)
    for name in ("Ben", "Cat", "Ann", "Ben"):
        table.sees(turn=name)
        table.replenish(name)


def test_discards_lie_face_down():
    """Nobody may look at them: a discard that nobody named stays unseen, and its owner's word is kept private."""
    table = room()
    table.move("Ann", "B")
    table.piles(discard=1)
    assert "discard" in GAME.actions["move"].private and "discard" in GAME.actions["replenish"].private
    table.move("Ben", "A", "lucky-shot")
    table.sees(cards={name: {"played": 0, "left": left} for name, left in zip(IDS[:6], (11,) * 5 + (5,), strict=True)})


# ---------------------------------------------------------------- the box


def test_a_table_s_own_box_can_be_told():
    table = fresh(box={"logical": 10, "talkative": {"count": 9}})
    assert table.table.state.box.minutes == 57
    for box, words in (
        ({"joker": 1}, "no card “joker”"),
        ({"logical": 21}, "from 0 to 20"),
        ({"logical": {"cost": 2}}, "no field “cost”"),
        ({"logical": 20}, "at most 60"),
        (dict.fromkeys(IDS[:5], 0), "5 action cards"),
    ):
        with pytest.raises(Unreadable, match=words):
            fresh(box=box)


def test_how_a_table_is_set_is_not_flipped_in_mid_game():
    table = room()
    for switch, value in (("lucky-shots", "fewer"), ("solo-hands", 2), ("third-hand", "other")):
        with pytest.raises(Unreadable, match="when a table is set"):
            table.table.rule(switch, value)
    table.table.rule("solved-cards", "discard")
    assert table.table.state.box.house["solved-cards"] == "discard"


def test_the_lay_out_says_what_to_do():

    told = " ".join(
        task.says for task in GAME.lay_out(Setup(GAME.id, ("Ann", "Ben"), "easy", "", {"lucky-shots": "fewer"}))
    )
    for words in (
        "put two aside",
        "A B C – D E – F – last",
        "Turn A, B and C face up",
        "D after A and B",
        "Return 2 Lucky Shots to the box: 58 cards",
        "third hand",
        "deal 4 to each player",
    ):
        assert words in told
    alone = Setup(GAME.id, ("Ann",), "hard", "", {"solo-hands": 2})
    assert "other hands" in " ".join(task.says for task in GAME.lay_out(alone))
