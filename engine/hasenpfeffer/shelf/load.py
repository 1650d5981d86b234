"""The journey of a rule file on one page: find, read, merge, hold against the schema, build, check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.shelf.build.ruleset import build_ruleset
from hasenpfeffer.shelf.checks import run_checks
from hasenpfeffer.shelf.checks.missing import gathered
from hasenpfeffer.shelf.merge import Merged, merge
from hasenpfeffer.shelf.schema import check_resolved, check_written

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.family import Read
    from hasenpfeffer.shelf.find import Finder


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of a reference: the ruleset where there is one, the merged tree, and every finding."""

    reference: str
    ruleset: Ruleset | None
    merged: Merged | None
    findings: Findings


def load_reference(
    reference: str,
    options: Mapping[str, str] | None = None,
    *,
    folder: Path | None = None,
    schema: bool = True,
    read: Read | None = None,
    finder: Finder | None = None,
) -> Loaded:
    """Loads `game+patch+…` or a path. `schema` off skips the structure of files that are known to be sound."""
    findings = Findings()
    merged = merge(reference, findings, folder=folder, read=read, finder=finder)
    if merged is None:
        return Loaded(reference, None, None, findings)
    if schema:
        for written in merged.files:
            check_written(written.tree, findings)
        resolved = Findings()
        check_resolved(merged.tree, resolved)
        if not findings.has_errors:
            for finding in resolved.items:
                findings.add(finding)
        if not _can_be_built(resolved):
            return Loaded(reference, None, merged, findings)
    if not _can_be_built(findings):
        return Loaded(reference, None, merged, findings)
    meaning = Findings()
    ruleset = build_ruleset(
        merged.tree,
        meaning,
        name=merged.name,
        game=merged.game,
        patches=merged.patches,
        composed_of=merged.composed_of,
        options=options,
    )
    if ruleset is not None:
        run_checks(ruleset, merged, meaning)
    for finding in gathered(meaning.items, merged):
        findings.add(finding)
    return Loaded(reference, None if findings.has_errors else ruleset, merged, findings)


def _can_be_built(findings: Findings) -> bool:
    """Whether meaning can be looked at: with unknown keys it can, they are passed over."""
    return all(item.severity != "error" or item.code in _HARMLESS for item in findings.items)


_HARMLESS = frozenset(["S201"])
"""Errors of structure after which the rest of a file still means something."""
