"""A bad line. Bytes are garbled, dropped and inserted; frames come twice, late, or not at all."""

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from random import Random


@dataclass(slots=True)
class Faults:
    """Shares are of bytes, for `duplicate` of frames."""

    garble: float = 0.0  # one bit of the byte is flipped
    drop: float = 0.0
    insert: float = 0.0
    duplicate: float = 0.0  # a copy follows, up to LATEST seconds later
    delay: float = 0.0  # seconds that everything takes longer


LATEST = 0.3


class Noise:
    """One direction of a line with faults."""

    def __init__(self, faults: Faults, seed: int) -> None:
        self.faults = faults
        self.damaged = 0
        self._random = Random(seed)
        self._frame = bytearray()
        self._queue: list[tuple[float, int, bytes]] = []
        self._order = count()

    def send(self, data: bytes, now: float) -> None:
        if not data:
            return
        if not self.faults.duplicate:
            self._put(self._damage(data), now)
            return
        for byte in data:
            self._frame.append(byte)
            if byte == 0:
                frame, self._frame = bytes(self._frame), bytearray()
                self._put(self._damage(frame), now)
                if self._random.random() < self.faults.duplicate:
                    self._put(self._damage(frame), now + self._random.uniform(0, LATEST))

    def arrived(self, now: float) -> bytes:
        out = bytearray()
        while self._queue and self._queue[0][0] <= now:
            out += heappop(self._queue)[2]
        return bytes(out)

    def next_arrival(self) -> float | None:
        return self._queue[0][0] if self._queue else None

    def clear(self) -> None:
        """The line was cut: what was under way is gone."""
        self._queue.clear()
        self._frame.clear()

    def _put(self, data: bytes, when: float) -> None:
        heappush(self._queue, (when + self.faults.delay, next(self._order), data))

    def _damage(self, data: bytes) -> bytes:
        faults, random = self.faults, self._random
        if not (faults.garble or faults.drop or faults.insert):
            return data
        out = bytearray()
        for byte in data:
            if random.random() < faults.insert:
                out.append(random.randrange(256))
                self.damaged += 1
            if random.random() < faults.drop:
                self.damaged += 1
                continue
            if random.random() < faults.garble:
                byte ^= 1 << random.randrange(8)
                self.damaged += 1
            out.append(byte)
        return bytes(out)
