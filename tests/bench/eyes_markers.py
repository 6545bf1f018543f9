"""Stickers, mat and tracker on rendered frames and real photos, beside OpenCV's and zxing-cpp's own readers.

EYES_TABLES sets how many tables are rendered for each row (3), EYES_MINUTES how long the tracker watches (10).
"""

import os
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.bench import _second_table
from tests.bench.measure import heading, row
from tests.vision.tracking.test_tracker import watched
from vision import codes, images, markers, scan
from vision.stickers import ARUCO, aruco_modules, qr_text, stickers_of
from vision.table.camera import Camera
from vision.table.deal import corner_tags, fans, random_table, scattered, swayed, varied
from vision.table.evening import evening
from vision.table.faces import Print
from vision.table.film import Film
from vision.table.light import HARD, TYPICAL, Light
from vision.table.scene import LaidCard, Picture, Scene, take
from vision.tracking.follow import Follower

TABLES = int(os.environ.get("EYES_TABLES", "3"))
MINUTES = float(os.environ.get("EYES_MINUTES", "10"))
LOOKS = 5
"""Frames of one table, for the figures over five frames."""
DECK = list(stickers_of("hit-the-silk"))
VIEWS: dict[str, tuple[Camera, Light]] = {
    "1920 typical": (Camera(1920, 1080, tilt=20), TYPICAL),
    "1920 hard": (Camera(1920, 1080, tilt=35), HARD),
    "1280 typical": (Camera(1280, 720, tilt=20), TYPICAL),
    "1280 hard": (Camera(1280, 720, tilt=35), HARD),
}
Bars = tuple[float, float]
"""Percent of stickers that must be read in a frame, and over five frames (0: not asked for)."""
ARUCO_BARS: dict[tuple[int, str], Bars] = {
    (15, "1920 typical"): (99.5, 0),
    (15, "1920 hard"): (98, 0),
    (15, "1280 hard"): (97, 0),
    (12, "1280 hard"): (95, 0),
}
QR_BARS: dict[str, Bars] = {
    "1920 typical": (99.5, 99.9),
    "1280 typical": (99, 99.9),
    "1920 hard": (97, 99.5),
    "1280 hard": (85, 98),
}
PHOTOS = Path(__file__).parents[3] / "shared" / "photos"


@dataclass
class Tally:
    """One reader's figures over a row."""

    shown: int = 0
    read: int = 0
    tables: int = 0
    over_five: int = 0
    wrong: int = 0

    @property
    def once(self) -> float:
        """Percent of stickers read in a frame."""
        return 100 * self.read / self.shown

    @property
    def five(self) -> float:
        """Percent of stickers read in one of five frames."""
        return 100 * self.over_five / self.tables


Reader = Callable[[Any], set[int]]
"""A grey frame to the numbers of the stickers in it."""


def run() -> None:
    """Prints every table."""
    cv2.setNumThreads(1)
    markers.prepare()
    heading(f"Eyes: stickers read in a frame / in one of {LOOKS} ({TABLES} tables a row, one thread)")
    aruco: dict[str, Reader] = {"ours": _ours_aruco, "OpenCV": _opencv_aruco()}
    for mm, view in ARUCO_BARS:
        _row(f"ArUco {mm} mm {view}", Print("aruco", mm), view, aruco, ARUCO_BARS[mm, view])
    qr: dict[str, Reader] = {"ours": _ours_qr, codes.best_reader().name: _general_qr}
    for view in QR_BARS:
        _row(f"framed QR 20 mm {view}", Print("qr", 20), view, qr, QR_BARS[view])
    _second_opinion()
    _times()
    _corner_error()
    _photos()
    _tracker()


def _row(name: str, made: Print, view: str, readers: dict[str, Reader], bars: Bars) -> None:
    tallies = {reader: Tally() for reader in readers}
    for table in range(TABLES):
        random = np.random.default_rng([table, int(10 * (made.mm or 0)), len(view)])
        print_ = varied(made, random)
        laid = scattered(DECK, random, print_) if table % 3 == 2 else fans(DECK, random, print_)
        camera, light = swayed(*VIEWS[view], random)
        scene = random_table(laid, random)
        pictures = [take(scene, camera, light, random) for _ in range(LOOKS)]
        for reader, read in readers.items():
            _count(tallies[reader], pictures, read)
    _tell(name, tallies, bars)


