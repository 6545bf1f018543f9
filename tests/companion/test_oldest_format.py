"""An evening kept in the oldest format opens today, whatever the format has become since."""

import shutil
from pathlib import Path

from companion.evening import Evening
from companion.history import tell
from companion.settings import Settings

OLDEST = Path(__file__).parent / "data" / "evening-version-1.jsonl"  # never written anew: it is what people have


def test_it_is_read_to_its_end():
    history = tell(OLDEST)
    assert history.header.version == 1 and history.damage is None
    assert history.table.view["result"]["winners"] == ["Ben", "Cat"]


def test_it_goes_on(tmp_path: Path):
    path = Path(shutil.copyfile(OLDEST, tmp_path / "old.jsonl"))
    with Evening.resume(path) as evening:
        assert not evening.recovered
        last = evening.undo()
        assert last is not None
    with Evening.resume(path) as evening:
        assert evening.redo_label == last.label and evening.redo() is not None


def test_settings_that_know_less_or_more_are_kept(tmp_path: Path):
    (tmp_path / "settings.json").write_text('{"theme": "light", "names": ["Ann"], "from_the_future": 1}')
    settings = Settings.load()
    assert settings.theme == "light" and settings.names == ["Ann"] and settings.motion is True
