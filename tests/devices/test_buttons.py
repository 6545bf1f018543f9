"""Button presses: debounced, told exactly once, kept over a reset, and never lost in silence."""

from dataclasses import replace

import pytest

from devices.protocol import QUEUE, Heard, Ping, Pong, Pressed, Reset
from devices.simulator.body import Body
from tests.devices.talk import ALTITUDE, EPOCH, Talk


@pytest.fixture
def talk(body: Body) -> Talk:
    talk = Talk(body)
    talk.greet()
    talk.say(ALTITUDE, 1)
    return talk


def press(talk: Talk, button: int, seconds: float = 0.03) -> list[Pressed]:
    talk.body.hold(button, True)
    said = talk.say(ALTITUDE, 1, wait=seconds)
    talk.body.hold(button, False)
    said += talk.say(ALTITUDE, 1, wait=0.03)
    return [message for message in said if isinstance(message, Pressed)]


@pytest.mark.parametrize("button", [0, 1, 2])
def test_a_press_is_told_within_a_moment_and_again_until_heard(talk: Talk, button: int) -> None:
    told = press(talk, button)
    assert len(told) >= 2
    assert {message.button for message in told} == {button}
    assert len(set(told)) == 1
    talk.say(Heard(told[0].boot, told[0].event))
    assert [m for m in talk.say(ALTITUDE, 1, wait=0.2) if isinstance(m, Pressed)] == []


def test_a_bouncing_contact_is_one_press(talk: Talk) -> None:
    for down in (True, False) * 6:
        talk.body.hold(1, down)
        talk.wait(0.002)
    told = press(talk, 1)
    assert {message.event for message in told} == {0}


def test_a_spark_is_no_press(talk: Talk) -> None:
    for _ in range(5):
        assert press(talk, 0, seconds=0.005) == []


def test_a_held_button_is_one_press(talk: Talk) -> None:
    told = press(talk, 2, seconds=1.0)
    assert {message.event for message in told} == {0}


def test_heard_of_another_press_changes_nothing(talk: Talk) -> None:
    (told, *_) = press(talk, 0)
    talk.say(Heard(told.boot, told.event + 1))
    talk.say(Heard(told.boot + 1, told.event))
    assert told in talk.say(ALTITUDE, 1, wait=0.1)


def test_presses_come_in_order_and_no_two_are_named_alike(talk: Talk) -> None:
    told = [press(talk, button)[0] for button in (0,)]
    for button in (1, 2, 0):
        press(talk, button)
    for _ in range(3):
        talk.say(Heard(told[-1].boot, told[-1].event))
        told.append(next(m for m in talk.say(ALTITUDE, 1, wait=0.05) if isinstance(m, Pressed)))
    assert [message.button for message in told] == [0, 1, 2, 0]
    assert len({(message.boot, message.event) for message in told}) == 4


def test_a_press_outlives_a_reset_under_its_own_name(talk: Talk) -> None:
    (before, *_) = press(talk, 1)
    talk.body.reset(Reset.WATCHDOG)
    again = Talk(talk.body)
    again.greet(EPOCH + 1)
    state = replace(ALTITUDE, epoch=EPOCH + 1)
    assert before in again.say(state, 1, wait=0.05)
    again.say(Heard(before.boot, before.event))
    again.body.hold(0, True)
    after = next(m for m in again.say(state, 1, wait=0.05) if isinstance(m, Pressed))
    assert (after.boot, after.event) != (before.boot, before.event)
    assert after.boot != before.boot


def test_no_two_starts_name_a_press_alike_even_for_a_host_that_repeats_itself(talk: Talk) -> None:
    names = set()
    for _ in range(3):
        (told, *_) = press(talk, 0)
        names.add((told.boot, told.event))
        talk.body.reset(Reset.POWER)
        talk = Talk(talk.body)
        talk.greet()
        talk.say(ALTITUDE, 1)
    assert len(names) == 3


def test_a_press_does_not_outlive_the_power(talk: Talk) -> None:
    press(talk, 1)
    talk.body.reset(Reset.POWER)
    again = Talk(talk.body)
    again.greet(EPOCH + 1)
    assert not any(isinstance(m, Pressed) for m in again.say(replace(ALTITUDE, epoch=EPOCH + 1), 1, wait=0.2))


def test_presses_that_find_the_queue_full_are_counted(talk: Talk) -> None:
    for number in range(QUEUE + 3):
        press(talk, number % 3)
    assert talk.ask(Ping(1), Pong).lost == 3
    talk.body.reset(Reset.BUTTON)
    again = Talk(talk.body)
    assert again.ask(Ping(1), Pong).lost == 3


def test_nobody_is_told_while_the_gauge_is_off(talk: Talk) -> None:
    talk.wait(2.0)
    talk.body.hold(0, True)
    assert talk.wait(0.2) == []
    talk.body.hold(0, False)
    talk.wait(0.1)
    assert any(isinstance(message, Pressed) for message in talk.say(ALTITUDE, 1, wait=0.1))
