"""At a glance: where landing dice may lie, and where nothing is like one."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.scenes.camera import TYPICAL
from tests.vision.scenes.landing_dice_scene import die_seen_from_above, landing_dice
from vision import scan
from vision.dice.glimpse import Glimpse
from vision.dice.likely import Likely
from vision.glance import Small, reduced
from vision.glance.dice import Place, dice_places, dice_spots, places_beside
from vision.images import Box, Floats, Image
from vision.picture import Picture
from vision.stickers import Kind, layout, stickers_of


def test_at_a_glance_dice_are_seen_in_glare_that_leaves_their_discs_grey() -> None:
    rng = np.random.default_rng(12)
    for _ in range(6):
        frame, truth = landing_dice(rng, TYPICAL, 30, 1280, clutter=False)
        small = reduced(np.clip(frame.astype(int) + 125, 0, 255).astype(np.uint8))
        boxes = _boxes(Small(small))
        for die in truth:
            x, y, half = die.center[0] / 2, die.center[1] / 2, 0.55 * die.side / 2
            assert any(
                left < x - half and x + half < right and top < y - half and y + half < low
                for left, top, right, low in boxes
            )


def test_a_glimpse_tells_where_dice_are_and_how_large_in_the_parts_it_looks_over() -> None:
    rng, glimpse = np.random.default_rng(21), Glimpse()
    for _ in range(4):
        frame, truth = landing_dice(rng, TYPICAL, 30, 1280, clutter=False)
        small = reduced(frame)
        high, wide = small.shape[:2]
        for die in truth:
            x, y, side = die.center[0] / 2, die.center[1] / 2, die.side / 2
            reach = 3 * side
            part = max(0, int(x - reach)), max(0, int(y - reach)), int(x + reach), int(y + reach)
            for parts in ([part], [(0, 0, wide, high)]):
                spots = glimpse(small, parts)
                away = np.hypot(spots[:, 0] - x, spots[:, 1] - y)
                near = spots[(away < side) & (spots[:, 3] > 0)]
                assert len(near) and (abs(np.log(near[:, 2] / (0.8 * side))) < 0.7).any()
            empty = (0, 0, 64, 64) if x > 160 or y > 160 else (wide - 64, high - 64, wide, high)
            assert not (np.hypot(*(glimpse(small, [empty])[:, :2] - (x, y)).T) < side).any()


def test_a_glance_finds_a_die_on_a_bold_pattern() -> None:
    table = np.full((360, 640, 3), (225, 228, 230), np.uint8)
    for x in range(0, 640, 44):
        cv2.rectangle(table, (x, 0), (x + 21, 359), (60, 45, 40), -1)
    for y in range(0, 360, 44):
        cv2.rectangle(table, (0, y), (639, y + 21), (60, 45, 40), -1)
    die = cv2.resize(die_seen_from_above(), (24, 24), interpolation=cv2.INTER_AREA)
    table[160:184, 300:324] = die[..., None]
    boxes = _boxes(Small(cv2.GaussianBlur(table, (0, 0), 0.7)))
    assert any(left < 300 < 324 < right and top < 160 < 184 < low for left, top, right, low in boxes)


def test_a_die_in_glare_is_seen_at_a_glance_beside_clear_ones() -> None:
    """Clear dice show by their discs, and do not use up the places of those that show by their white bodies alone."""
    table = np.full((360, 640, 3), 60, np.uint8)
    die = cv2.resize(die_seen_from_above(), (24, 24), interpolation=cv2.INTER_AREA)
    for k in range(5):
        table[40:64, 30 + 60 * k : 54 + 60 * k] = die[..., None]
    pale = np.where(die < 140, 178, 250)[..., None].astype(np.uint8)
    table[250:274, 300:324] = pale
    boxes = _boxes(Small(table))
    assert any(left < 300 < 324 < right and top < 250 < 274 < low for left, top, right, low in boxes)


def test_a_glance_finds_dice_from_near_and_far_also_on_cards_but_not_on_stickers() -> None:
    for side in (16, 24, 40, 60):
        table = np.full((360, 640, 3), (90, 110, 130), np.uint8)
        cv2.rectangle(table, (60, 30), (310, 330), (70, 150, 190), -1)
        die = cv2.resize(die_seen_from_above(), (side, side), interpolation=cv2.INTER_AREA)[..., None]
        table[180 : 180 + side, 180 : 180 + side] = die
        table[180 : 180 + side, 480 : 480 + side] = die
        free, unmarked = np.full((2, 360, 640), 255, np.uint8)
        free[30:330, 60:310] = 0
        card, bare = sorted(_boxes(Small(table, free, unmarked, side / 16)))
        assert card[0] < 180 < 180 + side < card[2] and bare[0] < 480 < 480 + side < bare[2]
        unmarked[170:250, 170:250] = 0
        assert _boxes(Small(table, free, unmarked, side / 16)) == [bare]


def test_at_a_glance_edges_lines_and_coloured_prints_on_cards_are_no_dice() -> None:
    table = np.full((360, 640, 3), 120, np.uint8)
    cv2.rectangle(table, (80, 60), (300, 320), (235, 240, 238), -1)
    for x in range(340, 600, 24):
        cv2.line(table, (x, 0), (x + 60, 360), (40, 60, 50), 6, cv2.LINE_AA)
    for k, ink in enumerate(((150, 30, 20), (30, 140, 30), (40, 40, 190))):
        cv2.circle(table, (130 + 55 * k, 190), 9, ink, -1, cv2.LINE_AA)
        cv2.putText(table, "2", (125 + 55 * k, 196), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (235, 240, 238), 2, cv2.LINE_AA)
    free = np.full((360, 640), 255, np.uint8)
    free[60:320, 80:300] = 0
    assert _boxes(Small(table, free, millimetre=1.0)) == []


def test_beside_a_die_the_other_is_looked_for_on_cards_as_well_but_no_farther_than_dice_roll() -> None:
    table = np.full((360, 640, 3), 90, np.uint8)
    cv2.rectangle(table, (300, 100), (420, 300), (60, 120, 210), -1)
    die = cv2.resize(die_seen_from_above(), (20, 20), interpolation=cv2.INTER_AREA)
    for x in (200, 350, 590):
        table[190:210, x : x + 20] = die[..., None]
    boxes = [place.box for place in places_beside(table, (210.0, 200.0), 16.0, Glimpse())]
    assert any(left < 350 and right > 370 for left, _, right, _ in boxes)
    assert all(right < 420 for _, _, right, _ in boxes)


def test_at_a_glance_specks_of_stone_are_no_dice_but_dice_among_them_are() -> None:
    rng = np.random.default_rng(3)
    stone = np.full((360, 640, 3), 165, np.uint8)
    for x, y in rng.uniform((0, 0), (640, 360), (5000, 2)):
        size = tuple(rng.uniform(1.5, 5, 2).tolist())
        shade = int(rng.choice([60, 90, 200, 230]))
        cv2.ellipse(stone, ((x, y), size, float(rng.uniform(0, 180))), (shade, shade, shade), -1, cv2.LINE_AA)
    stone = cv2.GaussianBlur(stone, (0, 0), 0.7)
    assert sum((c - a) * (d - b) for a, b, c, d in _boxes(Small(stone))) < 0.05 * 360 * 640
    die = cv2.resize(die_seen_from_above(), (22, 22), interpolation=cv2.INTER_AREA)
    stone[150:172, 300:322] = cv2.GaussianBlur(die, (0, 0), 0.5)[..., None]
    boxes = _boxes(Small(stone))
    assert any(left < 300 < 322 < right and top < 150 < 172 < low for left, top, right, low in boxes)


def test_pale_coloured_print_is_no_die_in_glare() -> None:
    card = np.full((360, 640, 3), 240, np.uint8)
    for x in range(60, 600, 60):
        cv2.circle(card, (x, 180), 9, (235, 190, 150), -1, cv2.LINE_AA)
        cv2.line(card, (x, 175), (x, 185), (240, 240, 240), 3, cv2.LINE_AA)
    assert _boxes(Small(card)) == []


def test_on_printed_paper_only_the_likeliest_places_are_looked_at() -> None:
    page = np.full((360, 640, 3), 215, np.uint8)
    for row in range(14):
        cv2.putText(
            page, "BOB GOES ON BOARD 8 TO 10", (4, 24 + 25 * row), cv2.FONT_HERSHEY_DUPLEX, 0.9, (25, 25, 25), 2
        )
    boxes = _boxes(Small(cv2.GaussianBlur(page, (0, 0), 0.8)))
    covered = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)
    assert covered < 0.6 * 360 * 640


def test_at_a_glance_stickers_that_cards_cover_in_part_are_no_dice() -> None:
    rng, looked_at = np.random.default_rng(3), 0
    stickers = stickers_of("hit-the-silk")
    kinds: tuple[Kind, ...] = ("aruco", "qr")
    for kind in kinds:
        table = np.full((360, 640, 3), (90, 120, 150), np.uint8)
        for k, sticker in enumerate(stickers[:24]):
            x, y = 20 + 100 * (k % 6), 20 + 85 * (k // 6)
            side = int(rng.integers(22, 34))
            drawn = cv2.resize(layout(kind, sticker.number).draw(120), (side, side), interpolation=cv2.INTER_AREA)
            cv2.rectangle(table, (x - 4, y - 4), (x + 60, y + 70), (235, 240, 240), -1)
            table[y : y + side, x : x + side] = np.maximum(drawn, 30)[..., None]
            cover = x + int(rng.uniform(0.3, 0.8) * side)
            cv2.rectangle(table, (cover, y - 4), (cover + 50, y + 70), (40, 60, 160), -1)
        table = cv2.GaussianBlur(table, (3, 3), 0)
        looked_at += len(_boxes(Small(table, millimetre=1.8)))
    assert looked_at <= 5  # of 48


def test_among_stickers_a_spot_must_be_clearly_a_die() -> None:
    """One that another card covers in part is a little like a die, and there are many of them."""
    table = np.full((360, 640, 3), 120, np.uint8)
    die = cv2.resize(die_seen_from_above(), (20, 20), interpolation=cv2.INTER_AREA)[..., None]
    table[180:200, 180:200] = table[180:200, 480:500] = die

    def likely(colour: Image, spots: Floats) -> Floats:
        return np.where(spots[:, 0] < 320, 0.99, 0.55)

    assert len(dice_places(Small(table), Glimpse(), likely)) == 2
    (clear,) = dice_places(Small(table, millimetre=1.2), Glimpse(), likely)
    assert clear.holds(190, 190)


@pytest.mark.parametrize(("millimetre", "places"), [(None, 1), (1.2, 0)])
def test_a_die_behind_a_hundred_spots_of_print_is_seen_but_not_among_stickers(
    millimetre: float | None, places: int
) -> None:
    rng = np.random.default_rng(8)
    page = np.repeat(np.repeat(np.where(rng.random((45, 80)) < 0.5, 20, 240), 8, 0), 8, 1).astype(np.uint8)
    table = cv2.GaussianBlur(np.repeat(page[..., None], 3, 2), (3, 3), 0)
    table[170:190, 310:330] = cv2.resize(die_seen_from_above(), (20, 20), interpolation=cv2.INTER_AREA)[..., None]
    x, y = np.meshgrid(np.arange(20, 640, 60.0), np.arange(20, 360, 30.0))
    print_ = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, 14.0), np.full(x.size, 2.0)])

    def glimpse(colour: Image, parts: Sequence[Box]) -> Floats:
        return np.concatenate([print_, [[320.0, 180.0, 16.0, -0.5]]]) if len(colour) == 360 else print_[:0]

    def likely(colour: Image, spots: Floats) -> Floats:
        return np.where(spots[:, 2] == 16.0, 0.99, 0.01)

    assert len(dice_places(Small(table, millimetre=millimetre), glimpse, likely)) == places


def test_of_spots_that_are_all_clear_those_are_kept_that_both_looks_find_likeliest() -> None:
    spots = np.array([[30.0 + 30 * k, 180.0, 12.0, k / 5] for k in range(18)])
    places = _places_of(spots, 0.999 - 1e-5 * np.arange(18))
    assert len(places) < len(spots)
    assert places[0].holds(*spots[-1, :2]) and not any(place.holds(*spots[0, :2]) for place in places)


def test_of_dice_that_touch_both_are_looked_at_though_one_shows_more_clearly() -> None:
    """Between the two a glimpse may tell a larger one."""
    spots = np.array([[300.0, 200.0, 15.0, 6.0], [303.0, 183.0, 21.0, 5.0], [500.0, 200.0, 15.0, 4.0]])
    both, apart = _places_of(spots, np.full(3, 0.99))
    assert both.shows(303, 164, 17) and not apart.shows(503, 164, 17)


@pytest.mark.parametrize(("clear", "read"), [(2, 2), (1, 3)])
def test_once_both_dice_were_read_what_is_a_little_like_one_is_left_alone(
    clear: int, read: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = np.full((720, 1280, 3), 90, np.uint8)
    die = cv2.resize(die_seen_from_above(), (64, 64), interpolation=cv2.INTER_AREA)
    for x in (200, 600, 1000):
        frame[300:364, x : x + 64] = cv2.GaussianBlur(die, (0, 0), 0.7)[..., None]

    def likely() -> object:
        return lambda colour, spots: np.where(spots[:, 0] < 200 * clear, 0.99, 0.45)

    monkeypatch.setattr(scan, "Likely", likely)
    assert len(list(scan.SKILLS["landing-dice"]()(Picture(frame)))) == read


@pytest.mark.parametrize(("millimetre", "looks"), [(None, [360, 90]), (1.0, [360]), (1.5, [360, 90])])
def test_near_dice_are_looked_for_unless_stickers_tell_that_none_can_be_so_large(
    millimetre: float | None, looks: list[int]
) -> None:
    table, seen = np.full((360, 640, 3), 90, np.uint8), list[int]()
    table[100:260, 200:360] = cv2.resize(die_seen_from_above(), (160, 160))[..., None]

    def glimpse(colour: Image, parts: Sequence[Box]) -> Floats:
        seen.append(len(colour))
        return np.empty((0, 4))

    dice_spots(Small(table, millimetre=millimetre), glimpse)
    assert seen == looks


def _places_of(spots: Floats, chances: Floats) -> list[Place]:
    """Where dice are looked for when a glimpse tells these spots and a closer look these chances."""
    table = np.full((360, 640, 3), 90, np.uint8)
    table[180:200, 290:310] = cv2.resize(die_seen_from_above(), (20, 20), interpolation=cv2.INTER_AREA)[..., None]

    def glimpse(colour: Image, parts: Sequence[Box]) -> Floats:
        return spots.copy() if len(colour) == 360 else spots[:0].copy()

    def likely(colour: Image, seen: Floats) -> Floats:
        return np.array([chances[spots[:, 0] == x][0] for x in seen[:, 0]])

    return dice_places(Small(table), glimpse, likely)


def _boxes(small: Small) -> list[Box]:
    """Where landing dice are looked for."""
    return [place.box for place in dice_places(small, Glimpse(), Likely())]
