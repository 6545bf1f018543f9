"""One module a screen. A screen is imported when it is first shown, so that the app starts with one."""

from importlib import import_module
from typing import Any

PAGES = {
    "home": "home.Home",
    "new": "new_table.NewTable",
    "table": "table.TablePage",
    "vote": "vote.Vote",
    "reveal": "reveal.Reveal",
    "score": "score.Score",
    "landing": "landing.LandingPage",
    "settings": "settings.SettingsPage",
    "gauge": "gauge.GaugePage",
    "history": "history.HistoryPage",
    "cards": "cards.CardsPage",
    "judge": "judge.JudgePage",
    "score-only": "score_only.ScoreOnly",
}


def page(name: str) -> Any:
    """The class of the screen of this name."""
    module, _, kind = PAGES[name].partition(".")
    return getattr(import_module(f"companion.app.screens.{module}"), kind)
