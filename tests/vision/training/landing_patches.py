"""Single landing dice as a table camera would see them, quickly rendered and in all kinds of bad light: grey patches.

The die is a cube with rounded edges seen from any slant, another one often touching it; the light, the lens, the
sensor and the file spoil the patch in as many ways as cameras and programs do. What the reader's own finder cuts out
there, with its own errors, is what the networks learn from.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from tests.vision.training.landing_art import RADIUS, SIDE, Artist, Floats, turned
from vision.dice.discs import Disc, find_discs, sizes_in
from vision.dice.landing import FACES
from vision.images import Image

FINE = 2
"""Drawn so many times too large, each way."""
NEAR = 0.25
"""Of the die's side: a disc found nearer to the top's middle is the top's."""
ROUND_SIGNS = "00000OOQDCG68935@aegobdpq"
"""What looks like a disc with a figure in it, printed bold."""
DISC = np.clip(RADIUS - np.hypot(*(np.mgrid[:SIDE, :SIDE] - SIDE / 2 + 0.5)) + 0.5, 0, 1)
"""What of a drawing is its disc."""
_WAY = np.linspace(0, 2 * np.pi, 36, endpoint=False)
RIM = (RADIUS * np.stack([np.cos(_WAY), np.sin(_WAY)], 1) + (SIDE - 1) / 2).astype(np.float32)[None]
"""Of the disc in a drawing."""
CORNERS = np.array([(x, y, z) for z in (0, 1) for x, y in ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))])


@dataclass(frozen=True)
class Patch:
    """A disc that was found, in a patch of a picture, and its class: 0 is no face of ours, then FACES in order."""

    grey: Image
    disc: Disc
    kind: int

    @property
    def seen(self) -> tuple[Image, Disc]:
        return self.grey, self.disc


@dataclass(frozen=True)
class Look:
    """How a maker prints dice; tones as a share of white."""

    disc: float
    ink: float
    figure: float
    edge: float
    """Radius of the die's edges, of its side."""


class View:
    """Where points near a die appear in the patch; millimetres, z up, the die's middle at the origin of x and y."""

    def __init__(self, rng: np.random.Generator, steepest: float = 45.0, room: float = 1.5) -> None:
        """By a camera that leans up to so many degrees; so many of the die's sides to each side of it."""
        wide, field = int(rng.choice([1280, 1920])), np.radians(rng.uniform(48, 75))
        high = wide * 9 // 16
        across = rng.uniform(350, 700)
        self.die = float(rng.uniform(12, 18))
        tilt, swing = np.radians(rng.uniform(0, steepest)), rng.uniform(0, 2 * np.pi)
        self._focal = wide / 2 / np.tan(field / 2)
        ahead = np.array([np.sin(tilt) * np.cos(swing), np.sin(tilt) * np.sin(swing), -np.cos(tilt)])
        right = np.array([np.sin(swing), -np.cos(swing), 0.0])
        self._axes = np.stack([right, np.cross(ahead, right), ahead])
        spot = rng.uniform(-0.45, 0.45, 2) * (wide, high) / self._focal
        ray = spot @ self._axes[:2] + ahead
        eye = -ahead * across / 2 / np.tan(field / 2)
        at = eye - ray * (eye[2] - self.die) / ray[2]
        self._eye = eye - np.array([at[0], at[1], 0])
        self._shift = np.zeros(2)
        top, edge = self.pixels(np.array([[0, 0, self.die], [self.die, 0, self.die]]))
        self.side = float(np.linalg.norm(edge - top))
        self.reach = int(room * self.side) + 8
        self._shift = top - self.reach - rng.uniform(-0.5, 0.5, 2)
        self.middle = top - self._shift

    def pixels(self, points: Floats) -> Floats:
        seen = (points - self._eye) @ self._axes.T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self._focal - self._shift)

    def away(self, at: Floats) -> float:
        """How far a place on the table is from the foot of the camera."""
        return float(np.linalg.norm(at - self._eye[:2]))

    def sees(self, point: Floats, normal: Floats) -> bool:
        return bool((self._eye - point) @ normal > 0)


