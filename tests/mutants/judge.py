"""The judge of changed files. It knows nothing of the checker: it builds a file without any check and plays it.

It holds the laws of `tests/properties` and those of sense against random deals, and the naive counter against
whatever was Hasenpfeffer. Its word is what the checker is measured by.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal
from unittest.mock import patch

from tests.mutants.sense import Seen, Spectator, complaints
from tests.naive.walking import KNOWN_BY_FILE, NotTheSameError, walk
from tests.properties import laws
from tests.properties.code_of_laws import Judge as Court

from hasenpfeffer.errors import UnsupportedError
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.shelf import load
from hasenpfeffer.shelf.find import shelf_entries

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.mutants.mutants import Mutant

    from hasenpfeffer.play.rules import CompiledRules

Outcome = Literal["refused", "rejected", "another game", "the same game"]

BEFORE: Final = 240
"""Deals by which a file is known as it was."""
MORE: Final = 240
"""Deals after which something that has not happened does not happen."""
WALKS: Final = 12
TRIES_AT_A_BOUND: Final = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge says of a changed file. `why` is what is broken; `naive`: the counter tells it from the game."""

    outcome: Outcome
    why: tuple[str, ...] = ()
    deals: int = 0
    naive: bool | None = None


def judge(mutant: Mutant, path: Path, deals: int) -> Verdict:
    """Judges a changed file that lies at a path, by at least so many deals where nothing is wrong with it."""
    rules = unchecked(str(path))
    if rules is None:
        return Verdict("refused")
    was = _as_it_was(mutant.name)
    why, played, now = _watched(rules, was, deals)
    why = [reason for reason in why if not _is_wanted(reason, mutant)]
    if not why:
        why, held = _held_against_laws(rules, deals)
        played += held
    if not why and mutant.edit.section == "parameters":
        why = _at_bounds(mutant, path)
    if not why and now is not None and _is_without_effect(mutant, now):
        why = ["the house rule changes nothing"]
    naive = _told_apart(rules, mutant.name)
    if why:
        return Verdict("rejected", tuple(why), played, naive)
    assert now is not None
    same = now.course[: len(was.course)] == was.course[: len(now.course)] and not naive
    return Verdict("the same game" if same else "another game", (), played, naive)


def unchecked(reference: str, options: Mapping[str, str] | None = None) -> CompiledRules | None:
    """A ruleset built without any check of meaning; None where it cannot be built."""
    with patch.object(load, "run_checks", lambda *_, **__: None):
        loaded = load.load_reference(reference, options)
    if loaded.ruleset is None or not loaded.ruleset.playable:
        return None
    try:
        return compile_rules(loaded.ruleset)
    except UnsupportedError:
        return None


@cache
def _as_it_was(name: str) -> Seen:
    rules = unchecked(name)
    assert rules is not None, name
    return Spectator(rules).watch(BEFORE)


def _watched(rules: CompiledRules, was: Seen, deals: int) -> tuple[list[str], int, Seen | None]:
    """What is wrong with the deals, how many were watched, and what was seen."""
    spectator = Spectator(rules)
    try:
        found = list(complaints(was, spectator.watch(deals)))
        if found:
            found = list(complaints(was, spectator.watch(MORE)))
    except Exception as problem:
        return [f"{type(problem).__name__}: {problem}"], spectator.seen.deals, None
    return found, spectator.seen.deals, spectator.seen


def _held_against_laws(rules: CompiledRules, deals: int) -> tuple[list[str], int]:
    court = Court(rules)
    for number in range(1, deals + 1):
        try:
            court.deal(1, number)
        except Exception as problem:
            return [f"{type(problem).__name__}: {problem}"], number
    try:
        court.game(1, longest=4)
    except Exception as problem:
        return [f"{type(problem).__name__}: {problem}"], deals
    return [], deals


def _is_wanted(reason: str, mutant: Mutant) -> bool:
    """Whether the change says in so many words what is complained of: which calls are allowed, who may speak."""
    if reason.startswith("nobody can say the call"):
        return mutant.edit.section == "parameters" or "allowed" in mutant.edit.path
    return False


def _at_bounds(mutant: Mutant, path: Path) -> list[str]:
    """Whether the file can be played with its parameter turned as far as it goes."""
    name = mutant.edit.path[1] if len(mutant.edit.path) > 1 else ""
    rules = unchecked(str(path))
    assert rules is not None
    for parameter in rules.ruleset.parameters:
        bounds = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", parameter.choices)
        if parameter.name != name or bounds is None:
            continue
        for bound in bounds.groups():
            turned = unchecked(str(path), {name: bound})
            if turned is None:
                return [f"{name} may be {bound}, and then nothing can be played"]
            try:
                for number in range(1, TRIES_AT_A_BOUND + 1):
                    laws.one_seat_acts(laws.course(turned, 1, number))
            except Exception as problem:
                return [f"with {name} at {bound}: {type(problem).__name__}: {problem}"]
    return []


def _is_without_effect(mutant: Mutant, now: Seen) -> bool:
    """Whether a house rule that made a difference has none any more."""
    base = _base(mutant.name)
    if base is None:
        return False
    was, without = _as_it_was(mutant.name), _as_it_was(base)
    length = min(len(now.course), len(without.course), len(was.course))
    return now.course[:length] == without.course[:length] != was.course[:length] and now.ends == without.ends


@cache
def _base(name: str) -> str | None:
    """The game that a patch is for, where it is for one alone."""
    entry = next(entry for entry in shelf_entries() if entry.name == name)
    found = re.search(r"^extends: *([\w-]+) *(?:#.*)?$", entry.path.read_text("utf-8"), re.MULTILINE)
    return found[1] if found and entry.kind != "game" else None


def _told_apart(rules: CompiledRules, name: str) -> bool | None:
    """Whether the naive counter tells a changed house game from the one it knows; None for other games."""
    options = KNOWN_BY_FILE.get(name)
    if options is None:
        return None
    try:
        for number in range(1, WALKS + 1):
            walk(rules, options, 1, number)
    except NotTheSameError:
        return True
    except Exception:
        return True
    return False
