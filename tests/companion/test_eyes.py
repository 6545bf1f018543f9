"""Card to proposal, by the real eyes on a rendered table; and what is no card laid down."""

import threading
import time
from pathlib import Path

import numpy as np
import pytest

from companion.demo.camera import STEP, SteppedCamera
from companion.demo.deed import Lay, Take
from companion.demo.table import DemoTable
from companion.eyes import Eyes
from companion.session import Trouble
from companion.session.session import Post
from tests.companion.table import Table
from vision.images import Image
from vision.sources import Frame, FrameSource, Status
from vision.sources import Trouble as NoFrame
from vision.stickers import Sticker, stickers_of
from vision.table.camera import Pose
from vision.table.scene import LaidHand

GAME = "hit-the-silk"


def card(name: str, copy: int = 1) -> Sticker:
    return next(s for s in stickers_of(GAME) if (s.card, s.copy) == (name, copy))


class Rendered:
    """A table under the rendered camera."""

    def __init__(self, folder: Path, seed: int = 3) -> None:
        self.table = Table(folder)
        self.session = self.table.session
        self.things = DemoTable(GAME, seed)
        self.camera = SteppedCamera(self.things, self.session, GAME)
        lying = [Lay(card("briefcase-10"), "discard"), Lay(card("flannel", 1), "laundry")]
        self.camera.begin([*lying, Lay(card("flannel", 2), "laundry")])

    def frames_until_asked(self, most: int = 30) -> int:
        for number in range(1, most + 1):
            self.camera.look(1)
            if self.session.proposal is not None or self.table.done:
                return number
        return most + 1


@pytest.fixture
def rendered(tmp_path: Path) -> Rendered:
    return Rendered(tmp_path)


@pytest.mark.parametrize("name", ["steal", "knife", "key"])
def test_a_card_at_rest_is_proposed_within_half_a_second(rendered: Rendered, name: str) -> None:
    rendered.things.move(Lay(card(name), "discard"))
    rendered.camera.look(2)  # a hand is over it
    rendered.things.withdraw_hand()
    assert rendered.frames_until_asked() * STEP <= 0.5


def test_what_lay_there_before_means_nothing(rendered: Rendered) -> None:
    assert rendered.table.news == [] and rendered.session.proposal is None


def test_a_hand_passing_over_the_mat_proposes_nothing(rendered: Rendered) -> None:
    for step in range(25):
        rendered.things.show(LaidHand(Pose(-220 + 18 * step, 60, height=40)))
        rendered.camera.look(1, show=False)
    rendered.camera.look(30)
    assert rendered.table.news == []


def test_a_card_carried_past_proposes_nothing(rendered: Rendered) -> None:
    for step in range(20):
        rendered.things.show(*rendered.things.held(card("steal"), -230 + 24 * step, 0))
        rendered.camera.look(1, show=False)
    rendered.camera.look(15)
    assert rendered.table.news == []


def test_a_flannel_that_comes_to_light_is_no_change(rendered: Rendered) -> None:
    rendered.table.lines({"by": "Ann", "do": "steal", "from": "Ben"})
    rendered.table.news.clear()
    rendered.things.move(Take(card("flannel", 2)))
    rendered.camera.look(20)
    assert rendered.table.done == [] and rendered.session.proposal is None


def test_the_sight_is_in_shares_of_the_picture(rendered: Rendered) -> None:
    sight = rendered.camera.gaze.sight
    assert sight is not None and sight.mat == "seen"
    assert {outline.text for outline in sight.zones} == {"draw", "discard", "laundry", "lockbox", "box"}
    points = [point for outline in (*sight.cards, *sight.zones) for point in outline.corners]
    assert points and all(0 <= x <= 1 and 0 <= y <= 1 for x, y in points)
    assert {(outline.text, outline.zone) for outline in sight.cards} == {
        ("briefcase-10", "discard"),
        ("flannel", "laundry"),
    }


def test_cards_that_a_player_lets_the_camera_see_are_not_named(rendered: Rendered) -> None:
    hidden = (card("parachute"), card("pilots-licence"), card("briefcase-30"))
    for spot, one in enumerate(hidden):
        rendered.things.move(Lay(one, spot=spot))
    rendered.things.withdraw_hand()
    rendered.camera.look(12)
    sight = rendered.camera.gaze.sight
    assert sight is not None and len(sight.cards) == 5
    assert not {"parachute", "pilots-licence", "briefcase-30"} & {outline.text for outline in sight.cards}
    assert rendered.table.news == []


# ---------------------------------------------------------------- the thread


class Ear:
    """Hears what the eyes post."""

    wants: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.posted: list[Post] = []

    def post(self, thing: Post) -> None:
        self.posted.append(thing)


class Vanishing:
    """A camera that is unplugged and comes back."""

    name, live = "The camera", True

    def __init__(self, stage: DemoTable) -> None:
        self._stage, self.gone = stage, False

    def open(self) -> None:
        if self.gone:
            raise NoFrame("The camera is gone.")

    def grab(self) -> Image:
        if self.gone:
            raise NoFrame("The camera is gone.")
        time.sleep(0.01)
        return self._stage.stage.frame()

    def close(self) -> None:
        pass


def until(condition: object, seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def test_a_camera_that_vanishes_is_told_once_and_looked_for_again() -> None:
    things, ear = DemoTable(GAME, 3), Ear()
    things.show()
    camera = Vanishing(things)
    eyes = Eyes(FrameSource(camera), ear, GAME)
    eyes.start()
    try:
        until(lambda: eyes.sight is not None)
        camera.gone = True
        until(lambda: ear.posted)
        assert ear.posted == [Trouble("camera", "The camera is gone. Trying again.")]
        camera.gone = False
        until(lambda: Trouble("camera", "") in ear.posted)
    finally:
        eyes.stop()
    assert not [thread for thread in threading.enumerate() if thread.name in ("eyes", "frames from The camera")]


class Flood:
    """A source that has a new frame whenever it is asked."""

    status = Status("running", "The flood is running.")

    def __init__(self) -> None:
        self.asked: list[float] = []
        self._image = np.zeros((120, 160, 3), np.uint8)

    def start(self) -> None: ...
    def stop(self) -> None: ...

    def latest(self, after: int = 0, wait: float = 0.0) -> Frame:
        self.asked.append(time.monotonic())
        return Frame(len(self.asked), len(self.asked) * 0.1, self._image)


def test_no_more_than_ten_frames_a_second_are_looked_at() -> None:
    flood, ear = Flood(), Ear()
    eyes = Eyes(flood, ear, GAME)
    eyes.start()
    until(lambda: len(flood.asked) >= 6)
    eyes.stop()
    gaps = np.diff(flood.asked[1:])  # the first waits for the readers to be made
    assert gaps.min() >= 0.09
