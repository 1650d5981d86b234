"""What is worth announcing before a card is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.bots.advice import Advice
from hasenpfeffer.play.actions import Announce
from hasenpfeffer.ruleset.steps import TricksStep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.bots.hands import Hands
    from hasenpfeffer.bots.position import Position
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.environment import Environment
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.ruleset.steps import Announcement

STRONG: Final = 0.5
"""A hand that wins so much of the tricks by itself can promise something."""


class Announcements:
    """Knows the announcements of one ruleset."""

    def __init__(self, rules: CompiledRules, hands: Hands) -> None:
        self._rules = rules
        self._hands = hands
        steps = (step for step in rules.ruleset.steps if isinstance(step, TricksStep))
        self._known = {said.name: said for step in steps for said in step.during}

    def advise(
        self, position: Position, legal: Sequence[Action], env: Environment, card: int
    ) -> Advice | None:
        """The first announcement that is worth making before this card is played, if there is one.

        What comes with a card costs nothing; a promise is made once by a side, and with a strong hand.
        """
        for action in legal:
            if not isinstance(action, Announce):
                continue
            said = self._known[action.name]
            if said.playing is not None:
                if self._rules.formula(said.playing)(env) >> card & 1:
                    return Advice(action, "you play the card that it comes with")
            elif self._is_strong(position, said):
                return Advice(action, "your hand is strong enough to promise something")
        return None

    def _is_strong(self, position: Position, said: Announcement) -> bool:
        if said.melding is not None:
            return True
        worth = self._hands.tricks(position.trump, position.hand)
        return not position.has_announced and worth >= STRONG * position.hand.bit_count()
