"""WIN OR LOSE?: who survives, whose cash counts and who wins, from open hands. A pure function, itemised.

Everyone bound to each other (by Handcuffs, under one Tandem, by a Parachute handed over) jumps as one group, and it is
well if there are as many places under silk as there are people. If not, whole chains of Handcuffs die; who only took
somebody of such a chain along is not handcuffed, and keeps their own place (OBJECTIVES).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from rules import bag
from rules.bag import Bag
from rules.games.hit_the_silk.cards import CASH, PARACHUTE, TANDEM

WIN = "WIN OR LOSE?"
LAND = "LAND THE PLANE!"


class Jumper(Struct, frozen=True):
    """One player as the hands are laid open."""

    hand: Bag = 0
    alive: bool = True
    killed_by: str = ""

    @property
    def cash(self) -> int:
        return sum(number * CASH[kind] for kind, number in bag.kinds(self.hand))

    @property
    def places(self) -> int:
        """Places under silk: one for a Parachute, two for the Tandem. The dead's cards are nobody's."""
        return bag.count(self.hand, PARACHUTE) + 2 * bag.count(self.hand, TANDEM) if self.alive else 0


class Ending(Struct, frozen=True):
    """Everything that decides the result."""

    jumpers: tuple[Jumper, ...]
    target: int
    cuffs: tuple[tuple[int, int], ...] = ()
    carried: tuple[tuple[int, int], ...] = ()
    crew: tuple[int, ...] = ()
    landed: bool | None = None
    can_land: bool = True  # Travel mode has no landing
    house: Mapping[str, Any] = {}


class Line(Struct, frozen=True):
    """One thing that was counted."""

    who: int | None  # a seat, or nobody for the team
    what: str
    amount: int
    heading: str


class Score(Struct, frozen=True):
    target: int
    cash: int
    surplus: int
    team_wins: bool
    fates: tuple[str, ...]
    whys: tuple[str, ...]
    headings: tuple[str, ...]
    cashes: tuple[int, ...]
    wins: tuple[bool, ...]
    winners: tuple[int, ...]
    lines: tuple[Line, ...]


def groups(ending: Ending) -> list[list[int]]:
    """Who is bound to whom."""
    return _bound(len(ending.jumpers), (*ending.cuffs, *ending.carried))


def _bound(jumpers: int, bonds: Sequence[tuple[int, int]]) -> list[list[int]]:
    bond = list(range(jumpers))
    if not bonds:
        return [[seat] for seat in bond]

    def root(seat: int) -> int:
        while bond[seat] != seat:
            seat = bond[seat]
        return seat

    for one, other in bonds:
        bond[root(one)] = root(other)
    found: dict[int, list[int]] = {}
    for seat in range(jumpers):
        found.setdefault(root(seat), []).append(seat)
    return list(found.values())


def fates(ending: Ending) -> list[str]:
    """What becomes of each player: killed, parachuted, died-jumping, aboard, landed or crashed."""
    result = [""] * len(ending.jumpers)
    for group in groups(ending):
        fate = _fate_of_group(ending, group)
        saved = _saved(ending, group) if fate == "died-jumping" and ending.carried else ()
        for seat in group:
            if not ending.jumpers[seat].alive:
                result[seat] = "killed"
            elif ending.landed is not None and seat in ending.crew:  # whatever the last search brought them
                result[seat] = "landed" if ending.landed else "crashed"
            else:
                result[seat] = "parachuted" if seat in saved else fate
    return result


def aboard(ending: Ending) -> list[int]:
    """Who may try to land the plane."""
    return [seat for seat, fate in enumerate(fates(ending)) if fate in ("aboard", "landed", "crashed")]


def score(ending: Ending) -> Score:
    fate_of = fates(ending)
    cashes = [jumper.cash for jumper in ending.jumpers]
    lines: list[Line] = []
    cash = 0
    for seat, fate in enumerate(fate_of):
        if fate == "parachuted" or (fate == "died-jumping" and _doomed_cash_counts(ending, seat)):
            what = "jumped with" if fate == "parachuted" else "died in Handcuffs, but the cash still counts:"
            lines.append(Line(seat, f"{what} £{cashes[seat]}k", cashes[seat], WIN))
            cash += cashes[seat]
        elif cashes[seat]:
            lines.append(Line(seat, f"£{cashes[seat]}k that does not count for the team", 0, WIN))
    jumped = [seat for seat, fate in enumerate(fate_of) if fate == "parachuted"]
    surplus = max(cash - ending.target, 0)
    team_wins = bool(jumped) and cash >= ending.target
    lines.append(Line(None, f"cash of the team against a target of £{ending.target}k", cash, WIN))
    if team_wins:
        lines.append(Line(None, "surplus to the target", surplus, WIN))
    landers = [seat for seat, fate in enumerate(fate_of) if fate == "landed"]
    pooled = max if ending.house.get("landers-cash") == "richest" else sum
    landed_cash = pooled([cashes[seat] for seat in landers]) if landers else 0
    if landers:
        lines.append(Line(None, "cash of those who landed the plane", landed_cash, LAND))
    winners = jumped if team_wins else []
    if landers and (not team_wins or landed_cash > surplus):
        winners = landers
    if landers and team_wins:
        ahead = "more than" if landed_cash > surplus else "not more than"
        lines.append(Line(None, f"the landing's £{landed_cash}k is {ahead} the surplus of £{surplus}k", surplus, LAND))
    reasons = [_why(ending, seat, fate, team_wins) for seat, fate in enumerate(fate_of)]
    return Score(
        ending.target,
        cash,
        surplus,
        team_wins,
        tuple(fate_of),
        tuple(why for why, _ in reasons),
        tuple(heading for _, heading in reasons),
        tuple(cashes),
        tuple((fate == "parachuted" and team_wins) or fate == "landed" for fate in fate_of),
        tuple(winners),
        tuple(lines),
    )


def as_data(result: Score, seats: Sequence[str]) -> dict[str, Any]:
    """The score as `companion score` prints it."""
    return {
        "target": result.target,
        "cash": result.cash,
        "surplus": result.surplus,
        "team_wins": result.team_wins,
        "players": {
            name: {
                "fate": result.fates[seat],
                "wins": result.wins[seat],
                "cash": result.cashes[seat],
                "why": result.whys[seat],
                "heading": result.headings[seat],
            }
            for seat, name in enumerate(seats)
        },
        "winners": [seats[seat] for seat in result.winners],
        "lines": [
            {
                "player": "team" if line.who is None else seats[line.who],
                "what": line.what,
                "amount": line.amount,
                "heading": line.heading,
            }
            for line in result.lines
        ],
    }


def needs_a_lift(ending: Ending, holder: int) -> list[int]:
    """The living who would not survive the jump and are not bound to this player."""
    saved = {seat for seat, fate in enumerate(fates(ending)) if fate == "parachuted"}
    own = next(group for group in groups(ending) if holder in group)
    return [
        seat for seat, jumper in enumerate(ending.jumpers) if jumper.alive and seat not in saved and seat not in own
    ]


def spare_places(ending: Ending, holder: int) -> int:
    """Places under silk that the player's own group does not need."""
    own = next(group for group in groups(ending) if holder in group)
    return sum(ending.jumpers[seat].places for seat in own) - len(own)


