"""The gauge's figures at 115200 baud, measured on the real firmware in simavr: `python -m tests.bench gauge`."""

import json
import os
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import serial

from devices.digits import layout_byte
from devices.frame import Decoder, pack
from devices.gauge import Gauge, LinkState
from devices.link import Picture
from devices.protocol import TABLE, VERSION, Hello, Layout, Message, Ping, Pong, Shown, State
from devices.simulator.noise import Faults
from devices.simulator.simavr import BUILD, FIRMWARE, SimavrGauge
from tests.devices import storm
from tests.devices.child import Child, off_after_kill, wait_until
from tests.devices.soak import soak
from tests.devices.talk import Talk

BYTE = 10 / (16e6 / 8 / 17)  # 16 MHz makes 117,647 baud of 115,200
MINUTES, FUZZED, SOAK_HOURS = 10, 100_000_000, 1


def run() -> None:
    subprocess.run(["make", "--silent", "-C", FIRMWARE], check=True)
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    print(f"{f'Gauge, real firmware in simavr, 115200 baud, {load}':<62} {'bar':<14} measured", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        child = Child("simavr", Path(folder) / "gauge")
        try:
            _first_change(child)
            _round_trips(child)
            _relinks(child)
            _killed(child)
        finally:
            child.close()
    _own_time()
    _storms()
    _fuzz()
    _flood()
    _memory()
    _soak()


def _row(figure: str, bar: str, measured: str, good: bool) -> None:
    print(f"{figure:<62} {bar:<14} {measured}{'' if good else '   MISSED'}", flush=True)


def _first_change(child: Child) -> None:
    gauge = Gauge(child.url)
    assert gauge.wait_linked(5)
    times = []
    for turn in range(300):
        child.ask("watch")
        picture = Picture(turn % 250, 0, 250, layout_byte(Layout.BOTH, 1), turn, turn % 16)
        begin = time.monotonic()
        gauge.show_picture(lambda digits, picture=picture: picture)  # type: ignore[misc]
        wait_until(lambda: gauge.status().twin.clock == turn)  # noqa: B023
        changed = child.changed_at()
        assert changed is not None
        times.append(changed - begin)
        time.sleep(0.01)
    gauge.close()
    times.sort()
    median, late = statistics.median(times) * 1000, times[int(len(times) * 0.99)] * 1000
    _row("set to first visible change, median", "8 ms", f"{median:.2f} ms", median <= 8)
    _row("set to first visible change, p99 (wants a quiet machine)", "25 ms", f"{late:.2f} ms", late <= 25)


def _round_trips(child: Child) -> None:
    port = serial.Serial(child.url, 115200, timeout=1)
    decoder = Decoder()

    def ask(message: Message, sequence: int, answer: type[Message]) -> float:
        begin = time.perf_counter()
        port.write(pack(message, sequence))
        while True:
            for frame in decoder.feed(port.read(max(1, port.in_waiting))):
                if frame.kind == answer.KIND:
                    return time.perf_counter() - begin

    port.write(b"\0" + pack(Hello(VERSION, TABLE, 77), 0))
    time.sleep(0.1)
    port.reset_input_buffer()
    state = State(77, 100, 0, 250, layout_byte(Layout.BOTH, 1), 90, 1, 0)
    ask(state, 1, Shown)
    for name, message, answer, bar in (("PING", Ping(1), Pong, 1.3), ("STATE", state, Shown, 1.7)):
        # Other work on this machine only adds time: the quietest of ten batches tells most of the gauge itself.
        medians = [statistics.median(ask(message, 1, answer) for _ in range(50)) for _ in range(10)]
        wire = (len(pack(message)) + 2 + answer.FORMAT.size + 4 + 2) * BYTE
        ratio = min(medians) / wire
        what = f"{ratio:.2f}  ({min(medians) * 1000:.2f} to {max(medians) * 1000:.2f} of {wire * 1000:.2f} ms)"
        _row(f"{name} round trip / wire limit, median of quietest batch", f"{bar}", what, ratio <= bar)
    port.close()


def _own_time() -> None:
    """The same round trips in the gauge's own time: what the firmware alone takes, whatever this machine does."""
    gauge = SimavrGauge()
    talk = Talk(gauge)
    talk.greet(77)
    state = State(77, 100, 0, 250, layout_byte(Layout.BOTH, 1), 90, 1, 0)
    talk.say(state, 1)
    for name, message, answer, bar in (("PING", Ping(1), Pong, 1.3), ("STATE", state, Shown, 1.7)):
        begin = gauge.now
        gauge.receive(pack(message, 1))
        while not talk.decoder.feed(gauge.transmitted()):
            gauge.run(gauge.now + 1)
        wire = (len(pack(message)) + 2 + answer.FORMAT.size + 4 + 2) * BYTE
        ratio = (gauge.now - begin) / wire
        _row(f"{name} round trip / wire limit, in the gauge's own time", f"{bar}", f"{ratio:.2f}", ratio <= bar)


def _killed(child: Child) -> None:
    off_after = off_after_kill(child)
    _row("host killed: OFF after its last frame", "1.5 ± 0.1 s", f"{off_after:.3f} s", abs(off_after - 1.5) <= 0.1)


def _storms() -> None:
    cases: tuple[tuple[str, Faults], ...] = (("5 % flipped", storm.FLIPPED), ("1/0.5/0.5 % mixed", storm.MIXED))
    for name, faults in cases:
        report = storm.storm(SimavrGauge(), faults, MINUTES * 60)
        seen = f"{len(report.wrong)} of {report.looks} looks, {report.damaged} bytes hurt"
        _row(f"wrong displays in {MINUTES} simulated minutes, {name}", "0", seen, not report.wrong)
        late = report.latencies[int(len(report.latencies) * 0.99)] * 1000
        told = f"{len(report.told)} of {len(report.pressed)}, p99 {late:.0f} ms"
        good = report.told == report.pressed and late <= 250
        _row(f"buttons told exactly once, {name}", "all, 250 ms", told, good)


def _relinks(child: Child) -> None:
    linked: list[float] = []
    gauge = Gauge(
        child.url,
        on_change=lambda status: linked.append(time.monotonic()) if status.state is LinkState.LINKED else None,
    )
    assert gauge.wait_linked(5)
    returns, resets = [], []
    for turn in range(10):
        child.ask(f"unplug {0.3 + turn * 0.037:.3f}")
        wait_until(lambda: len(linked) == 2 + 2 * turn)  # noqa: B023
        returns.append(linked[-1] - child.ask("plugged")["at"])
        time.sleep(0.2 + turn * 0.013)
        begin = time.monotonic()
        child.ask("reset")
        wait_until(lambda: len(linked) == 3 + 2 * turn)  # noqa: B023
        resets.append(linked[-1] - begin)
    gauge.close()
    for name, times in (("after the port returns", returns), ("after a reset of the gauge", resets)):
        _row(f"relink {name}, worst of {len(times)}", "0.25 s", f"{max(times):.3f} s", max(times) <= 0.25)


def _fuzz() -> None:
    done = subprocess.run([BUILD / "fuzz", str(FUZZED), "7"], capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)
    what = f"{found['undetected']} of {found['damaged']:,} damaged"
    _row(f"undetected damaged frames, {FUZZED:,} fuzzed", "0", what, found["undetected"] == 0)


def _flood() -> None:
    gauge = SimavrGauge()
    talk = Talk(gauge)
    talk.send(os.urandom(50_000), wait=50_000 * BYTE)
    talk.send(b"\0")
    talk.greet()
    _row("garbage flood of 50 kB at full rate", "no reset", f"{gauge.resets} resets, answers", gauge.resets == 0)


def _memory() -> None:
    text = subprocess.run(
        ["avr-size", "-C", "--mcu=atmega328p", BUILD / "gauge.elf"], capture_output=True, text=True, check=True
    ).stdout
    flash, ram = (int(number) for number in re.findall(r"(\d+) bytes", text))
    talk = Talk(SimavrGauge())
    talk.send(os.urandom(5_000), wait=1.0)
    talk.send(b"\0")
    used = 2048 - talk.ask(Ping(1), Pong).free
    _row("flash", "50 %", f"{flash / 32768:.1%} ({flash} bytes)", flash <= 16384)
    _row("RAM with the deepest stack met", "50 %", f"{used / 2048:.1%} ({ram} + {used - ram} bytes)", used <= 1024)


def _soak() -> None:
    report = soak(SOAK_HOURS)
    what = f"{len(report.wrong)} wrong of {report.looks}, {report.resets} resets, {report.leaked} bytes leaked"
    good = not (report.wrong or report.resets or report.leaked)
    _row(f"soak, {SOAK_HOURS} simulated hour (24: make gauge-soak)", "0, 0, 0", what, good)
