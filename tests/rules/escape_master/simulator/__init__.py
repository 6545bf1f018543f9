"""Evenings with real cards: the rulebook read a second time, beside an engine that is told public events."""
