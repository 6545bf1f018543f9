"""Reads the two landing dice: white, each face a dark disc with a white figure, some with a small triangle beside it.

Discs are found by their outline, tops told from sides by what lies round them, and the figure in each top, flattened
to a circle, named by a small network that was trained on drawn faces in many fonts (see `assets/vision/README.md`).
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision.dice.discs import FAINT, RISE, Disc, find_discs, sizes_in
from vision.dice.polar import unroll
from vision.dice.rims import RING, Rims
from vision.dice.tops import Judged, Tops, beside
from vision.dice.upright import stroke_turn, upright_views
from vision.glance.dice import Place
from vision.images import Floats, Image, halved
from vision.network import Network
from vision.observation import Die

# In the network's order; its class 0 is "a disc, but no face of ours".
FACES = ("1", "2", "3", "4", "1-across", "1-down")
POINTED = FACES[4:]
# How much of the white round the disc the network sees too.
MARGIN = 1.1
# How much oftener each class is met on a table than by the network while it learnt: a disc with white in it and round
# it is mostly a die, and triangles were what it had to learn most.
OFTENER = np.array([0.15, 2.1, 2.8, 2.8, 2.6, 1.0, 1.0], np.float32)
# How white the figure must be, against the white round the disc. Blur takes half from thin strokes.
FIGURE = 0.3
# What the odds that a triangle points across count: as the network for faces says them, which sees it unrolled, and as
# the one for triangles does. Set on rendered dice that neither network learnt from; the networks say no more than MOST.
SAID, SHOWN = 0.6, 1.3
MOST = 6.0
# Below this the figure is a guess; below the second, that a 1 has no triangle, which blur may have wiped out; below the
# third, which way one points. Below the fourth that gets a second look.
SURE, SURE_PLAIN, SURE_WAY, WAY_AGAIN = 0.75, 0.84, 0.87, 0.955
# How sure a face must be that only a second look at the disc shows, as the network for rims draws it; and the chance of
# a top from which it gets that look: most counters with other figures have less.
SURE_AGAIN, CLEAR_TOP = 0.9, 0.97
# How sure a 1 with a triangle must be on what is a top only perhaps: no counter or badge has one.
SURE_POINTED = 0.99
# What the odds for a top and the odds for its face must come to, multiplied: on a clear top a 4 at an odd turn,
# which looks a little like a 1 with a triangle, need not be certain; print in dark circles is seldom both.
TOGETHER = 170.0
# Chance from which a disc is a side, so that its top must be beside it, and how far from the side's middle that may
# reach, in its long diameters. Print is hardly ever taken for a side so surely.
SURE_SIDE, TOP_BESIDE = 0.8, 1.8
# Of two tops beside each other none is so much larger: blur ran a top and a side together.
LARGER = 1.3
# And of two about as large none is so much flatter: the camera sees both tops from one height, so that one is a side.
# Tops of dice that touch differ by less than a tenth.
FLATTER = 0.8
# By how much more what lies round a top's disc may differ from its figure in one colour than in another: of tops that
# were read, the most coloured differ by 1.2.
TINTED = 1.28
# Where ink lies between figure and rim, in radii, and by how much more of the white round it may be left there in one
# colour than in another: of tops that were read, dark blue ones among them, the most coloured has 0.165.
INKED, COLOURED = (0.65, 0.75, 0.85), 0.185
# Where a face's corners are, in radii, which share of the way round is white there, and how white that is, from ink to
# what is round the disc: of tops that were read, the least cornered has 0.23.
CORNERED, WHITE = (1.3, 0.18), 0.6
# Each disc is looked at as found, moved a little (across, down, in diameters), larger, smaller, rounder, flatter; the
# answers are averaged as logarithms.
LOOKS = (
    (0.0, 0.0, 1.0, 1.0),
    (0.03, 0.0, 1.0, 1.0),
    (-0.03, 0.0, 1.0, 1.0),
    (0.0, 0.03, 1.0, 1.0),
    (0.0, -0.03, 1.0, 1.0),
    (0.0, 0.0, 0.95, 1.0),
    (0.0, 0.0, 1.05, 1.0),
    (0.0, 0.0, 1.0, 0.95),
    (0.0, 0.0, 1.0, 1.05),
)
# Chance below which a look says no more: one odd look must not outvote the rest.
LEAST = 1e-4
# Pixels across a disc that are enough to find it: larger ones are looked for in smaller copies, which takes less time.
LARGE_ENOUGH = 18.0
# Places, the likeliest, that must hold a disc of a die if the others are to be looked at: on a printed page none does.
FIRST = 4
# Chance from which the first look at a disc is enough: of more than a thousand rendered dice the other looks changed
# none of which the first was so sure.
AT_ONCE = 0.99


class LandingDice:
    """Callable: BGR or grey frame to the landing dice in it. One instance a thread."""

    def __init__(self, weights: Path | None = None) -> None:
        """With the networks of `assets/vision`, or of another folder while they are on trial."""
        self._tops = Tops()
        self._rims = Rims(weights)
        self._faces = Network("landing_faces.onnx", weights)
        self._arrows = Network("landing_arrows.onnx", weights)

    def __call__(self, frame: Image, places: Sequence[Place] | None = None) -> list[Die]:
        """The dice whose top face is sure, from the left; looked for in these places, or everywhere."""
        return [die for die, _ in self.with_discs(frame, places)]

    def with_discs(
        self, frame: Image, places: Sequence[Place] | None = None, by_rims: bool = False
    ) -> list[tuple[Die, Disc]]:
        """The same, each with the disc on its top. Where a die must be, discs are also looked for of which no more than
        most of the rim is left: beside a side without a top, and `by_rims` in all of these places."""
        grey = frame if frame.ndim == 2 else cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        high, wide = grey.shape
        found: list[Disc] = []
        for k, place in enumerate([Place((0, 0, wide, high), sizes_in(max(wide, high)))] if places is None else places):
            if k == FIRST and not (found := self._tops.on_dice(frame, found)):
                return []
            found += _new(grey, self._discs(frame, grey, place, by_rims), found)
        judged, looked_at = self._tops(frame, found), list[Place]()
        while more := [
            place
            for place in [*_without_top(judged), *_without_disc((places or ())[:FIRST], judged)]
            if place not in looked_at
        ]:
            looked_at += more
            known = len(found)
            for place in more:
                found += _new(grey, self._discs(frame, grey, place, True), found)
            if len(found) > known:
                judged = self._tops(frame, found)
        tops = [one for one in judged if one.may_be_top and _on_a_die(frame, grey, one.disc)]
        named = [(one, *self._named(frame, grey, one)) for one in tops]
        dice = [
            (Die(face, (top.disc.x, top.disc.y), sure), top.disc)
            for top, face, sure in named
            if _sure(top.chance, face, sure) and (top.is_top or (face in POINTED and sure >= SURE_POINTED))
        ]
        tops_only = [one for one in dice if not any(_no_top(one[1], other) for _, other in dice)]
        return sorted(tops_only, key=lambda found: found[0].centre)

    def _discs(self, frame: Image, grey: Image, place: Place, by_rims: bool) -> list[Disc]:
        """Those at a place; where even the smallest is large, looked for in a copy of half the size, or a quarter."""
        (left, top, right, bottom), (least, most), by = place.box, place.discs, 1
        part, (smallest, largest) = grey[top:bottom, left:right], sizes_in(max(grey.shape))
        while least >= 2 * LARGE_ENOUGH * by:
            part, by = halved(part), 2 * by
        least, most = max(least, smallest), min(most, largest)
        found = find_discs(part, (least / by, most / by), FAINT if by_rims else RISE)
        discs = [_enlarged(disc, by, left, top) for disc in found]
        return discs + self._rims(frame, grey, place.box, (least, most), discs) if by_rims else discs

    def _named(self, frame: Image, grey: Image, top: Judged) -> tuple[str, float]:
        """The likeliest face of a top and how sure it is. Where a clear top's is not enough, its disc is drawn again:
        in blur and glare an outline is off, and the figure in it stretched."""
        face, sure = self._name(grey, top.disc)
        if _enough(face, sure, WAY_AGAIN) or top.chance < CLEAR_TOP:
            return face, sure
        disc = self._rims.again(frame, grey, top.disc)
        again = self._name(grey, disc) if disc else (face, sure)
        return again if _enough(*again, WAY_AGAIN) and again[1] >= SURE_AGAIN else (face, sure)

    def _name(self, grey: Image, disc: Disc) -> tuple[str, float]:
        """The likeliest face and how sure it is; 0 for a disc that is none of ours."""
        chance = self._figure(grey, disc)
        plain, arrowed = chance[1:5], float(chance[5:].sum())
        best = int(plain.argmax())
        if chance[0] > max(float(plain[best]), arrowed):
            return "", 0.0
        if arrowed < plain[best]:
            return FACES[best], float(plain[best])
        said = float(np.clip(np.log(max(chance[5], LEAST) / max(chance[6], LEAST)), -MOST, MOST))
        odds = SAID * said + SHOWN * self._shown(grey, disc)
        return POINTED[0 if odds > 0 else 1], arrowed / (1 + float(np.exp(-abs(odds))))

    def _figure(self, grey: Image, disc: Disc) -> Floats:
        """The chances that the disc is no face, or each of the faces: by the first look if that is sure, or by all."""
        for looks in (LOOKS[:1], LOOKS):
            views = [seen_view(grey, _moved(disc, *by)) for by in looks]
            logs = np.log(np.maximum(self._faces(np.stack(views)[:, None]), LEAST))
            chance = np.exp(logs.mean(axis=0)) * OFTENER
            chance /= chance.sum()
            if chance.max() >= AT_ONCE:
                break
        return np.asarray(chance)

    def _shown(self, grey: Image, disc: Disc) -> float:
        """How much speaks for a triangle that points across the 1, as the network for that says. It judges a blurred
        one otherwise than the network for faces; where they disagree, the face is unsure."""
        turn = stroke_turn(grey, disc)
        said = self._arrows.raw(upright_views(grey, disc, [turn - 1, turn, turn + 1])[:, None])
        return float(np.clip((said[:, 0] - said[:, 1]).mean(), -MOST, MOST))


def _without_top(judged: Sequence[Judged]) -> list[Place]:
    """Where the tops must be of sides that have none: pale in glare, or run into what is beside them."""
    sides = [one.disc for one in judged if one.side >= SURE_SIDE]
    tops = [one.disc for one in judged if one.top > one.side]
    places = []
    for side in sides:
        if not any(beside(side, top) for top in tops):
            reach = TOP_BESIDE * side.major
            box = (int(side.x - reach), int(side.y - reach), int(side.x + reach), int(side.y + reach))
            places.append(Place((max(0, box[0]), max(0, box[1]), *box[2:]), (side.major / LARGER, side.major * LARGER)))
    return places


def _without_disc(places: Sequence[Place], judged: Sequence[Judged]) -> list[Place]:
    """Where nothing of a die was found, though it looked like one at a glance, and another one lies on the table."""
    if not any(one.is_top for one in judged):
        return []
    return [place for place in places if not any(place.holds(one.disc.x, one.disc.y) for one in judged)]


def _new(grey: Image, discs: Sequence[Disc], known: Sequence[Disc]) -> list[Disc]:
    """Those that have a figure and are not known."""
    return [disc for disc in discs if not any(disc.like(other) for other in known) and _figured(grey, disc)]


def _enlarged(disc: Disc, by: int, left: int, top: int) -> Disc:
    """A disc of a copy so many times smaller, in the picture."""
    x, y = (by * (at + 0.5) - 0.5 for at in (disc.x, disc.y))
    return replace(disc, x=left + x, y=top + y, major=by * disc.major, minor=by * disc.minor)


def _figured(grey: Image, disc: Disc) -> bool:
    """Whether there is white inside the disc: a button or a spot is plain, and a network would still name it."""
    reach = disc.minor * 0.3
    x, y = (slice(max(0, round(at - reach)), round(at + reach) + 1) for at in (disc.x, disc.y))
    ink, white = np.percentile(grey[y, x], (15, 95))
    return bool(white - ink > FIGURE * (disc.ring - ink))


def _on_a_die(frame: Image, grey: Image, disc: Disc) -> bool:
    """Whether all of the disc is in the picture, is dark, and what is round it has the colour of the figure in it and
    is as white here and there farther out: a badge without a rim shows the table there, one with a rim behind that."""
    if not disc.within(grey.shape):
        return False
    ring = np.median(disc.ringed(grey, RING))
    ink = np.percentile(disc.ringed(grey, 0.7), 25)
    if np.mean(disc.ringed(grey, CORNERED[0]) > ink + WHITE * (ring - ink)) < CORNERED[1]:
        return False
    if frame.ndim == 2:
        return True
    inside = np.concatenate([disc.ringed(frame, radii) for radii in np.arange(0.1, 0.7, 0.1)])
    figure = inside[inside.mean(1).argsort()[-len(inside) // 10 :]].mean(0)
    white = np.median(disc.ringed(frame, RING), axis=0)
    tint = white / np.maximum(figure, 1)
    darkest = np.concatenate([disc.ringed(frame, radii) for radii in INKED])
    left = darkest[darkest.mean(1).argsort()[: len(darkest) // 2]].mean(0) / np.maximum(white, 1)
    return bool(tint.max() <= TINTED * max(tint.min(), 0.01) and np.ptp(left) <= COLOURED)


def _enough(face: str, sure: float, way: float = SURE_WAY) -> bool:
    """Whether a face is no guess, nor the way that its triangle points, if that must be as sure as this."""
    return sure >= (way if face in POINTED else SURE_PLAIN if face == "1" else SURE)


def _sure(top: float, face: str, sure: float) -> bool:
    """Whether a disc that is a top by this chance shows this face."""
    return _enough(face, sure) and top * sure >= TOGETHER * (1 - top) * (1 - sure)


def _no_top(disc: Disc, other: Disc) -> bool:
    """Whether it is rather two discs in one, or a side: both dice have one size and lie on one table."""
    if not beside(disc, other):
        return False
    run_together = disc.major > LARGER * other.major
    side = disc.flatness < FLATTER * other.flatness and other.major <= LARGER * disc.major
    return run_together or side


def _moved(disc: Disc, across: float, down: float, grown: float, rounder: float) -> Disc:
    """The disc as a finder with small errors would have given it."""
    return replace(
        disc,
        x=disc.x + across * disc.major,
        y=disc.y + down * disc.major,
        major=grown * disc.major,
        minor=grown * rounder * disc.minor,
    )


def seen_view(grey: Image, disc: Disc) -> Floats:
    """The disc unrolled, light evened out: what the network is shown."""
    low = np.maximum(np.array([disc.x, disc.y]) - disc.major, 0).astype(int)
    high = (np.array([disc.x, disc.y]) + disc.major).astype(int) + 1
    part = grey[low[1] : high[1], low[0] : high[0]]
    # A large disc has more pixels than the unrolled picture: average them first.
    shrink = disc.major / 2 / 12.8
    if shrink > 1.6:
        part = cv2.GaussianBlur(part, (0, 0), 0.35 * shrink)
    view = unroll(part, (disc.x - low[0], disc.y - low[1]), MARGIN * disc.axes)
    return np.asarray((view - view.mean()) / (view.std() + 4.0), np.float32)
