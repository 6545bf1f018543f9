"""A synthetic table: frames of any table state as a camera would see them, with the truth beside."""
