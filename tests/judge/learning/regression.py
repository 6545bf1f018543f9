"""Logistic regression over named features: small enough to be read in a file afterwards."""

import numpy as np

from rules.judge.polarity import Features

RARE = 20  # what is seen less often tells nothing


def regression(rows: list[tuple[Features, bool, float]], held_back: float = 5.0) -> dict[str, float]:
    """Logistic regression by Newton's method, with large weights held back."""
    seen: dict[str, int] = {}
    for features, _, _ in rows:
        for name in features:
            seen[name] = seen.get(name, 0) + 1
    names = sorted(name for name, count in seen.items() if count >= RARE)
    column = {name: place for place, name in enumerate(names)}
    x: np.ndarray = np.zeros((len(rows), len(names)))
    for row, (features, _, _) in enumerate(rows):
        for name, value in features.items():
            if name in column:
                x[row, column[name]] = value
    y = np.array([same for _, same, _ in rows], float)
    importance = np.array([weight for _, _, weight in rows])
    learnt: np.ndarray = np.zeros(len(names))
    for _ in range(12):
        guess = 1 / (1 + np.exp(-x @ learnt))
        slope = x.T @ (importance * (guess - y)) + held_back * learnt
        bend = (x * (importance * guess * (1 - guess))[:, None]).T @ x + held_back * np.eye(len(names))
        learnt -= np.linalg.solve(bend, slope)
    return {name: round(float(learnt[place]), 2) for name, place in column.items() if abs(learnt[place]) >= 0.05}
