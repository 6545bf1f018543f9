"""The app's own words in the table's language. In kv: `tr._("Undo")`, which changes while the app runs.

English is written where it is used and is its own key (a `Sentence` where no screen is);
assets/translations/<language>.json maps it to another language.
Rules and rulings are the games' own and stay as they are written; so does what camera and gauge report.
"""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import msgspec
from kivy.lang import Observable

from companion.sentence import Sentence

LANGUAGES = {"en": "English", "de": "Deutsch"}


class Translation(Observable):
    """Kivy's kv rules bind to `_` as if it were a property; a change of language calls them all again."""

    def __init__(self) -> None:
        super().__init__()
        self.language = "en"
        self._words: dict[str, str] = {}
        self._observers: list[tuple[Callable[..., None], tuple[Any, ...]]] = []

    def _(self, text: str, **values: Any) -> str:
        if isinstance(text, Sentence):
            values = {name: self._value(value) for name, value in text.values.items()}
            text = text.pattern
        said = self._words.get(text, text)
        return said.format(**values) if values else said

    def _value(self, value: Any) -> Any:
        return self._(value) if isinstance(value, Sentence) else value

    def fbind(self, name: str, func: Callable[..., None], *args: Any, **kwargs: Any) -> Any:
        if name == "_":
            self._observers.append((func, args))
            return True
        return super().fbind(name, func, *args, **kwargs)

    def funbind(self, name: str, func: Callable[..., None], *args: Any, **kwargs: Any) -> None:
        if name == "_":
            self._observers = [
                (other, given)
                for other, given in self._observers
                if other is not func or [id(one) for one in given] != [id(one) for one in args]
            ]
        else:
            super().funbind(name, func, *args, **kwargs)

    def switch(self, language: str) -> None:
        """Speaks another language from now on; one without a catalogue is English."""
        self.language = language
        catalogue = files("assets") / "translations" / f"{language}.json"
        self._words = msgspec.json.decode(catalogue.read_bytes()) if catalogue.is_file() else {}
        gone = set()
        for observer in list(self._observers):
            func, args = observer
            try:
                func(*args, None, None)
            except ReferenceError:  # its widget is no more; even to compare it would raise
                gone.add(id(observer))
        self._observers = [observer for observer in self._observers if id(observer) not in gone]


tr = Translation()
_ = tr._
