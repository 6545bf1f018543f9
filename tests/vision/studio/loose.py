"""Cards lying about: free, touching, or with a corner under a neighbour."""

import numpy as np

from tests.vision.studio.lens import Lens, Shot
from tests.vision.studio.prints import HIGH, WIDE
from tests.vision.studio.scene import SURFACES, Print, Room, render
from vision.images import Image


def loose_cards(
    cards: dict[str, Image],
    ids: list[str],
    shot: Shot,
    rng: np.random.Generator,
    room: Room | None = None,
    pairs: float = 0.3,
) -> tuple[Image, list[Print]]:
    """The named cards on a table; a share of them touch or slightly overlap the one before."""
    lens = Lens(shot, rng)
    room = room or Room(str(rng.choice(SURFACES)), hand=rng.random() < 0.3, shadow=rng.random() < 0.4)
    laid: list[Print] = []
    for card in ids:
        for _ in range(300):
            turn = rng.uniform(0, 2 * np.pi)
            if laid and rng.random() < pairs:
                other = laid[int(rng.integers(len(laid)))]
                turn = other.turn + (rng.normal(0, 0.04) if rng.random() < 0.7 else rng.uniform(-0.6, 0.6))
                gap = rng.choice([0.3, 0.8, -3.0, -8.0])
                across = rng.random() < 0.5
                step = (
                    np.array([WIDE + gap, rng.uniform(-12, 12)])
                    if across
                    else np.array([rng.uniform(-9, 9), HIGH + gap])
                )
                step = step * rng.choice([-1, 1])
                c, s = np.cos(other.turn), np.sin(other.turn)
                at = np.array(other.at) + np.array([c * step[0] - s * step[1], s * step[0] + c * step[1]])
                near = [one for one in laid if one is not other]
            else:
                at = rng.uniform(-0.5, 0.5, 2) * (shot.across * 1.05, shot.across * 0.75)
                near = laid
            new = Print(
                card, cards[card], (WIDE, HIGH), (float(at[0]), float(at[1])), turn, gloss=float(rng.uniform(0.4, 1))
            )
            corners = lens.pixels(new.on_table())
            inside = (corners > 10).all() and (corners < np.array(lens.size) - 10).all()
            if inside and all(np.hypot(*(at - one.at)) > 110 for one in near):
                laid.append(new)
                break
    return render(laid, room, shot, rng, lens), laid
