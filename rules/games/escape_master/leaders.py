"""CHARACTER Deck, STORY Deck and Beast Mode: abilities beside the cards, and what the Lumberjack does with his."""

from typing import Any, ClassVar, Literal

from msgspec import field

from rules.action import Action, Seat
from rules.games.escape_master.cards import LEADERS
from rules.games.escape_master.counting import StoryIsDue, draw_story
from rules.games.escape_master.round import before_the_start, game_is_on, takes_part
from rules.games.escape_master.state import NO_STORY, Draft, State
from rules.verdict import MAYBE, Maybe, Rule, rule

Leader = Literal["average-joe", "mouse", "lumberjack", "teen", "robot", "vapor-ninja"]
LUMBERJACK: Leader = "lumberjack"


@rule("Author's Note", "Escape Leaders and Story cards belong to the red rules, which are not played.", whoever=True)
def characters_are_played(s: State, a: Any) -> bool:
    return s.box.has_characters


def _leader_name(leader: str) -> str:
    return str(LEADERS[leader]["name"])


# ---------------------------------------------------------------- CHARACTER Deck


def _whose(s: State, a: Any) -> str:
    holder = next(seat for seat, player in enumerate(s.players) if player.leader == a.leader)
    return f"{s.box.seats[holder]} has the {_leader_name(a.leader)}."


@rule("CHARACTER Deck", _whose)
def leader_is_free(s: State, a: Any) -> bool:
    return not any(player.leader == a.leader for seat, player in enumerate(s.players) if seat != a.by)


@rule("CHARACTER Deck", lambda s, a: f"{s.box.seats[a.by]} has the {_leader_name(s.players[a.by].leader)} already.")
def has_no_leader_yet(s: State, a: Any) -> bool:
    return not s.players[a.by].leader


class TakeLeader(Action, frozen=True):
    """CHARACTER Deck 1: everybody draws an Escape Leader at random, for all to see."""

    leader: Leader

    do: ClassVar[str] = "take-leader"
    label: ClassVar[str] = "{by}'s Escape Leader: {leader}"
    button: ClassVar[str] = "Escape Leader"
    asks: ClassVar[dict[str, str]] = {"by": "Whose?", "leader": "Which Escape Leader?"}
    gate: ClassVar[tuple[Rule, ...]] = (before_the_start, characters_are_played, has_no_leader_yet)
    rules: ClassVar[tuple[Rule, ...]] = (leader_is_free,)

    def play(self, table: Draft) -> None:
        for seat, player in enumerate(table.players):
            if player.leader == self.leader:  # the table insists
                table.change(seat, leader="")
        table.change(self.by, leader=self.leader)
        table.note("leader", self.by, _leader_name(self.leader))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[TakeLeader]":
        return [cls(by, leader) for leader in LEADERS]  # type: ignore[arg-type]


@rule("CHARACTER Deck", "{by} has no Escape Leader.", firm=True)
def has_a_leader(s: State, a: Any) -> bool:
    return bool(s.players[a.by].leader)


@rule("CHARACTER Deck", "An Escape Leader is traded with another player who has one.", firm=True)
def trades_with_a_leader(s: State, a: Any) -> bool:
    return a.whom != a.by and bool(s.players[a.whom].leader)


class TradeLeaders(Action, frozen=True):
    """CHARACTER Deck 2: a Story card makes two players trade their Escape Leaders."""

    whom: Seat = field(name="with")

    do: ClassVar[str] = "trade-leaders"
    label: ClassVar[str] = "{by} and {with} trade Escape Leaders"
    button: ClassVar[str] = "Trade Leaders"
    asks: ClassVar[dict[str, str]] = {"by": "Who trades?", "with": "With whom?"}
    gate: ClassVar[tuple[Rule, ...]] = (game_is_on, has_a_leader)
    rules: ClassVar[tuple[Rule, ...]] = (trades_with_a_leader,)

    def play(self, table: Draft) -> None:
        mine, theirs = table.players[self.by].leader, table.players[self.whom].leader
        table.change(self.by, leader=theirs)
        table.change(self.whom, leader=mine)
        table.note("traded", self.by, self.whom)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[TradeLeaders]":
        return [cls(by, Seat(seat)) for seat in range(len(state.players)) if seat != by]


