"""Where a formula is typed: the bound names of its place, the namespace, and what has been typed already."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from hasenpfeffer.lang import types

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.lang import ast
    from hasenpfeffer.lang.names import Names
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.lang.types import Type
    from hasenpfeffer.reading.diagnostic import Findings


@dataclass(frozen=True, slots=True)
class Scope:
    """What a place goes through: the bound names with their types, and which of them receives points."""

    bound: Mapping[str, Type] = field(default_factory=dict)
    receiver: str | None = None

    def binding(self, name: str, kind: Type) -> Scope:
        return Scope({**self.bound, name: kind}, self.receiver)


def scope(*seats: str, receiver: str | None = None) -> Scope:
    """A scope in which these names stand for seats (`card` for a card)."""
    return Scope({name: types.CARDS if name == "card" else types.SEATS for name in seats}, receiver)


SETTING_SCOPE = scope("me", "seat", "team", "card")
"""What terms and fields may read besides their argument: the caller, or what their reader goes through."""


def argument_type(name: str) -> Type:
    """What a term's argument is: seats for `seat`, `team` and `side`, a suit for `suit`, otherwise cards."""
    if name in ("seat", "team", "side", "me"):
        return types.SEATS
    return types.SUITS if name == "suit" else types.CARDS


@dataclass(slots=True)
class Found:
    """What has been typed: each name of the file is typed once, when it is first read."""

    types: dict[str, Type] = field(default_factory=dict)
    bodies: dict[str, Typed] = field(default_factory=dict)
    card_names: dict[str, Typed] = field(default_factory=dict)
    busy: list[str] = field(default_factory=list)
    supplied: dict[str, Type] = field(default_factory=dict)
    """What names can be whose suppliers are being read, should one of these read the name itself."""
    """Names being typed: one that turns up again needs itself."""
    quiet: bool = False
    """Findings are not heard, so a name with one is typed again when it is read aloud."""
    ahead: dict[tuple[object, ...], tuple[ast.Expr, Type]] = field(default_factory=dict)
    """Types of parts that were looked at ahead. Else parts inside each other would be typed ever more often."""

    def quietly(self) -> Found:
        """The same types, and bodies of its own."""
        if self.quiet:
            return self
        return Found(self.types, busy=self.busy, supplied=self.supplied, quiet=True, ahead=self.ahead)


class Context(Protocol):
    """What the modules of this folder ask of the checker; parts of a formula go back to it."""

    names: Names
    findings: Findings
    found: Found

    def check(self, tree: ast.Expr, want: Type, where: Scope) -> Typed:
        """The typed expression, of the wanted kind."""
        ...

    def infer(self, tree: ast.Expr, where: Scope, want: Type | None = None) -> Typed:
        """The typed expression; `want` helps to read words such as ranks, suits and choices."""
        ...

    def quietly(self) -> Context:
        """The same, with findings that nobody hears."""
        ...
