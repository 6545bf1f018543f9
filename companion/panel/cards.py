"""Cards and markers: the sheets to print, and the owner's own cards, learnt picture by picture."""

from pathlib import Path

from companion import places
from companion.disk import reason
from companion.learnt import not_opened, open_album
from companion.sentence import Sentence
from rules.games import GAMES
from vision.enrolment.album import Album
from vision.enrolment.guide import Taken
from vision.enrolment.matching import Matcher
from vision.images import Image
from vision.printing.sheet import sheet
from vision.stickers import Kind, stickers_of

KINDS: tuple[tuple[tuple[Kind, ...], str], ...] = ((("qr",), "QR"), (("aruco",), "ArUco"), (("qr", "aruco"), "Both"))


class CardDesk:
    """One game's cards as this device knows them."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.folder = places.enrolled(game)
        self.album = Album(game)
        self.trouble = ""  # what to say of the cards that were learnt before
        self._closed = ""  # why no card can be learnt
        try:
            self.album, self.trouble = open_album(self.folder, game)
        except OSError as error:
            self.trouble = self._closed = not_opened(error)

    @property
    def cards(self) -> list[str]:
        """Every kind of card in the box."""
        return list(dict.fromkeys(sticker.card for sticker in stickers_of(self.game)))

    @property
    def known(self) -> set[str]:
        return {card for card, _ in self.album.faces}

    @property
    def next_card(self) -> str:
        """The first one that has no picture yet; empty when all have."""
        return next((card for card in self.cards if card not in self.known), "")

    def print_sheet(self, kinds: tuple[Kind, ...]) -> Path:
        """Writes the stickers as a PDF; raises OSError."""
        path = places.exports() / f"{self.game} {'+'.join(kinds)}.pdf"
        path.write_bytes(sheet(self.game, kinds))
        return path

    def enrol(self, card: str, taken: Taken | None) -> str:
        """Learns a face; returns what to do better, if it cannot."""
        if self._closed:
            return self._closed
        if taken is None:
            return Sentence("The camera has no picture yet.")
        if taken.face is None:
            return taken.fault or Sentence("This picture will not do.")
        if twin := self._twin(card, taken.face):
            known = twin.replace("-", " ")
            return Sentence("This looks like {card}, which is known already. Is it the right card?", card=known)
        before = list(self.album.faces)
        self.album.add(card, taken.face)
        try:
            self.album.save(self.folder)
        except OSError as error:
            self.album.faces = before
            return Sentence("The picture could not be kept: {why}.", why=reason(error))
        return ""

    def _twin(self, card: str, face: Image) -> str:
        """Another card that looks nearly the same."""
        others = [(other, known) for other, known in self.album.faces if other != card]
        if not others:
            return ""
        matcher = Matcher([*others, (card, face)])
        last = len(others)
        return next((matcher.ids[number] for number in range(last) if matcher.twins(last, number)), "")


def games() -> list[tuple[str, str]]:
    return [(game.id, game.name) for game in GAMES.values()]
