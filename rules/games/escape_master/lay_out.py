"""Setup: what to do before the first round, and the figures and texts to compare with one's own box."""

from rules import bag
from rules.board import Fact, Task
from rules.game import Setup
from rules.games.escape_master.box import LEVELS, Box, deck_of, make_box
from rules.games.escape_master.cards import CARDS, DATA, IDS, NAMES
from rules.sentences import listed
from rules.setup import read_first

LEADERS_HEADING = "CHARACTER Deck"


def lay_out(setup: Setup) -> tuple[Task, ...]:
    box = make_box(setup)
    dealer, dealt = box.seats[read_first(setup)], box.tables["dealt"]
    left = bag.size(box.deck) - dealt * len(box.seats)
    return (
        *_teams(box),
        *_removals(box),
        *_characters(box),
        Task(f"Shuffle the GAME deck of {bag.size(box.deck)} cards well.", "Setup"),
        Task(f"{dealer} deals first: {dealt} cards to each player, face down.", "Setup"),
        Task(f"Put the other {left} cards in the middle as the draw pile.", "Setup", (), "draw"),
        *_piles(box),
        Task(_ends(box), "Ending the Game" if box.terms.rounds is None else "Alternate Rules"),
        *_doom_pile(box),
        Task(f"{dealer} calls “Start!” at will; from then on everybody plays at once.", "Starting a Round"),
    )


def _teams(box: Box) -> tuple[Task, ...]:
    if not box.alliance:
        return ()
    teams = [listed([box.seats[seat] for seat in side]) for side in box.sides]
    return (Task(f"Two teams: {teams[0]} against {teams[1]}. Teammates may talk and show hands.", "Basic Rules"),)


def _removals(box: Box) -> tuple[Task, ...]:
    """Author's Note: the cards of colours that are not played."""
    whole, counts = deck_of(LEVELS[-1]), bag.counts(box.deck)
    gone = [
        (IDS[kind], number) for kind, number in enumerate(whole) if number and (kind >= len(counts) or not counts[kind])
    ]
    if not gone:
        return ()
    return (Task(f"Remove what the {box.house['level']} rules do not use.", "Author's Note", tuple(gone)),)


def _characters(box: Box) -> tuple[Task, ...]:
    if not box.has_characters:
        return (Task("Leave the CHARACTER and STORY decks in the box.", "Author's Note"),)
    return (
        Task("Everybody draws an Escape Leader at random and lays it open.", LEADERS_HEADING),
        Task(f"Shuffle the STORY deck of {box.tables['story_deck']} cards and put it aside.", "STORY Deck"),
    )


def _piles(box: Box) -> tuple[Task, ...]:
    if box.house["level"] == LEVELS[0]:
        return ()
    says = "Everybody keeps room in front of them for an Action pile and a History pile."
    return (Task(says, "Playing Traps and Escapes", (), "history"),)


def _ends(box: Box) -> str:
    if box.terms.rounds is not None:
        return f"The game goes over {box.terms.rounds} rounds."
    who = "a team" if box.alliance else "a player"
    return f"The game ends when {who} has {box.terms.limit} Blunders at the end of a round."


def _doom_pile(box: Box) -> tuple[Task, ...]:
    if box.terms.dooms is None:
        return ()
    return (Task("Keep a place for the Doom pile: when it is full, the game ends early.", "Alternate Rules"),)


def facts(setup: Setup) -> tuple[Fact, ...]:
    """Figures, the number of the cards of which there are several, and the texts that only the cards have."""
    box = make_box(setup)
    found = [
        Fact((name,), entry["name"], box.tables[name], entry["origin"], entry["heading"], entry["low"], entry["high"])
        for name, entry in DATA["tables"].items()
    ]
    for name in DATA["cards"]:
        kind = IDS.index(name)
        if count := bag.count(box.deck, kind):
            heading = CARDS[name]["heading"]
            found.append(Fact((name,), f"{NAMES[kind]}: cards", count, CARDS[name]["origin"], heading, 0, 100))
    if box.has_characters:
        for name, leader in box.leaders.items():
            texts = (("ability", "ability", LEADERS_HEADING), ("beast", "Beast Mode", "Beast Mode"))
            for key, what, heading in texts:
                origin = leader["origin"] if key == "ability" else "assumed"
                found.append(Fact(("leaders", name, key), f"{leader['name']}: {what}", leader[key], origin, heading))
        for number, text in enumerate(box.stories, 1):
            fact = Fact(("stories", str(number)), f"Story card {number}", text, "assumed", "STORY Deck")
            found.append(fact)
    return tuple(found)
