"""What the step in progress remembers, as a program has it: whose turn it is, who comes after, what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel.steps.first_to_name import kinds_named
from hasenpfeffer.play.bidding import NO_CALL, Bidding
from hasenpfeffer.play.steps.asking import Asking
from hasenpfeffer.play.steps.deal import Claims
from hasenpfeffer.play.steps.picking import Picking
from hasenpfeffer.play.steps.tricks import Playing
from hasenpfeffer.ruleset.steps import AuctionStep, ExchangeStep, TricksStep

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.kernel.packed_settings import SettingPacker
    from hasenpfeffer.kernel.packing import Target
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State


class WorkPacker:
    def __init__(self, rules: CompiledRules, settings: SettingPacker) -> None:
        self._rules = rules
        self._settings = settings

    def put(self, state: State, target: Target) -> None:
        match state.work:
            case Claims(queue):
                target.put("TURN", queue[0][0])
                target.put("CHOICE", queue[0][1])
                for seat, index in queue:
                    target.add(f"CLAIMS_{state.step}", 1 << seat, index)
            case Bidding() as work:
                self._auction(state, work, target)
            case Asking(queue):
                self._queue(queue, target)
            case Picking() as work:
                self._picking(state, work, target)
            case Playing() as work:
                self._playing(state, work, target)

    def _queue(self, queue: tuple[int, ...], target: Target) -> None:
        target.put("TURN", queue[0])
        target.put("QUEUE_FIRST", queue[0])
        target.put("QUEUE", _set_of(queue))

    # --- auctions

    def _auction(self, state: State, work: Bidding, target: Target) -> None:
        step = self._rules.ruleset.steps[state.step]
        assert isinstance(step, AuctionStep)
        heights = [call.height is None for call in step.calls]
        order = sorted(range(len(step.calls)), key=heights.__getitem__)
        bit_of = {index: bit for bit, index in enumerate(order)}
        calls = [(seat, index) for seat, index in work.history if index != NO_CALL]
        singles = {
            "TURN": work.turn,
            "SPOKEN": work.spoken,
            "PASSED": work.passed,
            "BIDDER": work.bidder,
            "STANDING": bit_of.get(work.standing, -1),
            "PASSES": work.passes,
            "EQUALLED": int(work.equalled),
            "DOUBLED": int(self._is_doubled(step, work, calls)),
            "FORCING": int(work.forced),
        }
        for name, number in singles.items():
            target.put(name, number)
        if step.first_of_side is not None:
            self._first_to_name(state, step, calls, target)
        if work.duel is not None:
            duel = work.duel
            target.put("DUELLING", 1)
            target.put("DUEL", duel.number)
            target.put("CALLER", duel.caller)
            target.put("HOLDER", duel.holder)
            target.put("SURVIVOR", duel.survivor)
        names = dict.fromkeys(name for call in step.calls for name, _ in call.fields)
        self._settings.put_before(names, work.before, f"_BEFORE_{state.step}", target)

    def _first_to_name(
        self, state: State, step: AuctionStep, calls: list[tuple[int, int]], target: Target
    ) -> None:
        """What `kernel.steps.first_to_name` keeps: the latest calls first, so that the earliest stay."""
        assert step.first_of_side is not None
        begin = self._rules.calls.index(step.calls[0])
        every = range(begin, begin + len(step.calls))
        kinds = kinds_named(self._rules, every, step.first_of_side)
        for seat, index in reversed(calls):
            side = self._rules.seating.team_of[seat]
            target.put(f"FIRST_TO_NAME_{state.step}", seat + 1, side * (max(kinds) + 1) + kinds[index])

    def _is_doubled(self, step: AuctionStep, work: Bidding, calls: list[tuple[int, int]]) -> bool:
        """Whether somebody else has doubled since the standing bid was made."""
        for seat, index in reversed(calls):
            if step.calls[index].height is not None:
                return False
            if seat != work.bidder:
                return True
        return False

    # --- cards picked one by one

    def _picking(self, state: State, work: Picking, target: Target) -> None:
        pack = self._rules.pack
        self._queue(work.queue, target)
        target.sets("PICKED", (work.picked,))
        first = 0
        if work.last >= 0:
            copies = pack.face_sets[work.last]
            first = (copies & -copies).bit_length() - 1
        target.sets("PICK_FROM", (pack.everything >> first << first,))
        step = self._rules.ruleset.steps[state.step]
        if not isinstance(step, ExchangeStep):
            target.sets("UNDER_WAY", work.held)
            return
        giver = next((seat for seat, given in enumerate(work.held) if given), -1)
        target.put("FIRST_GIVER", giver)
        target.put("GIVEN_FIRST", max(work.held, default=0) - 1 if giver >= 0 else 0)

    # --- tricks

    def _playing(self, state: State, work: Playing, target: Target) -> None:
        step = self._rules.ruleset.steps[state.step]
        assert isinstance(step, TricksStep)
        target.put("TURN", work.turn)
        target.put("NAMING", int(work.naming))
        names = [one.name for one in step.during]
        target.put("SAID", _set_of(names.index(name) for name in work.said.names))
        target.sets("TIED", (work.said.tied & self._rules.pack.everything,))
        for seat, index in state.announced:
            target.add(f"ANNOUNCED_{state.step}_{index}", 1 << seat)


def _set_of(numbers: Iterable[int]) -> int:
    return sum({1 << number for number in numbers})
