"""What the printer gets is what the scanner reads: every page drawn at 300 dpi, every marker read, none misread."""

from collections import Counter

import cv2
import numpy as np
import pypdfium2
import pytest

from vision import markers
from vision.printing.sheet import PAPERS, TEST_SIZES, Paper, sheet
from vision.stickers import Kind, marker_data, stickers_of

DPI = 300
BOTH: tuple[Kind, ...] = ("qr", "aruco")


def drawn(pdf: bytes) -> list[np.ndarray]:
    """The pages in grey, as a printer would lay them down."""
    document = pypdfium2.PdfDocument(pdf)
    found = [page.render(scale=DPI / 72, grayscale=True).to_numpy() for page in document]
    document.close()
    return found


def read_back(pdf: bytes) -> tuple[Counter[tuple[str, int]], list[np.ndarray]]:
    found: Counter[tuple[str, int]] = Counter()
    pages = drawn(pdf)
    for page in pages:
        read = markers.scan(page)
        for kind, readings in (("qr", read.qr), ("aruco", read.aruco), ("tag", read.tags)):
            found.update((kind, reading.number) for reading in readings)
    return found, pages


def wanted(game: str, kinds: tuple[Kind, ...], times: int = 1) -> Counter[tuple[str, int]]:
    """Stickers, tags (the corners once loose and once on the mat), and the test card."""
    numbers = [sticker.number for sticker in stickers_of(game)]
    data = marker_data("mat.toml")
    all_of_them = Counter({(kind, number): times for kind in kinds for number in numbers})
    all_of_them.update(("tag", corner["number"]) for _ in range(2) for corner in data["corners"])
    all_of_them.update(("tag", number) for number in data["players"])
    all_of_them.update(("tag", number) for number, _ in zip(data["zone_tags"], data["zones"][game], strict=False))
    sizes = [(kind, mm) for kind in kinds for mm in TEST_SIZES[kind]]
    all_of_them.update((kind, number) for (kind, _), number in zip(sizes, numbers, strict=False))
    return all_of_them


@pytest.mark.parametrize("paper", list(PAPERS))
def test_every_marker_of_every_page_is_read_back(paper: Paper) -> None:
    found, pages = read_back(sheet("escape-now", BOTH, paper))
    assert found == wanted("escape-now", BOTH)
    wide, high = PAPERS[paper]
    assert pages[0].shape == pytest.approx((high * DPI / 25.4, wide * DPI / 25.4), abs=2)


def test_slips_for_sleeves_and_spares_are_read_back() -> None:
    found, _ = read_back(sheet("escape-now", BOTH, "a4", sleeves=True, spares=True))
    assert found == wanted("escape-now", BOTH, times=2)


@pytest.mark.parametrize(("paper", "sleeves"), [("letter", True), ("a4", True), ("a4", False)])
def test_every_marker_of_every_game_is_read_back(paper: Paper, sleeves: bool) -> None:
    for game in marker_data("stickers.toml"):
        found, _ = read_back(sheet(game, BOTH, paper, sleeves=sleeves))
        assert found == wanted(game, BOTH), game


def test_the_ruler_is_100_mm_long() -> None:
    page = drawn(sheet("escape-now", ("aruco",)))[0]
    row = page[round((12 + 8) * DPI / 25.4), : round(115 * DPI / 25.4)]
    ink = np.flatnonzero(row < 128)
    assert (ink[-1] - ink[0]) * 25.4 / DPI == pytest.approx(100, abs=0.5)


def test_the_four_parts_of_the_mat_fit_together() -> None:
    pages = [page for page in drawn(sheet("hit-the-silk", ("aruco",))) if page.shape[1] > page.shape[0]]
    assert len(pages) == 4
    wide, high = (round(mm / 2 * DPI / 25.4) for mm in marker_data("mat.toml")["size"])
    parts = []
    for page in pages:
        top, left = (page.shape[0] - high) // 2, (page.shape[1] - wide) // 2
        parts.append(page[top : top + high, left : left + wide])
    mat = np.vstack([np.hstack(parts[:2]), np.hstack(parts[2:])])
    small = cv2.resize(mat, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    middles = {tag.number: tag.corners.mean(0) * 4 * 25.4 / DPI for tag in markers.scan(small).tags}
    assert set(middles) == {0, 1, 2, 3}
    for corner in marker_data("mat.toml")["corners"]:
        assert middles[corner["number"]] == pytest.approx(corner["at"], abs=1.0)
