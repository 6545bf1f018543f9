"""The printable sheets: every card's sticker, to glue on or to slip into sleeves; player and zone tags; a test card."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from vision.mat import layout_of
from vision.printing.mat_pages import mat_pages
from vision.printing.pdf import Page, document
from vision.stickers import Kind, Layout, Sticker, game_name, layout, marker_data, stickers_of, tag_layout

Paper: TypeAlias = Literal["a4", "letter"]
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height, millimetres."""
MARGIN = 12.0
"""Millimetres that no printer needs for itself."""
HEAD = 14.0
"""Millimetres of title and ruler."""
GAP = 4.0
"""Millimetres between stickers: room for scissors and a name."""
STRIP = (63.0, 27.0)
"""Millimetres of a slip that stands in a sleeve before the card: as wide as the card, as high as its sticker."""
TEST_SIZES: dict[Kind, tuple[float, ...]] = {"qr": (20.0, 18.0, 15.0), "aruco": (15.0, 12.0, 10.0)}
"""Millimetres of the stickers on the test card, from the size of the sheets down."""


@dataclass(frozen=True, slots=True)
class Label:
    """A sticker or tag with the words under it."""

    plan: Layout
    words: str

    @property
    def side(self) -> float:
        """Millimetres, rim included."""
        return self.plan.side * self.plan.module


def sheet(
    game: str, kinds: tuple[Kind, ...], paper: Paper = "a4", sleeves: bool = False, spares: bool = False
) -> bytes:
    """The PDF. With `sleeves`, stickers are slips for card sleeves; with `spares`, every sticker comes twice."""
    return document(pages(game, kinds, paper, sleeves, spares), f"{game_name(game)}: stickers")


def pages(
    game: str, kinds: tuple[Kind, ...], paper: Paper = "a4", sleeves: bool = False, spares: bool = False
) -> list[Page]:
    """The same, page by page: stickers, tags, the mat in four parts, the test card."""
    name, size = game_name(game), PAPERS[paper]
    made: list[Page] = []
    for kind in kinds:
        what = {"qr": "framed QR stickers", "aruco": "ArUco stickers"}[kind]
        for spare in (False, True) if spares else (False,):
            title = f"{name}: {what}{', spares' if spare else ''}."
            if sleeves:
                made += _slips(game, kind, f"{title} Each slip goes into a sleeve, before the card's upper end.", size)
            else:
                labels = [Label(layout(kind, s.number), _words(s)) for s in stickers_of(game)]
                made += _filled(labels, f"{title} One on the upper left corner of each card.", size)
    made += _filled(_tags(game), f"{name}: mat corners, players, zones. Corners as in the mat's plan, edge up.", size)
    made += mat_pages(game, size)
    return [*made, _test_card(game, kinds, size)]


def _words(sticker: Sticker) -> str:
    return f"{sticker.card} {sticker.copy}"


def _tags(game: str) -> list[Label]:
    data = marker_data("mat.toml")
    corners = [Label(tag_layout(c["number"], data["tag_mm"]), f"mat, {c['place']}") for c in data["corners"]]
    players = [Label(tag_layout(n, data["small_mm"]), f"player {k}") for k, n in enumerate(data["players"], start=1)]
    zones = layout_of(game).zone_tags.items()
    return corners + players + [Label(tag_layout(n, data["small_mm"]), f"zone {zone}") for n, zone in zones]


def _filled(labels: Iterable[Label], title: str, paper: tuple[float, float]) -> list[Page]:
    """The labels in rows, on as many pages as they take."""
    made = [headed(title, paper)]
    x, y, deep = MARGIN, MARGIN + HEAD, 0.0
    for label in labels:
        if x + label.side > paper[0] - MARGIN:
            x, y, deep = MARGIN, y + deep, 0.0
        if y + label.side + GAP > paper[1] - MARGIN:
            made.append(headed(title, paper))
            x, y, deep = MARGIN, MARGIN + HEAD, 0.0
        _draw(made[-1], label, x, y)
        x += label.side + GAP
        deep = max(deep, label.side + GAP + 1.5)
    return made


def _slips(game: str, kind: Kind, title: str, paper: tuple[float, float]) -> list[Page]:
    """Slips side by side, each cut out along its frame."""
    wide, high = STRIP
    columns, rows = int((paper[0] - 2 * MARGIN) // wide), int((paper[1] - 2 * MARGIN - HEAD) // high)
    made: list[Page] = []
    for k, sticker in enumerate(stickers_of(game)):
        row, column = divmod(k % (columns * rows), columns)
        if row == column == 0:
            made.append(headed(title, paper))
        x, y = MARGIN + column * wide, MARGIN + HEAD + row * high
        made[-1].frame(x, y, wide, high)
        label = Label(layout(kind, sticker.number), "")
        edge = (high - label.side) / 2
        ink(made[-1], label.plan, x + edge, y + edge)
        made[-1].text(x + label.side + edge + 2, y + high / 2, _words(sticker), 3.0)
    return made


def _test_card(game: str, kinds: tuple[Kind, ...], paper: tuple[float, float]) -> Page:
    """Stickers of falling size: how small a sticker this camera reads at this distance."""
    page = headed(f"{game_name(game)}: test card. Lay it where the cards will lie, and scan it.", paper)
    page.text(MARGIN, MARGIN + HEAD + 2, "The smallest that is read tells how much room the camera leaves.", 2.5)
    cards, y = iter(stickers_of(game)), MARGIN + HEAD + 8
    for kind in kinds:
        x = MARGIN
        for mm in TEST_SIZES[kind]:
            card = next(cards)
            label = Label(replace(layout(kind, card.number), mm=mm), f"{mm:g} mm: {_words(card)}")
            _draw(page, label, x, y)
            x += max(label.side, 34) + 2 * GAP
        y += 40
    return page


def headed(title: str, paper: tuple[float, float]) -> Page:
    """An empty page with its title and a ruler."""
    page = Page(*paper)
    page.text(MARGIN, MARGIN + 3, title)
    page.text(MARGIN + 104, MARGIN + 8.5, "Print at 100 %: this line is 100 mm long.", 2.5)
    page.line(MARGIN, MARGIN + 8, MARGIN + 100, MARGIN + 8, grey=0, width=0.3)
    for k in range(11):  # centimetres
        page.line(MARGIN + 10 * k, MARGIN + 8, MARGIN + 10 * k, MARGIN + 6.5, grey=0, width=0.2)
    return page


def _draw(page: Page, label: Label, x: float, y: float) -> None:
    ink(page, label.plan, x, y)
    for corner_x, inward_x in ((x, 1), (x + label.side, -1)):  # where to cut
        for corner_y, inward_y in ((y, 1), (y + label.side, -1)):
            page.line(corner_x, corner_y, corner_x - 1.2 * inward_x, corner_y)
            page.line(corner_x, corner_y, corner_x, corner_y - 1.2 * inward_y)
    page.text(x, y + label.side + 3.2, label.words, 2.0)


def ink(page: Page, plan: Layout, x: float, y: float) -> None:
    """A sticker's or tag's black, its rim's corner at (x, y)."""
    module = plan.module
    for left, top, width, height in plan.boxes:
        page.box(x + left * module, y + top * module, width * module, height * module)
