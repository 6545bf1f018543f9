"""GAMEPLAY: the six phases of a round."""

from itertools import permutations

import pytest
from msgspec.structs import replace

from rules.games.escape_plan.pieces import EXITS
from tests.rules.escape_plan.script import GAME, evening, on_turn

# ---------------------------------------------------------------- 1) INCOME


def test_income_is_skipped_in_round_1():
    table = evening(house={"open-money": True})
    table.sees("Ann", money=9)
    assert table.answers == {"reveal-patrol"}


def test_income_is_the_lowest_visible_number_of_the_track():
    table = on_turn(house={"open-money": True})
    table.has("Ann", visits=2, money=9)
    table.has("Ben", visits=0, money=9)
    to_the_end_of_round(table)
    table.sees("Ann", money=9 + 5)
    table.sees("Ben", money=9 + 3)


def test_below_3_on_the_track_an_asset_may_be_unlocked_for_3_dollars():
    table = on_turn(house={"open-money": True})
    to_the_end_of_round(table)
    assert table.answers == {"buy-asset", "keep-money"}
    name = table.waits_for
    money = table.of_player(name).money
    table.refuses("UNLOCKING AN ASSET TILE", "no such Asset").buy_asset(name, "extra-action")
    table.buy_asset(name, table.locked(name)[0])
    table.sees(name, money=money - 3)
    other = table.waits_for
    assert other != name
    table.has(other, money=2)
    table.refuses("1) INCOME (skip in Round 1)", "cannot pay $3").buy_asset(other, table.locked(other)[0])
    table.refuses("1) INCOME (skip in Round 1)", f"First {other} says whether to pay $3", "5) PLAYER ACTION").end_turn(
        other
    )
    table.keep_money(other)
    table.keep_money(table.waits_for)
    assert table.answers == {"reveal-patrol"}


def test_from_3_on_no_asset_is_offered():
    table = on_turn()
    for name in ("Ann", "Ben", "Cat"):
        table.has(name, notoriety=3)
    to_the_end_of_round(table)
    assert table.answers == {"reveal-patrol"}
    table.refuses("1) INCOME (skip in Round 1)", "not offered").buy_asset("Ann", "move-red")
    table.refuses("1) INCOME (skip in Round 1)", "not offered").keep_money("Ann")


def test_who_cannot_pay_or_has_nothing_to_unlock_is_not_asked():
    table = on_turn()
    table.has("Ann", locked="")
    table.has("Ben", money=-10)
    table.has("Cat", notoriety=3)
    for name in ("Ann", "Ben", "Cat"):
        table.has(name, rested=False)
    to_the_end_of_round(table)
    assert table.answers == {"reveal-patrol"}


def to_the_end_of_round(table) -> None:
    """Every turn of the round goes by: nobody moves but to and fro, nobody has a disc."""
    place = {"church": "clinic", "clinic": "church"}
    while table.table.state.part and table.table.state.stage == "play":
        if table.answers == {"stay-out", "use-disc"}:
            table.stay_out(table.waits_for)
        elif table.answers == {"sandra"}:
            table.sandra(table.waits_for, "hospital")
        elif table.answers:
            table.unlock_asset(table.waits_for, table.locked(table.waits_for)[0])
        else:
            name = table.table.view["turn"]
            here = table.table.view["players"][name]["at"]
            table.visits(name, place.get(here, "church"))
            table.found(players=tuple(replaced(player) for player in table.table.state.players))
            table.end_turn(name)


def replaced(player):
    return replace(player, red=0, blue=0, contacts=())


# ---------------------------------------------------------------- 2) PATROL


def test_two_patrol_cards_are_revealed_and_one_in_round_3():
    table = evening()
    table.refuses("2) PATROL", "2 Patrol cards").reveal_patrol("Ann", "exit-1")
    table.reveal_patrol("Ben", "exit-1 exit-3")
    assert table.table.state.box.tables["patrol"] == [2, 2, 1]
    table.sees(exits={
        "exit-1": {"patrols": 1, "blocked": False},
        "exit-2": {"patrols": 0, "blocked": False},
        "exit-3": {"patrols": 1, "blocked": False},
    })  # fmt: skip
    table.refuses("2) PATROL", "No Patrol card").reveal_patrol("Ann", "exit-1 exit-2")


def test_a_patrol_card_shows_an_exit():
    table = evening()
    table.refuses("2) PATROL", "three Exits").reveal_patrol("Ann", "exit-1 casino")


def test_a_second_card_blocks_the_exit():
    table = evening()
    table.reveal_patrol("Ann", "exit-2 exit-2")
    table.hears("A Patrol at Exit 2.", "A Patrol at Exit 2.", "Exit 2 is blocked")
    assert table.table.view["exits"]["exit-2"]["blocked"]


