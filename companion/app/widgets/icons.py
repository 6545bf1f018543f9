"""Icons, drawn by us as strokes on a 24 × 24 grid, y upwards. An unknown name is a small ring: nothing goes missing.

A drawing is a list of strokes: `x y x y …` is a line, `o x y r` a circle, `a x y r from to` an arc (degrees clockwise
from the top), a leading `.` closes and fills it.
"""

from kivy.graphics import Mesh, SmoothEllipse, SmoothLine

ICONS: dict[str, tuple[str, ...]] = {
    "home": ("3 12 12 20 21 12", "6 10 6 4 18 4 18 10"),
    "back": ("14 5 7 12 14 19",),
    "next": ("10 5 17 12 10 19",),
    "plus": ("12 5 12 19", "5 12 19 12"),
    "minus": ("5 12 19 12",),
    "check": ("5 12 10 7 19 17",),
    "close": ("6 6 18 18", "6 18 18 6"),
    "plane": (".3 11 10 13 13 20 15 20 14 13 20 13 22 15 23 15 22 11 23 7 22 7 20 9 14 9 15 2 13 2 10 9",),
    "parachute": ("a 12 12 9 -90 90", "3 12 12 4 21 12", "3 12 21 12", "9 12 12 4 15 12"),
    "cards": (".9 4 19 4 19 18 9 18", "6 6 4 7 8 20 15 19"),
    "hand": (".8 3 17 3 17 15 8 15", "8 18 5 17 3 6", "12 18 20 18 20 7"),
    "dial": ("a 12 10 9 -120 120", "12 10 17 16", "o 12 10 1.2"),
    "clock": ("o 12 12 9", "12 17 12 12 16 10"),
    "history": ("a 12 12 9 -60 240", "12 17 12 12 16 10", "3 19 4 15 8 16"),
    "settings": ("4 7 20 7", "4 12 20 12", "4 17 20 17", ".o 9 7 2.2", ".o 15 12 2.2", ".o 8 17 2.2"),
    "judge": (
        "12 20 12 4",
        "7 4 17 4",
        "4 17 20 17",
        "a 5 11 3 90 270",
        "a 19 11 3 90 270",
        "5 17 2 11",
        "5 17 8 11",
        "19 17 16 11",
        "19 17 22 11",
    ),
    "flip": ("7 20 7 6", "3 10 7 6 11 10", "17 4 17 18", "13 14 17 18 21 14"),
    "undo": ("9 18 4 13 9 8", "4 13 14 13 18 12 20 9 19 6 16 5"),
    "redo": ("15 18 20 13 15 8", "20 13 10 13 6 12 4 9 5 6 8 5"),
    "camera": ("3 6 21 6 21 17 16 17 14 19 10 19 8 17 3 17 3 6", "o 12 11.5 3.5"),
    "camera-off": ("3 6 21 6 21 17 16 17 14 19 10 19 8 17 3 17 3 6", "4 20 20 4"),
    "play": (".8 5 19 12 8 19",),
    "sum": ("17 19 6 19 12 12 6 5 17 5",),
    "players": ("o 9 15 3.5", "a 9 5 6 -90 90", "o 17 14 2.5", "a 17 5 5 0 90"),
    "sun": (
        "o 12 12 4",
        "12 19 12 21",
        "12 3 12 5",
        "3 12 5 12",
        "19 12 21 12",
        "6 6 7 7",
        "17 17 18 18",
        "6 18 7 17",
        "17 7 18 6",
    ),
    "moon": ("a 12 12 8 60 330", "a 17 16 7 170 290"),
    "sound": (".4 9 8 9 12 5 12 19 8 15 4 15", "a 12 12 5 50 130", "a 12 12 9 55 125"),
    "sound-off": (".4 9 8 9 12 5 12 19 8 15 4 15", "16 9 21 14", "16 14 21 9"),
    "export": ("12 8 12 20", "7 15 12 20 17 15", "5 10 5 4 19 4 19 10"),
    "import": ("12 20 12 8", "7 13 12 8 17 13", "5 10 5 4 19 4 19 10"),
    "picture": ("4 5 20 5 20 19 4 19 4 5", "4 8 9 13 13 9 16 12 20 8", "o 15.5 15.5 1.5"),
    "dice": ("5 5 19 5 19 19 5 19 5 5", ".o 9 9 1.4", ".o 15 15 1.4", ".o 12 12 1.4", ".o 9 15 1.4", ".o 15 9 1.4"),
    "eye": ("a 12 6 10 -55 55", "a 12 18 10 125 235", "o 12 12 3"),
    "bolt": (".13 22 5 11 11 11 10 2 19 14 12 14",),
    "skull": ("a 12 13 8 -130 130", "6 8 8 8 8 4 16 4 16 8 18 8", ".o 9 13 1.7", ".o 15 13 1.7"),
    "wound": ("12 21 7 13", "12 21 17 13", "a 12 10 5.8 60 300"),
    "poison": ("10 21 14 21", "11 21 11 15 6 6 7 4 17 4 18 6 13 15 13 21", "8.5 9 15.5 9"),
    "link": ("o 8 12 5", "o 16 12 5"),
    "money": ("o 12 12 9", "15 16 12 17.5 9.5 16 10.5 12.5 10.5 8 9 7 16 7", "8.5 12 13 12"),
    "points": (".12 21 14.6 14.5 21.5 14 16.2 9.7 18 3 12 6.6 6 3 7.8 9.7 2.5 14 9.4 14.5",),
    "pick": ("5 4 16 15", "a 8 8 13 10 80"),
    "flag": ("6 3 6 21", ".6 20 19 16.5 6 13"),
    "lock": ("5 4 19 4 19 12 5 12 5 4", "a 12 14 5 -90 90", "7 14 7 12", "17 14 17 12"),
    "key": ("o 8 15 4", "11 12 19 4", "16 7 19 10"),
    "bag": ("4 5 20 5 20 15 4 15 4 5", "9 15 9 19 15 19 15 15"),
    "jump": ("a 12 13 8 -90 90", "4 13 12 5 20 13", "12 5 12 2", "4 13 20 13"),
    "wait": ("7 20 17 20", "7 4 17 4", "8 20 8 16 12 12 16 16 16 20", "8 4 8 8 12 12 16 8 16 4"),
    "warning": ("12 21 2.5 4 21.5 4 12 21", "12 15 12 10", ".o 12 7.2 1"),
    "info": ("o 12 12 9", "12 7 12 13", ".o 12 16.4 1"),
    "list": ("9 6 20 6", "9 12 20 12", "9 18 20 18", ".o 5 6 1.3", ".o 5 12 1.3", ".o 5 18 1.3"),
    "trophy": (
        "7 20 17 20 17 13 14 10 10 10 7 13 7 20",
        "7 18 3 18 3 15 7 13",
        "17 18 21 18 21 15 17 13",
        "12 10 12 5",
        "8 4 16 4",
    ),
    "pause": (".7 4 10 4 10 20 7 20", ".14 4 17 4 17 20 14 20"),
    "print": ("7 14 7 21 17 21 17 14", "4 14 20 14 20 7 17 7", "4 14 4 7 7 7", "7 10 17 10 17 3 7 3 7 10"),
    "trash": ("5 18 19 18", "9 18 9 21 15 21 15 18", "7 18 8 3 16 3 17 18"),
    "drag": (".o 8 6 1.6", ".o 8 12 1.6", ".o 8 18 1.6", ".o 16 6 1.6", ".o 16 12 1.6", ".o 16 18 1.6"),
    "target": ("o 12 12 8", ".o 12 12 2.5", "12 22 12 17", "12 7 12 2", "2 12 7 12", "17 12 22 12"),
    "question": ("a 12 16 4.5 -80 150", "14 12 12 10 12 8.5", ".o 12 4.5 1.2"),
    "place": ("12 3 6 12", "12 3 18 12", "a 12 14.5 6.6 -115 115", ".o 12 14.5 2.2"),
    "contact": ("o 12 15 4.2", "a 12 3 8 -85 85", "4 3 20 3"),
    "asset": ("4 8 12 4 20 8 20 16 12 20 4 16 4 8", "4 16 12 12 20 16", "12 12 12 4"),
    "notoriety": ("o 12 12 9", "o 12 12 4.5", ".o 12 12 1.4"),
    "pawn": (".o 12 18 3.4", ".8.5 13 15.5 13 18 4 6 4"),
    "gang": ("o 7 15 3", "o 17 15 3", "o 12 17 3", "a 7 5 5 -90 40", "a 17 5 5 -40 90", "a 12 6 6 -60 60"),
    "trap": ("3 6 6 14 9 6 12 14 15 6 18 14 21 6", "3 18 21 18"),
    # the players' shapes
    "circle": (".o 12 12 9",),
    "triangle": (".12 22 2.5 4 21.5 4",),
    "square": (".4 4 20 4 20 20 4 20",),
    "diamond": (".12 22 22 12 12 2 2 12",),
    "pentagon": (".12 22 22 14.5 18 3 6 3 2 14.5",),
    "star": (".12 22.5 14.8 15 22.5 15 16.4 10 18.6 2.2 12 6.8 5.4 2.2 7.6 10 1.5 15 9.2 15",),
    "cross": (".8 3 16 3 16 8 21 8 21 16 16 16 16 21 8 21 8 16 3 16 3 8 8 8",),
    "hexagon": (".12 22 21 17 21 7 12 2 3 7 3 17",),
}
SAME_AS = {
    "dead": "skull", "cuffs": "link", "handcuffs": "link", "bullet": "wound", "wounds": "wound", "bullets": "wound",
    "blunders": "warning", "briefcase": "bag", "duel": "bolt", "team": "players", "vote": "flag", "cash": "money",
    "limit": "hand", "turn": "next", "antidote": "plus", "winner": "trophy", "cards": "hand", "landing": "plane",
    "hit-the-silk": "parachute", "dig-your-way-out": "pick", "escape-master": "cards", "escape-plan": "bag",
    "escape-now": "clock", "cuff": "link", "case": "bag", "open": "eye", "silk": "parachute",
    "revealed": "eye", "experience": "points", "leader": "flag", "dealer": "cards", "escaped": "check",
    "background": "list", "beast": "skull", "third": "flag", "spy": "eye", "passed": "check", "arrested": "lock",
    "tunnel": "points", "story": "list", "trap": "lock",
}  # fmt: skip


