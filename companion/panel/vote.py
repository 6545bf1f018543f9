"""A vote as the table sees it: who is to say something, who has said what, and how it ended."""

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


@dataclass(frozen=True, slots=True)
class Count:
    """How it ended, and what came of it."""

    headline: str
    counts: tuple[tuple[str, int], ...]
    says: tuple[str, ...]
    rough: bool  # something shook


def count(done: Any, cast: tuple[tuple[str, str], ...]) -> Count:
    """From the last vote's news and what was said before it."""
    tally: dict[str, int] = {}
    for _, said in cast:
        tally[said] = tally.get(said, 0) + 1
    ended = [one for one in done.told if one.get("what") in ("jump", "wait")]
    headline = word(str(ended[0]["what"])) if ended else ""
    rough = any(one.get("what") in ("turbulence", "drop") for one in done.told)
    return Count(headline, tuple(tally.items()), done.says[1:], rough)


def word(text: Any) -> str:
    return str(text).replace("-", " ").capitalize()
