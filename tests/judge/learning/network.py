"""Teaches the second opinion (`rules/judge/network.py`) on all wordings of all games: writes `assets/rulings/network/`.

Words start from `vectors.msgpack`: what all-MiniLM-L6-v2 (Apache 2.0) makes of 22,000 English words and of ours, each
on its own, brought down to 64 numbers by their principal components. So a word that no wording has, but that means
about the same as one that some have, is not lost. torch does the work; the judge itself needs none of it.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from rules.judge import Judge, learner
from rules.judge.learner import ELSEWHERE, FINEST, checksum
from rules.judge.network import BETWEEN, MOST_WORDS, Answers, Vectors
from rules.judge.rulings import TURNED, elsewhere, heard
from rules.judge.traits import is_ban

OUT = Path(__file__).parents[3] / "assets/rulings/network"
START = Path(__file__).parent / "vectors.msgpack"
OPINIONS = 2  # that learn apart and are written down as one, their mean
FEATURES = 192  # of each
ROUNDS = 12  # so often every wording is shown
AT_ONCE = 128
FASTEST = 4e-3  # how far each step goes at most; words go half as far
FORGOTTEN = 0.15  # so many words, and
DROPPED = 0.3  # so many features are left out at random, so that no answer hangs on one of them
UNSURE = 0.1  # nothing is learnt as quite certain
POINTS = 0.5  # how much the point alone counts
NOTHING, UNKNOWN = 0, 1  # beside the words' own numbers
Sample = tuple[list[int], int, int]  # words, answer, point


class Lesson:
    """All wordings of one game."""

    def __init__(self, judge: Judge, numbers: dict[str, int]) -> None:
        self.game = judge.game
        self.answers: dict[tuple[str, str], int] = {}
        self.points: dict[str, int] = {}
        self.samples: list[Sample] = []
        for words, point, verdict in self._wordings(judge):
            answer = self.answers.setdefault((point, verdict), len(self.answers))
            read = [numbers.get(word, UNKNOWN) for word in words[:MOST_WORDS]] or [UNKNOWN]
            self.samples.append((read, answer, self.points.setdefault(point, len(self.points))))
        self.point_of = torch.tensor([self.points[point] for point, _ in self.answers])

    @staticmethod
    def _wordings(judge: Judge) -> Iterator[tuple[tuple[str, ...], str, str]]:
        at_hand = [(entry.id, verdict, wording) for entry in judge.entries for verdict, wording in entry.wordings()]
        for point, verdict, wording in (*at_hand, *heard(judge.game)):
            reading = judge.reader.read(wording, ours=True)
            yield reading.words, point, TURNED.get(verdict, verdict) if is_ban(reading) else verdict
        for text in elsewhere(judge.game):
            yield judge.reader.read(text).words, *ELSEWHERE

    def batches(self) -> Iterator[list[Sample]]:
        """Some wordings at a time, of about the same length."""
        mixed = random.sample(self.samples, len(self.samples))
        for begin in range(0, len(mixed), 50 * AT_ONCE):
            alike = sorted(mixed[begin : begin + 50 * AT_ONCE], key=lambda sample: len(sample[0]))
            yield from (alike[at : at + AT_ONCE] for at in range(0, len(alike), AT_ONCE))


class Opinion(nn.Module):
    """Features of its own over the words that all share, and what they say of each answer."""

    def __init__(self, wide: int, lessons: list[Lesson]) -> None:
        super().__init__()
        self.together = nn.Conv1d(wide, FEATURES, 2 * BETWEEN + 1, padding=BETWEEN)
        self.dropped = nn.Dropout(DROPPED)
        self.points = nn.ModuleList(nn.Linear(wide + FEATURES, len(lesson.points)) for lesson in lessons)
        self.answers = nn.ModuleList(nn.Linear(wide + FEATURES, len(lesson.answers)) for lesson in lessons)

    def forward(self, rows: Tensor, there: Tensor, game: int, point_of: Tensor) -> tuple[Tensor, Tensor]:
        rows = self.dropped(rows) * there
        mean = rows.sum(1) / there.sum(1)
        stirred = functional.relu(self.together(rows.transpose(1, 2))).transpose(1, 2) * there
        features = self.dropped(torch.cat([mean, stirred.amax(1)], 1))
        points = self.points[game](features)
        return self.answers[game](features) + points[:, point_of], points


class Student(nn.Module):
    def __init__(self, rows: Tensor, lessons: list[Lesson]) -> None:
        super().__init__()
        self.words = nn.Embedding.from_pretrained(rows, freeze=False, padding_idx=NOTHING)
        self.opinions = nn.ModuleList(Opinion(rows.shape[1], lessons) for _ in range(OPINIONS))

    def forward(self, words: Tensor, game: int, point_of: Tensor) -> list[tuple[Tensor, Tensor]]:
        there = (words != NOTHING).float().unsqueeze(-1)
        rows = self.words(words)
        return [opinion(rows, there, game, point_of) for opinion in self.opinions]


def learn_network(judges: list[Judge]) -> None:
    torch.set_num_threads(1)  # so that it comes out the same
    torch.manual_seed(0)
    random.seed(0)
    numbers, rows = starting(judges)
    lessons = [Lesson(judge, numbers) for judge in judges]
    student = Student(rows, lessons)
    others = [each for name, each in student.named_parameters() if not name.startswith("words")]
    steps = torch.optim.AdamW([{"params": student.words.parameters()}, {"params": others}], weight_decay=1e-4)
    most = ROUNDS * sum(len(lesson.samples) // AT_ONCE + 1 for lesson in lessons)
    pace = torch.optim.lr_scheduler.OneCycleLR(steps, [FASTEST / 2, FASTEST], total_steps=most + 1, pct_start=0.1)
    for number in range(ROUNDS):
        batches = [(game, batch) for game, lesson in enumerate(lessons) for batch in lesson.batches()]
        random.shuffle(batches)
        off = 0.0
        for game, batch in batches:
            wanted, point = (torch.tensor([sample[place] for sample in batch]) for place in (1, 2))
            loss = torch.zeros(())
            for answers, points in student(shown(batch), game, lessons[game].point_of):
                loss = loss + functional.cross_entropy(answers, wanted, label_smoothing=UNSURE)
                loss = loss + POINTS * functional.cross_entropy(points, point)
            steps.zero_grad()
            loss.backward()
            steps.step()
            pace.step()
            off += loss.item()
        print(f"network, round {number + 1} of {ROUNDS}: {off / len(batches) / OPINIONS:.3f}", flush=True)
    write(student, lessons, numbers)


def starting(judges: list[Judge]) -> tuple[dict[str, int], Tensor]:
    """Every word's number, and what its row begins with."""
    words, listed, scale = msgspec.msgpack.decode(START.read_bytes(), type=tuple[list[str], bytes, float])
    rows = torch.from_numpy(np.frombuffer(listed, np.int8).astype(np.float32)).reshape(len(words), -1) * scale
    new = sorted({word for judge in judges for words_, _, _ in Lesson._wordings(judge) for word in words_} - {*words})
    first = torch.zeros(2, rows.shape[1])
    numbers = {word: number for number, word in enumerate([*words, *new], 2)}
    return numbers, torch.cat([first, rows, torch.randn(len(new), rows.shape[1]) * rows.std()])


