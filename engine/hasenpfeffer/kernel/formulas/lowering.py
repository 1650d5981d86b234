"""One formula after the other: finds who lowers an operation, and remembers what was worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.formulas import cards, choices, counts, loops, names, numbers, seats, sets
from hasenpfeffer.kernel.program import Scope, refuse
from hasenpfeffer.kernel.settings import Settings
from hasenpfeffer.kernel.values import Bits, Number, Truth, known_bits, truth_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.program import Program
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed

    Lower = Callable[["Formulas", Typed, Function, Scope], Value]

_OPERATIONS: dict[str, Lower] = {
    **numbers.OPERATIONS,
    **sets.OPERATIONS,
    **choices.OPERATIONS,
    **loops.OPERATIONS,
    **names.OPERATIONS,
}
_WORDS: dict[str, Lower] = {**seats.WORDS, **cards.WORDS, **counts.WORDS}
_CHEAP = frozenset(
    {"constant", "bound", "setting", "pile", "moved", "counter", "rank", "not", "negate", "family"}
)
"""What is not worth remembering."""


class Formulas:
    """Lowers formulas into functions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.settings = Settings(program)
        self.settings.use(self.value)
        self._lasting: list[Typed] = []

    def value(self, node: Typed, function: Function, scope: Scope) -> Value:
        """What a formula gives, as text that stands at this point of a function."""
        if node.op in _CHEAP:
            return self._lowered(node, function, scope)
        key = (id(node), scope.key)
        return function.remembered(key, lambda: self._lowered(node, function, scope))

    def _lowered(self, node: Typed, function: Function, scope: Scope) -> Value:
        if node.op == "lookup":
            lower = _WORDS.get(_word(node))
        else:
            lower = _OPERATIONS.get(node.op)
        if lower is None:
            raise refuse(f"`{node.value if node.op == 'lookup' else node.op}` is not lowered yet", node.place)
        return lower(self, node, function, scope)

    def lasting(self, node: Typed) -> Typed:
        """A formula that was made here, so that it is known again by where it lies."""
        self._lasting.append(node)
        return node

    # --- of a known kind

    def number(self, node: Typed, function: Function, scope: Scope) -> Number:
        value = self.value(node, function, scope)
        if isinstance(value, Truth):
            return Number(codes.if_else(value.code, 1, 0))
        assert isinstance(value, Number), node
        return value

    def whole(self, node: Typed, function: Function, scope: Scope) -> Code:
        """A number that is whole, as its code; fractions are rounded down."""
        value = self.number(node, function, scope)
        return codes.floor_divide(value.code, value.denominator)

    def bits(self, node: Typed, function: Function, scope: Scope) -> Bits:
        value = self.value(node, function, scope)
        if isinstance(value, Number) and value.code == 0:
            return known_bits(0, 1)
        assert isinstance(value, Bits), node
        return value

    def truth(self, node: Typed, function: Function, scope: Scope) -> Code:
        return truth_of(self.value(node, function, scope))

    def all_hold(self, nodes: Sequence[Typed], function: Function, scope: Scope) -> Code:
        """Whether all of these conditions hold; one is asked only where those before it do."""
        if not nodes:
            return 1
        first, *rest = nodes
        found = function.decided(
            self.truth(first, function, scope),
            lambda: Truth(self.all_hold(rest, function, scope)),
            lambda: Truth(0),
        )
        return found.code

    # --- what many words ask

    def contract(self, function: Function, scope: Scope) -> Code:
        """The number of the contract in force."""
        if scope.contract is not None:
            return scope.contract
        if scope.call is None:
            found = function.remembered("contract", lambda: Number("s[CONTRACT]"))
        else:
            found = function.remembered(("contract", scope.call), lambda: self._of_call(function, scope))
        return found.code

    def _of_call(self, function: Function, scope: Scope) -> Number:
        trump = names.trump(self, function, scope)
        return Number(contract_number(trump, function))

    def team(self, seats: Bits, function: Function) -> Bits:
        """Everybody of the teams of these seats."""
        if seats.index is not None:
            return Bits((self.program.team_of(seats.index),))
        mask = function.named(seats.only)
        found: Code = 0
        for team in self.program.rules.seating.teams:
            found = codes.either(found, codes.if_else(codes.both(mask, team), team, 0))
        return Bits((found,))


def contract_number(trump: Bits, function: Function) -> Code:
    """The contract of a trump choice: 0 where there is none."""
    if trump.row is not None:
        return trump.row
    if trump.index is not None:
        return codes.add(trump.index, 1)
    mask = function.named(trump.only)
    return function.named(codes.if_else(codes.compare("!=", mask, 0), codes.add(codes.lowest(mask), 1), 0))


def _word(node: Typed) -> str:
    """The key of a word: with the kind of what it is asked of, where that makes a difference."""
    if not node.args:
        return str(node.value)
    return f"{node.value} of {node.args[0].type.kind.name}"
