"""How much work a formula can be: an upper bound, in steps of evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang.typed import LOOPS
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.lang.vocabulary import Sizes

LIMIT = 200_000
"""A formula above this is refused: it would hold up every deal."""

_LONG = {"tops": Kind.CARDS, "winning": Kind.CARDS, "points": Kind.CARDS, "hand": Kind.SEATS}
"""Words that go through a set themselves."""


class Costs:
    """Bounds for formulas of one ruleset. `bodies` are all formulas that a name may stand for."""

    def __init__(self, sizes: Sizes, bodies: Mapping[str, Sequence[Typed]]) -> None:
        self.sizes = sizes
        self.bodies = bodies
        self._known: dict[str, int] = {}

    def of(self, formula: Typed) -> int:
        """At most so many steps: terms count as what they stand for, loops once for each member."""
        if formula.op in ("term", "setting"):
            return self._name(str(formula.value)) + sum(map(self.of, formula.args))
        if formula.op in LOOPS and len(formula.args) > 1:
            what, source, condition = formula.args
            return 1 + self.of(source) + self._members(source) * (self.of(what) + self.of(condition) + 1)
        own = self.sizes.cards if formula.op == "lookup" and str(formula.value) in _LONG else 1
        return own + sum(map(self.of, formula.args))

    def _name(self, name: str) -> int:
        if name not in self._known:
            self._known[name] = 1  # a field may name the term that it stands for
            self._known[name] = 1 + max(map(self.of, self.bodies.get(name, ())), default=0)
        return self._known[name]

    def _members(self, source: Typed) -> int:
        match source.type.kind:
            case Kind.SEATS | Kind.TEAMS:
                return self.sizes.seats
            case Kind.TRICKS:
                return self.sizes.hand
            case _:
                return self.sizes.cards