class LoseLeader(Action, frozen=True):
    """CHARACTER Deck 2: a Story card makes a player lose their Escape Leader."""

    do: ClassVar[str] = "lose-leader"
    label: ClassVar[str] = "{by} loses the Escape Leader"
    button: ClassVar[str] = "Lose Leader"
    asks: ClassVar[dict[str, str]] = {"by": "Who loses it?"}
    gate: ClassVar[tuple[Rule, ...]] = (game_is_on, has_a_leader)

    def play(self, table: Draft) -> None:
        table.change(self.by, leader="", beast=False)
        table.note("lost-leader", self.by)


def _not_the_lumberjack(s: State, a: Any) -> str:
    if _is_lumberjack(s, a.by) is MAYBE:
        return f"Only if {s.box.seats[a.by]} has the Lumberjack: nobody has said who drew him."
    return f"{s.box.seats[a.by]} does not have the Lumberjack."


@rule("CHARACTER Deck", _not_the_lumberjack)
def has_the_lumberjack(s: State, a: Any) -> bool | Maybe:
    return _is_lumberjack(s, a.by)


def _is_lumberjack(s: State, seat: int) -> bool | Maybe:
    if s.players[seat].leader:
        return s.players[seat].leader == LUMBERJACK
    return False if any(player.leader == LUMBERJACK for player in s.players) else MAYBE


@rule("CHARACTER Deck", "{by} has given the extra Blunder of this round already.")
def gives_one_a_round(s: State, a: Any) -> bool:
    return not s.players[a.by].felled


@rule("CHARACTER Deck", "The extra Blunder goes to another player who plays this round.", firm=True)
def gives_it_to_another(s: State, a: Any) -> bool:
    return a.whom != a.by and a.whom in s.standing.playing


class Fell(Action, frozen=True):
    """CHARACTER Deck, note: at the start of a round the Lumberjack gives another player one extra Blunder."""

    whom: Seat = field(name="on")

    do: ClassVar[str] = "fell"
    label: ClassVar[str] = "{by}'s extra Blunder for {on}"
    button: ClassVar[str] = "Extra Blunder"
    asks: ClassVar[dict[str, str]] = {"by": "Who has the Lumberjack?", "on": "For whom?"}
    gate: ClassVar[tuple[Rule, ...]] = (
        before_the_start,
        characters_are_played,
        takes_part,
        has_the_lumberjack,
        gives_one_a_round,
    )
    rules: ClassVar[tuple[Rule, ...]] = (gives_it_to_another,)

    def play(self, table: Draft) -> None:
        table.change(self.by, felled=True)
        table.change(self.whom, extra=table.players[self.whom].extra + 1)
        table.note("felled", self.by, self.whom)
        limit = table.box.terms.limit
        if limit is not None and table.side_total(table.box.sides[table.box.side_of[self.whom]]) >= limit:
            table.note("last-round", self.whom)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Fell]":
        return [cls(by, Seat(seat)) for seat in range(len(state.players)) if seat != by]


# ---------------------------------------------------------------- STORY Deck


@rule("STORY Deck", "No Story card is due.", firm=True, whoever=True)
def story_is_due(s: State, a: Any) -> bool:
    return bool(s.pending) and isinstance(s.pending[-1], StoryIsDue)


@rule("Escape Alliance (Team Game)", "{by}'s team does not draw this Story card.")
def is_of_the_team(s: State, a: Any) -> bool:
    return not s.pending or not isinstance(s.pending[-1], StoryIsDue) or a.by in s.pending[-1].side


