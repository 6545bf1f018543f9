"""General QR readers that people would use otherwise: a grey picture to the texts in it."""

from collections.abc import Callable
from typing import Any, TypeAlias

import cv2

TextReader: TypeAlias = Callable[[Any], list[str]]


def readers() -> dict[str, TextReader]:
    """Those that can be had here; of each of the others a sentence is printed."""
    found: dict[str, TextReader] = {
        "OpenCV": _opencv(cv2.QRCodeDetector()),
        "OpenCV-ArUco": _opencv(cv2.QRCodeDetectorAruco()),
    }
    try:
        import zxingcpp

        qr, plain = zxingcpp.BarcodeFormat.QRCode, zxingcpp.TextMode.Plain
        found["zxing-cpp"] = lambda grey: [r.text for r in zxingcpp.read_barcodes(grey, qr, text_mode=plain)]
    except ImportError:
        print("zxing-cpp is not installed: left out")
    try:
        from pyzbar import pyzbar

        wanted = [pyzbar.ZBarSymbol.QRCODE]
        found["ZBar"] = lambda grey: [code.data.decode("utf-8", "replace") for code in pyzbar.decode(grey, wanted)]
    except ImportError:
        print("ZBar is left out: pyzbar or the Debian package libzbar0 is not installed")
    return found


def one_at_a_time(found: dict[str, TextReader]) -> dict[str, TextReader]:
    """The same, OpenCV's by the call that people use for a single code: it finds fewer."""
    plain: dict[str, TextReader] = {
        "OpenCV": lambda grey: [cv2.QRCodeDetector().detectAndDecode(grey)[0]],
        "OpenCV-ArUco": lambda grey: [cv2.QRCodeDetectorAruco().detectAndDecode(grey)[0]],
    }
    return {**found, **plain}


def _opencv(detector: Any) -> TextReader:
    """Several codes at once or, where it finds none so, one."""

    def read(grey: Any) -> list[str]:
        try:
            texts = [text for text in detector.detectAndDecodeMulti(grey)[1] if text]
            return texts or [text for text in [detector.detectAndDecode(grey)[0]] if text]
        except (cv2.error, UnicodeError):  # malformed codes, and Shift JIS
            return []

    return read
