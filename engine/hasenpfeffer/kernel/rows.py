"""Rows: what is written down of a scored deal, in whole numbers, the same by every backend.

docs/rows.md says what each number means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.ruleset.model import Ruleset

LINES_A_WORD: Final = WORD
"""So many scoring lines share a number, so that none is negative."""


class Columns(NamedTuple):
    """Where each number stands in the rows of one ruleset.

    The last four begin a stretch: of `line_words` words, and of one number an account for the others.
    Points and scores are in units of 1/`unit`.
    """

    accounts: int
    line_words: int
    width: int
    """How many numbers a row has."""
    unit: int
    game: int
    deal: int
    redeals: int
    decisions: int
    dealer: int
    declarer: int
    call: int
    made: int
    ended: int
    winners: int
    lines: int
    tricks: int
    points: int
    score: int

    @classmethod
    def of(cls, ruleset: Ruleset, unit: int = 1) -> Columns:
        """The columns of a ruleset whose points are all multiples of 1/`unit`."""
        accounts = len(ruleset.seating.teams)
        words = -(-len(ruleset.scoring) // LINES_A_WORD)
        places = (*range(10), 10, 10 + words, 10 + words + accounts, 10 + words + 2 * accounts)
        return cls._make((accounts, words, places[-1] + accounts, unit, *places))


class Rows(NamedTuple):
    """Rows of deals or of whole games, one after the other."""

    columns: Columns
    number: int
    values: Sequence[int]


def says_made(ruleset: Ruleset) -> bool:
    """Whether the rules have a term `made`, by which a deal counts as made or failed."""
    term = ruleset.terms.get("made")
    return term is not None and term.argument is None and term.body.type.kind is Kind.YESNO
