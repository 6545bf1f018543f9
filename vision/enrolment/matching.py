"""Names a flattened card face among the enrolled ones, near-twins included; says nothing when it is none of them.

Two stages. A small descriptor, with what all cards share taken out, gives a shortlist. Then each candidate is laid over
the face cell by cell (a cell may slide a little, since outlines are never exact), and rivals that agree almost
everywhere are compared only where their own pictures differ.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.enrolment.cells import aligned, best_slides, cut, slid, standard
from vision.enrolment.missing_border import mended, without_border
from vision.images import Floats, Image

SMALL = (24, 34)  # the descriptor's picture, width and height
TINY = (12, 17)  # where colours are compared
# Two pictures of one card agree in colour to 0.9 and more, cards of one design with other pictures rarely to 0.7.
OTHER, SAME = 0.6, 0.9
# Levels by which colours vary in a picture without any.
GREY = 2.0
SHORTLIST = 10
# A cell flatter than this (grey levels) correlates with anything.
FLAT = 5.0
# Levels of colour that count like a clear difference in shade.
COLOUR = 16.0
# Where lightness, in 255 steps, would reach 0 as the cube root that it is; and that of a middling grey from there.
BLACK, MIDDLING = 41.0, 168.0
# Two pictures of one card, laid over each other, are this many pixels apart at the most.
MISFIT = 0.4
BLURS = (0.0, 0.7, 1.1, 1.6)
# How much fainter or clearer than the enrolled picture's a face's print may be.
GAINS = (0.4, 1.6)
# Over how much of a card light is even, in quarter pixels, and colours fainter than this are none.
PART, FAINT = 8.0, 0.02
# Pairs of rivals whose differences are kept at hand.
REMEMBERED = 128
# Below this certainty the card is not among the enrolled ones. Set on two decks that no bench measures, one of each
# renderer: their 196 strangers reach 0.19, and of 348 enrolled cards 3 stay below.
KNOWN = 0.20
# Enrolled pictures this alike are twins of each other; a stranger's likeness is taken from the others.
TWIN = 0.88
# What an unrelated card reaches by chance where the shortlist holds nothing but twins.
CHANCE = 0.6
# From this difference in shade on, it tells two cards apart alone.
SHADED = 0.1
# How soft pictures are when one is laid over another, pixels: it finds its place from a few pixels off. And how often,
# or until what gain, it is moved.
SOFT = 2.0
UNTIL = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 25, 1e-3)
# How well pictures that are laid over each other agree at the least: what agrees less is another card.
LAID = 0.75
# So soft a picture loses little at a quarter of its size, where it costs a sixteenth: from there to its pixels.
FROM_QUARTER = np.array([[4, 0, 1.5], [0, 4, 1.5], [0, 0, 1.0]])
# The outermost pixels may already be table: they say nothing about two rivals.
EDGE = 8
# Rivals this close in likeness are settled where they differ, if they are of one kind: alike this much at stamp size.
# Twins are, to 0.95 and more, other cards of a deck reach 0.8. Rivals are compared from the second value on: where an
# outline was off at enrolment, twins are no more alike than that.
RIVAL, KIN, AKIN = 0.12, 0.85, 0.65


@dataclass(frozen=True, slots=True)
class Match:
    """The enrolled card that a face shows."""

    id: str
    upside_down: bool
    """The face was given with its top at the bottom."""
    likeness: float
    """Mean correlation where this card differs from the rest of the deck; 1 is the same picture."""
    certainty: float
    """Likeness, times how far it stands out from what cards that are no twins of this one reach on the same face, times
    how far the colours agree."""
    lead: float
    """How much likelier than the best other card, on the pixels where the two differ; 0 is undecided, 1 certain."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An enrolled picture laid over the face, one way up."""

    entry: int
    way: int
    likeness: float
    likes: Floats
    slides: Floats
    """Every cell's correlation, and where it lies best."""


