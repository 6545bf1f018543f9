"""Learns all that the judge's answers are weighed with: `make learn`, after rulings or wordings have changed.

From the wordings: which point a question is about (`points` and, as a second opinion, `network`), and what tells yes
from no (`polarity`). From the questions of `tests/judge/dev/`: whether it is about the game at all, and how sure an
answer is (`odds`).
"""

from pathlib import Path

from rules.judge import Judge, judged
from tests.judge.learning import odds, points
from tests.judge.learning.network import learn_network
from tests.judge.learning.polarity import learn_polarity

OUT = Path(__file__).parents[3] / "assets/rulings/learnt.toml"


def main() -> None:
    for game in sorted(judged()):
        points.write(game, points.learn_points(Judge(game, anew=True)))
    learn_network([Judge(game, anew=True) for game in sorted(judged())])
    judges = [Judge(game, anew=True) for game in sorted(judged())]
    between, towards = learn_polarity(judges)
    for judge in judges:
        judge.learnt |= {"between": between, "towards": towards}
        judge.index.polarity.between, judge.index.polarity.towards = between, towards
    inside = odds.learn_scope(judges)
    for judge in judges:
        judge.learnt["scope"] = inside
    write({"between": between, "towards": towards, "scope": inside, "sure": odds.learn_sure(judges)})


def write(learnt: dict[str, dict[str, float]]) -> None:
    lines = ["# The judge's weights, learnt from its wordings: written by `make learn`."]
    for name, weights in learnt.items():
        lines += ["", f"[{name}]", *(f'"{key}" = {weights[key]}' for key in sorted(weights))]
    OUT.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
