"""Every sticker as a picture of its own, for label printers and other people's programs."""

import struct
import zlib
from typing import Any

import cv2

from vision.stickers import Kind, Sticker, layout, stickers_of

DPI = 600
"""Dots an inch."""


def pictures(game: str, kinds: tuple[Kind, ...]) -> list[tuple[dict[str, Any], bytes]]:
    """Each sticker's entry in index.json and its PNG."""
    return [_picture(sticker, kind) for kind in kinds for sticker in stickers_of(game)]


def _picture(sticker: Sticker, kind: Kind) -> tuple[dict[str, Any], bytes]:
    plan = layout(kind, sticker.number)
    entry = {
        "file": f"{kind}-{sticker.card}-{sticker.copy}.png",
        "card": sticker.card,
        "copy": sticker.copy,
        "kind": kind,
        "mm": plan.mm,  # the black square; the picture is larger by its white rim
        "print_mm": round(plan.side * plan.module, 3),
    }
    per_metre = round(DPI / 0.0254)
    png = cv2.imencode(".png", plan.draw(DPI), [cv2.IMWRITE_PNG_COMPRESSION, 9])[1].tobytes()
    return entry, _with_density(png, per_metre)


def _with_density(png: bytes, per_metre: int) -> bytes:
    """The PNG with a pHYs chunk after its header, so that it prints at its own size."""
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    return png[:33] + chunk + png[33:]
