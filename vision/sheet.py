"""The printable sheet: every card's sticker, the mat's corners, player and zone tags; and each sticker as a picture."""

import struct
import zlib
from dataclasses import dataclass
from typing import Any

import cv2

from vision.mat import layout_of
from vision.pdf import Page, document
from vision.stickers import Kind, Layout, Sticker, game_name, layout, marker_data, stickers_of, tag_layout

A4 = (210.0, 297.0)
MARGIN = 12.0
GAP = 4.0
"""Millimetres between stickers: room for scissors and a name."""
DPI = 600
"""Dots an inch of the single pictures."""


@dataclass(frozen=True, slots=True)
class Label:
    """A sticker or tag with the words under it."""

    plan: Layout
    words: str

    @property
    def side(self) -> float:
        """Millimetres, rim included."""
        return self.plan.side * self.plan.module


def sheet(game: str, kinds: tuple[Kind, ...]) -> bytes:
    """The PDF."""
    name = game_name(game)
    pages: list[Page] = []
    for kind in kinds:
        labels = [Label(layout(kind, s.number), f"{s.card} {s.copy}") for s in stickers_of(game)]
        title = {"qr": "framed QR stickers", "aruco": "ArUco stickers"}[kind]
        pages += _filled(labels, f"{name}: {title}. One on the upper left corner of each card.")
    pages += _filled(_tags(game), f"{name}: mat corners, players, zones. Corners as in the mat's plan, edge up.")
    return document(pages, f"{name}: stickers")


def pictures(game: str, kinds: tuple[Kind, ...]) -> list[tuple[dict[str, Any], bytes]]:
    """Each sticker's entry in index.json and its PNG."""
    return [_picture(sticker, kind) for kind in kinds for sticker in stickers_of(game)]


def _picture(sticker: Sticker, kind: Kind) -> tuple[dict[str, Any], bytes]:
    plan = layout(kind, sticker.number)
    entry = {
        "file": f"{kind}-{sticker.card}-{sticker.copy}.png",
        "card": sticker.card,
        "copy": sticker.copy,
        "kind": kind,
        "mm": plan.mm,  # the black square; the picture is larger by its white rim
        "print_mm": round(plan.side * plan.module, 3),
    }
    per_metre = round(DPI / 0.0254)
    png = cv2.imencode(".png", plan.draw(DPI), [cv2.IMWRITE_PNG_COMPRESSION, 9])[1].tobytes()
    return entry, _with_density(png, per_metre)


def _with_density(png: bytes, per_metre: int) -> bytes:
    """The PNG with a pHYs chunk after its header, so that it prints at its own size."""
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    return png[:33] + chunk + png[33:]


def _tags(game: str) -> list[Label]:
    data = marker_data("mat.toml")
    corners = [Label(tag_layout(c["number"], data["tag_mm"]), f"mat, {c['place']}") for c in data["corners"]]
    players = [Label(tag_layout(n, data["small_mm"]), f"player {k}") for k, n in enumerate(data["players"], start=1)]
    zones = layout_of(game).zone_tags.items()
    return corners + players + [Label(tag_layout(n, data["small_mm"]), f"zone {zone}") for n, zone in zones]


def _filled(labels: list[Label], title: str) -> list[Page]:
    """The labels in rows, on as many pages as they take."""
    pages = [_page(title)]
    x, y, deep = MARGIN, MARGIN + 14, 0.0
    for label in labels:
        if x + label.side > A4[0] - MARGIN:
            x, y, deep = MARGIN, y + deep, 0.0
        if y + label.side + GAP > A4[1] - MARGIN:
            pages.append(_page(title))
            x, y, deep = MARGIN, MARGIN + 14, 0.0
        _draw(pages[-1], label, x, y)
        x += label.side + GAP
        deep = max(deep, label.side + GAP + 1.5)
    return pages


def _page(title: str) -> Page:
    page = Page(*A4)
    page.text(MARGIN, MARGIN + 3, title)
    page.text(MARGIN + 104, MARGIN + 8.5, "Print at 100 %: this line is 100 mm long.", 2.5)
    page.line(MARGIN, MARGIN + 8, MARGIN + 100, MARGIN + 8, grey=0, width=0.3)
    return page


def _draw(page: Page, label: Label, x: float, y: float) -> None:
    module = label.plan.module
    for left, top, width, height in label.plan.boxes:
        page.box(x + left * module, y + top * module, width * module, height * module)
    for corner_x, inward_x in ((x, 1), (x + label.side, -1)):  # where to cut
        for corner_y, inward_y in ((y, 1), (y + label.side, -1)):
            page.line(corner_x, corner_y, corner_x - 1.2 * inward_x, corner_y)
            page.line(corner_x, corner_y, corner_x, corner_y - 1.2 * inward_y)
    page.text(x, y + label.side + 3.2, label.words, 2.0)
