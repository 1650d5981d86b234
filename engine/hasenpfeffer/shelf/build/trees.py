"""Values of a file → expression trees: text is parsed, lists are alternatives, groups tables or tallies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang import ast
from hasenpfeffer.lang.parse import parse
from hasenpfeffer.reading.tree import Group, List, Node, Text

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings


def tree(node: Node, findings: Findings, path: str) -> ast.Expr | None:
    """The expression tree of a value; None after a finding."""
    match node:
        case Text():
            return parse(node, findings, path)
        case List():
            return _alternatives(node, findings, path)
        case Group():
            return _group(node, findings, path)


def is_choice(node: Node) -> bool:
    """Whether a group is `{if: …, then: …}`."""
    return isinstance(node, Group) and node.get("then") is not None


def _alternatives(node: List, findings: Findings, path: str) -> ast.Expr | None:
    items = []
    for index, item in enumerate(node.items):
        alternative = _alternative(item, findings, f"{path}.{index}")
        if alternative is None:
            return None
        items.append(alternative)
    return ast.Alternatives(tuple(items), node.place)


def _alternative(item: Node, findings: Findings, path: str) -> ast.Alternative | None:
    if isinstance(item, Group) and is_choice(item):
        condition_node, value_node = item.get("if"), item.get("then")
        assert value_node is not None
        condition = None if condition_node is None else tree(condition_node, findings, f"{path}.if")
        value = tree(value_node, findings, f"{path}.then")
        if value is None or (condition_node is not None and condition is None):
            return None
        return ast.Alternative(condition, value, item.place)
    value = tree(item, findings, path)
    return None if value is None else ast.Alternative(None, value, item.place)


def _group(node: Group, findings: Findings, path: str) -> ast.Expr | None:
    if is_choice(node):
        alternative = _alternative(node, findings, path)
        return None if alternative is None else ast.Alternatives((alternative,), node.place)
    by_deal = node.get("by deal")
    if isinstance(by_deal, List):
        values = [tree(item, findings, f"{path}.by deal") for item in by_deal.items]
        if any(value is None for value in values):
            return None
        return ast.Table(None, tuple((None, value) for value in values if value is not None), node.place)
    if node.get("by") is not None:
        return _table(node, findings, path)
    return _tally(node, findings, path)


def _table(node: Group, findings: Findings, path: str) -> ast.Expr | None:
    subject: ast.Expr | None = None
    rows: list[tuple[ast.Expr | None, ast.Expr]] = []
    for entry in node:
        value = tree(entry.value, findings, f"{path}.{entry.key.text}")
        if value is None:
            return None
        if entry.key.text == "by":
            subject = value
            continue
        key = parse(entry.key, findings, f"{path}.{entry.key.text}")
        if key is None:
            return None
        rows.append((key, value))
    return ast.Table(subject, tuple(rows), node.place)


def _tally(node: Group, findings: Findings, path: str) -> ast.Expr | None:
    lines = []
    for entry in node:
        name, where = entry.key.text, f"{path}.{entry.key.text}"
        condition: ast.Expr | None = None
        value_node: Node | None = entry.value
        if isinstance(entry.value, Group) and entry.value.get("points") is not None:
            condition_node = entry.value.get("if")
            condition = None if condition_node is None else tree(condition_node, findings, f"{where}.if")
            value_node = entry.value.get("points")
            if condition_node is not None and condition is None:
                return None
        assert value_node is not None
        value = tree(value_node, findings, where)
        if value is None:
            return None
        lines.append(ast.TallyLine(name, condition, value, entry.key.place))
    return ast.Tally(tuple(lines), node.place)


def asks_each(node: Node | None) -> bool:
    """Whether `who` goes through seats, each of which answers for itself: `each seat where …`."""
    words = node.text.split() if isinstance(node, Text) else []
    return words[:2] == ["each", "seat"] and words[2:3] in ([], ["except"], ["where"])
