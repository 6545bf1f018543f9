"""Speaks to a gauge frame by frame, as no host would dare to."""

from typing import TypeVar

from devices.digits import layout_byte
from devices.frame import RESYNC, Decoder, Frame, pack
from devices.protocol import TABLE, VERSION, Hello, Layout, Message, State, Welcome
from devices.simulator.body import Body

M = TypeVar("M", bound=Message)
EPOCH = 4711
ALTITUDE = State(EPOCH, 164, 0, 250, layout_byte(Layout.BOTH, 1), 754, 0b0101, 0)
READS = " 16.412.34"


class Talk:
    def __init__(self, body: Body) -> None:
        self.body = body
        self.decoder = Decoder()
        self.wait(0.1)
        body.receive(RESYNC)

    def needs_eyes(self) -> None:
        """What follows is not acknowledged by the gauge: it must be seen or heard. A real board skips the test here."""
        self.body.looks()

    def wait(self, seconds: float) -> list[Frame]:
        """Lets time pass; what the gauge said meanwhile."""
        until, frames = self.body.now + seconds, []
        while self.body.now < until:
            self.body.run(until)
            frames += self.decoder.feed(self.body.transmitted())
        return frames

    def say(self, message: Message, sequence: int = 0, wait: float = 0.03) -> list[Message]:
        return self.send(pack(message, sequence), wait)

    def send(self, data: bytes, wait: float = 0.03) -> list[Message]:
        self.body.receive(data)
        return [message for frame in self.wait(wait) if (message := frame.message()) is not None]

    def ask(self, message: Message, kind: type[M], sequence: int = 0) -> M:
        """Says it and expects exactly one answer of this kind."""
        answers = [answer for answer in self.say(message, sequence) if isinstance(answer, kind)]
        assert len(answers) == 1, answers
        return answers[0]

    def greet(self, epoch: int = EPOCH, sequence: int = 0) -> Welcome:
        return self.ask(Hello(VERSION, TABLE, epoch), Welcome, sequence)
