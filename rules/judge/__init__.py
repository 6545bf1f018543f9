"""The judge: a question about one game's rules, answered with a verdict and the heading it rests on, or not at all."""

from collections import Counter
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rules import games, library
from rules.action import Action, Unreadable
from rules.judge import asking, figures, learner, network, prepared, scope, standing, sums
from rules.judge.index import Index, Match
from rules.judge.language import NUMBERS, words
from rules.judge.lexicon import Lexicon
from rules.judge.passages import Passages
from rules.judge.reading import LONGEST, Reader, Reading
from rules.judge.rulings import TURNED, Book, Entry, VerdictName, book, heard
from rules.judge.spelling import Speller
from rules.judge.traits import is_ban
from rules.table import Table
from rules.verdict import Answer

Source = Literal["engine", "ruling", "passage", "none"]
Agreement = tuple[str, str, str]  # question, answer, heading
AGREED = "agreed"  # the point's name where people have settled it themselves
SAME_QUESTION = 0.8  # how alike a question must be to one that the table has ruled on
SURER = 0.5  # how sure a ruling must be to count for more than the engine on a table that is only described
NOT_AT_ALL, BARELY = -9.0, -0.5  # how little a question may have to do with the game to be answered
PASSAGE = 0.7  # how much of the question a passage must speak of to be shown
RELATED = 4
KEPT = 2  # judges in memory
SEEN = 0.9  # how sure it is that a question asks how the table stands
BEFORE: dict[VerdictName, str] = {
    "yes": "Yes. ",
    "no": "No. ",
    "depends": "It depends. ",
    "open": "The book leaves this open. ",
    "fact": "",
}


class Related(Struct, frozen=True):
    """A point nearby."""

    section: str
    question: str
    answer: str


class Ruling(Struct, frozen=True):
    """What the judge says."""

    answer: str
    verdict: VerdictName
    section: str | None
    source: Source
    confidence: float
    related: tuple[Related, ...] = ()
    sides: tuple[str, ...] = ()  # where the book contradicts itself or is silent: the readings
    switch: str = ""  # the house rule that a table can settle it with
    point: str = ""  # the ruling's own name


