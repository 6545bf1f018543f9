"""How a question is read: what it speaks of, what it denies, what it asks for, and which figures it gives."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from rules.judge.language import PUNCTUATION, is_number, number, stem, words
from rules.judge.lexicon import Lexicon
from rules.judge.spelling import Speller

LONGEST = 1_000  # letters of one question that are read
MOST_WORDS = 90

LEAVE = frozenset(
    [
        "can",
        "could",
        "may",
        "might",
        "allowed",
        "allow",
        "allows",
        "legal",
        "ok",
        "okay",
        "possible",
        "able",
        "permitted",
        "fine",
        "let",
    ]
)
DUTY = frozenset(["must", "mandatory", "compulsory", "obliged", "obligatory", "required", "forced"])
FIRST_PERSON = frozenset(["i", "i'm", "i've", "i'd", "i'll", "im", "me", "my", "we", "us"])
BAN = frozenset(["forbidden", "illegal", "prohibited", "banned", "disallowed", "cheating"])
AUXILIARY = LEAVE | frozenset(
    [
        "must",
        "do",
        "does",
        "did",
        "is",
        "are",
        "am",
        "was",
        "were",
        "will",
        "would",
        "shall",
        "should",
        "has",
        "have",
        "had",
        "isn't",
        "aren't",
        "don't",
        "doesn't",
        "didn't",
        "can't",
        "couldn't",
        "won't",
        "wouldn't",
        "shouldn't",
        "haven't",
        "hasn't",
    ]
)
OPENERS = frozenset(
    ["and", "or", "so", "but", "then", "also", "if", "when", "now", "ok", "okay", "hey", "please", "btw", "like"]
)
INTENTS = {
    ("how", "many"): "?number",
    ("how", "much"): "?number",
    ("how", "far"): "?number",
    ("how", "long"): "?when",
    ("how", "often"): "?number",
    ("how", "high"): "?number",
    ("how", "low"): "?number",
    ("what", "happens"): "?happens",
    ("what", "happen"): "?happens",
    ("what", "then"): "?happens",
    ("what", "now"): "?happens",
    ("what", "if"): "?happens",
    ("what", "number"): "?number",
    ("where",): "?where",
    ("who",): "?who",
    ("whom",): "?who",
    ("whose",): "?who",
    ("when",): "?when",
    ("which",): "?which",
    ("why",): "?why",
    ("what",): "?what",
    ("whats",): "?what",
    ("what's",): "?what",
    ("who's",): "?who",
    ("how",): "?how",
}


COMMON = frozenset(["player", "card", "turn", "other", "play", "take", "not", "all", "after", "before"])
ASKING = frozenset(words[0] for words in INTENTS)


class Reading(Struct, frozen=True):
    """A question (or a ruling's wording) as the index and the engine see it."""

    meanings: dict[str, float]  # what it speaks of, each with how sure the spelling is; "not:x" where it is denied
    order: tuple[str, ...]  # the same in the order they stand
    unknown: tuple[str, ...]  # words that no vocabulary explains
    form: str  # "polar" asks for yes or no, "open" for something else, "" cannot be told
    modality: str  # "leave", "duty", "ban" or ""
    figures: dict[str, int]  # {"altitude": 13500, "players": 5}
    names: tuple[str, ...]  # people it names, as written
    first_person: bool  # speaks of "I", "me" or "we"
    mended: bool  # a word was corrected


class Reader:
    """Reads questions with one game's words."""

    def __init__(self, lexicon: Lexicon, speller: Speller, quantities: Mapping[str, Mapping[str, Any]]) -> None:
        self.lexicon = lexicon
        self.speller = speller
        self.quantities = quantities

    def read(self, text: str, seats: Iterable[str] = ()) -> Reading:
        people = {name.casefold(): name for name in seats}
        found = list(words(text[:LONGEST])[:MOST_WORDS])
        spelled, unknown, mended = self._spell(found, people)
        named = tuple(people.get(word, word) for word, _ in spelled if word in people or word in self.lexicon.names)
        form, modality = _form([word for word, _ in spelled])
        figures: dict[str, int] = {}
        tokens = self._tokens(spelled, people, figures, modality == "ban")
        meanings: dict[str, float] = {}
        order: list[str] = []
        denied = False
        for meaning, sure in self.lexicon.meanings(tokens):
            if meaning == "not":
                denied = not denied
                continue
            if denied:
                meaning = self.lexicon.negated.get(meaning, f"not:{meaning}")
                denied = False
            if meaning in meanings and meaning not in COMMON and meaning[0] not in "#@~":
                meanings[f"again:{meaning}"] = sure
            meanings[meaning] = max(sure, meanings.get(meaning, 0))
            order.append(meaning)
        for intent in _intents([word for word, _ in spelled]):
            meanings.setdefault(intent, 1.0)
        speaker = not FIRST_PERSON.isdisjoint(word for word, _ in spelled)
        return Reading(meanings, tuple(order), unknown, form, modality, figures, named, speaker, mended)

    def _spell(
        self, found: list[str], people: Mapping[str, str]
    ) -> tuple[list[tuple[str, float]], tuple[str, ...], bool]:
        """Every word as it was meant, those that mean nothing to the game, and whether one was mended."""
        spelled: list[tuple[str, float]] = []
        unknown: list[str] = []
        mended = False
        tries = 14
        place = 0
        while place < len(found):
            word = found[place]
            place += 1
            possessive = word[:-2] if word.endswith("'s") else word
            if word in PUNCTUATION or is_number(word) or self._known(possessive, people):
                spelled.append((possessive if self._known(possessive, people) else word, 1.0))
                continue
            if place < len(found) and self.speller.knows(word + found[place]) and found[place] not in PUNCTUATION:
                spelled.append((word + found[place], 0.95))
                place += 1
                mended = True
                continue
            meant, sure = self.speller.correct(word) if tries > 0 else (word, 0.0)
            tries -= 1
            if not sure and (parts := self._split(word)):
                spelled += [(part, 0.9) for part in parts]
                mended = True
                continue
            if sure:
                mended = True
            else:
                unknown.append(word)
            spelled.append((meant, sure))
        return spelled, tuple(unknown), mended

    def _known(self, word: str, people: Mapping[str, str]) -> bool:
        speller = self.speller
        return word in people or word in self.lexicon.names or (speller.knows(word) and word not in speller.foreign)

    def _split(self, word: str) -> tuple[str, str] | None:
        """Two words of the game written as one."""
        for cut in range(3, len(word) - 2):
            if word[:cut] in self.speller.strong and word[cut:] in self.speller.strong:
                return word[:cut], word[cut:]
        return None

    def _tokens(
        self, spelled: list[tuple[str, float]], people: Mapping[str, str], figures: dict[str, int], ban: bool
    ) -> list[tuple[str, float]]:
        tokens: list[tuple[str, float]] = []
        plain = [word for word, _ in spelled]
        for place, (word, sure) in enumerate(spelled):
            begins = place == 0 or plain[place - 1] in PUNCTUATION or plain[place - 1] in OPENERS
            if word in PUNCTUATION:
                continue
            if word in people or word in self.lexicon.names:
                tokens.append(("player", sure))
            elif is_number(word):
                tokens.append((self._figure(plain, place, figures), sure))
            elif word in self.lexicon.denials or word.endswith("n't"):
                # "Can't I …?" asks like "Can I …?", and "I can't …, right?" is a ban of its own
                follows_leave = place > 0 and plain[place - 1] in LEAVE
                if not (begins and word in AUXILIARY) and not (ban and (word in ("can't", "cannot") or follows_leave)):
                    tokens.append(("not", sure))
            elif sure == 0.0:
                tokens.append((f"~{word}", 0.0))
            else:
                tokens.append((word, sure))
        return tokens

    def _figure(self, plain: list[str], place: int, figures: dict[str, int]) -> str:
        word = plain[place]
        value = number(word)
        after = stem(plain[place + 1]) if place + 1 < len(plain) else ""
        before = plain[place - 1] if place else ""
        last = place + 1 >= len(plain) or plain[place + 1] in PUNCTUATION
        for name, spec in self.quantities.items():
            low, high = spec["from"], spec["to"]
            marked = after in spec.get("after", ()) or before in spec.get("before", ())
            closing = last and before in spec.get("closing", ())
            if low <= value <= high and (marked or closing or spec.get("bare", False)) and word[0] not in "£$":
                figures.setdefault(name, value)
                return f"@{name}"
        return f"#{value}"


def _form(plain: list[str]) -> tuple[str, str]:
    """Whether yes or no is asked for, and whether it is about leave, duty or a ban."""
    form = modality = ""
    begins = True
    for place, word in enumerate(plain):
        following = plain[place + 1] if place + 1 < len(plain) else ""
        if begins and word in OPENERS and following not in PUNCTUATION:
            continue
        if begins and word not in PUNCTUATION:
            if word in ASKING:
                form = "open"
            elif word in AUXILIARY:
                form = "polar"
            begins = False
        if word in PUNCTUATION:
            begins = True
        denied = following == "not" or word.endswith("n't") or word == "cannot"
        if (
            word in BAN
            or (word in ("cannot", "can't") and form != "polar")
            or (word == "mustn't")
            or (word in ("allowed", "permitted", "legal", "ok") and place and plain[place - 1] in ("not", "never"))
        ):
            modality = "ban"
        elif modality != "ban" and (
            word in DUTY or (word in ("have", "has", "need", "needs", "had") and following == "to")
        ):
            modality = "duty"
        elif modality == "" and word in LEAVE and not denied:
            modality = "leave"
    return form, modality


def _intents(plain: list[str]) -> list[str]:
    """What is asked for, where something is: a number, a place, a person, a moment."""
    found = []
    for place, word in enumerate(plain):
        pair = INTENTS.get((word, plain[place + 1])) if place + 1 < len(plain) else None
        single = INTENTS.get((word,))
        if pair:
            found.append(pair)
        elif single and (
            place == 0 or plain[place - 1] in PUNCTUATION or plain[place - 1] in OPENERS or len(plain) < 12
        ):
            found.append(single)
    return found
