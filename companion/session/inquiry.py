"""An action in the making: every way it can still go, and the next question that tells them apart."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from companion.sentence import Sentence
from companion.session.field_types import element, is_flag, is_list, takes_cards, takes_seats
from companion.session.matching import Laid, lays
from companion.session.news import Choice, Flag, Proposal
from rules import games, sentences
from rules.action import Action, Card, Seat, fields
from rules.game import allows
from rules.table import How, Table
from rules.verdict import Answer

DONE = "done"
"""The answer that closes a list."""
HAND = "hand"
"""The sense of a fan of cards that somebody shows to the camera."""


class Inquiry:
    """For one state of the table. Answers only ever narrow the ways down."""

    def __init__(
        self,
        table: Table,
        ways: Sequence[Action],
        *,
        by: Sequence[Seat] = (),
        how: How = "declared",
        laid: tuple[Laid, ...] = (),
        prompted: bool = False,
        force: bool = False,
    ) -> None:
        """`by` lists who is likely to act, the likeliest first; `force` goes against the rules' advice."""
        self.table, self.how, self.laid, self.prompted, self.force = table, how, laid, prompted, force
        self._likely = tuple(by)
        self._kinds: dict[type[Action], list[Action]] = {}
        for way in ways:
            self._kinds.setdefault(type(way), []).append(way)
        self._everybody: list[Action] = []
        self._begin(next(iter(self._kinds)))

    def _begin(self, kind: type[Action]) -> None:
        self.kind = kind
        self._closed: set[str] = set()
        flags = [field for name, field in self._fields if is_flag(field.type, kind.asks.get(name, ""))]
        ways = self._kinds[kind]
        self._everybody = [way for way in ways if all(getattr(way, f.name) == f.default for f in flags)] or ways
        self._ways = self._everybody
        if "by" not in kind.asks:
            there = {way.by for way in self._ways}
            self.hand_to(next((seat for seat in self._likely if seat in there), self._ways[0].by))

    # ---------------------------------------------------------------- what is known

    @property
    def action(self) -> Action | None:
        """The action, once nothing is open any more."""
        return None if self._asked() else self._ways[0]

    @property
    def sure(self) -> bool:
        """Whether it can be nothing else."""
        return len(self._kinds) == 1 and self.action is not None

    @property
    def senses(self) -> frozenset[str]:
        """What the camera could answer with."""
        return frozenset(self.kind.senses.values())

    @property
    def ways(self) -> list[Action]:
        return self._ways

    @property
    def wants_hand(self) -> bool:
        """Cards shown to the camera now are meant for this."""
        return self.kind.senses.get(self._asked()) == HAND

    def proposal(self) -> Proposal:
        asked, kind, first = self._asked(), self.kind, self._ways[0]
        box = self.table.state.box
        return Proposal(
            do=kind.do,
            title=kind.button or kind.do,
            by="" if asked == "by" else box.seats[first.by],
            others=tuple(box.seats[seat] for seat in self._others()),
            seen=self.how == "seen",
            prompted=self.prompted,
            cards=tuple(card for card, _ in self.laid),
            known=self._known(asked),
            asks=asked,
            question=kind.asks.get(asked, f"{asked.capitalize()}?") if asked else "",
            choices=tuple(self._choices(asked)) if asked else (),
            alternatives=tuple(
                Choice(other.do, other.button or other.do, "action") for other in self._kinds if other is not kind
            ),
            flags=tuple(
                Flag(name, kind.asks[name], bool(getattr(first, field.name)))
                for name, field in self._fields
                if is_flag(field.type, kind.asks.get(name, "")) and self._can_flag(field.name)
            ),
            sense=kind.senses.get(asked, ""),
            number=kind.numbers.get(asked),
            label="" if asked else kind.label.format_map(sentences.words(self.table.state, first)),
        )

    def _known(self, asked: str) -> dict[str, Any]:
        known: dict[str, Any] = {}
        for name, field in self._fields:
            values = {getattr(way, field.name) for way in self._ways}
            if name == asked and is_list(field.type):
                known[name] = self._plain(field.type, self._picked(name))
            elif name not in ("by", asked) and len(values) == 1 and (value := values.pop()) != field.default:
                known[name] = self._plain(field.type, value)
        return known

    # ---------------------------------------------------------------- answers

    def answer(self, value: Any) -> bool:
        """Takes one of the choices or alternatives; False for what is none of them."""
        for kind in self._kinds:
            if value == kind.do and kind is not self.kind:
                self._begin(kind)
                return True
        asked = self._asked()
        if not asked:
            return False
        field = fields(self.kind)[asked]
        if value == DONE and is_list(field.type):
            return self._close(asked)
        if asked in self.kind.numbers:
            return self._count(asked, value)
        for raw in self._answers(asked):
            if self._choice(field.type, raw).value == value:
                self._kinds = {self.kind: self._kinds[self.kind]}  # it is this, then
                self._take(asked, raw)
                return True
        return False

    def hand_to(self, seat: Seat) -> bool:
        """It is this player who does it; what was answered for another is forgotten."""
        ways = [way for way in self._everybody if way.by == seat]
        if not ways:
            return False
        self._ways, self._closed = ways, set()
        return True

    def know(self, name: str, value: Any) -> bool:
        """A field is settled before it was asked; False where it cannot be that."""
        field = fields(self.kind).get(name)
        if field is None:
            return False
        if is_flag(field.type, self.kind.asks.get(name, "")):
            return bool(getattr(self._ways[0], field.name)) == value or self.flag(name)
        if name in self.kind.numbers:
            return self._count(name, value)
        wanted = sorted(value) if isinstance(value, list) else value
        ways = [way for way in self._ways if self._matches(field.type, getattr(way, field.name), wanted)]
        self._ways = ways or self._ways
        return bool(ways)

    def _matches(self, kind: Any, value: Any, wanted: Any) -> bool:
        plain = self._plain(kind, value)
        return bool((sorted(plain) if isinstance(plain, list) else plain) == wanted)

    def flag(self, name: str) -> bool:
        """Switches a flag on or off."""
        field = fields(self.kind).get(name)
        if field is None or not is_flag(field.type, self.kind.asks.get(name, "")) or not self._can_flag(field.name):
            return False
        self._ways = self._flagged(field.name)
        return True

    def absorb(self, laid: Laid) -> bool:
        """Takes in another card that was seen, if it belongs to this."""
        cards = (*self.laid, laid)
        ways = [way for way in self._ways if lays(self.table, way, cards)]
        if ways:
            self._ways, self.laid, self._kinds = ways, cards, {self.kind: ways}
        return bool(ways)

    def show(self, card: Card) -> None:
        """A card of the fan that is asked for."""
        self._take(self._asked(), card)

    def unshow(self, card: Card) -> None:
        """It was taken out of the fan again."""
        name = self._asked()
        self._put(name, tuple((Counter(self._picked(name)) - Counter([card])).elements()))

    # ---------------------------------------------------------------- the next question

    @property
    def _fields(self) -> Sequence[tuple[str, Any]]:
        return list(fields(self.kind).items())

    def _asked(self) -> str:
        """The field that is asked next: in the order of `asks`, then whatever else the ways differ in."""
        rest = [name for name, _ in self._fields if name not in self.kind.asks and name != "by"]
        for name in (*self.kind.asks, *rest):
            field = fields(self.kind)[name]
            if name in self._closed or is_flag(field.type, self.kind.asks.get(name, "")):
                continue
            if self._is_free(name, field):
                if self._is_complete(name):
                    continue
                return name
            if name in self.kind.numbers:
                return name
            if len({getattr(way, field.name) for way in self._ways}) > 1:
                return name
        return ""

    def _is_free(self, name: str, field: Any) -> bool:
        """A list that no candidate tells: it is put together card by card."""
        if name not in self.kind.asks or not is_list(field.type) or not takes_cards(element(field.type)):
            return False
        values = {getattr(way, field.name) for way in self._everybody}
        return values == {()}

    def _is_complete(self, name: str) -> bool:
        """The rules tell when such a list is whole: a hand has so many cards. Where one more could be, it is not; but
        one that may stay unsaid, and that the camera could not tell, is not asked for."""
        if not self._is_allowed():
            return False
        if not fields(self.kind)[name].required and name not in self.kind.senses:
            return True
        return not any(self._is_allowed(name, card) for card in self._answers(name))

    def _is_allowed(self, name: str = "", more: Any = None) -> bool:
        """Nothing speaks against the ways as they are, or with one more in a list."""
        ways = self._ways
        if name:
            field = fields(self.kind)[name].name
            ways = [replace(way, **{field: (*getattr(way, field), more)}) for way in ways]
        return all(self.table.check(way).answer is Answer.YES for way in ways)

    def _answers(self, name: str) -> list[Any]:
        """The raw values that can be chosen next."""
        field = fields(self.kind)[name]
        if name in self.kind.numbers:
            return []
        if self._is_free(name, field):
            return list(range(len(self.table.state.box.card_ids)))
        values = [getattr(way, field.name) for way in self._ways]
        if not is_list(field.type):
            return list(dict.fromkeys(values))
        picked = self._picked(name)
        if self._is_path(name):
            return list(dict.fromkeys(value[len(picked)] for value in values if len(value) > len(picked)))
        return list(dict.fromkeys(one for value in values for one in (Counter(value) - Counter(picked))))

    def _picked(self, name: str) -> tuple[Any, ...]:
        """Of a list what is settled: all that the ways have in common; of a path, how they all begin."""
        field = fields(self.kind)[name].name
        values = [getattr(way, field) for way in self._ways]
        if self._is_path(name):
            return tuple(one for one, *others in zip(*values, strict=False) if all(one == other for other in others))
        common = Counter(values[0])
        for value in values[1:]:
            common &= Counter(value)
        return tuple(common.elements())

    def _is_path(self, name: str) -> bool:
        """A list whose order matters: the same in another order is another way."""
        field = fields(self.kind)[name].name
        values = {getattr(way, field) for way in self._everybody}
        return len({tuple(sorted(value, key=str)) for value in values}) < len(values)

    def _choices(self, name: str) -> list[Choice]:
        field = fields(self.kind)[name]
        found = [self._choice(field.type, value) for value in self._answers(name)]
        if is_list(field.type) and self._can_close(name, field):
            found.append(Choice(DONE, Sentence("That is all") if self._picked(name) else Sentence("None"), "done"))
        return found

    def _can_close(self, name: str, field: Any) -> bool:
        if self._is_free(name, field):
            return bool(self._picked(name)) or not field.required or self._is_allowed()
        return bool(self._exactly(name))

    def _exactly(self, name: str) -> list[Action]:
        """The ways that have in the list what is picked, and no more."""
        field, picked = fields(self.kind)[name].name, self._picked(name)
        return [way for way in self._ways if len(getattr(way, field)) == len(picked)]

    def _close(self, name: str) -> bool:
        field = fields(self.kind)[name]
        if not self._can_close(name, field):
            return False
        self._ways = self._exactly(name)
        self._closed.add(name)
        return True

    def _take(self, name: str, raw: Any) -> None:
        field = fields(self.kind)[name]
        if is_list(field.type):
            self._put(name, (*self._picked(name), raw))
        else:
            self._ways = [way for way in self._ways if getattr(way, field.name) == raw]

    def _put(self, name: str, picked: tuple[Any, ...]) -> None:
        field = fields(self.kind)[name]
        if self._is_free(name, field):
            self._ways = [replace(way, **{field.name: picked}) for way in self._ways]
        elif self._is_path(name):
            self._ways = [way for way in self._ways if getattr(way, field.name)[: len(picked)] == picked]
        else:
            wanted = Counter(picked)
            self._ways = [way for way in self._ways if not wanted - Counter(getattr(way, field.name))]

    def _count(self, name: str, value: Any) -> bool:
        """A number that somebody has counted; False for one that cannot be."""
        low, high = self.kind.numbers[name]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            return False
        field = fields(self.kind)[name].name
        self._ways = list(dict.fromkeys(replace(way, **{field: value}) for way in self._ways))
        self._closed.add(name)
        return True

    def _flagged(self, name: str) -> list[Action]:
        on = not getattr(self._ways[0], name)
        changed = (replace(way, **{name: on}) for way in self._ways)
        return [way for way in changed if allows(self.table.state, way)]

    def _can_flag(self, name: str) -> bool:
        return bool(self._flagged(name))

    def _others(self) -> list[Seat]:
        if "by" in self.kind.asks:
            return []
        return [seat for seat in dict.fromkeys(way.by for way in self._everybody) if seat != self._ways[0].by]

    # ---------------------------------------------------------------- names

    def _choice(self, kind: Any, value: Any) -> Choice:
        box, inner = self.table.state.box, element(kind)
        if value is None:
            return Choice("", Sentence("Nobody") if takes_seats(inner) else Sentence("Not said"), "word")
        if isinstance(value, int) and not isinstance(value, bool):
            if takes_seats(inner):
                return Choice(box.seats[value], box.seats[value], "seat")
            if takes_cards(inner):
                return Choice(box.card_ids[value], self._card_name(value), "card")
        if isinstance(value, bool):
            return Choice(value, Sentence("Yes") if value else Sentence("No"), "word")
        return Choice(value, str(value), "word")

    def _plain(self, kind: Any, value: Any) -> Any:
        if isinstance(value, tuple):
            return [self._choice(kind, one).value for one in value]
        return self._choice(kind, value).value

    def _card_name(self, value: int) -> str:
        card = self.table.state.box.card_ids[value]
        return _card_names(self.table.game.id).get(card, card)


@cache
def _card_names(game: str) -> dict[str, str]:
    return {card: entry["name"] for card, entry in games.game(game).describe()["cards"].items()}
