"""The state of a table of Escape Plan, and the moves that every effect is made of."""

from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import astuple, replace

from rules.games.escape_plan.box import Box
from rules.games.escape_plan.city import NOWHERE, City
from rules.games.escape_plan.pieces import EQUIPMENT, EXTRA_ACTION, HOSPITAL, LOCATION, LOCKED, TOOL
from rules.knowledge import move, move_all, move_unseen
from rules.state import Note, Obligation
from rules.state import Situation as SharedSituation

PATROL_DECK, PATROL_OUT, PATROLS, DECK, DISPLAY, DISCARD, OWNED = range(7)  # zones
"""PATROL_OUT = the Patrol card discarded unseen; OWNED = Contact cards on Player Boards."""

Answer = TypeVar("Answer", bound=Obligation)
Tile = tuple[int, bool]  # a card or tile on a Player Board, and whether it lies face down


class Reveal(Struct, frozen=True, gc=False):
    """What a player lays open at the end: money, Escape Plan card, Lockers and Exits."""

    money: int
    plan: int
    lockers: tuple[int, ...]
    exits: tuple[int, ...]


class Player(Struct, frozen=True, gc=False):
    money: int | None  # nothing once something has moved that nobody has counted
    at: int = HOSPITAL
    notoriety: int = 0
    red: int = 0  # Notoriety cubes moved up this turn: gains
    blue: int = 0  # and losses
    crossed: int = 0  # thresholds, as bits
    visits: int = 0  # Income cubes that have left the track
    visited: int = 0  # Businesses and Safe Houses, as bits
    contacts: tuple[Tile, ...] = ()  # from the left; a kind of -1 was not named
    locked: tuple[int, ...] = LOCKED
    unlocked: tuple[Tile, ...] = ((EXTRA_ACTION, False),)  # from the dearest space
    tiles: tuple[Tile, ...] = ()  # Equipment and Fixers
    keys: tuple[int, int, int] = (0, 0, 0)  # unused, by colour
    lockers: int = 0
    exits: int = 0
    gas: int = 0
    gangs: tuple[tuple[int, int], ...] = ()  # Control markers: where, and how many Gang members are still in use
    discs: int = 0
    wounds: int = 0
    cuffs: int = 0
    first_aid: bool = True  # ready
    rested: bool = False
    escaped: int = 0  # as first, second …
    arrested: bool = False
    tally: tuple[int, int, int, int] = (0, 0, 0, 0)  # counted at the end: plan, Lockers, Exits, money
    revealed: Reveal | None = None

    @property
    def in_city(self) -> bool:
        return not self.escaped and not self.arrested


class Going(Struct, frozen=True, gc=False):
    """One player's turn so far."""

    acted: str = ""  # rest or move
    boost: int = 0  # Movement Points gained by cards
    water: int = 0  # bodies of water opened by cards
    leaps: tuple[int, ...] = ()  # ways of travel that were paid for and not yet used
    visit: int = -1  # the location that is being visited
    spent: frozenset[str] = frozenset()  # what this visit has been used for
    bought: int = 0  # Equipment


class Stock(Struct, frozen=True, gc=False):
    """What is left in the middle."""

    equipment: tuple[int, ...]
    fixers: int
    sold: int  # which Fixers have gone, as bits
    lockers: tuple[int, int, int]
    keys: tuple[int, int, int]
    exits: int
    gas: int


AT_REST = Going()


class Situation(SharedSituation):
    box: Box
    players: list[Player]  # Sandra is the last, where she plays
    stage: str  # play, reveal, over
    round: int
    part: int  # of PLAYER ACTION: 1 to 5; 0 before it
    order: tuple[int, ...]
    queue: tuple[int, ...]  # who has yet to take this turn
    going: Going
    stock: Stock
    patrols: tuple[int, int, int] = (0, 0, 0)  # Patrol cards at each Exit
    closing: tuple[int, ...] = (0, 0, 0, 0, 0, 0)  # visits of each Business
    city: City = NOWHERE
    escapes: int = 0
    out: int = 0  # who has escaped or was arrested, as bits

    @property
    def over(self) -> bool:
        return self.stage == "over"

    def blocked(self, number: int) -> bool:
        """2) PATROL: an Exit with its second card."""
        return self.patrols[number] >= self.box.tables["blocks"]

    def company(self, seat: int, location: int) -> int:
        """How many others are at a location, Sandra among them."""
        return sum(
            player.at == location and other != seat and player.in_city for other, player in enumerate(self.players)
        )

    def room(self, seat: int) -> int | None:
        """Free Contact card spaces, where the box's number has been entered."""
        spaces = self.box.figure("spaces", 0)
        player = self.players[seat]
        return None if spaces is None else max(spaces - player.cuffs - len(player.contacts), 0)


class State(Situation, frozen=True):  # type: ignore[misc]  # the frozen twin of what is written in a Draft
    """A table between two events."""

    def thaw(self) -> "Draft":
        draft = Draft(*astuple(self))
        draft.zones, draft.pending, draft.players = list(self.zones), list(self.pending), list(self.players)
        return draft


