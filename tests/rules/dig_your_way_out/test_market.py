"""RECREATION AREA: Sell and Buy."""

import pytest

from rules.games.dig_your_way_out.cards import IDS, PLACES
from tests.rules.dig_your_way_out.script import evening

SELL, BUY = "RECREATION AREA: Sell", "RECREATION AREA: Buy"


def yard(hand: str = "", cigarettes: int = 0, **setup):
    return evening(hands={"Ann": hand}, at={"Ann": "recreation-area"}, cigarettes={"Ann": cigarettes}, **setup)


@pytest.mark.parametrize("place", [place for place in PLACES if place != "recreation-area"])
def test_trade_is_done_in_the_recreation_area(place):
    table = evening(hands={"Ann": "ring"}, at={"Ann": place}, cigarettes={"Ann": 8})
    table.refuses(SELL, "That is only done in the Recreation area.").sell("Ann", "ring")
    table.refuses(BUY, "That is only done in the Recreation area.").buy("Ann", "knife")


def test_any_number_of_cards_for_their_total_value():
    table = yard("link ring rare pick shovel spoon knife action")
    table.sell("Ann", "link ring rare pick shovel spoon knife action")
    table.hears("Ann sells 8 for 16 Cigarettes.")
    table.sees("Ann", hand=0, cigarettes=16)
    table.sees(actions=1)
    table.piles(discard=4, pick=8, shovel=8, spoon=8, knife=12)


def test_values_as_ones_own_cards_print_them():
    table = yard("ring rare", box={"ring": {"sale": 2}, "rare": {"sale": 7}})
    table.sell("Ann", "ring rare")
    table.sees("Ann", cigarettes=9)


def test_what_is_sold_must_be_there():
    table = yard("link ring")
    table.refuses(SELL, "Ann cannot have a Pike to sell.").sell("Ann", "link pike")
    table.refuses(SELL, "Ann cannot have 2 × Link to sell.").sell("Ann", "link link")
    table.refuses(SELL, "At least one card has to be sold.").sell("Ann", "")
    table = evening(at={"Ann": "recreation-area"})
    table.refuses(SELL, "Ann cannot have").sell("Ann", "link blade pike container")
    table.refuses(SELL, "Ann cannot have 3 × Ring").sell("Ann", "ring ring ring")


def test_cards_may_be_added_to_the_sale():
    table = yard("link ring boots")
    table.sell("Ann", "link")
    table.sees(actions=1)
    table.sell("Ann", "ring", more=True)
    table.sell("Ann", "boots", more=True)
    table.sees("Ann", cigarettes=3)
    table.sees(actions=1)


def test_another_sale_is_another_action():
    table = yard("link ring boots")
    table.sell("Ann", "link")
    table.sell("Ann", "ring")
    table.sees(actions=0)
    table.sell("Ann", "boots", more=True)
    table.refuses("HOW TO PLAY", "Ann has taken both actions of this turn.").buy("Ann", "knife")


def test_nothing_is_added_once_something_else_is_done():
    table = yard("link ring")
    table.refuses(SELL, "No sale of Ann's stands open").sell("Ann", "link", more=True)
    table.sell("Ann", "link")
    table.search("Ann")
    table.refuses("HOW TO PLAY", "Ann has taken both actions", SELL).sell("Ann", "ring", more=True)


def test_the_next_player_simply_goes_on_after_a_sale():
    table = evening(hands={"Ann": "link ring", "Ben": "ring"}, at={"Ann": "recreation-area", "Ben": "recreation-area"})
    table.sell("Ann", "link")
    table.sell("Ann", "ring")
    table.sell("Ben", "ring")
    table.sees(turn="Ben", actions=1)
    table.sees("Ben", cigarettes=1)


def test_a_house_rule_does_not_keep_from_adding():
    table = yard("link ring boots", house={"same-action-twice": False})
    table.sell("Ann", "link")
    table.sell("Ann", "ring", more=True)
    table.refuses("HOW TO PLAY", "Ann has sold already this turn.").sell("Ann", "boots")


def test_single_cards_are_offered_and_told_to_the_camera():
    table = yard("link knife")
    sales = [option for option in table.table.options() if option.do == "sell"]
    laid = {sale.lays(table.table.state) for sale in sales}
    assert laid == {((IDS.index("knife"), "knife"),), ((IDS.index("link"), "discard"),)}
    table.sell("Ann", "link")
    assert [option.more for option in table.table.options() if option.do == "sell"] == [True]


@pytest.mark.parametrize(
    ("ware", "price", "cards"),
    [
        ("knife", 2, {"knife": 1}),
        ("two-knives", 5, {"knife": 2}),
        ("pick", 6, {"pick": 1}),
        ("shovel", 8, {"shovel": 1}),
    ],
)
def test_one_transaction_at_its_price(ware, price, cards):
    table = yard(cigarettes=price - 1)
    table.refuses(BUY, f"That costs {price} Cigarettes; Ann has {price - 1}.").buy("Ann", ware)
    table = yard(cigarettes=price + 1)
    table.buy("Ann", ware)
    ((kind, number),) = cards.items()
    assert table.holds("Ann", *[kind] * number)
    table.sees("Ann", cigarettes=1, hand=number)
    table.piles(**{kind: {"knife": 12, "pick": 8, "shovel": 8}[kind] - number})


def test_two_knives_one_by_one_are_cheaper_but_take_both_actions():
    table = yard(cigarettes=4)
    table.buy("Ann", "knife")
    table.buy("Ann", "knife")
    table.sees("Ann", cigarettes=0, hand=2)
    table.sees(actions=0)


@pytest.mark.parametrize(
    ("ware", "pile", "full"), [("knife", "knife", 12), ("pick", "pick", 8), ("shovel", "shovel", 8)]
)
def test_an_empty_pile_sells_nothing(ware, pile, full):
    yard(cigarettes=9, less={pile: full}).refuses(BUY, "is left on the board.").buy("Ann", ware)
    yard(cigarettes=9, less={pile: full - 1}).buy("Ann", ware)


def test_the_last_knife_at_the_price_of_two():
    table = yard(cigarettes=5, less={"knife": 11})
    table.buy("Ann", "two-knives")
    table.hears("Ann buys 1 × Knife for 5 Cigarettes.")
    table.sees("Ann", hand=1, cigarettes=0)


def test_house_rule_no_two_knives_where_one_is_left():
    table = yard(cigarettes=5, less={"knife": 11}, house={"last-knife": "none"})
    table.refuses(BUY, "Only one Knife is left").buy("Ann", "two-knives")
    table.buy("Ann", "knife")


def test_a_sale_out_of_turn_against_advice_does_not_stop_the_table():
    table = evening(hands={"Ben": "ring"}, at={"Ben": "recreation-area"})
    table.search("Ann")
    table.overruled.sell("Ben", "ring")
    table.sees(turn="Ann", actions=0)
    table.search("Ben")
    table.sees(turn="Ben")
