"""Small trained networks from `assets/vision`, run by OpenCV."""

from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np

from vision.images import Floats


class Network:
    """One network. It keeps scratch space of its own: give every thread its own instance."""

    def __init__(self, asset: str, folder: Path | None = None) -> None:
        """Of `assets/vision`, or of another folder while networks are on trial."""
        weights = (folder or files("assets").joinpath("vision")).joinpath(asset).read_bytes()
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))

    def __call__(self, batch: Floats) -> Floats:
        """Class probabilities (axis 1) for a batch of pictures, channels first."""
        out = self.raw(batch)
        out = np.exp(out - out.max(axis=1, keepdims=True))
        return np.asarray(out / out.sum(axis=1, keepdims=True))

    def raw(self, batch: Floats) -> Floats:
        """What the last layer says, unscaled."""
        self._net.setInput(np.ascontiguousarray(batch, np.float32))
        return np.asarray(self._net.forward(), np.float32)
