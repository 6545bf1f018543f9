"""What a person got wrong, as one sentence for that person."""


class Mistake(Exception):
    """Bad input: printed as one sentence, exit code 2, nothing changed."""
