"""What works on this machine, a line each, and what to do about what does not."""

import os
import platform
import sys
from collections.abc import Callable
from ctypes.util import find_library
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Literal

from msgspec import Struct

from companion import places
from companion.version import VERSION


class Finding(Struct, frozen=True):
    what: str
    state: Literal["works", "missing", "broken"]  # missing: the rest works without it
    says: str
    do: str = ""  # what to do about it

    def __str__(self) -> str:
        mark = {"works": "ok", "missing": "--", "broken": "!!"}[self.state]
        return f"{mark}  {self.what:<10} {self.says}{' ' + self.do if self.do else ''}"


def examine() -> list[Finding]:
    """Every finding, in the order of what everything else rests on."""
    examinations: tuple[Callable[[], Finding], ...] = (python, libraries, screen, sound, camera, gauge, data, codes)
    return [look() for look in examinations]


def python() -> Finding:
    says = f"Wingman {VERSION} on Python {platform.python_version()}, {platform.system()} {platform.machine()}."
    return Finding("python", "works", says)


def libraries() -> Finding:
    """The pinned ones, where the package knows its pins."""
    try:
        pinned = [line for line in requires("wingman") or [] if "extra ==" not in line]
    except PackageNotFoundError:
        return Finding("libraries", "works", "Packed together with the app.")
    wrong = []
    for line in pinned:
        name, _, wanted = line.partition("==")
        try:
            found = version(name.strip())
        except PackageNotFoundError:
            found = "not there"
        if found != wanted.strip():
            wrong.append(f"{name.strip()} {found} instead of {wanted.strip()}")
    if wrong:
        return Finding("libraries", "broken", f"{'; '.join(wrong)}.", "Run: make setup (or pip install . again).")
    return Finding("libraries", "works", f"All {len(pinned)} are there, in the versions they should have.")


def has_display() -> bool:
    """Whether a window can open."""
    return _own_screen() or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _own_screen() -> bool:
    """Systems that have a screen without naming it."""
    return sys.platform in ("darwin", "win32", "android") or "ANDROID_ARGUMENT" in os.environ


def screen() -> Finding:
    if not _own_screen() and find_library("GL") is None and find_library("GLESv2") is None:
        return Finding("screen", "broken", "OpenGL is missing.", "Run: sudo apt-get install libgl1 libegl1")
    if has_display():
        return Finding("screen", "works", "There is a screen for the app.")
    return Finding("screen", "missing", "There is no screen here.", "The commands work; for the app, start a desktop.")


def sound() -> Finding:
    if Path("/dev/snd").is_dir() or sys.platform in ("darwin", "win32"):
        return Finding("sound", "works", "There is a sound device.")
    return Finding("sound", "missing", "There is no sound device.", "Everything that sounds is shown, too.")


def camera() -> Finding:
    devices = sorted(path.name for path in Path("/dev").glob("video*"))
    if devices:
        return Finding("camera", "works", f"Found {', '.join(devices)}.")
    if sys.platform in ("darwin", "win32"):
        return Finding("camera", "works", "The system knows its cameras; the app asks for the first one.")
    advice = "Plug one in, or use a phone's address (Settings, A phone as the camera)."
    return Finding("camera", "missing", "No camera is connected.", advice)


def gauge() -> Finding:
    from devices import discovery

    ports = discovery.candidates()
    if not ports:
        return Finding("gauge", "missing", "No gauge is plugged in.", "The app draws its own dial; see docs/gauge.md.")
    closed = [port for port in ports if port.startswith("/dev/") and not os.access(port, os.R_OK | os.W_OK)]
    if closed:
        advice = "Run: sudo usermod -aG dialout $USER, then log in again."
        return Finding("gauge", "broken", f"{', '.join(closed)} may not be opened.", advice)
    return Finding("gauge", "works", f"A board is on {', '.join(ports)}.", "Try: companion gauge list")


def data() -> Finding:
    folder = places.data()
    try:
        places.made(folder)
        probe = folder / ".probe"
        probe.write_bytes(b"x")
        probe.unlink()
    except OSError as trouble:
        says = f"{folder} cannot be written to: {trouble.strerror or trouble}."
        return Finding("data", "broken", says, f"Free some space, or set {places.OVERRIDE} to another folder.")
    return Finding("data", "works", f"Evenings are kept in {folder}.")


def codes() -> Finding:
    try:
        return Finding("codes", "works", f"Foreign QR codes are read by zxing-cpp {version('zxing-cpp')}.")
    except PackageNotFoundError:
        advice = "pip install 'wingman[codes]' reads more of them."
        return Finding("codes", "missing", "Foreign QR codes are read by OpenCV.", advice)
