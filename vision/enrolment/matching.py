"""Names a flattened card face among the enrolled ones, near-twins included; says nothing when it is none of them.

Two stages. A small descriptor, with what all cards share taken out, gives a shortlist. Then each candidate is laid over
the face cell by cell (a cell may slide a little, since outlines are never exact), and rivals that agree almost
everywhere are compared only where their own pictures differ.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.enrolment.cells import Slid, aligned, best_slides, cut, slid, standard, turned
from vision.enrolment.missing_border import mended, without_border
from vision.enrolment.overlay import overlay
from vision.enrolment.planes import even
from vision.enrolment.twins import Twins
from vision.enrolment.way_up import turned_round
from vision.images import Floats, Image
from vision.markers.products import Known

SMALL = (24, 34)  # the descriptor's picture, width and height
TINY = (12, 17)  # where colours are compared
# Two pictures of one card agree in colour to 0.9 and more, cards of one design with other pictures rarely to 0.7.
OTHER, SAME = 0.6, 0.9
# Levels by which colours vary in a picture without any.
GREY = 2.0
SHORTLIST = 10
# Below this certainty the card is not among the enrolled ones. Set on two decks that no bench measures, one of each
# renderer: their 196 strangers reach 0.19, and of 348 enrolled cards 3 stay below.
KNOWN = 0.20
# A face that no enrolled card reaches this certainty on, however rivals are settled, shows none of them as it was cut.
HOPELESS = 0.05
# What an unrelated card reaches by chance where the shortlist holds nothing but twins.
CHANCE = 0.6
# Rivals this close in likeness are settled where they differ, if they are of one kind: alike this much at stamp size.
# Twins are, to 0.95 and more, other cards of a deck reach 0.8. Rivals are compared from the second value on: where an
# outline was off at enrolment, twins are no more alike than that.
RIVAL, KIN, AKIN = 0.12, 0.85, 0.65
# A rival is clearly beaten by this much of its difference; a face is asked so closely from this likeness on.
BEATEN, LIKE = 0.7, 0.82
# Twins told apart by less than this are laid over what is there once more.
CLEAR = 0.6
# Rivals of one card that are compared with it, the likeliest, and those whose pictures are most like its own.
DUELS, NEAREST = 4, 2
# By how much more the inside of a face must look like some card for its border to be left out.
MORE = 0.15
# Enrolled cards that are laid over a face which none fits as it was found, and how far its colours must agree with
# theirs: colours are compared so coarsely that a face cut askew keeps them, while nearly all strangers have others.
TRIED, ALIKE = 2, 0.1


@dataclass(frozen=True, slots=True)
class Match:
    """The enrolled card that a face shows."""

    id: str
    upside_down: bool
    """The face was given the other way up than this card was first enrolled."""
    likeness: float
    """Mean correlation where this card differs from the rest of the deck; 1 is the same picture."""
    certainty: float
    """Likeness, times how far it stands out from what cards that are no twins of this one reach on the same face, times
    how far the colours agree."""
    lead: float
    """How much likelier than the best other card, on the pixels where the two differ; 0 is undecided, 1 certain."""
    colours: float
    """How far the colours agree, 0 to 1."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An enrolled picture laid over the face, one way up."""

    entry: int
    way: int
    likeness: float
    likes: Floats
    slides: Floats
    """Every cell's correlation, and where it lies best."""


class _Seen:
    """A face as it lies and turned round, in the forms in which it is compared; each is made once."""

    def __init__(self, face: Image) -> None:
        tiny, planes = _colours(face), even(face)
        self.small = _descriptors(face)
        self.colours = [tiny.ravel(), tiny[::-1, ::-1].ravel()]
        self.planes = [planes, np.ascontiguousarray(planes[::-1, ::-1])]

    @cached_property
    def cells(self) -> Slid:
        """As it lies; for the other way up the enrolled cells are turned."""
        return slid(self.planes[0][..., 0])


