"""What happens at the table, in sentences. Each note is a name and its facts."""

from typing import Any

from rules import sentences
from rules.games.hit_the_silk.state import State
from rules.state import Note

TELL: sentences.Tellings = {
    "drop": ("from:n to:n", "The plane drops from {from:,} to {to:,} ft."),
    "turbulence": ("", "Turbulence shakes the plane."),
    "vote": ("at:n", "Vote: hit the silk, or wait?"),
    "voted": ("player:p choice:t", "{player} says {choice}."),
    "jump": ("jump:n wait:n", "{jump} to {wait}: hit the silk!"),
    "wait": ("jump:n wait:n", "{jump} to {wait}: nobody jumps yet."),
    "ground": ("", "1,000 ft: everybody must jump."),
    "last-round": ("", "The last round is over: everybody must jump."),
    "round": ("round:n", "Round {round} begins."),
    "turn": ("player:p", "It is {player}'s turn."),
    "reveal": ("", "All hands are laid open."),
    "revealed": ("player:p", "{player} lays the hand open."),
    "who-rides": ("player:p", "{player} has a Tandem: who rides along?"),
    "tandem": ("player:p passenger:p", "{player}'s Parachute carries {passenger}."),
    "landing": ("crew:p*", "Left aboard to land the plane: {crew}."),
    "over": ("", "The game is over."),
    "reshuffle": ("", "The Draw pile is exhausted: the Discard pile is shuffled into a new one."),
    "no-flannel": ("player:p", "The Laundry is empty: {player}'s hand stays short."),
    "changed": ("player:p cards:n", "{player} draws {cards} and keeps one."),
    "stolen": ("player:p from:p", "{player} steals a card from {from}, who takes a Flannel."),
    "knife": ("player:p thief:p", "{player} shows a Knife: {thief} takes a Flannel instead."),
    "too-late": ("player:p whom:p", "Too late: {player}'s card has no effect on {whom}."),
    "spied": ("player:p on:p", "{player} looks at {on}'s hand and draws a card."),
    "cuffed": ("players:p* token:n", "Handcuffs {token} close on {players}."),
    "unlocked": ("players:p*", "The Handcuffs of {players} are unlocked."),
    "case-gone": ("player:p", "{player}'s Briefcase is gone: the Handcuffs on it open."),
    "left-lockbox": ("player:p", "{player} looks into the Lockbox and takes nothing."),
    "lockbox": ("player:p", "{player} takes a card from the Lockbox."),
    "poisoned": ("player:p", "{player} is poisoned."),
    "cured": ("player:p", "{player} takes the Antidote."),
    "poison-useless": ("", "6,000 ft: unused Poison is useless. Who holds one returns it to the Box for a Flannel."),
    "poison-returned": ("player:p", "{player} returns useless Poison to the Box."),
    "killed": ("player:p by:t", "{player} is dead ({by})."),
    "looted": ("player:p from:p", "{player} takes a card from dead {from}."),
    "kicked": ("player:p whom:p card:c", "{player} kicks the {card} out of {whom}'s hand."),
    "no-weapon": ("player:p whom:p", "{player}'s kick finds no weapon on {whom}: a Flannel instead."),
    "countered": ("player:p whom:p", "{player} blocks {whom}'s kick and draws a card."),
    "injured": ("player:p", "{player} is shot: three cards are the limit from now on."),
    "trade": ("player:p with:p cards:n", "{player} and {with} trade {cards} for {cards}."),
    "threat": ("player:p whom:p", "{player} threatens {whom}."),
    "proof": ("player:p", "{player} shows the Revolver."),
    "bluff": ("player:p", "{player} has no Revolver to show: the threat is off."),
    "surrendered": ("player:p to:p", "{player} shows the hand, {to} takes one card."),
    "refused": ("player:p", "{player} refuses."),
    "standoff": ("player:p", "{player} draws a Revolver, too: a standoff."),
    "empty": ("player:p", "Click. {player}'s Revolver is empty and goes to the Discard pile."),
    "discarded": ("player:p card:c", "{player} discards a {card}."),
    "disposed": ("player:p items:n", "{player} throws {items} off the plane."),
    "challenge": ("player:p whom:p", "{player} challenges {whom}."),
    "void": ("player:p whom:p", "Both lied, or both were honest: the trade is off."),
    "honest": ("player:p whom:p", "{player} was honest, and settles the trade with {whom}."),
    "settled": ("player:p whom:p", "{player} takes what was due from {whom}."),
    "aborted": ("player:p whom:p", "{player} calls the trade with {whom} off."),
    "searched": ("player:p cards:n", "{player} discards and draws {cards} in search of the Licence."),
    "rolled": ("one:t other:t", "The dice show {one} and {other}."),
    "flew": ("across:n down:n ends:t", "The plane moves {across} across and {down} down: {ends}."),
    "braked": ("die:t ends:t", "The brakes: {die}, {ends}."),
}

SAID = {"flying": "it flies on", "strip": "it touches down", "landed": "it stands", "crashed": "it crashes"}


def tell(state: State, note: Note) -> dict[str, Any]:
    """A note as data, with its sentence."""
    return sentences.tell(TELL, state, note, SAID)
