"""LAND THE PLANE!: the table's side. The board, the dice and the odds have tests of their own."""

import pytest

from tests.rules.hit_the_silk.script import Evening, evening, hit_the_silk, with_cat_poisoned_to_death


def left_aboard(cat: str = "key steal kung-fu knife", ann: str = "parachute spy key steal", **setup) -> Evening:
    """Ann and Ben have jumped, Cat is left aboard."""
    table = hit_the_silk(**setup)
    table.lay_open(Ann=ann, Ben="parachute bullet bullet poison", Cat=cat)
    return table


def fly(table: Evening, by: str, *moves: tuple[str, int, int]) -> None:
    for dice, across, down in moves:
        table.roll(by, dice)
        table.move(by, across, down)


def landed(table: Evening, by: str = "Cat") -> None:
    fly(table, by, ("4 3", 4, 3), ("4 3", 4, 3))
    table.brake(by, "1")


# ---------------------------------------------------------------- who may try


def test_who_is_left_without_a_parachute_tries_to_land():
    table = left_aboard()
    table.sees(phase="landing")
    assert table.table.view["landing"] == {"crew": ["Cat"], "at": [1, 1], "licence": False, "dice": [], "brakes": False}


def test_several_play_together():
    table = hit_the_silk()
    table.lay_open(
        Ann="parachute spy key steal", Ben="briefcase-20 key steal bullet", Cat="briefcase-30 key bullet knife"
    )
    table.roll("Ben", "4 3")
    table.move("Cat", 4, 3)
    table.roll("Cat", "4 3")
    table.move("Ben", 4, 3)
    table.brake("Ben", "2")
    assert table.fates() == {"Ann": "parachuted", "Ben": "landed", "Cat": "landed"}
    assert table.result["winners"] == ["Ben", "Cat"]


@pytest.mark.parametrize(("ruling", "fate"), [(True, "aboard"), (False, "died-jumping")])
def test_cuffed_players_may_land_if_nobody_in_their_chain_jumps(ruling, fate):
    table = hit_the_silk(before=lambda t: t.handcuff("Ann", "Ben Cat"), house={"cuffed-landers": ruling})
    table.lay_open(Ann="parachute flannel key steal", Ben="spy key steal bullet", Cat="key steal bullet knife")
    if fate == "aboard":
        assert table.table.view["landing"]["crew"] == ["Ben", "Cat"]
    else:
        assert table.fates() == {"Ann": "parachuted", "Ben": fate, "Cat": fate}


def test_attached_to_a_parachutist_you_cannot_stay():
    table = hit_the_silk(before=lambda t: t.handcuff("Ann", "Ben Cat"))
    table.lay_open(Ann="parachute flannel key steal", Ben="parachute key steal bullet", Cat="key steal bullet knife")
    assert table.fates() == {"Ann": "parachuted", "Ben": "died-jumping", "Cat": "died-jumping"}


def test_nobody_rolls_before_the_others_have_jumped():
    evening().refuses("LAND THE PLANE!", "nobody has jumped yet").roll("Ann", "1 1")
    evening().refuses("LAND THE PLANE!", "nobody has jumped yet").move("Ann", 1, 1)
    evening().refuses("LAND THE PLANE!", "nobody has jumped yet").brake("Ann", "1")
    evening().refuses("LAND THE PLANE!", "nobody has jumped yet").search_licence("Ann", "key", "spy")


def test_those_who_jumped_do_not_fly():
    table = left_aboard()
    table.refuses("LAND THE PLANE!", "Ann is not left aboard.").roll("Ann", "1 1")
    table.refuses("LAND THE PLANE!", "now it is about landing the plane", "ON YOUR TURN").steal("Cat", "Ann")
    table.roll("Cat", "4 3")
    table.refuses("LAND THE PLANE!", "Ann is not left aboard.").move("Ann", 4, 3)
    table.move("Cat", 4, 3)
    fly(table, "Cat", ("4 3", 4, 3))
    table.refuses("LAND THE PLANE!", "Ann is not left aboard.").brake("Ann", "1")


# ---------------------------------------------------------------- the last search


