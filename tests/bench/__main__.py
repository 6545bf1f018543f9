"""`make bench`: runs every bench module, or those named (`python -m tests.bench engine`)."""

import pkgutil
import sys
from importlib import import_module

import tests.bench

names = sys.argv[1:] or [m.name for m in pkgutil.iter_modules(tests.bench.__path__) if not m.name.startswith("_")]
for name in names:
    import_module(f"tests.bench.{name}").run()
