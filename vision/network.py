"""Small trained networks from `assets/vision`, run by OpenCV."""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np

from vision.images import Box, Floats, Image, block

MIDDLE, SPREAD = 128.0, 64.0
"""Levels that are 0 and 1, from there, to a network that looks over a picture."""


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


class Overview:
    """A network that looks over a picture, `stride` pixels from one look to the next: first it says how much speaks for
    what it looks for, as a logarithm of odds, then more about it. One instance a thread."""

    def __init__(self, asset: str, stride: int, least: float, folder: Path | None = None) -> None:
        """What has less than the `least` odds is nothing."""
        self._network, self._stride, self._least = Network(asset, folder), stride, least

    def peaks(self, picture: Image, parts: Sequence[Box]) -> tuple[Floats, Floats, Floats]:
        """Where in these parts of the picture, of which there is one at the least, more speaks for it than round about,
        in strides across and down; and all that is said of it there, in rows."""
        stride, seen = self._stride, []
        for left, top, right, bottom in parts:
            part = picture[top // stride * stride : bottom, left // stride * stride : right]
            seen.append(self._network.raw(cv2.dnn.blobFromImage(part, 1 / SPREAD, mean=(MIDDLE,) * 3))[0])
        looks = [-(-side // stride) for side in picture.shape[:2]]
        said = np.full((len(seen[0]), *looks), self._least - 1, np.float32)
        for (left, top, _, _), one in zip(parts, seen, strict=True):
            row, column = top // stride, left // stride
            whole = said[:, row : row + one.shape[1], column : column + one.shape[2]]
            np.copyto(whole, one, where=one[0] > whole[0])
        odds = said[0]
        rows, columns = np.nonzero((odds >= self._least) & (odds >= cv2.dilate(odds, block(3))))
        return columns, rows, said[:, rows, columns]
