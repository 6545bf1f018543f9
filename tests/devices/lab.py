"""A gauge and its host on a bench, in the gauge's own time: as fast as the machine can, and the same every time."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from devices.link import Ear, Happening, Link, Picture, Press
from devices.protocol import Shown
from devices.simulator.body import Body
from devices.simulator.noise import Faults, Noise

STEP = 0.0002  # the finest step of time: a tenth of a frame


class Lab:
    """The real host logic on one side, any body on the other, a line with faults between."""

    def __init__(self, body: Body, faults: Faults | None = None, seed: int = 1, epoch: int = 1000) -> None:
        self.body = body
        self.faults = faults or Faults()
        self.down, self.up = Noise(self.faults, seed), Noise(self.faults, seed + 1)
        self.ear = Ear()
        self.link = Link(epoch, self.ear, Picture(), body.now)
        self.happenings: list[tuple[float, Happening]] = []
        self.cut = False  # the cable is out
        self._script: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()

    @property
    def now(self) -> float:
        return self.body.now

    def at(self, when: float, action: Callable[[], None]) -> None:
        heappush(self._script, (when, next(self._order), action))

    def show(self, picture: Picture) -> None:
        self.link.want(picture)

    def press(self, button: int, hold: float = 0.03) -> None:
        self.body.hold(button, True)
        self.at(self.now + hold, lambda: self.body.hold(button, False))

    def run(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self._exchange()
            times = (until, self.link.next_due(), self.down.next_arrival(), self.up.next_arrival())
            nearest = min(time for time in times if time is not None)
            if self._script:
                nearest = min(nearest, self._script[0][0])
            self.body.run(max(nearest, self.now + STEP))

    def run_until(self, condition: Callable[[], bool], limit: float = 5.0) -> float:
        """Seconds until the condition held; fails where it never does."""
        begin = self.now
        while not condition():
            assert self.now - begin < limit, f"not within {limit} s"
            self.run(STEP)
        return self.now - begin

    def presses(self) -> list[Press]:
        return [h for _, h in self.happenings if isinstance(h, Press)]

    def acks(self) -> list[Shown]:
        return [h for _, h in self.happenings if isinstance(h, Shown)]

    @property
    def linked(self) -> bool:
        return self.link.welcome is not None

    def _exchange(self) -> None:
        while self._script and self._script[0][0] <= self.now:
            heappop(self._script)[2]()
        self.up.send(self.body.transmitted(), self.now)
        if self.cut:
            self.up.clear()
            self.down.clear()
        heard = self.link.receive(self.up.arrived(self.now), self.now)
        self.happenings += [(self.now, happening) for happening in heard]
        self.down.send(self.link.due(self.now), self.now)
        if data := self.down.arrived(self.now):
            self.body.receive(data)
