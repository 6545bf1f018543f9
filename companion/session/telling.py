"""What a session says to whoever listens, and what it has to say that is not of the game: refusals and troubles."""

import logging
from collections.abc import Callable

from companion.session.news import Listener, News, Refusal, Refused, Trouble

log = logging.getLogger(__name__)


class Telling:
    def __init__(self) -> None:
        self.refusal: Refusal | None = None
        """Why the last thing was not done; gone with the next thing that is."""
        self.troubles: dict[str, str] = {}
        """What is wrong outside the game, by what it is about: journal, camera, gauge."""
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tells every piece of news, in order, in the owner's thread; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell_trouble(self, about: str, sentence: str) -> None:
        """Something outside the game is wrong or, with no sentence, well again."""
        if self.troubles.get(about, "") == sentence:
            return
        if sentence:
            self.troubles[about] = sentence
        else:
            del self.troubles[about]
        self._tell(Trouble(about, sentence))

    def _refuse(self, refused: Refusal | None) -> None:
        if refused is not None:
            self.refusal = refused
            self._tell(Refused(refused))

    def _drop_refusal(self) -> None:
        if self.refusal is not None:
            self.refusal = None
            self._tell(Refused(None))

    def _tell(self, news: News) -> None:
        for listener in list(self._listeners):
            try:
                listener(news)
            except Exception:
                log.exception("A listener failed at %s.", type(news).__name__)
