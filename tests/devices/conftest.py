"""The bodies that every conformance test runs on. The firmware is built here, from the source that is tested."""

import fcntl
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from devices.simulator.body import Body
from devices.simulator.pure import PureGauge
from devices.simulator.simavr import FIRMWARE, SimavrGauge
from tests.devices.real import RealBoard


def made(*order: str) -> None:
    """Fails, and does not skip, where the tools are missing: `make test` installs them."""
    (FIRMWARE / "build").mkdir(exist_ok=True)
    with open(FIRMWARE / "build" / ".lock", "w") as lock:  # tests run side by side
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = ["make", "--silent", "-C", str(FIRMWARE), *order]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def firmware() -> None:
    made()


@pytest.fixture(scope="session")
def four_digit_firmware(firmware: None) -> Path:
    """Beside the ordinary build, so that it disturbs nobody."""
    made("DIGITS=4", "BUILD=build/four", "build/four/gauge.elf")
    return FIRMWARE / "build" / "four" / "gauge.elf"


PORT = os.environ.get("PORT")  # a real board, from `make gauge-board PORT=…`


@pytest.fixture(params=["board"] if PORT else ["pure", "simavr"])
def body(request: pytest.FixtureRequest) -> Iterator[Body]:
    if request.param == "pure":
        yield PureGauge()
        return
    if request.param == "simavr":
        request.getfixturevalue("firmware")
    gauge = RealBoard(str(PORT)) if request.param == "board" else SimavrGauge()
    yield gauge
    gauge.close()


@pytest.fixture
def simavr(firmware: None) -> Iterator[SimavrGauge]:
    gauge = SimavrGauge()
    yield gauge
    gauge.close()
