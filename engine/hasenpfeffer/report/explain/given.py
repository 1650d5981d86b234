"""Which calls, options and announcements give a value to a name, and how a leaflet calls them."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep, MeldStep, MoveCards, TricksStep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.model import Ruleset


def values_given(ruleset: Ruleset) -> Iterator[tuple[str, str, Typed]]:
    """Whatever gives a value to a name, with its own name."""
    for step in ruleset.steps:
        match step:
            case AuctionStep():
                spoken = _spoken(step)
                for call in step.calls:
                    yield from ((spoken[call.family], name, value) for name, value in call.fields)
                yield from (("all pass", one.name, one.value) for one in step.all_pass.sets)
            case ChooseStep():
                for option in step.options:
                    yield from ((option.name, name, value) for name, value in option.fields)
            case TricksStep():
                for said in step.during:
                    yield from ((said.name, one.name, one.value) for one in said.sets)
                for after in step.after_each:
                    yield from ((after.name, one.name, one.value) for one in after.sets)
                    if isinstance(after.step, MoveCards):
                        yield from ((after.name, one.name, one.value) for one in after.step.sets)
            case MoveCards() | MeldStep():
                yield from ((step.name, one.name, one.value) for one in step.sets)


def _spoken(step: AuctionStep) -> dict[str, str]:
    """For each family what all its calls begin with, as they are said; its own name where they share no word."""
    texts: dict[str, list[list[str]]] = {}
    for call in step.calls:
        texts.setdefault(call.family, []).append(call.text.split())
    return {family: " ".join(_beginning(said)) or family for family, said in texts.items()}


def _beginning(texts: list[list[str]]) -> list[str]:
    words = takewhile(lambda column: len(set(column)) == 1, zip(*texts, strict=False))
    return [column[0] for column in words]


def calls_that_mean(ruleset: Ruleset, name: str) -> list[str]:
    """The calls that alone make a yes of a name that is no otherwise; none if anything else gives it a value."""
    term = ruleset.terms.get(name)
    if term is None or not term.body.is_constant or term.body.value is not False:
        return []
    auctions = [step for step in ruleset.steps if isinstance(step, AuctionStep)]
    bids = {
        spoken
        for step in auctions
        for family, spoken in _spoken(step).items()
        if any(call.family == family and call.height is not None for call in step.calls)
    }
    given = {source: value for source, field, value in values_given(ruleset) if field == name}
    plain = all(
        source in bids and value.is_constant and value.value is True for source, value in given.items()
    )
    return list(given) if plain else []
