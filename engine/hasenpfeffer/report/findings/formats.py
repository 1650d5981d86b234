"""Every format in which findings can be had, by name."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.findings.visible import escaped_ascii

if TYPE_CHECKING:
    from hasenpfeffer.report.findings.outcome import Outcome

_FOR_PROGRAMS: Final = {
    "json": ("data", "as_json"),
    "jsonl": ("data", "as_jsonl"),
    "sarif": ("sarif", "as_sarif"),
    "github": ("github", "as_github"),
    "junit": ("junit", "as_junit"),
}
"""The module and the function of each."""

FORMATS: Final = ("text", "concise", *_FOR_PROGRAMS)


@dataclass(frozen=True, slots=True)
class Look:
    """What the other end can show; `width` are its columns, None for as many as there are.

    Where it does not take UTF-8, what programs read is spelled in ASCII that means the same.
    """

    colour: bool = False
    ascii_only: bool = False
    width: int | None = None
    utf8: bool = True


def rendered(format: str, outcome: Outcome, look: Look) -> str:
    """What came of a run in one format, without a line end at its end."""
    from hasenpfeffer.report.findings.text import as_concise, as_text

    if format == "concise":
        return as_concise(outcome.findings, ascii_only=look.ascii_only, most=outcome.most)
    if format == "text":
        return as_text(
            outcome.findings,
            outcome.sources,
            colour=look.colour,
            ascii_only=look.ascii_only,
            width=look.width,
            checks_not_run=outcome.checks_not_run,
            known=outcome.known,
            most=outcome.most,
        )
    module, function = _FOR_PROGRAMS[format]
    written: str = getattr(import_module(f"hasenpfeffer.report.findings.{module}"), function)(outcome)
    return written if look.utf8 else _AS_ASCII.get(format, escaped_ascii)(written)


def _xml_in_ascii(text: str) -> str:
    return text.encode("ascii", "xmlcharrefreplace").decode()


def _as_it_is(text: str) -> str:
    return text


_AS_ASCII: Final = {"junit": _xml_in_ascii, "github": _as_it_is}
