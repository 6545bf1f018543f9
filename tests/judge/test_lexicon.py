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


def test_what_is_written_short_with_a_digit_is_the_word_that_it_stands_for() -> None:
    read = Judge("hit-the-silk").reader.read
    assert read("Can Some1 shoot b4 the vote?").words == ("can", "someone", "shoot", "before", "the", "vote", "?")
    assert read("Does no1 draw 3 cards?").words == ("does", "nobody", "draw", "3", "cards", "?")


def test_a_number_that_is_misspelled_is_a_number() -> None:
    assert "7" in Judge("hit-the-silk").reader.read("Do I draw sevn cards?").words
