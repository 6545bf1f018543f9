"""The app's own words: every one is in every catalogue, and a change of language is seen at once."""

import ast
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
from tests.app.harness import Harness

APP = Path(companion.app.__file__).parent
COMPANION = APP.parent
SAYING = ("_", "Sentence")
TRANSLATIONS = Path(assets.__file__).parent / "translations"
TABLES = ("TILES", "STEPS", "SCALES", "CLOCKS", "LENGTHS", "WORDS")
IN_KV = re.compile(r"""tr\._\("((?:[^"\\]|\\.)*)"\)""")


def spoken() -> set[str]:
    """Everything that is said through `_`, `tr._` or a `Sentence`, in Python and in kv, and the tables of words that
    feed them."""
    found: set[str] = set()
    for path in COMPANION.rglob("*.py"):
        text = path.read_text("utf-8")
        found |= set(IN_KV.findall(text))
        tree = ast.parse(text)
        found |= set(_calls(tree)) | set(_tables(tree))
    for path in APP.rglob("*.kv"):
        found |= set(IN_KV.findall(path.read_text("utf-8")))
    return found


def _calls(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in SAYING and isinstance(node.args[0].value, str):
                yield node.args[0].value


def _tables(tree: ast.AST) -> Iterator[str]:
    """Constants of these names hold words that are translated where they are shown."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in TABLES:
            for part in ast.walk(node.value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and not part.value[:1].islower():
                    yield part.value


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_every_word_is_translated(language: str) -> None:
    catalogue = msgspec.json.decode((TRANSLATIONS / f"{language}.json").read_bytes(), type=dict[str, str])
    said = spoken()
    assert not said - catalogue.keys(), f"not translated: {sorted(said - catalogue.keys())}"
    assert not catalogue.keys() - said, f"nobody says: {sorted(catalogue.keys() - said)}"
    for english, other in catalogue.items():
        assert set(re.findall(r"{\w+}", english)) == set(re.findall(r"{\w+}", other)), english


def test_the_language_changes_while_the_app_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINGMAN_HOME", str(tmp_path))
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
