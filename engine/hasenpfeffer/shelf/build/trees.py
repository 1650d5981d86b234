"""Values of a file → expression trees: text is parsed, lists are alternatives, groups tables or tallies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang import ast
from hasenpfeffer.lang.parse import parse
from hasenpfeffer.reading.tree import Group, List, Node, Text

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings


def tree(node: Node, findings: Findings, path: str) -> ast.Expr | None:
    """The expression tree of a value; None if there is a finding of all of it. Parts of it can be unreadable."""
    match node:
        case Text() if node.doubtful:
            return None
        case Text():
            return parse(node, findings, path)
        case List():
            return _alternatives(node, findings, path)
        case Group() if node.incomplete:
            for entry in node:
                tree(entry.value, findings, f"{path}.{entry.key.text}")
            return None
        case Group():
            return _group(node, findings, path)


def is_choice(node: Node) -> bool:
    """Whether a group is `{if: …, then: …}`."""
    return isinstance(node, Group) and node.get("then") is not None


def _part(node: Node, findings: Findings, path: str) -> ast.Expr:
    """A value inside another; if it cannot be read, that is no reason not to look at its neighbours."""
    return tree(node, findings, path) or ast.Unreadable(node.place)


def _alternatives(node: List, findings: Findings, path: str) -> ast.Expr:
    items = [_alternative(item, findings, f"{path}.{index}") for index, item in enumerate(node.items)]
    if node.incomplete:
        items.append(ast.Alternative(None, ast.Unreadable(node.place), node.place))
    return ast.Alternatives(tuple(items), node.place)


def _alternative(item: Node, findings: Findings, path: str) -> ast.Alternative:
    if isinstance(item, Group) and is_choice(item):
        condition_node, value_node = item.get("if"), item.get("then")
        assert value_node is not None
        condition = None if condition_node is None else _part(condition_node, findings, f"{path}.if")
        return ast.Alternative(condition, _part(value_node, findings, f"{path}.then"), item.place)
    return ast.Alternative(None, _part(item, findings, path), item.place)


def _group(node: Group, findings: Findings, path: str) -> ast.Expr:
    if is_choice(node):
        return ast.Alternatives((_alternative(node, findings, path),), node.place)
    by_deal = node.get("by deal")
    if isinstance(by_deal, List):
        values = [_part(item, findings, f"{path}.by deal") for item in by_deal.items]
        return ast.Table(None, tuple((None, value) for value in values), node.place)
    if node.get("by") is not None:
        return _table(node, findings, path)
    return _tally(node, findings, path)


def _table(node: Group, findings: Findings, path: str) -> ast.Expr:
    subject: ast.Expr | None = None
    rows: list[tuple[ast.Expr | None, ast.Expr]] = []
    for entry in node:
        value = _part(entry.value, findings, f"{path}.{entry.key.text}")
        if entry.key.text == "by":
            subject = value
        else:
            rows.append((_part(entry.key, findings, f"{path}.{entry.key.text}"), value))
    return ast.Table(subject, tuple(rows), node.place)


def _tally(node: Group, findings: Findings, path: str) -> ast.Expr:
    lines = []
    for entry in node:
        name, where = entry.key.text, f"{path}.{entry.key.text}"
        condition: ast.Expr | None = None
        value_node: Node | None = entry.value
        if isinstance(entry.value, Group) and entry.value.get("points") is not None:
            condition_node = entry.value.get("if")
            condition = None if condition_node is None else _part(condition_node, findings, f"{where}.if")
            value_node = entry.value.get("points")
        assert value_node is not None
        lines.append(ast.TallyLine(name, condition, _part(value_node, findings, where), entry.key.place))
    return ast.Tally(tuple(lines), node.place)


def asks_each(node: Node | None) -> bool:
    """Whether `who` goes through seats, each of which answers for itself: `each seat where …`."""
    words = node.text.split() if isinstance(node, Text) else []
    return words[:2] == ["each", "seat"] and words[2:3] in ([], ["except"], ["where"])
