"""The README shows the app as it is."""

from pathlib import Path

import cv2

from tests.app.pictures import FOLDER, PICTURED, is_stale, taken


def test_the_pictures_are_not_stale(tmp_path: Path):
    stale = {name for name, path in taken(tmp_path) if is_stale(FOLDER / f"{name}.png", path)}
    assert not stale, f"{stale} changed: look at the screens, then run make pictures"


def test_every_picture_is_shown():
    readme = (FOLDER.parents[1] / "README.md").read_text()
    for name in PICTURED.values():
        assert f"docs/pictures/{name}.png" in readme


def test_another_screen_would_be_noticed(tmp_path: Path):
    picture = cv2.imread(str(FOLDER / "table.png"))
    picture[200:300, 100:400] = 255
    cv2.imwrite(str(tmp_path / "other.png"), picture)
    assert is_stale(FOLDER / "table.png", tmp_path / "other.png")
