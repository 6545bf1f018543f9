"""Reads markers frame after frame, cheaper than scans: known ones where they were, new ones where something moved."""

from dataclasses import replace

import cv2
import numpy as np

from vision.images import Image
from vision.markers import Markers, framed_qr, grid_codes, joined, once, prepare, scan
from vision.markers.blobs import Quads
from vision.markers.grid_codes import Reading
from vision.markers.patterns import aruco_patterns, tag_patterns
from vision.markers.squares import refined

FULL_EVERY = 1.0
"""Seconds between scans of the whole frame, for whatever came in without a movement that was noticed."""
THUMB_WIDTH = 160
"""Pixels across the small picture in which movement is looked for: one is about 4 mm of table."""
MOVED = 9
"""Grey levels by which a cell of the small picture must change; noise averages to under 2 there."""


def thumb(grey: Image) -> Image:
    """The frame, small and smooth."""
    high = max(1, round(grey.shape[0] * THUMB_WIDTH / grey.shape[1]))
    return cv2.resize(grey, (THUMB_WIDTH, high), interpolation=cv2.INTER_AREA)


class Follower:
    """Remembers the last frame's markers."""

    def __init__(self) -> None:
        prepare()
        self._markers = Markers((), (), ())
        self._thumb: Image | None = None
        self._full_at = 0.0

    def see(self, grey: Image, now: float) -> Markers:
        """The markers of this frame; `now` in seconds, never falling."""
        small = thumb(grey)
        if self._thumb is None or self._thumb.shape != small.shape or now - self._full_at >= FULL_EVERY:
            self._markers = scan(grey)
            self._full_at = now
        else:
            kept = _again(grey, self._markers)
            area = self._where_to_look(grey, small, kept)
            self._markers = joined(kept, scan(grey, area, patient=False)) if area.any() else kept
        self._thumb = small
        return self._markers

    def _where_to_look(self, grey: Image, small: Image, kept: Markers) -> Image:
        assert self._thumb is not None
        _, area = cv2.threshold(cv2.absdiff(small, self._thumb), MOVED, 255, cv2.THRESH_BINARY)
        scale = THUMB_WIDTH / grey.shape[1]
        for quad in _lost(self._markers, kept):  # it may have slid a little
            cv2.fillConvexPoly(area, np.round(quad * scale).astype(np.int32), 255)
        return cv2.dilate(area, np.ones((5, 5), np.uint8))


def _again(grey: Image, last: Markers) -> Markers:
    """Those of the last markers that are still where they were, to within a few pixels."""
    return replace(
        last,
        aruco=_same(grid_codes.read(grey, _fitted(grey, last.aruco), aruco_patterns()), last.aruco),
        tags=_same(grid_codes.read(grey, _fitted(grey, last.tags), tag_patterns()), last.tags),
        # Faint frames are read where they were: fitting would lead astray.
        qr=_same(framed_qr.read(grey, np.concatenate([_fitted(grey, last.qr), _corners(last.qr)])), last.qr),
    )


def _lost(last: Markers, kept: Markers) -> list[Quads]:
    pairs = ((last.aruco, kept.aruco), (last.qr, kept.qr), (last.tags, kept.tags))
    numbers = [{reading.number for reading in now} for _, now in pairs]
    return [r.corners for (was, _), now in zip(pairs, numbers, strict=True) for r in was if r.number not in now]


def _fitted(grey: Image, readings: tuple[Reading, ...]) -> Quads:
    return refined(grey, _corners(readings), reach=0.08)


def _corners(readings: tuple[Reading, ...]) -> Quads:
    return np.array([reading.corners for reading in readings]).reshape(-1, 4, 2)


def _same(now: list[Reading], before: tuple[Reading, ...]) -> tuple[Reading, ...]:
    numbers = {reading.number for reading in before}
    return once([reading for reading in now if reading.number in numbers])
