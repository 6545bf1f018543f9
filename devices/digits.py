"""What the gauge's digits read, and where its needle stands, for a state: the same answers as the firmware's."""

from devices.protocol import NO_CLOCK, Layout


def layout_byte(layout: Layout, decimals: int = 0) -> int:
    return decimals << 4 | layout


def reading(digits: int, layout: int, value: int, clock: int) -> str:
    """The digits from left to right, a point after its digit: "25.0 12.34" is 25.0 and 12 minutes 34."""
    kind, decimals = layout & 15, layout >> 4
    left = _number(value, digits if kind == Layout.VALUE else 4, decimals + 1, decimals)
    right = "    " if clock == NO_CLOCK else _number(clock // 60 * 100 + clock % 60, 4, 4, 2)
    if kind == Layout.VALUE:
        return left
    if kind == Layout.CLOCK:
        return " " * (digits - 4) + right
    if kind == Layout.BOTH:
        return left + right
    return " " * digits


def dashes(digits: int) -> str:
    return "-" * digits


def pulse(parked: int, full: int, value: int, low: int, high: int) -> int:
    """The servo pulse in microseconds; rounds towards `parked` as the firmware's division does."""
    return parked + int((full - parked) * (value - low) / (high - low))


def _number(value: int, places: int, shown: int, decimals: int) -> str:
    text = str(value).rjust(shown, "0").rjust(places)
    return text[:-decimals] + "." + text[-decimals:] if decimals else text
