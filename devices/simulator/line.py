"""The two ends that a host can open on a simulated gauge: a pseudo-terminal, or a TCP port."""

import os
import select
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Protocol


class Line(Protocol):
    @property
    def url(self) -> str: ...

    def plug(self) -> None: ...

    def unplug(self) -> None: ...

    def read(self, within: float) -> bytes: ...

    def write(self, data: bytes) -> None: ...


class LineError(OSError):
    """The line cannot be laid; the text is a sentence."""


class PtyLine:
    """A pseudo-terminal; `link` is a name that stays the same when the gauge is plugged in again. POSIX only."""

    def __init__(self, link: Path) -> None:
        self._link = link
        self._ends: tuple[int, int] | None = None
        self._leads_to = ""

    @property
    def url(self) -> str:
        return str(self._link)

    def plug(self) -> None:
        import tty  # not on Windows

        left_behind = _left_behind(self._link)  # asked first: the new terminal may get the old one's number
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        try:
            if left_behind:
                self._link.unlink()
            self._leads_to = os.ttyname(slave)
            self._link.symlink_to(self._leads_to)  # never over something that is there
        except OSError as failure:
            os.close(master)
            os.close(slave)
            raise LineError(_why_not_named(self._link, failure)) from failure
        self._ends = master, slave  # the slave stays open, else reading fails until somebody opens it

    def unplug(self) -> None:
        if self._ends is None:
            return
        with suppress(OSError):  # somebody else may have taken the name away, or taken it
            if os.readlink(self._link) == self._leads_to:
                self._link.unlink()
        for end in self._ends:
            os.close(end)
        self._ends = None

    def read(self, within: float) -> bytes:
        if self._ends is None:
            time.sleep(within)
            return b""
        ready, _, _ = select.select([self._ends[0]], [], [], within)
        return os.read(self._ends[0], 4096) if ready else b""

    def write(self, data: bytes) -> None:
        if self._ends is not None and data:
            with suppress(BlockingIOError):  # nobody reads: a wire keeps nothing either
                os.write(self._ends[0], data)


class TcpLine:
    """A TCP port on this machine for one host at a time; port 0 takes any free one."""

    def __init__(self, port: int = 0) -> None:
        self._number = port
        self._server: socket.socket | None = None
        self._host: socket.socket | None = None

    @property
    def url(self) -> str:
        return f"socket://127.0.0.1:{self._number}"

    def plug(self) -> None:
        try:
            self._server = socket.create_server(("127.0.0.1", self._number))
        except OverflowError:
            raise LineError(f"TCP ports go from 0 to 65535, so there is no port {self._number}.") from None
        except OSError as failure:
            raise LineError(
                f"TCP port {self._number} cannot be opened: {os.strerror(failure.errno or 0)}."
            ) from failure
        self._number = self._server.getsockname()[1]

    def unplug(self) -> None:
        for end in (self._host, self._server):
            if end is not None:
                end.close()
        self._host = self._server = None

    def read(self, within: float) -> bytes:
        ends = [end for end in (self._server, self._host) if end is not None]
        if not ends:
            time.sleep(within)
            return b""
        ready, _, _ = select.select(ends, [], [], within)
        if self._server in ready and self._server is not None:
            if self._host is not None:
                self._host.close()
            self._host, _ = self._server.accept()
            self._host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return b""
        if self._host in ready and self._host is not None:
            return self._hear(self._host)
        return b""

    def write(self, data: bytes) -> None:
        if self._host is not None and data:
            with suppress(OSError):  # gone: the next read notices
                self._host.sendall(data)

    def _hear(self, host: socket.socket) -> bytes:
        with suppress(OSError):
            if data := host.recv(4096):
                return data
        host.close()
        self._host = None
        return b""


def _left_behind(link: Path) -> bool:
    """Whether this is the name of a pseudo-terminal that is gone: a simulated gauge was stopped the hard way."""
    return os.path.islink(link) and os.readlink(link).startswith("/dev/pts/") and not os.path.exists(link)


def _why_not_named(link: Path, failure: OSError) -> str:
    if isinstance(failure, FileExistsError):
        return f"{link} is there already and was left as it is; choose another name, or remove it first."
    return f"The name {link} cannot be made: {failure.strerror or failure}."
