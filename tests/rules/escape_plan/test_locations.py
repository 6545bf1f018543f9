"""The locations: Businesses, Safe Houses, Convenience Stores, Church, Clinic, Hospital, Gangs, Exits."""

import pytest

from rules.games.escape_plan.asked import TakeContact
from rules.games.escape_plan.pieces import BUSINESSES, piece
from rules.games.escape_plan.state import DECK, DISCARD, DISPLAY
from rules.knowledge import NOTHING
from tests.rules.escape_plan.script import evening, on_turn

STORES, BUSINESS, SAFE, EXITS = "CONVENIENCE STORES", "BUSINESSES", "SAFE HOUSES", "EXITS"


def rich(**setup):
    """Ann's first turn, with money to spend, shown openly."""
    table = on_turn(house={"open-money": True, **setup.pop("house", {})}, **setup)
    table.has("Ann", money=30)
    return table


def at(location: str, **setup):
    table = rich(**setup)
    table.visits("Ann", location)
    return table


def closed(location: str, table) -> None:
    number = BUSINESSES.index(piece(location))
    visits = table.table.state.closing
    table.found(closing=(*visits[:number], table.table.state.box.tables["closes"], *visits[number + 1 :]))


@pytest.mark.parametrize(
    ("location", "gains"),
    [("casino", 2), ("safe-house-1", 2), ("store-a", 2), ("church", 2), ("clinic", 2), ("exit-1", 2), ("hospital", 1)],
)
def test_one_notoriety_for_each_other_player_there_and_sandra(location, gains):
    table = rich(players="Ann Ben")
    table.has("Ben", at=location)
    table.has("Sandra", at=location)
    table.has("Ann", at="bar")
    table.visits("Ann", location)
    table.sees("Ann", gains=gains)


def test_who_is_out_is_no_company():
    table = rich()
    table.has("Ben", at="church", escaped=1)
    table.visits("Ann", "church")
    table.sees("Ann", gains=0)


# ---------------------------------------------------------------- Businesses


def test_a_business_takes_a_cube_and_gives_a_contact_card():
    table = rich()
    table.move("Ann", "casino")
    assert table.answers == {"place-cube"}
    table.refuses(BUSINESS, "places no Income cube").place_cube("Ben")
    table.place_cube("Ann")
    table.sees("Ann", cubes=1, money=30)
    assert table.answers == {"take-contact"}


def test_an_income_symbol_brings_income_at_once():
    table = rich()
    table.visits("Ann", "casino", income=True)
    table.sees("Ann", money=30 + 4)  # with one cube gone the next number shows


def test_each_business_is_visited_once_a_game():
    table = at("casino")
    table.end_turn("Ann")
    table.let_rest("Ben", "Cat")
    table.takes_turn("Ann", "church")
    for name in ("Ben", "Cat"):
        table.takes_turn(name, "store-a")
    table.refuses(BUSINESS, "visited the Casino already").move("Ann", "casino")


@pytest.mark.parametrize(("players", "visits"), [("Ann Ben Cat", 2), ("Ann Ben Cat Dan", 3)])
def test_a_business_closes_after_two_visits_or_three(players, visits):
    table = on_turn(players)
    for number, name in enumerate(players.split()[:visits], 1):
        table.visits(name, "casino")
        assert table.table.view["businesses"]["casino"] == {"visits": number, "closed": number == visits}
        if number == visits:
            table.hears("Ben takes" if name == "Ben" else "Cat takes", "The Casino closes")
        table.end_turn(name)
    table.refuses(BUSINESS, "The Casino is closed").move(players.split()[visits], "casino")


def test_a_closed_business_takes_an_unused_key():
    table = rich()
    closed("casino", table)
    table.refuses(BUSINESS, "no such Key unused").move("Ann", "casino", key="green")
    table.has("Ann", keys=(1, 0, 0))
    table.refuses(BUSINESS, "for a closed Business only").move("Ann", "bar", key="green")
    table.visits("Ann", "casino", key="green")
    table.sees("Ann", keys={"green": 0, "black": 0, "brown": 0})


