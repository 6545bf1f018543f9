"""A pinhole camera over the table, and where flat things lie in front of it."""

from dataclasses import dataclass
from math import cos, radians, sin, tan
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a flat thing lies: its own origin on the table, in millimetres, y towards the viewer."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    """Degrees, clockwise as seen from above."""
    height: float = 0.0
    """Millimetres above the table, for cards in a hand."""
    lean: float = 0.0
    """Degrees that the thing's far edge is lifted, as a hand holds cards towards the camera."""

    def matrix(self) -> NDArray[Any]:
        """Columns: the thing's x axis, its y axis and its origin, in table coordinates (z up)."""
        a, b = radians(self.turn), radians(self.lean)
        x_axis = (cos(a), sin(a), 0.0)
        y_axis = (-sin(a), cos(a) * cos(b), -sin(b))
        return np.array([x_axis, y_axis, (self.x, self.y, self.height)]).T


@dataclass(frozen=True, slots=True)
class Camera:
    """Looks at the middle of the table."""

    width: int = 1920
    height: int = 1080
    across: float = 600.0
    """Millimetres of table across the frame, in its middle."""
    tilt: float = 20.0
    """Degrees from looking straight down."""
    turn: float = 0.0
    """Degrees about the view axis."""
    view: float = 65.0
    """Horizontal field of view in degrees."""
    look_x: float = 0.0
    look_y: float = 0.0
    """The table point in the middle of the frame."""

    def homography(self, pose: Pose) -> NDArray[Any]:
        """From a flat thing's millimetres to pixels."""
        return np.asarray(self._projection() @ np.vstack([pose.matrix(), (0, 0, 1)]))

    def pixels(self, pose: Pose, points: NDArray[Any]) -> NDArray[Any]:
        """Where points of a flat thing appear."""
        mapped = np.hstack([points, np.ones((len(points), 1))]) @ self.homography(pose).T
        return np.asarray(mapped[:, :2] / mapped[:, 2:])

    def scaled(self, factor: int) -> "Camera":
        """The same view with more pixels."""
        return Camera(
            self.width * factor,
            self.height * factor,
            self.across,
            self.tilt,
            self.turn,
            self.view,
            self.look_x,
            self.look_y,
        )

    def _projection(self) -> NDArray[Any]:
        focal = self.width / 2 / tan(radians(self.view / 2))
        distance = self.across * focal / self.width
        t, r = radians(self.tilt), radians(self.turn)
        # Table x right, y towards the viewer, z up; camera x right, y down, z forward.
        look = np.array([[1, 0, 0], [0, cos(t), -sin(t)], [0, -sin(t), -cos(t)]])
        roll = np.array([[cos(r), -sin(r), 0], [sin(r), cos(r), 0], [0, 0, 1]])
        rotation = roll @ look
        shift = np.array([0, 0, distance]) - rotation @ np.array([self.look_x, self.look_y, 0])
        lens = np.array([[focal, 0, (self.width - 1) / 2], [0, focal, (self.height - 1) / 2], [0, 0, 1]])
        return np.asarray(lens @ np.column_stack([rotation, shift]))
