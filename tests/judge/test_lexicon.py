"""The word lists: what means the same, and that no list makes a small word mean something by accident."""

import pytest

from rules.judge import Judge, judged

SMALL = ("we", "you", "that", "what", "it")


@pytest.mark.parametrize("game", sorted(judged()))
def test_phrases_with_an_apostrophe_are_not_also_learnt_as_their_first_word(game: str) -> None:
    lexicon = Judge(game).reader.lexicon
    for word in SMALL:
        meant = [meaning for meaning, _ in lexicon.meanings([(word, 1.0)])]
        assert set(meant) <= {word}, f"“{word}” alone means {meant}"


def test_two_words_may_be_written_as_one() -> None:
    lexicon = Judge("hit-the-silk").reader.lexicon
    assert lexicon.meanings([("lockbox", 1.0)]) == lexicon.meanings([("lock", 1.0), ("box", 1.0)])
