"""`diff`: what differs in meaning between two rulesets, setting by setting."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.arguments import add_set_option, parameters
from hasenpfeffer.cli.exit_codes import FINDINGS, FINE, WRONG_USAGE

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from hasenpfeffer.shelf.load import Loaded

EXAMPLES: Final = """\
examples:
  hasenpfeffer diff hasenpfeffer hasenpfeffer+no-alone+defenders-score
  hasenpfeffer diff hasenpfeffer ./house.yaml --format markdown > house.md
  hasenpfeffer diff hasenpfeffer+set-by-bid hasenpfeffer+set-by-six --json

What is written otherwise but means the same is no difference: the order of keys, spaces, short forms.
Exit code: 0 when nothing differs, 1 when something does, 2 when a ruleset has errors.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Compares two rulesets with all that they extend, and says what differs in meaning."
    parser.epilog = EXAMPLES
    parser.add_argument("before", metavar="A", help="a path or a shipped name, with patches after a +")
    parser.add_argument("after", metavar="B", help="the ruleset to compare with it")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--format", choices=("text", "json", "markdown"), default="text", help="how it is written: text"
    )
    how.add_argument(
        "--json", action="store_const", const="json", dest="format", help="the same as --format json"
    )
    add_set_option(parser, "set a parameter of both rulesets, as in target=20; may be repeated")


def run(arguments: argparse.Namespace) -> int:
    options = parameters(arguments)
    from hasenpfeffer.report.differences import as_json_data, as_lines, as_page
    from hasenpfeffer.report.explain.leaflet import blocks
    from hasenpfeffer.report.leaflet_changes import changes
    from hasenpfeffer.shelf.differences import differences

    before, after = _load(arguments.before, arguments.after, options)
    assert before.ruleset is not None and after.ruleset is not None
    found = differences(before, after)
    sentences = changes(blocks(before.ruleset), blocks(after.ruleset)) if found.settings else ()
    from hasenpfeffer.cli import terminal

    names = (arguments.before, arguments.after)
    ascii_only = terminal.is_ascii_only(sys.stdout) or not terminal.has_suit_signs(sys.stdout)
    match arguments.format:
        case "json":
            text = (
                json.dumps(as_json_data(found, *names, sentences), indent=2, ensure_ascii=ascii_only) + "\n"
            )
        case "markdown":
            text = as_page(found, *names, sentences, ascii_only=ascii_only)
        case _:
            width = terminal.columns(sys.stdout)
            text = as_lines(found, sentences, width=width, ascii_only=ascii_only)
    print(text, end="")
    return FINDINGS if found.settings else FINE


def _load(before: str, after: str, options: Mapping[str, str]) -> tuple[Loaded, Loaded]:
    """Both rulesets, each with those options that it has; ends with the findings of both where one has errors."""
    from hasenpfeffer.cards import fold
    from hasenpfeffer.cli.rulesets import print_findings
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.study.checking.files import Files, load

    files = Files()
    findings = Findings()
    loaded = [load(reference, {}, files) for reference in (before, after)]
    if options:
        known = [_parameters_of(one) for one in loaded]
        nobody = {name for name in options if not any(fold(name) in names for names in known)}
        loaded = [
            load(one.reference, _chosen(options, names | set(map(fold, nobody))), files)
            for one, names in zip(loaded, known, strict=True)
        ]
    for one in loaded:
        for finding in one.findings.items if one.ruleset is None else ():
            findings.add(finding)
    if findings.items:
        print_findings(findings.items, files, sys.stderr)
        raise SystemExit(WRONG_USAGE)
    return loaded[0], loaded[1]


def _parameters_of(loaded: Loaded) -> set[str]:
    from hasenpfeffer.cards import fold

    return {fold(parameter.name) for parameter in loaded.ruleset.parameters} if loaded.ruleset else set()


def _chosen(options: Mapping[str, str], names: set[str]) -> dict[str, str]:
    from hasenpfeffer.cards import fold

    return {name: value for name, value in options.items() if fold(name) in names}
