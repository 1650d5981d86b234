"""Terms that read `seat`, `team` or `me` of their own, where nothing that reads them has anybody in question."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.lang import types
from hasenpfeffer.lang.checking.naming import nobody_there
from hasenpfeffer.lang.typed import LOOPS, Typed
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.unknown import UNKNOWN, PartialMap, known, known_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Game, Ruleset, ScoreLine, Term

_OF_A_RECEIVER = frozenset(["seat", "team"])
_WORDS = _OF_A_RECEIVER | {"me"}


def with_somebody(ruleset: Ruleset, findings: Findings) -> Ruleset:
    """S239 for terms in which it is open who is meant; their bodies count as parts with a finding from then on."""
    told: dict[str, Typed] = {}
    for formula, bound in _places(ruleset):
        for name, word, read in _open_words(formula, bound, ruleset.terms):
            if name not in told:
                _report(name, word, read, findings)
                told[name] = Typed("error", types.UNKNOWN, place=word.place)
    if not told:
        return ruleset
    terms = {
        name: replace(term, body=told[name]) if name in told else term
        for name, term in known_of(ruleset.terms)
    }
    is_partial = isinstance(ruleset.terms, PartialMap)
    return replace(ruleset, terms=PartialMap(terms) if is_partial else terms)


def _report(name: str, word: Typed, read: Typed, findings: Findings) -> None:
    said = str(word.value)
    assert word.place is not None
    other = "declarers" if said == "team" else "declarer"
    findings.error(
        "S239",
        f"`{said}` is nobody in `{name}`: {nobody_there(said)} where it is read",
        word.place,
        label="whose?",
        related=[Related("read here", read.place)] if read.place is not None else [],
        path=f"terms.{name}",
        help=f"Call the term `{name} of {'team' if said == 'team' else 'seat'}`, and read it as "
        f"`{name} of {other}` or of whom you mean",
    )


def _places(ruleset: Ruleset) -> Iterator[tuple[Typed, frozenset[str]]]:
    """The formulas of scoring and of the end of a game, each with the words that stand for somebody there."""
    for line in known(ruleset.scoring):
        yield from _of_line(line)
    if ruleset.game_end is not UNKNOWN:
        yield from _of_game(ruleset.game_end)


def _of_line(line: ScoreLine) -> Iterator[tuple[Typed, frozenset[str]]]:
    receivers = line.receivers
    if receivers is UNKNOWN:
        return
    bound = _OF_A_RECEIVER if receivers.each else frozenset[str]()
    changed = [part for part in (line.adds, line.sets) if part is not UNKNOWN]
    changes = [change.value for part in changed for change in known(part)]
    for formula in (line.condition, receivers.who, line.amount, line.payers, *changes):
        if formula is not None and formula is not UNKNOWN:
            yield formula, bound


def _of_game(game: Game) -> Iterator[tuple[Typed, frozenset[str]]]:
    for formula in (game.over, game.best_teams, game.first_dealer, game.next_dealer, game.after_redeal):
        if formula is not None and formula is not UNKNOWN:
            yield formula, frozenset()
    for formula in (game.wins, game.loses, game.payoff):
        if formula is not None and formula is not UNKNOWN:
            yield formula, _OF_A_RECEIVER


def _open_words(
    formula: Typed, bound: frozenset[str], terms: Mapping[str, Term]
) -> Iterator[tuple[str, Typed, Typed]]:
    """Terms that a formula leads to and in which a word stands for nobody: the term, the word, and where the formula
    reads what leads there."""
    known_terms = dict(known_of(terms))
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [(part, around, part) for part, around in _terms_in(formula, bound)]
    while waiting:
        part, around, read = waiting.pop()
        name = str(part.value)
        term = known_terms.get(name)
        if term is None or term.body is UNKNOWN or (name, around) in seen:
            continue
        seen.add((name, around))
        inside = around | {term.argument} if term.argument else around
        for word in _words_in(term.body, inside):
            yield name, word, read
        waiting += [(more, where, read) for more, where in _terms_in(term.body, inside)]


def _terms_in(formula: Typed, bound: frozenset[str]) -> Iterator[tuple[Typed, frozenset[str]]]:
    """The terms that a formula reads, each with the words that stand for somebody there."""
    if formula.op == "term":
        yield formula, bound
    if formula.op in LOOPS:
        bound |= {str(formula.value)}
    for part in formula.args:
        yield from _terms_in(part, bound)


def _words_in(formula: Typed, bound: frozenset[str]) -> Iterator[Typed]:
    """The words of a formula that stand for nobody."""
    if formula.op == "bound" and formula.value in _WORDS and formula.value not in bound:
        yield formula
        return
    if formula.op in LOOPS:
        bound |= {str(formula.value)}
    for part in formula.args:
        yield from _words_in(part, bound)
