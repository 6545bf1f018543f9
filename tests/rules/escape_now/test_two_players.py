"""RULES FOR 2 PLAYERS: the third pawn, and the hand that slides."""

from rules.games.escape_now.state import HANDS
from tests.rules.escape_now.script import GAME, fresh, room

TWO = "RULES FOR 2 PLAYERS"


def third(table) -> dict:
    return table.table.view["hands_played_besides"][0]


def test_a_third_hand_of_four_and_a_third_pawn():
    table = fresh("Ann Ben")
    assert third(table) == {"hand": 4, "at": None}
    table.piles(draw=48)


def test_the_third_pawn_comes_after_both_and_is_played_alternately():
    table = room("Ann Ben", at="A B C")
    for name in ("Ann", "Ben", "Ann", "Ann", "Ben", "Ben", "Ann", "Ben", "Ann"):
        table.sees(turn=name)
        table.replenish(name)


def test_it_comes_after_both_whoever_starts():
    table = room("Ann Ben", at="A B C", first="Ben")
    for name in ("Ben", "Ann", "Ben", "Ben", "Ann", "Ann", "Ben"):
        table.sees(turn=name)
        table.replenish(name)


def test_the_third_hand_plays_with_its_own_cards_and_pawn():
    table = room("Ann Ben", at="A B C")
    table.solve("Ann", "logical")
    table.solve("Ben", "tenacious")
    table.sees(turn="Ann", third_hand_with="Ann")
    assert GAME.board(table.table.state).headline == "Ann plays the third hand"
    table.solve("Ann", "talkative")
    assert table.beside("C") == "talkative"
    assert [zone.size for zone in table.table.state.zones[HANDS:]] == [3, 3, 3]
    table.sees(third_hand_with="Ben", turn="Ann")


def test_every_action_with_it_slides_it_over():
    for do in ("solve", "move", "replenish", "ask"):
        table = room("Ann Ben", at="A B C")
        table.replenish("Ann")
        table.replenish("Ben")
        table.sees(third_hand_with="Ann")
        {
            "solve": lambda t: t.solve("Ann", "talkative"),
            "move": lambda t: t.move("Ann", "B"),
            "replenish": lambda t: t.replenish("Ann"),
            "ask": lambda t: t.ask("Ann"),
        }[do](table)
        table.sees(third_hand_with="Ben")


def test_choosing_its_starting_puzzle_slides_it_over():
    table = fresh("Ann Ben")
    table.turn_all_up()
    table.start("Ben", "A")
    table.start("Ann", "B")
    table.refuses("START OF THE GAME", "It is for Ben to place").start("Ann", "C")
    table.start("Ben", "C")
    table.hears("Ben places the third pawn on puzzle C.", "It is Ben's turn.")
    table.sees(third_hand_with="Ann", turn="Ben")
    assert third(table)["at"] == "C"


def test_house_rule_the_other_player_plays_it_first():
    table = fresh("Ann Ben", house={"third-hand": "other"})
    table.turn_all_up()
    table.start("Ann", "A")
    table.start("Ben", "A")
    table.refuses("START OF THE GAME", "It is for Ben to place").start("Ann", "A")
    table.start("Ben", "A")


def test_answering_for_it_slides_it_over():
    table = room("Ann Ben", at="A B C")
    table.ask("Ann")
    table.refuses(TWO, "no third hand that Ben could answer for").answer("Ben", True)
    table.answer("Ben")
    table = room("Ann Ben", at="A B C", first="Ben")
    table.replenish("Ben")
    table.ask("Ann")
    table.sees(turn="Ben", third_hand_with="Ben")
    table.answer("Ben", True)
    table.hears("Ben answers for the third hand and slides it over.")
    table.sees(turn="Ann", third_hand_with="Ann")
    table.solve("Ann", "talkative")


def test_one_may_answer_for_both_hands():
    table = room("Ann Ben", at="A B C", first="Ben")
    table.replenish("Ben")
    table.ask("Ann")
    table.answer("Ben")
    table.answer("Ben", True)
    table.refuses("4 Ask a question", "has answered already").answer("Ben")


def test_the_hand_that_asked_does_not_answer():
    table = room("Ann Ben", at="A B C")
    table.replenish("Ann")
    table.replenish("Ben")
    table.ask("Ann")
    table.refuses(TWO, "The third hand asked this question.").answer("Ben", True)
    table.answer("Ben")


def test_there_is_none_at_a_larger_table():
    table = room()
    table.ask("Ann")
    table.refuses(TWO, "There is no third hand").answer("Ben", True)


def test_a_puzzle_is_kept_by_the_third_pawn():
    table = room("Ann Ben", at="A B A")
    table.solve("Ann", "logical")
    table.replenish("Ben")
    table.replenish("Ann")
    table.move("Ann", "C")
    assert table.beside("A") == "logical"


def test_its_cards_count_as_minutes():
    assert room("Ann Ben", at="A B C").table.view["minutes"] == 60
    table = room("Ann Ben", at="A B C", house={"third-hand-counts": False})
    assert table.table.view["minutes"] == 56


def test_the_board_shows_it_with_its_holder():
    board = GAME.board(room("Ann Ben", at="A B C").table.state)
    assert [badge.says for badge in board.chairs[0].badges] == [
        "4 cards in hand",
        "on puzzle A",
        "the third hand: 4 cards in hand",
        "the third hand: on puzzle C",
    ]
    assert len(board.chairs[1].badges) == 2
