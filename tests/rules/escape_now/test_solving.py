"""HOW TO SOLVE A PUZZLE? and 1 Solve the puzzle."""

import pytest

from rules.games.escape_now.cards import IDS
from tests.rules.escape_now.script import FOUR_TRAITS, GAME, room

HOW = "HOW TO SOLVE A PUZZLE?"


def alone(**setup):
    """Ann on her own: every turn is hers."""
    setup.setdefault("at", "A")
    return room("Ann", hands="5", **setup)


# ---------------------------------------------------------------- five cards, both traits


def test_a_card_is_laid_face_up_beside_the_puzzle_of_ones_pawn():
    table = room(at="A B A")
    table.solve("Ann", "perceptive")
    assert table.beside("A") == "perceptive"
    table.sees("Ann", hand=3)
    table.solve("Ben", "tenacious")
    assert table.beside("B") == "tenacious"
    table.hears("Ben lays Tenacious beside puzzle B.", "It is Cat's turn.")


def test_five_cards_of_the_traits_shown_solve_a_puzzle():
    table = alone()
    for card in ("logical", "logical", "logical", "perceptive"):
        table.solve("Ann", card)
        table.puzzle("A", solved=False)
    table.solve("Ann", "perceptive")
    table.puzzle("A", solved=True)
    table.hears("Ann lays", "Puzzle A is solved.")


def test_only_the_traits_shown_fit():
    alone().refuses(HOW, "Puzzle A takes only Logical and Perceptive.").solve("Ann", "talkative")


def test_both_traits_are_needed():
    """The book's first example: four Dexterous lie there, a fifth cannot fulfil the puzzle."""
    table = alone(at="B")
    for _ in range(4):
        table.solve("Ann", "dexterous")
    table.refuses(HOW, "Tenacious is still missing at puzzle B").solve("Ann", "dexterous")
    table.refuses(HOW, "no room").solve("Ann", "lucky-shot", "dexterous")
    table.solve("Ann", "tenacious")
    table.puzzle("B", solved=True)


def test_house_rule_a_sixth_card_may_be_laid_while_a_trait_is_missing():
    table = alone(at="B", house={"sixth-card": True}, draw=20)
    for card in ("dexterous", "dexterous", "dexterous", "dexterous", "dexterous"):
        table.solve("Ann", card)
    table.puzzle("B", solved=False)
    table.replenish("Ann")
    table.solve("Ann", "tenacious")
    table.puzzle("B", solved=True)


def test_a_card_that_cannot_be_in_the_hand_is_refused():
    """All eleven Logical cards lie open, so nobody can hold a twelfth."""
    table = alone(box={"logical": 1})
    table.solve("Ann", "logical")
    table.refuses("1 Solve the puzzle", "cannot have a Logical: all of them lie elsewhere").solve("Ann", "logical")


def test_an_empty_hand_lays_nothing():
    solve = "1 Solve the puzzle"
    room(hands="0 4 4").refuses(solve, "Ann has no card in hand.", solve).solve("Ann", "logical")


def test_the_table_may_insist_on_a_card_that_the_box_does_not_have():
    table = alone(box={"logical": 1})
    table.solve("Ann", "logical")
    table.overruled.solve("Ann", "logical")
    table.sees("Ann", hand=3)
    assert table.table.view["cards"]["logical"] == {"played": 2, "left": 0}


def test_nothing_is_laid_beside_a_solved_puzzle():
    table = alone(solved="A")
    table.refuses("2 Move to another puzzle", "Puzzle A is solved: move on first").solve("Ann", "logical")


def test_only_action_cards_are_played():
    alone().refuses("COMPONENTS", "Only action cards", HOW, "1 Solve the puzzle").solve("Ann", "logical-perceptive")


# ---------------------------------------------------------------- Lucky Shot


def test_a_lucky_shot_copies_a_trait():
    table = alone()
    table.solve("Ann", "logical")
    table.solve("Ann", "lucky-shot", "perceptive")
    table.hears("Ann's Lucky Shot stands for Perceptive beside puzzle A.")
    table.puzzle("A", solved=False, missing=[], cards=["logical", "lucky-shot"])


def test_with_both_traits_there_a_lucky_shot_finishes():
    """The book's second example: Leon's Lucky Shot stands for Perceptive, Anna's finishes."""
    table = room("Leon Anna", at="A A A")
    table.solve("Leon", "logical")
    table.replenish("Anna")
    table.solve("Leon", "lucky-shot", "perceptive")
    table.refuses("TAKING TURNS", "It is Leon's turn.").solve("Anna", "lucky-shot", "finish")
    table.replenish("Leon")
    table.solve("Anna", "lucky-shot", "finish")
    table.hears("Anna's Lucky Shot finishes puzzle A.", "Puzzle A is solved.")
    table.puzzle("A", solved=True, cards=["logical", "lucky-shot", "lucky-shot"])


def test_a_lucky_shot_is_not_the_missing_trait_and_the_finish_at_once():
    table = alone()
    table.solve("Ann", "logical")
    table.refuses(HOW, "finishes once every trait lies there. Perceptive is still missing").solve(
        "Ann", "lucky-shot", "finish"
    )
    alone().refuses(HOW, "Logical and Perceptive are still missing").solve("Ann", "lucky-shot", "finish")


