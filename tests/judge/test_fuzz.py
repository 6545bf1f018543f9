"""Whatever is typed, the judge answers: one of its verdicts, a heading of the book, never an error."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import library
from rules.judge import judge
from rules.judge.rulings import VERDICTS, book

SILK = "hit-the-silk"
HEADINGS = set(library.toml(f"games/{SILK}/headings.toml")["headings"])
WORDINGS = [wording for entry in book(SILK).entries() for _, wording in entry.wordings()]
PIECES = st.one_of(
    st.text(max_size=40),
    st.sampled_from(WORDINGS),
    st.sampled_from(["not", "13k", "£", "1,000", "n't", "é", "\u200b", "…"]),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=6).map(" ".join))
def test_any_text_gets_an_answer_of_the_right_shape(question: str) -> None:
    ruling = judge(SILK).ask(question)
    assert ruling.verdict in VERDICTS
    assert 0 <= ruling.confidence <= 1
    assert ruling.section is None or ruling.section in HEADINGS
    assert (ruling.section is None) == (ruling.source == "none")
    assert all(near.section in HEADINGS for near in ruling.related)
    assert ruling.answer.isprintable() and ruling.answer


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(WORDINGS), st.integers(0, 200), st.characters())
def test_one_wrong_letter_is_no_error(wording: str, place: int, letter: str) -> None:
    place %= len(wording)
    assert judge(SILK).ask(wording[:place] + letter + wording[place + 1 :]).verdict in VERDICTS
