"""The real firmware, as avr-gcc made it, on a simulated ATmega328P. `make firmware` builds what it needs."""

import ctypes
from pathlib import Path
from typing import Any

from devices.protocol import Reset
from devices.simulator.body import Look

FIRMWARE = Path(__file__).parents[1] / "firmware"
BUILD = FIRMWARE / "build"
HERTZ = 16_000_000
_CHARACTERS = "0123456789-EHLP "


class _Look(ctypes.Structure):
    _fields_ = (
        ("cycle", ctypes.c_uint64),
        ("codes", ctypes.c_uint8 * 8),
        ("pulse", ctypes.c_uint16),
        ("digits", ctypes.c_uint8),
        ("lamps", ctypes.c_uint8),
        ("off", ctypes.c_uint8),
        ("tone", ctypes.c_uint8),
    )

    def read(self) -> Look:
        return Look(
            at=self.cycle / HERTZ,
            digits="".join(_character(code) for code in reversed(self.codes[: self.digits])),
            lamps=self.lamps,
            off=bool(self.off),
            pulse=self.pulse / 2,
            tone=self.tone,
        )


def _character(code: int) -> str:
    return _CHARACTERS[code & 15] + ("." if code & 0x80 else "")


class SimavrGauge:
    """The firmware in `elf` on its board."""

    def __init__(self, elf: Path = BUILD / "gauge.elf") -> None:
        """Raises FileNotFoundError, with a sentence, where the firmware was not built."""
        for needed in (elf, BUILD / "board.so"):
            if not needed.exists():
                raise FileNotFoundError(f"{needed.name} is not there yet; run `make firmware` first.")
        self._library = _library()
        self._board = self._library.board_open(str(elf).encode())
        if not self._board:
            raise FileNotFoundError(f"{elf.name} is no firmware for this chip; run `make firmware` again.")
        self._looks = (_Look * 256)()
        self._bytes = ctypes.create_string_buffer(4096)

    def close(self) -> None:
        if self._board:
            self._library.board_close(self._board)
            self._board = None

    @property
    def now(self) -> float:
        return float(self._library.board_cycle(self._board)) / HERTZ

    @property
    def resets(self) -> int:
        return int(self._library.board_resets(self._board))

    @property
    def overruns(self) -> int:
        """Bytes that came while the chip's own three places were full."""
        return int(self._library.board_overruns(self._board))

    def run(self, until: float) -> None:
        if not self._library.board_run(self._board, int(until * HERTZ) + 1):
            raise RuntimeError("The simulated chip has stopped: the firmware ran into nowhere.")

    def receive(self, data: bytes) -> None:
        self._library.board_receive(self._board, data, len(data))

    def transmitted(self) -> bytes:
        count = self._library.board_transmitted(self._board, self._bytes, len(self._bytes))
        return self._bytes.raw[:count]

    def hold(self, button: int, down: bool) -> None:
        self._library.board_hold(self._board, button, down)

    def reset(self, cause: Reset = Reset.BUTTON) -> None:
        self._library.board_reset(self._board, int(cause))

    def look(self) -> Look:
        look: _Look = self._library.board_look(self._board)
        return look.read()

    def looks(self) -> list[Look]:
        found: list[Look] = []
        while count := self._library.board_looks(self._board, self._looks, len(self._looks)):
            found += [look.read() for look in self._looks[:count]]
        return found

    def watch(self) -> None:
        """From now on, `first_change` waits for the next visible change."""
        self._library.board_watch(self._board)

    def first_change(self) -> float | None:
        cycle = self._library.board_first_change(self._board)
        return cycle / HERTZ if cycle else None


def _library() -> Any:
    library = ctypes.CDLL(str(BUILD / "board.so"))
    board, number = ctypes.c_void_p, ctypes.c_uint
    signatures: dict[str, tuple[Any, list[Any]]] = {
        "open": (board, [ctypes.c_char_p]),
        "close": (None, [board]),
        "cycle": (ctypes.c_uint64, [board]),
        "run": (ctypes.c_bool, [board, ctypes.c_uint64]),
        "receive": (None, [board, ctypes.c_char_p, number]),
        "transmitted": (number, [board, ctypes.c_char_p, number]),
        "hold": (None, [board, ctypes.c_int, ctypes.c_bool]),
        "reset": (None, [board, ctypes.c_uint8]),
        "look": (_Look, [board]),
        "looks": (number, [board, ctypes.c_void_p, number]),
        "watch": (None, [board]),
        "first_change": (ctypes.c_uint64, [board]),
        "resets": (ctypes.c_uint32, [board]),
        "overruns": (ctypes.c_uint32, [board]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, f"board_{name}")
        function.restype, function.argtypes = result, arguments
    return library
