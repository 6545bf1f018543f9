"""Every game on the engine, by its id."""

from rules.action import Unreadable
from rules.game import Game
from rules.games.dig_your_way_out import DigYourWayOut
from rules.games.escape_master import EscapeMaster
from rules.games.escape_now import EscapeNow
from rules.games.escape_plan import EscapePlan
from rules.games.hit_the_silk import HitTheSilk

GAMES: dict[str, Game] = {
    game.id: game for game in (HitTheSilk(), DigYourWayOut(), EscapeMaster(), EscapePlan(), EscapeNow())
}


def game(name: str) -> Game:
    """The game of this id, or Unreadable with the sentence to show."""
    if name not in GAMES:
        raise Unreadable(f"There is no game “{name[:40]}”. The games are: {', '.join(GAMES)}.")
    return GAMES[name]
