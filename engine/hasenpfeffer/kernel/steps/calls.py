"""Which calls of an auction are open to a seat, as bits: bids first, then doubles, each in the order of the file."""

from __future__ import annotations

from functools import cached_property, reduce
from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.values import Truth, split
from hasenpfeffer.kernel.writer import Function
from hasenpfeffer.play.steps.auction import AuctionPlayer

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.steps.auction import AuctionLowering
    from hasenpfeffer.play.steps.calls import OpenCalls

    _Height = tuple[int, int]
    """Of a call, as `ruleset.steps.Call` has it."""


class OpenCallsLowering:
    """Writes `calls_N(s, k, seat)`: fills the words OPEN, and gives back how many calls are open."""

    def __init__(self, auction: AuctionLowering) -> None:
        self._auction = auction
        self._program = auction.program
        self._formulas = auction.formulas
        self._step = auction.step
        calls = self._step.calls
        bids = [index for index, call in enumerate(calls) if call.height is not None]
        overs = [index for index, call in enumerate(calls) if call.height is None]
        self.order = (*bids, *overs)
        """Calls of the step in the order of their bits."""
        self.bids = len(bids)
        self.words = max(-(-len(self.order) // WORD), 1)
        self.first = auction.program.rules.calls.index(calls[0]) if calls else 0

    def lower(self) -> None:
        calls = self._auction.function("calls", "seat", about="Which calls a seat may make now.")
        words = [calls.fresh() for _ in range(self.words)]
        for word in words:
            calls.line(f"{word} = 0")
        is_doubled = "s[DOUBLED] != 0" if len(self.order) > self.bids else 0
        with calls.block(f"if {codes.either_holds('seat != s[BIDDER]', is_doubled)}:"):
            self._higher(calls, words)
        if len(self.order) > self.bids:
            self._doubles(calls, words)
        self._take_out_shut(calls, words)
        self._conditions(calls, words)
        for number, word in enumerate(words):
            calls.store(place("OPEN", number), word)
        calls.line(f"return {reduce(codes.add, map(codes.popcount, words))}")

    @property
    def _in_play(self) -> OpenCalls:
        """The same calls as the interpreter has them: it knows already which are allowed whatever happens."""
        player = self._program.rules.steps[self._auction.number]
        assert isinstance(player, AuctionPlayer)
        return player.calls

    def lower_hold(self) -> None:
        """Writes `may_hold_N`: whether the conditions of the standing call hold for the seat at turn."""
        hold = self._auction.function("may_hold", about="Whether the standing call could be the seat's own.")
        hold.line("seat = s[TURN]")
        words = [hold.fresh() for _ in range(self.words)]
        for number, word in enumerate(words):
            here = f"0 <= s[STANDING] - {number * WORD} < {WORD}"
            hold.line(f"{word} = 1 << s[STANDING] - {number * WORD} if {here} else 0")
        self._take_out_shut(hold, words)
        self._conditions(hold, words)
        hold.line(f"return 1 if {' or '.join(words)} else 0")

    def _higher(self, function: Function, words: list[str]) -> None:
        """The bids above the standing one; all where none stands."""
        standing = function.named("(s[STANDING] + 1)")
        for number, word in enumerate(words):
            function.line(f"{word} = {self._read('HIGHER', self._above, standing, number)}")
        if self._nobody_may_equal:
            return
        assert self._step.may_equal is not None
        with function.block("if s[STANDING] >= 0 and s[EQUALLED] == 0 and seat != s[BIDDER]:"):
            may = self._formulas.bits(self._step.may_equal, function, Scope("seat"))
            with function.block(f"if {codes.has_bit(may.only, 'seat')}:"):
                equal = self._table(lambda mine, theirs: mine == theirs)
                for number, word in enumerate(words):
                    function.line(f"{word} |= {self._read('EQUAL', equal, standing, number)}")

    @property
    def _nobody_may_equal(self) -> bool:
        """Whether the rules let nobody say what stands already, whoever it is."""
        if self._step.may_equal is None:
            return True
        nobody = self._formulas.bits(self._step.may_equal, Function("nobody", (), ""), Scope("seat"))
        return nobody.is_known and not nobody.known

    @property
    def are_the_same_for_all(self) -> bool:
        """Whether everybody may make the same calls, but for the seat whose call stands, which may make none."""
        calls = self._step.calls
        return (
            self.bids == len(self.order)
            and self._nobody_may_equal
            and self._in_play.allowed is None
            and all(call.condition is None for call in calls)
        )

    def higher_than_standing(self, function: Function) -> Code:
        """The calls that anybody may make over the standing one, as words of which one is not 0 if there are any."""
        standing = function.named("(s[STANDING] + 1)")
        return reduce(
            codes.either,
            (
                codes.without(self._read("HIGHER", self._above, standing, number), shut)
                for number, shut in enumerate(self._shut())
            ),
        )

    @cached_property
    def _above(self) -> list[int]:
        """For each standing call, none first, the bids above it."""
        return self._table(lambda mine, theirs: theirs is None or mine > theirs)

    def _table(self, is_in: Callable[[_Height, _Height | None], bool]) -> list[int]:
        """For each standing call, none first, the bids of which something is true."""
        calls = self._step.calls
        rows: list[int] = []
        for standing in (None, *(calls[index].height for index in self.order)):
            found = sum(
                1 << bit
                for bit, index in enumerate(self.order[: self.bids])
                if (height := calls[index].height) is not None and is_in(height, standing)
            )
            rows += split(found, self.words)
        return rows

    def _read(self, name: str, table: list[int], standing: Code, word: int) -> Code:
        at = codes.add(codes.multiply(standing, self.words), word)
        return self._program.tables.look_up(f"{name}_{self._auction.number}", table, at)

    def _doubles(self, function: Function, words: list[str]) -> None:
        """Doubles of the opponents' call, redoubles of the own side's."""
        own, theirs = (
            sum(
                1 << bit
                for bit in range(self.bids, len(self.order))
                if (self._step.calls[self.order[bit]].over == "own side") == is_own
            )
            for is_own in (True, False)
        )
        with function.block("if s[STANDING] >= 0:"):
            side = self._program.team_of("s[BIDDER]")
            with function.block(f"if {codes.has_bit(side, 'seat')}:"):
                self._take_in(function, words, own)
            with function.block("else:"):
                self._take_in(function, words, theirs)

    def _take_in(self, function: Function, words: list[str], known: int) -> None:
        """Adds calls that are known."""
        for word, more in zip(words, split(known, self.words), strict=True):
            if more:
                function.line(f"{word} |= {more}")

    def _take_out_shut(self, function: Function, words: list[str]) -> None:
        """Takes out calls that `allowed` never lets anybody make."""
        for word, less in zip(words, self._shut(), strict=True):
            if less:
                function.line(f"{word} &= ~{less}")

    def _shut(self) -> tuple[int, ...]:
        """The calls that nobody can ever make, where that can be told of all."""
        if self._in_play.allowed is not None:
            return split(0, self.words)
        always = self._in_play.always_allowed
        shut = sum(1 << bit for bit, index in enumerate(self.order) if index not in always)
        return split(shut, self.words)

    def _conditions(self, function: Function, words: list[str]) -> None:
        """Asks each call that is still there for its own condition, and what is allowed in general. Calls with the
        same condition are asked together."""
        calls = self._step.calls
        alike: dict[int, list[int]] = {}
        for bit, index in enumerate(self.order):
            condition = calls[index].condition
            if condition is not None:
                alike.setdefault(id(condition), []).append(bit)
        for bits in alike.values():
            condition = calls[self.order[bits[0]]].condition
            assert condition is not None
            of_these = split(sum(1 << bit for bit in bits), self.words)
            there = reduce(codes.either, map(codes.both, words, of_these))
            holds = function.decided(
                codes.compare("!=", there, 0),
                lambda condition=condition: Truth(  # type: ignore[misc]
                    self._formulas.truth(condition, function, Scope("seat"))
                ),
                lambda: Truth(1),
            )
            with function.block(f"if not {holds.code}:"):
                for word, less in zip(words, of_these, strict=True):
                    if less:
                        function.line(f"{word} &= ~{less}")
        if self._in_play.allowed is not None:
            self._allowed(function, words)

    def _allowed(self, function: Function, words: list[str]) -> None:
        """Asks for each call what is allowed in general, unless that is known of it."""
        assert self._step.allowed is not None
        always = self._in_play.always_allowed
        free = split(sum(1 << bit for bit, index in enumerate(self.order) if index in always), self.words)
        numbers = [self.first + index for index in self.order]
        for number, word in enumerate(words):
            with function.members(codes.without(word, free[number])) as bit:
                at = codes.add(bit, number * WORD)
                call = function.named(
                    self._program.tables.look_up(f"CALL_{self._auction.number}", numbers, at)
                )
                allowed = self._formulas.truth(self._step.allowed, function, Scope("seat", call=call))
                with function.block(f"if not {allowed}:"):
                    function.line(f"{word} &= ~(1 << {bit})")
