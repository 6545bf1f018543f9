"""What happens in the prison, in sentences: each note is a name and its facts."""

from typing import Any

from rules import sentences
from rules.games.dig_your_way_out.cards import ACTION_CARDS, BACKGROUNDS, GANG_NAMES, PLACE_NAMES
from rules.games.dig_your_way_out.state import State
from rules.sentences import Tellings
from rules.state import Note

TELL: Tellings = {
    "turn": ("player:p", "It is {player}'s turn."),
    "searched": ("player:p cards:n", "{player} draws {cards} from the Search deck."),
    "reshuffle": ("", "The Search deck is empty: the discard pile is shuffled into a new one."),
    "rolled": ("player:p die:n", "{player} rolls a {die}."),
    "moved": ("player:p place:t", "{player} is in the {place} now."),
    "left": ("player:p gang:t", "{player} leaves the {gang}."),
    "joined": ("player:p gang:t", "{player} joins the {gang}."),
    "extorts": ("player:p whom:p tool:c weapon:c", "{player} shows {whom} a {weapon} and wants a {tool}."),
    "gave": ("player:p to:p tool:c", "{player} hands {to} a {tool}."),
    "fights": ("player:p weapon:c", "{player} plays a {weapon}."),
    "lost": ("player:p to:p", "{player} loses the combat against {to}."),
    "beaten": ("player:p beatings:n", "{player} receives a Beating and has {beatings} now."),
    "robbed": ("player:p from:p", "{player} takes a card at random from {from}."),
    "crafted": ("player:p cards:n item:c", "{player} crafts {cards} × {item}."),
    "action-card": ("player:p card:t", "{player} plays {card}."),
    "background": ("player:p card:t", "{player} turns out to be: {card}."),
    "redealt": ("", "All hands are gathered and dealt out again."),
    "more-actions": ("player:p actions:n", "{player} has {actions} more to take this turn."),
    "gained": ("player:p cigarettes:n", "{player} gains {cigarettes:Cigarette}."),
    "healed": ("player:p beatings:n", "{player} is patched up. Beatings left: {beatings}."),
    "spoons": ("player:p cards:n", "{player} takes {cards} × Spoon."),
    "dug": ("player:p tool:c points:n", "{player} digs with a {tool}. Tunnel points: {points}."),
    "sold": ("player:p cards:n cigarettes:n", "{player} sells {cards} for {cigarettes:Cigarette}."),
    "bought": ("player:p cards:n item:c cigarettes:n", "{player} buys {cards} × {item} for {cigarettes:Cigarette}."),
    "too-many": ("player:p cards:n", "{player} has {cards} too many in hand."),
    "discarded": ("player:p cards:n", "{player} discards {cards}."),
    "over": ("player:p", "{player} has dug the tunnel and escapes!"),
}


def tell(state: State, note: Note) -> dict[str, Any]:
    """A note as data, with its sentence; Places, gangs and cards by the names that this box prints."""
    printed = state.box.printed
    if note[0] == "moved":
        note = (*note[:2], PLACE_NAMES[note[2]])
    elif note[0] in ("joined", "left"):
        note = (*note[:2], GANG_NAMES[note[2]])
    elif note[0] == "action-card":
        note = (*note[:2], printed["actions"][ACTION_CARDS[note[2]]]["name"])
    elif note[0] == "background":
        note = (*note[:2], printed["backgrounds"][BACKGROUNDS[note[2]]]["name"])
    return sentences.tell(TELL, state, note)
