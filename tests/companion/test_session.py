"""The table session: what a touch, a card before the camera or a button of the gauge comes to."""

from pathlib import Path

import pytest

from companion.session import DONE, Already, Asked, Done, Refused
from tests.companion.table import Table
from vision.tracking.rest import Thrown
from vision.tracking.tracker import Change


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_a_card_laid_down_asks_only_what_cannot_be_seen(table: Table) -> None:
    table.lay("steal")
    assert table.asked == "Ann: Steal. From whom?"
    assert table.choices == ["Ben", "Cat", "Dan"]
    assert table.alternatives == ["change"]
    table.session.answer("Ben")
    assert table.done == ["Ann's Steal from Ben"]
    assert table.session.evening.steps[-1].event == {"by": "Ann", "do": "steal", "from": "Ben", "how": "seen"}


def test_what_can_only_be_one_thing_is_done_at_once(table: Table) -> None:
    table.lay("knife")
    assert table.done == ["Ann's Change"]
    assert table.session.undo_label == "Ann's Change"
    table.session.undo()
    assert table.session.undo_label == "" and table.session.redo_label == "Ann's Change"


def test_or_waits_for_one_tap_if_the_table_likes_that_better(tmp_path: Path) -> None:
    table = Table(tmp_path, at_once=False)
    table.lay("knife")
    proposal = table.session.proposal
    assert not table.done and proposal and proposal.label == "Ann's Change" and not proposal.asks
    table.session.accept()
    assert table.done == ["Ann's Change"]


def test_a_steal_that_was_only_changed_is_one_tap_too(table: Table) -> None:
    table.lay("steal")
    table.session.answer("change")
    assert table.done == ["Ann's Change"]


def test_handcuffs_ask_for_two_players(table: Table) -> None:
    table.lay("handcuffs", None)
    assert table.asked == "Ann: Handcuffs. Who is cuffed?"
    table.session.answer("Ben")
    assert table.choices == ["Ann", "Cat", "Dan"] and table.session.proposal.known == {"players": ["Ben"]}
    table.session.answer("Dan")
    assert table.done == ["Ann's Handcuffs on Ben and Dan"]


def test_a_key_opens_handcuffs_or_the_lockbox(table: Table) -> None:
    table.lay("key")
    assert table.asked == "Ann: Lockbox." and table.alternatives == ["change"]
    table.session.accept()
    assert table.done == ["Ann's Key for the Lockbox"]


def test_a_kick_asks_whom_and_the_weapon_on_the_pile_answers_what_it_found(table: Table) -> None:
    table.lay("kung-fu")
    table.session.answer("Cat")
    assert table.asked == "Ann: Kung Fu. What did the kick find?" and table.choices == ["knife", "revolver", "nothing"]
    table.lay("revolver")
    assert table.done == ["Ann's Kung Fu move on Cat"]
    assert table.session.evening.steps[-1].event["found"] == "revolver"


def test_a_blocked_kick_finds_nothing(table: Table) -> None:
    table.lay("kung-fu")
    table.session.flag("countered")
    table.session.answer("Cat")
    assert table.done == ["Ann's Kung Fu move on Cat"]
    assert table.session.evening.steps[-1].event["countered"] is True


def test_a_knife_shown_to_a_thief(table: Table) -> None:
    table.lay("steal")
    assert [flag.name for flag in table.session.proposal.flags] == ["knife"]
    table.session.flag("knife")
    table.session.answer("Ben")
    assert table.session.evening.steps[-1].event["knife"] is True


def test_buttons_begin_the_same(table: Table) -> None:
    table.session.touch("steal")
    assert table.asked == "Ann: Steal. From whom?"
    table.session.answer("Cat")
    table.session.touch("change")
    table.session.answer("bullet")
    table.session.touch("end-turn")
    assert table.done == ["Ann's Steal from Cat", "Ann's Change", "end of Ann's turn"]


