"""`companion enrol`: learns a box's own cards from one photo a card."""

import argparse
import re
import sys
from contextlib import suppress
from pathlib import Path

from companion.cli.mistake import Mistake
from companion.cli.output import add_json_flag, print_json, wants_json
from companion.cli.streams import silent_libraries
from companion.disk import reason
from companion.learnt import open_album
from vision import images
from vision.enrolment.album import MOST_PICTURES, NAME, Album
from vision.enrolment.guide import Taken, take, usual_shape
from vision.enrolment.matching import Matcher
from vision.images import Image
from vision.stickers import games, stickers_of

# Behind the id of one of the game's cards for a further photo of it: `parachute_2.jpg`.
AGAIN = re.compile(r"_[0-9]{1,2}")


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    command = commands.add_parser("enrol", help="learn a box's own cards from one photo a card")
    command.add_argument("photos", type=Path, metavar="DIR", help="a folder of photos; a file's name is its card's id")
    command.add_argument("--game", required=True, choices=games())
    command.add_argument("--out", required=True, type=Path, metavar="DIR", help="where the learnt cards go")
    add_json_flag(command)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Enrol every usable photo; say of each other one what to do better. Cards that were learnt there before stay."""
    album = Album(arguments.game)
    ours = {sticker.card for sticker in stickers_of(arguments.game)}
    refused: list[dict[str, str]] = []
    photos: list[tuple[Path, str, Taken]] = []
    for path in _files(arguments.photos):
        if not NAME.fullmatch(path.stem):
            why = f"{path.name}: a card's name has letters, digits, spaces, dots, hyphens and underscores, at most 60."
            refused.append({"file": path.name, "why": why})
            continue
        try:
            photos.append((path, _card(path.stem, ours), take(_photo(path))))
        except images.Refused as fault:
            refused.append({"file": path.name, "why": str(fault)})
    usual = usual_shape([taken for _, _, taken in photos])
    for path, card, taken in photos:
        if usual is not None and (taken.face is None or taken.is_odd(usual)):
            with suppress(images.Refused):  # the file has gone since: the first look at it stays
                taken = take(_photo(path), usual)
        if taken.face is None:
            refused.append({"file": path.name, "why": f"{path.name}: {taken.fault}"})
        else:
            album.add(card, taken.face)
    refused.sort(key=lambda photo: photo["file"])
    if not album.faces:
        raise Mistake("None of the photos could be enrolled. " + refused[0]["why"])
    twins = _twins(album)
    try:
        with silent_libraries():
            before, said = open_album(arguments.out, arguments.game)
        if before.game != arguments.game:
            raise Mistake(f"{arguments.out} holds enrolled cards of {before.game}, not of {arguments.game}.")
        learnt = {card for card, _ in album.faces}
        pictures = {face.tobytes() for _, face in album.faces}  # one of them may have had another name
        kept = [(card, face) for card, face in before.faces if card not in learnt and face.tobytes() not in pictures]
        Album(arguments.game, [*kept, *album.faces]).save(arguments.out)
    except OSError as error:
        raise Mistake(f"{arguments.out} cannot be written: {reason(error)}.") from error
    if said:
        print(f"companion: {said}", file=sys.stderr)
    strange = sorted({card for card, _ in album.faces} - ours)
    _report(album, sorted({card for card, _ in kept}), refused, strange, twins, wants_json(arguments))
    return 0


def _card(name: str, ours: set[str]) -> str:
    """The id of the card in a photo of this name."""
    card, again, number = name.rpartition("_")
    return card if card in ours and AGAIN.fullmatch(again + number) else name


def _photo(path: Path) -> Image:
    with silent_libraries():
        return images.read(path)


def _files(folder: Path) -> list[Path]:
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError as error:
        raise Mistake(f"{folder} is no folder of photos: {error.strerror}.") from None
    if not files:
        raise Mistake(f"{folder} holds no photos.")
    if len(files) > MOST_PICTURES:
        raise Mistake(f"{folder} holds {len(files)} files, more than any box has cards.")
    return files


def _twins(album: Album) -> list[list[str]]:
    """Pairs of different cards whose pictures are nearly the same: one may be misnamed, or photographed twice."""
    matcher = Matcher(album.faces)
    ids = matcher.ids
    pairs = {
        (min(ids[i], ids[j]), max(ids[i], ids[j]))
        for i in range(len(ids))
        for j in range(i)
        if ids[i] != ids[j] and matcher.twins(i, j)
    }
    return [list(pair) for pair in sorted(pairs)]


def _report(
    album: Album,
    kept: list[str],
    refused: list[dict[str, str]],
    strange: list[str],
    twins: list[list[str]],
    as_json: bool,
) -> None:
    cards = sorted({card for card, _ in album.faces})
    if as_json:
        said = {"cards": cards, "kept": kept, "refused": refused, "strange": strange, "twins": twins}
        print_json({"game": album.game, **said})
        return
    before = f" {len(kept)} learnt before are kept." if kept else ""
    print(f"{len(cards)} cards enrolled for {album.game}.{before}")
    for item in refused:
        print(item["why"])
    for card in strange:
        print(f"{card} is no card of {album.game}: it is read, but the rules do not know it. Is the name right?")
    for a, b in twins:
        print(f"{a} and {b} look nearly the same: check that each photo has the right name.")
