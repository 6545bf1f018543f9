"""Which screen a table needs now: the table itself, a vote, hands laid open, or the score."""

from typing import Any, Literal, get_args

Stage = Literal["table", "vote", "reveal", "landing", "score"]
STAGES: frozenset[str] = frozenset(get_args(Stage))
MOST = 3  # answers that are asked with huge buttons


def stage(session: Any) -> Stage:
    board, proposal = session.board, session.proposal
    if board.outcome is not None:
        return "score"
    landing = getattr(session.evening.state, "landing", None)  # Hit the Silk!'s last act has a screen of its own
    if landing is not None and (landing.flying or (proposal is not None and proposal.sense in ("dice", "plane"))):
        return "landing"
    if proposal is None or session.refusal is not None:
        return "table"
    if proposal.sense == "hand":
        return "reveal"
    words = all(choice.kind == "word" for choice in proposal.choices)
    if proposal.prompted and proposal.asks and words and 2 <= len(proposal.choices) <= MOST:
        return "vote"
    return "table"
