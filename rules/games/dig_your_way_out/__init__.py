"""Dig Your Way Out: prisoners in search of Tools, and the first one through the tunnel wins."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules import bag
from rules.action import Action
from rules.describe import describe
from rules.game import Setup
from rules.games.dig_your_way_out import notes
from rules.games.dig_your_way_out.actions import cards_played, craft, extort, gang, market, move, place_actions, search
from rules.games.dig_your_way_out.board import board
from rules.games.dig_your_way_out.box import MODES, NAME, PLAYERS, SWITCHES, make_box
from rules.games.dig_your_way_out.cards import ACTION_CARDS, CARDS_OF, DATA, PILED
from rules.games.dig_your_way_out.effects import POWERS, VERBS
from rules.games.dig_your_way_out.lay_out import facts, lay_out
from rules.games.dig_your_way_out.scoring import final_score
from rules.games.dig_your_way_out.state import Draft, GangPile, Player, State
from rules.games.dig_your_way_out.turn import Discard, EndTurn, Spent
from rules.games.dig_your_way_out.view import view
from rules.house import Switch
from rules.knowledge import NOTHING, Zone
from rules.setup import read_first, with_house_rule
from rules.state import Note, lapse

ACTIONS: tuple[type[Action], ...] = (
    search.Search,
    move.Roll,
    move.Move,
    move.CautiousMove,
    gang.Join,
    extort.Extort,
    extort.Cooperate,
    extort.Fight,
    extort.GiveUp,
    extort.HandOver,
    extort.LoseACard,
    craft.Craft,
    cards_played.PlayAction,
    place_actions.Dig,
    market.Sell,
    market.Buy,
    place_actions.Heal,
    place_actions.StealSpoon,
    cards_played.RevealBackground,
    EndTurn,
    Discard,
)


class DigYourWayOut:
    id = "dig-your-way-out"
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
        """SETUP: the piles of Tools and Knives lie open, hands are dealt unseen from the Search deck."""
        box = make_box(setup)
        number, dealt = len(box.seats), box.tables["dealt"]
        deck = box.search_cards
        zones = [Zone(unknown=bag.size(deck) - number * dealt), NOTHING]
        zones += [Zone(box.counts[kind] * bag.one(kind), box.counts[kind]) for kind in range(PILED)]
        zones += [NOTHING, NOTHING, *[Zone(unknown=dealt)] * number, *[NOTHING] * number]
        gangs = tuple(GangPile(len(cards)) for cards in CARDS_OF)
        players, texts = [Player()] * number, (0,) * len(ACTION_CARDS)
        first = read_first(setup)
        return Draft(zones, deck, [], first, box, players, box.tables["actions"], (), gangs, 0, texts).freeze()

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Note, ...]]:
        draft = state.thaw()
        if draft.pending and not draft.pending[-1].blocks:
            lapse(draft, action)
        action.play(draft)
        if not draft.left:
            if not draft.pending and draft.winner < 0:
                draft.pending.append(Spent(int(draft.turn)))
        elif draft.pending and isinstance(draft.pending[-1], Spent):  # a card has brought another action
            draft.pending.pop()
        return draft.freeze(), tuple(draft.notes)

    def settle(self, state: State, switch: str, value: Any) -> State:
        return replace(state, box=make_box(with_house_rule(self.id, state.box, switch, value)))

    def describe(self) -> dict[str, Any]:
        cards = {
            name: {
                "name": card["name"],
                "counts": {str(players): card["count"] for players in self.players},
                "origin": card["origin"],
                "points": card.get("points", 0),
                "sale": card["sale"],
                "weapon": card["weapon"],
            }
            for name, card in DATA["cards"].items()
        }
        parts = ("places", "die", "actions", "gangs", "gang_cards", "backgrounds")
        printed = {f"box_{part}": DATA[part] for part in parts}
        return {**describe(self, DATA, cards), **printed, "verbs": dict(VERBS), "powers": dict(POWERS)}
