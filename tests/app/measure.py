"""What a person would notice at a glance: targets too small, words cut off or on top of each other, faint letters."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput

from companion.app.widgets import Press, Seat
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Words
from tests.app.harness import Harness

Box = tuple[float, float, float, float]  # left, bottom, right, top
SLACK = 1.5  # pixels of rounding
READABLE = 11.0  # dp: smaller letters say that a box is too small for its words


def faults(h: Harness) -> list[str]:
    """Everything that is wrong with the screen as it is."""
    top = topmost(h)
    return [*small_targets(top), *cut_words(h, top), *overlaps(top)]


def topmost(h: Harness) -> Any:
    """The sheet that lies over the screen, else the screen."""
    sheets = [child for child in h.app.over.children if isinstance(child, Sheet)]
    return sheets[0] if sheets else h.page


def shown(widget: Any, view: Box | None = None) -> Iterator[tuple[Any, Box]]:
    """Every widget that can be seen, with the part of the window that it can be seen in."""
    view = view or (-1e9, -1e9, 1e9, 1e9)
    if widget.opacity <= 0:
        return
    yield widget, view
    inside = cut(box(widget), view) if isinstance(widget, ScrollView) else view
    for child in widget.children:
        yield from shown(child, inside)


def box(widget: Any) -> Box:
    x, y = widget.to_window(*widget.pos)
    right, top = widget.to_window(widget.right, widget.top)
    return min(x, right), min(y, top), max(x, right), max(y, top)


def cut(one: Box, other: Box) -> Box:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def empty(area: Box) -> bool:
    return area[2] - area[0] <= SLACK or area[3] - area[1] <= SLACK


# ---------------------------------------------------------------- targets


def small_targets(top: Any) -> Iterator[str]:
    for widget, view in shown(top):
        if not isinstance(widget, ButtonBehavior | TextInput) or widget.disabled or empty(cut(box(widget), view)):
            continue
        least = 72 if isinstance(widget, Press) and (widget.kind == "main" or widget.large) else 48
        if least == 72 and widget.width < widget.height:
            least = 48  # an upright tick box that is chosen
        wide, high = widget.size
        if high < dp(least) - SLACK or wide < dp(48) - SLACK:
            yield f"target {name(widget)} is {wide:.0f} × {high:.0f}, not {least}"


# ---------------------------------------------------------------- words


class Piece(NamedTuple):
    """Words as they are drawn somewhere."""

    text: str
    size: float
    colour: tuple[float, ...]
    area: Box  # of the letters, in the window
    fits: bool
    view: Box


def words(top: Any) -> Iterator[Piece]:
    for widget, view in shown(top):
        if isinstance(widget, Words) and widget.text.strip():
            wide, high = widget.texture_size
            fits = wide <= widget.width + SLACK and high <= widget.height + SLACK
            yield Piece(widget.text, widget.font_size, widget.color, ink(widget), fits, view)
        for drawn in getattr(widget, "words", ()):
            left, low, right, high = drawn.box
            fits = right - left <= drawn.room[0] + SLACK and high - low <= drawn.room[1] + SLACK
            corners = [*widget.to_window(left, low), *widget.to_window(right, high)]
            area = (min(corners[::2]), min(corners[1::2]), max(corners[::2]), max(corners[1::2]))
            yield Piece(drawn.text, drawn.size, drawn.colour, area, fits, view)


def ink(widget: Any) -> Box:
    """Where the letters of a label are."""
    left, low, right, high = box(widget)
    wide, tall = widget.texture_size
    x = {"left": left, "right": right - wide}.get(widget.halign, (left + right - wide) / 2)
    y = (low + high - tall) / 2
    return x, y, x + wide, y + tall


def cut_words(h: Harness, top: Any) -> Iterator[str]:
    window = (0.0, 0.0, *map(float, h.window.size))
    for piece in words(top):
        if not piece.fits:
            yield f"“{piece.text[:50]}” does not fit into its box"
        if piece.size < dp(READABLE) - 0.01:
            yield f"“{piece.text[:50]}” is only {piece.size:.1f} high"
        area, view = piece.area, piece.view
        if not empty(cut(area, view)) and (area[0] < view[0] - SLACK or area[2] > view[2] + SLACK):
            yield f"“{piece.text[:50]}” is cut off at the side"
        whole = (window[0] - SLACK, window[1] - SLACK, window[2] + SLACK, window[3] + SLACK)
        if view[0] < -1e8 and cut(area, whole) != area:
            yield f"“{piece.text[:50]}” leaves the window: {tuple(map(round, area))}"


def overlaps(top: Any) -> Iterator[str]:
    found = [(piece, cut(piece.area, piece.view)) for piece in words(top)]
    found = [(piece, area) for piece, area in found if not empty(area)]
    for at, (one, first) in enumerate(found):
        for other, second in found[at + 1 :]:
            shared = cut(first, second)
            if shared[2] - shared[0] > 3 and shared[3] - shared[1] > 0.2 * min(one.size, other.size):
                yield f"“{one.text[:40]}” and “{other.text[:40]}” lie on top of each other"
    buttons = [(w, cut(box(w), view)) for w, view in shown(top) if isinstance(w, Press | Seat)]
    buttons = [(widget, area) for widget, area in buttons if not empty(area)]
    for at, (one, first) in enumerate(buttons):
        for other, second in buttons[at + 1 :]:
            shared = cut(first, second)
            if shared[2] - shared[0] > 3 and shared[3] - shared[1] > 3:
                yield f"buttons {name(one)} and {name(other)} lie on top of each other"


# ---------------------------------------------------------------- contrast


def pixels(h: Harness) -> Any:
    width, height = map(int, h.window.size)
    raw = glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE)
    return np.frombuffer(raw, np.uint8).reshape(height, width, 4)[:, :, :3]


def faint(h: Harness, least: float = 4.5) -> list[str]:
    """Words whose letters, as drawn, stand out too little from what is drawn around them."""
    if h.app._toast is not None:
        h.app._toast.close()  # it lies over what is measured, for a moment
    h.draw()
    image, top = pixels(h), topmost(h)
    found = []
    whole = (0, 0, image.shape[1], image.shape[0])
    for piece in words(top):
        left, low, right, high = (round(v) for v in cut(piece.area, cut(piece.view, whole)))
        if high <= low or right <= left:
            continue  # out of sight
        patch = image[low:high, left:right].reshape(-1, 3)
        if len(patch) < 0.7 * (piece.area[2] - piece.area[0]) * (piece.area[3] - piece.area[1]):
            continue  # scrolled half out of sight
        colours, counts = np.unique(patch.astype(np.int64) @ (65536, 256, 1), return_counts=True)
        most = int(colours[counts.argmax()])
        ground = np.array([most >> 16, most >> 8 & 255, most & 255])
        letters = [round(255 * part) for part in piece.colour[:3]]
        if (ratio := contrast(letters, ground)) < least:
            found.append(f"“{piece.text[:50]}”: {ratio:.2f} : 1, {letters} on {ground.tolist()}")
    return found


def contrast(one: Any, other: Any) -> float:
    """As WCAG 2 defines it."""
    first, second = sorted((luminance(one), luminance(other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


def luminance(colour: Any) -> float:
    parts = [float(part) / 255 for part in colour]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def name(widget: Any) -> str:
    text = getattr(widget, "text", "") or getattr(widget, "icon", "")
    return f"“{text[:40]}” ({type(widget).__name__})"
