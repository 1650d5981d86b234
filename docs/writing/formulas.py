"""The words of the language, from the vocabulary, each with a formula and what it gives in a known position.

The formulas stand in files of cases under `docs/examples`, so `hasenpfeffer test` runs them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import yaml
from docs.writing.games import asks, of_word
from docs.writing.places import EXAMPLES, cell, link

from hasenpfeffer.errors import CaseError
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.lang.vocabulary import EMPTY_WORDS, WORDS, Sizes, Word
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.reading.place import whole_file
from hasenpfeffer.reading.tree import Text
from hasenpfeffer.shelf.load import load_reference
from hasenpfeffer.study.cases.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


MAIN = EXAMPLES / "words.yaml"
POSITION = "in the second trick"


@dataclass(frozen=True, slots=True)
class Formula:
    """A line of `then`: what is asked, and what comes out."""

    file: Path
    case: str
    text: str
    gives: str


def formulas(file: Path) -> list[Formula]:
    """Every formula that a file of cases asks."""
    cases = yaml.load(file.read_text("utf-8"), Loader=yaml.BaseLoader)["cases"]
    return [
        Formula(file, name, text, str(gives))
        for name, case in cases.items()
        for text, gives in case["then"].items()
        if isinstance(gives, str)
    ]


def files_of_words() -> list[Path]:
    return sorted(EXAMPLES.glob("words*.yaml"))


# --- words


_GROUPS = (
    ("Seats", (Kind.SEATS, Kind.TEAMS)),
    ("Cards", (Kind.CARDS, Kind.TRICKS)),
    ("Suits", (Kind.SUITS,)),
    ("Numbers", (Kind.NUMBER,)),
    ("Conditions", (Kind.YESNO,)),
    ("Calls", (Kind.CALLS,)),
)
_ARGUMENTS = {Kind.SEATS: "x", Kind.CARDS: "cards", Kind.SUITS: "suit", Kind.TRICKS: "trick"}
_KNOWN_TO = {"public": "everybody", "own": "the seat itself", "secret": "nobody for sure"}
_SIZES = Sizes(seats=4, cards=24, hand=6, points=0, point_denominator=1, deals=200)


def words() -> str:
    """Every word that can be looked up, by what it gives."""
    parts = []
    for title, group in _GROUPS:
        rows = "".join(row(word) for word in WORDS if word.result(_SIZES).kind in group)
        head = (
            "| word | means | gives | known to | for example | is | games |\n|---|---|---|---|---|---|---|\n"
        )
        parts.append(f"### {title}\n\n{head}{rows}")
    return "\n" + "\n".join(parts) + "\n"


def row(word: Word) -> str:
    """One word as the reference shows it."""
    asked = "" if word.argument is None else f" of {_ARGUMENTS[word.argument]}"
    parts = [f"`{word.name}{asked}`", word.about, word.result(_SIZES).kind.value, _KNOWN_TO[word.secrecy]]
    shown = examples_of_words().get((word.name, word.argument), [])
    if shown:
        first = min(shown, key=lambda one: (one.file != MAIN, len(one.text)))
        elsewhere = "" if (first.file, first.case) == (MAIN, POSITION) else f" {link(first.file)}"
        parts += [f"`{first.text}`", f"`{first.gives}`{elsewhere}", of_word(word)]
    return "| " + " | ".join(cell(part) for part in parts) + " |\n"


@cache
def examples_of_words() -> dict[tuple[str, Kind | None], list[Formula]]:
    """The formulas in which each word is asked."""
    found: dict[tuple[str, Kind | None], list[Formula]] = {}
    for file in files_of_words():
        read = _words_of(file)
        for formula in formulas(file):
            for key in _asked(read, formula):
                found.setdefault(key, []).append(formula)
    return found


def _words_of(file: Path) -> Words:
    reference = yaml.load(file.read_text("utf-8"), Loader=yaml.BaseLoader)["ruleset"]
    ruleset = load_reference(reference).ruleset
    assert ruleset is not None, reference
    return Words(compile_rules(ruleset))


def _asked(read: Words, formula: Formula) -> Iterator[tuple[str, Kind | None]]:
    try:
        typed = read.expression(Text(formula.text, whole_file(formula.file.name), exact=False))
    except CaseError:  # a word that only cases know
        return
    for word in WORDS:
        if any(asks(part, word) for part in typed.walk()) or _is_constant(word, formula.text):
            yield word.name, word.argument


def _is_constant(word: Word, text: str) -> bool:
    """A word that is worked out before play, such as `nothing`."""
    return word.name in EMPTY_WORDS and re.search(rf"\b{word.name}\b", text) is not None


# --- formulas and cards


def expressions() -> str:
    """Every way to put a formula together, each with what it gives."""
    return _listed(EXAMPLES / "expressions.yaml", "formula")


def cards() -> str:
    """Every way to name cards, each with the cards that are meant."""
    return _listed(EXAMPLES / "cards.yaml", "cards")


def _listed(file: Path, what: str) -> str:
    rows = "".join(f"| `{cell(one.text)}` | `{cell(one.gives)}` |\n" for one in formulas(file))
    return f"\n| {what} | gives |\n|---|---|\n{rows}\n"


def position() -> str:
    """The position that the examples speak of, as its file writes it."""
    text = MAIN.read_text("utf-8")
    start = text.index(f"  {POSITION}:\n")
    given = text[start : text.index("    then:\n", start)]
    about = next(line for line in given.splitlines() if line.strip().startswith("about: "))
    lines = [line[4:] for line in given.splitlines()[1:] if line != about]
    said = about.partition("about: ")[2]
    return f"\n{said}\n\n```yaml\n" + "\n".join(lines) + "\n```\n\n"
