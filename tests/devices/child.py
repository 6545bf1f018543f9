"""A simulated gauge in a process of its own, as a real one would be: it shares no lock with the host under test."""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from devices.simulator.line import PtyLine
from devices.simulator.pure import PureGauge
from devices.simulator.simavr import SimavrGauge
from devices.simulator.stand import Stand

ROOT = Path(__file__).parents[2]


class Child:
    """The parent's side."""

    def __init__(self, kind: str, link: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.devices.child", kind, link],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.url: str = self._answer()["url"]

    def ask(self, command: str) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        return self._answer()

    def changed_at(self) -> float | None:
        """When the first visible change since the last "watch" came, on the machine's own clock."""
        at: float | None = self.ask("changed")["at"]
        return at

    def look(self) -> dict[str, Any]:
        return self.ask("seen")

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(5)

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


def _obey(stand: Stand, command: str) -> dict[str, Any]:
    body = stand.body
    if command == "watch" and isinstance(body, SimavrGauge):
        body.watch()
        return {}
    if command == "changed" and isinstance(body, SimavrGauge):
        at = body.first_change()
        return {"at": at if at is None else at + stand.began}
    if command == "seen":
        look = stand.look()
        seen = {"digits": look.digits, "lamps": look.lamps, "off": look.off, "pulse": look.pulse}
        return {**seen, "at": look.at + stand.began, "heard_at": stand.heard_at + stand.began, "resets": body.resets}
    if command == "plugged":
        return {"at": stand.plugged_since}
    if command == "offs":
        return {"at": [look.at + stand.began for look in stand.looks() if look.off]}
    return {"said": stand.command(command)}


def main(kind: str, link: str) -> None:
    stand = Stand(SimavrGauge() if kind == "simavr" else PureGauge(), PtyLine(Path(link)))
    print(json.dumps({"url": stand.url}), flush=True)
    for line in sys.stdin:
        print(json.dumps(_obey(stand, line.strip())), flush=True)
    stand.close()


def off_after_kill(child: Child) -> float:
    """A host process is killed in the middle of its work: seconds from its last byte to OFF."""
    code = f"import time; from devices.gauge import Gauge; g = Gauge({child.url!r}); time.sleep(60)"
    host = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
    try:
        wait_until(lambda: child.look()["digits"] == " " * 8, limit=20)  # a host without a game shows nothing
        time.sleep(0.5)
        child.ask("offs")  # forgets the OFF of its start
    finally:
        host.kill()
        host.wait()
    offs: list[float] = []
    wait_until(lambda: offs.extend(child.ask("offs")["at"]) or offs)
    seconds: float = offs[0] - child.look()["heard_at"]
    return seconds


def wait_until(condition: Any, limit: float = 5.0) -> float:
    """Seconds of real time until the condition held; fails where it never does."""
    begin = time.monotonic()
    while not condition():
        assert time.monotonic() - begin < limit, f"not within {limit} s"
        threading.Event().wait(0.002)
    return time.monotonic() - begin


if __name__ == "__main__":
    main(*sys.argv[1:])