class DrawStory(Action, frozen=True):
    """Escape Alliance: the teammate whom the team picked draws the Story card."""

    do: ClassVar[str] = "draw-story"
    only_answers: ClassVar[bool] = True
    prompted: ClassVar[bool] = True
    label: ClassVar[str] = "{by} draws the Story card"
    button: ClassVar[str] = "Draw the Story card"
    asks: ClassVar[dict[str, str]] = {"by": "Which of the two draws it?"}
    gate: ClassVar[tuple[Rule, ...]] = (story_is_due, is_of_the_team)

    def play(self, table: Draft) -> None:
        table.pending.pop()
        draw_story(table, self.by)


@rule("STORY Deck", "{by} has no Story card.", firm=True)
def has_a_story(s: State, a: Any) -> bool:
    return s.players[a.by].story != NO_STORY


@rule("STORY Deck", lambda s, a: f"The Story cards are numbered 1 to {len(s.box.stories)}.", firm=True)
def there_is_such_a_story(s: State, a: Any) -> bool:
    return 1 <= a.number <= len(s.box.stories)


@rule("STORY Deck", "Another player has Story card {number}.")
def story_is_not_elsewhere(s: State, a: Any) -> bool:
    return not any(player.story == a.number for seat, player in enumerate(s.players) if seat != a.by)


class ReadStory(Action, frozen=True):
    """STORY Deck 3: the card is read out, and lies beside the Escape Leader for the coming round."""

    number: int

    do: ClassVar[str] = "read-story"
    label: ClassVar[str] = "{by}'s Story card {number}"
    button: ClassVar[str] = "Which Story card"
    asks: ClassVar[dict[str, str]] = {"by": "Who reads?", "number": "Which of your numbered Story cards?"}
    gate: ClassVar[tuple[Rule, ...]] = (game_is_on, has_a_story)
    rules: ClassVar[tuple[Rule, ...]] = (there_is_such_a_story, story_is_not_elsewhere)

    def play(self, table: Draft) -> None:
        table.change(self.by, story=self.number)
        text = table.box.stories[self.number - 1] or "what it says is not written down."
        table.note("read", self.by, self.number, text)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[ReadStory]":
        return [cls(by, number + 1) for number in range(len(state.box.stories))]


# ---------------------------------------------------------------- Beast Mode


@rule("Beast Mode", lambda s, a: f"A Beast Mode takes {s.box.tables['beast_cost']} Experience points.")
def has_the_experience(s: State, a: Any) -> bool:
    return s.players[a.by].experience >= s.box.tables["beast_cost"]


@rule("Beast Mode", "{by}'s Beast Mode is unlocked already.")
def is_no_beast_yet(s: State, a: Any) -> bool:
    return not s.players[a.by].beast


@rule("Beast Mode", "A Beast Mode is unlocked before or during a round, not after it.", firm=True, whoever=True)
def round_is_not_over(s: State, a: Any) -> bool:
    return s.stage in ("deal", "round")


class UnlockBeast(Action, frozen=True):
    """Beast Mode 2: two Experience points go to the bottom of the STORY deck; it lasts for one round."""

    do: ClassVar[str] = "beast-mode"
    label: ClassVar[str] = "{by}'s Beast Mode"
    button: ClassVar[str] = "Beast Mode"
    asks: ClassVar[dict[str, str]] = {"by": "Whose Beast Mode?"}
    gate: ClassVar[tuple[Rule, ...]] = (
        round_is_not_over,
        takes_part,
        characters_are_played,
        has_the_experience,
        is_no_beast_yet,
    )

    def play(self, table: Draft) -> None:
        player = table.players[self.by]
        left = max(player.experience - table.box.tables["beast_cost"], 0)
        table.change(self.by, beast=True, experience=left)
        text = table.box.leaders[player.leader]["beast"] if player.leader else ""
        table.note("beast", self.by, text)
