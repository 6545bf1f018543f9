"""ALTITUDE DROP and THE VOTE."""

import pytest

from tests.rules.hit_the_silk.script import evening, with_cat_shot

SIX = "Ann Ben Cat Dan Eve Fay"

# ---------------------------------------------------------------- ALTITUDE DROP


@pytest.mark.parametrize("mark", [21000, 17000, 13000, 9000, 5000])
def test_a_vote_takes_place_immediately_on_reaching_the_mark(mark):
    table = evening(SIX, at=mark + 500)
    table.steal("Ann", "Cat")
    table.sees(phase="vote", altitude=mark, vote={"at": mark, "next": "Ben", "cast": {}})
    table.sees(gauge={"altitude": mark, "alarm": "vote"})


@pytest.mark.parametrize("height", [20000, 16000, 12000, 8000, 6000, 4000, 3000])
def test_no_other_height_opens_a_vote(height):
    table = evening(SIX, at=height + 500)
    table.end_turn("Ann")
    table.sees(phase="turn", altitude=height, vote=None)


def test_each_mark_is_reached_once():
    table = evening(at=13500)
    table.end_turn("Ann")
    table.votes("wait")
    table.sees(altitude=12000, turn="Ben")
    table.pass_turns("Ben")
    table.sees(phase="turn", altitude=11500)


def test_a_vote_interrupts_the_turn_which_then_goes_on():
    table = evening(at=13500)
    table.steal("Ann", "Ben")
    table.refuses("THE VOTE", "A vote is open: Ben is to say jump or wait.").spy("Ann", "Ben")
    table.refuses("THE VOTE", "A vote is open: Ben is to say jump or wait.").end_turn("Ann")
    table.refuses("THE VOTE", "A vote is open: Ben is to say jump or wait.").open_lockbox("Ann")
    table.votes("wait")
    table.sees(phase="turn", turn="Ann", altitude=12000)
    table.spy("Ann", "Ben")


def test_three_players_vote_three_times_at_most():
    table = evening()
    votes = []
    while table.table.view["phase"] != "reveal":
        if table.table.view["vote"]:
            votes.append(table.table.view["vote"]["at"])
            table.votes("wait")
        else:
            table.end_turn(table.table.view["turn"])
    assert votes == [13000, 9000, 5000]
    table.sees(altitude=1000, gauge={"altitude": 1000, "alarm": "ground"})


def test_there_is_no_vote_at_1000_ft():
    table = evening(at=1500)
    table.end_turn("Ann")
    table.hears("The plane drops from 1,500 to 1,000 ft.", "1,000 ft: everybody must jump.", "All hands are laid open.")
    table.sees(phase="reveal", vote=None)


def test_turbulence_after_the_last_vote_stops_at_4000_ft():
    table = evening(at=5500)
    table.end_turn("Ann")
    table.votes("wait")
    table.sees(altitude=4000, phase="turn")


# ---------------------------------------------------------------- THE VOTE


def test_a_majority_to_wait_means_turbulence():
    table = evening(at=13500)
    table.end_turn("Ann")
    table.votes("wait", "jump", "wait")
    table.hears(
        "Ann says wait.", "1 to 2: nobody jumps yet.", "Turbulence", "The plane drops from 13,000 to 12,000 ft."
    )
    table.sees(phase="turn", turn="Ben", altitude=12000)


def test_a_tie_waits():
    table = evening("Ann Ben Cat Dan", at=13500)
    table.end_turn("Ann")
    table.votes("jump", "jump", "wait", "wait")
    table.hears("Ann says wait.", "2 to 2: nobody jumps yet.")
    table.sees(altitude=12000)


def test_a_majority_to_hit_the_silk_lays_the_hands_open():
    table = evening(at=13500)
    table.end_turn("Ann")
    table.votes("jump", "wait", "jump")
    table.hears("Ann says jump.", "2 to 1: hit the silk!", "All hands are laid open.")
    table.sees(phase="reveal", turn=None, altitude=13000)


def test_the_player_on_the_left_votes_first_and_then_clockwise():
    table = evening("Ada Bob Cyd Dee Eli", first="Bob", at=21500)
    table.end_turn("Bob")
    for player in ("Cyd", "Dee", "Eli", "Ada", "Bob"):
        assert table.table.view["vote"]["next"] == player
        table.vote(player, "wait")


def test_votes_are_spoken_in_turn():
    table = evening(at=13500)
    table.end_turn("Ann")
    table.refuses("THE VOTE", "It is Ben's turn to vote.").vote("Cat", "wait")
    table.vote("Ben", "jump")
    table.sees(vote={"at": 13000, "next": "Cat", "cast": {"Ben": "jump"}})


def test_nobody_votes_twice():
    table = evening(at=13500)
    table.end_turn("Ann")
    table.vote("Ben", "jump")
    table.refuses("THE VOTE", "Ben has no vote to give now.").vote("Ben", "wait")


def test_the_dead_do_not_vote():
    table = with_cat_shot(at=14500)
    table.end_turn("Ann")
    table.end_turn("Ben")
    table.sees(vote={"at": 13000, "next": "Ann", "cast": {}})
    table.refuses("THE VOTE", "Cat has no vote to give now.").vote("Cat", "jump")
    table.votes("jump", "jump")
    table.sees(phase="reveal")


def test_the_cuffed_vote():
    table = evening(at=14000)
    table.handcuff("Ann", "Ben Cat")
    table.end_turn("Ann")
    table.end_turn("Ben")
    table.votes("jump")
    table.sees(phase="reveal")


def test_without_a_vote_there_is_nothing_to_say():
    evening().refuses("THE VOTE", "There is no vote now.").vote("Ann", "jump")
