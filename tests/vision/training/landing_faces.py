"""Trains the networks that read a landing die's disc: landing_faces.onnx and landing_arrows.onnx.

    python -m tests.vision.training.landing_faces --out DIR [--kept DIR] [--photos DIR] [--only faces|arrows]

Both learn from single dice, drawn and photographed as `landing_art` and `landing_patches` say, each cut out by the
reader's own finder; with `--photos`, dark spots found in photographs without our dice join what is no face. All that a
network is shown is made beforehand, and shown two or three times at the most: from a small pool it would learn the pool
by heart. It needs torch, onnx, pillow and fontconfig (`fc-list`), some gigabytes, and an hour or two: with `--kept` the
patches are laid by, and taken up where the last run ended. No test runs it.
"""

import argparse
import pickle
import sys
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.vision.training.landing_art import Floats, turned
from tests.vision.training.landing_patches import Patch, Photographer, cut_out
from tests.vision.training.nets import Around, Batch, Conv, Dense, Layers, export, train, weights_of
from vision.dice.discs import Disc, find_discs, sizes_in
from vision.dice.landing import FACES, seen_view
from vision.dice.polar import DIRECTIONS, RADII, WRAP
from vision.dice.upright import SIDE as ARROW_SIDE
from vision.dice.upright import stroke_turn, upright_views

