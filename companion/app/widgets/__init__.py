"""The kit that screens are built of. Importing it makes every widget known to kv files."""

from companion.app.widgets.bar import Bar
from companion.app.widgets.buttons import Press, Tool
from companion.app.widgets.camera import CameraView
from companion.app.widgets.clock_chip import ClockChip
from companion.app.widgets.dial import BigDial
from companion.app.widgets.dock import Dock
from companion.app.widgets.entry import Dots, Entry, Status
from companion.app.widgets.icon import Icon
from companion.app.widgets.layouts import Flow, Panel, Scroll
from companion.app.widgets.pad import Pad
from companion.app.widgets.seats import Ring, Row, Seat
from companion.app.widgets.sheet import Sheet, Toast
from companion.app.widgets.still import Still
from companion.app.widgets.text import Fit, Text

__all__ = [
    "Bar",
    "BigDial",
    "CameraView",
    "ClockChip",
    "Dock",
    "Dots",
    "Entry",
    "Fit",
    "Flow",
    "Icon",
    "Pad",
    "Panel",
    "Press",
    "Ring",
    "Row",
    "Scroll",
    "Seat",
    "Sheet",
    "Status",
    "Still",
    "Text",
    "Toast",
    "Tool",
]
