"""Names a flattened card face among the enrolled ones, near-twins included; says nothing when it is none of them.

Two stages. A small descriptor, with what all cards share taken out, gives a shortlist. Then each candidate is laid over
the face cell by cell (a cell may slide a little, since outlines are never exact), and rivals that agree almost
everywhere are compared only where their own pictures differ.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.enrolment.cells import aligned, best_slides, cut, slid, standard
from vision.images import Floats, Image

SMALL = (24, 34)  # the descriptor's picture, width and height
SHORTLIST = 10
# A cell flatter than this (grey levels) correlates with anything.
FLAT = 5.0
# Below this certainty the card is not among the enrolled ones. Set on a deck that no bench measures.
KNOWN = 0.30
# Enrolled pictures this alike are twins of each other; a stranger's likeness is taken from the others.
TWIN = 0.88
# What an unrelated card reaches by chance where the shortlist holds nothing but twins.
CHANCE = 0.6
# The outermost pixels may already be table: they say nothing about two rivals.
EDGE = 4
# Rivals this close in likeness are settled where they differ.
RIVAL = 0.12


@dataclass(frozen=True, slots=True)
class Match:
    """The enrolled card that a face shows."""

    id: str
    upside_down: bool
    """The face was given with its top at the bottom."""
    likeness: float
    """Mean correlation where this card differs from the rest of the deck; 1 is the same picture."""
    certainty: float
    """Likeness, times how far it stands out from what cards that are no twins of this one reach on the same face."""
    lead: float
    """How much likelier than the best other card, on the pixels where the two differ; 0 is undecided, 1 certain."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An enrolled picture laid over the face, one way up."""

    entry: int
    way: int
    likeness: float
    seen: Floats
    """The face, aligned to this picture."""