def test_there_are_two_patrol_cards_for_each_exit():
    table = evening(round=3, patrols=(2, 1, 1))
    table.found(pending=(table.table.state.pending[0], type(table.table.state.pending[-1])(1)))
    table.refuses("2) PATROL", "only two").reveal_patrol("Ann", "exit-1")
    table.reveal_patrol("Ann", "exit-2")


def test_whatever_is_revealed_exactly_one_exit_stays_open():
    for cards in set(permutations([*EXITS] * 2)):
        shown = cards[1:]
        assert sum(shown.count(place) < 2 for place in EXITS) == 1


def test_a_patrol_card_laid_on_the_mat_proposes_its_action():
    table = evening()
    action = table.table.read({"by": "Ann", "do": "reveal-patrol", "exits": ["exit-1", "exit-2"]})
    ids = table.table.state.box.card_ids
    assert [(ids[card], zone) for card, zone in action.lays(table.table.state)] == [("patrol", "patrol")] * 2


# ---------------------------------------------------------------- 3) CITY


@pytest.mark.parametrize(
    ("players", "placed"),
    [
        ("Ann", "Ann Ann Ann Ann"),
        ("Ann Ben", "Ann Ben Ann Ben"),
        ("Ann Ben Cat", "Ann Ben Cat Ann"),
        ("Ann Ben Cat Dan Eve", "Ann Ben Cat Dan"),
    ],
)
def test_each_in_player_order_places_a_tile_until_four_are_placed(players, placed):
    table = evening(players)
    table.reveal_patrol("Ann", "exit-1 exit-2")
    for name in placed.split():
        assert table.waits_for == name
        others = [other for other in players.split() if other != name]
        if others:
            table.refuses("3) CITY", f"{others[0]} places no City tile").place_tile(others[0])
        table.place_tile(name)
    assert table.answers != {"place-tile"}


def placing(**setup):
    table = evening(**setup)
    table.reveal_patrol("Ann", "exit-1 exit-2")
    table.enter_tile("Ann", "start-1", "start-2", "land-1")
    table.enter_tile("Ann", "start-2", "start-1", "land-2")
    return table


def test_a_tile_lies_beside_at_least_two_others():
    table = placing()
    table.refuses("3) CITY", "beside at least two").place_tile("Ann", "a-1", "start-1", "land-1")
    table.place_tile("Ann", "a-1", "start-1 start-2", "land-1")
    table.refuses("3) CITY", "already").place_tile("Ben", "a-1", "start-1 start-2")


def test_one_type_of_land_has_to_match_if_possible():
    table = placing()
    table.refuses("3) CITY", "has to match").place_tile("Ann", "a-1", "start-1 start-2", "land-3")
    table.overruled.place_tile("Ann", "a-1", "start-1 start-2", "land-3")
    assert "a-1" in table.table.view["map"]


def test_a_tile_is_told_by_what_lies_on_it():
    table = placing()
    table.refuses("3) CITY", "name it, too").place_tile("Ann", lands="land-1")
    table.refuses("3) CITY", "no City tile").place_tile("Ann", "casino")
    table.refuses("3) CITY", "no City tile").enter_tile("Ann", "casino")
    for field in ("beside", "lands", "locations", "signs"):
        table.refuses("3) CITY", "not what a tile has", *(["3) CITY"] if field == "beside" else [])).place_tile(
            "Ann", "a-1", **{field: ["vest", "vest"]}
        )
        table.refuses("3) CITY", "not what a tile has").enter_tile("Ann", "a-1", **{field: ["vest", "vest"]})


def test_tiles_come_with_police_one_of_each_colour():
    table = placing()
    police = "MOVING POLICE OFFICERS"
    table.refuses(police, "of each type").place_tile("Ann", "a-1", "start-1 start-2", "land-1", police="red red")
    table.place_tile("Ann", "a-1", "start-1 start-2", "land-1", police="red blue")
    assert table.table.view["map"]["a-1"] == ["red", "blue"]
    table.refuses(police, "Hospital").enter_tile("Ann", "hospital-tile", police="red")


def test_a_tile_entered_anew_replaces_what_was_known():
    table = placing()
    table.enter_tile("Ann", "start-1", "", "land-2", "casino")
    city = table.table.state.city
    assert [tile.beside for tile in city.tiles] == [(), ()]


# ---------------------------------------------------------------- 4) TURN ORDER


def test_the_most_notorious_comes_first():
    table = evening(house={"first-round-order": "keep"})
    table.has("Ben", notoriety=2)
    table.found(round=2)
    table.to_the_first_turn()
    table.sees(order=["Ben", "Cat", "Ann"], turn="Ben")


def test_tied_players_swap_their_relative_positions():
    table = evening()
    table.has("Cat", notoriety=1)
    table.to_the_first_turn()
    table.sees(order=["Cat", "Ben", "Ann"])


