"""How a question is read: what it speaks of, what it denies, what it asks for, and which figures it gives."""

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct

from rules.judge.language import NUMBERS, PUNCTUATION, is_number, number, stem, words
from rules.judge.lexicon import Lexicon
from rules.judge.spelling import Speller

LONGEST = 1_000  # letters of one question that are read
MOST_WORDS = 90
MOST_CORRECTED = 14
# Said twice they mean no more than once.
COMMON = frozenset(["player", "card", "turn", "other", "play", "take", "not", "all", "after", "before"])
SENTENCE = frozenset(".?!;")
SOMEBODY = "*"
DOES = frozenset(["do", "does", "did", "is", "are", "can", "should"])
WITH_DIGIT = re.compile(r"\b[a-z]+\d\b", re.IGNORECASE)  # "some1", "b4": else a word and a number
NAME = re.compile(r"(?<=[a-z0-9,;] )[A-Z][a-z]+")  # a capital within a sentence
ELSEWHERE = frozenset(["in", "of", "playing", "from"])  # before a name: another game, or a place


class Reading(Struct, frozen=True):
    """A question (or a ruling's wording) as the index and the engine see it."""

    meanings: dict[str, float]  # what it speaks of, each with how sure the spelling is; "not:x" where it is denied
    order: tuple[str, ...]  # the same in the order they stand
    form: str  # "polar" asks for yes or no, "open" for something else, "" cannot be told
    modality: str  # asks for "leave", "duty", a "ban", what "is" or what one "do"es; or "" cannot be told
    figures: dict[str, int]  # {"altitude": 13500, "players": 5}
    aside: frozenset[str]  # what stands only where it does not ask: "I have no card." before "Can I move?"
    small: frozenset[str]  # small words that carry no meaning and may still turn an answer: "still", "again", "even"
    words: tuple[str, ...]  # as spelled right, SOMEBODY for every name
    names: tuple[str, ...]  # people it names, as written
    first_person: bool  # speaks of "I", "me" or "we"


