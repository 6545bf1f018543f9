"""EXECUTIVE ACTIONS: First Aid, Contact cards, Assets, Gang members, Fixers and Equipment, at any time of a turn."""

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from msgspec import field

from rules.action import Action, Card, Seat
from rules.games.escape_plan.assets import price
from rules.games.escape_plan.effects import AVOIDING, GANG_CHOICES, apply, avoided, effect_of, moment_of, still_to_avoid
from rules.games.escape_plan.pieces import COLOURS, EFFECT, ENTRIES, FIXER, GANG, NAMES, POLICE_OF, TOOL
from rules.games.escape_plan.state import Draft, State, flipped
from rules.games.escape_plan.turn import EXECUTIVE, can_pay, short_of
from rules.verdict import Maybe, Rule, rule

Officer = Literal["red", "blue", "black", "sandra"]
Choice = Literal["notoriety", "fly", "avoid"]
FIELDS = {
    "choice": "Lose 1 Notoriety, fly, or avoid?",
    "tile": "On which of the tiles left?",
    "police": "Which Police Officer?",
    "from": "From which tile?",
    "to": "To which tile?",
}


def effect(a: Any) -> str:
    return effect_of(a.piece, a.choice)


@rule("PERFORM FIRST AID", "{by}'s First Aid is used until the next rest.")
def first_aid_is_ready(s: State, a: Any) -> bool:
    return s.players[a.by].first_aid


class FirstAid(Action, frozen=True):
    do: ClassVar[str] = "first-aid"
    label: ClassVar[str] = "{by}'s First Aid"
    button: ClassVar[str] = "First Aid"
    gate: ClassVar[tuple[Rule, ...]] = (*EXECUTIVE, first_aid_is_ready)

    def play(self, table: Draft) -> None:
        table.change(self.by, first_aid=False)
        table.heal(self.by)


# ---------------------------------------------------------------- what every use has to keep


@rule("EXECUTIVE ACTIONS", lambda s, a: _bad_moment(a))
def is_the_moment(s: State, a: Any) -> bool:
    moment = moment_of(effect(a))
    if moment == "avoid":
        return bool(still_to_avoid(s, a.by))
    return moment != "move" or not s.going.acted


def _bad_moment(a: Any) -> str:
    if moment_of(effect(a)) == "avoid":
        return f"The {NAMES[a.piece]} is used while Police are being avoided."
    return f"The {NAMES[a.piece]} is used for a move, before it is made."


@rule("EXECUTIVE ACTIONS", "That avoids nobody who is still to be avoided: say which, and on which of the tiles left.")
def avoids_somebody(s: State, a: Any) -> bool:
    if effect(a) not in AVOIDING or not still_to_avoid(s, a.by):
        return True
    return bool(avoided(s, a.piece, effect(a), a.tile, a.police))


@rule("MOVING POLICE OFFICERS", "That Police Officer is not there, as far as the map goes.")
def officer_is_there(s: State, a: Any) -> bool:
    if effect(a) not in ("move-police", "remove-police") or a.source is None:
        return True
    return a.police in s.city.police(a.source)


@rule("MOVING POLICE OFFICERS", "Only a tile of the map without that type of Police will do, and never the Hospital's.")
def officer_may_stand_there(s: State, a: Any) -> bool:
    if effect(a) != "move-police" or a.target is None or a.police not in COLOURS:
        return True
    return s.city.may_stand(a.police, a.target)


@rule("MOVING POLICE OFFICERS", "Say the colour, and where the Police Officer comes from and goes to.", firm=True)
def says_which_officer(s: State, a: Any) -> bool:
    """Where the map shows no Police, the table moves them by itself."""
    kind = effect(a)
    if kind not in ("move-police", "remove-police") or not (s.city.any_police() or a.source or a.target):
        return True
    return a.police in COLOURS and a.source is not None and (kind == "remove-police") == (a.target is None)


@rule("MOVING POLICE OFFICERS", lambda s, a: f"The {NAMES[a.piece]} moves another type of Police.")
def officer_is_of_the_type(s: State, a: Any) -> bool:
    return effect(a) != "move-police" or a.police is None or a.police in POLICE_OF[a.piece]


@rule("USE A GANG MEMBER", "Say what the Gang does: lose 1 Notoriety, fly or avoid.", firm=True)
def chooses_what_the_gang_does(s: State, a: Any) -> bool:
    return effect(a) != "gang"


AIMS = {"gang": ("choice",), "notoriety": ("choice",), "gang-flight": ("choice",), "avoid-tile": ("tile", "choice")}
AIMS |= {"avoid-type": ("tile", "police"), "avoid-one": ("tile", "police")}
AIMS |= {"move-police": ("police", "source", "target"), "remove-police": ("police", "source")}