class Draft(Situation):
    """A table while an action is carried out, and the moves that effects are made of."""

    notes: list[Note] = field(default_factory=list)

    def freeze(self) -> State:
        """The state as written; the draft is done with."""
        frozen: Any = self
        frozen.zones, frozen.pending, frozen.players = tuple(self.zones), tuple(self.pending), tuple(self.players)
        return State(*astuple(frozen)[:-1])

    def answered(self, kind: type[Answer]) -> Answer:
        """The obligation that has just been answered is taken off the stack."""
        top = self.pending.pop()
        assert isinstance(top, kind)
        return top

    def note(self, *note: Any) -> None:
        self.notes.append(note)

    def change(self, seat: int, **what: Any) -> None:
        self.players[seat] = replace(self.players[seat], **what)

    def go(self, **what: Any) -> None:
        self.going = replace(self.going, **what)

    def take(self, **what: Any) -> None:
        """Something leaves the middle of the table."""
        self.stock = replace(self.stock, **what)

    def spend(self, what: str) -> None:
        """This visit has been used for something that it allows once."""
        self.going = replace(self.going, spent=self.going.spent | {what})

    # ---------------------------------------------------------------- money

    def pay(self, seat: int, amount: int | None) -> None:
        """Money goes back to the bank; an amount that nobody knows makes the rest uncounted."""
        money = self.players[seat].money
        self.change(seat, money=None if money is None or amount is None else max(money - amount, 0))

    def affords(self, seat: int, amount: int | None) -> bool:
        """What was declared payable may have been spent while Police were avoided."""
        money = self.players[seat].money
        return money is None or amount is None or money >= amount

    def earn(self, seat: int) -> None:
        """Income: the lowest visible number on the Income track."""
        player = self.players[seat]
        amount = self.box.figure("income", player.visits)
        money = None if player.money is None or amount is None else player.money + amount
        self.players[seat] = replace(player, money=money)
        self.note("income", seat, amount) if amount is not None else self.note("uncounted-income", seat)

    # ---------------------------------------------------------------- Notoriety

    def gain(self, seat: int, number: int = 1) -> None:
        """NOTORIETY: a cube into the Red box, or one back down out of the Blue box; beyond that it is lost."""
        player = self.players[seat]
        red, blue = player.red, player.blue
        for _ in range(number):
            if red + blue < self.box.tables["cubes"]:
                red += 1
            elif blue:
                blue -= 1
        if (red, blue) != (player.red, player.blue):
            self.players[seat] = replace(player, red=red, blue=blue)

    def lose(self, seat: int, number: int = 1) -> None:
        player = self.players[seat]
        red, blue = player.red, player.blue
        for _ in range(number):
            if red + blue < self.box.tables["cubes"]:
                blue += 1
            elif red:
                red -= 1
        if (red, blue) != (player.red, player.blue):
            self.players[seat] = replace(player, red=red, blue=blue)

    # ---------------------------------------------------------------- Wounds

    def wound(self, seat: int) -> None:
        """MOVE 2: instead of a fourth Wound one heals, and a Handcuff card blocks the rightmost card space."""
        player = self.players[seat]
        if player.wounds < self.box.tables["wounds"]:
            self.change(seat, wounds=player.wounds + 1)
            self.note("wounded", seat, player.wounds + 1)
        elif player.cuffs >= self.box.tables["handcuffs"] and self.box.house["third-handcuff"] == "lost":
            self.note("no-handcuffs", seat)
        else:
            spaces = self.box.figure("spaces", 0)
            on_it = spaces is not None and 0 <= spaces - player.cuffs - 1 < len(player.contacts)
            contacts = player.contacts
            if on_it:
                self.lay_off(contacts[-1][0])
                contacts = contacts[:-1]
            self.change(seat, wounds=player.wounds - 1, cuffs=player.cuffs + 1, contacts=contacts)
            self.note("handcuffed", seat)

    def heal(self, seat: int, number: int = 1) -> None:
        wounds = self.players[seat].wounds
        self.change(seat, wounds=max(wounds - number, 0))
        self.note("healed", seat, min(wounds, number))

    # ---------------------------------------------------------------- cards and tiles

    def take_from_display(self, kind: int, target: int) -> None:
        """A Contact card leaves the display, and the next one fills it up."""
        if kind < 0:
            move_unseen(self, DISPLAY, target)
        else:
            move(self, DISPLAY, target, kind)
        self.fill_display(1)

    def fill_display(self, number: int) -> None:
        """Cards from the deck; an exhausted one is made anew from the discard pile, which the aid takes for granted."""
        for _ in range(number):
            if not self.zones[DECK].size and self.zones[DISCARD].size:
                move_all(self, DISCARD, DECK)
                self.note("reshuffle")
            move_unseen(self, DECK, DISPLAY)

    def lay_off(self, kind: int) -> None:
        """A Contact card goes from a Player Board to the discard pile."""
        if kind < 0:
            move_unseen(self, OWNED, DISCARD)
        else:
            move(self, OWNED, DISCARD, kind)

    def refresh(self, seat: int) -> None:
        """All Contact cards and Equipment tiles face up again; a Fixer is spent for good."""
        player = self.players[seat]
        self.change(
            seat,
            contacts=tuple((kind, False) for kind, _ in player.contacts),
            tiles=tuple((kind, used and kind not in TOOL) for kind, used in player.tiles),
        )

    def disc(self, seat: int) -> None:
        self.change(seat, discs=self.players[seat].discs + 1)
        self.note("disc", seat)


def beginning(box: Box) -> tuple[Player, Stock]:
    """What every player and the middle of the table start with."""
    tables = box.tables
    stock = Stock(
        (tables["equipment"],) * len(EQUIPMENT),
        tables["fixers"],
        0,
        (tables["lockers"],) * 3,
        (tables["keys"],) * 3,
        tables["exit_tiles"],
        tables["gas_cans"],
    )
    return Player(tables["money"]), stock


def flipped(tiles: tuple[Tile, ...], kind: int) -> tuple[Tile, ...]:
    """The row after its first face-up tile of this kind was turned face down."""
    at = tiles.index((kind, False))
    return (*tiles[:at], (kind, True), *tiles[at + 1 :])


def place_bit(location: int) -> int:
    return 1 << location - LOCATION.start
