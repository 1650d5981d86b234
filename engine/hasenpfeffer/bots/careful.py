"""`careful`: bids what its hand is worth, names its best trump, and plays by rules of thumb. Cheap, and explainable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.bots.judgement import Judge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.bots.advice import Advice
    from hasenpfeffer.chance import Stream
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.history import SeenTurn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.view import View


class Careful:
    """Plain judgement from the view alone; the same position is always answered the same way."""

    def __init__(self, rules: CompiledRules) -> None:
        self._judge = Judge(rules)

    def advise(self, seen: View, history: Sequence[SeenTurn], draws: Stream) -> Advice:
        return self._judge.advise(seen)

    def choose(self, seen: View, history: Sequence[SeenTurn], draws: Stream) -> Action:
        return self._judge.advise(seen).action
