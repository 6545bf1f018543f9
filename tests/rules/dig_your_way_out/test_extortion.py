"""Extort a Prisoner, Intimidation and Combat."""

from msgspec.structs import replace

from rules.table import Step
from tests.rules.dig_your_way_out.script import evening

EXTORT, THREAT, COMBAT = "Extort a Prisoner", "Intimidation", "Combat"


def extortion(ann: str = "knife", ben: str = "link", tool: str = "pick", **setup):
    """Ann wants something of Ben, with her first card."""
    table = evening(hands={"Ann": ann, "Ben": ben}, **setup)
    table.extort("Ann", "Ben", tool, ann.split()[0])
    return table


def test_once_a_turn():
    table = extortion("knife knife")
    table.give_up("Ben")
    table.refuses(EXTORT, "Ann has already extorted somebody this turn.").extort("Ann", "Cat", "pick", "knife")


def test_a_weapon_in_hand_is_needed():
    table = evening(hands={"Ann": "link"})
    table.refuses(EXTORT, "Ann cannot have a Knife to play.").extort("Ann", "Ben", "pick", "knife")
    table.refuses(EXTORT, "The Link is no Weapon.").extort("Ann", "Ben", "pick", "link")


def test_which_search_cards_are_weapons_is_printed_on_them():
    evening().extort("Ann", "Ben", "pick", "blade")
    table = evening(hands={"Ann": "blade"}, box={"blade": {"weapon": False}})
    table.refuses(EXTORT, "The Blade is no Weapon.").extort("Ann", "Ben", "pick", "blade")
    evening(hands={"Ann": "pike"}, box={"pike": {"weapon": True}}).extort("Ann", "Ben", "pick", "pike")


def test_another_player_in_the_same_place():
    table = evening(hands={"Ann": "knife"}, at={"Ben": "showers"})
    table.refuses(EXTORT, "Ben is in another Place.").extort("Ann", "Ben", "pick", "knife")
    table.refuses(EXTORT, "Ann has to choose another player.").extort("Ann", "Ann", "pick", "knife")
    table.extort("Ann", "Cat", "spoon", "knife")


def test_a_tool_is_announced_and_a_weapon_played():
    table = extortion()
    table.hears("Ann shows Ben a Knife and wants a Pick.")
    table.sees(phase="intimidation", extortion={"by": "Ann", "target": "Ben", "tool": "pick", "next": "Ben"}, actions=1)
    table.sees("Ann", hand=0)
    table.refuses(THREAT, "Ann wants a Pick from Ben").search("Ann")


def test_the_target_may_cooperate():
    table = extortion(ben="pick link")
    table.cooperate("Ben")
    table.hears("Ben hands Ann a Pick.")
    assert table.holds("Ann", "pick")
    table.sees("Ben", hand=1, beatings=0)
    table.sees(phase="turn", extortion=None, turn="Ann", actions=1)


def test_who_cannot_have_the_tool_cannot_cooperate():
    table = extortion(ben="link")
    table.refuses(THREAT, "Ben cannot have a Pick to give.").cooperate("Ben")
    table.refuses(THREAT, "Cat is not being extorted.").cooperate("Cat")
    table = evening()
    table.refuses(THREAT, "Ann is not being extorted.").cooperate("Ann")


def test_the_weapon_of_the_threat_is_lost_even_if_the_target_gives_in():
    table = extortion(ben="pick")
    table.cooperate("Ben")
    table.piles(knife=12)
    table.sees("Ann", hand=1)
    table = extortion("blade", "pick")
    table.cooperate("Ben")
    table.piles(discard=1)


def test_house_rule_the_weapon_of_the_threat_goes_back():
    table = extortion(ben="pick", house={"threat-weapon": "returned"})
    table.cooperate("Ben")
    assert table.holds("Ann", "pick", "knife")
    table.piles(knife=11)


def test_the_defender_plays_the_first_weapon_then_they_take_turns():
    table = extortion("knife blade knife", "knife blade")
    table.refuses(COMBAT, "There is no combat.").fight("Ann", "blade")
    table.fight("Ben", "knife")
    table.sees(phase="combat", extortion={"by": "Ann", "target": "Ben", "tool": "pick", "next": "Ann"})
    table.refuses(COMBAT, "Ann plays a Weapon or loses the combat.").fight("Ben", "blade")
    table.fight("Ann", "blade")
    table.fight("Ben", "blade")
    table.fight("Ann", "knife")
    table.refuses(COMBAT, "Ben cannot have a Knife to play.").fight("Ben", "knife")
    table.give_up("Ben")
    table.hears("Ben loses the combat against Ann.", "Ben receives a Beating and has 1 now.")
    table.sees(phase="turn", turn="Ann", actions=1)


def test_only_weapons_are_played():
    table = extortion(ben="link")
    table.refuses(COMBAT, "The Link is no Weapon.").fight("Ben", "link")


def test_a_defender_without_a_weapon_loses_at_once():
    table = extortion(ben="link pike")
    table.give_up("Ben")
    table.sees("Ben", beatings=1, hand=1)
    table.sees("Ann", hand=1)


def test_who_has_a_weapon_need_not_play_it():
    table = extortion(ben="knife")
    table.give_up("Ben")
    table.sees("Ben", beatings=1, hand=0)


