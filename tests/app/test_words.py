"""The app's own words: every one is in every catalogue, and a change of language is seen at once."""

import ast
import errno
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import proxy

import msgspec
import pytest

import assets
import companion.app
from companion.app.i18n import LANGUAGES, tr
from companion.disk import reason
from companion.journal import JournalError
from companion.panel.judge import UNKNOWN, WORDS
from companion.sentence import Sentence
from companion.support import SupportError
from tests.app.harness import Harness
from vision.enrolment import guide

APP = Path(companion.app.__file__).parent
COMPANION = APP.parent
SAYING = {"_": 0, "Sentence": 0, "JournalError": 0, "Taken": 1}  # who is given words to say, and at which place
TRANSLATIONS = Path(assets.__file__).parent / "translations"
TABLES = ("TILES", "STEPS", "SCALES", "CLOCKS", "LENGTHS", "WORDS", "KINDS", "UNKNOWN", "_BAD_FIRST")
IN_KV = re.compile(r"""tr\._\("((?:[^"\\]|\\.)*)"\)""")


def spoken() -> set[str]:
    """Everything that is said through `_`, `tr._` or a `Sentence`, in Python and in kv, and the tables of words that
    feed them."""
    found: set[str] = set()
    for path in (*COMPANION.rglob("*.py"), Path(guide.__file__)):
        text = path.read_text("utf-8")
        found |= set(IN_KV.findall(text))
        tree = ast.parse(text)
        found |= set(_calls(tree)) | set(_tables(tree))
    for path in APP.rglob("*.kv"):
        found |= set(IN_KV.findall(path.read_text("utf-8")))
    return found


def _calls(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node) in SAYING:
            said = node.args[SAYING[_name(node)]]
            if isinstance(said, ast.Constant) and isinstance(said.value, str):
                yield said.value


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _tables(tree: ast.AST) -> Iterator[str]:
    """Constants of these names hold words that are translated where they are shown."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if getattr(target, "id", "") in TABLES:
            for part in ast.walk(node.value):
                if (
                    isinstance(part, ast.Constant)
                    and isinstance(part.value, str)
                    and part.value
                    and not part.value[0].islower()
                ):
                    yield part.value


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_every_word_is_translated(language: str) -> None:
    catalogue = msgspec.json.decode((TRANSLATIONS / f"{language}.json").read_bytes(), type=dict[str, str])
    said = spoken()
    assert not said - catalogue.keys(), f"not translated: {sorted(said - catalogue.keys())}"
    assert not catalogue.keys() - said, f"nobody says: {sorted(catalogue.keys() - said)}"
    for english, other in catalogue.items():
        assert set(re.findall(r"{\w+}", english)) == set(re.findall(r"{\w+}", other)), english


BEHIND = [*(COMPANION / "panel").glob("*.py")]
BEHIND += [
    COMPANION / f"{name}.py"
    for name in ("disk", "gauge_desk", "instruments", "learnt", "lookout", "settings", "support")
]


@pytest.mark.parametrize("path", BEHIND, ids=lambda path: path.stem)
def test_behind_the_screens_nothing_is_said_that_cannot_be_translated(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    spared = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if _name(call) in (*SAYING, "exception"):  # a log is for whoever mends the app
            spared |= {id(part) for part in ast.walk(call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in spared:
            assert not re.search(r"[a-z] .*[.?!]$", node.value), f"line {node.lineno}: {node.value}"
        if isinstance(node, ast.JoinedStr) and id(node) not in spared:
            text = "".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
            assert not re.search(r"[a-z] .*\.$", text), f"line {node.lineno}: {text}"


def test_a_sentence_from_behind_the_screens_is_said_in_the_tables_language() -> None:
    full = Sentence("The settings could not be saved: {why}.", why=reason(OSError(errno.EACCES, "")))
    assert full == "The settings could not be saved: writing or reading is not allowed there."
    try:
        tr.switch("de")
        said = "Die Einstellungen konnten nicht gespeichert werden: dort darf nicht geschrieben oder gelesen werden."
        assert tr._(full) == said
        assert tr._(str(SupportError(full))) == said
        held = JournalError("{file} is in use: this evening is open somewhere else.", file="a.jsonl")
        assert tr._(str(held)) == "a.jsonl ist in Gebrauch: Dieser Abend ist anderswo offen."
        assert tr._("as it is") == "as it is"
        assert all(tr._(word) != word for word in (*WORDS.values(), UNKNOWN))
    finally:
        tr.switch("en")


def test_a_toast_and_the_judges_verdict_are_in_the_tables_language() -> None:
    try:
        with Harness(language="de") as h:
            h.app.say(Sentence("{name} sits at the table already.", name="Ann"))
            h.frames(2)
            assert "Ann sitzt schon am Tisch." in h.texts()
            h.app.go("judge", question="Is it allowed to bring one's dog?")
            h.until(lambda: not h.page.busy)
            assert h.page.verdict == "Steht nicht in diesem Regelbuch"
    finally:
        tr.switch("en")


def test_the_language_changes_while_the_app_runs() -> None:
    with Harness() as h:
        assert "Settings" in h.texts()
        h.app.settings.language = "de"
        h.app.settle()
        h.frames(3)
        assert "Einstellungen" in h.texts()
        assert "Settings" not in h.texts()
        tr.switch("en")


def test_a_widget_that_is_gone_does_not_keep_the_language_from_changing() -> None:
    class Gone:
        pass

    def speak(widget: Any, *_: Any) -> None:
        widget.text = "…"

    widget = Gone()
    tr.fbind("_", speak, proxy(widget))
    del widget
    try:
        tr.switch("de")
        assert not [args for func, args in tr._observers if func is speak]
    finally:
        tr.switch("en")
