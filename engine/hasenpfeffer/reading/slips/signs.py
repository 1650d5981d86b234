"""Signs that mean something to YAML, where an author means only the sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.reading.readable import Change
from hasenpfeffer.reading.slips.plain import dash_slip
from hasenpfeffer.reading.slips.slip import Way, quoting, value_end

if TYPE_CHECKING:
    from hasenpfeffer.reading.slips.plain import dash_slip
from hasenpfeffer.reading.slips.slip import Slip, Trouble


def forbidden_start(t: Trouble) -> Slip | None:
    if "cannot start any token" not in t.problem and "mapping keys" not in t.problem:
        return None
    if t.character == "%" and t.at_line_start:
        return _directive(t, t.at)
    return t.slip(
        "Y117",
        f"A text without quotes cannot begin with `{t.character}`",
        t.at,
        t.at + 1,
        "Put the text in quotes",
        _quoting(t, t.at),
    )


def block_header(t: Trouble) -> Slip | None:
    if "block scalar" not in t.context:
        return None
    sign = t.source.text[t.context_at : t.context_at + 1]
    end = t.source.line_end(t.source.line(t.context_at))
    return t.slip(
        "Y117",
        f"A text without quotes cannot begin with `{sign}`, which announces a text of several lines",
        t.context_at,
        t.context_at + 1,
        "Put the text in quotes, or begin it on the next line",
        _quoting(t, t.context_at),
        Way((Change(t.context_at + 1, end, ""),), doubts=((t.context_at, end),)),
    )


def half_a_sign(t: Trouble) -> Slip | None:
    """Half-written anchors, aliases, tags and directives."""
    at = t.context_at
    sign = t.source.text[at : at + 1]
    if sign == "*" and (bullet := dash_slip(t.source, at)):
        return bullet
    if "alias" in t.context or "anchor" in t.context:
        return t.slip(
            "Y130", "Anchors and aliases (`&a`, `*a`) are not used in rule files", at, at + 1,
            f"Put a text that begins with `{sign}` in quotes", _quoting(t, at),
        )  # fmt: skip
    if "tag" in t.context or "tag handle" in t.problem:
        at = t.at if "tag handle" in t.problem and "tag" not in t.context else at
        return t.slip(
            "Y133", "Tags (`!…`) are not used in rule files, and nothing in a rule file is ever executed",
            t.context_at, t.context_at + 1, "Remove the tag, or put the text in quotes",
            _quoting(t, at),
        )  # fmt: skip
    if "directive" in t.context:
        return _directive(t, at)
    return None


def line_that_ends_all(t: Trouble) -> Slip | None:
    """A line `...`, or one that begins with `%`: YAML takes what follows for another document."""
    if "document start" not in t.problem:
        return None
    line = next((n for n in range(t.line - 1, 0, -1) if t.source.line_text(n).strip()), 0)
    above = t.source.line_text(line) if line else ""
    start = t.source.line_starts[line - 1] if line else 0
    if above.startswith("%"):
        return _directive(t, start)
    if not above.startswith("..."):
        return None
    return t.slip(
        "Y117",
        f"The line `...` ends the file's settings, and line {t.line} follows it",
        start,
        start + 3,
        "Remove the line `...`",
        Way((Change(start, start + 3, ""),), "Remove the `...`", is_safe=True),
    )


def _directive(t: Trouble, at: int) -> Slip:
    return t.slip(
        "Y134", "A line that begins with `%` would change how YAML is read", at, at + 1, "Remove the line",
        Way((Change(at, t.source.line_end(t.source.line(at)), ""),), "Remove the line", is_safe=True),
    )  # fmt: skip


def nesting(t: Trouble) -> Slip | None:
    if "nesting depth" not in t.problem:
        return None
    return t.slip(
        "Y106", "Brackets are nested more than 1000 levels deep; the limit is 32", t.at, t.at + 1,
        "Take them apart: nothing in a rule file needs more than 8",
    )  # fmt: skip


def _quoting(t: Trouble, start: int) -> Way:
    line_end = t.source.line_end(t.source.line(start))
    end = value_end(t.source.text, start, line_end, in_brackets=bool(t.open_brackets))
    return quoting(t.source, start, end)
