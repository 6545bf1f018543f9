"""What is asked beside a real table: who does it to whom, with what, and how the table stands."""

import pytest

from rules.game import Setup
from rules.games import game
from rules.judge import Ruling, judge
from rules.judge.script import play
from rules.table import Table

SILK, MASTER, NOW = "hit-the-silk", "escape-master", "escape-now"


def table(of: str, *lines: str, players: tuple[str, ...] = ("Ann", "Ben", "Cat", "Dan")) -> Table:
    made = Table(game(of), Setup(of, players))
    play(made, lines)
    return made


def asked(at: Table, question: str) -> Ruling:
    return judge(at.game.id).ask(question, at)


TRAPPED = ("Ann: start", "Ann: trap card=trap-up on=Ben")


@pytest.mark.parametrize(
    ("of", "lines", "question", "verdict", "section"),
    [
        (SILK, (), "Can Ann handcuff Ben and Cat?", "yes", "3 HANDCUFFS"),
        (SILK, (), "May Ann put handcuffs on Ben and Cat?", "yes", "3 HANDCUFFS"),
        (SILK, (), "Can Ann open the lockbox with her key?", "yes", "4 KEY"),
        (SILK, (), "Can Ann use a Key to open the lockbox?", "yes", "4 KEY"),
        (SILK, ("Ann: open-lockbox",), "Can Ann open the lockbox with her key?", "no", "4 KEY"),
        (SILK, (), "Can Cat be shot by Ann?", "yes", "8 SHOOT A PLAYER"),
        (SILK, (), "Can Ann be shot by Cat?", "no", "ON YOUR TURN"),
        (SILK, (), "Can Ben be poisoned?", "yes", "5 POISON"),
        (SILK, (), "Can Ben and Cat be handcuffed by Ann?", "yes", "3 HANDCUFFS"),
        (SILK, (), "Will Ann be able to shoot Ben?", "yes", "8 SHOOT A PLAYER"),
        (SILK, (), "Is it against the rules for Ann to shoot Ben?", "no", "8 SHOOT A PLAYER"),
        (SILK, (), "Is it against the rules for Ben to shoot Ann?", "yes", "ON YOUR TURN"),
        (SILK, (), "Can Ann end her turn?", "yes", None),
        (MASTER, TRAPPED, "Can Ben play an Escape?", "yes", "Types of Escapes"),
        (MASTER, TRAPPED, "Can Ann trap Ben?", "yes", "Playing Traps and Escapes"),
    ],
)
def test_the_engine_is_asked_what_was_meant(
    of: str, lines: tuple[str, ...], question: str, verdict: str, section: str | None
) -> None:
    ruling = asked(table(of, *lines), question)
    assert (ruling.verdict, ruling.section, ruling.source) == (verdict, section, "engine")


def test_a_no_to_whether_it_is_forbidden_does_not_contradict_itself() -> None:
    answer = asked(table(SILK), "Is it against the rules for Ann to shoot Ben?").answer
    assert answer.startswith("No. Nothing in the rules is against it")


@pytest.mark.parametrize(
    ("of", "lines", "question", "says"),
    [
        (SILK, ("Ann: poison target=Ben",), "Is Ben poisoned?", "Ben"),
        (SILK, ("Ann: handcuff players=Ben,Cat",), "Is Ben handcuffed to Cat?", "Cat"),
        (SILK, ("Ann: handcuff players=Ben,Cat",), "Are Ben and Cat cuffed?", "cuff"),
        (SILK, (), "Did Ann steal from Ben?", "4 cards in hand"),
        (SILK, (), "Whose turn is it?", "Ann's turn."),
        (SILK, ("Ann: end-turn",), "How high are we?", "18,500 ft"),
        (SILK, ("Ann: end-turn",), "What altitude are we at now?", "18,500 ft"),
        (MASTER, TRAPPED, "Is Ben trapped?", "Trap (up only)"),
    ],
)
def test_how_the_table_stands_is_told_from_the_table(of: str, lines: tuple[str, ...], question: str, says: str) -> None:
    ruling = asked(table(of, *lines), question)
    assert (ruling.verdict, ruling.source) == ("fact", "engine")
    assert says in ruling.answer


@pytest.mark.parametrize(
    "question",
    ["Does Ben die at 4,000 ft if he is poisoned?", "At what altitude does poison kill?", "Must Ann show her hand?"],
)
def test_a_question_about_the_rules_is_none_about_the_table(question: str) -> None:
    assert asked(table(SILK), question).source == "ruling"


def test_who_would_do_it_has_to_be_told() -> None:
    assert asked(table(SILK), "Can I be shot?").source != "engine"


def test_a_point_for_many_cards_is_shown_as_people_say_it() -> None:
    for of in (SILK, NOW, "dig-your-way-out"):
        assert not any("anycard" in entry.question for entry in judge(of).entries)


def test_two_cards_of_a_rank_are_not_one_card_twice() -> None:
    question = "Is it ok to play a 9 on an 8 and then an 8 on it again?"
    assert judge(MASTER).ask(question).verdict == "yes"


def test_a_partner_is_nobody_that_the_engine_could_ask_for() -> None:
    ruling = judge(MASTER).ask("Can I trap my teammate?")
    assert ruling.source == "ruling" and ruling.confidence < 0.5
