"""Sees at a glance where framed QR stickers lie, also those whose frames motion or glare has nearly wiped out: a very
small network looks over a small copy.

It only says where to look; `framed_qr` draws near and reads, or finds nothing. It was trained on drawn tables (see
`assets/vision/README.md`).
"""

from pathlib import Path
from threading import local

import numpy as np

from vision.images import Floats, Image
from vision.network import Overview

STRIDE = 4
"""Pixels from one look to the next."""
COVERED = 16.0
"""Pixels of a side that the network calls size 0; each doubling is one more."""
KNOWN = (10.5, 24.0)
"""Pixels of the sides that it knows."""
LEAST = -2.0
"""What must speak for a sticker at least, as a logarithm of odds."""
FAR = 12.5
"""Pixels of sides, below which one sticker of five is seen an eighth of a side off or more, and some by twos as one."""
LIKELY, CLEAR = 0.0, 2.0
"""What speaks for nearly all of these, and for nearly all once they are seen in a copy twice as fine."""
WINDOW = 64
"""Pixels of such a copy: room for a sticker and half of each neighbour, though it was seen half a side off."""


class QrGlimpse:
    """Callable: a grey picture to the stickers that may lie there: middle, side, by how much it is turned in its plane,
    and what speaks for it, in rows. One instance a thread."""

    def __init__(self, weights: Path | None = None) -> None:
        """With the network of `assets/vision`, or of another folder while one is on trial."""
        self._network = Overview("qr_glimpse.onnx", STRIDE, LEAST, weights)

    def __call__(self, small: Image) -> Floats:
        high, wide = small.shape
        columns, rows, (odds, across, down, size, cosine, sine) = self._network.peaks(small, [(0, 0, wide, high)])
        x, y = STRIDE * (columns + across), STRIDE * (rows + down)
        return np.column_stack([x, y, COVERED * np.exp2(np.clip(size, -2, 2)), np.arctan2(sine, cosine) / 4, odds])


def glimpse(small: Image) -> Floats:
    """What this thread's own instance sees."""
    if not hasattr(_OWN, "glimpse"):
        _OWN.glimpse = QrGlimpse()
    return np.asarray(_OWN.glimpse(small))


def glimpse_round(picture: Image, places: Floats) -> Floats:
    """The same, but only round these places, of which there is one at the least: in windows laid side by side."""
    high, wide = picture.shape
    corners = np.clip(np.rint(places) - WINDOW // 2, 0, (max(0, wide - WINDOW), max(0, high - WINDOW))).astype(int)
    windows = [picture[top : top + WINDOW, left : left + WINDOW] for left, top in corners.tolist()]
    seen, across = glimpse(np.concatenate(windows, 1)), windows[0].shape[1]
    which = np.clip(seen[:, 0] // across, 0, len(windows) - 1).astype(int)
    seen[:, :2] += corners[which]
    seen[:, 0] -= across * which
    return seen


_OWN = local()
