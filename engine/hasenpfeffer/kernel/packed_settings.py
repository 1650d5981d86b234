"""Settings as a program has them: unset, for all, by seat, or a formula that is worked out when it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hasenpfeffer.kernel.settings import BY_SEAT, FOR_ALL, FORMULA, spelled
from hasenpfeffer.kernel.values import split
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.state import Deferred, is_by_seat
from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hasenpfeffer.kernel.denominators import Denominators
    from hasenpfeffer.kernel.packing import Target
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.ruleset.model import Ruleset


class SettingPacker:
    def __init__(self, rules: CompiledRules, denominators: Denominators) -> None:
        self._ruleset = rules.ruleset
        self._denominators = denominators
        self._card_width = -(-rules.pack.size // 62)
        self._call_width = max(-(-len(rules.calls) // 62), 1)
        self._modes = _modes(rules.ruleset)

    def put(self, settings: Sequence[Any], target: Target) -> None:
        """How the settings stand."""
        for name, value in zip(self._ruleset.settings, settings, strict=True):
            self._put_whole(name, value, "", target)
            if is_by_seat(value):
                self._put_own(name, value, target)

    def put_before(self, names: Iterable[str], settings: Sequence[Any], suffix: str, target: Target) -> None:
        """How they stood before an auction. The program puts back only what holds for all: what a seat had of its
        own is still there."""
        for name in names:
            value = settings[self._ruleset.settings[name].index]
            self._put_whole(name, value, suffix, target)
            if is_by_seat(value):
                self._put_own(name, value, target)

    def _put_whole(self, name: str, value: Any, suffix: str, target: Target) -> None:
        mode = f"SET_{list(self._ruleset.settings).index(name)}_{spelled(name)}"
        if value is None:
            return
        if is_by_seat(value):
            target.put(f"{mode}{suffix}", BY_SEAT)
        elif isinstance(value, Deferred):
            target.put(f"{mode}{suffix}", self._modes[value.formula])
            target.put(f"{mode}_BY{suffix}", value.me)
        else:
            target.put(f"{mode}{suffix}", FOR_ALL)
            target.row(f"{mode}_VALUE{suffix}", self._words(name, value))

    def _put_own(self, name: str, values: Sequence[Any], target: Target) -> None:
        mode = f"SET_{list(self._ruleset.settings).index(name)}_{spelled(name)}"
        has = sum(1 << seat for seat, value in enumerate(values) if value is not None)
        target.put(f"{mode}_HAS", has)
        words = (word for value in values for word in self._words(name, 0 if value is None else value))
        target.row(f"{mode}_OF_SEAT", words)

    def _words(self, name: str, value: Any) -> tuple[int, ...]:
        match self._ruleset.settings[name].type.kind:
            case Kind.NUMBER:
                return (int(value * self._denominators.setting(name)),)
            case Kind.CARDS | Kind.CHAIN:
                return split(int(value), self._card_width)
            case Kind.CALLS:
                return split(int(value), self._call_width)
            case _:
                return (int(value),)


def _modes(ruleset: Ruleset) -> list[int]:
    """For each formula of calls and options, in the order in which `play.rules` numbers them, how the program says
    that a setting stands for it."""
    known: dict[str, list[Typed]] = {}
    for supply in _supplies(ruleset, AuctionStep, ChooseStep):
        for name, value in supply:
            formulas = known.setdefault(name, [])
            if not value.is_constant and not any(one is value for one in formulas):
                formulas.append(value)
    in_order = [*_supplies(ruleset, AuctionStep), *_supplies(ruleset, ChooseStep)]
    return [
        FORMULA + next(number for number, one in enumerate(known[name]) if one is value)
        for supply in in_order
        for name, value in supply
        if not value.is_constant
    ]


def _supplies(ruleset: Ruleset, *kinds: type) -> Iterator[tuple[tuple[str, Typed], ...]]:
    """The fields of calls and options of steps of these kinds, in order."""
    for step in ruleset.steps:
        if isinstance(step, kinds) and isinstance(step, AuctionStep):
            yield from (call.fields for call in step.calls)
        if isinstance(step, kinds) and isinstance(step, ChooseStep):
            yield from (option.fields for option in step.options)