def test_only_who_is_to_play_can_give_up():
    table = extortion()
    table.refuses(COMBAT, "There is no combat.").give_up("Ann")
    evening().refuses(COMBAT, "There is no combat.").give_up("Ann")


def test_a_beaten_defender_gives_the_tool():
    table = extortion(ben="pick pick link")
    table.give_up("Ben")
    table.hears("Ben loses the combat", "Ben receives a Beating", "Ben hands Ann a Pick.")
    assert table.holds("Ann", "pick")
    table.sees("Ben", hand=2)


def hidden_tool():
    """Ben has a card that could be a Pick: he took one of Cat's two at random."""
    table = evening(hands={"Ann": "knife", "Ben": "knife", "Cat": "pick knife"}, first="Ben")
    table.extort("Ben", "Cat", "shovel", "knife")
    table.give_up("Cat")
    table.ends("Ben", "Cat")
    table.extort("Ann", "Ben", "pick", "knife")
    table.give_up("Ben")
    table.sees(phase="payment", asks="Ben hands over a Pick, or has none and loses a card at random.")
    return table


def test_a_defender_who_may_have_it_says_so():
    table = hidden_tool()
    table.refuses(COMBAT, "Ann does not have to pay").hand_over("Ann")
    table.hand_over("Ben")
    table.hears("Ben hands Ann a Pick.")
    table.sees("Ann", hand=1)


def test_a_defender_without_the_tool_loses_a_card_at_random():
    table = hidden_tool()
    table.depends(COMBAT, "Whether Ben really has no Pick is not known.").lose_a_card("Ben")
    table.hears("Ann takes a card at random from Ben.")
    table.sees("Ben", hand=0)
    table = hidden_tool()
    table.refuses(COMBAT, "Ann does not have to pay", COMBAT).lose_a_card("Ann", "shovel")
    evening().refuses(COMBAT, "Ann does not have to pay for a combat.").lose_a_card("Ann")
    evening().refuses(COMBAT, "Ann does not have to pay for a combat.").hand_over("Ann")


def test_nothing_is_paid_after_an_escape():
    table = hidden_tool()
    table.table.steps.append(Step("an escape", replace(table.table.state, winner=2)))
    table.refuses("GOAL", "The game is over: Cat has escaped.", COMBAT).lose_a_card("Ben")


def test_who_has_none_is_believed_from_then_on():
    table = evening(hands={"Ann": "knife", "Ben": "knife link", "Cat": "pick knife"}, first="Ben")
    table.extort("Ben", "Cat", "shovel", "knife")
    table.give_up("Cat")
    table.ends("Ben", "Cat")
    table.extort("Ann", "Ben", "pick", "knife")
    table.give_up("Ben")
    table.depends(COMBAT, "Whether Ben really has no Pick").lose_a_card("Ben", "link")
    table.ends("Ann", "Ben")
    table.extort("Cat", "Ben", "pick", "knife")
    table.refuses(THREAT, "Ben cannot have a Pick to give.").cooperate("Ben")


def test_a_card_lost_that_is_named_must_have_been_there():
    table = hidden_tool()
    table.refuses(COMBAT, "Ben cannot have had that card.", COMBAT).lose_a_card("Ben", "spoon")
    table = extortion("knife link", "knife")
    table.fight("Ben", "knife")
    table.refuses(COMBAT, "Ann cannot have had that card.").give_up("Ann", "pike")
    table.give_up("Ann", "link")
    assert table.holds("Ben", "link")


def test_a_beaten_attacker_takes_the_beating_and_loses_a_card():
    table = extortion("knife link pick", "knife")
    table.fight("Ben", "knife")
    table.give_up("Ann")
    table.hears("Ann loses the combat against Ben.", "Ann receives a Beating", "Ben takes a card at random from Ann.")
    table.sees("Ann", hand=1, beatings=1)
    table.sees("Ben", hand=1, beatings=0)


def test_who_has_no_card_left_loses_none():
    table = extortion("knife", "knife")
    table.fight("Ben", "knife")
    table.give_up("Ann")
    table.sees("Ann", hand=0, beatings=1)
    table.sees("Ben", hand=0)
    assert not any("at random" in said for said in table.told)
    table = extortion("knife", "")
    table.give_up("Ben")
    table.sees("Ann", hand=0)


def test_all_weapons_played_are_discarded_knives_to_their_pile():
    table = extortion("knife blade", "knife blade")
    table.fight("Ben", "blade")
    table.fight("Ann", "blade")
    table.fight("Ben", "knife")
    table.piles(knife=10, discard=0)
    table.give_up("Ann")
    table.piles(knife=12, discard=2)


def test_no_third_beating_but_the_card_is_still_lost():
    table = extortion(ben="pick", beatings={"Ben": 2})
    table.give_up("Ben")
    table.sees("Ben", beatings=2, hand=0)


def test_the_turn_goes_on_after_an_extortion_as_second_action():
    table = evening(hands={"Ann": "knife", "Ben": "link"})
    table.search("Ann")
    table.extort("Ann", "Ben", "pick", "knife")
    table.give_up("Ben")
    table.sees(turn="Ann", actions=0)
    table.search("Ben")
    table.sees(turn="Ben")
