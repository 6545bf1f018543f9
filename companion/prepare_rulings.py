"""Reads every game's rulings and keeps what that comes to, so that the judge is there at once: `make setup` runs it."""

from importlib.resources import as_file, files

from rules.judge import Judge, judged
from rules.judge.prepared import prepare


def main() -> None:
    with as_file(files("assets").joinpath("rulings")) as rulings:
        folder = rulings / "prepared"
        folder.mkdir(exist_ok=True)
        for game in sorted(judged()):
            (folder / f"{game}.msgpack").write_bytes(prepare(Judge(game, anew=True)))


if __name__ == "__main__":
    main()
