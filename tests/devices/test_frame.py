"""Framing: what goes in comes out, what is damaged does not, and Python and C agree on every byte."""

import json
import subprocess

from hypothesis import given
from hypothesis import strategies as st

from devices.frame import MAX_ENCODED, Decoder, encode, pack
from devices.header import header
from devices.protocol import BY_KIND, MAX_PAYLOAD, MESSAGES, PATTERNS, Hello, Message, columns
from devices.simulator.simavr import BUILD, FIRMWARE

payloads = st.binary(max_size=MAX_PAYLOAD)
TOP = {"B": 0xFF, "H": 0xFFFF, "I": 0xFFFFFFFF}


@st.composite
def messages(draw: st.DrawFn) -> Message:
    kind = draw(st.sampled_from(MESSAGES))
    return kind(*(draw(st.integers(0, TOP[letter])) for _, letter in columns(kind)))


@given(messages(), st.integers(0, 255))
def test_every_message_comes_out_as_it_went_in(message: Message, sequence: int) -> None:
    (frame,) = Decoder().feed(pack(message, sequence))
    assert (frame.sequence, frame.message()) == (sequence, message)


@given(st.integers(0, 255), st.integers(0, 255), payloads, st.integers(1, 7))
def test_frames_may_come_in_any_pieces(kind: int, sequence: int, payload: bytes, size: int) -> None:
    wire, decoder = encode(kind, sequence, payload) * 3, Decoder()
    frames = [frame for i in range(0, len(wire), size) for frame in decoder.feed(wire[i : i + size])]
    assert frames == [(kind, sequence, payload)] * 3
    assert decoder.bad == 0


@given(payloads, st.data())
def test_no_flipped_bit_gets_through(payload: bytes, data: st.DataObject) -> None:
    wire = bytearray(encode(2, 1, payload))
    place = data.draw(st.integers(0, len(wire) * 8 - 1))
    wire[place // 8] ^= 1 << place % 8
    assert Decoder().feed(bytes(wire) + b"\0") == []


@given(st.binary(max_size=2000))
def test_noise_is_counted_and_never_kept(noise: bytes) -> None:
    decoder = Decoder()
    decoder.feed(noise + b"\0")
    assert decoder.feed(pack(Hello(1, 2, 3))) == [(Hello.KIND, 0, Hello(1, 2, 3).pack())]


def test_an_endless_frame_takes_no_memory() -> None:
    decoder = Decoder()
    for _ in range(100):
        decoder.feed(b"x" * 1000)
    assert len(decoder._part) <= MAX_ENCODED
    assert decoder.feed(b"\0") == []
    assert decoder.bad == 1


def test_a_kind_or_a_length_that_the_table_does_not_have_is_no_message() -> None:
    (unknown,) = Decoder().feed(encode(0x7F, 0, b""))
    (short,) = Decoder().feed(encode(Hello.KIND, 0, b"\x01"))
    assert unknown.message() is None
    assert short.message() is None


def test_kinds_and_tones_are_unique() -> None:
    assert len(BY_KIND) == len(MESSAGES)
    assert len({pattern.ticks for pattern in PATTERNS}) == len(PATTERNS)
    assert all(pattern.ticks < 256 for pattern in PATTERNS)


def test_the_firmware_has_this_very_table() -> None:
    assert (FIRMWARE / "protocol.h").read_text() == header() + "\n", "run `make firmware`"


def test_two_million_damaged_frames_through_the_firmwares_own_decoder(firmware: None) -> None:
    done = subprocess.run([BUILD / "fuzz", "2000000", "3"], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["undetected"] == 0
    assert found["damaged"] > 1_500_000
    assert found["delivered"] > 300_000  # the whole ones did come through
