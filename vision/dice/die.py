"""What a dice reader reports."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Die:
    """One die lying on the table."""

    face: str
    """What its top shows: "1" to "6" on pip dice; `1 2 3 4 1-across 1-down` on landing dice."""
    center: tuple[float, float]
    """Middle of the top face, frame pixels."""
    size: float
    """Side of the die, frame pixels: how far to the next one."""
    confidence: float
    """0 to 1: the share of right answers to expect among answers this sure."""
