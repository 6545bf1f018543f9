"""Scoring a round: the hands that are left are counted, then totals, Story card, the next dealer or the end."""

from typing import Any, ClassVar

from rules import bag
from rules.action import Action, Card, Seat
from rules.bag import Bag
from rules.games.escape_master import scoring
from rules.games.escape_master.cards import DOOM, NAMES
from rules.games.escape_master.scoring import Hand, Round
from rules.games.escape_master.state import DRAW, HANDS, NO_STORY, STACKS, UNREAD, Draft, Player, State
from rules.knowledge import move_unseen, reveal_all, reveal_these
from rules.sentences import listed
from rules.state import Obligation
from rules.verdict import Rule, rule

OFFERED = 15  # more cards than this are seldom left in a hand

NOT_YET = {
    "deal": ("Starting a Round", "The round has not started, so there is nothing to count."),
    "round": ("Ending a Round", "The hands are counted when the round is over."),
    "over": ("Winning", "The game is over."),
}


@rule(lambda s, a: NOT_YET[s.stage][0], lambda s, a: NOT_YET[s.stage][1], firm=True, whoever=True)
def hands_are_counted(s: State, a: Any) -> bool:
    return s.stage == "count"


@rule("Ending a Round", "{by} has no hand to count.", firm=True)
def has_a_hand_left(s: State, a: Any) -> bool:
    return s.plays(a.by)


@rule("Scoring", "{by}'s hand is counted already.")
def hand_is_not_counted(s: State, a: Any) -> bool:
    return s.players[a.by].hand is None or s.players[a.by].out


@rule("Scoring", "A number of cards cannot be less than none.", firm=True)
def counts_cards(s: State, a: Any) -> bool:
    return a.left.cards >= 0 and a.left.dooms >= 0


def _too_many(s: State, a: Any) -> str:
    return f"That would be {_in_hands(s, a)} cards in hand, but the deck has {_deck(s)}."


@rule("Deck Summary", _too_many, firm=True)
def deck_has_so_many(s: State, a: Any) -> bool:
    return _in_hands(s, a) <= _deck(s)


def _deck(s: State) -> int:
    return s.box.cards - s.standing.dooms


def _in_hands(s: State, a: Any) -> int:
    """Cards in the hands counted so far, and in this one."""
    left = a.left
    number = left.cards + left.dooms
    for player in s.players:
        if player.hand is not None:
            number += player.hand.cards + player.hand.dooms
    return int(number)


def _one_too_many(s: State, a: Any) -> str:
    shown, free = a.shown, s.unseen + s.zones[HANDS + a.by].known
    kind = next(kind for kind, number in bag.kinds(shown) if number > bag.count(free, kind))
    number, left = bag.count(shown, kind), bag.count(free, kind)
    if not bag.count(s.box.deck, kind):
        return f"{NAMES[kind]} is not in the deck at this table."
    where = "all others were counted or lie on the table" if left else "every one was counted or lies on the table"
    return f"{number} × {NAMES[kind]}, but {where}."


@rule("Deck Summary", _one_too_many)
def cards_are_not_elsewhere(s: State, a: Any) -> bool:
    return bag.covers(s.unseen + s.zones[HANDS + a.by].known, a.shown)


TO_COUNT: tuple[Rule, ...] = (hands_are_counted, has_a_hand_left, hand_is_not_counted)


class Count(Action, frozen=True):
    """Scoring: the cards that were left in a hand."""

    hand: tuple[Card, ...]

    do: ClassVar[str] = "count"
    label: ClassVar[str] = "{by}'s hand"
    button: ClassVar[str] = "Count a hand"
    asks: ClassVar[dict[str, str]] = {"hand": "Which cards are left?"}
    senses: ClassVar[dict[str, str]] = {"hand": "hand"}
    prompted: ClassVar[bool] = True
    gate: ClassVar[tuple[Rule, ...]] = TO_COUNT
    rules: ClassVar[tuple[Rule, ...]] = (deck_has_so_many, cards_are_not_elsewhere)

    @property
    def left(self) -> Hand:
        dooms = self.hand.count(DOOM)
        return Hand(len(self.hand) - dooms, dooms)

    @property
    def shown(self) -> Bag:
        return bag.bag_of(self.hand)

    def play(self, table: Draft) -> None:
        _bring_to(table, self.by, len(self.hand))
        reveal_all(table, HANDS + self.by, self.shown)
        _counted(table, self.by, self.left)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Count, ...]":
        """Nobody but the player can say what is left."""
        return ()


