"""Unmarked cards: enrolled from photos, named among near-twins, strangers refused, corrections learnt."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.camera import TYPICAL, Light
from tests.vision.deck import deck, loose_cards
from vision.enrolment.album import Album, BrokenAlbum, load_album
from vision.enrolment.face import flatten
from vision.enrolment.guide import take
from vision.enrolment.matching import Matcher
from vision.enrolment.photo import UnreadablePhoto, open_photo
from vision.enrolment.reader import EnrolledCards
from vision.outlines import find_outlines
from vision.images import Image

CARDS = deck(21, plain=8, twins=2)
STEADY = Light(blur=0.6, noise=0.008, jpeg=92)


def photo_of(card: str, seed: int = 1) -> Image:
    frame, _ = loose_cards(CARDS, [card], np.random.default_rng(seed), STEADY, 8.0, 960, 260.0)
    return frame


@pytest.fixture(scope="module")
def album() -> Album:
    made = Album("hit-the-silk")
    rng = np.random.default_rng(5)
    for card in CARDS:
        frame, laid = loose_cards(CARDS, [card], rng, STEADY, 8.0, 960, 260.0)
        made.add(card, flatten(frame, laid[0].corners.astype(np.float32)))
    return made


def test_loose_cards_are_outlined_and_named_twins_too(album: Album) -> None:
    ids = ["plain-0", "plain-3", "twin-0a", "twin-1b", "plain-5"]
    frame, laid = loose_cards(CARDS, ids, np.random.default_rng(2), TYPICAL, 20.0, 1920)
    seen = EnrolledCards(Matcher(album.faces))(frame)
    assert sorted(card.id for card in seen) == sorted(card.id for card in laid)
    for card in seen:
        corners = next(true.corners for true in laid if true.id == card.id)
        assert np.abs(np.array(card.corners) - corners).max() < 12  # clockwise from the card's own top left


def test_a_stranger_is_not_named(album: Album) -> None:
    strangers = deck(77, plain=3, twins=0, layouts=(7, 8))
    frame, laid = loose_cards(strangers, list(strangers), np.random.default_rng(4), TYPICAL, 20.0, 1920)
    assert len(find_outlines(frame)) == len(laid)
    assert EnrolledCards(Matcher(album.faces))(frame) == []


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


def test_a_blurred_photo_is_sent_back() -> None:
    assert take(photo_of("plain-1")).fault is None
    fault = take(cv2.GaussianBlur(photo_of("plain-1"), (0, 0), 5)).fault
    assert fault is not None


def test_two_cards_in_one_photo_are_sent_back() -> None:
    frame, _ = loose_cards(CARDS, ["plain-1", "plain-2"], np.random.default_rng(6), TYPICAL, 10.0, 1280)
    fault = take(frame).fault
    assert fault is not None and "one card at a time" in fault


def test_an_album_survives_the_disk(album: Album, tmp_path: Path) -> None:
    album.save(tmp_path)
    again = load_album(tmp_path)
    assert [card for card, _ in again.faces] == [card for card, _ in album.faces]
    assert np.array_equal(again.faces[0][1], album.faces[0][1])


@pytest.mark.parametrize("index", [b"", b"[]", b'{"game": "x", "pictures": [{"card": "a", "file": "../a.png"}]}'])
def test_a_broken_album_is_refused(index: bytes, tmp_path: Path) -> None:
    (tmp_path / "index.json").write_bytes(index)
    with pytest.raises(BrokenAlbum):
        load_album(tmp_path)


def test_bytes_that_are_no_picture_are_refused_not_crashed(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    whole = cv2.imencode(".jpg", photo_of("plain-0"))[1].tobytes()
    file = tmp_path / "photo.jpg"
    for trial in range(60):
        data = bytearray(whole)
        for at in rng.integers(0, len(data), 40):
            data[at] = rng.integers(256)
        file.write_bytes(bytes(data[: rng.integers(0, len(data))] if trial % 2 else data))
        try:
            assert open_photo(file).ndim == 3
        except UnreadablePhoto as fault:
            assert str(fault).endswith(".")


def test_a_picture_that_claims_a_huge_size_is_refused_unopened(tmp_path: Path) -> None:
    header = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (60_000).to_bytes(4) * 2
    (tmp_path / "bomb.png").write_bytes(header + b"\x08\x02\x00\x00\x00" + bytes(64))
    with pytest.raises(UnreadablePhoto, match="too many"):
        open_photo(tmp_path / "bomb.png")


def test_the_command_enrols_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    for card in ("plain-0", "plain-1"):
        cv2.imwrite(str(photos / f"{card}.jpg"), photo_of(card))
    (photos / "plain-2.jpg").write_bytes(b"no picture")
    code = main(["enrol", str(photos), "--game", "hit-the-silk", "--out", str(tmp_path / "out"), "--json"])
    said = json.loads(capsys.readouterr().out)
    assert code == 0
    assert said["cards"] == ["plain-0", "plain-1"]
    assert [item["file"] for item in said["refused"]] == ["plain-2.jpg"]
    assert len(load_album(tmp_path / "out").faces) == 2


def test_an_empty_folder_is_one_sentence_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "photos").mkdir()
    code = main(["enrol", str(tmp_path / "photos"), "--game", "hit-the-silk", "--out", str(tmp_path / "out")])
    assert code == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "out").exists()
