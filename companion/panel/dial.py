"""The big dial of a game: its face with the marks, where the needle stands, and what it comes to next."""

from dataclasses import dataclass

from companion.sentence import Sentence
from devices.face import Face, load
from rules.board import Board, Dial, Figure


@dataclass(frozen=True, slots=True)
class DialMark:
    at: int
    label: str
    kind: int  # marks that mean the same have the same number
    passed: bool


@dataclass(frozen=True, slots=True)
class DialView:
    title: str
    unit: str
    low: int
    high: int
    value: int
    text: str  # the value as people say it
    marks: tuple[DialMark, ...]
    next: DialMark | None  # what the needle comes to
    next_text: str
    alarms: tuple[str, ...]
    steps: tuple[tuple[int, str], ...]  # where figures stand on the face


def dial_view(game: str, dial: Dial, start: int) -> DialView:
    """`start` is where the needle stood at the set-up: from the upper half it falls, from the lower half it climbs."""
    face = load(game)
    falls = start > (face.low + face.high) / 2
    kinds: dict[str, int] = {}
    marks = tuple(
        DialMark(
            mark.at,
            mark.label,
            kinds.setdefault(mark.label, len(kinds)),
            mark.at >= dial.value if falls else mark.at <= dial.value,
        )
        for mark in face.marks
        if (mark.at < start if falls else mark.at > start) and (dial.marks is None or mark.at in dial.marks)
    )
    ahead = [mark for mark in marks if not mark.passed]
    coming = (max if falls else min)(ahead, key=lambda mark: mark.at, default=None)
    return DialView(
        face.title,
        face.unit,
        face.low,
        face.high,
        dial.value,
        figure(face, dial.value),
        marks,
        coming,
        f"{coming.label} · {figure(face, coming.at)}" if coming else "",
        dial.alarms,
        tuple((at, _short(face, at)) for at in _steps(face)),
    )


def figure(face: Face, value: int) -> str:
    """A value of the face as it is said: 16,000 or 2.3."""
    if face.count == 1 and face.decimals:
        return f"{value / 10**face.decimals:.{face.decimals}f}"
    return f"{value:,}"


def _short(face: Face, value: int) -> str:
    """As it fits on the face: thousands without their noughts."""
    return f"{value // 1000}" if face.high >= 10_000 else figure(face, value)


def _steps(face: Face) -> list[int]:
    """Round figures, five to eight of them."""
    span = face.high - face.low
    for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000):
        if span / step <= 8:
            first = -(-face.low // step) * step
            return list(range(first, face.high + 1, step))
    return [face.low, face.high]


def plain_view(board: Board) -> DialView:
    """The same for a table without a needle: its first figure, as full as it is."""
    figure = next((figure for figure in board.figures if figure.part is not None), None)
    figure = figure or next(iter(board.figures), Figure("", ""))
    full = round(100 * (figure.part or 0.0))
    return DialView(figure.name, "", 0, 100, full, figure.text, (), None, "", (), ())


def players_view(number: int, most: int) -> DialView:
    """How many sit at a table that is being set up."""
    steps = tuple((at, str(at)) for at in range(most + 1))
    return DialView(Sentence("Players"), "", 0, most, number, str(number), (), None, "", (), steps)
