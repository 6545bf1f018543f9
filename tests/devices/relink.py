"""How long a link takes to come back, in the gauge's own time."""

from random import Random

from devices.link import Picture
from devices.simulator.body import Body
from tests.devices.lab import Lab


def after_return(body: Body, seed: int) -> float:
    """The cable is pulled for a second or so, and put in again."""
    lab = _linked(body, seed)
    lab.cut = True
    lab.run(1.0 + Random(seed).random() * 4)
    lab.cut = False
    return lab.run_until(lambda: lab.linked and _acknowledged(lab))


def after_reset(body: Body, seed: int) -> float:
    lab = _linked(body, seed)
    body.reset()
    before = len(lab.happenings)
    return lab.run_until(lambda: lab.linked and len(lab.happenings) > before and _acknowledged(lab))


def _linked(body: Body, seed: int) -> Lab:
    lab = Lab(body, seed=seed)
    lab.show(Picture(5, 0, 10, 1))
    lab.run_until(lambda: lab.linked)
    lab.run(1.0 + Random(seed).random())
    return lab


def _acknowledged(lab: Lab) -> bool:
    return not lab.body.look().off and lab.link.acknowledged
