"""A session whose every tap is a real touch on the screen: what the people of a demo do, they do with the app."""

from typing import Any

from companion.app.i18n import tr
from companion.app.widgets.dock import word
from tests.app.harness import Harness


class Touched:
    """Stands in for the session of the app; whatever is not a tap is asked of the session itself."""

    def __init__(self, h: Harness) -> None:
        self._h, self._session = h, h.app.session
        self.elsewhere = 0  # taps on the landing screen, which has buttons of its own

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def touch(self, do: str, **known: Any) -> None:
        if self._h.page.name == "landing":
            return self._at_the_landing(lambda: self._session.touch(do, **known))
        self._h.tap(next(button.text for button in self._session.buttons if button.do == do))

    def answer(self, value: Any) -> bool:
        proposal = self._session.proposal
        if self._h.page.name == "landing":
            return bool(self._at_the_landing(lambda: self._session.answer(value)))
        for choice in proposal.choices:
            if choice.value == value:
                if choice.kind == "seat":
                    self._h.seat(choice.says)
                else:
                    self._h.tap(word(choice))
                return True
        other = next(choice for choice in proposal.alternatives if choice.value == value)
        self._h.tap(tr._("It was {what}", what=other.says))
        return True

    def flag(self, name: str) -> bool:
        self._h.tap(next(flag.says for flag in self._session.proposal.flags if flag.name == name))
        return True

    def hand_to(self, player: str) -> bool:
        if self._h.page.name == "reveal":
            self._h.seat(player)
        else:
            self._h.tap(tr._("{name} did it", name=player))
        return True

    def accept(self) -> bool:
        self._h.tap("Do it")
        return True

    def dismiss(self) -> None:
        self._h.tap("All right" if self._session.refusal is not None else "Never mind")

    def _at_the_landing(self, call: Any) -> Any:
        self.elsewhere += 1
        done = call()
        self._h.frames(2)
        return done