def shown(batch: list[Sample]) -> Tensor:
    """Wordings as a table of words, some of them forgotten."""
    longest = max(len(words) for words, _, _ in batch)
    table = torch.tensor([words + [NOTHING] * (longest - len(words)) for words, _, _ in batch])
    return table.masked_fill((torch.rand(table.shape) < FORGOTTEN) & (table != NOTHING), UNKNOWN)


def write(student: Student, lessons: list[Lesson], numbers: dict[str, int]) -> None:
    OUT.mkdir(exist_ok=True)
    rows = student.words.weight.detach().numpy()
    ordered = sorted({checksum(word): number for word, number in numbers.items()}.items())
    kept = rows[[UNKNOWN, *(number for _, number in ordered)]]
    whole, scale = finest(kept.reshape(1, -1))
    features = np.concatenate([opinion.together.weight.detach().numpy() for opinion in student.opinions])
    small, scales = finest(features.reshape(len(features), -1))  # feature, number of a row, place
    placed = small.reshape(features.shape).transpose(2, 0, 1)
    bias = [round(float(each), 5) for opinion in student.opinions for each in opinion.together.bias.detach()]
    marks = np.array([mark for mark, _ in ordered], np.uint32)
    vectors = Vectors(marks.tobytes(), whole.tobytes(), scale[0], np.ascontiguousarray(placed).tobytes(), scales, bias)
    (OUT / "words.msgpack").write_bytes(msgspec.msgpack.encode(vectors))
    for game, lesson in enumerate(lessons):
        weights, said = mean(student, game, lesson.point_of)
        small, scales = finest(weights.detach().numpy())
        bias = [round(float(each), 4) for each in said.detach()]
        answers = Answers(learner.lessons(lesson.game), list(lesson.answers), small.tobytes(), scales, bias)
        (OUT / f"{lesson.game}.msgpack").write_bytes(msgspec.msgpack.encode(answers))


def mean(student: Student, game: int, point_of: Tensor) -> tuple[Tensor, Tensor]:
    """What all opinions together say of a game's answers: over the words' mean, then over the features of each."""
    wide, said = student.words.embedding_dim, [(each.answers[game], each.points[game]) for each in student.opinions]
    weights = [(both.weight + point.weight[point_of]) / OPINIONS for both, point in said]
    bias = torch.stack([both.bias + point.bias[point_of] for both, point in said]).mean(0)
    words = torch.stack([each[:, :wide] for each in weights]).sum(0)
    return torch.cat([words, *(each[:, wide:] for each in weights)], 1), bias


def finest(rows: Any) -> tuple[Any, list[float]]:
    """Rows as whole numbers, each with its scale."""
    scale = np.abs(rows).max(axis=1) / FINEST
    return np.round(rows / scale[:, None]).astype(np.int8), [float(each) for each in scale]