class Matcher:
    """All enrolled pictures, ready to compare. Several pictures of one card are all tried."""

    def __init__(self, faces: list[tuple[str, Image]]) -> None:
        if not faces:
            raise ValueError("There are no enrolled cards to match.")
        self.ids = [card for card, _ in faces]
        pictures = mended([picture for _, picture in faces], _descriptor)
        small = np.stack([_descriptor(picture) for picture in pictures])
        # What every card of the deck has (frame, text block) says nothing about which one it is.
        several = len(set(self.ids)) > 2
        alike = _unit(small)
        self._kin, self._akin = alike @ alike.T >= KIN, alike @ alike.T >= AKIN
        self._common = small.mean(axis=0) if several else np.zeros_like(small[0])
        self._small = _unit(small - self._common)
        self._colours = np.stack([_colours(picture) for picture in pictures])
        self._pictures = np.stack([_even(picture) for picture in pictures])
        shades = self._pictures[..., 0]
        self._cells = np.stack([standard(cut(shade)) for shade in shades])
        telling = shades.std(axis=0) if several else np.ones_like(shades[0])
        self._apart = lru_cache(REMEMBERED)(self._difference)
        self._twins: dict[tuple[int, int], bool] = {}
        self._weights = np.stack([_cell_weights(shade, telling) for shade in shades])

    def __call__(self, face: Image, known: float = KNOWN) -> Match | None:
        """The card that `face` shows either way up, or None for a card that was never enrolled."""
        return self.asked(face, known)[0]

    def asked(self, face: Image, known: float = KNOWN) -> tuple[Match | None, list[Match]]:
        """The same, and the shortlist of the face as it is, likeliest first."""
        ranked = self.ranked(face)
        if ranked[0].certainty >= known:
            return ranked[0], ranked
        inside = self.ranked(without_border(face))[0]
        return inside if inside.certainty >= known else None, ranked

    def ranked(self, face: Image) -> list[Match]:
        """The shortlist, likeliest first, one entry a card, nothing refused."""
        ways = [face, np.ascontiguousarray(face[::-1, ::-1])]
        queries = [_unit(_descriptor(way)[None] - self._common)[0] for way in ways]
        scores = np.stack([self._small @ query for query in queries])
        chosen = [divmod(int(flat), len(self.ids)) for flat in np.argsort(-scores, axis=None)[:SHORTLIST]]
        best: dict[tuple[str, int], _Candidate] = {}
        planes: dict[int, Floats] = {}
        for way in (0, 1):
            entries = [entry for w, entry in chosen if w == way]
            if not entries:
                continue
            planes[way] = _even(ways[way])
            likes, slides = best_slides(slid(planes[way][..., 0]), self._cells[entries])
            for entry, like, slide in zip(entries, likes, slides, strict=True):
                likeness = float(like @ self._weights[entry])
                key = (self.ids[entry], way)
                if key not in best or likeness > best[key].likeness:
                    best[key] = _Candidate(entry, way, likeness, like, slide)
        colours = [_colours(way) for way in ways]
        return self._settled(sorted(best.values(), key=lambda candidate: -candidate.likeness), planes, colours)

    def laid_over(self, face: Image, match: Match) -> Floats | None:
        """Where in the face the enrolled picture lies, as a homography from the one to the other; None where it lies
        nowhere."""
        upright = np.ascontiguousarray(face[::-1, ::-1]) if match.upside_down else face
        picture = self._pictures[self.ids.index(match.id)]
        warp = _warp(picture[..., 0], _even(upright)[..., 0])
        if warp is None:
            return None
        if not match.upside_down:
            return np.asarray(warp)
        h, w = face.shape[:2]
        return np.asarray(np.array([[-1, 0, w - 1], [0, -1, h - 1], [0, 0, 1.0]]) @ warp)

    def _settled(self, order: list[_Candidate], planes: dict[int, Floats], colours: list[Floats]) -> list[Match]:
        """Rivals with nearly the same likeness, put in order by the pixels where they differ."""
        champion, lead, seen = order[0], 1.0, None
        for rival in order[1:]:
            # A card that looks alike either way up is compared with its twin the same way up.
            if order[0].likeness - rival.likeness > RIVAL or rival.way != champion.way:
                continue
            if not self._akin[champion.entry, rival.entry] or self.ids[rival.entry] == self.ids[champion.entry]:
                continue
            if seen is None:
                seen = aligned(planes[champion.way], champion.likes, champion.slides)
            verdict = self._duel(champion, rival, seen)
            if verdict < 0:
                champion, seen = rival, None
            lead = min(lead, abs(verdict))
        strangers = [c.likeness for c in order if not self._same_kind(champion.entry, c.entry)]
        stranger = max(strangers, default=CHANCE)
        rest = {self.ids[c.entry]: c for c in reversed(order) if self.ids[c.entry] != self.ids[champion.entry]}
        one_each = (champion, *reversed(rest.values()))
        return [self._match(c, colours[c.way], stranger, lead if c is champion else 0.0) for c in one_each]

    def _same_kind(self, entry: int, other: int) -> bool:
        return self.ids[entry] == self.ids[other] or self.twins(entry, other)

    def _match(self, candidate: _Candidate, colours: Floats, stranger: float, lead: float) -> Match:
        out = max(0.0, (candidate.likeness - stranger) / (1 - min(stranger, 0.98)))
        certainty = out * candidate.likeness * _same_colours(colours, self._colours[candidate.entry])
        return Match(self.ids[candidate.entry], candidate.way == 1, candidate.likeness, certainty, lead)

    def twins(self, entry: int, other: int) -> bool:
        """Whether two enrolled pictures are so alike that only a small part tells them apart."""
        key = (min(entry, other), max(entry, other))
        if not self._kin[entry, other]:
            return False
        if key not in self._twins:
            likes, _ = best_slides(slid(self._pictures[key[0]][..., 0]), self._cells[[key[1]]])
            self._twins[key] = float(likes[0] @ self._weights[key[1]]) >= TWIN
        return self._twins[key]

    def _duel(self, first: _Candidate, second: _Candidate, seen: Floats) -> float:
        """Above 0 when the face is rather `first`, below when rather `second`, judged only where the two differ.

        `seen` is the face laid over the picture of `first`.
        """
        one = self._pictures[first.entry]
        other, weight = self._apart(first.entry, second.entry)
        blur = _blur_of(seen[..., 0], one[..., 0])
        if blur:
            # Print blurred like the face: else a thin stroke would pass for a missing one.
            one, other = cv2.GaussianBlur(one, (0, 0), blur), cv2.GaussianBlur(other, (0, 0), blur)
        # What both share is taken out, light and blur brought to theirs: what is left points to the one or the other.
        shared, apart = (one + other) / 2, one - other
        gain = _product(seen, shared) / np.maximum(_product(shared, shared), 1e-6)
        left = seen / np.clip(gain, *GAINS) - shared
        scale = float((weight * left * left).sum()) * float((weight * apart * apart).sum())
        return float((weight * left * apart).sum()) / max(scale**0.5, 1e-6)

    def _difference(self, first: int, second: int) -> tuple[Floats, Floats]:
        """The second picture laid over the first, and how much each pixel of each plane tells them apart."""
        one, other = self._pictures[first], self._pictures[second]
        warp = _warp(one[..., 0], other[..., 0])
        if warp is not None:  # where an outline was off, cells cannot slide far enough
            other = cv2.warpPerspective(
                other,
                warp,
                one.shape[1::-1],
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
        likes, slides = best_slides(slid(other[..., 0]), self._cells[[first]])
        other = _lit_as(aligned(other, likes[0], slides[0]), one)
        apart = np.abs(cv2.GaussianBlur(one - other, (0, 0), 1.2))
        # Where print is steep a small misfit differs, too: only what no misfit explains tells the two apart.
        apart = np.maximum(apart - MISFIT * np.maximum(_steepness(one), _steepness(other)), 0)
        apart[:EDGE], apart[-EDGE:], apart[:, :EDGE], apart[:, -EDGE:] = 0, 0, 0, 0
        most = np.percentile(apart, 99.9, axis=(0, 1))
        # Each plane by its own clearest difference; one that hardly differs beside the others has none. Colours depend
        # on the lamp: where shades differ, they are not asked.
        clear = most >= 0.3 * most.max()
        clear[1:] &= most[0] < SHADED
        weight = np.maximum(apart - np.where(clear, 0.5 * most, np.inf), 0)
        return other, weight


def _descriptor(picture: Image) -> Floats:
    """Colour and shade at stamp size, each channel with its own light taken out."""
    small = cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    # A lamp or a shadow changes slowly over the card; the print does not.
    lab -= cv2.GaussianBlur(lab, (0, 0), 7)
    return lab.ravel()


def _colours(picture: Image) -> Floats:
    """Two planes of colour, coarsely; what the camera takes for white does not matter."""
    tiny = cv2.cvtColor(cv2.resize(picture, TINY, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2LAB)
    planes = tiny[..., 1:].astype(np.float32)
    return np.asarray(planes - np.median(planes, axis=(0, 1))).ravel()


def _same_colours(one: Floats, other: Floats) -> float:
    """1 when two pictures agree in colour, 0 when not: cards of one design differ in the colours of their pictures."""
    slack = GREY**2 * len(one)
    alike = (float(one @ other) + slack) / (float(np.sqrt((one @ one) * (other @ other))) + slack)
    return float(np.clip((alike - OTHER) / (SAME - OTHER), 0, 1))


def _unit(rows: Floats) -> Floats:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)


def _even(picture: Image) -> Floats:
    """Shade and two planes of colour, slow light taken out; the shade's contrast evened: glare flattens it."""
    # Cameras disagree on what is white: the card's own mean is taken for grey.
    mean = np.maximum(picture.mean(axis=(0, 1)), 8.0)
    balanced = np.clip(picture * (mean.mean() / mean), 0, 255).astype(np.uint8)
    lab = cv2.cvtColor(balanced, cv2.COLOR_BGR2LAB).astype(np.float32)
    # Colour is read coarsely: cameras and JPEG blur it, and a blurred stroke must not pass for a missing one.
    shade, soft = cv2.GaussianBlur(lab[..., 0], (0, 0), 0.8), cv2.GaussianBlur(lab, (0, 0), 2.0)
    # In a shadow colours are as much weaker as the light: what is left is the print's own colour.
    colour = (soft[..., 1:] - 128) * (MIDDLING / np.maximum(soft[..., :1] + BLACK, MIDDLING / 2))
    lab = np.dstack([shade, colour])
    # What changes slowly is as slow in a picture of a quarter the size, where it costs a sixteenth.
    size = (picture.shape[1], picture.shape[0])
    lab -= cv2.resize(cv2.GaussianBlur(_quarter(lab), (0, 0), 3), size, interpolation=cv2.INTER_LINEAR)
    grey = np.ascontiguousarray(lab[..., 0])
    spread = cv2.resize(cv2.GaussianBlur(_quarter(grey * grey), (0, 0), 4), size, interpolation=cv2.INTER_LINEAR)
    lab[..., 0] = grey / (np.sqrt(np.maximum(spread, 0)) + FLAT)
    lab[..., 1:] /= COLOUR
    return lab


def _warp(one: Floats, other: Floats) -> Floats | None:
    """The homography from one shade to the other with the highest correlation (Evangelidis and Psarakis); None where
    they never agree."""
    here, there = (_quarter(cv2.GaussianBlur(shade, (0, 0), SOFT)) for shade in (one, other))
    start, everywhere = np.eye(3, dtype=np.float32), np.full(there.shape, 255, np.uint8)
    try:
        alike, warp = cv2.findTransformECC(here, there, start, cv2.MOTION_HOMOGRAPHY, UNTIL, everywhere, 1)
    except cv2.error:  # no overlap is left, or it does not settle
        return None
    return np.asarray(FROM_QUARTER @ warp @ np.linalg.inv(FROM_QUARTER)) if alike >= LAID else None


def _lit_as(planes: Floats, other: Floats) -> Floats:
    """The planes with colours as strong as in the other picture, part by part: lamps and shadows change that, and what
    they change tells no card from another."""
    both, own = (cv2.GaussianBlur(_quarter(planes[..., 1:] * one[..., 1:]), (0, 0), PART) for one in (other, planes))
    gain = np.clip((both + FAINT) / (own + FAINT), *GAINS)
    lit = planes.copy()
    lit[..., 1:] *= cv2.resize(gain, planes.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return lit


def _product(one: Floats, other: Floats) -> Floats:
    """Of two pictures, plane by plane."""
    return np.asarray(np.einsum("yxp,yxp->p", one, other))


def _quarter(plane: Floats) -> Floats:
    return cv2.resize(plane, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)


def _blur_of(face: Floats, picture: Floats) -> float:
    """How much more blurred the face is than the enrolled picture, pixels."""
    fits = []
    for blur in BLURS:
        soft = cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture
        fits.append(float((soft * face).sum()) / max(float(np.sqrt((soft * soft).sum())), 1e-6))
    return BLURS[int(np.argmax(fits))]


def _steepness(planes: Floats) -> Floats:
    """Change from pixel to pixel, in every plane."""
    soft = cv2.GaussianBlur(planes, (0, 0), 1.2)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.125)
    return np.asarray(np.sqrt(across**2 + down**2))


def _cell_weights(picture: Floats, telling: Floats) -> Floats:
    """Cells count by their own texture and by how much the deck's cards differ there; together 1."""
    weights = cut(picture).std(axis=1) * cut(telling).mean(axis=1)
    return np.asarray(weights / max(float(weights.sum()), 1e-6), np.float32)