class Judge:
    """Knows one game's rulings. Made once a game: reading the wordings takes longer than answering."""

    def __init__(self, game: str, anew: bool = False) -> None:
        """`anew`: from the rulings themselves, whatever was prepared."""
        ready = None if anew else prepared.load(game)
        try:
            self.book: Book = ready.book if ready else book(game)
        except FileNotFoundError:
            known = ", ".join(sorted(judged()))
            raise Unreadable(f"There are no rulings for “{game[:40]}”. There are for: {known}.") from None
        self.game = game
        self.entries = self.book.entries()
        common = library.toml("rulings/words.toml")
        self.learnt = library.toml("rulings/learnt.toml")
        lexicon = Lexicon(common, self.book)
        small = {*common["stop"], *common["denials"], *NUMBERS}
        self.weak, strong = (set(ready.weak), ready.strong) if ready else self._vocabulary(common, lexicon)
        self.reader = Reader(lexicon, Speller(self.weak, strong, small, common["foreign"]), self.book.quantities)
        self.index = Index(
            self.entries,
            self.reader,
            common["tones"],
            self.learnt,
            learner.load(game),
            network.load(game),
            ready.readings() if ready else None,
            ready.sets(ready.pools) if ready else None,
        )
        self.passages = Passages(self.book.passages, self.reader, ready.sets(ready.passages) if ready else None)

    def _vocabulary(self, common: Mapping[str, Any], lexicon: Lexicon) -> tuple[set[str], list[str]]:
        """Words that are only known, and those of the game and its wordings, the most common first."""
        weak, strong = set(common["generic"]), Counter(lexicon.spoken)
        for entry in self.entries:
            for _, wording in entry.wordings():
                strong.update(words(wording))
            weak.update(words(entry.says))
        for _, _, wording in heard(self.game):
            strong.update(words(wording))
        for passage in self.book.passages:
            weak.update(words(passage.text))
        return weak, sorted(strong, key=lambda word: (-strong[word], word))

    def ask(self, question: str, table: Table | None = None, earlier: Iterable[Agreement] = ()) -> Ruling:
        """A ruling on a plain question: from the engine, else a curated ruling, else a passage, else none.

        What the table has agreed on comes before all of these, and then what the same people agreed on `earlier`.
        """
        if len(question) > LONGEST:
            return self._none([], "That is too long for one question. Ask it in a sentence or two.")
        reading = self.reader.read(question, table.state.box.seats if table else ())
        matches = self.index.search(reading)
        fits = self.fits(reading, matches)
        if agreed := self._agreed(reading, table, earlier):
            return agreed
        if table is not None and (seen := standing.told(table, reading)):
            return Ruling(seen, "fact", None, "engine", SEEN, self._related(matches, ""))
        if reckoned := sums.reckon(self.book, reading, self._given(reading, table), self._players):
            return self._reckoned(reckoned, matches, is_ban(reading))
        asked = asking.ask(self.book, reading, table) if reading.meanings else None
        sure = self.confidence(matches, fits)
        if asked is not None and not asked.left and (not asked.described or sure < SURER):
            return self._engine(asked, matches, is_ban(reading))
        if matches and fits >= BARELY:
            best = self._at_table(matches[0], table)
            answer = self._answer(best, reading, table)
            if answer is not None:
                return self._ruling(best, answer, sure, matches)
        found = self.passages.search(reading) if fits >= BARELY else []
        if found and found[0].score >= PASSAGE and len(reading.meanings) > 1:
            passage = found[0].passage
            text = f"No ruling fits. {passage.heading} says, in our words: {passage.text}"
            near = self._related(matches, passage.heading)
            return Ruling(text, "fact", passage.heading, "passage", round(0.5 * found[0].score, 2), near)
        return self._none(matches, "Not in this book, as far as I can tell.")

    def fits(self, reading: Reading, matches: list[Match]) -> float:
        """Whether a question is about this game at all: above 0 it rather is."""
        if not matches:
            return NOT_AT_ALL
        own = frozenset((*self.book.words, *self.reader.lexicon.classes))
        return scope.weighed(self.learnt["scope"], scope.about(self.index, own, reading, matches))

    def confidence(self, matches: list[Match], fits: float) -> float:
        """How sure the best match is: how well it fits, and how far behind come those that differ."""
        if not matches:
            return 0.0
        odds = scope.weighed(self.learnt["sure"], scope.sure(matches, fits))
        return round(scope.share(odds - scope.UNSURE), 2)

    def _agreed(self, reading: Reading, table: Table | None, earlier: Iterable[Agreement]) -> Ruling | None:
        """What this table, or the same people before, has agreed on the same question."""
        seats = table.state.box.seats if table else ()
        now = [(agreed, "This table has ruled") for agreed in (table.agreements if table else ())]
        for (question, answer, cite), says in [*now, *((agreed, "This group has ruled before") for agreed in earlier)]:
            if self.index.likeness(reading, self.reader.read(question, seats)) >= SAME_QUESTION:
                first = answer.split()[0].strip(".,!").casefold()
                verdict: VerdictName = "yes" if first == "yes" else "no" if first == "no" else "fact"
                return Ruling(f"{says}: {answer}", verdict, cite or None, "ruling", 0.99, point=AGREED)
        return None

    def about(self, action: Action, table: Table, before: Any = None) -> Ruling:
        """A ruling on one action of the table at hand ("Can [Ann] [shoot] [Ben] now?"), or in the state `before`."""
        asked = asking.about(table, action, before)
        return self._engine(asked, self.near(f"{asked.label} {action.do.replace('-', ' ')}"))

    def near(self, what: str) -> list[Match]:
        """The points about a card, an action or anything else that can be tapped."""
        return self.index.search(self.reader.read(what))

    @property
    def _players(self) -> tuple[int, ...]:
        """How many can play."""
        return games.GAMES[self.game].players if self.game in games.GAMES else ()

    def _given(self, reading: Reading, table: Table | None) -> dict[str, int]:
        """The figures that a question gives, or else the table at hand."""
        seats = {"players": len(table.state.box.seats)} if table is not None else {}
        return seats | reading.figures

    def _reckoned(self, reckoned: sums.Reckoned, matches: list[Match], ban: bool) -> Ruling:
        """`ban`: it was asked whether it is forbidden."""
        verdict = TURNED.get(reckoned.verdict, reckoned.verdict) if ban else reckoned.verdict
        related = self._related(matches, reckoned.sum.heading, reckoned.sum.see)
        said = f"{BEFORE[verdict]}{reckoned.says}"
        return Ruling(said, verdict, reckoned.sum.heading, "ruling", SEEN, related, point=reckoned.sum.id)

    def _at_table(self, match: Match, table: Table | None) -> Match:
        """The point as this table plays it: a house rule that was switched turns what the book only leans to."""
        played, usual = self._house(match.entry, table)
        if played == usual or not isinstance(played, bool):
            return match
        return replace(match, verdict=TURNED.get(match.verdict, match.verdict))

    def _house(self, entry: Entry, table: Table | None) -> tuple[object, object]:
        """How the table plays an entry's house rule, and how it is played by default."""
        if table is None or entry.switch not in table.game.switches:
            return None, None
        switch = table.game.switches[entry.switch]
        box = table.state.box
        return box.house.get(entry.switch), switch.modes.get(box.mode, switch.default)

    def _answer(self, match: Match, reading: Reading, table: Table | None) -> str | None:
        """The point as an answer to this question, with its figures."""
        entry = match.entry
        card = next((m for m in reading.meanings if m in self.reader.lexicon.classes), "")
        said = figures.fill(self.game, entry, self._given(reading, table), card, self._players)
        if said is None:
            return None
        played, usual = self._house(entry, table)
        if played != usual and table is not None:
            asks = table.game.switches[entry.switch].asks
            shown = {True: "yes", False: "no"}.get(played, played) if isinstance(played, bool) else played
            return f"{BEFORE[match.verdict]}This table plays its own house rule. {asks} {str(shown).capitalize()}."
        leans = " The book leans this way without saying it outright." if entry.strength == "leans" else ""
        return f"{BEFORE[match.verdict]}{said}{leans}"

    def _ruling(self, match: Match, answer: str, sure: float, matches: list[Match]) -> Ruling:
        entry = match.entry
        related = self._related(matches, entry.heading, entry.see)
        return Ruling(
            answer, match.verdict, entry.heading, "ruling", sure, related, entry.sides, entry.switch, entry.id
        )

    def _engine(self, asked: asking.Asked, matches: list[Match], ban: bool = False) -> Ruling:
        """`ban`: it was asked whether it is forbidden."""
        verdict = asked.verdict
        reason = verdict.reasons[0] if verdict.reasons else None
        section = reason.heading if reason else asked.heading
        said: VerdictName = verdict.answer.value
        if ban:
            said = TURNED.get(said, said)
        if verdict.answer is Answer.YES:
            where = "" if asked.described else " now"
            answer = f"{BEFORE[said]}Nothing in the rules is against it{where}: {asked.label}."
        else:
            answer = f"{BEFORE[said]}{verdict.why}"
        related = self._related(matches, section)
        switch = reason.switch if reason else ""
        return Ruling(answer, said, section or None, "engine", 0.97, related, (), switch, asked.action.do)

    def _none(self, matches: list[Match], answer: str) -> Ruling:
        return Ruling(answer, "open", None, "none", 0.0, self._related(matches, ""))

    def _related(self, matches: list[Match], heading: str, sees: Iterable[str] = ()) -> tuple[Related, ...]:
        """Headings that bear on it, then points nearby under other headings, then others."""
        related: dict[str, Related] = {}
        for see in sees:
            near = next((m.entry for m in matches if m.entry.heading == see), None)
            related[see] = Related(see, near.question if near else "", near.says if near else "")
        for match in matches:
            other = match.entry
            if other.heading != heading and other.heading not in related and len(related) < RELATED:
                said = other.says if other.figure is None else ""
                related[other.heading] = Related(other.heading, other.question, said)
        return tuple(related.values())


_made: dict[str, Judge] = {}  # the latest last
_making = Lock()


def judge(game: str) -> Judge:
    """The judge of a game, made when first asked for, by one thread for all who ask. The last two are kept: each takes
    megabytes, and a table plays one game."""
    with _making:
        found = _made.pop(game, None) or Judge(game)
        _made[game] = found
        if len(_made) > KEPT:
            del _made[next(iter(_made))]
        return found


def judged() -> frozenset[str]:
    """The games that have rulings."""
    return frozenset(library.names("rulings", ".toml")) - {"words", "learnt"}
