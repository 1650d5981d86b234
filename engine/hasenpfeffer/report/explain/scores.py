"""The whole score table: which call with which result pays whom how much, by which line."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal

from hasenpfeffer.errors import UsageError
from hasenpfeffer.report.document import Bullets, Heading, Paragraph, Table, as_markdown, as_text
from hasenpfeffer.report.english import capital, listed, number, sentence
from hasenpfeffer.report.explain.phrases import Phrases
from hasenpfeffer.report.explain.scoretable import score_blocks
from hasenpfeffer.report.explain.scoring import line_items
from hasenpfeffer.report.explain.words import term_blocks
from hasenpfeffer.report.page import as_html
from hasenpfeffer.ruleset.outcomes.rows import rows
from hasenpfeffer.ruleset.outcomes.table import score_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.report.document import Block
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.outcomes.contracts import Contract
    from hasenpfeffer.ruleset.outcomes.rows import Amount, Answered, Row
    from hasenpfeffer.ruleset.outcomes.spans import Number, Span

FORMAT: Final = "hasenpfeffer-scores/1"
_WORK: Final = 3_000_000
"""Parts of formulas that are looked at for the table."""
_MOST_ROWS: Final = 400
_MOST_ANSWERS: Final = 2


def scores(
    ruleset: Ruleset,
    *,
    format: Literal["text", "markdown", "html", "json"] = "text",
    width: int = 80,
    ascii_only: bool = False,
) -> str:
    """The score table of a ruleset. `width` holds for text."""
    match format:
        case "text":
            return as_text(score_document(ruleset), width=width, ascii_only=ascii_only)
        case "markdown":
            return as_markdown(score_document(ruleset), ascii_only=ascii_only)
        case "html":
            return as_html(score_document(ruleset), ascii_only=ascii_only)
        case "json":
            return json.dumps(score_data(ruleset), ensure_ascii=ascii_only, indent=2) + "\n"
        case _:
            raise UsageError(f"scores are written as text, markdown, html or json, and not as `{format}`")


def score_document(ruleset: Ruleset) -> tuple[Block, ...]:
    """The table as a document; what it cannot tell is said line by line."""
    say = Phrases(ruleset)
    table = score_table(ruleset, _WORK, sharp=True)
    found, left_out = rows(table)
    found = [row for row in found if row.lines or not left_out]
    blocks: list[Block] = [Heading(f"{ruleset.title}: the scores", 1)]
    if _can_be_read(found):
        blocks += [_table(say, found), Paragraph(_about(say, found))]
        if not table.whole:
            blocks.append(Paragraph("There are more calls than were looked at."))
    else:
        left_out = {line.name for line in ruleset.scoring}
        blocks += score_blocks(say)
    if left_out:
        items = line_items(say, [line for line in say.ruleset.scoring if line.name in left_out])
        if items:
            blocks += [Heading("What more than call and tricks decides"), Bullets(items)]
    words = term_blocks(say)
    if words:
        blocks += [Heading("What these words mean"), *words]
    return tuple(blocks)


def _can_be_read(found: Sequence[Row]) -> bool:
    """Whether the rows make a table that says anything and that people can read."""
    answers = [row.where for row in found]
    plain = all(len(where) <= _MOST_ANSWERS and all(one.is_general for one in where) for where in answers)
    return plain and len(found) <= _MOST_ROWS and any(row.lines for row in found)


def _table(say: Phrases, found: Sequence[Row]) -> Table:
    """The rows, without columns that say nothing."""
    columns = [
        ("Call", [_calls(row.contracts, found) for row in found]),
        ("Tricks", ["any" if row.tricks is None else _range(*row.tricks) for row in found]),
        ("Where", [_where(say, row, found) for row in found]),
        (capital(str(say.declarers)), [_amount(row.declarers) for row in found]),
        (capital(str(say.defenders)), [_amount(row.defenders) for row in found]),
        ("Line", [", ".join(row.lines) or "none" for row in found]),
    ]
    kept = [
        (title, cells)
        for title, cells in columns
        if set(cells) - {"", "any"} or title not in ("Tricks", "Where")
    ]
    return Table(tuple(title for title, _ in kept), tuple(zip(*(cells for _, cells in kept), strict=True)))


def _about(say: Phrases, found: Sequence[Row]) -> str:
    if not any(row.tricks for row in found):
        return ""
    steep = any(row.declarers.each or row.defenders.each for row in found)
    more = ", and “1 a trick” is a point for each of them" if steep else ""
    return sentence(f"the tricks are those of {say.declarers}{more}")


def _calls(contracts: Sequence[Contract], found: Sequence[Row]) -> str:
    """The calls of a row: `1 to 6`, `2 or 4`, `any`."""
    everything = {id(contract) for row in found for contract in row.contracts}
    if {id(contract) for contract in contracts} == everything and len(everything) > 1:
        return "any"
    ordered = sorted({id(one): one for one in contracts}.values(), key=lambda one: (one.number, one.text))
    texts = list(dict.fromkeys(one.text for one in ordered))
    numbers = [one.number for one in ordered]
    run = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    if len(texts) > 2 and run:
        return f"{texts[0]} to {texts[-1]}"
    return listed(texts, "or")


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _where(say: Phrases, row: Row, found: Sequence[Row]) -> str:
    parts = [_answer(say, one) for one in row.where]
    if row.side and len({other.side for other in found}) > 1:
        parts.append("the declarer has no partner" if row.side == 1 else "the declarer has a partner")
    return "; ".join(part for part in parts if part)


def _answer(say: Phrases, one: Answered) -> str:
    formula = one.formula
    if one.span is None:
        return say.condition(formula, one.holds)
    if one.against is not None:
        word = "the same as" if one.span.is_exact else "more than" if one.span.low > 0 else "less than"
        return f"{say.number(formula)}: {word} {say.number(one.against)}"
    return f"{say.number(formula)}: {_bounds(formula.type.low, formula.type.high, one.span)}"


def _bounds(low: int, high: int, span: Span) -> str:
    if span.is_exact:
        return number(span.low)
    if span.low <= low:
        return f"at most {number(span.high)}"
    return (
        f"at least {number(span.low)}" if span.high >= high else f"{number(span.low)} to {number(span.high)}"
    )


def _amount(amount: Amount) -> str:
    """`6`, `−1 a trick`, `10 a trick and 5`."""
    if not amount.each:
        return number(amount.base)
    each = f"{number(amount.each)} a trick"
    if not amount.base:
        return each
    if amount.base > 0 > amount.each:
        return f"{number(amount.base)} less {number(-amount.each)} a trick"
    more = f"and {number(amount.base)}" if amount.base > 0 else f"less {number(-amount.base)}"
    return f"{each} {more}"


# --- for programs


def score_data(ruleset: Ruleset) -> dict[str, Any]:
    """The table as data; amounts are `base` points and `each` for every trick of the declarers."""
    say = Phrases(ruleset)
    table = score_table(ruleset, _WORK, sharp=True)
    found, left_out = rows(table)
    return {
        "format": FORMAT,
        "ruleset": ruleset.name,
        "whole": table.whole,
        "rows": [
            {
                "calls": [contract.text for contract in row.contracts],
                "tricks": None if row.tricks is None else {"least": row.tricks[0], "most": row.tricks[1]},
                "where": [_answer(say, one) for one in row.where],
                "declarers": _as_data(row.declarers),
                "defenders": _as_data(row.defenders),
                "lines": list(row.lines),
            }
            for row in found
        ],
        "left out": [line.name for line in ruleset.scoring if line.name in left_out],
    }


def _as_data(amount: Amount) -> dict[str, Any]:
    return {"base": _plain(amount.base), "each": _plain(amount.each)}


def _plain(value: Number) -> int | str:
    return f"{value}" if isinstance(value, Fraction) and value.denominator > 1 else int(value)