def test_house_rule_the_first_rounds_order_stays():
    evening_of = {keep: evening(house={"first-round-order": keep}) for keep in ("keep", "reverse")}
    for keep, order in (("keep", ["Ann", "Ben", "Cat"]), ("reverse", ["Cat", "Ben", "Ann"])):
        evening_of[keep].to_the_first_turn()
        evening_of[keep].sees(order=order)


# ---------------------------------------------------------------- 5) PLAYER ACTION


def test_three_required_turns_in_turn_order():
    table = on_turn()
    seen = []
    for part in (1, 2, 3):
        for name in ("Ann", "Ben", "Cat"):
            table.sees(part=part, turn=name)
            seen.append(GAME.board(table.table.state).dial.value)
            table.takes_turn(name, "church" if part == 2 else "clinic")
            while table.answers == {"unlock-asset"}:
                table.unlock_asset(table.waits_for, table.locked(table.waits_for)[0])
    assert seen == [11] * 3 + [12] * 3 + [13] * 3
    table.sees(round=2)


def test_each_turn_is_a_rest_or_a_move():
    table = on_turn()
    table.refuses("5) PLAYER ACTION", "still has to rest or to move").end_turn("Ann")
    table.let_rest("Ann")
    table.visits("Ben", "church")
    table.refuses("5) PLAYER ACTION", "already taken this turn").move("Ben", "clinic")
    table.refuses("5) PLAYER ACTION", "already taken this turn").rest("Ben")


def test_an_optional_turn_takes_a_disc():
    table = on_turn("Ann Ben Cat Dan")
    table.found(part=3, queue=(3,))
    for name, discs in (("Ann", 1), ("Ben", 0), ("Cat", 2), ("Dan", 1)):
        table.has(name, discs=discs)
    table.let_rest("Ann", "Dan")
    table.sees(part=4)
    assert table.waits_for == "Ann"
    table.refuses("5) PLAYER ACTION", "not asked for a disc").use_disc("Cat")
    table.refuses("5) PLAYER ACTION", "not asked for a disc").stay_out("Cat")
    table.refuses("5) PLAYER ACTION", "First Ann says whether to discard a disc", "5) PLAYER ACTION").end_turn("Ann")
    table.stay_out("Ann")
    table.use_disc("Cat")
    table.use_disc("Dan")
    table.sees("Cat", discs=1)
    table.sees("Ann", discs=1)
    table.sees(turn="Cat")
    table.takes_turn("Cat", "church")
    table.sees(turn="Dan")
    table.takes_turn("Dan", "clinic")
    table.sees(part=5)
    assert table.waits_for == "Ann", "one disc for each of the two"


def test_once_another_has_escaped_every_turn_costs_a_dollar():
    table = on_turn(house={"open-money": True})
    table.found(escapes=1)
    table.has("Ben", money=1)
    table.has("Cat", money=0)
    table.let_rest("Ann")
    table.hears("It is Ben's turn.", "Somebody has escaped: Ben pays $1")
    table.sees("Ben", money=0)
    table.let_rest("Ben")
    table.hears("It is Cat's turn.", "Cat is arrested.")
    table.sees("Cat", arrested=True)
    table.sees(turn="Ann", part=2)


def test_whose_money_is_not_counted_says_whether_the_dollar_is_there():
    for pays in (True, False):
        table = on_turn()
        table.found(escapes=1)
        table.has("Ben", money=None)
        table.let_rest("Ann")
        table.refuses("5) PLAYER ACTION", "owes no dollar").pay_stay("Ann")
        table.pay_stay("Ben", "pay" if pays else "arrest")
        table.sees("Ben", arrested=not pays)
        table.sees(turn="Ben" if pays else "Cat")


# ---------------------------------------------------------------- 6) CHANGE OF ROUND


def test_rest_tokens_turn_back_to_the_sun():
    table = on_turn()
    table.let_rest("Ann")
    table.sees("Ann", rested=True)
    to_the_end_of_round(table)
    table.sees("Ann", rested=False)
    table.sees(round=2, part=0)


def test_after_the_third_round_the_game_ends():
    table = on_turn("Ann Ben Cat")
    table.found(round=3, part=5, queue=())
    table.let_rest("Ann")
    table.hears(
        "Ann is arrested.", "Ben is arrested.", "Cat is arrested.", "The last round is over", "The game is over."
    )
    table.sees(phase="over")


def test_who_acts_out_of_turn_is_told_whose_turn_it_is():
    table = on_turn()
    table.refuses("5) PLAYER ACTION", "It is Ann's turn.").rest("Ben")
    table.has("Ben", escaped=1)
    table.refuses("ESCAPING", "Ben has escaped").rest("Ben")
    table.has("Ben", escaped=0, arrested=True)
    table.refuses("5) PLAYER ACTION", "Ben is arrested").rest("Ben")
