"""Compiled rules: a ruleset made ready to play. Formulas become functions, contracts are worked out once.

`play.compile.compile_rules` makes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from hasenpfeffer.lang.evaluate import compile_formula, slot
from hasenpfeffer.play.actions import PlayCard
from hasenpfeffer.play.contract import Contract, ContractMaker
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.lookups import Lookups
from hasenpfeffer.play.open_hands import all_open_hands
from hasenpfeffer.play.state import Deferred
from hasenpfeffer.play.texts import Texts
from hasenpfeffer.ruleset.steps import AuctionStep, Call, DealStep, MeldStep, MoveCards, TricksStep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.environment import Formula, Pin
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Melding, Step


class Player(Protocol):
    """How one step is played; `play.player.StepPlayer` is what the kinds have in common."""

    def begin(self, state: State, events: list[Event]) -> State: ...

    def actor(self, state: State) -> int: ...

    def hand_to_play(self, state: State) -> int: ...

    def legal(self, state: State) -> tuple[Action, ...]: ...

    def apply(self, state: State, action: Action, events: list[Event]) -> State: ...


class CompiledRules:
    """Made once for a ruleset; never changes afterwards but for what it remembers of its own work."""

    def __init__(
        self,
        ruleset: Ruleset,
        pins: Mapping[str, Pin],
        player_for: Callable[[CompiledRules, Step], Player],
    ) -> None:
        self.ruleset = ruleset
        self.pins = pins
        self.pack = ruleset.pack
        self.seating = ruleset.seating
        self.card_slot = slot("card")
        self.calls: tuple[Call, ...] = tuple(
            call for step in ruleset.steps if isinstance(step, AuctionStep) for call in step.calls
        )
        self.pile_index = _piles(ruleset)
        self.pile_names = tuple(self.pile_index)
        """The names of the piles, by index."""
        self.move_index = _moves(ruleset)
        self.counter_index = {name: index for index, name in enumerate(ruleset.counters)}
        self.setting_names = tuple(ruleset.settings)
        self.printed = _printed(ruleset)
        self.sisters = _sisters(ruleset)
        self.deferred: list[Formula] = []
        self.lookups = Lookups(self)
        self._formulas: dict[int, tuple[Typed, Formula]] = {}
        self._contracts: dict[int, Contract] = {}
        self._maker = ContractMaker(ruleset, self.formula)
        self.own_suit = self._maker.own_suit
        self.plays = tuple(PlayCard(face) for face in range(len(self.pack.faces)))
        self.trump = self.lookups.trump()
        sides = ruleset.sides
        pin = self.pins.get("declarers")
        self.declarers: Formula | None = None
        if pin is not None:
            self.declarers = pin.formula(None)
        elif sides is not None and sides.declarers is not None:
            self.declarers = self.formula(sides.declarers)
        self.said_by_declarers = _said_by_declarers(ruleset)
        """The announcements that only declarers make, so that they tell who is one."""
        equal = ruleset.ranking.equal_last_wins
        self.equal_last_wins = None if equal is None else self.formula(equal)
        self.meldings = tuple(_meldings(ruleset))
        """What counts as melds, wherever in a deal melds are counted."""
        self.better = next((one.better for one in self.meldings if one.better), ("points",))
        """By what the melds of two seats are compared, in order."""
        self.fields: tuple[dict[str, Any], ...] = tuple(_constants(call) for call in self.calls)
        self.supplies = tuple(self.field_values(call.fields) for call in self.calls)
        self.open_piles = frozenset(
            pile.name
            for step in ruleset.steps
            if isinstance(step, DealStep)
            for pile in step.piles
            if pile.face_up
        )
        seen = [step.seen_after for step in ruleset.steps if isinstance(step, DealStep)]
        self.unseen_until = max((self.step_index(name) for name in seen if name is not None), default=-1)
        """The step after which hands may be looked at; -1: at once."""
        self.texts = Texts(ruleset, self.calls)
        self.open_hands = all_open_hands(self)
        self.steps = tuple(player_for(self, step) for step in ruleset.steps)

    @property
    def accounts(self) -> tuple[str, ...]:
        """Who keeps scores: the names of the teams, which are the seats where there are no partners."""
        return self.seating.team_names

    def counts_for(self, counter: str) -> tuple[str, ...]:
        """Who has a counter of this name: seats, teams, or the table."""
        of = self.ruleset.counters[counter].of
        return {"seat": self.seating.names, "team": self.accounts}.get(of, ("table",))

    def formula(self, expression: Typed) -> Formula:
        """The function that works out an expression; made once."""
        known = self._formulas.get(id(expression))
        if known is None:
            known = (expression, compile_formula(expression, self.lookups))
            self._formulas[id(expression)] = known
        return known[1]

    def optional(self, expression: Typed | None) -> Formula | None:
        return None if expression is None else self.formula(expression)

    def environment(self, state: State, me: int = -1) -> Environment:
        """What formulas are worked out in, for one state."""
        return Environment(self, state, me)

    def contract(self, trump: int) -> Contract:
        """Strengths under one trump choice (a set of one, or 0)."""
        contract = self._contracts.get(trump)
        if contract is None:
            env = Environment(self, None).with_trump(trump)  # type: ignore[arg-type]
            contract = self._contracts[trump] = self._maker.make(trump, env)
        return contract

    def field_values(self, fields: tuple[tuple[str, Typed], ...]) -> tuple[tuple[int, Any], ...]:
        """For each field of a call or option: the index of the setting, and its value or deferred formula."""
        found = []
        for name, value in fields:
            index = self.ruleset.settings[name].index
            if value.is_constant:
                found.append((index, value.value))
            else:
                self.deferred.append(self._late(value))
                found.append((index, Deferred(len(self.deferred) - 1, -1)))
        return tuple(found)

    def step_index(self, name: str) -> int:
        """Where a step stands; `scoring` stands behind the last."""
        for index, step in enumerate(self.ruleset.steps):
            if step.name == name:
                return index
        return len(self.ruleset.steps)

    def _late(self, value: Typed) -> Formula:
        """A formula that is made at its first use."""
        made: list[Formula] = []

        def late(env: Environment) -> Any:
            if not made:
                made.append(self.formula(value))
            return made[0](env)

        return late


def _piles(ruleset: Ruleset) -> dict[str, int]:
    names: dict[str, int] = {}
    for step in ruleset.steps:
        if isinstance(step, DealStep):
            for pile in step.piles:
                names.setdefault(pile.name, len(names))
    return names


def _moves(ruleset: Ruleset) -> dict[str, int]:
    names: dict[str, int] = {}
    for step in ruleset.steps:
        if isinstance(step, MoveCards):
            names.setdefault(step.name, len(names))
        if isinstance(step, TricksStep):
            for after in step.after_each:
                if after.step is not None:
                    names.setdefault(after.name, len(names))
    return names


def _meldings(ruleset: Ruleset) -> Iterator[Melding]:
    for step in ruleset.steps:
        if isinstance(step, MeldStep):
            yield step.melding
        if isinstance(step, TricksStep):
            yield from (said.melding for said in step.during if said.melding is not None)


def _said_by_declarers(ruleset: Ruleset) -> frozenset[int]:
    return frozenset(
        index
        for step in ruleset.steps
        if isinstance(step, TricksStep)
        for index, said in enumerate(step.during)
        if said.who is not None and said.who.op == "lookup" and said.who.value == "declarers"
    )


def _printed(ruleset: Ruleset) -> dict[tuple[int, int], int]:
    """The cards of each printed rank and suit."""
    pack = ruleset.pack
    return {
        (face.rank, face.suit): pack.face_sets[index]
        for index, face in enumerate(pack.faces)
        if face.rank is not None and face.suit is not None
    }


def _sisters(ruleset: Ruleset) -> dict[int, int]:
    """For each suit, the other suit of the same colour, where there is just one."""
    suits = ruleset.pack.suits
    found = {}
    for index, suit in enumerate(suits):
        others = [
            other for other, rival in enumerate(suits) if rival.colour == suit.colour and other != index
        ]
        if suit.colour and len(others) == 1:
            found[index] = 1 << others[0]
    return found


def _constants(call: Call) -> dict[str, Any]:
    return {name: value.value for name, value in call.fields if value.is_constant}
