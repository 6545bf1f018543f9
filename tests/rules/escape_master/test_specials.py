"""Playing Traps and Escapes, their types, Important Special Card Regulations, Wisdom Cards and Traps."""

from rules.games.escape_master.state import DRAW, HANDS
from tests.rules.escape_master.script import alliance, at, started


def hand(table, seat):
    return table.table.state.zones[HANDS + seat].size


# ---------------------------------------------------------------- Traps


def test_a_trap_goes_on_an_opponents_action_pile():
    table = started()
    table.refuses("Playing Traps and Escapes", "opponent's Action pile").trap("Ann", "trap-up", "Ann")
    table.trap("Ann", "trap-up", "Ben")
    table.hears("Ann plays Trap (up only) on Ben.")
    table.sees("Ben", trap="trap-up")
    assert table.board().dial.alarms == ("trap",)


def test_only_traps_are_traps():
    started().refuses("Playing Traps and Escapes", "Escape is no Trap").trap("Ann", "escape", "Ben")


def test_nobody_traps_a_player_who_is_out():
    table = alliance()
    table.start("Ann")
    table.out("Ben")
    table.refuses("Playing Traps and Escapes", "Ben does not play any more").trap("Ann", "trap-up", "Ben")


def test_a_trapped_player_goes_one_way_until_the_trap_is_resolved():
    table = at("7-start")
    table.trap("Ben", "trap-up", "Ann")
    table.refuses("Types of Traps", "only ascending order").play("Ann", "6-mouse", stack=1)
    table.play("Ben", "6-mouse", stack=1)  # nobody else is bound
    table.escape("Ann", "escape")
    table.play("Ann", "5-mouse", stack=1)


def test_only_one_direction_trap_at_a_time():
    table = started()
    table.trap("Ann", "trap-up", "Ben")
    table.refuses("Types of Traps", "already").trap("Cat", "trap-down", "Ben")
    table.trap("Cat", "trap-down", "Ann")


def test_a_drawing_trap_may_always_be_played():
    table = started()
    table.trap("Ann", "trap-up", "Ben")
    table.trap("Cat", "trap-draw", "Ben")
    table.trap("Cat", "trap-draw", "Ben")


def test_a_drawing_trap_makes_its_victim_draw_three():
    table = started()
    table.trap("Ann", "trap-draw", "Ben")
    assert table.board().asks == "Ben draws 3 cards, or plays an Escape."
    table.trap("Ann", "trap-up", "Cat")  # Ben has said nothing
    table.hears("Ben draws 3.")
    assert hand(table, 1) == 13


def test_an_escape_before_drawing_saves_from_it():
    table = started()
    table.trap("Ann", "trap-draw", "Ben")
    table.escape("Ben", "escape")
    table.hears("Ben's Escape frees Ben.")
    table.trap("Ann", "trap-up", "Cat")
    assert hand(table, 1) == 9


def test_after_drawing_there_is_nothing_left_to_escape_from():
    table = started()
    table.trap("Ann", "trap-draw", "Ben")
    table.trap("Ann", "trap-up", "Cat")
    table.refuses("Types of Escapes", "Ben is in no Trap").escape("Ben", "escape")


def test_an_escape_of_somebody_else_leaves_the_victim_to_draw():
    table = started()
    table.trap("Ann", "trap-up", "Cat")
    table.trap("Ann", "trap-draw", "Ben")
    table.escape("Cat", "escape")
    table.sees("Cat", trap=None)
    table.play("Ann", "7-start")
    table.hears("Ben draws 3.")


def test_a_short_pile_gives_what_it_has():
    table = started("Ann Ben Cat Dan", box={"dealt": 20}, house={"level": "yellow"})
    for _ in range(16):
        table.depends("Drawing Cards", "no playable").take_card("Ann")
    assert table.table.state.zones[DRAW].size == 1
    table.trap("Ann", "trap-draw", "Ben")
    table.play("Ann", "7-start")
    table.hears("Ben draws 1.")


# ---------------------------------------------------------------- Escapes


def test_an_escape_is_played_on_a_trap():
    table = started()
    table.refuses("Types of Escapes", "Ann is in no Trap").escape("Ann", "escape")
    table.refuses("Types of Escapes", "is no Escape").escape("Ann", "wisdom")
    table.trap("Ben", "trap-down", "Ann")
    table.escape("Ann", "escape")
    table.sees("Ann", trap=None)


def test_nobody_escapes_for_an_opponent():
    table = started()
    table.trap("Ben", "trap-down", "Ann")
    table.refuses("Escape Alliance (Team Game)", "helps oneself").escape("Cat", "escape", "Ann")


