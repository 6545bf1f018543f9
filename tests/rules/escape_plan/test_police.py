"""MOVE 2: Police on the tiles left, what avoids them, Wounds and Handcuffs; MOVING POLICE OFFICERS."""

import pytest

from tests.rules.escape_plan.script import on_turn
from tests.rules.escape_plan.test_rest_and_move import in_the_city

MOVE = "MOVE"
EXECUTIVE = "EXECUTIVE ACTIONS"
MOVING = "MOVING POLICE OFFICERS"


def guarded(**setup):
    """The row of tiles with Police: red and blue on a-1, black on a-2, red on a-3."""
    table = in_the_city(**setup)
    table.enter_tile("Ann", "a-1", "hospital-tile a-2", "land-1 land-2", "casino church", "subway heliport", "red blue")
    table.enter_tile("Ann", "a-2", "a-1 a-3", "land-2 land-3", "bar store-d", "", "black")
    table.enter_tile("Ann", "a-3", "a-2 b-1", "land-3", "clinic", "", "red")
    return table


def chased(*police: str, **setup):
    """Without a map: Ann has left a tile with these Police, one word a tile."""
    table = on_turn(**setup)
    table.move("Ann", "store-d", police=list(police))
    return table


# ---------------------------------------------------------------- who is to be avoided


def test_police_on_every_tile_left_are_to_be_avoided():
    table = guarded()
    table.has("Ann", gas=1)
    table.move("Ann", path="land-2 a-2 land-2 land-3 a-3 land-3 clinic", gas=1)
    table.sees(phase="avoid", avoid=[[1, "red"], [1, "blue"], [2, "black"]])


def test_police_on_the_tile_where_the_move_ends_are_not():
    table = guarded()
    table.has("Ann", at="bar")
    table.move("Ann", path="land-3 a-3 land-3 clinic")
    table.sees(avoid=[[1, "black"]])


def test_within_one_tile_nobody_is_left():
    table = guarded()
    table.move("Ann", path="land-1 church")
    assert "avoid" not in table.table.view


@pytest.mark.parametrize("path", ["heliport clinic", "subway b-1 land-3 gym"])
def test_by_air_and_subway_only_those_on_the_starting_tile(path):
    table = guarded()
    table.move("Ann", path=path)
    table.sees(avoid=[[1, "red"], [1, "blue"]])


def test_through_the_sewer_only_those_on_the_starting_tile():
    table = guarded()
    table.has("Ann", contacts="sewer")
    table.use_contact("Ann", "sewer")
    table.move("Ann", path="sewer clinic")
    table.sees(avoid=[[1, "red"], [1, "blue"]])


def test_sandra_is_avoided_like_a_police_officer():
    table = guarded(players="Ann Ben")
    table.has("Sandra", at="church")
    table.move("Ann", path="heliport bar")
    table.sees(avoid=[[1, "red"], [1, "blue"], [1, "sandra"]])


def test_without_a_map_the_mover_tells_who_was_there():
    table = chased("red+blue", "black")
    table.sees(avoid=[[1, "red"], [1, "blue"], [2, "black"]])
    guarded().refuses(MOVE, "The map knows").move("Ann", path="heliport bar", police=["red"])


# ---------------------------------------------------------------- avoiding


@pytest.mark.parametrize(
    ("tile", "avoids", "left"),
    [
        ("vest", "red", ["blue", "black"]),
        ("hat", "blue", ["red", "black"]),
        ("helmet", "black", ["red", "blue"]),
        ("gas-mask", "black", ["red", "blue"]),
        ("gas-mask", "blue", ["red", "black"]),
    ],
)
def test_equipment_avoids_one_of_its_colour(tile, avoids, left):
    table = chased("red+blue+black")
    table.has("Ann", tiles=tile)
    for wrong in {"red", "blue", "black"} - {"vest": {"red"}, "hat": {"blue"}, "helmet": {"black"}}.get(
        tile, {"black", "blue"}
    ):
        table.refuses(EXECUTIVE, "avoids nobody").use_equipment("Ann", tile, police=wrong)
    table.use_equipment("Ann", tile, police=avoids)
    assert [who for _, who in table.table.view["avoid"]] == left
    table.refuses("USE AN EQUIPMENT TILE", "no such Equipment", EXECUTIVE).use_equipment("Ann", tile, police=avoids)


@pytest.mark.parametrize(
    ("source", "piece"), [("contacts", "fast-car"), ("tiles", "skateboard"), ("unlocked", "getaway")]
)
def test_some_avoid_everybody_on_one_tile(source, piece):
    table = chased("red+blue", "black+sandra")
    table.has("Ann", **{source: piece})
    use = {"contacts": table.use_contact, "tiles": table.use_fixer, "unlocked": table.use_asset}[source]
    use("Ann", piece, tile=2)
    assert table.table.view["avoid"] == [[1, "red"], [1, "blue"]]


