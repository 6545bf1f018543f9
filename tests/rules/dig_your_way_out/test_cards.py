"""Play an Action card, and BACKGROUNDS: what cards say is data, and is carried out."""

import pytest

from rules.games.dig_your_way_out.actions.extort import Combat
from rules.games.dig_your_way_out.cards import DATA, PICK
from rules.games.dig_your_way_out.effects import POWERS, VERBS
from tests.rules.dig_your_way_out.legal import found_like
from tests.rules.dig_your_way_out.script import evening

PLAY, BACKGROUNDS = "Play an Action card", "BACKGROUNDS"


def with_action(hand: str = "action", **setup):
    return evening(hands={"Ann": hand}, **setup)


def with_text(does: str, **setup):
    """The Parcel says something else."""
    return with_action(box={"actions": {"parcel": {"does": does}}}, **setup)


def test_an_action_card_from_the_hand():
    table = with_action("link")
    table.refuses(PLAY, "Ann cannot have an Action card.").play_action("Ann", "parcel")
    table = evening()
    table.play_action("Ann", "parcel")
    table.sees(actions=1)


def test_its_effects_then_it_is_discarded():
    table = with_action()
    table.play_action("Ann", "parcel")
    table.hears("Ann plays Parcel.", "Ann draws 3 from the Search deck.", "Ann gains 3 Cigarettes.")
    table.sees("Ann", hand=3, cigarettes=3)
    table.piles(discard=1, search=51)


def test_no_more_copies_of_a_text_than_the_box_has():
    table = with_action("action action action")
    table.play_action("Ann", "ambush", "Ben")
    table.play_action("Ann", "ambush", "Ben")
    table.ends("Ann", "Ben", "Cat")
    table.refuses(PLAY, "Every Ambush lies on the discard pile.").play_action("Ann", "ambush", "Ben")
    table.refuses(PLAY, "Every Action card 6 lies on").play_action("Ann", "slot-6")


def test_after_a_shuffle_a_text_can_come_back():
    table = with_action("action action", at={"Ann": "showers"}, box={"actions": {"new-deal": {"count": 1}}})
    table.play_action("Ann", "new-deal")
    table.end_turn("Ann")
    table.refuses(PLAY, "Every New deal lies on the discard pile.").play_action("Ben", "new-deal")
    state = table.table.state
    zones = (type(state.zones[0])(), *state.zones[1:])
    table = found_like(evening(), **{name: getattr(state, name) for name in ("unseen", "texts")}, zones=zones)
    table.search("Ann")
    table.hears("The Search deck is empty")
    table.play_action("Ann", "new-deal")


def test_a_beating_without_defence():
    table = with_action()
    table.play_action("Ann", "ambush", "Cat")
    table.hears("Ann plays Ambush.", "Cat receives a Beating and has 1 now.")
    table.sees("Cat", beatings=1)


def test_a_card_that_hits_somebody_needs_a_target():
    table = with_action()
    table.refuses(PLAY, "This card needs a target: another player.").play_action("Ann", "ambush")
    table.refuses(PLAY, "This card needs a target: another player.").play_action("Ann", "ambush", "Ann")


def test_a_card_that_moves_needs_a_place():
    table = with_action()
    table.refuses(PLAY, "This card needs a Place to go to.").play_action("Ann", "detour")
    table.refuses(PLAY, "Ann is there already.").play_action("Ann", "detour", to="cell-block")
    table.refuses("ELEMENTS", "Nobody walks into").play_action("Ann", "detour", to="solitary-confinement")
    table.play_action("Ann", "detour", to="showers")
    table.sees("Ann", place="showers")
    with_action(house={"solitary": "free"}).play_action("Ann", "detour", to="solitary-confinement")


def test_solitary_confinement_for_another():
    table = with_action()
    table.play_action("Ann", "snitch", "Ben")
    table.hears("Ann plays Snitch.", "Ben is in the Solitary confinement now.")
    table.sees("Ben", place="solitary-confinement")


def test_all_hands_are_dealt_anew_beginning_with_who_played_it():
    table = evening(hands={"Ann": "action", "Ben": "link link pick", "Cat": "ring"})
    table.play_action("Ann", "new-deal")
    table.hears("Ann plays New deal.", "All hands are gathered and dealt out again.")
    table.sees("Ann", hand=2)
    table.sees("Ben", hand=1)
    table.sees("Cat", hand=1)
    table.piles(discard=1)
    assert not table.holds("Ben", "link")


@pytest.mark.parametrize(
    ("does", "sees"),
    [
        ("gain 5", {"cigarettes": 5}),
        ("heal 2", {"beatings": 0}),
        ("spoon 2", {"hand": 2}),
        ("draw", {"hand": 1}),
        ("draw 2, spoon 1", {"hand": 3}),
    ],
)
def test_what_cards_of_ones_own_box_may_do(does, sees):
    table = with_text(does, beatings={"Ann": 2})
    table.play_action("Ann", "parcel")
    table.sees("Ann", **sees)


def test_a_card_of_ones_own_box_may_rob_and_beat():
    table = with_text("rob 2, beat 2")
    table.play_action("Ann", "parcel", "Ben")
    table.sees("Ann", hand=2)
    table.sees("Ben", hand=1, beatings=2)


