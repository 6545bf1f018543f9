"""Large numbers are tapped in, digit by digit: at the end of Escape Plan, and where only the score is wanted."""

from msgspec.structs import replace

from companion.app.widgets import Pad
from companion.shelf import begin
from rules.game import Setup
from tests.app.harness import SIZES, Harness
from tests.app.measure import faults


def test_a_sum_is_tapped_in_at_the_table() -> None:
    evening = begin(Setup("escape-plan", ("Ann", "Ben")))
    start = evening.steps[-1]
    evening.steps[-1] = replace(start, state=replace(start.state, stage="reveal", queue=(), pending=()))
    with Harness() as h:
        h.app._open(evening)
        h.frames(3)
        for key in ("Count up", "1", "5", "undo", "2", "0"):
            tap(h, key)
        assert "plan" in h.texts()
        found = []
        for name, size in SIZES.items():
            h.resize(size)
            found += [f"{name}: {fault}" for fault in faults(h)]
        assert not found
        tap(h, "take")
        assert evening.steps[-1].event["amount"] == 120
        assert h.page.undo_label == "Ann's plan: $120 more"


def test_a_sum_is_tapped_in_where_only_the_score_is_wanted() -> None:
    with Harness(names=["Ann", "Ben"], last_game="escape-plan") as h:
        h.tap("Score only")
        h.tap(next(button for button in h.buttons() if getattr(button, "text", "") == "0"))  # the first: Ann's money
        for key in ("9", "9", "take"):
            tap(h, key)
        assert "99" in h.texts()
        assert h.page.form.data()["players"]["Ann"]["money"] == 99


def tap(h: Harness, key: str) -> None:
    """A key of the pad by what stands on it, or the one that takes the number; other buttons by their words."""
    pad = next((widget for widget in h.walk() if isinstance(widget, Pad)), None)
    if pad is None:
        h.tap(key)
    elif key == "take":
        h.tap(pad._take)
    else:
        h.tap(next(one for one in pad.children if one is not pad._take and key in (one.text, one.icon)))
