"""What was learnt is kept: corrections, the album on disk, and the command that fills it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.enrolment.few_cards import CARDS, STEADY, photo_of
from tests.vision.scenes.camera import TYPICAL
from tests.vision.scenes.deck import deck, loose_cards
from vision.enrolment.album import Album, BrokenAlbum, load_album
from vision.enrolment.face import flatten
from vision.enrolment.matching import Matcher

NAMES = {"parachute": "plain-0", "knife": "plain-1", "poison": "plain-2", "key": "plain-3"}


def test_a_correction_joins_the_album(album: Album) -> None:
    stranger = deck(78, plain=1, twins=0, layouts=(9,))
    frame, laid = loose_cards(stranger, ["plain-0"], np.random.default_rng(1), STEADY, 8.0, 960, 260.0)
    face = flatten(frame, laid[0].corners.astype(np.float32))
    small = Album("hit-the-silk", list(album.faces))
    assert Matcher(small.faces)(face) is None
    small.add("parachute", face)
    again = Matcher(small.faces)(face)
    assert again is not None
    assert again.id == "parachute"


def test_an_album_survives_the_disk(album: Album, tmp_path: Path) -> None:
    album.save(tmp_path)
    again = load_album(tmp_path)
    assert [card for card, _ in again.faces] == [card for card, _ in album.faces]
    assert np.array_equal(again.faces[0][1], album.faces[0][1])


@pytest.mark.parametrize(
    "index",
    [
        b"",
        b"[]",
        b'{"game": "x", "pictures": [{"card": "a", "file": "../a.png"}]}',
        b'{"game": "x", "pictures": [{"card": "\\u001b[2J", "file": "a.png"}]}',
    ],
)
def test_a_broken_album_is_refused(index: bytes, tmp_path: Path) -> None:
    (tmp_path / "index.json").write_bytes(index)
    with pytest.raises(BrokenAlbum):
        load_album(tmp_path)


def test_the_command_enrols_a_folder_and_scan_reads_by_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos, learnt, table = tmp_path / "photos", tmp_path / "learnt", tmp_path / "table.png"
    photos.mkdir()
    for name, card in NAMES.items():
        cv2.imwrite(str(photos / f"{name}.png"), photo_of(card))
    (photos / "spy.jpg").write_bytes(b"no picture")
    cv2.imwrite(str(photos / "kn\u00f6del.png"), photo_of("plain-7"))
    assert main(["enrol", str(photos), "--game", "hit-the-silk", "--out", str(learnt), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["cards"], said["strange"]) == (sorted(NAMES), [])
    assert {item["file"]: item["why"] for item in said["refused"]} == {
        "kn\u00f6del.png": "kn\u00f6del.png: a card's name has letters, digits, spaces, dots, hyphens and underscores, "
        "at most 60.",
        "spy.jpg": "spy.jpg is not a JPEG, PNG, WebP, GIF or BMP image.",
    }
    frame, laid = loose_cards(CARDS, ["plain-3", "plain-6"], np.random.default_rng(2), TYPICAL, 20.0, 1920)
    cv2.imwrite(str(table), frame)
    assert main(["scan", str(table), "--game", "hit-the-silk", "--enrolled", str(learnt), "--json"]) == 0
    (seen,) = json.loads(capsys.readouterr().out)
    (card,) = seen["cards"]  # plain-6 was never enrolled
    assert (card["id"], card["copy"], card["by"], card["zone"]) == ("key", 1, "enrolled", "table")
    corners = next(true.corners for true in laid if true.id == "plain-3")
    assert np.abs(np.array(card["corners"]) - corners).max() < 12
    assert main(["scan", str(table), "--game", "escape-now", "--enrolled", str(learnt)]) == 2
    assert main(["scan", str(table), "--game", "hit-the-silk", "--enrolled", str(photos)]) == 2


def test_cards_that_the_game_does_not_know_are_read_by_their_photos_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos, learnt, table = tmp_path / "photos", tmp_path / "learnt", tmp_path / "table.png"
    photos.mkdir()
    for name, card in {"key": "plain-3", "Promo_01": "plain-6", "Promo_02": "plain-7"}.items():
        cv2.imwrite(str(photos / f"{name}.png"), photo_of(card))
    enrol = ["enrol", str(photos), "--game", "hit-the-silk", "--out", str(learnt)]
    assert main(enrol) == 0
    assert json.loads(capsys.readouterr().out)["strange"] == ["Promo_01", "Promo_02"]
    frame, _ = loose_cards(CARDS, ["plain-3", "plain-6"], np.random.default_rng(2), TYPICAL, 20.0, 1920)
    cv2.imwrite(str(table), frame)
    scan = ["scan", str(table), "--game", "hit-the-silk", "--enrolled", str(learnt), "--json"]
    assert main(scan) == 0
    (seen,) = json.loads(capsys.readouterr().out)
    assert {card["id"] for card in seen["cards"]} == {"key", "Promo_01"}
    # Named rightly after all: the same picture is not known twice.
    (photos / "Promo_01.png").rename(photos / "parachute.png")
    assert main([*enrol, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["cards"], said["kept"], said["strange"]) == (["Promo_02", "key", "parachute"], [], ["Promo_02"])
    assert main(scan) == 0
    (seen,) = json.loads(capsys.readouterr().out)
    assert {card["id"] for card in seen["cards"]} == {"key", "parachute"}


def test_an_empty_folder_is_one_sentence_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "photos").mkdir()
    code = main(["enrol", str(tmp_path / "photos"), "--game", "hit-the-silk", "--out", str(tmp_path / "out")])
    assert code == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "out").exists()