class CountNumber(Action, frozen=True):
    """Scoring: how many cards were left, and how many Doom Masters besides them."""

    cards: int
    dooms: int = 0

    do: ClassVar[str] = "count-number"
    label: ClassVar[str] = "{by}'s hand"
    button: ClassVar[str] = "Type a number"
    asks: ClassVar[dict[str, str]] = {"cards": "How many cards are left?", "dooms": "And how many Doom Masters?"}
    gate: ClassVar[tuple[Rule, ...]] = TO_COUNT
    rules: ClassVar[tuple[Rule, ...]] = (counts_cards, deck_has_so_many, cards_are_not_elsewhere)

    @property
    def left(self) -> Hand:
        return Hand(self.cards, self.dooms)

    @property
    def shown(self) -> Bag:
        return min(max(self.dooms, 0), 100) * bag.one(DOOM)

    def play(self, table: Draft) -> None:
        _bring_to(table, self.by, self.cards + self.dooms)
        reveal_these(table, HANDS + self.by, self.shown)
        _counted(table, self.by, self.left)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[CountNumber]":
        most = bag.count(state.box.deck, DOOM) + 1
        return [cls(by, cards, dooms) for cards in range(OFFERED + 1) for dooms in range(most)]


def _counted(table: Draft, seat: int, left: Hand) -> None:
    table.change(seat, hand=left)
    table.note("counted", seat, scoring.in_hand(left, table.box.terms))
    if not table.to_count():
        score_round(table)


def _bring_to(table: Draft, seat: int, number: int) -> None:
    """Make a hand as large as it is: cards were played and drawn that nobody told of."""
    hand = HANDS + seat
    spare = table.zones[hand].size - number
    if spare >= 0:
        move_unseen(table, hand, STACKS, spare)
        return
    for source in (DRAW, STACKS, *(HANDS + other for other in table.to_count() if other != seat)):
        if (missing := number - table.zones[hand].size) > 0:
            move_unseen(table, source, hand, missing)


# ---------------------------------------------------------------- the end of a round


def score_round(table: Draft) -> None:
    """The last hand is in."""
    playing, terms = table.standing.playing, table.box.terms
    played = Round(
        tuple([player.hand if seat in playing else None for seat, player in enumerate(table.players)]),
        tuple([player.extra for player in table.players]),
        tuple([player.penalty for player in table.players]),
    )
    table.rounds = (*table.rounds, played)
    table.standing = standing = scoring.after(table.standing, played, terms)
    table.note("scored", standing.rounds)
    side = scoring.story(played, standing.totals, terms)
    for seat, player in enumerate(table.players):
        table.players[seat] = _round_is_over(table, player)
    if standing.over:
        table.stage = "over"
        table.note("over", *standing.winners)
        return
    if standing.tie:
        table.note("tie", *standing.tie)
    table.dealer = table.clockwise_from(table.dealer + 1)[0]
    table.stage = "deal"
    table.deal()
    table.note("dealer", table.dealer)
    if side and not standing.tie:
        _draws_a_story(table, side, played)


def _round_is_over(table: Draft, player: Player) -> Player:
    """Beast Mode 1: a used Story card becomes Experience. The round's marks are gone."""
    experience = player.experience
    if player.story != NO_STORY:
        experience = min(experience + 1, table.box.tables["experience_cap"])
    return Player(player.leader, NO_STORY, experience)


def _draws_a_story(table: Draft, side: tuple[int, ...], played: Round) -> None:
    if not table.story_deck():
        table.note("no-story")
        return
    seat = scoring.who_draws(side, played, table.box.terms)
    if len(side) == 1:
        draw_story(table, seat)
    else:
        table.pending.append(StoryIsDue(side, seat))


def draw_story(table: Draft, seat: int) -> None:
    table.change(seat, story=UNREAD)
    table.note("story", seat)


class StoryIsDue(Obligation, frozen=True):
    """Escape Alliance: teammates pick who draws. If they say nothing, it is who had more Blunders in hand."""

    side: tuple[int, ...]
    otherwise: int

    waits: ClassVar[bool] = True
    blocks: ClassVar[bool] = False
    answers: ClassVar[frozenset[str]] = frozenset({"draw-story"})
    heading: ClassVar[str] = "Escape Alliance (Team Game)"

    def asks(self, state: State) -> str:
        names = listed([state.box.seats[seat] for seat in self.side])
        return f"{names} had the most Blunders in hand: which of them draws the Story card?"

    def awaits(self, state: State) -> tuple[int, ...]:
        return self.side

    def lapse(self, table: Draft) -> None:
        draw_story(table, self.otherwise)
