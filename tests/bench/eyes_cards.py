"""Measures the readers of dice, board and unmarked cards on drawn scenes and real photographs, beside their peers.

EYES_SCENES sets how many scenes are drawn for each row (30), EYES_ROWS which rows (as `board,outlines`; all).
"""

import json
import os
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.bench._card_peers import name_cards
from tests.bench._landing_dice import Read
from tests.bench._outlined import Outlined
from tests.bench.measure import heading, row, run_rows
from tests.vision.scenes.camera import HARD, TYPICAL, Light
from tests.vision.scenes.cloths import PATTERNS
from tests.vision.scenes.deck import deck, loose_cards
from tests.vision.scenes.landing_board_scene import landing_board
from tests.vision.scenes.landing_dice_scene import landing_dice
from vision.dice.pips import PipDice
from vision.enrolment.face import flatten
from vision.enrolment.matching import Matcher
from vision.images import Floats, Image
from vision.landing_board import LandingBoard
from vision.table.landing import SPACES

SCENES = int(os.environ.get("EYES_SCENES", "30"))
PHOTOS = Path(__file__).parents[3] / "shared" / "photos"
LIGHTS = {"typical": (TYPICAL, 20.0), "hard": (HARD, 35.0)}


def run() -> None:
    """Print every figure."""
    cv2.setNumThreads(1)
    print("\nEyes: dice, landing board, unmarked cards; one thread, processor time")
    run_rows((pip_dice, landing, board, outlines, cards))


Faces = list[tuple[str, tuple[float, float]]]
"""What each die shows, and where."""


def pip_dice() -> None:
    """Real photographs. Ours learnt from these too: how it reads photographs kept apart stands in docs/vision.md."""
    if not PHOTOS.exists():
        print("pip dice: the photographs are not beside this checkout")
        return
    truth = json.loads((PHOTOS / "dice" / "ground_truth.json").read_text())
    cards = sorted(file for file in (PHOTOS / "playing_cards").iterdir() if file.suffix.lower() == ".jpg")
    read = PipDice()
    readers: dict[str, Callable[[Image], Faces]] = {
        "ours, which learnt from them": lambda photo: [(die.face, die.centre) for die in read(photo)],
        "blob recipe": blob_dice,
    }
    for name, reader in readers.items():
        tally: Counter[str] = Counter()
        start = time.process_time()
        for photo, dice in truth.items():
            _compare(reader(cv2.imread(str(PHOTOS / "dice" / photo))), dice, tally)
        spent = (time.process_time() - start) / len(truth) * 1000
        print(
            f"pip dice, {len(truth)} photos, {tally['dice']} dice, {name}: {tally['right'] / tally['dice']:.1%} right, "
            f"{tally['wrong'] / tally['dice']:.1%} wrong, {tally['whole'] / len(truth):.0%} of photos wholly right, "
            f"{tally['false']} false, {spent:.0f} ms",
            flush=True,
        )
        false = sum(len(reader(cv2.imread(str(file)))) for file in cards)
        print(f"pip dice seen in {len(cards)} photos of playing cards, where there are none, {name}: {false}")


def _compare(seen: Faces, dice: list[dict[str, Any]], tally: Counter[str]) -> None:
    good = 0
    for die in dice:
        x0, y0, x1, y1 = die["box"]
        near = [one for one in seen if np.hypot(one[1][0] - (x0 + x1) / 2, one[1][1] - (y0 + y1) / 2) < (x1 - x0) / 2]
        good += [face for face, _ in near] == [str(die["pips"])]
        tally["wrong"] += bool(near) and [face for face, _ in near] != [str(die["pips"])]
        seen = [one for one in seen if one not in near]
    tally.update(right=good, dice=len(dice), false=len(seen), whole=int(good == len(dice) and not seen))


def blob_dice(photo: Image) -> Faces:
    """The usual recipe: round blobs, dark and bright; blobs nearer than a die's side make one die. Its settings are the
    best of 48 on every other photo."""
    settings = cv2.SimpleBlobDetector.Params()
    settings.filterByInertia, settings.minInertiaRatio = True, 0.6
    settings.filterByConvexity, settings.minConvexity = True, 0.8
    settings.minArea, settings.maxArea, settings.minDistBetweenBlobs = 15, 400, 3
    detector = cv2.SimpleBlobDetector.create(settings)
    groups: list[list[tuple[float, float]]] = []
    for blob in (*detector.detect(photo), *detector.detect(255 - photo)):
        near = [g for g in groups if any(np.hypot(blob.pt[0] - x, blob.pt[1] - y) < 18 for x, y in g)]
        merged = [(blob.pt[0], blob.pt[1]), *(spot for g in near for spot in g)]
        groups = [g for g in groups if g not in near] + [merged]
    return [(str(len(g)), (float(np.mean(g, 0)[0]), float(np.mean(g, 0)[1]))) for g in groups]


