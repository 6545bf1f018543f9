"""A sentence for the person at the table that is made where no screen is: English as it stands, translated where it is
shown."""

from typing import Any, Self


class Sentence(str):
    """`Sentence("No picture of {card} yet.", card="knife")` reads as English and keeps its pattern for other
    languages: the app says it with `_(sentence)`."""

    pattern: str
    values: dict[str, Any]

    def __new__(cls, pattern: str, **values: Any) -> Self:
        said = super().__new__(cls, pattern.format(**values) if values else pattern)
        said.pattern, said.values = pattern, values
        return said

    def __str__(self) -> str:
        """Itself, so that it can still be translated as the reason of an exception."""
        return self
