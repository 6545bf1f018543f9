"""Trains the networks that tell a landing die's top from its sides, and both from what is no die: landing_tops.onnx
and, for cameras held any way up, landing_turned.onnx.

    python -m tests.vision.training.landing_tops --out DIR [--scenes N] [--kept DIR] [--turned DIR] [--further DIR]

The studio renders tables with many dice among coins, counters, badges, pages and pip dice, and the quicker renderer of
the tests adds dice whose sides are hardly darker than their tops; whatever the reader's finder takes for a disc there
is shown to the network with its surroundings. With `--turned` the second network is trained, which goes on from the
first one's weights in that folder: by a camera held any way up, and on single dice in worse light as well. With
`--further` both go on from the weights in that folder, on single dice and counters too, and each weight becomes the
mean of before and after: by themselves, networks that went on forget some of what they knew. It needs torch, onnx and
pillow, and an hour for the pictures: with `--kept` they are laid by, and taken up where the last run
ended. No test runs it.
"""

import argparse
import json
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from tests.vision.scenes.camera import HARD, TYPICAL
from tests.vision.scenes.landing_dice_scene import landing_dice
from tests.vision.studio.board import draw_board, edition
from tests.vision.studio.dice import SIDES, Solid, throw
from tests.vision.studio.lens import Lens, Shot
from tests.vision.studio.oddments import cloth, oddment, pip_die
from tests.vision.studio.prints import HIGH, WIDE, deck
from tests.vision.studio.scene import SURFACES, Print, Room, render
from tests.vision.training.landing_faces import face_loss
from tests.vision.training.landing_patches import Photographer, disc_of
from tests.vision.training.landing_tables import Tables
from tests.vision.training.nets import Batch, Conv, Dense, Weights, export, train, weights_of
from vision.crop import CROP, crop
from vision.dice.discs import FLATTEST, SMALLEST, Disc, find_discs, sizes_in
from vision.dice.tops import AROUND, NONE, SIDE, TOP
from vision.images import Floats, Image