def test_a_card_of_ones_own_box_may_bring_actions():
    table = with_text("actions 2")
    table.play_action("Ann", "parcel")
    table.sees(actions=3)
    table.search("Ann")
    table.roll("Ann", 1)
    table.steal_spoon("Ann")
    table.sees(actions=0)


def test_every_verb_and_power_is_shipped_or_tried():
    shipped = " ".join(card["does"] for card in (*DATA["actions"].values(), *DATA["backgrounds"].values()))
    also = " ".join(card["also"] for card in DATA["backgrounds"].values())
    assert {verb for verb in VERBS if verb not in shipped + also} == set()
    assert {card["power"].split()[0] for card in DATA["gang_cards"].values()} == set(POWERS)


# ---------------------------------------------------------------- Backgrounds


def test_revealing_is_never_an_action():
    table = evening()
    table.reveal_background("Ann", "dealer")
    table.hears("Ann turns out to be: Dealer.", "Ann gains 4 Cigarettes.")
    table.sees(actions=2)
    table.sees("Ann", background="dealer", cigarettes=4)


def test_after_both_actions_it_can_still_be_revealed():
    table = evening()
    table.search("Ann")
    table.roll("Ann", 1)
    table.reveal_background("Ann", "dealer")
    table.sees(turn="Ann", actions=0)
    table.search("Ben")
    table.sees(turn="Ben")


def test_once_per_game():
    table = evening()
    table.reveal_background("Ann", "dealer")
    table.refuses(BACKGROUNDS, "Ann has already revealed a Background.").reveal_background("Ann", "burglar")


def test_there_is_one_of_each():
    table = evening()
    table.reveal_background("Ann", "dealer")
    table.end_turn("Ann")
    table.refuses(BACKGROUNDS, "Somebody else has revealed that Background.").reveal_background("Ben", "dealer")


def test_not_after_the_escape():
    table = found_like(evening(), winner=1)
    table.refuses("GOAL", "The game is over").reveal_background("Ann", "dealer")


def test_on_ones_own_turn():
    table = evening()
    table.refuses(BACKGROUNDS, "Dealer is revealed on one's own turn.").reveal_background("Ben", "dealer")
    table.roll("Ann", 4)
    table.refuses(BACKGROUNDS, "Dealer is revealed on one's own turn.").reveal_background("Ann", "dealer")


def test_at_any_time_that_nobody_is_asked_anything():
    table = evening(beatings={"Cat": 1})
    table.reveal_background("Cat", "medic")
    table.sees("Cat", beatings=0)
    table = evening(beatings={"Cat": 1})
    table.roll("Ann", 4)
    table.refuses(BACKGROUNDS, "Ann goes to").reveal_background("Cat", "medic")


def test_while_being_extorted():
    table = evening(hands={"Ann": "knife"}, beatings={"Ben": 1})
    table.refuses(BACKGROUNDS, "Boxer is revealed by whoever is being extorted.").reveal_background("Ben", "boxer")
    table.extort("Ann", "Ben", "pick", "knife")
    table.refuses(BACKGROUNDS, "Boxer is revealed by").reveal_background("Cat", "boxer")
    table.reveal_background("Ben", "boxer")
    table.sees("Ben", beatings=0)
    table.sees(phase="intimidation")
    table = found_like(table_in_combat(), turn=0)
    table.refuses(BACKGROUNDS, "Boxer is revealed by").reveal_background("Ben", "boxer")


def table_in_combat():
    return found_like(evening(), pending=(Combat(0, 1, PICK, 1),))


def test_the_second_effect_is_for_members_of_the_gang():
    table = evening(gang={"Ann": "crew-3"})
    table.reveal_background("Ann", "burglar")
    table.sees("Ann", hand=7)
    table = evening(gang={"Ann": "cartel-1"})
    table.reveal_background("Ann", "burglar")
    table.sees("Ann", hand=5)


def test_the_gang_counts_at_the_moment_of_revealing():
    table = evening(hands={"Ann": "chain cap"})
    table.reveal_background("Ann", "burglar")
    table.join("Ann", "crew", "chain cap", "crew-3")
    table.sees("Ann", hand=2)


def test_what_a_background_needs_is_named():
    table = evening()
    table.refuses(BACKGROUNDS, "This card needs a target").reveal_background("Ann", "thug")
    table.refuses(BACKGROUNDS, "This card needs a Place").reveal_background("Ann", "getaway-driver")
    table.refuses(BACKGROUNDS, "Ann is there already").reveal_background("Ann", "getaway-driver", to="cell-block")
    driver = {"card": "getaway-driver", "to": "solitary-confinement"}
    table.refuses("ELEMENTS", "Nobody walks into").reveal_background("Ann", **driver)
    table.reveal_background("Ann", "getaway-driver", to="showers")
    table.sees("Ann", place="showers")


def test_a_background_that_brings_an_action_after_both_are_taken():
    table = evening()
    table.search("Ann")
    table.roll("Ann", 1)
    table.reveal_background("Ann", "mastermind")
    table.hears("Ann turns out to be: Mastermind.", "Ann has 1 more to take this turn.")
    table.steal_spoon("Ann")
    table.sees(actions=0)
    table.search("Ben")


def test_a_thug_of_the_bikers_takes_a_card_too():
    table = evening(gang={"Ann": "bikers-1"})
    table.reveal_background("Ann", "thug", "Ben")
    table.sees("Ben", beatings=1, hand=2)
    table.sees("Ann", hand=4)
