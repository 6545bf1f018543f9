"""EXECUTIVE ACTIONS, and every Contact card, Fixer, Asset and Equipment tile of the aid as data."""

import pytest

from rules.games.escape_plan.asked import TakeContact
from rules.games.escape_plan.pieces import ASSETS, CONTACTS, EQUIPMENT, FIXERS
from tests.rules.escape_plan.script import on_turn

PRICES = {  # CONTACT CARDS: cost, and whether a star is shown
    "bribe": (2, True), "rally": (2, True), "chopper": (2, True), "fast-car": (3, True), "boxer": (2, True),
    "fight": (2, True), "ninja": (2, True), "fixer": (4, False), "gang": (2, True), "gas-can": (0, False),
    "general-store": (2, False), "informer": (3, False), "jet-ski": (0, False), "medevac": (0, False),
    "medic": (2, True), "sewer": (2, True), "snitch": (1, True), "spy-1": (2, True), "spy-2": (3, True),
    "spy-3": (3, True), "stunt": (1, True),
}  # fmt: skip
FIXER_PRICES = {
    "disguise": 2, "energy-drink": 2, "first-aid-kit": 1, "gold-bar": 3, "id-card": 4, "motorcycle": 2, "safe": 3,
    "scuba-gear": 1, "helicopter": 1, "skateboard": 1, "telephone": 2,
}  # fmt: skip


def having(**fields):
    table = on_turn(house={"open-money": True})
    table.has("Ann", **{"money": 20, "wounds": 2, **fields})
    return table


def test_every_contact_card_of_the_aid_with_its_price_and_star():
    assert {name: (card["cost"], card["star"]) for name, card in CONTACTS.items()} == PRICES


def test_every_fixer_equipment_and_asset_tile_of_the_aid():
    assert {name: tile["price"] for name, tile in FIXERS.items()} == FIXER_PRICES
    assert {name: tile["price"] for name, tile in EQUIPMENT.items()} == {
        "vest": 2,
        "hat": 2,
        "helmet": 2,
        "gas-mask": 3,
    }
    assert len(ASSETS) == 7 and sum("police" in tile for tile in ASSETS.values()) == 3


def test_first_aid_heals_a_wound_and_is_spent_until_a_rest():
    table = having()
    table.first_aid("Ann")
    table.sees("Ann", wounds=1, first_aid=False)
    table.refuses("PERFORM FIRST AID", "until the next rest").first_aid("Ann")


def test_executive_actions_at_any_time_of_ones_own_turn():
    table = having(contacts="medic")
    table.move("Ann", "church", police=["red"])
    table.first_aid("Ann")
    table.take_wounds("Ann")
    table.use_contact("Ann", "medic")
    table.take_contact("Ann", "stunt")
    table.has("Ben", wounds=1)
    table.refuses("5) PLAYER ACTION", "It is Ann's turn.").first_aid("Ben")


def test_a_contact_card_is_paid_and_flipped_and_a_star_makes_notorious():
    for card, (cost, star) in PRICES.items():
        if CONTACTS[card]["effect"].startswith("avoid"):
            continue
        table = having(contacts=card, blue=0)
        table.use_contact("Ann", card, *(["fly"] if card == "gang" else []))
        table.sees("Ann", gains=int(star), money=20 - cost + (3 if card == "general-store" else 0))
        assert table.of_player("Ann").contacts[0][1]


def test_a_contact_card_is_used_face_up_only():
    table = having(contacts="-medic")
    table.refuses("USE A CONTACT CARD", "no such Contact card face up").use_contact("Ann", "medic")
    table.refuses("USE A CONTACT CARD", "no such Contact card face up").use_contact("Ann", "informer")


def test_a_contact_card_has_to_be_paid():
    table = having(contacts="medic", money=1)
    table.refuses("USE A CONTACT CARD", "cannot pay $2").use_contact("Ann", "medic")
    table.has("Ann", money=None)
    table.depends("USE A CONTACT CARD", "not counted").use_contact("Ann", "medic")


