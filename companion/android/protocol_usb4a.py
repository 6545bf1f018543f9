"""`usb4a:///dev/bus/usb/001/002` for pyserial: found by its name, as pyserial's own protocol_socket and others are."""

from typing import Any

from serial import SerialException
from usb4a import usb
from usbserial4a.cdcacmserial4a import CdcAcmSerial
from usbserial4a.ch34xserial4a import Ch34xSerial
from usbserial4a.cp210xserial4a import Cp210xSerial
from usbserial4a.ftdiserial4a import FtdiSerial
from usbserial4a.pl2303serial4a import Pl2303Serial

from companion.android.usb import SCHEME, allowed

CHIPS = {0x0403: FtdiSerial, 0x10C4: Cp210xSerial, 0x1A86: Ch34xSerial, 0x067B: Pl2303Serial}  # by USB vendor


def serial_class_for_url(url: str) -> tuple[str, Any]:
    """The device's name, and the driver of its chip. An Arduino's own USB speaks CDC ACM."""
    name = url[len(SCHEME) :]
    device = usb.get_usb_device(name)
    if device is None:
        raise SerialException(f"Nothing is plugged in at {name}.")
    if not allowed(name):
        raise SerialException("Android has not allowed Wingman to use the gauge yet.")
    return name, CHIPS.get(device.getVendorId(), CdcAcmSerial)
