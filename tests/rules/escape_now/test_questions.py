"""4 Ask a question."""

from tests.rules.escape_now.script import GAME, room

ASK = "4 Ask a question"


def test_a_question_costs_the_top_card_and_the_turn():
    table = room()
    table.ask("Ann")
    table.piles(draw=47, discard=1)
    table.sees(turn="Ben", phase="question", minutes=59)
    table.hears("Ann asks a question", "It is Ben's turn.")


def test_everybody_but_the_asker_may_answer_once():
    table = room()
    table.ask("Ann")
    table.refuses(ASK, "Ann asked: everybody else may answer.").answer("Ann")
    table.answer("Cat")
    table.refuses(ASK, "Cat has answered already, in one word.").answer("Cat")
    table.answer("Ben")
    table.sees(phase="question")


def test_whoever_plays_on_lets_the_question_pass():
    table = room()
    table.ask("Ann")
    assert GAME.board(table.table.state).dial.alarms == ("question",)
    table.solve("Ben", "tenacious")
    table.sees(phase="turn")
    table.refuses(ASK, "No question is open.").answer("Cat")


def test_answers_are_for_questions():
    room().refuses(ASK, "No question is open.").answer("Ben")


def test_nothing_pays_for_a_question_when_the_pile_is_empty():
    room(draw=0).refuses(ASK, "no card to pay for a question").ask("Ann")


def test_how_many_cards_somebody_holds_is_asked_for_nothing_at_any_time():
    table = room(hands="4 2 4")
    table.how_many("Cat", "Ben")
    table.hears("Ben holds 2 cards.")
    table.sees(turn="Ann", minutes=58)
    table.piles(draw=48, discard=0)
    table.refuses(ASK, "knows that without asking").how_many("Ann", "Ann")


def test_it_leaves_a_question_open():
    table = room()
    table.ask("Ann")
    table.how_many("Ann", "Ben")
    table.answer("Ben")
    options = table.table.options()
    assert len(options) == len(set(map(repr, options)))


def test_after_the_game_nobody_asks():
    table = room(hands="1 0 4", draw=0)
    table.solve("Ann", "logical")
    table.refuses("TO ESCAPE OR NOT TO ESCAPE?", "The game is over.").how_many("Ann", "Ben")


def test_alone_there_is_nobody_to_answer():
    room("Ann", at="A").refuses(ASK, "Nobody is there to answer.").ask("Ann")
