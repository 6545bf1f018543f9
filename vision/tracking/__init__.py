"""From frame to frame: what is known is looked for where it was, and a change is told once it has lasted."""
