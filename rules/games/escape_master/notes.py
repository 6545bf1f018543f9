"""What happens at the table, in sentences."""

from typing import Any

from rules import sentences
from rules.games.escape_master.state import State
from rules.sentences import Tellings
from rules.state import Note

TELL: Tellings = {
    "started": ("round:n", "Round {round}: Start!"),
    "out": ("player:p", "{player}: Escape Master!"),
    "alliance": ("player:p", "Escape Alliance! {player}'s team is out."),
    "count": ("players:p*", "Nobody plays any more. To be counted: {players}."),
    "exhausted": ("", "The draw pile is empty and nobody can play."),
    "draw": ("player:p order:t", "{player} announces “Draw”. One card each, in this order: {order}."),
    "drew": ("players:p*", "A card each for {players}."),
    "premature": ("player:p", "{player} can play: the “Draw” has no effect."),
    "penalty": ("player:p blunders:n", "{player} takes {blunders} extra, as agreed."),
    "again": ("round:n", "Round {round} is dealt and played again."),
    "counted": ("player:p blunders:n", "{player}'s hand counts {blunders}."),
    "scored": ("round:n", "Round {round} is scored."),
    "over": ("winners:p*", "The game is over: {winners} became the next Escape Master."),
    "tie": ("players:p*", "{players} are tied with the fewest Blunders: one more round among them."),
    "dealer": ("player:p", "{player} deals."),
    "story": ("player:p", "{player} draws a Story card."),
    "no-story": ("", "The STORY deck is empty."),
    "read": ("player:p number:n text:t", "{player} reads Story card {number}: {text}"),
    "leader": ("player:p leader:t", "{player}'s Escape Leader is the {leader}."),
    "lost-leader": ("player:p", "{player} loses the Escape Leader."),
    "traded": ("player:p with:p", "{player} and {with} trade Escape Leaders."),
    "felled": ("player:p on:p", "{player}'s Lumberjack gives {on} an extra Blunder."),
    "last-round": ("player:p", "{player} reaches the Breaking Point: this round is still played."),
    "beast": ("player:p text:t", "{player} is in Beast Mode for this round. {text}"),
    "played": ("player:p stack:n cards:c*", "{player} plays {cards} on Stack {stack}."),
    "seen": ("card:c stack:n", "{card} lies on Stack {stack}."),
    "wisdom": ("players:p*", "Wisdom frees {players}."),
    "trap": ("player:p card:c on:p", "{player} plays {card} on {on}."),
    "trapped-drew": ("player:p cards:n", "{player} draws {cards}."),
    "escaped": ("player:p freed:p", "{player}'s Escape frees {freed}."),
    "discarded": ("player:p cards:c*", "{player} discards {cards}."),
    "took": ("player:p", "{player} draws a card."),
    "legal": ("cards:n", "That was legal."),
    "may-draw": ("", "Drawing was allowed: nothing could be played."),
}


def tell(state: State, note: Note) -> dict[str, Any]:
    data = sentences.tell(TELL, state, note)
    data["say"] = data["say"].strip()
    return data
