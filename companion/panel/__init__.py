"""What the screens show, as plain objects: no widget, no pixel, so that a test can read a screen without drawing it."""
