"""The demonstration's table: people's motions become things that lie before the camera."""

from collections.abc import Sequence

import numpy as np

from companion.demo.deed import Fan, Fly, Lay, Motion, Take, Throw
from vision.mat import layout_of
from vision.stickers import Sticker
from vision.table.camera import Camera, Pose
from vision.table.deal import corner_tags, fan
from vision.table.landing import die, landing_board, token
from vision.table.light import Light
from vision.table.scene import LaidCard, LaidHand, Thing
from vision.table.stage import Stage

CAMERA = Camera(1280, 720, across=590.0, tilt=12.0)
LIGHT = Light(uneven=0.2, shadow_depth=0.2, glare=0.1, blur=0.6, noise=2.5, jpeg=0)
VISIBLE = 3
"""Cards of a pile that are painted: what lies deeper cannot be seen."""
SPOTS = ((-170.0, -108.0), (-85.0, -108.0), (0.0, -108.0), (85.0, -108.0), (170.0, -108.0))
"""Where cards lie that lie on no pile."""
FAN = (0.0, 165.0)
"""Where a hand holds its cards to the camera."""
BOARD = Pose(-20.0, 5.0)
DICE = ((195.0, -20.0), (205.0, 40.0))


class DemoTable:
    """What lies where; shown on the stage after every motion."""

    def __init__(self, game: str, seed: int, camera: Camera = CAMERA, light: Light = LIGHT) -> None:
        self._random = np.random.default_rng(seed)
        self.stage = Stage(camera, light, seed)
        layout = layout_of(game)
        wide, high = layout.size
        self._tags = corner_tags(wide - 40, high - 40)
        self._middles = {
            zone: (left + width / 2 - wide / 2, top + height / 2 - high / 2)
            for zone, (left, top, width, height) in layout.zones.items()
        }
        self._room = {zone: (max(1, int(w // 70)), max(1, int(h // 95))) for zone, (_, _, w, h) in layout.zones.items()}
        """How many cards lie side by side in each zone, across and down."""
        self._piles: dict[str, list[LaidCard]] = {zone: [] for zone in layout.zones}
        self._loose: list[LaidCard] = []
        self._fan: list[LaidCard] = []
        self._dice: list[Thing] = []
        self._board: list[Thing] = []
        self._hand: list[Thing] = []

    def move(self, motion: Motion) -> None:
        match motion:
            case Lay(card, zone, spot):
                self._take(card)
                pile, at = (
                    (self._piles[zone], self._slot(zone, spot)) if zone else (self._loose, SPOTS[spot % len(SPOTS)])
                )
                pile.append(LaidCard(card, self._near(at)))
                self._hand = [LaidHand(Pose(at[0] + 10, at[1] + 75, height=30))]
            case Take(card):
                self._take(card)
            case Fan(cards):
                self._fan = fan(list(cards), *FAN, turn=float(self._random.uniform(-6, 6)))
            case Throw(faces):
                places = [DICE[k] for k in range(len(faces))]
                self._dice = [thing for face, at in zip(faces, places, strict=True) for thing in self._die(face, at)]
            case Fly(row, col):
                board = self._board[:1] or [landing_board(BOARD, self._random)]
                self._board = [*board, token(row, col, BOARD)]

    def put_away(self) -> None:
        """What was only shown is gone again."""
        self._fan, self._hand = [], []

    def withdraw_hand(self) -> None:
        self._hand = []

    def show(self, *passing: Thing) -> None:
        """Everything as it lies now, and what just passes over it."""
        cards = [card for zone, pile in self._piles.items() for card in pile[-VISIBLE * self._places(zone) :]]
        cards += self._loose
        self.stage.show((*self._tags, *cards, *self._board, *self._dice, *self._fan, *self._hand, *passing))

    def held(self, card: Sticker, x: float, y: float) -> list[Thing]:
        """A card in a hand above the table."""
        return [LaidCard(card, Pose(x, y, height=25)), LaidHand(Pose(x + 10, y + 75, height=30))]

    @property
    def has_hand(self) -> bool:
        return bool(self._hand)

    def _places(self, zone: str) -> int:
        across, down = self._room[zone]
        return across * down

    def _slot(self, zone: str, spot: int) -> tuple[float, float]:
        """In a zone for many cards each has a place of its own."""
        (x, y), (across, down) = self._middles[zone], self._room[zone]
        column, row = spot % across, spot // across % down
        return x + (column - (across - 1) / 2) * 80, y + (row - (down - 1) / 2) * 108

    def _die(self, face: str, at: tuple[float, float]) -> Sequence[Thing]:
        x, y = (value + float(self._random.uniform(-6, 6)) for value in at)
        return die(face, x, y, float(self._random.uniform(0, 90)), self.stage.camera)

    def _near(self, at: tuple[float, float]) -> Pose:
        """Nobody lays cards quite straight."""
        x, y = (value + float(self._random.uniform(-3, 3)) for value in at)
        return Pose(x, y, float(np.clip(self._random.normal(0, 2), -5, 5)))

    def _take(self, card: Sticker) -> None:
        for pile in (*self._piles.values(), self._loose):
            pile[:] = [other for other in pile if other.sticker != card]
