"""Whether a deal can have gone as it is told: calls, numbers and answers within what the rules have."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hasenpfeffer.errors import CaseError
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.steps.auction import AuctionPlayer
from hasenpfeffer.ruleset.steps import AuctionStep
from hasenpfeffer.ruleset.tricks import may_stop_before, most_tricks
from hasenpfeffer.study.sheets.answers import all_pass_scores_nothing
from hasenpfeffer.study.sheets.needs import TRICKS, number_text
from hasenpfeffer.study.sheets.phrases import SIDES

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.study.sheets.needs import Need, Needs
    from hasenpfeffer.study.sheets.telling import Telling


class Sense:
    """Checks what is told of a deal, as far as it is told. Raises CaseError."""

    def __init__(self, rules: CompiledRules, needs: Needs) -> None:
        self.rules = rules
        self.needs = needs
        self._auctions = [step for step in rules.ruleset.steps if isinstance(step, AuctionStep)]
        self._whole = most_tricks(rules.ruleset)

    def check(self, told: Telling) -> None:
        if told.is_thrown_in or (told.is_passed and all_pass_scores_nothing(self.rules)):
            self._check_nothing(told)
            return
        self._check_call(told)
        self._check_tricks(told)
        for need in self.needs.all:
            if need.kind is Kind.NUMBER:
                for value in told.values.get(need.name, {}).values():
                    self._check_number(need, value)

    def _check_nothing(self, told: Telling) -> None:
        """CaseError for a result of a deal of which nothing counts."""
        word = "thrown in" if told.is_thrown_in else "pass"
        for name in told.values:
            raise CaseError(f"`{name}` and `{word}` do not go together: nothing is scored after `{word}`")

    def _check_call(self, told: Telling) -> None:
        """CaseError for a call that the auction does not let stand, and for one that nobody can be forced to."""
        if told.is_forced and all(step.all_pass.how != "forced" for step in self._auctions):
            raise CaseError("nobody is forced to call by these rules: leave out `forced`")
        if told.call < 0:
            return
        call = self.rules.calls[told.call]
        for player in self.rules.steps:
            if isinstance(player, AuctionPlayer) and call in player.step.calls:
                step, calls = player.step, player.calls
                is_allowed = calls.allowed is not None or step.calls.index(call) in calls.always_allowed
                if not is_allowed and step.allowed is not None:
                    place = step.allowed.place or step.place
                    raise CaseError(f"a call of {call.text} is not allowed by these rules ({place.line})")

    def _check_tricks(self, told: Telling) -> None:
        """CaseError where there are more tricks than the deal has, or everybody's are told and some are missing."""
        values, whole = told.values.get(TRICKS, {}), self._whole
        if whole is None or not values or not all(value.isdigit() for value in values.values()):
            return
        total = sum(map(int, values.values()))
        are = "this is 1 trick" if total == 1 else f"these are {total} tricks"
        if total > whole:
            raise CaseError(f"{are}, and a deal has {whole}")
        seating = self.rules.seating
        everybody = ({*seating.names}, {*seating.team_names}, {*SIDES})
        if (
            total < whole
            and not may_stop_before(self.rules.ruleset)
            and any(values.keys() >= names for names in everybody)
        ):
            raise CaseError(f"{are}, and a deal has {whole}: who has the others?")

    def _check_number(self, need: Need, value: str) -> None:
        """CaseError for a number that cannot be: below nothing, too large, or of parts where there are none."""
        amount = Fraction(value)
        is_whole = (amount * need.type.denominator).denominator == 1
        if not (is_whole and need.type.low <= amount <= need.type.high):
            raise CaseError(f"{need.name} cannot be {value}: it is {number_text(need)}")
