"""The version of Wingman, written here and nowhere else."""

VERSION = "0.9.0"
