"""Plays the app's sounds. Without a loudspeaker, or with sound switched off, it is silent and nothing else."""

from importlib.resources import as_file, files
from typing import Any

from kivy.core.audio import SoundLoader


class Speaker:
    def __init__(self) -> None:
        self.on = True
        self._loaded: dict[str, Any] = {}
        self._drone = ""

    def play(self, name: str) -> None:
        """Once, from the beginning."""
        if self.on and (sound := self._sound(name)) is not None:
            sound.stop()
            sound.play()

    def drone(self, name: str) -> None:
        """Over and over, softly, in the place of the drone before; an empty name is silence."""
        name = name if self.on else ""
        if name == self._drone:
            return
        if self._drone and (before := self._sound(self._drone)) is not None:
            before.stop()
        self._drone = name
        if name and (sound := self._sound(name)) is not None:
            sound.loop, sound.volume = True, 0.12
            sound.play()

    def _sound(self, name: str) -> Any:
        if name not in self._loaded:
            with as_file(files("assets") / "sounds" / f"{name}.wav") as path:
                self._loaded[name] = SoundLoader.load(str(path))
        return self._loaded[name]