class Photographer:
    """Takes patches of single dice."""

    def __init__(self, rng: np.random.Generator, lamps: float = 0.35) -> None:
        """With lamps mirrored in so many of the faces."""
        self._rng, self._lamps = rng, lamps
        self._artist = Artist(rng)
        self._faces: list[tuple[Floats, bool]] = []  # drawn last: their middles, and whether each is a top
        self.rims: list[Floats] = []  # and the rims of their discs, as points
        self.kinds: list[int] = []  # and what they show, as a patch's class
        self._where = self._inked = np.zeros((1, 1), np.float32)  # what of the last picture is die or counter, and ink

    def patch(self, kind: int) -> Patch | None:
        """A die that shows a face of that class, cut out by the disc that the reader finds or, in bad light, must be
        told; None when there is none."""
        view = View(self._rng)
        grey = self._file(self._spoilt(self._light(view, kind), view.side))
        drawn = [disc_of(rim, grey) for rim in self.rims]
        for disc in [*find_discs(grey, sizes_in(1280)), *drawn]:
            if np.hypot(disc.x - view.middle[0], disc.y - view.middle[1]) < NEAR * view.side:
                return cut_out(grey, disc, kind)
        return None

    def standing(self) -> tuple[Image, list[tuple[float, float, float, bool]]]:
        """One die or two that touch: the middles of their faces, the die's side, and whether each is a top."""
        view = View(self._rng, steepest=54.0)
        grey = self._file(self._spoilt(self._light(view, self._kind()), view.side))
        return grey, [(float(x), float(y), view.side, top) for (x, y), top in self._faces]

    def printed(self) -> list[Patch]:
        """Letters and figures on a page that the reader takes for discs: a bold 0 is a ring round something white."""
        grey = self.page()
        return [cut_out(grey, disc, 0) for disc in find_discs(grey, sizes_in(1280))]

    def badge(self) -> Image:
        """Something round on the table with a disc on it, a counter or a badge, and any figure in that."""
        view = View(self._rng)
        return self._file(self._spoilt(self._counter(view), view.side))

    def _counter(self, view: View) -> Floats:
        """It and the table, as `_light` draws dice: flat or as thick as counters are, with a white rim or without."""
        rng, light = self._rng, self._table(2 * view.reach * FINE)
        figure = self._artist.face(str(rng.choice(FACES))) if rng.random() < 0.6 else self._artist.strange()
        look, white, turn = self._look(), rng.uniform(0.5, 1.0), rng.uniform(0, 2 * np.pi)
        rim = rng.uniform(*((0.98, 1.02), (1.02, 1.24), (1.24, 1.8))[rng.choice(3, p=(0.25, 0.3, 0.45))])
        thick = rng.uniform(0.05, 0.4) if rng.random() < 0.6 else 0.0
        own = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * RADIUS / look.disc + (SIDE - 1) / 2
        foot, top = (
            cv2.getPerspectiveTransform(own.astype(np.float32), _fine(view.pixels(corners)).astype(np.float32))
            for high in (0.0, thick * view.die)
            for corners in [_solid(view, np.zeros(2), turn, 1.0)[:4] + np.array([0, 0, high])]
        )
        middle = RIM.mean(axis=1, keepdims=True)
        circle = (middle + rim * (RIM - middle)).astype(np.float32)
        flat = [cv2.perspectiveTransform(circle, matrix)[0] for matrix in (foot, top)]
        side, cover = (_filled(cv2.convexHull(shape), light.shape) for shape in (np.concatenate(flat), flat[1]))
        shade = _soft(side, 0.04 * len(light) + 0.5)
        light *= 1 - rng.uniform(0, 0.5) * np.roll(shade, rng.integers(-8, 9, 2), (0, 1))
        edge, ground = (rng.uniform(0.5, 1.0), 1.0) if rim > 1.02 else (rng.uniform(0.5, 1.0) * look.ink, look.ink)
        light += side * (white * edge - light)
        ink = ground + DISC * (look.ink - ground + (look.figure - look.ink) * figure)
        seen = cv2.warpPerspective(ink.astype(np.float32), top, light.shape, borderValue=ground)
        light += cover * (white * seen - light)
        self._where, dark = side, (DISC * (1 - figure)).astype(np.float32)
        self._inked = cover * cv2.warpPerspective(dark, top, light.shape)
        return light

    def page(self) -> Image:
        """Printed, with round letters and figures."""
        rng, size = self._rng, 150 * FINE
        page = np.full((size, size), rng.uniform(0.6, 1.0), np.float32)
        ink, high = float(rng.uniform(0.03, 0.45)), int(rng.uniform(18, 60) * FINE)
        x, y = int(rng.integers(-20, 20)), int(rng.integers(0, 20))
        while y < size:
            glyph = self._artist.sign(str(rng.choice(list(ROUND_SIGNS)))).astype(np.float32) / 255
            glyph = cv2.resize(glyph, (max(4, round(glyph.shape[1] * high / glyph.shape[0])), high))
            part = page[y : y + high, max(0, x) : max(0, x + glyph.shape[1])]
            cover = glyph[: part.shape[0], glyph.shape[1] - part.shape[1] if x < 0 else 0 :][:, : part.shape[1]]
            part[:] = part * (1 - cover) + ink * cover
            x += glyph.shape[1] + int(rng.uniform(0.03, 0.6) * high)
            if x >= size:
                x, y = int(rng.integers(-20, 20)), y + int(high * rng.uniform(1.1, 1.6))
        lean = turned(rng.uniform(0, 2 * np.pi)) @ np.diag([1, rng.uniform(0.7, 1)]) @ turned(rng.uniform(0, 2 * np.pi))
        shift = np.full(2, size / 2) - lean @ np.full(2, size / 2)
        lying = cv2.warpAffine(page, np.hstack([lean, shift[:, None]]), (size, size), borderMode=cv2.BORDER_REFLECT)
        return self._file(self._spoilt(lying, high / FINE))

    def _kind(self) -> int:
        return 1 + int(self._rng.integers(len(FACES)))

    def _light(self, view: View, kind: int) -> Floats:
        """What comes from the table and the dice, 0 to 1 and more, as grey levels, FINE times too large."""
        rng, table = self._rng, self._table(2 * view.reach * FINE)
        size = len(table)
        self._faces.clear()
        self.rims.clear()
        self.kinds.clear()
        turn, white, look = rng.uniform(0, 2 * np.pi), rng.uniform(0.72, 1.0), self._look()
        places = [np.zeros(2)]
        if rng.random() < 0.4:
            quarter, gap = turn + rng.integers(4) * np.pi / 2, rng.uniform(1.0, 1.12)
            places.append(view.die * gap * np.array([np.cos(quarter), np.sin(quarter)]))
        shade = rng.uniform(0.1, 0.6) * _soft(self._shape(view, places, turn, 1.15), 0.12 * size)
        table *= 1 - np.roll(shade, rng.integers(-view.reach, view.reach, 2) // 2, (0, 1))
        places.sort(key=lambda at: -view.away(at))
        for at in places:
            self._die(table, view, at, turn, kind if not at.any() else self._kind(), look, white)
        return table

    def _table(self, size: int) -> Floats:
        rng = self._rng
        table = np.full((size, size), rng.uniform(0.03, 1.0), np.float32)
        for cells in (6, 40, 160):
            noise = rng.normal(0, rng.uniform(0, 0.06), (cells, cells if rng.random() < 0.6 else 2 + cells // 8))
            table += cv2.resize(noise.astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
        for _ in range(rng.integers(0, 3)):  # a card's edge, a ring, a stripe
            ends = (rng.uniform(-0.2, 1.2, (2, 2)) * size).astype(int).tolist()
            cv2.line(table, ends[0], ends[1], rng.uniform(0, 1), int(rng.uniform(1, 0.4 * size)), cv2.LINE_AA)
        return np.clip(table, 0.01, 1.2)

    def _look(self) -> Look:
        rng = self._rng
        edge = 0.3 if rng.random() < 0.15 else rng.uniform(0.02, 0.2)  # at times nearly a ball
        return Look(
            float(rng.uniform(0.62, 0.92)), float(rng.uniform(0.05, 0.42)), float(rng.uniform(0.88, 1.03)), float(edge)
        )

    def _shape(self, view: View, places: list[Floats], turn: float, grown: float) -> Floats:
        size = 2 * view.reach * FINE
        shape = np.zeros((size, size), np.float32)
        for at in places:
            hull = cv2.convexHull(_fine(view.pixels(_solid(view, at, turn, grown))).astype(np.float32))
            cv2.fillConvexPoly(shape, (hull * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
        return shape

    def _die(self, picture: Floats, view: View, at: Floats, turn: float, top: int, look: Look, white: float) -> None:
        rng = self._rng
        corners = _solid(view, at, turn, 1.0)
        faces = []
        for k in range(4):
            out = turned(turn) @ ((0, 1), (1, 0), (0, -1), (-1, 0))[k]
            quad = corners[[4 + (k + 1) % 4, 4 + k, k, (k + 1) % 4]]
            if view.sees(quad.mean(0), np.array([*out, 0.0])):
                faces.append((quad, float(rng.uniform(0.45, 1.05)), self._kind()))
        faces.append((corners[4:], 1.0, top))
        shape = self._shape(view, [at], turn, 1.0)
        soft = look.edge * view.side * FINE
        shape = np.clip((_soft(shape, 0.6 * soft + 0.5) - 0.5) * soft + 0.5, 0, 1)
        light, tone = np.full_like(shape, 0.9), np.ones_like(shape)
        for quad, level, kind in faces:
            flat, is_top = _fine(view.pixels(quad)), quad is faces[-1][0]
            drawn = self._artist.face(FACES[kind - 1]) if kind else self._artist.strange()
            self._faces.append((view.pixels(quad.mean(0)[None])[0], is_top))
            self.kinds.append(kind)
            cv2.fillConvexPoly(light, (flat * 16).astype(np.int32), level, cv2.LINE_AA, 4)
            ink = 1 - DISC + DISC * (look.ink + (look.figure - look.ink) * drawn)
            ink = np.rot90(ink, int(rng.integers(4))).astype(np.float32)
            # The drawing's disc has RADIUS; the die's is a share of its side.
            own = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * RADIUS / look.disc + (SIDE - 1) / 2
            matrix = cv2.getPerspectiveTransform(own.astype(np.float32), flat.astype(np.float32))
            seen = cv2.warpPerspective(ink, matrix, tone.shape[::-1], borderValue=1.0)
            self.rims.append((cv2.perspectiveTransform(RIM, matrix)[0] + 0.5) / FINE - 0.5)
            if rng.random() < self._lamps:
                seen += self._mirrored(flat, tone.shape) * (1 - seen)
            if is_top:
                np.copyto(tone, seen, where=_inside(flat, tone))
            else:
                np.minimum(tone, seen, out=tone)
        light = _soft(light, 0.3 * soft + 0.3)
        if rng.random() < 0.3:  # edges catch the light, or are worn
            edges = cv2.Laplacian(_soft(light, soft + 0.5), cv2.CV_32F)
            light = light - rng.uniform(-0.5, 1.5) * edges * soft**2
        picture[:] = picture * (1 - shape) + shape * white * np.clip(light, 0, 1.3) * tone

    def _mirrored(self, face: Floats, shape: tuple[int, ...]) -> Floats:
        """How far a lamp mirrored in a face has washed its ink out: all over, or most in some part of it."""
        rng, most = self._rng, self._rng.uniform(0, 0.85)
        if rng.random() < 0.4:
            return np.full(shape, most, np.float32)
        side = float(np.linalg.norm(face[1] - face[0]))
        x, y = face.mean(0) + rng.normal(0, 0.3, 2) * side
        across, down = rng.uniform(0.2, 0.9, 2) * side
        rows, columns = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
        return np.asarray(most * np.exp(-(((columns - x) / across) ** 2 + ((rows - y) / down) ** 2)), np.float32)

    def _spoilt(self, light: Floats, side: float) -> Floats:
        """As the sensor gets it, grey levels of a file, 0 to 255 and more."""
        rng = self._rng
        size = len(light) // FINE
        x, y = np.meshgrid(*[np.linspace(-1, 1, size, dtype=np.float32)] * 2)
        gamma = 2.2 if rng.random() < 0.6 else 1.0
        seen = cv2.resize(np.maximum(light, 0) ** gamma, (size, size), interpolation=cv2.INTER_AREA)
        a = rng.uniform(0, 2 * np.pi)
        along = np.cos(a) * x + np.sin(a) * y
        seen *= rng.uniform(0.35, 1.25) ** (gamma / 1.5) * (1 + rng.uniform(0, 0.25) * along)
        if rng.random() < 0.15:
            seen *= 1 - rng.uniform(0.3, 0.7) * np.clip(
                0.5 + (along - rng.uniform(-0.6, 0.6)) * rng.uniform(1, 8), 0, 1
            )
        seen += self._glare(along, x, y)
        hard = rng.random() < 0.65
        width = rng.uniform(0.3, 1.7 if hard else 0.9)
        seen = cv2.GaussianBlur(seen, (0, 0), width) if rng.random() < 0.5 else cv2.filter2D(seen, -1, _spot(width))
        if hard and rng.random() < 0.8:
            seen = cv2.filter2D(seen, -1, _streak(rng.uniform(0.5, 5.0 if side > 40 else 4.0), rng.uniform(0, np.pi)))
        return np.asarray(255 * np.maximum(seen, 0) ** (1 / gamma))

    def _glare(self, along: Floats, x: Floats, y: Floats) -> Floats:
        """A lamp mirrored all over, or a window in part of the face."""
        rng = self._rng
        veil = np.zeros_like(x)
        if rng.random() < 0.35:
            veil += rng.uniform(0, 0.65) * (1 + rng.uniform(-0.4, 0.4) * along)
        if rng.random() < 0.12:
            veil += rng.uniform(0.05, 0.7) * np.clip(0.5 + (along - rng.uniform(-0.5, 0.5)) * rng.uniform(1, 20), 0, 1)
        if rng.random() < 0.08:
            u, v = rng.uniform(-0.4, 0.4, 2)
            veil += rng.uniform(0.2, 1.0) * np.exp(-((x - u) ** 2 + (y - v) ** 2) / rng.uniform(0.05, 0.25) ** 2)
        return veil

    def _file(self, seen: Floats) -> Image:
        """Noise, haze, sharpening, and mostly JPEG."""
        rng = self._rng
        grain = rng.normal(0, 1, seen.shape).astype(np.float32)
        if rng.random() < 0.5:
            grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.4, 1.0)) * 1.7
        seen = seen + rng.uniform(0, 8) * grain
        if rng.random() < 0.15:
            seen = seen * rng.uniform(0.5, 0.8) + rng.uniform(0, 60)
        if rng.random() < 0.45:
            seen = seen + rng.uniform(0.2, 1.2) * (seen - cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.8, 1.6)))
        photo = np.clip(seen, 0, 255).astype(np.uint8)
        if rng.random() < 0.85:
            quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 95))]
            photo = cv2.imdecode(cv2.imencode(".jpg", photo, quality)[1], cv2.IMREAD_GRAYSCALE)
        return np.asarray(photo)


