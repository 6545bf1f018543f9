"""The score screen: how the evening stands beside the best of its kind on this device."""

from pathlib import Path

from companion import places
from tests.app.harness import Harness
from tests.companion.test_records import escaped


def test_the_figure_to_beat_is_told() -> None:
    folder = places.evenings()
    escaped(folder, "first", wasted=2)
    with Harness() as h:
        assert "first evening of this level" in record(h, folder / "first.jsonl")
        escaped(folder, "better", wasted=1)
        assert "A new record" in record(h, folder / "better.jsonl")
        escaped(folder, "worse", wasted=3)
        assert "The record stays at" in record(h, folder / "worse.jsonl")


def record(h: Harness, journal: Path) -> str:
    h.app.resume(journal)
    h.until(lambda: h.app.session is not None and h.app.session.evening.path == journal and h.page.record)
    assert h.page.record in h.texts()
    return str(h.page.record)
