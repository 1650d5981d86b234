"""What a YAML error means in an author's words, at the place where the cause is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Diagnostic, Related
from hasenpfeffer.reading.source import YAML_LINE_END
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.tree import Entry, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    import yaml

    from hasenpfeffer.reading.source import Source

_JOINED = re.compile(r"(?P<key>[^\W\d_][\w '’-]*)(?P<colon>[:：])(?P<value>[^\s/\\:].*)")
_TAB_LINE = re.compile(r"(?:^|(?<=[\r\n]))[ ]*\t[ \t]*[^ \t\r\n#]")
_CLOSING = {"[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class _Trouble:
    """What the YAML reader said, and what it had read until then."""

    source: Source
    problem: str
    at: int
    context: str
    context_at: int
    open_brackets: Sequence[int]
    last_text: tuple[int, int] | None

    @property
    def character(self) -> str:
        return self.source.text[self.at : self.at + 1]

    @property
    def line(self) -> int:
        return self.source.position(self.at).line

    @property
    def last_written(self) -> str:
        return self.source.text[slice(*self.last_text)] if self.last_text else ""

    @property
    def at_line_start(self) -> bool:
        start = self.source.line_starts[self.line - 1]
        return not self.source.text[start : self.at].strip(" ")

    def error(
        self, code: str, message: str, start: int, end: int, help: str, *,
        label: str = "", related: tuple[Related, ...] = (),
    ) -> Diagnostic:  # fmt: skip
        size = len(self.source.text)
        place = self.source.place(min(start, size), min(max(end, start), size))
        facts = {"yaml": self.problem}
        return Diagnostic(code, "error", message, place, label, related, help=help, facts=facts)


def at_syntax_error(
    source: Source,
    error: yaml.MarkedYAMLError,
    open_brackets: Sequence[int],
    last_text: tuple[int, int] | None,
) -> Diagnostic:
    """The finding for an error of the YAML reader, which cannot go on after it."""
    size = len(source.text)
    at = min(error.problem_mark.index, size) if error.problem_mark else 0
    context_at = min(error.context_mark.index, size) if error.context_mark else at
    trouble = _Trouble(
        source, error.problem or "", at, error.context or "", context_at, open_brackets, last_text
    )
    for explain in _EXPLANATIONS:
        finding = explain(trouble)
        if finding is not None:
            return finding
    return trouble.error(
        "Y117",
        f"YAML cannot read line {trouble.line} from here on",
        at,
        at + 1,
        "Compare it with the lines around it: indentation, colons, quotes and brackets",
    )


def missing_space(source: Source, start: int, written: str) -> Diagnostic | None:
    """The finding for `hand:6`, on any line of a plain text that starts at `start`."""
    for line_start, line in _lines(written):
        match = _JOINED.match(line)
        if match is None or (len(match["key"]) < 2 and not match["value"][:1].isdigit()):
            continue
        at = start + line_start
        key, value = match["key"], match["value"].strip()
        return Diagnostic(
            "Y115",
            "error",
            f"{quoted(line)} has no space after the colon, so YAML reads it as one word"
            if match["colon"] == ":"
            else f"{quoted(line)} has a wide colon (U+FF1A), which YAML reads as a letter",
            source.place(at, at + len(line)),
            help=f"Write {quoted(f'{key}: {value}')}",
        )
    return None


def split_at_colon(text: Text, source: Source) -> Entry | None:
    """The setting that a one-line `hand:6` was meant to be."""
    match = _JOINED.fullmatch(text.text)
    if match is None or not text.exact:
        return None
    start = text.place.start.offset
    key = Text(match["key"], source.place(start, start + len(match["key"])))
    value_start = start + match.start("value")
    value = Text(match["value"], source.place(value_start, value_start + len(match["value"])))
    return Entry(key, value)


def tab_finding(source: Source, offset: int, more: int) -> Diagnostic:
    """The finding for a line that is indented with a tab at `offset`."""
    line = source.position(offset).line
    return Diagnostic(
        "Y110",
        "error",
        f"Line {line} is indented with a tab, and YAML allows only spaces here",
        source.place(offset, offset + 1),
        label="" if not more else f"and {more} more {'line' if more == 1 else 'lines'} with tabs",
        help="Use two spaces, like the lines around it",
    )


def _lines(written: str) -> list[tuple[int, str]]:
    """The lines of a stretch of text without blanks around them, each with its offset."""
    lines = []
    start = 0
    for end in [*YAML_LINE_END.finditer(written), None]:
        line = written[start : end.start() if end else len(written)]
        lines.append((start + len(line) - len(line.lstrip()), line.strip()))
        start = end.end() if end else start
    return lines


# ── one cause each, tried in this order ──


def _tab(t: _Trouble) -> Diagnostic | None:
    start = t.source.line_starts[t.line - 1]
    text = t.source.text
    blanks = len(text[start:]) - len(text[start:].lstrip(" "))
    if text[start + blanks : start + blanks + 1] != "\t" or t.at > start + blanks + 1:
        return None
    more = len(_TAB_LINE.findall(text, start + blanks + 1))
    return tab_finding(t.source, start + blanks, more)


def _unclosed_quote(t: _Trouble) -> Diagnostic | None:
    start = None
    written = t.last_written
    if "quoted scalar" in t.context and ("end of stream" in t.problem or "document" in t.problem):
        start = t.context_at
    elif t.last_text and written[:1] in ("'", '"') and YAML_LINE_END.search(written):
        start = t.last_text[0]
    elif "simple key" in t.context and t.source.text[t.context_at : t.context_at + 1] in ("'", '"'):
        start = t.context_at
        position = t.source.position(start)
        rest = t.source.line_text(position.line)[position.column :]
        if t.source.text[start] in rest:
            return None
    if start is None:
        return None
    sign = t.source.text[start]
    line = t.source.position(start).line
    return t.error(
        "Y113",
        "The quote opened here is never closed",
        start,
        start + 1,
        f"Add `{sign}` at the end of the text on line {line}",
    )


def _after_quote(t: _Trouble) -> Diagnostic | None:
    written = t.last_written
    if t.last_text is None or written[:1] not in ("'", '"') or t.at < t.last_text[1]:
        return None
    between = t.source.text[t.last_text[1] : t.at]
    if between.strip(" ") or not t.character or t.character in ",:]}#":
        return None
    apostrophe = written[0] == "'" and not between
    return t.error(
        "Y117",
        f"The text in quotes {quoted(written)} ends here, and more follows on its line",
        t.at,
        t.at + 1,
        "Put the whole text in double quotes, which may hold an apostrophe"
        if apostrophe
        else "Put the whole text in one pair of quotes",
    )


def _bracket(t: _Trouble) -> Diagnostic | None:
    parsing_flow = "flow sequence" in t.context or "flow mapping" in t.context
    scanned_on = "simple key" in t.context or "sequence entries" in t.problem
    scanned_on = scanned_on or ("node content" in t.problem and t.character in ("", "]", "}"))
    if not parsing_flow and not (t.open_brackets and scanned_on):
        return None
    opening = t.context_at if parsing_flow else t.open_brackets[-1]
    sign = t.source.text[opening : opening + 1]
    if sign not in _CLOSING:
        return None
    closing = _CLOSING[sign]
    if t.character and t.character in "]}":
        wrong = Related(f"closed with `{t.character}`", t.source.place(t.at, t.at + 1))
        return t.error(
            "Y114",
            f"The bracket `{sign}` opened here is closed with `{t.character}`",
            opening,
            opening + 1,
            f"Close it with `{closing}`",
            related=(wrong,),
        )
    if t.character and _is_inside(t, opening):
        return t.error(
            "Y117",
            f"A comma or `{closing}` is missing before this",
            t.at,
            t.at + 1,
            "Put a comma between two parts of a list or group, and quotes round a text that holds a colon",
            related=(Related("in the brackets opened here", t.source.place(opening, opening + 1)),),
        )
    before = t.source.text[: t.source.line_starts[t.line - 1] if t.character else t.at].rstrip()
    line = t.source.position(max(len(before), opening)).line
    return t.error(
        "Y114",
        f"The bracket `{sign}` opened here is never closed",
        opening,
        opening + 1,
        f"Add `{closing}`, probably at the end of line {line}",
    )


def _is_inside(t: _Trouble, opening: int) -> bool:
    """Whether the trouble stands on the bracket's line, or deeper than it."""
    line = t.source.position(opening).line
    return t.line == line or _indent(t.source.line_text(t.line)) > _indent(t.source.line_text(line))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _joined(t: _Trouble) -> Diagnostic | None:
    if "simple key" in t.context:
        line = t.source.position(t.context_at).line
        end = t.source.line_starts[line - 1] + len(t.source.line_text(line))
        return missing_space(t.source, t.context_at, _without_comment(t.source.text[t.context_at : end]))
    if "mapping values" in t.problem and t.last_text and t.last_written[:1] not in ("'", '"', "|", ">"):
        return missing_space(t.source, t.last_text[0], t.last_written)
    return None


