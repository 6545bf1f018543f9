"""Asking the engine: which action a question is about, who would do it to whom, and what the rules say on a table."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from msgspec import Struct

from rules import games, sentences
from rules.action import Action, Card, Seat, Unreadable, fields
from rules.game import Setup, check
from rules.judge.reading import SOMEBODY, Reading
from rules.judge.rulings import Book, Engine
from rules.judge.script import play
from rules.table import Table
from rules.verdict import Answer, Verdict

SPARE_NAMES = ("Ann", "Ben", "Cat", "Dee", "Eli", "Fay")
MOST_TRIES = 300
# Meanings that a question about an action carries without changing what is asked.
AROUND = frozenset(
    [
        *("player", "other", "card", "turn", "own-turn", "game", "now", "victim", "action", "use", "play"),
        *("at-once", "do", "hand", "hold", "again:player"),
    ]
)
ALLOWS = frozenset(["leave", "ban"])  # how it is put whether something may be done now
NOT_DONE_TO = frozenset(["able", "allowed", "permitted", "the", "a", "an", "first", "next", "in", "at", "on", "out"])
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
    if table is not None and reading.modality not in ALLOWS:
        return None  # "Is Ben poisoned?", "Did Ann steal?"
    asked = [each for do, used in _actions(book, reading) if (each := _ask(book, reading, table, do, used))]
    return min(asked, key=lambda each: len(each.left), default=None)


def _ask(book: Book, reading: Reading, at_hand: Table | None, do: str, used: set[str]) -> Asked | None:
    """The verdict on one action, on the table at hand or on one that the question describes."""
    engine = book.engine[do]
    told: set[str] = set()
    if at_hand is None and engine.at_hand:
        return None
    try:
        table, told = (at_hand, told) if at_hand is not None else _scene(book, reading, engine)
        if at_hand is None and not told and not engine.alone:
            return None
        said = Said.of(book, reading, table, told)
        if said is None:
            return None
        attempts = _attempts(engine, do, table, said, anything=at_hand is not None)
        tried = [(action, table.check(action)) for action in attempts]
    except Unreadable:
        return None
    if not tried:
        return None
    action, verdict = min(tried, key=lambda pair: (BEST[pair[1].answer], len(pair[1].reasons)))
    spoken = _named(table, action) | _laid(table, action)
    used = used | told | {meaning for meaning, name in said.called.items() if name in spoken}
    people = set(_values(action, Seat))
    if said.themselves and action.by in people:
        used.add("self")
    if len(said.others) > 1 and people.issuperset(said.others):
        used.add("two-others")
    left = frozenset(
        m for m in reading.meanings if m not in used and m not in AROUND and m[0] not in "?@" and m[:6] != "again:"
    )
    return Asked(action, verdict, _label(table, action), engine.heading or heading(type(action)), left, at_hand is None)


def about(table: Table, action: Action, before: Any = None) -> Asked:
    """The engine's verdict on one action of the table at hand, as it stands or as it stood `before`."""
    verdict = table.check(action) if before is None else check(before, action)
    label = action.label.format_map(sentences.words(before or table.state, action)) or action.do
    return Asked(action, verdict, label, heading(type(action)), frozenset(), False)


def heading(kind: type[Action]) -> str:
    """The heading that most of an action's own rules rest on."""
    cited = [rule.heading for rule in kind.rules or kind.gate if isinstance(rule.heading, str)]
    return max(cited, key=cited.count) if cited else ""


def _label(table: Table, action: Action) -> str:
    return action.label.format_map(sentences.words(table.state, action)) or action.do


def _actions(book: Book, reading: Reading) -> list[tuple[str, set[str]]]:
    """The actions whose words the question has, the most telling ones, each with those of its words that it has."""
    found: list[tuple[int, str, set[str]]] = []
    for do, engine in book.engine.items():
        fitting = [group for group in engine.means if all(meaning in reading.meanings for meaning in group)]
        if fitting:
            found.append((max(map(len, fitting)), do, set().union(*fitting)))
    most = max((length for length, _, _ in found), default=0)
    return [(do, used) for length, do, used in found if length == most]


def _scene(book: Book, reading: Reading, engine: Engine) -> tuple[Table, set[str]]:
    """A table as the question describes it, and the meanings that went into it."""
    game = games.GAMES[book.game]
    told: set[str] = set()
    lines = list(book.scene)
    mode = ""
    for name, circumstance in book.circumstances.items():
        fitting = [group for group in circumstance.means if all(meaning in reading.meanings for meaning in group)]
        if fitting and name not in engine.besides:
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


class Said(Struct, frozen=True):
    """Who and what a question names."""

    by: Seat
    others: tuple[Seat, ...]
    themselves: bool
    called: dict[str, str]  # a meaning, and what it is called on the table: a card, a place, a choice
    cards: tuple[str, ...]  # the cards it names, in order, each as often as it is named

    @classmethod
    def of(cls, book: Book, reading: Reading, table: Table, told: set[str]) -> "Said | None":
        """Nothing where it is not told who would do it."""
        seats, ids = table.state.box.seats, table.state.box.card_ids
        named = [Seat(seats.index(name)) for name in dict.fromkeys(reading.names) if name in seats]
        by = on_turn = Seat(getattr(table.state, "turn", 0))
        if _is_passive(reading):
            named += [on_turn] * (reading.first_person and on_turn not in named)
            agent = _agent(reading)
            by = Seat(seats.index(agent)) if agent in seats else on_turn
            if agent not in seats and by in named:
                return None
            named = [seat for seat in named if seat != by]
        elif named and not reading.first_person:
            by, named = named[0], named[1:]
        called = {meaning: book.called.get(meaning, meaning) for meaning in reading.meanings if meaning not in told}
        cards = tuple(called[meaning] for meaning in reading.order if called.get(meaning) in ids)
        return cls(by, tuple(named), "self" in reading.meanings, called, cards)


