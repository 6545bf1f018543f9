"""Makes the app's sounds, by arithmetic alone: `python -m companion.sounds assets/sounds` writes them all anew."""

import sys
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

RATE = 22_050
Sound = NDArray[np.float64]


def seconds(length: float) -> Sound:
    return np.arange(int(length * RATE)) / RATE


def noise(length: float, smooth: int, seed: int) -> Sound:
    """Rushing air: random, and the smoother the duller. Its end meets its beginning."""
    raw = np.random.default_rng(seed).standard_normal(int(length * RATE))
    kernel = np.ones(smooth) / smooth
    soft = np.fft.irfft(np.fft.rfft(raw) * np.fft.rfft(kernel, len(raw)), len(raw))
    return soft / np.abs(soft).max()


def drone(pitch: float) -> Callable[[], Sound]:
    """Two engines, nearly in tune, and the air; a loop of whole periods."""

    def made() -> Sound:
        t = seconds(4.0)
        tone = np.round(pitch * 4) / 4
        engines = sum(np.sin(2 * np.pi * tone * k * t + k) / k for k in (1, 2, 3, 5))
        engines = engines + sum(np.sin(2 * np.pi * (tone + 0.5) * k * t) / k for k in (1, 2, 4))
        return 0.16 * engines + 0.12 * noise(4.0, 30, 1)

    return made


def turbulence() -> Sound:
    t = seconds(1.8)
    shake = np.abs(np.sin(2 * np.pi * 5.5 * t)) * np.exp(-1.6 * t)
    rumble = np.sin(2 * np.pi * (42 + 6 * np.sin(2 * np.pi * 7 * t)) * t)
    return shake * (0.7 * rumble + 0.6 * noise(1.8, 60, 2))


def gong() -> Sound:
    t = seconds(2.6)
    partials = ((1.0, 1.0, 1.2), (1.48, 0.6, 1.8), (2.03, 0.5, 2.4), (2.71, 0.35, 3.2), (3.9, 0.2, 5.0))
    return sum(a * np.sin(2 * np.pi * 164 * f * t) * np.exp(-d * t) for f, a, d in partials) * (1 - np.exp(-90 * t))


def crash() -> Sound:
    t = seconds(2.4)
    fall = np.sin(2 * np.pi * np.cumsum(np.linspace(520, 90, len(t))) / RATE) * (t < 0.9) * 0.5
    bang = noise(2.4, 8, 3) * np.exp(-2.2 * np.clip(t - 0.9, 0, None)) * (t >= 0.9)
    return fall + bang


def landing() -> Sound:
    t = seconds(2.2)
    screech = noise(2.2, 3, 4) * np.exp(-((t - 0.35) ** 2) / 0.01) * 0.7
    chord = sum(np.sin(2 * np.pi * f * t) * np.exp(-1.4 * np.clip(t - s, 0, None)) * (t >= s)
                for f, s in ((392.0, 0.7), (494.0, 0.85), (587.0, 1.0), (784.0, 1.15)))  # fmt: skip
    return screech + 0.3 * chord


def tick() -> Sound:
    t = seconds(0.07)
    return np.sin(2 * np.pi * 1900 * t) * np.exp(-80 * t)


def shot() -> Sound:
    t = seconds(0.7)
    return noise(0.7, 4, 5) * np.exp(-9 * t)


SOUNDS: dict[str, Callable[[], Sound]] = {
    "drone-high": drone(98.0),
    "drone-middle": drone(82.0),
    "drone-low": drone(64.0),
    "turbulence": turbulence,
    "gong": gong,
    "crash": crash,
    "landing": landing,
    "tick": tick,
    "shot": shot,
}


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in SOUNDS.items():
        sound = make()
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes((sound / np.abs(sound).max() * 0.8 * 32767).astype("<i2").tobytes())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
