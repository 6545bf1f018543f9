"""`companion markers`: the printable sheets of stickers, tags and the mat."""

import argparse
import json
from pathlib import Path
from typing import Any

from companion.cli.mistake import Mistake
from companion.cli.output import print_json
from vision.printing.sheet import PAPERS, sheet
from vision.printing.sticker_files import pictures
from vision.stickers import Kind, games

KINDS: dict[str, Kind] = {"qr": "qr", "aruco": "aruco"}


def register(commands: Any) -> None:
    """Adds the command."""
    command = commands.add_parser(
        "markers", help="the printable sheets: card stickers, player and zone tags, the play mat, a test card"
    )
    command.add_argument("game", choices=games(), metavar="GAME", help=", ".join(games()))
    command.add_argument("--out", required=True, type=Path, metavar="FILE.pdf")
    command.add_argument("--kind", default="qr,aruco", help="qr, aruco or both (qr,aruco)")
    command.add_argument("--paper", choices=list(PAPERS), default="a4")
    command.add_argument("--sleeves", action="store_true", help="stickers as slips that stand in card sleeves, no glue")
    command.add_argument("--spares", action="store_true", help="every sticker twice")
    command.add_argument(
        "--each", type=Path, metavar="DIR", help="also every sticker as a 600 dpi PNG, with index.json"
    )
    command.add_argument("--json", action="store_true", help="print what was written, as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Writes the files, once it is clear that all of them can be."""
    names = [name.strip() for name in arguments.kind.split(",") if name.strip()]
    if not names or any(name not in KINDS for name in names):
        raise Mistake(f"--kind takes qr, aruco or both, not {arguments.kind!r}.")
    kinds = tuple(KINDS[name] for name in dict.fromkeys(names))
    made = sheet(arguments.game, kinds, arguments.paper, arguments.sleeves, arguments.spares)
    each = pictures(arguments.game, kinds) if arguments.each else []
    index = [entry for entry, _ in each]
    try:
        _try_out(arguments.out)
        if arguments.each:
            arguments.each.mkdir(parents=True, exist_ok=True)
            _try_out(arguments.each / "index.json")
            for entry, png in each:
                (arguments.each / entry["file"]).write_bytes(png)
            (arguments.each / "index.json").write_text(json.dumps(index, indent=1) + "\n", "utf-8")
        arguments.out.write_bytes(made)
    except OSError as trouble:
        raise Mistake(f"{trouble.filename or arguments.out} cannot be written: {trouble.strerror}.") from trouble
    if arguments.json:
        print_json({"out": str(arguments.out), "each": index if arguments.each else None})


def _try_out(path: Path) -> None:
    """Raises OSError where this file could not be written; nothing is changed by it."""
    is_new = not path.exists()
    with path.open("ab"):
        pass
    if is_new:
        path.unlink()
