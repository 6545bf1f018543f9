"""What every command owes whoever calls it: one sentence and exit code 2 for what cannot be, whatever that is."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TextIO, cast

import pytest

from companion import cli, doctor
from companion.cli.streams import Printed

ROOT = Path(__file__).parents[2]


def shell(line: str, where: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """A line as it is typed."""
    line = f'companion() {{ {sys.executable} -m companion "$@"; }}; {line}'
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        ["bash", "-c", line], cwd=where, env=env, capture_output=True, text=True, errors="surrogateescape", check=False
    )


def refused(done: subprocess.CompletedProcess[str], words: str) -> bool:
    return (
        done.returncode == 2
        and words in done.stderr
        and done.stderr.startswith("companion")
        and done.stderr.count("\n") == 1
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("command", ["games", "landing odds --json", "--help"])
def test_a_full_disk_is_told_in_one_sentence(command: str) -> None:
    assert refused(shell(f"companion {command} > /dev/full"), "cannot be printed: No space left on device.")


def test_a_command_loads_no_other_one() -> None:
    """The gauge's needs neither eyes nor rules; who gets a command wrong is told of all of them."""
    line = "import sys; from companion.cli import parser; parser('gauge'); print(*sys.modules)"
    loaded = set(shell(f'{sys.executable} -c "{line}"').stdout.split())
    assert "companion.cli.gauge" in loaded
    assert not {"cv2", "numpy", "rules.games", "companion.demo"} & loaded
    said = shell("companion gauges").stderr
    assert all(f"'{name}'" in said for name in cli.COMMANDS)


def test_closed_streams() -> None:
    assert refused(shell("companion games >&-"), "Standard output is closed")
    assert refused(shell("companion play - <&-"), "The script is empty")


def test_a_reader_who_has_seen_enough_hears_nothing() -> None:
    done = shell("companion games --json | head -c 2; echo ${PIPESTATUS[0]}")
    assert (done.stdout, done.stderr) == ("[{0\n", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_script_is_not_to_blame_for_a_full_disk(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{"game": "hit-the-silk", "players": ["Ann", "Ben", "Cat"]}')
    assert refused(shell(f"companion play {script} > /dev/full"), "The answer cannot be printed")


@pytest.mark.parametrize(
    "words",
    [
        ["enrol", "{}", "--game", "hit-the-silk", "--out", "out"],
        ["journal", "records", "{}"],
        ["journal", "show", "{}"],
        ["gauge", "sim", "--pty", "{}"],
        ["markers", "escape-now", "--out", "out.pdf", "--each", "{}"],
        ["scan", "{}", "--game", "hit-the-silk"],
        ["play", "{}"],
    ],
)
def test_a_name_that_no_file_can_have(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main([word.replace("{}", "x" * 5000) for word in words]) == 2
    said = capsys.readouterr().err
    assert said.startswith("companion: ") and said.count("\n") == 1 and "Errno" not in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii"])
def test_a_file_name_that_is_no_text_is_printed_all_the_same(tmp_path: Path, encoding: str) -> None:
    picture = os.fsencode(tmp_path) + b"/bad\xff.bmp"
    with open(picture, "wb") as file:
        file.write(_white_bitmap())
    done = shell("companion scan bad*.bmp --game hit-the-silk", tmp_path, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert r"bad\udcff.bmp" in done.stdout
    done = shell("companion markers escape-now --out $'sheet\\xff.pdf' --json", tmp_path, PYTHONIOENCODING=encoding)
    assert json.loads(done.stdout)["out"] == "sheet\udcff.pdf"


def test_a_strict_terminal_shows_what_is_no_text() -> None:
    terminal = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="strict")
    print("bad\udcff.bmp: 0 cards", file=cast(TextIO, Printed(terminal)), flush=True)
    assert cast(io.BytesIO, terminal.buffer).getvalue() == b"bad\\udcff.bmp: 0 cards\n"


def _white_bitmap(side: int = 64) -> bytes:
    body = b"\xff" * (3 * side * side)
    start = b"BM" + (54 + len(body)).to_bytes(4, "little") + bytes(4) + (54).to_bytes(4, "little")
    size = (40).to_bytes(4, "little") + side.to_bytes(4, "little") * 2
    return start + size + b"\x01\x00\x18\x00" + bytes(24) + body


@pytest.mark.parametrize("seed", ["-1", "1.5", "many", "1" * 5000])
def test_a_demo_of_no_number(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main(["demo", f"--seed={seed}"])
    assert "it takes a whole number of up to 9 digits" in capsys.readouterr().err


@pytest.mark.skipif(doctor.screen().state == "broken", reason="nothing can be drawn here, so no pictures are kept")
def test_a_demo_without_a_place_for_its_pictures(tmp_path: Path) -> None:
    (tmp_path / "wingman-demo").write_text("in the way")
    done = shell("companion demo escape-now --headless", tmp_path)
    assert refused(done, "Pictures of the app cannot be kept in wingman-demo/escape-now-1 (Not a directory)")
    assert not done.stdout


@pytest.fixture
def no_screen(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "ANDROID_ARGUMENT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    return monkeypatch


def test_the_app_without_a_screen_says_what_to_do(
    no_screen: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([]) == 2
    assert "There is no screen here" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "ANDROID_ARGUMENT"])
def test_the_app_starts_where_a_screen_or_a_driver_is_named(no_screen: pytest.MonkeyPatch, name: str) -> None:
    no_screen.setenv(name, "chosen")
    assert _starts(no_screen)


@pytest.mark.parametrize("system", ["darwin", "win32", "android"])
def test_the_app_starts_where_screens_have_no_name(no_screen: pytest.MonkeyPatch, system: str) -> None:
    no_screen.setattr(sys, "platform", system)
    assert _starts(no_screen)


def _starts(monkeypatch: pytest.MonkeyPatch) -> bool:
    """Kivy's own start would open a window here: only whether it comes to that."""
    started: list[bool] = []
    app = type(sys)("companion.app.app")
    monkeypatch.setattr(app, "main", lambda: started.append(True), raising=False)
    monkeypatch.setitem(sys.modules, "companion.app.app", app)
    return cli.main([]) == 0 and started == [True]
