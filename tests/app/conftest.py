"""The window of every test here: real rendering, no display."""

import os

os.environ["KIVY_NO_ARGS"] = "1"
os.environ["KIVY_LOG_MODE"] = "PYTHON"
os.environ["KIVY_USE_DEFAULTCONFIG"] = "1"
os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ["WINGMAN_MULTISAMPLES"] = "0"
# A window without a display cannot grow: it begins as large as the largest and is used from its lower left corner.
os.environ["WINGMAN_WINDOW"] = "1920x1280"

from kivy.config import Config

Config.set("graphics", "maxfps", "0")  # a frame follows the last one at once: nobody looks on

import companion.app.app  # noqa: E402, F401  it configures Kivy, so it comes before everything else of Kivy's