# each effect, by whatever has it


def use(table, piece: str, *more) -> None:
    if piece in CONTACTS:
        table.has("Ann", contacts=f"{piece} -stunt")
        table.use_contact("Ann", piece, *more)
    elif piece in FIXERS:
        table.has("Ann", tiles=f"{piece} -vest -disguise")
        table.use_fixer("Ann", piece, *more)
    else:
        table.has("Ann", unlocked=piece)
        table.use_asset("Ann", piece, *more)


@pytest.mark.parametrize("piece", ["medic", "first-aid-kit", "bandage"])
def test_some_heal_a_wound(piece):
    table = having()
    use(table, piece)
    table.sees("Ann", wounds=1)


@pytest.mark.parametrize("piece", ["fixer", "id-card", "extra-action"])
def test_some_give_an_extra_action_disc(piece):
    table = having()
    use(table, piece)
    table.sees("Ann", discs=1)


@pytest.mark.parametrize("piece", ["informer", "disguise"])
def test_some_lose_notoriety(piece):
    table = having()
    use(table, piece)
    table.sees("Ann", losses=1)


@pytest.mark.parametrize(("piece", "money"), [("general-store", 18 + 3), ("safe", 20 + 3)])
def test_some_give_income(piece, money):
    table = having()
    use(table, piece)
    table.sees("Ann", money=money)


@pytest.mark.parametrize("piece", ["spy-1", "telephone"])
def test_some_take_a_contact_card(piece):
    table = having()
    use(table, piece)
    table.take_contact("Ann", "ninja")
    assert table.table.view["players"]["Ann"]["contacts"][-1] == {"card": "ninja", "used": False}


@pytest.mark.parametrize("piece", ["spy-3", "gold-bar"])
def test_some_unlock_an_asset(piece):
    table = having()
    use(table, piece)
    table.unlock_asset("Ann", "move-red")


def test_with_nothing_locked_nothing_is_asked():
    table = having(locked="")
    use(table, "gold-bar")
    assert not table.answers


@pytest.mark.parametrize("piece", ["spy-2", "energy-drink"])
def test_some_flip_equipment_and_contact_cards_back(piece):
    table = having(tiles="-vest -disguise", contacts="-stunt")
    if piece == "spy-2":
        table.has("Ann", contacts="-stunt spy-2")
        table.use_contact("Ann", piece)
        assert [used for _, used in table.of_player("Ann").contacts] == [False, True]
        assert [used for _, used in table.of_player("Ann").tiles] == [False, True]
    else:
        table.has("Ann", tiles="-vest energy-drink")
        table.use_fixer("Ann", piece)
        assert [used for _, used in table.of_player("Ann").contacts] == [False]
        assert [used for _, used in table.of_player("Ann").tiles] == [False, True]


@pytest.mark.parametrize(("piece", "way"), [("helicopter", "chopper"), ("chopper", "chopper"), ("sewer", "sewer")])
def test_some_open_a_way_of_travel(piece, way):
    table = having()
    use(table, piece)
    table.move("Ann", path=f"{way} church")


@pytest.mark.parametrize("piece", ["gang", "motorcycle"])
def test_some_do_what_a_gang_member_does(piece):
    for choice in ("notoriety", "fly"):
        table = having()
        use(table, piece, choice)
        table.sees("Ann", losses=int(choice == "notoriety"))
    table = having()
    table.move("Ann", "store-a", police=["red+blue"])
    use(table, piece, "avoid", 1)
    assert not table.answers
    table = having(contacts="gang", tiles="motorcycle")
    table.refuses("USE A GANG MEMBER", "Say what the Gang does").use_contact("Ann", "gang")
    table.refuses("USE A GANG MEMBER", "Say what the Gang does").use_fixer("Ann", "motorcycle")


