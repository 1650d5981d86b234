"""From ruleset to compiled rules: each step is given the player that knows how it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.steps import player_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.play.environment import Pin
    from hasenpfeffer.ruleset.model import Ruleset


def compile_rules(ruleset: Ruleset, pins: Mapping[str, Pin] | None = None) -> CompiledRules:
    """A ruleset made ready to play. `pins` are values, by name, stated instead of being worked out."""
    return CompiledRules(ruleset, pins or {}, player_for)
