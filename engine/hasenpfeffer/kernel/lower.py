"""From compiled rules to a program: the journey on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from hasenpfeffer.kernel.emitted import Emitted
from hasenpfeffer.kernel.ending import EndingLowering
from hasenpfeffer.kernel.formulas.lowering import Formulas
from hasenpfeffer.kernel.machine import MachineLowering
from hasenpfeffer.kernel.printing import printed
from hasenpfeffer.kernel.program import Program
from hasenpfeffer.kernel.rows import Columns
from hasenpfeffer.kernel.scoring import ScoringLowering
from hasenpfeffer.kernel.state import put_deal, put_game, put_words
from hasenpfeffer.kernel.steps.asking import GoAloneLowering, PredictLowering
from hasenpfeffer.kernel.steps.auction import AuctionLowering
from hasenpfeffer.kernel.steps.choosing import ChooseLowering
from hasenpfeffer.kernel.steps.deal import DealLowering
from hasenpfeffer.kernel.steps.duels import DuelsLowering
from hasenpfeffer.kernel.steps.giving import DiscardLowering, ExchangeLowering, GiveLowering
from hasenpfeffer.kernel.steps.melding import MeldLowering
from hasenpfeffer.kernel.steps.moving import MoveLowering, TakeLowering, TurnUpLowering
from hasenpfeffer.kernel.steps.tricks import TricksLowering
from hasenpfeffer.kernel.trump import TrumpLowering
from hasenpfeffer.ruleset import steps

if TYPE_CHECKING:
    from hasenpfeffer.kernel.steps.base import StepLowering
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.ruleset.steps import Step


__all__ = ["Emitted", "lower"]


def lower(rules: CompiledRules) -> Emitted:
    """The program of a ruleset. Raises KernelRefusal, with the place, for a rule that it cannot play."""
    program = Program(rules)
    put_game(program)
    formulas = Formulas(program)
    put_deal(program)
    columns = Columns.of(rules.ruleset, program.denominators.unit)
    trump = TrumpLowering(formulas)
    trump.note_formulas()
    trump.lower()
    lowered = [
        _lowering(formulas, step, number, is_lively=trump.is_lively)
        for number, step in enumerate(rules.ruleset.steps)
    ]
    for one in lowered:
        one.lower()
    ScoringLowering(formulas).lower()
    EndingLowering(formulas).lower()
    put_words(program, max((one.words_of_actions for one in lowered if one.asks), default=1))
    MachineLowering(formulas, lowered, columns).lower()
    text = printed(program, columns)
    return Emitted(
        text, tuple(program.tables.numbers), program.layout.size, columns, dict(iter(program.layout))
    )


def _lowering(formulas: Formulas, step: Step, number: int, *, is_lively: bool) -> StepLowering:
    match step:
        case steps.DealStep():
            return DealLowering(formulas, step, number)
        case steps.AuctionStep():
            kind = DuelsLowering if step.ends.how == "duels" else AuctionLowering
            return kind(formulas, step, number)
        case steps.ChooseStep():
            return ChooseLowering(formulas, step, number)
        case steps.PredictStep():
            return PredictLowering(formulas, step, number)
        case steps.GoAloneStep():
            return GoAloneLowering(formulas, step, number)
        case steps.TakeStep():
            return TakeLowering(formulas, step, number)
        case steps.DiscardStep():
            return DiscardLowering(formulas, step, number)
        case steps.GiveStep():
            return GiveLowering(formulas, step, number)
        case steps.ExchangeStep():
            return ExchangeLowering(formulas, step, number)
        case steps.MoveStep():
            return MoveLowering(formulas, step, number)
        case steps.TurnUpStep():
            return TurnUpLowering(formulas, step, number)
        case steps.MeldStep():
            return MeldLowering(formulas, step, number)
        case steps.TricksStep():
            return TricksLowering(formulas, step, number, is_lively=is_lively)
        case _:
            assert_never(step)