def test_what_moves_is_used_before_the_move():
    table = having(contacts="gas-can sewer", tiles="helicopter", gangs={"gang-1": 2})
    table.visits("Ann", "store-a")
    table.refuses("EXECUTIVE ACTIONS", "before it is made").use_contact("Ann", "gas-can")
    table.refuses("EXECUTIVE ACTIONS", "before it is made").use_fixer("Ann", "helicopter")
    table.refuses("EXECUTIVE ACTIONS", "before it is made").use_gang("Ann", "gang-1", "fly")


# ---------------------------------------------------------------- Assets


def test_an_asset_costs_what_stands_below_it_and_is_flipped():
    table = having(unlocked="extra-action bandage")
    table.use_asset("Ann", "bandage")
    table.sees("Ann", money=16, assets={"locked": 6, "unlocked": 2, "flipped": 1})
    table.refuses("USE AN UNLOCKED ASSET TILE", "no such Asset tile unlocked").use_asset("Ann", "bandage")
    table.has("Ann", money=4)
    table.refuses("USE AN UNLOCKED ASSET TILE", "cannot pay $5").use_asset("Ann", "extra-action")


def test_an_asset_whose_price_is_not_entered_hangs_on_the_box():
    table = on_turn(box={})
    table.has("Ann", unlocked="extra-action bandage", wounds=1)
    table.depends("USE AN UNLOCKED ASSET TILE", "printed on your box").use_asset("Ann", "bandage")


def test_the_master_key_is_only_flipped_to_open_something():
    table = having(unlocked="master-key")
    table.refuses("ASSET TILES", "opens a closed Business or a Locker").use_asset("Ann", "master-key")


def test_an_unlocked_tile_goes_to_the_dearest_empty_space():
    table = having()
    for asset in ("move-red", "bandage"):
        use(table, "gold-bar")
        table.unlock_asset("Ann", asset)
    table.use_asset("Ann", "bandage")
    table.sees("Ann", money=17)


def test_without_an_empty_space_the_tile_leaves_the_game():
    table = having(unlocked="extra-action move-red move-blue -bandage", locked="move-black getaway")
    use(table, "gold-bar")
    table.refuses("UNLOCKING AN ASSET TILE", "no such Asset").unlock_asset("Ann", "move-red")
    table.unlock_asset("Ann", "getaway")
    table.hears("Ann has no empty space: the Avoid Asset leaves the game.")
    table.sees("Ann", assets={"locked": 1, "unlocked": 4, "flipped": 1})


def test_a_question_for_an_asset_falls_with_the_last_one():
    table = having(locked="move-red", contacts="spy-3")
    table.rest("Ann")
    table.use_contact("Ann", "spy-3")
    table.unlock_asset("Ann", "move-red")
    assert not table.answers


# ---------------------------------------------------------------- Gang members


def test_a_gang_member_returns_and_the_second_brings_the_marker_back():
    table = having(gangs={"gang-1": 2})
    table.refuses("USE A GANG MEMBER", "no Gang member from there").use_gang("Ann", "gang-2", "notoriety")
    table.use_gang("Ann", "gang-1", "notoriety")
    table.sees("Ann", losses=1, gang=1)
    table.use_gang("Ann", "gang-1", "notoriety")
    table.sees("Ann", losses=2, gang=0)
    assert not table.of_player("Ann").gangs


def test_fixers_are_flipped_once_and_for_all():
    table = having(tiles="disguise")
    table.use_fixer("Ann", "disguise")
    table.refuses("USE A FIXER TILE", "no such Fixer").use_fixer("Ann", "disguise")
    table.has("Ann", tiles="vest")
    table.refuses("USE A FIXER TILE", "no such Fixer", "EXECUTIVE ACTIONS").use_fixer("Ann", "vest", police="red")


def test_while_a_contact_card_is_taken_others_may_be_used():
    table = having(contacts="medic")
    table.found(pending=(TakeContact(0),))
    table.use_contact("Ann", "medic")
    assert table.answers == {"take-contact"}