class Reader:
    """Reads questions with one game's words."""

    def __init__(self, lexicon: Lexicon, speller: Speller, quantities: Mapping[str, Mapping[str, Any]]) -> None:
        self.lexicon = lexicon
        self.grammar = lexicon.grammar
        self.speller = speller
        self.quantities = quantities

    def read(self, text: str, seats: Iterable[str] = (), ours: bool = False) -> Reading:
        """A question, or (`ours`) a text of the rulings, whose every word is known to be spelled as it is meant."""
        people = {name.casefold(): name for name in seats}
        meant = self.lexicon.written
        text = WITH_DIGIT.sub(lambda short: meant.get(short[0].casefold(), short[0]), text[:LONGEST])
        found = self._to_the_point(self._as_meant(words(text)[:MOST_WORDS]))
        if not ours:
            people |= self._strangers(text, found)
        spelled = [(word.removesuffix("'s"), 1.0) for word in found] if ours else self._spell(found, people)
        plain = [word for word, _ in spelled]
        named = tuple(people.get(word, word) for word in plain if word in people or word in self.lexicon.names)
        first_person = not self.grammar.first_person.isdisjoint(plain)
        form = self._form(plain)
        modality = self._modality(plain, form)
        figures: dict[str, int] = {}
        meanings: dict[str, float] = {}
        order: list[str] = []
        denied = False
        asks_from = self._asks_from(plain)
        tokens = self._tokens(spelled[:asks_from], people, figures, modality == "ban")
        before = self.lexicon.meanings(tokens)
        asking = self.lexicon.meanings(self._tokens(spelled[asks_from:], people, figures, modality == "ban"))
        asked: set[str] = set()
        for place, (meaning, sure) in enumerate([*before, *asking]):
            if meaning == "not":
                denied = not denied
                continue
            if denied:
                meaning = self.lexicon.negated.get(meaning, f"not:{meaning}")
                denied = False
            if meaning in meanings and meaning not in COMMON and meaning[0] not in "#@~^":
                meanings[f"again:{meaning}"] = sure
            meanings[meaning] = max(sure, meanings.get(meaning, 0))
            order.append(meaning)
            if place >= len(before):
                asked.add(meaning)
        if first_person and len(set(named)) > 1:
            meanings["two-others"] = 1.0  # "Can Ben and Cat trade on my turn?"
        for intent in self._intents(plain):
            meanings.setdefault(intent, 1.0)
        aside = frozenset(order) - asked
        small = self.grammar.small.intersection(plain)
        said = tuple(SOMEBODY if word in people or word in self.lexicon.names else word for word in plain)
        return Reading(meanings, tuple(order), form, modality, figures, aside, small, said, named, first_person)

    def _asks_from(self, plain: list[str]) -> int:
        """Where the sentence begins that asks: what stands before it only tells how things are."""
        ends = [place for place, word in enumerate(plain[:-1]) if word in SENTENCE]
        for end in reversed(ends):
            if not self.grammar.auxiliary.union(self.grammar.asking).isdisjoint(plain[end + 1 :]):
                return end + 1
        return 0

    def _strangers(self, text: str, found: list[str]) -> dict[str, str]:
        """People whom nobody introduced: a capital within a sentence, on a word that means nothing else."""
        capital = {name.casefold(): name for name in NAME.findall(text)}
        return {
            word: capital[word]
            for place, word in enumerate(found)
            if word in capital and not self.speller.knows(word) and found[place - 1] not in ELSEWHERE
        }

    # ---------------------------------------------------------------- spelling

    def _as_meant(self, found: Iterable[str]) -> list[str]:
        """ "dont", "enuf" and "some1" as the words they stand for."""
        meant = self.lexicon.written
        return [part for word in found for part in (words(meant[word]) if word in meant else (word,))]

    def _to_the_point(self, found: list[str]) -> list[str]:
        """Without "could you please tell me": what is asked stands behind it."""
        result: list[str] = []
        place = 0
        while place < len(found):
            if not result or result[-1] in PUNCTUATION:
                for length in range(5, 0, -1):
                    asked = found[place + length] if place + length < len(found) else ""
                    if tuple(found[place : place + length]) not in self.grammar.courtesies:
                        continue
                    if asked in ("if", "whether"):
                        result += ["is", "it", "true", "that"]
                        place += length + 1
                    elif asked in self.grammar.asking:
                        place += length
            begins = not result or result[-1] in PUNCTUATION
            if begins and found[place] == "were" and found[place + 1 : place + 2] and found[place + 1] in DOES:
                result.append("where")  # misspelled so often
            else:
                result.append(found[place])
            place += 1
        return result

    def _spell(self, found: list[str], people: Mapping[str, str]) -> list[tuple[str, float]]:
        """Every word as it was probably meant, with how sure that is; 0 for a word that nothing explains."""
        spelled: list[tuple[str, float]] = []
        tries = MOST_CORRECTED
        place = 0
        while place < len(found):
            word = found[place]
            place += 1
            owner = word.removesuffix("'s")
            if self._known(owner, people):
                spelled.append((owner, 1.0))
                continue
            if word in PUNCTUATION or is_number(word):
                spelled.append((word, 1.0))
                continue
            if place < len(found) and found[place].isalpha() and self.speller.knows(word + found[place]):
                spelled.append((word + found[place], 0.95))  # "lock box"
                place += 1
                continue
            if word.startswith("un") and len(word) > 5 and self.speller.knows(word[2:]):
                spelled += [("not", 1.0), (word[2:], 1.0)]  # "unflipped", "unlocked" where no game knows it
                continue
            meant, sure = self.speller.correct(word) if tries else (word, 0.0)
            tries -= 1
            if meant in NUMBERS:  # "fve", "niine thousand"
                thousand = place < len(found) and found[place] == "thousand"
                place += thousand
                spelled.append((str(NUMBERS[meant] * (1000 if thousand else 1)), sure))
            elif not sure and (parts := self._split(word)):
                spelled += [(part, 0.9) for part in parts]
            else:
                spelled.append((meant, sure))
        return spelled

    def _known(self, word: str, people: Mapping[str, str]) -> bool:
        speller = self.speller
        return word in people or word in self.lexicon.names or (speller.knows(word) and word not in speller.foreign)

    def _split(self, word: str) -> tuple[str, str] | None:
        """Two words of the game written as one."""
        if word in self.speller.foreign:
            return None
        for cut in range(3, len(word) - 2):
            if word[:cut] in self.speller.strong and word[cut:] in self.speller.strong:
                return word[:cut], word[cut:]
        return None

    # ---------------------------------------------------------------- what it speaks of

    def _tokens(
        self, spelled: list[tuple[str, float]], people: Mapping[str, str], figures: dict[str, int], ban: bool
    ) -> list[tuple[str, float]]:
        tokens: list[tuple[str, float]] = []
        plain = [word for word, _ in spelled]
        for place, (word, sure) in enumerate(spelled):
            if word in PUNCTUATION:
                continue
            if word in people or word in self.lexicon.names:
                tokens.append(("player", sure))
            elif is_number(word):
                tokens.append((self._figure(plain, place, figures), sure))
            elif word in self.lexicon.denials or word.endswith("n't"):
                if not self._only_asks(plain, place, ban):
                    tokens.append(("not", sure))
            elif sure:
                tokens.append((word, sure))
            elif len(word) > 2:
                tokens.append((f"{'^' if word in self.speller.foreign else '~'}{word}", 0.0))
        return tokens

    def _only_asks(self, plain: list[str], place: int, ban: bool) -> bool:
        """ "Can't I …?" asks like "Can I …?"; and in "I can't …, right?" the ban is told by the modality."""
        word, before = plain[place], plain[place - 1] if place else ""
        begins = place == 0 or before in PUNCTUATION or before in self.grammar.openers
        return (begins and word in self.grammar.auxiliary) or (
            ban and (word == "can't" or before in self.grammar.leave or before == "is")
        )

    def _figure(self, plain: list[str], place: int, figures: dict[str, int]) -> str:
        word = plain[place]
        value = number(word)
        behind = plain[place + 1 : place + 3]
        after = stem(behind[-1] if behind[:1] == ["of"] else behind[0]) if behind else ""  # "four of us"
        before = plain[place - 1] if place else ""
        last = not after or after in PUNCTUATION
        for name, spec in self.quantities.items():
            marked = after in spec.get("after", ()) or before in spec.get("before", ())
            closing = last and before in spec.get("closing", ())
            fits = spec["from"] <= value <= spec["to"] and word[0] not in "£$"
            if fits and (marked or closing or spec.get("bare", False)):
                figures.setdefault(name, value)
                return f"@{name}"
        return f"#{value}"

    # ---------------------------------------------------------------- what it asks for

    def _form(self, plain: list[str]) -> str:
        """Whether yes or no is asked for, by how the last clause begins that asks at all."""
        if self._offers_a_choice(plain):
            return "open"  # "before or after the vote?" wants neither yes nor no
        form = ""
        begins = True
        for place, word in enumerate(plain):
            following = plain[place + 1] if place + 1 < len(plain) else ""
            if word in PUNCTUATION:
                begins = True
            elif begins and not self._leads_in(word, following):
                begins = False
                if word in self.grammar.asking:
                    form = "open"
                elif word in self.grammar.auxiliary:
                    form = "polar"
        if not form and self.grammar.asking.isdisjoint(plain):  # "if I draw it do I lose my turn"
            asks = any(a in self.grammar.auxiliary and b in self.grammar.subjects for a, b in pairwise(plain))
            form = "polar" if asks else ""
        return form

    def _offers_a_choice(self, plain: list[str]) -> bool:
        """ "… before or after?", "…, or does it stay?" ask which of two it is."""
        if "or" not in plain or plain[-2:-1] == ["not"]:
            return False
        if any(both in " ".join(plain) for both in self.grammar.alternatives):
            return True
        place = len(plain) - 1 - plain[::-1].index("or")
        following = plain[place + 1] if place + 1 < len(plain) else ""
        return following in self.grammar.other_choice or (
            plain[place - 1] == "," and following in self.grammar.auxiliary
        )

    def _leads_in(self, word: str, following: str) -> bool:
        """Whether a clause only begins behind this word: "and", "with"; but "when does …" asks."""
        if word == "when" and following in self.grammar.auxiliary:
            return False
        return following not in PUNCTUATION and (word in self.grammar.openers or word in self.grammar.prepositions)

    def _modality(self, plain: list[str], form: str) -> str:
        """Whether it is about leave, duty or a ban."""
        grammar = self.grammar
        modality = ""
        for place, word in enumerate(plain):
            following = plain[place + 1] if place + 1 < len(plain) else ""
            before = plain[place - 1] if place else ""
            stated = form != "polar" and (word == "can't" or (word in grammar.leave and following == "not"))
            if (
                stated
                or word in grammar.ban
                or (word == "against" and plain[place + 1 : place + 3] == ["the", "rules"])
            ):
                return "ban"
            if word in grammar.leave and before in ("not", "never"):
                return "ban"
            if word in grammar.duty or (word in grammar.burden and following == "to"):
                modality = "duty"
            elif not modality and word in grammar.leave:
                modality = "leave"
        return modality or next((put for word in plain if (put := grammar.put.get(word))), "")

    def _intents(self, plain: list[str]) -> list[str]:
        """What is asked for, where something is: a number, a place, a person, a moment."""
        found = []
        for place, word in enumerate(plain):
            if word not in self.grammar.asking:
                continue
            before = plain[place - 1] if place else ""
            following = plain[place + 1] if place + 1 < len(plain) else ""
            begins = not before or before in PUNCTUATION or before in self.grammar.openers or len(plain) < 12
            intent = self.grammar.intents.get(f"{word} {following}") or (
                self.grammar.intents.get(word) if begins else None
            )
            if intent:
                found.append(intent)
        return found
