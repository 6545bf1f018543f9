"""The gauge drawn in text: a dial with its needle, the digits, the lamps. For terminals and for tests of the twin."""

import math

from devices.face import Face
from devices.twin import Snapshot

_RADIUS = 9
_STRETCH = 2.1  # a character is about twice as high as wide
_WIDTH = round(2 * _RADIUS * _STRETCH) + 5


def draw(face: Face, twin: Snapshot) -> str:
    """The needle runs clockwise from the left, as on an altimeter cut in half. OFF shows no needle at all."""
    grid = [[" "] * _WIDTH for _ in range(_RADIUS + 1)]
    for step in range(101):
        _put(grid, step / 100, _RADIUS, "·")
    for mark in face.marks:
        _put(grid, (mark.at - face.low) / (face.high - face.low), _RADIUS, "o")
    if twin.on:
        for step in range(4 * _RADIUS - 5):
            _put(grid, twin.needle, step / 4, "█")
    lamps = " ".join(_lamp(face, place, lit) for place, lit in enumerate(twin.lamps, 1))
    sound = f" ♪ {twin.sound}" if twin.sound else ""
    ends = f"{face.low}".ljust(_WIDTH - len(f"{face.high} {face.unit}")) + f"{face.high} {face.unit}"
    lines = ["".join(row).rstrip() for row in grid]
    return "\n".join([*lines, ends, f"[{twin.digits}]  {lamps}{sound}" if twin.on else f"[{twin.digits}]  OFF"])


def _put(grid: list[list[str]], share: float, radius: float, character: str) -> None:
    angle = math.pi * (1 - share)
    column = round(_WIDTH / 2 + radius * _STRETCH * math.cos(angle) - 0.5)
    grid[round(_RADIUS - radius * math.sin(angle))][column] = character


def _lamp(face: Face, place: int, lit: bool) -> str:
    name = next((alarm.name for alarm in face.alarms if alarm.lamp == place), "")
    return f"({'*' if lit else ' '}){name if lit else ''}"