def _no_colon(t: _Trouble) -> Diagnostic | None:
    return _line_without_colon(t, t.context_at) if "simple key" in t.context else None


def _line_without_colon(t: _Trouble, start: int) -> Diagnostic:
    position = t.source.position(start)
    written = _without_comment(t.source.line_text(position.line)[position.column - 1 :])
    return t.error(
        "Y117",
        f"Line {position.line} has no colon: {quoted(written)}",
        start,
        start + len(written),
        "Write a setting as `key: value`",
    )


def _without_comment(line: str) -> str:
    return re.split(r"\s#", line, maxsplit=1)[0].rstrip()


def _colon(t: _Trouble) -> Diagnostic | None:
    """A colon where no setting can begin: the second one of a line, or one of a line that is too far in."""
    if "mapping values" not in t.problem:
        return None
    first = t.source.position(t.last_text[0]).line if t.last_text else t.line
    if first == t.line:
        return t.error(
            "Y117",
            f"Line {t.line} has a second colon, and YAML allows one setting on a line",
            t.at,
            t.at + 1,
            "Put a text that holds a colon in quotes",
        )
    start = t.source.line_starts[t.line - 1]
    indent = _indent(t.source.line_text(t.line))
    assert t.last_text is not None
    column = t.source.position(t.last_text[0]).column
    if column == indent + 1 == _indent(t.source.line_text(first)) + 1:
        return _line_without_colon(t, t.last_text[0])
    above = Related("the value above ends the line", t.source.place(t.last_text[0], t.last_text[0] + 1))
    return t.error(
        "Y117",
        f"Line {t.line} is indented as if it belonged to the value on line {first}",
        start + indent,
        t.at,
        "Give it the indentation of the settings beside it",
        related=(above,),
    )