SEEN = (Conv(3, 16, stride=2), Conv(16, 24), Conv(24, 32, stride=2), Conv(32, 32), Conv(32, 48, stride=2))
"""How networks look at a disc with what lies round it."""
LAYERS = (*SEEN, Dense(48 * (CROP // 8) ** 2, 48), Dense(48, 3, last=True))
STEPS, RATE, BATCH = 6000, 1.5e-3, 64
TURNED_STEPS, FURTHER_STEPS, TURNED_RATE = 4400, 5000, 8e-4
CLOSE, GROUP, DICE_CLOSE, PATTERNED, COUNTERS = 5000, 100, 0.6, 0.5, 0.85
"""Pictures of one die or two, or of what is none, so many at a time; the share with dice, of patterned tables, and of
counters and badges where no dice are."""
WHOLE = 1280
"""Pixels of the longer side of the picture that a small one is part of: discs may be as large as in that."""
DICE = 8
"""In a picture, at the most."""
ANY_WAY_UP = 0.6
"""How often a camera is held in any way for the second network: then a top's sides are not below it."""
OFTEN = {TOP: 0.33, SIDE: 0.31, NONE: 0.36}
BEHIND = 0.57
"""Sides of a die within which a side's middle is behind the middle of a top."""


class Face(NamedTuple):
    """A die's face in the picture: its middle, the length of its die's side there, and TOP or SIDE."""

    x: float
    y: float
    side: float
    kind: int
    disc: Disc | None = None
    """As it was drawn, if that is known: lamps hide some from the finder."""


def scene(seed: int) -> tuple[Image, list[Face]]:
    """A crowded part of a table."""
    rng = np.random.default_rng(seed)
    hard = rng.random() < 0.45
    shot = Shot(
        tilt=float(rng.uniform(0, 54)),
        across=float(rng.uniform(240, 360)),
        width=int(rng.choice([480, 640, 800, 960])),
        focus=float(rng.uniform(0.5, 1.3)),
        motion=float(rng.uniform(0, 3.5)) if hard else 0.0,
        noise=float(rng.uniform(1, 6)),
        glare=float(rng.uniform(0, 0.7)) if hard else 0.0,
        jpeg=int(rng.integers(60, 95)),
    )
    lens = Lens(shot, rng)
    dice: list[Solid] = []
    for _ in range(30):
        more = throw(lens, rng, touching=rng.random() < 0.45)
        if len(dice) < DICE and all(np.hypot(*np.subtract(a.at, b.at)) > 32 for a in dice for b in more):
            dice += more

    def anywhere() -> tuple[float, float]:
        return float(rng.uniform(-0.5, 0.5) * shot.across), float(rng.uniform(-0.3, 0.3) * shot.across)

    laid = [cloth(rng)] if rng.random() < 0.3 else []
    if rng.random() < 0.35:
        board = edition(rng)
        size = (board.wide, board.high)
        laid.append(Print("board", draw_board(board, rng), size, anywhere(), float(rng.normal(0, 0.3)), 8.0))
    for card in list(deck(int(rng.integers(1 << 30)), 3, 0).values())[: int(rng.integers(0, 4))]:
        laid.append(Print("card", card, (WIDE, HIGH), anywhere(), float(rng.uniform(0, 6)), gloss=0.6))
    laid += [oddment(rng, anywhere()) for _ in range(rng.integers(2, 9))]
    others: list[Solid] = []
    for _ in range(rng.integers(0, 4)):
        at = anywhere()
        if all(np.hypot(*np.subtract(one.at, at)) > 28 for one in dice + others):
            others.append(pip_die(rng, at))
    standing = sorted(dice + others, key=lambda die: -float(np.linalg.norm(lens.eye[:2] - die.at)))
    room = Room(str(rng.choice(SURFACES)), hand=rng.random() < 0.1, shadow=rng.random() < 0.3)
    return render(laid, room, shot, rng, lens, standing), [face for die in dice for face in _faces(die, lens)]


def _faces(die: Solid, lens: Lens) -> list[Face]:
    """Those that the lens sees."""
    c, s = np.cos(die.turn), np.sin(die.turn)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    faces = []
    for out, _, _ in SIDES:
        normal = spin @ np.array(out, float)
        middle = np.array([*die.at, die.size / 2]) + normal * die.size / 2
        if normal @ (lens.eye - middle) > 0:
            x, y = lens.pixels(middle[None])[0]
            faces.append(Face(float(x), float(y), die.side, TOP if out[2] else SIDE))
    return faces


def quick_scene(seed: int) -> tuple[Image, list[Face]]:
    """Two dice on a table, drawn flat."""
    rng = np.random.default_rng(seed)
    width, light = int(rng.choice([960, 1280, 1920])), TYPICAL if rng.random() < 0.6 else HARD
    frame, dice = landing_dice(
        rng, light, float(rng.uniform(0, 54)), width, float(rng.uniform(300, 600)), rng.random() < 0.5
    )
    faces = [Face(*die.center, die.side, TOP) for die in dice]
    return frame, faces + [Face(x, y, die.side, SIDE) for die in dice for x, y in die.sides]


def close_scenes(seed: int) -> list[tuple[Image, list[Face]]]:
    """GROUP pictures of one die or two that touch, or of a badge, print or a table without, in all kinds of bad light;
    half of them on tables of all patterns, with lamps mirrored in most faces."""
    rng = np.random.default_rng((seed, 13))
    photographer, tables = Photographer(rng), Tables(rng, lamps=0.8)
    return [_close(rng, photographer, tables) for _ in range(GROUP)]


def _close(rng: np.random.Generator, photographer: Photographer, tables: Tables) -> tuple[Image, list[Face]]:
    patterned, told = rng.random() < PATTERNED, list[tuple[float, float, float, bool]]()
    taken_by = tables if patterned else photographer
    if dice := rng.random() < DICE_CLOSE:
        seen, told = tables.die() if patterned else photographer.standing()
    elif rng.random() < COUNTERS:
        seen = tables.counter() if patterned else photographer.badge()
    else:
        seen = tables.painter.seen((960, 540)) if patterned else photographer.page()
    if seen.ndim == 2:
        seen = np.clip(seen[..., None] * rng.normal(1, 0.05, 3), 0, 255).astype(np.uint8)
    discs = [disc_of(rim, seen) for rim in taken_by.rims] if dice else []
    return seen, [
        Face(x, y, side, TOP if top else SIDE, disc) for (x, y, side, top), disc in zip(told, discs, strict=True)
    ]


def kept_scene(seed: int, folder: Path | None) -> tuple[Image, list[Face]]:
    """The scene of that number, laid by in the folder."""
    if folder is None:
        return scene(seed)
    cv2.setNumThreads(1)
    picture, truth = folder / f"{seed}.png", folder / f"{seed}.json"
    if not truth.exists():
        image, faces = scene(seed)
        cv2.imwrite(str(picture), image)
        truth.write_text(json.dumps(faces))
    return cv2.imread(str(picture)), [Face(*face) for face in json.loads(truth.read_text())]


def kind_of(disc: Disc, faces: list[Face]) -> int | None:
    """What was found there; None where it is too far from a face's middle to say."""
    away = [(float(np.hypot(disc.x - face.x, disc.y - face.y)) / face.side, face.kind) for face in faces]
    nearest, kind = min(away, default=(9.0, NONE))
    return kind if nearest < 0.16 else NONE if nearest > 0.6 else None


def shows(face: Face, faces: list[Face]) -> bool:
    """Whether a disc that was drawn is large and round enough to be read, and not behind another die's top."""
    if face.disc is None or face.disc.major < SMALLEST or face.disc.flatness < FLATTEST:
        return False
    away = [np.hypot(face.x - top.x, face.y - top.y) for top in faces if top.kind == TOP and top is not face]
    return face.kind == TOP or min(away, default=np.inf) > BEHIND * face.side


def shown(frame: Image, disc: Disc, rng: np.random.Generator, turned: float) -> Floats:
    """A disc as a network will meet it: found a little off, in other light, by a camera held a little askew, or, so
    often, any way up."""
    x, y = np.array([disc.x, disc.y]) + rng.normal(0, 0.03, 2) * disc.major
    size = AROUND * disc.major * float(np.exp(rng.normal(0, 0.06)))
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < turned else rng.normal(0, 0.1)
    view = crop(frame, x, y, size, rng.random() < 0.5, float(turn))
    view = view * np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, 0.06, 3)) + rng.normal(0, 0.08, 3)
    if rng.random() < 0.15:
        view[:] = view.mean(2, keepdims=True)
    return np.asarray(view.transpose(2, 0, 1), np.float32)


def batches(scenes: list[tuple[Image, list[Face]]], rng: np.random.Generator, turned: float) -> Batch:
    found: dict[int, list[tuple[Image, Disc]]] = {kind: [] for kind in OFTEN}
    for frame, faces in scenes:
        discs = find_discs(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), sizes_in(max(WHOLE, *frame.shape)))
        drawn = [face.disc for face in faces if face.disc and shows(face, faces)]
        for disc in discs + [disc for disc in drawn if not any(disc.like(other) for other in discs)]:
            kind = kind_of(disc, faces)
            if kind is not None:
                found[kind].append((frame, disc))
    print({kind: len(discs) for kind, discs in found.items()}, flush=True)

    def batch() -> tuple[Floats, Floats]:
        kinds = rng.choice(list(OFTEN), BATCH, p=list(OFTEN.values()))
        chosen = [found[kind][rng.integers(len(found[kind]))] for kind in kinds]
        return np.stack([shown(frame, disc, rng, turned) for frame, disc in chosen]), kinds

    return batch


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the network that tells tops from sides.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--scenes", type=int, default=600, metavar="N")
    parser.add_argument("--kept", type=Path, metavar="DIR", help="where pictures are laid by")
    parser.add_argument("--turned", type=Path, metavar="DIR", help="the second network, from the first one there")
    parser.add_argument("--further", type=Path, metavar="DIR", help="both networks, from those there")
    arguments = parser.parse_args()
    with Pool() as pool:
        scenes = pool.map(partial(kept_scene, folder=arguments.kept), range(arguments.scenes), chunksize=4)
        scenes += pool.map(quick_scene, range(arguments.scenes), chunksize=4)
        if arguments.turned or arguments.further:
            scenes += [scene for group in pool.map(close_scenes, range(CLOSE // GROUP)) for scene in group]
    if arguments.further:
        go_on(scenes, arguments.out, arguments.further)
    else:
        learn(scenes, arguments.out, arguments.turned)


def learn(scenes: list[tuple[Image, list[Face]]], out: Path, turned: Path | None) -> None:
    """Train on these pictures, and write the network down; the second one goes on from the first, in that folder."""
    rng = np.random.default_rng(5)
    if turned is None:
        write("landing_tops", train(LAYERS, face_loss, batches(scenes, rng, 0.0), STEPS, RATE), out)
    else:
        before, batch = weights_of(turned / "landing_tops.onnx"), batches(scenes, rng, ANY_WAY_UP)
        write("landing_turned", train(LAYERS, face_loss, batch, TURNED_STEPS, TURNED_RATE, before), out)


def go_on(scenes: list[tuple[Image, list[Face]]], out: Path, further: Path) -> None:
    """Train both from the weights in that folder, and write down the mean of before and after."""
    for name, turned in (("landing_tops", 0.0), ("landing_turned", ANY_WAY_UP)):
        before, batch = weights_of(further / f"{name}.onnx"), batches(scenes, np.random.default_rng(5), turned)
        after = train(LAYERS, face_loss, batch, FURTHER_STEPS, TURNED_RATE, before)
        pairs = zip(before, after, strict=True)
        write(name, [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairs], out)


def write(name: str, weights: Weights, out: Path) -> None:
    export(LAYERS, weights, ("n", 3, CROP, CROP), name, out / f"{name}.onnx")


if __name__ == "__main__":
    main()
