"""The judge at the table: where an answer comes from, what turns it round, and when there is none."""

import pytest

from rules.game import Setup
from rules.games import game
from rules.judge import Judge, Ruling, judge, judged
from rules.judge.figures import fill
from rules.judge.script import play
from rules.table import Table

SILK = "hit-the-silk"


def ask(question: str, table: Table | None = None, of: str = SILK) -> Ruling:
    return judge(of).ask(question, table)


def silk(*lines: str, players: tuple[str, ...] = ("Ann", "Ben", "Cat", "Dee"), **setup: object) -> Table:
    table = Table(game(SILK), Setup(SILK, players, **setup))  # type: ignore[arg-type]
    play(table, lines)
    return table


# ---------------------------------------------------------------- the engine first


def test_the_table_at_hand_is_asked_first() -> None:
    ruling = ask("Can Ann shoot Ben now?", silk())
    assert (ruling.verdict, ruling.section, ruling.source) == ("yes", "8 SHOOT A PLAYER", "engine")


def test_a_refusal_of_the_engine_names_reason_and_heading() -> None:
    ruling = ask("Can Ben shoot Ann now?", silk())
    assert (ruling.verdict, ruling.section, ruling.source) == ("no", "ON YOUR TURN", "engine")
    assert "Ann's turn" in ruling.answer


def test_i_am_the_player_whose_turn_it_is() -> None:
    table = silk("Ann: open-lockbox")
    assert ask("May I open the lockbox with my key?", table).verdict == "no"
    assert ask("May I unlock Ben and Cat?", table).section == "4 KEY"


def test_a_described_table_is_built_and_asked() -> None:
    ruling = ask("With both hands cuffed, can I kick somebody?")
    assert ruling.verdict == "no" and ruling.section in ("3 HANDCUFFS", "7 KUNG FU MOVE")


def test_a_question_that_says_more_than_the_engine_knows_is_left_to_the_rulings() -> None:
    ruling = ask("Can I shoot without a bullet?", silk())
    assert (ruling.verdict, ruling.source) == ("no", "ruling")


def test_an_action_is_judged_on_its_own_table() -> None:
    table = silk()
    ruling = judge(SILK).about(table.read({"by": "Ben", "do": "steal", "from": "Ann"}), table)
    assert (ruling.verdict, ruling.source) == ("no", "engine")
    assert any(near.section == "1 STEAL" for near in ruling.related)


# ---------------------------------------------------------------- rulings, figures, passages


@pytest.mark.parametrize(
    ("question", "verdict", "section"),
    [
        ("Can I shoot without a bullet?", "no", "8 SHOOT A PLAYER"),
        ("Is it forbidden to shoot without a bullet?", "yes", "8 SHOOT A PLAYER"),
        ("Can't I shoot without a bullet?", "no", "8 SHOOT A PLAYER"),
        ("I cannot shoot without a bullet, right?", "yes", "8 SHOOT A PLAYER"),
        ("Can I shoot with a revolver and a bullet?", "yes", "8 SHOOT A PLAYER"),
        ("Can I poison someone at 5,500 ft?", "no", "5 POISON"),
        ("Can I poison someone at seven thousand feet?", "yes", "5 POISON"),
        ("Must I show my knife to a thief?", "no", "1 STEAL"),
        ("May I show my knife to a thief to stop him?", "yes", "1 STEAL"),
        ("can i shot somone withot a bulet", "no", "8 SHOOT A PLAYER"),
    ],
)
def test_what_is_denied_or_turned_round_turns_the_answer(question: str, verdict: str, section: str) -> None:
    ruling = ask(question)
    assert (ruling.verdict, ruling.section) == (verdict, section)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many cards do I draw at 12,000?", "3"),
        ("how many cards do I draw at 19,500 ft", "2"),
        ("How many cards at 13k when I change?", "3"),
        ("target for five?", "130"),
        ("What's the starting altitude with six players?", "25,000"),
        ("How many revolvers are there with 4 players?", "2"),
        ("How much altitude does a Spy cost?", "500"),
    ],
)
def test_figures_come_from_the_data(question: str, number: str) -> None:
    ruling = ask(question)
    assert ruling.verdict == "fact"
    assert number in ruling.answer


