"""Which ports may have a gauge, and whether they do: only a handshake proves it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from serial.tools import list_ports

from devices.link import Ear, Link, Linked, Picture, WrongFirmware
from devices.port import Port, PortError
from devices.protocol import VERSION, Welcome

PATIENCE: Final = 3.0  # seconds: opening the port restarts an Uno, and its bootloader takes two
LIKELY: Final = (0x2341, 0x2A03, 0x1A86, 0x0403, 0x10C4, 0x067B)  # Arduino twice, CH340, FTDI, CP210x, Prolific


@dataclass(frozen=True, slots=True)
class Found:
    url: str
    welcome: Welcome | None
    sentence: str


def candidates() -> list[str]:
    """Ports that may have a gauge, the likeliest first."""
    return [url for find in FINDERS for url in find()]


def usb_ports() -> list[str]:
    """USB ports as this system lists them. A built-in port never has a gauge."""
    ports = [port for port in list_ports.comports() if port.vid is not None]
    return [port.device for port in sorted(ports, key=lambda port: (port.vid not in LIKELY, port.device))]


FINDERS: list[Callable[[], list[str]]] = [usb_ports]
"""Where ports are looked for; a system with ports of another kind adds its own."""


def probe(url: str, patience: float = PATIENCE) -> Found:
    """Opens the port, greets, and says who is there. Takes up to `patience` seconds."""
    try:
        port = Port(url)
    except PortError as error:
        return Found(url, None, str(error))
    try:
        return _greet(port, time.monotonic() + patience)
    except PortError as error:
        return Found(url, None, str(error))
    finally:
        port.close()


def _greet(port: Port, until: float) -> Found:
    port.discard()
    link = Link(1 + time.time_ns() // 1_000_000 % 0xFFFF, Ear(), Picture(), time.monotonic())
    while (now := time.monotonic()) < until:
        if data := link.due(now):
            port.write(data)
        for happening in link.receive(port.read(min(until, link.next_due()) - now), time.monotonic()):
            if isinstance(happening, Linked):
                return Found(port.url, happening.welcome, describe(happening.welcome))
            if isinstance(happening, WrongFirmware):
                return Found(port.url, None, wrong_firmware(port.url, happening.version))
    return Found(port.url, None, no_gauge(port.url, link.bad))


def describe(welcome: Welcome) -> str:
    number = f"gauge number {welcome.unit}" if welcome.unit else "a gauge"
    return f"{number}, firmware {welcome.firmware}, {welcome.digits} digits, {welcome.lamps} lamps"


def wrong_firmware(url: str, version: int) -> str:
    """Told for older, newer, and a same-numbered firmware with another message table."""
    if version < VERSION:
        return (
            f"The gauge on {url} has older firmware (protocol {version}, not {VERSION}): run `make flash PORT={url}`."
        )
    if version > VERSION:
        return f"The gauge on {url} has newer firmware (protocol {version}, not {VERSION}): update this companion."
    return f"The gauge on {url} was built from other source than this companion: run `make flash PORT={url}`."


def no_gauge(url: str, bad_frames: int) -> str:
    if bad_frames:
        return f"Something on {url} speaks, but it is no gauge: plug the gauge in there, or name another port."
    return f"No gauge answers on {url}: check its cable and its firmware."
