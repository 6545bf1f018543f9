"""A box's own cards, opened to learn more of them: a damaged list is kept and said, never taken for an empty one."""

from pathlib import Path

from companion.disk import reason
from companion.sentence import Sentence
from vision.enrolment.album import Album, BrokenAlbum, NoAlbum, load_album, set_aside


def open_album(folder: Path, game: str) -> tuple[Album, str]:
    """The cards that are known, and what to say about them if some were lost. A damaged list is copied aside and
    written anew from the pictures that can still be read; raises OSError where that cannot be done."""
    try:
        return load_album(folder), ""
    except NoAlbum:
        return Album(game), ""
    except BrokenAlbum as broken:
        aside = set_aside(folder)
        album = Album(game, broken.faces)
        album.save(folder)
        known = len({card for card, _ in album.faces})
        return album, Sentence(
            "The list of learnt cards was damaged and is kept as {file}. Cards that are still known: {known}.",
            file=aside.name,
            known=known,
        )


def not_opened(error: OSError) -> Sentence:
    """Why nothing can be learnt: whatever is there must not be written over."""
    return Sentence("The learnt cards cannot be opened: {why}.", why=reason(error))
