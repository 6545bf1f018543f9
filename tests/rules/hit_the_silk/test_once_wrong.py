"""What a simulated evening once showed to be wrong, each as short as it can be told."""

from tests.rules.hit_the_silk.script import Evening, evening


def test_a_key_used_before_the_jump_does_not_bar_the_last_search():
    table = evening(at=13500)
    table.open_lockbox("Ann")
    table.votes("jump")
    table.lay_open(Ann="key bullet antidote", Ben="steal spy kung-fu knife", Cat="steal steal kung-fu bullet")
    table.open_lockbox("Ann", take="briefcase-30")


def test_who_finds_a_parachute_in_the_last_search_still_goes_down_with_the_plane():
    table = evening(at=1500)
    table.end_turn("Ann")
    table.lay_open(
        Ann="key key key steal", Ben="steal spy kung-fu knife", Cat="parachute briefcase-10 briefcase-20 bullet"
    )
    table.search_licence("Ann", "key", draws="parachute")
    table.roll("Ann", "4 4")
    table.move("Ann", 4, 4)
    table.roll("Ann", "4 4")
    table.move("Ann", 4, 4)
    assert table.fates() == {"Ann": "crashed", "Ben": "crashed", "Cat": "parachuted"}


def test_a_revolver_may_be_shown_again_as_proof():
    table = evening(mode="double-cross")
    table.threaten("Ann", "Ben", proof=True)
    table.ask_proof("Ben")
    table.show_revolver("Ann")
    table.refuse("Ben")


def test_a_change_draws_by_the_new_altitude_even_where_votes_come_last():
    table = evening("Ann Ben Cat Dee Eli Flo", at=19500, house={"vote-first": False})
    table.change("Ann", "key")
    table.piles(draw=7, discard=14)


def test_poison_from_the_lockbox_is_useless_in_the_last_round_of_travel_mode_too():
    table = evening(mode="travel")
    for order in ("Ann Ben Cat", "Ben Cat Ann", "Cat Ann Ben"):
        table.pass_turns(*order.split())
        table.votes("wait")
    table.open_lockbox("Ann", take="poison")
    table.piles(lockbox=4, box=1)
    table.sees("Ann", hand=4)


def test_a_trade_of_others_is_no_action_of_whose_turn_it_is():
    table = evening(house={"trade-anytime": True})
    table.trade("Ben", "Cat", 1)
    table.end_turn("Ann")
    table.sees(altitude=15500)


def test_what_an_unchallenged_trade_brought_may_be_used_at_once():
    table = evening(mode="double-cross")
    table.steal("Ann", "Ben", knife=True)  # the only Knife is Ben's
    table.trade("Ann", "Ben", 4)
    table.change("Ann", "knife")


def test_a_retaliation_costs_its_altitude_first_and_the_dead_are_not_threatened():
    table = evening(mode="double-cross", at=6500)
    table.poison("Ann", "Cat")
    table.threaten("Ann", "Cat", proof=True)
    table.kick_away("Cat", countered=True)
    table.sees(altitude=5000, phase="vote")
    table.sees("Ann", hand=3)  # nothing drawn yet
    table.votes("wait")
    table.sees("Cat", alive=False)
    table.sees("Ann", hand=4)
    table.end_turn("Ann")
    table.sees(turn="Ben")


def test_disposal_in_the_middle_of_a_card_leaves_room_for_what_it_brings():
    table = evening(mode="double-cross", at=13500)
    table.spy("Ann", "Ben")
    table.dispose("Ann", 1, "bullet")
    table.sees("Ann", hand=3)
    table.votes("wait")
    table.sees("Ann", hand=4)


def test_a_parachute_given_away_does_not_silence_the_tandem():
    table = evening("Ann Ben Cat Dee Eli", mode="travel", house={"spare-parachute": True})
    for order in ("Ann Ben Cat Dee Eli", "Ben Cat Dee Eli Ann", "Cat Dee Eli Ann Ben"):
        table.pass_turns(*order.split())
        table.votes("wait")
    table.pass_turns("Dee", "Eli", "Ann", "Ben", "Cat")
    table.lay_open(
        Ann="tandem-parachute key key key",
        Ben="parachute parachute steal steal",
        Cat="steal steal spy spy",
        Dee="knife knife bullet bullet",
        Eli="kung-fu kung-fu kung-fu key",
    )
    table.give_parachute("Ben", "Cat")
    table.sees(phase="reveal")
    table.tandem("Ann", "Dee")
    assert table.fates() == dict.fromkeys(("Ann", "Ben", "Cat", "Dee"), "parachuted") | {"Eli": "died-jumping"}


def test_the_dead_lay_nothing_open_any_more_once_it_is_over():
    table = _cat_is_poisoned()
    table.pass_turns("Ann", "Ben", "Ann", "Ben", "Ann", "Ben")
    table.lay_open(Ann="parachute flannel key key", Ben="parachute briefcase-10 briefcase-10 key")
    table.sees(phase="over")
    table.refuses("WIN OR LOSE?", "The game is over.").reveal("Cat", "steal steal spy knife")


def test_a_move_by_the_licence_does_not_say_which_of_two_drew_it():
    table = evening(at=1500)
    table.end_turn("Ann")
    table.lay_open(Ann="key key key steal", Ben="steal spy kung-fu knife", Cat="parachute steal kung-fu bullet")
    table.depends("LAND THE PLANE!", "Whether the Pilot's Licence").search_licence("Ann", "key")
    table.depends("LAND THE PLANE!", "Whether the Pilot's Licence").search_licence("Ben", "steal")
    table.roll("Ann", "4 3")
    table.depends("LAND THE PLANE!", "These dice allow").move("Ann", 3, 3)
    assert table.table.view["landing"]["licence"]
    assert all(zone.unknown for zone in table.table.state.zones[7:9])


def _cat_is_poisoned() -> Evening:
    """Ann's turn at 4,000 ft, after the turbulence that killed Cat."""
    table = evening(at=6500)
    table.poison("Ann", "Cat")
    table.pass_turns("Ann", "Ben", "Cat")
    table.votes("wait")
    table.sees("Cat", alive=False)
    table.sees(altitude=4000, turn="Ann")
    return table


def test_whose_revolver_went_off_the_plane_has_no_trigger_left_to_pull():
    table = evening(mode="double-cross")
    table.threaten("Ann", "Ben", proof=True)
    table.refuse("Ben")
    table.refuses("Additional Actions", "Nobody has asked Ann for proof.").back_down("Ann")
    table.dispose("Ann", 1, "revolver")
    table.back_down("Ann")
    table.end_turn("Ann")


def test_a_kick_at_a_revolver_that_went_off_the_plane_finds_none():
    table = evening(mode="double-cross")
    table.threaten("Ann", "Ben", proof=True)
    table.dispose("Ann", 1, "revolver")
    table.kick_away("Ben")
    table.hears("The plane drops", "Ben's kick finds no weapon on Ann: a Flannel instead.")
    table.end_turn("Ann")
