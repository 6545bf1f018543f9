"""Play an Action card, and reveal a Background: what the card says is data, and is carried out here."""

from functools import cache
from typing import Any, ClassVar

from rules.action import Action, Card, Seat
from rules.games.dig_your_way_out.actions.extort import Intimidation
from rules.games.dig_your_way_out.actions.move import not_into_solitary
from rules.games.dig_your_way_out.cards import (
    ACTION,
    ACTION_CARDS,
    BACKGROUNDS,
    GANGS,
    PLACES,
    SOLITARY,
    SPOON,
    ActionCard,
    Background,
    Place,
)
from rules.games.dig_your_way_out.effects import VERBS, Effect
from rules.games.dig_your_way_out.state import DISCARD, HANDS, LAID, POOL, Draft, Situation, State
from rules.games.dig_your_way_out.turn import A_FREE_ACTION, in_play, laid, not_twice
from rules.knowledge import move, move_all, move_unseen, possible
from rules.verdict import Rule, rule

PLAY = "Play an Action card"
REVEAL = "BACKGROUNDS"


def effects_of(s: Situation, a: Any) -> tuple[Effect, ...]:
    """What the card does when this player plays or reveals it now."""
    if a.do == "play-action":
        return s.box.action_effects[ACTION_CARDS.index(a.card)]
    card = BACKGROUNDS.index(a.card)
    member = s.players[a.by].gang
    also = member >= 0 and GANGS[member] == s.box.background_gang[card]
    return s.box.background_effects[card] + (s.box.background_also[card] if also else ())


@cache
def needs(effects: tuple[Effect, ...]) -> frozenset[str]:
    """What has to be chosen for them: a place, a player."""
    return frozenset(VERBS[effect.verb] for effect in effects) - {""}


def _heading(s: State, a: Any) -> str:
    return PLAY if a.do == "play-action" else REVEAL


@rule(_heading, "This card needs a target: another player.", firm=True)
def names_a_target(s: State, a: Any) -> bool:
    return "player" not in needs(effects_of(s, a)) or (a.target is not None and a.target != a.by)


@rule(_heading, "This card needs a Place to go to.", firm=True)
def names_a_place(s: State, a: Any) -> bool:
    return "place" not in needs(effects_of(s, a)) or a.to is not None


@rule(_heading, "{by} is there already.")
def card_leads_elsewhere(s: State, a: Any) -> bool:
    return "place" not in needs(effects_of(s, a)) or a.to is None or PLACES.index(a.to) != s.players[a.by].place


@rule("ELEMENTS", "Nobody walks into Solitary confinement.", switch="solitary")
def card_leads_not_into_solitary(s: State, a: Any) -> bool:
    return a.to is None or bool(not_into_solitary.test(s, a))


def carry_out(table: Draft, action: Any) -> None:
    """Each effect in its order."""
    for effect in effects_of(table, action):
        _DO[effect.verb](table, action, effect.number)


def _draw(table: Draft, action: Any, number: int) -> None:
    table.note("searched", action.by, table.draw(action.by, number))


def _gain(table: Draft, action: Any, number: int) -> None:
    table.change(action.by, cigarettes=table.players[action.by].cigarettes + number)
    table.note("gained", action.by, number)


def _heal(table: Draft, action: Any, number: int) -> None:
    healed = min(number, table.players[action.by].beatings)
    if healed:
        table.change(action.by, beatings=table.players[action.by].beatings - healed)
        table.note("healed", action.by, table.players[action.by].beatings)


def _spoon(table: Draft, action: Any, number: int) -> None:
    table.note("spoons", action.by, table.take(action.by, SPOON, number))


def _actions(table: Draft, action: Any, number: int) -> None:
    if action.by == table.turn:
        table.left += number
        table.note("more-actions", action.by, number)


def _move(table: Draft, action: Any, number: int) -> None:
    table.go(action.by, PLACES.index(action.to))


def _beat(table: Draft, action: Any, number: int) -> None:
    table.beat(action.target, number)


def _rob(table: Draft, action: Any, number: int) -> None:
    if move_unseen(table, HANDS + action.target, HANDS + action.by, number):
        table.note("robbed", action.by, action.target)


def _solitary(table: Draft, action: Any, number: int) -> None:
    table.go(action.target, SOLITARY)