def test_a_card_laid_after_the_button_was_touched_is_no_second_steal(table: Table) -> None:
    table.session.touch("steal", **{"from": "Ben"})
    table.lay("steal")
    assert table.done == ["Ann's Steal from Ben"] and not table.asked
    assert table.session.passed_over == "steal"
    table.session.reconsider()
    assert table.asked == "Ann: Steal. From whom?"


def test_a_card_that_was_passed_over_and_taken_away_is_forgotten(table: Table) -> None:
    table.session.touch("steal", **{"from": "Ben"})
    told = len(table.news)
    laid = table.lay("steal")
    assert table.session.passed_over == "steal" and isinstance(table.news[told], Asked)
    table.take(laid)
    assert table.session.passed_over == "" and isinstance(table.news[-1], Asked)
    table.session.reconsider()
    assert not table.asked


def test_cards_that_a_change_did_not_keep_mean_nothing(table: Table) -> None:
    """CHANGING A CARD: under 19,000 ft two are drawn, and one goes on the pile after the one changed."""
    table.lay("knife", at=10)
    table.lay("steal", at=14)
    assert table.done == ["Ann's Change"] and not table.asked
    table.lay("spy", at=15)
    assert table.asked == "Ann: Spy. On whom?"


def test_a_card_taken_back_takes_its_question_along(table: Table) -> None:
    steal = table.lay("steal")
    table.take(steal)
    assert not table.asked and not table.done
    table.session.see(steal)
    assert table.asked == "Ann: Steal. From whom?"


def test_a_card_that_lies_there_is_not_played_again(table: Table) -> None:
    table.lay("spy", copy=1)
    table.session.answer("Ben")
    table.lay("spy", copy=1)  # a hand had been in the way
    assert not table.asked and len(table.done) == 1


def test_after_an_undo_the_card_can_be_laid_anew(table: Table) -> None:
    spy = table.lay("spy", copy=1)
    table.session.answer("Ben")
    assert table.session.undo() == "Ann's Spy on Ben"
    assert not table.asked
    table.take(spy)
    table.session.see(spy)
    assert table.asked == "Ann: Spy. On whom?"


def test_two_cards_at_once_are_asked_one_after_the_other(table: Table) -> None:
    table.lay("steal")
    table.lay("spy")
    assert table.asked == "Ann: Steal. From whom?"
    table.session.answer("Ben")
    assert table.asked == "Ann: Spy. On whom?"
    table.session.answer("Ben")
    assert table.done == ["Ann's Steal from Ben", "Ann's Spy on Ben"]


def test_a_refusal_says_why_and_the_table_may_go_on(table: Table) -> None:
    table.lay("knife", at=10)
    table.lay("briefcase-10", at=12)
    table.lay("revolver", at=30)
    refusal = table.session.refusal
    assert refusal and refusal.says == "Ann has already changed a card this turn."
    assert refusal.cite == ("CHANGING A CARD",) and refusal.do == "change" and refusal.can_override
    assert table.session.override()
    assert table.session.refusal is None
    last = table.news[-2]
    assert isinstance(last, Done) and last.ruling == "Ann has already changed a card this turn."
    assert table.session.evening.steps[-1].event["force"] is True


def test_an_impossible_button_says_why(table: Table) -> None:
    table.session.touch("unlock")
    assert table.session.refusal and table.session.refusal.cite == ("4 KEY",)
    table.session.dismiss()
    assert table.session.refusal is None
    assert isinstance(table.news[-1], Refused)
    why = table.session.why_not("reveal")
    assert why and why.says == "Hands stay secret until the jump."


def test_the_vote_asks_by_itself_and_the_gauge_can_answer(tmp_path: Path) -> None:
    table = Table(tmp_path, ("Ann", "Ben", "Cat"))
    for _ in range(6):
        table.session.touch("end-turn")
    assert table.session.board.headline == "Ann votes" and table.session.proposal.prompted
    assert table.choices == ["jump", "wait"]
    table.session.press(2)
    table.session.answer("wait")
    table.session.touch("vote", choice="wait")
    assert table.done[-3:] == ["Ann's vote", "Ben's vote", "Cat's vote"]
    assert table.session.evening.view["altitude"] == 12000


