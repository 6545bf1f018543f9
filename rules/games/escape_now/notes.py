"""What happens at the table, in sentences. Each note is a name and its facts."""

from typing import Any

from rules import sentences
from rules.games.escape_now.state import State
from rules.state import Note

TELL: sentences.Tellings = {
    "turned-up": ("place:t shows:t", "{place}: {shows}."),
    "placed": ("player:p at:t", "{player} starts on {at}."),
    "third-placed": ("player:p at:t", "{player} places the third pawn on {at}."),
    "turn": ("player:p", "It is {player}'s turn."),
    "third-turn": ("player:p", "{player} plays the third hand."),
    "laid": ("player:p card:c at:t", "{player} lays {card} beside {at}."),
    "copied": ("player:p as:c at:t", "{player}'s Lucky Shot stands for {as} beside {at}."),
    "finished": ("player:p at:t", "{player}'s Lucky Shot finishes {at}."),
    "solved": ("at:t", "{at} is solved."),
    "moved": ("player:p from:t to:t", "{player} discards a card and moves from {from} to {to}."),
    "abandoned": ("at:t cards:n", "Nobody is left on {at}: that sends {cards:card} to the discard pile."),
    "replenished": ("player:p cards:n", "{player} draws {cards} and discards one."),
    "asked": ("player:p", "{player} asks a question: the top card of the draw pile goes."),
    "answered": ("player:p", "{player} answers."),
    "third-answered": ("player:p", "{player} answers for the third hand and slides it over."),
    "holds": ("player:p cards:n", "{player} holds {cards:card}."),
    "stuck": ("player:p", "{player} can do nothing any more."),
    "time-up": ("", "Time is up: the team is locked in."),
    "escaped": ("minutes:n", "The team is out, with {minutes:minute} left!"),
}
SAID = {place: f"puzzle {place}" for place in "ABCDEFGH"} | {"last": "the last puzzle"}


def tell(state: State, note: Note) -> dict[str, Any]:
    """A note as data, with its sentence."""
    told = sentences.tell(TELL, state, note, SAID)
    told["say"] = sentences.capital(told["say"])
    return told
