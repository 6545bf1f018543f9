"""What every gauge must do, whatever it is made of: the simulator, the firmware on a simulated chip, a real board."""

from dataclasses import replace
from itertools import pairwise

import pytest

from devices.digits import layout_byte, pulse
from devices.frame import encode, pack
from devices.protocol import (
    NO_CLOCK,
    PATTERNS,
    TABLE,
    VERSION,
    Calibrate,
    Calibrated,
    Hello,
    Layout,
    Ping,
    Pong,
    Reason,
    Refused,
    Reset,
    Shown,
    State,
    Stranger,
    Welcome,
)
from devices.simulator.body import Body
from tests.devices.talk import ALTITUDE, EPOCH, READS, Talk


@pytest.fixture
def talk(body: Body) -> Talk:
    return Talk(body)


@pytest.fixture
def greeted(talk: Talk) -> Talk:
    talk.greet()
    return talk


# Handshake


def test_a_start_is_announced_and_shows_off(body: Body) -> None:
    body.reset()
    talk = Talk(body)
    assert body.look().off
    assert body.look().digits == "--------"
    assert talk.say(ALTITUDE, 1) == [Stranger(EPOCH)]
    assert body.look().off


def test_hello_is_answered_with_its_epoch_and_our_table(talk: Talk) -> None:
    welcome = talk.greet(epoch=99)
    assert (welcome.version, welcome.table, welcome.epoch) == (VERSION, TABLE, 99)
    assert (welcome.digits, welcome.lamps, welcome.buttons) == (8, 4, 3)


@pytest.mark.parametrize(("version", "table"), [(VERSION + 1, TABLE), (VERSION, TABLE ^ 1)])
def test_a_host_of_another_version_or_table_gets_nothing_shown(greeted: Talk, version: int, table: int) -> None:
    greeted.needs_eyes()
    greeted.say(ALTITUDE, 1)
    assert isinstance(greeted.say(Hello(version, table, EPOCH + 1))[0], Welcome)
    assert greeted.body.look().off
    assert greeted.say(replace(ALTITUDE, epoch=EPOCH + 1), 2) == [Stranger(EPOCH + 1)]
    assert greeted.body.look().off


def test_a_longer_hello_of_a_later_version_is_still_understood(talk: Talk) -> None:
    answers = talk.send(encode(Hello.KIND, 0, Hello(VERSION + 1, TABLE, 7).pack() + b"more"))
    assert [type(answer) for answer in answers] == [Welcome]


def test_unknown_kinds_and_wrong_lengths_are_passed_over(greeted: Talk) -> None:
    assert greeted.send(encode(0x7E, 1, b"what?")) == []
    assert greeted.send(encode(State.KIND, 1, ALTITUDE.pack()[:-1])) == []
    assert greeted.body.look().off


# State


def test_a_state_is_shown_and_acknowledged_with_what_is_shown(greeted: Talk) -> None:
    welcome = greeted.greet()
    shown = greeted.ask(ALTITUDE, Shown, sequence=1)
    assert shown.pack()[:13] == ALTITUDE.pack()[:13]
    greeted.wait(0.6)
    shown = greeted.ask(ALTITUDE, Shown, sequence=1)
    look = greeted.body.look()
    assert (look.digits, look.lamps, look.off) == (READS, 0b0101, False)
    assert look.pulse == shown.pulse == pulse(welcome.parked, welcome.full, 164, 0, 250)


def test_the_same_state_twice_changes_nothing(greeted: Talk) -> None:
    greeted.say(ALTITUDE, 1, wait=0.7)
    greeted.body.looks()
    greeted.ask(ALTITUDE, Shown, sequence=1)
    assert greeted.body.looks() == []


def test_an_older_state_is_never_shown(greeted: Talk) -> None:
    greeted.say(ALTITUDE, 5)
    shown = greeted.ask(replace(ALTITUDE, value=200), Shown, sequence=4)
    assert shown.value == 164
    assert greeted.body.look().digits == READS


def test_the_sequence_wraps(greeted: Talk) -> None:
    for sequence in (100, 200, 255, 0, 1):
        shown = greeted.ask(replace(ALTITUDE, value=sequence % 250), Shown, sequence)
        assert shown.value == sequence % 250


def test_a_state_of_another_session_is_never_shown(greeted: Talk) -> None:
    greeted.say(ALTITUDE, 1)
    assert greeted.say(replace(ALTITUDE, epoch=EPOCH - 1, value=200), 9) == [Stranger(EPOCH - 1)]
    assert greeted.body.look().digits == READS


def test_a_late_copy_of_hello_lets_no_older_state_in(greeted: Talk) -> None:
    greeted.say(ALTITUDE, 5)
    greeted.greet(sequence=0)
    assert greeted.ask(replace(ALTITUDE, value=200), Shown, sequence=3).value == 164
    assert greeted.body.look().digits == READS


