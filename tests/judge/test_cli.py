"""`companion judge`: the contract's JSON, with and without a table, one question or many."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.evening import Evening
from rules.game import Setup

KEYS = {"answer", "verdict", "section", "source", "confidence", "related"}


def judge(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert main(["judge", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_question(capsys: pytest.CaptureFixture[str]) -> None:
    (ruling,) = judge(capsys, "hit-the-silk", "Can I kick with both hands cuffed?", "--json")
    assert set(ruling) == KEYS
    assert (ruling["verdict"], ruling["section"]) == ("no", "3 HANDCUFFS")
    assert any(near["section"] == "7 KUNG FU MOVE" for near in ruling["related"])


def test_an_open_question_names_its_readings_and_its_house_rule(capsys: pytest.CaptureFixture[str]) -> None:
    (ruling,) = judge(capsys, "hit-the-silk", "What if the laundry pile is empty?", "--json")
    assert set(ruling) == KEYS | {"sides", "switch"}
    assert (ruling["verdict"], ruling["switch"]) == ("open", "empty-laundry")


@pytest.mark.parametrize("game", ["hit-the-silk", "dig-your-way-out", "escape-master", "escape-plan", "escape-now"])
def test_every_game_is_judged(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    (ruling,) = judge(capsys, game, "Who wins the game?", "--json")
    assert ruling["section"]


def test_a_journal_is_the_table_at_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.jsonl"
    with Evening.begin(path, Setup("hit-the-silk", ("Ann", "Ben", "Cat"), first="Ben")) as evening:
        evening.push(evening.read({"by": "Ben", "do": "open-lockbox"}))
    before = path.read_bytes()
    first, second = (
        judge(capsys, "hit-the-silk", question, "--journal", str(path), "--json")[0]
        for question in ("Can Ben open the lockbox with a key?", "Can Ben steal from Ann?")
    )
    assert (first["verdict"], first["source"], first["section"]) == ("no", "engine", "4 KEY")
    assert (second["verdict"], second["source"]) == ("yes", "engine")
    assert path.read_bytes() == before


def test_damage_of_the_journal_is_told_with_what_the_ruling_rests_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evening.jsonl"
    with Evening.begin(path, Setup("hit-the-silk", ("Ann", "Ben", "Cat"), first="Ben")) as evening:
        evening.push(evening.read({"by": "Ben", "do": "spy", "on": "Ann"}))
        evening.push(evening.read({"by": "Ben", "do": "change", "discard": "knife"}))
    whole = path.read_bytes()
    for written, told in (
        (whole.replace(b"knife", b"spoon"), "from event 2 on (its checksum is wrong). What is ruled"),
        (whole[:-3], "rests on the table as it was after event 1."),
        (whole[: whole.index(b"spy")], "rests on the table as it was before the first event."),
    ):
        path.write_bytes(written)
        assert main(["judge", "hit-the-silk", "Can Ben change a card?", "--journal", str(path)]) == 0
        said = capsys.readouterr()
        assert json.loads(said.out)["verdict"] == "yes", "the card was changed in the damaged part"
        assert said.err.startswith("companion: The journal is damaged") and told in said.err
        assert said.err.count("\n") == 1 and path.read_bytes() == written


def test_a_table_script_will_do_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.jsonl"
    path.write_text(
        '{"game": "hit-the-silk", "players": ["Ann", "Ben", "Cat"]}\n'
        '{"by": "Ann", "do": "change", "discard": "knife"}\n'
    )
    (ruling,) = judge(capsys, "hit-the-silk", "Can Ann change a card?", "--journal", str(path), "--json")
    assert (ruling["verdict"], ruling["section"]) == ("no", "CHANGING A CARD")


def test_a_batch_is_answered_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    batch = tmp_path / "questions.txt"
    batch.write_text("Who votes first?\n\nWhat's the weather?\nDo we jump on a tie?\n")
    rulings = judge(capsys, "hit-the-silk", "--batch", str(batch))
    assert [ruling["source"] for ruling in rulings] == ["ruling", "none", "none", "ruling"]
    assert rulings[1]["answer"].startswith("That is not a question") and set(rulings[1]) == KEYS


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess", "Can I castle?"], "There is no game “chess”."),
        (["x" * 5000, "Can I castle?"], "There is no game “xxx"),
        (["hit-the-silk"], "Give either one question or --batch"),
        (["hit-the-silk", "Who?", "--batch", "x"], "Give either one question or --batch"),
        (["hit-the-silk", "--batch", "nowhere.txt"], "nowhere.txt cannot be read"),
        (["hit-the-silk", "Who?", "--journal", "nowhere.jsonl"], "nowhere.jsonl"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", *arguments]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err and not printed.out


def test_another_game_s_journal_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.jsonl"
    Evening.begin(path, Setup("hit-the-silk", ("Ann", "Ben", "Cat"))).close()
    assert main(["judge", "escape-now", "Who starts?", "--journal", str(path)]) == 2
    assert "is an evening of hit-the-silk" in capsys.readouterr().err
