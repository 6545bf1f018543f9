"""A full-information simulator of Escape Plan, and the witness that compares the engine with it.

It is written from the player aid alone and shares no code or data with the rules: real cards, real money, a real city
of six-sided tiles. `witness.watch` tells an engine's table only what everybody sees.
"""
