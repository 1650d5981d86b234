"""The trump choice lowered: when it can change, and `settle`, which works it out anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel.formulas.lowering import contract_number
from hasenpfeffer.kernel.program import Scope, refuse
from hasenpfeffer.kernel.values import Bits, known_bits
from hasenpfeffer.lang.vocabulary import TOLD_BY_CARDS
from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep
from hasenpfeffer.ruleset.unfolding import parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.kernel.formulas.lowering import Formulas
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed

_LIVELY = TOLD_BY_CARDS | {"declarers", "defenders", "partner", "tricks", "points", "final trick", "leading"}
"""Words whose meaning changes with every card."""
_STEADY = frozenset({"last card dealt", "dealt"})
"""Words told by cards that do not change once cards are played."""


class TrumpLowering:
    """Writes `settle(s, k)`: the number of the contract is kept in the state, and worked out when it may change."""

    def __init__(self, formulas: Formulas) -> None:
        self._formulas = formulas
        self._program = formulas.program
        self._ruleset = self._program.ruleset

    @property
    def is_lively(self) -> bool:
        """Whether the trump choice can change while cards are played."""
        return any(
            part.op == "lookup" and part.value in _LIVELY - _STEADY
            for formula in self._sources()
            for part in parts(formula, self._ruleset)
        )

    def _sources(self) -> Iterator[Typed]:
        """The formulas on which the trump choice depends."""
        term = self._ruleset.terms.get("trump")
        waiting = [] if term is None else [term.body]
        if "trump" in self._ruleset.settings:
            waiting += self._formulas.settings.formulas("trump")
        done: set[str] = {"trump"}
        while waiting:
            formula = waiting.pop()
            yield formula
            for part in parts(formula, self._ruleset):
                name = str(part.value)
                if part.op in ("setting", "term") and name in self._ruleset.settings and name not in done:
                    done.add(name)
                    waiting += self._formulas.settings.formulas(name)

    def note_formulas(self) -> None:
        """Takes in every formula that a setting can stand for, before anything is lowered."""
        for step in self._ruleset.steps:
            if isinstance(step, AuctionStep):
                self._formulas.settings.note(call.fields for call in step.calls)
            if isinstance(step, ChooseStep):
                self._formulas.settings.note(option.fields for option in step.options)

    def lower(self) -> None:
        settle = self._program.function("settle", about="Works out the trump choice, and keeps its contract.")
        found = self._trump(settle)
        assert isinstance(found, Bits)
        settle.store("CONTRACT", contract_number(found, settle))
        settle.line("return 0")

    def _trump(self, function: Function) -> Value:
        scope = Scope(contract=0)
        term = self._ruleset.terms.get("trump")
        for formula in self._sources():
            for part in formula.walk():
                if part.op == "bound" and part.value != "me":
                    raise refuse("a trump choice that depends on who asks", part.place)

        def otherwise() -> Value:
            if term is None:
                return known_bits(0, 1)
            return self._formulas.value(term.body, function, scope)

        if "trump" not in self._ruleset.settings:
            return otherwise()
        return self._formulas.settings.read("trump", function, scope, otherwise)
