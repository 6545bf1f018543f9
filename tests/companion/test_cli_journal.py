"""`companion journal`: an evening for people to read, and nothing in it that only one of them may know."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.evening import Evening
from companion.history import public, tell
from rules import games
from rules.action import fields
from tests.companion.evenings import SETUP, clock


def act(evening: Evening, force: bool = False, **line: Any) -> None:
    answered = evening.push(evening.read(line), force=force)
    assert answered.step, answered.verdict.why


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ben names what he drew; Ann acts out of turn; one trade is taken back, another one brought back again."""
    path = tmp_path / "evening.jsonl"
    with Evening.begin(path, SETUP, clock()) as evening:
        act(evening, by="Ben", do="change", discard="knife", draws=["briefcase-30", "key"], keep="briefcase-30")
        act(evening, force=True, by="Ann", do="spy", on="Cat")
        act(evening, by="Ben", do="trade", **{"with": "Ann"}, cards=1)
        evening.undo()
        act(evening, by="Ben", do="trade", **{"with": "Cat"}, cards=2)
        evening.undo()
        evening.redo()
        evening.rule("lake", "fly")
    return path


def run(*arguments: object) -> int:
    return main(["journal", *map(str, arguments)])


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody looks at the output; else it is another program, which gets JSON."""
    monkeypatch.setattr("companion.cli.journal.wants_json", lambda arguments: arguments.json)


@pytest.mark.usefixtures("terminal")
def test_show_is_an_evening_that_a_person_can_read(path: Path, capsys: pytest.CaptureFixture[str]):
    assert run("show", path) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Hit the Silk!, core: Ann, Ben, Cat, Zoë. Begun 2026-09-")
    told = [line[10:] for line in lines[1:]]
    assert told == [
        "  1  Ben's Change",
        "     The plane drops from 19,000 to 18,500 ft.",
        "     Ben draws 2 and keeps one.",
        "  2  Ann's Spy on Cat  [table ruling, against: It is Ben's turn.]",
        "     The plane drops from 18,500 to 18,000 ft.",
        "     Ann looks at Cat's hand and draws a card.",
        "  3  Ben's trade with Ann  [undone]",
        "     Ben and Ann trade 1 for 1.",
        "  4  Undo: Ben's trade with Ann",
        "  5  Ben's trade with Cat",
        "     Ben and Cat trade 2 for 2.",
        "  6  Undo: Ben's trade with Cat",
        "  7  Redo: Ben's trade with Cat",
        "  8  House rule lake: fly",
    ]


def test_show_as_json(path: Path, capsys: pytest.CaptureFixture[str]):
    assert run("show", path) == 0  # into a pipe
    events = json.loads(capsys.readouterr().out)["events"]
    assert [event["undone"] for event in events] == [False, False, True, False, False, False, False, False]
    assert events[1]["event"] == {"by": "Ann", "do": "spy", "on": "Cat", "force": True}
    assert events[1]["ruling"] == "It is Ben's turn."


@pytest.mark.usefixtures("terminal")
def test_verify_a_whole_journal(path: Path, capsys: pytest.CaptureFixture[str]):
    assert run("verify", path) == 0
    assert capsys.readouterr().out == "The journal is whole: 8 events.\n"
    assert run("verify", path, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"whole": True, "events": 8, "damage": None, "rules_changed": False}


@pytest.mark.usefixtures("terminal")
def test_verify_says_where_the_chain_breaks_and_changes_nothing(path: Path, capsys: pytest.CaptureFixture[str]):
    lines = path.read_bytes().splitlines(keepends=True)
    lines[5] = lines[5].replace(b"Cat", b"Ann")
    path.write_bytes(b"".join(lines))
    assert run("verify", path) == 1
    said = "The journal is damaged from event 5 on (its checksum is wrong)."
    assert capsys.readouterr().out == f"{said} Before it: 4 events.\n"
    assert run("verify", path, "--json") == 1
    assert json.loads(capsys.readouterr().out)["damage"] == {"event": 5, "why": "its checksum is wrong"}
    assert run("show", path) == 0
    assert capsys.readouterr().out.splitlines()[-1] == said
    assert run("export", path) == 0
    assert json.loads(capsys.readouterr().out)["damage"] == said
    assert path.read_bytes() == b"".join(lines) and os.listdir(path.parent) == [path.name]


@pytest.mark.usefixtures("terminal")
def test_verify_a_journal_played_by_other_rules(path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any):
    monkeypatch.setattr("companion.history.fingerprint", lambda game: "another")
    assert run("verify", path) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "The rules have changed since this evening was played."


def test_export_is_one_document(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run("export", path) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["setup"]["players"] == ["Ann", "Ben", "Cat", "Zoë"]
    assert document["table"] == tell(path).table.view and document["result"] is None
    assert len(document["events"]) == 8
    assert run("export", path, "--json", "--out", tmp_path / "evening.json") == 0
    assert json.loads((tmp_path / "evening.json").read_text("utf-8")) == document
    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("terminal")
def test_cards_that_were_named_in_private_stay_private(path: Path, capsys: pytest.CaptureFixture[str]):
    for command in (("show",), ("show", "--json"), ("export",)):
        assert run(command[0], path, *command[1:]) == 0
        said = capsys.readouterr().out
        assert "briefcase-30" not in said.partition('"table"')[0] and '"keep"' not in said and '"draws"' not in said
    assert b"briefcase-30" in path.read_bytes(), "the journal itself has to know"


def test_every_private_field_is_a_field_and_every_card_taken_or_drawn_is_private():
    actions = games.game("hit-the-silk").actions
    for kind in actions.values():
        assert kind.private <= set(fields(kind))
    private = {(name, field) for name, kind in actions.items() for field in kind.private}
    taken = {
        (name, field)
        for name, kind in actions.items()
        for field, info in fields(kind).items()
        if field in ("draws", "keep", "take") and "Card" in str(info.type)
    }
    in_the_open = {("loot", "take"), ("search-licence", "draws")}  # 5 POISON: face up; WIN OR LOSE?: hands are open
    assert taken - in_the_open <= private


def test_of_items_thrown_off_the_plane_only_the_number_is_public():
    event = {"by": "Ann", "do": "dispose", "items": ["knife", "key"], "discard": ["spy", "steal"]}
    shown = public(games.game("hit-the-silk").actions, event)
    assert shown == {"by": "Ann", "do": "dispose", "items": 2, "discard": ["spy", "steal"]}


@pytest.mark.parametrize("command", ["show", "verify", "export"])
def test_bad_input_is_one_sentence(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "text").write_text("Dear diary\n")
    for name in ("missing", "", "empty", "binary", "text", "a\0b", "x" * 300):
        assert run(command, tmp_path / name) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.startswith("companion: ") and err.count("\n") == 1 and err.endswith(".\n")
    assert (tmp_path / "binary").read_bytes() == bytes(range(256)) * 40


def test_an_export_never_overwrites_a_journal(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    before = path.read_bytes()
    assert run("export", path, "--out", path) == 2
    assert "is the journal of an evening" in capsys.readouterr().err
    assert run("export", path, "--out", tmp_path / "no" / "folder.json") == 2
    assert run("export", path, "--out", tmp_path) == 2
    assert path.read_bytes() == before
