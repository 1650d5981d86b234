"""Rulesets for commands: loaded as the user names them, and explained where they have errors."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.cards import fold
from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.exit_codes import WRONG_USAGE
from hasenpfeffer.errors import UsageError
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.report.findings import as_text
from hasenpfeffer.study.checking.files import Files, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TextIO

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.load import Loaded


def load_or_explain(reference: str, options: Mapping[str, str] | None = None) -> Ruleset:
    """The ruleset that a user names; ends the command with its findings where it has errors."""
    ruleset = load_or_explain_all(reference, options).ruleset
    assert ruleset is not None
    return ruleset


def load_playable(reference: str, options: Mapping[str, str]) -> Ruleset:
    """The ruleset that a user names; one that only others build upon is refused."""
    ruleset = load_or_explain(reference, options)
    check_playable(ruleset)
    return ruleset


def check_playable(ruleset: Ruleset) -> None:
    """Refuses a ruleset that only others build upon."""
    if not ruleset.playable:
        raise UsageError(
            f"{ruleset.name} is marked as abstract: other rulesets extend it, and it cannot be played"
        )


def load_or_explain_all(reference: str, options: Mapping[str, str] | None = None) -> Loaded:
    """Like `load_or_explain`, with all that came of the reference; `ruleset` and `merged` are there."""
    files = Files()
    loaded = load(reference, options or {}, files)
    if loaded.ruleset is None:
        print_findings(loaded.findings.items, files, sys.stderr)
        raise SystemExit(WRONG_USAGE)
    return loaded


class Chosen(NamedTuple):
    """A ruleset that has no errors, and those of the options that it has."""

    loaded: Loaded
    options: Mapping[str, str]


def load_each(references: Sequence[str], options: Mapping[str, str]) -> list[Chosen]:
    """Several rulesets, each with those options that it has; ends with the findings of all where one has errors."""
    files, findings = Files(), Findings()
    loaded = [load(reference, {}, files) for reference in references]
    chosen: list[Mapping[str, str]] = [{} for _ in references]
    if options:
        known = [_parameters_of(one) for one in loaded]
        nobody = {fold(name) for name in options if not any(fold(name) in names for names in known)}
        chosen = [
            {name: value for name, value in options.items() if fold(name) in names | nobody}
            for names in known
        ]
        loaded = [load(one.reference, own, files) for one, own in zip(loaded, chosen, strict=True)]
    for one in loaded:
        for finding in one.findings.items if one.ruleset is None else ():
            findings.add(finding)
    if findings.items:
        print_findings(findings.items, files, sys.stderr)
        raise SystemExit(WRONG_USAGE)
    return list(map(Chosen, loaded, chosen))


def _parameters_of(loaded: Loaded) -> set[str]:
    return {fold(parameter.name) for parameter in loaded.ruleset.parameters} if loaded.ruleset else set()


def print_findings(findings: Iterable[Diagnostic], files: Files, stream: TextIO) -> None:
    """Findings for people, with the lines they are about."""
    text = as_text(
        findings,
        files.texts,
        colour=terminal.has_colour(stream),
        ascii_only=terminal.is_ascii_only(stream),
        width=terminal.columns(stream),
    )
    print(text, file=stream)
