"""Finds the landing board by its pale spaces, lays the known layout over them, and tells the red token's space."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Floats, Image
from vision.landing_board.fitting import Fit, fit_layout
from vision.landing_board.lattice import lattices
from vision.landing_board.spaces import find_spaces
from vision.observation import Plane

# The board is read at this width at the most: spaces are large, and noise averages out.
READ_AT = 640
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
# for the token if it is round, stands alone (so many times as red as what was left away) and by itself of a red hue:
# skin is yellower, violet print bluer. Below the first, blotches of JPEG begin.
FAINT, ALONE, HUE = 14.0, 1.5, (-0.25, 0.8)
# Columns across it from above, its narrow and its wide way, and the wide one over the narrow one: if it is round, and
# at the most. Half under a finger it is twice as long as it is narrow, a sleeve or a pencil longer.
ACROSS, ROUND, LONGEST = (0.5, 1.35), 1.5, 2.5
# What belongs to the token has this share of what the reddest on the board has, but no less than noise and warm light.
# Where a finger touches it, both are one at the first share; at the second the token is left.
PARTS, FAINTEST = (0.55, 0.8), 9.0
# Of two red things as large as a token the redder one is it, unless they are about as red.
SECOND = 0.8


class LandingBoard:
    """Callable: BGR frame to the plane token, or None when no board, no token or no sure space is seen."""

    def __call__(self, frame: Image, within: tuple[int, int, int, int] | None = None) -> Plane | None:
        """`within` tells left, top, right and bottom of where it may lie, if that is known."""
        left, top, right, bottom = within or (0, 0, frame.shape[1], frame.shape[0])
        view, scale = frame[top:bottom, left:right], min(1.0, READ_AT / max(frame.shape[:2]))
        if scale < 1:
            view = cv2.resize(view, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if not _any_red(view):
            return None
        fit = find_board(view)
        if fit is None:
            return None
        lab = cv2.cvtColor(cv2.GaussianBlur(view, (0, 0), 0.8), cv2.COLOR_BGR2LAB)
        found = _token(lab, fit)
        if found is None:
            return None
        space, (x, y) = found
        row, col = (int(n) for n in fit.layout.spaces[space])
        return Plane(row, col, (left + x / scale, top + y / scale))


def find_board(view: Image) -> Fit | None:
    """Where every space of the board lies in the picture; None without a board."""
    grey = cv2.cvtColor(view, cv2.COLOR_BGR2GRAY)
    spaces = find_spaces(grey)
    points = np.array([(space.x, space.y) for space in spaces], np.float64).reshape(-1, 2)
    for lattice in lattices(points, np.array([space.size for space in spaces])):
        token = _token_at(view, points[lattice.chosen])
        fit = fit_layout(grey, token, lattice, spaces)
        if fit is not None:
            return fit
    return None


def _token_at(view: Image, spaces: Floats) -> Image:
    """Where it is as red as the token: what is under that cannot be seen."""
    red = cv2.cvtColor(cv2.GaussianBlur(view, (0, 0), 0.8), cv2.COLOR_BGR2LAB)[..., 1]
    at = np.rint(spaces).astype(int)
    usual = float(np.median(red[at[:, 1], at[:, 0]]))
    token: Image = (red > usual + REDDER).astype(np.uint8)
    return cv2.morphologyEx(token, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))


def _any_red(view: Image) -> bool:
    """Whether anything is nearly as much redder than the rest as a token is: a quick look that spares most pictures."""
    small = cv2.resize(view, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    red = cv2.blur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB)[..., 1], (3, 3))
    return bool(np.ptp(red) >= 0.75 * REDDER)


def _token(lab: Image, fit: Fit) -> tuple[int, tuple[float, float]] | None:
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
    found.sort(reverse=True)
    redness, astray, space, middle = found[0]
    if astray > ASTRAY or (len(found) > 1 and found[1][0] > SECOND * redness):
        return None
    return space, middle


def _red_things(
    lab: Image, usual: Floats, board: Image, least: float, fit: Fit
) -> list[tuple[float, float, int, tuple[float, float]]]:
    """What is as large and red as the token: how red, how far from the nearest space, which space, and its middle.

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
            if _token_like((redness, yellowness), usual, narrow, wide, least):
                place = (float(middles[i][0]), float(middles[i][1]))
                found.append((redness - float(usual[1]), float(away[nearest]), nearest, place))
    return found


def _token_like(colour: tuple[float, float], usual: Floats, narrow: float, wide: float, least: float) -> bool:
    """Whether a thing of this a* and b*, so many columns across, may be the token."""
    red, yellow = colour[0] - float(usual[1]), colour[1] - float(usual[2])
    own_red, own_yellow = colour[0] - GREY, colour[1] - max(GREY, float(usual[2]))
    if wide > LONGEST * narrow or own_yellow < HUE[0] * own_red:
        return False
    if red >= RED or (red >= PINK and yellow <= YELLOWER * red):
        return True
    is_round = ACROSS[0] <= narrow and wide <= min(ACROSS[1], ROUND * narrow)
    return is_round and red >= max(FAINT, ALONE * least) and own_yellow <= HUE[1] * own_red


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
