"""1 STEAL and 2 SPY."""

from tests.rules.hit_the_silk.script import emptied, evening, with_cat_poisoned_to_death, with_cat_shot

# ---------------------------------------------------------------- 1 STEAL


def test_steal_goes_face_up_on_the_discard_pile_and_a_flannel_replaces_the_stolen_card():
    table = evening()
    table.steal("Ann", "Ben")
    table.sees(altitude=15500)
    table.sees("Ann", hand=4)
    table.sees("Ben", hand=4)
    table.piles(discard=7, laundry=17)


def test_steal_from_another_player_of_your_choice():
    evening().refuses("1 STEAL", "Ann has to choose another player.").steal("Ann", "Ann")
    with_cat_shot().refuses("1 STEAL", "Cat is dead", "1 STEAL").steal("Ann", "Cat")
    with_cat_poisoned_to_death().refuses("1 STEAL", "Cat is dead.").steal("Ann", "Cat")


def test_steal_needs_a_card_to_take():
    table = emptied("Ann")
    table.antidote("Ann", "Ann")
    table.end_turn("Ann")
    table.refuses("1 STEAL", "Ann has no card that could be stolen.").steal("Ben", "Ann")


def test_a_knife_stops_the_thief_who_draws_a_flannel_instead():
    table = evening()
    table.steal("Ann", "Ben", knife=True)
    table.hears("The plane drops", "Ben shows a Knife: Ann takes a Flannel instead.")
    table.sees("Ann", hand=4)
    table.sees("Ben", hand=4)
    table.piles(discard=7, laundry=17)


def test_the_knife_is_revealed_and_stays():
    table = evening()
    table.steal("Ann", "Ben", knife=True)
    table.refuses("7 KUNG FU MOVE", "Ben is known to hold a weapon").kung_fu("Ann", "Ben", "nothing")
    table.kung_fu("Ann", "Ben", "knife")


def test_showing_the_knife_is_the_victims_choice():
    table = evening()
    table.steal("Ann", "Ben", knife=True)
    table.steal("Ann", "Ben")
    table.hears("The plane drops", "Ann steals a card from Ben")


def test_after_a_knife_only_a_second_steal_card_helps():
    table = evening()
    table.steal("Ann", "Ben", knife=True)
    table.steal("Ann", "Cat")
    table.steal("Ann", "Cat")
    table.refuses("1 STEAL", "Ann cannot have a Steal card: every one of them is somewhere else.").steal("Ann", "Cat")


def test_a_knife_that_lies_elsewhere_cannot_be_shown():
    table = evening()
    table.change("Ann", "knife")
    table.refuses("1 STEAL", "Ben cannot have a Knife to show.").steal("Ann", "Ben", knife=True)


def test_a_stolen_card_that_is_named_must_have_been_there():
    table = evening()
    table.refuses("1 STEAL", "Ben cannot have had that card.").steal("Ann", "Ben", take="tandem-parachute")
    table.steal("Ann", "Ben", take="parachute")


def test_too_late_to_steal_from_who_dies_of_poison_on_the_way():
    table = evening(at=7000, house={"poison-kills": "below"})
    table.poison("Ann", "Cat")
    table.end_turn("Ann")
    table.pass_turns("Ben", "Cat", "Ann")
    table.votes("wait")
    table.sees(turn="Ben", altitude=4000)
    table.steal("Ben", "Cat")
    table.hears("The plane drops", "Cat is dead", "Too late: Ben's card has no effect on Cat.")
    table.sees("Cat", alive=False, hand=4)


# ---------------------------------------------------------------- 2 SPY


def test_spy_looks_at_a_hand_and_draws_another_card():
    table = evening()
    table.spy("Ann", "Ben")
    table.hears("The plane drops from 16,000 to 15,500 ft.", "Ann looks at Ben's hand and draws a card.")
    table.sees("Ann", hand=4)
    table.piles(draw=1, discard=7, laundry=18)


def test_the_card_drawn_can_be_used_immediately():
    table = evening()
    table.spy("Ann", "Ben", "key")
    table.open_lockbox("Ann")
    table.sees(turn="Ann", altitude=15000)


def test_the_spy_played_is_not_the_card_drawn():
    table = evening()
    table.refuses("2 SPY", "Ann cannot have drawn that card").spy("Ann", "Ben", "spy")
    table.refuses("2 SPY", "Ann cannot have drawn that card").spy("Ann", "Ben", "flannel")


def test_spy_on_another_living_player():
    evening().refuses("2 SPY", "Ann has to choose another player.").spy("Ann", "Ann")
    with_cat_shot().refuses("2 SPY", "Cat is dead.").spy("Ann", "Cat")


def test_the_only_spy_cannot_be_played_twice():
    table = evening()
    table.spy("Ann", "Ben")
    table.refuses("2 SPY", "Ann cannot have a Spy card: every one of them is somewhere else.").spy("Ann", "Ben")
