"""TAKING TURNS and 2 Move to another puzzle."""

from tests.rules.escape_now.script import room

MOVE = "2 Move to another puzzle"


def test_one_action_a_turn():
    table = room()
    table.solve("Ann", "logical")
    table.refuses("TAKING TURNS", "It is Ben's turn.").solve("Ann", "logical")
    table.refuses("TAKING TURNS", "It is Ben's turn.").move("Ann", "B")
    table.refuses("TAKING TURNS", "It is Ben's turn.").replenish("Ann")
    table.refuses("TAKING TURNS", "It is Ben's turn.").ask("Ann")


def test_a_move_discards_any_card_face_down():
    table = room()
    table.move("Ann", "C")
    table.sees("Ann", at="C", hand=3)
    table.piles(discard=1, draw=48)
    table.hears("Ann discards a card and moves from puzzle A to puzzle C.")


def test_the_puzzle_need_not_be_adjacent_but_visible():
    table = room(at="A B C", solved="A B")
    table.refuses("SET UP", "Puzzle F does not lie face up").move("Ann", "F")
    table.move("Ann", "D")


def test_to_another_puzzle():
    room().refuses(MOVE, "stands on puzzle A already").move("Ann", "A")


def test_without_a_card_there_is_no_move():
    room(hands="0 4 4").refuses(MOVE, "no card to discard").move("Ann", "B")


def test_a_puzzle_left_alone_and_unsolved_loses_its_cards():
    table = room("Ann", at="A", hands="4")
    table.solve("Ann", "logical")
    table.solve("Ann", "perceptive")
    table.move("Ann", "B")
    assert table.beside("A") == ""
    table.piles(discard=3)
    table.hears("Ann discards", "Nobody is left on puzzle A: that sends 2 cards to the discard pile.")
    table.puzzle("A", missing=["logical", "perceptive"])


def test_a_single_card_is_one_card_in_words():
    table = room("Ann", at="A", hands="4")
    table.solve("Ann", "logical")
    table.move("Ann", "B")
    table.hears("Ann discards", "Nobody is left on puzzle A: that sends 1 card to the discard pile.")


def test_it_keeps_them_while_another_pawn_is_there():
    """The book's example: Kelly leaves, Jack stays."""
    table = room("Kelly Jack Leon", at="A A B")
    table.solve("Kelly", "logical")
    table.solve("Jack", "logical")
    table.solve("Leon", "tenacious")
    table.move("Kelly", "C")
    assert table.beside("A") == "logical logical"
    table.piles(discard=1)
    table.move("Jack", "C")
    assert table.beside("A") == ""
    table.piles(discard=4)


def test_a_solved_puzzle_keeps_its_cards():
    table = room("Ann", at="A", hands="5")
    for card in ("logical", "perceptive", "lucky-shot"):
        table.solve("Ann", card)
    table.move("Ann", "B")
    assert table.beside("A") == "logical perceptive lucky-shot"


def test_a_puzzle_begun_again_starts_from_nothing():
    table = room("Ann", at="A", hands="5")
    table.solve("Ann", "logical")
    table.move("Ann", "B")
    table.move("Ann", "A")
    table.refuses("HOW TO SOLVE A PUZZLE?", "Logical and Perceptive are still missing").solve(
        "Ann", "lucky-shot", "finish"
    )


def test_a_solved_puzzle_is_visible_too():
    """Nothing forbids to go there; it is offered only where there is nothing else."""
    table = room(at="A B C", solved="A B")
    table.move("Ann", "B")
    table.sees("Ann", at="B")
    offered = [option.to for option in table.table.options() if option.do == "move"]
    assert offered == ["C", "D"]


def test_the_discard_may_be_named():
    table = room(box={"lucky-shot": 1})
    table.refuses("COMPONENTS", "an action card that can be").move("Ann", "B", "logical-perceptive")
    table.move("Ann", "B", "lucky-shot")
    table.refuses("COMPONENTS", "an action card that can be").move("Ben", "C", "lucky-shot")
