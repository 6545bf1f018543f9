"""The second opinion: that it works out what it says, and that it is what `make learn` makes of the wordings."""

import math
from array import array

import msgspec
import pytest

from rules import library
from rules.judge import judge, judged, learner
from rules.judge.learner import checksum
from rules.judge.network import Answers, Network, Vectors, Words

WIDE = 64  # numbers a word
ROWS = {"": (0, 0), "gun": (10, 0), "pistol": (9, 1), "no": (0, 10)}


def words(features: list[tuple[int, int]], bias: float) -> Words:
    """One feature, with a row each for the word before, the word itself and the word behind."""
    marks = sorted((checksum(word), row) for word, row in ROWS.items() if word)
    rows = array("b", [number for row in (ROWS[""], *(row for _, row in marks)) for number in row])
    placed = array("b", [number for row in features for number in row])
    listed = array("I", [mark for mark, _ in marks])
    return Words(Vectors(listed.tobytes(), rows.tobytes(), 0.5, placed.tobytes(), [2.0], [bias]))


def test_the_mean_of_the_words_comes_first_and_an_unknown_word_is_nothing() -> None:
    still = words([(0, 0), (0, 0), (0, 0)], 0.0)
    assert still.features(["gun", "no"]) == [2.5, 2.5, 0.0]
    assert still.features(["gun", "zzz"]) == [2.5, 0.0, 0.0]
    assert still.features([]) == [0.0, 0.0, 0.0]


def test_a_feature_sees_three_words_in_their_order_and_the_strongest_place_counts() -> None:
    no_gun = words([(0, 1), (1, 0), (0, 0)], -3.0)  # "no" before "gun"
    assert no_gun.features(["no", "gun"])[2] == 2.0 * 0.5 * (10 + 10) - 3.0
    assert no_gun.features(["gun", "no"])[2] == 2.0 * 0.5 * 10 - 3.0
    assert no_gun.features(["zzz"])[2] == 0.0  # never below nothing
    assert no_gun.features(["gun", "zzz", "no", "gun"])[2] == 17.0


def test_what_it_says_are_shares_of_the_whole() -> None:
    answers = Answers(
        "", [("shoot", "yes"), ("shoot", "no")], array("b", [1, 0, 0, 0, 1, 0]).tobytes(), [0.1, 0.1], [0, 0]
    )
    network = Network(words([(0, 0), (0, 0), (0, 0)], 0.0), answers)
    both = [("shoot", "yes"), ("shoot", "no")]
    said = network.scores(["gun", "gun"], [*both, ("never", "met")])
    assert sum(map(math.exp, said.values())) == pytest.approx(1.0)
    assert said["shoot", "yes"] - said["shoot", "no"] == pytest.approx(0.5)
    assert set(said) == {*both}
    assert network.scores(["pistol"], both)["shoot", "yes"] > network.scores(["no"], both)["shoot", "yes"]


@pytest.mark.parametrize("game", sorted(judged()))
def test_what_was_learnt_fits_the_wordings(game: str) -> None:
    """Else run `make learn`."""
    written = msgspec.msgpack.decode(library.blob(f"rulings/network/{game}.msgpack"), type=Answers)
    assert written.lessons == learner.lessons(game)


def test_words_that_no_wording_has_are_understood_by_those_that_mean_the_same() -> None:
    silk = judge("hit-the-silk")
    network = silk.index.network
    assert network is not None
    assert not silk.reader.speller.knows("shotgun")
    asked, near, far = (network.words.features([word])[:WIDE] for word in ("shotgun", "gun", "umbrella"))
    assert math.dist(asked, near) < math.dist(asked, far)
