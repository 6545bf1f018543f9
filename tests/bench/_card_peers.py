"""What others use to name a card: a perceptual hash, and ORB features."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.images import Image

Nearest = Callable[[Image], str]


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