def _fate_of_group(ending: Ending, group: list[int]) -> str:
    """All who are bound together share a fate, as far as they are alive."""
    places = sum([ending.jumpers[seat].places for seat in group])
    if places >= len(group):
        return "parachuted"
    if places or not ending.can_land:
        return "died-jumping"
    if len(group) > 1 and ending.house.get("cuffed-landers") is False:
        return "died-jumping"
    return "aboard"


def _chain(ending: Ending, seat: int) -> list[int]:
    """Everyone whom Handcuffs bind to this player."""
    return next(chain for chain in _bound(len(ending.jumpers), ending.cuffs) if seat in chain)


def _saved(ending: Ending, group: list[int]) -> set[int]:
    """Of a group that is short of silk, the chains of Handcuffs with places of their own, whomever they took along."""
    chains = [chain for chain in _bound(len(ending.jumpers), ending.cuffs) if chain[0] in group]
    saved = {*group}
    for _ in chains:  # who is taken along falls with who takes them
        for chain in chains:
            places = sum(ending.jumpers[seat].places for seat in chain)
            places -= sum(giver in chain and taker not in chain for giver, taker in ending.carried)
            places += sum(taker in chain and giver not in chain and giver in saved for giver, taker in ending.carried)
            if places < len(chain):
                saved -= {*chain}
    return saved


def _why(ending: Ending, seat: int, fate: str, team_wins: bool) -> tuple[str, str]:
    """The fate in a sentence, and the heading it rests on."""
    group = next(group for group in groups(ending) if seat in group)
    places = sum(ending.jumpers[other].places for other in group)
    if fate == "killed":
        headings = {"poison": "5 POISON", "bullet": "8 SHOOT A PLAYER"}
        return "Was killed before the jump.", headings.get(ending.jumpers[seat].killed_by, WIN)
    if fate == "parachuted":
        return f"{_what_saved(ending, seat)}, and the team {'reached' if team_wins else 'missed'} its target.", WIN
    if fate == "died-jumping" and places:
        if len(chain := _chain(ending, seat)) > 1 and len(chain) < len(group):
            group, places = chain, len([taker for _, taker in ending.carried if taker in chain])
            places += sum(ending.jumpers[other].places for other in chain)
        under_silk = f"{places} {'place' if places == 1 else 'places'} under silk"
        return f"{len(group)} were bound together, with only {under_silk}.", "OBJECTIVES"
    if fate == "died-jumping" and not ending.can_land:
        return "Everybody jumps in Travel mode, and there was no Parachute.", "TRAVEL MODE"
    if fate == "died-jumping":
        return "Was handcuffed, with no Parachute in the chain.", WIN
    return {
        "aboard": "Has no Parachute and is left aboard.",
        "landed": "Landed the plane.",
        "crashed": "Crashed with the plane.",
    }[fate], LAND


def _what_saved(ending: Ending, seat: int) -> str:
    """The silk that a parachutist owes their life to."""
    alone = len(_chain(ending, seat)) == 1
    if alone and ending.jumpers[seat].places:
        return "Had a Parachute"
    giver = next((giver for giver, taker in ending.carried if taker == seat), None)
    if not alone or giver is None:
        return "There was a place under silk for everyone bound together"
    tandem = bag.count(ending.jumpers[giver].hand, TANDEM)
    return "Rode along under a Tandem Parachute" if tandem else "Was given a spare Parachute"


def _doomed_cash_counts(ending: Ending, seat: int) -> bool:
    """WIN OR LOSE?, LOSE: cash held by players who die in Handcuffs is still counted (house rule doomed-cash)."""
    cuffed = any(seat in pair for pair in ending.cuffs)
    return cuffed and ending.house.get("doomed-cash", True) is not False
