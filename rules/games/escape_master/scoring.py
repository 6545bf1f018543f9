"""Scoring, Ending the Game, Winning: Blunders round by round, from the hands that were left. Pure and itemised."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from rules.sentences import listed

Sides = tuple[tuple[int, ...], ...]  # players who count together, by seat


class Hand(Struct, frozen=True, gc=False):
    """What was left in a hand."""

    cards: int = 0  # all but Doom Masters
    dooms: int = 0


class Round(Struct, frozen=True, gc=False):
    hands: tuple[Hand | None, ...]  # nobody's where a tie is played off by others
    extra: tuple[int, ...]  # Blunders given by the Lumberjack
    penalties: tuple[int, ...]  # Blunders that the table agreed on


class Terms(Struct, frozen=True, gc=False):
    """What is counted how, and what ends the game."""

    sides: Sides
    limit: int | None = 30  # the Breaking Point
    rounds: int | None = None  # Set Rounds
    dooms: int | None = None  # Early Ending: so many Doom Masters fill the Doom pile
    doom_blunders: int = 3
    stories: bool = True


class Standing(Struct, frozen=True, gc=False):
    """The running totals after some rounds."""

    totals: tuple[int, ...]
    playing: tuple[int, ...]  # who plays the next round: everybody, or those who are tied
    rounds: int = 0
    dooms: int = 0  # on the Doom pile
    ended: str = ""  # what ended the game; ties may still have to be played off
    winners: tuple[int, ...] = ()
    tie: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return bool(self.winners)


def begin(players: int) -> Standing:
    return Standing((0,) * players, tuple(range(players)))


def in_hand(hand: Hand | None, terms: Terms) -> int:
    """Scoring: one Blunder a card, but Doom Master Cards: three."""
    return 0 if hand is None else hand.cards + hand.dooms * terms.doom_blunders


def blunders(played: Round, terms: Terms) -> tuple[int, ...]:
    given = zip(played.hands, played.extra, played.penalties, strict=True)
    return tuple([in_hand(hand, terms) + extra + penalty for hand, extra, penalty in given])


def after(standing: Standing, played: Round, terms: Terms) -> Standing:
    """The standing after one more round."""
    given = blunders(played, terms)
    totals = tuple([total + more for total, more in zip(standing.totals, given, strict=True)])
    rounds = standing.rounds + 1
    dooms = standing.dooms
    if terms.dooms is not None:
        dooms = min(dooms + sum(hand.dooms for hand in played.hands if hand), terms.dooms)
    ended = standing.ended or _ending(totals, rounds, dooms, terms)
    if not ended:
        return Standing(totals, standing.playing, rounds, dooms)
    contenders = [side for side in terms.sides if side[0] in standing.playing]
    fewest = min(total_of(totals, side) for side in contenders)
    best = [side for side in contenders if total_of(totals, side) == fewest]
    seats = tuple(sorted(seat for side in best for seat in side))
    if len(best) == 1:
        return Standing(totals, seats, rounds, dooms, ended, winners=seats)
    return Standing(totals, seats, rounds, dooms, ended, tie=seats)


def total_of(totals: Sequence[int], side: Sequence[int]) -> int:
    return totals[side[0]] if len(side) == 1 else sum([totals[seat] for seat in side])


def story(played: Round, totals: Sequence[int], terms: Terms) -> tuple[int, ...]:
    """STORY Deck: the side with the most Blunders in hand; of several the one with the highest total, else nobody."""
    if not terms.stories:
        return ()
    hands = [in_hand(hand, terms) for hand in played.hands]
    held = [total_of(hands, side) for side in terms.sides]
    most = max(held)
    found = [side for side, number in zip(terms.sides, held, strict=True) if number == most]
    if len(found) > 1:
        highest = max(total_of(totals, side) for side in found)
        found = [side for side in found if total_of(totals, side) == highest]
    return found[0] if most and len(found) == 1 else ()


def who_draws(side: tuple[int, ...], played: Round, terms: Terms) -> int:
    """Of two teammates, who have the choice, the one with more Blunders in hand unless they say otherwise."""
    return max(side, key=lambda seat: (in_hand(played.hands[seat], terms), -seat))


def _ending(totals: Sequence[int], rounds: int, dooms: int, terms: Terms) -> str:
    if terms.limit is not None and max([total_of(totals, side) for side in terms.sides]) >= terms.limit:
        return "breaking-point"
    if terms.rounds is not None and rounds >= terms.rounds:
        return "set-rounds"
    if terms.dooms is not None and dooms >= terms.dooms:
        return "early-ending"
    return ""


# ---------------------------------------------------------------- the result, to be read out


class Line(Struct, frozen=True):
    """One thing that was counted."""

    who: int | None  # a seat, or nobody for the table
    what: str
    amount: int
    heading: str


ENDINGS = {
    "breaking-point": ("the Breaking Point is reached", "Ending the Game"),
    "set-rounds": ("the set number of rounds is played", "Alternate Rules"),
    "early-ending": ("the Doom pile holds every Doom Master", "Alternate Rules"),
}


def lines(rounds: Sequence[Round], standing: Standing, terms: Terms) -> list[Line]:
    """Every amount with the heading it rests on."""
    found: list[Line] = []
    for number, played in enumerate(rounds, 1):
        for seat, hand in enumerate(played.hands):
            if hand is not None and hand.cards:
                found.append(Line(seat, f"round {number}: {_cards(hand.cards)} left in hand", hand.cards, "Scoring"))
            if hand is not None and hand.dooms:
                worth = hand.dooms * terms.doom_blunders
                left = f"{_cards(hand.dooms, 'Doom Master')} left in hand"
                found.append(Line(seat, f"round {number}: {left}", worth, "Doom Master Cards"))
            if played.extra[seat]:
                extra = f"round {number}: extra, from the Lumberjack"
                found.append(Line(seat, extra, played.extra[seat], "CHARACTER Deck"))
            if played.penalties[seat]:
                agreed = f"round {number}: a penalty that was agreed on"
                found.append(Line(seat, agreed, played.penalties[seat], "Keeping the Game Fair and Tidy"))
    for seat, total in enumerate(standing.totals):
        found.append(Line(seat, "total", total, "Scoring"))
    if standing.ended:
        what, heading = ENDINGS[standing.ended]
        most = max(total_of(standing.totals, side) for side in terms.sides)
        reached = {"breaking-point": most, "set-rounds": standing.rounds, "early-ending": standing.dooms}
        found.append(Line(None, what, reached[standing.ended], heading))
    return found


def as_data(rounds: Sequence[Round], standing: Standing, terms: Terms, seats: Sequence[str]) -> dict[str, Any]:
    """The score as `companion score` prints it."""
    told = []
    running = begin(len(seats))
    for played in rounds:
        running = after(running, played, terms)
        side = story(played, running.totals, terms)
        told.append(
            {
                "blunders": _named(blunders(played, terms), seats, played),
                "story": seats[who_draws(side, played, terms)] if side else None,
            }
        )
    data: dict[str, Any] = {
        "rounds": told,
        "totals": dict(zip(seats, standing.totals, strict=True)),
        "over": bool(standing.ended),
        "winners": [seats[seat] for seat in standing.winners],
        "tie": [seats[seat] for seat in standing.tie],
        "lines": [
            {
                "player": "" if line.who is None else seats[line.who],
                "what": line.what,
                "amount": line.amount,
                "heading": line.heading,
            }
            for line in lines(rounds, standing, terms)
        ],
    }
    if any(len(side) > 1 for side in terms.sides):
        data["teams"] = [
            {"players": [seats[seat] for seat in side], "total": total_of(standing.totals, side)}
            for side in terms.sides
        ]
        for team in data["teams"]:
            line = {"player": listed(team["players"]), "what": "team total", "amount": team["total"]}
            data["lines"].append({**line, "heading": "Basic Rules"})
    return data


def _named(amounts: Sequence[int], seats: Sequence[str], played: Round) -> dict[str, int]:
    return {name: amount for name, amount, hand in zip(seats, amounts, played.hands, strict=True) if hand is not None}


def _cards(number: int, what: str = "card") -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
