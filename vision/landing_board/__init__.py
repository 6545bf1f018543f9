"""The landing board: found without markers by its pale spaces, and the plane token's space read off."""

from vision.landing_board.reader import LandingBoard

__all__ = ["LandingBoard"]
