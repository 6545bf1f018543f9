"""The referee asked after the fact: sequences, and what the camera saw on the Stacks."""

from rules.game import options
from rules.games.escape_master.referee import follow
from rules.table import Table
from rules.verdict import Answer
from tests.rules.escape_master.script import GAME, Evening, at, evening, kinds, started


def test_a_sequence_is_checked_card_by_card():
    table = evening()
    table.referee("Ann", "7-start 6-mouse 5-teen 6-robot")
    table.hears("That was legal.")


def test_the_first_bad_card_is_named_with_its_reason():
    table = evening()
    table.refuses("Playing on Stacks", "Card 3, 9 Teen: 9 Teen does not follow 6 Mouse").referee(
        "Ann", "7-start 6-mouse 9-teen 1-mouse"
    )
    assert follow(kinds("7-start 6-mouse 9-teen 1-mouse")).bad == 2


def test_neighbours_may_have_been_a_combination():
    table = evening()
    table.referee("Ann", "5-mouse 3-mouse 4-teen", on="7-start")
    table.referee("Ann", "11-mouse 11-teen 12-mouse 12-teen", on="10-mouse")
    table.referee("Ann", "3-mouse 4-mouse 5-mouse")  # a sum of 7 starts the Stack, then 5 follows 4
    table.refuses("Playing on Stacks", "Card 1, 5 Mouse").referee("Ann", "5-mouse 4-teen", on="7-start")


def test_a_sequence_begins_as_a_stack_unless_its_top_card_is_named():
    table = evening()
    table.refuses("Starting Stacks", "Card 1, 6 Mouse").referee("Ann", "6-mouse 5-mouse")
    table.referee("Ann", "6-mouse 5-mouse", on="7-start")


def test_a_trap_binds_until_a_wisdom_is_played():
    table = evening()
    table.referee("Ann", "8-mouse 9-mouse", on="7-start", trap="up")
    table.refuses("Types of Traps", "Card 2, 7-Start").referee("Ann", "8-mouse 7-start", on="7-start", trap="up")
    table.referee("Ann", "8-mouse wisdom 3-mouse 2-mouse", on="7-start", trap="up")


def test_nothing_follows_a_dead_end():
    evening().refuses("Playing a Dead End", "Card 2, 6 Mouse").referee("Ann", "dead-end 6-mouse", on="7-start")


def test_a_doom_master_in_a_sequence_is_the_letter_that_fits():
    table = evening()
    table.referee("Ann", "doom-master 12-mouse", on="10-mouse")
    table.refuses("Doom Master Cards", "Card 2, 10 Teen").referee("Ann", "doom-master 10-teen", on="1-mouse")
    table.depends("Doom Master Cards", "Card 3, 10 Teen: It depends").referee("Ann", "wisdom doom-master 10-teen")


def test_the_referee_answers_at_any_time_and_changes_nothing():
    for table in (evening(), started()):
        before = table.table.view
        table.referee("Cat", "7-start 8-mouse")
        assert table.table.view == before
    table.refuses("Playing on Stacks", "Name the cards").referee("Ann", [])


def test_a_card_that_exists_once_is_not_named_twice():
    table = evening()
    once = "2 × 2 Mouse, but the deck has 1."
    table.refuses("Deck Summary", once).referee("Ann", "2-mouse 1-teen 2-mouse", on="3-mouse")
    table.refuses("Deck Summary", once).referee("Ann", "3-mouse 2-mouse", on="2-mouse")
    table.refuses("Deck Summary", once).may_draw("Ann", "2-mouse 2-mouse", "9-teen")
    table.refuses("Deck Summary", once).may_draw("Ann", "2-mouse", "2-mouse")
    table.referee("Ann", "8-mouse 7-start 8-teen 7-start", on="7-start")
    evening(house={"level": "green"}).refuses("Deck Summary", "1 × Dead End, but the deck has none.").may_draw(
        "Ann", "dead-end", ""
    )


def test_house_rules_hold_for_the_referee_too():
    evening(house={"wisdom-on-wisdom": True}).referee("Ann", "wisdom wisdom")
    evening().refuses("Wisdom Cards", "Card 2, Wisdom").referee("Ann", "wisdom wisdom")


# ---------------------------------------------------------------- the camera


def test_a_card_seen_on_a_stack_is_followed():
    table = started()
    table.see("Ann", "7-start", 1)
    table.see("Ann", "6-mouse", 1)
    table.hears("6 Mouse lies on Stack 1.")
    table.sees(stacks={"1": "6-mouse"})
    assert [(pile.id, pile.count, pile.top) for pile in table.board().piles][:2] == [
        ("stack-1", 2, "6-mouse"),
        ("stack-2", 0, ""),
    ]


def test_a_stack_may_begin_in_any_zone():
    table = started()
    table.see("Ann", "7-start", 3)
    table.sees(stacks={"3": "7-start"})
    table.play("Ben", "7-start")
    table.sees(stacks={"1": "7-start", "3": "7-start"})


def test_what_the_camera_sees_is_offered_once_and_by_its_zone():
    table = started()
    seven = kinds("7-start")[0]
    offered = [
        action for action in options(GAME, table.table.state) if (seven, "stack-2") in action.lays(table.table.state)
    ]
    assert len(offered) == 1


def test_a_card_that_does_not_follow_may_be_a_combination():
    at("7-start").depends("Playing on Stacks", "With another Mouse under it").see("Ann", "3-mouse", 1)
    at("7-start").depends("Playing on Stacks", "goes back to its owner's hand").see("Ann", "10-mouse", 1)
    started().depends("Starting Stacks", "With another Mouse under it").see("Ann", "3-mouse", 1)


def test_the_camera_does_not_see_who_is_trapped():
    table = at("7-start", "up")
    table.see("Ann", "6-mouse", 1)


def test_a_wisdom_that_is_seen_frees_everybody():
    table = at("7-start", "up")
    table.see("Ann", "wisdom", 1)
    table.hears("Wisdom lies on Stack 1.", "Wisdom frees Ann.")


def test_what_cannot_lie_there_is_refused():
    table = at("7-start")
    table.refuses("Starting and Playing on Stacks", "in the dealer's name").see("Ben", "6-mouse", 1)
    table.refuses("Playing Traps and Escapes", "never played on Stacks").see("Ann", "escape", 1)
    table.refuses("Starting Stacks", "numbered 1 to 24").see("Ann", "7-start", 25)
    table.refuses("Starting Stacks", "numbered 1 to 24").see("Ann", "7-start", 0)
    table.see("Ann", "dead-end", 1)
    table.refuses("Playing a Dead End", "closed that Stack").see("Ann", "6-mouse", 1)
    table.see("Ann", "7-start", 2)
    table.see("Ann", "6-mouse", 2)
    table.see("Ann", "7-start", 3)
    table.refuses("Deck Summary", "every copy was seen").see("Ann", "6-mouse", 3)


def test_many_cards_may_be_seen_though_nobody_told_of_draws():
    table = started("Ann Ben")
    for tribe in ("mouse", "teen", "robot"):
        for rank in (6, 5, 4, 3, 2, 1, 13, 12, 11, 10, 9, 8):
            push(table, f"{rank}-{tribe}")
    assert len(table.table.steps) > 30


def push(table: Evening, card: str) -> None:
    at_table: Table = table.table
    assert at_table.push(at_table.read({"by": "Ann", "do": "see", "card": card, "stack": 1})).verdict.answer in (
        Answer.YES,
        Answer.DEPENDS,
    )
