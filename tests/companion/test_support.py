"""What helps people who need help: the doctor, the log, the support file without a hidden card."""

import json
import logging
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from companion import doctor, log, places, shelf
from companion.support import SupportError, write_bundle
from rules.game import Setup


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(places.OVERRIDE, str(tmp_path / "home"))
    return tmp_path / "home"


def test_the_doctor_has_a_line_for_everything_and_advice_for_what_is_not_there():
    findings = {finding.what: finding for finding in doctor.examine()}
    assert {"python", "libraries", "screen", "camera", "gauge", "data"} <= findings.keys()
    assert findings["python"].state == findings["libraries"].state == findings["data"].state == "works"
    for finding in findings.values():
        assert finding.says.endswith(".") and (finding.state == "works" or finding.do)


def test_a_folder_that_cannot_be_written_to_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(places.OVERRIDE, str(tmp_path / "file" / "below"))
    finding = doctor.data()
    assert finding.state == "broken" and places.OVERRIDE in finding.do


@pytest.mark.parametrize("in_the_way", [False, True])
def test_doctor_as_a_command(in_the_way: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its exit code is 1 exactly when something is broken."""
    if in_the_way:
        (tmp_path / "file").write_text("in the way")
        monkeypatch.setenv(places.OVERRIDE, str(tmp_path / "file" / "below"))
    done = subprocess.run([sys.executable, "-m", "companion", "doctor", "--json"], capture_output=True, text=True)
    findings = json.loads(done.stdout)
    assert all({"what", "state", "says", "do"} == finding.keys() for finding in findings)
    broken = {finding["what"] for finding in findings if finding["state"] == "broken"}
    assert ("data" in broken) == in_the_way
    assert done.returncode == (1 if broken else 0)


def test_the_support_file_has_log_and_evenings_but_no_hidden_card(own_folder: Path):
    with shelf.begin(Setup("hit-the-silk", ("Ann", "Ben", "Cat"), first="Ann")) as evening:
        stolen = {"by": "Ann", "do": "steal", "from": "Ben", "take": "pilots-licence"}
        assert evening.push(evening.read(stolen)).step is not None
    path = write_bundle(own_folder / "out")
    with zipfile.ZipFile(path) as bundle:
        names = bundle.namelist()
        everything = b"".join(bundle.read(name) for name in names).decode()
    assert "doctor.txt" in names and any(name.startswith("evenings/") for name in names)
    assert "Ann's Steal from Ben" in everything
    assert "pilots-licence" not in everything and '"take"' not in everything


def test_an_evening_that_cannot_be_read_is_named_not_copied(own_folder: Path):
    (places.evenings() / "broken.jsonl").write_text("parachute parachute parachute")
    with zipfile.ZipFile(write_bundle(own_folder / "out")) as bundle:
        assert "unreadable" in json.loads(bundle.read("evenings/broken.json"))


def test_no_place_for_the_support_file_is_a_sentence(own_folder: Path):
    own_folder.mkdir(parents=True)
    (own_folder / "out").write_text("a file")
    with pytest.raises(SupportError, match="could not be written"):
        write_bundle(own_folder / "out")


def test_the_log_never_grows_large(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(log, "LARGEST", 2000)
    root = logging.getLogger()
    before = list(root.handlers)
    log.begin()
    try:
        for number in range(400):
            logging.getLogger("wingman").info("event %d of a long evening", number)
        kept = log.files()
        assert len(kept) == log.OLDER + 1
        assert all(path.stat().st_size <= 2000 for path in kept)
        assert "event 399" in (log.folder() / "wingman.log").read_text()
    finally:
        for handler in set(root.handlers) - set(before):
            root.removeHandler(handler)
            handler.close()
