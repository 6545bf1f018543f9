"""A gauge with the smaller display: what does not fit is refused, never cut."""

from dataclasses import replace

import pytest

from devices.digits import layout_byte
from devices.protocol import NO_CLOCK, Layout, Reason, Refused, Shown
from devices.simulator.body import Body
from devices.simulator.pure import PureGauge
from devices.simulator.simavr import SimavrGauge
from tests.devices.talk import ALTITUDE, EPOCH, Talk


@pytest.fixture(params=["pure", "simavr"])
def talk(request: pytest.FixtureRequest) -> Talk:
    pure = request.param == "pure"
    body: Body = PureGauge(4) if pure else SimavrGauge(request.getfixturevalue("four_digit_firmware"))
    talk = Talk(body)
    assert talk.greet().digits == 4
    return talk


@pytest.mark.parametrize(
    ("layout", "decimals", "clock", "reads"),
    [
        (Layout.VALUE, 1, NO_CLOCK, " 16.4"),
        (Layout.VALUE, 0, 90, " 164"),
        (Layout.CLOCK, 0, 754, "12.34"),
        (Layout.BLANK, 0, 754, "    "),
    ],
)
def test_what_the_digits_read(talk: Talk, layout: Layout, decimals: int, clock: int, reads: str) -> None:
    talk.ask(replace(ALTITUDE, layout=layout_byte(layout, decimals), clock=clock), Shown, sequence=1)
    assert talk.body.look().digits == reads


def test_off_has_four_dashes(talk: Talk) -> None:
    assert talk.body.look().digits == "----"


@pytest.mark.parametrize(("layout", "value"), [(Layout.BOTH, 164), (Layout.VALUE, 10000)])
def test_what_does_not_fit_is_refused(talk: Talk, layout: Layout, value: int) -> None:
    state = replace(ALTITUDE, layout=layout_byte(layout), value=value, high=20000)
    assert talk.say(state, 1) == [Refused(EPOCH, Reason.DIGITS)]
    assert talk.body.look().off
