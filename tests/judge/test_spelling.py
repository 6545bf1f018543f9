"""Spelling: which word a misspelled one is taken for."""

import pytest

from rules.judge.spelling import Speller

COMMON_FIRST = ["the", "can", "turn", "card", "play", "player", "bullet", "tea", "ann", "pay"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("tha", "the"),  # not "tea": the more common word
        ("acn", "can"),
        ("lpay", "play"),  # not "pay": two letters swapped are one slip
        ("tur", "turn"),  # the last letter is missing,
        ("carf", "card"),  # or another one,
        ("vullet", "bullet"),  # or the first
        ("plaeyr", "player"),
    ],
)
def test_a_slip_is_taken_for_the_word_it_is_nearest_to_among_the_common_ones(written: str, meant: str) -> None:
    found, sure = Speller([], COMMON_FIRST).correct(written)
    assert found == meant
    assert 0.5 < sure < 1


def test_what_is_like_no_word_is_left_as_it_stands() -> None:
    speller = Speller(["umbrella"], COMMON_FIRST, foreign=["bandana"])
    assert speller.correct("xylophone") == ("xylophone", 0.0)
    assert speller.correct("umbrella") == ("umbrella", 1.0)
    assert speller.correct("bandana") == ("bandana", 0.0)
