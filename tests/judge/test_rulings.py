"""Every game's rulings: readable, cited by headings that exist, each wording once, and borne out by their proofs."""

import pytest

from rules import games, library
from rules.game import Setup
from rules.judge import judged
from rules.judge.rulings import Entry, Proof, book
from rules.judge.script import action, play, seen
from rules.table import Table

GAMES = sorted(judged())
ENTRIES = [(game, entry) for game in GAMES for entry in book(game).entries()]
PROOFS = [
    pytest.param(game, proof, id=f"{game}-{entry.id}-{number}")
    for game, entry in ENTRIES
    for number, proof in enumerate(entry.proof)
    if game in games.GAMES
]
LEAST = {"hit-the-silk": 150}


def headings(game: str) -> set[str]:
    return set(library.toml(f"games/{game}/headings.toml")["headings"])


@pytest.mark.parametrize("game", GAMES)
def test_there_are_rulings_enough_and_each_name_stands_once(game: str) -> None:
    names = [entry.id for entry in book(game).entries()]
    assert len(names) >= LEAST.get(game, 60)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", [game for game in GAMES if game in games.GAMES])
def test_every_heading_cited_is_in_the_rulebook(game: str) -> None:
    known = headings(game)
    cited = {heading for entry in book(game).entries() for heading in (entry.heading, *entry.see)}
    cited |= {passage.heading for passage in book(game).passages}
    assert cited <= known


@pytest.mark.parametrize("game", GAMES)
def test_no_wording_stands_under_two_points(game: str) -> None:
    owners: dict[str, str] = {}
    for entry in book(game).entries():
        for verdict, wording in entry.wordings():
            owner = owners.setdefault(wording.casefold().rstrip("?"), f"{entry.id} {verdict}")
            assert owner == f"{entry.id} {verdict}", wording


@pytest.mark.parametrize("game", GAMES)
def test_what_the_book_does_not_settle_is_open_and_says_what_we_play(game: str) -> None:
    for entry in book(game).entries():
        assert (entry.strength == "silent") == bool(entry.open), entry.id
        assert bool(entry.open) + bool(entry.yes or entry.no or entry.fact or entry.depends) == 1, entry.id


@pytest.mark.parametrize("game", [game for game in GAMES if game in games.GAMES])
def test_every_switch_named_is_a_house_rule_of_the_same_strength(game: str) -> None:
    switches = games.GAMES[game].switches
    for entry in book(game).entries():
        if entry.switch:
            assert entry.switch in switches, entry.id
            assert switches[entry.switch].strength == entry.strength, entry.id


@pytest.mark.parametrize("game", [game for game in GAMES if game in games.GAMES])
def test_every_silent_house_rule_has_an_open_ruling(game: str) -> None:
    silent = {name for name, switch in games.GAMES[game].switches.items() if switch.strength == "silent"}
    assert silent <= {entry.switch for entry in book(game).entries() if entry.open}


@pytest.mark.parametrize(("game", "proof"), PROOFS)
def test_a_ruling_is_what_the_engine_does(game: str, proof: Proof) -> None:
    engine = games.GAMES[game]
    if proof.score:
        result = engine.score(proof.score)
        assert {path: seen(result, path) for path in proof.gives} == proof.gives
        return
    players = proof.players or ("Ann", "Ben", "Cat", "Dee", "Eli", "Fay")[: max(3, engine.players[0])]
    table = Table(engine, Setup(game, tuple(players), proof.mode, options=dict(proof.options)))
    play(table, [*(line.format_map({"I": players[0]}) for line in book(game).scene), *proof.lines])
    assert {path: seen(table.view, path) for path in proof.shows} == proof.shows
    if proof.asks:
        verdict = table.check(action(table, proof.asks))
        assert verdict.answer.value == proof.expect, verdict
        if proof.cite:
            assert proof.cite in verdict.cite


@pytest.mark.parametrize(("game", "entry"), [pytest.param(g, e, id=f"{g}-{e.id}") for g, e in ENTRIES if e.proof])
def test_a_proof_proves_something(game: str, entry: Entry) -> None:
    for proof in entry.proof:
        assert proof.shows or (proof.asks and proof.expect) or (proof.score and proof.gives)
