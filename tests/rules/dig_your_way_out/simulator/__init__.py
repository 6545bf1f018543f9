"""A full-information simulator of Dig Your Way Out, and the witness that compares the engine with it.

`Prison` deals real cards and plays them; `watch` tells an engine's table only what everybody sees. It is written from
the rulebook, in plain lists and strings, and shares nothing with the engine but the box's data.
"""
