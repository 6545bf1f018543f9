"""One evening through every screen, by touch. Tests measure each screen on the way; `make screenshots` pictures it."""

from collections.abc import Iterator

from companion.app.screens import PAGES
from tests.app.harness import Harness

SHORT = ("Ann", "Ben", "Cat", "Dan")
LONG = (
    "Maximiliane-Josefine",
    "Bartholomew Wellings",
    "Christopher Robinson",
    "Alexandrina-Victoria",
    "Konstantin Alexander",
    "Wilhelmina Henrietta",
)  # 20 letters each, six of them: the fullest table there is
PLAYED = ("home", "new", "table", "vote", "reveal", "score")  # the rest is visited one by one


def walk(h: Harness, names: tuple[str, ...]) -> Iterator[str]:
    """Yields the name of each screen as it is reached. The settings remember these names."""
    h.until(lambda: h.page.looked)
    yield "home-first"
    h.tap("New table")
    yield "new-1-game"
    h.tap("House rules")
    yield "new-1-house-rules"
    h.tap("close")
    h.tap("Check your box")
    yield "new-1-box"
    h.tap("close")
    h.tap("Next")
    for name in names[4:]:
        h.tap(name)
    yield "new-2-seats"
    h.tap("Next")
    yield "new-3-lay-out"
    h.tap("Begin")
    yield from evening(h, names)
    h.app.go("home")
    h.until(lambda: h.page.last is not None)
    h.frames(3)
    yield "home"
    for name in PAGES:
        if name not in PLAYED:
            h.app.go(name)
            h.frames(4)
            yield name
            if name == "cards":
                for part in ("Test the camera", "Learn my cards"):
                    h.tap(part)
                    h.frames(4)
                    yield f"cards-{part.split()[0].lower()}"
            h.app.back()


def evening(h: Harness, names: tuple[str, ...]) -> Iterator[str]:
    """Hit the Silk!, from the first turn to the reckoning."""
    session = h.app.session
    yield "table"
    for action, whom in (("Handcuffs", names[1:3]), ("Poison", names[2:3])):
        h.tap(action)
        for name in whom:
            if action == "Handcuffs" and name == whom[-1]:
                yield "table-asks-seat"
            h.seat(name)
    h.tap("Change")
    yield "table-asks-card"
    h.tap("Knife")
    yield "table-busy"
    h.tap("Not now")
    yield "table-not-now"
    h.tap("Loot")
    yield "table-refused"
    h.tap("All right")
    h.tap("list")
    yield "table-story"
    h.tap("close")
    h.tap("flip")
    yield "table-flipped"
    h.tap("flip")
    to_the_vote(h)
    for number in range(len(names)):
        if number == 2:
            yield "vote"
        h.tap("Wait")
    yield "table-after-vote"
    to_the_vote(h)
    for _ in names:
        h.tap("Jump")
    yield "reveal"
    while h.page.name == "reveal":
        by = session.proposal.by
        hand = possible_hand(h, by)
        for at, card in enumerate(hand):
            h.tap(card)
            if by == names[0] and at == 1:
                yield "reveal-half"
    to_the_end(h)
    yield "score"


def to_the_vote(h: Harness) -> None:
    while h.page.name != "vote":
        h.tap("End turn")


def to_the_end(h: Harness) -> None:
    """Whoever is still aboard tries to land: whatever can be tapped first is."""
    session = h.app.session
    for _ in range(300):
        if session.board.outcome is not None:
            h.frames(3)
            return
        if session.refusal is not None:
            session.dismiss()
        elif (proposal := session.proposal) is not None:
            if proposal.asks:
                session.answer(proposal.choices[0].value)
            else:
                session.accept()
        else:
            session.touch(next(button.do for button in session.buttons if button.ready))
    raise AssertionError("the evening does not end")


def possible_hand(h: Harness, by: str) -> list[str]:
    """Names of cards that this player may truly hold: as many as the hand has, Flannels where there may be such."""
    from companion.panel.reveal import fan
    from rules.action import Unreadable

    session = h.app.session
    shown = fan(session)
    names = dict(shown.cards)
    order = ["flannel", *(card for card in names if card != "flannel")]
    hand: list[str] = []
    table, do, asks = session.evening, session.proposal.do, session.proposal.asks

    def fits(cards: list[str]) -> bool:
        try:
            why = table.why_not(table.read({"by": by, "do": do, asks: cards}))
        except Unreadable:
            return False
        return not why

    from itertools import combinations_with_replacement

    for cards in combinations_with_replacement(order, shown.of):
        if fits(list(cards)):
            hand = list(cards)
            break
    return [names[card] for card in hand]
