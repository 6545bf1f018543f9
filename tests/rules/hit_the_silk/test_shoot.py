"""8 SHOOT A PLAYER."""

from tests.rules.hit_the_silk.script import emptied, evening, hit_the_silk, with_cat_shot


def test_the_bullet_goes_to_the_discard_pile_and_the_shooter_takes_a_card():
    table = evening()
    table.shoot("Ann", "Ben")
    table.hears("The plane drops from 16,000 to 15,500 ft.", "Ben is shot: three cards are the limit from now on.")
    table.sees("Ann", hand=4)
    table.sees("Ben", hand=3, limit=3, bullets=1, alive=True)
    table.piles(discard=7, laundry=18, box=0)


def test_the_revolver_is_shown_and_remains_in_the_hand():
    table = evening()
    table.shoot("Ann", "Ben")
    table.end_turn("Ann")
    table.refuses("7 KUNG FU MOVE", "Ann is known to hold a weapon").kung_fu("Ben", "Ann", "nothing")
    table.refuses("8 SHOOT A PLAYER", "Ben cannot have a Revolver card").shoot("Ben", "Ann")


def test_the_limit_of_three_is_permanent():
    table = evening()
    table.shoot("Ann", "Ben")
    table.end_turn("Ann")
    table.sees("Ben", hand=3)
    table.steal("Ben", "Cat")
    table.end_turn("Ben")
    table.sees("Ben", hand=3, limit=3)
    table.piles(laundry=17)


def test_the_bullet_can_come_back():
    table = evening(at=12500, box={"bullet": 1})
    table.shoot("Ann", "Ben")
    table.change("Ann", "spy", "bullet", "bullet")
    table.shoot("Ann", "Ben")
    table.sees("Ben", alive=False, bullets=2)


def test_a_second_bullet_kills_and_the_cards_are_thrown_out_of_the_plane():
    table = evening()
    table.shoot("Ann", "Cat")
    table.shoot("Ann", "Cat")
    table.hears("The plane drops", "Cat is dead (bullet).")
    table.sees("Cat", alive=False, hand=0, bullets=2)
    table.sees("Ann", hand=3)
    table.piles(box=3)
    table.end_turn("Ann")
    table.sees("Ann", hand=4)


def test_the_cash_thrown_out_does_not_change_the_target():
    table = hit_the_silk(before=lambda t: (t.shoot("Ann", "Cat"), t.shoot("Ann", "Cat")))
    table.refuses("8 SHOOT A PLAYER", "Cat's cards went out of the plane.", "GAME PREPARATION").reveal("Cat", "knife")
    table.lay_open(Ann="revolver parachute briefcase-30 flannel", Ben="parachute briefcase-20 briefcase-10 key")
    assert (table.result["target"], table.result["cash"], table.result["team_wins"]) == (80, 60, False)
    assert table.fates() == {"Ann": "parachuted", "Ben": "parachuted", "Cat": "killed"}


def test_any_other_living_player():
    evening().refuses("8 SHOOT A PLAYER", "Ann has to choose another player.").shoot("Ann", "Ann")
    table = with_cat_shot(box={"bullet": 3})
    table.refuses("8 SHOOT A PLAYER", "Cat is dead.").shoot("Ann", "Cat")


def test_you_must_be_able_to_show_both_cards():
    table = evening()
    table.change("Ann", "revolver")
    table.refuses("8 SHOOT A PLAYER", "Ann cannot have a Revolver card").shoot("Ann", "Ben")
    table = evening()
    table.shoot("Ann", "Ben")
    table.shoot("Ann", "Cat")
    table.refuses("8 SHOOT A PLAYER", "Ann cannot have a Bullet card").shoot("Ann", "Ben")
    table = emptied("Ann")
    table.sees("Ann", hand=1)
    table.refuses("8 SHOOT A PLAYER", "Ann cannot hold both a Revolver and a Bullet.").shoot("Ann", "Ben")


def test_a_card_taken_that_is_named_must_have_been_there():
    table = evening()
    table.refuses("8 SHOOT A PLAYER", "Ben cannot have had that card.").shoot("Ann", "Ben", "tandem-parachute")
    table.shoot("Ann", "Ben", "parachute")
    table.refuses("CHANGING A CARD", "Ann cannot have a Tandem").change("Ann", "tandem-parachute")


def test_the_vote_comes_before_the_shot():
    table = evening(at=13500)
    table.shoot("Ann", "Ben")
    table.sees(phase="vote")
    table.sees("Ben", bullets=0)
    table.refuses("THE VOTE", "Ben is to say jump or wait").shoot("Ann", "Cat")
    table.votes("wait")
    table.sees("Ben", bullets=1)


def test_the_injured_vote():
    table = evening(at=14000)
    table.shoot("Ann", "Ben")
    table.steal("Ann", "Ben")
    table.sees(vote={"at": 13000, "next": "Ben", "cast": {}})


def test_too_late_to_shoot_who_dies_of_poison_on_the_way():
    table = evening(at=7000, house={"poison-kills": "below"})
    table.poison("Ann", "Cat")
    table.end_turn("Ann")
    table.pass_turns("Ben", "Cat", "Ann")
    table.votes("wait")
    table.shoot("Ben", "Cat")
    table.hears("The plane drops", "Cat is dead (poison).", "Too late: Ben's card has no effect on Cat.")
    table.sees("Cat", alive=False, hand=4)
