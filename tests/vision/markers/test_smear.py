"""Stickers that a moving camera has smeared are read by what the others tell about the motion."""

from dataclasses import replace

import numpy as np
import pytest

from vision import images, markers
from vision.images import Image
from vision.markers import smear
from vision.stickers import Kind, stickers_of
from vision.table.camera import Camera
from vision.table.deal import fans, random_table
from vision.table.faces import Print
from vision.table.light import HARD
from vision.table.scene import LaidCard, take


def _smeared_table(kind: Kind, mm: float, motion: float) -> tuple[Image, set[int]]:
    """A frame of cards in fans that motion has smeared, and the stickers that lie there."""
    rng = np.random.default_rng(14)
    scene = random_table(fans(list(stickers_of("hit-the-silk")), rng, Print(kind, mm)), rng)
    picture = take(scene, Camera(1280, 720, tilt=30), replace(HARD, motion=motion), rng)
    lying = {seen.thing.sticker.number for seen in picture.cards(0.0) if isinstance(seen.thing, LaidCard)}
    return images.grey(picture.image), lying


def _read(frame: Image, kind: Kind) -> set[int]:
    found = markers.scan(frame)
    return {reading.number for reading in (found.qr if kind == "qr" else found.aruco)}


@pytest.mark.parametrize(("kind", "mm", "motion", "more"), [("qr", 20, 7.0, 2), ("aruco", 12, 6.5, 2)])
def test_what_was_read_tells_how_the_others_are_smeared(
    kind: Kind, mm: float, motion: float, more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame, lying = _smeared_table(kind, mm, motion)
    by_motion = _read(frame, kind)
    monkeypatch.setattr(smear, "read", lambda *_: [])
    still = _read(frame, kind)
    assert by_motion <= lying
    assert len(by_motion) >= len(still) + more


@pytest.mark.parametrize(("kind", "mm"), [("qr", 20), ("aruco", 12)])
def test_mirrored_stickers_are_not_read_however_they_are_smeared(kind: Kind, mm: float) -> None:
    """Beside those that are as they were printed, which tell how the frame is smeared."""
    frame, _ = _smeared_table(kind, mm, 6.0)
    found = markers.scan(np.vstack([frame, frame[:, ::-1]]))
    read = found.qr if kind == "qr" else found.aruco
    assert read
    assert all(reading.corners[:, 1].mean() < len(frame) for reading in read)


@pytest.mark.parametrize("kind", [smear.QR, smear.GRID])
def test_a_sticker_seen_edge_on_is_not_read_and_stops_nothing(kind: smear.Kind) -> None:
    frame, _ = _smeared_table("qr", 20, 7.0) if kind is smear.QR else _smeared_table("aruco", 12, 6.5)
    found = markers.scan(frame)
    edge_on = np.array([[[50.0, 50.0]] * 4, [[100.0, 90.0], [120.0, 90.0], [120.0, 90.0], [100.0, 90.0]]])
    assert smear.read(kind, frame, edge_on, found.qr if kind is smear.QR else found.aruco) == []
