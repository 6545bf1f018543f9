"""`companion gauge`: find the serial gauge, drive it, watch it, calibrate it, simulate one."""

import argparse
import re
import select
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.cli.mistake import Mistake
from companion.cli.output import add_json_flag, print_json, wants_json
from devices import dial, discovery
from devices.face import Face, games, load
from devices.gauge import Gauge, LinkState, Status
from devices.link import Press
from devices.simulator import stand
from devices.simulator.body import BUTTON_NAMES, Body
from devices.simulator.line import Line, PtyLine, TcpLine
from devices.simulator.pure import PureGauge
from devices.simulator.simavr import SimavrGauge

_LINK_WITHIN = 5.0  # seconds: a board that starts when its port is opened needs two
_LONGEST = 1_000_000  # seconds that a command may be told to stay: eleven days


def register(commands: Any) -> None:
    gauge = commands.add_parser("gauge", help="the serial gauge: find it, drive it, watch it, simulate one")
    verbs = gauge.add_subparsers(title="what to do", metavar="VERB", required=True)
    _list_parser(verbs)
    _set_parser(verbs)
    _watch_parser(verbs)
    _calibrate_parser(verbs)
    _sim_parser(verbs)


def _list_parser(verbs: Any) -> None:
    parser = verbs.add_parser("list", help="every gauge that answers, and what is the matter with the other ports")
    parser.add_argument("--port", action="append", default=[], metavar="URL", help="try this port too, or any URL")
    add_json_flag(parser)
    parser.set_defaults(run=_list)


def _set_parser(verbs: Any) -> None:
    parser = verbs.add_parser("set", help="show a value", description="Shows a value until the command ends.")
    parser.add_argument("value", type=int, help="in the game's own unit, such as 16500 (ft)")
    parser.add_argument("--clock", metavar="MIN:SEC", help="time left, on the digits")
    parser.add_argument("--alarm", action="append", default=[], metavar="NAME", help="light this alarm's lamp")
    parser.add_argument("--sound", action="store_true", help="sound the alarms too")
    parser.add_argument("--hold", type=_stretch, default=0.0, metavar="S", help="stay for S seconds; then it says OFF")
    _shared(parser)
    parser.set_defaults(run=_set)


def _watch_parser(verbs: Any) -> None:
    parser = verbs.add_parser(
        "watch",
        help="the needle and the digits, live",
        description="Draws what the gauge acknowledged. A line of input, VALUE [MIN:SEC] [ALARM...], changes it.",
    )
    parser.add_argument("--for", dest="seconds", type=_stretch, metavar="S", help="end after S seconds")
    _shared(parser)
    parser.set_defaults(run=_watch)


def _calibrate_parser(verbs: Any) -> None:
    parser = verbs.add_parser("calibrate", help="where the needle's ends are; kept by the gauge")
    parser.add_argument("--parked", type=int, required=True, metavar="US", help="servo pulse of a parked needle")
    parser.add_argument("--full", type=int, required=True, metavar="US", help="servo pulse at full scale")
    parser.add_argument("--unit", type=int, default=0, metavar="N", help="the gauge's own number, 0 to 255")
    parser.add_argument("--port", metavar="URL")
    add_json_flag(parser)
    parser.set_defaults(run=_calibrate)


