"""CHANGING A CARD: which cards can have been drawn, once others were laid down for them."""

from collections.abc import Callable, Iterable
from typing import Any

from rules import bag
from rules.bag import Kind
from rules.games.hit_the_silk.cards import FLANNEL
from rules.games.hit_the_silk.state import DISCARD, DRAW, HANDS, State
from rules.verdict import Rule, rule


def can_be_drawn(s: State, draws: Iterable[Kind], number: int, laid: Iterable[tuple[int, Kind]]) -> bool:
    """Could these be among so many cards drawn, after players laid cards down?

    What was laid down lies on the Discard pile, so it comes back only if the Draw pile is exhausted on the way.
    """
    pile, unseen, back = s.zones[DRAW], s.unseen, s.zones[DISCARD].known
    hidden_back = s.zones[DISCARD].unknown > 0
    for seat, kind in laid:
        if not bag.count(s.zones[HANDS + seat].known, kind) and bag.count(unseen, kind):
            unseen -= bag.one(kind)
        back += bag.one(kind) if kind != FLANNEL else bag.EMPTY
    fresh = pile.known + (unseen if pile.unknown else bag.EMPTY)
    anywhere = pile.known + back + (unseen if pile.unknown or hidden_back else bag.EMPTY)
    reshuffled = max(number - pile.size, 0)
    hidden = stale = 0
    for kind, wanted in bag.kinds(bag.bag_of(draws)):
        if wanted > bag.count(anywhere, kind):
            return False
        hidden += max(wanted - bag.count(pile.known, kind), 0)
        stale += max(wanted - bag.count(fresh, kind), 0)
    return hidden <= pile.unknown + reshuffled and stale <= reshuffled


def the_new_card(heading: str, laid: Callable[[Any], Iterable[tuple[int, Kind]]]) -> Rule:
    """For cards that draw one card; `laid` says which cards go to the Discard pile before."""

    @rule(heading, "{by} cannot have drawn that card: it is not in the Draw pile.", of=heading, firm=True)
    def the_new_card(s: State, a: Any) -> bool:
        return a.draws is None or can_be_drawn(s, (a.draws,), 1, laid(a))

    return the_new_card
