"""Measures landing dice and board, outlines and unmarked cards on pictures of a renderer that shares no code with ours.

EYES_SCENES sets how many scenes are drawn for each row (30), EYES_ROWS which rows (as `board,outlines`; all).
"""

import os
from collections import Counter
from dataclasses import replace

import cv2
import numpy as np

from tests.bench._card_peers import name_cards
from tests.bench._landing_dice import Read
from tests.bench._outlined import Outlined
from tests.bench.measure import heading, row, run_rows
from tests.vision.scenes.cloths import PATTERNS
from tests.vision.studio.board import SPACES, board_scene
from tests.vision.studio.dice import dice_scene
from tests.vision.studio.lens import HARD, TYPICAL, Shot
from tests.vision.studio.loose import loose_cards
from tests.vision.studio.prints import deck
from tests.vision.studio.scene import SURFACES, Room
from vision.enrolment.face import flatten
from vision.enrolment.matching import Matcher
from vision.images import Floats
from vision.landing_board import LandingBoard

SCENES = int(os.environ.get("EYES_SCENES", "30"))
SHOTS = {"typical": TYPICAL, "hard": HARD}
# Pairs of dice in a scene: half a percent is one die of two hundred.
THROWS = 4
# Of a token that a hand covers, so much at the most is seen: nobody could tell where it lies.
HIDDEN = 0.1
# A card of which less is seen lies under another one or a hand; it may be found, but need not be.
FREE = 0.95


def run() -> None:
    """Print every figure."""
    cv2.setNumThreads(1)
    print("\nEyes on the second renderer's pictures; one thread, processor time")
    run_rows((dice, board, outlines, cards))


def dice(scenes: int = SCENES) -> None:
    """Pairs of landing dice, most with cards or the board about, every other scene 1280 pixels wide."""
    heading("landing dice, the second renderer's tables")
    for name, shot in SHOTS.items():
        rng, read = np.random.default_rng(605), Read()
        for i in range(scenes):
            read.count(*dice_scene(replace(shot, width=1280 if i % 2 else 1920), rng, throws=THROWS))
        read.rows(name)


def board(scenes: int = SCENES) -> None:
    read, rng = LandingBoard(), np.random.default_rng(601)
    tally: Counter[str] = Counter()
    for i in range(scenes):
        at = SPACES[rng.integers(len(SPACES))]
        shot = replace(
            HARD if i % 2 else TYPICAL,
            tilt=rng.uniform(0, 40),
            across=rng.uniform(340, 600),
            width=1280 if i % 4 < 2 else 1920,
        )
        room = Room(str(rng.choice(SURFACES)), hand=rng.random() < 0.2, shadow=rng.random() < 0.4)
        frame, seen = board_scene(at, shot, rng, room)
        plane = read(frame)
        if plane is None:
            tally["unsure" if seen >= HIDDEN else "hidden"] += 1
        else:
            tally["right" if (plane.row, plane.col) == at else "wrong"] += 1
    right = tally["right"] / (scenes - tally["hidden"])
    what = f"plane token, tilt to 40°, {scenes} boards, {tally['hidden']} under a hand, {tally['wrong']} wrong"
    row(what, f"{right:.1%}", "≥ 99 %", right >= 0.99)


FOUND = {"typical": 0.97, "hard": 0.9}
"""Outlines of loose cards, at the least, the false ones counted."""


def outlines(scenes: int = max(2, SCENES // 2)) -> None:
    """Cards that lie loose, on plain tables and on bold patterns; and with every third touching or slightly under
    another one."""
    faces = deck(602, 45, 0)
    for table, kinds, pairs in (
        ("loose", SURFACES, 0.0),
        ("patterned", tuple(PATTERNS), 0.0),
        ("touching", SURFACES, 0.3),
    ):
        for name, shot in SHOTS.items():
            rng = np.random.default_rng(602)
            tally = Outlined()
            for i in range(scenes):
                ids = [str(card) for card in rng.choice(list(faces), 9, replace=False)]
                room = Room(kinds[i % len(kinds)], hand=i % 4 == 3, shadow=i % 3 == 2)
                taken = replace(shot, width=1920 if i // len(kinds) % 2 else 1280)
                frame, laid = loose_cards(faces, ids, taken, rng, room, pairs)
                tally.count(
                    frame, [card.corners for card in laid if card.seen >= FREE], [card.corners for card in laid]
                )
            what = "loose cards on bold patterns" if table == "patterned" else f"{table} cards"
            tally.row(f"outlines of {what}, {name}", None if pairs else FOUND[name])


def cards() -> None:
    """A 90-card deck with 30 near-twins of five kinds, and 50 strangers; the limit was set on another deck."""
    rng = np.random.default_rng(603)
    known = deck(603)
    strangers = {f"stranger-{name}": face for name, face in deck(604, 50, 0, (0, 1, 2, 3, 4, 7, 8)).items()}
    steady = Shot(tilt=8, across=230, width=640, focus=0.6, noise=2, jpeg=92)
    album = []
    for card in known:
        laid = []
        while not laid:
            frame, laid = loose_cards(known, [card], steady, rng, Room("light wood"))
        album.append((card, flatten(frame, _jittered(laid[0].corners, rng))))
    matcher = Matcher(album)
    everything = {**known, **strangers}
    for name, shot in SHOTS.items():
        ids = list(everything)
        rng.shuffle(ids)
        faces = []
        for i in range(0, len(ids), 9):
            frame, laid = loose_cards(everything, ids[i : i + 9], shot, rng, pairs=0.0)
            faces += [(c.id, flatten(frame, _jittered(c.corners, rng))) for c in laid if c.seen >= FREE]
        name_cards(name, album, matcher, faces)


def _jittered(corners: Floats, rng: np.random.Generator) -> Floats:
    """Corners about a pixel off, as a finder gives them."""
    return (corners + rng.normal(0, 1, (4, 2))).astype(np.float32)