def _sim_parser(verbs: Any) -> None:
    parser = verbs.add_parser(
        "sim",
        help="a gauge without hardware",
        description="Simulates a gauge until its input ends. Commands, one a line:\n" + stand.HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    ends = parser.add_mutually_exclusive_group()
    ends.add_argument("--pty", type=Path, metavar="LINK", help="a pseudo-terminal under this name")
    ends.add_argument("--tcp", type=int, metavar="PORT", help="a TCP port on this machine; 0 takes a free one")
    parser.add_argument("--firmware", action="store_true", help="the real firmware on a simulated chip")
    parser.add_argument("--for", dest="seconds", type=_stretch, metavar="S", help="end after S seconds")
    add_json_flag(parser)
    parser.set_defaults(run=_sim)


def _shared(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", default="hit-the-silk", metavar="GAME", help="whose face: " + ", ".join(games()))
    parser.add_argument("--port", metavar="URL", help="where the gauge is; without it, it is looked for")
    add_json_flag(parser)


def _list(arguments: argparse.Namespace) -> None:
    found = [discovery.probe(url) for url in dict.fromkeys([*arguments.port, *discovery.candidates()])]
    if wants_json(arguments):
        print_json([{**asdict(each), "gauge": each.welcome is not None} for each in found])
        return
    for each in found:
        print(f"{each.url}: {each.sentence}")
    if not found:
        print("No gauge is plugged in, and no port to try was named.")


def _set(arguments: argparse.Namespace) -> None:
    face, value, alarms = _face(arguments.game), arguments.value, tuple(arguments.alarm)
    clock = _seconds(arguments.clock) if arguments.clock else None
    _check(face, value, alarms)
    gauge = Gauge(arguments.port)
    try:
        gauge.show(face, value, clock=clock, alarms=alarms)
        _await_link(gauge)
        for alarm in alarms if arguments.sound else ():
            gauge.sound(face.alarm(alarm).sound)
        status = _await_shown(gauge, face, value)
        if wants_json(arguments):
            print_json(_told(status))
        else:
            print(dial.draw(face, status.twin), flush=True)
        time.sleep(arguments.hold)
    finally:
        gauge.close()


def _watch(arguments: argparse.Namespace) -> None:
    face = _face(arguments.game)
    presses: list[Press] = []
    gauge = Gauge(arguments.port, on_press=presses.append)
    until = time.monotonic() + arguments.seconds if arguments.seconds is not None else float("inf")
    listening, as_json = True, wants_json(arguments)
    last: Any = None
    try:
        gauge.show(face, face.low)
        while time.monotonic() < until:
            if listening and select.select([sys.stdin], [], [], 0.05)[0]:
                line = sys.stdin.readline()
                listening = bool(line)
                _obey(gauge, face, line.split())
            elif not listening:
                time.sleep(0.05)
            status = gauge.status()
            said: Any = _told(status) if as_json else _screen(face, status, presses)
            if said != last and as_json:
                print_json(said)
            elif said != last:
                print(f"\033[H\033[2J{said}", flush=True)  # in the place of the one before
            last = said
    finally:
        gauge.close()


def _calibrate(arguments: argparse.Namespace) -> None:
    gauge = Gauge(arguments.port)
    try:
        gauge.calibrate(arguments.parked, arguments.full, arguments.unit)
        _await_link(gauge)
        until = time.monotonic() + 2.0
        wanted = (arguments.parked, arguments.full, arguments.unit)
        while time.monotonic() < until:
            status = gauge.status()
            welcome = status.welcome
            if welcome is not None and (welcome.parked, welcome.full, welcome.unit) == wanted:
                if wants_json(arguments):
                    print_json(_told(status))
                else:
                    print(status.sentence)
                return
            if status.statistics.refusals:
                raise Mistake("The gauge takes servo pulses from 500 to 2500 us, and two different ones.")
            time.sleep(0.01)
        raise Mistake("The gauge did not store its calibration; try again.")
    except ValueError as fault:
        raise Mistake(str(fault)) from fault
    finally:
        gauge.close()


def _sim(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(prefix="gauge-") as folder:
        link = arguments.pty or Path(folder) / "gauge"
        line: Line = TcpLine(arguments.tcp) if arguments.tcp is not None else PtyLine(link)
        try:
            body: Body = SimavrGauge() if arguments.firmware else PureGauge()
            simulated = stand.Stand(body, line)
        except OSError as failure:
            raise Mistake(str(failure)) from failure
        if wants_json(arguments):
            print_json({"url": simulated.url})
        else:
            print(f"A gauge is on {simulated.url}", flush=True)
        try:
            _simulate(simulated, arguments)
        finally:
            simulated.close()


def _simulate(simulated: stand.Stand, arguments: argparse.Namespace) -> None:
    until = time.monotonic() + arguments.seconds if arguments.seconds is not None else float("inf")
    while time.monotonic() < until:
        if select.select([sys.stdin], [], [], 0.05)[0]:
            words = sys.stdin.readline()
            if not words:
                return
            _answer(simulated, words)
        if wants_json(arguments):
            for look in simulated.looks():
                print_json(asdict(look))


def _answer(simulated: stand.Stand, words: str) -> None:
    """A wrong command must not end the simulation in the middle of a game."""
    try:
        print(simulated.command(words), file=sys.stderr, flush=True)
    except ValueError as fault:
        print(f"companion: {fault}", file=sys.stderr, flush=True)


def _face(game: str) -> Face:
    try:
        return load(game)
    except ValueError as fault:
        raise Mistake(str(fault)) from fault


def _check(face: Face, value: int, alarms: tuple[str, ...]) -> None:
    if not face.low <= value <= face.high:
        raise Mistake(f"{face.title} goes from {face.low} to {face.high} {face.unit}, so {value} cannot be shown.")
    try:
        face.picture(value, alarms=alarms)
    except ValueError as fault:
        raise Mistake(str(fault)) from fault


def _seconds(text: str) -> int:
    clock = re.fullmatch("([0-9]{1,2}):([0-5]?[0-9])", text)
    if clock is None:
        raise Mistake(f"A clock is minutes and seconds like 1:30, up to 99:59, not {text[:40]!r}.")
    return int(clock[1]) * 60 + int(clock[2])


def _stretch(text: str) -> float:
    """Seconds, as an option takes them."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = float("nan")
    if not 0 <= seconds <= _LONGEST:
        raise argparse.ArgumentTypeError(f"it takes seconds, from 0 to {_LONGEST:,}, not {text[:40]!r}")
    return seconds


def _obey(gauge: Gauge, face: Face, words: list[str]) -> None:
    """One line of `watch`: VALUE [MIN:SEC] [ALARM...]; what is wrong is said, and the watch goes on."""
    if not words:
        return
    try:
        value, rest = int(words[0]), words[1:]
        clock = _seconds(rest.pop(0)) if rest and ":" in rest[0] else None
        _check(face, value, tuple(rest))
        gauge.show(face, value, clock=clock, alarms=tuple(rest))
        for alarm in rest:
            gauge.sound(face.alarm(alarm).sound)
    except ValueError:
        print(f"companion: {' '.join(words)!r} is not VALUE [MIN:SEC] [ALARM...].", file=sys.stderr)
    except Mistake as mistake:
        print(f"companion: {mistake}", file=sys.stderr)


def _await_link(gauge: Gauge) -> None:
    until = time.monotonic() + _LINK_WITHIN
    while not gauge.wait_linked(0.5):
        status = gauge.status()
        if time.monotonic() > until or status.state in (LinkState.TROUBLE, LinkState.WRONG_FIRMWARE):
            raise Mistake(status.sentence)


def _await_shown(gauge: Gauge, face: Face, value: int) -> Status:
    """Until the gauge says that it shows this, and its needle has come to rest."""
    wanted = face.picture(value)
    place = (wanted.value - wanted.low) / (wanted.high - wanted.low)
    until = time.monotonic() + 2.0
    while time.monotonic() < until:
        status = gauge.status()
        if status.twin.value == wanted.value and abs(status.twin.needle - place) < 0.01:
            return status
        time.sleep(0.01)
    raise Mistake(gauge.status().sentence)


def _screen(face: Face, status: Status, presses: list[Press]) -> str:
    statistics = status.statistics
    trip = f"{statistics.round_trip * 1000:.1f} ms" if statistics.round_trip else "–"
    counts = f"round trip {trip}, {statistics.resends} sent again, {statistics.bad + statistics.gauge_bad} damaged"
    pressed = " ".join(BUTTON_NAMES[press.button] for press in presses[-8:]) or "none yet"
    lost = f" ({statistics.presses_lost} lost)" if statistics.presses_lost else ""
    alone = [] if status.state is not LinkState.LINKED else [counts, f"buttons: {pressed}{lost}"]
    return "\n".join([face.title, dial.draw(face, status.twin), status.sentence, *alone])


def _told(status: Status) -> dict[str, Any]:
    told = asdict(status)
    told["state"] = status.state.value
    return told
