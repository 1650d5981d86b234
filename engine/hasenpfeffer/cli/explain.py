"""`explain`: a ruleset as a leaflet, or the meaning of a finding's code."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.arguments import add_set_option, parameters, unknown
from hasenpfeffer.errors import UsageError

if TYPE_CHECKING:
    import argparse

    from hasenpfeffer.ruleset.model import Ruleset

EXAMPLES: Final = """\
examples:
  hasenpfeffer explain hasenpfeffer
  hasenpfeffer explain hasenpfeffer+defenders-score+no-trump --set target=20
  hasenpfeffer explain ./house.yaml --format markdown > house.md
  hasenpfeffer explain ./house.yaml --format html > house.html
  hasenpfeffer explain hasenpfeffer --scores
  hasenpfeffer explain hasenpfeffer --code
  hasenpfeffer explain D401
"""

_LIKE_A_CODE: Final = re.compile(r"[A-Za-z][0-9]{3}")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Explains a ruleset in plain English: who plays, which card is higher, what is bid and scored."
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "ruleset",
        metavar="RULESET",
        help="a path or a shipped name, with patches after a +; or a finding's code",
    )
    parser.add_argument(
        "--format",
        choices=("text", "markdown", "html", "json"),
        default="text",
        help="how it is written: text; json is for --scores",
    )
    parser.add_argument(
        "--scores",
        action="store_true",
        help="only the score table: each call with each result, and who gets what",
    )
    parser.add_argument(
        "--code",
        action="store_true",
        help="the program that the rules become for fast studies: plain Python over whole numbers",
    )
    parser.add_argument(
        "--origins", action="store_true", help="say in which file and line each part is written"
    )
    add_set_option(parser)


def run(arguments: argparse.Namespace) -> int:
    options = parameters(arguments)
    from hasenpfeffer.reading.codes import CODES

    if arguments.format == "json" and not arguments.scores:
        raise UsageError("`--format json` goes with `--scores`; a leaflet is text, markdown or html")
    if arguments.code and (arguments.scores or arguments.origins or arguments.format != "text"):
        raise UsageError("`--code` prints a program as it is; it goes with no other choice of what is shown")
    code = CODES.get(arguments.ruleset.upper())
    if code is not None:
        return _print_page(code.code, arguments.format)
    if _LIKE_A_CODE.fullmatch(arguments.ruleset):
        raise UsageError(unknown("finding", arguments.ruleset.upper(), tuple(CODES)))
    from hasenpfeffer.cli import terminal
    from hasenpfeffer.cli.rulesets import load_or_explain
    from hasenpfeffer.report.explain.leaflet import leaflet
    from hasenpfeffer.report.explain.scores import scores

    ruleset = load_or_explain(arguments.ruleset, options)
    if arguments.code:
        return _print_program(ruleset)
    width = terminal.text_width(sys.stdout)
    ascii_only = terminal.is_ascii_only(sys.stdout) or not terminal.has_suit_signs(sys.stdout)
    if arguments.scores:
        text = scores(ruleset, format=arguments.format, width=width, ascii_only=ascii_only)
    else:
        text = leaflet(
            ruleset, format=arguments.format, width=width, ascii_only=ascii_only, origins=arguments.origins
        )
    print(text, end="")
    return 0


def _print_program(ruleset: Ruleset) -> int:
    """The program that fast backends run. Raises KernelRefusal, with the place, where none can be made."""
    from hasenpfeffer.cli.rulesets import check_playable
    from hasenpfeffer.kernel.kept_programs import program_of

    check_playable(ruleset)
    print(program_of(ruleset).text, end="")
    return 0


def _print_page(code: str, format: str) -> int:
    """What is written about a code."""
    from hasenpfeffer.cli import terminal
    from hasenpfeffer.report.code_pages import code_page, document
    from hasenpfeffer.report.document import as_markdown, as_text
    from hasenpfeffer.report.page import as_html

    page = code_page(code)
    ascii_only = terminal.is_ascii_only(sys.stdout)
    match format:
        case "markdown":
            text = as_markdown(document(page), ascii_only=True) if ascii_only else page.source
        case "html":
            text = as_html(document(page), ascii_only=ascii_only)
        case _:
            text = as_text(document(page), width=terminal.text_width(sys.stdout), ascii_only=ascii_only)
    print(text, end="")
    return 0