def _is_passive(reading: Reading) -> bool:
    """ "Can Cat be shot?": whoever is named first does not do it."""
    return any(one == "be" and other not in NOT_DONE_TO for one, other in pairwise(reading.words))


def _agent(reading: Reading) -> str:
    """Who does it, where that stands behind "by"."""
    names = iter(reading.names)
    for before, word in pairwise(("", *reading.words)):
        if word == SOMEBODY and (name := next(names, "")) and before == "by":
            return name
    return ""


def _attempts(engine: Engine, do: str, table: Table, said: Said, anything: bool) -> list[Action]:
    """Every way of doing it that fits the people, cards and choices that the question names; with `anything`, also with
    whatever card it does not name."""
    kind = table.game.actions[do]
    tries = _some(kind.candidates(table.state, said.by))
    known = {name: _choices(table, do, name, tries) for name in fields(kind)}
    wanted = {name: choices & set(said.called.values()) for name, choices in known.items()}
    own = set().union(*(_laid(table, action) - _named(table, action) for action in tries))
    for name, field in fields(kind).items():
        if not field.required:
            wanted[name] -= own  # the Key that opens the Lockbox is not what is taken out of it
    named = set().union(*wanted.values())

    def fits(action: Action) -> bool:
        people = _values(action, Seat)
        return (
            all(seat in people for seat in said.others)
            and (not said.themselves or action.by in people)
            and named <= _named(table, action)
        )

    return [action for action in tries if fits(action)] or _made(engine, do, table, said, wanted, anything)


def _made(
    engine: Engine, do: str, table: Table, said: Said, wanted: Mapping[str, set[str]], anything: bool
) -> list[Action]:
    """The action put together by hand, where the game itself would not even try it."""
    seats = table.state.box.seats
    line: dict[str, Any] = {"by": seats[said.by], "do": do}
    others = [*said.others, *(Seat(seat) for seat in range(len(seats)) if seat != said.by and seat not in said.others)]
    cards = _each_once(table, said.cards) if engine.last else list(said.cards)
    if engine.last and len(cards) > 1:
        line[engine.last] = cards.pop()
    spent: set[str] = set()
    for name, field in fields(table.game.actions[do]).items():
        if name in line:
            continue
        kinds = _kinds(field.type)
        if Seat in kinds and field.required:
            several = get_origin(field.type) is tuple
            line[name] = [seats[seat] for seat in others[:2]] if several else seats[others.pop(0)]
        elif Card in kinds and get_origin(field.type) is tuple and cards:
            line[name], cards = cards, []
        elif wanted[name] - spent:
            line[name] = min(wanted[name] - spent)
            spent.add(line[name])
        elif Card in kinds and field.required and cards:
            line[name] = cards.pop(0)
    made = [table.read({**engine.fill, **line})]
    if anything:
        made += [
            table.read({**engine.fill, **line, name: card})
            for name in engine.fill.keys() - line.keys()
            if Card in _kinds(fields(table.game.actions[do])[name].type)
            for card in table.state.box.card_ids
        ]
    return made


def _each_once(table: Table, cards: Iterable[str]) -> list[str]:
    """ "A 9 on an 8, then an 8 on it": the second 8 is another card of that rank."""
    found: list[str] = []
    for card in cards:
        alike = (each for each in table.state.box.card_ids if each.partition("-")[0] == card.partition("-")[0])
        found.append(card if card not in found else next((each for each in alike if each not in found), card))
    return found


def _choices(table: Table, do: str, name: str, tries: Iterable[Action]) -> set[str]:
    """Everything that may stand in a field, by the names that scripts use."""
    kinds = _kinds(fields(table.game.actions[do])[name].type)
    declared = {str(kind) for kind in kinds if not isinstance(kind, type) and kind not in (Seat, Card)}
    if Card in kinds:
        declared.update(table.state.box.card_ids)
    return declared.union(*(_shown(table, action, name) for action in tries))


def _kinds(kind: Any) -> set[Any]:
    """What a field takes: seats, cards, words; what lists hold, too."""
    if get_origin(kind) in (Union, UnionType, tuple, Literal):
        return set().union(*({each} if get_origin(kind) is Literal else _kinds(each) for each in get_args(kind)))
    return {kind}


def _shown(table: Table, action: Action, name: str) -> set[str]:
    """What stands in a field, by the names that scripts use."""
    field = fields(type(action))[name]
    value = getattr(action, field.name)
    each = value if isinstance(value, tuple) else () if value is None else (value,)
    is_card = Card in _kinds(field.type)
    ids = table.state.box.card_ids
    return {ids[one] if is_card and isinstance(one, int) else str(one) for one in each if not isinstance(one, bool)}


def _named(table: Table, action: Action) -> set[str]:
    """All cards and choices that an action names."""
    return set().union(*(_shown(table, action, name) for name in fields(type(action)) if name != "by"))


def _laid(table: Table, action: Action) -> set[str]:
    """The cards that are laid down when it is done: what it is done with."""
    return {table.state.box.card_ids[card] for card, _ in action.lays(table.state)}


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
