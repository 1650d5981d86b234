"""`schema`: the JSON Schema of rule files, or of what one rule file may say."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hasenpfeffer.library import folder

if TYPE_CHECKING:
    import argparse

NAME: Final = "ruleset.schema.json"

EXAMPLES: Final = """\
examples:
  hasenpfeffer schema > ruleset.schema.json
  hasenpfeffer schema --write .
  hasenpfeffer schema --for house.yaml --write .hasenpfeffer

An editor that knows YAML checks and completes a rule file whose first line is
  # yaml-language-server: $schema=ruleset.schema.json
With --for FILE it also knows the names and values of what FILE extends.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Prints the JSON Schema of rule files, or writes a copy of it for editors."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "--for", metavar="FILE", dest="file", help="of what this file may say on the base that it extends"
    )
    parser.add_argument(
        "--write", metavar="FOLDER", type=Path, help=f"write it into this folder: {NAME}, or FILE's own"
    )


def run(arguments: argparse.Namespace) -> int:
    text = _plain() if arguments.file is None else _schema_for(arguments.file)
    if arguments.write is None:
        print(text, end="")
        return 0
    from hasenpfeffer.report.findings.visible import shown

    file = arguments.write / _name(arguments.file)
    write(file, text)
    print(shown(str(file)))
    return 0


def write_for(file: Path) -> None:
    """Writes the schema of a rule file to where its first line says that it is."""
    from hasenpfeffer.report.editor import path_for

    write(file.parent / path_for(file.name), _schema_for(str(file)))


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")


def _name(file: str | None) -> str:
    if file is None:
        return NAME
    from hasenpfeffer.report.editor import path_for

    return path_for(Path(file).name).name


def _plain() -> str:
    return (folder("grammar") / NAME).read_text(encoding="utf-8")


def _schema_for(file: str) -> str:
    """The schema of what a file may say on its base; that of all rule files where it extends nothing.

    Ends the command where the file cannot be read.
    """
    from hasenpfeffer.cli.exit_codes import WRONG_USAGE
    from hasenpfeffer.cli.rulesets import print_findings
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.report.editor import text_of
    from hasenpfeffer.shelf.base import base_of
    from hasenpfeffer.study.checking.files import Files

    findings = Findings()
    base = base_of(file, findings)
    if findings.has_errors:
        print_findings(findings.items, Files(), sys.stderr)
        raise SystemExit(WRONG_USAGE)
    return _plain() if base is None else text_of(base)
