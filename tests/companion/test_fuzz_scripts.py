"""Random and mutated table scripts: one answer a line, never a crash, and a refused line changes nothing."""

import contextlib
import io
import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli.mistake import Mistake
from companion.cli.play import lines, play
from rules.action import fields
from rules.games import GAMES

EVENINGS = [
    path.read_text().splitlines()
    for path in sorted((Path(__file__).parents[1] / "rules/hit_the_silk/golden").glob("*.jsonl"))
]
NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Zed", "", 7, None, ["Ann"]]
SILK = GAMES["hit-the-silk"]
FIELDS = sorted({"do", "force"} | {name for kind in SILK.actions.values() for name in fields(kind)})
ACTIONS = sorted(SILK.actions)
CARDS = ["knife", "parachute", "tandem-parachute", "flannel", "poison", "kung-fu", "steal", "revolver", "bullet", "ace"]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(NAMES + CARDS),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=8,
)
values = st.one_of(
    json_values, st.sampled_from(NAMES), st.sampled_from(CARDS), st.lists(st.sampled_from(NAMES + CARDS), max_size=4)
)


@st.composite
def random_lines(draw: Any) -> str:
    """An action with its own fields, filled with anything, now and then with one that is not its own."""
    do = draw(st.sampled_from(ACTIONS))
    line = {name: draw(values) for name in fields(SILK.actions[do]) if draw(st.integers(0, 9)) < 8}
    if draw(st.integers(0, 9)) < 7:
        line["by"] = draw(st.sampled_from(NAMES[:5]))
    if draw(st.booleans()):
        line["force"] = True
    if draw(st.integers(0, 9)) == 0:
        line[draw(st.sampled_from(FIELDS))] = draw(values)
    return json.dumps({**line, "do": do})


garbage = st.binary(max_size=60).map(lambda raw: raw.decode("latin-1").replace("\n", " ").replace("\r", " "))


@st.composite
def mutated_evenings(draw: Any) -> list[str]:
    """A golden evening with lines dropped, doubled, swapped, forced, cut, or replaced by something else."""
    script = list(draw(st.sampled_from(EVENINGS)))
    for _ in range(draw(st.integers(1, 12))):
        at = draw(st.integers(1, len(script) - 1))
        match draw(st.integers(0, 6)):
            case 0:
                del script[at]
            case 1:
                script.insert(at, script[at])
            case 2:
                other = draw(st.integers(1, len(script) - 1))
                script[at], script[other] = script[other], script[at]
            case 3:
                script[at] = script[at].replace("{", '{"force": true, ', 1)
            case 4:
                script[at] = script[at][: draw(st.integers(0, len(script[at])))]
            case 5:
                script.insert(at, draw(random_lines()))
            case _:
                script.insert(at, draw(garbage))
        if len(script) < 2:
            break
    return script


def answers(script: list[str]) -> list[dict[str, Any]]:
    raw = "\n".join(script).encode("utf-8", "surrogatepass")
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(Mistake):
        play(io.BytesIO(raw))
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    if found and found[0]["ok"]:
        assert len(found) == len(list(lines(io.BytesIO(raw))))
    return found


@settings(max_examples=150, deadline=None)
@given(mutated_evenings())
def test_mutated_evenings(script: list[str]) -> None:
    before = None
    for answer in answers(script):
        if answer["ok"] is False:
            assert answer["why"] and answer["table"] == before
        piles, players = answer["table"]["piles"], answer["table"]["players"]
        assert min(piles.values()) >= 0 and all(player["hand"] >= 0 for player in players.values())
        before = answer["table"]


@settings(max_examples=150, deadline=None)
@given(st.lists(random_lines() | garbage | json_values.map(json.dumps), max_size=25))
def test_random_lines_on_a_set_table(script: list[str]) -> None:
    mode = ("core", "double-cross", "travel")[len(script) % 3]
    setup = json.dumps({"game": "hit-the-silk", "mode": mode, "players": ["Ann", "Ben", "Cat", "Dan", "Eve"]})
    for answer in answers([setup, *script]):
        assert answer["ok"] in (True, False, "depends") and answer["table"]


@settings(max_examples=150, deadline=None)
@given(json_values | garbage)
def test_random_set_ups(setup: Any) -> None:
    found = answers([setup if isinstance(setup, str) else json.dumps(setup)])
    assert all(answer["ok"] is False and answer["why"] for answer in found)