ACROSS, DOWN = (1 + FACES.index(name) for name in ("1-across", "1-down"))
OFTEN, POINTED = (0.08, 0.12, 0.09, 0.09, 0.1, 0.27, 0.25), (0.02, 0.04, 0.02, 0.02, 0.02, 0.44, 0.44)
"""How often a strange disc is taken, and then each face: which way a blurred triangle points is hardest to learn, so
that some chunks hold little else."""
LAYERS = (
    Conv(1, 24),
    Conv(24, 40, stride=2),
    Conv(40, 64, stride=2),
    Conv(64, 64),
    Conv(64, 64, across=2),
    Conv(64, 64, across=4),
    Around((DIRECTIONS + 2 * WRAP) // 4),
    Dense(128 * (RADII // 4), 96),
    Dense(96, len(FACES) + 1, last=True),
)
"""Each row is averaged over all directions, so that a turned die looks the same. What is averaged has seen the whole
way round: a triangle points across or down only beside its 1."""
ARROWS = (
    Conv(1, 24),
    Conv(24, 32, stride=2),
    Conv(32, 48),
    Conv(48, 48),
    Conv(48, 64, stride=2),
    Conv(64, 64),
    Conv(64, 64, stride=2),
    Dense(64 * (ARROW_SIDE // 8) ** 2, 64),
    Dense(64, 2, last=True),
)
"""Whether the triangle in a disc whose 1 was set upright points across it or along."""
FACE_STEPS, ARROW_STEPS, RATE, FURTHER_RATE = 16000, 36000, 2e-3, 1.2e-3
BATCH = 64
CHUNKS, POINTED_CHUNKS, CHUNK = 400, 520, 200
"""Patches are rendered by the chunk, each from a seed of its own."""
PAGES = 150
"""With letters that look like discs."""
FACE_VIEWS, ARROW_VIEWS = 5, 7
"""Of a patch, each turned, stretched, lit and spoilt anew."""


Viewed = Callable[[Patch, np.random.Generator], tuple[Floats, int]]
"""A patch as a network is shown it, and its class."""
Views = tuple[Floats, Floats]
"""As arrays."""


def kept(name: str, folder: Path | None, make: Callable[[], list[Patch]]) -> list[Patch]:
    """What was made under that name; laid by in the folder, and taken from there."""
    file = folder / f"{name}.pickle" if folder else None
    if file and file.exists():
        return list(pickle.loads(file.read_bytes()))
    cv2.setNumThreads(1)
    made = make()
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps(made))
    return made


def chunk(seed: int) -> list[Patch]:
    """Some patches, as many as CHUNK but for those that the finder missed."""
    rng = np.random.default_rng((seed, 7))
    photographer = Photographer(rng)
    often = OFTEN if seed < CHUNKS else POINTED
    taken = [photographer.patch(int(kind)) for kind in rng.choice(len(often), CHUNK, p=often)]
    return [patch for patch in taken if patch is not None]


def printed_patches(pages: int) -> list[Patch]:
    """What the reader would take for a disc on printed pages."""
    photographer = Photographer(np.random.default_rng(11))
    return [patch for _ in range(pages) for patch in photographer.printed()]


def kept_chunk(seed: int, folder: Path | None) -> list[Patch]:
    return kept(str(seed), folder, partial(chunk, seed))


def varied(patch: Patch, rng: np.random.Generator) -> Patch:
    """The patch turned, stretched, in other light, once more blurred and saved; its disc found a little off."""
    way, wide, high = rng.uniform(0, 2 * np.pi), *np.exp(rng.normal(0, 0.1, 2))
    stretch = turned(rng.uniform(0, 2 * np.pi)) @ np.diag([wide, high]) @ turned(way)
    disc = patch.disc
    middle = np.array([disc.x, disc.y])
    size = int(1.5 * disc.major * max(wide, high)) + 8
    shift = size / 2 + rng.uniform(-0.5, 0.5, 2) - stretch @ middle
    grey = cv2.warpAffine(
        patch.grey, np.hstack([stretch, shift[:, None]]), (size, size), borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float32)
    if rng.random() < 0.3:
        grey = cv2.GaussianBlur(grey, (0, 0), rng.uniform(0.2, 0.7))
    grey = 255 * (grey / 255) ** rng.uniform(0.75, 1.3) * rng.uniform(0.6, 1.15)
    photo = np.clip(grey + rng.normal(0, rng.uniform(0, 4), grey.shape), 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))]
        photo = cv2.imdecode(cv2.imencode(".jpg", photo, quality)[1], cv2.IMREAD_GRAYSCALE)
    short = np.array([np.cos(disc.angle), np.sin(disc.angle)])
    axes = stretch @ np.stack([short * disc.minor, np.array([-short[1], short[0]]) * disc.major], 1)
    ways, (major, minor), _ = np.linalg.svd(axes)
    grown, rounder = np.exp(rng.normal(0, 0.025, 2))
    x, y = stretch @ middle + shift + rng.normal(0, 0.018, 2) * major
    minor = min(minor * grown * rounder, major * grown)
    angle = float(np.arctan2(ways[1, 1], ways[0, 1]) % np.pi)
    return Patch(np.asarray(photo), Disc(float(x), float(y), major * grown, minor, angle, disc.ring), patch.kind)


def face_view(patch: Patch, rng: np.random.Generator) -> tuple[Floats, int]:
    """As the network that names faces is shown it."""
    return seen_view(*varied(patch, rng).seen), patch.kind


def arrow_view(patch: Patch, rng: np.random.Generator) -> tuple[Floats, int]:
    """As the network that tells a triangle's direction is shown it; 0 is across."""
    grey, disc = varied(patch, rng).seen
    views = upright_views(grey, disc, [stroke_turn(grey, disc) + int(rng.integers(-1, 2))])
    return views[int(rng.integers(2))], int(patch.kind != ACROSS)


def strange_patches(folder: Path) -> list[Patch]:
    """What the reader would take for a disc in photographs that show none of our dice."""
    found = []
    for file in sorted(file for file in folder.glob("*/*") if file.suffix.lower() in (".jpg", ".png")):
        grey = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
        found += [cut_out(grey, disc, 0) for disc in find_discs(grey, sizes_in(max(grey.shape)))]
    return found


def face_loss(said: Any, numbers: Any) -> Any:
    from torch.nn import functional

    return functional.cross_entropy(said, numbers, label_smoothing=0.005)


def viewed(patches: Sequence[Patch], view: Viewed, times: int, seed: int) -> Views:
    """Every patch so many times as a network is shown it."""
    rng = np.random.default_rng((seed, times))
    seen, kinds = zip(*(view(patch, rng) for patch in patches for _ in range(times)), strict=True)
    return np.array(seen, np.float16), np.array(kinds)


def faces_of(seed: int, folder: Path | None) -> Views:
    """A chunk as the network that names faces is shown it."""
    return viewed(kept_chunk(seed, folder), face_view, FACE_VIEWS, seed)


def arrows_of(seed: int, folder: Path | None) -> Views:
    """The triangles of a chunk as the network for these is shown them."""
    pointed = [patch for patch in kept_chunk(seed, folder) if patch.kind in (ACROSS, DOWN)]
    return viewed(pointed, arrow_view, ARROW_VIEWS, seed)


def shuffled(views: Sequence[Views]) -> Batch:
    """Batches in which no view comes again before all have been there."""
    seen, kinds = (np.concatenate(part) for part in zip(*views, strict=True))
    rng, left = np.random.default_rng(5), list[Any]()

    def batch() -> tuple[Floats, Floats]:
        if not left:
            order = rng.permutation(len(kinds))
            left.extend(np.array_split(order, max(1, len(order) // BATCH)))
        chosen = left.pop()
        return seen[chosen, None].astype(np.float32), kinds[chosen]

    return batch


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the networks that read the landing dice's faces.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--kept", type=Path, metavar="DIR", help="where patches are laid by")
    parser.add_argument("--photos", type=Path, metavar="DIR", help="photographs without landing dice")
    parser.add_argument("--only", choices=("faces", "arrows"), help="one of the two networks")
    parser.add_argument("--further", type=Path, metavar="DIR", help="go on from the weights in this folder, gently")
    parser.add_argument("--share", type=float, default=1.0, help="of the steps, for a quick trial")
    arguments = parser.parse_args()
    try:
        import onnx  # noqa: F401
        import torch  # noqa: F401
    except ImportError as missing:
        sys.exit(f"Training needs {missing.name}: pip install torch onnx pillow, then try again.")
    cv2.setNumThreads(1)
    laid_by = arguments.kept
    rate = FURTHER_RATE if arguments.further else RATE

    def learn(name: str, layers: Layers, views: Sequence[Views], steps: int, taken: tuple[int | str, ...]) -> None:
        before = weights_of(arguments.further / f"{name}.onnx") if arguments.further else None
        weights = train(layers, face_loss, shuffled(views), max(1, round(steps * arguments.share)), rate, before)
        export(layers, weights, taken, name, arguments.out / f"{name}.onnx")

    if arguments.only != "arrows":
        with Pool(2) as pool:
            views = pool.map(partial(faces_of, folder=laid_by), range(CHUNKS), chunksize=1)
        strange = kept("printed", laid_by, partial(printed_patches, PAGES))
        strange += kept("strange", laid_by, partial(strange_patches, arguments.photos)) if arguments.photos else []
        views.append(viewed(strange, face_view, FACE_VIEWS, CHUNKS))
        learn("landing_faces", LAYERS, views, FACE_STEPS, ("n", 1, RADII, DIRECTIONS + 2 * WRAP))
    if arguments.only != "faces":
        with Pool(2) as pool:
            views = pool.map(partial(arrows_of, folder=laid_by), range(CHUNKS + POINTED_CHUNKS), chunksize=1)
        learn("landing_arrows", ARROWS, views, ARROW_STEPS, ("n", 1, ARROW_SIDE, ARROW_SIDE))


if __name__ == "__main__":
    main()
