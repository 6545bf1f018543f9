"""Questions that hang on arithmetic: told from the data, and left alone where anything else is asked."""

import pytest

from rules.judge import judge

SILK = {
    "Is the target for five players £150k?": ("no", "NUMBER OF PLAYERS"),
    "Is the target for five players £130k?": ("yes", "NUMBER OF PLAYERS"),
    "Playing with three, we jumped with £75k altogether. Enough to win?": ("no", "WIN OR LOSE?"),
    "Playing with three, we jumped with £80k altogether. Enough to win?": ("yes", "WIN OR LOSE?"),
    "Three of us got out with 70k. Did we lose?": ("yes", "WIN OR LOSE?"),
    "Three of us got out with 90k. Did we lose?": ("no", "WIN OR LOSE?"),
    "Three say Wait, three say Hit the Silk. Do we jump?": ("no", "THE VOTE"),
    "Three say Wait, three say Hit the Silk. What happens?": ("fact", "THE VOTE"),
    "Four say jump, two say wait. Do we jump?": ("yes", "THE VOTE"),
    "Two say jump, four say wait. Do we jump?": ("no", "THE VOTE"),
    "The vote is 3-3, are we jumping?": ("no", "THE VOTE"),
    "The vote was two to two. Do we wait?": ("yes", "THE VOTE"),
    "At 12,000 do I draw 2 cards?": ("no", "CHANGING A CARD"),
    "At 12,000 do I draw 3 cards?": ("yes", "CHANGING A CARD"),
    "Four players: the jumpers got £140k and I landed the plane alone with £30k. Am I the overall winner?": (
        "no",
        "LAND THE PLANE!",
    ),
    "Four players: the jumpers got £110k and I landed the plane alone with £30k. Am I the overall winner?": (
        "yes",
        "LAND THE PLANE!",
    ),
}
OTHERS = {
    "dig-your-way-out": {
        "I have 7 cigarettes. Can I buy a shovel?": ("no", "RECREATION AREA: Buy"),
        "I have 8 cigarettes. Can I buy a shovel?": ("yes", "RECREATION AREA: Buy"),
        "I have 11 points and we are 3 players. Have I won?": ("no", "GOAL"),
        "With five players, are 8 points enough?": ("yes", "GOAL"),
    },
    "escape-master": {"I have 28 blunders. Is the game over?": ("no", "Ending the Game")},
    "escape-plan": {
        "My notoriety is at 5, can I unlock an asset for $3?": ("no", "1) INCOME (skip in Round 1)"),
        "My Notoriety is 2. Can I pay $3 to unlock an asset?": ("yes", "1) INCOME (skip in Round 1)"),
        "With 5 players does a business close after 2 visits?": ("no", "BUSINESSES"),
        "With 3 players does a business close after 2 visits?": ("yes", "BUSINESSES"),
    },
}
ASKED = [(game, *each) for game, asked in {"hit-the-silk": SILK, **OTHERS}.items() for each in asked.items()]


@pytest.mark.parametrize(("game", "question", "told"), ASKED, ids=[question for _, question, _ in ASKED])
def test_numbers_are_compared_with_the_box(game: str, question: str, told: tuple[str, str]) -> None:
    ruling = judge(game).ask(question)
    assert (ruling.verdict, ruling.section) == told, ruling.answer
    assert ruling.point in {each.id for each in judge(game).book.sums}


@pytest.mark.parametrize(
    "question",
    [
        "Tom has £60k, Ida has £40k, four of us at the table. Do they win together?",
        "I'm sitting on £110k but no parachute, it's four players and they vote to jump. Do I win?",
        "Suppose round two of Travel mode ends with a 2 to 2 vote. Do we start round three?",
        "Three players with a target of £80k escaped with £100k. Is our score £100k?",
    ],
)
def test_what_hangs_on_more_than_the_numbers_is_left_to_the_rulings(question: str) -> None:
    silk = judge("hit-the-silk")
    assert silk.ask(question).point not in {each.id for each in silk.book.sums}
