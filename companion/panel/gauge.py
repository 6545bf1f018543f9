"""What the gauge screen shows: the link, the gauge as it stands there, and figures for who looks for a loose wire."""

from dataclasses import dataclass

from companion.gauge_desk import GaugeDesk
from devices.gauge import LinkState, Status

STEP = 10  # microseconds that one tap moves an end of the needle's way


@dataclass(frozen=True, slots=True)
class GaugeView:
    linked: bool
    says: str
    needle: float
    digits: str
    lamps: tuple[bool, ...]
    sound: str
    facts: tuple[tuple[str, str], ...]  # name and figure
    parked: int
    full: int
    unit: int
    simulated: bool


def view(desk: GaugeDesk) -> GaugeView:
    status = desk.status()
    welcome, twin = status.welcome, status.twin
    return GaugeView(
        status.state is LinkState.LINKED,
        status.sentence,
        twin.needle,
        twin.digits,
        twin.lamps,
        twin.sound,
        _facts(status),
        welcome.parked if welcome else 1000,
        welcome.full if welcome else 2000,
        welcome.unit if welcome else 0,
        desk.simulated,
    )


def _facts(status: Status) -> tuple[tuple[str, str], ...]:
    counted = status.statistics
    trip = f"{counted.round_trip * 1000:.0f} ms" if counted.round_trip is not None else "–"
    found = [("port", status.url or "–"), ("answer", trip), ("sent again", str(counted.resends))]
    found += [("damaged", str(counted.bad + counted.gauge_bad)), ("buttons", str(counted.presses))]
    if status.welcome is not None:
        found.insert(0, ("firmware", str(status.welcome.firmware)))
    return tuple(found)
