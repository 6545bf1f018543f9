"""Outlines of cards on a table: every card once, nothing invented, frames and shadows not taken for edges."""

import cv2
import numpy as np
import pytest

from tests.vision.scenes.camera import HARD, TYPICAL, Camera, Floats, Light, spoil, table_top
from tests.vision.scenes.deck import deck, loose_cards
from tests.vision.studio import loose, prints
from tests.vision.studio.lens import Shot
from tests.vision.studio.scene import Room
from vision.images import Image
from vision.outlines import find_outlines
from vision.outlines.edges import edges_of, steepness
from vision.outlines.ground import ends, outside
from vision.outlines.one_card.faint_border import bordered
from vision.outlines.plane import common_planes
from vision.outlines.search import placed

CARDS = deck(31, plain=10, twins=0)
LONE = deck(31, plain=12, twins=0)
SIZE = (960, 540)


def shared(a: Floats, b: Floats) -> float:
    one, other = a.astype(np.float32), b.astype(np.float32)
    area, _ = cv2.intersectConvexConvex(one, other)
    return float(area / (cv2.contourArea(one) + cv2.contourArea(other) - area))


def rectangle(camera: Camera, at: tuple[float, float], turn: float, inset: tuple[float, float] = (0, 0)) -> Floats:
    """A card as the camera sees it, or what is left of it when its sides are printed frames."""
    c, s = np.cos(turn), np.sin(turn)
    low, high = np.array([-31.5, -44.0]) + inset[0], np.array([31.5, 44.0]) - inset[1]
    own = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
    return camera.pixels(own @ np.array([[c, s], [-s, c]]) + at)


def lying(camera: Camera, count: int, inset: tuple[float, float] = (0, 0), seed: int = 1) -> list[Floats]:
    rng = np.random.default_rng(seed)
    return [
        rectangle(camera, (rng.uniform(-230, 230), rng.uniform(-110, 110)), rng.uniform(0, 6), inset)
        for _ in range(count)
    ]


@pytest.mark.parametrize(("light", "tilt"), [(TYPICAL, 20.0), (HARD, 35.0)])
def test_every_loose_card_is_found_and_nothing_else(light: Light, tilt: float) -> None:
    frame, laid = loose_cards(CARDS, list(CARDS), np.random.default_rng(3), light, tilt, 1280)
    seen = find_outlines(frame)
    assert len(seen) == len(laid)
    assert all(max(shared(outline.corners, card.corners) for outline in seen) > 0.9 for card in laid)


def test_on_granite_the_specks_edges_are_not_the_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def granite(size: tuple[int, int], rng: np.random.Generator) -> Image:
        specks = cv2.GaussianBlur(rng.normal(0, 1, size[::-1]).astype(np.float32), (0, 0), 3.0)
        grey = np.clip(100 + 45 * specks / specks.std(), 20, 230)
        return cv2.cvtColor(grey.astype(np.uint8), cv2.COLOR_GRAY2BGR)

    monkeypatch.setattr("tests.vision.scenes.deck.table_top", granite)
    frame, laid = loose_cards(CARDS, list(CARDS), np.random.default_rng(3), TYPICAL, 20.0, 1280)
    seen = find_outlines(frame)
    found = [max((shared(outline.corners, card.corners) for outline in seen), default=0) > 0.9 for card in laid]
    assert sum(found) >= len(laid) - 1


