"""Tables of all kinds drawn flat, with things about, and single landing dice on them, in colour.

What a glance or a finder may take for a die: specks of stone, weave, print, codes, photographs in newspapers, coins,
counters, poker chips, pip dice, playing and other cards, our own stickers on some of them; and dice on all these, as
`landing_patches` photographs them.
"""

from collections.abc import Callable

import cv2
import numpy as np

from tests.vision.scenes.cloths import PATTERNS
from tests.vision.scenes.die_render import pip_die
from tests.vision.studio.oddments import oddment
from tests.vision.studio.prints import _font, clouds, deck, picture, word
from tests.vision.training.landing_patches import FINE, Photographer, View
from vision.images import Floats, Image
from vision.stickers import Kind, all_stickers, layout

ROOM = 2.6
"""Sides of a die round it in its picture."""
CANVAS = 900
"""Pixels of a table's side; about 1.5 to a millimetre."""


class Painter:
    """Draws tables flat: BGR, 0 to 255."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._dice = [pip_die(rng) for _ in range(8)]
        self._cards = list(deck(int(rng.integers(1 << 30)), 12, 0).values())
        self._kinds: tuple[Callable[[], Floats], ...] = (
            self._plain,
            self._plain,
            self._stone,
            self._stone,
            self._cloth,
            self._page,
            self._page,
            self._grid,
            self._mottle,
            self._art,
        )

    def table(self) -> Floats:
        """Of any kind, often with things about."""
        table = np.clip(self._kinds[self._rng.integers(len(self._kinds))](), 0, 255).astype(np.float32)
        if self._rng.random() < 0.6:
            for _ in range(self._rng.integers(1, 20)):
                self._lay(table)
        if self._rng.random() < 0.3:
            for _ in range(self._rng.integers(1, 6)):
                self._fan(table)
        return table

    def seen(self, size: tuple[int, int]) -> Image:
        """A table from aslant, in any light, as wide and high as that."""
        rng, (wide, high) = self._rng, size
        across = rng.uniform(180, CANVAS)
        middle, turn = rng.uniform(0.3, 0.7, 2) * CANVAS, rng.uniform(0, 2 * np.pi)
        lean = rng.uniform(0, 0.3)
        corners = np.array([[-1 - lean, -1], [1 + lean, -1], [1, 1], [-1, 1]]) * (across / 2, across / 2 * high / wide)
        c, s = np.cos(turn), np.sin(turn)
        corners = corners @ np.array([[c, s], [-s, c]]) + middle
        frame = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), frame)
        seen = cv2.GaussianBlur(self.table(), (0, 0), max(0.3, 0.35 * across / wide))
        return self.spoilt(cv2.warpPerspective(seen, matrix, size, borderMode=cv2.BORDER_REFLECT))

    def spoilt(self, seen: Floats) -> Image:
        """In worse light, out of focus, with noise, and saved."""
        rng, (high, wide) = self._rng, seen.shape[:2]
        x, y = np.meshgrid(np.linspace(-1, 1, wide, dtype=np.float32), np.linspace(-1, 1, high, dtype=np.float32))
        turn = rng.uniform(0, 2 * np.pi)
        along = np.cos(turn) * x + np.sin(turn) * y
        light = rng.uniform(0.4, 1.15) * (1 + rng.uniform(0, 0.3) * along)
        seen = seen * light[..., None] * rng.normal(1, 0.05, 3)
        if rng.random() < 0.4:
            u, v = rng.uniform(-1, 1, 2)
            seen = (
                seen
                + 255 * rng.uniform(0, 0.6) * np.exp(-((x - u) ** 2 + (y - v) ** 2) / rng.uniform(0.1, 1.5))[..., None]
            )
        if rng.random() < 0.7:
            seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 1.0))
        seen = seen + rng.uniform(0, 4) * rng.normal(0, 1, seen.shape)
        return saved(np.clip(seen, 0, 255).astype(np.uint8), rng)

    def _ink(self, low: float = 0, high: float = 255) -> list[float]:
        grey = self._rng.uniform(low, high)
        return [float(v) for v in np.clip(grey + self._rng.normal(0, self._rng.choice([4, 45]), 3), 0, 255)]

    def _sheet(self, colour: list[float]) -> Floats:
        return np.full((CANVAS, CANVAS, 3), colour, np.float32)

    def _plain(self) -> Floats:
        """Wood, cloth, a dull or a cloudy stone."""
        rng, sheet = self._rng, self._sheet(self._ink())
        for cells in (6, 60, 300):
            rows = cells if rng.random() < 0.5 else 2 + cells // 10
            noise = rng.normal(0, rng.uniform(0, 0.08), (rows, cells)).astype(np.float32)
            sheet *= 1 + cv2.resize(noise, (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC)[..., None]
        return sheet

    def _stone(self) -> Floats:
        """Granite, terrazzo, cork: specks of several shades, strewn."""
        rng, sheet = self._rng, self._plain()
        inks = [self._ink() if rng.random() < 0.4 else self._ink(*rng.choice([(0, 70), (180, 255)])) for _ in range(4)]
        largest = rng.choice([2.0, 3.5, 6.0, 12.0, 20.0])
        share = rng.uniform(0.1, 0.8)
        for _ in range(int(share * CANVAS**2 / (3 * largest**2))):
            at, size = rng.uniform(0, CANVAS, 2), rng.uniform(0.25, 1, 2) * largest
            ink = inks[rng.integers(4)]
            if rng.random() < 0.5:
                box = (
                    (float(at[0]), float(at[1])),
                    (2 * float(size[0]), 2 * float(size[1])),
                    float(rng.uniform(0, 180)),
                )
                cv2.ellipse(sheet, box, ink, -1, cv2.LINE_AA)
            else:
                way = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 7)))
                corners = at + size * np.stack([np.cos(way), np.sin(way)], 1) * rng.uniform(0.6, 1.2)
                cv2.fillPoly(sheet, [(corners * 8).astype(np.int32)], ink, cv2.LINE_AA, 3)
        return sheet

    def _cloth(self) -> Floats:
        """Checks, gingham, tartan, dots, flowers, small or large."""
        rng = self._rng
        kind = list(PATTERNS.values())[rng.integers(len(PATTERNS))]
        return np.asarray(kind(rng, CANVAS, float(np.exp(rng.uniform(np.log(7), np.log(60))))), np.float32)

    def _page(self) -> Floats:
        """Print, of many sizes, in columns."""
        from PIL import Image as Pillow
        from PIL import ImageDraw

        rng = self._rng
        paper, ink = self._ink(190, 255), self._ink(0, 110)
        if rng.random() < 0.2:
            paper, ink = ink, paper
        sheet = Pillow.new("RGB", (CANVAS, CANVAS), tuple(int(v) for v in paper))
        draw = ImageDraw.Draw(sheet)
        columns = int(rng.integers(1, 6))
        for left in np.arange(columns) * CANVAS // columns:
            y = 0
            while y < CANVAS:
                size = int(rng.choice([5, 7, 10, 16, 28, 50], p=[0.25, 0.25, 0.2, 0.15, 0.1, 0.05]))
                for _ in range(rng.integers(1, 12 if size < 12 else 3)):
                    line = " ".join(word(rng) for _ in range(2 + 500 // columns // size // 3))
                    line = line[: int(1.6 * CANVAS / columns / size)]
                    font = _font(int(rng.integers(4)), size)
                    draw.text((int(left) + 4, y), line, tuple(int(v) for v in ink), font)
                    y += round(size * 1.25)
                if rng.random() < 0.2:  # a picture
                    wide, high = CANVAS // columns - 8, int(rng.integers(30, 200))
                    image = self._photograph(wide, high)
                    sheet.paste(Pillow.fromarray(image).convert("RGB"), (int(left) + 4, y))
                    y += high + 4
        return np.asarray(sheet, np.float32)

    def _photograph(self, wide: int, high: int) -> Image:
        """Grey and coarse, as newspapers print them."""
        if self._rng.random() < 0.4:
            return np.asarray(picture(self._rng, high, wide)).mean(2).astype(np.uint8)
        seen = clouds(self._rng, high, wide, self._rng.uniform(0.6, 1.1)) - 0.5
        return np.clip(127 + self._rng.uniform(200, 700) * seen, 0, 255).astype(np.uint8)

    def _mottle(self) -> Floats:
        """Coarse clouds in two inks."""
        share = np.clip(0.5 + self._rng.uniform(1, 4) * (clouds(self._rng, CANVAS, CANVAS, 1.05) - 0.5), 0, 1)[
            ..., None
        ]
        return np.asarray(share * self._ink() + (1 - share) * self._ink(), np.float32)

    def _grid(self) -> Floats:
        """Crosswords, codes, boards: squares of two inks, here and there."""
        rng, sheet = self._rng, self._plain()
        for _ in range(rng.integers(1, 6)):
            cells, step = int(rng.integers(5, 30)), int(np.exp(rng.uniform(np.log(2), np.log(30))))
            dark = rng.random((cells, cells)) < rng.uniform(0.1, 0.6)
            if rng.random() < 0.25:
                dark = np.add.outer(np.arange(cells), np.arange(cells)) % 2 == 0
            if rng.random() < 0.35:
                text = word(rng) * int(rng.integers(1, 12))
                dark = cv2.QRCodeEncoder.create().encode(text) < 128
            board = np.where(dark[..., None], self._ink(0, 120), self._ink(150, 255)).astype(np.float32)
            board = np.repeat(np.repeat(board, step, 0), step, 1)
            if rng.random() < 0.5 and step > 4:
                board[::step] = board[:, ::step] = self._ink(0, 150)
            x, y = rng.integers(-100, CANVAS, 2)
            part = sheet[max(0, y) : max(0, y + len(board)), max(0, x) : max(0, x + len(board))]
            part[:] = board[: part.shape[0], : part.shape[1]]
        return sheet

    def _art(self) -> Floats:
        """A printed picture, or ornament: bands of clouds."""
        rng = self._rng
        if rng.random() < 0.5:
            return np.asarray(picture(rng, CANVAS, CANVAS), np.float32)
        bands = np.floor(clouds(rng, CANVAS, CANVAS, rng.uniform(0.5, 0.9)) * rng.integers(6, 40)) % 2
        mirrored = bands if rng.random() < 0.5 else np.minimum(bands, bands[::-1, ::-1])
        return np.where(mirrored[..., None] > 0, self._ink(), self._ink()).astype(np.float32)

    def _lay(self, table: Floats) -> None:
        """A card, a coin, a counter or the like on it."""
        rng = self._rng
        if rng.random() < 0.25:
            die, wide = self._dice[rng.integers(len(self._dice))], int(rng.uniform(24, 60))
            self._put(table, cv2.resize(die.colour, (wide, wide)), cv2.resize(die.cover, (wide, wide)))
            return
        kind = rng.random()
        if kind < 0.12:
            image = self._chip()
            size, edge = (float(len(image)), float(len(image))), len(image) / 2
        elif kind < 0.26:
            image, size, edge = self._playing_card(), (95.0, 132.0), 5.0
        elif kind < 0.45:
            image, size, edge = self._cards[rng.integers(len(self._cards))], (95.0, 132.0), 3.0
        else:
            made = oddment(rng, (0.0, 0.0))
            image, size, edge = made.image, (1.5 * made.size[0], 1.5 * made.size[1]), 1.5 * made.round
        wide, high = (max(4, round(v)) for v in size)
        image = cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA)
        if rng.random() < 0.5:
            image = image[..., ::-1]
        cover = np.zeros((high, wide), np.uint8)
        radius = int(min(edge, wide / 2, high / 2))
        cv2.rectangle(cover, (radius, 0), (wide - 1 - radius, high - 1), 255, -1)
        cv2.rectangle(cover, (0, radius), (wide - 1, high - 1 - radius), 255, -1)
        for x in (radius, wide - 1 - radius):
            for y in (radius, high - 1 - radius):
                cv2.circle(cover, (x, y), radius, 255, -1)
        self._put(table, image, cover)

    def _chip(self) -> Image:
        """A poker chip: pale marks on its rim, a pale ring, and a number in it as pale as on a die."""
        rng, side = self._rng, int(self._rng.uniform(36, 66))
        fine = 4 * side
        colour, pale = self._ink(0, 200), self._ink(205, 255)
        chip = np.full((fine, fine, 3), colour, np.float32)
        middle, marks, first = (fine // 2, fine // 2), int(rng.integers(4, 13)), rng.uniform(0, 360)
        for k in range(marks):
            start = first + 360 * k / marks
            cv2.ellipse(chip, middle, (fine, fine), 0, start, start + 150 / marks, pale, -1)
        cv2.circle(chip, middle, int(rng.uniform(0.34, 0.42) * fine), colour, -1, cv2.LINE_AA)
        if rng.random() < 0.7:
            radius = int(rng.uniform(0.3, 0.38) * fine)
            cv2.circle(chip, middle, radius, pale, max(2, int(rng.uniform(0.01, 0.05) * fine)), cv2.LINE_AA)
        self._write(chip, str(rng.choice([1, 5, 10, 20, 25, 50, 100, 500])), rng.uniform(0.16, 0.34) * fine, pale)
        return cv2.resize(np.clip(chip, 0, 255).astype(np.uint8), (side, side), interpolation=cv2.INTER_AREA)

    def _playing_card(self) -> Image:
        """White, with an index in two corners and signs or a picture between them."""
        rng, wide, high = self._rng, 380, 528
        card = np.full((high, wide, 3), self._ink(225, 255), np.float32)
        ink = [float(v) for v in ((20, 20, 20) if rng.random() < 0.5 else (30, 20, 190))]
        index = str(rng.choice([*"A23456789JQK", "10"]))
        for _ in range(2):
            self._write(card, index, rng.uniform(50, 80), ink, (48, 56))
            cv2.ellipse(card, (48, 116), (int(rng.uniform(14, 24)), int(rng.uniform(18, 26))), 0, 0, 360, ink, -1)
            card = np.ascontiguousarray(card[::-1, ::-1])
        if rng.random() < 0.4:
            cv2.rectangle(card, (100, 70), (wide - 100, high - 70), self._ink(), -1)
        else:
            for x in (130, 190, 250):
                for y in rng.choice(np.arange(90, 460, 20), 3):
                    cv2.ellipse(card, (x, int(y)), (24, 30), 0, 0, 360, ink, -1, cv2.LINE_AA)
        return np.clip(card, 0, 255).astype(np.uint8)

    def _write(
        self, on: Floats, text: str, high: float, ink: list[float], middle: tuple[int, int] | None = None
    ) -> None:
        """A word round a middle, or in the picture's own."""
        from PIL import Image as Pillow
        from PIL import ImageDraw

        sheet = Pillow.new("L", (on.shape[1], on.shape[0]))
        at = middle or (on.shape[1] // 2, on.shape[0] // 2)
        ImageDraw.Draw(sheet).text(at, text, 255, _font(int(self._rng.integers(4)), max(8, round(high))), anchor="mm")
        share = np.asarray(sheet, np.float32)[..., None] / 255
        on += share * (np.array(ink, np.float32) - on)

    def _fan(self, table: Floats) -> None:
        """Cards with our stickers, each covering a part of the one before, and of its sticker as well."""
        rng = self._rng
        at, turn = rng.uniform(0, CANVAS, 2), rng.uniform(0, 360)
        step, way, on = rng.uniform(8, 40), rng.uniform(0, 2 * np.pi), rng.normal(0, 12)
        kind = ("aruco", "qr")[rng.integers(2)]
        for k in range(rng.integers(1, 9)):
            card = self._marked(kind)
            place = at + k * step * np.array([np.cos(way), np.sin(way)]) + rng.normal(0, 4, 2)
            self._put(table, card, np.full(card.shape[:2], 255, np.uint8), place, turn + k * on)

    def _marked(self, kind: Kind) -> Image:
        """A card with one of our stickers in its upper left corner, or nearly there."""
        rng, stickers = self._rng, all_stickers()
        wide = int(rng.uniform(60, 150))
        card = cv2.resize(
            self._cards[rng.integers(len(self._cards))], (wide, wide * 7 // 5), interpolation=cv2.INTER_AREA
        )
        side = int(rng.uniform(0.22, 0.36) * wide)
        sticker = layout(kind, stickers[rng.integers(len(stickers))].number).draw(150)
        sticker = np.repeat(cv2.resize(sticker, (side, side), interpolation=cv2.INTER_AREA)[..., None], 3, 2)
        ink, paper = rng.uniform(0, 60), rng.uniform(215, 255)
        top, left = rng.integers(0, wide // 12, 2)
        card[top : top + side, left : left + side] = ink + sticker * ((paper - ink) / 255)
        return card

    def _put(
        self, table: Floats, image: Image, cover: Image, place: Floats | None = None, turn: float | None = None
    ) -> None:
        """What covers the table there, or anywhere, turned so far, or any way."""
        rng, (high, wide) = self._rng, cover.shape
        turn = float(rng.uniform(0, 360)) if turn is None else turn
        matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, 1.0)
        matrix[:, 2] += (rng.uniform(0, CANVAS, 2) if place is None else place) - (wide / 2, high / 2)
        laid = cv2.warpAffine(image.astype(np.float32), matrix, (CANVAS, CANVAS))
        share = cv2.warpAffine(cover, matrix, (CANVAS, CANVAS)).astype(np.float32)[..., None] / 255
        table += share * (laid - table)


class Tables(Photographer):
    """Takes single dice on tables of all patterns, in colour."""

    def __init__(self, rng: np.random.Generator, lamps: float = 0.35) -> None:
        super().__init__(rng, lamps)
        self.painter = Painter(rng)
        self._tops: list[Floats] = []

    def die(self) -> tuple[Image, list[tuple[float, float, float, bool]]]:
        """One die or two that touch, and as `standing` tells them, their faces."""
        view = self._view()
        seen = self._coloured(self._light(view, self._kind()), view)
        return seen, [(float(x), float(y), view.side, top) for (x, y), top in self._faces]

    def counter(self) -> Image:
        """One counter or badge, its disc black or of any colour."""
        view, rng = self._view(), self._rng
        light = self._counter(view)
        tint = np.clip(rng.normal(1, rng.choice([0.05, 0.5]), 3), 0.2, 2.2)
        return self._coloured(light, view, 1 + self._inked[..., None] * (tint / tint.mean() - 1))

    def _view(self) -> View:
        if not self._tops or self._rng.random() < 0.1:
            self._tops = [*self._tops[-5:], self.painter.table()]
        return View(self._rng, steepest=54.0, room=ROOM)

    def _coloured(self, light: Floats, view: View, ink: Floats | float = 1.0) -> Image:
        """A picture, what lies on the table in its own colour."""
        grey = self._file(self._spoilt(light, view.side)).astype(np.float32)
        lies = self._where[..., None]
        tint = cv2.resize(lies * ink + (1 - lies) * self._tint, grey.shape, interpolation=cv2.INTER_AREA)
        return np.clip(grey[..., None] * tint * self._rng.normal(1, 0.06, 3), 0, 255).astype(np.uint8)

    def _table(self, size: int) -> Floats:
        """A part of one of the tables drawn last; what tints it is laid by."""
        rng, self._where = self._rng, np.zeros((size, size), np.float32)
        if rng.random() < 0.3:
            self._tint = np.broadcast_to(np.clip(rng.normal(1, 0.2, 3), 0.3, 1.7), (size, size, 3)).astype(np.float32)
            return super()._table(size)
        flat = self._tops[rng.integers(len(self._tops))]
        reach = min(CANVAS, max(30, int(size / FINE / rng.uniform(0.8, 3))))
        x, y = rng.integers(0, CANVAS - reach + 1, 2)
        seen = cv2.resize(flat[y : y + reach, x : x + reach], (size, size), interpolation=cv2.INTER_LINEAR)
        grey = np.clip(seen.mean(2), 3, 255)
        self._tint = np.clip(seen / grey[..., None], 0.2, 2).astype(np.float32)
        return np.asarray(grey / 255, np.float32)

    def _shape(self, view: View, places: list[Floats], turn: float, grown: float) -> Floats:
        shape = super()._shape(view, places, turn, grown)
        if grown == 1.0:
            self._where = np.maximum(self._where, shape)
        return shape


def saved(photo: Image, rng: np.random.Generator) -> Image:
    """As a JPEG file of any quality."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 96))]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", photo, quality)[1], cv2.IMREAD_COLOR))
