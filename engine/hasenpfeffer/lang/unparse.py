"""Expression tree → text, with only the brackets that are needed. Parsing it again gives the same tree."""

from __future__ import annotations

from hasenpfeffer.lang import ast

_LEVELS = {
    "or else": 1,
    "unless": 2,
    "or": 3,
    "and": 4,
    "except": 7,
    "but at least": 8,
    "but at most": 8,
    "+": 9,
    "-": 9,
    "*": 10,
    "/": 10,
    "//": 10,
    "mod": 10,
}


def unparse(tree: ast.Expr) -> str:
    """The text of an expression; alternatives and tables in one line, as they would stand in YAML."""
    return _text(tree, 0)


def _text(tree: ast.Expr, level: int) -> str:
    own, text = _piece(tree)
    return f"({text})" if own < level else text


def _piece(tree: ast.Expr) -> tuple[int, str]:
    """How tightly the text binds, and the text."""
    match tree:
        case ast.Number(value):
            return 14, str(value)
        case ast.Unreadable():
            return 14, "?"
        case ast.Name(text):
            return 14, text
        case ast.Aggregate(kind, what, source, condition):
            among = "" if source is None else f" among {_text(source, 0 if condition is None else 1)}"
            where = "" if condition is None else f" where {_text(condition, 0)}"
            return 14, f"{kind}({_text(what, 0)}{among}{where})"
        case ast.Range(ast.Negative(ast.Number(low)), high, step):
            by = "" if step is None else f" by {_text(step, 14)}"
            return 13, f"(-{low})..{_text(high, 14)}{by}"
        case ast.Range(low_expr, high, step):
            by = "" if step is None else f" by {_text(step, 14)}"
            return 13, f"{_text(low_expr, 14)}..{_text(high, 14)}{by}"
        case ast.Of(left, right):
            return 12, f"{_text(left, 13)} of {_text(right, 12)}"
        case ast.Negative(value):
            inner = _text(value, 11)
            # a bare range after a minus would be read as beginning with a signed number
            return 11, f"-({inner})" if isinstance(value, ast.Range) else f"-{inner}"
        case ast.Binary("unless", left, right):
            return 2, f"{_text(left, 3)} unless {_text(right, 3)}"
        case ast.Binary(op, left, right):
            level = _LEVELS[op]
            return level, f"{_text(left, level)} {op} {_text(right, level + 1)}"
        case ast.Compare(first, rest):
            return 6, _text(first, 7) + "".join(f" {op} {_text(value, 7)}" for op, value in rest)
        case ast.Is(left, right, negated):
            return 6, f"{_text(left, 7)} {'is not' if negated else 'is'} {_text(right, 7)}"
        case ast.Has(left, right):
            return 6, f"{_text(left, 7)} has {_text(right, 7)}"
        case ast.Not(value):
            return 5, f"not {_text(value, 5)}"
        case ast.Where(source, condition):
            return 0, f"{_text(source, 1)} where {_text(condition, 0)}"
        case ast.IfElse(condition, then, otherwise):
            return 0, f"if {_text(condition, 0)} then {_text(then, 0)} else {_text(otherwise, 0)}"
        case ast.Alternatives(items):
            return 14, "[" + ", ".join(_alternative(item) for item in items) + "]"
        case ast.Table(subject, rows):
            if subject is None:
                return 14, "{by deal: [" + ", ".join(_text(value, 0) for _, value in rows) + "]}"
            cells = (f"{_text(key, 0) if key else 'else'}: {_text(value, 0)}" for key, value in rows)
            return 14, "{by: " + _text(subject, 0) + ", " + ", ".join(cells) + "}"
        case ast.Tally(lines):
            return 14, "{" + ", ".join(f"{line.name}: {_tally_line(line)}" for line in lines) + "}"
    raise AssertionError(tree)


def _alternative(item: ast.Alternative) -> str:
    value = _text(item.value, 0)
    return value if item.condition is None else f"{{if: {_text(item.condition, 0)}, then: {value}}}"


def _tally_line(line: ast.TallyLine) -> str:
    value = _text(line.value, 0)
    return value if line.condition is None else f"{{if: {_text(line.condition, 0)}, points: {value}}}"
