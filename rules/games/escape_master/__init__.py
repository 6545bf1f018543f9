"""Escape Master: a speed game without turns. The companion starts the rounds, referees, keeps clock and score."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules import describe
from rules.action import Action
from rules.game import Setup
from rules.games.escape_master import counting, leaders, notes, round, scoring, specials, stacks
from rules.games.escape_master.board import board
from rules.games.escape_master.box import MODES, NAME, PLAYERS, make_box
from rules.games.escape_master.cards import CARDS, DATA, LEADERS
from rules.games.escape_master.final_score import final_score
from rules.games.escape_master.lay_out import facts, lay_out
from rules.games.escape_master.referee import SWITCHES
from rules.games.escape_master.state import Draft, Player, State
from rules.games.escape_master.view import view
from rules.house import Switch
from rules.setup import read_first, with_house_rule
from rules.state import Note, lapse, settle

ACTIONS: tuple[type[Action], ...] = (
    round.Start,
    round.Out,
    round.AnnounceDraw,
    round.CanPlay,
    round.NobodyCanPlay,
    counting.Count,
    counting.CountNumber,
    leaders.TakeLeader,
    leaders.TradeLeaders,
    leaders.LoseLeader,
    leaders.Fell,
    leaders.DrawStory,
    leaders.ReadStory,
    leaders.UnlockBeast,
    stacks.AskReferee,
    stacks.AskToDraw,
    stacks.Play,
    stacks.See,
    specials.SetTrap,
    specials.PlayEscape,
    specials.Discard,
    specials.TakeCard,
    round.Penalty,
    round.PlayAgain,
)


class EscapeMaster:
    id = "escape-master"
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
        """Setup: the first dealer deals everybody a hand, the rest is the draw pile."""
        box = make_box(setup)
        number = len(box.seats)
        table = Draft([], 0, [], box, [Player()] * number, "deal", read_first(setup), scoring.begin(number))
        table.deal()
        return table.freeze()

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Note, ...]]:
        draft = state.thaw()
        if draft.pending:
            lapse(draft, action)
        action.play(draft)
        if draft.pending:
            settle(draft)
        return draft.freeze(), tuple(draft.notes)

    def settle(self, state: State, switch: str, value: Any) -> State:
        """A house rule for what comes; the cards of the present round stay as they were dealt."""
        return replace(state, box=make_box(with_house_rule(self.id, state.box, switch, value)))

    def describe(self) -> dict[str, Any]:
        cards = {
            name: {
                "name": card["name"],
                "counts": {str(number): card["count"] for number in self.players},
                "origin": card["origin"],
                "level": card["level"],
            }
            for name, card in CARDS.items()
        }
        return {**describe.describe(self, DATA, cards), "levels": DATA["levels"], "leaders": LEADERS}
