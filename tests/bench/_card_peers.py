"""How well unmarked cards are named, beside what others use: a perceptual hash, and ORB features."""

import time
from collections.abc import Callable

import cv2
import numpy as np

from tests.bench.measure import row
from vision.enrolment.face import FLAT
from vision.enrolment.matching import KNOWN, Matcher
from vision.enrolment.reader import EnrolledCards
from vision.images import Image

Nearest = Callable[[Image], str]
TOP, TWINS, ACCEPTED = {"typical": 0.97, "hard": 0.95}, 0.9, {"typical": 0.03, "hard": 0.1}
"""Shares of cards named right, all and twins, at the least; of strangers taken for one of the deck, at the most."""
TIME = 25.0
"""Milliseconds a card, at the most."""


def name_cards(light: str, album: list[tuple[str, Image]], matcher: Matcher, faces: list[tuple[str, Image]]) -> None:
    """Print how the faces, strangers among them, are named; twins' and strangers' names say what they are."""
    read = EnrolledCards(matcher)
    ranked, known, unknown = [], 0.0, 0.0
    for card, face in faces:
        start = time.process_time()
        ranked.append((card, matcher.ranked(face)[0]))
        known += time.process_time() - start
        if card.startswith("stranger"):
            start = time.process_time()
            read.named(face, FLAT)
            unknown += time.process_time() - start
    own = [(card, match) for card, match in ranked if not card.startswith("stranger")]
    foreign = [match for card, match in ranked if card.startswith("stranger")]
    right = {card: match.id == card for card, match in own}
    twins = [ok for card, ok in right.items() if card.startswith("twin")]
    kept = np.mean([match.certainty >= KNOWN for _, match in own])
    top, alike = float(np.mean(list(right.values()))), float(np.mean(twins))
    accepted = float(np.mean([match.certainty >= KNOWN for match in foreign]))
    what = f"unmarked cards, {light}"
    row(f"{what}: top-1 of {len(own)}, {kept:.1%} of them sure", f"{top:.1%}", f"≥ {TOP[light]:.0%}", top >= TOP[light])
    row(f"{what}: top-1 of {len(twins)} near-twins", f"{alike:.1%}", f"≥ {TWINS:.0%}", alike >= TWINS)
    met = accepted <= ACCEPTED[light]
    row(f"{what}: strangers accepted, of {len(foreign)}", f"{accepted:.1%}", f"≤ {ACCEPTED[light]:.0%}", met)
    for whose, spent, count in (("a card", known, len(faces)), ("a stranger, all ways tried", unknown, len(foreign))):
        each = spent / count * 1000
        row(f"{what}: time for {whose}", f"{each:.0f} ms", f"≤ {TIME:.0f} ms", each <= TIME)
    mine = [(card, face) for card, face in faces if not card.startswith("stranger")]
    peers = (("pHash-16", nearest_by_phash(album), 1), ("ORB, every third card", nearest_by_orb(album), 3))
    for peer, nearest, step in peers:
        start = time.process_time()
        good = np.mean([nearest(face) == card for card, face in mine[::step]])
        spent = (time.process_time() - start) / len(mine[::step]) * 1000
        print(f"  {peer}: top-1 {good:.1%}, {spent:.0f} ms a card", flush=True)


def nearest_by_phash(album: list[tuple[str, Image]]) -> Nearest:
    """pHash with 16 × 16 bits, either way up."""
    hashes = np.stack([_phash(face) for _, face in album])

    def nearest(face: Image) -> str:
        ways = [_phash(face), _phash(np.ascontiguousarray(face[::-1, ::-1]))]
        apart = np.min([(hashes != way).sum(axis=1) for way in ways], axis=0)
        return album[int(apart.argmin())][0]

    return nearest


def _phash(face: Image) -> np.ndarray:
    grey = cv2.resize(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), (64, 64), interpolation=cv2.INTER_AREA)
    low = cv2.dct(grey.astype(np.float32))[:16, :16].ravel()
    return low > np.median(low)


def nearest_by_orb(album: list[tuple[str, Image]]) -> Nearest:
    """ORB with 500 features and the ratio test; most good matches wins."""
    orb, matcher = cv2.ORB.create(500), cv2.BFMatcher(cv2.NORM_HAMMING)
    known = [(card, orb.detectAndCompute(cv2.resize(face, None, fx=2, fy=2), None)[1]) for card, face in album]

    def nearest(face: Image) -> str:
        _, own = orb.detectAndCompute(cv2.resize(face, None, fx=2, fy=2), None)
        best, answer = -1, ""
        for card, features in known:
            if own is None or features is None:
                continue
            pairs = matcher.knnMatch(own, features, k=2)
            good = sum(len(p) == 2 and p[0].distance < 0.75 * p[1].distance for p in pairs)
            if good > best:
                best, answer = good, card
        return answer

    return nearest
