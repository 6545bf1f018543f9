"""The people's fingers: they answer what the app asks, from what is really being done, and count the taps."""

from typing import Any

from companion.session import DONE, Proposal, Session
from rules.action import fields

MOST = 40
"""Taps after which one deed is given up: no question is that long."""


class Astray(Exception):
    """The app cannot be brought to record what was done; the text says what it asked instead."""


class Fingers:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.taps = 0
        self.wrong = 0  # proposals that had to be waved away

    def do(self, line: dict[str, Any]) -> None:
        """Taps until the line stands in the journal."""
        before = self.session.evening.events
        for _ in range(MOST):
            if self.session.evening.events != before:
                return
            self.taps += 1
            self._tap(line, self.session.proposal)
        raise Astray(f"{line} cannot be told: the app asks {self.session.proposal}.")

    def _tap(self, line: dict[str, Any], proposal: Proposal | None) -> None:
        session, do = self.session, line["do"]
        if proposal is not None and proposal.do == do:
            self._answer(line, proposal)
        elif proposal is not None and any(choice.value == do for choice in proposal.alternatives):
            session.answer(do)
        elif proposal is not None and not proposal.prompted:
            self.wrong += 1
            session.dismiss()
        elif any(button.do == do and not button.ready for button in session.buttons):
            self.taps += len(line) - 2  # figures are typed in, one a field
            session.touch(do, **{name: value for name, value in line.items() if name != "do"})
        else:
            buttons = [button.known for button in session.buttons if button.do == do]
            said = next((known for known in buttons if known.items() <= line.items()), {})
            session.touch(do, **said)

    def _answer(self, line: dict[str, Any], proposal: Proposal) -> None:
        session, name = self.session, proposal.asks
        if proposal.by and proposal.by != line["by"] and line["by"] in proposal.others:
            session.hand_to(line["by"])
            return
        for flag in proposal.flags:
            if flag.on != line.get(flag.name, fields(session.evening.game.actions[line["do"]])[flag.name].default):
                session.flag(flag.name)
                return
        if not name:
            session.accept()
            return
        field = fields(session.evening.game.actions[line["do"]])[name]
        value = line.get(name, None if field.required else field.default)
        if isinstance(value, list | tuple):
            left = _without(list(value), proposal.known.get(name, []))
            value = left[0] if left else DONE
        if proposal.number is not None:
            self.taps += len(str(value))  # digit by digit, then the button that takes it
        if not session.answer("" if value is None else value):
            offered = [choice.value for choice in proposal.choices]
            raise Astray(f"{proposal.title}: {value!r} is not among {offered}.")


def _without(wanted: list[Any], given: list[Any]) -> list[Any]:
    """What is still to be said of a list, in its order."""
    left = list(wanted)
    for one in given:
        if one in left:
            left.remove(one)
    return left
