"""`companion markers` and `companion scan`, as another program uses them."""

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.scenes import tables


def test_printed_stickers_are_scanned_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    each = tmp_path / "each"
    assert main(["markers", "hit-the-silk", "--out", str(tmp_path / "sheet.pdf"), "--each", str(each)]) == 0
    index = json.loads((each / "index.json").read_text())
    assert len(index) == 140
    wanted = [entry for entry in index if entry["card"] == "parachute"]
    assert [(entry["kind"], entry["copy"], entry["mm"]) for entry in wanted] == [
        *(("qr", copy, 20.0) for copy in (1, 2, 3)),
        *(("aruco", copy, 15.0) for copy in (1, 2, 3)),
    ]
    for kind, copies in (("qr", wanted[:3]), ("aruco", wanted[3:])):
        page = np.full((720, 1280), 240, np.uint8)
        for k, entry in enumerate(copies):
            sticker = cv2.imread(str(each / entry["file"]), cv2.IMREAD_GRAYSCALE)
            assert sticker.shape[0] == pytest.approx(entry["print_mm"] / 25.4 * 600, abs=1)
            small = cv2.resize(sticker, (90, 90), interpolation=cv2.INTER_AREA)
            page[200:290, 200 + 300 * k : 290 + 300 * k] = small
        cv2.imwrite(str(tmp_path / f"{kind}.png"), page)
        assert main(["scan", str(tmp_path / f"{kind}.png"), "--game", "hit-the-silk", "--json"]) == 0
        (result,) = json.loads(capsys.readouterr().out)
        assert sorted((c["id"], c["copy"], c["by"]) for c in result["cards"]) == [
            ("parachute", copy, kind) for copy in (1, 2, 3)
        ]
        if kind == "qr":
            assert sorted(code["text"] for code in result["codes"]) == ["WINGMAN016", "WINGMAN017", "WINGMAN018"]


def test_the_sheet_is_a_pdf_and_the_same_every_time(tmp_path: Path) -> None:
    for name in ("a.pdf", "b.pdf"):
        assert main(["markers", "escape-now", "--out", str(tmp_path / name), "--kind", "aruco"]) == 0
    sheet = (tmp_path / "a.pdf").read_bytes()
    assert sheet == (tmp_path / "b.pdf").read_bytes()
    assert sheet.startswith(b"%PDF-1.4")
    start = int(sheet.split(b"startxref\n")[1].split()[0])
    assert sheet[start:].startswith(b"xref")
    assert b"(lucky-shot 5)" in sheet


def test_zones_and_shape_of_the_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), tables.mat_with_cards().image)
    assert main(["scan", str(path), "--game", "hit-the-silk", "--json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)
    assert set(result) == {"image", "size", "cards", "dice", "plane", "codes", "ms"}
    assert result["size"] == [1280, 720]
    assert {card["copy"]: card["zone"] for card in result["cards"]} == {1: "draw", 2: "discard", 3: None}
    corners = np.array(result["cards"][0]["corners"])
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    assert across[0] * down[1] - across[1] * down[0] > 0  # clockwise, y downwards


def test_other_games_cards_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), tables.mat_with_cards().image)
    assert main(["scan", str(path), "--game", "escape-now"]) == 0  # into a pipe
    assert json.loads(capsys.readouterr().out)[0]["cards"] == []


def test_people_get_a_list(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), tables.mat_with_cards().image)
    assert main(["scan", str(path), "--game", "hit-the-silk"]) == 0
    assert "briefcase-10 2 (aruco) in discard" in capsys.readouterr().out


def test_bad_input_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"nonsense")
    assert main(["scan", str(bad), "--game", "hit-the-silk", "--json"]) == 2
    assert capsys.readouterr().err == "companion: bad.jpg is not a JPEG, PNG, WebP, GIF or BMP image.\n"
    assert main(["markers", "hit-the-silk", "--out", str(tmp_path / "x.pdf"), "--kind", "photo"]) == 2
    assert main(["markers", "hit-the-silk", "--out", str(tmp_path / "none" / "x.pdf")]) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.jpg"]


def test_markers_overwrites_nothing_when_it_cannot_write_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep, in_the_way = tmp_path / "keep.pdf", tmp_path / "file"
    keep.write_text("my own")
    in_the_way.write_text("no folder")
    assert main(["markers", "escape-now", "--out", str(keep), "--each", str(in_the_way)]) == 2
    assert capsys.readouterr().err == f"companion: {in_the_way} cannot be written: File exists.\n"
    assert main(["markers", "escape-now", "--out", str(tmp_path), "--each", str(tmp_path / "each")]) == 2
    assert keep.read_text() == "my own"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "keep.pdf"]


def test_markers_tells_a_program_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, each = tmp_path / "sheet.pdf", tmp_path / "each"
    assert main(["markers", "escape-now", "--out", str(out), "--each", str(each), "--kind", "aruco", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"out": str(out), "each": json.loads((each / "index.json").read_text())}


def test_a_broken_png_is_one_sentence_and_the_libraries_keep_quiet(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = cv2.imencode(".png", np.zeros((64, 64, 3), np.uint8))[1].tobytes()
    for name, data in (("key.png", whole[:60]), ("parachute.png", whole[:16] + bytes(8) + whole[24:])):
        (tmp_path / name).write_bytes(data)
        assert main(["scan", str(tmp_path / name), "--game", "hit-the-silk", "--json"]) == 2
        said = capfd.readouterr().err
        assert said.startswith(f"companion: {name} is damaged") and said.count("\n") == 1
    assert main(["enrol", str(tmp_path), "--game", "hit-the-silk", "--out", str(tmp_path / "out")]) == 2
    assert capfd.readouterr().err.count("\n") == 1
