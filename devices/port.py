"""A serial port of any pyserial URL, with its nasty corners behind one kind of error: a sentence for the table."""

import errno
import os
import select
import socket
from contextlib import suppress
from typing import Final

import serial

from devices.protocol import BAUD

try:
    import termios

    _TERMIOS: tuple[type[Exception], ...] = (termios.error,)
except ImportError:  # not on this system
    _TERMIOS = ()

# flush() and reset_input_buffer() on a vanished port raise termios.error, which is no OSError.
_FAILURES: Final[tuple[type[Exception], ...]] = (
    serial.SerialException,
    OSError,
    ValueError,
    TypeError,
    AttributeError,
    *_TERMIOS,
)
_WRITE_WITHIN: Final = 0.25  # seconds; pyserial's 0 would spin for ever on a full port
_POLL: Final = 0.005  # where the port cannot be waited for together with `wake`


class PortError(Exception):
    """The port cannot be used; the text is one sentence for the person at the table."""


class Port:
    """An open port. Every method but `wake` belongs to one thread."""

    def __init__(self, url: str) -> None:
        """Raises PortError."""
        self.url = url
        # RFC 2217 has no time limit for writing; its socket takes far more than we ever say.
        limit = None if url.startswith("rfc2217:") else _WRITE_WITHIN
        try:
            self._serial = serial.serial_for_url(url, baudrate=BAUD, timeout=_POLL, write_timeout=limit, exclusive=True)
        except Exception as failure:  # a handler of some URL may raise anything at all
            raise PortError(why_not_opened(url, failure)) from failure
        self._sleeper, self._waker = socket.socketpair()
        self._sleeper.setblocking(False)
        self._waker.setblocking(False)
        self._fileno = self._wait_on()
        if self._fileno is not None:
            self._serial.timeout = 0

    def discard(self) -> None:
        """Forgets what came before anybody listened. Raises PortError."""
        try:
            self._serial.reset_input_buffer()
        except _FAILURES as failure:
            raise PortError(f"The gauge on {self.url} was unplugged.") from failure

    def read(self, within: float) -> bytes:
        """What has come, after at most `within` seconds, or b"". Raises PortError when the port is gone."""
        try:
            if self._fileno is None:
                return bytes(self._serial.read(max(1, self._serial.in_waiting)))
            ready, _, _ = select.select([self._fileno, self._sleeper.fileno()], [], [], max(0.0, within))
            if self._sleeper.fileno() in ready:
                self._sleeper.recv(4096)
            return bytes(self._serial.read(4096)) if self._fileno in ready else b""
        except _FAILURES as failure:
            raise PortError(f"The gauge on {self.url} was unplugged.") from failure

    def write(self, data: bytes) -> None:
        """Raises PortError. An unknown part may have been written then: begin anew with a lone zero byte."""
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as failure:
            raise PortError(f"{self.url} takes no more data; something else than a gauge may be there.") from failure
        except _FAILURES as failure:
            raise PortError(f"The gauge on {self.url} was unplugged.") from failure

    def wake(self) -> None:
        """From any thread: lets `read` return at once."""
        with suppress(OSError):  # full: it is awake already; closed: nobody sleeps
            self._waker.send(b"!")

    def close(self) -> None:
        for part in (self._serial, self._sleeper, self._waker):
            with suppress(*_FAILURES):  # it is gone, which is what was wanted
                part.close()

    def _wait_on(self) -> int | None:
        """The file number to wait for, where the system can wait for ports and this one has any."""
        if os.name != "posix":
            return None
        try:
            return int(self._serial.fileno())
        except _FAILURES:
            return None


def why_not_opened(url: str, failure: BaseException) -> str:
    """One sentence: what is the matter with this port, and what to do."""
    number = getattr(failure, "errno", None)
    text = str(failure)
    if number == errno.EACCES or "Permission denied" in text:
        return (
            f"You may not use {url}: join the group that owns it (sudo usermod -aG dialout $USER), "
            "then log out and in again."
        )
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text or "busy" in text:
        return f"Another program is using {url}: close it, and the gauge will be found by itself."
    if number == errno.ECONNREFUSED or "Connection refused" in text or "Could not open port socket" in text:
        return f"Nobody answers at {url}: switch the gauge's bridge or simulator on."
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO) or "No such file" in text or "FileNotFound" in text:
        return f"There is nothing at {url}: plug the gauge in, or name another port."
    if isinstance(failure, ValueError):
        return f"{url} is no port that can be opened: give a device like /dev/ttyUSB0 or a URL like socket://host:port."
    return f"{url} cannot be opened ({text})."
