"""A card that the camera took for part of what was done: one small button says that it was played anew."""

import pytest

from tests.app.harness import SIZES, Harness
from tests.app.measure import faults
from tests.app.test_judge_page import begin
from vision.tracking.tracker import Change

LAID = Change("appeared", ("steal", 1), "discard", at=10.0)


def test_count_it_takes_up_the_card_that_was_passed_over() -> None:
    with Harness() as h:
        begin(h)
        h.tap("Steal")
        h.seat("Ben")
        assert not h.page.passed
        h.app.session.see(LAID)
        h.frames(2)
        assert h.page.passed == "Count it: Steal"
        h.tap("Count it")
        assert h.app.session.proposal.do == "steal" and h.app.session.proposal.seen
        assert not h.page.passed
        h.seat("Cat")
        assert [step.label for step in h.app.session.evening.steps[1:]] == [
            "Ann's Steal from Ben",
            "Ann's Steal from Cat",
        ]


@pytest.mark.parametrize("size", ["small", "portrait"])
def test_it_is_large_enough_to_tap_and_covers_nothing(size: str) -> None:
    with Harness(text_scale=1.5) as h:
        begin(h)
        h.tap("Steal")
        h.seat("Ben")
        h.app.session.see(LAID)
        h.resize(SIZES[size])
        assert h.page.passed
        assert not faults(h)
