"""The forms of formulas, each with the games that use it."""

from __future__ import annotations

import re

from docs.writing.games import of_form, of_text
from docs.writing.places import cell

FORMS = (
    ("`+`", "add"),
    ("`-`", "subtract", "negate"),
    ("`*`", "multiply"),
    ("`/`", "divide"),
    ("`//`", "floor"),
    ("`=` and `!=`", "equal", "unequal"),
    ("`<` `<=` `>` `>=`", "less", "at_most", "more", "at_least"),
    ("`is` the same", "same"),
    ("`is` in a pattern of cards", "within"),
    ("`if then else`", "if"),
    ("`is none`, `is nobody`, `is somebody`", "empty", "some"),
    ("`has`", "meets"),
    ("`not`", "not"),
    ("`and`, `or` between conditions", "and", "or"),
    ("`and`, `or` between sets", "union"),
    ("a list of alternatives", "first_that_is"),
    ("a table, `{by: …}`", "table"),
    ("a round of deals, `{by deal: …}`", "by_deal"),
    ("a tally", "tally"),
    ("`count(…)`", "count"),
    ("`any(…)`", "any"),
    ("`all(…)`", "all"),
    ("`sum(…)`", "sum"),
    ("`most(…)`", "most_of"),
    ("`fewest(…)`", "fewest_of"),
    ("`first(…)`", "first_of"),
    ("`highest(…)`", "highest"),
    ("`lowest(…)`", "lowest"),
    ("a rank in every suit: `9`", "rank"),
    ("a rank of a suit: `J of trump`", "rank of"),
    ("the cards of a suit: `hearts`", "cards_of_suit"),
    ("the cards of a chain: `bowers`", "cards_of_chain"),
)
"""How a form is written, and what it is called in a typed formula."""
WORDS_OF_FORMS = ("mod", "but at least", "but at most", "except", "or else", "unless", "where", "..")
"""Forms that words alone show. Some are taken apart before a formula is typed."""


_AS_WORDS = r"\b{}\b"


def forms() -> str:
    """The games in whose formulas each form stands."""
    rows = "".join(f"| {cell(written)} | {of_form(*ops)} |\n" for written, *ops in FORMS)
    for words in WORDS_OF_FORMS:
        rows += f"| `{words}` | {of_text(_AS_WORDS.format(re.escape(words)))} |\n"
    return f"\n| form | games |\n|---|---|\n{rows}\n"