def test_the_master_key_opens_a_closed_business_for_its_price():
    table = rich()
    closed("casino", table)
    table.has("Ann", unlocked="extra-action master-key", money=3)
    table.refuses(BUSINESS, "cannot pay $4").move("Ann", "casino", key="master-key")
    table.has("Ann", money=4)
    table.visits("Ann", "casino", key="master-key")
    table.sees("Ann", money=0, assets={"locked": 6, "unlocked": 2, "flipped": 1})


def test_all_three_businesses_of_a_group():
    for choice, discs, losses in (("disc", 1, 0), ("asset", 0, 1)):
        table = rich()
        table.has("Ann", visited=sum(1 << piece(name) - piece("hospital") for name in ("bar", "restaurant", "gym")))
        table.visits("Ann", "casino")
        table.refuses(BUSINESS, "no reward to choose").choose_bonus("Ben", "disc")
        table.choose_bonus("Ann", choice)
        table.sees("Ann", discs=discs, losses=losses)
        if choice == "asset":
            table.unlock_asset("Ann", "move-red")
        assert not table.answers


def test_two_of_one_group_and_one_of_the_other_are_no_group():
    table = rich()
    table.has("Ann", visited=sum(1 << piece(name) - piece("hospital") for name in ("bar", "gym", "cinema")))
    table.visits("Ann", "casino")
    assert not table.answers


# ---------------------------------------------------------------- Safe Houses


def test_a_safe_house_takes_a_cube_loses_notoriety_and_gives_a_key():
    table = rich()
    table.move("Ann", "safe-house-2")
    table.place_cube("Ann")
    table.sees("Ann", cubes=1, losses=1)
    table.refuses(SAFE, "takes no Key").take_key("Ben", "green")
    table.stock(keys=(0, 1, 1))
    table.refuses(SAFE, "No Key of that colour").take_key("Ann", "green")
    table.take_key("Ann", "brown")
    table.sees("Ann", keys={"green": 0, "black": 0, "brown": 1})
    table.piles(**{"brown-keys": 0})


def test_without_keys_none_is_asked_for():
    table = rich()
    table.stock(keys=(0, 0, 0))
    table.move("Ann", "safe-house-2")
    table.place_cube("Ann", True)
    table.sees("Ann", money=34)
    assert not table.answers


def test_a_safe_house_sells_one_fixer():
    table = at("safe-house-1")
    table.refuses("FIXER TILES", "no Fixer").buy_fixer("Ann", "vest")
    table.buy_fixer("Ann", "gold-bar")
    table.sees("Ann", money=27, tiles=[{"tile": "gold-bar", "used": False}])
    table.refuses(SAFE, "bought a Fixer on this visit").buy_fixer("Ann", "disguise")
    table.piles(fixers=7)


def test_a_fixer_has_to_be_there_and_paid():
    table = at("safe-house-1")
    table.has("Ann", money=1)
    table.refuses(SAFE, "cannot pay $3").buy_fixer("Ann", "gold-bar")
    table.buy_fixer("Ann", "skateboard")
    table.going(spent=frozenset())
    table.refuses(SAFE, "not in the stack", SAFE).buy_fixer("Ann", "skateboard")
    table.has("Ann", money=9)
    table.stock(fixers=0)
    table.refuses(SAFE, "not in the stack").buy_fixer("Ann", "disguise")


def test_all_three_safe_houses():
    for choice, discs, money in (("disc", 1, 30), ("asset", 0, 34)):
        table = rich()
        table.has("Ann", visited=sum(1 << piece(f"safe-house-{n}") - piece("hospital") for n in (1, 2)))
        table.visits("Ann", "safe-house-3")
        table.choose_bonus("Ann", choice)
        table.sees("Ann", discs=discs, money=money)
        if choice == "asset":
            table.unlock_asset("Ann", "move-red")


def test_each_safe_house_is_visited_once_a_game():
    table = rich()
    table.has("Ann", visited=1 << piece("safe-house-3") - piece("hospital"))
    table.refuses(SAFE, "visited the Safe House 3 already").move("Ann", "safe-house-3")


