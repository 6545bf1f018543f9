"""Escape Master, paragraph by paragraph."""
