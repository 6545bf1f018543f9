"""How a face is blurred: what makes of an enrolled picture of its card what is seen of it."""

import numpy as np
from numpy.fft import irfft2, rfft2

from vision.images import Floats
from vision.markers.products import inverse

# So far, pixels, a spot of print is spread by a lens that is soft and moves.
REACH = 5
# What spread costs at that reach, as a share of the print, lest noise be fitted; and the share of that at the middle.
STIFF, MIDDLE = 0.02, 0.05
# Larger than any face by the reach: what runs out on one side must not come in on the other.
SIZE = (192, 144)

_ROUND = np.array([(y, x) for y in range(-REACH, REACH + 1) for x in range(-REACH, REACH + 1)])
_APART = _ROUND[:, None] - _ROUND[None]
_COST = STIFF * (MIDDLE + (_ROUND**2).sum(1) / REACH**2)


class Blur:
    """Of faces that show one picture. The picture is its shade, blurred faces come laid over it."""

    def __init__(self, picture: Floats) -> None:
        there = rfft2(picture, SIZE)
        own = irfft2(there * there.conj(), SIZE)
        alike = own[_APART[..., 0], _APART[..., 1]] + np.diag(_COST * max(float(own[0, 0]), 1e-6))
        self._picture, self._solve = there.conj(), inverse(alike)

    def __call__(self, face: Floats) -> Floats:
        """The kernel with which the picture comes nearest to the face: blur of any form, the way it moved in, and the
        fraction of a pixel by which it lies beside."""
        both = irfft2(rfft2(face, SIZE) * self._picture, SIZE)
        kernel = np.einsum("jk,k->j", self._solve, both[_ROUND[:, 0], _ROUND[:, 1]]).reshape(2 * REACH + 1, -1)
        # As a filter it is read the other way round.
        return np.ascontiguousarray(kernel[::-1, ::-1], np.float32)
