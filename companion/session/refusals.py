"""Why something was not done, told from everything that it may have been."""

from collections.abc import Iterable

from companion.session.news import Refusal
from rules.action import Action
from rules.table import Table
from rules.verdict import Verdict


def refusal(table: Table, tried: Iterable[tuple[Action, Verdict]], *, seen: bool = False) -> Refusal | None:
    """The mildest of what the rules say; None where they say nothing against any of it, or nothing was tried."""
    no = [(action, verdict) for action, verdict in tried if not verdict]
    if not no:
        return None
    action, verdict = min(no, key=lambda pair: (pair[1].firm, len(pair[1].reasons)))
    kind = type(action)
    alike = [other for other, said in no if type(other) is kind and other.by == action.by and not said.firm]
    return Refusal(
        verdict.why,
        tuple(reason.says for reason in verdict.reasons),
        verdict.cite,
        kind.do,
        kind.button or kind.do,
        table.state.box.seats[action.by],
        tuple(alike),
        seen,
    )


def nothing_there(kind: type[Action]) -> Refusal:
    """For an action that nobody and nothing at the table could be the object of."""
    headings = [rule.heading for rule in (*kind.rules, *kind.gate) if isinstance(rule.heading, str)]
    title = kind.button or kind.do
    says = f"{title}: there is nothing to do that with now."
    return Refusal(says, (says,), tuple(headings[:1]), kind.do, title, "", (), False)


def unreadable(sentence: str) -> Refusal:
    return Refusal(sentence, (sentence,), (), "", "", "", (), False)