def _misplaced(t: _Trouble) -> Diagnostic | None:
    """A line that fits nothing above it."""
    signs = ("expected key", "block end", "document start", "'-' indicator")
    if not any(sign in t.problem for sign in signs):
        return None
    text = t.source.line_text(t.line)
    end = t.source.line_starts[t.line - 1] + len(text)
    if t.source.text[t.at : t.at + 2] in ("- ", "-\n", "-\r", "-"):
        return t.error(
            "Y117",
            f"Line {t.line} is an item of a list among settings",
            t.at,
            end,
            "Indent the list below its key, or write `key: value`",
        )
    if not t.at_line_start:
        return t.error(
            "Y117", "Nothing more may stand on this line from here on", t.at, end,
            "Put the whole text in quotes, or begin a new line",
        )  # fmt: skip
    in_list = "block collection" in t.context or "block sequence" in t.context
    if in_list and t.source.position(t.context_at).column == t.source.position(t.at).column:
        return t.error(
            "Y117", f"Line {t.line} is a setting among the items of a list", t.at, end,
            "Begin it with `- `, or change the indentation",
        )  # fmt: skip
    indent = _indent(text)
    above = [_indent(line) for line in (t.source.line_text(n) for n in range(1, t.line)) if line.strip()]
    spaces = f"{indent} space" if indent == 1 else f"{indent} spaces"
    if "document start" in t.problem and indent in above:
        return t.error(
            "Y117", f"The file's settings end above, and line {t.line} follows them", t.at, end,
            "Remove the brackets or the line `...` that ends them",
        )  # fmt: skip
    return t.error(
        "Y117",
        f"Line {t.line} is indented by {spaces}, which fits no line above it",
        t.at,
        end,
        "Give it the indentation of the lines that it belongs to",
    )


