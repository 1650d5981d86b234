"""Where the findings of `validate` go, and in which formats."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.arguments import unknown
from hasenpfeffer.errors import UsageError
from hasenpfeffer.report.findings.formats import FORMATS, Look, rendered
from hasenpfeffer.shelf.find import SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TextIO

    from hasenpfeffer.report.findings.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Telling:
    """One format, and the file that it goes to; None is standard output."""

    format: str
    file: Path | None = None


def tellings(words: Sequence[str], kept: Sequence[str] = ()) -> tuple[Telling, ...]:
    """What `--format` says, as in `json` and `sarif=out.sarif`. No report goes over a file in `kept`."""
    found: list[Telling] = []
    for word in words:
        format, equals, file = word.partition("=")
        if format not in FORMATS:
            raise UsageError(f"{unknown('format', format, FORMATS)} Formats: {', '.join(FORMATS)}")
        if equals and not file:
            raise UsageError(f"--format {word}: the name of the file is missing")
        found.append(Telling(format, _report(word, Path(file), kept, found) if file else None))
    if sum(one.file is None for one in found) > 1:
        raise UsageError("Only one format can go to standard output; write the others as FORMAT=FILE")
    return tuple(found)


def _report(word: str, file: Path, kept: Sequence[str], before: Iterable[Telling]) -> Path:
    """The file that a report goes to, where nothing is lost by that."""
    real = os.path.realpath(file)
    if real.endswith(SUFFIXES):
        raise UsageError(f"--format {word}: no report is written into a rule file; give it another ending")
    if not os.path.exists(real) or os.path.isfile(real):  # noqa: PTH110, PTH113  (never raise)
        if any(real == os.path.realpath(name) for name in kept):
            raise UsageError(
                f"--format {word}: the file is read in the same run; write the report into another"
            )
        if any(one.file is not None and real == os.path.realpath(one.file) for one in before):
            raise UsageError(f"--format {word}: another report goes into this file; give each its own")
    return file


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
    return Look(
        terminal.has_colour(stream),
        terminal.is_ascii_only(stream),
        terminal.columns(stream),
        terminal.is_utf8(stream),
    )