def disc_of(rim: Floats, grey: Image) -> Disc:
    """The disc whose rim this is."""
    (x, y), (a, b), turn = cv2.fitEllipse(rim.astype(np.float32))
    disc = Disc(x, y, max(a, b), min(a, b), float(np.radians(turn if a < b else turn + 90) % np.pi))
    return replace(disc, ring=float(np.median(disc.ringed(grey, 1.16))))


def cut_out(grey: Image, disc: Disc, kind: int) -> Patch:
    """The disc with a little of what lies round it."""
    room = int(0.75 * disc.major) + 4
    left, top = max(0, int(disc.x) - room), max(0, int(disc.y) - room)
    part = grey[top : int(disc.y) + room, left : int(disc.x) + room]
    return Patch(part.copy(), replace(disc, x=disc.x - left, y=disc.y - top), kind)


def _solid(view: View, at: Floats, turn: float, grown: float) -> Floats:
    """Corners of a die, the foot's first."""
    flat = CORNERS[:, :2] * view.die * grown @ turned(turn).T + at
    return np.column_stack([flat, CORNERS[:, 2] * view.die])


def _soft(picture: Floats, width: float) -> Floats:
    """Blurred; a broad blur of a small copy is as good and many times as quick."""
    less = int(width / 2)
    if less < 2:
        return cv2.GaussianBlur(picture, (0, 0), width)
    small = cv2.resize(picture, None, fx=1 / less, fy=1 / less, interpolation=cv2.INTER_AREA)
    return cv2.resize(
        cv2.GaussianBlur(small, (0, 0), width / less), picture.shape[::-1], interpolation=cv2.INTER_LINEAR
    )


def _filled(hull: Floats, shape: tuple[int, ...]) -> Floats:
    """1 within it."""
    filled = np.zeros(shape, np.float32)
    cv2.fillConvexPoly(filled, (hull * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    return filled


def _fine(points: Floats) -> Floats:
    return (points + 0.5) * FINE - 0.5


def _inside(quad: Floats, like: Floats) -> Floats:
    mask = np.zeros(like.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    return mask > 0


def _spot(radius: float) -> Floats:
    """A lens out of focus."""
    reach = int(np.ceil(radius)) + 1
    at = np.arange(-reach, reach + 1)
    kernel = np.clip(radius + 0.5 - np.hypot(*np.meshgrid(at, at)), 0, 1)
    return (kernel / kernel.sum()).astype(np.float32)


def _streak(length: float, turn: float) -> Floats:
    """A camera that moved."""
    kernel = np.zeros((9, 9), np.float32)
    step = np.array([np.cos(turn), np.sin(turn)]) * length / 2
    a, b = (((4 + sign * step) * 256).round().astype(int).tolist() for sign in (-1, 1))
    cv2.line(kernel, a, b, 1.0, 1, cv2.LINE_AA, 8)
    return kernel / kernel.sum()