def test_the_last_ditch_attempt_discards_and_draws_as_many():
    table = left_aboard()
    table.depends("LAND THE PLANE!", "Whether the Pilot's Licence was among").search_licence("Cat", "key steal")
    table.sees("Cat", hand=4)
    assert table.table.view["landing"]["licence"] is False


def test_a_licence_that_is_found_counts_at_once():
    table = left_aboard()
    table.search_licence("Cat", "key steal", "pilots-licence key")
    assert table.table.view["landing"]["licence"] is True
    table.refuses("LAND THE PLANE!", "has the Pilot's Licence already", "LAND THE PLANE!").search_licence("Cat", "key")


def test_who_has_the_licence_does_not_search():
    table = left_aboard("key steal pilots-licence knife")
    assert table.table.view["landing"]["licence"] is True
    table.refuses("LAND THE PLANE!", "The crew has the Pilot's Licence already.").search_licence("Cat", "key")


def test_up_to_four_cards_that_they_hold():
    table = left_aboard()
    table.refuses("LAND THE PLANE!", "From one to four cards").search_licence("Cat", "")
    table.refuses("LAND THE PLANE!", "Cat does not hold those cards.").search_licence("Cat", "parachute", "antidote")
    table.refuses("LAND THE PLANE!", "cannot have been drawn").search_licence("Cat", "key", "parachute")
    table.search_licence("Cat", "key steal kung-fu knife", "antidote handcuffs key steal")
    table.sees("Cat", hand=4)


def test_what_is_discarded_in_the_search_is_not_drawn_again():
    table = left_aboard()
    table.refuses("LAND THE PLANE!", "cannot have been drawn").search_licence("Cat", "knife", "knife")
    table.search_licence("Cat", "knife key steal", "knife key steal")  # three from a Draw pile of two


def test_five_cards_are_too_many():
    table = left_aboard()
    table.refuses("LAND THE PLANE!", "From one to four cards", "LAND THE PLANE!").search_licence(
        "Cat", "key steal kung-fu knife spy"
    )


def test_each_stranded_player_searches_once():
    table = hit_the_silk()
    table.lay_open(Ann="parachute spy key steal", Ben="key steal bullet poison", Cat="key bullet knife kung-fu")
    table.search_licence("Cat", "key", "antidote")
    table.refuses("LAND THE PLANE!", "Cat has searched already.").search_licence("Cat", "knife", "briefcase-10")
    table.search_licence("Ben", "key", "handcuffs")


def test_house_rule_one_search_for_the_group():
    table = hit_the_silk(house={"licence-search": "group"})
    table.lay_open(Ann="parachute spy key steal", Ben="key steal bullet poison", Cat="key bullet knife kung-fu")
    table.search_licence("Cat", "key", "antidote")
    table.refuses("LAND THE PLANE!", "This table searches once for the whole crew.").search_licence(
        "Ben", "key", "handcuffs"
    )


def test_the_first_roll_ends_the_search():
    table = left_aboard()
    table.roll("Cat", "1 2")
    table.refuses("LAND THE PLANE!", "the last search is over").search_licence("Cat", "key", "antidote")
    table.refuses("LAND THE PLANE!", "the last search is over").open_lockbox("Cat")


def test_with_a_key_the_lockbox_may_be_inspected():
    table = left_aboard()
    table.open_lockbox("Cat", "pilots-licence")
    table.sees("Cat", hand=4)
    table.sees(altitude=9000)
    table.piles(lockbox=5)
    assert table.table.view["landing"]["licence"] is True


def test_the_parachutists_do_not_search():
    table = left_aboard()
    table.refuses("LAND THE PLANE!", "Ann is not left aboard.").open_lockbox("Ann")
    table.refuses("LAND THE PLANE!", "Ann is not left aboard.").search_licence("Ann", "key", "antidote")


def cat_died_of_poison() -> Evening:
    """At 1,000 ft the hands are to be laid open."""
    table = with_cat_poisoned_to_death()
    while table.table.view["phase"] == "turn":
        table.end_turn(table.table.view["turn"])
    return table


def test_who_has_the_licence_leaves_the_lockbox_and_the_dead_alone():
    table = cat_died_of_poison()
    table.reveal("Cat", "briefcase-30 parachute steal steal")
    table.lay_open(Ann="parachute flannel bullet steal", Ben="pilots-licence key key spy")
    table.refuses("LAND THE PLANE!", "has the Pilot's Licence already").open_lockbox("Ben", "briefcase-10")
    table.refuses("LAND THE PLANE!", "has the Pilot's Licence already").loot("Ben", "Cat", "key", "briefcase-30")
    table.roll("Ben", "1 2")