def test_in_a_vote_a_played_card_is_refused_and_the_question_stays(tmp_path: Path) -> None:
    table = Table(tmp_path, ("Ann", "Ben", "Cat"))
    for _ in range(6):
        table.session.touch("end-turn")
    table.lay("steal")
    assert table.session.refusal and table.session.refusal.cite == ("THE VOTE",)
    assert table.choices == ["jump", "wait"]


def test_hands_are_fanned_to_the_camera(tmp_path: Path) -> None:
    table = Table(tmp_path, ("Ann", "Ben", "Cat"))
    for _ in range(6):
        table.session.touch("end-turn")
    for _ in range(3):
        table.session.answer("jump")
    assert table.asked == "Cat: Show hand. Show your cards" and "hand" in table.session.wants
    wrong = table.lay("poison", None)
    table.take(wrong)
    for card in ("parachute", "briefcase-20", "knife"):
        table.lay(card, None)
    assert table.session.proposal.known == {"hand": ["parachute", "briefcase-20", "knife"]}
    table.session.answer("bullet")  # its sticker was not to be seen
    assert table.done[-1] == "Cat's hand"
    assert table.asked == "Ann: Show hand. Show your cards" and table.session.proposal.others == ("Ben",)
    table.session.hand_to("Ben")
    for card in ("steal", "spy", "key", "key"):
        table.lay(card, "discard")
    assert table.done[-1] == "Ben's hand"


def test_a_hand_that_cannot_be_is_explained_once_it_is_said_to_be_all(tmp_path: Path) -> None:
    table = Table(tmp_path, ("Ann", "Ben", "Cat"))
    for _ in range(6):
        table.session.touch("end-turn")
    for _ in range(3):
        table.session.answer("jump")
    for card in ("parachute", "parachute", "parachute"):
        table.lay(card, None)
    table.session.answer(DONE)
    assert table.session.refusal and "not 3" in table.session.refusal.says
    assert table.asked == "Cat: Show hand. Show your cards"


def test_a_card_of_another_game_or_place_means_nothing(table: Table) -> None:
    table.lay("spoon")
    table.lay("steal", "lockbox")
    assert not table.asked and not table.done and table.session.refusal is None


def test_without_a_mat_every_card_lies_just_somewhere(table: Table) -> None:
    table.lay("poison", "table")
    assert table.asked == "Ann: Poison. Who is poisoned?"


def test_a_card_read_late_is_no_part_of_a_hand(tmp_path: Path) -> None:
    """It was announced by a touch, and the camera reads it only when the hands are already shown."""
    table = Table(tmp_path, ("Ann", "Ben", "Cat"))
    for _ in range(5):
        table.session.touch("end-turn")
    table.session.touch("change", discard="bullet")
    for _ in range(3):
        table.session.answer("jump")
    table.lay("bullet", "discard")
    assert table.session.proposal.known == {"hand": []}
    table.lay("parachute", None)
    assert table.session.proposal.known == {"hand": ["parachute"]}


def test_a_flannel_that_lay_under_one_that_nobody_saw_laid_is_no_change(table: Table) -> None:
    below = Change("appeared", ("flannel", 14), "laundry", at=1)
    table.session.see(Already(below))
    table.session.touch("steal", **{"from": "Ben"})
    table.session.touch("end-turn")
    table.session.touch("change", discard="flannel")
    table.take(below)  # the camera sees only that something lies on it
    table.session.touch("end-turn")
    table.session.touch("steal", **{"from": "Ann"})
    table.session.see(below)
    assert table.done[-1] == "Cat's Steal from Ann" and not table.asked


def test_a_pip_die_is_asked_before_it_counts(tmp_path: Path) -> None:
    table = Table(tmp_path, ("Ann", "Ben", "Cat"), mode="", game="dig-your-way-out")
    before = table.session.evening.events
    table.session.see(Thrown(("4",), ((100.0, 100.0),), 1.0, "4"))
    assert table.session.evening.events == before
    proposal = table.session.proposal
    assert proposal is not None and proposal.seen and table.session.accept()
    assert table.session.evening.events == before + 1
