"""Where the findings of `validate` go, and in which formats."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.arguments import unknown
from hasenpfeffer.errors import UsageError
from hasenpfeffer.report.findings.formats import FORMATS, Look, rendered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TextIO

    from hasenpfeffer.report.findings.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Telling:
    """One format, and the file that it goes to; None is standard output."""

    format: str
    file: Path | None = None


def tellings(words: Sequence[str]) -> tuple[Telling, ...]:
    """What `--format` says, as in `json` and `sarif=out.sarif`."""
    found: list[Telling] = []
    for word in words:
        format, equals, file = word.partition("=")
        if format not in FORMATS:
            raise UsageError(f"{unknown('format', format, FORMATS)} Formats: {', '.join(FORMATS)}")
        if equals and not file:
            raise UsageError(f"--format {word}: the name of the file is missing")
        found.append(Telling(format, Path(file) if file else None))
    if sum(one.file is None for one in found) > 1:
        raise UsageError("Only one format can go to standard output; write the others as FORMAT=FILE")
    return tuple(found)


def tell(outcome: Outcome, tellings: Iterable[Telling], stream: TextIO | None = None) -> None:
    """Writes what was found in each format; `stream` stands in for standard output."""
    stream = stream or sys.stdout
    for one in tellings:
        if one.file is not None:
            text = rendered(one.format, outcome, Look())
            one.file.write_text(f"{text}\n" if text else "", encoding="utf-8", newline="\n")
        elif text := rendered(one.format, outcome, _look(stream)):
            print(text, file=stream, flush=True)


def _look(stream: TextIO) -> Look:
    return Look(terminal.has_colour(stream), terminal.is_ascii_only(stream), terminal.columns(stream))
