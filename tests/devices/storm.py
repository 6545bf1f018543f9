"""Minutes of play on a bad line: a new picture every 70 ms, a button every half second, the oracle watching."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from devices.digits import layout_byte
from devices.link import Picture, Press, Unlinked
from devices.protocol import PATTERNS, Layout
from devices.simulator.body import Body
from devices.simulator.noise import Faults
from tests.devices.lab import Lab
from tests.devices.oracle import Oracle

FLIPPED = Faults(garble=0.05)
MIXED = Faults(garble=0.01, drop=0.005, insert=0.005)
REPEATED = Faults(garble=0.01, drop=0.005, insert=0.005, duplicate=0.1)

CHANGE_EVERY, PRESS_EVERY = 0.07, 0.5


@dataclass
class Report:
    seconds: float
    asked: int
    looks: int
    wrong: list[str]
    pressed: list[int]
    told: list[int]
    latencies: list[float] = field(repr=False)
    relinks: int
    resets: int
    damaged: int


def storm(body: Body, faults: Faults, seconds: float, seed: int = 1) -> Report:
    lab, oracle, random = Lab(body, faults, seed), Oracle(), Random(seed)
    pictures = unique_pictures(random)
    asked: list[Picture] = []
    pressed: list[tuple[float, int]] = []

    def change() -> None:
        asked.append(next(pictures))
        oracle.asks(asked[-1])
        lab.show(asked[-1])
        lab.at(lab.now + CHANGE_EVERY, change)

    def press() -> None:
        pressed.append((lab.now, random.randrange(3)))
        lab.press(pressed[-1][1])
        if lab.now < seconds - 5:  # the last presses get their time to arrive
            lab.at(lab.now + PRESS_EVERY, press)

    change()
    lab.at(0.2, press)
    while lab.now < seconds:
        lab.run(1.0)
        for look in body.looks():
            oracle.sees(look)
    told = [(when, happening.button) for when, happening in lab.happenings if isinstance(happening, Press)]
    return Report(
        seconds=lab.now,
        asked=len(asked),
        looks=oracle.looks,
        wrong=oracle.wrong,
        pressed=[button for _, button in pressed],
        told=[button for _, button in told],
        latencies=sorted(heard - down for (down, _), (heard, _) in zip(pressed, told, strict=False)),
        relinks=sum(isinstance(happening, Unlinked) for _, happening in lab.happenings),
        resets=body.resets,
        damaged=lab.up.damaged + lab.down.damaged,
    )


def unique_pictures(random: Random) -> Iterator[Picture]:
    """Endlessly many, no two with the same digits; lamps and buzzer follow from the clock by chance alone."""
    used: set[tuple[int, int]] = set()
    turn = 0
    while True:
        value, clock = random.randrange(251), random.randrange(6000)
        if (value, clock) in used:
            continue
        used.add((value, clock))
        turn = (turn + 1) % 16
        buzzer = turn << 4 | random.randrange(len(PATTERNS))
        yield Picture(value, 0, 250, layout_byte(Layout.BOTH, 1), clock, random.randrange(16), buzzer)
