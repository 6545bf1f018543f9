"""The tablet's own camera as a Grabber: preview frames of android.hardware.Camera, without a preview on the screen.

That interface is old and still served by every Android; unlike CameraX it needs no Gradle hook, no archived package and
no microphone permission.
"""

import threading
from typing import Any

import cv2
import numpy as np
from jnius import PythonJavaClass, autoclass, detach, java_method

from companion.android.permissions import CAMERA, ask, granted
from vision.images import Image
from vision.sources import Trouble

SIZE = (1280, 720)
FIRST_FRAME_WITHIN = 5.0  # seconds
BUFFERS = 3
NV21 = 17  # ImageFormat.NV21, what every camera can send
NOBODY_LOOKS = 10  # a texture number that no screen uses: the preview needs somewhere to go


class TabletCamera:
    """Camera 0 is the back one on a tablet that has two."""

    live = True

    def __init__(self, number: int) -> None:
        self.name = f"Camera {number}"
        self._number = number
        self._camera: Any = None
        self._asked = False
        self._frames = _Frames()
        self._size = SIZE

    def open(self) -> None:
        if not granted(CAMERA):
            if not self._asked:
                self._asked = True
                ask(CAMERA, lambda _: None)  # the frame source tries again by itself
            raise Trouble("Wingman may not use the camera yet: allow it when Android asks, or in the system settings.")
        try:
            self._camera = autoclass("android.hardware.Camera").open(self._number)
        except Exception:  # a Java exception of any kind: taken by another app, or switched off
            raise Trouble(f"{self.name} cannot be opened; another app may be using it.") from None
        settings = self._camera.getParameters()
        self._size = _nearest([(size.width, size.height) for size in settings.getSupportedPreviewSizes()])
        settings.setPreviewSize(*self._size)
        settings.setPreviewFormat(NV21)
        if settings.getSupportedFocusModes().contains("continuous-video"):
            settings.setFocusMode("continuous-video")
        self._camera.setParameters(settings)
        self._camera.setPreviewTexture(autoclass("android.graphics.SurfaceTexture")(NOBODY_LOOKS))
        for _ in range(BUFFERS):
            self._camera.addCallbackBuffer(bytes(self._size[0] * self._size[1] * 3 // 2))
        self._camera.setPreviewCallbackWithBuffer(self._frames)
        self._camera.startPreview()

    def grab(self) -> Image | None:
        raw = self._frames.newest(FIRST_FRAME_WITHIN)
        if raw is None:
            raise Trouble(f"{self.name} sends no picture.")
        return from_nv21(raw, self._size)

    def close(self) -> None:
        if self._camera is not None:
            self._camera.setPreviewCallbackWithBuffer(None)
            self._camera.stopPreview()
            self._camera.release()
            self._camera = None
        detach()  # this thread is done with Java


def from_nv21(raw: bytes, size: tuple[int, int]) -> Image:
    """The picture in an NV21 buffer: a full grey plane, then the colours at half the size."""
    width, height = size
    planes = np.frombuffer(raw, np.uint8, width * height * 3 // 2).reshape(height * 3 // 2, width)
    picture: Image = np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_NV21))
    return picture


def _nearest(sizes: list[tuple[int, int]]) -> tuple[int, int]:
    return min(sizes, key=lambda size: abs(size[0] * size[1] - SIZE[0] * SIZE[1]))


class _Frames(PythonJavaClass):  # type: ignore[misc]  # jnius has no types
    """Keeps the newest frame and hands its buffer back for the one after."""

    __javainterfaces__ = ("android/hardware/Camera$PreviewCallback",)
    __javacontext__ = "app"

    def __init__(self) -> None:
        super().__init__()
        self._raw: bytes | None = None
        self._come = threading.Condition()

    @java_method("([BLandroid/hardware/Camera;)V")  # type: ignore[untyped-decorator]
    def onPreviewFrame(self, data: Any, camera: Any) -> None:  # noqa: N802  # Java's name
        if data is None:
            return
        with self._come:
            self._raw = data.tobytes() if hasattr(data, "tobytes") else bytes(data)
            self._come.notify()
        camera.addCallbackBuffer(data)

    def newest(self, within: float) -> bytes | None:
        with self._come:
            self._come.wait_for(lambda: self._raw is not None, within)
            raw, self._raw = self._raw, None
            return raw
