"""Draws the landing dice on a table: any turn, touching or not, side faces in view, the truth beside the picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from tests.vision.scenes.camera import Camera, Floats, Image, Light, paste, spoil, table_top
from vision.table.landing import AROUND, FACES, face_picture, rounded

FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)


@dataclass(frozen=True)
class TrueDie:
    """A die as it was laid: its top face and where that face's middle appears."""

    face: str
    center: tuple[float, float]
    side: float
    short: float = 0.0
    """Shorter diameter of its disc, pixels."""
    sides: tuple[tuple[float, float], ...] = ()
    """Where the middles of the side faces appear that the camera sees."""

    @property
    def centre(self) -> tuple[float, float]:
        return self.center


def draw_die(
    frame: Image,
    camera: Camera,
    at: tuple[float, float],
    mm: float,
    turn: float,
    face: str,
    rng: np.random.Generator,
    look: tuple[int, int, float, float],
) -> TrueDie:
    """Draw one die standing at `at`, turned by `turn` radians, and say what was drawn."""
    font, bold, disc, corner = look
    half = mm / 2
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    middle = np.array([*at, half])
    base = np.array(
        [[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]
    )
    body = camera.pixels((base * half * 0.93) @ spin.T + middle)
    hull = cv2.convexHull(body.astype(np.float32)).astype(np.int32)
    cv2.fillConvexPoly(frame, hull, (196, 198, 200), cv2.LINE_AA)
    sides = [name for name in FACES if name not in (face, AROUND[face])]
    rng.shuffle(sides)
    # Each face by its normal and the direction of its picture's right; sides first, the top covers them.
    planes = [
        (np.array(n, float), np.array(r, float), name)
        for n, r, name in zip(
            ((0, 1, 0), (0, -1, 0), (1, 0, 0), (-1, 0, 0)),
            ((1, 0, 0), (-1, 0, 0), (0, -1, 0), (0, 1, 0)),
            sides,
            strict=True,
        )
    ]
    seen: list[tuple[float, float]] = []
    planes.append((np.array([0, 0, 1.0]), np.array([1.0, 0, 0]), face))
    for normal, right, name in planes:
        n, r = spin @ normal, spin @ right
        lit = 1.0 if normal[2] else rng.uniform(0.72, 0.92)
        centre = middle + n * half
        if n @ camera.towards(centre) <= 0.05:
            continue
        if not normal[2]:
            x, y = camera.pixels(centre[None])[0]
            seen.append((float(x), float(y)))
        down = np.array([0, 0, -1.0]) if not normal[2] else spin @ np.array([0, 1.0, 0])
        quarter = int(rng.integers(4))
        quad = np.stack([centre + half * (x * r + y * down) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        picture = (np.rot90(face_picture(name, font, bold, disc), quarter) * lit).astype(np.uint8)
        paste(frame, np.ascontiguousarray(picture), camera.pixels(quad), rounded(corner))
    up = middle + np.array([0, 0, half])
    top, edge = camera.pixels(np.stack([up, up + np.array([half * c, half * s, 0])]))
    a = np.linspace(0, 2 * np.pi, 24, endpoint=False)[:, None]
    rim = camera.pixels(up + disc * half * np.hstack([np.cos(a), np.sin(a), 0 * a]))
    short = float(min(cv2.minAreaRect(rim.astype(np.float32))[1]))
    side = 2 * float(np.linalg.norm(edge - top))
    return TrueDie(face, (float(top[0]), float(top[1])), side, short, tuple(seen))


def shade(frame: Image, camera: Camera, at: tuple[float, float], mm: float, lean: Floats) -> None:
    """A soft shadow beside a die."""
    place = camera.pixels(np.array([[at[0] + lean[0], at[1] + lean[1]], [at[0] + lean[0] + mm * 0.7, at[1] + lean[1]]]))
    radius = int(np.linalg.norm(place[1] - place[0]))
    dark = np.zeros(frame.shape[:2], np.float32)
    cv2.circle(dark, (int(place[0][0]), int(place[0][1])), radius, 0.35, -1)
    dark = cv2.GaussianBlur(dark, (0, 0), radius / 3)
    frame[:] = (frame * (1 - dark[..., None])).astype(np.uint8)


def landing_dice(
    rng: np.random.Generator,
    light: Light,
    tilt: float,
    width: int = 1920,
    across: float = 600.0,
    touching: bool = False,
    clutter: bool = True,
) -> tuple[Image, list[TrueDie]]:
    """Two landing dice on a table and what they show."""
    size = (width, width * 9 // 16)
    camera = Camera(size, across, tilt, rng.uniform(-12, 12))
    frame = table_top(size, rng)
    mm = float(rng.uniform(15, 18))
    first = rng.uniform(-0.3, 0.3) * across, rng.uniform(-0.13, 0.13) * across
    a = rng.uniform(0, 2 * np.pi)
    turns = [a, a if touching else rng.uniform(0, 2 * np.pi)]
    gap = mm * 1.01 if touching else rng.uniform(1.5, 5) * mm
    b = a + rng.integers(4) * np.pi / 2 if touching else rng.uniform(0, 2 * np.pi)
    places = [first, (first[0] + gap * np.cos(b), first[1] + gap * np.sin(b))]
    if clutter:
        for _ in range(rng.integers(0, 6)):
            x, y = camera.pixels(np.array([[rng.uniform(-0.4, 0.4) * across, rng.uniform(-0.2, 0.2) * across]]))[0]
            ink = tuple(int(v) for v in rng.integers(0, 255, 3))
            cv2.circle(frame, (int(x), int(y)), int(rng.integers(6, 40)), ink, int(rng.choice([-1, 3])), cv2.LINE_AA)
    look = (
        int(rng.choice(FONTS)),
        int(rng.integers(0, 3)),
        float(rng.uniform(0.74, 0.86)),
        float(rng.uniform(0.12, 0.28)),
    )
    lean = rng.uniform(-0.5, 0.5, 2) * mm
    for place in places:
        shade(frame, camera, place, mm, lean)
    truth = []
    for place, turn in sorted(zip(places, turns, strict=True), key=lambda laid: laid[0][1]):  # the far one first
        face = str(rng.choice(FACES))
        truth.append(draw_die(frame, camera, place, mm, turn, face, rng, look))
    return spoil(frame, light, rng), truth


def die_seen_from_above() -> Image:
    """One face, drawn flat: a 2."""
    face = np.full((96, 96), 235, np.uint8)
    cv2.circle(face, (48, 48), 38, 40, -1, cv2.LINE_AA)
    cv2.putText(face, "2", (30, 68), cv2.FONT_HERSHEY_SIMPLEX, 1.9, 235, 8, cv2.LINE_AA)
    return face
