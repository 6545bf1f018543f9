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


class QrGlimpse:
    """Callable: a grey picture to the stickers that may lie there: middle, side, and by how much it is turned in its
    plane, in rows. One instance a thread."""

    def __init__(self, weights: Path | None = None) -> None:
        """With the network of `assets/vision`, or of another folder while one is on trial."""
        self._network = Overview("qr_glimpse.onnx", STRIDE, LEAST, weights)

    def __call__(self, small: Image) -> Floats:
        high, wide = small.shape
        columns, rows, (_, across, down, size, cosine, sine) = self._network.peaks(small, [(0, 0, wide, high)])
        x, y = STRIDE * (columns + across), STRIDE * (rows + down)
        return np.column_stack([x, y, COVERED * np.exp2(np.clip(size, -2, 2)), np.arctan2(sine, cosine) / 4])


def glimpse(small: Image) -> Floats:
    """What this thread's own instance sees."""
    if not hasattr(_OWN, "glimpse"):
        _OWN.glimpse = QrGlimpse()
    return np.asarray(_OWN.glimpse(small))


_OWN = local()