def _lone_colon(t: _Trouble) -> Diagnostic | None:
    if "unexpected ':'" not in t.problem:
        return None
    return t.error(
        "Y117",
        "This colon belongs to no setting",
        t.at,
        t.at + 1,
        "Put a text that holds a colon in quotes",
    )


def _forbidden_start(t: _Trouble) -> Diagnostic | None:
    if "cannot start any token" not in t.problem and "mapping keys" not in t.problem:
        return None
    return t.error(
        "Y117",
        f"A text without quotes cannot begin with `{t.character}`",
        t.at,
        t.at + 1,
        "Put the text in quotes",
    )


def _escape(t: _Trouble) -> Diagnostic | None:
    if "escape" not in t.problem and "hexdec" not in t.problem and "hexadec" not in t.problem:
        return None
    at = t.source.text.rfind("\\", 0, t.at + 1)
    at = t.at if at < 0 else at
    return t.error(
        "Y117",
        f"{quoted(t.source.text[at : at + 2])} means nothing in double quotes",
        at,
        at + 2,
        "Use single quotes, in which `\\` is an ordinary character",
    )


def _block_header(t: _Trouble) -> Diagnostic | None:
    if "block scalar" not in t.context:
        return None
    sign = t.source.text[t.context_at : t.context_at + 1]
    return t.error(
        "Y117",
        f"A text without quotes cannot begin with `{sign}`, which announces a text of several lines",
        t.context_at,
        t.context_at + 1,
        "Put the text in quotes, or begin it on the next line",
    )


def _dash(t: _Trouble) -> Diagnostic | None:
    if "sequence entries" not in t.problem:
        return None
    return t.error(
        "Y117",
        "An item of a list cannot begin on the line of its key",
        t.at,
        t.at + 1,
        "Begin the list on the next line, or write it in `[ ]`",
    )


def _sign(t: _Trouble) -> Diagnostic | None:
    """Half-written anchors, aliases, tags and directives."""
    sign = t.source.text[t.context_at : t.context_at + 1]
    if "alias" in t.context or "anchor" in t.context:
        return t.error(
            "Y130", "Anchors and aliases (`&a`, `*a`) are not used in rule files", t.context_at,
            t.context_at + 1, f"Put a text that begins with `{sign}` in quotes",
        )  # fmt: skip
    if "tag" in t.context or "tag handle" in t.problem:
        return t.error(
            "Y133", "Tags (`!…`) are not used in rule files, and nothing in a rule file is ever executed",
            t.context_at, t.context_at + 1, "Remove the tag, or put the text in quotes",
        )  # fmt: skip
    if "directive" in t.context:
        return t.error(
            "Y134", "A line that begins with `%` would change how YAML is read", t.context_at,
            t.context_at + 1, "Remove the line",
        )  # fmt: skip
    return None


def _nesting(t: _Trouble) -> Diagnostic | None:
    if "nesting depth" not in t.problem:
        return None
    return t.error(
        "Y106", "Brackets are nested more than 1000 levels deep; the limit is 32", t.at, t.at + 1,
        "Take them apart: nothing in a rule file needs more than 8",
    )  # fmt: skip


def _no_content(t: _Trouble) -> Diagnostic | None:
    if "node content" not in t.problem:
        return None
    if t.character == ",":
        return t.error(
            "Y116", "Nothing stands before this comma", t.at, t.at + 1, "Remove the comma, or write a value"
        )
    shown = f"`{t.character}`" if t.character.strip() else "the end of the line"
    return t.error(
        "Y117", f"A value is missing before {shown}", t.at, t.at + 1, "Write the value, or open the bracket"
    )


_EXPLANATIONS = (
    _tab, _nesting, _unclosed_quote, _after_quote, _sign, _escape, _bracket, _no_content, _block_header,
    _joined, _no_colon, _colon, _dash, _misplaced, _forbidden_start, _lone_colon,
)  # fmt: skip
