"""The box is the truth: what its cards and board print can be edited, and is checked for sense."""

import pytest

from rules.action import Unreadable
from rules.game import Setup
from rules.games.dig_your_way_out.cards import (
    ACTION_CARDS,
    BACKGROUNDS,
    DATA,
    GANG_CARDS,
    GANGS,
    PLACES,
    ActionCard,
    Background,
    Gang,
    GangCard,
    Place,
)
from tests.rules.dig_your_way_out.script import GAME, evening


def refused(sentence: str, box: dict) -> None:
    with pytest.raises(Unreadable, match=sentence):
        evening(box=box)


def test_a_sale_price_above_the_buying_price_is_refused_with_the_reason():
    for card, price in (("knife", 2), ("pick", 6), ("shovel", 8)):
        evening(box={card: {"sale": price}})
        refused(
            f"is bought for {price} Cigarettes, so it cannot sell for {price + 1}: buying and selling would make",
            {card: {"sale": price + 1}},
        )


def test_a_dearer_tool_does_not_score_less():
    refused("A Tool that costs more cannot score less", {"pick": {"points": 4}})
    refused("A Tool that costs more cannot score less", {"spoon": {"points": 3}})
    evening(box={"pick": {"points": 3}})


def test_there_is_a_weapon():
    refused("Without any Weapon nobody could extort.", {"knife": {"weapon": False}, "blade": {"weapon": False}})


def test_the_die_leads_everywhere():
    refused("two different Places", {"die": {"2": ["showers", "showers"]}})
    refused("two different Places", {"die": {"2": ["showers"]}})
    refused("two different Places", {"die": {"2": ["showers", "library"]}})
    refused("two different Places", {"die": {"2": "showers"}})
    refused("No face of the die leads to the Nursery.", {"die": {str(f): ["cell-block", "cafeteria"] for f in (2, 5)}})
    refused("The box has no “7” among its die.", {"die": {"7": ["showers", "nursery"]}})


def test_the_texts_of_the_action_cards_add_up():
    refused("The box has 11 Action cards, but the texts add up to 12.", {"actions": {"parcel": {"count": 4}}})
    refused("The box has 12 Action cards, but the texts add up to 11.", {"action": 12})
    evening(box={"actions": {"parcel": {"count": 2}, "slot-6": {"count": 1, "name": "Riot", "does": "redeal"}}})


def test_there_are_enough_search_cards():
    few = dict.fromkeys(("blade", "pike", "container", "chain", "cap", "bandana", "watch", "boots", "rare"), 0)
    refused("A box has at least 15 Search cards", {"link": 0, "ring": 3, **few})


def test_numbers_and_texts_have_bounds():
    refused("Link: count must be a number from 0 to 40.", {"link": 41})
    refused("Link: count must be a number from 0 to 40.", {"link": True})
    refused("Pick: points must be a number from 1 to 12.", {"pick": {"points": 0}})
    refused("Link: edited can be count, sale, weapon, not “points”.", {"link": {"points": 1}})
    refused("Link: weapon is true or false.", {"link": {"weapon": 1}})
    refused("Parcel: name is a text of at most 300", {"actions": {"parcel": {"name": "x" * 301}}})
    refused(
        "Dealer: gang is one of crew, cartel, bikers, bratva, not “mob”", {"backgrounds": {"dealer": {"gang": "mob"}}}
    )
    refused("Dealer: when is one of own-turn, any-time, extorted", {"backgrounds": {"dealer": {"when": "later"}}})
    refused("The box has no card “saw”, and its parts are: places, die, actions", {"saw": 1})
    refused("places has to be an object", {"places": 3})
    refused("showers has to be an object", {"places": {"showers": 3}})
    refused("The box has no “library” among its places.", {"places": {"library": {"search": 1}}})


def test_words_that_no_card_can_say():
    refused("Parcel: does: “dance” is none of: draw, gain", {"actions": {"parcel": {"does": "dance"}}})
    refused("Scrounger: power: “search 10” is none of", {"gang_cards": {"crew-1": {"power": "search 10"}}})


def test_facts_tell_what_to_check_and_where_it_comes_from():
    facts = {fact.key: fact for fact in GAME.facts(Setup(GAME.id, ("Ann", "Ben"), box={"pick": {"points": 3}}))}
    assert facts["pick", "points"].value == 3 and facts["pick", "points"].origin == "assumed"
    assert ("link", "count") not in facts and facts["ring", "count"].origin == "found"
    assert facts["places", "showers", "search"].value == 3
    assert ("places", "cafeteria", "search") not in facts and ("die", "1") not in facts
    assert facts["die", "4"].origin == "found" and ["nursery", "showers"] in facts["die", "2"].choices
    assert facts["actions", "parcel", "text"].value == DATA["actions"]["parcel"]["text"]
    assert {fact.origin for fact in facts.values()} == {"found", "assumed"}


def test_what_the_box_prints_and_the_book_does_not_is_marked_assumed():
    assert all(
        card["origin"] == "assumed" for part in ("actions", "gang_cards", "backgrounds") for card in DATA[part].values()
    )
    assert {name for name, place in DATA["places"].items() if place["origin"] == "rulebook"} == {
        "cell-block",
        "cafeteria",
    }


def test_the_names_that_scripts_use_are_those_of_the_data():
    for kind, names in (
        (Place, PLACES),
        (Gang, GANGS),
        (GangCard, GANG_CARDS),
        (ActionCard, ACTION_CARDS),
        (Background, BACKGROUNDS),
    ):
        assert kind.__args__ == names


def test_card_ids_are_those_that_scripts_rely_on():
    ids = "spoon pick shovel knife link blade pike container chain cap bandana watch boots ring rare action"
    assert list(GAME.describe()["cards"]) == ids.split()