def test_a_figure_without_its_quantity_lists_all_values() -> None:
    assert "80 / 100 / 130 / 160" in ask("How much cash do we need?").answer
    assert "130" in ask("How much cash do we need?", silk(players=("A", "B", "C", "D", "E"))).answer


def test_a_figure_that_only_the_cards_print_is_told_for_the_card_asked_about_or_for_all() -> None:
    dig = "dig-your-way-out"
    points = next(entry for entry in judge(dig).entries if entry.id == "tunnel-points")
    assert points.open and points.figure
    assert "a Shovel scores 3" in (fill(dig, points, {}, "shovel", ()) or "")
    assert fill(dig, points, {}, "", ()) == fill(dig, points, {}, "knife", ()) == points.listed


def test_what_the_book_leaves_open_is_admitted_with_default_and_switch() -> None:
    ruling = ask("Does one antidote cure two poisons?")
    assert (ruling.verdict, ruling.switch) == ("open", "antidote-undoes")
    assert len(ruling.sides) == 2
    assert ruling.answer.startswith("The book leaves this open. ")


def test_where_the_book_contradicts_itself_both_sides_are_told() -> None:
    ruling = ask("Does the cash of players who die in handcuffs count?")
    assert ruling.verdict == "yes" and len(ruling.sides) == 2


def test_a_house_rule_of_the_table_turns_the_answer() -> None:
    question = "Can two other players trade during my turn?"
    assert ask(question, silk()).verdict == "no"
    ruling = ask(question, silk(options={"trade-anytime": True}))
    assert ruling.verdict == "yes" and "house rule" in ruling.answer


def test_what_the_table_has_agreed_comes_first() -> None:
    table = silk()
    table.agree("Who starts the game?", "The youngest starts.", "ON YOUR TURN")
    ruling = ask("who starts the game", table)
    assert ruling.answer == "This table has ruled: The youngest starts."
    assert ruling.section == "ON YOUR TURN"
    table.undo()
    assert ask("who starts the game", table).verdict == "open"


# ---------------------------------------------------------------- no answer


@pytest.mark.parametrize(
    "question", ["", "   ", "?", "7", "🎉🎉", "What's the weather like?", "x" * 20_000, "\x00\ud800"]
)
@pytest.mark.parametrize("of", sorted(judged()))  # game by game: only the last two judges are kept
def test_what_is_not_in_the_book_is_told_so(of: str, question: str) -> None:
    ruling = ask(question, of=of)
    assert (ruling.source, ruling.section, ruling.confidence) == ("none", None, 0.0)


def test_a_game_without_rulings_is_told_so() -> None:
    with pytest.raises(ValueError, match="There are no rulings for “chess”"):
        Judge("chess")


# ---------------------------------------------------------------- every game at its table


@pytest.mark.parametrize("of", sorted(judged()))
def test_every_game_is_judged_at_a_table_of_its_own(of: str) -> None:
    """Every point once, each in another of its wordings."""
    points = [[text for _, text in entry.wordings()] for entry in judge(of).entries if entry.figure is None]
    asked_at_a_table(of, [wordings[at % len(wordings)] for at, wordings in enumerate(points)])
    for do, recognised in judge(of).book.engine.items():
        assert do in game(of).actions, do
        assert recognised.means


@pytest.mark.slow
@pytest.mark.parametrize("of", sorted(judged()))
def test_every_ninth_wording_is_judged_at_a_table(of: str) -> None:
    wordings = [text for entry in judge(of).entries if entry.figure is None for _, text in entry.wordings()]
    asked_at_a_table(of, wordings[::9])


def asked_at_a_table(of: str, questions: list[str]) -> None:
    engine = game(of)
    table = Table(engine, Setup(of, ("Ann", "Ben", "Cat", "Dee", "Eli")[: max(2, engine.players[0])]))
    unanswered = [question for question in questions if ask(question, table, of).source == "none"]
    assert len(unanswered) <= 0.02 * len(questions), unanswered
