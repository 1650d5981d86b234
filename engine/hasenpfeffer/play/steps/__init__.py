"""The kinds of steps, one a module: each knows how to begin, who acts, what is legal, and what an action does."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from hasenpfeffer.play.player import StepPlayer
from hasenpfeffer.play.steps.alone import GoAlonePlayer
from hasenpfeffer.play.steps.auction import AuctionPlayer
from hasenpfeffer.play.steps.choose import ChoosePlayer
from hasenpfeffer.play.steps.deal import DealPlayer
from hasenpfeffer.play.steps.discard import DiscardPlayer
from hasenpfeffer.play.steps.duels import DuelsPlayer
from hasenpfeffer.play.steps.exchange import ExchangePlayer
from hasenpfeffer.play.steps.give import GivePlayer
from hasenpfeffer.play.steps.meld import MeldPlayer
from hasenpfeffer.play.steps.move import MovePlayer
from hasenpfeffer.play.steps.predict import PredictPlayer
from hasenpfeffer.play.steps.take import TakePlayer
from hasenpfeffer.play.steps.tricks import TricksPlayer
from hasenpfeffer.play.steps.turn_up import TurnUpPlayer
from hasenpfeffer.ruleset import steps

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.ruleset.steps import Step


def player_for(rules: CompiledRules, step: Step) -> StepPlayer:
    """The player of a step."""
    match step:
        case steps.DealStep():
            return DealPlayer(rules, step)
        case steps.AuctionStep():
            return DuelsPlayer(rules, step) if step.ends.how == "duels" else AuctionPlayer(rules, step)
        case steps.ChooseStep():
            return ChoosePlayer(rules, step)
        case steps.PredictStep():
            return PredictPlayer(rules, step)
        case steps.GoAloneStep():
            return GoAlonePlayer(rules, step)
        case steps.TakeStep():
            return TakePlayer(rules, step)
        case steps.DiscardStep():
            return DiscardPlayer(rules, step)
        case steps.GiveStep():
            return GivePlayer(rules, step)
        case steps.ExchangeStep():
            return ExchangePlayer(rules, step)
        case steps.MoveStep():
            return MovePlayer(rules, step)
        case steps.TurnUpStep():
            return TurnUpPlayer(rules, step)
        case steps.MeldStep():
            return MeldPlayer(rules, step)
        case steps.TricksStep():
            return TricksPlayer(rules, step)
        case _:
            assert_never(step)
