"""3 HANDCUFFS and 4 KEY."""

from tests.rules.hit_the_silk.script import evening, with_cat_shot

FOUR, SIX = "Ann Ben Cat Dan", "Ann Ben Cat Dan Eve Fay"

# ---------------------------------------------------------------- 3 HANDCUFFS


def test_any_two_players_are_bound_and_a_flannel_replaces_the_card():
    table = evening()
    table.handcuff("Ann", "Ben Cat")
    table.hears("The plane drops", "Handcuffs 1 close on Ben and Cat.")
    table.sees("Ben", cuffs=["Cat"])
    table.sees("Cat", cuffs=["Ben"])
    table.sees("Ann", cuffs=[], hand=4)
    table.piles(discard=6, laundry=17, box=0)


def test_including_yourself():
    table = evening()
    table.handcuff("Ann", "Ann Ben")
    table.sees("Ann", cuffs=["Ben"])


def test_each_set_has_its_numbered_token():
    table = evening(FOUR)
    table.handcuff("Ann", "Ann Ben")
    table.handcuff("Ann", "Cat Dan")
    table.hears("The plane drops", "Handcuffs 2 close on Cat and Dan.")


def test_a_chain_of_three_and_longer():
    table = evening(SIX)
    table.handcuff("Ann", "Ann Ben")
    table.handcuff("Ann", "Ben Cat")
    table.handcuff("Ann", "Cat Dan")
    table.sees("Ben", cuffs=["Ann", "Cat"])
    table.sees("Cat", cuffs=["Ben", "Dan"])


def test_nobody_has_a_third_wrist():
    table = evening(SIX)
    table.handcuff("Ann", "Ann Ben")
    table.handcuff("Ann", "Ben Cat")
    table.refuses("3 HANDCUFFS", "Both of Ben's wrists are cuffed already.").handcuff("Ann", "Dan Ben")


def test_handcuffs_bind_two_different_living_players():
    table = evening()
    table.refuses("3 HANDCUFFS", "two different players").handcuff("Ann", "Ben Ben")
    table.refuses("3 HANDCUFFS", "two different players", "Additional Actions").handcuff("Ann", "Ben")
    table.refuses("3 HANDCUFFS", "two different players").handcuff("Ann", "Ann Ben Cat")
    with_cat_shot().refuses("3 HANDCUFFS", "Cat is dead.").handcuff("Ann", "Ben Cat")


def test_the_only_handcuffs_cannot_be_played_twice():
    table = evening(FOUR, box={"handcuffs": 1})
    table.handcuff("Ann", "Ann Ben")
    table.refuses("3 HANDCUFFS", "Ann cannot have a Handcuffs card").handcuff("Ann", "Cat Dan")


def test_with_both_hands_cuffed_there_is_no_kung_fu_move():
    table = evening(FOUR, at=16500)
    table.handcuff("Ann", "Ben Ann")
    table.handcuff("Ann", "Ben Cat")
    table.refuses("3 HANDCUFFS", "Both of Ben's hands are cuffed").kung_fu("Ann", "Ben", countered=True)
    table.end_turn("Ann")
    table.refuses("3 HANDCUFFS", "Both of Ben's hands are cuffed").kung_fu("Ben", "Dan", "knife")


# ---------------------------------------------------------------- 4 KEY


def test_unlock_any_set_and_both_cards_go_face_up_on_the_discard_pile():
    table = evening()
    table.handcuff("Ann", "Ben Cat")
    table.end_turn("Ann")
    table.unlock("Ben", "Cat Ben")
    table.hears("The plane drops", "The Handcuffs of Cat and Ben are unlocked.")
    table.sees("Ben", cuffs=[], hand=4)
    table.sees("Cat", cuffs=[])
    table.piles(discard=8, laundry=16)


def test_the_token_returns_and_the_handcuffs_can_be_played_again():
    table = evening(at=12500)
    table.handcuff("Ann", "Ben Cat")
    table.unlock("Ann", "Ben Cat")
    table.change("Ann", "flannel", "handcuffs", "handcuffs")  # the Draw pile runs out, the Handcuffs come back
    table.handcuff("Ann", "Ann Ben")
    table.hears("The plane drops", "Handcuffs 1 close on Ann and Ben.")


def test_open_the_lockbox_and_keep_one_card():
    table = evening()
    table.open_lockbox("Ann")
    table.hears("The plane drops", "Ann takes a card from the Lockbox.")
    table.sees("Ann", hand=4)
    table.piles(lockbox=5, discard=7, laundry=18)


def test_one_key_on_any_given_turn():
    table = evening()
    table.handcuff("Ann", "Ben Cat")
    table.open_lockbox("Ann")
    table.refuses("4 KEY", "Ann has already used a Key this turn.").open_lockbox("Ann")
    table.refuses("4 KEY", "Ann has already used a Key this turn.").unlock("Ann", "Ben Cat")
    table.end_turn("Ann")
    table.unlock("Ben", "Ben Cat")


def test_only_handcuffs_that_are_there_can_be_unlocked():
    table = evening()
    table.refuses("4 KEY", "Ben and Cat are not cuffed together.").unlock("Ann", "Ben Cat")
    table.refuses("4 KEY", "Ben is not cuffed to a Briefcase.").unlock("Ann", "Ben")


def test_every_key_may_have_been_used():
    table = evening()
    for player in ("Ann", "Ben", "Cat"):
        table.open_lockbox(player)
        table.end_turn(player)
    table.refuses("4 KEY", "Ann cannot have a Key card: every one of them is somewhere else.").open_lockbox("Ann")
    table.handcuff("Ann", "Ben Cat")
    table.refuses("4 KEY", "Ann cannot have a Key card: every one of them is somewhere else.").unlock("Ann", "Ben Cat")


def test_one_may_look_into_the_lockbox_and_take_nothing():
    table = evening()
    table.open_lockbox("Ann", take="nothing")
    table.piles(lockbox=6, discard=7, laundry=18)
    table.sees("Ann", hand=3)
    table.end_turn("Ann")
    table.sees("Ann", hand=4)


def test_an_empty_lockbox_stays_shut():
    table = evening(SIX, box={"key": 7})
    for player in SIX.split():
        table.open_lockbox(player)
        table.end_turn(player)
    table.piles(lockbox=0)
    table.refuses("4 KEY", "The Lockbox is empty.").open_lockbox("Ann")


def test_a_card_from_the_lockbox_that_is_named_can_lie_there():
    table = evening()
    table.change("Ann", "knife")
    table.refuses("4 KEY", "That card cannot be in the Lockbox.").open_lockbox("Ann", "knife")
    table.open_lockbox("Ann", "revolver")
