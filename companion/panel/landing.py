"""Land the Plane: where the plane is, what was rolled, where it may go. Alone, or as the last act of a table.

The dice on the screen are fair, and what they show is written down before anybody sees it.
"""

import secrets
import time
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from companion.disk import reason
from companion.sentence import Sentence
from rules.games.hit_the_silk.landing import FACES, LANDING, Board, Space, brake, moves, read_board
from rules.games.hit_the_silk.landing_odds import Odds

Phase = Literal["roll", "move", "brake", "landed", "crashed"]


@dataclass(frozen=True, slots=True)
class Target:
    """A move that the dice allow."""

    across: int
    down: int
    to: Space | None  # none: off the board
    ends: str
    chance: float  # to land from there, with best play


@dataclass(frozen=True, slots=True)
class Cockpit:
    """One moment of the landing."""

    space: Space
    phase: Phase
    dice: tuple[str, ...] = ()
    licence: bool = False
    crew: tuple[str, ...] = ()


class Flight(Protocol):
    """A landing in progress, whoever keeps it."""

    @property
    def board(self) -> Board: ...
    @property
    def now(self) -> Cockpit: ...
    def roll(self, dice: tuple[str, ...] | None = None) -> str:
        """Two dice, or one to brake: by chance, or as they were thrown. Returns why not, if not."""
        ...

    def move(self, target: Target) -> str: ...
    def undo(self) -> None: ...


def targets(flight: Flight) -> tuple[Target, ...]:
    """Where the plane may go now, the best first."""
    now = flight.now
    if now.phase != "move":
        return ()
    options = odds(flight.board, now.licence).advise(now.space, (now.dice[0], now.dice[1]))
    return tuple(Target(option.across, option.down, option.to, option.ends, option.chance) for option in options)


def chance(flight: Flight) -> float:
    """To land from here, with best play."""
    now = flight.now
    if now.phase in ("landed", "crashed"):
        return 1.0 if now.phase == "landed" else 0.0
    if now.phase == "move":
        return max((target.chance for target in targets(flight)), default=0.0)
    return odds(flight.board, now.licence).spaces[now.space]


@cache
def odds(board: Board, licence: bool) -> Odds:
    return Odds(board, licence)


def thrown(number: int) -> tuple[str, ...]:
    """Fair dice."""
    return tuple(secrets.choice(FACES) for _ in range(number))


class Alone:
    """A landing without a table. Every roll is in the log before it is shown."""

    def __init__(self, log: Path, licence: bool = False) -> None:
        self.board = read_board(LANDING, "crash")
        self._log = log
        self._moments = [Cockpit(self.board.start, "roll", licence=licence)]

    @property
    def now(self) -> Cockpit:
        return self._moments[-1]

    def roll(self, dice: tuple[str, ...] | None = None) -> str:
        now = self.now
        if now.phase not in ("roll", "brake"):
            return Sentence("The plane moves first.") if now.phase == "move" else Sentence("This flight is over.")
        needed = 1 if now.phase == "brake" else 2
        faces = dice or thrown(needed)
        if len(faces) != needed or not set(faces) <= set(FACES):
            if needed == 1:
                return Sentence("One landing die brakes the plane.")
            return Sentence("Two landing dice move the plane.")
        try:
            self._write({"at": list(now.space), "licence": now.licence, "dice": list(faces)})
        except OSError as trouble:
            return Sentence("The roll could not be written down, so it does not count: {why}.", why=reason(trouble))
        if now.phase == "roll":
            self._moments.append(replace(now, phase="move", dice=faces))
        else:
            stands = brake(self.board, now.space, faces[0], now.licence)
            self._moments.append(replace(now, phase="landed" if stands else "crashed", dice=faces))
        return ""

    def move(self, target: Target) -> str:
        now = self.now
        if now.phase != "move":
            return Sentence("Roll the dice first.")
        allowed = {(move.across, move.down) for move in moves((now.dice[0], now.dice[1]), now.licence)}
        if (target.across, target.down) not in allowed:
            return Sentence("These dice do not allow that.")
        phase: Phase = {"flying": "roll", "strip": "brake"}.get(target.ends, "crashed")  # type: ignore[assignment]
        dice = now.dice if phase == "crashed" else ()
        self._moments.append(replace(now, space=target.to or now.space, phase=phase, dice=dice))
        return ""

    def undo(self) -> None:
        """Back to before the last move. A roll stays: it was written down."""
        if len(self._moments) > 1 and self.now.phase != "move":
            self._moments.pop()

    def take_licence(self, licence: bool) -> None:
        self._moments[-1] = replace(self.now, licence=licence)

    def again(self) -> None:
        self._moments = [Cockpit(self.board.start, "roll", licence=self.now.licence)]

    def _write(self, what: dict[str, Any]) -> None:
        self._log.parent.mkdir(parents=True, exist_ok=True)
        with self._log.open("ab") as log:
            log.write(msgspec.json.encode({"when": round(time.time()), **what}) + b"\n")


class AtTheTable:
    """The landing of a table: everything goes through its session, and so into its journal first."""

    def __init__(self, session: Any) -> None:
        self._session = session

    @property
    def board(self) -> Board:
        return self._session.evening.state.box.board

    @property
    def now(self) -> Cockpit:
        state = self._session.evening.state
        landing = state.landing
        if landing is None:
            return Cockpit(self.board.start, "roll")
        if landing.landed is not None:
            phase: Phase = "landed" if landing.landed else "crashed"
        else:
            phase = "brake" if landing.braking else "move" if landing.dice else "roll"
        crew = tuple(state.box.seats[seat] for seat in landing.crew)
        return Cockpit(landing.space, phase, tuple(landing.dice), landing.licence, crew)

    def roll(self, dice: tuple[str, ...] | None = None) -> str:
        now = self.now
        if now.phase == "brake":
            self._session.touch("brake", die=(dice or thrown(1))[0])
        else:
            self._session.touch("roll", dice=list(dice or thrown(2)))
        return self._refused()

    def move(self, target: Target) -> str:
        self._session.touch("move", across=target.across, down=target.down)
        return self._refused()

    def undo(self) -> None:
        self._session.undo()

    def _refused(self) -> str:
        refusal = self._session.refusal
        return refusal.says if refusal is not None else ""
