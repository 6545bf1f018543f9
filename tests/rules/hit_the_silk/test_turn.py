"""ON YOUR TURN, and CARD ACTIONS."""

import pytest

from tests.rules.hit_the_silk.script import (
    Evening,
    evening,
    hit_the_silk,
    line,
    with_cat_poisoned_to_death,
    with_cat_shot,
)
from tests.rules.script import Expects

# ---------------------------------------------------------------- ON YOUR TURN


def test_on_your_turn_you_may_change_act_and_trade_in_any_order():
    table = evening()
    table.trade("Ann", "Ben", 1)
    table.steal("Ann", "Cat")
    table.change("Ann", "knife")
    table.spy("Ann", "Ben")
    table.trade("Ann", "Cat", 2)
    table.sees(turn="Ann", altitude=14500)


def test_your_turn_expires_when_you_say_so_and_goes_clockwise():
    table = evening(first="Cat")
    table.steal("Cat", "Ann")
    table.end_turn("Cat")
    table.sees(turn="Ann", altitude=15500)
    table.hears("It is Ann's turn.")


def test_only_the_player_whose_turn_it_is_acts():
    table = evening()
    table.refuses("ON YOUR TURN", "It is Ann's turn.").steal("Ben", "Cat")
    table.refuses("ON YOUR TURN", "It is Ann's turn.").end_turn("Cat")


def test_important_a_turn_without_any_action_costs_500_ft():
    table = evening()
    table.end_turn("Ann")
    table.sees(turn="Ben", altitude=15500)


def test_a_turn_with_a_card_action_costs_only_the_card():
    table = evening()
    table.spy("Ann", "Ben")
    table.end_turn("Ann")
    table.sees(turn="Ben", altitude=15500)


@pytest.mark.parametrize(("escapes", "altitude"), [(True, 15500), (False, 15000)])
def test_a_change_is_enough_of_an_action(escapes, altitude):
    table = evening(house={"change-is-action": escapes})
    table.change("Ann", "knife")
    table.end_turn("Ann")
    table.sees(altitude=altitude)


@pytest.mark.parametrize(("escapes", "altitude"), [(True, 16000), (False, 15500)])
def test_a_trade_is_enough_of_an_action(escapes, altitude):
    table = evening(house={"trade-is-action": escapes})
    table.trade("Ann", "Ben", 1)
    table.end_turn("Ann")
    table.sees(altitude=altitude)


def test_a_card_action_after_the_change_counts_in_any_house():
    table = evening(house={"change-is-action": False})
    table.steal("Ann", "Ben")
    table.change("Ann", "knife")
    table.end_turn("Ann")
    table.sees(altitude=15000)


def test_the_dead_have_no_turn():
    table = with_cat_shot()
    table.refuses("8 SHOOT A PLAYER", "Cat is dead and takes no further part.").end_turn("Cat")
    table.end_turn("Ann")
    table.end_turn("Ben")
    table.sees(turn="Ann")
    table = with_cat_poisoned_to_death()
    table.refuses("5 POISON", "Cat is dead").spy("Cat", "Ann")


def test_a_turn_begins_anew_for_the_next_player():
    table = evening()
    table.change("Ann", "knife")
    table.open_lockbox("Ann")
    table.end_turn("Ann")
    table.change("Ben", "spy")
    table.open_lockbox("Ben")
    table.sees(turn="Ben", altitude=14000)


def test_the_turn_of_who_dies_in_it_passes_on():
    table = evening(at=6500)
    table.poison("Ann", "Ann")
    table.end_turn("Ann")
    table.pass_turns("Ben")
    table.change("Cat", "knife")
    table.votes("wait")
    table.sees("Ann", alive=False)
    table.sees(turn="Cat", altitude=4000)
    table.end_turn("Cat")
    table.sees(turn="Ben")


def test_once_the_jump_is_decided_no_turn_is_left():
    table = hit_the_silk()
    table.refuses("WIN OR LOSE?", "hands are laid open now", "ON YOUR TURN").steal("Ben", "Ann")
    table.refuses("WIN OR LOSE?", "hands are laid open now").end_turn(
        table.table.state.box.seats[table.table.state.turn]
    )


# what can only be done on one's own turn, with fields that would suit
ON_TURN = {
    "change": "knife",
    "steal": "Cat",
    "spy": "Cat",
    "handcuff": "Cat Dan",
    "unlock": "Dan Eve",
    "open_lockbox": None,
    "poison": "Cat",
    "antidote": "Cat",
    "kung_fu": "Cat",
    "shoot": "Cat",
    "threaten": "Cat",
    "end_turn": None,
}


@pytest.fixture
def busy() -> Evening:
    """Six players, Handcuffs to unlock, Poison to cure, every card still possible; it is Ann's turn at 13,500 ft."""
    table = evening("Ann Ben Cat Dan Eve Fay", "double-cross", at=14500, first="Fay")
    table.handcuff("Fay", "Dan Eve")
    table.poison("Fay", "Cat")
    table.end_turn("Fay")
    return table


def do(table: Evening | Expects, verb: str, by: str) -> None:
    """The action with its sample field; a kick says what it found, a threat shows its Revolver."""
    values = [] if ON_TURN[verb] is None else [ON_TURN[verb]]
    more = {"kung_fu": {"found": "nothing"}, "threaten": {"proof": True}}.get(verb, {})
    getattr(table, verb)(by, *values, **more)


