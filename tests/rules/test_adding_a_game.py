"""docs/adding-a-game.md, followed to the letter: its files go into a copy of the project, and the game has to hold."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
FILES = re.findall(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as a newcomer has it, with what the page tells to write, and the game registered."""
    root = tmp_path_factory.mktemp("newcomer")
    for folder in ("rules", "assets", "devices"):
        ignored = shutil.ignore_patterns("__pycache__", "build", "fonts", "sounds", "vision")
        shutil.copytree(ROOT / folder, root / folder, ignore=ignored)
    (root / "tests" / "rules").mkdir(parents=True)
    for path in [ROOT / "tests" / "__init__.py", *(ROOT / "tests" / "rules").glob("*.py")]:
        if path.exists() and path.name != Path(__file__).name:
            shutil.copy(path, root / path.relative_to(ROOT))
    for name, text in FILES:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    games = root / "rules" / "games" / "__init__.py"
    registered, number = re.subn(r"for game in\s*\(", "for game in (LastSweet(), ", games.read_text("utf-8"))
    assert number == 1
    games.write_text(registered.replace("import Game\n", "import Game\nfrom rules.games.last_sweet import LastSweet\n"))
    return root


def run(copy: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_the_page_is_about_a_whole_game():
    folders = {Path(name).parts[0] for name, _ in FILES}
    assert folders == {"assets", "rules", "tests"} and len(FILES) == 9


def test_the_game_of_the_page_holds_for_every_game_s_tests(copy: Path):
    run(copy, "tests.rules.golden")
    run(copy, "tests.rules.coverage")
    assert "Ben wins" in (copy / "tests/rules/last_sweet/golden/a-bowl-of-four.txt").read_text("utf-8")
    every = [f"tests/rules/test_{name}.py" for name in ("every_game", "every_board", "coverage", "golden")]
    told = run(copy, "pytest", "-p", "no:cacheprovider", "-rA", *every, "tests/rules/last_sweet", "-k", "sweet or bowl")
    assert len(re.findall("^PASSED", told, re.MULTILINE)) > 35


def test_no_rule_of_it_can_be_left_out(copy: Path):
    assert "0 survived" in run(copy, "tests.rules.mutants", "last-sweet")


def test_its_code_is_as_clean_as_the_rest(copy: Path):
    config = str(ROOT / "pyproject.toml")
    run(copy, "ruff", "check", "--config", config, "rules/games/last_sweet", "tests/rules/last_sweet")
    run(copy, "ruff", "format", "--check", "--config", config, "rules/games/last_sweet", "tests/rules/last_sweet")
