"""What the tablet cannot import, nothing that the tablet needs imports: each module alone, in a child that lacks it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MISSING = ("PIL", "zxingcpp", "tkinter", "pytest", "hypothesis", "chess", "pyzbar")
DESKTOP = ("devices/simulator/simavr.py", "devices/header.py", "companion/android/", "__main__.py")
"""Excluded from the package, or run only where the glue's own Java classes exist."""

CHILD = """
import sys
from importlib import import_module
from importlib.abc import MetaPathFinder

class Tablet(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing}:
            raise ModuleNotFoundError(f"{{name}} is not on the tablet", name=name)

for name in {missing}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Tablet())
for name in {modules}:
    import_module(name)
print("all imported")
"""


def modules() -> list[str]:
    paths = [path for folder in ("rules", "vision", "devices", "companion") for path in (ROOT / folder).rglob("*.py")]
    names = [path.relative_to(ROOT) for path in sorted(paths)]
    kept = [path for path in names if not any(part in path.as_posix() for part in DESKTOP)]
    return [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in kept]


def imports_without(missing: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    child = CHILD.format(missing=set(missing), modules=modules())
    window = {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "KIVY_USE_DEFAULTCONFIG": "1"}
    command = [sys.executable, "-c", child]
    return subprocess.run(command, cwd=ROOT, env=os.environ | window, capture_output=True, text=True, timeout=120)


def test_every_module_imports_without_what_the_tablet_lacks():
    ran = imports_without(MISSING)
    assert ran.stdout.endswith("all imported\n"), ran.stderr[-2000:]


def test_a_missing_library_would_be_noticed():
    ran = imports_without((*MISSING, "cobs"))
    assert ran.returncode != 0 and "cobs is not on the tablet" in ran.stderr