IMPOSSIBLE = {
    "above the face": (replace(ALTITUDE, value=251), Reason.RANGE),
    "below the face": (replace(ALTITUDE, low=165), Reason.RANGE),
    "no range": (replace(ALTITUDE, low=250), Reason.RANGE),
    "an hour and 40 minutes": (replace(ALTITUDE, clock=6000), Reason.RANGE),
    "a fifth lamp": (replace(ALTITUDE, lamps=0b10000), Reason.RANGE),
    "an unknown pattern": (replace(ALTITUDE, buzzer=len(PATTERNS)), Reason.RANGE),
    "an unknown layout": (replace(ALTITUDE, layout=4), Reason.DIGITS),
    "too many decimals": (replace(ALTITUDE, layout=layout_byte(Layout.BOTH, 4)), Reason.DIGITS),
    "five digits beside a clock": (replace(ALTITUDE, value=10000, high=20000), Reason.DIGITS),
}


@pytest.mark.parametrize(("state", "reason"), IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_what_no_dial_can_show_is_refused(greeted: Talk, state: State, reason: Reason) -> None:
    greeted.say(ALTITUDE, 1)
    assert greeted.say(state, 2) == [Refused(EPOCH, reason)]
    assert greeted.body.look().digits == READS


def test_no_single_flipped_bit_is_ever_shown(greeted: Talk) -> None:
    greeted.say(ALTITUDE, 1)
    frame = pack(replace(ALTITUDE, value=200, clock=99), 2)
    for place in range(len(frame) * 8):
        hurt = bytearray(frame)
        hurt[place // 8] ^= 1 << place % 8
        greeted.send(bytes(hurt) + b"\0", wait=0.005)
        assert greeted.body.look().digits == READS
        greeted.say(ALTITUDE, 1, wait=0.005)


def test_a_flood_of_garbage_is_survived_without_a_reset(greeted: Talk) -> None:
    greeted.say(ALTITUDE, 1)
    resets = greeted.body.resets
    noise = bytes((i * 197 + i // 251 * 89) % 256 for i in range(50_000))
    for begin in range(0, len(noise), 1000):
        greeted.send(noise[begin : begin + 1000], wait=0.09)
    greeted.send(b"\0")
    assert greeted.body.look().off
    assert greeted.ask(replace(ALTITUDE, value=200), Shown, sequence=2).value == 200
    assert greeted.body.resets == resets
    assert greeted.ask(Ping(1), Pong).bad > 100


# Silence


def test_a_silent_host_means_off(greeted: Talk) -> None:
    greeted.needs_eyes()
    greeted.say(replace(ALTITUDE, buzzer=5), 1, wait=1.4)
    assert not greeted.body.look().off
    greeted.wait(0.2)
    look = greeted.body.look()
    assert (look.off, look.digits, look.lamps, look.tone) == (True, "--------", 0, 0)
    greeted.wait(0.6)
    assert greeted.body.look().pulse == 1000


def test_only_states_keep_it_on(greeted: Talk) -> None:
    greeted.say(ALTITUDE, 1)
    for _ in range(16):
        greeted.say(Ping(1), wait=0.1)
    assert greeted.body.look().off


def test_a_repeated_state_keeps_it_on_and_brings_it_back(greeted: Talk) -> None:
    for _ in range(4):
        greeted.say(ALTITUDE, 1, wait=1.0)
        assert not greeted.body.look().off
    greeted.wait(2.0)
    assert greeted.body.look().off
    greeted.ask(ALTITUDE, Shown, sequence=1)
    assert greeted.body.look().digits == READS


# Digits, needle, buzzer

READINGS = [
    (Layout.BLANK, 0, 164, 754, "        "),
    (Layout.VALUE, 0, 25000, NO_CLOCK, "   25000"),
    (Layout.VALUE, 0, 0, 5, "       0"),
    (Layout.VALUE, 2, 5, 5, "     0.05"),
    (Layout.CLOCK, 0, 164, 5999, "    99.59"),
    (Layout.CLOCK, 0, 164, 5, "    00.05"),
    (Layout.CLOCK, 0, 164, NO_CLOCK, "        "),
    (Layout.BOTH, 0, 60, 600, "  6010.00"),
    (Layout.BOTH, 1, 250, NO_CLOCK, " 25.0    "),
    (Layout.BOTH, 3, 9999, 0, "9.99900.00"),
]


@pytest.mark.parametrize(("layout", "decimals", "value", "clock", "reads"), READINGS)
def test_digits(greeted: Talk, layout: Layout, decimals: int, value: int, clock: int, reads: str) -> None:
    greeted.ask(State(EPOCH, value, 0, 25000, layout_byte(layout, decimals), clock, 0, 0), Shown, sequence=1)
    assert greeted.body.look().digits == reads


def test_the_needle_is_never_jerked_and_sweeps_in_half_a_second(greeted: Talk) -> None:
    greeted.needs_eyes()
    greeted.say(replace(ALTITUDE, value=250), 1, wait=0.7)
    greeted.say(replace(ALTITUDE, value=0), 2, wait=0.7)
    looks = greeted.body.looks()
    steps = [after.pulse - before.pulse for before, after in pairwise(looks)]
    assert max(map(abs, steps)) <= 40
    top = next(look.at for look in looks if look.pulse == 2000)
    assert 0.45 <= top - next(look.at for look in looks if look.pulse > 1000) <= 0.55
    assert looks[-1].pulse == 1000


@pytest.mark.parametrize("number", range(1, len(PATTERNS)))
def test_buzzer_patterns(greeted: Talk, number: int) -> None:
    pattern = PATTERNS[number]
    heard: list[tuple[float, str]] = []
    for sequence in range(1, 30):  # a state a tenth of a second, as sign of life
        greeted.say(replace(ALTITUDE, value=0, buzzer=number), sequence, wait=0.1)
        heard += [(look.at, look.sound) for look in greeted.body.looks()]
    beeps = [at for (_, before), (at, after) in pairwise([(0.0, ""), *heard]) if after and not before]
    ends = [at for (_, before), (at, after) in pairwise(heard) if before and not after]
    assert {sound for _, sound in heard} == {"", pattern.name}
    assert len(beeps) == len(ends) == pattern.times
    assert all(abs(end - begin - pattern.on / 1000) < 0.004 for begin, end in zip(beeps, ends, strict=True))


def test_the_same_pattern_sounds_again_when_its_count_goes_up(greeted: Talk) -> None:
    greeted.needs_eyes()
    assert greeted.say(replace(ALTITUDE, buzzer=0x12), 1, wait=0.05)
    assert greeted.body.look().sound == "turn"
    greeted.wait(0.3)
    assert greeted.ask(replace(ALTITUDE, buzzer=0x12), Shown, sequence=2).buzzer == 0
    assert greeted.body.look().sound == ""
    assert greeted.ask(replace(ALTITUDE, buzzer=0x22), Shown, sequence=3).buzzer == 0x22
    assert greeted.body.look().sound == "turn"


# Calibration


def test_calibration_moves_the_needle_and_outlives_the_power(greeted: Talk) -> None:
    greeted.needs_eyes()
    greeted.say(replace(ALTITUDE, value=250), 1)
    answers = greeted.say(Calibrate(EPOCH, 2200, 800, 7), wait=0.2)
    assert Calibrated(2200, 800, 7) in answers
    greeted.body.reset(Reset.POWER)
    again = Talk(greeted.body)
    welcome = again.greet()
    assert (welcome.parked, welcome.full, welcome.unit) == (2200, 800, 7)
    for sequence in range(1, 20):
        again.say(replace(ALTITUDE, value=125), sequence, wait=0.1)
    assert again.body.look().pulse == 1500


@pytest.mark.parametrize(("parked", "full"), [(499, 2000), (1000, 2501), (1500, 1500)])
def test_pulses_that_no_servo_bears_are_refused(greeted: Talk, parked: int, full: int) -> None:
    assert greeted.say(Calibrate(EPOCH, parked, full, 0), wait=0.2) == [Refused(EPOCH, Reason.PULSE)]
    greeted.body.reset()
    assert Talk(greeted.body).greet().parked == 1000


def test_a_stranger_cannot_calibrate(greeted: Talk) -> None:
    assert greeted.say(Calibrate(EPOCH + 1, 1200, 1800, 0), wait=0.2) == []
    greeted.body.reset()
    assert Talk(greeted.body).greet().parked == 1000


# Counters


def test_ping_tells_how_it_is(greeted: Talk) -> None:
    before = greeted.ask(Ping(0xDEADBEEF), Pong)
    greeted.send(b"\x05damaged\0")
    greeted.wait(1.0)
    after = greeted.ask(Ping(2), Pong)
    assert before.token == 0xDEADBEEF
    assert after.bad == before.bad + 1
    assert 1000 <= after.uptime - before.uptime <= 1150
    assert after.free > 512


def test_reset_causes_are_told(talk: Talk) -> None:
    talk.body.reset(Reset.POWER)
    assert Talk(talk.body).greet().reset == Reset.POWER
    talk.body.reset(Reset.BUTTON)
    assert Talk(talk.body).greet(EPOCH + 1).reset == Reset.BUTTON