def _tell(name: str, tallies: dict[str, Tally], bars: Bars) -> None:
    """Our figures with their bars, and the peers' beside."""
    ours, once, five = tallies.pop("ours"), *bars
    peers = "".join(f", {peer} {tally.once:.1f} / {tally.five:.1f} %" for peer, tally in tallies.items())
    told = f"{ours.once:.1f} / {ours.five:.1f} %, {ours.wrong} wrong"
    met = ours.once >= once and ours.five >= five and not ours.wrong
    row(name + peers, told, f">= {once:g}" + (f" / {five:g}" if five else ""), met)


def _count(tally: Tally, pictures: list[Picture], read: Reader) -> None:
    ever: set[int] = set()
    shown = {s.thing.sticker.number for s in pictures[0].cards(0.999) if isinstance(s.thing, LaidCard)}
    lying = {s.thing.sticker.number for s in pictures[0].cards(0.0) if isinstance(s.thing, LaidCard)}
    for picture in pictures:
        found = read(images.grey(picture.image))
        tally.shown += len(shown)
        tally.read += len(shown & found)
        tally.wrong += len(found - lying)
        ever |= found
    tally.tables += len(shown)
    tally.over_five += len(shown & ever)


def _ours_aruco(grey: Any) -> set[int]:
    return {reading.number for reading in markers.scan(grey).aruco}


def _ours_qr(grey: Any) -> set[int]:
    return {reading.number for reading in markers.scan(grey).qr}


def _general_qr(grey: Any) -> set[int]:
    names = {qr_text(sticker.number): sticker.number for sticker in DECK}
    return {names[code.text] for code in codes.best_reader().read(grey) if code.text in names}


def _opencv_aruco() -> Reader:
    """OpenCV's defaults, on a dictionary of just our codes: its ids are then our numbers."""
    codes_ = [aruco_modules(sticker.number)[1:-1, 1:-1] == 0 for sticker in DECK]
    lists = [cv2.aruco.Dictionary.getByteListFromBits(code.astype(np.uint8)) for code in codes_]
    known = cv2.aruco.getPredefinedDictionary(ARUCO)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.Dictionary(np.concatenate(lists), 5, known.maxCorrectionBits))

    def read(grey: Any) -> set[int]:
        ids = detector.detectMarkers(grey)[1]
        return set() if ids is None else {DECK[int(i)].number for i in ids.ravel()}

    return read


def _second_opinion() -> None:
    """Our reader on pictures that another renderer made from the sticker files."""
    names = {(sticker.card, sticker.copy): sticker.number for sticker in DECK}
    heading("The same, pictures by a second renderer")
    for kind, mm in (("aruco", 15), ("aruco", 12), ("qr", 20)):
        prints = _second_table.sticker_prints("hit-the-silk", kind)
        for name, view in _second_table.VIEWS.items():
            bars = ARUCO_BARS.get((mm, name)) if kind == "aruco" else QR_BARS[name]
            if bars is None:
                continue
            tally = Tally()
            for number in range(TABLES):
                random = np.random.default_rng([number, mm, 5])
                flat, lying, whole = _second_table.table(prints, mm / (15 if kind == "aruco" else 20), random)
                shown, ever = {names[key] for key in whole}, set[int]()
                for frame in _second_table.frames(flat, view, random, LOOKS):
                    found = _ours_aruco(images.grey(frame)) if kind == "aruco" else _ours_qr(images.grey(frame))
                    tally.shown, tally.read = tally.shown + len(shown), tally.read + len(shown & found)
                    tally.wrong += len(found - {names[key] for key in lying})
                    ever |= found
                tally.tables, tally.over_five = tally.tables + len(shown), tally.over_five + len(shown & ever)
            _tell(f"{kind} {mm} mm {name}", {"ours": tally}, bars)


