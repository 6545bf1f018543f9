"""SETUP: what to do before the first round, and the figures that only the table's own box can tell."""

from rules.board import Fact, Task
from rules.game import Setup
from rules.games.escape_plan.box import MOST_COPIES, PRINTED, make_box
from rules.games.escape_plan.pieces import BUSINESSES, CARDS, CONTACTS, DATA, IDS, NAMES

HEADING, TWO = "SETUP", "2 PLAYER SETUP"


def lay_out(setup: Setup) -> tuple[Task, ...]:
    box = make_box(setup)
    players, tables = len(box.seats), box.tables
    tasks = [
        Task(f"Lay out the Game Board with the side for {players} face up.", HEADING),
        Task("Put the two Start City tiles at random face up on the S spaces.", HEADING),
        Task(
            "Shuffle the City tiles of each letter into a face-down stack, and turn each top tile up.",
            HEADING,
        ),
        Task("Put all Police into the bag; draw two for each stack and two for Store D.", HEADING),
        Task("Where a tile has two Police of one colour, return one of them to the bag.", "MOVING POLICE OFFICERS"),
        Task("Put the Gas cans and the Gang members on their spaces, and the Time marker on the start.", HEADING),
        Task("Shuffle the Patrol cards and discard the top one unseen.", HEADING, _cards("patrol"), "patrol"),
        Task("Put the Business and Safe House tiles face up on their spaces.", HEADING),
        Task("Put the Keys at random face up beside the Safe Houses.", HEADING),
        Task("Stack the Fixer tiles face up.", HEADING),
        Task("Sort the Locker tiles by colour, shuffle each and stack them face down.", HEADING),
        Task("Sort the Equipment tiles by type and stack them face down.", HEADING),
        Task("Sort the Exit tiles by colour, shuffle each and stack them face down beside the board.", HEADING),
        Task(
            f"Shuffle the Contact cards and lay out {tables['display']} face up.",
            HEADING,
            _cards("contact"),
            "contacts",
        ),
        Task(
            "Everybody takes a Player Board, a Screen and the pieces of one colour; pawns to the Hospital.",
            HEADING,
        ),
        Task(
            f"Everybody puts ${tables['money']} and one secret Escape Plan card behind the Screen.",
            HEADING,
            _cards("escape-plan"),
        ),
        Task("Nine Income cubes on the track, four Notoriety cubes at the start, three Wound cubes on green.", HEADING),
        Task("Three Police Assets on the top spaces, the Extra Action Asset on $5, the other three below.", HEADING),
        Task(f"{setup.first or box.seats[0]} is first; the Turn markers follow clockwise.", HEADING),
    ]
    if box.sandra >= 0:
        tasks += [
            Task("Sandra's pawn goes to the Hospital, her Notoriety marker to the start of the track.", TWO),
            Task("Sandra's Turn marker goes to space 3.", TWO),
            Task("Shuffle the Sandra cards into a face-down pile.", TWO, _cards("inspector")),
            Task("Four Notoriety cubes and nine Income cubes lie beside her cards.", TWO),
        ]
    if any(-1 in entries for entries in box.printed.values()):
        tasks.append(
            Task(
                "Some figures are printed on your box only. Enter them once: without them that much is not counted.",
                HEADING,
            )
        )
    return tuple(tasks)


def _cards(name: str) -> tuple[tuple[str, int], ...]:
    return ((name, CARDS[name]["count"]),)


def facts(setup: Setup) -> tuple[Fact, ...]:
    """Every figure that the aid leaves to the box. -1 stands for: not entered yet."""
    box = make_box(setup)
    found = []
    for name, entry in PRINTED.items():
        for place, value in enumerate(box.printed[name]):
            known = entry["is"][place] if place < len(entry["is"]) else -1
            origin = "assumed" if value == -1 or value != known else _ORIGINS.get((name, place), "assumed")
            says = f"{entry['name']} {_label(name, place)} (from your box)"
            found.append(Fact((name, str(place)), says, value, origin, entry["heading"], -1, entry["high"], blank=-1))
    for number, place in enumerate(BUSINESSES):
        says = f"{NAMES[place]}: group of Businesses (from your box)"
        found.append(Fact((IDS[place],), says, box.groups[number], "assumed", "BUSINESSES", 1, 2))
    for name, copies in zip(CONTACTS, box.copies, strict=True):
        says = f"{CONTACTS[name]['name']}: Contact cards at most (from your box)"
        found.append(Fact((name,), says, copies, "assumed", "CONTACT CARDS", 0, MOST_COPIES))
    fixers = DATA["tables"]["fixers"]
    found.append(Fact(("fixers",), "Fixer tiles", box.tables["fixers"], fixers["origin"], fixers["heading"], 0, 20))
    return tuple(found)


_ORIGINS = {("contacts", 0): "rulebook", ("escape", 0): "found", ("assets", 0): "rulebook"}


def _label(name: str, place: int) -> str:
    if name == "thresholds":
        return str(place + 1)
    if name == "lockers":
        return ("green", "black", "brown")[place]
    if name == "spaces":
        return ("for Contact cards", "for tiles")[place]
    if name == "track":
        return ""
    return str(place)