@pytest.mark.parametrize("card", ["boxer", "fight", "ninja"])
def test_some_contacts_avoid_all_of_a_type_on_one_tile(card):
    table = chased("red+blue", "red")
    table.has("Ann", contacts=card)
    table.refuses(EXECUTIVE, "avoids nobody").use_contact("Ann", card, police="red")
    table.use_contact("Ann", card, tile=2, police="red")
    assert table.table.view["avoid"] == [[1, "red"], [1, "blue"]]


def test_a_stunt_avoids_one_of_any_type():
    table = chased("red+sandra")
    table.has("Ann", contacts="stunt stunt")
    table.use_contact("Ann", "stunt", police="sandra")
    table.use_contact("Ann", "stunt", police="red")
    assert not table.answers, "everybody is avoided: the visit begins"


def test_a_gang_member_ignores_everybody_on_one_tile():
    table = chased("red+blue", "black")
    table.has("Ann", gangs={"gang-1": 2})
    table.refuses(EXECUTIVE, "avoids nobody").use_gang("Ann", "gang-1", "avoid", 3)
    table.use_gang("Ann", "gang-1", "avoid", 1)
    assert table.table.view["avoid"] == [[2, "black"]]


def test_a_use_is_aimed_at_what_it_needs_only():
    table = on_turn()
    table.has("Ann", contacts="medic", tiles="disguise vest", unlocked="bandage", wounds=1)
    table.refuses(EXECUTIVE, "needs less").use_contact("Ann", "medic", "fly")
    table.refuses(EXECUTIVE, "needs less").use_contact("Ann", "medic", tile=1)
    table.refuses(EXECUTIVE, "needs less").use_asset("Ann", "bandage", police="red")
    table.refuses(EXECUTIVE, "needs less").use_fixer("Ann", "disguise", **{"from": "a-1"})
    table.move("Ann", "store-d", police=["red"])
    table.refuses(EXECUTIVE, "needs less").use_equipment("Ann", "vest", police="red", to="a-1")


def test_police_may_be_told_after_the_move():
    table = on_turn("Ann Ben")
    table.refuses(MOVE, "has not moved").meet_police("Ann", "red")
    table.visits("Ann", "store-d")
    table.meet_police("Ann", "red+blue")
    table.meet_police("Ann", "black")
    table.sees(avoid=[[1, "red"], [1, "blue"], [2, "black"]])
    table.take_wounds("Ann")
    table.take_gas("Ann")
    offered = {action.police for action in table.table.options() if action.do == "meet-police"}
    assert "red+sandra" in offered
    mapped = guarded()
    mapped.move("Ann", "church")
    mapped.refuses(MOVE, "The map knows").meet_police("Ann", "red")


def test_what_avoids_is_used_while_police_are_avoided():
    table = on_turn()
    table.has("Ann", contacts="fast-car", tiles="vest skateboard", unlocked="getaway", gangs={"gang-1": 1})
    table.refuses(EXECUTIVE, "while Police are being avoided").use_contact("Ann", "fast-car")
    table.refuses(EXECUTIVE, "while Police are being avoided").use_equipment("Ann", "vest", police="red")
    table.refuses(EXECUTIVE, "while Police are being avoided").use_fixer("Ann", "skateboard")
    table.refuses(EXECUTIVE, "while Police are being avoided").use_asset("Ann", "getaway")
    table.refuses(EXECUTIVE, "while Police are being avoided").use_gang("Ann", "gang-1", "avoid", 1)


def test_an_avoiding_tile_has_to_avoid_somebody():
    table = chased("red", "blue")
    table.has("Ann", tiles="skateboard", unlocked="getaway", contacts="fast-car")
    table.refuses(EXECUTIVE, "avoids nobody").use_fixer("Ann", "skateboard", tile=3)
    table.refuses(EXECUTIVE, "avoids nobody").use_asset("Ann", "getaway", tile=3)
    table.refuses(EXECUTIVE, "avoids nobody").use_contact("Ann", "fast-car", tile=3)


# ---------------------------------------------------------------- Wounds


def test_a_wound_for_each_who_is_not_avoided():
    table = chased("red+blue")
    table.refuses(MOVE, "no Police to avoid").take_wounds("Ben")
    table.take_wounds("Ann")
    table.sees("Ann", wounds=2)


