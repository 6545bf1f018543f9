"""A table of any game under a random hand: events, refusals, overrides, undo, redo and house rules at random."""

import json
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from rules import bag
from rules.game import Game, Setup
from rules.table import Table
from tests.rules.drivers import anything, driver

NAMES = ("Ada", "Bob", "Cyd", "Dee", "Eli", "Fay")
seeds = st.integers(0, 2**32)


def machine(game: Game, uncertain: frozenset[str] = frozenset()) -> Any:
    """A test case for the game; `uncertain` are actions with which a table may insist on another number of cards."""

    class Evening(RuleBasedStateMachine):
        @initialize(mode=st.sampled_from(game.modes), players=st.sampled_from(game.players))
        def set_up(self, mode: str, players: int) -> None:
            self.table = Table(game, Setup(game.id, NAMES[:players], mode))
            self.journal: list[dict[str, Any]] = []
            self.cards = number_of_cards(self.table.state)

        @rule(seed=seeds, times=st.integers(1, 12))
        def somebody_acts(self, seed: int, times: int) -> None:
            rng = Random(seed)
            for _ in range(times):
                choices = self.table.options() + driver(game)(self.table.state, rng)
                if not choices:
                    assert self.table.state.over, self.table.view
                    return
                do = rng.choice(sorted({choice.do for choice in choices}))
                self.push(rng.choice([choice for choice in choices if choice.do == do]), allowed=True)

        @rule(seed=seeds)
        def somebody_says_anything(self, seed: int) -> None:
            action = anything(game, self.table.state, Random(seed))
            self.push(action, allowed=self.table.can(action))

        @rule(seed=seeds)
        def the_table_insists(self, seed: int) -> None:
            """Against advice an action is carried out unless it cannot be, and stands in the journal as an override."""
            action, state = anything(game, self.table.state, Random(seed)), self.table.state
            answered = self.table.push(action, force=True)
            if answered.verdict.firm:
                assert answered.step is None and self.table.state is state
                return
            assert answered.step is not None
            assert (answered.step.override is None) is bool(answered.verdict)
            self.journal.append(answered.step.event)
            if action.do in uncertain:
                self.cards = number_of_cards(self.table.state)

        @rule()
        def undo_and_redo(self) -> None:
            step = self.table.undo()
            if step is not None:
                assert self.table.redo() is step
                self.journal += [{"undo": True}, {"redo": True}]

        @rule()
        def undo(self) -> None:
            if self.table.undo():
                self.journal.append({"undo": True})
                self.cards = number_of_cards(self.table.state)

        @rule(seed=seeds)
        def a_house_rule_is_settled(self, seed: int) -> None:
            rng = Random(seed)
            switch = game.switches[rng.choice(sorted(game.switches))]
            before = self.table.state
            step = self.table.rule(switch.name, rng.choice(switch.choices))
            assert step.state.zones == before.zones and step.state.pending == before.pending
            self.journal.append(step.event)

        def push(self, action: Any, allowed: bool) -> None:
            state, steps = self.table.state, len(self.table.steps)
            answered = self.table.push(action)
            assert bool(answered.verdict) is allowed is (answered.step is not None), (action, answered.verdict)
            if answered.step is None:
                assert answered.verdict.why and all(answered.verdict.cite)
                assert self.table.state is state and len(self.table.steps) == steps
            else:
                self.journal.append(answered.step.event)

        @invariant()
        def cards_are_conserved(self) -> None:
            if hasattr(self, "table"):
                assert number_of_cards(self.table.state) == self.cards

        def teardown(self) -> None:
            """The journal, read again, leads to the same steps and the same view."""
            if hasattr(self, "table"):
                again = Table(game, self.table.setup)
                for event in self.journal:
                    again.replay(json.loads(json.dumps(event)))
                assert [step.state for step in again.steps] == [step.state for step in self.table.steps]
                assert again.view == self.table.view

    case: Any = Evening.TestCase
    case.settings = settings(
        phases=(Phase.explicit, Phase.generate),
        max_examples=60,
        stateful_step_count=25,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    return case


def number_of_cards(state: Any) -> int:
    """How many there are, after a look at whether the books balance."""
    assert all(bag.size(zone.known) == zone.seen and zone.unknown >= 0 for zone in state.zones)
    assert state.unseen >= 0
    assert bag.size(state.unseen) >= sum(zone.unknown for zone in state.zones)
    return sum(zone.size for zone in state.zones)