class Matcher:
    """All enrolled pictures, ready to compare. Several pictures of one card are all tried."""

    def __init__(self, faces: list[tuple[str, Image]]) -> None:
        if not faces:
            raise ValueError("There are no enrolled cards to match.")
        self.ids = [card for card, _ in faces]
        pictures = [picture for _, picture in faces]
        upright, turned_ = np.stack([_descriptors(picture) for picture in pictures]).transpose(1, 0, 2)
        turned_ways = turned_round(_unit(upright), _unit(turned_))
        # How a card lay when it was first enrolled is what counts as its way up.
        self._round = dict(reversed(list(zip(self.ids, turned_ways.tolist(), strict=True))))
        one_way = [np.rot90(one, 2) if round_ else one for one, round_ in zip(pictures, turned_ways, strict=True)]
        pictures = mended(one_way, lambda picture: _descriptor(picture).ravel())
        self.pictures = pictures
        small = np.stack([_descriptor(picture).ravel() for picture in pictures])
        # What every card of the deck has (frame, text block) says nothing about which one it is.
        several = len(set(self.ids)) > 2
        own = _unit(small)
        self._alike = own @ own.T
        self._kin, self._akin = self._alike >= KIN, self._alike >= AKIN
        self._common = small.mean(axis=0) if several else np.zeros_like(small[0])
        self._small = Known(_unit(small - self._common))
        self._colours = np.stack([_colours(picture).ravel() for picture in pictures])
        # Cards of one design that show other pictures have other colours: these need no closer look.
        self._akin &= np.array([[_same_colours(a, b) >= ALIKE for b in self._colours] for a in self._colours])
        self._pictures = np.stack([even(picture) for picture in pictures])
        shades = self._pictures[..., 0]
        self._cells = np.stack([standard(cut(shade)) for shade in shades])
        telling = shades.std(axis=0) if several else np.ones_like(shades[0])
        self._weights = np.stack([_cell_weights(shade, telling) for shade in shades])
        self._twins = Twins(self._pictures, self._cells, self._weights)

    def __call__(self, face: Image, known: float = KNOWN) -> Match | None:
        """The card that `face` shows either way up, or None for a card that was never enrolled."""
        return self.asked(face, known)[0]

    def asked(self, face: Image, known: float = KNOWN) -> tuple[Match | None, Iterator[Floats]]:
        """The same; and where no card is sure, or one of two twins hardly, where in the face the likeliest might lie:
        homographies from an enrolled picture to the face."""
        seen = _Seen(face)
        ranked = self._ranked(seen)
        if ranked[0].certainty >= known:
            return ranked[0], self._places(seen, ranked[:1] if ranked[0].lead < CLEAR else [])
        inside = without_border(face)
        if self._scores(_descriptors(inside)).max() > self._scores(seen.small).max() + MORE:
            bare = self.ranked(inside)[0]
            if bare.certainty >= known:
                return bare, iter(())
        return None, self._places(seen, self._likely(ranked))

    def ranked(self, face: Image) -> list[Match]:
        """The shortlist, likeliest first, one entry a card, nothing refused."""
        return self._ranked(_Seen(face))

    def _scores(self, small: Floats) -> Floats:
        """How much descriptors look like every enrolled picture, what all share taken out: ways × pictures."""
        return self._small.products(_unit(small - self._common))

    def _ranked(self, seen: _Seen) -> list[Match]:
        order = np.argsort(-self._scores(seen.small), axis=None)[:SHORTLIST]
        best = self._laid([divmod(int(flat), len(self.ids)) for flat in order], seen)
        # At stamp size a face may be more like other cards than like its own: none is named but beside its kin.
        first = max(best.values(), key=lambda candidate: candidate.likeness)
        own = {c.entry for c in best.values() if c.way == first.way}
        kin = self._laid([(first.way, entry) for entry in self._kin_of(first.entry) if entry not in own], seen)
        ordered, more = (sorted(part.values(), key=lambda c: -c.likeness) for part in (best, kin))
        return self._settled(ordered, more, seen)

    def _kin_of(self, entry: int) -> list[int]:
        """The pictures that are most like one and show other cards; one of them may be a twin that was cut badly."""
        order = [int(k) for k in np.argsort(-self._alike[entry], kind="stable")]
        return [k for k in order if self._akin[entry, k] and self.ids[k] != self.ids[entry]][:NEAREST]

    def _laid(self, chosen: list[tuple[int, int]], seen: _Seen) -> dict[tuple[str, int], _Candidate]:
        """The best picture of each card and way up among those chosen (way and picture), laid over the face."""
        best: dict[tuple[str, int], _Candidate] = {}
        for way in (0, 1):
            entries = [entry for w, entry in chosen if w == way]
            if not entries:
                continue
            cells = self._cells[entries]
            likes, slides = best_slides(seen.cells, turned(cells) if way else cells)
            if way:
                likes, slides = likes[:, ::-1], -slides[:, ::-1]
            for entry, like, slide in zip(entries, likes, slides, strict=True):
                likeness = float(like @ self._weights[entry])
                key = (self.ids[entry], way)
                if key not in best or likeness > best[key].likeness:
                    best[key] = _Candidate(entry, way, likeness, like, slide)
        return best

    def _likely(self, ranked: list[Match]) -> list[Match]:
        """The few that may be meant although they do not fit; one of twins, which would lie in the same place."""
        likely: list[Match] = []
        for match in ranked[:TRIED]:
            entry, others = self.ids.index(match.id), [self.ids.index(other.id) for other in likely]
            if match.colours >= ALIKE and not any(self._kin[entry, other] for other in others):
                likely.append(match)
        return likely

    def _places(self, seen: _Seen, likely: list[Match]) -> Iterator[Floats]:
        lies = (self._laid_over(seen, match) for match in likely)
        return (where for where in lies if where is not None)

    def _laid_over(self, seen: _Seen, match: Match) -> Floats | None:
        """Where in the face the enrolled picture lies; None where it lies nowhere."""
        entry = self.ids.index(match.id)
        way = int(match.upside_down != self._round[match.id])
        shade = seen.planes[way][..., 0]
        warp = overlay(self._pictures[entry][..., 0], shade)
        if warp is None or not way:
            return warp
        h, w = shade.shape
        return np.asarray(np.array([[-1, 0, w - 1], [0, -1, h - 1], [0, 0, 1.0]]) @ warp)

    def _settled(self, order: list[_Candidate], kin: list[_Candidate], seen: _Seen) -> list[Match]:
        """Rivals with nearly the same likeness, put in order by the pixels where they differ: those of the shortlist
        and the first one's kin, which are rivals only."""
        champion, lead, laid = order[0], 1.0, None
        beaten: list[_Candidate] = []
        for rival in self._rivals(order, kin, seen):
            if laid is None:
                laid = aligned(seen.planes[champion.way], champion.likes, champion.slides)
            verdict = self._twins.duel(champion.entry, rival.entry, laid)
            clear = abs(verdict) >= BEATEN and min(champion.likeness, rival.likeness) >= LIKE
            if verdict < 0:
                beaten = [champion] if clear else []
                champion, laid = rival, None
            elif clear:
                beaten.append(rival)
            lead = min(lead, abs(verdict))
        rest = {self.ids[c.entry]: c for c in reversed(order) if self.ids[c.entry] != self.ids[champion.entry]}
        stranger = self._stranger(champion, self._unbeaten(champion, order, beaten, seen))
        one_each = (champion, *reversed(rest.values()))
        return [self._match(c, seen, stranger, lead if c is champion else 0.0) for c in one_each]

    def _rivals(self, order: list[_Candidate], kin: list[_Candidate], seen: _Seen) -> list[_Candidate]:
        """Those that may be meant instead of the first: nearly as like, of its kind, and the same way up, since a card
        that looks alike either way up is compared with its twin the same way up. None where no card is meant."""
        first, nearest = order[0], self._kin_of(order[0].entry)
        rivals = [
            c
            for c in (*order[1:], *kin)
            if c.way == first.way
            and self._akin[first.entry, c.entry]
            and self.ids[c.entry] != self.ids[first.entry]
            and (
                first.likeness - c.likeness <= RIVAL
                or self._kin[first.entry, c.entry]
                or (c.entry in nearest and self._twins.alike_laid(first.entry, c.entry))
            )
        ]
        rivals = [c for k, c in enumerate(rivals) if k < DUELS or c.entry in nearest]
        hopes = [self._match(c, seen, self._stranger(c, order), 0.0).certainty for c in (first, *rivals)]
        return rivals if max(hopes) >= HOPELESS else []

    def _unbeaten(
        self, champion: _Candidate, order: list[_Candidate], beaten: list[_Candidate], seen: _Seen
    ) -> list[_Candidate]:
        """All but those that the face is clearly not where they differ from the champion.

        Cards of one design that are mostly text are nearly as like as the card itself: it does not stand out from them,
        but it beats them. A card that is not enrolled looks no more like the one than like the other.
        """
        left = [c for c in order if c not in beaten]
        laid = None
        while self._match(champion, seen, self._stranger(champion, left), 0.0).certainty < KNOWN:
            near = [c for c in left if c.way == champion.way and not self._same_kind(champion.entry, c.entry)]
            if not near or champion.likeness - near[0].likeness > RIVAL or champion.likeness < LIKE:
                break
            if laid is None:
                laid = aligned(seen.planes[champion.way], champion.likes, champion.slides)
            if self._twins.duel(champion.entry, near[0].entry, laid) < BEATEN:
                break
            left.remove(near[0])
        return left

    def _stranger(self, champion: _Candidate, order: list[_Candidate]) -> float:
        """The likeness that cards reach which are neither this one nor its twins."""
        return max((c.likeness for c in order if not self._same_kind(champion.entry, c.entry)), default=CHANCE)

    def _same_kind(self, entry: int, other: int) -> bool:
        return self.ids[entry] == self.ids[other] or self.twins(entry, other)

    def _match(self, candidate: _Candidate, seen: _Seen, stranger: float, lead: float) -> Match:
        out = max(0.0, (candidate.likeness - stranger) / (1 - min(stranger, 0.98)))
        same = _same_colours(seen.colours[candidate.way], self._colours[candidate.entry])
        certainty = out * candidate.likeness * same
        card = self.ids[candidate.entry]
        upside_down = (candidate.way == 1) != self._round[card]
        return Match(card, upside_down, candidate.likeness, certainty, lead, same)

    def twins(self, entry: int, other: int) -> bool:
        """Whether two enrolled pictures are so alike that only a small part tells them apart."""
        return bool(self._kin[entry, other]) and self._twins.alike(entry, other)


