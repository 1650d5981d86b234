"""Two games side by side: as long as the same is done in both, what may be done is held against each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from hasenpfeffer.errors import StuckError
from hasenpfeffer.play import machine
from hasenpfeffer.ruleset.steps import AuctionStep, TricksStep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.history import Turn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

Kind: TypeAlias = Literal["call", "card", "choice"]
KINDS: Final[tuple[Kind, ...]] = ("call", "card", "choice")
"""What is chosen at a position: a call of an auction, a card of a trick, or anything else."""

Parting: TypeAlias = Literal["", "deal", "step", "choice", "stuck"]
"""Why two games are no longer the same: the cards or the dealer are others, another seat or step comes next (or one
of them is over), another action was chosen, one cannot go on. Empty: they are the same to the end."""


@dataclass(frozen=True, slots=True)
class OtherChoices:
    """A position that both games have reached in the same way, where not the same may be done."""

    seat: int
    step: str
    kind: Kind
    trick: int
    """Which trick is being played, from 1; 0 before the first."""
    gone: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(slots=True)
class Common:
    """How far two games were the same, and what was found on the way."""

    positions: dict[Kind, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    others: list[OtherChoices] = field(default_factory=list)
    parting: Parting = ""


class Walk:
    """One game or deal, turn by turn. A turn that cannot be taken is the last: then it is `stuck`."""

    def __init__(self, rules: CompiledRules, turns: Iterator[Turn]) -> None:
        self.rules = rules
        self.last: State | None = None
        self.stuck = False
        self._turns = turns
        self._texts: dict[Action, str] = {}

    def next(self) -> Turn | None:
        try:
            turn = next(self._turns, None)
        except StuckError:
            self.stuck = True
            return None
        if turn is not None:
            self.last = turn.after
        return turn

    def to_the_end(self) -> None:
        while self.next() is not None:
            pass

    def text(self, action: Action) -> str:
        found = self._texts.get(action)
        if found is None:
            found = self._texts[action] = self.rules.texts.text(action)
        return found

    def legal(self, state: State) -> dict[str, None]:
        """What may be done, by its texts."""
        return dict.fromkeys(map(self.text, machine.legal(self.rules, state)))

    def step(self, state: State) -> str:
        return self.rules.ruleset.steps[state.step].name


def walk_together(one: Walk, other: Walk) -> Common:
    """Goes on in both games as long as they are the same."""
    common = Common()
    while not common.parting:
        turn, turned = one.next(), other.next()
        if turn is None and turned is None:
            common.parting = "stuck" if one.stuck != other.stuck else ""
            break
        if turn is None or turned is None:
            common.parting = "stuck" if one.stuck or other.stuck else "step"
            break
        common.parting = _compare(one, turn, other, turned, common)
    return common


def _compare(one: Walk, turn: Turn, other: Walk, turned: Turn, common: Common) -> Parting:
    """Holds two turns against each other; whether and why the games part here."""
    if turn.action is None or turned.action is None:
        if turn.action is not turned.action:
            return "step"
        return "" if _is_same_deal(turn.after, turned.after) else "deal"
    assert turn.before is not None and turned.before is not None
    step = one.step(turn.before)
    if turn.seat != turned.seat or step != other.step(turned.before):
        return "step"
    kind = _kind(one, turn.before)
    common.positions[kind] += 1
    before, after = one.legal(turn.before), other.legal(turned.before)
    if before.keys() != after.keys():
        gone = tuple(text for text in before if text not in after)
        new = tuple(text for text in after if text not in before)
        trick = len(turn.before.tricks) + 1 if kind == "card" else 0
        common.others.append(OtherChoices(turn.seat, step, kind, trick, gone, new))
    return "" if one.text(turn.action) == other.text(turned.action) else "choice"


def _is_same_deal(state: State, other: State) -> bool:
    return state.dealer == other.dealer and state.hands == other.hands


def _kind(walk: Walk, state: State) -> Kind:
    match walk.rules.ruleset.steps[state.step]:
        case AuctionStep():
            return "call"
        case TricksStep():
            return "card"
        case _:
            return "choice"
