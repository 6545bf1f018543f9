"""How good the judge is on a set of questions: what a set holds, how an answer is marked, what it all comes to."""

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from rules.judge import Ruling

HERE = Path(__file__).parent
CONFIDENT = 0.5  # a wrong answer that is surer than this is confidently wrong
Asker = Callable[[str], Ruling]
Folder = Literal["held_out", "dev", "strangers"]


class Question(Struct, frozen=True):
    """A question with every verdict and heading that would be right."""

    ask: str
    verdict: tuple[str, ...]
    section: tuple[str, ...]
    kind: Literal["plain", "paraphrase", "slang", "misspelled", "open", "figure"]


class Marks(Struct):
    """What a set of questions came to."""

    asked: int = 0
    right: int = 0  # verdict and heading
    found: int = 0  # heading among answer and related
    wrong: int = 0  # confidently wrong
    misspelled: int = 0
    misspelled_right: int = 0
    open: int = 0
    admitted: int = 0
    failures: list[str] = []

    def add(self, other: "Marks") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def spelled_share(self) -> float:
        return (self.right - self.misspelled_right) / max(1, self.asked - self.misspelled)

    @property
    def misspelled_share(self) -> float:
        return self.misspelled_right / max(1, self.misspelled)


def questions(folder: Folder, game: str) -> list[Question]:
    asked: list[Question] = []
    for path in sorted((HERE / folder).rglob(f"{game}.toml")):
        asked += msgspec.convert(tomllib.loads(path.read_text())["questions"], list[Question])
    return asked


def out_of_scope(folder: Folder) -> list[str]:
    asked: list[str] = []
    for path in sorted((HERE / folder).rglob("out_of_scope.toml")):
        data = tomllib.loads(path.read_text())
        asked += [*data["questions"], *(each["text"] * each["times"] for each in data.get("long", ()))]
    return asked


def mark(asker: Asker, asked: Iterable[Question]) -> Marks:
    marks = Marks(failures=[])
    for question in asked:
        ruling = asker(question.ask)
        verdict = ruling.verdict in question.verdict
        heading = ruling.section in question.section
        right = verdict and heading and ruling.source != "none"
        near = {ruling.section, *(each.section for each in ruling.related)}
        marks.asked += 1
        marks.right += right
        marks.found += not near.isdisjoint(question.section)
        marks.wrong += not right and not verdict and ruling.confidence >= CONFIDENT
        marks.misspelled += question.kind == "misspelled"
        marks.misspelled_right += question.kind == "misspelled" and right
        if question.verdict == ("open",):
            marks.open += 1
            marks.admitted += ruling.verdict == "open"
        if not right:
            marks.failures.append(
                f"{question.ask}\n    wanted {'/'.join(question.verdict)} {' or '.join(question.section)}"
                f"\n    got    {ruling.verdict} {ruling.section} ({ruling.source} {ruling.confidence}) {ruling.point}"
            )
    return marks
