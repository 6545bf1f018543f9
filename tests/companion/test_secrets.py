"""Nothing secret leaves the session: no news, journal line, log line or gauge frame names a card of a hidden hand."""

import logging
from pathlib import Path

import msgspec
import pytest

from companion.demo.deed import Deed, Fan, Lay
from companion.demo.hit_the_silk import Evening as Player
from companion.demo.show import perform
from companion.evening import Evening
from companion.gauge_desk import GaugeDesk
from companion.gauge_link import GaugeLink
from companion.session import Asked, News, Session
from tests.companion.evenings import clock
from tests.companion.perfect_camera import PerfectCamera


class Walk:
    """Everything that was told before the reveal, and the cards that everybody had seen by then."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.player = Player(seed)
        self.path = folder / f"{seed}.jsonl"
        self.session = Session(Evening.begin(self.path, self.player.setup, clock()))
        self.open = {motion.card.card for motion in self.player.lying() if isinstance(motion, Lay)}
        self.told: list[str] = []
        self.revealed = False
        self.session.listen(self.hear)

    def hear(self, news: News) -> None:
        if self.revealed:
            return
        if isinstance(news, Asked) and news.proposal is not None:
            proposal = msgspec.structs.replace(news.proposal, choices=())  # these are all kinds that could be there
            news = Asked(proposal)
        self.told.append(repr(news))
        self.told.append(repr(self.session.board))

    def deeds(self) -> object:
        for deed in self.player.deeds():
            self.note(deed)
            yield deed

    def note(self, deed: Deed) -> None:
        if any(isinstance(motion, Fan) for motion in deed.motions):
            if not self.revealed:
                self.told.append(self.path.read_text())
            self.revealed = True
        self.open |= {motion.card.card for motion in deed.motions if isinstance(motion, Lay)}

    def __getattr__(self, name: str) -> object:
        return getattr(self.player, name)


SECRET = ("parachute", "briefcase-10", "briefcase-20", "briefcase-30", "pilots-licence", "bullet", "antidote")


@pytest.mark.parametrize("seed", range(6))
def test_no_card_of_a_hidden_hand_is_named_before_the_reveal(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    walk = Walk(tmp_path, seed)
    desk = GaugeDesk(search=list)
    link = GaugeLink(walk.session, desk)
    frames: list[str] = []
    shown = desk.gauge.show_picture
    desk.gauge.show_picture = lambda picture: (frames.append(repr(picture(8))), shown(picture))[1]  # type: ignore
    perform(walk, walk.session, PerfectCamera(walk.session))  # type: ignore[arg-type]
    link.close()
    desk.close()
    hidden = [card for card in SECRET if card not in walk.open]
    assert hidden, "this evening had no secrets; take another seed"
    text = "\n".join([*walk.told, *frames, *(record.getMessage() for record in caplog.records)])
    names = {card: card.replace("-", " ") for card in hidden}
    assert [card for card in hidden if f"'{card}'" in text or f'"{card}"' in text or names[card].title() in text] == []
    assert "'steal'" in text or "change" in text  # what was played is told
