"""QR codes: anybody's in photographs and distorted drawings, and our stickers under a phone, beside general readers.

WINGMAN_QR_PHOTOS names a folder of photographs, with folders in it or not. What a code in `a.jpg` says stands in
`a.txt`, of several codes in `a.1.txt`, `a.2.txt` and so on; an empty text says that there is no code. In a picture
without a text only our own stickers are looked for; none of the photographs may show one.
EYES_TURNS sets in how many quarter turns each labelled photograph is read (4).
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.bench._code_peers import TextReader, one_at_a_time, readers
from tests.bench.measure import heading, row
from tests.vision.test_codes import distorted
from vision import images, markers, scan
from vision.stickers import all_stickers, qr_text
from vision.table.camera import Camera, Pose
from vision.table.deal import swayed, varied
from vision.table.faces import Print
from vision.table.light import TYPICAL
from vision.table.scene import LaidCard, Scene, take

PHOTOS = os.environ.get("WINGMAN_QR_PHOTOS")
TURNS = int(os.environ.get("EYES_TURNS", "4"))
DISTORTED = 60
"""Drawings for each row of distorted codes."""
NEAR_ENOUGH = 99.0
"""Percent of our stickers that a phone's reader must read."""
PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}


def run() -> None:
    """Prints every figure."""
    cv2.setNumThreads(1)
    heading("Eyes: QR codes")
    markers.prepare()
    peers = readers()
    _photographs(peers)
    _distorted_codes(peers)
    _phone_distance(one_at_a_time(peers))


def _photographs(peers: dict[str, TextReader]) -> None:
    paths = sorted(path for path in Path(PHOTOS).rglob("*") if path.suffix.lower() in PICTURES) if PHOTOS else []
    if not paths:
        print("photographs of QR codes: none, since WINGMAN_QR_PHOTOS names no folder of them")
        return
    ways: dict[str, TextReader] = {"ours": _scanned, **peers}
    seen = shown = labelled = stickers = 0
    right, wrong = Counter[str](), Counter[str]()
    for path in paths:
        try:
            photo = images.read(path)
        except images.Refused as why:
            print(f"  left out: {why}")
            continue
        seen += 1
        stickers += len(markers.scan(images.grey(photo)).quads())
        if (texts := _texts(path)) is None:
            continue
        labelled += bool(texts)
        for view in _turned(photo, TURNS if texts else 1):
            shown += len(texts)
            for name, read in ways.items():
                hits, others = _compared(read(view if name == "ours" else images.grey(view)), texts)
                right[name], wrong[name] = right[name] + hits, wrong[name] + others
    best = max(peers, key=lambda name: right[name])
    what = f"codes read in {labelled} photographs, quarter turns of each: {TURNS}"
    bar = f"≥ {right[best]} ({best})"
    row(what, f"{right['ours']} of {shown}", bar, right["ours"] >= right[best])
    fewest = min(wrong[name] for name in peers if right[name] == right[best])
    row("other texts than the labels say, same photographs", f"{wrong['ours']}", f"≤ {fewest}", wrong["ours"] <= fewest)
    print("  read (otherwise): " + ", ".join(f"{name} {right[name]} ({wrong[name]})" for name in ways))
    row(f"our stickers read in {seen} photographs without one", f"{stickers}", "0", stickers == 0)


def _texts(path: Path) -> list[str] | None:
    """What a photograph's codes say; None if nobody has written it down."""
    one = path.with_suffix(".txt")
    found = [one] if one.exists() else sorted(path.parent.glob(f"{_literal(path.stem)}.[0-9]*.txt"))
    texts = [file.read_bytes().decode("utf-8") for file in found]
    return [text for text in texts if text] if found else None


def _literal(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _turned(photo: Any, turns: int) -> Iterator[Any]:
    for turn in range(turns):
        yield np.ascontiguousarray(np.rot90(photo, turn))


def _compared(found: list[str], texts: list[str]) -> tuple[int, int]:
    """How many of the texts were read, and how many others. Readers differ in line ends: what can be seen counts."""
    read, true = Counter(map(_visible, found)), Counter(map(_visible, texts))
    return (read & true).total(), sum(count for text, count in read.items() if text not in true)


def _visible(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable() and letter != "\ufffd").strip()


def _scanned(photo: Any) -> list[str]:
    """What `companion scan` lists under `codes`."""
    return [code.text for code in scan.scan(photo, [scan.foreign_codes]).codes]


def _distorted_codes(peers: dict[str, TextReader]) -> None:
    """Anybody's codes, drawn and distorted: a scan beside plain zxing-cpp on the same picture."""
    if "zxing-cpp" not in peers:
        return
    ways: dict[str, Callable[[Any], Any]] = {
        "as seen": lambda grey: grey,
        "inverted": lambda grey: 255 - grey,
        "faint": lambda grey: (90 + 0.25 * grey).astype(np.uint8),
        "half size": lambda grey: cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA),
        "smeared": lambda grey: cv2.blur(grey, (7, 1)),
    }
    for way, change in ways.items():
        ours = theirs = lost = 0
        for number in range(DISTORTED):
            grey, text = distorted(number)
            grey = change(grey)
            plain = text in peers["zxing-cpp"](grey)
            read = text in _scanned(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR))
            ours, theirs, lost = ours + read, theirs + plain, lost + (plain and not read)
        what = f"distorted codes, {way}, of {DISTORTED} (plain zxing-cpp alone: {lost})"
        row(what, f"{ours}", f"≥ {theirs}", ours >= theirs and lost == 0)


def _phone_distance(peers: dict[str, TextReader]) -> None:
    """Every QR sticker once, 100 mm across a 1280 frame, under general readers."""
    shown, read = 0, Counter[str]()
    for sticker in all_stickers():
        random = np.random.default_rng(sticker.number)
        made = varied(Print("qr"), random)
        camera, light = swayed(Camera(1280, 720, across=100, tilt=15), TYPICAL, random)
        camera = replace(camera, look_x=-18, look_y=-31)
        card = LaidCard(sticker, Pose(turn=float(random.uniform(-30, 30))), made)
        picture = take(Scene((card,), "wood", sticker.number), camera, light, random, finer=1)
        if picture.cards(0.999):
            shown += 1
            grey = images.grey(picture.image)
            read.update(name for name, reader in peers.items() if qr_text(sticker.number) in reader(grey))
    for name in peers:
        share = 100 * read[name] / shown
        what = f"our stickers at phone distance, {shown} codes, read by {name}"
        row(what, f"{share:.1f} %", f"≥ {NEAR_ENOUGH:g} %", share >= NEAR_ENOUGH)