# ---------------------------------------------------------------- space for tiles


def test_a_full_board_makes_way_for_one_notoriety():
    table = at("safe-house-1")
    table.has("Ann", tiles="vest hat helmet gas-mask vest")
    table.refuses(SAFE, "no space").buy_fixer("Ann", "safe")
    table.refuses(SAFE, "no such tile to discard").buy_fixer("Ann", "safe", "disguise")
    table.buy_fixer("Ann", "safe", "hat")
    table.sees("Ann", gains=1)
    assert [tile["tile"] for tile in table.table.view["players"]["Ann"]["tiles"]] == [
        "vest", "helmet", "gas-mask", "vest", "safe",
    ]  # fmt: skip


@pytest.mark.parametrize("what", ["equipment", "locker", "exit"])
def test_a_full_board_makes_way_for_equipment_lockers_and_exit_tiles(what):
    table = rich()
    table.has("Ann", tiles="vest hat helmet gas-mask vest", keys=(1, 0, 0), contacts="medic", notoriety=9)
    if what == "exit":
        table.found(patrols=(2, 1, 0))
        table.move("Ann", "exit-1")
        table.refuses(EXITS, "no space").use_exit("Ann", "tile")
        table.refuses(EXITS, "no such tile").use_exit("Ann", "tile", "disguise")
        table.refuses(EXITS, "no such tile").use_exit("Ann", "income", "vest")
        table.use_exit("Ann", "tile", "vest")
        table.sees("Ann", exits=1, gains=1)
        return
    table.visits("Ann", "store-a")
    if what == "equipment":
        table.refuses(STORES, "no space").buy_equipment("Ann", "hat")
        table.refuses(STORES, "no such tile").buy_equipment("Ann", "hat", "disguise")
        table.buy_equipment("Ann", "hat", "vest")
    else:
        table.refuses(STORES, "no space").open_locker("Ann", "green", "green")
        table.refuses(STORES, "no such tile").open_locker("Ann", "green", "green", "disguise")
        table.open_locker("Ann", "green", "green", "vest")
    table.sees("Ann", gains=1)


# ---------------------------------------------------------------- Convenience Stores


def test_one_gas_can_a_visit_and_two_at_most():
    table = at("store-b")
    table.take_gas("Ann")
    table.sees("Ann", gas=1)
    table.piles(gas=5)
    table.refuses(STORES, "Gas can on this visit").take_gas("Ann")
    table.going(spent=frozenset())
    table.has("Ann", gas=2)
    table.refuses(STORES, "two Gas cans").take_gas("Ann")
    table.has("Ann", gas=0)
    table.stock(gas=0)
    table.refuses(STORES, "No Gas can is left").take_gas("Ann")


def test_up_to_two_equipment_tiles():
    table = at("store-c")
    table.refuses("EQUIPMENT TILES", "no Equipment").buy_equipment("Ann", "disguise")
    table.buy_equipment("Ann", "vest")
    table.buy_equipment("Ann", "gas-mask")
    table.sees("Ann", money=25)
    table.refuses(STORES, "two Equipment tiles").buy_equipment("Ann", "hat")
    table.going(bought=0)
    table.has("Ann", money=1)
    table.refuses(STORES, "cannot pay $2").buy_equipment("Ann", "hat")
    table.has("Ann", money=9)
    table.stock(equipment=(4, 0, 4, 4))
    table.refuses(STORES, "stack of Equipment is empty").buy_equipment("Ann", "hat")


def test_a_locker_takes_its_key_and_the_sum():
    table = at("store-d")
    table.has("Ann", notoriety=2, contacts="medic", keys=(1, 1, 0))
    table.refuses(STORES, "takes a Key").open_locker("Ann", "green")
    table.refuses(STORES, "its own colour").open_locker("Ann", "green", "black")
    table.refuses(STORES, "make 3; that Locker needs 4").open_locker("Ann", "black", "black")
    table.open_locker("Ann", "green", "green")
    table.hears("Ann flips a Key (green).", "Ann opens a green Locker: draw 4, keep one.")
    table.sees("Ann", lockers=1, keys={"green": 0, "black": 1, "brown": 0})
    table.has("Ann", notoriety=9)
    table.refuses(STORES, "opened a Locker on this visit").open_locker("Ann", "black", "black")