def test_the_licence_from_the_lockbox_ends_the_search():
    table = left_aboard("key key kung-fu knife")
    table.open_lockbox("Cat", "pilots-licence")
    table.refuses("LAND THE PLANE!", "has the Pilot's Licence already").open_lockbox("Cat", "briefcase-30")


def test_poisoned_players_may_be_robbed_once_more():
    table = cat_died_of_poison()
    table.refuses("WIN OR LOSE?", "hands are laid open now", "LAND THE PLANE!").loot("Ann", "Cat", "flannel")
    table.reveal("Cat", "pilots-licence parachute key steal")
    table.lay_open(Ann="parachute flannel key steal", Ben="key bullet bullet spy")
    table.loot("Ben", "Cat", "key", "pilots-licence")
    assert table.table.view["landing"]["licence"] is True


# ---------------------------------------------------------------- the flight


def test_two_dice_one_across_and_one_down():
    table = left_aboard()
    table.refuses("LAND THE PLANE!", "roll both").roll("Cat", "3")
    table.refuses("LAND THE PLANE!", "Roll the dice first.").move("Cat", 3, 2)
    table.roll("Cat", "3 2")
    table.refuses("LAND THE PLANE!", "These dice allow 3 across and 2 down or 2 across and 3 down.").move("Cat", 5, 0)
    table.refuses("LAND THE PLANE!", "First the plane moves").roll("Cat", "1 1")
    table.move("Cat", 2, 3)
    assert table.table.view["landing"]["at"] == [4, 3]
    assert table.table.view["landing"]["dice"] == []


def test_a_mandatory_direction_decides():
    table = left_aboard()
    table.roll("Cat", "1-across 3")
    table.refuses("LAND THE PLANE!", "These dice allow 1 across and 3 down.").move("Cat", 3, 1)
    table.move("Cat", 1, 3)


def test_two_mandatory_directions_are_both_obeyed():
    table = left_aboard()
    table.roll("Cat", "1-across 1-across")
    table.move("Cat", 2, 0)
    assert table.table.view["landing"]["at"] == [1, 3]


def test_below_the_surface_line_the_plane_crashes():
    table = left_aboard()
    fly(table, "Cat", ("4 4", 4, 4), ("4 4", 4, 4))
    table.hears("The plane moves 4 across and 4 down: it crashes.", "The game is over.")
    assert table.fates()["Cat"] == "crashed"


def test_beyond_the_right_edge_the_plane_crashes():
    table = left_aboard()
    fly(table, "Cat", ("4 1", 4, 1), ("4 1", 4, 1), ("4 1", 4, 1))
    table.sees(phase="over")
    assert table.fates()["Cat"] == "crashed"


@pytest.mark.parametrize(("ruling", "phase"), [("crash", "over"), ("fly", "landing")])
def test_house_rule_a_stop_on_the_lake(ruling, phase):
    table = left_aboard(house={"lake": ruling})
    fly(table, "Cat", ("3 4", 4, 3), ("1 3", 1, 3))
    table.sees(phase=phase)


def test_on_the_landing_strip_you_must_hit_the_brakes():
    table = left_aboard()
    table.refuses("LAND THE PLANE!", "The plane is still flying").brake("Cat", "1")
    fly(table, "Cat", ("4 3", 4, 3), ("4 3", 4, 3))
    assert table.table.view["landing"]["brakes"] is True
    table.refuses("LAND THE PLANE!", "hit the brakes with one die").roll("Cat", "1 1")
    table.brake("Cat", "3")
    table.hears("The brakes: 3, it stands.", "The game is over.")
    assert table.fates()["Cat"] == "landed"


@pytest.mark.parametrize("die", ["1-down", "4"])
def test_a_down_indicator_or_too_long_a_roll_crashes(die):
    table = left_aboard()
    fly(table, "Cat", ("4 3", 4, 3), ("4 3", 4, 3))
    table.brake("Cat", die)
    assert table.fates()["Cat"] == "crashed"


