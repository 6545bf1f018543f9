"""Trains the network that sees at a glance where framed QR stickers lie in bad light: qr_glimpse.onnx.

    python -m tests.vision.training.qr_glimpse --out DIR [--tables N]

It learns from parts of small copies of tables that are drawn flat (`landing_tables`), with fans and heaps of cards that
carry our stickers, and seen aslant in light from good to worse than bad. It needs torch, onnx, pillow and fontconfig,
and half an hour. No test runs it.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from tests.vision.studio.prints import deck
from tests.vision.training.landing_tables import CANVAS, Painter
from tests.vision.training.nets import Batch, Conv, export, train
from vision.images import Floats, Image, grey, halved
from vision.markers.qr_glimpse import COVERED, STRIDE
from vision.stickers import Kind, all_stickers, layout
from vision.table.camera import Camera, Pose
from vision.table.light import HARD, Light, shine

LAYERS = (
    Conv(1, 8, stride=2),
    Conv(8, 16, stride=2),
    Conv(16, 16),
    Conv(16, 16),
    Conv(16, 16),
    Conv(16, 6, size=1, last=True),
)
STEPS, RATE, BATCH = 14000, 4e-3, 40
TILE = 96
"""Pixels of a part of the small copy."""
PER_MM = 3.0
"""Pixels of a drawn table and its cards."""
CARD = (189, 264)
"""Pixels of a card."""
FANS = ((300, 300), (300, 750), (300, 1200), (850, 400), (850, 1000))
"""Where fans lie, down and across."""
QR = 0.93
"""Share of cards whose sticker is one."""
ON, OFF = 0.3, 0.75
"""Of a side: from a sticker's middle, where a look is on it, and beyond which it is on none."""
SHOWN = 0.93
"""Share of a sticker that must be seen to be looked for."""
WITH_STICKER = 0.75
"""Share of parts about a sticker."""
_GRID = np.stack(np.meshgrid(np.linspace(0.05, 0.95, 10), np.linspace(0.05, 0.95, 10)), -1).reshape(-1, 2)


class Taken(NamedTuple):
    """A small copy, the QR stickers in it, and the share that is seen of each."""

    picture: Image
    quads: Floats
    seen: Floats


