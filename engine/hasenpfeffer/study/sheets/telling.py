"""What was told of one deal."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


DECLARER: Final = -1
"""Among those who went alone: whoever called, which is still to be said."""


@dataclass(frozen=True, slots=True)
class Telling:
    """What was told of one deal. `values` are by need and by whom (a seat, a team or a side; "" for nobody)."""

    is_thrown_in: bool = False
    is_passed: bool = False
    declarer: int = -1
    call: int = -1
    others: tuple[int, ...] = ()
    """Calls over the standing one."""
    lone: tuple[int, ...] = ()
    """Seats that went alone."""
    is_forced: bool = False
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def with_values(self, answers: Mapping[str, str]) -> Telling:
        """The same with answers that nobody in particular gave, where they were not told."""
        added = {name: {"": value} for name, value in answers.items() if "" not in self.values.get(name, {})}
        return replace(
            self,
            values={
                **self.values,
                **{name: {**self.values.get(name, {}), **new} for name, new in added.items()},
            },
        )
