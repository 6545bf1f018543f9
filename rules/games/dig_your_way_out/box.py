"""One table's box: the figures for its number of players, what its cards and board print, its house rules."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rules import bag, house
from rules.bag import Bag
from rules.game import Setup
from rules.games.dig_your_way_out import edits
from rules.games.dig_your_way_out.cards import DATA, IDS, NAMES, PILED, PLACES
from rules.games.dig_your_way_out.effects import Effect, read_effects, read_power
from rules.setup import read_mode, read_seats

SWITCHES = house.switches(DATA["switches"])
PLAYERS: tuple[int, ...] = tuple(DATA["players"])
MODES: tuple[str, ...] = tuple(DATA["modes"])
NAME: str = DATA["name"]


class Box(Struct, frozen=True):
    seats: tuple[str, ...]
    mode: str
    counts: tuple[int, ...]  # of each kind of card
    goal: int
    points: tuple[int, ...]  # Tunnel points of each kind
    sale: tuple[int, ...]
    weapons: tuple[int, ...]  # kinds
    search: tuple[int, ...]  # cards, by Place
    die: tuple[tuple[int, int], ...]  # two Places, by face from 1
    action_counts: tuple[int, ...]
    action_effects: tuple[tuple[Effect, ...], ...]
    powers: tuple[Mapping[str, int], ...]  # by Gang card
    background_when: tuple[str, ...]
    background_gang: tuple[str, ...]
    background_effects: tuple[tuple[Effect, ...], ...]
    background_also: tuple[tuple[Effect, ...], ...]
    printed: Mapping[str, Any]  # the box's data with this table's edits: names and texts to show
    tables: Mapping[str, Any]
    house: Mapping[str, Any]
    edited: Mapping[str, Any] = {}

    @property
    def card_ids(self) -> tuple[str, ...]:
        return IDS

    @property
    def card_names(self) -> tuple[str, ...]:
        return NAMES

    @property
    def search_cards(self) -> Bag:
        return bag.bag_of(kind for kind, number in enumerate(self.counts) if kind >= PILED for _ in range(number))


def make_box(setup: Setup) -> Box:
    """The box for a set-up, or Unreadable with the sentence to show."""
    seats = read_seats(NAME, PLAYERS, setup.players)
    mode = read_mode(NAME, MODES, setup.mode)
    printed = edits.printed(setup.box)
    tables = {name: entry["is"] for name, entry in DATA["tables"].items()}
    cards, actions, backgrounds = (printed[part].values() for part in ("cards", "actions", "backgrounds"))
    return Box(
        seats,
        mode,
        tuple(card["count"] for card in cards),
        tables["goal"][PLAYERS.index(len(seats))],
        tuple(card.get("points", 0) for card in cards),
        tuple(card["sale"] for card in cards),
        tuple(kind for kind, card in enumerate(cards) if card["weapon"]),
        tuple(place["search"] for place in printed["places"].values()),
        tuple((PLACES.index(one), PLACES.index(other)) for one, other in (f["to"] for f in printed["die"].values())),
        tuple(card["count"] for card in actions),
        tuple(read_effects(card["does"], card["name"]) for card in actions),
        tuple(read_power(card["power"], card["name"]) for card in printed["gang_cards"].values()),
        tuple(card["when"] for card in backgrounds),
        tuple(card["gang"] for card in backgrounds),
        tuple(read_effects(card["does"], card["name"]) for card in backgrounds),
        tuple(read_effects(card["also"], card["name"]) for card in backgrounds),
        printed,
        tables,
        house.settle(SWITCHES, mode, setup.options),
        setup.box,
    )
