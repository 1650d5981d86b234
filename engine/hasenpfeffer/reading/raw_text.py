"""A rule file's text before YAML reads it: invisible characters, nothing at all, `%` lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.reading.place import whole_file
from hasenpfeffer.reading.source import YAML_LINE_END
from hasenpfeffer.reading.suggest import quoted

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.source import Source

_BAD_CHARACTER = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_CONTENT = re.compile(r"(?:\A|[\r\n])[ \t]*[^#\s]")


def is_readable(source: Source, findings: Findings) -> bool:
    """Whether there is something to read; otherwise `findings` say why not."""
    return not _has_bad_characters(source, findings) and not _is_empty(source, findings)


def _has_bad_characters(source: Source, findings: Findings) -> bool:
    bad = list(_BAD_CHARACTER.finditer(source.text))
    if not bad:
        return False
    code = ord(bad[0].group())
    name = "a zero byte" if code == 0 else f"the invisible character U+{code:04X}"
    findings.error(
        "Y104",
        f"The file holds {name}, which no rule file needs",
        source.place(bad[0].start(), bad[0].end()),
        label="here" if len(bad) == 1 else f"here, and at {len(bad) - 1} more places",
        help="Delete it, and check that this is the right file",
    )
    return True


def _is_empty(source: Source, findings: Findings) -> bool:
    if _CONTENT.search(source.text):
        return False
    lines = [line.strip() for line in YAML_LINE_END.split(source.text)]
    if any(lines):
        at = source.line_starts[max(number for number, line in enumerate(lines) if line)]
        findings.error(
            "Y101",
            "The file holds only comments",
            source.place(at, at),
            help="Write at least `language: 1`, `title` and `extends: hasenpfeffer`",
        )
    else:
        findings.error(
            "Y101",
            "The file is empty",
            whole_file(source.file),
            help="Start with `language: 1`, `title` and `extends: hasenpfeffer`",
        )
    return True


def without_directives(source: Source, findings: Findings) -> str:
    """The text with `%` lines at its front blanked out, offsets unchanged."""
    found = []
    for number, start in enumerate(source.line_starts, start=1):
        line = source.line_text(number)
        if line.startswith("%"):
            found.append((start, line))
        elif line.strip() and not line.lstrip().startswith("#"):
            break
    if not found:
        return source.text
    start, line = found[0]
    findings.error(
        "Y134",
        f"The line {quoted(line)} would change how YAML is read, and rule files have no such lines",
        source.place(start, start + len(line)),
        label="" if len(found) == 1 else f"and {len(found) - 1} more",
        help="Remove the line",
    )
    last, line = found[-1]
    end = last + len(line)
    front = re.sub(r"[^\r\n]", " ", source.text[:end])
    return front + source.text[end:]
