"""REST and MOVE: the ledger of a path, on a map and without one."""

import pytest

from tests.rules.escape_plan.script import GAME, on_turn

MOVE = "MOVE"


def in_the_city(**setup):
    """A row of four tiles and the Hospital's; Ann stands in the Casino on a-1.

    hospital-tile(land-1) - a-1(land-1, land-2, Casino, Church) - a-2(land-2, water, Bar, Store D)
    - a-3(land-3, water, Clinic) - b-1(land-3, Gym), where a-1 and b-1 have Subways and a-1 a Heliport.
    """
    table = on_turn(**setup)
    for tile, beside, lands, places, signs in (
        ("hospital-tile", "", "land-1", "hospital", ""),
        ("a-1", "hospital-tile", "land-1 land-2", "casino church", "subway heliport"),
        ("a-2", "a-1", "land-2 water", "bar store-d", ""),
        ("a-3", "a-2", "land-3 water", "clinic", ""),
        ("b-1", "a-3", "land-3", "gym", "subway"),
    ):
        table.enter_tile("Ann", tile, beside, lands, places, signs)
    table.has("Ann", at="casino")
    return table


# ---------------------------------------------------------------- REST


def test_a_rest_resets_first_aid_contacts_and_equipment():
    table = on_turn()
    table.has("Ann", first_aid=False, contacts="-medic -stunt", tiles="-vest -disguise")
    table.rest("Ann")
    table.sees("Ann", first_aid=True, rested=True)
    assert [used for _, used in table.of_player("Ann").contacts] == [False, False]
    assert [used for _, used in table.of_player("Ann").tiles] == [False, True], "a Fixer is spent"


def test_a_rest_unlocks_an_asset_tile():
    table = on_turn()
    table.rest("Ann")
    assert table.asks == "Ann unlocks an Asset tile: which one?"
    table.unlock_asset("Ann", "master-key")
    table.sees("Ann", assets={"locked": 5, "unlocked": 2, "flipped": 0})


def test_with_nothing_to_unlock_a_rest_asks_for_nothing():
    table = on_turn()
    table.has("Ann", locked="")
    table.rest("Ann")
    assert not table.answers


def test_a_rest_can_only_be_performed_once_a_round():
    table = on_turn()
    table.has("Ann", rested=True)
    table.refuses("REST", "rested this Round").rest("Ann")


# ---------------------------------------------------------------- the ledger


@pytest.mark.parametrize(
    ("path", "points"),
    [
        ("land-1 church", 2),
        ("land-1 land-2 church", 3),
        ("land-2 a-2 land-2 bar", 2),
        ("land-2 a-2 land-2 a-1 land-2 church", 2),
        ("land-1 hospital-tile land-1 hospital", 2),
        ("subway b-1 land-3 gym", 1),
        ("heliport bar", 1),
        ("heliport a-3 land-3 clinic", 2),
    ],
)
def test_every_step_has_its_price(path, points):
    table = in_the_city()
    table.move("Ann", path=path)
    assert f"for {points} Movement Point" in table.told[0]


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("church", "leads onto Land first"),
        ("land-3 church", "not on the tile"),
        ("land-1 a-2 church", "not on the tile"),
        ("land-1 bar", "not adjacent"),
        ("land-1 a-3 land-3 clinic", "not adjacent"),
        ("land-2 a-2 water bar", "No Ferry"),
        ("a-2 land-2 bar", "not adjacent"),
        ("land-2 a-2 land-2 subway b-1 gym", "Subway Station"),
        ("subway a-2 land-2 bar", "Subway Station"),
        ("land-2 heliport bar", "starts from a Heliport"),
        ("heliport gym", "up to two tiles"),
        ("casino", "has to move"),
    ],
)
def test_a_path_that_does_not_lead_there_is_refused(path, why):
    table = in_the_city()
    table.refuses(MOVE, why).move("Ann", path=path)


def test_three_movement_points_and_no_more():
    table = in_the_city()
    table.refuses(MOVE, "costs 4 Movement Points; Ann has 3").move("Ann", path="land-1 land-2 land-1 church")
    table.overruled.move("Ann", path="land-1 land-2 land-1 church")


@pytest.mark.parametrize("path", ["", "a-1", "subway", "subway gym", "vest", "a-1 a-2 land-1 bar", "sewer chopper bar"])
def test_a_path_that_cannot_be_read_is_refused(path):
    in_the_city().refuses(MOVE, "cannot be read").move("Ann", path=path)


def test_a_move_ends_on_a_location():
    table = in_the_city()
    table.refuses(MOVE, "ends on a Location").move("Ann", "land-1")
    table.refuses(MOVE, "ends on a Location").move("Ann", path="subway b-1")


def test_water_is_open_where_its_area_has_a_ferry():
    table = in_the_city()
    table.refuses(MOVE, "No Ferry").move("Ann", path="land-2 a-2 water a-3 water clinic")
    table.enter_tile("Ann", "a-3", "a-2 b-1", "land-3 water", "clinic", "ferry")
    table.move("Ann", path="land-2 a-2 water a-3 water clinic")
    assert "for 3 Movement Points" in table.told[0]


def test_gas_cans_are_spent_for_extra_points():
    table = in_the_city()
    table.has("Ann", gas=1)
    table.refuses(MOVE, "not so many Gas cans").move("Ann", path="land-1 church", gas=2)
    table.refuses(MOVE, "not so many Gas cans").move("Ann", path="land-1 church", gas=-1)
    table.move("Ann", path="land-1 land-2 land-1 church", gas=1)
    table.sees("Ann", gas=0, at="church")