@pytest.mark.parametrize(("colour", "tiles"), [("green", 4), ("black", 3), ("brown", 2)])
def test_green_draws_one_more_and_brown_one_less_than_the_sum(colour, tiles):
    table = at("store-d", box={"assets": [5, 4]})
    table.has("Ann", notoriety=2, contacts="medic", keys=(1, 1, 1))
    table.open_locker("Ann", colour, colour)
    table.hears(f"Ann flips a Key ({colour}).", f"Ann opens a {colour} Locker: draw {tiles}")


def test_no_more_are_drawn_than_there_are_and_at_least_one():
    table = at("store-d", box={})
    table.has("Ann", notoriety=1, contacts="", keys=(1, 1, 1))
    table.refuses(STORES, "no Locker tile").open_locker("Ann", "brown", "brown")
    table.stock(lockers=(1, 5, 5))
    table.open_locker("Ann", "green", "green")
    table.hears("Ann flips", "Ann opens a green Locker: draw 1, keep one.")


def test_a_locker_opened_without_its_key_or_with_the_master_key():
    table = at("store-d")
    table.has("Ann", notoriety=9)
    table.refuses(STORES, "no such Key unused").open_locker("Ann", "green", "green")
    table.has("Ann", unlocked="extra-action master-key", money=3)
    table.refuses(STORES, "cannot pay $4").open_locker("Ann", "brown", "master-key")
    table.has("Ann", money=9)
    table.open_locker("Ann", "brown", "master-key")
    table.sees("Ann", money=5)


def test_the_position_on_the_track_counts_not_this_turns_cubes():
    table = at("store-d")
    table.has("Ann", notoriety=2, red=4, contacts="", keys=(1, 0, 0))
    table.refuses(STORES, "make 2").open_locker("Ann", "green", "green")


# ---------------------------------------------------------------- Church, Clinic, Hospital


def test_the_church_takes_a_dollar_for_a_notoriety():
    table = at("church")
    table.pray("Ann")
    table.sees("Ann", money=29, losses=1)
    table.refuses("CHURCH", "on this visit already").pray("Ann")
    table.going(spent=frozenset())
    table.has("Ann", money=0)
    table.refuses("CHURCH", "cannot pay $1").pray("Ann")


@pytest.mark.parametrize("location", ["church", "clinic"])
def test_church_and_clinic_may_unlock_an_asset_and_give_a_contact_card(location):
    table = rich()
    table.move("Ann", location)
    assert table.answers == {"take-contact"}
    table.take_contact("Ann", "medic")
    table.unlock_asset("Ann", "move-red")
    table.refuses("UNLOCKING AN ASSET TILE", "may not unlock").unlock_asset("Ann", "move-blue")


def test_the_clinic_heals_a_wound():
    table = at("clinic")
    table.has("Ann", wounds=2)
    table.treat("Ann")
    table.sees("Ann", wounds=1)
    table.refuses("CLINIC", "on this visit already").treat("Ann")


@pytest.mark.parametrize(("wounds", "money"), [(1, 29), (2, 27), (3, 24)])
def test_the_hospital_heals_for_money_and_makes_notorious(wounds, money):
    table = rich()
    table.has("Ann", wounds=3, at="bar")
    table.visits("Ann", "hospital")
    table.sees("Ann", gains=1)
    table.pay_hospital("Ann", wounds)
    table.sees("Ann", wounds=3 - wounds, money=money)
    table.has("Ann", wounds=1)
    table.refuses("HOSPITAL", "on this visit already").pay_hospital("Ann", 1)


