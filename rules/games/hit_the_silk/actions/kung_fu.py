"""7 KUNG FU MOVE: kick a weapon out of a hand; the same card in the other's hand stops the kick."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from msgspec import field

from rules import bag, knowledge
from rules.action import Action, Card, Seat
from rules.bag import Kind
from rules.games.hit_the_silk.altitude import Drop
from rules.games.hit_the_silk.cards import KNIFE, KUNG_FU, REVOLVER
from rules.games.hit_the_silk.drawing import the_new_card
from rules.games.hit_the_silk.laid import Laid, discarded
from rules.games.hit_the_silk.play import another, holds, on_others, pay, the_living
from rules.games.hit_the_silk.state import HANDS, Draft, Situation, State
from rules.games.hit_the_silk.turn import ON_TURN
from rules.knowledge import possible
from rules.state import Obligation
from rules.verdict import MAYBE, Maybe, Rule, rule

HEADING = "7 KUNG FU MOVE"
WEAPONS = {"knife": KNIFE, "revolver": REVOLVER}


@rule("3 HANDCUFFS", "Both of {by}'s hands are cuffed, so there is no Kung Fu move.")
def has_a_hand_free(s: State, a: Any) -> bool:
    return not s.cuffs or s.wrists(a.by) < 2


@rule("3 HANDCUFFS", "Both of {whom}'s hands are cuffed, so there is no Kung Fu move in return.")
def counters_with_a_free_hand(s: State, a: Any) -> bool:
    return not a.countered or s.wrists(a.whom) < 2


@rule(HEADING, "{whom} cannot have a Kung Fu card to answer with.")
def counters_with_a_card(s: State, a: Any) -> bool:
    return not a.countered or both_can_kick(s, a.by, a.whom)


@rule(HEADING, "{whom} cannot have had that weapon.")
def weapon_can_be_there(s: State, a: Any) -> bool:
    return a.found not in WEAPONS or possible(s.zones, s.unseen, HANDS + a.whom, WEAPONS[a.found])


@rule(HEADING, "A kick that was countered finds no weapon: name one or the other.", firm=True)
def countered_or_found(s: State, a: Any) -> bool:
    return not (a.countered and a.found in WEAPONS)


@rule(HEADING, "Whether {whom} holds a weapon decides; none was named, so none is taken.")
def weapon_decides(s: State, a: Any) -> bool | Maybe:
    if a.countered or a.found is not None or known_weapon(s, a.whom) is not None:
        return True
    return MAYBE if any(possible(s.zones, s.unseen, HANDS + a.whom, kind) for kind in WEAPONS.values()) else True


@rule(HEADING, "{whom} is known to hold a weapon and must give it up.")
def admits_a_known_weapon(s: State, a: Any) -> bool:
    return a.found != "nothing" or known_weapon(s, a.whom) is None


def known_weapon(s: Situation, seat: int) -> Kind | None:
    """A weapon that the table knows this player to hold: it is kicked unless another is named."""
    return next((kind for kind in WEAPONS.values() if knowledge.knows(s.zones, HANDS + seat, kind)), None)


def both_can_kick(s: State, one: int, other: int) -> bool:
    """Could `other` have a Kung Fu card besides the one that `one` plays?"""
    if knowledge.knows(s.zones, HANDS + other, KUNG_FU):
        return True
    if not possible(s.zones, s.unseen, HANDS + other, KUNG_FU):
        return False
    return knowledge.knows(s.zones, HANDS + one, KUNG_FU) or bag.count(s.unseen, KUNG_FU) > 1


def kicked_down(kick: "KungFu") -> list[tuple[int, Kind]]:
    """What lies on the Discard pile before the new card is drawn."""
    weapon = WEAPONS.get(kick.found or "")
    return [(kick.by, KUNG_FU), *([] if weapon is None else [(kick.whom, weapon)])]


class KungFu(Action, frozen=True):
    """`found` is the weapon kicked out of the hand, `countered` that the other stopped the kick in the same way."""

    whom: Seat = field(name="target")
    found: Literal["knife", "revolver", "nothing"] | None = None
    countered: bool = False
    draws: Card | None = None

    do: ClassVar[str] = "kung-fu"
    label: ClassVar[str] = "{by}'s Kung Fu move on {whom}"
    button: ClassVar[str] = "Kung Fu"
    asks: ClassVar[Mapping[str, str]] = {
        "target": "Whom?",
        "found": "What did the kick find?",
        "countered": "It is blocked",
    }
    private: ClassVar[frozenset[str]] = frozenset({"draws"})
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, has_a_hand_free, holds(KUNG_FU, HEADING))
    rules: ClassVar[tuple[Rule, ...]] = (
        another(HEADING),
        the_living(HEADING),
        counters_with_a_free_hand,
        counters_with_a_card,
        weapon_can_be_there,
        countered_or_found,
        admits_a_known_weapon,
        weapon_decides,
        the_new_card(HEADING, kicked_down),
    )
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def lays(self, state: State) -> Laid:
        if self.countered:
            return (*discarded(KUNG_FU), *discarded(KUNG_FU))
        weapon = known_weapon(state, self.whom) if self.found is None else WEAPONS.get(self.found)
        return discarded(KUNG_FU) if weapon is None else (*discarded(KUNG_FU), *discarded(weapon))

    def play(self, table: Draft) -> None:
        table.discard(self.by, KUNG_FU)
        pay(table, self, table.box.costs[KUNG_FU])

    def resolve(self, table: Draft) -> None:
        if not table.players[self.whom].alive:
            table.note("too-late", self.by, self.whom)
            table.take_flannel(self.by)
            return
        if self.countered:  # a Kung Fu move like any other: its altitude comes first
            table.discard(self.whom, KUNG_FU)
            table.pending += (Countered(self), Drop(table.box.costs[KUNG_FU]))
            return
        weapon = known_weapon(table, self.whom) if self.found is None else WEAPONS.get(self.found)
        if weapon is not None:
            table.discard(self.whom, weapon)
            table.note("kicked", self.by, self.whom, weapon)
            table.draw(self.by, self.draws)
        else:
            if self.found == "nothing":
                knowledge.rule_out(table, HANDS + self.whom, 1 << KNIFE | 1 << REVOLVER)
            table.note("no-weapon", self.by, self.whom)
            table.take_flannel(self.by)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[KungFu, ...]":
        """The kick as it is declared; what it finds, the table says afterwards."""
        return on_others(cls, state, by)


class Countered(Obligation, frozen=True):
    """Who defended draws a new card, who kicked takes a Flannel."""

    action: KungFu

    def run(self, table: Draft) -> None:
        if table.stage == "turn":
            table.note("countered", self.action.whom, self.action.by)
            if table.players[self.action.whom].alive:
                table.draw(self.action.whom)
            if table.players[self.action.by].alive:
                table.take_flannel(self.action.by)
