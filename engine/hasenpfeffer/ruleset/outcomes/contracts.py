"""The contracts that a deal can be played under: which call stands, doubled or not, or none at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.ruleset.steps import (
    AuctionStep,
    ChooseStep,
    MeldStep,
    MoveCards,
    PredictStep,
    TricksStep,
)
from hasenpfeffer.ruleset.unknown import if_known_else

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Call


@dataclass(frozen=True, slots=True)
class Contract:
    """What the auction has led to. `call` None: nobody is declarer. `double`: what was said over the call.

    `fields` has the values that both give to names, `number` the place of the call among all calls.
    """

    call: Call | None
    double: Call | None
    number: int
    fields: Mapping[str, Typed]
    open: frozenset[str]
    """Names that something later in the deal may give a value to."""

    @property
    def text(self) -> str:
        """The call in the words of the auction."""
        if self.call is None:
            return "no bid"
        return self.call.text + (f", {self.double.text}" if self.double is not None else "")


class _All(frozenset[str]):
    """Every name."""

    def __contains__(self, name: object) -> bool:
        return True


def anything(ruleset: Ruleset) -> frozenset[str]:
    """The names that play may give a value to; every name where not all of them are known."""
    return if_known_else(lambda: frozenset(ruleset.settings), _All())


def contracts(ruleset: Ruleset) -> list[Contract]:
    """Every contract, low to high, each without a double before those with one; nobody's comes last."""
    auctions = [step for step in ruleset.steps if isinstance(step, AuctionStep)]
    later = frozenset(set_outside_auctions(ruleset))
    number, found = 0, []
    for auction in auctions:
        elsewhere = {name for other in auctions if other is not auction for name in _fields_of(other)}
        doubles: list[Call | None] = [None, *(call for call in auction.calls if call.height is None)]
        for call in auction.calls:
            if call.height is not None:
                for double in doubles:
                    fields = {**dict(call.fields), **(dict(double.fields) if double is not None else {})}
                    found.append(Contract(call, double, number, fields, later | elsewhere))
            number += 1
    return [*found, *_nobodys(ruleset, auctions, later)]


def calls_of(ruleset: Ruleset) -> tuple[Call, ...]:
    """All calls, in the order in which contracts number them."""
    return tuple(call for step in ruleset.steps if isinstance(step, AuctionStep) for call in step.calls)


def _nobodys(ruleset: Ruleset, auctions: list[AuctionStep], later: frozenset[str]) -> Iterator[Contract]:
    """A deal that is played without a declarer."""
    goes_on = [step for step in auctions if step.all_pass.how in ("go on", "set")]
    if auctions and not goes_on and not any(step.conditions for step in auctions):
        return
    fields = {one.name: one.value for step in goes_on for one in step.all_pass.sets}
    said = {name for step in auctions for name in _fields_of(step)} if len(auctions) > 1 else set()
    yield Contract(None, None, -1, fields, later | said)


def _fields_of(auction: AuctionStep) -> Iterator[str]:
    for call in auction.calls:
        yield from (name for name, _ in call.fields)
    yield from (one.name for one in auction.all_pass.sets)


def set_outside_auctions(ruleset: Ruleset) -> Iterator[str]:
    """Names that a step other than an auction gives a value to."""
    for step in ruleset.steps:
        match step:
            case ChooseStep():
                yield step.name
                for option in step.options:
                    yield from (name for name, _ in option.fields)
            case PredictStep():
                yield step.name
            case MoveCards() | MeldStep():
                yield from (one.name for one in step.sets)
            case TricksStep():
                for announcement in step.during:
                    yield from (one.name for one in announcement.sets)
                for after in step.after_each:
                    yield from (one.name for one in after.sets)
                    if isinstance(after.step, MoveCards):
                        yield from (one.name for one in after.step.sets)
            case _:
                pass
