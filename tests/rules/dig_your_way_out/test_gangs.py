"""Join a Gang: two different Accessories, one Gang card at a time, lasting abilities."""

import pytest

from rules.action import Card
from rules.games.dig_your_way_out.cards import DATA, IDS
from tests.rules.dig_your_way_out.script import evening

JOIN = "Join a Gang"
ASKED = {
    "crew": {"chain", "cap", "bandana"},
    "cartel": {"cap", "watch", "boots"},
    "bikers": {"bandana", "boots", "ring"},
    "bratva": {"chain", "watch", "ring"},
}


@pytest.mark.parametrize("gang", ASKED)
def test_the_accessories_of_each_gang(gang):
    one, two, three = ASKED[gang]
    for pair in (f"{one} {two}", f"{one} {three}", f"{two} {three}"):
        table = evening(hands={"Ann": pair})
        table.join("Ann", gang, pair, f"{gang}-1")
        table.sees("Ann", gang=gang, gang_card=f"{gang}-1", hand=0)
        table.piles(**{"discard": 2, gang: 2})
    wrong = (set().union(*ASKED.values()) - ASKED[gang]).pop()
    table = evening(hands={"Ann": f"{one} {wrong}"})
    table.refuses(JOIN, "ask for two different ones of").join("Ann", gang, f"{one} {wrong}")


def test_two_equal_accessories_are_not_enough():
    table = evening(hands={"Ann": "chain chain"})
    table.refuses(JOIN, "The Crew ask for two different ones of Chain, Cap and Bandana.").join(
        "Ann", "crew", "chain chain"
    )
    table.refuses(JOIN, "The Crew ask for two different ones").join("Ann", "crew", "chain")


def test_they_are_discarded_from_the_hand():
    table = evening(hands={"Ann": "chain link"})
    table.refuses(JOIN, "Ann cannot have these Accessories.").join("Ann", "crew", "chain cap")
    table = evening(hands={"Ann": "chain"})
    table.refuses(JOIN, "Ann cannot have these Accessories.").join("Ann", "crew", "chain cap")
    table = evening(hands={"Ben": "cap cap"})
    table.refuses(JOIN, "Ann cannot have these Accessories.").join("Ann", "crew", "chain cap")


def test_joining_is_allowed_while_the_cards_could_be_there():
    table = evening()
    table.join("Ann", "crew", "chain cap", "crew-2")
    table.sees("Ann", hand=1)
    assert not table.holds("Ann", "chain")


def test_the_card_on_top_is_drawn_and_lies_open():
    table = evening(hands={"Ann": "chain cap"})
    table.join("Ann", "crew", "chain cap", "crew-3")
    table.hears("Ann joins the Crew.")
    table.sees("Ann", gang_card="crew-3")


def test_the_card_need_not_be_named():
    table = evening(hands={"Ann": "chain cap"})
    table.join("Ann", "crew", "chain cap")
    table.sees("Ann", gang="crew", gang_card=None)
    table.piles(crew=2)


def test_a_card_that_another_has_does_not_lie_on_top():
    table = evening(hands={"Ann": "chain cap"}, gang={"Ben": "crew-1"})
    table.refuses(JOIN, "Scrounger does not lie on top of that pile.").join("Ann", "crew", "chain cap", "crew-1")
    table.refuses(JOIN, "Fence does not lie on top of that pile.").join("Ann", "crew", "chain cap", "cartel-1")


def test_the_last_card_is_known_without_being_named():
    table = evening(hands={"Ann": "chain cap"}, gang={"Ben": "crew-1", "Cat": "crew-2"})
    table.join("Ann", "crew", "chain cap")
    table.sees("Ann", gang_card="crew-3")


def test_a_gang_without_cards_cannot_be_joined():
    gang = {"Ben": "crew-1", "Cat": "crew-2", "Dan": "crew-3"}
    table = evening("Ann Ben Cat Dan", hands={"Ann": "chain cap"}, gang=gang)
    table.refuses(JOIN, "No card of the Crew is left on the board.").join("Ann", "crew", "chain cap")


def test_one_gang_card_at_a_time():
    table = evening(hands={"Ann": "ring watch"}, gang={"Ann": "crew-1"})
    table.piles(crew=2, bratva=3)
    table.join("Ann", "bratva", "ring watch", "bratva-1")
    table.hears("Ann leaves the Crew.", "Ann joins the Bratva.")
    table.sees("Ann", gang="bratva", gang_card="bratva-1")
    table.piles(crew=3, bratva=2)


