"""GAME PREPARATION: what to do before the first turn, and the figures to compare with one's own box."""

from rules import bag
from rules.board import Fact, Task
from rules.game import Setup
from rules.games.hit_the_silk.box import PLAYERS, Box, deck_for, make_box
from rules.games.hit_the_silk.cards import DATA, FLANNEL, IDS, LICENCE, NAMES, TANDEM

HEADING = "GAME PREPARATION"


def lay_out(setup: Setup) -> tuple[Task, ...]:
    box = make_box(setup)
    tables, players = box.tables, len(box.seats)
    in_play = bag.counts(box.deck)
    unsafe = [kind for kind, card in enumerate(DATA["cards"].values()) if not card["safe"] and kind != FLANNEL]
    return (
        *_instruments(box),
        Task(
            "Put all Flannels face up on the Laundry pile.",
            HEADING,
            ((IDS[FLANNEL], bag.count(box.deck, FLANNEL)),),
            "laundry",
        ),
        *_removals(box),
        Task(
            "Set these aside for a moment.",
            HEADING,
            tuple((IDS[kind], in_play[kind]) for kind in unsafe if in_play[kind]),
        ),
        Task(
            f"Shuffle the rest and deal {tables['lockbox']} cards face down onto the Lockbox.", HEADING, (), "lockbox"
        ),
        Task(f"Shuffle the set-aside cards back in and deal {tables['dealt']} cards to each player.", HEADING),
        Task("Put what is left face down on the Draw pile.", HEADING, (), "draw"),
        Task(
            f"Everybody puts {tables['disposed']} cards on the Discard pile and keeps {tables['hand']}.",
            HEADING,
            (),
            "discard",
        ),
        Task(f"The team of {players} needs £{box.target}k to pay its debt.", "NUMBER OF PLAYERS"),
    )


def _instruments(box: Box) -> tuple[Task, ...]:
    if box.start is None:
        return (Task("Leave the Altimeter, the dice and the landing board in the box.", "TRAVEL MODE"),)
    return (Task(f"Set the Altimeter's needle to {box.start:,} ft.", HEADING),)


def _removals(box: Box) -> tuple[Task, ...]:
    """What the whole box holds more of than this table plays with."""
    most = [max(counts) for counts in zip(*map(deck_for, PLAYERS), strict=True)]
    in_play = bag.counts(box.deck)
    gone = [(IDS[kind], number - in_play[kind]) for kind, number in enumerate(most) if number > in_play[kind]]
    if not gone:
        return ()
    says = f"Return the cards marked with a number above {len(box.seats)} to the box."
    if bag.count(box.deck, TANDEM):
        says += " The Tandem Parachute takes the place of one Parachute marked 4."
    if not bag.count(box.deck, LICENCE):
        says += " The Pilot's Licence stays out, too."
    return (Task(says, HEADING, tuple(gone), "box"),)


def facts(setup: Setup) -> tuple[Fact, ...]:
    """The number of every card and the feet that it costs."""
    box = make_box(setup)
    found = []
    for kind, (name, card) in enumerate(DATA["cards"].items()):
        count = bag.count(box.deck, kind)
        found.append(Fact((name, "count"), f"{NAMES[kind]}: cards", count, card["origin"], "NUMBER OF PLAYERS", 0, 40))
        if "cost" in card and not box.travel:
            cost = box.costs[kind]
            found.append(
                Fact((name, "cost"), f"{NAMES[kind]}: feet", cost, card["origin"], "CARD ACTIONS", 0, 5000, 500)
            )
    return tuple(found)
