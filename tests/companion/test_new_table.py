"""A table in the making."""

from companion.panel.new_table import TablePlan
from companion.settings import Settings


def test_the_box_can_be_compared_before_anybody_sits_down() -> None:
    plan = TablePlan(Settings())
    assert not plan.players and plan.problem
    fact = next(fact for fact in plan.facts() if "flannel" in fact.key)
    assert plan.edit(fact, fact.value + 1) == ""
    assert next(each.value for each in plan.facts() if each.key == fact.key) == fact.value + 1
