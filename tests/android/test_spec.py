"""The Android build's description, read by the tools that will build it."""

import re
import tomllib
import xml.etree.ElementTree as ET
from importlib.resources import files
from pathlib import Path

import cv2
import pytest
from buildozer import Buildozer
from buildozer.specparser import SpecParser
from packaging.requirements import Requirement
from pythonforandroid.bootstrap import Bootstrap
from pythonforandroid.build import Context
from pythonforandroid.graph import get_recipe_order_and_bootstrap
from pythonforandroid.recipe import Recipe

from companion.android import artwork
from companion.version import VERSION
from devices import discovery

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ONLY_ANDROID = {"python3", "android", "pyjnius", "filetype", "usb4a", "usbserial4a"}
RECIPE_OF = {"opencv-python-headless": "opencv"}


@pytest.fixture(scope="module")
def spec() -> SpecParser:
    parser = SpecParser()
    parser.read(ROOT / "buildozer.spec", "utf-8")
    return parser


@pytest.fixture(scope="module")
def required(spec: SpecParser) -> dict[str, str]:
    """Name and pinned version ("" = the recipe's) of everything in the package."""
    wanted = [Requirement(text) for text in spec.getlist("app", "requirements")]
    return {one.name: str(one.specifier).removeprefix("==") for one in wanted}


@pytest.fixture(scope="module")
def resolved(
    required: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Context, list[str], list[str]]:
    """What python-for-android would build from recipes, and what it would install as pure Python."""
    context = Context()
    context.storage_dir = str(tmp_path_factory.mktemp("p4a"))
    bootstrap = Bootstrap.get_bootstrap("sdl2", context)
    order, pure, _ = get_recipe_order_and_bootstrap(context, set(required), bootstrap)  # p4a splits pins off first, too
    return context, list(order), list(pure)


def test_buildozer_accepts_it():
    Buildozer(str(ROOT / "buildozer.spec"), "android").check_configuration_tokens()


def test_no_key_is_misspelled(spec: SpecParser):
    known = set(re.findall(r"^#? ?([a-z][\w.\-]*) ?=", files("buildozer").joinpath("default.spec").read_text(), re.M))
    assert {key for section in ("app", "buildozer") for key in spec.options(section)} <= known


def test_every_file_it_names_exists(spec: SpecParser):
    for key in ("icon.filename", "presplash.filename", "version.filename"):
        assert Path(spec.get("app", key, vars={"source.dir": str(ROOT)})).is_file()
    for key in ("android.manifest.intent_filters", "android.res_xml"):
        assert (ROOT / spec.get("app", key)).is_file()
    assert (ROOT / "main.py").is_file()


def test_the_version_is_the_projects(spec: SpecParser):
    text = (ROOT / "companion/version.py").read_text()
    found = re.search(spec.get("app", "version.regex"), text)
    assert found and found[1] == VERSION


def test_nothing_is_asked_that_is_not_needed(spec: SpecParser):
    asked = {name.rsplit(".", 1)[-1] for name in spec.getlist("app", "android.permissions")}
    assert asked == {"CAMERA", "WAKE_LOCK", "INTERNET"}


def test_it_has_what_the_desktop_has(required: dict[str, str], resolved: tuple[Context, list[str], list[str]]):
    """Every dependency is there, with the same pin where pip installs it; recipes bring versions of their own."""
    desktop = {one.name: str(one.specifier).removeprefix("==") for one in map(Requirement, PROJECT["dependencies"])}
    desktop = {RECIPE_OF.get(name, name): pin for name, pin in desktop.items()}
    assert set(required) == set(desktop) | ONLY_ANDROID
    _, order, _ = resolved
    for name, pin in desktop.items():
        if name not in order:
            assert required[name] == pin, name


def test_its_recipes_resolve(required: dict[str, str], resolved: tuple[Context, list[str], list[str]]):
    context, order, pure = resolved
    assert {"python3", "kivy", "numpy", "opencv", "msgspec", "pyjnius", "android", "sdl2"} <= set(order)
    assert set(required) <= {*order, *pure}
    assert {"pyserial", "cobs", "qrcode", "usb4a", "usbserial4a"} <= set(pure)
    versions = {name: Recipe.get_recipe(name, context).version for name in ("kivy", "opencv", "python3")}
    assert versions["kivy"] == required["kivy"]
    assert versions["opencv"].startswith("4.") and versions["python3"].startswith("3.14")


def test_files_of_every_kind_in_assets_are_packed(spec: SpecParser):
    packed = set(spec.getlist("app", "source.include_exts"))
    for path in (ROOT / "assets").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts and path.name != "README.md":
            assert path.suffix.removeprefix(".") in packed, path


def test_usb_boards_are_the_ones_that_the_gauge_looks_for():
    filters = ET.parse(ROOT / "assets/android/device_filter.xml").getroot()
    vendors = {int(device.attrib["vendor-id"]) for device in filters}
    assert vendors == set(discovery.LIKELY)
    body = (ROOT / "assets/android/intent_filters.xml").read_text()
    android = "http://schemas.android.com/apk/res/android"
    intents = ET.fromstring(f'<activity xmlns:android="{android}">{body}</activity>')
    assert [child.tag for child in intents] == ["intent-filter", "meta-data"]


def test_the_pictures_are_the_ones_that_are_drawn():
    for name, drawn in artwork.pictures().items():
        kept = cv2.imread(str(artwork.FOLDER / name))
        assert kept.shape == drawn.shape and cv2.norm(kept, drawn, cv2.NORM_INF) <= 2, name