def _descriptor(picture: Image) -> Floats:
    """Colour and shade at stamp size, height × width × 3, each channel with its own light taken out."""
    small = cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    # A lamp or a shadow changes slowly over the card; the print does not.
    lab -= cv2.GaussianBlur(lab, (0, 0), 7)
    return lab


def _descriptors(picture: Image) -> Floats:
    """As it lies and turned round, each in a row."""
    small = _descriptor(picture)
    return np.stack([small.ravel(), small[::-1, ::-1].ravel()])


def _colours(picture: Image) -> Floats:
    """Two planes of colour, coarsely, height × width × 2; what the camera takes for white does not matter."""
    tiny = cv2.cvtColor(cv2.resize(picture, TINY, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2LAB)
    planes = tiny[..., 1:].astype(np.float32)
    return np.asarray(planes - np.median(planes, axis=(0, 1)))


def _same_colours(one: Floats, other: Floats) -> float:
    """1 when two pictures agree in colour, 0 when not: cards of one design differ in the colours of their pictures."""
    slack = GREY**2 * len(one)
    alike = (float(one @ other) + slack) / (float(np.sqrt((one @ one) * (other @ other))) + slack)
    return float(np.clip((alike - OTHER) / (SAME - OTHER), 0, 1))


def _unit(rows: Floats) -> Floats:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)


def _cell_weights(picture: Floats, telling: Floats) -> Floats:
    """Cells count by their own texture and by how much the deck's cards differ there; together 1."""
    weights = cut(picture).std(axis=1) * cut(telling).mean(axis=1)
    return np.asarray(weights / max(float(weights.sum()), 1e-6), np.float32)
