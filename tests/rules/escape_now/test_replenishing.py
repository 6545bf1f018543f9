"""3 Replenish cards."""

from tests.rules.escape_now.script import room

REPLENISH = "3 Replenish cards"


def test_the_hand_is_filled_up_to_five_and_one_is_discarded():
    table = room(hands="0 4 4")
    table.replenish("Ann")
    table.sees("Ann", hand=4)
    table.piles(draw=43, discard=1)
    table.hears("Ann draws 5 and discards one.")


def test_with_four_cards_one_is_drawn():
    table = room()
    table.replenish("Ann")
    table.sees("Ann", hand=4)
    table.piles(draw=47, discard=1)


def test_fewer_may_be_drawn_to_leave_some_for_the_others():
    """The book's example: Jack holds one card, eight are left, he draws two."""
    table = room("Jack Anna Kelly Leon", at="A A A A", hands="1 4 4 4", draw=8)
    table.replenish("Jack", 2)
    table.sees("Jack", hand=2)
    table.piles(draw=6, discard=1)


def test_fewer_are_listed_only_when_the_pile_cannot_fill_every_hand():
    """Until then one touch is enough; whoever says a number is heard at any time."""
    table = room(hands="2 4 4", draw=5)
    assert [option.cards for option in table.table.options() if option.do == "replenish"] == [3]
    table = room(hands="2 4 4", draw=4)
    assert [option.cards for option in table.table.options() if option.do == "replenish"] == [3, 2, 1]


def test_at_least_one_and_no_more_than_fit():
    table = room(hands="2 4 4")
    for number in (0, 4, -1):
        table.refuses(REPLENISH, f"Ann can draw 1 to 3 cards, not {number}.").replenish("Ann", number)
    room(hands="4 4 4").refuses(REPLENISH, "Ann can draw 1 card, not 2.").replenish("Ann", 2)


def test_as_far_as_the_pile_goes():
    table = room(hands="0 4 4", draw=3)
    table.refuses(REPLENISH, "1 to 3 cards, not 5").replenish("Ann", 5)
    table.replenish("Ann")
    table.sees("Ann", hand=2)
    table.piles(draw=0)


def test_an_empty_pile_replenishes_nobody():
    room(draw=0).refuses(REPLENISH, "The draw pile is empty.").replenish("Ann")


def test_a_full_hand_takes_nothing():
    room(hands="5 4 4").refuses(REPLENISH, "Ann's hand is full.").replenish("Ann")


def test_house_rule_the_hand_is_always_filled_up():
    table = room(hands="1 4 4", house={"draw-fewer": False})
    table.refuses(REPLENISH, "The hand is filled up: 4 cards.").replenish("Ann", 2)
    table.replenish("Ann", 4)
    short = room(hands="0 4 4", draw=2, house={"draw-fewer": False})
    short.replenish("Ann", 2)


def test_the_discard_may_be_named():
    table = room(box={"lucky-shot": 1})
    table.refuses(REPLENISH, "an action card of the hand").replenish("Ann", 1, "logical-perceptive")
    table.replenish("Ann", 1, "lucky-shot")
    table.refuses(REPLENISH, "an action card of the hand").replenish("Ben", 1, "lucky-shot")
    table.replenish("Ben", discard="logical")
