"""The kinds of frame source: camera, network camera, video file, folder of pictures, synthetic table."""

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cv2

from vision import images
from vision.images import Image
from vision.sources import Grabber, Trouble

READ_WITHIN = 5.0
"""Seconds that a network camera may be silent before it counts as gone."""
LARGEST_PART = 16 * 2**20
"""Bytes of one MJPEG frame; a sender that never ends one is not a camera."""
PICTURES = (".bmp", ".gif", ".jpeg", ".jpg", ".png", ".webp")


def grabber_for(place: str) -> Grabber:
    """`0`, `1`… is a camera; `http(s)://` an MJPEG stream, `rtsp://` an RTSP one; else a folder or a video file.

    Raises Trouble for anything else.
    """
    if place.isdecimal():
        return CAMERAS[-1](int(place))
    scheme = urlsplit(place).scheme.lower()
    if scheme in ("http", "https"):
        return Mjpeg(place)
    if scheme in ("rtsp", "rtsps"):
        return Capture("The network camera", place, live=True)
    path = Path(place)
    if path.is_dir():
        return Folder(path)
    if path.is_file():
        return Capture(path.name, str(path), live=False)
    raise Trouble(f"{place} is neither a camera number, an http or rtsp address, a video file nor a folder.")


def _camera(number: int) -> Grabber:
    return Capture(f"Camera {number}", number, live=True)


CAMERAS: list[Callable[[int], Grabber]] = [_camera]
"""What opens a camera by its number, the last one counts: OpenCV does, except where a system has its own way."""


class Capture:
    """Whatever OpenCV opens: a camera by number, an RTSP address, a video file."""

    def __init__(self, name: str, what: int | str, live: bool, paced: bool = True) -> None:
        self.name = name
        self.live = live
        self._what = what
        self._paced = paced and not live
        """A recording is played at its own speed, as a camera would have sent it."""
        self._due = 0.0
        self._capture: Any = None

    def open(self) -> None:
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, int(READ_WITHIN * 1000)]
        limits += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, int(READ_WITHIN * 1000)]
        if isinstance(self._what, int):
            self._capture = cv2.VideoCapture(self._what)  # noqa: TID251
        else:
            self._capture = cv2.VideoCapture(self._what, cv2.CAP_FFMPEG, limits)  # noqa: TID251
        if not self._capture.isOpened():
            raise Trouble(f"{self.name} cannot be opened; another program may be using it.")
        if self.live:
            self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # the newest frame, not the oldest

    def grab(self) -> Image | None:
        good, frame = self._capture.read()
        if not good or frame is None:
            return None
        if self._paced:
            rate = self._capture.get(cv2.CAP_PROP_FPS) or 25.0
            self._due = max(self._due + 1 / min(max(rate, 1.0), 120.0), time.monotonic() - 1)
            time.sleep(min(1.0, max(0.0, self._due - time.monotonic())))
        picture: Image = frame
        return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR) if picture.ndim == 2 else picture

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class Mjpeg:
    """A stream of JPEG pictures over HTTP, as phone camera apps send it."""

    live = True

    def __init__(self, url: str) -> None:
        self.name = "The network camera"
        self._url = url
        self._stream: Any = None
        self._data = b""

    def open(self) -> None:
        self._data = b""
        try:
            self._stream = urllib.request.urlopen(self._url, timeout=READ_WITHIN)
        except (OSError, ValueError, http.client.HTTPException) as trouble:
            reason = trouble.reason if isinstance(trouble, urllib.error.URLError) else trouble
            raise Trouble(f"{self.name} does not answer ({reason}).") from trouble

    def grab(self) -> Image | None:
        while True:
            start = self._data.find(b"\xff\xd8")
            end = self._data.find(b"\xff\xd9", start + 2) if start >= 0 else -1
            if end >= 0:
                part, self._data = self._data[start : end + 2], self._data[end + 2 :]
                try:
                    return images.decode(part, "A frame")
                except images.Refused:
                    continue  # one torn frame is no reason to reconnect
            if len(self._data) > LARGEST_PART:
                raise Trouble(f"{self.name} sends something that is not MJPEG.")
            try:
                more = self._stream.read1(65536)
            except (OSError, http.client.HTTPException) as trouble:
                raise Trouble(f"{self.name} went silent.") from trouble
            if not more:
                return None
            self._data += more

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None


class Folder:
    """The pictures of a folder by name, once; files that cannot be read are passed over."""

    live = False

    def __init__(self, path: Path, pause: float = 0.0) -> None:
        self.name = f"The folder {path.name}"
        self._path = path
        self._pause = pause
        self._files: Iterator[Path] = iter(())

    def open(self) -> None:
        try:
            self._files = iter(sorted(p for p in self._path.iterdir() if p.suffix.lower() in PICTURES))
        except OSError as trouble:
            raise Trouble(f"{self.name} cannot be read.") from trouble

    def grab(self) -> Image | None:
        for file in self._files:
            try:
                picture = images.read(file)
            except images.Refused:
                continue
            time.sleep(self._pause)
            return picture
        return None

    def close(self) -> None:
        self._files = iter(())


class Rendered:
    """Frames made by a program, such as the synthetic table."""

    live = False
    name = "The synthetic table"

    def __init__(self, frames: Callable[[], Iterable[Image]]) -> None:
        self._make = frames
        self._frames: Iterator[Image] = iter(())

    def open(self) -> None:
        self._frames = iter(self._make())

    def grab(self) -> Image | None:
        return next(self._frames, None)

    def close(self) -> None:
        self._frames = iter(())
