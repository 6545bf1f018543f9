"""`companion play`, `score`, `games`, `landing` and `demo` as other people's scripts call them: real processes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SETUP = {"game": "hit-the-silk", "mode": "core", "players": ["Ada", "Bob", "Cyd", "Dee", "Eli"], "first": "Bob"}


def companion(*arguments: str, text: str | bytes = "") -> subprocess.CompletedProcess[bytes]:
    raw = text.encode() if isinstance(text, str) else text
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, input=raw, capture_output=True, timeout=240, check=False)


def play(*lines: Any) -> tuple[list[dict[str, Any]], subprocess.CompletedProcess[bytes]]:
    script = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    done = companion("play", "-", text=script)
    return [json.loads(line) for line in done.stdout.splitlines()], done


def test_the_example_of_five_players() -> None:
    answers, done = play(
        SETUP,
        {"by": "Bob", "do": "change", "discard": "knife"},
        {"by": "Bob", "do": "handcuff", "players": ["Ada", "Dee"]},
        {"by": "Cyd", "do": "vote", "choice": "wait"},
        {"by": "Eli", "do": "vote", "choice": "wait"},
        {"by": "Dee", "do": "vote", "choice": "jump"},
        {"by": "Eli", "do": "vote", "choice": "wait"},
        {"by": "Ada", "do": "vote", "choice": "wait"},
        {"by": "Bob", "do": "vote", "choice": "wait"},
        {"by": "Bob", "do": "change", "discard": "flannel"},
        {"by": "Bob", "do": "end-turn"},
    )
    assert done.returncode == 0 and not done.stderr
    assert [answer["ok"] for answer in answers] == [True, True, True, True, False, True, True, True, True, False, True]
    tables = [answer["table"] for answer in answers]
    assert (tables[0]["phase"], tables[0]["turn"], tables[0]["altitude"]) == ("turn", "Bob", 22000)
    assert (tables[1]["altitude"], tables[1]["piles"]["draw"], tables[1]["piles"]["discard"]) == (21500, 6, 11)
    assert tables[2]["vote"] == {"at": 21000, "next": "Cyd", "cast": {}}
    assert tables[2]["players"]["Ada"]["cuffs"] == [], "the vote comes before the cuffs close"
    assert tables[3]["vote"] == {"at": 21000, "next": "Dee", "cast": {"Cyd": "wait"}}
    assert answers[4]["why"] == "It is Dee's turn to vote." and answers[4]["cite"] == ["THE VOTE"]
    assert tables[4] == tables[3], "a refused line changes nothing"
    assert (tables[8]["phase"], tables[8]["turn"], tables[8]["altitude"]) == ("turn", "Bob", 20000)
    assert tables[8]["players"]["Ada"]["cuffs"] == ["Dee"] and tables[8]["players"]["Dee"]["cuffs"] == ["Ada"]
    assert answers[9]["why"] == "Bob has already changed a card this turn."
    assert answers[9]["cite"] == ["CHANGING A CARD"]
    assert (tables[10]["turn"], tables[10]["altitude"]) == ("Cyd", 20000)


def test_force_is_a_table_ruling() -> None:
    answers, done = play(SETUP, {"by": "Ada", "do": "spy", "on": "Bob", "force": True})
    assert done.returncode == 0 and answers[1]["ok"] is True
    assert answers[1]["override"] == {"why": "It is Bob's turn.", "cite": ["ON YOUR TURN"]}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("garbage", "not JSON"),
        ("[1, 2]", "object"),
        ("{}", '"do"'),
        ({"by": "Bob", "do": "dance"}, "no action"),
        ({"by": "Zed", "do": "end-turn"}, "nobody here is called “Zed”"),
        ({"do": "end-turn"}, 'needs "by"'),
        ({"by": "Bob", "do": "steal", "form": "Ada"}, "no field “form”"),
        ({"by": "Bob", "do": "steal", "from": 7}, "nobody here"),
        ({"by": "Bob", "do": "steal", "from": "Ada", "knife": "yes"}, "true or false"),
        ({"by": "Bob", "do": "change", "discard": "ace"}, "no card “ace”"),
        ({"by": "Bob", "do": "trade", "with": "Ada", "cards": 1.5}, "whole number"),
        ({"by": "Bob", "do": "end-turn", "force": 1}, "true or false"),
        ({"by": "Bob", "do": "vote", "choice": "perhaps"}, "one of jump, wait"),
        ('{"by": "Bob", "do": "end-turn", "why": ' + "[" * 5000, "not JSON"),
        ('{"by": "Bob", "do": "spy", "on": "Ada", "on": "Cyd"}', "That line has “on” twice in one object"),
        ({"question": "May I?", "agreed": ""}, "A table ruling needs an answer of"),
        ('{"by": "' + "B" * 2_000_000 + '"}', "too long"),
    ],
)
def test_a_line_that_is_no_action_gets_one_sentence_and_changes_nothing(line: Any, words: str) -> None:
    answers, done = play(SETUP, line, {"by": "Bob", "do": "end-turn"})
    assert done.returncode == 2
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert words in answers[1]["why"] and answers[1]["table"] == answers[0]["table"]
    assert len(done.stderr.decode().splitlines()) == 1 and b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({**SETUP, "game": "chess"}, "no game “chess”"),
        ({**SETUP, "mode": "blitz"}, "modes"),
        ({**SETUP, "players": ["Ada", "Bob"]}, "3 to 6 players, not 2"),
        ({**SETUP, "players": list("ABCDEFG"), "first": "A"}, "3 to 6 players, not 7"),
        ({**SETUP, "players": ["Ada", "Ada", "Bob"]}, "same name"),
        ({**SETUP, "players": "Ada"}, "list of names"),
        ({**SETUP, "players": ["Ada", "", "Bob"]}, "name of 1 to"),
        ({**SETUP, "first": "Zed"}, "Zed"),
        ({**SETUP, "colour": "red"}, "no field “colour”"),
        ({**SETUP, "options": {"lake": "boil"}}, "lake can be crash, fly"),
        ({**SETUP, "options": {"gravity": False}}, "no house rule"),
        ({**SETUP, "box": {"briefcase-10": 9}}, "must be £220k"),
        ({**SETUP, "box": {"key": -1}}, "from 0 to"),
        ("[]", "first line"),
        (json.dumps(SETUP)[:-1] + ', "first": "Ada"}', "That line has “first” twice in one object"),
        ("\x00\x01\x02", "not JSON"),
    ],
)
def test_a_set_up_that_cannot_be_gets_one_sentence(setup: Any, words: str) -> None:
    answers, done = play(setup)
    assert done.returncode == 2 and words in done.stderr.decode() and len(done.stderr.decode().splitlines()) == 1
    assert answers[0]["ok"] is False and answers[0]["table"] is None


def test_an_empty_script_and_a_missing_file(tmp_path: Path) -> None:
    for arguments, text in ((("play", "-"), ""), (("play", str(tmp_path / "none")), ""), (("play", str(tmp_path)), "")):
        done = companion(*arguments, text=text)
        assert done.returncode == 2 and len(done.stderr.decode().splitlines()) == 1 and not done.stdout


def test_undo_redo_and_house_rules_in_a_script() -> None:
    answers, _ = play(
        SETUP,
        {"by": "Bob", "do": "spy", "on": "Ada"},
        {"do": "undo"},
        {"do": "redo"},
        {"rule": "lake", "is": "fly"},
        {"do": "redo"},
    )
    assert answers[2]["events"] == [{"what": "undo", "say": "Bob's Spy on Ada"}]
    assert answers[2]["table"] == answers[0]["table"] and answers[3]["table"] == answers[1]["table"]
    assert [answer["ok"] for answer in answers] == [True, True, True, True, True, False]


def test_score_as_scripts_call_it(tmp_path: Path) -> None:
    file = tmp_path / "score.json"
    hands = {
        "Ann": {"hand": ["parachute", "briefcase-30", "briefcase-20"]},
        "Ben": {"hand": ["parachute", "briefcase-20", "briefcase-20"]},
        "Cat": {"hand": ["pilots-licence", "briefcase-10", "briefcase-10"]},
    }
    file.write_text(json.dumps({"mode": "core", "players": hands, "landing": {"crew": ["Cat"], "landed": True}}))
    done = companion("score", "hit-the-silk", str(file), "--json")
    result = json.loads(done.stdout)
    assert (result["target"], result["cash"], result["surplus"], result["team_wins"]) == (80, 90, 10, True)
    assert result["players"]["Cat"]["fate"] == "landed" and result["players"]["Cat"]["wins"]
    assert result["winners"] == ["Cat"], "£20k is more than the surplus of £10k"
    assert all(set(line) == {"player", "what", "amount", "heading"} for line in result["lines"])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"players": {"A": {"hand": ["tandem-parachute"]}, "B": {}, "C": {}}}, "1 × Tandem Parachute"),
        ({"players": {"A": {"hand": ["parachute"] * 3}, "B": {}, "C": {}}}, "3 × Parachute"),
        ({"players": {"A": {"hand": ["flannel"] * 5}, "B": {}, "C": {}}}, "5 cards"),
        ({"players": {"A": {"hand": ["ace"]}, "B": {}, "C": {}}}, "no card “ace”"),
        ({"players": {"A": {}, "B": {}}}, "3 to 6 players"),
        ({"players": {"A": {}, "B": {}, "C": {}}, "handcuffs": [["A", "Z"]]}, "“Z”"),
        ({"players": {"A": {}, "B": {}, "C": {}}, "handcuffs": [["A", "B"], ["B", "C"]]}, "2 × Handcuffs"),
        (
            {"players": {"A": {"hand": ["handcuffs"]}, "B": {}, "C": {}}, "handcuffs": [["A", "B"]]},
            "2 × Handcuffs, but with 3 players the box has 1.",
        ),
        ({"players": {"A": {}, "B": {}, "C": {}}, "tandem": {"A": "B"}}, "no Tandem"),
        (
            {"players": {"A": {"hand": ["parachute"]}, "B": {}, "C": {}}, "landing": {"crew": ["A"], "landed": True}},
            "aboard",
        ),
        ([], "object"),
        ({"player": {}}, "no field"),
    ],
)
def test_a_score_that_cannot_be_is_refused_with_the_card_and_the_count(data: Any, words: str) -> None:
    done = companion("score", "hit-the-silk", "-", text=json.dumps(data))
    assert done.returncode == 2 and words in done.stderr.decode() and not done.stdout
    assert len(done.stderr.decode().splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "What came in is not JSON."),
        ("\xff", "What came in is not JSON."),
        ('{"draw": NaN}', "What came in is not JSON."),
        ("[" * 5000, "What came in is not JSON."),
        ('{"draw": ' + "9" * 5000 + "}", "What came in is not JSON."),
        ('{"hands": {"Ann": 3, "Ben": 2, "Ann": 1}, "draw": 8}', "What came in has “Ann” twice in one object"),
        (" " * 1_000_001, "What came in is too long"),
    ],
)
def test_a_score_of_something_else_than_plain_json(text: str, sentence: str) -> None:
    done = companion("score", "escape-now", "-", text=text)
    assert done.returncode == 2 and not done.stdout
    assert done.stderr.decode().startswith(f"companion: {sentence}") and done.stderr.count(b"\n") == 1


def test_play_takes_json_as_every_command_that_prints_data_does(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text(json.dumps(SETUP))
    assert companion("play", str(script), "--json").stdout == companion("play", str(script)).stdout != b""


def test_games_lists_every_card_with_its_counts_and_origin() -> None:
    games = json.loads(companion("games", "--json").stdout)
    silk = next(game for game in games if game["id"] == "hit-the-silk")
    assert [mode["id"] for mode in silk["modes"]] == ["core", "double-cross", "travel"]
    assert silk["cards"]["parachute"]["counts"] == {"3": 2, "4": 3, "5": 2, "6": 2}
    assert {card["origin"] for card in silk["cards"].values()} <= {"rulebook", "found", "assumed"}
    assert sum(card["counts"]["6"] for card in silk["cards"].values()) == 69, (
        "the fourth-corner Parachute stays in the box"
    )
    assert silk["actions"]["steal"]["from"] == {"takes": "a player's name", "optional": False}


def test_landing_odds_and_advice() -> None:
    odds = json.loads(companion("landing", "odds").stdout)
    assert len(odds["spaces"]) == 75 and round(odds["start"], 4) == 0.1950 and odds["spaces"]["1,1"] == odds["start"]
    advice = json.loads(companion("landing", "advise", "--at", "1,1", "--roll", "3,2", "--licence").stdout)
    assert {(move["across"], move["down"]) for move in advice["moves"]} == {(3, 2), (2, 3), (2, 2), (3, 1), (1, 3)}
    assert advice["chance"] == max(move["chance"] for move in advice["moves"])
    for arguments in (
        ["--at", "9,9", "--roll", "1,1"],
        ["--at", "1,1", "--roll", "1,7"],
        ["--at", "1,1", "--roll", "1"],
    ):
        done = companion("landing", "advise", *arguments)
        assert done.returncode == 2 and len(done.stderr.decode().splitlines()) == 1


def test_the_demo_ends_on_the_true_score() -> None:
    done = companion("demo", "escape-now", "--headless", "--seed", "2", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 0 and told["agrees"] and told["truth"] == told["reached"] and told["seen"] > 10


def test_the_score_of_escape_now_is_minutes() -> None:
    done = companion("score", "escape-now", "-", text='{"hands": {"Ann": 3, "Ben": 2}, "draw": 8, "escaped": true}')
    assert json.loads(done.stdout)["minutes"] == 13


def test_a_wrong_command_line_is_one_sentence() -> None:
    for arguments in (("dance",), ("score",), ("score", "chess", "-")):
        done = companion(*arguments, text="{}")
        assert done.returncode == 2 and len(done.stderr.decode().splitlines()) == 1, arguments
