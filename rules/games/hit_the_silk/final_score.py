"""Final scoring from plain data: hands, who is dead, who is cuffed, who rides, who lands."""

from collections.abc import Mapping
from typing import Any

from rules import bag, house
from rules.action import Unreadable
from rules.games.hit_the_silk import scoring
from rules.games.hit_the_silk.box import ALIASES, MODES, NAME, PLAYERS, SWITCHES, deck_for
from rules.games.hit_the_silk.cards import DATA, HANDCUFFS, IDS, LICENCE, NAMES, TANDEM
from rules.games.hit_the_silk.scoring import Ending, Jumper
from rules.plain import read_object
from rules.setup import read_mode, read_seats

FIELDS = ("mode", "players", "handcuffs", "tandem", "gives", "landing", "options")


def final_score(data: Any) -> dict[str, Any]:
    """The result as `companion score` prints it, or Unreadable with the sentence to show."""
    read_object(data, "The score", FIELDS)
    if "players" not in data:
        raise Unreadable('The score needs "players": each name with a hand.')
    players = read_object(data["players"], '"players"')
    seats = read_seats(NAME, PLAYERS, tuple(players))
    mode = data.get("mode", "")
    if not isinstance(mode, str):
        raise Unreadable('"mode" is a text.')
    mode = read_mode(NAME, MODES, mode, ALIASES)
    rules = house.settle(SWITCHES, mode, read_object(data.get("options", {}), '"options"'))
    jumpers = tuple(_jumper(name, read_object(player, name, ("hand", "dead"))) for name, player in players.items())
    cuffs = _cuffs(data.get("handcuffs", []), seats)
    _check_copies(jumpers, len(cuffs), mode)
    ending = Ending(
        jumpers,
        DATA["tables"]["target"]["is"][PLAYERS.index(len(seats))],
        cuffs,
        (*_carried(data.get("tandem", {}), seats, jumpers), *_given(data.get("gives", {}), seats)),
        can_land=mode != "travel",
        house=rules,
    )
    return scoring.as_data(scoring.score(_landing(data.get("landing"), seats, ending)), seats)


def _jumper(name: str, player: Mapping[str, Any]) -> Jumper:
    hand, dead = player.get("hand", []), player.get("dead", False)
    if not isinstance(dead, bool):
        raise Unreadable(f'{name}: "dead" is true or false.')
    if not isinstance(hand, list):
        raise Unreadable(f'{name}: "hand" is a list of card ids.')
    most = DATA["tables"]["hand"]["is"]
    if len(hand) > most:
        raise Unreadable(f"{name} has {len(hand)} cards; a hand holds at most {most}.")
    return Jumper(bag.bag_of(_card(name, card) for card in hand), not dead)


def _card(name: str, card: Any) -> int:
    if not isinstance(card, str) or card not in IDS:
        raise Unreadable(f"{name}: there is no card “{str(card)[:40]}” in this box.")
    return IDS.index(card)


def _check_copies(jumpers: tuple[Jumper, ...], closed: int, mode: str) -> None:
    """More copies than the box has for so many players cannot be: in hands, and of Handcuffs around wrists."""
    shown = dict(bag.kinds(sum(jumper.hand for jumper in jumpers)))
    shown[HANDCUFFS] = shown.get(HANDCUFFS, 0) + closed
    deck = deck_for(len(jumpers))
    if mode == "travel":
        deck[LICENCE] = 0
    for kind, number in shown.items():
        if number > deck[kind]:
            has = f"{deck[kind]}" if deck[kind] else "none"
            raise Unreadable(f"{number} × {NAMES[kind]}, but with {len(jumpers)} players the box has {has}.")


def _seat(name: Any, seats: tuple[str, ...]) -> int:
    if name not in seats:
        raise Unreadable(f"Nobody here is called “{str(name)[:40]}”. At the table: {', '.join(seats)}.")
    return seats.index(name)


def _cuffs(cuffs: Any, seats: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    if not isinstance(cuffs, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in cuffs):
        raise Unreadable('"handcuffs" is a list of pairs of names.')
    found = tuple((_seat(one, seats), _seat(other, seats)) for one, other in cuffs)
    for seat, name in enumerate(seats):
        if sum(seat in pair for pair in found) > 2:
            raise Unreadable(f"{name} has only two wrists.")
    if any(one == other for one, other in found):
        raise Unreadable("Handcuffs bind two different players.")
    return found


def _carried(tandem: Any, seats: tuple[str, ...], jumpers: tuple[Jumper, ...]) -> tuple[tuple[int, int], ...]:
    found = _given(tandem, seats)
    for holder, passenger in found:
        if not bag.count(jumpers[holder].hand, TANDEM) or not jumpers[holder].alive:
            raise Unreadable(f"{seats[holder]} has no Tandem Parachute to take {seats[passenger]} along.")
        if holder == passenger or not jumpers[passenger].alive:
            raise Unreadable(f"{seats[holder]}'s Tandem takes another, living player along.")
    return found


def _given(gives: Any, seats: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    pairs = read_object(gives, "Who takes whom along")
    return tuple((_seat(giver, seats), _seat(taker, seats)) for giver, taker in pairs.items())


def _landing(landing: Any, seats: tuple[str, ...], ending: Ending) -> Ending:
    if landing is None:
        return ending
    read_object(landing, '"landing"', ("crew", "landed"))
    crew, landed = landing.get("crew", []), landing.get("landed")
    if not isinstance(crew, list) or not isinstance(landed, bool):
        raise Unreadable('"landing" needs "crew", a list of names, and "landed", true or false.')
    found = tuple(_seat(name, seats) for name in crew)
    aboard = scoring.aboard(ending)
    for seat in found:
        if seat not in aboard:
            raise Unreadable(f"{seats[seat]} is not left aboard, so cannot land the plane.")
    return Ending(
        ending.jumpers, ending.target, ending.cuffs, ending.carried, found, landed, ending.can_land, ending.house
    )