def test_on_a_striped_cloth_the_cards_are_found_not_their_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    def striped(size: tuple[int, int], rng: np.random.Generator) -> Image:
        across = np.arange(size[0]) + 0.35 * np.arange(size[1])[:, None]
        cloth = np.where((across // 46 % 2)[..., None], (66, 88, 110), (205, 212, 220))
        return np.clip(cloth + rng.normal(0, 3, cloth.shape), 0, 255).astype(np.uint8)

    monkeypatch.setattr("tests.vision.scenes.deck.table_top", striped)
    cards = deck(35, plain=8, twins=0, layouts=(0,))
    frame, laid = loose_cards(cards, list(cards), np.random.default_rng(35), TYPICAL, 20.0, 1280)
    seen = find_outlines(frame)
    assert len(seen) == len(laid)
    assert all(max(shared(outline.corners, card.corners) for outline in seen) > 0.8 for card in laid)


def test_pale_rims_on_a_white_table_are_found_by_their_faint_edges() -> None:
    cards = prints.deck(32, plain=6, twins=0, editions=(0,))
    frame, laid = loose.loose_cards(
        cards, list(cards), Shot(width=1280), np.random.default_rng(1), Room("white table"), pairs=0.0
    )
    seen = find_outlines(frame)
    assert len(seen) == len(laid)
    # White on white, a rim can be taken for a little narrower than it is.
    assert all(max(shared(outline.corners, card.corners) for outline in seen) > 0.8 for card in laid)


def test_a_bare_table_has_no_cards() -> None:
    rng = np.random.default_rng(4)
    assert find_outlines(spoil(table_top((1280, 720), rng), TYPICAL, rng)) == []


@pytest.mark.parametrize("pattern", ["checks", "gingham", "dots", "tiles", "tartan", "diamonds"])
def test_on_bold_patterns_the_cards_are_found_and_nothing_of_the_pattern(pattern: str) -> None:
    frame, laid = loose_cards(CARDS, list(CARDS), np.random.default_rng(8), TYPICAL, 20.0, 1280, pattern=pattern)
    seen = find_outlines(frame)
    found = sum(any(shared(outline.corners, card.corners) > 0.9 for outline in seen) for card in laid)
    assert found >= len(laid) - 1
    assert len(seen) <= found + 1


@pytest.mark.parametrize(("tilt", "seed"), [(36.0, 23), (38.0, 0), (42.0, 50)])
def test_a_lone_card_that_looks_square_is_found(tilt: float, seed: int) -> None:
    """From aslant, along its long sides, it looks no longer than wide."""
    card = f"plain-{seed % 12}"
    frame, (laid,) = loose_cards(LONE, [card], np.random.default_rng(seed), TYPICAL, tilt, 960, 420.0)
    (outline,) = find_outlines(frame)
    assert shared(outline.corners, laid.corners) > 0.95


@pytest.mark.parametrize(("card", "light", "tilt"), [(1, TYPICAL, 20.0), (5, TYPICAL, 20.0), (8, HARD, 35.0)])
def test_a_lone_card_is_not_taken_for_its_halves_nor_its_picture(card: int, light: Light, tilt: float) -> None:
    rng = np.random.default_rng(500 + card)
    frame, (laid,) = loose_cards(LONE, [f"plain-{card}"], rng, light, tilt, 1280, 500.0)
    (outline,) = find_outlines(frame)
    assert shared(outline.corners, laid.corners) > 0.9


@pytest.mark.parametrize("pattern", ["checks", "gingham"])
def test_beside_a_lone_card_a_checked_cloth_is_not_taken_for_a_hundred(pattern: str) -> None:
    frame, _ = loose_cards(LONE, ["plain-0"], np.random.default_rng(100), TYPICAL, 20.0, 1280, 450.0, pattern=pattern)
    assert len(find_outlines(frame)) < 12


@pytest.mark.parametrize("seed", [41, 43])
def test_touching_cards_are_told_apart(seed: int) -> None:
    """One of these cards is found across two, unless it is moved back to where the table begins."""
    frame, laid = loose_cards(CARDS, list(CARDS), np.random.default_rng(seed), TYPICAL, 20.0, 1280, pairs=0.35)
    seen = find_outlines(frame)
    assert len(seen) == len(laid)
    assert all(max(shared(outline.corners, card.corners) for outline in seen) > 0.9 for card in laid)


def test_the_same_frame_gives_the_same_outlines_wherever_it_lies_in_memory() -> None:
    frame, _ = loose_cards(CARDS, list(CARDS)[:6], np.random.default_rng(5), HARD, 35.0, 960)
    rng, answers = np.random.default_rng(6), set()
    for shift in (0, 1, 16, 33, 40):
        block = np.empty(frame.size + 64, np.uint8)
        copy = block[shift : shift + frame.size].reshape(frame.shape)
        copy[:] = frame
        # Buffers that others hold move those of the finder to other places.
        held = [np.zeros(int(size)) for size in rng.integers(1000, 300_000, 7)]
        outlines = find_outlines(copy)
        answers.add(b"".join(outline.corners.tobytes() for outline in outlines))
        del held
    assert len(answers) == 1


def test_slopes_are_the_same_to_the_last_digit_wherever_they_lie_in_memory() -> None:
    rng = np.random.default_rng(7)
    lab = rng.integers(0, 255, (301, 403, 3), np.uint8)
    seen = set()
    for size in rng.integers(1000, 300_000, 12):
        held = np.zeros(int(size))
        edges = edges_of(lab)
        seen.add((edges.edge, edges.slopes.tobytes(), steepness(edges.slopes).tobytes()))
        del held
    assert len(seen) == 1


def test_no_outlines_have_nothing_beside_them() -> None:
    table = np.zeros((40, 60), np.uint8)
    assert len(outside(table, np.zeros((0, 4, 2)))) == 0
    assert len(ends(table, np.zeros((0, 4, 2)))) == 0


def test_table_ends_at_the_card_not_at_the_frame_printed_on_it() -> None:
    table = np.full((200, 200), 255, np.uint8)
    cv2.rectangle(table, (40, 30), (100, 120), 0, -1)
    card = np.array([[80, 60], [201, 60], [201, 241], [80, 241.0]])
    frame = card + np.array([[8, 8], [-8, 8], [-8, -8], [8, -8]])
    at_card, at_frame = ends(table, np.stack([card, frame]))
    assert at_card > 0.9
    assert at_frame < 0.1


def test_figures_that_are_half_frame_do_not_bend_the_table() -> None:
    camera = Camera(SIZE, 600.0, 30.0, 8.0)
    cards = lying(camera, 6)
    # On two sides of some others a printed frame was taken for the edge.
    others = [lying(camera, 1, (inset, 0.0), seed)[0] for seed, inset in ((2, 2.0), (3, 3.0), (4, 4.5))]
    quads = np.array(cards + others)
    best = common_planes(quads, np.ones(len(quads)), SIZE)[0]
    short, long, _ = best.sides(np.array(cards))
    assert np.abs(short / best.short - 1).max() < 0.015
    assert np.abs(long / best.long - 1).max() < 0.015


def test_an_outline_is_placed_the_same_from_whichever_corner_it_begins() -> None:
    cards = np.array(lying(Camera(SIZE, 600.0, 25.0), 5))
    plane = common_planes(cards, np.ones(5), SIZE)[0]
    for first in range(4):
        found = placed(np.roll(cards, first, axis=1), plane, (SIZE[1], SIZE[0])).corners()
        assert all(shared(one, card) > 0.97 for one, card in zip(found, cards, strict=True))


def test_the_half_light_of_a_shadow_is_no_border() -> None:
    """Two sides have a wide shadow; on the others the table grows brighter by a level where it ends."""
    photo = np.full((600, 800), 180.0, np.float32)
    x, y = np.meshgrid(np.arange(800), np.arange(600))
    away = np.maximum.reduce([260 - x, x - 540, 100 - y, y - 500]).astype(np.float32)
    shadow = np.where((x > 530) | (y > 490), np.interp(away, (0, 14), (60, 4)), 2.0)
    photo -= np.where(away < 14, shadow, 0)
    view = cv2.merge([photo.astype(np.uint8)] * 3)
    view[100:500, 260:540] = np.linspace((20, 40, 120), (120, 50, 30), 280)  # a picture up to the edge
    lab = cv2.cvtColor(cv2.GaussianBlur(view, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
    card = np.array([[260, 100], [540, 100], [540, 500], [260, 500.0]]) - 0.5
    assert np.array_equal(bordered(lab, card), card)
