"""What only Android needs, behind the interfaces that the rest knows: a camera's Grabber, a pyserial port, permissions.

Nothing here is imported anywhere else than on Android, and then only through `prepare`.
"""

import sys


def on_android() -> bool:
    """python-for-android sets this; Kivy's own `platform` would import Kivy."""
    return hasattr(sys, "getandroidapilevel")


def prepare() -> None:
    """Make the tablet's USB ports known to the gauge and its camera to the eyes. Does nothing elsewhere."""
    if not on_android():
        return
    import serial

    from companion.android import camera, usb
    from devices import discovery
    from vision.sources import grabbers

    serial.protocol_handler_packages.append(__name__)
    discovery.FINDERS.append(usb.gauges)
    grabbers.CAMERAS.append(camera.TabletCamera)