@rule("EXECUTIVE ACTIONS", lambda s, a: f"The {NAMES[a.piece]} needs less to be said.", firm=True)
def says_no_more_than_it_needs(s: State, a: Any) -> bool:
    needed = AIMS.get(effect(a), ())
    if a.choice is not None and EFFECT.get(a.piece) != "gang":
        return False
    told = {"tile": a.tile, "police": a.police, "source": a.source, "target": a.target}
    return all(value in (None, 0) or name in needed for name, value in told.items())


USES: tuple[Rule, ...] = (
    says_no_more_than_it_needs,
    is_the_moment,
    avoids_somebody,
    says_which_officer,
    officer_is_of_the_type,
    officer_is_there,
    officer_may_stand_there,
)
WITH_GANG: tuple[Rule, ...] = (*USES, chooses_what_the_gang_does)


class Using(Action, frozen=True):
    """The fields that every use shares: which piece, and what it is aimed at."""

    piece: Card
    choice: Choice | None = None
    tile: int = 0
    police: Officer | None = None
    source: Card | None = field(default=None, name="from")
    target: Card | None = field(default=None, name="to")

    asks: ClassVar[dict[str, str]] = {"piece": "Which one?", **FIELDS}
    gate: ClassVar[tuple[Rule, ...]] = EXECUTIVE

    @classmethod
    def aimed(cls, state: State, by: Seat, pieces: Iterator[int]) -> "list[Any]":
        """Each piece in every way that makes a difference now."""
        return [way for piece in pieces for way in _aims(cls, state, by, piece)]


def _aims(kind: type[Any], state: State, by: Seat, piece: int) -> Iterator[Any]:
    choices: tuple[Any, ...] = tuple(GANG_CHOICES) if EFFECT[piece] == "gang" else (None,)
    card = Card(piece)
    for choice in choices:
        what = effect_of(piece, choice)
        if what in AVOIDING:
            for tile, who in still_to_avoid(state, by):
                yield kind(by, card, choice, tile, None if what == "avoid-tile" else who)
        elif what in ("move-police", "remove-police") and state.city.any_police():
            for tile in state.city.tiles:
                for colour in state.city.police(tile.id):
                    if what == "remove-police":
                        yield kind(by, card, choice, 0, colour, Card(tile.id))
                        continue
                    for other in state.city.tiles:
                        yield kind(by, card, choice, 0, colour, Card(tile.id), Card(other.id))
        else:
            yield kind(by, card, choice)


# ---------------------------------------------------------------- Contact cards


@rule("USE A CONTACT CARD", "{by} has no such Contact card face up.", firm=True)
def has_the_contact(s: State, a: Any) -> bool:
    return (a.piece, False) in s.players[a.by].contacts


def _cost(a: Any) -> int:
    return int(ENTRIES[a.piece].get("cost", 0)) if a.piece in ENTRIES else 0


@rule("USE A CONTACT CARD", lambda s, a: short_of(s, a.by, _cost(a)))
def pays_the_contact(s: State, a: Any) -> bool | Maybe:
    return can_pay(s, a.by, _cost(a))


class UseContact(Using, frozen=True):
    do: ClassVar[str] = "use-contact"
    label: ClassVar[str] = "{by}'s {piece}"
    button: ClassVar[str] = "Use a Contact"
    rules: ClassVar[tuple[Rule, ...]] = (has_the_contact, pays_the_contact, *WITH_GANG)

    def play(self, table: Draft) -> None:
        entry = ENTRIES[self.piece]
        table.pay(self.by, entry["cost"])
        if entry["star"]:
            table.gain(self.by)
        table.note("used", self.by, NAMES[self.piece])
        apply(table, self.by, self.piece, effect(self), self)
        table.change(self.by, contacts=flipped(table.players[self.by].contacts, self.piece))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[UseContact]":
        row = dict.fromkeys(kind for kind, used in state.players[by].contacts if not used and kind >= 0)
        return cls.aimed(state, by, iter(row))


# ---------------------------------------------------------------- Assets


@rule("USE AN UNLOCKED ASSET TILE", "{by} has no such Asset tile unlocked and face up.", firm=True)
def has_the_asset(s: State, a: Any) -> bool:
    return (a.piece, False) in s.players[a.by].unlocked


@rule("USE AN UNLOCKED ASSET TILE", lambda s, a: short_of(s, a.by, price(s, a.by, a.piece)))
def pays_the_asset(s: State, a: Any) -> bool | Maybe:
    if (a.piece, False) not in s.players[a.by].unlocked:
        return True
    return can_pay(s, a.by, price(s, a.by, a.piece))


