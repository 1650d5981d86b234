"""Whether a rule file's text says anything at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.reading.place import whole_file
from hasenpfeffer.reading.source import YAML_LINE_END

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.source import Source

_CONTENT = re.compile(r"(?:\A|[\r\n])[ \t]*[^#\s]")
_START = "`language: 1`, `title` and `extends: hasenpfeffer`"


def is_empty(source: Source, findings: Findings) -> bool:
    """Whether there is nothing to read; `findings` say so."""
    if _CONTENT.search(source.text):
        return False
    lines = [line.strip() for line in YAML_LINE_END.split(source.text)]
    if any(lines):
        at = source.line_starts[max(number for number, line in enumerate(lines) if line)]
        findings.error(
            "Y101", "The file holds only comments", source.place(at, at), help=f"Write at least {_START}"
        )
    else:
        findings.error("Y101", "The file is empty", whole_file(source.file), help=f"Start with {_START}")
    return True
