"""The host's side of a session, frame by frame and without a gauge."""

import pytest

from devices.discovery import wrong_firmware
from devices.frame import Decoder, encode, pack
from devices.link import HEARTBEAT, RESEND, Ear, Happening, Link, Linked, Picture, Press, Unlinked, WrongFirmware
from devices.protocol import TABLE, VERSION, Heard, Hello, Message, Pressed, Shown, State, Stranger, Welcome

WELCOME = Welcome(VERSION, TABLE, 7, 1, 1, 1, 8, 4, 3, 0, 1000, 2000)


class Host:
    """A link whose every word is read."""

    def __init__(self) -> None:
        self.link = Link(7, Ear(), Picture(5, 0, 9, 1), 0.0)
        self._decoder = Decoder()

    def says(self, now: float) -> list[Message | None]:
        return [frame.message() for frame in self._decoder.feed(self.link.due(now))]

    def hears(self, message: Message, now: float, sequence: int = 0) -> list[Happening]:
        return self.link.receive(pack(message, sequence), now)

    def shown(self, now: float, sequence: int = 1, epoch: int = 7) -> list[Happening]:
        return self.hears(Shown(epoch, 5, 0, 9, 1, 0xFFFF, 0, 0, 0, 1000), now, sequence)


@pytest.fixture
def host() -> Host:
    host = Host()
    assert host.says(0.0) == [Hello(VERSION, TABLE, 7)]
    return host


@pytest.fixture
def linked(host: Host) -> Host:
    assert host.hears(WELCOME, 0.01) == [Linked(WELCOME)]
    assert [type(message) for message in host.says(0.01)] == [State]
    return host


def test_a_state_is_repeated_until_it_is_acknowledged_and_then_only_as_a_sign_of_life(linked: Host) -> None:
    assert linked.says(0.01 + RESEND - 0.001) == []
    assert len(linked.says(0.01 + RESEND)) == 1
    linked.shown(0.06)
    assert linked.says(0.06 + RESEND) == []
    assert len(linked.says(0.05 + HEARTBEAT)) == 1
    assert linked.link.resends == 1


def test_an_acknowledgement_of_another_state_or_session_counts_for_nothing(linked: Host) -> None:
    assert linked.shown(0.02, sequence=2) == []
    assert linked.shown(0.02, epoch=8) == []
    assert not linked.link.acknowledged
    assert linked.shown(0.02) != []
    assert linked.link.acknowledged


def test_a_gauge_that_started_again_is_greeted_under_a_new_epoch(linked: Host) -> None:
    announced = Welcome(VERSION, TABLE, 0, 2, 1, 1, 8, 4, 3, 0, 1000, 2000)
    assert linked.hears(announced, 0.02) == [Unlinked(restarted=True)]
    assert linked.says(0.02) == [Hello(VERSION, TABLE, 8)]


def test_a_stranger_is_greeted_but_not_for_an_older_sessions_sake(linked: Host) -> None:
    assert linked.hears(Stranger(6), 0.02) == []
    assert linked.hears(Stranger(7), 0.02) == [Unlinked(restarted=True)]


@pytest.mark.parametrize(
    ("version", "table", "words"),
    [
        (VERSION - 1, TABLE, "has older firmware"),
        (VERSION + 1, TABLE, "has newer firmware"),
        (VERSION, TABLE ^ 1, "was built from other source"),
    ],
)
def test_other_firmware_is_recognised_even_if_its_welcome_is_longer(
    host: Host, version: int, table: int, words: str
) -> None:
    payload = bytes((version,)) + table.to_bytes(4, "little") + b"what later versions may say"[:12]
    assert host.link.receive(encode(Welcome.KIND, 0, payload), 0.01) == [WrongFirmware(version)]
    assert words in wrong_firmware("the port", version)


def test_a_welcome_that_says_nothing_is_passed_over(host: Host) -> None:
    assert host.link.receive(encode(Welcome.KIND, 0, b"\x01"), 0.01) == []


def test_a_press_is_always_answered_and_told_once(linked: Host) -> None:
    pressed = Pressed(1, 4, 2)
    assert linked.hears(pressed, 0.02) == [Press(2, 1, 4)]
    assert linked.hears(pressed, 0.03) == []
    assert linked.says(0.03).count(Heard(1, 4)) == 2


def test_an_epoch_is_never_zero() -> None:
    link = Link(0xFFFF, Ear(), Picture(), 0.0)
    link.due(0.0)
    link.receive(pack(Welcome(VERSION, TABLE, 0xFFFF, 1, 1, 1, 8, 4, 3, 0, 1000, 2000)), 0.0)
    link.receive(pack(Stranger(0xFFFF)), 0.0)
    (frame,) = Decoder().feed(link.due(0.0))
    assert frame.message() == Hello(VERSION, TABLE, 1)
