"""A table that says anything and insists on it: nothing breaks, cards are conserved, and the journal leads back."""

import json
from random import Random

import pytest

from rules import bag
from rules.game import Setup
from rules.table import Table
from tests.rules.drivers import anything, driver
from tests.rules.escape_master.script import GAME

NAMES = ("Ada", "Bob", "Cyd", "Dee")


@pytest.mark.parametrize("seed", range(40))
def test_a_table_may_insist_on_anything(seed: int):
    rng = Random(seed)
    mode, players = rng.choice((("solo", 2), ("solo", 3), ("solo", 4), ("alliance", 4)))
    table = Table(GAME, Setup(GAME.id, NAMES[:players], mode))
    for _ in range(50):
        somebody_does_something(table, rng)
        assert json.dumps(table.view) and table.game.board(table.state).headline
        for zone in table.state.zones:
            assert zone.unknown >= 0 and bag.size(zone.known) == zone.seen
        assert bag.size(table.state.unseen) >= sum(zone.unknown for zone in table.state.zones)
    again = Table(GAME, table.setup)
    for step in table.steps[1:]:
        again.replay(json.loads(json.dumps(step.event)))
    assert [step.state for step in again.steps] == [step.state for step in table.steps]


def somebody_does_something(table: Table, rng: Random) -> None:
    lot = rng.random()
    if lot < 0.1:
        switch = GAME.switches[rng.choice(sorted(GAME.switches))]
        table.rule(switch.name, rng.choice(switch.choices))
    elif lot < 0.55:
        answered = table.push(anything(GAME, table.state, rng), force=True)
        assert (answered.step is None) == answered.verdict.firm
    elif choices := table.options() + driver(GAME)(table.state, rng):
        do = rng.choice(sorted({choice.do for choice in choices}))
        assert table.push(rng.choice([choice for choice in choices if choice.do == do])).step is not None
    for note in table.steps[-1].notes:
        assert table.game.tell(table.state, note)["say"]
