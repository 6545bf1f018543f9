"""`companion gauge` as a person types it, in processes of its own."""

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.devices.child import ROOT

COMPANION = [sys.executable, "-m", "companion", "gauge"]


def on_a_terminal(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """As a person sees it: what is not a terminal gets JSON."""
    ours, theirs = os.openpty()
    shown = bytearray()

    def watch() -> None:
        with contextlib.suppress(OSError):  # the other end is closed
            while part := os.read(ours, 4096):
                shown.extend(part)

    watching = threading.Thread(target=watch)
    watching.start()
    done = subprocess.run(
        [*COMPANION, *words], input=given, stdout=theirs, stderr=subprocess.PIPE, text=True, timeout=120, cwd=ROOT
    )
    os.close(theirs)
    watching.join()
    os.close(ours)
    return subprocess.CompletedProcess(done.args, done.returncode, shown.decode().replace("\r\n", "\n"), done.stderr)


def companion(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMPANION, *words], input=given, capture_output=True, text=True, timeout=120, cwd=ROOT, check=False
    )


@pytest.fixture
def url() -> Iterator[str]:
    command = [*COMPANION, "sim", "--tcp", "0", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdin is not None and process.stdout is not None
        yield json.loads(process.stdout.readline())["url"]
        process.stdin.close()


def test_list_finds_the_gauge(url: str) -> None:
    done = companion("list", "--port", url, "--json")
    (found,) = [each for each in json.loads(done.stdout) if each["url"] == url]
    assert found["gauge"]
    assert found["welcome"]["digits"] == 8


def test_list_says_what_is_the_matter() -> None:
    done = on_a_terminal("list", "--port", "/dev/ttyNOWHERE9")
    assert done.returncode == 0
    assert "There is nothing at /dev/ttyNOWHERE9" in done.stdout


def test_set_shows_a_value_and_draws_it(url: str) -> None:
    done = on_a_terminal("set", "16500", "--clock", "1:30", "--alarm", "vote", "--sound", "--port", url)
    assert (done.returncode, done.stderr) == (0, "")
    assert "[ 16.501.30]  (*)vote" in done.stdout
    again = companion("set", "23", "--game", "escape-plan", "--port", url)
    assert json.loads(again.stdout)["twin"]["digits"] == "  2.3    "


def test_watch_follows_what_is_typed(url: str) -> None:
    given = "9000 0:20 poison\nnonsense\n99999\n"
    done = on_a_terminal("watch", "--port", url, "--for", "2", given=given)
    assert "[  9.000.20]" in done.stdout
    assert "(*)poison" in done.stdout
    assert "'nonsense' is not VALUE [MIN:SEC] [ALARM...]." in done.stderr
    assert "so 99999 cannot be shown" in done.stderr
    piped = companion("watch", "--port", url, "--for", "1", given=given)
    assert json.loads(piped.stdout.splitlines()[-1])["twin"]["digits"] == "  9.000.20"


def test_calibrate_is_kept(url: str) -> None:
    done = on_a_terminal("calibrate", "--parked", "2200", "--full", "800", "--unit", "3", "--port", url)
    assert "stored its calibration" in done.stdout
    (listed,) = json.loads(companion("list", "--port", url).stdout)
    assert listed["welcome"]["unit"] == 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("set", "30000"), "Altimeter goes from 0 to 25000 ft, so 30000 cannot be shown."),
        (("set", "1", "--game", "chess"), "There is no gauge face for 'chess'"),
        (("set", "1", "--clock", "90"), "A clock is minutes and seconds like 1:30, up to 99:59, not '90'."),
        (("set", "1", "--clock", "100:00"), "A clock is minutes and seconds"),
        (("set", "1", "--clock", "²:30"), "A clock is minutes and seconds"),
        (("set", "1", "--hold", "inf"), "it takes seconds, from 0 to 1,000,000, not 'inf'"),
        (("set", "1", "--hold", "1e300"), "it takes seconds, from 0 to 1,000,000, not '1e300'"),
        (("watch", "--for", "nan"), "it takes seconds"),
        (("sim", "--tcp", "99999"), "TCP ports go from 0 to 65535, so there is no port 99999."),
        (("sim", "--tcp", "-1"), "TCP ports go from 0 to 65535, so there is no port -1."),
        (("sim", "--pty", "/nowhere/gauge"), "The name /nowhere/gauge cannot be made: No such file or directory."),
        (("set", "1", "--alarm", "shark"), "Altimeter has no alarm 'shark'"),
        (("set", "1", "--port", "/dev/ttyNOWHERE9"), "There is nothing at /dev/ttyNOWHERE9"),
        (("calibrate", "--parked", "1000", "--full", "2000", "--unit", "300"), "goes from 0 to 255"),
        (("calibrate", "--parked", "1", "--full", "2", "--port", "/dev/ttyNOWHERE9"), "There is nothing at"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(words: tuple[str, ...], sentence: str) -> None:
    done = companion(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_sim_takes_no_port_that_is_taken(url: str) -> None:
    done = companion("sim", "--tcp", url.rpartition(":")[2])
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.endswith("cannot be opened: Address already in use.\n") and done.stderr.count("\n") == 1


def test_sim_leaves_what_has_its_name_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("keep me")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "file")
    for name in ("file", "folder", "link"):
        done = companion("sim", "--pty", str(tmp_path / name))
        assert done.returncode == 2 and done.stdout == ""
        assert f"{name} is there already and was left as it is" in done.stderr and done.stderr.count("\n") == 1
    assert (tmp_path / "file").read_text() == (tmp_path / "link").read_text() == "keep me"


def test_a_calibration_that_no_servo_bears_is_refused(url: str) -> None:
    done = companion("calibrate", "--parked", "100", "--full", "2000", "--port", url)
    assert done.returncode == 2
    assert "from 500 to 2500 us" in done.stderr


def test_sim_on_a_pseudo_terminal_takes_commands_and_tells_what_it_shows(tmp_path: Path, firmware: None) -> None:
    link = tmp_path / "gauge"
    command = [*COMPANION, "sim", "--pty", str(link), "--firmware", "--json"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, cwd=ROOT, **pipes) as process:  # type: ignore[call-overload]
        assert json.loads(process.stdout.readline()) == {"url": str(link)}
        shown = companion("set", "9000", "--port", str(link), "--hold", "0.2")
        assert shown.returncode == 0
        out, err = process.communicate("press next\nexplode\n", timeout=10)
    assert "  9.0    " in {json.loads(line)["digits"] for line in out.splitlines()}
    assert "pressed next" in err
    assert "There is no command 'explode'" in err
