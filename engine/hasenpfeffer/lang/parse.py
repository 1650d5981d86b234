"""Text → expression tree. The only module that knows lark, and it imports it late."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from hasenpfeffer.kept import cache_folder, save
from hasenpfeffer.lang import ast
from hasenpfeffer.library import folder
from hasenpfeffer.reading.place import Place, Position

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.tree import Text

MAX_DEPTH = 40
MAX_LENGTH = 2000
MAX_OPERATORS = 80
_OPERATOR = re.compile(r"\b(?:and|or|except|unless|but|mod|is|has)\b|//|[<>!]=|[-+*/=<>]")


def parse(text: Text, findings: Findings, path: str = "") -> ast.Expr | None:
    """The tree of one formula; None after a finding (S231 cannot be read, S232 too long or too deep)."""
    source = text.text
    if not source.strip():
        findings.error("S231", "A formula is expected here, and the text is empty", text.place, path=path)
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
    return _Builder(text).build(tree.children[0])


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
    at = min(problem.pos_in_stream if problem.pos_in_stream is not None else len(source), len(source))
    if at < 0 or type(problem).__name__ == "UnexpectedEOF":
        at = len(source)
    token = getattr(problem, "token", None)
    found = source[at : at + 1]
    end = at + 1
    if token is not None and token.type != "$END":
        found, end = str(token), at + len(token)
    elif token is not None:
        at, found = len(source.rstrip()), ""
        end = at
    opened, closed = source.count("("), source.count(")")
    help_text = "Write names, numbers, `of`, comparisons and the words of the language."
    if opened > closed and not found:
        message = f"A bracket is opened in `{source}` and never closed"
        help_text = "Add `)`."
    elif "," in found:
        message = "There is no comma in formulas"
        help_text = "Bounds are written `x but at least 16 but at most 29`."
    elif found == ".":
        message = "Numbers are whole here, and a decimal point stands in this formula"
        help_text = "Write a fraction: one and a half is `3/2`."
    elif found.split(" ")[0] == "x":
        message = f"`x` cannot stand here in `{source}`"
        help_text = "`*` multiplies."
    elif not found:
        message = f"The formula `{source}` stops too early"
    elif "_" in found:
        message = "Names are written with spaces, and `_` stands in this formula"
        help_text = "Write `lowest bid`, not `lowest_bid`."
    else:
        message = f"`{found}` cannot stand here in `{source}`"
    place = spread(text, at, max(end, at))
    findings.error("S231", message, place, path=path, help=help_text)


class _Builder:
    def __init__(self, text: Text) -> None:
        self.text = text

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
                rest = tuple((str(parts[i]), self.build(parts[i + 1])) for i in range(1, len(parts), 2))
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

    @staticmethod
    def _negative(value: ast.Expr, place: Place, *, bare: bool) -> ast.Expr:
        """A range without brackets may begin with a signed number: `-5..5` is from minus five."""
        if bare and isinstance(value, ast.Range) and isinstance(value.low, ast.Number):
            return ast.Range(ast.Negative(value.low, place), value.high, value.step, place)
        return ast.Negative(value, place)