def test_nobody_pays_for_wounds_that_are_not_there():
    table = rich()
    table.has("Ann", wounds=1, at="bar")
    table.visits("Ann", "hospital")
    table.refuses("HOSPITAL", "Ann has only 1 Wound.").pay_hospital("Ann", 2)
    table.has("Ann", wounds=0)
    table.refuses("HOSPITAL", "Ann has no Wound to heal.").pay_hospital("Ann", 1)
    table.sees("Ann", money=30)


def test_the_hospital_heals_one_to_three():
    table = rich()
    table.has("Ann", wounds=3, at="bar", money=2)
    table.visits("Ann", "hospital")
    table.refuses("HOSPITAL", "1, 2 or 3", "HOSPITAL").pay_hospital("Ann", 4)
    table.refuses("HOSPITAL", "1, 2 or 3").pay_hospital("Ann", 0)
    table.refuses("HOSPITAL", "cannot pay $3").pay_hospital("Ann", 2)


# ---------------------------------------------------------------- Gangs


def test_a_gang_costs_5_and_gives_two_members_and_takes_a_marker():
    table = at("gang-1")
    table.sees("Ann", money=25, gang=2)
    table.end_turn("Ann")
    table.refuses("GANGS", "marker is there").move("Ben", "gang-1")


def test_the_gangs_money_spent_on_the_way_is_gone():
    table = rich()
    table.has("Ann", money=6, contacts="fast-car")
    table.move("Ann", "gang-1", police=["red"])
    table.use_contact("Ann", "fast-car")
    table.hears("Ann uses", "Ann avoids 1.", "Ann has spent the $5")
    table.sees("Ann", money=3, gang=0)


def test_a_gang_is_visited_alone():
    table = rich()
    table.has("Ben", at="gang-2")
    table.refuses("GANGS", "Another player").move("Ann", "gang-2")


def test_two_markers_and_the_money():
    table = rich()
    table.has("Ann", gangs={"gang-1": 1, "gang-2": 2})
    table.refuses("GANGS", "no Gang Control marker").move("Ann", "gang-3")
    table.has("Ann", gangs={}, money=4)
    table.refuses("GANGS", "cannot pay $5").move("Ann", "gang-3")


# ---------------------------------------------------------------- Exits


def test_an_open_exit_gives_income_and_a_contact_card():
    table = rich()
    table.move("Ann", "exit-3")
    table.refuses(EXITS, "closed Exits only", EXITS).use_exit("Ann", "tile")
    table.refuses(EXITS, "not at an Exit").use_exit("Ben", "income")
    table.refuses(EXITS, "First Ann says what it is at the Exit: Income or nothing.").end_turn("Ann")
    table.use_exit("Ann", "income")
    table.sees("Ann", money=33)
    assert table.answers == {"take-contact"}


def test_a_closed_exit_gives_income_or_an_exit_tile():
    table = rich()
    table.found(patrols=(2, 1, 1))
    table.has("Ann", contacts="medic stunt")
    table.move("Ann", "exit-1")
    table.refuses(EXITS, "First Ann says what it is at the Exit: Income, an Exit tile or nothing.").end_turn("Ann")
    table.use_exit("Ann", "tile")
    table.hears("Ann draws 2 Exit tiles and keeps one.")
    table.sees("Ann", exits=1)
    table.piles(**{"exit-tiles": 9})


def test_exit_tiles_are_drawn_by_contact_cards():
    table = rich()
    table.found(patrols=(2, 1, 1))
    table.move("Ann", "exit-1")
    table.refuses(EXITS, "has no Contact card").use_exit("Ann", "tile")
    table.has("Ann", contacts="medic")
    table.stock(exits=0)
    table.refuses(EXITS, "No Exit tile is left").use_exit("Ann", "tile")
    table.use_exit("Ann", "nothing")


# ---------------------------------------------------------------- where one is