def test_leaving_a_subway_station_pays_itself_back():
    table = in_the_city()
    table.enter_tile("Ann", "a-3", "a-2 b-1", "land-3 water land-1", "clinic")
    table.move("Ann", path="subway b-1 land-3 a-3 land-3 land-1 clinic")
    assert "for 2 Movement Points" in table.told[0]


@pytest.mark.parametrize(
    ("card", "path", "points"),
    [
        ("chopper", "chopper bar", 0),
        ("chopper", "chopper a-3 land-3 clinic", 1),
        ("sewer", "sewer a-3 land-3 clinic", 1),
        ("sewer", "sewer clinic", 0),
        ("medevac", "medevac", 0),
    ],
)
def test_a_card_pays_for_another_way_of_travel(card, path, points):
    table = in_the_city()
    table.refuses(MOVE, "has used nothing that allows").move("Ann", path=path)
    table.has("Ann", contacts=card)
    table.use_contact("Ann", card)
    table.move("Ann", path=path)
    assert f"for {points} Movement Point" in table.told[0]


def test_the_sewer_costs_a_point_where_it_ends_on_another_land():
    table = in_the_city()
    table.has("Ann", contacts="sewer")
    table.use_contact("Ann", "sewer")
    table.move("Ann", path="land-1 sewer a-3 land-3 clinic")
    assert "for 3 Movement Points" in table.told[0]


def test_the_sewer_spans_exactly_two_tiles_and_a_chopper_one_or_two():
    table = in_the_city()
    table.has("Ann", contacts="sewer chopper")
    table.use_contact("Ann", "sewer")
    table.use_contact("Ann", "chopper")
    table.refuses(MOVE, "exactly two").move("Ann", path="sewer bar")
    table.refuses(MOVE, "exactly two").move("Ann", path="sewer b-1 land-3 gym")
    table.refuses(MOVE, "up to two tiles").move("Ann", path="chopper church")
    table.refuses(MOVE, "up to two tiles").move("Ann", path="chopper gym")
    table.refuses(MOVE, "starts from a Heliport").move("Ann", path="land-2 a-2 land-2 chopper clinic")
    table.move("Ann", path="chopper clinic")


def test_a_medevac_ends_the_movement_at_the_hospital():
    table = in_the_city()
    table.has("Ann", contacts="medevac")
    table.use_contact("Ann", "medevac")
    table.refuses(MOVE, "ends the movement").move("Ann", path="medevac land-1 hospital")
    table.move("Ann", path="medevac")
    table.sees("Ann", at="hospital")


def test_a_gang_member_flies_for_a_point_from_a_heliport_tile():
    table = in_the_city()
    table.has("Ann", gangs={"gang-1": 2})
    table.refuses(MOVE, "has used nothing").move("Ann", path="land-1 gang bar")
    table.use_gang("Ann", "gang-1", "fly")
    table.move("Ann", path="land-1 gang bar")
    assert "for 2 Movement Points" in table.told[0]
    table.sees("Ann", gang=1)


@pytest.mark.parametrize(("source", "piece"), [("contacts", "jet-ski"), ("tiles", "scuba-gear")])
def test_one_body_of_water_is_opened_by_a_jet_ski_or_scuba_gear(source, piece):
    table = in_the_city()
    table.has("Ann", **{source: piece})
    (table.use_contact if source == "contacts" else table.use_fixer)("Ann", piece)
    table.move("Ann", path="land-2 a-2 water a-3 water clinic")
    table.sees("Ann", at="clinic")


def test_one_jet_ski_opens_one_body_of_water():
    table = in_the_city()
    table.enter_tile("Ann", "a-1", "hospital-tile", "land-1 land-2 water", "casino church", "subway heliport")
    table.enter_tile("Ann", "a-2", "a-1 a-3", "land-2", "bar store-d")
    table.has("Ann", contacts="jet-ski gas-can", gas=2)
    table.use_contact("Ann", "jet-ski")
    table.use_contact("Ann", "gas-can")
    path = "water a-2 land-2 a-3 water clinic"
    table.refuses(MOVE, "No Ferry").move("Ann", path=path)
    table.has("Ann", contacts="jet-ski")
    table.use_contact("Ann", "jet-ski")
    table.move("Ann", path=path)


def test_the_gas_can_contact_is_a_movement_point():
    table = in_the_city()
    table.has("Ann", contacts="gas-can")
    table.use_contact("Ann", "gas-can")
    table.move("Ann", path="land-1 land-2 land-1 church")


# ---------------------------------------------------------------- without a map


def test_without_a_map_the_table_answers_for_the_way():
    table = on_turn()
    table.move("Ann", "church")
    table.hears("Ann moves to the Church; the way was not told.")


def test_without_a_map_a_path_that_is_told_is_costed():
    table = on_turn()
    table.refuses(MOVE, "costs 4").move("Ann", path="land-1 land-2 land-3 church")
    table.move("Ann", path="land-1 land-2 church")
    table.hears("Ann moves to the Church for 3 Movement Points.")


def test_where_only_the_end_is_told_the_map_finds_a_cheapest_path():
    table = in_the_city()
    table.refuses(MOVE, "leads somewhere else").move("Ann", "church", path="land-2 a-2 land-2 bar")
    table.move("Ann", "gym")
    table.hears("Ann moves to the Gym for 1 Movement Point.")


def test_options_offer_what_the_points_reach():
    table = in_the_city()
    ids = table.table.state.box.card_ids
    ends = {ids[action.to] for action in table.table.options() if action.do == "move"}
    assert ends == {"church", "hospital", "bar", "store-d", "gym", "clinic"}
    table.found(city=type(table.table.state.city)())
    ends = {ids[action.to] for action in table.table.options() if action.do == "move"}
    assert len(ends) == len(GAME.describe()["locations"]) - 1
