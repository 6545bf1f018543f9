"""`companion demo`: a whole evening by itself, through camera, rules and gauge; it must end on the true score."""

import argparse
import os
import sys
import tempfile
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion import doctor
from companion.cli.mistake import Mistake
from companion.cli.output import print_json
from companion.demo import Demo
from companion.demo.deed import Deed
from companion.demo.fingers import Astray
from companion.demo.show import Outcome
from companion.session import Done, News
from devices import face
from rules.action import Unreadable
from rules.board import Outcome as Reckoning
from rules.games import game
from rules.sentences import capital, listed

WIDTH = 100
LONGEST_SEED = 9


def register(commands: Any) -> None:
    parser = commands.add_parser("demo", help="a whole evening by itself")
    parser.add_argument("game", metavar="GAME", nargs="?", default="hit-the-silk", help="the game's id")
    parser.add_argument("--headless", action="store_true", help="without a window, as fast as it goes")
    parser.add_argument("--seed", metavar="N", type=_seed, default=1, help="another evening for every number")
    parser.add_argument("--json", action="store_true", help="print only the figures, as JSON")
    parser.set_defaults(run=run)


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_SEED):
        raise argparse.ArgumentTypeError(f"it takes a whole number of up to {LONGEST_SEED} digits, not {text[:40]!r}")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    try:
        name = game(arguments.game).id
    except Unreadable as why:
        raise Mistake(str(why)) from None
    with tempfile.TemporaryDirectory(prefix="wingman-demo-") as folder:
        demo = Demo(name, arguments.seed, Path(folder))
        try:
            outcome = play(demo, lambda line: None) if arguments.json else watched(demo, arguments)
        except Astray as astray:
            print(f"companion: The app went astray. {astray}", file=sys.stderr)
            return 1
        finally:
            demo.close()
    if arguments.json:
        print_json({"game": name, "seed": arguments.seed, "agrees": outcome.agrees, **figures(outcome)})
    return 0 if outcome.agrees else 1


def watched(demo: Demo, arguments: argparse.Namespace) -> Outcome:
    """Played in the app where there is a screen; else told here, and pictures of the app are left behind."""

    def say(line: str) -> None:
        print(line, flush=True)

    seen = not arguments.headless and doctor.screen().state == "works"
    if not seen and doctor.screen().state == "broken":  # nothing can be drawn at all
        return play(demo, say)
    if not seen:
        os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    pictures = None if seen else _folder(Path("wingman-demo") / f"{arguments.game}-{arguments.seed}")
    from companion.app.tour import Closed, Tour

    try:
        with Tour(demo, pictures) as tour:
            outcome = play(demo, say, tour.step)
            tour.end()
    except Closed:
        raise Mistake("The window was closed before the evening was over.") from None
    if tour.taken:
        say(f"Pictures of the app are in {pictures}.")
    return outcome


def _folder(pictures: Path) -> Path:
    """Made before the evening begins: a long one should not end on a folder that cannot be written to."""
    try:
        pictures.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=pictures):
            return pictures
    except OSError as trouble:
        kept = f"Pictures of the app cannot be kept in {pictures} ({trouble.strerror or trouble})"
        raise Mistake(f"{kept}; start the demo in a folder of your own.") from None


def figures(outcome: Outcome) -> dict[str, Any]:
    return {
        "actions": outcome.actions,
        "seen": outcome.seen,
        "taps": outcome.taps,
        "truth": outcome.truth,
        "reached": outcome.reached,
    }


def play(demo: Demo, say: Callable[[str], object], on_step: Callable[[Deed], object] = lambda deed: None) -> Outcome:
    """Runs a demonstration and tells it line by line."""
    session = demo.session
    setup, title = session.evening.setup, session.evening.game.name
    say(f"{title} — {listed(setup.players)}. The table is rendered, the camera reads it, the rules judge it.\n")
    say(f"{session.board.headline}.")

    def tell(news: News) -> None:
        if isinstance(news, Done):
            for line in told(demo, news):
                say(line)

    session.listen(tell)
    outcome = demo.run(on_step)
    if session.board.outcome is not None:
        for line in reckoning(session.board.outcome):
            say(line)
    say("")
    say(
        f"{outcome.actions} actions, {outcome.seen} of them begun by the camera, {outcome.taps} taps"
        f" ({outcome.taps / max(1, outcome.actions):.2f} an action)."
    )
    say(
        "The score is the one that the real cards give."
        if outcome.agrees
        else f"The score is wrong: the real cards give {outcome.truth}, the app came to {outcome.reached}."
    )
    return outcome


def told(demo: Demo, done: Done) -> list[str]:
    """Where the needle stands, who saw it, what was done and what came of it; a new turn stands on its own line."""
    dial = demo.session.board.dial
    needle = f"{dial.value:>9,} {face.load(demo.session.evening.game.id).unit}" if dial is not None else ""
    said = [str(one["say"]) for one in done.told if one["what"] not in ("drop", "turn")]
    eye = "◉ " if done.how == "seen" else "  "
    what = textwrap.wrap(" ".join([f"{capital(done.label)}.", *said]), WIDTH)
    lines = [f"{needle:13} {eye}{line}" if not k else " " * 16 + line for k, line in enumerate(what)]
    turns = [str(one["say"]) for one in done.told if one["what"] == "turn"]
    return [*lines, *(line for turn in turns for line in ("", turn))]


def reckoning(outcome: Reckoning) -> list[str]:
    lines = ["", "The reckoning"]
    for line in outcome.lines:
        lines.append(f"  {line.player:8} {line.what:56} {line.amount:>5}   [{line.heading}]")
    return [*lines, "", *outcome.story, "", f"Winners: {listed(outcome.winners) or 'nobody'}."]
