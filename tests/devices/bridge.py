"""A network bridge as shops sell them: a gauge behind RFC 2217 (telnet with a serial port's settings)."""

import socket
import threading

import serial
from serial.rfc2217 import PortManager


class Bridge:
    """Serves one host; what is behind it is any pyserial URL."""

    def __init__(self, behind: str) -> None:
        self._serial = serial.serial_for_url(behind, timeout=0.01)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"rfc2217://127.0.0.1:{self._server.getsockname()[1]}"
        self._closing = threading.Event()
        self._threads = [threading.Thread(target=self._serve, daemon=True)]
        self._threads[0].start()

    def write(self, data: bytes) -> None:
        """PortManager answers the host's settings through this."""
        self._host.sendall(data)

    def close(self) -> None:
        self._closing.set()
        self._server.close()
        for thread in self._threads:
            thread.join(2)
        self._serial.close()

    def _serve(self) -> None:
        self._host, _ = self._server.accept()
        self._host.settimeout(0.05)
        self._manager = PortManager(self._serial, self)
        self._threads.append(threading.Thread(target=self._upward, daemon=True))
        self._threads[-1].start()
        while not self._closing.is_set():
            try:
                data = self._host.recv(1024)
            except TimeoutError:
                continue
            except OSError:
                return
            if not data:
                return
            self._serial.write(b"".join(self._manager.filter(data)))

    def _upward(self) -> None:
        while not self._closing.is_set():
            data = self._serial.read(self._serial.in_waiting or 1)
            if data:
                self._host.sendall(b"".join(self._manager.escape(data)))
