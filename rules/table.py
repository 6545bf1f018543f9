"""A table: one evening's events, the state after each, and labelled undo and redo."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from rules import house
from rules.action import Action, Unreadable, read, write
from rules.game import Game, Setup, allows, check, options
from rules.sentences import words
from rules.state import Note
from rules.verdict import Verdict

How = Literal["declared", "seen", "settled"]
LONGEST_SENTENCE = 300


class Step(Struct, frozen=True):
    """One event with the state it led to."""

    label: str  # "Ann's Steal from Ben"
    state: Any
    notes: tuple[Note, ...] = ()
    event: dict[str, Any] = {}
    override: Verdict | None = None  # the advice that the table overruled


class Answered(Struct, frozen=True):
    """What the table said to an event: the verdict, and the step if it was carried out."""

    verdict: Verdict
    step: Step | None


class Table:
    """The fold of a journal. It writes nothing: whoever keeps the journal stores `setup` and each step's `event`."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.steps: list[Step] = [Step("Set-up", game.set_up(setup))]
        self._undone: list[Step] = []

    @property
    def state(self) -> Any:
        return self.steps[-1].state

    @property
    def view(self) -> dict[str, Any]:
        """What everyone at the table may know, and nothing else."""
        return self.game.view(self.state)

    @property
    def redo_label(self) -> str:
        """What `redo` would bring back; empty where there is nothing."""
        return self._undone[-1].label if self._undone else ""

    # ---------------------------------------------------------------- questions

    def check(self, action: Action) -> Verdict:
        return check(self.state, action)

    def can(self, action: Action) -> bool:
        return allows(self.state, action)

    def why_not(self, action: Action) -> str:
        """The worst reason against the action; empty when there is none."""
        return self.check(action).why

    def options(self) -> list[Action]:
        return options(self.game, self.state)

    def what_if(self, *actions: Action) -> Any:
        """The state that these actions would lead to. Nothing is recorded."""
        state = self.state
        for action in actions:
            state, _ = self.game.apply(state, action)
        return state

    # ---------------------------------------------------------------- events

    def push(self, action: Action, how: How = "declared", *, force: bool = False) -> Answered:
        """Carry out an action if the rules, or the table against them (`force`), allow it."""
        verdict = self.check(action)
        overruled = not verdict
        if overruled and (not force or verdict.firm):
            return Answered(verdict, None)
        state, notes = self.game.apply(self.state, action)
        event = write(action, state.box)
        if how != "declared":
            event["how"] = how
        if overruled:
            event["force"] = True
        label = action.label.format_map(words(self.state, action))
        return Answered(verdict, self._add(Step(label, state, notes, event, verdict if overruled else None)))

    def rule(self, switch: str, value: Any) -> Step:
        """The table settles a house rule for the rest of the evening."""
        chosen = house.choose(self.game.switches, switch, value)
        state = self.game.settle(self.state, switch, chosen)
        return self._add(Step(f"House rule {switch}: {chosen}", state, (), {"rule": switch, "is": chosen}))

    def agree(self, question: str, answer: str, cite: str = "") -> Step:
        """The table settles a point that no house rule covers, in its own words. Nothing else changes by it."""
        event = {"question": _said(question, "a question"), "agreed": _said(answer, "an answer")}
        if cite:
            event["cite"] = _said(cite, "a heading")
        return self._add(Step(f"Table ruling: {event['question']} {event['agreed']}", self.state, (), event))

    @property
    def agreements(self) -> tuple[tuple[str, str, str], ...]:
        """What was agreed and stands: question, answer, heading; the latest first."""
        events = (step.event for step in reversed(self.steps) if "agreed" in step.event)
        return tuple((event["question"], event["agreed"], event.get("cite", "")) for event in events)

    def undo(self) -> Step | None:
        """Take the last step back; returns it, or nothing at the set-up."""
        if len(self.steps) == 1:
            return None
        step = self.steps.pop()
        self._undone.append(step)
        return step

    def redo(self) -> Step | None:
        if not self._undone:
            return None
        step = self._undone.pop()
        self.steps.append(step)
        return step

    # ---------------------------------------------------------------- plain data

    def read(self, line: Mapping[str, Any]) -> Action:
        """The action that a script's or journal's line stands for, or Unreadable with a sentence."""
        return read(self.game.actions, self.state.box, line)

    def replay(self, event: Mapping[str, Any]) -> None:
        """Do what a journal recorded: an action, a house rule, an agreement, an undo or a redo."""
        if event.get("undo"):
            done: object = self.undo()
        elif event.get("redo"):
            done = self.redo()
        elif "rule" in event:
            done = self.rule(event["rule"], event.get("is"))
        elif "agreed" in event:
            done = self.agree(event.get("question", ""), event["agreed"], event.get("cite", ""))
        else:
            line = {name: value for name, value in event.items() if name not in ("how", "force")}
            how: How = event.get("how", "declared")
            answered = self.push(self.read(line), how, force=bool(event.get("force")))
            done = answered.step
            if done is None:
                raise Unreadable(answered.verdict.why)
        if done is None:
            raise Unreadable("There is nothing to take back or bring back here.")

    def _add(self, step: Step) -> Step:
        self.steps.append(step)
        self._undone.clear()
        return step


def _said(text: Any, what: str) -> str:
    """One line that somebody at the table wrote, or Unreadable."""
    line = " ".join(text.split()) if isinstance(text, str) else ""
    if not line or len(line) > LONGEST_SENTENCE or not line.isprintable():
        raise Unreadable(f"A table ruling needs {what} of 1 to {LONGEST_SENTENCE} printable letters.")
    return line
