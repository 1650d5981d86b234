"""Shipped files changed by lot: one change of meaning each, the same for the same seed."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from tests.mutants.edits import Edit, edits

from hasenpfeffer import chance
from hasenpfeffer.lang.vocabulary import WORDS, Sizes
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.source import load_source
from hasenpfeffer.reading.yaml_file import read
from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.shelf.load import load_reference

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.ruleset.model import Ruleset

_SIZES = Sizes(seats=4, cards=52, hand=13, points=200, point_denominator=1, deals=200)


class Mutant(NamedTuple):
    """A shipped file with one change; `line` is where it begins, `was` and `now` that line before and after."""

    number: int
    name: str
    edit: Edit
    line: int
    text: str
    was: str
    now: str


def mutants(number: int, seed: int) -> list[Mutant]:
    """So many of them, spread evenly over all shipped files and over the sections of each."""
    names = [entry.name for entry in shelf_entries()]
    made: list[Mutant] = []
    for turn in count():
        order = chance.shuffled(len(names), seed, 0, turn)
        for place in order:
            mutant = _mutant(names[place], len(made), chance.Stream(seed, turn, place, 9), made)
            if mutant is not None:
                made.append(mutant)
            if len(made) == number:
                return made
    raise AssertionError


def _mutant(name: str, number: int, draw: chance.Stream, made: list[Mutant]) -> Mutant | None:
    source, possible = all_edits(name)
    known = {one.text for one in made if one.name == name}
    for _ in range(20 if possible else 0):
        of_section = _one_of(_grouped(possible, lambda edit: edit.section), draw)
        of_kind = _one_of(_grouped(of_section, lambda edit: edit.kind), draw)
        edit = of_kind[draw.below(len(of_kind))]
        text = source.text[: edit.start] + edit.text + source.text[edit.end :]
        if text not in known:
            return _made(number, name, edit, source, text)
    return None


def _made(number: int, name: str, edit: Edit, source: Source, text: str) -> Mutant:
    line = source.position(edit.start).line
    after = text.split("\n")
    now = after[line - 1] if line <= len(after) else ""
    return Mutant(number, name, edit, line, text, source.line_text(line).strip(), now.strip())


def _grouped(possible: tuple[Edit, ...], by: Callable[[Edit], str]) -> list[tuple[Edit, ...]]:
    groups: dict[str, list[Edit]] = {}
    for edit in possible:
        groups.setdefault(by(edit), []).append(edit)
    return [tuple(groups[name]) for name in sorted(groups)]


def _one_of(groups: list[tuple[Edit, ...]], draw: chance.Stream) -> tuple[Edit, ...]:
    return groups[draw.below(len(groups))]


@cache
def all_edits(name: str) -> tuple[Source, tuple[Edit, ...]]:
    """A shipped file's text, and everything that can be changed in it."""
    entry = next(entry for entry in shelf_entries() if entry.name == name)
    findings = Findings()
    source = load_source(entry.path, entry.shown, findings)
    assert source is not None
    tree = read(source, findings)
    loaded = load_reference(str(entry.path), schema=False)
    assert tree is not None and loaded.ruleset is not None, (name, loaded.findings.items)
    return source, tuple(edits(source, tree, kinds_of_names(loaded.ruleset)))


def kinds_of_names(ruleset: Ruleset) -> Mapping[str, str]:
    """Of what kind the names are that a file may use, so that one can stand for another."""
    kinds: dict[str, str] = {}
    for word in WORDS:
        argument = f" of {word.argument.value}" if word.argument else ""
        kinds[word.name] = f"{word.result(_SIZES).kind.value}{argument}"
    for term in ruleset.terms.values():
        argument = f" of {term.argument}" if term.argument else ""
        kinds[term.name] = f"{term.body.type.kind.value}{argument}"
    for setting in ruleset.settings.values():
        kinds[setting.name] = setting.type.kind.value
    for counter in ruleset.counters.values():
        kinds[counter.name] = "a counter"
    for name in ruleset.card_names:
        kinds[name] = "named cards"
    kinds.update(dict.fromkeys(ruleset.seating.names, "seat"))
    kinds.update({suit.name: "suit" for suit in ruleset.pack.suits})
    kinds.update({rank.name: "rank" for rank in ruleset.pack.ranks})
    kinds.update({step.name: "step" for step in ruleset.steps if step.name not in kinds})
    return kinds
