"""pyserial's nasty corners, each on a real port, each with a sentence for the person at the table."""

import errno
import os
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from devices.discovery import probe
from devices.link import Ear, Link, Picture
from devices.port import Port, PortError, why_not_opened
from devices.simulator.line import PtyLine
from devices.simulator.pure import PureGauge
from devices.simulator.stand import Stand


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, slave
    for end in (master, slave):
        try:
            os.close(end)
        except OSError as failure:
            assert failure.errno == errno.EBADF  # the test closed it


def sentence(url: str) -> str:
    with pytest.raises(PortError) as caught:
        Port(url)
    return str(caught.value)


def test_a_port_that_is_not_there() -> None:
    assert sentence("/dev/ttyNOWHERE9") == (
        "There is nothing at /dev/ttyNOWHERE9: plug the gauge in, or name another port."
    )


def test_a_url_of_no_known_kind() -> None:
    assert "is no port that can be opened" in sentence("carrier-pigeon://loft")


def test_a_bridge_that_is_off() -> None:
    assert "Nobody answers at socket://127.0.0.1:1" in sentence("socket://127.0.0.1:1")


def test_a_file_that_is_no_port(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no port")
    assert "cannot be opened" in sentence(str(tmp_path / "notes.txt"))


def test_a_busy_port(ends: tuple[int, int]) -> None:
    name = os.ttyname(ends[1])
    port = Port(name)
    assert sentence(name) == f"Another program is using {name}: close it, and the gauge will be found by itself."
    port.close()
    Port(name).close()


def test_a_port_that_belongs_to_others(ends: tuple[int, int]) -> None:
    name = os.ttyname(ends[1])
    os.chmod(name, 0o000)
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:  # root may open anything: become nobody first
        if os.getuid() == 0:
            os.setuid(65534)
        try:
            Port(name).close()
        except PortError as error:
            os.write(tell, str(error).encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(tell)
    said = os.read(told, 4096).decode()
    os.close(told)
    assert said.startswith(f"You may not use {name}: join the group that owns it")


def test_every_way_of_using_a_vanished_port_is_one_kind_of_error(ends: tuple[int, int]) -> None:
    port = Port(os.ttyname(ends[1]))
    os.close(ends[0])
    for use in (lambda: port.read(0.1), lambda: port.write(b"x" * 64), port.discard):
        with pytest.raises(PortError, match="was unplugged"):
            use()
    port.close()
    with pytest.raises(PortError):
        port.read(0.0)


def test_discarding_on_a_vanished_port_raises_what_is_no_os_error(ends: tuple[int, int]) -> None:
    """Why Port catches termios.error by name."""
    plain = serial.Serial(os.ttyname(ends[1]))
    os.close(ends[0])
    with pytest.raises(Exception) as caught:
        plain.reset_input_buffer()
    assert not isinstance(caught.value, OSError)
    plain.close()


def test_a_full_port_gives_up_in_time_and_does_not_spin(ends: tuple[int, int]) -> None:
    port = Port(os.ttyname(ends[1]))
    begin, busy = time.monotonic(), time.thread_time()
    with pytest.raises(PortError, match="takes no more data"):
        for _ in range(100):
            port.write(b"x" * 4096)
    assert time.monotonic() - begin < 2.0
    assert time.thread_time() - busy < 0.2
    port.close()


def test_half_a_frame_left_by_a_full_port_does_not_spoil_the_next_session(tmp_path: Path) -> None:
    stand = Stand(PureGauge(), PtyLine(tmp_path / "gauge"))
    port = Port(stand.url)
    port.write(Link(7, Ear(), Picture(), 0.0).due(0.0)[:9])
    port.close()
    assert probe(stand.url).welcome is not None
    stand.close()


def test_a_waiting_read_wakes_at_once(ends: tuple[int, int]) -> None:
    port = Port(os.ttyname(ends[1]))
    threading.Timer(0.1, port.wake).start()
    begin = time.monotonic()
    assert port.read(5.0) == b""
    assert time.monotonic() - begin < 1.0
    port.close()
    port.wake()


def test_a_second_opener_that_ignores_the_lock_steals_bytes_but_spoils_nothing(tmp_path: Path) -> None:
    stand = Stand(PureGauge(), PtyLine(tmp_path / "gauge"))
    thief = serial.Serial(stand.url, timeout=0)
    found = probe(stand.url)
    thief.close()
    assert found.welcome is not None
    stand.close()


def test_a_port_that_only_echoes_is_no_gauge() -> None:
    found = probe("loop://", patience=0.5)
    assert found.welcome is None
    assert found.sentence == "No gauge answers on loop://: check its cable and its firmware."


def test_a_talkative_stranger_is_no_gauge(ends: tuple[int, int]) -> None:
    def chatter() -> None:
        for _ in range(60):
            os.write(ends[0], b"temperature 21.5\r\n\0")
            time.sleep(0.01)

    stranger = threading.Thread(target=chatter)
    stranger.start()
    found = probe(os.ttyname(ends[1]), patience=0.5)
    stranger.join()
    assert found.welcome is None
    assert "speaks, but it is no gauge" in found.sentence


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (OSError(errno.EBUSY, "Device or resource busy"), "Another program"),
        (OSError(errno.EACCES, "Permission denied"), "You may not use"),
        (OSError(errno.EIO, "Input/output error"), "cannot be opened"),
    ],
)
def test_what_other_systems_say_is_understood_too(failure: OSError, words: str) -> None:
    assert words in why_not_opened("COM3", failure)
