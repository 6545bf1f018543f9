"""Drives an evening in a process of its own, to be killed in the middle: `python -m tests.companion.driven`.

After everything that was shown it says how many events the journal had by then.
"""

import sys
from pathlib import Path

from companion.demo.hit_the_silk import Evening as Player
from companion.demo.show import perform
from companion.evening import Evening
from companion.session import Done, News, Redone, Session, Undone
from tests.companion.perfect_camera import PerfectCamera


def main(path: Path, seed: int) -> None:
    player = Player(seed)
    session = Session(Evening.begin(path, player.setup))

    def say(news: News) -> None:
        if isinstance(news, Done | Undone | Redone):
            print(session.evening.events, session.board.headline, flush=True)

    session.listen(say)
    perform(player, session, PerfectCamera(session), lambda deed: session.undo() and session.redo())


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
