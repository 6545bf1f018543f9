"""Measures the readers of dice, board and unmarked cards on drawn scenes, beside their peers."""

import time
from collections import Counter

import cv2
import numpy as np

from tests.bench._card_peers import nearest_by_orb, nearest_by_phash
from tests.vision.camera import HARD, TYPICAL, Light
from tests.vision.deck import deck, loose_cards
from tests.vision.landing_board_scene import landing_board
from tests.vision.landing_dice_scene import landing_dice
from vision.dice.landing import LandingDice
from vision.enrolment.face import flatten
from vision.enrolment.matching import KNOWN, Matcher
from vision.images import Floats
from vision.landing_board import LandingBoard
from vision.outlines import find_outlines
from vision.table.landing import SPACES

LIGHTS = {"typical": (TYPICAL, 20.0), "hard": (HARD, 35.0)}


def run() -> None:
    """Print every figure."""
    cv2.setNumThreads(1)
    print("\n# Eyes: dice, landing board, unmarked cards")
    landing()
    board()
    outlines()
    cards()


def landing(scenes: int = 60) -> None:
    read, rng = LandingDice(), np.random.default_rng(501)
    for name, (light, tilt) in LIGHTS.items():
        tally: Counter[str] = Counter()
        spent = 0.0
        for i in range(scenes):
            frame, truth = landing_dice(rng, light, tilt, 1920 if i % 2 else 1280, touching=i % 3 == 0)
            start = time.process_time()
            seen = read(frame)
            spent += time.process_time() - start
            for die in truth:
                near = [s for s in seen if np.hypot(*np.subtract(s.centre, die.center)) < die.side / 3]
                seen = [s for s in seen if s not in near]
                tally["unsure" if not near else "right" if near[0].face == die.face else "wrong"] += 1
            tally["false"] += len(seen)
        dice = tally["right"] + tally["wrong"] + tally["unsure"]
        print(
            f"landing dice, {name}: {tally['right'] / dice:.1%} right, {(tally['wrong'] + tally['false']) / dice:.1%} "
            f"wrong or false of {dice}, {spent / scenes * 1000:.0f} ms a frame"
        )


def board(scenes: int = 40) -> None:
    read, rng = LandingBoard(), np.random.default_rng(502)
    tally: Counter[str] = Counter()
    for i in range(scenes):
        at = SPACES[rng.integers(len(SPACES))]
        light, width = (HARD if i % 2 else TYPICAL), (1920 if i % 4 < 2 else 1280)
        plane = read(landing_board(rng, light, rng.uniform(0, 40), at, width, rng.uniform(400, 600)))
        tally["unsure" if plane is None else "right" if (plane.row, plane.col) == at else "wrong"] += 1
    print(f"plane token, tilt to 40°: {tally['right'] / scenes:.1%} right, {tally['wrong']} wrong of {scenes}")


def outlines(scenes: int = 12) -> None:
    cards, rng = deck(503, 30, 0), np.random.default_rng(503)
    for name, (light, tilt) in LIGHTS.items():
        found = total = false = 0
        for i in range(scenes):
            ids = [str(card) for card in rng.choice(list(cards), 10, replace=False)]
            frame, laid = loose_cards(cards, ids, rng, light, tilt, 1920 if i % 2 else 1280)
            seen = find_outlines(frame)
            hits = sum(any(_shared(s.corners, card.corners) > 0.9 for s in seen) for card in laid)
            found, total, false = found + hits, total + len(laid), false + len(seen) - hits
        print(f"outlines of loose cards, {name}: {found / total:.1%} of {total}, {false} false")


def _shared(a: Floats, b: Floats) -> float:
    area, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(area / (cv2.contourArea(a.astype(np.float32)) + cv2.contourArea(b.astype(np.float32)) - area))


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
        start = time.process_time()
        ranked = [(card, matcher.ranked(face)[0]) for card, face in faces]
        spent = (time.process_time() - start) / len(faces) * 1000
        own = [(card, match) for card, match in ranked if not card.startswith("stranger")]
        twins = [(card, match) for card, match in own if card.startswith("twin")]
        foreign = [match for card, match in ranked if card.startswith("stranger")]
        print(
            f"unmarked cards, {name}, ours: top-1 {_share(own):.1%}, twins {_share(twins):.1%}, kept "
            f"{np.mean([match.certainty >= KNOWN for _, match in own]):.1%}, strangers accepted "
            f"{np.mean([match.certainty >= KNOWN for match in foreign]):.1%}, {spent:.0f} ms a card"
        )
        mine = [(card, face) for card, face in faces if not card.startswith("stranger")]
        for peer, nearest in (("pHash-16", nearest_by_phash(album)), ("ORB, every third card", nearest_by_orb(album))):
            asked = mine if peer.startswith("p") else mine[::3]
            print(f"unmarked cards, {name}, {peer}: top-1 {np.mean([nearest(f) == card for card, f in asked]):.1%}")


def _jittered(corners: Floats, rng: np.random.Generator) -> Floats:
    """Corners about a pixel off, as a finder gives them."""
    return (corners + rng.normal(0, 1, (4, 2))).astype(np.float32)


def _share(answers: list) -> float:
    return float(np.mean([match.id == card for card, match in answers]))