def landing(scenes: int = 4 * SCENES) -> None:
    """Two dice a scene, and many scenes: half a percent is one die of two hundred."""
    heading("landing dice, tables drawn by ourselves")
    rng = np.random.default_rng(501)
    for name, (light, tilt) in LIGHTS.items():
        read = Read()
        for i in range(scenes):
            read.count(*landing_dice(rng, light, tilt, 1920 if i % 2 else 1280, touching=i % 3 == 0))
        read.rows(name)


def board(scenes: int = SCENES) -> None:
    read, rng = LandingBoard(), np.random.default_rng(502)
    tally: Counter[str] = Counter()
    for i in range(scenes):
        at = SPACES[rng.integers(len(SPACES))]
        light, width = (HARD if i % 2 else TYPICAL), (1920 if i % 4 < 2 else 1280)
        plane = read(landing_board(rng, light, rng.uniform(0, 40), at, width, rng.uniform(400, 600)))
        tally["unsure" if plane is None else "right" if (plane.row, plane.col) == at else "wrong"] += 1
    right = tally["right"] / scenes
    row(f"plane token, tilt to 40°, {scenes} boards, {tally['wrong']} wrong", f"{right:.1%}", "≥ 99 %", right >= 0.99)


FOUND = {"typical": 0.97, "hard": 0.9}
"""Outlines of loose cards, at the least, the false ones counted."""


def outlines(scenes: int = SCENES) -> None:
    """Cards that lie loose, on plain tables and on bold patterns, rows of cards that touch, where gaps are a millimetre
    and less, and cards that lie alone, so that no other one tells how large they are."""
    cards, cloths = deck(503, 30, 0), list(PATTERNS)
    for table, many, pairs in (("loose", 10, 0.0), ("patterned", 10, 0.0), ("touching", 10, 0.35), ("lone", 1, 0.0)):
        for name, (light, tilt) in LIGHTS.items():
            rng = np.random.default_rng(503)
            tally = Outlined()
            for i in range(scenes // 2 if table in ("patterned", "touching") else scenes):
                ids = [str(card) for card in rng.choice(list(cards), many, replace=False)]
                cloth = cloths[i % len(cloths)] if table == "patterned" else None
                frame, laid = loose_cards(cards, ids, rng, light, tilt, 1920 if i % 2 else 1280, 600.0, pairs, cloth)
                corners = [card.corners for card in laid]
                tally.count(frame, corners, corners)
            what = "loose cards on bold patterns" if table == "patterned" else f"{table} cards"
            tally.row(f"outlines of {what}, {name}", FOUND[name] if table in ("loose", "patterned") else None)


def cards() -> None:
    """A 90-card deck with 30 near-twins, and 50 strangers; the limit was set on another deck."""
    rng = np.random.default_rng(504)
    known = deck(504)
    strangers = {f"stranger-{name}": face for name, face in deck(505, 50, 0, (0, 1, 2, 3, 4, 7, 8)).items()}
    steady = Light(blur=0.6, noise=0.008, jpeg=92)
    album = []
    for card in known:
        frame, laid = loose_cards(known, [card], rng, steady, 8.0, 960, 260.0)
        album.append((card, flatten(frame, _jittered(laid[0].corners, rng))))
    matcher = Matcher(album)
    ids, everything = list(known) + list(strangers), {**known, **strangers}
    for name, (light, tilt) in LIGHTS.items():
        rng.shuffle(ids)
        faces = []
        for i in range(0, len(ids), 9):
            frame, laid = loose_cards(everything, ids[i : i + 9], rng, light, tilt, 1920 if i % 2 else 1280)
            faces += [(card.id, flatten(frame, _jittered(card.corners, rng))) for card in laid]
        name_cards(name, album, matcher, faces)


def _jittered(corners: Floats, rng: np.random.Generator) -> Floats:
    """Corners about a pixel off, as a finder gives them."""
    return (corners + rng.normal(0, 1, (4, 2))).astype(np.float32)