@pytest.mark.parametrize("verb", ON_TURN)
def test_every_action_waits_for_ones_own_turn_the_vote_and_the_jump(busy, verb):
    do(busy.refuses("ON YOUR TURN", "It is Ann's turn."), verb, "Ben")
    busy.steal("Ann", "Fay")
    do(busy.refuses("THE VOTE", "A vote is open: Ben is to say jump or wait."), verb, "Ann")
    busy.votes("jump")
    do(busy.refuses("WIN OR LOSE?", "The jump is decided"), verb, "Ann")


@pytest.mark.parametrize("verb", ON_TURN)
def test_every_action_is_there_on_ones_own_turn(busy, verb):
    do(busy, verb, "Ann")


@pytest.mark.parametrize("verb", ON_TURN)
def test_no_action_is_left_to_the_dead(busy, verb):
    busy.shoot("Ann", "Ben")
    busy.votes("wait")
    busy.shoot("Ann", "Ben")
    busy.sees("Ben", alive=False)
    values = [] if ON_TURN[verb] is None else [ON_TURN[verb]]
    verdict = busy.table.check(busy.table.read(line(verb, "Ben", *values)))
    assert not verdict and "8 SHOOT A PLAYER" in verdict.cite
    assert any(reason.says == "Ben is dead and takes no further part." for reason in verdict.reasons)


ANSWERS = [
    ("trade", "Ben", 1),
    ("return_poison",),
    ("dispose", 1, "knife"),
    ("ask_proof",),
    ("show_revolver",),
    ("back_down",),
    ("surrender",),
    ("refuse",),
    ("stand_off",),
    ("kick_away",),
    ("empty_revolver",),
    ("discard", "knife"),
    ("challenge",),
    ("counter_challenge",),
    ("turn_over", ""),
    ("settle_trade",),
]


@pytest.mark.parametrize("said", ANSWERS, ids=lambda said: said[0])
def test_nothing_is_traded_thrown_or_answered_after_the_jump(said):
    table = hit_the_silk(mode="double-cross")
    verb, *values = said
    verdict = table.table.check(table.table.read(line(verb, "Ann", *values)))
    assert verdict.cite[0] == "WIN OR LOSE?" and verdict.why == "The jump is decided: hands are laid open now."


# ---------------------------------------------------------------- CARD ACTIONS


def test_as_many_actions_as_the_hand_allows():
    table = evening()
    table.steal("Ann", "Ben")
    table.steal("Ann", "Cat")
    table.spy("Ann", "Ben")
    table.handcuff("Ann", "Ben Cat")
    table.sees(turn="Ann", altitude=14000)
    table.sees("Ann", hand=4)


def test_the_altitude_is_adjusted_before_the_action():
    table = evening()
    table.steal("Ann", "Ben")
    table.hears("The plane drops from 16,000 to 15,500 ft.", "Ann steals a card from Ben")


def test_a_vote_on_the_way_comes_before_the_card_takes_effect():
    table = evening("Ada Bob Cyd Dee Eli", first="Bob", at=21500)
    table.handcuff("Bob", "Ada Dee")
    table.sees(phase="vote", altitude=21000)
    table.sees("Ada", cuffs=[])
    table.sees("Bob", hand=3)
    table.votes("wait")
    table.sees(phase="turn", turn="Bob", altitude=20000)
    table.sees("Ada", cuffs=["Dee"])
    table.sees("Dee", cuffs=["Ada"])
    table.sees("Bob", hand=4)


def test_a_jump_on_the_way_means_the_card_never_takes_effect():
    table = evening(at=13500)
    table.handcuff("Ann", "Ben Cat")
    table.votes("jump")
    table.sees(phase="reveal", altitude=13000)
    table.sees("Ben", cuffs=[])


def test_house_rule_the_card_takes_effect_before_the_vote():
    table = evening(at=13500, house={"vote-first": False})
    table.handcuff("Ann", "Ben Cat")
    table.sees(phase="vote", altitude=13000)
    table.sees("Ben", cuffs=["Cat"])


def test_some_actions_do_not_touch_the_altimeter():
    table = evening(box={"spy": {"cost": 0}})
    table.spy("Ann", "Ben")
    table.sees(altitude=16000)
    table.trade("Ann", "Ben", 1)
    table.sees(altitude=16000)


def test_key_steal_spy_and_the_others_cost_500_ft_each():
    lines = [
        ("open_lockbox",),
        ("steal", "Ben"),
        ("spy", "Ben"),
        ("handcuff", "Ben Cat"),
        ("unlock", "Ben Cat"),
        ("poison", "Ben"),
        ("antidote", "Ben"),
        ("kung_fu", "Ben", "nothing"),
        ("shoot", "Ben"),
    ]
    for verb, *values in lines:
        table = evening()
        if verb == "unlock":
            table.handcuff("Ann", "Ben Cat")
        if verb == "antidote":
            table.poison("Ann", "Ben")
        before = table.table.view["altitude"]
        getattr(table, verb)("Ann", *values)
        table.sees(altitude=before - 500)
