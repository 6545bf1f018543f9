"""The window of every test here: real rendering, no display, and a folder of its own for whatever the app keeps."""

import os

os.environ["KIVY_NO_ARGS"] = "1"
os.environ["KIVY_LOG_MODE"] = "PYTHON"
os.environ["KIVY_USE_DEFAULTCONFIG"] = "1"
os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from kivy.config import Config

# A window without a display cannot grow: it begins as large as the largest and is used from its lower left corner.
Config.set("graphics", "width", "1920")
Config.set("graphics", "height", "1280")
Config.set("graphics", "multisamples", "0")