def drawing(name: str) -> tuple[str, ...]:
    return ICONS.get(name) or ICONS.get(SAME_AS.get(name, "")) or ("o 12 12 5",)


def strokes(name: str, x: float, y: float, side: float, weight: float = 1.9) -> None:
    """Draws onto the canvas that is open, in the colour that is set."""
    unit = side / 24
    width = max(1.05, weight * unit / 2)
    for stroke in drawing(name):
        filled = stroke.startswith(".")
        parts = stroke.removeprefix(".").split()
        if parts[0] == "o":
            cx, cy, r = (float(part) * unit for part in parts[1:])
            if filled:
                SmoothEllipse(pos=(x + cx - r, y + cy - r), size=(2 * r, 2 * r))
            else:
                SmoothLine(circle=(x + cx, y + cy, r), width=width)
        elif parts[0] == "a":
            cx, cy, r = (float(part) * unit for part in parts[1:4])
            SmoothLine(circle=(x + cx, y + cy, r, float(parts[4]), float(parts[5])), width=width, cap="round")
        else:
            points = [float(part) * unit + (y if at % 2 else x) for at, part in enumerate(parts)]
            if filled:
                fan(points)
                SmoothLine(points=points, width=width, joint="round", cap="round", close=True)
            else:
                SmoothLine(points=points, width=width, joint="round", cap="round")


def fan(points: list[float]) -> None:
    """A filled shape that its middle can see all of."""
    number = len(points) // 2
    middle = (sum(points[::2]) / number, sum(points[1::2]) / number)
    vertices: list[float] = [*middle, 0, 0]
    for at in range(0, len(points), 2):
        vertices += [points[at], points[at + 1], 0, 0]
    indices = [index for at in range(number) for index in (0, at + 1, (at + 1) % number + 1)]
    Mesh(vertices=vertices, indices=indices, mode="triangles")
