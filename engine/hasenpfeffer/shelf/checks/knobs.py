"""Names that stand for what a table may agree on: parameters, and terms that are a fixed value for patches to change.

A line that such a name has switched off is not without effect: another table switches it on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.reading.tree import find
from hasenpfeffer.ruleset.unknown import UNKNOWN, known_of
from hasenpfeffer.shelf.checks.names import names_in

if TYPE_CHECKING:
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.merge import Merged


class Knobs:
    """Tells whether a formula of the file reads a knob, itself or through its terms.

    `certain` are terms with a finding, as it is certain whether they hold: what reads them only follows.
    """

    def __init__(self, ruleset: Ruleset, merged: Merged, certain: frozenset[str] = frozenset()) -> None:
        self._tree = merged.tree
        self._terms = ruleset.terms
        self._knobs = {parameter.name for parameter in ruleset.parameters} | certain
        self._knobs |= {
            name
            for name, term in known_of(ruleset.terms)
            if term.body is not UNKNOWN and term.body.is_constant
        }

    def turns(self, *path: str) -> bool:
        """Whether what stands at this path depends on a knob."""
        seen: set[str] = set()
        ahead = [path]
        while ahead:
            here = ahead.pop()
            node = find(self._tree, here)
            for name in names_in(node, here) if node is not None else ():
                if name in self._knobs:
                    return True
                term = self._terms.get(name)
                if term is not None and name not in seen:
                    seen.add(name)
                    ahead.append(("terms", name if term.argument is None else f"{name} of {term.argument}"))
        return False
