"""ELEMENTS, SETUP and GOAL: what lies where, what is hidden, and the win at once."""

import pytest

from rules.action import Unreadable
from rules.game import Setup
from rules.games.dig_your_way_out.cards import DATA
from rules.table import Table
from tests.rules.dig_your_way_out.script import GAME, evening


def test_two_to_five_players():
    for players in ("Ann", "Ann Ben Cat Dan Eve Fay"):
        with pytest.raises(Unreadable, match="is for 2 to 5 players"):
            evening(players)
    with pytest.raises(Unreadable, match="has the modes standard, not “advanced”"):
        evening(mode="advanced")


def test_the_cards_of_the_box():
    counts = {name: card["count"] for name, card in DATA["cards"].items()}
    assert counts["container"] == 5 and counts["pike"] == 6 and counts["link"] == 14 and counts["blade"] == 10
    assert sum(counts[name] for name in ["chain", "cap", "bandana", "watch", "boots", "ring"]) == 12
    assert (counts["rare"], counts["action"], counts["knife"]) == (3, 11, 12)
    assert (counts["spoon"], counts["pick"], counts["shovel"]) == (8, 8, 8)
    assert sum(card["count"] for card in DATA["actions"].values()) == 11
    assert len(DATA["backgrounds"]) == 8
    assert all(sum(card["gang"] == gang for card in DATA["gang_cards"].values()) == 3 for gang in DATA["gangs"])


def test_step_1_four_open_piles():
    evening().piles(spoon=8, knife=12, pick=8, shovel=8)


def test_step_1_discarded_tools_and_knives_return_to_their_piles():
    table = evening(hands={"Ann": "spoon pick shovel knife link"}, at={"Ann": "recreation-area"})
    table.sell("Ann", "spoon pick shovel knife link")
    table.piles(spoon=8, pick=8, shovel=8, knife=12, discard=1)


def test_step_2_a_pile_for_every_gang():
    evening().piles(crew=3, cartel=3, bikers=3, bratva=3)


@pytest.mark.parametrize(("players", "deck"), [("Ann Ben", 55), ("Ann Ben Cat", 52), ("Ann Ben Cat Dan Eve", 46)])
def test_step_3_and_7_the_search_deck_and_three_cards_each(players, deck):
    table = evening(players)
    table.piles(search=deck, discard=0)
    for player in players.split():
        table.sees(player, hand=3)


def test_step_4_nobody_has_cigarettes_or_beatings():
    for player in ("Ann", "Ben", "Cat"):
        evening().sees(player, cigarettes=0, beatings=0)


def test_step_5_everybody_begins_in_the_cell_block():
    evening().sees("Cat", place="cell-block")


def test_step_6_backgrounds_stay_hidden():
    table = evening()
    table.sees("Ann", background=None)
    table.reveal_background("Ann", "burglar")
    table.sees("Ann", background="burglar")
    table.sees("Ben", background=None)


def test_the_lay_out_follows_the_book():
    tasks = GAME.lay_out(Setup(GAME.id, ("Ann", "Ben", "Cat", "Dan"), "standard"))
    says = " ".join(task.says for task in tasks)
    for part in (
        "Spoons",
        "Knives",
        "gang",
        "face down",
        "Cell block",
        "Background",
        "3 Search cards",
        "10 points",
        "scar",
    ):
        assert part in says
    assert sum(number for task in tasks if task.zone == "search" for _, number in task.cards) == 61


def test_the_scar_is_the_players_own_business_and_the_first_named_begins():
    evening().sees(turn="Ann")
    evening(first="Ben").sees(turn="Ben")
    with pytest.raises(Unreadable, match="Nobody called “Zoe”"):
        evening(first="Zoe")


@pytest.mark.parametrize(("players", "goal"), [(2, 12), (3, 12), (4, 10), (5, 8)])
def test_the_goal_by_number_of_players(players, goal):
    table = Table(GAME, Setup(GAME.id, ("Ann", "Ben", "Cat", "Dan", "Eve")[:players]))
    assert table.view["goal"] == goal


def test_the_first_through_wins_at_once_in_the_middle_of_a_turn():
    table = evening(hands={"Ann": "shovel spoon"}, dug={"Ann": "shovel shovel shovel spoon"})
    table.sees("Ann", points=10)
    table.dig("Ann", "shovel")
    table.hears("Ann digs with a Shovel. Tunnel points: 13.", "Ann has dug the tunnel and escapes!")
    table.sees(phase="over", turn=None, actions=1)
    assert table.result["winner"] == "Ann"
    table.refuses("GOAL", "Ann has escaped").dig("Ann", "spoon")


def test_one_point_short_is_no_win():
    table = evening(hands={"Ann": "spoon spoon"}, dug={"Ann": "shovel shovel shovel spoon"})
    table.dig("Ann", "spoon")
    table.sees(phase="turn", result=None)
    table.dig("Ann", "spoon")
    table.sees(phase="over")


def test_the_gauge_shows_the_longest_tunnel_and_warns():
    table = evening(dug={"Ben": "pick"})
    table.sees(gauge={"points": 2, "alarm": "none"})
    evening(beatings={"Ann": 1}).sees(gauge={"points": 0, "alarm": "beating"})
    evening(dug={"Ben": "shovel shovel shovel"}).sees(gauge={"points": 9, "alarm": "tunnel"})
    table = evening(hands={"Ann": "shovel"}, dug={"Ann": "shovel shovel shovel pick"})
    table.dig("Ann", "shovel")
    table.sees(gauge={"points": 12, "alarm": "tunnel"})


def test_the_board_tells_who_escaped_and_how_far_the_others_were():
    table = evening(hands={"Ann": "shovel"}, dug={"Ann": "shovel shovel shovel", "Ben": "pick spoon"})
    table.dig("Ann", "shovel")
    board = GAME.board(table.table.state)
    assert board.headline == "Ann escapes" and board.outcome.winners == ("Ann",)
    assert board.outcome.story[0] == "Ann has dug a tunnel of 12 points with 4 × Shovel."
    assert [(line.player, line.amount) for line in board.outcome.lines] == [
        ("Ann", "12"),
        ("Ben", "1"),
        ("Ben", "2"),
        ("", "12"),
    ]
