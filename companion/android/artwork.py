"""The icon and the picture at the start, drawn here: `python -m companion.android.artwork` writes them to assets."""

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np

FOLDER = Path(__file__).parents[2] / "assets" / "android"
SLATE, DEEP, CREAM, AMBER = (0x3A, 0x2B, 0x1E), (0x2B, 0x20, 0x15), (0xDC, 0xEB, 0xF4), (0x1E, 0xA5, 0xF0)  # BGR
FINE = 4  # drawn so much larger, then made smaller: smooth edges


def main() -> None:
    for name, picture in pictures().items():
        cv2.imwrite(str(FOLDER / name), picture)


def pictures() -> dict[str, Any]:
    return {"icon.png": icon(512), "presplash.png": presplash(1024)}


def icon(side: int) -> Any:
    """An altimeter, and somebody under silk in it."""
    canvas = _canvas(side, side, SLATE)
    _altimeter(canvas, side / 2, side / 2, side * 0.40)
    return _smooth(canvas, side, side)


def presplash(side: int) -> Any:
    canvas = _canvas(side, side, DEEP)
    _altimeter(canvas, side / 2, side * 0.45, side * 0.26)
    text, scale = "WINGMAN", side / 300
    (width, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale * FINE, round(5 * FINE))
    at = (int(side * FINE - width) // 2, int(side * 0.86 * FINE))
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale * FINE, CREAM, round(5 * FINE), cv2.LINE_AA)
    return _smooth(canvas, side, side)


def _canvas(width: int, height: int, colour: tuple[int, int, int]) -> Any:
    return np.full((height * FINE, width * FINE, 3), colour, np.uint8)


def _smooth(canvas: Any, width: int, height: int) -> Any:
    return cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA)


def _altimeter(canvas: Any, x: float, y: float, radius: float) -> None:
    def at(angle: float, part: float) -> tuple[int, int]:
        turn = math.radians(angle)
        return round((x + radius * part * math.sin(turn)) * FINE), round((y - radius * part * math.cos(turn)) * FINE)

    middle, full = at(0, 0), round(radius * FINE)
    cv2.circle(canvas, middle, full, DEEP, -1, cv2.LINE_AA)
    cv2.circle(canvas, middle, full, CREAM, round(full * 0.055), cv2.LINE_AA)
    for step in range(11):
        long = step % 5 == 0
        start, end = at(-135 + 27 * step, 0.70 if long else 0.78), at(-135 + 27 * step, 0.88)
        cv2.line(canvas, start, end, AMBER if step < 3 else CREAM, round(full * (0.06 if long else 0.03)), cv2.LINE_AA)
    jumper = at(180, 0.42)
    rim = [at(angle, 0.34 + 0.10 * (angle // 16 % 2)) for angle in range(64, -65, -16)]
    cv2.fillPoly(canvas, [np.array([at(angle, 0.60) for angle in range(-64, 65, 4)] + rim)], AMBER, cv2.LINE_AA)
    for end in rim[::2]:
        cv2.line(canvas, end, jumper, CREAM, round(full * 0.025), cv2.LINE_AA)
    cv2.circle(canvas, jumper, round(full * 0.09), CREAM, -1, cv2.LINE_AA)


if __name__ == "__main__":
    main()
