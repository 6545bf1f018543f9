"""Learning one's own cards: whatever happens to the disk, what was learnt is known again, or is said to be lost."""

import json
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.instruments import _matcher
from companion.panel.cards import CardDesk
from vision.enrolment import album as album_module
from vision.enrolment.album import INDEX, load_album
from vision.enrolment.face import HEIGHT, WIDTH
from vision.enrolment.guide import Taken
from vision.images import Image

GAME = "hit-the-silk"


class Died(BaseException):
    """The battery, in the middle of something."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WINGMAN_HOME", str(tmp_path))
    return tmp_path


def face(seed: int) -> Image:
    return np.random.default_rng(seed).integers(0, 255, (HEIGHT, WIDTH, 3), np.uint8)


def learnt(number: int) -> CardDesk:
    """A desk that was taught its first cards, one face each."""
    desk = CardDesk(GAME)
    for seed, card in enumerate(desk.cards[:number]):
        assert desk.enrol(card, Taken(face(seed), None)) == ""
    return desk


def test_a_torn_list_costs_no_card() -> None:
    desk = learnt(4)
    index = desk.folder / INDEX
    torn = index.read_bytes()[:-20]
    index.write_bytes(torn)
    again = CardDesk(GAME)
    assert "index.json.damaged-1" in again.trouble and again.trouble.endswith("4.")
    assert again.enrol(again.next_card, Taken(face(4), None)) == ""
    last = CardDesk(GAME)
    assert last.known == set(last.cards[:5])
    assert last.trouble == ""
    assert (desk.folder / "index.json.damaged-1").read_bytes() == torn


def test_at_the_table_the_eyes_know_what_can_still_be_read() -> None:
    desk = learnt(3)
    assert _matcher("escape-now") is None
    (desk.folder / INDEX).write_bytes(b"{")
    assert set(_matcher(GAME).ids) == desk.known


def test_one_damaged_picture_costs_one_card() -> None:
    desk = learnt(3)
    entry = json.loads((desk.folder / INDEX).read_text("utf-8"))["pictures"][1]
    (desk.folder / entry["file"]).write_bytes(b"no picture")
    again = CardDesk(GAME)
    assert again.known == desk.known - {entry["card"]}
    assert again.next_card == entry["card"]
    assert again.trouble


def test_nothing_is_learnt_where_what_is_there_cannot_be_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = learnt(2)
    torn = b"{"
    (desk.folder / INDEX).write_bytes(torn)

    def full(folder: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.learnt.set_aside", full)
    again = CardDesk(GAME)
    assert "disk is full" in again.trouble
    assert again.enrol(desk.cards[2], Taken(face(9), None)) == again.trouble
    assert (desk.folder / INDEX).read_bytes() == torn


@pytest.mark.parametrize("fatal", range(1, 5))
def test_a_death_at_any_write_leaves_what_was_known(fatal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second picture of every card is learnt in one go: four files are written, one of them is the last."""
    desk = learnt(3)
    real, written = album_module._write, 0

    def dying(path: Path, data: bytes) -> None:
        nonlocal written
        written += 1
        if written == fatal:
            path.with_name(f"{path.name}.new").write_bytes(data[: len(data) // 2])
            raise Died
        real(path, data)

    before = [card for card, _ in desk.album.faces]
    for seed, card in enumerate(before):
        desk.album.add(card, face(10 + seed))
    with monkeypatch.context() as patch:
        patch.setattr(album_module, "_write", dying)
        with pytest.raises(Died):
            desk.album.save(desk.folder)
    again = load_album(desk.folder)
    assert [card for card, _ in again.faces] == before
    assert all(np.array_equal(known, face(seed)) for seed, (_, known) in enumerate(again.faces))


def test_a_picture_that_cannot_be_kept_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = learnt(1)

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(album_module, "_write", full)
    assert "disk is full" in desk.enrol(desk.cards[1], Taken(face(1), None))
    assert desk.known == {desk.cards[0]}


def test_pictures_that_are_no_longer_wanted_go() -> None:
    desk = learnt(2)
    for seed in range(20, 32):
        assert desk.enrol(desk.cards[0], Taken(face(seed), None)) == ""
    assert len(list(desk.folder.glob("*.png"))) == len(desk.album.faces) == 7


def test_the_command_keeps_what_was_learnt_there_before(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.cli.enrol.take", lambda photo: Taken(np.ascontiguousarray(photo), None))
    out = home / "out"
    for number, card in enumerate(("knife", "key", "knife")):
        photos = home / f"photos-{number}"
        photos.mkdir()
        _save(photos / f"{card}.png", face(40 + number))
        if number == 2:
            (out / INDEX).write_bytes(b"{")
        assert main(["enrol", str(photos), "--game", GAME, "--out", str(out), "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out.splitlines()[-1])["kept"] == ["key"]
    assert "index.json.damaged-1" in said.err
    again = load_album(out)
    assert sorted(card for card, _ in again.faces) == ["key", "knife"]
    assert np.array_equal(dict(again.faces)["knife"], face(42))


def test_the_command_does_not_mix_two_games(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.enrol.take", lambda photo: Taken(np.ascontiguousarray(photo), None))
    desk = learnt(2)
    photos = home / "photos"
    photos.mkdir()
    _save(photos / "lucky-shot.png", face(1))
    assert main(["enrol", str(photos), "--game", "escape-now", "--out", str(desk.folder)]) == 2
    assert CardDesk(GAME).known == desk.known


def _save(path: Path, image: Image) -> None:
    import cv2

    cv2.imwrite(str(path), image)
