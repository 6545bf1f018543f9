"""Hit the Silk!: a failing plane, too few Parachutes, and a debt to pay."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules import bag
from rules.action import Action
from rules.bag import Bag
from rules.describe import describe
from rules.game import Setup
from rules.games.hit_the_silk import notes
from rules.games.hit_the_silk.actions import (
    challenge,
    change,
    disposal,
    handcuffs,
    key,
    kung_fu,
    landing,
    poison,
    reveal,
    shoot,
    spy,
    steal,
    threat,
    trade,
)
from rules.games.hit_the_silk.board import board
from rules.games.hit_the_silk.box import MODES, PLAYERS, SWITCHES, make_box
from rules.games.hit_the_silk.cards import DATA, FLANNEL, NAMES, UNSAFE
from rules.games.hit_the_silk.final_score import final_score
from rules.games.hit_the_silk.lay_out import facts, lay_out
from rules.games.hit_the_silk.state import Draft, Player, State
from rules.games.hit_the_silk.turn import EndTurn, pass_on
from rules.games.hit_the_silk.view import view
from rules.games.hit_the_silk.vote import CastVote
from rules.house import Switch
from rules.knowledge import NOTHING, Zone
from rules.setup import read_first, with_house_rule
from rules.state import Note, lapse, settle

ACTIONS: tuple[type[Action], ...] = (
    change.Change,
    steal.Steal,
    spy.Spy,
    handcuffs.Handcuff,
    key.Unlock,
    key.OpenLockbox,
    poison.Poison,
    poison.Antidote,
    poison.ReturnPoison,
    poison.Loot,
    kung_fu.KungFu,
    shoot.Shoot,
    trade.Trade,
    EndTurn,
    CastVote,
    threat.Threaten,
    threat.AskProof,
    threat.ShowRevolver,
    threat.BackDown,
    threat.Surrender,
    threat.Refuse,
    threat.StandOff,
    threat.KickAway,
    threat.EmptyRevolver,
    threat.Discard,
    disposal.Dispose,
    challenge.Challenge,
    challenge.CounterChallenge,
    challenge.TurnOver,
    challenge.Settle,
    reveal.Reveal,
    reveal.Tandem,
    reveal.GiveParachute,
    landing.SearchLicence,
    landing.Roll,
    landing.MovePlane,
    landing.Brake,
)


class HitTheSilk:
    id = "hit-the-silk"
    name: str = DATA["name"]
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
        """GAME PREPARATION: nobody but the players sees what was dealt and disposed of."""
        box = make_box(setup)
        number = len(box.seats)
        tables = box.tables
        flannels = bag.count(box.deck, FLANNEL)
        playing = bag.size(box.deck) - flannels
        zones = [
            Zone(unknown=playing - tables["lockbox"] - number * tables["dealt"]),
            Zone(unknown=number * tables["disposed"]),
            Zone(known=flannels * bag.one(FLANNEL), seen=flannels),
            Zone(unknown=tables["lockbox"], never=UNSAFE),
            NOTHING,
            NOTHING,
            NOTHING,
        ]
        zones += [Zone(unknown=tables["dealt"] - tables["disposed"])] * number
        unseen: Bag = box.deck - flannels * bag.one(FLANNEL)
        first = read_first(setup)
        players = [Player()] * number
        return Draft(zones, unseen, [], first, box, players, "turn", box.start, starter=first).freeze()

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Note, ...]]:
        draft = state.thaw()
        if draft.pending and not draft.pending[-1].blocks:
            lapse(draft, action)
        action.play(draft)
        if draft.pending:
            settle(draft)
        if draft.dead >> draft.turn & 1:
            pass_on(draft)
            settle(draft)
        if draft.cuffs:
            handcuffs.open_the_empty(draft)
        return draft.freeze(), tuple(draft.notes)

    def settle(self, state: State, switch: str, value: Any) -> State:
        return replace(state, box=make_box(with_house_rule(self.id, state.box, switch, value)))

    def describe(self) -> dict[str, Any]:
        cards = {
            name: {
                "name": NAMES[kind],
                "counts": dict(zip(map(str, self.players), card["counts"], strict=True)),
                "origin": card["origin"],
                "altitude": card.get("cost", 0),
                "lockbox": card["safe"],
            }
            for kind, (name, card) in enumerate(DATA["cards"].items())
        }
        return describe(self, DATA, cards)
