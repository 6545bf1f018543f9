"""Every game's actions are asked of the engine: on a real evening's journal, and on a table that is described."""

from pathlib import Path

import pytest

from companion.evening import Evening
from rules import library
from rules.game import Setup
from rules.games import game
from rules.judge import Judge, judge, judged, prepared
from rules.judge.script import play
from rules.table import Table
from tests.judge.test_cli import judge as ask_command

BEGUN: dict[str, tuple[str, ...]] = {
    "hit-the-silk": ("Ann: open-lockbox",),
    "dig-your-way-out": ("Ann: search",),
    "escape-master": ("Ann: start",),
    "escape-plan": ("Ann: reveal-patrol exits=exit-1,exit-2", "repeat place-tile until phase turn"),
    "escape-now": (
        "Ann: turn-up cards=logical-perceptive",
        "Ann: turn-up cards=dexterous-tenacious",
        "Ann: turn-up cards=logical-talkative",
        "Ann: start at=A",
        "repeat start at=A until phase turn",
    ),
}


@pytest.fixture
def journal(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """An evening of this game, on the disk."""
    path = tmp_path / "evening.jsonl"
    with Evening.begin(path, Setup(request.param, ("Ann", "Ben", "Cat"))) as evening:
        play(evening, BEGUN[request.param])
    return path


@pytest.mark.parametrize(
    ("journal", "question", "verdict", "section", "says"),
    [
        ("hit-the-silk", "Can I open the lockbox again?", "no", "4 KEY", "Key"),
        ("hit-the-silk", "Can Ann shoot Cat?", "yes", "8 SHOOT A PLAYER", "Cat"),
        ("dig-your-way-out", "Can Ann search now?", "no", "Search", "already searched"),
        ("dig-your-way-out", "Can Ben heal?", "no", "HOW TO PLAY", "Ann's turn"),
        ("dig-your-way-out", "Can I buy a shovel?", "no", "RECREATION AREA: Buy", "Recreation"),
        ("dig-your-way-out", "Can I extort Ben for a pick?", "yes", "Extort a Prisoner", "Ben"),
        ("escape-master", "Can Ben start the round?", "no", "Ending a Round", "round is on"),
        ("escape-master", "Can Cat draw a story card?", "no", "STORY Deck", "Story"),
        ("escape-master", "Can Ann play a 6 on a 7?", "yes", "Playing on Stacks", ""),
        ("escape-plan", "Can Ann rest now?", "no", "5) PLAYER ACTION", "Cat's turn"),
        ("escape-plan", "Can Cat visit the church?", "yes", "MOVE", "Cat"),
        ("escape-plan", "Can I escape?", "no", "ESCAPING", "Day 3"),
        ("escape-plan", "Can Cat buy a vest?", "no", "CONVENIENCE STORES", "store"),
        ("escape-now", "Can Ben move to another puzzle?", "no", "TAKING TURNS", "Ann's turn"),
        ("escape-now", "Can Ann move to a hidden puzzle?", "no", "SET UP", "face up"),
        ("escape-now", "Can Ann play a talkative card?", "no", "HOW TO SOLVE A PUZZLE?", "Logical"),
    ],
    indirect=["journal"],
)
def test_the_answer_speaks_of_that_table(
    journal: Path, question: str, verdict: str, section: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Evening.resume(journal) as evening:
        of = evening.game.id
    (ruling,) = ask_command(capsys, of, question, "--journal", str(journal), "--json")
    assert (ruling["verdict"], ruling["section"], ruling["source"]) == (verdict, section, "engine")
    assert says in ruling["answer"]


@pytest.mark.parametrize(
    ("game", "question", "verdict"),
    [
        ("dig-your-way-out", "May I craft a pick in the showers?", "no"),
        ("dig-your-way-out", "With a beating, can I craft in the cafeteria?", "no"),
        ("dig-your-way-out", "Can I steal a spoon in the cafeteria?", "yes"),
        ("dig-your-way-out", "Can I dig with two beatings?", "no"),
        ("escape-master", "May I play a 3 on an 8?", "no"),
        ("escape-master", "Can I put a Q on a J?", "yes"),
        ("escape-master", "With an up only trap, can I play a 1 on a king?", "no"),
        ("escape-plan", "May I buy a vest at the church?", "no"),
        ("escape-plan", "May I buy a vest at the store?", "yes"),
        ("escape-plan", "Can I heal a wound at the clinic?", "yes"),
        ("escape-now", "With an empty draw pile, can I ask a question?", "no"),
        ("escape-now", "Can I move with no cards?", "no"),
    ],
)
def test_a_table_that_is_described_is_built_and_asked(game: str, question: str, verdict: str) -> None:
    assert judge(game).ask(question).verdict == verdict


def test_two_others_are_no_partners_of_whoever_asks() -> None:
    table = Table(game("hit-the-silk"), Setup("hit-the-silk", ("Ann", "Ben", "Cat")))
    assert judge("hit-the-silk").ask("Can Ben and Cat trade on my turn?", table).verdict == "no"


def test_what_a_group_has_ruled_before_comes_before_the_book() -> None:
    earlier = [("Who starts the game?", "The youngest.", "ON YOUR TURN")]
    ruling = judge("hit-the-silk").ask("who starts the game", None, earlier)
    assert ruling.answer == "This group has ruled before: The youngest."


@pytest.mark.parametrize("game", sorted(judged()))
def test_what_is_prepared_answers_like_the_rulings_themselves(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    anew = Judge(game, anew=True)
    kept, blob = prepared.prepare(anew), library.blob
    monkeypatch.setattr(library, "blob", lambda path: kept if "prepared" in path else blob(path))
    ready = Judge(game)
    questions = [text for entry in anew.entries for _, text in entry.wordings()][::97]
    assert [ready.ask(text) for text in questions] == [anew.ask(text) for text in questions]
    monkeypatch.setattr(library, "blob", lambda _path: kept[:-40])
    assert prepared.load(game) is None  # damaged: the rulings themselves are read