@rule("ASSET TILES", "The Master Key is flipped when it opens a closed Business or a Locker.", firm=True)
def is_no_key(s: State, a: Any) -> bool:
    return effect(a) != "key"


class UseAsset(Using, frozen=True):
    do: ClassVar[str] = "use-asset"
    label: ClassVar[str] = "{by}'s {piece}"
    button: ClassVar[str] = "Use an Asset"
    rules: ClassVar[tuple[Rule, ...]] = (has_the_asset, pays_the_asset, is_no_key, *USES)

    def play(self, table: Draft) -> None:
        table.pay(self.by, price(table, self.by, self.piece))
        table.note("used", self.by, NAMES[self.piece])
        apply(table, self.by, self.piece, effect(self), self)
        table.change(self.by, unlocked=flipped(table.players[self.by].unlocked, self.piece))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[UseAsset]":
        return cls.aimed(state, by, (kind for kind, used in state.players[by].unlocked if not used))


# ---------------------------------------------------------------- Fixers and Equipment


def _has(heading: str, pieces: range, name: str) -> Rule:
    @rule(heading, f"{{by}} has no such {name} tile face up.", of=name, firm=True)
    def has_the_tile(s: State, a: Any) -> bool:
        return a.piece in pieces and (a.piece, False) in s.players[a.by].tiles

    return has_the_tile


class _Tile(Using, frozen=True):
    def play(self, table: Draft) -> None:
        table.note("used", self.by, NAMES[self.piece])
        apply(table, self.by, self.piece, effect(self), self)
        table.change(self.by, tiles=flipped(table.players[self.by].tiles, self.piece))

    @classmethod
    def held(cls, state: State, by: Seat, pieces: range) -> "list[Any]":
        row = dict.fromkeys(kind for kind, used in state.players[by].tiles if not used and kind in pieces)
        return cls.aimed(state, by, iter(row))


class UseFixer(_Tile, frozen=True):
    do: ClassVar[str] = "use-fixer"
    label: ClassVar[str] = "{by}'s {piece}"
    button: ClassVar[str] = "Use a Fixer"
    rules: ClassVar[tuple[Rule, ...]] = (
        _has("USE A FIXER TILE", FIXER, "Fixer"),
        says_no_more_than_it_needs,
        is_the_moment,
        avoids_somebody,
        chooses_what_the_gang_does,
    )

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[UseFixer]":
        return cls.held(state, by, FIXER)


class UseEquipment(_Tile, frozen=True):
    do: ClassVar[str] = "use-equipment"
    label: ClassVar[str] = "{by}'s {piece}"
    button: ClassVar[str] = "Use Equipment"
    rules: ClassVar[tuple[Rule, ...]] = (
        _has("USE AN EQUIPMENT TILE", TOOL, "Equipment"),
        says_no_more_than_it_needs,
        is_the_moment,
        avoids_somebody,
    )

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[UseEquipment]":
        return cls.held(state, by, TOOL)


# ---------------------------------------------------------------- Gang members


@rule("USE A GANG MEMBER", "{by} has no Gang member from there.", firm=True)
def has_a_gang_member(s: State, a: Any) -> bool:
    return any(place == a.location for place, _ in s.players[a.by].gangs)


class UseGang(Action, frozen=True):
    """A Gang member returns to a Location with one's marker; the second one brings the marker back."""

    location: Card
    choice: Choice
    tile: int = 0

    do: ClassVar[str] = "use-gang"
    label: ClassVar[str] = "{by}'s Gang member"
    button: ClassVar[str] = "Gang member"
    asks: ClassVar[dict[str, str]] = {"location": "Which Gang?", **{k: FIELDS[k] for k in ("choice", "tile")}}
    gate: ClassVar[tuple[Rule, ...]] = EXECUTIVE
    rules: ClassVar[tuple[Rule, ...]] = (has_a_gang_member, is_the_moment, avoids_somebody)

    @property
    def piece(self) -> int:
        return GANG

    @property
    def police(self) -> None:
        return None

    def play(self, table: Draft) -> None:
        seat = self.by
        gangs = [(place, members - (place == self.location)) for place, members in table.players[seat].gangs]
        table.change(seat, gangs=tuple((place, members) for place, members in gangs if members))
        table.note("gang-used", seat)
        apply(table, seat, GANG, GANG_CHOICES[self.choice], self)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[UseGang]":
        found = []
        for place, _ in state.players[by].gangs:
            found += [cls(by, Card(place), "notoriety"), cls(by, Card(place), "fly")]
            tiles = dict.fromkeys(tile for tile, _ in still_to_avoid(state, by))
            found += [cls(by, Card(place), "avoid", tile) for tile in tiles]
        return found