def test_the_discarding_escape_resolves_a_trap_and_discards_a_card():
    table = started()
    table.trap("Ben", "trap-down", "Ann")
    table.escape("Ann", "escape-discard", discard="10-mouse")
    table.hears("Ann's Escape frees Ann.", "Ann discards 10 Mouse.")
    assert hand(table, 0) == 8


def test_the_discarding_escape_needs_no_trap():
    table = started()
    table.escape("Ann", "escape-discard", discard="doom-master")
    table.hears("Ann discards Doom Master.")
    table.escape("Ann", "escape-discard")  # what went into the History pile was not shown


def test_the_plain_escape_discards_nothing():
    table = started()
    table.trap("Ben", "trap-down", "Ann")
    table.refuses("Types of Escapes", "Only the Escape that says so").escape("Ann", "escape", discard="3-mouse")


def test_no_escape_discards_a_wisdom():
    table = started()
    table.refuses("Wisdom Cards and Traps", "may not be discarded").escape("Ann", "escape-discard", discard="wisdom")
    started(house={"escape-discards-wisdom": True}).escape("Ann", "escape-discard", discard="wisdom")


# ---------------------------------------------------------------- Important Special Card Regulations


def test_special_cards_may_be_discarded_at_any_time():
    table = started()
    table.discard("Ann", "trap-up escape dead-end")
    table.hears("Ann discards Trap (up only), Escape and Dead End.")
    assert hand(table, 0) == 7
    table.out("Ann")  # going out on a discard is allowed


def test_numbered_cards_are_not_discarded():
    table = started()
    table.refuses("Important Special Card Regulations", "Numbered cards are played").discard("Ann", "3-mouse")
    table.refuses("Important Special Card Regulations", "Numbered cards are played").discard("Ann", "7-start escape")
    table.refuses("Important Special Card Regulations", "Name the cards").discard("Ann", [])


def test_a_wisdom_is_never_discarded():
    started().refuses("Wisdom Cards and Traps", "may not be discarded").discard("Ann", "wisdom")


def test_a_doom_master_is_discarded_only_with_the_discarding_escape():
    started().refuses("Doom Master Cards", "only with the Escape").discard("Ann", "doom-master")


def test_a_special_card_lies_on_the_table_once():
    table = started()
    table.discard("Ann", "dead-end trap-up trap-up trap-draw escape escape escape")
    table.refuses("Deck Summary", "every copy lies on the table").discard("Ben", "dead-end")
    table.refuses("Deck Summary", "every copy lies on the table").trap("Ben", "trap-up", "Ann")
    table.trap("Ben", "trap-down", "Ann")
    table.refuses("Deck Summary", "every copy lies on the table").escape("Ann", "escape")


# ---------------------------------------------------------------- Wisdom Cards and Traps


def test_wisdom_frees_everybody_from_direction_traps():
    table = at("7-start")
    table.trap("Ann", "trap-up", "Ben")
    table.trap("Ann", "trap-down", "Cat")
    table.play("Ann", "wisdom", stack=1)
    table.hears("Ann plays Wisdom on Stack 1.", "Wisdom frees Ben and Cat.")
    table.sees("Ben", trap=None)
    table.sees("Cat", trap=None)


def test_a_direction_trap_lasts_until_the_end_of_the_round():
    table = started()
    table.trap("Ann", "trap-up", "Ben")
    table.play("Ann", "7-start")
    table.sees("Ben", trap="trap-up")
    table.out("Ann")
    table.counts(Ben=2, Cat=1)
    table.sees("Ben", trap=None)


def test_a_replayed_round_has_no_traps():
    table = started()
    table.trap("Ann", "trap-up", "Ben")
    table.play_again("Ben")
    table.sees("Ben", trap=None)


def test_whoever_is_out_plays_no_special_card():
    table = alliance()
    table.start("Ann")
    table.out("Ann")
    for refused in (
        lambda t: t.trap("Ann", "trap-up", "Ben"),
        lambda t: t.escape("Ann", "escape-discard"),
        lambda t: t.discard("Ann", "escape"),
        lambda t: t.play("Ann", "7-start"),
        lambda t: t.draw("Ann"),
        lambda t: t.out("Ann"),
    ):
        refused(table.refuses("Ending a Round", "Ann is out already"))
    table.refuses("Ending a Round", "Ann is out already", "Drawing Cards").take_card("Ann")
    table.refuses("Ending a Round", "Ann is out already", "Special Cases").nobody_can_play("Ann")
    table.draw("Ben")
    table.refuses("Ending a Round", "Ann is out already").can_play("Ann")
