"""Search: cards by Place, once a turn, the deck that runs out, and ten cards at the end of the turn."""

from rules.games.dig_your_way_out.turn import TooMany
from tests.rules.dig_your_way_out.legal import found_like
from tests.rules.dig_your_way_out.script import evening

SEARCH = "Search"


def test_once_a_turn():
    table = evening()
    table.search("Ann")
    table.refuses(SEARCH, "Ann has already searched this turn.").search("Ann")


def test_the_place_says_how_many_cards():
    places = {"cell-block": 1, "cafeteria": 2, "recreation-area": 2, "nursery": 1, "showers": 3}
    for place, number in places.items():
        table = evening(at={"Ann": place})
        table.search("Ann")
        table.hears(f"Ann draws {number} from the Search deck.")
        table.sees("Ann", hand=3 + number)
        table.piles(search=52 - number)


def test_a_box_that_prints_another_number():
    table = evening(at={"Ann": "showers"}, box={"places": {"showers": {"search": 4}}})
    table.search("Ann")
    table.sees("Ann", hand=7)


def test_where_nothing_is_found_nobody_searches():
    table = evening(at={"Ann": "solitary-confinement"}, house={"solitary": "free"})
    table.refuses(SEARCH, "nothing to find in the Solitary confinement").search("Ann")


def test_an_empty_deck_is_made_of_the_discard_pile():
    table = evening(at={"Ann": "cafeteria", "Ben": "recreation-area"}, box=THIN)
    table.piles(search=6)
    for player in ("Ann", "Ben", "Cat"):
        table.search(player)
        table.end_turn(player)
    table.search("Ann")
    table.hears("Ann draws 1")
    table.end_turn("Ann")
    table.piles(search=0, discard=0)
    table.refuses(SEARCH, "The Search deck and the discard pile are both empty.").search("Ben")
    table.sell("Ben", "link link")
    table.piles(discard=2)
    table.search("Ben")
    table.hears("The Search deck is empty: the discard pile is shuffled into a new one.", "Ben draws 2")
    table.piles(search=0, discard=0)


THIN = (
    {"link": 15}
    | dict.fromkeys(["blade", "pike", "container", "chain", "cap", "bandana", "watch", "boots", "ring", "rare"], 0)
    | {"action": 0, "actions": {name: {"count": 0} for name in ("ambush", "new-deal", "parcel", "detour", "snitch")}}
)


def test_with_two_left_a_search_for_three_finds_two():
    table = evening("Ann Ben Cat Dan", at={"Ben": "showers"}, box=THIN)
    table.search("Ann")
    table.end_turn("Ann")
    table.piles(search=2)
    table.search("Ben")
    table.hears("Ben draws 2 from the Search deck.")


def test_cards_drawn_may_be_named():
    table = evening(at={"Ann": "cafeteria"})
    table.search("Ann", "link pike")
    assert table.holds("Ann", "link", "pike")
    table.sees("Ann", hand=5)


def test_no_more_cards_are_named_than_drawn():
    evening().refuses(SEARCH, "This Search draws 1").search("Ann", "link pike")


def test_cards_named_can_be_in_the_deck():
    evening().refuses(SEARCH, "cannot all be in the Search deck").search("Ann", "shovel")
    table = evening(hands={"Ben": "rare rare rare"})
    table.refuses(SEARCH, "cannot all be in the Search deck").search("Ann", "rare")


def test_ten_cards_at_the_end_of_ones_own_turn():
    table = evening(hands={"Ann": "link " * 10}, at={"Ann": "cafeteria"})
    table.search("Ann")
    table.sees("Ann", hand=12)
    table.end_turn("Ann")
    table.hears("Ann has 2 too many in hand.")
    table.sees(phase="discard", turn="Ann")
    table.refuses(SEARCH, "Ann has to discard 2 cards.", "HOW TO PLAY").search("Ben")
    table.discard("Ann", "link link")
    table.sees("Ann", hand=10)
    table.sees(turn="Ben", phase="turn")
    table.piles(discard=2)


def test_the_hand_may_drop_card_by_card():
    table = evening(hands={"Ann": "link " * 12})
    table.end_turn("Ann")
    table.discard("Ann", "link")
    table.sees(phase="discard", asks="Ann has to discard 1 card.")
    table.discard("Ann", "link")
    table.sees(phase="turn", turn="Ben")


def test_enough_to_drop_to_ten_and_no_more():
    table = evening(hands={"Ann": "link " * 11})
    table.end_turn("Ann")
    table.refuses(SEARCH, "Ann has to discard 1 card.").discard("Ann", "link link")
    table.refuses(SEARCH, "Ann has to discard 1 card.").discard("Ann", "")
    table.refuses(SEARCH, "Ann cannot have a Pike to discard.").discard("Ann", "pike")
    table.refuses(SEARCH, "Ben does not have to discard anything.").discard("Ben", "link")


def test_discarded_tools_and_knives_go_back_to_their_piles():
    table = evening(hands={"Ann": "link " * 8 + "spoon pick shovel knife"})
    table.piles(spoon=7, pick=7, shovel=7, knife=11)
    table.end_turn("Ann")
    table.discard("Ann", "shovel knife")
    table.piles(spoon=7, pick=7, shovel=8, knife=12, discard=0)


def test_more_than_ten_are_allowed_until_the_end_of_ones_own_turn():
    table = evening(hands={"Ann": "link knife", "Ben": "link " * 10 + "knife knife"})
    table.extort("Ann", "Ben", "pick", "knife")
    table.fight("Ben", "knife")
    table.give_up("Ann")
    table.sees("Ben", hand=12)
    table.end_turn("Ann")
    table.sees(turn="Ben", phase="turn")
    table.end_turn("Ben")
    table.sees(turn="Ben", phase="discard")


def test_after_two_actions_a_full_hand_is_asked_for_at_once():
    table = evening(hands={"Ann": "link " * 10})
    table.search("Ann")
    table.roll("Ann", 1)
    table.sees(asks="Ann's actions are taken: discard 1, then Ben goes on.")
    table.refuses(SEARCH, "Ann has to discard 1 card.", "HOW TO PLAY").search("Ben")
    table.discard("Ann", "link")
    table.sees(turn="Ben")


def test_nobody_discards_without_having_to():
    evening().refuses(SEARCH, "Ann does not have to discard anything.").discard("Ann", "link")
    table = found_like(evening(hands={"Ann": "link " * 11}), pending=(TooMany(0),))
    table.discard("Ann", "link")
