"""Writes the parts of the documentation that the program itself knows: `python docs/build.py`.

Each part stands between two comments, `<!-- built: NAME -->` and `<!-- end built -->`. `run` is a block of commands,
each with what it prints; `file NAME` is a file of the tutorial, `changed NAME` what is other in it than in the step
before. `--check` only tells which files are not up to date.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

_ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(_ROOT), str(_ROOT / "engine")]

from docs.writing.codes import codes  # noqa: E402
from docs.writing.forms import forms  # noqa: E402
from docs.writing.formulas import cards, expressions, position, words  # noqa: E402
from docs.writing.keys import keys, kinds  # noqa: E402
from docs.writing.places import DOCS, ROOT  # noqa: E402
from docs.writing.transcripts import changed, commands, file, rerun, transcript  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

_PART = re.compile(r"(<!-- built: ([a-z]+)(?: ([\w.-]+))? -->\n)(.*?)(<!-- end built -->)", re.DOTALL)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only tell which files are not up to date")
    only_check = parser.parse_args().check
    stale = 0
    for path in documents():
        text = path.read_text("utf-8")
        made = built(text)
        if made == text:
            continue
        stale += 1
        if not only_check:
            path.write_text(made, "utf-8")
        print(f"{path.relative_to(ROOT)} {'is not up to date' if only_check else 'written'}")
    return 1 if only_check and stale else 0


def documents() -> list[Path]:
    """Every page that has built parts, or could have."""
    return [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]


def built(text: str) -> str:
    """A page with its built parts made anew."""
    return _PART.sub(lambda match: f"{match[1]}{_part(*match.group(2, 3, 4))}{match[5]}", text)


def _part(name: str, argument: str | None, shown: str) -> str:
    """A part by its name: `run` does its own commands again, `FILES` show one, others take nothing."""
    if name == "run":
        return rerun(shown)
    return FILES[name](argument) if argument else PARTS[name]()


FILES: dict[str, Callable[[str], str]] = {"file": file, "changed": changed}


PARTS: dict[str, Callable[[], str]] = {
    "keys": keys,
    "codes": codes,
    "kinds": kinds,
    "words": words,
    "expressions": expressions,
    "forms": forms,
    "cards": cards,
    "position": position,
    "transcript": transcript,
    "commands": commands,
}

if __name__ == "__main__":
    sys.exit(main())
