"""Finds the landing board by its pale spaces, lays the known layout over them, and tells the red token's space."""

import cv2
import numpy as np

from vision.images import Floats, Image, halved
from vision.landing_board.fitting import Fit, fit_layout
from vision.landing_board.lattice import lattices
from vision.landing_board.spaces import find_spaces
from vision.landing_board.token import REDDER, find_token
from vision.observation import Plane

# The board is read at this width at the most: spaces are large, and noise averages out.
READ_AT = 640
# Spaces that a red thing may cover and be the token, with a finger on it; what is larger is a sleeve or a cloth.
HIDES = 5.0


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
        found = find_token(lab, fit)
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
        area = float(np.median([np.pi / 4 * spaces[i].size ** 2 * spaces[i].flatness for i in lattice.chosen]))
        token = _token_at(view, points[lattice.chosen], area)
        fit = fit_layout(grey, token, lattice, spaces)
        if fit is not None:
            return fit
    return None


def _token_at(view: Image, spaces: Floats, area: float) -> Image:
    """Where it is as red as the token: what is under that cannot be seen. `area` is that of a space, in pixels."""
    red = cv2.cvtColor(cv2.GaussianBlur(view, (0, 0), 0.8), cv2.COLOR_BGR2LAB)[..., 1]
    at = np.rint(spaces).astype(int)
    usual = float(np.median(red[at[:, 1], at[:, 0]]))
    token: Image = (red > usual + REDDER).astype(np.uint8)
    token = cv2.morphologyEx(token, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(token)
    hides = stats[:, 4] <= HIDES * area
    hides[0] = False
    return np.asarray(hides[labels], np.uint8)


def _any_red(view: Image) -> bool:
    """Whether anything is nearly as much redder than the rest as a token is: a quick look that spares most pictures."""
    small = halved(view)
    red = cv2.blur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB)[..., 1], (3, 3))
    return bool(np.ptp(red) >= 0.75 * REDDER)
