"""A whole evening by itself: seen by the real eyes, judged by the real rules, compared with what really happened."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from companion.demo.camera import SteppedCamera
from companion.demo.deed import Deed, Player
from companion.demo.show import Outcome, perform
from companion.demo.table import DemoTable
from companion.evening import Evening
from companion.gauge_desk import GaugeDesk
from companion.gauge_link import GaugeLink
from companion.session import Session
from devices.gauge import Status
from devices.simulator.line import TcpLine
from devices.simulator.pure import PureGauge
from devices.simulator.stand import Stand


class Demo:
    """One demonstration: the player who knows everything, the table that is rendered, and the session that is led."""

    def __init__(self, game: str, seed: int, folder: Path) -> None:
        self.player = player_for(game, seed)
        self.session = Session(Evening.begin(folder / f"demo-{game}-{seed}.jsonl", self.player.setup))
        self.table = DemoTable(game, seed)
        self.camera = SteppedCamera(self.table, self.session, game)
        self._stand = Stand(PureGauge(), TcpLine(0))
        self._desk = GaugeDesk(self._stand.url)
        self._link = GaugeLink(self.session, self._desk)

    @property
    def gauge(self) -> Status:
        """What the simulated gauge shows."""
        return self._desk.status()

    def run(self, on_step: Callable[[Deed], object] = lambda deed: None) -> Outcome:
        """To the end; `on_step` is called after everything that was recorded."""
        return perform(self.player, self.session, self.camera, on_step)

    def close(self) -> None:
        self._link.close()
        self._desk.close()
        self._stand.close()
        self.session.evening.close()


def player_for(game: str, seed: int) -> Player:
    """Who plays this game in a demonstration. Raises ModuleNotFoundError for a game that nobody can play yet."""
    player: Player = import_module(f"companion.demo.{game.replace('-', '_')}").Evening(seed)
    return player
