"""Plain words: a question as lower-case words and numbers, and the stem that a word's forms share."""

import re
import unicodedata
from functools import lru_cache

WORD = re.compile(r"[£$]?\d+(?:[.,]\d{3})+k?|[£$]?\d+(?:\.\d+)?k?(?:st|nd|rd|th)?|[a-z]+(?:'[a-z]+)*|[.?!;:,]")
UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
NUMBERS = {word: value for value, word in enumerate(UNITS)} | {word: 10 * value for value, word in enumerate(TENS, 2)}
ORDINAL = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth"}
PUNCTUATION = frozenset(".?!;:,")
WITH_NUMBERS = re.compile(rf"\d|\b(?:{'|'.join(NUMBERS)})\b")
DOUBLED = re.compile(r"([bdgklmnprt])\1$")


@lru_cache(maxsize=8192)
def words(text: str) -> tuple[str, ...]:
    """The words, numbers (`13500`, `£20000`) and punctuation marks of a text."""
    text = text.casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text).replace("’", "'").replace("‘", "'")
        text = "".join(sign for sign in text if not unicodedata.combining(sign))
    found = WORD.findall(text.replace("-", " ").replace("/", " "))
    if WITH_NUMBERS.search(text) is None:
        return tuple(found)
    return tuple(_join_numbers([_number(word) for word in found]))


def is_number(word: str) -> bool:
    return word[-1:].isdigit()


def number(word: str) -> int:
    return int(word.lstrip("£$"))


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """What the forms of a word have in common: "changing", "changes" and "change" are "chang"."""
    word = word.split("'")[0] if not word.endswith("n't") else word
    if len(word) > 3:
        if word.endswith("ies"):
            return word[:-3] + "y"
        if word.endswith("s") and not word.endswith(("ss", "us", "is")):
            word = word[:-2] if word.endswith(("sses", "shes", "ches", "xes")) else word[:-1]
        for ending in ("ing", "ed"):
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = DOUBLED.sub(r"\1", word[: -len(ending)])
                break
        if len(word) > 3 and word.endswith("e"):
            word = word[:-1]
    return word


def _number(word: str) -> str:
    """Every way to write a number, as digits: "13k", "13,500" and "13.500"."""
    if word in ORDINAL:
        return ORDINAL[word]
    if not word.strip("£$")[:1].isdigit():
        return word
    currency = word[0] if word[0] in "£$" else ""
    digits = word.strip("£$")
    thousand = digits.endswith("k")
    digits = re.sub(r"[a-z]", "", digits)
    if re.fullmatch(r"\d+(?:[.,]\d{3})+", digits):
        digits = re.sub(r"[.,]", "", digits)
    value = float(digits[:12])
    return f"{currency}{round(value * 1000 if thousand else value)}"


def _join_numbers(found: list[str]) -> list[str]:
    """ "thirteen thousand five hundred" is one number; so is "13 k"."""
    joined: list[str] = []
    place = 0
    while place < len(found):
        value, used = _spelled(found, place)
        if used:
            joined.append(str(value))
            place += used
        else:
            joined.append(found[place])
            place += 1
    return joined


def _spelled(found: list[str], place: int) -> tuple[int, int]:
    """A number that begins here, and over how many words it goes."""
    total = current = used = 0
    for word in found[place : place + 8]:
        if (
            word in NUMBERS
            and (used == 0 or current == 0 or (current % 100 >= 20 and current % 10 == 0 and NUMBERS[word]))
        ) or (word in NUMBERS and current % 100 == 0 and used):
            current += NUMBERS[word]
        elif used == 0 and word.isdigit() and place + 1 < len(found) and found[place + 1] in ("thousand", "k", "grand"):
            current = int(word)
        elif word == "hundred" and used and current:
            current *= 100
        elif word in ("thousand", "k", "grand") and used and current:
            total, current = total + current * 1000, 0
        else:
            break
        used += 1
    return total + current, used
