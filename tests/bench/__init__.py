"""Measured figures beside their peers, in one run. Each module here with a `run()` prints its own table."""
