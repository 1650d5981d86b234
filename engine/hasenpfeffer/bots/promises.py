"""What a call promises: the fewest tricks with which it pays, found out by asking the scoring lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.bots.imagined import auction_won, paid

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules


def tricks_promised(rules: CompiledRules, call: int, size: int) -> int | None:
    """With so many of `size` tricks or more a call brings its maker points, and with fewer none; None where other
    things than the number of tricks decide."""
    paying = [_pays(rules, call, tricks, size) for tricks in range(size + 1)]
    if True not in paying:
        return None
    fewest = paying.index(True)
    return fewest if fewest and all(paying[fewest:]) else None


def _pays(rules: CompiledRules, call: int, tricks: int, size: int) -> bool:
    """Whether a deal pays its declarer in which the seat wins so many tricks, and the next one the others."""
    seat, dealer = 0, rules.seating.count - 1
    won = [0] * rules.seating.count
    won[seat], won[rules.seating.next(seat)] = tricks, size - tricks
    return paid(rules, auction_won(rules, dealer, seat, call)._replace(tricks_won=tuple(won)), seat) > 0
