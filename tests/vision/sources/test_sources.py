"""Frame sources: the newest frame wins, trouble is told and retried, stop() joins."""

import http.server
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.sources.rtsp_camera import RtspCamera
from vision import sources
from vision.images import Image
from vision.sources import FrameSource, SteppedSource, Trouble
from vision.sources.grabbers import Capture, Folder, Mjpeg, Rendered, grabber_for


def flat(value: int) -> Image:
    return np.full((48, 64, 3), value, np.uint8)


class Scripted:
    """A live camera that does what its script says; the script's last step goes on for ever."""

    live = True
    name = "The camera"

    def __init__(self, *script: Callable[[], Image | None]) -> None:
        self.script = list(script)
        self.opened = 0
        self.closed = 0

    def open(self) -> None:
        self.opened += 1

    def grab(self) -> Image | None:
        time.sleep(0.002)
        step = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        return step()

    def close(self) -> None:
        self.closed += 1


def changing() -> Callable[[], Image]:
    values: Iterator[int] = iter(range(10**9))
    return lambda: flat(next(values) % 250)


def gone() -> Image:
    raise Trouble("The camera was unplugged.")


def wait_for(wanted: Callable[[], bool]) -> bool:
    until = time.monotonic() + 5
    while time.monotonic() < until:
        if wanted():
            return True
        time.sleep(0.005)
    return False


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "RETRY_FIRST", 0.01)
    monkeypatch.setattr(sources, "FROZEN_AFTER", 0.1)


def test_the_newest_frame_wins() -> None:
    source = FrameSource(Scripted(changing()))
    source.start()
    first = source.latest(wait=5)
    assert first is not None
    time.sleep(0.1)
    later = source.latest(after=first.seq)
    assert later is not None
    assert later.seq > first.seq + 1
    assert source.latest(after=later.seq + 10**6) is None
    source.stop()


def test_stop_joins_and_says_so() -> None:
    camera = Scripted(changing())
    source = FrameSource(camera)
    source.start()
    assert source.latest(wait=5) is not None
    source.stop()
    assert source.status.state == "stopped"
    assert camera.closed == camera.opened == 1
    assert not [t for t in threading.enumerate() if t.name.startswith("frames from The camera")]


@pytest.mark.parametrize(
    ("trouble", "says"),
    [(gone, "unplugged"), (lambda: None, "stopped sending"), (lambda: flat(7), "same picture over and over")],
    ids=["vanished", "ended", "frozen"],
)
def test_a_camera_in_trouble_is_told_and_retried(trouble: Callable[[], Image | None], says: str) -> None:
    camera = Scripted(changing(), trouble)
    source = FrameSource(camera)
    source.start()
    assert wait_for(lambda: source.status.state == "trouble" and says in source.status.sentence)
    camera.script = [changing()]
    assert wait_for(lambda: source.status.state == "running")
    assert camera.opened >= 2
    source.stop()


def test_a_busy_camera_is_retried() -> None:
    class Busy(Scripted):
        def open(self) -> None:
            super().open()
            if self.opened < 3:
                raise Trouble("The camera is used by another program.")

    source = FrameSource(Busy(changing()))
    source.start()
    assert wait_for(lambda: source.status.state == "running")
    source.stop()


def test_a_driver_that_fails_in_its_own_way_is_retried() -> None:
    def crash() -> Image:
        raise RuntimeError("JavaException: the camera is gone")

    source = FrameSource(Scripted(crash, changing()))
    source.start()
    assert wait_for(lambda: source.status.state == "running")
    source.stop()


def test_a_camera_that_hangs_is_not_opened_twice_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "JOIN_WITHIN", 0.05)
    hangs, goes_on = threading.Event(), threading.Event()
    picture = changing()

    def hang() -> Image:
        hangs.set()
        assert goes_on.wait(20)
        return picture()

    camera = Scripted(hang, picture)
    source = FrameSource(camera)
    source.start()
    assert hangs.wait(20)
    source.stop()
    source.start()
    time.sleep(0.1)
    assert camera.opened == 1 and source.latest() is None
    goes_on.set()
    assert wait_for(lambda: source.status.state == "running")
    assert (camera.opened, camera.closed) == (2, 1)
    source.stop()


def test_no_camera_is_one_sentence() -> None:
    with pytest.raises(Trouble, match="cannot be opened"):
        Capture("Camera 97", 97, live=True).open()


def test_a_folder_in_order_without_its_broken_files(tmp_path: Path) -> None:
    for name, value in (("b.png", 20), ("a.png", 10)):
        cv2.imwrite(str(tmp_path / name), flat(value))
    (tmp_path / "c.jpg").write_bytes(b"broken")
    (tmp_path / "notes.txt").write_text("not a picture")
    source = SteppedSource(Folder(tmp_path), step=0.5)
    source.start()
    frames = [source.latest(), source.latest()]
    assert [(f.seq, f.time, int(f.image[0, 0, 0])) for f in frames if f] == [(1, 0.5, 10), (2, 1.0, 20)]
    assert source.latest() is None
    assert source.status.state == "ended"


def test_a_video_file(tmp_path: Path) -> None:
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (64, 48))
    for value in (0, 80, 160):
        writer.write(flat(value))
    writer.release()
    source = SteppedSource(grabber_for(str(path)))
    source.start()
    values = [int(frame.image.mean()) for frame in iter(source.latest, None)]
    assert values == pytest.approx([0, 80, 160], abs=3)
    source.stop()


def test_rendered_frames() -> None:
    source = SteppedSource(Rendered(lambda: [flat(1), flat(2)]))
    source.start()
    assert [int(frame.image[0, 0, 0]) for frame in iter(source.latest, None)] == [1, 2]


class PhoneCamera(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for value in (10, 60, 110):
            jpeg = cv2.imencode(".jpg", flat(value))[1].tobytes()
            self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + jpeg + b"\r\n")
        self.wfile.write(b"--frame\r\n\xff\xd8torn\xff\xd9")

    def log_message(self, *_: object) -> None:
        """Tests are quiet."""


def test_a_phone_as_the_eye() -> None:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), PhoneCamera) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        source = SteppedSource(grabber_for(f"http://127.0.0.1:{server.server_port}/video"))
        source.start()
        values = [int(frame.image.mean()) for frame in iter(source.latest, None)]
        source.stop()
        server.shutdown()
    assert values == pytest.approx([10, 60, 110], abs=3)


def test_a_network_camera_over_rtsp() -> None:
    table = np.full((240, 320, 3), (40, 120, 200), np.uint8)
    with RtspCamera(lambda: table) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        source = SteppedSource(grabber_for(server.address))
        source.start()
        first = source.latest()
        assert first is not None and first.image.shape == (240, 320, 3)
        assert np.abs(first.image.mean((0, 1)) - (40, 120, 200)).max() < 6
        table[:] = (200, 60, 30)
        assert wait_for(lambda: (now := source.latest()) is not None and now.image[..., 0].mean() > 180)
        source.stop()
        server.stopped.set()
        server.shutdown()


def test_a_silent_phone_is_trouble() -> None:
    with pytest.raises(Trouble, match="does not answer"):
        Mjpeg("http://127.0.0.1:9/video").open()


def test_other_addresses_are_refused() -> None:
    for place in ("file:///etc/passwd", "ftp://example.org/a", "no-such-file.mp4", "appsrc ! videoconvert"):
        with pytest.raises(Trouble, match="neither a camera number"):
            grabber_for(place)
