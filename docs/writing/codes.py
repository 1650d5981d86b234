"""The tables of all findings, by family: code, name and meaning, with a link to the page of each."""

from __future__ import annotations

from docs.writing.places import cell, link

from hasenpfeffer.library import folder
from hasenpfeffer.reading.codes import CODES

FAMILIES = {
    "Y": "The file and its YAML",
    "S": "Structure, values and formulas",
    "X": "Extending and patching",
    "D": "The deck and the deal",
    "B": "Bidding",
    "T": "Trump and play",
    "P": "Scoring and the end of the game",
    "G": "The game as a whole",
    "L": "Lines without effect, and style",
}


def codes() -> str:
    """A heading and a table for each family."""
    return "".join(f"\n### {title}\n\n{_table(letter)}" for letter, title in FAMILIES.items()) + "\n"


def _table(letter: str) -> str:
    rows = [code for code in CODES.values() if code.code.startswith(letter)]
    pages = folder("grammar") / "findings"
    lines = [f"| {link(pages / f'{code.code}.md')} | `{code.name}` | {cell(code.meaning)} |" for code in rows]
    return "\n".join(["| code | name | meaning |", "|---|---|---|", *lines, ""])
