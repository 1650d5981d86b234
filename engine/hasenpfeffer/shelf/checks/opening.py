"""What a condition is when the first trick begins: no card is played yet, and nobody has won any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.ruleset.outcomes.contracts import Contract, anything
from hasenpfeffer.ruleset.outcomes.judge import Judge, SpentError, Untellable
from hasenpfeffer.ruleset.outcomes.names import lookup
from hasenpfeffer.ruleset.outcomes.spans import ZERO, exactly
from hasenpfeffer.ruleset.outcomes.supposing import Supposed
from hasenpfeffer.ruleset.steps import MoveCards

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.model import Ruleset

_WORK: Final = 5_000
_NO_CARD: Final = frozenset(["trick", "last trick", "card led", "played", "first card played"])
_NOBODY: Final = frozenset(["player", "taker", "winner"])


def holds_at_first(condition: Typed, ruleset: Ruleset) -> bool | None:
    """Whether a condition holds before the first card is played; None where that is not certain."""
    try:
        return _Opening(ruleset).holds(condition)
    except (Untellable, SpentError):
        return None


class _Opening(Judge):
    """Judges a deal of which nothing has been played."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset, _WORK)
        self.methods["lookup"] = _at_first
        self.takes_cards = any(
            isinstance(step, MoveCards) and step.onto is not None for step in ruleset.steps
        )

    def holds(self, condition: Typed) -> bool | None:
        self.suppose(Supposed(Contract(None, None, -1, {}, anything(self.ruleset)), None, None, None, None))
        found: bool | None = self.value(condition)
        return found


def _at_first(judge: Judge, node: Typed) -> Any:
    assert isinstance(judge, _Opening)
    name = str(node.value)
    if not node.args:
        if name in _NO_CARD:
            return 0
        return exactly(1) if name == "trick number" else None if name == "call" else lookup(judge, node)
    if name == "tricks":
        return ZERO
    if name == "points" and node.args[0].type.kind in (Kind.SEATS, Kind.TEAMS):
        return None if judge.takes_cards else ZERO
    if name in _NOBODY:
        return 0
    if name == "taken":
        return None if judge.takes_cards else 0
    return () if name == "won" else lookup(judge, node)
