"""Takes out one safeguard at a time and runs the suite, which must fail each time: `make gauge-mutants`."""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.devices.child import ROOT


@dataclass(frozen=True)
class Mutant:
    """`old` must stand exactly once in `file`."""

    name: str
    file: str
    old: str
    new: str


FIRMWARE = "devices/firmware"
MUTANTS = (
    Mutant("no CRC", f"{FIRMWARE}/link.c", "!= (uint8_t)crc) return false;", "!= (uint8_t)crc) break;"),
    Mutant("no sequence check", f"{FIRMWARE}/session.c", "if (ahead < 0) return VERDICT_KNOWN;", ""),
    Mutant("no epoch check", f"{FIRMWARE}/session.c", "|| state->epoch != session->epoch) return", ") return"),
    Mutant(
        "no range check", f"{FIRMWARE}/session.c", "if ((*reason = fault(state)))", "if ((*reason = fault(state)) && 0)"
    ),
    Mutant("no table check", f"{FIRMWARE}/session.c", "|| hello->table != PROTOCOL_TABLE)", ")"),
    Mutant("no silence check", f"{FIRMWARE}/session.c", "now - session->heard < SILENCE_MS", "now >= session->heard"),
    Mutant("no slew limit", f"{FIRMWARE}/needle.c", "at = aim - at > SLEW_US ? at + SLEW_US : aim;", "at = aim;"),
    Mutant("no debounce", f"{FIRMWARE}/buttons.c", "history[i] == 0xff &&", "(history[i] & 1) &&"),
    Mutant("no kept presses", f"{FIRMWARE}/events.c", "&& events->crc == seal(events)) return;", "&& 0) return;"),
    Mutant("silent overflow", f"{FIRMWARE}/events.c", "else if (events->lost < UINT16_MAX) events->lost++;", ""),
    Mutant("no boot number", f"{FIRMWARE}/store.c", "wanted.starts++;", ""),
    Mutant(
        "presses told twice", "devices/link.py", "return press if self._ear.first_time(press) else None", "return press"
    ),
)
SUITE = ["tests/devices/test_conformance.py", "tests/devices/test_buttons.py", "tests/devices/test_storm.py"]


def survives(mutant: Mutant) -> bool:
    """Runs the suite on a copy of the tree with this one change."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("devices", "tests", "assets"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("build", "__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        source = copy / mutant.file
        text = source.read_text()
        if text.count(mutant.old) != 1:
            raise SystemExit(f"{mutant.name}: {mutant.old!r} does not stand exactly once in {mutant.file}.")
        source.write_text(text.replace(mutant.old, mutant.new))
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-k", "not hour and not pure", *SUITE]
        done = subprocess.run(
            command, cwd=copy, env={**os.environ, "PYTHONPATH": folder}, capture_output=True, text=True, check=False
        )
        failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
        if done.returncode != 0 and not failed:  # it did not even build: that proves nothing
            raise SystemExit(f"{mutant.name}: {done.stdout}{done.stderr}")
        print(f"{mutant.name:<22} {failed[0] if failed else 'SURVIVES'}", flush=True)
        return done.returncode == 0


if __name__ == "__main__":
    wanted = [mutant for mutant in MUTANTS if not sys.argv[1:] or mutant.name in sys.argv[1:]]
    survivors = [mutant.name for mutant in wanted if survives(mutant)]
    sys.exit(bool(survivors))
