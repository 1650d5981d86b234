"""What every part of building needs: the findings, the namespace, the checker, and short ways to type values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang import ast, types
from hasenpfeffer.lang.check import SETTING_SCOPE, Checker, Scope
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.tree import Group, List, Node, Text
from hasenpfeffer.shelf.build.trees import tree

if TYPE_CHECKING:
    from hasenpfeffer.lang.names import Names
    from hasenpfeffer.lang.types import Type
    from hasenpfeffer.reading.diagnostic import Findings


class Builder:
    def __init__(self, names: Names, findings: Findings) -> None:
        self.names = names
        self.findings = findings
        self.checker = Checker(names, findings)

    def tree(self, node: Node, path: str) -> ast.Expr | None:
        return tree(node, self.findings, path)

    def typed(self, node: Node, want: Type | None, path: str, where: Scope = SETTING_SCOPE) -> Typed:
        """The typed value; an `error` expression after a finding."""
        parsed = tree(node, self.findings, path)
        if parsed is None:
            return Typed("error", types.UNKNOWN, place=node.place)
        if want is None:
            return self.checker.infer(parsed, where)
        return self.checker.check(parsed, want, where)

    def optional(
        self, group: Group, key: str, want: Type | None, path: str, where: Scope = SETTING_SCOPE
    ) -> Typed | None:
        """The typed value of a key, or None where the file does not say it."""
        node = group.get(key)
        if node is None:
            return None
        typed = self.typed(node, want, f"{path}.{key}", where)
        if want is None or want.kind is not Kind.NUMBER or typed.op not in ("numbers", "range"):
            return typed
        message = "A range stands here, and one number is expected"
        self.findings.error("S234", message, node.place, path=f"{path}.{key}", help="Write one number")
        return Typed("error", types.UNKNOWN, place=node.place)

    def condition(self, group: Group, key: str, path: str, where: Scope = SETTING_SCOPE) -> Typed | None:
        """One condition, or a group of named ones that all must hold, as one."""
        node = group.get(key)
        if not isinstance(node, Group) or node.get("then") is not None:
            return self.optional(group, key, types.YESNO, path, where)
        parts = [
            self.typed(entry.value, types.YESNO, f"{path}.{key}.{entry.key.text}", where) for entry in node
        ]
        whole = parts[0]
        for part in parts[1:]:
            whole = Typed("and", types.YESNO, (whole, part), place=part.place)
        return whole

    def needed(
        self, group: Group, key: str, want: Type | None, path: str, where: Scope = SETTING_SCOPE
    ) -> Typed:
        """The typed value of a key that must be there; a part with a finding where the structure has one."""
        typed = self.optional(group, key, want, path, where)
        return typed or Typed("error", types.UNKNOWN, place=group.place)

    def conditions(self, group: Group, path: str, where: Scope = SETTING_SCOPE) -> tuple[Typed, ...]:
        """`if`: one condition, or a group of named ones that all must hold."""
        node = group.get("if")
        if node is None:
            return ()
        if isinstance(node, Group) and node.get("then") is None:
            return tuple(
                self.typed(entry.value, types.YESNO, f"{path}.if.{entry.key.text}", where) for entry in node
            )
        return (self.typed(node, types.YESNO, f"{path}.if", where),)


def text_of(node: Node | None, default: str = "") -> str:
    """The text of a plain value."""
    return node.text if isinstance(node, Text) else default


def group_of(node: Node | None) -> Group | None:
    return node if isinstance(node, Group) else None


def items_of(node: Node | None) -> tuple[Node, ...]:
    """The items of a list; a single value counts as a list of one."""
    if node is None:
        return ()
    return node.items if isinstance(node, List) else (node,)