def test_the_pilots_licence_deducts_one_from_a_die_on_each_turn():
    table = left_aboard("key steal pilots-licence knife")
    table.roll("Cat", "1-across 3")
    table.move("Cat", 0, 3)
    table.roll("Cat", "4 3")
    table.move("Cat", 4, 2)
    assert table.table.view["landing"]["at"] == [6, 5]


def test_the_pilots_licence_turns_a_down_indicator_into_a_stand():
    table = left_aboard("key steal pilots-licence knife")
    fly(table, "Cat", ("4 3", 4, 3), ("4 3", 4, 3))
    table.brake("Cat", "1-down")
    assert table.fates()["Cat"] == "landed"


def test_a_move_by_a_licence_that_may_have_been_drawn_depends():
    table = left_aboard()
    table.depends("LAND THE PLANE!", "were not named").search_licence("Cat", "key steal")
    table.roll("Cat", "3 2")
    table.depends("LAND THE PLANE!", "These dice allow").move("Cat", 2, 2)
    assert table.table.view["landing"]["licence"] is True


def test_brakes_that_a_licence_would_have_held_depend_on_who_shows_it():
    table = left_aboard()
    table.depends("LAND THE PLANE!", "were not named").search_licence("Cat", "key steal")
    fly(table, "Cat", ("4 3", 4, 3), ("4 3", 4, 3))
    table.depends("LAND THE PLANE!", "it was not shown").brake("Cat", "1-down")
    assert table.fates()["Cat"] == "crashed"
    table.table.undo()
    table.brake("Cat", "1-down", licence=True)
    assert table.fates()["Cat"] == "landed"


def test_a_licence_that_is_elsewhere_cannot_be_shown_on_the_brakes():
    table = left_aboard(ann="parachute pilots-licence key steal")
    fly(table, "Cat", ("4 3", 4, 3), ("4 3", 4, 3))
    table.refuses("LAND THE PLANE!", "cannot have the Pilot's Licence").brake("Cat", "1-down", licence=True)


# ---------------------------------------------------------------- who wins


def test_if_you_survive_you_win_with_whatever_cash_you_have():
    table = left_aboard()
    landed(table)
    assert table.result["winners"] == ["Cat"] and table.result["players"]["Cat"]["cash"] == 0
    assert not table.result["team_wins"]


def test_a_lander_with_more_than_the_surplus_beats_the_team():
    table = left_aboard("briefcase-10 briefcase-10 steal kung-fu", ann="parachute briefcase-30 briefcase-20 key")
    assert table.table.view["phase"] == "landing"
    landed(table)
    assert table.result["winners"] == ["Cat"]


def rich_team(cat: str, ruling: str = "sum", ben: str = "parachute briefcase-20 briefcase-20 key") -> Evening:
    """A team of two with £90k: £10k more than the target."""
    table = hit_the_silk(house={"landers-cash": ruling})
    table.lay_open(Ann="parachute briefcase-30 briefcase-20 spy", Ben=ben, Cat=cat)
    return table


@pytest.mark.parametrize(
    ("cat", "winners"),
    [("briefcase-10 briefcase-10 key steal", ["Cat"]), ("briefcase-10 bullet key steal", ["Ann", "Ben"])],
)
def test_a_tie_with_the_surplus_goes_to_the_team(cat, winners):
    table = rich_team(cat)
    landed(table)
    assert table.result["surplus"] == 10 and table.result["team_wins"]
    assert table.result["winners"] == winners
    assert all(player["wins"] for player in table.result["players"].values()), "both sides have survived with success"


@pytest.mark.parametrize(("ruling", "winners"), [("sum", ["Cat", "Dan"]), ("richest", ["Ann", "Ben"])])
def test_house_rule_the_cash_of_several_landers(ruling, winners):
    table = hit_the_silk("Ann Ben Cat Dan", house={"landers-cash": ruling})
    table.lay_open(
        Ann="parachute briefcase-30 briefcase-30 spy",
        Ben="parachute briefcase-20 briefcase-20 briefcase-20",
        Cat="briefcase-10 briefcase-10 key key",
        Dan="briefcase-10 key steal knife",
    )
    landed(table)
    assert table.result["surplus"] == 20
    assert table.result["winners"] == winners
