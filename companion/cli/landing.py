"""`companion landing`: Land the Plane of Hit the Silk!, its exact chances and the best move."""

import argparse

from companion.cli.mistake import Mistake
from companion.cli.output import add_json_flag, print_json, wants_json
from rules.games.hit_the_silk.landing import FACES, LANDING, Board, Space, ends, read_board
from rules.games.hit_the_silk.landing_odds import Odds, Option


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    landing = commands.add_parser("landing", help="Land the Plane: exact chances and the best move")
    parts = landing.add_subparsers(title="commands", metavar="COMMAND", required=True)

    odds = parts.add_parser("odds", help="the chance to land from every space, with best play")
    odds.set_defaults(run=_odds)

    advise = parts.add_parser("advise", help="the best move for a roll")
    advise.add_argument("--at", required=True, metavar="ROW,COL", help="where the plane is, from the top left: 1,1")
    advise.add_argument("--roll", required=True, metavar="A,B", help=f"two dice, each one of {' '.join(FACES)}")
    advise.set_defaults(run=_advise)

    for part in (odds, advise):
        part.add_argument("--licence", action="store_true", help="the crew holds the Pilot's Licence")
        part.add_argument(
            "--lake", choices=("crash", "fly"), default="crash", help="a stop over the lake (default: crash)"
        )
        add_json_flag(part)


def _odds(arguments: argparse.Namespace) -> None:
    odds = Odds(read_board(LANDING, arguments.lake), arguments.licence)
    if wants_json(arguments):
        spaces = {f"{row},{column}": chance for (row, column), chance in odds.spaces.items()}
        print_json({"start": odds.start, "spaces": spaces})
    else:
        print(_table(odds))


def _advise(arguments: argparse.Namespace) -> None:
    board = read_board(LANDING, arguments.lake)
    space, roll = _space(arguments.at, board), _roll(arguments.roll)
    options = Odds(board, arguments.licence).advise(space, roll)
    if wants_json(arguments):
        print_json({**_move(options[0]), "moves": [{**_move(option), "ends": option.ends} for option in options]})
    else:
        print(f"At row {space[0]}, column {space[1]}, rolled {roll[0]} and {roll[1]}. Best first:")
        print("\n".join(map(_line, options)))


def _space(text: str, board: Board) -> Space:
    """A space where the plane still flies."""
    try:
        row, column = map(int, text.split(","))
    except ValueError:
        raise Mistake(f"--at takes a row and a column, such as 3,5, not {text!r}.") from None
    if (row, column) not in board:
        raise Mistake(f"Row {row}, column {column} is not a space of the landing board.")
    match ends(board, (row, column)):
        case "strip":
            raise Mistake(f"Row {row}, column {column} is on the Landing Strip: there one die is rolled to brake.")
        case "crashed":
            raise Mistake(f"Row {row}, column {column} is over the lake, where the plane has crashed (see --lake fly).")
    return row, column


def _roll(text: str) -> tuple[str, str]:
    faces = [face.strip() for face in text.split(",")]
    for face in faces:
        if face not in FACES:
            raise Mistake(f"{face!r} is not a face of the landing dice, which show {', '.join(FACES)}.")
    if len(faces) != 2:
        raise Mistake(f"--roll takes two dice, such as 3,1-across, not {len(faces)}.")
    return faces[0], faces[1]


def _move(option: Option) -> dict[str, object]:
    return {"across": option.across, "down": option.down, "to": option.to, "chance": option.chance}


def _line(option: Option) -> str:
    """One move in words."""
    where = f"row {option.to[0]}, column {option.to[1]}" if option.to else "off the board"
    what = {"flying": "", "strip": " (Landing Strip)", "crashed": " (crash)"}[option.ends]
    return f"  {option.chance:6.1%}  {option.across} across, {option.down} down: {where}{what}"


def _table(odds: Odds) -> str:
    """The board as it lies on the table, a chance in percent on each space."""
    board = odds.board
    columns = range(1, max(last for _, last in board.rows) + 1)
    lines = [
        f"Chance to land with best play, {'with' if odds.licence else 'without'} the Pilot's Licence: {odds.start:.1%}",
        "",
        ("    " + "".join(f"{column:6} " for column in columns)).rstrip(),
    ]
    for row in range(1, len(board.rows) + 1):
        cells = (_cell(odds, (row, column)) if (row, column) in board else " " * 7 for column in columns)
        lines.append((f"{row:3} " + "".join(cells)).rstrip())
    return "\n".join([*lines, "", "In percent. = Landing Strip, before the brake roll   ~ over the lake"])


def _cell(odds: Odds, space: Space) -> str:
    mark = "=" if space in odds.board.strip else "~" if space in odds.board.lake_spaces else " "
    return f"{100 * odds.spaces[space]:6.1f}{mark}"
