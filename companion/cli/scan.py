"""`companion scan`: what the camera would read in these photos."""

import argparse
import json
from pathlib import Path
from typing import Any

import cv2

from companion.cli.mistake import Mistake
from companion.cli.output import add_json_flag, wants_json
from companion.cli.streams import silent_libraries
from vision import images
from vision.enrolment.album import BrokenAlbum, load_album
from vision.enrolment.matching import Matcher
from vision.picture import Reader
from vision.scan import Scan, example, guarded, scan, skill_readers, still_readers
from vision.stickers import games
from vision.tracking.unmarked import EnrolledReader


def register(commands: Any) -> None:
    """Adds the command."""
    command = commands.add_parser("scan", help="what the camera would read in these photos")
    command.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    command.add_argument("--game", required=True, choices=games())
    command.add_argument("--enrolled", type=Path, metavar="DIR", help="what `companion enrol` learnt of unmarked cards")
    add_json_flag(command)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Reads every image before the first is printed: a bad one changes nothing."""
    cv2.setNumThreads(1)  # to wake a second core takes longer than most of a reader's steps
    game, skills = arguments.game, skill_readers(arguments.game)
    matcher = _matcher(arguments.enrolled, game) if arguments.enrolled else None
    scan(example(game), _readers(game, skills, matcher))  # so that the first picture takes no longer than the others
    results = []
    for path in arguments.images:
        try:
            with silent_libraries():
                picture = images.read(path)
        except images.Refused as refusal:
            raise Mistake(str(refusal)) from refusal
        results.append((path, scan(picture, _readers(game, skills, matcher))))
    if wants_json(arguments):
        # Not print_json: a file name need not be Unicode, and figures may be numpy's own.
        print(json.dumps([result.json(str(path)) for path, result in results]))
    else:
        for path, result in results:
            print(_told(path, result))


def _readers(game: str, skills: list[Reader], matcher: Matcher | None) -> list[Reader]:
    """For one image. Photos are no film: what looks for the mat is new each time, it may lie elsewhere."""
    enrolled = [guarded(EnrolledReader(game, matcher))] if matcher else []
    return [*still_readers(game), *skills, *enrolled]


def _matcher(folder: Path, game: str) -> Matcher:
    try:
        with silent_libraries():
            album = load_album(folder)
    except BrokenAlbum as fault:
        raise Mistake(str(fault)) from fault
    if album.game != game:
        raise Mistake(f"{folder} holds enrolled cards of {album.game}, not of {game}.")
    if not album.faces:
        raise Mistake(f"{folder} holds no enrolled cards.")
    return Matcher(album.faces)


def _told(path: Path, result: Scan) -> str:
    lines = [f"{path}: {len(result.cards)} cards, {result.ms:.0f} ms"]
    for card in sorted(result.cards, key=lambda card: (card.zone or "", card.id, card.copy)):
        lines.append(f"  {card.id} {card.copy} ({card.by}) {f'in {card.zone}' if card.zone else 'between zones'}")
    lines += [f"  die {die.face}" for die in result.dice]
    lines += [f"  plane in row {result.plane.row}, column {result.plane.col}"] if result.plane else []
    lines += [f"  code {code.text!r}" for code in result.codes]
    return "\n".join(lines)
