"""Names and types: expression trees → typed expressions, with a finding for whatever does not fit.

Codes: S230 unknown name · S233 a term that needs itself · S234 another kind is expected · S235 asked of the
wrong thing · S236 words that do not join · S239 asked of nobody · S241 division · S242 a range.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang import ast
from hasenpfeffer.lang.checking import asking, comparing, joining, members, naming, spans, tables, terms
from hasenpfeffer.lang.checking.context import SETTING_SCOPE, Found, Scope, argument_type, scope
from hasenpfeffer.lang.checking.fitting import error, fit
from hasenpfeffer.reading.diagnostic import Findings

if TYPE_CHECKING:
    from hasenpfeffer.lang.names import Names
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.lang.types import Type
    from hasenpfeffer.reading.place import Place

__all__ = ["SETTING_SCOPE", "Checker", "Scope", "argument_type", "scope"]


class Checker:
    """Types formulas against one namespace. Each finding is made once; parts with a finding are `error`."""

    def __init__(self, names: Names, findings: Findings, found: Found | None = None) -> None:
        self.names = names
        self.findings = findings
        self.found = found or Found()

    def check(self, tree: ast.Expr, want: Type, where: Scope) -> Typed:
        """The typed expression, of the wanted kind."""
        return fit(self, self.infer(tree, where, want), want, tree)

    def infer(self, tree: ast.Expr, where: Scope, want: Type | None = None) -> Typed:
        """The typed expression; `want` helps to read words such as ranks, suits and choices.

        It may be a range of numbers, in which no part of it is one.
        """
        typed = self._read(tree, where, want)
        return typed if spans.single(self, *typed.args) else error(typed.place)

    def _read(self, tree: ast.Expr, where: Scope, want: Type | None) -> Typed:
        match tree:
            case ast.Number():
                return naming.written_number(self, tree, want)
            case ast.Unreadable(place):
                return error(place)
            case ast.Name():
                return naming.name(self, tree, where, want)
            case ast.Of():
                return asking.of(self, tree, where)
            case ast.Range():
                return spans.span(self, tree, where, want)
            case ast.Aggregate():
                return members.aggregate(self, tree, where)
            case ast.Where():
                return members.those_where(self, tree, where)
            case ast.Negative():
                return joining.negative(self, tree, where)
            case ast.Not():
                return joining.negation(self, tree, where)
            case ast.Binary():
                return joining.binary(self, tree, where, want)
            case ast.Compare():
                return comparing.compare(self, tree, where, want)
            case ast.Is():
                return comparing.is_it(self, tree, where)
            case ast.Has():
                return comparing.has(self, tree, where)
            case ast.IfElse():
                return tables.if_else(self, tree, where, want)
            case ast.Alternatives():
                return tables.alternatives(self, tree, where, want)
            case ast.Table():
                return tables.table(self, tree, where, want)
            case ast.Tally():
                return tables.tally(self, tree, where)

    def type_of(self, text: str, place: Place | None = None) -> Type:
        """The type of a term or setting: of its body and of everything that may be set in its stead."""
        return terms.type_of(self, text, place)

    def body(self, text: str) -> Typed | None:
        """The typed body of a term."""
        return terms.term_body(self, text)

    def quietly(self) -> Checker:
        """A checker of the same namespace, with findings that nobody hears; the types it finds stay known."""
        return Checker(self.names, Findings(), self.found.quietly())
