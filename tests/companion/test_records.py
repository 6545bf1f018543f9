"""Records: the best minutes of every team size and level, from real journals of finished evenings."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.evening import Evening
from companion.records import records
from rules.game import Setup
from tests.companion.evenings import clock, written

OWN = {"layout": {"rows": [["A"], ["last"]], "after": {"last": ["A"]}}}


def escaped(
    folder: Path, name: str, *, wasted: int = 0, players: tuple[str, ...] = ("Ann",), mode: str = "easy"
) -> None:
    """A short evening: one puzzle, then the door; each question or replenishing on the way costs a minute."""
    with Evening.begin(folder / f"{name}.jsonl", Setup("escape-now", players, mode, box=OWN), clock()) as evening:

        def do(line: dict) -> None:
            answered = evening.push(evening.read({"by": evening.view["turn"], **line}))
            assert answered.step is not None, answered.verdict

        do({"do": "turn-up", "cards": ["logical-perceptive"]})
        for _ in evening.state.pawns:
            do({"do": "start", "at": "A"})
        for _ in range(wasted):
            do({"do": "replenish"})
        for card in ("logical", "perceptive", "lucky-shot"):
            do({"do": "solve", "card": card})
        do({"do": "turn-up", "cards": ["tenacious-talkative", "dexterous-talkative"]})
        for card in ("tenacious", "talkative", "dexterous", "lucky-shot"):
            while evening.state.here(evening.state.turn) != 8:
                do({"do": "move", "to": "last"})
            if not evening.state.hand(evening.state.pawn).size:
                do({"do": "replenish"})
            while evening.state.here(evening.state.turn) != 8:
                do({"do": "move", "to": "last"})
            do({"do": "solve", "card": card})
        assert evening.view["result"]["escaped"]


def test_the_best_of_every_team_size_and_level(tmp_path: Path):
    escaped(tmp_path, "slow", wasted=3)
    escaped(tmp_path, "fast")
    escaped(tmp_path, "hard", wasted=1, mode="hard")
    escaped(tmp_path, "three", players=("Ann", "Ben", "Cat"))
    found = {(record.mode, len(record.players)): record for record in records(tmp_path.glob("*.jsonl"))}
    assert set(found) == {("easy", 1), ("hard", 1), ("easy", 3)}
    assert found["easy", 1].journal == "fast.jsonl"
    assert found["easy", 1].value == found["hard", 1].value + 1
    assert found["easy", 1].seconds > 0 and found["easy", 1].rulings == 0


def test_of_equals_the_earlier_one_stays(tmp_path: Path):
    for name in ("b", "a"):
        escaped(tmp_path, name)
    assert len(records(tmp_path.glob("*.jsonl"))) == 1


def test_what_is_not_finished_or_has_no_figure_is_left_out(tmp_path: Path):
    written(tmp_path / "silk.jsonl", 30)
    (tmp_path / "broken.jsonl").write_text("no journal")
    with Evening.begin(tmp_path / "begun.jsonl", Setup("escape-now", ("Ann",)), clock()):
        pass
    assert records(tmp_path.glob("*.jsonl")) == []


def test_the_command_prints_them(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("companion.cli.journal.wants_json", lambda arguments: arguments.json)  # somebody looks at it
    assert main(["journal", "records", str(tmp_path)]) == 0
    assert "No finished evening" in capsys.readouterr().out
    escaped(tmp_path, "fast")
    assert main(["journal", "records", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("Escape Now!, easy, 1: ")
    assert main(["journal", "records", str(tmp_path), "--json"]) == 0
    (record,) = json.loads(capsys.readouterr().out)
    assert (record["mode"], record["players"]) == ("easy", ["Ann"])
    assert main(["journal", "records", str(tmp_path / "nowhere")]) == 2
