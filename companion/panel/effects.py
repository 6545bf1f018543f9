"""What can be heard and felt when something happens. Each has a twin on the screen: words, the dial, the shaking."""

from typing import Any

# by the name of what a game tells
SOUNDS = {
    "vote": "gong",
    "turbulence": "turbulence",
    "injured": "shot",
    "killed": "crash",
    "ground": "crash",
    "landed": "landing",
    "over": "gong",
    "escaped": "landing",
    "time-up": "gong",
}
CLOCK = {"tick": "tick", "time-up": "gong"}  # by what a clock calls for
ENGINES = frozenset({"hit-the-silk"})  # the games that are played aboard
SHAKES = frozenset({"turbulence", "ground", "crashed"})


def sounds(done: Any) -> tuple[str, ...]:
    """What a step sounds like, in the order it happened; a plain step ticks."""
    heard = [name for told in done.told if (name := SOUNDS.get(_what(told)))]
    return tuple(dict.fromkeys(heard)) or ("tick",)


def shakes(done: Any) -> bool:
    return any(_what(told) in SHAKES for told in done.told)


def drone(share: float) -> str:
    """The engines, by how high the needle stands."""
    return "drone-high" if share > 0.6 else "drone-middle" if share > 0.3 else "drone-low"


def _what(told: dict[str, Any]) -> str:
    if told.get("what") in ("flew", "braked"):
        return str(told.get("ends", ""))
    return str(told.get("what", ""))
