"""Hours of a quiet evening at speed: a turn now and then, a running clock, a button, a little noise."""

import json
import sys
from dataclasses import asdict, dataclass
from random import Random

from devices.digits import layout_byte
from devices.link import Picture, Press
from devices.protocol import Layout, Pong
from devices.simulator.noise import Faults
from devices.simulator.simavr import SimavrGauge
from tests.devices.lab import Lab
from tests.devices.oracle import Oracle

HOUR = 3600
NOISE = Faults(garble=0.0005, drop=0.0002, insert=0.0002)


@dataclass
class Report:
    hours: float
    looks: int
    wrong: list[str]
    resets: int
    pressed: int
    told: int
    leaked: int  # bytes of the gauge's RAM that the stack took after the first minute


def soak(hours: float, seed: int = 1) -> Report:
    body, random = SimavrGauge(), Random(seed)
    lab, oracle = Lab(body, NOISE, seed), Oracle()
    turn = 0
    pressed: list[float] = []

    def tick() -> None:
        """Each second another picture: the value counts the seconds up, so no two in a row are alike."""
        nonlocal turn
        turn += 1
        picture = Picture(turn % 10000, 0, 9999, layout_byte(Layout.BOTH), turn // 10000, random.randrange(16))
        oracle.asks(picture)
        lab.show(picture)
        lab.at(lab.now + 1.0, tick)

    def press() -> None:
        pressed.append(lab.now)
        lab.press(random.randrange(3))
        if lab.now < hours * HOUR - 30:
            lab.at(lab.now + random.uniform(5, 25), press)

    tick()
    lab.at(10.0, press)
    told = 0
    free: list[int] = []
    while lab.now < hours * HOUR:
        lab.run(60)
        for look in body.looks():
            oracle.sees(look)
        told += sum(isinstance(happening, Press) for _, happening in lab.happenings)
        free += [happening.free for _, happening in lab.happenings if isinstance(happening, Pong)][-1:]
        lab.happenings.clear()
    report = Report(lab.now / HOUR, oracle.looks, oracle.wrong, body.resets, len(pressed), told, free[0] - free[-1])
    body.close()
    return report


if __name__ == "__main__":
    result = soak(float(sys.argv[1]))
    print(json.dumps(asdict(result), indent=2))
    sys.exit(bool(result.wrong or result.resets or result.leaked or result.pressed != result.told))