class Table:
    """Cards with stickers on tables drawn flat, and how they look from aslant."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng, self._painter = rng, Painter(rng)
        self._art = [cv2.resize(card, CARD) for card in deck(int(rng.integers(1 << 30)), 40, 0).values()]

    def taken(self) -> Taken:
        """One table."""
        rng = self._rng
        side = round(CANVAS * PER_MM / 1.5)
        flat = cv2.resize(self._painter.table(), (side, side)).astype(np.uint8)
        owner, quads = np.zeros(flat.shape[:2], np.uint16), dict[int, Floats]()
        mm, plain = float(rng.uniform(18, 22)), rng.random() < 0.3
        ink, paper = rng.integers(10, 70), rng.uniform(190, 255) * np.clip(rng.normal(1, 0.03, 3), 0.9, 1)
        for number, pose in enumerate(self._poses(mm), 1):
            face = self._stock(plain)
            kind: Kind = "qr" if rng.random() < QR else "aruco"
            corners = self._stick(face, kind, mm, float(ink), paper)
            if kind == "qr":
                quads[number] = corners @ pose[:, :2].T + pose[:, 2]
            _lay(flat, owner, face, pose, number)
        return self._photographed(flat, owner, quads)

    def _poses(self, mm: float) -> list[Floats]:
        """Where cards lie: in fans, or strewn."""
        rng, poses = self._rng, list[Floats]()
        step = mm * PER_MM * rng.uniform(1.2, 1.6)
        for middle in FANS if rng.random() < 0.7 else ():
            turn, reach = rng.uniform(-0.5, 0.5), rng.uniform(300, 430)
            at = np.array([middle[1], middle[0] + 480], float) + rng.uniform(-60, 60, 2)
            for k in range(10):
                angle = turn + step / reach * (k - 4.5)
                c, s = np.cos(angle), np.sin(angle)
                poses.append(np.array([[c, -s, at[0] + s * reach], [s, c, at[1] - c * reach]]))
        for _ in range(0 if poses else rng.integers(8, 26)):
            angle, at = rng.uniform(0, 2 * np.pi), rng.uniform(250, 1550, 2)
            c, s = np.cos(angle), np.sin(angle)
            poses.append(np.array([[c, -s, at[0]], [s, c, at[1]]]))
        return poses

    def _stock(self, plain: bool) -> Image:
        """A card without a sticker."""
        if plain or self._rng.random() < 0.2:
            return np.full((CARD[1], CARD[0], 3), self._rng.integers(5, 250, 3), np.uint8)
        return self._art[self._rng.integers(len(self._art))].copy()

    def _stick(self, face: Image, kind: Kind, mm: float, ink: float, paper: Floats) -> Floats:
        """Puts a sticker on a card: the corners of its black square there."""
        rng = self._rng
        plan = layout(kind, all_stickers()[rng.integers(len(all_stickers()))].number)
        black = (mm if kind == "qr" else 0.75 * mm) * PER_MM
        whole = black * plan.side / (plan.side - 2 * plan.rim)
        drawn = cv2.resize(plan.draw(dpi=400), (round(whole), round(whole)), interpolation=cv2.INTER_AREA)
        share = drawn[..., None].astype(np.float32) / 255
        sticker = np.clip(ink + share * (paper - ink), 0, 255).astype(np.uint8)
        turn, inset = rng.normal(0, 0.03), PER_MM * rng.uniform(2, 6)
        c, s = np.cos(turn), np.sin(turn)
        onto = np.array([[c, -s, inset], [s, c, inset]])
        mask = cv2.warpAffine(np.full(drawn.shape, 255, np.uint8), onto, CARD) > 127
        face[mask] = cv2.warpAffine(sticker, onto, CARD, borderMode=cv2.BORDER_REPLICATE)[mask]
        near, far = (whole - black) / 2, (whole + black) / 2
        return np.array([[near, near], [far, near], [far, far], [near, far]]) @ onto[:, :2].T + onto[:, 2]

    def _photographed(self, flat: Image, owner: Image, quads: dict[int, Floats]) -> Taken:
        rng = self._rng
        camera = Camera(
            1280,
            720,
            across=float(rng.uniform(400, 850)),
            tilt=float(rng.uniform(5, 44)),
            turn=float(rng.uniform(-180, 180) if rng.random() < 0.3 else rng.uniform(-8, 8)),
            look_x=float(rng.uniform(-80, 80)),
            look_y=float(rng.uniform(-80, 80)),
        )
        middle = (len(flat) - 1) / 2 / PER_MM
        plane = camera.homography(Pose()) @ np.array([[1 / PER_MM, 0, -middle], [0, 1 / PER_MM, -middle], [0, 0, 1]])
        soft = cv2.GaussianBlur(flat, (0, 0), 0.4 * PER_MM * camera.across / camera.width)
        seen = cv2.warpPerspective(soft, plane, (camera.width, camera.height), borderMode=cv2.BORDER_REFLECT)
        half = halved(cv2.resize(grey(shine(seen, self._light(), rng)), (960, 540)))
        places, shown = list[Floats](), list[float]()
        for number, quad in quads.items():
            at = np.round(quad[0] + _GRID[:, :1] * (quad[1] - quad[0]) + _GRID[:, 1:] * (quad[3] - quad[0])).astype(int)
            within = ((at >= 0) & (at < len(flat))).all(1)
            at = np.clip(at, 0, len(flat) - 1)
            places.append(cv2.perspectiveTransform(quad[None], plane)[0])
            shown.append(float((within & (owner[at[:, 1], at[:, 0]] == number)).mean()))
        by = camera.width / half.shape[1]
        return Taken(half, (np.array(places).reshape(-1, 4, 2) + 0.5) / by - 0.5, np.array(shown))

    def _light(self) -> Light:
        rng = self._rng
        return Light(
            level=float(rng.uniform(0.5, 1.1)),
            uneven=float(rng.uniform(0, 0.5)),
            shadows=int(rng.integers(0, 3)),
            shadow_depth=float(rng.uniform(0.2, 0.5)),
            glare=float(rng.uniform(0, 1.1) * HARD.glare),
            blur=float(rng.uniform(0.6, 1.7)),
            motion=float(rng.uniform(2, 4.5)) if rng.random() < 0.8 else 0.0,
            noise=float(rng.uniform(1, 7)),
            warmth=float(rng.uniform(-0.15, 0.2)),
            jpeg=int(rng.integers(45, 92)),
        )


def _lay(flat: Image, owner: Image, face: Image, pose: Floats, number: int) -> None:
    """Paints a card over what lies there; `owner` keeps whose each pixel is."""
    ends = np.array([[0, 0], [CARD[0], 0], CARD, [0, CARD[1]]]) @ pose[:, :2].T + pose[:, 2]
    left, top = np.clip(np.floor(ends.min(0)).astype(int), 0, len(flat) - 1)
    right, bottom = np.clip(np.ceil(ends.max(0)).astype(int), 1, len(flat))
    moved, size = pose - np.array([[0, 0, left], [0, 0, top]]), (int(right - left), int(bottom - top))
    if min(size) < 1:
        return
    mask = cv2.warpAffine(np.full(face.shape[:2], 255, np.uint8), moved, size) > 127
    flat[top:bottom, left:right][mask] = cv2.warpAffine(face, moved, size)[mask]
    owner[top:bottom, left:right][mask] = number


def described(quads: Floats) -> Floats:
    """Of each: how large it is, as doublings of COVERED; and by how much it is turned in its plane, as cosine and sine
    of four times that: the same whichever corner is its first."""
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    told = []
    for matrix in np.stack([across, down], 2):
        if np.linalg.det(matrix) < 0:
            matrix = matrix[:, ::-1]
        values, axes = np.linalg.eigh(matrix @ matrix.T)
        upright = axes @ np.diag(values**-0.5) @ axes.T @ matrix
        angle = 4 * np.arctan2(upright[1, 0], upright[0, 0])
        told.append([np.log2(values.prod() ** 0.25 / COVERED), np.cos(angle), np.sin(angle)])
    return np.array(told).reshape(-1, 3)


class Tiles:
    """Cuts parts out of small copies, any way round, and says what the network should see there: whether a sticker is
    there, whether that counts, how far off its middle is, what it is like, and whether that counts."""

    def __init__(self, rng: np.random.Generator, taken: Sequence[Taken]) -> None:
        self._rng = rng
        self._taken = [one for one in taken if (one.seen >= SHOWN).any()]

    def cut(self) -> tuple[Floats, Floats]:
        rng = self._rng
        picture, quads, seen = self._taken[rng.integers(len(self._taken))]
        high, wide = picture.shape
        if rng.random() < WITH_STICKER:
            whole = np.flatnonzero(seen >= SHOWN)
            at = quads[whole[rng.integers(len(whole))]].mean(0) + rng.uniform(-36, 36, 2)
        else:
            at = rng.uniform(0, 1, 2) * (wide, high)
        left, top = (int(np.clip(v - TILE / 2, 0, most - TILE)) for v, most in zip(at, (wide, high), strict=True))
        tile, moved = picture[top : top + TILE, left : left + TILE].astype(np.float32), quads - (left, top)
        if rng.random() < 0.5:
            tile, moved = tile[:, ::-1], np.stack([TILE - 1 - moved[..., 0], moved[..., 1]], -1)
        if rng.random() < 0.5:
            tile, moved = tile[::-1], np.stack([moved[..., 0], TILE - 1 - moved[..., 1]], -1)
        if rng.random() < 0.5:
            tile, moved = tile.T, moved[..., ::-1]
        tile = tile * np.exp(rng.normal(0, 0.25)) + rng.normal(0, 15) + rng.uniform(0, 4) * rng.normal(0, 1, tile.shape)
        return (np.clip(tile, 0, 255)[None] / 64 - 2).astype(np.float32), _truth(moved, seen)


def _truth(quads: Floats, seen: Floats) -> Floats:
    cells = np.arange(TILE // STRIDE) * STRIDE
    x, y = np.meshgrid(cells, cells)
    truth, nearest = np.zeros((8, *x.shape), np.float32), np.full(x.shape, 9.0)
    truth[1] = 1
    near = (np.abs(quads.mean(1) - TILE / 2) < TILE).all(1)
    for (u, v), like, whole in zip(quads[near].mean(1), described(quads[near]), seen[near] >= SHOWN, strict=True):
        away = np.hypot(x - u, y - v) / (COVERED * 2 ** like[0])
        here = away < nearest
        nearest = np.minimum(nearest, away)
        on = here & (away < ON)
        truth[1][here & (away < OFF)] = 0
        truth[0][here] = 0
        if whole:
            truth[0][on] = truth[1][on] = truth[7][on] = 1
            truth[2][on], truth[3][on] = (u - x[on]) / STRIDE, (v - y[on]) / STRIDE
            truth[4:7, on] = like[:, None]
    truth[7] *= truth[0]
    return truth


def batches(tiles: Tiles) -> Batch:
    def batch() -> tuple[Floats, Floats]:
        some = [tiles.cut() for _ in range(BATCH)]
        return np.stack([tile for tile, _ in some]), np.stack([truth for _, truth in some])

    return batch


def glimpse_loss(said: Any, truth: Any) -> Any:
    from torch.nn import functional

    there = functional.binary_cross_entropy_with_logits(said[:, 0], truth[:, 0], reduction="none")
    off = functional.smooth_l1_loss(said[:, 1:], truth[:, 2:7], reduction="none", beta=0.2)
    off = off[:, :2].sum(1) * 2 + off[:, 2:].sum(1)
    where = (off * truth[:, 7]).sum() / truth[:, 7].sum().clamp(min=1)
    return 5 * (there * truth[:, 1] * (1 + 2 * truth[:, 0])).sum() / truth[:, 1].sum() + where


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the network that sees QR stickers at a glance.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--tables", type=int, default=720, metavar="N")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng((1, 31))
    taken = list[Taken]()
    for k in range(arguments.tables):
        if k % 60 == 0:
            table = Table(rng)
        taken.append(table.taken())
    print(f"{sum((one.seen >= SHOWN).sum() for one in taken)} stickers on {len(taken)} tables", flush=True)
    weights = train(LAYERS, glimpse_loss, batches(Tiles(rng, taken)), STEPS, RATE)
    export(LAYERS, weights, ("n", 1, "h", "w"), "qr_glimpse", arguments.out / "qr_glimpse.onnx")


if __name__ == "__main__":
    main()