def test_a_lucky_shot_copies_only_what_fits():
    alone().refuses(HOW, "takes only").solve("Ann", "lucky-shot", "talkative")


def test_what_is_plain_need_not_be_said():
    table = alone()
    table.refuses(HOW, "Say which trait").solve("Ann", "lucky-shot")
    table.solve("Ann", "logical")
    table.solve("Ann", "lucky-shot")
    table.hears("Ann's Lucky Shot stands for Perceptive")
    table.solve("Ann", "lucky-shot")
    table.hears("Ann's Lucky Shot finishes puzzle A.")


def test_only_a_lucky_shot_stands_for_another_card():
    table = alone()
    table.refuses(HOW, "Only a Lucky Shot").solve("Ann", "logical", "perceptive")
    table.solve("Ann", "logical", "logical")


def test_a_lucky_shot_may_be_the_fifth_card():
    table = alone()
    for card in ("logical", "logical", "logical", "perceptive"):
        table.solve("Ann", card)
    table.solve("Ann", "lucky-shot", "logical")
    table.puzzle("A", solved=True)


# ---------------------------------------------------------------- the double puzzle


def out(last: str, cards: str, **setup):
    """Ann alone on the last puzzle, laying these cards."""
    table = alone(at="last", solved="A B C D E F", last=last, draw=30, **setup)
    for card in cards.split():
        if not table.table.view["players"]["Ann"]["hand"]:
            table.replenish("Ann")
        table.solve("Ann", card)
    return table


def test_the_last_puzzle_needs_eight_cards():
    three = "perceptive-tenacious perceptive-talkative"
    table = out(three, "perceptive perceptive perceptive perceptive tenacious tenacious talkative")
    table.puzzle("last", solved=False)
    assert out(three, "perceptive perceptive perceptive perceptive tenacious tenacious talkative talkative").result[
        "escaped"
    ]


def test_a_shared_trait_is_needed_once():
    """The book's last example: four cards with the Lucky Shot."""
    table = out("logical-talkative tenacious-talkative", "logical tenacious talkative lucky-shot")
    assert table.result["escaped"]


def test_four_traits_take_five_cards_at_best():
    table = out(FOUR_TRAITS, "logical perceptive tenacious")
    table.refuses(HOW, "Talkative is still missing at the last puzzle").solve("Ann", "lucky-shot", "finish")
    table.solve("Ann", "talkative")
    table.replenish("Ann")
    table.solve("Ann", "lucky-shot", "finish")
    assert table.result["escaped"]


def test_room_is_kept_for_every_trait_of_the_last_puzzle():
    table = out(FOUR_TRAITS, "logical logical logical logical logical")
    table.replenish("Ann")
    table.refuses(HOW, "Perceptive, Tenacious and Talkative are still missing").solve("Ann", "logical")


# ---------------------------------------------------------------- once it is solved


def test_the_cards_of_a_solved_puzzle_stay_on_the_table():
    table = room(at="A A A")
    for card in ("logical", "perceptive", "lucky-shot"):
        table.solve(table.table.view["turn"], card)
    assert table.beside("A") == "logical perceptive lucky-shot"
    table.piles(discard=0)
    table.sees(cards=counts(logical=1, perceptive=1, lucky_shot=1))


def test_for_advanced_players_they_are_discarded_face_down():
    """And the companion remembers nothing for them."""
    table = room(at="A A B", house={"solved-cards": "discard"})
    for card in ("logical", "perceptive", "tenacious", "lucky-shot"):
        table.solve(table.table.view["turn"], card)
    assert table.beside("A") == ""
    table.piles(discard=3)
    table.sees(cards=counts(tenacious=1))
    shown = {figure.name: figure.text for figure in GAME.board(table.table.state).figures}
    assert (shown["Logical"], shown["Tenacious"]) == ("11 left", "10 left")


def counts(**played):
    copies = dict(zip(IDS[:6], (11, 11, 11, 11, 11, 5), strict=True))
    played = {name.replace("_", "-"): number for name, number in played.items()}
    return {name: {"played": played.get(name, 0), "left": copies[name] - played.get(name, 0)} for name in copies}


def test_the_pawns_stay_where_they_are():
    """After solving, a Move with a discard is still needed."""
    table = alone()
    for card in ("logical", "perceptive", "lucky-shot"):
        table.solve("Ann", card)
    table.sees("Ann", at="A", hand=2)
    table.move("Ann", "B")
    table.sees("Ann", at="B", hand=1)


@pytest.mark.parametrize("card", ["logical", "perceptive"])
def test_the_camera_knows_where_a_card_goes(card):
    table = room()
    action = table.table.read({"by": "Ann", "do": "solve", "card": card})
    assert [(IDS[kind], zone) for kind, zone in action.lays(table.table.state)] == [(card, "puzzles")]
    laid = [option for option in table.table.options() if (action.card, "puzzles") in option.lays(table.table.state)]
    assert laid == [action]  # seen in that zone, it needs no tap