def test_nobody_leaves_without_joining_another():
    assert not any("leave" in do for do in evening().table.game.actions)


def leaving(where: str, hands: str, gang: str) -> "object":
    """Ann leaves the Crew for the Bratva; Ben has the accessories of the Crew."""
    table = evening(
        hands={"Ann": "ring watch", "Ben": hands}, gang={"Ann": "crew-1", "Cat": gang}, house={"left-gang-card": where}
    )
    table.join("Ann", "bratva", "ring watch", "bratva-1")
    table.end_turn("Ann")
    return table


def test_a_card_that_was_left_goes_under_the_pile():
    table = leaving("under", "chain cap chain cap", "crew-2")
    table.refuses(JOIN, "Scrounger does not lie on top").join("Ben", "crew", "chain cap", "crew-1")
    table.join("Ben", "crew", "chain cap", "crew-3")
    table.join("Ben", "crew", "chain cap", "crew-1")
    table.piles(crew=1 + 1 - 1)


def test_house_rule_a_card_that_was_left_lies_on_top():
    table = leaving("top", "chain cap", "crew-2")
    table.refuses(JOIN, "Lookout does not lie on top").join("Ben", "crew", "chain cap", "crew-3")
    table.join("Ben", "crew", "chain cap")
    table.sees("Ben", gang_card="crew-1")


def test_house_rule_a_card_that_was_left_is_out_of_the_game():
    table = leaving("out", "chain cap", "crew-2")
    table.piles(crew=1)
    table.refuses(JOIN, "Scrounger does not lie on top").join("Ben", "crew", "chain cap", "crew-1")
    table.join("Ben", "crew", "chain cap", "crew-3")


def test_a_gang_may_be_joined_again():
    table = evening(hands={"Ann": "chain cap"}, gang={"Ann": "crew-1", "Ben": "crew-2", "Cat": "crew-3"})
    table.join("Ann", "crew", "chain cap")
    table.sees("Ann", gang_card="crew-1")


def test_the_cards_laid_down_are_told_to_the_camera():
    table = evening(hands={"Ann": "chain cap"})
    (join,) = [option for option in table.table.options() if option.do == "join" and option.card == "crew-1"]
    assert join.lays(table.table.state) == tuple((Card(IDS.index(name)), "discard") for name in ("chain", "cap"))


# ---------------------------------------------------------------- abilities


def test_abilities_are_no_actions_and_have_no_limit():
    table = evening(gang={"Ann": "crew-1"})
    for _ in range(2):
        table.search("Ann")
        table.hears("Ann draws 2 from the Search deck.")
        table.sees(actions=1)
        table.ends("Ann", "Ben", "Cat")


def test_search_finds_more():
    table = evening(gang={"Ann": "crew-1"}, at={"Ann": "showers"})
    table.search("Ann")
    table.sees("Ann", hand=7)


def test_a_theft_takes_two_spoons():
    table = evening(gang={"Ann": "crew-2"}, at={"Ann": "cafeteria"})
    table.steal_spoon("Ann")
    table.piles(spoon=6)
    table = evening(gang={"Ann": "crew-2"}, at={"Ann": "cafeteria"}, less={"spoon": 7})
    table.steal_spoon("Ann")
    table.piles(spoon=0)


def test_a_cautious_move_takes_one_action():
    table = evening(gang={"Ann": "crew-3"})
    table.cautious_move("Ann", "showers")
    table.cautious_move("Ann", "nursery")
    table.sees(actions=0)
    table.refuses("Move", "takes both actions").cautious_move("Ann", "showers")


def test_a_sale_brings_more_once():
    table = evening(gang={"Ann": "cartel-1"}, hands={"Ann": "ring link"}, at={"Ann": "recreation-area"})
    table.sell("Ann", "ring")
    table.sees("Ann", cigarettes=3)
    table.sell("Ann", "link", more=True)
    table.sees("Ann", cigarettes=4)


def test_a_purchase_costs_less():
    table = evening(gang={"Ann": "cartel-2"}, cigarettes={"Ann": 5}, at={"Ann": "recreation-area"})
    table.buy("Ann", "pick")
    table.sees("Ann", cigarettes=0, hand=4)


