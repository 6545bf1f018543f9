"""The wheel and the source package: built, installed outside the checkout, and used from there."""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DATA = ("*.toml", "*.jsonl", "*.onnx", "*.png", "*.xml", "*.kv", "*.wav", "*.ttf", "*.json")


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(command, cwd=cwd, env=environment | more, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr[-2000:] or done.stdout[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Both packages, built from a copy of what git knows, so that nothing that lies about gets in."""
    folder = tmp_path_factory.mktemp("source")
    kept = run("git", "ls-files", "-z", cwd=ROOT).split("\0")
    for name in filter(None, kept):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", folder, cwd=folder)
    (wheel,) = (folder / "dist").glob("*.whl")
    (source,) = (folder / "dist").glob("*.tar.gz")
    return wheel, source


@pytest.fixture(scope="module")
def installed(packages: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`companion` in an environment of its own: the dependencies are these tests', the project is the wheel."""
    place = tmp_path_factory.mktemp("elsewhere")
    run(sys.executable, "-m", "venv", "--without-pip", place / "env", cwd=place)
    paths = {"base": str(place / "env"), "platbase": str(place / "env")}
    site = Path(sysconfig.get_path("purelib", vars=paths))
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip = [sys.executable, "-m", "pip", "--python", place / "env/bin/python"]
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", packages[0], cwd=place)
    return place


def companion(place: Path, *arguments: str) -> str:
    return run(place / "env/bin/companion", *arguments, cwd=place, HOME=str(place))


def test_every_asset_is_in_both_packages(packages: tuple[Path, Path]):
    wheel, source = packages
    with zipfile.ZipFile(wheel) as packed:
        in_wheel = set(packed.namelist())
    with tarfile.open(source) as packed_source:
        in_source = {name.partition("/")[2] for name in packed_source.getnames()}
    folders = ("assets", "companion")
    assets = {
        path.relative_to(ROOT).as_posix() for folder in folders for kind in DATA for path in (ROOT / folder).rglob(kind)
    }
    assert assets and assets <= in_wheel and assets <= in_source


def test_whose_work_it_contains_is_told_in_both_packages(packages: tuple[Path, Path]):
    wheel, source = packages
    told = {"LICENSE", "NOTICE", "LICENSES/Apache-2.0.txt", "LICENSES/BSD-3-Clause.txt"}
    with zipfile.ZipFile(wheel) as packed:
        (info,) = {name.partition("/")[0] for name in packed.namelist() if ".dist-info/" in name}
        assert {f"{info}/licenses/{name}" for name in told} <= set(packed.namelist())
        notice = packed.read(f"{info}/licenses/NOTICE").decode()
        metadata = packed.read(f"{info}/METADATA").decode()
    with tarfile.open(source) as packed_source:
        assert told <= {name.partition("/")[2] for name in packed_source.getnames()}
    assert "License-Expression: MIT AND Apache-2.0\n" in metadata
    for name in re.findall(r"(?:assets|tests|LICENSES)/[\w./-]+\w", notice):
        assert (ROOT / name).exists(), f"NOTICE names {name}"
    assert all(work in notice for work in ("all-MiniLM-L6-v2", "Roboto Condensed", "Nell Byler", "Evan Juras"))


def test_nothing_but_the_product_is_in_the_wheel(packages: tuple[Path, Path]):
    with zipfile.ZipFile(packages[0]) as packed:
        tops = {name.partition("/")[0] for name in packed.namelist()}
    assert {top for top in tops if not top.startswith("wingman-")} == {
        "assets",
        "companion",
        "devices",
        "rules",
        "vision",
    }


def test_it_is_the_installed_one_that_runs(installed: Path):
    code = "import rules; print(rules.__file__)"
    assert str(installed) in run(installed / "env/bin/python", "-c", code, cwd=installed)


def test_it_tells_its_games(installed: Path):
    assert '"hit-the-silk"' in companion(installed, "games", "--json")


def test_it_plays_the_demo(installed: Path):
    """Without a screen it tells the evening and leaves pictures of the app behind."""
    assert "Winners:" in companion(installed, "demo", "escape-master", "--headless")
    assert {path.name for path in (installed / "wingman-demo/escape-master-1").iterdir()} >= {"table.png", "score.png"}


def test_it_prints_markers(installed: Path):
    companion(installed, "markers", "hit-the-silk", "--out", "stickers.pdf")
    assert (installed / "stickers.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.slow
def test_pip_brings_everything_it_needs(packages: tuple[Path, Path], tmp_path: Path):
    """The same from the source package, with its dependencies from the index, as `pip install .` does."""
    run(sys.executable, "-m", "venv", tmp_path / "env", cwd=tmp_path)
    run(tmp_path / "env/bin/pip", "install", "--quiet", packages[1], cwd=tmp_path)
    assert '"hit-the-silk"' in companion(tmp_path, "games", "--json")
