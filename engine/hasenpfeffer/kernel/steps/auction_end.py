"""How an auction ends: somebody declares, somebody is forced to bid, or nobody has bid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.values import split

if TYPE_CHECKING:
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.steps.auction import AuctionLowering


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
        rule, calls = self._step.all_pass, self._step.calls
        if rule.to_bid is not None:
            wanted = self._formulas.number(rule.to_bid, choice, Scope("seat"))
            scaled = choice.named(wanted.code)
            bids = [
                int(self._program.rules.fields[self._open.first + index].get("bid", 0) * wanted.denominator)
                for index in self._open.order
            ]
            heights = sorted({calls[index].height for index in self._open.order}, key=lambda h: h or (-1, 0))
            best = [choice.fresh() for _ in words]
            for name in best:
                choice.line(f"{name} = 0")
            for amount in sorted(set(bids)):
                enough = split(
                    sum(1 << bit for bit, bid in enumerate(bids) if bid >= amount), self._open.words
                )
                below = max((bid for bid in set(bids) if bid < amount), default=None)
                lower = "" if below is None else f"{below} < {scaled} and "
                with choice.block(f"if {lower}{scaled} <= {amount}:"):
                    for name, word, mask in zip(best, words, enough, strict=True):
                        choice.line(f"{name} = {codes.both(word, mask)}")
            for height in heights:
                if height is None:
                    continue
                of_these = split(
                    sum(
                        1 << bit
                        for bit, index in enumerate(self._open.order)
                        if calls[index].height == height
                    ),
                    self._open.words,
                )
                there = " or ".join(
                    f"{name} & {mask}" for name, mask in zip(best, of_these, strict=True) if mask
                )
                with choice.block(f"if {there}:"):
                    for number, (name, mask) in enumerate(zip(best, of_these, strict=True)):
                        choice.store(place("OPEN", number), codes.both(name, mask))
                    total = " + ".join(f"popcount(s[{place('OPEN', n)}])" for n in range(self._open.words))
                    choice.line(f"return {total}")
            for number, name in enumerate(best):
                choice.store(place("OPEN", number), name)
        total = " + ".join(f"popcount(s[{place('OPEN', n)}])" for n in range(self._open.words))
        choice.line(f"return {total}")
