"""How the table at hand stands: "Is Ben poisoned?", "Whose turn is it?", "How high are we?" ask for no rule."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules.board import Board
from rules.judge.reading import Reading
from rules.table import Table

STANDS = frozenset(["is", "are", "was", "were", "isn't", "aren't", "has", "have", "had", "hasn't", "did", "didn't"])
SUPPOSES = frozenset(["if", "when", "once", "unless", "while", "suppose"])  # it asks for a rule after all
WHOSE_TURN = frozenset([("whose", "turn"), ("who's", "turn"), ("who", "turn"), ("whose", "go")])
OUR_HEIGHT = frozenset(["altitude", "lose", "now", "remaining", "plane", "fly", "?number", "?what", "?how"])
HERE = frozenset(["we", "now", "currently", "us", "plane"])


def told(table: Table, reading: Reading) -> str:
    """What everybody can see of whom or what the question asks; empty where it asks for something else."""
    if not SUPPOSES.isdisjoint(reading.words):
        return ""
    board = table.game.board(table.state)
    if not WHOSE_TURN.isdisjoint(pairwise(reading.words)):
        return " ".join(f"{said.rstrip('.')}." for said in (board.headline, board.asks) if said)
    if _asks_our_height(reading) and board.dial is not None:
        return f"The needle stands at {board.dial.value:,} ft."
    named = [name for name in dict.fromkeys(reading.names) if name in table.state.box.seats]
    if named and reading.words[0] in STANDS and reading.modality in ("is", "do", ""):
        return " ".join(_seen(board, named))
    return ""


def _asks_our_height(reading: Reading) -> bool:
    asked = reading.meanings.keys()
    return reading.form == "open" and "altitude" in asked and asked <= OUR_HEIGHT and bool(HERE & set(reading.words))


def _seen(board: Board, named: Sequence[str]) -> Iterator[str]:
    for chair in board.chairs:
        if chair.name in named:
            links = [link.says for link in board.links if chair.name in (link.one, link.other)]
            seen = [*(badge.says for badge in chair.badges), *links]
            yield f"To be seen of {chair.name}: {', '.join(dict.fromkeys(filter(None, seen))) or 'nothing'}."
