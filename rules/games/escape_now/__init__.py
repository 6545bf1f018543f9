"""Escape Now!: ten puzzles, sixty cards that are minutes, and not a word unless it is paid for."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules import describe
from rules.action import Action, Unreadable
from rules.game import Setup
from rules.games.escape_now import notes
from rules.games.escape_now.board import board
from rules.games.escape_now.box import FROM_THE_START, MODES, NAME, PLAYERS, SWITCHES, lucky_shots, make_box
from rules.games.escape_now.cards import ACTION_IDS, DATA, FIRST_PUZZLE, IDS, LUCKY_SHOT, NAMES
from rules.games.escape_now.lay_out import facts, lay_out
from rules.games.escape_now.layout import LAYOUTS
from rules.games.escape_now.move import Move
from rules.games.escape_now.question import Answer, Ask, HowMany
from rules.games.escape_now.replenish import Replenish
from rules.games.escape_now.scoring import final_score
from rules.games.escape_now.solve import Solve
from rules.games.escape_now.start import Start, Turn, TurnUp
from rules.games.escape_now.state import HANDS, NOWHERE, Draft, State
from rules.games.escape_now.stuck import Stuck
from rules.games.escape_now.view import view
from rules.house import Switch
from rules.knowledge import NOTHING, Zone
from rules.setup import read_first, with_house_rule
from rules.state import Note, lapse, settle

ACTIONS: tuple[type[Action], ...] = (Turn, Start, Solve, Move, Replenish, Ask, Answer, HowMany, Stuck)


class EscapeNow:
    id = "escape-now"
    name = NAME
    modes = MODES
    players = PLAYERS
    actions: Mapping[str, type[Action]] = {kind.do: kind for kind in ACTIONS}
    switches: Mapping[str, Switch] = SWITCHES

    score = staticmethod(final_score)
    view = staticmethod(view)
    board = staticmethod(board)
    lay_out = staticmethod(lay_out)
    facts = staticmethod(facts)
    tell = staticmethod(notes.tell)

    def set_up(self, setup: Setup) -> State:
        """Hands are dealt unseen; the cards that lie face up wait to be told, then pawns are placed."""
        box = make_box(setup)
        first = read_first(setup)
        dealt = box.tables["dealt"]
        zones = [Zone(unknown=box.minutes - box.hands * dealt)] + [NOTHING] * (HANDS - 1)
        zones += [Zone(unknown=dealt)] * box.hands
        face_up = box.layout.face_up(0)
        nothing = (0,) * (NOWHERE + 1)
        draft = Draft(
            zones,
            box.deck,
            [TurnUp(place) for place in reversed(box.layout.places) if face_up >> place & 1],
            first,
            box,
            "start",
            first,
            (NOWHERE,) * box.hands,
            0,
            nothing,
            nothing,
            starter=first if setup.first else -1,
        )
        return draft.freeze()

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Note, ...]]:
        draft = state.thaw()
        if draft.pending and not draft.pending[-1].blocks:
            lapse(draft, action)
        action.play(draft)
        if draft.pending:
            settle(draft)
        return draft.freeze(), tuple(draft.notes)

    def settle(self, state: State, switch: str, value: Any) -> State:
        if switch in FROM_THE_START:
            raise Unreadable(f"The house rule {switch} is settled when a table is set.")
        return replace(state, box=make_box(with_house_rule(self.id, state.box, switch, value)))

    def describe(self) -> dict[str, Any]:
        cards = {
            name: {"name": NAMES[kind], "counts": _counts(kind), "origin": DATA["cards"][name]["origin"]}
            for kind, name in enumerate(ACTION_IDS)
        }
        once = dict.fromkeys(map(str, PLAYERS), 1)
        for kind in range(FIRST_PUZZLE, len(IDS)):
            cards[IDS[kind]] = {"name": NAMES[kind], "counts": once, "origin": "rulebook"}
        return {**describe.describe(self, DATA, cards), "layouts": LAYOUTS}


def _counts(kind: int) -> dict[str, int]:
    shots = kind == LUCKY_SHOT
    return {
        str(players): lucky_shots(players, "all") if shots else int(DATA["cards"][ACTION_IDS[kind]]["count"])
        for players in PLAYERS
    }
