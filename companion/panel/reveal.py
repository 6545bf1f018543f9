"""Hands laid open: whose hand is shown, which cards of it are named already, and who is still to come."""

from dataclasses import dataclass
from typing import Any

from companion.session import DONE


@dataclass(frozen=True, slots=True)
class Fan:
    by: str
    picked: tuple[tuple[str, str], ...]  # card id and name, in the order they were shown
    of: int  # how many cards the hand has, as far as everybody can see; 0 = not known
    cards: tuple[tuple[str, str], ...]  # every card that can be tapped: id and name
    waiting: tuple[str, ...]  # who is to show a hand, this player first
    can_close: bool
    trouble: str  # why these cards cannot be this hand, once they are as many


def fan(session: Any) -> Fan:
    proposal = session.proposal
    names = {choice.value: choice.says for choice in proposal.choices if choice.kind == "card"}
    picked = proposal.known.get(proposal.asks) or []
    chair = next((chair for chair in session.board.chairs if chair.name == proposal.by), None)
    size = next((badge.text for badge in chair.badges if badge.kind == "hand"), "") if chair is not None else ""
    whole = int(size) if size.isdigit() else 0
    return Fan(
        proposal.by,
        tuple((card, names.get(card, card)) for card in picked),
        whole,
        tuple(names.items()),
        (proposal.by, *proposal.others),
        any(choice.value == DONE for choice in proposal.choices),
        _trouble(session.evening, proposal, picked) if whole and len(picked) >= whole else "",
    )


def _trouble(evening: Any, proposal: Any, picked: list[str]) -> str:
    line = {"by": proposal.by, "do": proposal.do, proposal.asks: list(picked)}
    return str(evening.why_not(evening.read(line)))


def take_back(session: Any, number: int) -> None:
    """One card was named by mistake: the rest is named again."""
    shown = fan(session)
    session.hand_to(shown.by)
    for at, (card, _) in enumerate(shown.picked):
        if at != number:
            session.answer(card)