def test_instead_of_a_fourth_wound_one_heals_and_a_handcuff_blocks_the_rightmost_space():
    table = chased("red")
    table.has("Ann", wounds=3, contacts="medic stunt boxer ninja")
    table.take_wounds("Ann")
    table.hears("A fourth Wound: Ann heals one")
    table.sees("Ann", wounds=2, handcuffs=1)
    assert [contact["card"] for contact in table.table.view["players"]["Ann"]["contacts"]] == [
        "medic",
        "stunt",
        "boxer",
    ]


def test_a_handcuff_on_an_empty_space_discards_nothing():
    table = chased("red")
    table.has("Ann", wounds=3, contacts="medic stunt boxer")
    table.take_wounds("Ann")
    assert len(table.of_player("Ann").contacts) == 3


def test_with_both_handcuffs_worn_the_wound_is_lost():
    for house, wounds, cuffs in (("lost", 3, 2), ("another", 2, 3)):
        table = chased("red", house={"third-handcuff": house})
        table.has("Ann", wounds=3, cuffs=2)
        table.take_wounds("Ann")
        table.sees("Ann", wounds=wounds, handcuffs=cuffs)


# ---------------------------------------------------------------- MOVING POLICE OFFICERS


@pytest.mark.parametrize("card", ["bribe", "rally"])
def test_police_may_go_from_any_tile_to_any_other(card):
    table = guarded()
    table.has("Ann", contacts=card)
    table.use_contact("Ann", card, police="red", **{"from": "a-1", "to": "b-1"})
    shown = table.table.view["map"]
    assert (shown["a-1"], shown["b-1"]) == (["blue"], ["red"])


def test_one_of_each_type_on_a_tile_and_none_at_the_hospital():
    table = guarded()
    table.has("Ann", contacts="bribe", unlocked="move-red")
    for goal in ("a-3", "hospital-tile", "c-1"):
        way = {"police": "red", "from": "a-1", "to": goal}
        table.refuses(MOVING, "without that type").use_contact("Ann", "bribe", **way)
        table.refuses(MOVING, "without that type").use_asset("Ann", "move-red", **way)


def test_only_who_is_there_can_be_moved_or_removed():
    table = guarded()
    table.has("Ann", contacts="bribe snitch", unlocked="move-red")
    table.refuses(MOVING, "not there").use_contact("Ann", "bribe", police="red", **{"from": "a-2", "to": "b-1"})
    table.refuses(MOVING, "not there").use_contact("Ann", "snitch", police="red", **{"from": "a-2"})
    table.refuses(MOVING, "not there").use_asset("Ann", "move-red", police="red", **{"from": "a-2", "to": "b-1"})


def test_on_a_map_it_is_said_who_moves_from_where_to_where():
    table = guarded()
    table.has("Ann", contacts="bribe snitch", unlocked="move-red")
    table.refuses(MOVING, "Say the colour").use_contact("Ann", "bribe")
    table.refuses(MOVING, "Say the colour").use_contact("Ann", "bribe", police="red", **{"from": "a-1"})
    way = {"police": "red", "from": "a-1", "to": "b-1"}
    table.refuses(EXECUTIVE, "needs less to be said", MOVING).use_contact("Ann", "snitch", **way)
    table.refuses(MOVING, "Say the colour").use_asset("Ann", "move-red")


@pytest.mark.parametrize(("asset", "colour"), [("move-red", "red"), ("move-blue", "blue"), ("move-black", "black")])
def test_a_police_asset_moves_its_own_colour(asset, colour):
    table = guarded()
    table.enter_tile("Ann", "a-1", "hospital-tile a-2", "land-1", "casino", "", "red blue black")
    table.has("Ann", unlocked=asset)
    for wrong in {"red", "blue", "black"} - {colour}:
        table.refuses(MOVING, "another type").use_asset("Ann", asset, police=wrong, **{"from": "a-1", "to": "b-1"})
    table.use_asset("Ann", asset, police=colour, **{"from": "a-1", "to": "b-1"})
    assert table.table.view["map"]["b-1"] == [colour]


def test_a_snitch_removes_a_police_officer_from_the_game():
    table = guarded()
    table.has("Ann", contacts="snitch")
    table.use_contact("Ann", "snitch", police="red", **{"from": "a-1"})
    assert table.table.view["map"]["a-1"] == ["blue"]


def test_without_a_map_the_table_moves_police_by_itself():
    table = on_turn()
    table.has("Ann", contacts="bribe snitch")
    table.refuses(MOVING, "another type").use_contact("Ann", "bribe", police="sandra")
    table.use_contact("Ann", "bribe", police="red")
    table.use_contact("Ann", "snitch")
