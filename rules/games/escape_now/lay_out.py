"""SET UP and START OF THE GAME: what to do before the first turn, and the figures to compare with one's own box."""

from rules import bag
from rules.board import Fact, Task
from rules.game import Setup
from rules.games.escape_now.best import best_minutes
from rules.games.escape_now.box import make_box
from rules.games.escape_now.cards import ACTION_IDS, DATA, IDS, LUCKY_SHOT, NAMES
from rules.games.escape_now.layout import LAYOUTS, PLACES
from rules.sentences import listed


def lay_out(setup: Setup) -> tuple[Task, ...]:
    box = make_box(setup)
    players, layout = len(box.seats), box.layout
    up = layout.face_up(0)
    rows = " – ".join(" ".join(PLACES[place] for place in row) for row in layout.rows)
    face_up = listed([PLACES[place] for place in layout.places if up >> place & 1])
    arrows = "; ".join(
        f"{PLACES[place]} after {listed(layout.before(place))}" for place in layout.places if layout.before(place)
    )
    tasks = [
        Task("Shuffle the puzzle cards face down and put two aside, unseen.", "SET UP"),
        Task(f"Lay the others out in rows from the top: {rows} (two cards).", "SET UP", (), "puzzles"),
        Task(f"Turn {face_up} face up.", "SET UP", (), "puzzles"),
        Task(f"Arrows: {arrows}.", "SET UP"),
    ]
    shots = DATA["cards"]["lucky-shot"]["count"] - bag.count(box.deck, LUCKY_SHOT)
    if shots > 0:
        says = f"Return {shots} Lucky {'Shot' if shots == 1 else 'Shots'} to the box: {box.minutes} cards are left."
        tasks.append(Task(says, "TOO EASY FOR YOU? TRY THIS!", ((IDS[LUCKY_SHOT], shots),)))
    dealt = box.tables["dealt"]
    tasks.append(Task(f"Shuffle the action cards and deal {dealt} to each player.", "START OF THE GAME"))
    if players == 2:
        tasks.append(Task(f"Deal {dealt} to a third hand between you.", "RULES FOR 2 PLAYERS"))
    elif box.hands > players:
        tasks.append(Task(f"Deal {dealt} to each of your other hands.", "TOO EASY FOR YOU? TRY THIS!"))
    tasks += [
        Task("Put the rest face down in the middle: the draw pile.", "START OF THE GAME", (), "draw"),
        Task("Discards go face down into the game box.", "START OF THE GAME", (), "discard"),
        Task(
            "Everybody takes a pawn and keeps the cards secret. From now on a word costs a minute.",
            "PURPOSE OF THE GAME",
        ),
        Task(f"No team can have more than {best_minutes(box)} minutes left with this layout.", "PURPOSE OF THE GAME"),
    ]
    return tuple(tasks)


def facts(setup: Setup) -> tuple[Fact, ...]:
    """The layout, which the book's lost pictures leave open, and the number of every action card."""
    box = make_box(setup)
    value = setup.box.get("layout", box.mode)
    found = [Fact(("layout",), "Layout of the puzzle cards", value, "assumed", "SET UP", choices=tuple(LAYOUTS))]
    for kind, name in enumerate(ACTION_IDS):
        count = bag.count(box.deck, kind)
        origin = DATA["cards"][name]["origin"]
        found.append(Fact((name, "count"), f"{NAMES[kind]}: cards", count, origin, "COMPONENTS", 0, 20))
    return tuple(found)
