"""What a picture is in this package: one name for the array type that OpenCV takes and gives."""

from typing import Any

from numpy.typing import NDArray

Picture = NDArray[Any]
"""Height × width (grey) or height × width × 3 (BGR), unsigned bytes."""
Floats = NDArray[Any]
"""Any array of 32- or 64-bit floating-point numbers."""
