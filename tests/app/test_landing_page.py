"""The page on which the plane is landed."""

from companion.app.widgets.landing_dice import LandingDie
from tests.app.harness import Harness


def test_the_one_die_that_brakes_lies_in_the_middle() -> None:
    with Harness() as h:
        h.app.go("landing")
        h.frames(3)
        first, second = (one for one in h.page.walk() if isinstance(one, LandingDie))
        assert first.width == second.width > 0
        h.page.dice = [""]
        h.frames(3)
        assert first.center_x == first.parent.center_x
        h.page.dice = ["", ""]
        h.frames(3)
        assert first.width == second.width > 0
