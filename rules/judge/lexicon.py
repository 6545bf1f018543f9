"""The words of a game: which mean the same, which carry nothing, which stand for a card or a place."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

from msgspec import Struct

from rules.judge.language import is_number, number, stem, words
from rules.judge.rulings import Book

LEFT_OUT = "left-out"  # the list of phrases that carry nothing


class Grammar(Struct, frozen=True):
    """Words that tell how something is asked."""

    leave: frozenset[str]
    duty: frozenset[str]
    burden: frozenset[str]  # a duty with "to" behind it
    ban: frozenset[str]
    auxiliary: frozenset[str]  # begin a question for yes or no
    openers: frozenset[str]  # may stand before a clause
    prepositions: frozenset[str]  # may stand before "which" and "how many"
    first_person: frozenset[str]
    alternatives: frozenset[str]  # ask which of two it is
    other_choice: frozenset[str]  # behind "or", they begin the other of two
    small: frozenset[str]  # may turn an answer, though they mean nothing
    subjects: frozenset[str]  # behind an auxiliary, somebody of whom something is asked
    put: dict[str, str]  # words that ask what "is" or what one "do"es
    intents: dict[str, str]  # "how many" asks for a number
    asking: frozenset[str]  # the first words of these
    courtesies: frozenset[tuple[str, ...]]  # may stand before these, and ask nothing themselves

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        intents = dict(data["intents"])
        sets = {name: frozenset(data[name]) for name in cls.__struct_fields__[:12]}
        sets["auxiliary"] |= sets["leave"]
        put = {word: name for name, listed in data["put"].items() for word in listed}
        asking = frozenset(asked.split()[0] for asked in intents)
        courtesies = frozenset(tuple(phrase.split()) for phrase in data["courtesies"])
        return cls(**sets, put=put, intents=intents, asking=asking, courtesies=courtesies)


class Lexicon:
    """Turns words into meanings. A meaning is a name from the word lists, or the stem of a word that is in none."""

    def __init__(self, common: Mapping[str, Any], game: Book) -> None:
        self.stop = frozenset(stem(word) for word in common["stop"])
        self.names = frozenset(common["names"])
        self.generic = frozenset(stem(word) for word in common["generic"])
        self.written: dict[str, str] = common["written"]
        self.grammar = Grammar.read(common["grammar"])
        self.denials = frozenset(common["denials"])
        self.negated: dict[str, str] = {**common["negated"], **game.negated}
        self.phrases: dict[tuple[str, ...], str] = {}
        self.begins: dict[str, int] = {}  # a phrase's first word, and how long phrases go that begin with it
        self.spoken: set[str] = set()  # every word of every phrase, as people write it
        for lists in (common["words"], game.words):
            for meaning, phrases in lists.items():
                for phrase in phrases if meaning == LEFT_OUT else (meaning.replace("-", " "), *phrases):
                    self._learn(phrase, meaning)
        self.listed = frozenset((*common["words"], *game.words))
        self.classes: dict[str, str] = {
            meaning: name for name, meanings in game.classes.items() for meaning in meanings
        }
        self.near: dict[str, dict[str, float]] = {}
        for pair in (*common["near"], *game.near):
            for a in pair:
                for b in pair:
                    if a != b:
                        self.near.setdefault(a, {})[b] = 0.45

    def concerns(self, meanings: Iterable[str]) -> bool:
        """Whether any of these is a word that the lists know, and not just English."""
        return any(meaning.removeprefix("not:") in self.listed for meaning in meanings)

    def meanings(self, found: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
        """The meanings of a run of words (each with how sure its spelling is), longest phrases first."""
        run = [(word if word[0] in "#@~^" else stem(word), sure) for word, sure in found]
        stems = tuple(word for word, _ in run)
        result: list[tuple[str, float]] = []
        place = 0
        while place < len(run):
            for length in range(min(self.begins.get(stems[place], 0), len(run) - place), 0, -1):
                meaning = self.phrases.get(stems[place : place + length])
                if meaning is not None:
                    result.append((meaning, min(sure for _, sure in run[place : place + length])))
                    place += length
                    break
            else:
                if stems[place] not in self.stop:
                    result.append(run[place])
                place += 1
        return [(meaning, sure) for meaning, sure in result if meaning]

    def _learn(self, phrase: str, meaning: str) -> None:
        spelled = words(phrase)
        key = tuple(f"#{number(word)}" if is_number(word) else stem(word) for word in spelled)
        self.phrases[key] = "" if meaning == LEFT_OUT else meaning
        self.begins[key[0]] = max(len(key), self.begins.get(key[0], 0))
        self.spoken.update(spelled)
        joined = "".join(spelled)
        if len(spelled) == 2 and len(phrase) > 6 and joined.isalpha():  # "lock box" is written "lockbox" too
            self.phrases.setdefault((stem(joined),), self.phrases[key])
            self.begins.setdefault(stem(joined), 1)
            self.spoken.add(joined)
