"""What was told of one deal."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Telling:
    """What was told of one deal. `values` are by need and by whom (a seat, a team or a side; "" for nobody)."""

    is_thrown_in: bool = False
    is_passed: bool = False
    declarer: int = -1
    call: int = -1
    others: list[int] = field(default_factory=list)
    """Calls over the standing one."""
    is_alone: bool = False
    lone: list[int] = field(default_factory=list)
    """Seats that went alone, where they were named."""
    is_forced: bool = False
    values: dict[str, dict[str, str]] = field(default_factory=dict)
