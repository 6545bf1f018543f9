"""Gauges without hardware: one in pure Python, and the real firmware on a simulated chip, behind one interface."""
