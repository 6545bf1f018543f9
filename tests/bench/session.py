"""The table session: how soon a card is proposed, what a step costs, and whether memory grows over ten evenings."""

import gc
import resource
import tempfile
import time
from pathlib import Path
from statistics import median

import cv2

from companion.demo import player_for
from companion.demo.camera import STEP, SteppedCamera
from companion.demo.deed import Lay
from companion.demo.show import perform
from companion.demo.table import DemoTable
from companion.evening import Evening
from companion.session import Session
from tests.bench.measure import heading, row
from tests.companion.perfect_camera import PerfectCamera
from vision.stickers import stickers_of

GAME = "hit-the-silk"


def run() -> None:
    heading("Table session (Hit the Silk!, 4 players, without the window)")
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        latency(folder)
        steps(folder)
        memory(folder)


def latency(folder: Path) -> None:
    """Frames from the first one with the card at rest to the proposal, and what a frame costs."""
    session = Session(Evening.begin(folder / "latency.jsonl", player_for(GAME, 1).setup))
    table = DemoTable(GAME, 1)
    camera = SteppedCamera(table, session, GAME)
    camera.begin([])
    frames, costs = [], []
    for card in [sticker for sticker in stickers_of(GAME) if sticker.card in ("steal", "spy", "kung-fu")]:
        table.move(Lay(card, "discard"))
        camera.look(2)
        table.withdraw_hand()
        for number in range(1, 20):
            began = time.perf_counter()
            camera.look(1)
            costs.append(time.perf_counter() - began)
            if session.proposal is not None:
                frames.append(number)
                break
        session.dismiss()
    waited = max(frames) * STEP
    row("card at rest to proposal, at 10 frames a second", f"{waited:.1f} s", "<= 0.5 s", waited <= 0.5)
    print(f"{'(of which one frame, rendered and read)':70} {f'{1000 * median(costs):.1f} ms':>32}")


def steps(folder: Path) -> None:
    player = player_for(GAME, 47)
    session = Session(Evening.begin(folder / "steps.jsonl", player.setup))
    began = time.perf_counter()
    outcome = perform(player, session, PerfectCamera(session))
    each = (time.perf_counter() - began) / outcome.actions
    taps = outcome.taps / outcome.actions
    row("taps an action, three rounds with the camera", f"{taps:.2f}", "<= 1.2", taps <= 1.2)
    print(f"{'(a step, from sighting or tap to disk and news)':70} {f'{1000 * each:.2f} ms':>32}")


def memory(folder: Path) -> None:
    """Resident memory after each of ten evenings, the first two left aside for what is made once."""
    used = []
    for seed in range(10):
        player = player_for(GAME, seed)
        with Evening.begin(folder / f"memory-{seed}.jsonl", player.setup) as evening:
            session = Session(evening)
            perform(player, session, PerfectCamera(session))
        gc.collect()
        used.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    grown = used[-1] - used[1]
    row("memory over ten evenings", f"{used[-1]:.0f} MB, {grown:+.0f} MB since the second", "no growth", grown < 2)