def _redeal(table: Draft, action: Any, number: int) -> None:
    """All hands into one heap, dealt one by one clockwise, beginning with whoever played the card."""
    players = len(table.players)
    total = sum(table.zones[HANDS + seat].size for seat in range(players))
    for seat in range(players):
        move_all(table, HANDS + seat, POOL)
    for place in range(players):
        seat = (action.by + place) % players
        move_unseen(table, POOL, HANDS + seat, total // players + (place < total % players))
    table.note("redealt")


_DO = {
    "draw": _draw,
    "gain": _gain,
    "heal": _heal,
    "spoon": _spoon,
    "actions": _actions,
    "redeal": _redeal,
    "move": _move,
    "beat": _beat,
    "rob": _rob,
    "solitary": _solitary,
}


# ---------------------------------------------------------------- Action cards


@rule(PLAY, "{by} cannot have an Action card.")
def has_an_action_card(s: State, a: Any) -> bool:
    return possible(s.zones, s.unseen, HANDS + a.by, ACTION)


@rule(PLAY, lambda s, a: f"Every {s.box.printed['actions'][a.card]['name']} lies on the discard pile.")
def text_is_still_about(s: State, a: Any) -> bool:
    card = ACTION_CARDS.index(a.card)
    return s.texts[card] < s.box.action_counts[card]


class PlayAction(Action, frozen=True):
    """`card` is which of the Action cards it is; `target` and `to` are named where its text asks for them."""

    card: ActionCard
    target: Seat | None = None
    to: Place | None = None

    do: ClassVar[str] = "play-action"
    label: ClassVar[str] = "{by}'s Action card"
    button: ClassVar[str] = "Action card"
    asks: ClassVar[dict[str, str]] = {"card": "Which card?", "target": "Whom?", "to": "Where to?"}
    gate: ClassVar[tuple[Rule, ...]] = (*A_FREE_ACTION, has_an_action_card)
    rules: ClassVar[tuple[Rule, ...]] = (
        not_twice,
        text_is_still_about,
        names_a_target,
        names_a_place,
        card_leads_elsewhere,
        card_leads_not_into_solitary,
    )
    asked: ClassVar[tuple[Rule, ...] | None] = (not_twice, card_leads_not_into_solitary)

    def play(self, table: Draft) -> None:
        table.spend(self.do)
        card = ACTION_CARDS.index(self.card)
        table.note("action-card", self.by, card)
        move(table, HANDS + self.by, LAID, ACTION)
        carry_out(table, self)
        move(table, LAID, DISCARD, ACTION)
        table.texts = (*table.texts[:card], table.texts[card] + 1, *table.texts[card + 1 :])

    def lays(self, state: State) -> tuple[tuple[Card, str], ...]:
        return laid((Card(ACTION),))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[PlayAction]":
        counts = state.box.action_counts
        return [
            cls(by, card, target, to)  # type: ignore[arg-type]
            for index, card in enumerate(ACTION_CARDS)
            if state.texts[index] < counts[index]
            for target, to in choices(state, by, state.box.action_effects[index])
        ]


def choices(state: State, by: int, effects: tuple[Effect, ...]) -> list[tuple[Seat | None, str | None]]:
    """Every way to fill in what the effects need."""
    wanted = needs(effects)
    others: list[Seat | None] = [None]
    if "player" in wanted:
        others = [Seat(seat) for seat in range(len(state.players)) if seat != by]
    places: list[str | None] = [None]
    if "place" in wanted:
        places = [place for index, place in enumerate(PLACES) if index != state.players[by].place]
    return [(target, to) for target in others for to in places]


# ---------------------------------------------------------------- Backgrounds


@rule(REVEAL, "{by} has already revealed a Background.")
def reveals_once(s: State, a: Any) -> bool:
    return s.players[a.by].background < 0


@rule(REVEAL, "Somebody else has revealed that Background.")
def nobody_else_has_it(s: State, a: Any) -> bool:
    card = BACKGROUNDS.index(a.card)
    return not any(player.background == card for seat, player in enumerate(s.players) if seat != a.by)


def _moment(s: State, a: Any) -> str:
    return {
        "own-turn": f"{s.box.printed['backgrounds'][a.card]['name']} is revealed on one's own turn.",
        "any-time": s.waiting.asks(s) if s.waiting else "",
        "extorted": f"{s.box.printed['backgrounds'][a.card]['name']} is revealed by whoever is being extorted.",
    }[s.box.background_when[BACKGROUNDS.index(a.card)]]


@rule(REVEAL, _moment)
def moment_on_the_card(s: State, a: Any) -> bool:
    when = s.box.background_when[BACKGROUNDS.index(a.card)]
    if when == "extorted":
        return isinstance(s.waiting, Intimidation) and s.waiting.whom == a.by
    free = not s.pending or not s.pending[-1].blocks
    return free and (when == "any-time" or a.by == s.turn)


class RevealBackground(Action, frozen=True):
    """Never an action. `card` is the Background that was hidden until now."""

    card: Background
    target: Seat | None = None
    to: Place | None = None

    do: ClassVar[str] = "reveal-background"
    label: ClassVar[str] = "{by}'s Background"
    button: ClassVar[str] = "Background"
    asks: ClassVar[dict[str, str]] = {
        "by": "Whose?",
        "card": "Which Background?",
        "target": "Whom?",
        "to": "Where to?",
    }
    gate: ClassVar[tuple[Rule, ...]] = (in_play, reveals_once)
    rules: ClassVar[tuple[Rule, ...]] = (
        nobody_else_has_it,
        moment_on_the_card,
        names_a_target,
        names_a_place,
        card_leads_elsewhere,
        card_leads_not_into_solitary,
    )
    asked: ClassVar[tuple[Rule, ...] | None] = (card_leads_not_into_solitary,)

    def play(self, table: Draft) -> None:
        card = BACKGROUNDS.index(self.card)
        table.note("background", self.by, card)
        carry_out(table, self)
        table.change(self.by, background=card)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[RevealBackground]":
        if state.players[by].background >= 0:
            return []
        found: list[RevealBackground] = []
        for bare in _bare(by):
            if moment_on_the_card.test(state, bare) and nobody_else_has_it.test(state, bare):
                ways = choices(state, by, effects_of(state, bare))
                found += [cls(by, bare.card, target, to) for target, to in ways]  # type: ignore[arg-type]
        return found


@cache
def _bare(by: Seat) -> tuple[RevealBackground, ...]:
    """Each Background, before anything is chosen for it."""
    return tuple(RevealBackground(by, card) for card in BACKGROUNDS)  # type: ignore[arg-type]
