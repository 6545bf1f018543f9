"""A session whose every tap is a real touch on the screen: what the people of a demo do, they do with the app."""

from typing import Any

from companion.app.i18n import tr
from companion.app.widgets import Pad
from companion.app.widgets.dock import word
from companion.demo.fingers import Fingers
from companion.panel.landing import targets
from tests.app.harness import Harness


class Touches(Fingers):
    """Fingers on the screen. The landing has a board and dice of its own: faces are tapped, the plane is dragged."""

    def __init__(self, h: Harness) -> None:
        super().__init__(Touched(h))  # type: ignore[arg-type]
        self._h = h

    def do(self, line: dict[str, Any]) -> None:
        if self._h.page.name != "landing":
            super().do(line)
            return
        page, before = self._h.page, self.session.evening.events
        if line["do"] == "move":
            self._fly(page, line["across"], line["down"])
        else:
            for face in line["dice"] if line["do"] == "roll" else [line["die"]]:
                self._h.tap(next(key for key in page.ids.faces.children if key.text == face.replace("-", " ")))
                self.taps += 1
        assert self.session.evening.events == before + 1, f"{line} was not taken"

    def _fly(self, page: Any, across: int, down: int) -> None:
        target = next(one for one in targets(page.flight) if (one.across, one.down) == (across, down))
        if target.to is None:  # off the board: only words say so
            self._h.tap(tr._("{across} across, {down} down", across=across, down=down))
        else:
            board = page.ids.board
            self._h.drag(board.plane, board.to_window(*board.place(target.to)))
        self.taps += 1


class Touched:
    """Stands in for the session of the app; whatever is not a tap is asked of the session itself."""

    def __init__(self, h: Harness) -> None:
        self._h, self._session = h, h.app.session

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def touch(self, do: str, **known: Any) -> None:
        self._h.tap(next(button.text for button in self._session.buttons if button.do == do))

    def answer(self, value: Any) -> bool:
        proposal = self._session.proposal
        if proposal.number is not None:
            pad = next(widget for widget in self._h.walk() if isinstance(widget, Pad))
            for digit in str(value):
                self._h.tap(next(key for key in pad.children if key.text == digit and key is not pad._take))
            self._h.tap(pad._take)
            return True
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
