"""The eyes: frames in, observations out."""

import os

# The matrices here are small: several threads would only wait for one another. Read when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
