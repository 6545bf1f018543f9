"""Escape Plan: three days to collect the loot and get out of a city that closes its exits."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules.action import Action
from rules.describe import describe
from rules.game import Setup
from rules.games.escape_plan import assets, notes
from rules.games.escape_plan.actions import contacts, escape, executive, move, rounds, sandra, stores, table, visits
from rules.games.escape_plan.board import board
from rules.games.escape_plan.box import MODES, PLAYERS, SWITCHES, make_box
from rules.games.escape_plan.final_score import final_score
from rules.games.escape_plan.flow import begin_round
from rules.games.escape_plan.lay_out import facts, lay_out
from rules.games.escape_plan.pieces import CARDS, CONTACT, DATA, EXITS
from rules.games.escape_plan.state import AT_REST, Draft, State, beginning
from rules.games.escape_plan.turn import EndTurn, Rest
from rules.games.escape_plan.view import view
from rules.house import Switch
from rules.knowledge import NOTHING, Zone
from rules.setup import read_first, with_house_rule
from rules.state import Note, settle

ACTIONS: tuple[type[Action], ...] = (
    move.Move,
    Rest,
    EndTurn,
    move.MeetPolice,
    move.TakeWounds,
    visits.PlaceCube,
    contacts.TakeAContact,
    assets.UnlockAsset,
    visits.ChooseBonus,
    visits.TakeAKey,
    visits.BuyFixer,
    visits.Pray,
    visits.Treat,
    visits.PayHospital,
    visits.UseAnExit,
    stores.TakeGas,
    stores.BuyEquipment,
    stores.OpenLocker,
    executive.FirstAid,
    executive.UseContact,
    executive.UseAsset,
    executive.UseFixer,
    executive.UseEquipment,
    executive.UseGang,
    escape.Escape,
    rounds.BuyAnAsset,
    rounds.KeepMoney,
    rounds.RevealPatrols,
    rounds.PlaceTile,
    rounds.EnterTile,
    rounds.UseDisc,
    rounds.StayOutOfIt,
    rounds.PayStay,
    sandra.Sandra,
    table.MoveAnOfficer,
    table.CrossThreshold,
    table.Count,
    table.CountUp,
    table.LayOpen,
)


class EscapePlan:
    id = "escape-plan"
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
        """SETUP: the Patrol pile and the Contact cards are all that is hidden from everybody."""
        box = make_box(setup)
        tables, number = box.tables, len(box.seats)
        exits, people = sum(1 << place for place in EXITS), sum(1 << kind for kind in CONTACT)
        patrols = len(EXITS) * tables["blocks"]
        zones = [
            Zone(unknown=patrols - 1, never=people),
            Zone(unknown=1, never=people),
            NOTHING,
            Zone(unknown=CARDS["contact"]["count"] - tables["display"], never=exits),
            Zone(unknown=tables["display"], never=exits),
            NOTHING,
            NOTHING,
        ]
        unseen = sum(tables["blocks"] << 8 * place for place in EXITS)
        unseen += sum(copies << 8 * kind for kind, copies in zip(CONTACT, box.copies, strict=True))
        player, stock = beginning(box)
        first = read_first(setup)
        order = tuple((first + place) % number for place in range(number))
        if box.sandra >= 0:  # 2 PLAYER SETUP: her marker stands on space 3
            order = (*order, 2)
        draft = Draft(zones, unseen, [], first, box, [player] * len(order), "play", 1, 0, order, (), AT_REST, stock)
        begin_round(draft)
        settle(draft)
        return draft.freeze()

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Note, ...]]:
        draft = state.thaw()
        action.play(draft)
        if draft.pending:
            settle(draft)
        return draft.freeze(), tuple(draft.notes)

    def settle(self, state: State, switch: str, value: Any) -> State:
        return replace(state, box=make_box(with_house_rule(self.id, state.box, switch, value)))

    def describe(self) -> dict[str, Any]:
        cards = {
            name: {
                "name": card["name"],
                "counts": {
                    str(players): card["count"] if players in card.get("players", self.players) else 0
                    for players in self.players
                },
                "origin": card["origin"],
            }
            for name, card in CARDS.items()
        }
        parts = ("contacts", "fixers", "equipment", "assets", "locations", "city", "printed")
        return {**describe(self, DATA, cards), **{part: DATA[part] for part in parts}}
