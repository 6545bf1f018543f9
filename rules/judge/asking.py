"""Asking the engine: which action a question is about, who would do it to whom, and what the rules say on a table."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from rules import games, sentences
from rules.action import Action, Card, Seat, Unreadable, fields
from rules.game import Setup
from rules.judge.reading import Reading
from rules.judge.rulings import Book, Engine
from rules.judge.script import play
from rules.table import Table
from rules.verdict import Answer, Verdict

SPARE_NAMES = ("Ann", "Ben", "Cat", "Dee", "Eli", "Fay")
MOST_TRIES = 300
# Meanings that a question about an action carries without changing what is asked.
AROUND = frozenset(["player", "other", "card", "turn", "game", "now", "victim", "action", "use", "play", "two-others"])
BEST = {Answer.YES: 0, Answer.DEPENDS: 1, Answer.NO: 2}


class Asked(Struct, frozen=True):
    """What the engine was asked and what it said."""

    action: Action
    verdict: Verdict
    label: str  # "Ann's Steal from Ben"
    heading: str  # where the book speaks of this action
    left: frozenset[str]  # meanings of the question that played no part
    described: bool  # on a table that the question describes, not on the one at hand


def ask(book: Book, reading: Reading, table: Table | None) -> Asked | None:
    """The engine's verdict on what the question asks about; nothing if that cannot be told."""
    if book.game not in games.GAMES or reading.form != "polar":
        return None
    found = _action(book, reading)
    if found is None:
        return None
    do, used = found
    described = table is None
    try:
        if table is None:
            table, told = _scene(book, reading)
            if not told:
                return None
            used |= told
        tried = [(action, table.check(action)) for action in _attempts(book.engine[do], do, table, reading)]
    except Unreadable:
        return None
    if not tried:
        return None
    action, verdict = min(tried, key=lambda pair: (BEST[pair[1].answer], len(pair[1].reasons)))
    used |= {table.state.box.card_ids[card] for card in _values(action, Card)}
    left = frozenset(m for m in reading.meanings if m not in used and m not in AROUND and m[0] not in "?@")
    return Asked(action, verdict, _label(table, action), heading(type(action)), left, described)


def about(table: Table, action: Action) -> Asked:
    """The engine's verdict on one action of the table at hand."""
    return Asked(action, table.check(action), _label(table, action), heading(type(action)), frozenset(), False)


def heading(kind: type[Action]) -> str:
    """The heading that most of an action's own rules rest on."""
    cited = [rule.heading for rule in (*kind.rules, *kind.gate) if isinstance(rule.heading, str)]
    return max(cited, key=cited.count) if cited else ""


def _label(table: Table, action: Action) -> str:
    return action.label.format_map(sentences.words(table.state, action)) or action.do


def _action(book: Book, reading: Reading) -> tuple[str, set[str]] | None:
    """The action whose words the question has, the most telling one first, and all its words that stand there."""
    best: tuple[int, str, set[str]] | None = None
    for do, engine in book.engine.items():
        fitting = [group for group in engine.means if all(meaning in reading.meanings for meaning in group)]
        if fitting and (best is None or max(map(len, fitting)) > best[0]):
            best = (max(map(len, fitting)), do, set().union(*fitting))
    return best[1:] if best else None


def _scene(book: Book, reading: Reading) -> tuple[Table, set[str]]:
    """A table as the question describes it, and the meanings that went into it."""
    game = games.GAMES[book.game]
    told: set[str] = set()
    lines = list(book.scene)
    mode = ""
    for circumstance in book.circumstances.values():
        fitting = [group for group in circumstance.means if all(meaning in reading.meanings for meaning in group)]
        if fitting:
            told.update(*fitting)
            lines += circumstance.lines
            mode = circumstance.mode or mode
    asked = reading.figures.get("players")
    numbers = [asked] if asked in game.players else [n for n in (4, *reversed(game.players)) if n in game.players]
    for place, number in enumerate(numbers):
        table = Table(game, Setup(book.game, SPARE_NAMES[:number], mode))
        try:
            for line in lines:
                play(table, [line.format_map({**_people(table), **reading.figures})])
        except Unreadable:
            if place + 1 == len(numbers):
                raise
        else:
            break
    return table, told


def _people(table: Table) -> dict[str, str]:
    """Whoever asks, and the others clockwise from there."""
    seats = table.state.box.seats
    me = getattr(table.state, "turn", 0)
    order = [seats[(me + step) % len(seats)] for step in range(len(seats))]
    return dict(zip(("I", "other", "third", "fourth", "fifth", "sixth"), order, strict=False))


def _attempts(engine: Engine, do: str, table: Table, reading: Reading) -> list[Action]:
    """Every way of doing it that fits the people and cards that the question names."""
    kind = table.game.actions[do]
    seats, ids = table.state.box.seats, table.state.box.card_ids
    named = [Seat(seats.index(name)) for name in dict.fromkeys(reading.names) if name in seats]
    by = Seat(getattr(table.state, "turn", 0))
    if named and not reading.first_person:
        by, named = named[0], named[1:]
    cards = [Card(ids.index(meaning)) for meaning in reading.meanings if meaning in ids]

    def fits(action: Action) -> bool:
        people, held = _values(action, Seat), _values(action, Card)
        own = {action.by} if "self" in reading.meanings else set()
        return (
            all(seat in people for seat in named)
            and own <= set(people)
            and (not held or not cards or any(card in cards for card in held))
        )

    tries: list[Action] = []
    for action in _some(kind.candidates(table.state, by)):
        if fits(action):
            tries.append(action)
    return tries or _made(engine, do, table, by, named, cards)


def _made(engine: Engine, do: str, table: Table, by: Seat, named: list[Seat], cards: list[Card]) -> list[Action]:
    """The action put together by hand, where the game itself would not even try it."""
    seats, ids = table.state.box.seats, table.state.box.card_ids
    line: dict[str, Any] = {"by": seats[by], "do": do, **engine.fill}
    others = [*named, *(Seat(seat) for seat in range(len(seats)) if seat != by and seat not in named)]
    for name, field in fields(table.game.actions[do]).items():
        if name in line or not field.required:
            continue
        if field.type is Seat:
            line[name] = seats[others.pop(0)]
        elif field.type == tuple[Seat, ...]:
            line[name] = [seats[seat] for seat in others[:2]]
        elif field.type is Card and cards:
            line[name] = ids[cards[0]]
    return [table.read(line)]


def _some(actions: Iterable[Action]) -> list[Action]:
    return [action for _, action in zip(range(MOST_TRIES), actions, strict=False)]


def _values(action: Action, kind: Any) -> list[Any]:
    """Whom or what an action names, besides who does it."""
    found: list[Any] = []
    for name, field in fields(type(action)).items():
        value = getattr(action, field.name)
        if name != "by" and value is not None and str(kind).rsplit(".")[-1] in str(field.type):
            found += value if isinstance(value, tuple) else [value]
    return found
