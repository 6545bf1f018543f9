"""Evenings of Dig Your Way Out for tests: tables found as if some way had been gone already."""

from functools import partial
from typing import Any

from rules import knowledge
from rules.games import game
from rules.games.dig_your_way_out.cards import GANG_CARDS, GANGS, IDS, PILED, PLACES
from rules.games.dig_your_way_out.state import HANDS, PILES, Draft, State
from rules.table import Step
from tests.rules import script

GAME = game("dig-your-way-out")
line = partial(script.line, GAME)


class Evening(script.Evening):
    def ends(self, *players: str) -> None:
        for player in players:
            self.end_turn(player)

    def holds(self, player: str, *cards: str) -> bool:
        """Does the table know that all these cards are in the player's hand?"""
        state = self.table.state
        known = state.hand(state.box.seats.index(player)).known
        return all(known >> 8 * IDS.index(card) & 255 >= cards.count(card) for card in cards)


def evening(
    players: str = "Ann Ben Cat",
    *,
    hands: dict[str, str] | None = None,
    at: dict[str, str] | None = None,
    dug: dict[str, str] | None = None,
    gang: dict[str, str] | None = None,
    beatings: dict[str, int] | None = None,
    cigarettes: dict[str, int] | None = None,
    less: dict[str, int] | None = None,
    **setup: Any,
) -> Evening:
    """A table just set up, or found like this.

    `hands` are cards that everybody knows of, in whole hands; `gang` names each one's Gang card; `less` is how many
    cards of a pile are out of play.
    """
    table = Evening.of(GAME.id, players, **setup)
    state: State = table.table.state
    draft, seats = state.thaw(), state.box.seats
    for name, cards in (hands or {}).items():
        deal(draft, seats.index(name), cards.split())
    for name, cards in (dug or {}).items():
        for card in cards.split():
            knowledge.move(draft, PILES + IDS.index(card), HANDS + len(seats) + seats.index(name), IDS.index(card))
    for name, card in (gang or {}).items():
        join(draft, seats.index(name), GANG_CARDS.index(card))
    for name, place in (at or {}).items():
        draft.change(seats.index(name), place=PLACES.index(place))
    for name, number in (beatings or {}).items():
        draft.change(seats.index(name), beatings=number)
    for name, number in (cigarettes or {}).items():
        draft.change(seats.index(name), cigarettes=number)
    for pile, number in (less or {}).items():
        kind = IDS.index(pile)
        zone = draft.zones[PILES + kind]
        draft.zones[PILES + kind] = knowledge.Zone(zone.known - (number << 8 * kind), zone.seen - number)
    table.table.steps[0] = Step("Set-up", draft.freeze())
    return table


def deal(draft: Draft, seat: int, cards: list[str]) -> None:
    """The whole hand, for everybody to see: Search cards instead of the unseen ones, Tools from their piles."""
    unknown = draft.zones[HANDS + seat].unknown
    knowledge.move_unseen(draft, HANDS + seat, 0, unknown)
    for card in cards:
        kind = IDS.index(card)
        if kind < PILED:
            knowledge.move(draft, PILES + kind, HANDS + seat, kind)
        else:
            knowledge.move(draft, 0, HANDS + seat, kind)


def join(draft: Draft, seat: int, card: int) -> None:
    gang = GANGS.index(GANG_CARDS[card].rpartition("-")[0])
    draft.change(seat, gang=gang, card=card)
    pile = draft.gangs[gang]
    draft.gangs = (*draft.gangs[:gang], type(pile)(pile.fresh - 1, pile.left), *draft.gangs[gang + 1 :])
    draft.drawn |= 1 << card
