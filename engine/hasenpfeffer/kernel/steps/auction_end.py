"""How an auction ends: somebody declares, somebody is forced to bid, or nobody has bid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.values import split

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.steps.auction import AuctionLowering
    from hasenpfeffer.kernel.writer import Function


class AuctionEnd:
    """Writes `won_N`, `nobody_bid_N` and `ended_N`, and `force_N` where a seat can be forced."""

    def __init__(self, auction: AuctionLowering) -> None:
        self._auction = auction
        self._formulas = auction.formulas
        self._program = auction.program
        self._step = auction.step
        self._open = auction.open

    def lower(self) -> None:
        self._won()
        if self._step.all_pass.how == "forced":
            self._forced_choice()
            self._force()
        self._nobody_bid()
        self._ended()

    def _ended(self) -> None:
        ended = self._auction.function("ended", about="Somebody has won, or nobody has bid.")
        with ended.block("if s[STANDING] >= 0:"):
            ended.call(f"won_{self._auction.number}")
            ended.line("return 0")
        ended.call(f"nobody_bid_{self._auction.number}")
        ended.line("return 0")

    def _won(self) -> None:
        won = self._auction.function(
            "won", about="Whoever has made the standing call, or the first of that side, declares."
        )
        first = self._auction.first_to_name
        won.store("DECLARER", "s[BIDDER]" if first is None else first.of_standing(won))
        won.store("FORCED", "s[FORCING]")
        self._auction.settle(won)
        for bit, index in enumerate(self._open.order):
            alone = self._step.calls[index].alone
            if alone is None:
                continue
            with won.block(f"if s[STANDING] == {bit}:"):
                lone = self._formulas.truth(alone, won, Scope("s[BIDDER]"))
                with won.block(f"if {lone}:"):
                    won.line("s[SITTING] |= partners_of(s, k, s[DECLARER])")
        self._auction.done(won)
        won.line("return 0")

    def _nobody_bid(self) -> None:
        rule = self._step.all_pass
        nobody = self._auction.function("nobody_bid", about="All have passed.")
        match rule.how:
            case "go on":
                self._auction.done(nobody)
            case "set":
                self._auction.assign(rule.sets, nobody)
                if rule.at is None:
                    self._auction.done(nobody)
                else:
                    self._auction.go_to(nobody, self._program.rules.step_index(rule.at))
            case "forced":
                nobody.call(f"force_{self._auction.number}")
            case _:
                nobody.call("throw_in")
        nobody.line("return 0")

    def _force(self) -> None:
        """The forced seat must bid; where only one call stands, it is made for the seat. Nobody: thrown in."""
        rule = self._step.all_pass
        assert rule.forced is not None
        force = self._auction.function("force", about="A seat has to bid, since all have passed.")
        seat = self._auction.first_of(rule.forced, force, Scope(), -1)
        with force.block(f"if {seat} < 0:"):
            force.call("throw_in")
            force.line("return 0")
        force.store("TURN", seat)
        force.store("FORCING", 1)
        force.line(f"calls_{self._auction.number}(s, k, {seat})")
        choice = force.named(f"forced_choice_{self._auction.number}(s, k, {seat})")
        force.changed()
        with force.block(f"if {choice} == 0:"):
            force.call("throw_in")
            force.line("return 0")
        if rule.to_bid is not None:
            with force.block(f"if {choice} == 1:"):
                bit: Code = (
                    f"(lowest(s[{place('OPEN', self._open.words - 1)}]) + {WORD * (self._open.words - 1)})"
                )
                for number in range(self._open.words - 2, -1, -1):
                    word = f"s[{place('OPEN', number)}]"
                    bit = f"(lowest({word}) + {WORD * number} if {word} else {bit})"
                force.call(f"called_{self._auction.number}", seat, bit)
                force.call(f"won_{self._auction.number}")
                force.line("return 0")
        force.store("WAIT", 1)
        force.line("return 0")

    def _forced_choice(self) -> None:
        """Of the open calls those at the lowest height that is high enough; all where no number is asked for."""
        choice = self._auction.function(
            "forced_choice", "seat", about="The calls that a forced seat may make."
        )
        words = [choice.named(f"s[{place('OPEN', number)}]") for number in range(self._open.words)]
        total = " + ".join(f"popcount(s[{place('OPEN', number)}])" for number in range(self._open.words))
        if self._step.all_pass.to_bid is not None:
            enough = self._high_enough(choice, words)
            for mask in self._by_height():
                there = " or ".join(f"{name} & {of}" for name, of in zip(enough, mask, strict=True) if of)
                with choice.block(f"if {there}:"):
                    for number, (name, of) in enumerate(zip(enough, mask, strict=True)):
                        choice.store(place("OPEN", number), codes.both(name, of))
                    choice.line(f"return {total}")
            for number, name in enumerate(enough):
                choice.store(place("OPEN", number), name)
        choice.line(f"return {total}")

    def _high_enough(self, function: Function, words: Sequence[Code]) -> list[str]:
        """Names for the calls of these words that bid as much as a forced seat must."""
        rule, order = self._step.all_pass, self._open.order
        assert rule.to_bid is not None
        wanted = self._formulas.number(rule.to_bid, function, Scope("seat"))
        scaled = function.named(wanted.code)
        fields = [self._program.rules.fields[self._open.first + index] for index in order]
        bids = [int(one.get("bid", 0) * wanted.denominator) for one in fields]
        found = [function.fresh() for _ in words]
        for name in found:
            function.line(f"{name} = 0")
        below = None
        for amount in sorted(set(bids)):
            enough = self._split(bid >= amount for bid in bids)
            lower = "" if below is None else f"{below} < {scaled} and "
            with function.block(f"if {lower}{scaled} <= {amount}:"):
                for name, word, mask in zip(found, words, enough, strict=True):
                    function.line(f"{name} = {codes.both(word, mask)}")
            below = amount
        return found

    def _by_height(self) -> list[tuple[int, ...]]:
        """The bids at each height, the lowest first, as words of sets."""
        heights = [self._step.calls[index].height for index in self._open.order]
        return [
            self._split(height == one for height in heights)
            for one in sorted({height for height in heights if height is not None})
        ]

    def _split(self, are_in: Iterable[bool]) -> tuple[int, ...]:
        """A set of calls, as words; `are_in` tells of each bit whether it is in."""
        return split(sum(1 << bit for bit, is_in in enumerate(are_in) if is_in), self._open.words)
