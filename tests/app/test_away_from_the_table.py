"""People get up from the table for something else: it stands as they left it, and nothing that happens then counts."""

import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from companion.gauge_desk import GaugeDesk
from devices.link import Press
from rules.game import Setup
from tests.app.harness import Harness
from vision.images import Image
from vision.sources import grabbers
from vision.stickers import stickers_of
from vision.table.camera import Camera
from vision.table.deal import random_table, scattered
from vision.table.faces import Print
from vision.table.light import TYPICAL
from vision.table.scene import take

GAME = "hit-the-silk"
SETUP = Setup(GAME, ("Ann", "Ben", "Cat"))
PATIENCE = 60.0


class OnlyOne:
    """A camera as most are: who opens it while another has it is turned away. It sees three cards."""

    name, live = "The only camera", True
    taken = threading.Lock()
    refused = 0

    def __init__(self, number: int) -> None:
        self._mine = False

    def open(self) -> None:
        self._mine = OnlyOne.taken.acquire(blocking=False)
        if not self._mine:
            OnlyOne.refused += 1
            raise OSError("busy")
        random = np.random.default_rng(5)
        cards = list(stickers_of(GAME))[:3]
        scene = random_table(scattered(cards, random, Print("aruco")), random)
        self._picture = take(scene, Camera(1280, 720), TYPICAL, random).image

    def grab(self) -> Image:
        time.sleep(0.03)
        self._picture[0, 0] += 1  # a live camera never sends the same twice
        return self._picture.copy()

    def close(self) -> None:
        if self._mine:
            self._mine = False
            OnlyOne.taken.release()


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[OnlyOne]]:
    monkeypatch.setattr(grabbers, "CAMERAS", [OnlyOne])
    monkeypatch.setattr(OnlyOne, "refused", 0)
    yield OnlyOne
    assert OnlyOne.taken.acquire(timeout=PATIENCE)  # the app has let go of it
    OnlyOne.taken.release()


def begin(h: Harness) -> None:
    h.app.begin(SETUP)
    h.frames(4)


def go_on_playing(h: Harness) -> None:
    h.until(lambda: h.page.last is not None)
    h.tap("Go on playing")
    h.until(lambda: h.page.name == "table")
    h.frames(4)


def test_go_on_playing_is_where_the_table_was_left() -> None:
    with Harness() as h:
        begin(h)
        h.tap("End turn")
        session, steps = h.app.session, len(h.app.session.evening.steps)
        h.app.session.undo()
        h.tap("home")
        go_on_playing(h)
        assert h.app.session is session and session.redo_label
        h.tap("End turn")
        assert len(session.evening.steps) == steps


def test_two_taps_open_one_evening() -> None:
    with Harness() as h:
        begin(h)
        path = h.app.session.evening.path
        h.app.close_table()
        h.app.go("home")
        h.app.resume(path)
        h.app.resume(path)
        h.until(lambda: h.app.session is not None)
        h.frames(10)
        assert h.page.name == "table" and h.app._toast is None


def test_a_button_of_the_gauge_means_nothing_while_nobody_is_at_the_table() -> None:
    with Harness() as h:
        begin(h)
        h.tap("home")
        h.app.session.post(Press(0, 1, 1))
        h.app._beat()
        assert len(h.app.session.evening.steps) == 1
        go_on_playing(h)
        h.app.session.post(Press(0, 1, 2))
        h.app._beat()
        assert len(h.app.session.evening.steps) == 2


def test_the_camera_goes_from_the_table_to_the_cards_and_back(camera: type[OnlyOne]) -> None:
    with Harness(camera="0", last_game=GAME) as h:
        begin(h)
        h.until(lambda: h.app.instruments.sight is not None, PATIENCE)
        h.tap("home")
        h.tap("Cards & markers")
        h.frames(4)
        h.tap("Test the camera")
        h.until(lambda: h.page.says == "In the picture: 3 briefcase 10", PATIENCE)
        assert h.app.instruments.sight is None
        h.tap("Learn my cards")
        h.until(lambda: h.page.ids.sight.shown and h.page._trial.taken is not None, PATIENCE)
        h.app.go("home")
        go_on_playing(h)
        h.until(lambda: h.app.instruments.sight is not None, PATIENCE)
    assert camera.refused == 0


def test_without_a_camera_the_cards_say_why() -> None:
    with Harness(last_game=GAME) as h:
        h.app.go("cards")
        h.frames(4)
        for part in ("Test the camera", "Learn my cards"):
            h.tap(part)
            h.frames(10)
            h.until(lambda: h.page.camera == "The camera is off. Switch it on in the settings.")


def test_the_gauge_shows_the_table_again_after_a_test() -> None:
    with Harness(gauge="/dev/no-gauge") as h:
        begin(h)
        h.app.go("gauge")
        desk: GaugeDesk = h.app.gauge
        assert desk.simulate(True) == "" and desk.gauge.wait_linked(PATIENCE)
        h.until(lambda: "16.0" in desk._stand.look().digits, PATIENCE)
        desk.test()
        desk.test()
        h.until(lambda: "16.0" not in desk._stand.look().digits, PATIENCE)
        h.app.back()
        h.until(lambda: "16.0" in desk._stand.look().digits, PATIENCE)


def test_another_port_is_used_at_once_and_kept() -> None:
    with Harness() as h:
        h.app.go("settings")
        h.page.ids.port.text = "socket://127.0.0.1:9"
        h.page.use_port()
        assert h.app.gauge.url == "socket://127.0.0.1:9"
        h.page._settle("gauge", "off")
        assert h.app.gauge.url == "off" and not h.app.gauge.status().url
