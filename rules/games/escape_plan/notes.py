"""What happens at the table, in sentences. Each note is a name and its facts."""

from typing import Any

from rules import sentences
from rules.games.escape_plan.state import State
from rules.state import Note

TELL: sentences.Tellings = {
    "round": ("round:n", "Round {round} begins."),
    "income": ("player:p amount:n", "{player} receives ${amount} Income."),
    "uncounted-income": (
        "player:p",
        "{player} receives Income, not counted: the track is not entered.",
    ),
    "patrol": ("exit:t", "A Patrol at {exit}."),
    "blocked": ("exit:t", "{exit} is blocked: lay an Exit tile stack on it, now or as soon as its tile appears."),
    "tile": ("player:p", "{player} places a City tile."),
    "entered": ("tile:t", "The map knows tile {tile}."),
    "order": ("players:p*", "Turn order: {players}."),
    "turn": ("player:p", "It is {player}'s turn."),
    "stays": ("player:p", "Somebody has escaped: {player} pays $1 to stay free."),
    "arrested": ("player:p", "{player} is arrested."),
    "joins": ("player:p", "{player} discards an Extra Action disc and takes part."),
    "rested": ("player:p", "{player} rests: First Aid, Contact cards and Equipment are ready again."),
    "walked": ("player:p to:t points:n", "{player} moves to the {to} for {points:Movement Point}."),
    "moved": ("player:p to:t", "{player} moves to the {to}; the way was not told."),
    "police": ("player:p number:n", "{number} to be avoided on the tiles {player} left."),
    "avoided": ("player:p number:n", "{player} avoids {number}."),
    "wounded": ("player:p wounds:n", "{player} is wounded: {wounds} now."),
    "handcuffed": (
        "player:p",
        "A fourth Wound: {player} heals one, a Handcuff card blocks the rightmost space.",
    ),
    "no-handcuffs": ("player:p", "{player} wears both Handcuff cards already: the Wounds stay at three."),
    "healed": ("player:p wounds:n", "{player} heals {wounds}."),
    "cube": ("player:p at:t", "{player} places an Income cube at the {at}."),
    "closed": ("location:c", "The {location} closes: flip its tile."),
    "contact": ("player:p card:t", "{player} takes a Contact card: {card}."),
    "no-contact": ("player:p card:t", "{player} discards the Contact card: {card}."),
    "reshuffle": ("", "The Contact deck is exhausted: the discarded cards are shuffled into a new one."),
    "unlocked": ("player:p asset:t", "{player} unlocks an Asset tile: {asset}."),
    "asset-lost": ("player:p asset:t", "{player} has no empty space: the {asset} leaves the game."),
    "disc": ("player:w", "{player} gains an Extra Action disc."),
    "key": ("player:p colour:t", "{player} takes a {colour} Key."),
    "key-used": ("player:p key:t", "{player} flips a Key ({key})."),
    "bought": ("player:p what:t", "{player} buys a tile: {what}."),
    "made-way": ("player:p what:t", "{player} discards a tile ({what}) for 1 Notoriety."),
    "gas": ("player:p", "{player} takes a Gas can."),
    "locker": ("player:p colour:t tiles:n", "{player} opens a {colour} Locker: draw {tiles}, keep one."),
    "exit-tile": ("player:p tiles:n", "{player} draws {tiles:Exit tile} and keeps one."),
    "prayed": ("player:p", "{player} pays the Church $1 and loses 1 Notoriety."),
    "gang": ("player:p", "{player} pays the Gang and gains two Gang members."),
    "unpaid": ("player:p money:n", "{player} has spent the ${money} that it takes on the way."),
    "gang-used": ("player:p", "{player} returns a Gang member."),
    "used": ("player:p what:t", "{player} uses a card or tile: {what}."),
    "police-moved": ("player:p police:t", "{player} moves a {police} Police Officer."),
    "police-removed": ("player:p police:t", "{player} removes a {police} Police Officer from the game."),
    "police-nearer": ("player:p towards:p", "{player} moves a Police Officer nearer to {towards}."),
    "send-police": (
        "player:p towards:p",
        "{player} moves one Police Officer nearer to {towards}, if possible.",
    ),
    "notoriety": ("player:w position:n", "{player}'s Notoriety is {position} now."),
    "threshold": ("player:p number:n", "{player} crosses threshold {number}."),
    "sandra": ("to:t company:n", "Sandra goes to the {to}. Others there: {company}."),
    "counted": ("player:p", "{player}'s figures are set right."),
    "escaped": ("player:p place:n", "{player} has escaped, as number {place}!"),
    "end": ("", "The last round is over: everything is laid open."),
    "counted-up": ("player:p what:t sum:n", "{player}'s {what} come to ${sum} so far."),
    "revealed": ("player:p", "{player} lays everything open."),
    "over": ("", "The game is over."),
}


def tell(state: State, note: Note) -> dict[str, Any]:
    """A note as data, with its sentence. A mark of Notoriety and a disc may be Sandra's, who has no seat."""
    if "player:w" in TELL[note[0]][0]:
        who = "Sandra" if note[1] == state.box.sandra else state.box.seats[note[1]]
        facts = TELL[note[0]][0].replace(":w", ":t")
        return sentences.tell({note[0]: (facts, TELL[note[0]][1])}, state, (note[0], who, *note[2:]))
    return sentences.tell(TELL, state, note)