def test_a_bigger_hand():
    table = evening(gang={"Ann": "cartel-3"}, hands={"Ann": "link " * 13})
    table.sees("Ann", limit=12)
    table.end_turn("Ann")
    table.discard("Ann", "link")
    table.sees("Ann", hand=12)


def test_a_tough_prisoner_crafts_and_digs_in_spite_of_a_beating():
    table = evening(gang={"Ann": "bikers-1"}, beatings={"Ann": 2}, hands={"Ann": "spoon link pike"})
    table.dig("Ann", "spoon")
    table = evening(gang={"Ann": "bikers-1"}, beatings={"Ann": 1}, hands={"Ann": "link pike"}, at={"Ann": "nursery"})
    table.craft("Ann", "pick")
    table = evening(gang={"Ann": "bikers-1"}, beatings={"Ann": 2}, hands={"Ann": "link pike"}, at={"Ann": "nursery"})
    table.refuses("BEATINGS", "cannot craft").craft("Ann", "pick")


def test_a_combat_won_brings_cigarettes_or_a_card():
    table = evening(gang={"Ann": "bikers-2"}, hands={"Ann": "knife", "Ben": "link"})
    table.extort("Ann", "Ben", "pick", "knife")
    table.give_up("Ben")
    table.sees("Ann", cigarettes=2)
    table = evening(gang={"Ben": "bikers-3"}, hands={"Ann": "knife link", "Ben": "knife"})
    table.extort("Ann", "Ben", "pick", "knife")
    table.fight("Ben", "knife")
    table.give_up("Ann")
    table.sees("Ben", hand=2)
    table.hears("Ann loses", "Ann receives", "Ben takes a card", "Ben draws 1")


def test_a_combat_that_ends_with_a_tool_brings_it_too():
    table = evening(gang={"Ann": "bikers-2"}, hands={"Ann": "knife"})
    state = table.table.state
    table.extort("Ann", "Ben", "pick", "knife")
    assert state.hand(1).unknown == 3
    table.give_up("Ben")
    table.sees("Ann", cigarettes=2)


def test_the_workshop_is_everywhere():
    table = evening(gang={"Ann": "bratva-1"}, hands={"Ann": "link pike"})
    table.craft("Ann", "pick")


def test_both_beatings_are_healed():
    table = evening(gang={"Ann": "bratva-2"}, beatings={"Ann": 2}, at={"Ann": "nursery"})
    table.heal("Ann")
    table.sees("Ann", beatings=0)


def test_two_extortions_in_a_turn():
    table = evening(gang={"Ann": "bratva-3"}, hands={"Ann": "knife knife", "Ben": "link"})
    for _ in range(2):
        table.extort("Ann", "Ben", "pick", "knife")
        table.give_up("Ben")


def test_an_ability_ends_with_the_membership():
    table = evening(gang={"Ann": "crew-1"}, hands={"Ann": "ring watch"})
    table.join("Ann", "bratva", "ring watch", "bratva-1")
    table.search("Ann")
    table.hears("Ann draws 1")


def test_every_gang_card_has_a_text_and_a_power():
    assert all(card["text"] and card["power"] for card in DATA["gang_cards"].values())


def test_a_text_of_ones_own_box():
    box = {"gang_cards": {"crew-1": {"name": "Mole", "text": "Three more at each Search.", "power": "search 3"}}}
    table = evening(gang={"Ann": "crew-1"}, box=box)
    table.search("Ann")
    table.sees("Ann", hand=7)
    chair = table.table.game.board(table.table.state).chairs[0]
    assert any(badge.says == "with the Crew: Mole. Three more at each Search." for badge in chair.badges)


def test_cards_that_nobody_named_keep_their_place_in_the_pile():
    table = evening(hands={"Ann": "chain cap ring watch chain cap"}, gang={"Cat": "crew-1"})
    table.join("Ann", "crew", "chain cap")
    table.join("Ann", "bratva", "ring watch", "bratva-1")
    table.ends("Ann", "Ben", "Cat")
    table.join("Ann", "crew", "chain cap")
    state = table.table.state
    assert (state.gangs[0].fresh, state.gangs[0].left) == (0, (-1,))