def _times() -> None:
    """A full scan, and a frame in which nothing moved, against OpenCV's detector on the same frame, all on one core."""
    cv2.setNumThreads(1)
    raw = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(ARUCO))
    readers = scan.standard_readers("hit-the-silk")
    heading("Processor time of a frame as a share of OpenCV's ArucoDetector, best of 5")
    for made in (Print("aruco"), Print("qr"), None):
        for view in VIEWS:
            total = Counter[str]()
            for table in range(TABLES):
                random = np.random.default_rng([11, table])
                camera, light = VIEWS[view]
                scene = random_table(fans(DECK, random, made), random) if made else Scene((), "wood", table)
                picture = take(scene, camera, light, random)
                grey = images.grey(picture.image)
                follower = Follower()
                follower.see(grey, 0.0)
                looks: dict[str, Callable[[], Any]] = {
                    "raw": lambda grey=grey: raw.detectMarkers(grey),
                    "markers": lambda grey=grey: markers.scan(grey),
                    "all of `companion scan`": lambda image=picture.image: scan.scan(image, readers),
                    "tracked": lambda grey=grey, follower=follower: follower.see(grey, 0.1),
                }
                best = dict.fromkeys(looks, 1e9)
                for _ in range(5):
                    for name, look in looks.items():
                        start = time.process_time()
                        look()
                        best[name] = min(best[name], 1000 * (time.process_time() - start))
                total.update(best)
            shown = f"30 {made.kind} stickers" if made else "a bare table"
            ratio = {name: total[name] / total["raw"] for name in total}
            for name, bar in {"markers": 0.45, "all of `companion scan`": 0.45, "tracked": 0.15}.items():
                told = f"{total[name] / TABLES:.1f} of {total['raw'] / TABLES:.1f} ms = {ratio[name]:.2f}"
                row(f"{shown}, {view}: {name}", told, f"<= {bar}", ratio[name] <= bar)


def _corner_error() -> None:
    heading("Mat, photographs, tracker")
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    raw = cv2.aruco.ArucoDetector(known)
    for view in ("1280 typical", "1280 hard"):
        ours: list[float] = []
        theirs: list[float] = []
        for table in range(2 * TABLES):
            random = np.random.default_rng([table, 77])
            camera, light = swayed(*VIEWS[view], random)
            camera = replace(camera, across=700)
            picture = take(Scene(tuple(corner_tags()), "wood", table), camera, light, random)
            grey = images.grey(picture.image)
            truth = {seen.thing.number: seen.corners for seen in picture.seen if seen.visible > 0.999}  # type: ignore[union-attr]
            found = {tag.number: tag.corners for tag in markers.scan(grey).tags}
            corners, ids, _ = raw.detectMarkers(grey)
            peers = {} if ids is None else {int(i): c[0] for i, c in zip(ids.ravel(), corners, strict=True)}
            for number, place in truth.items():
                ours += [float(np.linalg.norm(found[number] - place, axis=1).mean())] if number in found else []
                theirs += [float(np.linalg.norm(peers[number] - place, axis=1).mean())] if number in peers else []
        peer = f"OpenCV {np.mean(theirs):.2f} px, {len(theirs)} tags"
        told = f"{np.mean(ours):.2f} px, {len(ours)} tags"
        row(f"mat corner error, mean, {view}; {peer}", told, "<= 0.5 px", float(np.mean(ours)) <= 0.5)


def _photos() -> None:
    paths = sorted(path for path in PHOTOS.glob("*/*") if path.suffix.lower() == ".jpg")
    if not paths:
        print("real photos: none here")
        return
    false = 0
    for path in paths:
        found = markers.scan(images.grey(images.read(path)))
        false += len(found.aruco) + len(found.qr) + len(found.tags)
    row(f"{len(paths)} photographs without stickers: markers read", str(false), "0", not false)


def _tracker() -> None:
    acts, truth = evening(np.random.default_rng(21), MINUTES)
    film = Film(acts, Camera(960, 540, across=640), TYPICAL, np.random.default_rng(22), corner_tags())
    told, wanted = Counter(watched(film, MINUTES * 60, rate=3.0)), Counter(truth)
    missed, invented = (wanted - told).total(), (told - wanted).total()
    told = f"{missed} missed, {invented} invented"
    row(f"tracker, {MINUTES:g} minutes, {wanted.total()} changes", told, "0, 0", not missed and not invented)
