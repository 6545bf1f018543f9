"""Deck Summary, Author's Note, Setup: the deck, its colours, the deal, and what a box may print differently."""

import pytest

from rules import bag
from rules.action import Unreadable
from rules.game import Setup
from rules.games.escape_master.cards import IDS, LEADERS, STORIES
from rules.games.escape_master.state import DRAW, HANDS
from tests.rules.escape_master.script import GAME, alliance, evening, started


def counts(**setup):
    deck = evening(**setup).table.state.box.deck
    return {name: bag.count(deck, kind) for kind, name in enumerate(IDS)}


def test_the_game_deck_has_100_cards():
    deck = counts()
    assert sum(deck.values()) == 100
    assert sum(number for name, number in deck.items() if name[0].isdigit() and name != "7-start") == 72
    assert {name: deck[name] for name in ("7-start", "wisdom", "doom-master", "dead-end")} == {
        "7-start": 8,
        "wisdom": 4,
        "doom-master": 3,
        "dead-end": 1,
    }


def test_two_of_each_trap_and_three_of_each_escape():
    deck = counts()
    assert {deck[trap] for trap in ("trap-draw", "trap-up", "trap-down")} == {2}
    assert {deck[escape] for escape in ("escape", "escape-discard")} == {3}


def test_six_escape_leaders_and_twelve_story_cards():
    assert len(LEADERS) == 6 and len(STORIES) == 12
    evening().piles(story=12)


def test_cards_of_a_colour_that_is_not_played_are_removed():
    green, yellow = counts(house={"level": "green"}), counts(house={"level": "yellow"})
    assert (sum(green.values()), sum(yellow.values())) == (84, 97)
    assert not green["trap-up"] and yellow["trap-up"] and not yellow["doom-master"]


def test_the_lay_out_names_the_cards_to_remove():
    tasks = GAME.lay_out(Setup(GAME.id, ("Ann", "Ben"), options={"level": "green"}))
    removed = next(task for task in tasks if task.heading == "Author's Note")
    assert dict(removed.cards)["doom-master"] == 3 and len(removed.cards) == 7


def test_without_red_rules_there_are_no_leaders_and_no_story_cards():
    table = evening(house={"level": "yellow"})
    table.refuses("Author's Note", "belong to the red rules").take_leader("Ann", "mouse")
    table.refuses("Author's Note", "belong to the red rules", "CHARACTER Deck").fell("Ann", "Ben")
    table.refuses("Author's Note", "belong to the red rules", "Beast Mode").beast_mode("Ann")
    table.round("Ann", Ben=3, Cat=5)
    assert not any(player["story"] for player in table.table.view["players"].values())


def test_every_player_is_dealt_ten_cards_and_the_rest_is_the_draw_pile():
    for players, pile in (("Ann Ben", 80), ("Ann Ben Cat", 70), ("Ann Ben Cat Dan", 60)):
        state = evening(players).table.state
        assert [zone.size for zone in state.zones[HANDS:]] == [10] * len(players.split())
        assert state.zones[DRAW].size == pile


def test_a_starting_dealer_is_chosen():
    assert evening().dealer == "Ann"
    assert evening(first="Cat").dealer == "Cat"
    with pytest.raises(Unreadable, match="Nobody called"):
        evening(first="Zoe")


def test_two_to_four_play():
    for players in ("Ann", "Ann Ben Cat Dan Eve"):
        with pytest.raises(Unreadable, match="2 to 4 players"):
            evening(players)


def test_an_alliance_needs_four():
    with pytest.raises(Unreadable, match="two teams of two"):
        evening("Ann Ben Cat", "alliance")
    alliance()


def test_the_lay_out_leads_to_the_first_start():
    tasks = GAME.lay_out(Setup(GAME.id, ("Ann", "Ben", "Cat"), first="Ben"))
    told = " ".join(task.says for task in tasks)
    for words in (
        "Shuffle the GAME deck of 100",
        "Ben deals first: 10 cards",
        "other 70 cards",
        "30 Blunders",
        "“Start!”",
    ):
        assert words in told


def test_the_lay_out_names_teams_set_rounds_and_the_doom_pile():
    options = {"ends": "set-rounds", "early-ending": True}
    told = " ".join(
        task.says for task in GAME.lay_out(Setup(GAME.id, ("Ann", "Ben", "Cat", "Dan"), "alliance", options=options))
    )
    assert "Ann and Cat against Ben and Dan" in told and "12 rounds" in told and "Doom pile" in told


def test_a_box_may_print_other_figures_and_texts():
    box = {
        "doom-master": 4,
        "breaking_point": 20,
        "leaders": {"mouse": {"ability": "Peeks.", "beast": "Peeks twice."}},
        "stories": {"3": "Start with two cards fewer."},
    }
    table = evening(box=box)
    state = table.table.state
    assert bag.size(state.box.deck) == 101 and state.box.terms.limit == 20
    table.take_leader("Ann", "mouse")
    assert any("Peeks." in badge.says for badge in table.board().chairs[0].badges)


@pytest.mark.parametrize(
    ("box", "words"),
    [
        ({"8-start": 3}, "The box has no “8-start”"),
        ({"wisdom": -1}, "Wisdom: the number of cards must be"),
        ({"breaking_point": "many"}, "Breaking Point"),
        ({"leaders": {"pirate": {}}}, "The Escape Leaders has no field “pirate”"),
        ({"leaders": {"mouse": {"ability": 3}}}, "Mouse: ability is a text"),
        ({"stories": {"13": "x"}}, "The Story cards has no field “13”"),
        ({"stories": {"1": "x" * 301}}, "Story card 1 is a text of at most 300"),
        (
            {
                "dealt": 20,
                "7-start": 0,
                "wisdom": 0,
                **{f"{n}-{tribe}": 0 for n in (1, 2, 3) for tribe in ("mouse", "teen", "robot")},
            },
            "too few cards",
        ),
    ],
)
def test_a_box_that_cannot_be_is_refused(box, words):
    with pytest.raises(Unreadable, match=words):
        evening("Ann Ben Cat Dan", box=box)


def test_a_card_that_is_left_out_stays_out_whatever_the_box_says():
    assert not counts(house={"level": "green"}, box={"doom-master": 3})["doom-master"]


def test_hands_are_never_shown_while_they_are_played():
    table = started()
    table.play("Ann", "7-start")
    table.sees("Ann", left=None)
    assert "hand" not in str(table.table.view)
