"""The plane token on a board that was found: which of the red things it is, and its space."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Floats, Image
from vision.landing_board.fitting import Fit

# Neither red nor green, neither yellow nor blue, in OpenCV's 8 bits of CIE Lab.
GREY = 128.0
# How much redder (a* of CIE Lab) than the spaces the token is: warm lamps stay under 15, red plastic passes 30.
REDDER = 20.0
# The token covers between a third of a space and two: less is a red speck, more is a sleeve.
COVER = (0.3, 2.4)
# The token's middle may be this far from a space's, in columns: further is between two spaces, and not told.
ASTRAY = 0.42
# The reddest tenth of the token is above this, even in poor light; a fingertip's is not. A lamp that shines on it makes
# it pink: less red, but not as yellow (b* of CIE Lab, as a share of how red it is) as skin.
RED, PINK, YELLOWER = 28.0, 20.0, 0.55
# In glare, or on spaces as blue or pink as some are printed, it is less red by comparison, and yellower. It is taken
# for the token if it is round, stands alone (so many times as red as what was left away), shows its plane and is by
# itself of a red hue: skin is yellower, violet print bluer. Below the first, blotches of JPEG begin.
FAINT, ALONE, HUE = 14.0, 1.5, (-0.25, 0.8)
# Columns from its middle the token's white plane lies, and how lightness and redness go together there: where it is
# paler, the token is less red, even if a lamp or blur leaves little of the plane. A counter is as red all over, or less
# so in a dark figure.
PLANE, PALER = 0.27, -0.5
# Columns across it from above, its narrow and its wide way, and the wide one over the narrow one: if it is round, and
# at the most. Half under a finger it is twice as long as it is narrow, a sleeve or a pencil longer.
ACROSS, ROUND, LONGEST = (0.5, 1.35), 1.5, 2.5
# What belongs to the token has this share of what the reddest on the board has, but no less than noise and warm light.
# Where a finger touches it, both are one at the first share; at the second the token is left.
PARTS, FAINTEST = (0.55, 0.8), 9.0
# Of two red things as large as a token the redder one is it; if they are about as red, the one that lies on a space and
# shows a plane: a red die with white pips lies anywhere.
SECOND = 0.8


class _Red(NamedTuple):
    """A thing as large and red as the token."""

    redness: float
    """Levels above the spaces' a*."""
    astray: float
    """Columns from the nearest space."""
    space: int
    middle: tuple[float, float]
    plane: bool
    """Whether it shows a pale figure."""


def find_token(lab: Image, fit: Fit) -> tuple[int, tuple[float, float]] | None:
    """Index of the space under the red token, and the token's middle."""
    board = np.zeros(lab.shape[:2], np.uint8)
    hull = cv2.convexHull(np.vstack([fit.pixels, _outset(fit.pixels)]).astype(np.float32)).astype(np.int32)
    cv2.fillConvexPoly(board, hull, 1)
    columns = np.clip(np.rint(fit.pixels).astype(int), 0, (lab.shape[1] - 1, lab.shape[0] - 1))
    usual = np.median(lab[columns[:, 1], columns[:, 0]], axis=0)
    reddest = float(np.percentile(lab[..., 1][board > 0] - usual[1], 99.8))
    found = _red_things(lab, usual, board, float(np.clip(PARTS[0] * reddest, FAINTEST, REDDER)), fit)
    if not found:
        found = _red_things(lab, usual, board, PARTS[1] * reddest, fit)
    if not found:
        return None
    redness = max(red.redness for red in found)
    found = [red for red in found if red.redness >= SECOND * redness]
    if len(found) > 1:
        found = [red for red in found if red.plane and red.astray <= ASTRAY]
    if len(found) != 1 or found[0].astray > ASTRAY:
        return None
    return found[0].space, found[0].middle


def _red_things(lab: Image, usual: Floats, board: Image, least: float, fit: Fit) -> list[_Red]:
    """What is as large and red as the token.

    `usual` is the spaces' colour; what is not at least so much redder is left away.
    """
    # Over the board's edge as well: a finger that reaches in is one with the hand.
    mask: Image = (lab[..., 1] > usual[1] + least).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, middles = cv2.connectedComponentsWithStats(mask)
    found = []
    for i in range(1, count):
        if not board[round(middles[i][1]), round(middles[i][0])]:
            continue
        away = np.linalg.norm(fit.layout.places - fit.board_places(middles[i : i + 1]), axis=1)
        nearest = int(away.argmin())
        share = float(stats[i, 4]) / fit.space_area(nearest)
        if COVER[0] <= share <= COVER[1]:
            own = labels == i
            redness = float(np.percentile(lab[own, 1], 90))
            yellowness = float(lab[own & (lab[..., 1] >= redness), 2].mean())
            narrow, wide = _across(own, fit)
            plane = _shows_plane(lab, stats[i, :4], middles[i], fit)
            if _token_like((redness, yellowness), usual, narrow, wide, least, plane):
                middle = (float(middles[i][0]), float(middles[i][1]))
                found.append(_Red(redness - float(usual[1]), float(away[nearest]), nearest, middle, plane))
    return found


def _shows_plane(lab: Image, box: Floats, middle: Floats, fit: Fit) -> bool:
    """Whether a thing in this box is less red where it is paler, round its middle: as white on red is."""
    left, top, wide, high = box.tolist()
    y, x = (axis.ravel() for axis in np.mgrid[top : top + high, left : left + wide])
    away = np.linalg.norm(fit.board_places(np.stack([x, y], 1)) - fit.board_places(middle[None]), axis=1)
    near = away < PLANE
    pale, red = (lab[y[near], x[near], k].astype(np.float64) for k in (0, 1))
    together = float(((pale - pale.mean()) * (red - red.mean())).mean())
    return together < 0 and together <= PALER * float(pale.std() * red.std())


def _token_like(
    colour: tuple[float, float], usual: Floats, narrow: float, wide: float, least: float, plane: bool
) -> bool:
    """Whether a thing of this a* and b*, so many columns across, with or without a plane on it, may be the token."""
    red, yellow = colour[0] - float(usual[1]), colour[1] - float(usual[2])
    own_red, own_yellow = colour[0] - GREY, colour[1] - max(GREY, float(usual[2]))
    if wide > LONGEST * narrow or own_yellow < HUE[0] * own_red:
        return False
    if red >= RED or (red >= PINK and yellow <= YELLOWER * red):
        return True
    is_round = ACROSS[0] <= narrow and wide <= min(ACROSS[1], ROUND * narrow)
    return plane and is_round and red >= max(FAINT, ALONE * least) and own_yellow <= HUE[1] * own_red


def _across(own: NDArray[np.bool_], fit: Fit) -> tuple[float, float]:
    """Columns across what is marked, its narrow way and its wide way, if it is an ellipse on the board."""
    y, x = np.nonzero(own)
    there = fit.board_places(np.stack([x, y], 1))
    narrow, wide = 4 * np.sqrt(np.maximum(np.linalg.eigvalsh(np.cov(there.T)), 0.0))
    return float(narrow), float(wide)


def _outset(pixels: Floats) -> Floats:
    """The spaces pushed outward a little, so that a token on a rim space lies wholly inside their hull."""
    middle = pixels.mean(axis=0)
    return np.asarray(middle + (pixels - middle) * 1.12)
