"""A vote as the table sees it: who is to say something, and who has said what."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Ballot:
    by: str  # who is to answer
    question: str
    choices: tuple[tuple[Any, str], ...]  # value and word
    cast: tuple[tuple[str, str], ...]  # who has said what, in order
    at: str  # what it is about: "13,000"


def ballot(session: Any) -> Ballot:
    """What the proposal asks, with the votes that the public view shows."""
    proposal = session.proposal
    vote = session.evening.view.get("vote") or {}
    at = vote.get("at")
    return Ballot(
        proposal.by,
        proposal.question,
        tuple((choice.value, word(choice.says)) for choice in proposal.choices),
        tuple((name, word(said)) for name, said in vote.get("cast", {}).items()),
        f"{at:,}" if isinstance(at, int) else "",
    )


def word(text: Any) -> str:
    return str(text).replace("-", " ").capitalize()