class Matcher:
    """All enrolled pictures, ready to compare. Several pictures of one card are all tried."""

    def __init__(self, faces: list[tuple[str, Image]]) -> None:
        if not faces:
            raise ValueError("There are no enrolled cards to match.")
        self.ids = [card for card, _ in faces]
        small = np.stack([_descriptor(picture) for _, picture in faces])
        # What every card of the deck has (frame, text block) says nothing about which one it is.
        several = len(set(self.ids)) > 2
        self._common = small.mean(axis=0) if several else np.zeros_like(small[0])
        self._small = _unit(small - self._common)
        self._pictures = np.stack([_even(picture) for _, picture in faces])
        self._cells = np.stack([standard(cut(picture)) for picture in self._pictures])
        telling = self._pictures.std(axis=0) if several else np.ones_like(self._pictures[0])
        self._twins: dict[tuple[int, int], bool] = {}
        self._weights = np.stack([_cell_weights(picture, telling) for picture in self._pictures])

    def __call__(self, face: Image, known: float = KNOWN) -> Match | None:
        """The card that `face` shows either way up, or None for a card that was never enrolled."""
        first = self.ranked(face)[0]
        return first if first.certainty >= known else None

    def ranked(self, face: Image) -> list[Match]:
        """The shortlist, likeliest first, one entry a card, nothing refused."""
        ways = [face, np.ascontiguousarray(face[::-1, ::-1])]
        queries = [_unit(_descriptor(way)[None] - self._common)[0] for way in ways]
        scores = np.stack([self._small @ query for query in queries])
        chosen = [divmod(int(flat), len(self.ids)) for flat in np.argsort(-scores, axis=None)[:SHORTLIST]]
        best: dict[str, _Candidate] = {}
        for way in (0, 1):
            entries = [entry for w, entry in chosen if w == way]
            if not entries:
                continue
            even = _even(ways[way])
            likes, slides = best_slides(slid(even), self._cells[entries])
            for entry, like, slide in zip(entries, likes, slides, strict=True):
                likeness = float(like @ self._weights[entry])
                if self.ids[entry] not in best or likeness > best[self.ids[entry]].likeness:
                    best[self.ids[entry]] = _Candidate(entry, way, likeness, aligned(even, like, slide))
        return self._settled(sorted(best.values(), key=lambda candidate: -candidate.likeness))

    def _settled(self, order: list[_Candidate]) -> list[Match]:
        """Rivals with nearly the same likeness, put in order by the pixels where they differ."""
        champion, lead = order[0], 1.0
        for rival in order[1:]:
            if order[0].likeness - rival.likeness > RIVAL or rival.way != champion.way:
                continue
            verdict = self._duel(champion, rival)
            if verdict < 0:
                champion = rival
            lead = min(lead, abs(verdict))
        strangers = [c.likeness for c in order if c is not champion and not self.twins(champion.entry, c.entry)]
        stranger = max(strangers, default=CHANCE)
        rest = [candidate for candidate in order if candidate is not champion]
        return [self._match(c, stranger, lead if c is champion else 0.0) for c in (champion, *rest)]

    def _match(self, candidate: _Candidate, stranger: float, lead: float) -> Match:
        out = max(0.0, (candidate.likeness - stranger) / (1 - min(stranger, 0.98)))
        return Match(self.ids[candidate.entry], candidate.way == 1, candidate.likeness, out * candidate.likeness, lead)

    def twins(self, entry: int, other: int) -> bool:
        """Whether two enrolled pictures are so alike that only a small part tells them apart."""
        key = (min(entry, other), max(entry, other))
        if float(self._small[entry] @ self._small[other]) < 0.5:
            return False  # not even alike at stamp size
        if key not in self._twins:
            likes, _ = best_slides(slid(self._pictures[key[0]]), self._cells[[key[1]]])
            self._twins[key] = float(likes[0] @ self._weights[key[1]]) >= TWIN
        return self._twins[key]

    def _duel(self, first: _Candidate, second: _Candidate) -> float:
        """Above 0 when the face is rather `first`, below when rather `second`, judged only where the two differ."""
        one, other = self._pictures[first.entry], self._pictures[second.entry]
        likes, slides = best_slides(slid(other), self._cells[[first.entry]])
        other = aligned(other, likes[0], slides[0])
        apart = np.abs(cv2.GaussianBlur(one - other, (0, 0), 1.2))
        weight = np.maximum(apart - 0.5 * float(np.percentile(apart, 99.5)), 0)
        weight[:EDGE], weight[-EDGE:], weight[:, :EDGE], weight[:, -EDGE:] = 0, 0, 0, 0
        if float(weight.sum()) < 1e-3:
            return 0.0
        ours, theirs = _correlation(one, first.seen, weight), _correlation(other, first.seen, weight)
        return float(np.clip(ours - theirs, -1, 1))


def _descriptor(picture: Image) -> Floats:
    """Colour and shade at stamp size, each channel with its own light taken out."""
    small = cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    # A lamp or a shadow changes slowly over the card; the print does not.
    lab -= cv2.GaussianBlur(lab, (0, 0), 7)
    return lab.ravel()


def _unit(rows: Floats) -> Floats:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)


def _even(picture: Image) -> Floats:
    """Image, slow light taken out, contrast evened: glare lifts and flattens, print stays."""
    grey: Floats = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    grey = cv2.GaussianBlur(grey, (0, 0), 0.8)
    grey = grey - cv2.GaussianBlur(grey, (0, 0), 12)
    spread = cv2.GaussianBlur(grey * grey, (0, 0), 16)
    return np.asarray(grey / (np.sqrt(spread) + FLAT), np.float32)


def _cell_weights(picture: Floats, telling: Floats) -> Floats:
    """Cells count by their own texture and by how much the deck's cards differ there; together 1."""
    weights = cut(picture).std(axis=1) * cut(telling).mean(axis=1)
    return np.asarray(weights / max(float(weights.sum()), 1e-6), np.float32)


def _correlation(a: Floats, b: Floats, weight: Floats) -> float:
    total = float(weight.sum())
    a = a - float((a * weight).sum()) / total
    b = b - float((b * weight).sum()) / total
    scale = np.sqrt(float((a * a * weight).sum()) * float((b * b * weight).sum()))
    return float((a * b * weight).sum()) / max(float(scale), 1e-6)
