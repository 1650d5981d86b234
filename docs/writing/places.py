"""Where things lie in a checkout, and how a page links to them."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
EXAMPLES = DOCS / "examples"


def link(path: Path) -> str:
    """A link from a page in `docs/` to a file, named like the file."""
    return f"[{path.stem}]({Path(os.path.relpath(path, DOCS)).as_posix()})"


def cell(text: str) -> str:
    """A text as a cell of a table."""
    return text.replace("|", "\\|")
