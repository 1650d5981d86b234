"""`schema`: the JSON Schema of rule files."""

from __future__ import annotations

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

An editor that knows YAML checks and completes a rule file whose first line is
  # yaml-language-server: $schema=ruleset.schema.json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Prints the JSON Schema of rule files, or writes a copy of it for editors."
    parser.epilog = EXAMPLES
    parser.add_argument("--write", metavar="FOLDER", type=Path, help=f"write {NAME} into this folder")


def run(arguments: argparse.Namespace) -> int:
    text = (folder("grammar") / NAME).read_text(encoding="utf-8")
    if arguments.write is None:
        print(text, end="")
        return 0
    file = arguments.write / NAME
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")
    print(file)
    return 0
