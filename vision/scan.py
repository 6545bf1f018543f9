"""Everything that can be told from one picture: each reader turns it into observations, this adds them up."""

import time
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

import cv2
import numpy as np

from vision import codes, markers
from vision.dice.discs import SMALLEST, Disc
from vision.dice.glimpse import Glimpse
from vision.dice.landing import LandingDice
from vision.dice.likely import Likely
from vision.dice.pips import PipDice
from vision.glance.board import board_place
from vision.glance.codes import busy_places, code_places
from vision.glance.dice import Place, dice_places, places_beside
from vision.images import Box, Image
from vision.landing_board import LandingBoard
from vision.markers.grid_codes import Reading
from vision.markers.squares import grown
from vision.mat import Mat, View
from vision.observation import Card, Code, Corners, Die, Observation, Plane, middle
from vision.picture import Picture, Reader
from vision.stickers import FRAME, FRAMED_SIDE, QUIET, Kind, Sticker, layout, qr_text, stickers_of

EXAMPLE_DPI = 48
"""Of a drawn table 500 mm wide."""
NEARLY_ALL = 0.6
"""Share of the picture that a board's place may have to be worth a look by itself."""
BUSY_ALL_OVER, BUSY_AT = 0.25, 960
"""Share of a picture with stickers that may be as busy as a foreign code; more is a cloth's pattern, specks of stone or
print. And how many pixels wide it is looked at then: a phone's screen is still read, in a quarter of the time."""
BOTH = 2
"""Landing dice of a box: once these were read where dice clearly lie, what is a little like one is something else."""
ON_STICKER = 1.3
"""A die's middle this near a sticker, in its sides, is the sticker."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What was read in one picture."""

    size: tuple[int, int]
    """Width and height of the picture as it was read."""
    cards: tuple[Card, ...]
    dice: tuple[Die, ...]
    plane: Plane | None
    codes: tuple[Code, ...]
    ms: float
    """Milliseconds that reading took, decoding the file not included."""

    def json(self, image: str) -> dict[str, Any]:
        """As `companion scan --json` prints it."""
        return {
            "image": image,
            "size": list(self.size),
            "cards": [card.json() for card in self.cards],
            "dice": [die.json() for die in self.dice],
            "plane": self.plane.json() if self.plane else None,
            "codes": [code.json() for code in self.codes],
            "ms": round(self.ms, 1),
        }


def scan(colour: Image, readers: Sequence[Reader]) -> Scan:
    """Runs the readers over one picture."""
    start = time.perf_counter()
    picture = Picture(colour)
    seen = [observation for reader in readers for observation in reader(picture)]
    ms = 1000 * (time.perf_counter() - start)
    return Scan(
        (colour.shape[1], colour.shape[0]),
        tuple(one for one in seen if isinstance(one, Card)),
        tuple(one for one in seen if isinstance(one, Die)),
        next((one for one in seen if isinstance(one, Plane)), None),
        _distinct([one for one in seen if isinstance(one, Code)]),
        ms,
    )


def standard_readers(game: str) -> list[Reader]:
    """The readers that need nothing but the game's name."""
    return [*still_readers(game), *skill_readers(game)]


def still_readers(game: str) -> list[Reader]:
    """Cards and codes."""
    return [StickerReader(game), foreign_codes]


