"""Text → expression tree. The only module that knows lark, and it imports it late."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from hasenpfeffer.kept import cache_folder, save
from hasenpfeffer.lang import ast, vocabulary
from hasenpfeffer.library import folder
from hasenpfeffer.reading.diagnostic import Edit, Fix
from hasenpfeffer.reading.fixes import respell
from hasenpfeffer.reading.place import Place, Position

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.fixes import Fixes
    from hasenpfeffer.reading.tree import Text

MAX_DEPTH = 40
MAX_LENGTH = 2000
MAX_OPERATORS = 80
_OPERATOR = re.compile(r"\b(?:and|or|except|unless|but|mod|is|has)\b|//|[<>!]=|[-+*/=<>]")


def parse(text: Text, findings: Findings, path: str = "") -> ast.Expr | None:
    """The tree of one formula; None after a finding (S231 cannot be read, S232 too long or too deep)."""
    source = text.text
    if not source.strip():
        findings.error(
            "S231",
            "A formula is expected here, and the text is empty",
            text.place,
            path=path,
            help="Write a formula, or leave the setting out",
        )
        return None
    if (
        len(source) > MAX_LENGTH
        or _depth(source) > MAX_DEPTH
        or len(_OPERATOR.findall(source)) > MAX_OPERATORS
    ):
        findings.error(
            "S232",
            "This formula is too long or nested too deep: the limits are "
            f"{MAX_LENGTH} characters, {MAX_DEPTH} brackets and {MAX_OPERATORS} operators",
            text.place,
            path=path,
            help="Give parts of it names under `terms`.",
        )
        return None
    from lark.exceptions import UnexpectedInput

    try:
        tree = _parser().parse(source)
    except UnexpectedInput as problem:
        _report(problem, text, findings, path)
        return None
    return _Builder(text, findings, path).build(tree.children[0])


def spread(text: Text, start: int, end: int) -> Place:
    """The place of a stretch of a text's characters; the whole text's where offsets do not map back."""
    if not text.exact or "\n" in text.text:
        return text.place
    shift = 1 if text.quoted else 0
    origin = text.place.start

    def position(at: int) -> Position:
        return Position(origin.line, origin.column + shift + at, origin.offset + shift + at)

    return Place(text.place.file, position(start), position(end))


@cache
def _parser() -> Any:
    from lark import Lark
    from lark import __version__ as lark_version

    grammar = (folder("grammar") / "rules.lark").read_text(encoding="utf-8")
    key = hashlib.sha256(f"{lark_version}\0{grammar}".encode()).hexdigest()[:16]
    options: dict[str, Any] = {
        "parser": "lalr",
        "propagate_positions": True,
        "maybe_placeholders": False,
        "keep_all_tokens": False,
    }
    folder_of_tables = cache_folder()
    if folder_of_tables is None:
        return Lark(grammar, **options)
    table = folder_of_tables / f"rules-{key}.table"
    try:
        with table.open("rb") as stream:
            return Lark.load(stream)
    except Exception:  # no table yet, or one that another version cannot read: make it anew
        parser = Lark(grammar, **options)
    save(table, parser.save)
    return parser


def _depth(source: str) -> int:
    depth = deepest = 0
    for character in source:
        if character == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif character == ")":
            depth -= 1
    return max(deepest, len(re.findall(r"\b(?:not|if|of)\b|-", source)))


def _report(problem: Any, text: Text, findings: Findings, path: str) -> None:
    source = text.text
    at, end = _where(problem, source)
    found = source[at:end]
    fixes: Fixes = ()
    help_text = "Write names, numbers, `of`, comparisons and the words of the language."
    if source.count("(") > source.count(")") and not found:
        message = f"A bracket is opened in `{source}` and never closed"
        help_text = "Add `)`."
        fixes = _edit(text, at, at, ")", title="Add `)`")
    elif foreign := _foreign(source, at):
        at, end, sign = foreign
        message = f"`{sign}` is written `{_FOREIGN[sign]}` in formulas"
        help_text = f"Write `{_FOREIGN[sign]}`."
        fixes = _edit(text, at, end, _apart(source, at, end, _FOREIGN[sign]), safe=True)
    elif "," in found:
        message = "There is no comma in formulas"
        help_text = "Bounds are written `x but at least 16 but at most 29`."
    elif found == ".":
        message = "Numbers are whole here, and a decimal point stands in this formula"
        help_text = "Write a fraction: one and a half is `3/2`."
    elif found.split(" ")[0] == "x":
        message = f"`x` cannot stand here in `{source}`"
        help_text = "`*` multiplies."
        fixes = _edit(text, at, at + 1, "*")
    elif unit := _UNIT.fullmatch(source):
        number, word = unit.groups()
        message = f"`{word}` cannot stand here in `{source}`"
        help_text = f"Write `{number}`"
        fixes = _edit(text, 0, len(source), number, safe=word in vocabulary.RECEIVER_WORDS)
    elif not found:
        message = f"The formula `{source}` stops too early"
    elif "_" in found and (name := _underscored(source, at)):
        message = "Names are written with spaces, and `_` stands in this formula"
        spaced = name[0].replace("_", " ")
        help_text = f"Write `{spaced}`, not `{name[0]}`."
        fixes = _edit(text, name.start(), name.end(), spaced, safe=True)
    else:
        message = f"`{found}` cannot stand here in `{source}`"
    place = spread(text, at, max(end, at))
    findings.error("S231", message, place, path=path, help=help_text, fixes=fixes)


def _where(problem: Any, source: str) -> tuple[int, int]:
    """The stretch of a formula at which it cannot be read on; empty where it stops too early."""
    token = getattr(problem, "token", None)
    at = min(problem.pos_in_stream if problem.pos_in_stream is not None else len(source), len(source))
    if token is not None and token.type == "$END":
        at = end = len(source.rstrip())
        return at, end
    if at < 0 or type(problem).__name__ == "UnexpectedEOF":
        at = len(source)
    return at, at + (len(token) if token is not None else 1)


_UNIT = re.compile(r"(-?[0-9]+) +([^\W\d_]+)")
"""A number with what it counts."""

_FOREIGN = {
    "===": "=",
    "&&": "and",
    "||": "or",
    "<>": "!=",
    "=<": "<=",
    "=>": ">=",
    "...": "..",
    "…": "..",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "×": "*",
    "÷": "//",
    "−": "-",
    "–": "-",
    "&": "and",
    "|": "or",
    "%": "mod",
    "!": "not",
}
"""Signs of other languages, and what is written here."""


def _foreign(source: str, at: int) -> tuple[int, int, str] | None:
    """The sign of another language that goes on at an offset, and the stretch that it takes."""
    for sign in _FOREIGN:
        for start in range(max(0, at - len(sign) + 1), at + 1):
            if source.startswith(sign, start) and not source.startswith("!=", start):
                return start, start + len(sign), sign
    return None


def _apart(source: str, at: int, end: int, word: str) -> str:
    """A word with the blanks that it needs beside its neighbours."""
    if not word.isalpha():
        return word
    before = " " if at > 0 and source[at - 1] not in " (" else ""
    return f"{before}{word}{'' if source[end : end + 1] == ' ' else ' '}"


def _underscored(source: str, at: int) -> re.Match[str] | None:
    """The name with `_` in it that an offset stands in."""
    return next((name for name in re.finditer(r"\w+", source) if name.start() <= at < name.end()), None)


def _edit(text: Text, at: int, end: int, new: str, *, safe: bool = False, title: str = "") -> Fixes:
    """Writes something into a formula, where offsets in it map back to the file."""
    if not text.exact or "\n" in text.text:
        return ()
    return (Fix(title or f"Write `{new.strip()}`", (Edit(spread(text, at, end), new),), safe),)


class _Builder:
    def __init__(self, text: Text, findings: Findings, path: str) -> None:
        self.text = text
        self._findings = findings
        self._path = path

    def build(self, node: Any) -> ast.Expr:
        place = spread(self.text, node.meta.start_pos, node.meta.end_pos)
        parts = node.children
        match node.data:
            case "number":
                return ast.Number(int(parts[0]), place)
            case "name":
                return ast.Name(" ".join(str(parts[0]).split()).replace("’", "'"), place)
            case "bracket":
                return self.build(parts[0])
            case "of":
                return ast.Of(self.build(parts[0]), self.build(parts[1]), place)
            case "range":
                step = self.build(parts[2]) if len(parts) > 2 else None
                return ast.Range(self.build(parts[0]), self.build(parts[1]), step, place)
            case "negative":
                return self._negative(self.build(parts[1]), place, bare=parts[1].data == "range")
            case "negation":
                return ast.Not(self.build(parts[0]), place)
            case "binary":
                op = " ".join(str(parts[1]).split())
                return ast.Binary(op, self.build(parts[0]), self.build(parts[2]), place)
            case "compare":
                rest = tuple(
                    (self._comparison(parts[i]), self.build(parts[i + 1])) for i in range(1, len(parts), 2)
                )
                return ast.Compare(self.build(parts[0]), rest, place)
            case "is_" | "is_not":
                return ast.Is(self.build(parts[0]), self.build(parts[2]), node.data == "is_not", place)
            case "has":
                return ast.Has(self.build(parts[0]), self.build(parts[1]), place)
            case "if_else":
                condition, then, otherwise = (self.build(part) for part in parts)
                return ast.IfElse(condition, then, otherwise, place)
            case "aggregate":
                kind = str(parts[0]).rstrip("( ")
                what = self.build(parts[1])
                source = self.build(parts[2]) if len(parts) > 2 else None
                if isinstance(source, ast.Where):
                    return ast.Aggregate(kind, what, source.source, source.condition, place)
                return ast.Aggregate(kind, what, source, None, place)
            case "where":
                return ast.Where(self.build(parts[0]), self.build(parts[1]), place)
        raise AssertionError(node.data)

    def _comparison(self, sign: Any) -> str:
        """The sign of a comparison; `==` is told, and means the same as `=`."""
        if sign != "==":
            return str(sign)
        place = spread(self.text, sign.start_pos, sign.end_pos)
        self._findings.warning(
            "S238",
            "`==` is written `=` in rule files",
            place,
            path=self._path,
            help="Write `=`",
            fixes=respell(place, "==", "=", safe=True),
        )
        return "="

    @staticmethod
    def _negative(value: ast.Expr, place: Place, *, bare: bool) -> ast.Expr:
        """A range without brackets may begin with a signed number: `-5..5` is from minus five."""
        if bare and isinstance(value, ast.Range) and isinstance(value.low, ast.Number):
            return ast.Range(ast.Negative(value.low, place), value.high, value.step, place)
        return ast.Negative(value, place)
