"""Frames on the wire: COBS(kind, sequence, payload, CRC-32) and a zero byte. One place for all framing."""

import zlib
from typing import Final, NamedTuple

from cobs import cobs

from devices.protocol import BY_KIND, MAX_PAYLOAD, Message

MAX_ENCODED: Final = 2 + MAX_PAYLOAD + 4 + 1  # kind and sequence, payload, CRC, one COBS code byte
RESYNC: Final = b"\0"  # ends whatever half frame the other side may hold


class Frame(NamedTuple):
    kind: int
    sequence: int
    payload: bytes

    def message(self) -> Message | None:
        """None where the kind or the length is not in the table."""
        cls = BY_KIND.get(self.kind)
        if cls is None or len(self.payload) != cls.FORMAT.size:
            return None
        return cls.unpack(self.payload)


def encode(kind: int, sequence: int, payload: bytes) -> bytes:
    raw = bytes((kind, sequence & 0xFF)) + payload
    encoded: bytes = cobs.encode(raw + zlib.crc32(raw).to_bytes(4, "little"))
    return encoded + b"\0"


def pack(message: Message, sequence: int = 0) -> bytes:
    return encode(message.KIND, sequence, message.pack())


class Decoder:
    """Takes bytes as they come, gives whole checked frames, counts the rest in `bad`. Memory is bounded."""

    def __init__(self) -> None:
        self.bad = 0
        self._part = b""
        self._overlong = False

    def feed(self, data: bytes) -> list[Frame]:
        frames = []
        *chunks, rest = (self._part + data).split(b"\0")
        for chunk in chunks:
            overlong, self._overlong = self._overlong or len(chunk) > MAX_ENCODED, False
            if not chunk and not overlong:
                continue  # an idle delimiter
            frame = None if overlong else _checked(chunk)
            if frame is None:
                self.bad += 1
            else:
                frames.append(frame)
        if len(rest) > MAX_ENCODED:
            self._overlong, rest = True, b""
        self._part = rest
        return frames


def _checked(chunk: bytes) -> Frame | None:
    try:
        raw = cobs.decode(chunk)
    except cobs.DecodeError:
        return None
    if len(raw) < 6 or zlib.crc32(raw[:-4]).to_bytes(4, "little") != raw[-4:]:
        return None
    return Frame(raw[0], raw[1], raw[2:-4])
