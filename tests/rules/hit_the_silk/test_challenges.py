"""ADVANCED TRADING: CHALLENGES and COUNTER CHALLENGE."""

from tests.rules.hit_the_silk.script import Evening, evening

HEADING = "ADVANCED TRADING: CHALLENGES"
COUNTER = "ADVANCED TRADING: COUNTER CHALLENGE"


def traded(cards: int = 1) -> Evening:
    """Ann and Ben have placed their cards face down for the exchange."""
    table = evening("Ann Ben Cat", "double-cross")
    table.trade("Ann", "Ben", cards)
    return table


def challenged(cards: int = 1) -> Evening:
    """Ann suspects Ben."""
    table = traded(cards)
    table.challenge("Ann")
    return table


def countered() -> Evening:
    table = challenged()
    table.counter_challenge("Ben")
    return table


def test_without_a_challenge_the_cards_are_swapped():
    table = traded()
    table.sees(phase="turn", asks="The cards lie face down: either side may challenge.")
    table.steal("Ann", "Cat")
    table.refuses(HEADING, "There is no trade on the table that Ben could challenge.").challenge("Ben")


def test_either_side_may_challenge_and_nobody_else():
    traded().challenge("Ben")
    traded().refuses(HEADING, "There is no trade on the table that Cat could challenge.").challenge("Cat")


def test_the_suspect_must_turn_the_cards_over():
    table = challenged()
    table.hears("Ann challenges Ben.")
    table.refuses(HEADING, "Ben has to turn the cards over").steal("Ann", "Cat")
    table.refuses(HEADING, "Ann has not been challenged.").turn_over("Ann", "")
    table.refuses(HEADING, "Only who turned cards over").turn_over("Ben", "Ann")
    table.refuses(HEADING, "Only who turned cards over").turn_over("Ben", "Cat")


def test_if_the_suspect_lied_the_accuser_takes_the_agreed_card():
    table = challenged()
    table.turn_over("Ben", "")
    table.hears("Ann was honest, and settles the trade with Ben.")
    table.refuses(HEADING, "It is not for Ben to settle this trade.").settle_trade("Ben")
    table.refuses(HEADING, "The other side cannot have that card.").settle_trade("Ann", "tandem-parachute")
    table.settle_trade("Ann", "parachute")
    table.hears("Ann takes what was due from Ben.")
    table.sees("Ann", hand=4)
    table.sees("Ben", hand=4)
    table.sees(turn="Ann", altitude=16000)


def test_the_accuser_can_also_abort():
    table = challenged()
    table.turn_over("Ben", "")
    table.settle_trade("Ann", abort=True)
    table.hears("Ann calls the trade with Ben off.")
    table.steal("Ann", "Cat")


def test_if_the_suspect_was_truthful_the_suspect_takes_the_agreed_card():
    table = challenged(2)
    table.turn_over("Ben", "Ben")
    table.refuses(HEADING, "It is not for Ann to settle this trade.").settle_trade("Ann")
    table.settle_trade("Ben", "knife")
    table.sees("Ann", hand=4)
    table.sees("Ben", hand=4)
    table.refuses("1 STEAL", "Cat cannot have a Knife to show.").steal("Ann", "Cat", knife=True)


def test_a_second_card_is_swapped_only_after_a_counter_challenge():
    table = challenged()
    table.turn_over("Ben", "")
    table.refuses(COUNTER, "only after a counter challenge").settle_trade("Ann", extra=True)


def test_the_suspect_can_make_a_counter_challenge():
    table = countered()
    table.hears("Ben challenges Ann.")
    table.sees(asks="Both sides turn their cards over: say who was honest.")
    table.refuses(COUNTER, "Ben has already challenged in return.").counter_challenge("Ben")
    table.refuses(HEADING, "Ann has not been challenged.", COUNTER).counter_challenge("Ann")


def test_the_only_honest_trader_takes_the_agreed_card_and_may_swap_another():
    table = countered()
    table.turn_over("Ben", "Ann")
    table.settle_trade("Ann", "parachute", extra=True)
    table.sees("Ann", hand=4)
    table.sees("Ben", hand=4)
    table = countered()
    table.turn_over("Ben", "Ben")
    table.settle_trade("Ben", abort=True)
    table.hears("Ben calls the trade with Ann off.")


def test_if_both_lied_the_transaction_is_void():
    table = countered()
    table.turn_over("Ben", "")
    table.hears("Both lied, or both were honest: the trade is off.")
    table.sees(turn="Ann")
    table.steal("Ann", "Ben")


def test_if_both_told_the_truth_the_transaction_is_void():
    table = countered()
    table.turn_over("Ben", "Ann Ben")
    table.hears("Both lied, or both were honest: the trade is off.")
    table.steal("Ann", "Ben")


def test_in_the_core_game_a_trade_is_done_at_once():
    table = evening()
    table.trade("Ann", "Ben", 1)
    table.refuses(HEADING, "no trade on the table").challenge("Ann")
    table = evening(house={"challenges": True})
    table.trade("Ann", "Ben", 1)
    table.challenge("Ben")
    table = evening(mode="double-cross", house={"challenges": False})
    table.trade("Ann", "Ben", 1)
    table.refuses(HEADING, "no trade on the table").challenge("Ann")
