"""Check your box: figures are stepped, what a card says is typed, and what cannot be is told at once."""

from companion.app.screens.new_table_sheets import BoxSheet
from companion.app.widgets import Entry
from tests.app.harness import Harness


def test_what_only_the_own_cards_say_is_typed() -> None:
    with Harness(names=["Ann", "Ben"]) as h:
        for button in ("New table", "Escape Master", "Check your box"):
            h.tap(button)
        lines = [line for line in h.walk() if isinstance(line, Entry) and line.hint_text == "as your card says"]
        assert len(lines) == 24  # six abilities, six Beast Modes, twelve Story cards
        typed(h, lines[0], "Peeks at a hand.")
        assert "Peeks at a hand." in str(h.page.plan.box)


def test_what_a_card_says_is_typed_and_checked() -> None:
    with Harness(names=["Ann", "Ben", "Cat"]) as h:
        for button in ("New table", "Dig Your Way Out", "Check your box"):
            h.tap(button)
            h.frames(3)
        (sheet,) = [widget for widget in h.app.root.walk() if isinstance(widget, BoxSheet)]
        line = next(widget for widget in sheet.walk() if isinstance(widget, Entry) and widget.text == "draw 3, gain 3")
        typed(h, line, "draw 2")
        assert sheet._plan.box == {"actions": {"parcel": {"does": "draw 2"}}} and not sheet._trouble.text
        typed(h, line, "dance")
        assert sheet._plan.box == {"actions": {"parcel": {"does": "draw 2"}}}
        assert "“dance” is none of" in sheet._trouble.text


def typed(h: Harness, line: Entry, text: str) -> None:
    line.focus = True
    line.text = text
    line.focus = False
    h.frames(2)