@pytest.mark.parametrize(
    ("heading", "verb", "what"),
    [
        ("CHURCH", "pray", ()),
        ("CLINIC", "treat", ()),
        ("HOSPITAL", "pay_hospital", (1,)),
        (SAFE, "buy_fixer", ("safe",)),
        (STORES, "take_gas", ()),
        (STORES, "buy_equipment", ("vest",)),
        (STORES, "open_locker", ("green", "green")),
    ],
)
def test_a_location_serves_who_visits_it(heading, verb, what):
    table = rich()
    table.has("Ann", keys=(1, 0, 0), notoriety=9, at="gang-1", wounds=1)
    table.going(acted="move", visit=piece("gang-1"))
    getattr(table.refuses(heading, "is not visiting a"), verb)("Ann", *what)


# ---------------------------------------------------------------- GAINING CONTACT CARDS


def taking(**setup):
    table = rich(**setup)
    table.move("Ann", "church")
    return table


def test_a_contact_card_goes_to_the_leftmost_empty_space():
    table = taking()
    table.refuses("GAINING CONTACT CARDS", "takes no Contact card").take_contact("Ben", "medic")
    table.refuses("GAINING CONTACT CARDS", "no Contact card").take_contact("Ann", "vest")
    table.take_contact("Ann", "medic")
    table.sees("Ann", contacts=[{"card": "medic", "used": False}])
    table.piles(contacts=7, deck=24, discard=0)


def test_a_contact_card_may_replace_one_for_a_notoriety():
    table = taking()
    table.take_contact("Ann", "medic")
    table.found(pending=(TakeContact(table.seat("Ann")),))
    table.refuses("GAINING CONTACT CARDS", "which of your Contact cards").take_contact("Ann", "stunt", "replace", 2)
    table.refuses("GAINING CONTACT CARDS", "which of your Contact cards").take_contact("Ann", "stunt", "replace")
    table.take_contact("Ann", "stunt", "replace", 1)
    table.sees("Ann", contacts=[{"card": "stunt", "used": False}], gains=1)
    table.piles(discard=1)


def test_a_contact_card_may_be_discarded():
    table = taking()
    action = table.table.read({"by": "Ann", "do": "take-contact", "card": "medic", "put": "discard"})
    ids = table.table.state.box.card_ids
    assert [(ids[card], zone) for card, zone in action.lays(table.table.state)] == [("contact", "discard")]
    table.take_contact("Ann", "medic", "discard")
    table.sees("Ann", contacts=[], gains=0)
    table.piles(contacts=7, deck=24, discard=1)


def test_a_full_row_has_no_empty_space():
    table = taking()
    table.has("Ann", contacts="medic stunt ninja", cuffs=1)
    table.refuses("GAINING CONTACT CARDS", "no empty Contact card space").take_contact("Ann", "boxer")
    table.take_contact("Ann", "boxer", "discard")


def test_a_card_that_the_box_has_no_more_of_cannot_lie_there():
    table = evening("Ann", box={"medic": 1})
    table.to_the_first_turn()
    table.visits("Ann", "church", contact="medic")
    table.end_turn("Ann")
    table.move("Ann", "clinic")
    table.refuses("GAINING CONTACT CARDS", "cannot lie in the display").take_contact("Ann", "medic")
    table.take_contact("Ann")


def test_an_exhausted_deck_is_made_anew_from_the_discarded_cards():
    table = taking()
    zones = list(table.table.state.zones)
    zones[DISCARD], zones[DECK] = zones[DECK], NOTHING
    table.found(zones=tuple(zones))
    table.take_contact("Ann", "medic")
    table.hears("The Contact deck is exhausted")
    table.piles(contacts=7, deck=24, discard=0)


def test_from_an_empty_display_nothing_is_taken():
    table = taking()
    zones = list(table.table.state.zones)
    zones[DISPLAY] = zones[DECK] = NOTHING
    table.found(zones=tuple(zones))
    table.refuses("GAINING CONTACT CARDS", "cannot lie in the display").take_contact("Ann")
    table.take_contact("Ann", put="discard")


def test_what_nobody_names_is_counted_all_the_same():
    table = taking()
    table.take_contact("Ann")
    table.sees("Ann", contacts=[{"card": None, "used": False}])
