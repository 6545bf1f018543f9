"""Where this device keeps the app's things: evenings, settings, pictures. One folder each, made when first needed."""

import os
import sys
from pathlib import Path

OVERRIDE = "WINGMAN_HOME"  # one folder for everything, for tests and for a stick that is carried about


def data() -> Path:
    """What must not be lost: evenings and enrolled cards."""
    return _folder("XDG_DATA_HOME", ".local/share")


def config() -> Path:
    """Settings and remembered names."""
    return _folder("XDG_CONFIG_HOME", ".config")


def evenings() -> Path:
    return made(data() / "evenings")


def enrolled(game: str) -> Path:
    """The faces of one's own cards."""
    return made(data() / "enrolled" / game)


def exports() -> Path:
    """Pictures and files that people take away with them: among their own pictures where there are such."""
    pictures = Path.home() / "Pictures"
    if OVERRIDE in os.environ or on_android() or not pictures.is_dir():
        return made(data() / "exports")
    return made(pictures / "Wingman")


def made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def on_android() -> bool:
    return hasattr(sys, "getandroidapilevel") or "ANDROID_ARGUMENT" in os.environ


def _folder(variable: str, default: str) -> Path:
    if home := os.environ.get(OVERRIDE):
        return Path(home)
    if on_android():
        return Path(os.environ.get("ANDROID_PRIVATE") or os.environ.get("ANDROID_APP_PATH") or Path.home()) / "wingman"
    return Path(os.environ.get(variable) or Path.home() / default) / "wingman"
