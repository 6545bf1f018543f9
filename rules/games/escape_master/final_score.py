"""Final scoring from plain data: the hands that were left, round by round."""

from collections.abc import Mapping
from typing import Any

from rules import bag, house
from rules.action import Unreadable
from rules.games.escape_master import scoring
from rules.games.escape_master.box import MODES, NAME, PLAYERS, deck_of, sides_of, terms_of
from rules.games.escape_master.cards import DATA, DOOM, IDS, NAMES
from rules.games.escape_master.referee import SWITCHES
from rules.games.escape_master.scoring import Hand, Round, Sides
from rules.plain import read_number, read_object
from rules.setup import read_mode, read_seats

FIELDS = ("mode", "teams", "limit", "rounds", "options")
MOST_ROUNDS = 500


def final_score(data: Any) -> dict[str, Any]:
    """The result as `companion score` prints it, or Unreadable with the sentence to show."""
    read_object(data, "The score", FIELDS)
    mode = data.get("mode", "")
    if not isinstance(mode, str):
        raise Unreadable('"mode" is a text.')
    mode = read_mode(NAME, MODES, mode)
    rules = house.settle(SWITCHES, mode, read_object(data.get("options", {}), '"options"'))
    rounds = data.get("rounds", [])
    if not isinstance(rounds, list) or len(rounds) > MOST_ROUNDS:
        raise Unreadable(f'"rounds" is a list of at most {MOST_ROUNDS} rounds.')
    for number, played in enumerate(rounds, 1):
        read_object(played, f"Round {number}", ("hands", "extra"))
        read_object(played.get("hands", {}), f'Round {number}: "hands"')
        read_object(played.get("extra", {}), f'Round {number}: "extra"')
    teams = _teams(data.get("teams", [])) if mode == "alliance" else ()
    seats = read_seats(NAME, PLAYERS, tuple(name for team in teams for name in team) or _names(rounds))
    tables = {name: entry["is"] for name, entry in DATA["tables"].items()}
    if "limit" in data:
        tables["breaking_point"] = read_number(data["limit"], "The limit", 1, 10_000)
    sides: Sides = ((0, 1), (2, 3)) if teams else sides_of(mode, len(seats), rules)
    terms = terms_of(sides, tables, rules, deck_of(rules["level"])[DOOM])
    standing = scoring.begin(len(seats))
    played_rounds = []
    for number, played in enumerate(rounds, 1):
        if standing.over:
            raise Unreadable(f"The game was over after round {number - 1}, so there is no round {number}.")
        played_rounds.append(_round(number, played, seats, standing.playing, deck_of(rules["level"])))
        standing = scoring.after(standing, played_rounds[-1], terms)
    return scoring.as_data(played_rounds, standing, terms, seats)


def _teams(teams: Any) -> tuple[tuple[str, ...], ...]:
    pairs = isinstance(teams, list) and len(teams) == 2 and all(isinstance(t, list) and len(t) == 2 for t in teams)
    if not pairs or not all(isinstance(name, str) for team in teams for name in team):
        raise Unreadable('Escape Alliance needs "teams": two lists of two names.')
    return tuple(tuple(team) for team in teams)


def _names(rounds: list[Mapping[str, Any]]) -> tuple[str, ...]:
    """Everybody who is named in the first round; a new name in a later one is a slip of the pen."""
    names = tuple(rounds[0].get("hands", {})) if rounds else ()
    for number, played in enumerate(rounds, 1):
        for name in (*played.get("hands", {}), *played.get("extra", {})):
            if name not in names:
                everybody = "The hands of the first round name everybody, an empty one as 0."
                raise Unreadable(f"Round {number}: nobody here is called “{str(name)[:40]}”. {everybody}")
    return names


def _round(
    number: int, played: Mapping[str, Any], seats: tuple[str, ...], playing: tuple[int, ...], deck: list[int]
) -> Round:
    """One round; a player whose hand is not mentioned had none left."""
    hands, extra = played.get("hands", {}), played.get("extra", {})
    for name in (*hands, *extra):
        if name not in seats:
            raise Unreadable(f"Round {number}: nobody here is called “{str(name)[:40]}”.")
        if seats.index(name) not in playing:
            raise Unreadable(f"Round {number} is played only by {' and '.join(seats[seat] for seat in playing)}.")
    read = tuple(
        _hand(hands.get(name, []), f"Round {number}, {name}", deck) if seat in playing else None
        for seat, name in enumerate(seats)
    )
    _check_copies(hands, number, deck)
    if sum(hand.cards + hand.dooms for hand in read if hand) > sum(deck):
        raise Unreadable(f"Round {number}: more cards in hand than the deck's {sum(deck)}.")
    given = tuple(read_number(extra.get(name, 0), f"Round {number}, {name}: extra", 0, 100) for name in seats)
    return Round(read, given, (0,) * len(seats))


def _hand(hand: Any, whose: str, deck: list[int]) -> Hand:
    if not isinstance(hand, list):
        return Hand(read_number(hand, f"{whose}: a hand is a list of card ids, or it", 0, sum(deck)))
    for card in hand:
        if not isinstance(card, str) or card not in IDS:
            raise Unreadable(f"{whose}: there is no card “{str(card)[:40]}” in this box.")
    dooms = hand.count(IDS[DOOM])
    return Hand(len(hand) - dooms, dooms)


def _check_copies(hands: Mapping[str, Any], number: int, deck: list[int]) -> None:
    """More copies than the deck has cannot be."""
    shown = bag.bag_of(
        IDS.index(card) for hand in hands.values() if isinstance(hand, list) for card in hand[: sum(deck)]
    )
    for kind, copies in bag.kinds(shown):
        if copies > deck[kind]:
            raise Unreadable(f"Round {number}: {copies} × {NAMES[kind]}, but the deck has {deck[kind] or 'none'}.")
