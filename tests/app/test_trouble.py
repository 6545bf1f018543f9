"""When something outside the game goes wrong, one clear sentence is shown and the app goes on."""

from pathlib import Path

from companion.settings import Settings
from companion.shelf import begin
from rules.game import Setup
from tests.app.harness import Harness

SETUP = Setup("hit-the-silk", ("Ann", "Ben", "Cat"))


def said(h: Harness) -> str:
    h.frames(2)
    return h.app._toast.says if h.app._toast is not None else ""


def test_a_place_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "evenings").write_text("not a folder")
    with Harness() as h:
        h.app.begin(SETUP)
        assert said(h)
        assert h.page.name == "home"


def test_a_damaged_journal_is_opened_as_far_as_it_counts() -> None:
    with begin(SETUP) as evening:
        evening.push(evening.read({"by": "Ann", "do": "end-turn"}))
        path = evening._journal.path  # type: ignore[union-attr]
    path.write_bytes(path.read_bytes() + b'{"n":2,"torn')
    with Harness() as h:
        h.app.resume(path)
        h.until(lambda: h.page.name == "table")
        assert h.page.headline == "Ben's turn"
        assert "damaged" in said(h) or "recovered" in said(h)


def test_the_last_table_is_one_tap_away() -> None:
    with begin(SETUP) as evening:
        evening.push(evening.read({"by": "Ann", "do": "end-turn"}))
    with Harness() as h:
        h.until(lambda: h.page.last is not None)
        h.tap("Go on playing")
        h.until(lambda: h.page.name == "table")
        assert h.page.headline == "Ben's turn"
        assert h.taps == 1


def test_a_camera_that_is_not_there_stops_nothing() -> None:
    with Harness(camera="/nowhere/film.mp4") as h:
        h.app.begin(SETUP)
        h.until(lambda: "neither a camera" in said(h))
        h.until(lambda: "neither a camera" in h.page.ids.place.text)  # where its picture would be, it stays
        h.tap("End turn")
        assert h.page.headline == "Ben's turn"


def test_damaged_settings_are_set_aside(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{nonsense")
    assert Settings.load() == Settings()
    assert (tmp_path / "settings.damaged").exists()


def test_undo_says_what_it_takes_back_and_the_seat_says_what_is_known() -> None:
    with Harness() as h:
        h.app.begin(SETUP)
        h.frames(3)
        h.tap("Poison")
        h.seat("Cat")
        assert h.page.undo_label == "Ann's Poison for Cat"
        h.seat("Cat")
        assert "poisoned" in said(h)
        h.tap("Ann's Poison for Cat")
        assert h.page.undo_label == ""


def test_seats_are_changed_by_dragging() -> None:
    with Harness(names=["Ann", "Ben", "Cat"]) as h:
        h.tap("New table")
        h.tap("Next")
        ring = h.page.ids.ring
        there = ring.seat("Cat")
        h.drag(ring.seat("Ann"), there.to_window(*there.center))
        assert h.page.plan.players == ["Cat", "Ben", "Ann"]
        h.seat("Ben")
        assert h.page.plan.setup.first == "Ben"
