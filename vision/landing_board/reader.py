"""Finds the landing board by its pale spaces, lays the known layout over them, and tells the red token's space."""

import cv2
import numpy as np

from vision.discs import find_discs
from vision.images import Floats, Image
from vision.landing_board.fitting import Fit, fit_layout
from vision.landing_board.lattice import grow, perspective
from vision.observation import Plane

# The board is read at this width at the most: spaces are large, and noise averages out.
READ_AT = 1280
# The spaces are only a little paler than the board under them: half of what is asked of dice.
PALENESS = 8.0
# A space has no figure in it: it fills three quarters of its box, noise left aside.
SOLID = 0.5
# How much redder (a* of CIE Lab) than the spaces the token is: warm lamps stay under 15, red plastic passes 30.
REDDER = 20.0
# The token covers between a third of a space and two: less is a red speck, more is a sleeve.
COVER = (0.3, 2.4)
# The token's middle may be this far from a space's, in columns: further is between two spaces, and not told.
ASTRAY = 0.42


# The reddest tenth of the token is above this, even in poor light; a fingertip's is not.
RED = 28.0
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
        lab = cv2.cvtColor(cv2.GaussianBlur(view, (0, 0), 1.2), cv2.COLOR_BGR2LAB)
        found = _token(lab[..., 1], fit)
        if found is None:
            return None
        space, (x, y) = found
        row, col = (int(n) for n in fit.layout.spaces[space])
        return Plane(row, col, (left + x / scale, top + y / scale))


def find_board(view: Image) -> Fit | None:
    """Where every space of the board lies in the picture; None without a board."""
    grey = cv2.cvtColor(view, cv2.COLOR_BGR2GRAY)
    discs = find_discs(cv2.bitwise_not(grey), PALENESS, SOLID)
    points = np.array([(disc.x, disc.y) for disc in discs], np.float64).reshape(-1, 2)
    grown = grow(points)
    if grown is None:
        return None
    chosen, cells = grown
    matrix = perspective(cells, points[chosen])
    if matrix is None:
        return None
    return fit_layout(_token_paled(view, grey, points[chosen]), cells, matrix, [discs[i] for i in chosen])


def _token_paled(view: Image, grey: Image, spaces: Floats) -> Image:
    """The picture with red painted as pale as the spaces: where the token stands there is a space under it."""
    red = cv2.cvtColor(cv2.GaussianBlur(view, (0, 0), 1.2), cv2.COLOR_BGR2LAB)[..., 1]
    at = np.rint(spaces).astype(int)
    usual = float(np.median(red[at[:, 1], at[:, 0]]))
    token: Image = (red > usual + REDDER).astype(np.uint8)
    token = cv2.morphologyEx(token, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    paled = grey.copy()
    paled[token > 0] = int(np.median(grey[at[:, 1], at[:, 0]]))
    return paled


def _any_red(view: Image) -> bool:
    """Whether anything is nearly as much redder than the rest as a token is: a quick look that spares most pictures."""
    small = cv2.resize(view, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    red = cv2.blur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB)[..., 1], (3, 3))
    return bool(np.ptp(red) >= 0.75 * REDDER)


def _token(red: Image, fit: Fit) -> tuple[int, tuple[float, float]] | None:
    """Index of the space under the red token, and the token's middle."""
    board = np.zeros(red.shape, np.uint8)
    hull = cv2.convexHull(np.vstack([fit.pixels, _outset(fit.pixels)]).astype(np.float32)).astype(np.int32)
    cv2.fillConvexPoly(board, hull, 1)
    columns = np.clip(np.rint(fit.pixels).astype(int), 0, (red.shape[1] - 1, red.shape[0] - 1))
    usual = float(np.median(red[columns[:, 1], columns[:, 0]]))
    mask: Image = ((red > usual + REDDER) & (board > 0)).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, middles = cv2.connectedComponentsWithStats(mask)
    found = []
    for i in range(1, count):
        at = fit.board_place(middles[i])
        away = np.linalg.norm(fit.layout.places - at, axis=1)
        nearest = int(away.argmin())
        share = float(stats[i, 4]) / fit.space_area(nearest)
        if COVER[0] <= share <= COVER[1]:
            redness = float(np.percentile(red[labels == i], 90)) - usual
            if redness >= RED:
                found.append((redness, away[nearest], nearest, (float(middles[i][0]), float(middles[i][1]))))
    if not found:
        return None
    found.sort(reverse=True)
    redness, astray, space, middle = found[0]
    if astray > ASTRAY or (len(found) > 1 and found[1][0] > SECOND * redness):
        return None
    return space, middle


def _outset(pixels: Floats) -> Floats:
    """The spaces pushed outward a little, so that a token on a rim space lies wholly inside their hull."""
    middle = pixels.mean(axis=0)
    return np.asarray(middle + (pixels - middle) * 1.12)