def example(game: str) -> Image:
    """A table with stickers of both kinds and a landing die, roughly drawn: who scans it first has made whatever
    OpenCV and numpy make only once."""
    table = np.full((540, 960), 150, np.uint8)
    for k, sticker in enumerate(stickers_of(game)[:12]):
        drawn = cv2.GaussianBlur(layout("qr" if k % 2 else "aruco", sticker.number).draw(EXAMPLE_DPI), (3, 3), 0)
        top, left = 60 + 160 * (k // 6), 60 + 120 * (k % 6)
        table[top : top + len(drawn), left : left + len(drawn)] = drawn
    cv2.rectangle(table, (460, 420), (500, 460), 235, -1)
    cv2.circle(table, (480, 440), 16, 30, -1, cv2.LINE_AA)
    cv2.line(table, (480, 431), (480, 449), 240, 4, cv2.LINE_AA)
    return cv2.cvtColor(table, cv2.COLOR_GRAY2BGR)


def skill_readers(game: str) -> list[Reader]:
    """Dice and boards that the game's data names. One set a thread: their networks keep scratch space."""
    return [guarded(SKILLS[skill]()) for skill in skills_of(game)]


def skills_of(game: str) -> list[str]:
    """What to look for in a game beside cards and codes: data, since a box decides it."""
    named: dict[str, list[str]] = tomllib.loads(files("assets").joinpath("vision", "readers.toml").read_text("utf-8"))
    return named.get(game, [])


def guarded(reader: Reader) -> Reader:
    """The same skill; a picture so odd that its arithmetic fails shows nothing to it, and the others still answer."""

    def read(picture: Picture) -> list[Observation]:
        try:
            return list(reader(picture))
        except (cv2.error, np.linalg.LinAlgError, ArithmeticError, ValueError, IndexError):
            return []

    return read


class StickerReader:
    """Cards by their stickers, with their zones. One a picture series: it remembers where the mat was."""

    def __init__(self, game: str) -> None:
        self._cards = {sticker.number: sticker for sticker in stickers_of(game)}
        self._mat = Mat(game)
        markers.prepare()

    def __call__(self, picture: Picture) -> list[Observation]:
        found = picture.markers
        view = self._mat.see(found.tags)
        return [*cards_of(found, self._cards, view), *_codes_of(found.qr)]


def cards_of(found: markers.Markers, known: dict[int, Sticker], view: View) -> list[Card]:
    """The game's cards among the markers; a card that carries both kinds is counted once. Other games' are left out."""
    cards: dict[int, Card] = {}
    kinds: tuple[tuple[Kind, tuple[Reading, ...]], ...] = (("aruco", found.aruco), ("qr", found.qr))
    for by, readings in kinds:
        for reading in readings:
            sticker = known.get(reading.number)
            if sticker is not None and reading.number not in cards:
                corners = corners_of(reading.corners)
                zone = view.zone(middle(corners))
                cards[reading.number] = Card(sticker.card, sticker.copy, by, reading.likeness, corners, zone)
    return list(cards.values())


def _of_landing_dice() -> Reader:
    read, glimpse, likely = LandingDice(), Glimpse(), Likely()

    def look(picture: Picture) -> list[Die]:
        places = dice_places(picture.small, glimpse, likely)
        clear = [place for place in places if place.clear]
        dice = look_in(picture, clear)
        if len(dice) != BOTH and len(clear) < len(places):
            dice = look_in(picture, places)
        if len(dice) == 1:  # there are two: the other may lie on a card, or in glare in which a glance is lost
            (die, disc), less = dice[0], picture.reduction
            beside = places_beside(picture.small.colour, (disc.x * less, disc.y * less), disc.major * less, glimpse)
            near = look_in(picture, beside, by_rims=True)
            dice += [other for other in near if np.hypot(*np.subtract(other[0].centre, die.centre)) > SMALLEST / 2]
        return sorted((die for die, _ in dice), key=lambda die: die.centre)

    def look_in(picture: Picture, places: list[Place], by_rims: bool = False) -> list[tuple[Die, Disc]]:
        enlarged = [place.enlarged(1 / picture.reduction) for place in places]
        found = read.with_discs(picture.colour, enlarged, by_rims) if enlarged else []
        return [one for one in found if not _on_marker(one[0], picture.markers)]

    return look


def _enlarged(place: Box, reduction: float) -> Box:
    """A place of the small copy in the picture."""
    left, top, right, bottom = (round(edge / reduction) for edge in place)
    return left, top, right, bottom


def _of_pip_dice() -> Reader:
    read = PipDice()
    return lambda picture: [die for die in read(picture.colour) if not _on_marker(die, picture.markers)]


def _on_marker(die: Die, found: markers.Markers) -> bool:
    """Whether what looks like a die is one of our stickers."""
    quads = found.quads()
    around = quads.mean(1, keepdims=True)
    wide = (around + ON_STICKER * (quads - around)).astype(np.float32)
    return any(cv2.pointPolygonTest(quad, die.centre, False) >= 0 for quad in wide)


def _of_landing_board() -> Reader:
    read = LandingBoard()

    def look(picture: Picture) -> list[Plane]:
        place = board_place(picture.small)
        if place is None:
            return []
        left, top, right, bottom = place
        high, wide = picture.small.colour.shape[:2]
        near = (min(right, wide) - left) * (min(bottom, high) - top) < NEARLY_ALL * wide * high
        plane = read(picture.colour, _enlarged(place, picture.reduction)) if near else None
        # A board that a hand or a patterned cloth hides in part may reach farther than the glance saw.
        plane = plane or read(picture.colour)
        return [plane] if plane else []

    return look


SKILLS: dict[str, Callable[[], Reader]] = {
    "landing-board": _of_landing_board,
    "landing-dice": _of_landing_dice,
    "pip-dice": _of_pip_dice,
}
"""By the names that `assets/vision/readers.toml` uses."""


def foreign_codes(picture: Picture) -> list[Code]:
    """QR codes that anybody printed. Beside cards with stickers a quick look at what is busy will do; without them, at
    everything, and what is as busy as a code is looked at again by itself."""
    grey = picture.grey
    if picture.markers.aruco or picture.markers.qr:
        places = [_enlarged(box, picture.reduction) for box in busy_places(picture.small)]
        if sum((right - left) * (bottom - top) for left, top, right, bottom in places) > BUSY_ALL_OVER * grey.size:
            return _reduced_codes(grey)
        return [code for place in places for code in _codes_in(grey, place, patient=False)]
    found = codes.read(grey, patient=False)
    return found or [code for place in code_places(grey) for code in _codes_in(grey, place)]


def _codes_in(grey: Image, place: Box, patient: bool = True) -> list[Code]:
    """Codes of a part of the picture, in the picture."""
    left, top, right, bottom = place
    found = codes.read(grey[top:bottom, left:right], patient=patient)
    return [replace(code, corners=corners_of(np.add(code.corners, (left, top)))) for code in found]


def _reduced_codes(grey: Image) -> list[Code]:
    """Codes of the whole picture, in a copy no wider than that."""
    share = min(1.0, BUSY_AT / grey.shape[1])
    found = codes.read(cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), patient=False)
    return [replace(code, corners=corners_of((np.array(code.corners) + 0.5) / share - 0.5)) for code in found]


def corners_of(quad: Any) -> Corners:
    """Four points as plain numbers."""
    a, b, c, d = map(tuple, np.asarray(quad, np.float64).tolist())
    return a, b, c, d


def _codes_of(readings: Sequence[Reading]) -> list[Code]:
    """Our own stickers as the QR codes that they also are."""
    edge = (FRAME + QUIET) / FRAMED_SIDE
    codes = grown(np.array([reading.corners for reading in readings]).reshape(-1, 4, 2), edge, 1 - edge)
    return [Code(qr_text(reading.number), corners_of(code)) for reading, code in zip(readings, codes, strict=True)]


def _distinct(found: list[Code]) -> tuple[Code, ...]:
    """A sticker that both the closed set and a general reader read is one code."""
    kept: list[Code] = []
    for code in found:
        alike = (other for other in kept if other.text == code.text)
        if not any(np.linalg.norm(np.mean(other.corners, 0) - np.mean(code.corners, 0)) < 20 for other in alike):
            kept.append(code)
    return tuple(kept)
