"""A ruleset while it is lowered: its state, its tables, its functions, and what they share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hasenpfeffer.errors import KernelRefusal
from hasenpfeffer.kernel import scan
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.contracts import Contracts
from hasenpfeffer.kernel.denominators import Denominators
from hasenpfeffer.kernel.layout import Layout, Tables
from hasenpfeffer.kernel.writer import Function
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.meld_ranks import MeldRanks
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.reading.place import Place

MOST_WORDS = 4
"""Words of a set: more cards or calls than these hold are not lowered."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a formula is worked out in: whose turn it is, what bound words stand for, and at which moment.

    `me` is a seat's number; `closing`, `now` and `call` mean what they do in `play.environment`; `contract` is a
    contract that is taken as given.
    """

    me: Code | None = None
    bound: Mapping[str, Value] = field(default_factory=dict)
    closing: bool = False
    now: bool = False
    call: Code | None = None
    contract: Code | None = None

    @property
    def key(self) -> Hashable:
        bound = tuple(sorted((name, repr(value)) for name, value in self.bound.items()))
        return self.me, bound, self.closing, self.now, self.call, self.contract


class Program:
    """Everything that lowering one ruleset puts together."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self.ruleset = rules.ruleset
        self.seats = rules.seating.count
        self.accounts = len(rules.seating.teams)
        self.cards = rules.pack.size
        self.width = -(-self.cards // WORD)
        """Words of a set of cards."""
        self.call_width = max(-(-len(rules.calls) // WORD), 1)
        self.words = scan.words_of(self.ruleset)
        """The words of the vocabulary that the rules use."""
        self.layout = Layout()
        self.tables = Tables()
        self.denominators = Denominators(self.ruleset)
        self.contracts = Contracts(rules, self.tables, self.denominators, self.width)
        self.meld_ranks: MeldRanks | None = None
        """Once melds are lowered."""
        self.functions: dict[str, Function] = {}
        self._check_sizes()

    def function(self, name: str, *parameters: str, about: str) -> Function:
        """A new function of the program; it is given the state and the tables, and then the parameters."""
        made = Function(name, ("s", "k", *parameters), about)
        self.functions[name] = made
        return made

    def team_of(self, seat: Code) -> Code:
        """Everybody of the team of a seat, as a set."""
        seating = self.rules.seating
        teams = [seating.teams[team] for team in seating.team_of]
        return self.tables.look_up("TEAM_OF_SEAT", teams, seat)

    def one_on(self, seat: Code) -> str:
        """The seat whose turn follows, as a program works it out. `StepLowering.next_to` is quicker where it can be."""
        seating = self.rules.seating
        return f"({seat} + {1 if seating.clockwise else seating.count - 1}) % {seating.count}"

    def width_of(self, kind: Kind) -> int:
        """Words of a set of this kind."""
        if kind in (Kind.CARDS, Kind.CHAIN):
            return self.width
        return self.call_width if kind is Kind.CALLS else 1

    def _check_sizes(self) -> None:
        place = self.ruleset.game_end.place
        if self.width > MOST_WORDS or self.call_width > MOST_WORDS:
            raise KernelRefusal(f"more than {MOST_WORDS * WORD} cards or calls", place)
        if len(self.ruleset.names.words) > WORD:
            raise KernelRefusal(f"more than {WORD} words that only choices know", place)
        if self.seats > 16:
            raise KernelRefusal("more than 16 seats", place)


def refuse(what: str, place: Place | None = None) -> KernelRefusal:
    """A refusal to be raised."""
    return KernelRefusal(what, place)
