"""A gauge on the tablet's USB socket: which devices are there, and whether Wingman may open them."""

from usb4a import usb

from devices.discovery import LIKELY

SCHEME = "usb4a://"


def gauges() -> list[str]:
    """URLs of the devices that may be a gauge. Android asks for permission when one is opened the first time."""
    devices = [device for device in usb.get_usb_device_list() if device.getVendorId() in LIKELY]
    return [SCHEME + device.getDeviceName() for device in devices]


def allowed(name: str) -> bool:
    """May the device be opened? If not, Android asks now, and the next attempt finds the answer."""
    device = usb.get_usb_device(name)
    if device is None:
        return False
    if usb.has_usb_permission(device):
        return True
    usb.request_usb_permission(device)
    return False
