"""What every part of building needs: the findings, the namespace, the checker, and short ways to type values."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hasenpfeffer.lang import ast, types
from hasenpfeffer.lang.check import SETTING_SCOPE, Checker, Scope
from hasenpfeffer.lang.checking.spans import single
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.reading.tree import Group, List, Node, Text, is_hole
from hasenpfeffer.ruleset.unknown import Partial, partly, without
from hasenpfeffer.shelf.build.trees import tree

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.lang.names import Names
    from hasenpfeffer.lang.types import Type
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place

T = TypeVar("T")


_NO_FORMULAS = frozenset(
    ["do", "before", "after", "above", "below", "name", "about", "go on at", "seen", "shown"]
)
"""Keys whose values name something or are prose."""


_FIELDS = {
    "if": ("condition", "conditions"),
    "set": ("sets",),
    "add": ("adds",),
    "gets": ("amount",),
    "loses": ("amount",),
    "cards": ("cards", "count", "counts", "all_cards"),
    "from": ("source", "values", "options", "payers"),
    "with": ("partner", "pile"),
    "tricks": ("count",),
    "seen": ("seen_after",),
    "last card": ("last_card_up",),
    "when": ("asked",),
    "go on at": ("at",),
    "after a pass": ("pass_is_final",),
    "declarer": ("first_of_side",),
    "meld": ("melding",),
    "overlap": ("melding",),
    "better": ("melding",),
    "in": ("where",),
    "length": ("lengths",),
    "leading it": ("leading",),
    "following with it": ("following",),
    "may always be played": ("always",),
    "may be kept back": ("kept_back",),
    "payoff of seat": ("payoff",),
    "over": ("over", "height", "over_deals", "over_everyone_dealt"),
    "best": ("best", "best_teams"),
}
"""What a setting becomes in the ruleset, where that is not called like it."""


class Builder:
    def __init__(self, names: Names, findings: Findings) -> None:
        self.names = names
        self.findings = findings
        self.checker = Checker(names, findings)

    def tree(self, node: Node, path: str) -> ast.Expr | None:
        return tree(node, self.findings, path)

    def read_only(self, node: Node, path: str) -> None:
        """Reads what may be formulas in a part of which it is not known what they are for, for what there is to say
        of them as they are written."""
        match node:
            case Text():
                self.tree(node, path)
            case List():
                for item in node.items:
                    self.read_only(item, path)
            case Group():
                for entry in node:
                    if entry.key.text not in _NO_FORMULAS:
                        self.read_only(entry.value, f"{path}.{entry.key.text}")

    def typed(
        self,
        node: Node,
        want: Type | None,
        path: str,
        where: Scope = SETTING_SCOPE,
        *,
        may_be_several: bool = False,
    ) -> Typed:
        """The typed value; an `error` expression after a finding, and for a range where none may stand."""
        parsed = tree(node, self.findings, path)
        if parsed is None:
            return Typed("error", types.UNKNOWN, place=node.place)
        typed = self.checker.infer(parsed, where) if want is None else self.checker.check(parsed, want, where)
        if not may_be_several and not single(self.checker, typed):
            return Typed("error", types.UNKNOWN, place=node.place)
        return typed

    def optional(
        self, group: Group, key: str, want: Type | None, path: str, where: Scope = SETTING_SCOPE
    ) -> Typed | None:
        """The typed value of a key, or None where the file does not say it."""
        node = group.get(key)
        return None if node is None else self.typed(node, want, f"{path}.{key}", where)

    def condition(self, group: Group, key: str, path: str, where: Scope = SETTING_SCOPE) -> Typed | None:
        """One condition, or a group of named ones that all must hold, as one."""
        node = group.get(key)
        if not isinstance(node, Group) or node.get("then") is not None:
            return self.optional(group, key, types.YESNO, path, where)
        parts = [
            self.typed(entry.value, types.YESNO, f"{path}.{key}.{entry.key.text}", where) for entry in node
        ]
        if not parts or node.incomplete:
            return Typed("error", types.UNKNOWN, place=node.place)
        whole = parts[0]
        for part in parts[1:]:
            whole = Typed("and", types.YESNO, (whole, part), place=part.place)
        return whole

    def needed(
        self, group: Group, key: str, want: Type | None, path: str, where: Scope = SETTING_SCOPE
    ) -> Typed:
        """The typed value of a key that must be there; a part with a finding where the structure has one."""
        typed = self.optional(group, key, want, path, where)
        return Typed("error", types.UNKNOWN, place=group.place) if typed is None else typed

    def conditions(self, group: Group, path: str, where: Scope = SETTING_SCOPE) -> tuple[Typed, ...]:
        """`if`: one condition, or a group of named ones that all must hold."""
        node = group.get("if")
        if node is None:
            return ()
        if isinstance(node, Group) and node.get("then") is None:
            return all_of(
                node,
                [
                    self.typed(entry.value, types.YESNO, f"{path}.if.{entry.key.text}", where)
                    for entry in node
                ],
            )
        return (self.typed(node, types.YESNO, f"{path}.if", where),)


def is_shaky(node: Node | None) -> bool:
    """Whether a part of the file is not known as a whole: there is a finding of it, or something may be missing."""
    match node:
        case Text():
            return node.doubtful
        case Group():
            return node.incomplete or any(_is_shaky_below(entry.value) for entry in node)
        case List():
            return _is_shaky_below(node)
        case _:
            return False


def _is_shaky_below(node: Node) -> bool:
    match node:
        case Text():
            return node.doubtful
        case List():
            return node.incomplete or any(is_hole(item) for item in node.items)
        case Group():
            return node.incomplete


def as_known(value: T, node: Node | None) -> T:
    """What was built from a part of the file, as far as that part is known."""
    if not isinstance(node, Group) or node.incomplete:
        return partly(value) if is_shaky(node) else value
    for entry in node:
        if _is_shaky_below(entry.value):
            key = entry.key.text
            value = without(value, _FIELDS.get(key, (key.replace(" ", "_"),)))
    return value


def all_of(node: Node | None, items: Iterable[T], *, inside: Group | None = None) -> tuple[T, ...]:
    """The items that were built from the members of a list or group; more of them may be there, if it is shaky, or
    if it is not there and could be `inside` what is incomplete."""
    return Partial(items) if may_lack(node, inside) else tuple(items)


def may_lack(node: Node | None, inside: Group | None = None) -> bool:
    """Whether members of a list or group may be missing, or the whole of it, where what it is in is incomplete."""
    if node is None:
        return inside is not None and inside.incomplete
    return is_hole(node) or (isinstance(node, (List, Group)) and node.incomplete)


def body_of(node: Node | None, place: Place) -> Group:
    """A group; one of which nothing is known, where something else stands there."""
    return node if isinstance(node, Group) else Group((), place, incomplete=True)


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
