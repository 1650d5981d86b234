"""`deal` lowered: packets to seats and piles, and hands that are thrown in at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.layout import Lasts, place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.steps.base import StepLowering
from hasenpfeffer.kernel.values import Bits, difference, is_some, one_of, split, union

if TYPE_CHECKING:
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.ruleset.steps import DealStep

THROW_IN, KEEP = 0, 1
"""The actions of a seat that may throw its hand in."""


class DealLowering(StepLowering):
    step: DealStep

    def lower(self) -> None:
        self.actions = 2
        self.program.layout.put(f"CLAIMS_{self.number}", max(len(self.step.thrown_in), 1), Lasts.MOMENT)
        begin = self.function("begin", about="Deals, and asks who may throw a hand in.")
        with begin.block(f"if not {self.holds(begin)}:"):
            self.done(begin)
            begin.line("return 0")
        self._deal(begin)
        self._take_part(begin)
        self.settle(begin)
        self._throw_ins(begin)
        begin.line("return 0")
        self._legal()
        self._apply()

    # --- the cards

    def _deal(self, function: Function) -> None:
        plan = self._plan()
        if plan is not None:
            self._by_plan(function, plan)
            return
        width, n = self.program.width, self.program.seats
        who: Code = (1 << n) - 1
        if self.step.who is not None:
            who = function.named(self.formulas.bits(self.step.who, function, Scope()).only)
        first = self.first(self.step.opens, function)
        before = [function.kept(self.cards("HANDS", seat)) for seat in range(n)]
        if any(packet.pile is None for packet in self.step.packets) or self._has_singly:
            self._to_seats(function, who, first)
        scope = Scope()
        by_packet = {packet.pile for packet in self.step.packets}
        for pile in self.step.piles:
            if pile.name in by_packet and pile.cards is None:
                continue
            index = self.program.rules.pile_index[pile.name]
            count: Code = self.program.cards
            if pile.cards is not None:
                count = self.formulas.whole(pile.cards, function, scope)
            function.call("give_cards", place("PILES", index, width), count)
        for pile in self.step.piles:
            index = self.program.rules.pile_index[pile.name]
            self.put(function, "PILES_DEALT", index, self.cards("PILES", index))
        for seat, hand in enumerate(before):
            new = difference(self.cards("HANDS", seat), hand)
            self.write(function, "DEALT", seat, union(new, self.cards("DEALT", seat)))

    def _plan(self) -> dict[int, list[int]] | None:
        """Where each place of the pack goes, where that is always the same: hands by how far in turn they are from the
        first, piles as numbers below 0. None where it depends on anything, or hands may hold cards already."""
        step, n = self.step, self.program.seats
        if step.who is not None or step.up_to is not None or self._deals_before:
            return None
        amounts = [pile.cards for pile in step.piles if pile.cards is not None]
        if step.cards is not None:
            amounts.append(step.cards)
        if not all(isinstance(amount.value, int) and amount.is_constant for amount in amounts):
            return None
        left = list(range(self.program.cards))
        plan: dict[int, list[int]] = {}

        def give(to: int, count: int) -> None:
            plan.setdefault(to, []).extend(left[: max(count, 0)])
            del left[: max(count, 0)]

        piles = self.program.rules.pile_index
        for packet in step.packets:
            for to in range(n) if packet.pile is None else (-1 - piles[packet.pile],):
                give(to, packet.cards)
        singly = -(-len(left) // n) if step.all_cards else 0
        if step.cards is not None:
            singly = step.cards.value  # type: ignore[assignment]
        for _ in range(min(singly, self.program.cards)):
            for to in range(n):
                give(to, 1)
        by_packet = {packet.pile for packet in step.packets}
        for pile in step.piles:
            if pile.name not in by_packet or pile.cards is not None:
                count = len(left) if pile.cards is None else pile.cards.value
                give(-1 - piles[pile.name], count)  # type: ignore[arg-type]
        return plan

    @property
    def _deals_before(self) -> bool:
        return any(isinstance(step, type(self.step)) for step in self.program.ruleset.steps[: self.number])

    def _by_plan(self, function: Function, plan: dict[int, list[int]]) -> None:
        """Every place of the pack goes where it always goes."""
        n = self.program.seats
        seat = self.first(self.step.opens, function)
        for turn in range(n):
            hand = self._cards_at(function, plan.get(turn, []))
            self.write(function, "HANDS", seat, hand)
            if {"dealt", "last card dealt"} & self.program.words:
                self.write(function, "DEALT", seat, hand)
            seat = function.named(self.next_to(seat))
        for to, places in plan.items():
            if to < 0:
                pile = self._cards_at(function, places)
                self.put(function, "PILES", -1 - to, pile)
                self.put(function, "PILES_DEALT", -1 - to, pile)
        function.store("DEALT_FROM", sum(map(len, plan.values())))

    def _cards_at(self, function: Function, places: list[int]) -> Bits:
        """The cards that lie at these places of the pack."""
        width = self.program.width
        if width == 1:
            found: Code = 0
            for at in places:
                found = codes.either(found, codes.bit(f"s[{place('PACK', at)}]"))
            return Bits((function.named(found),))
        flat = [word for card in range(self.program.cards) for word in split(1 << card, width)]
        names = [function.fresh() for _ in range(width)]
        for name in names:
            function.line(f"{name} = 0")
        for at in places:
            card = function.named(codes.multiply(f"s[{place('PACK', at)}]", width))
            for word, name in enumerate(names):
                bits = self.program.tables.look_up("CARD_BITS", flat, codes.add(card, word))
                function.line(f"{name} |= {bits}")
        return Bits(tuple(names))

    @property
    def _has_singly(self) -> bool:
        return self.step.cards is not None or self.step.up_to is not None or self.step.all_cards

    def _to_seats(self, function: Function, who: Code, first: Code) -> None:
        width = self.program.width
        for packet in self.step.packets:
            if packet.pile is not None:
                index = self.program.rules.pile_index[packet.pile]
                function.call("give_cards", place("PILES", index, width), packet.cards)
            else:
                function.call("give_round", first, who, packet.cards)
        if not self._has_singly:
            return
        left = f"-(-({self.program.cards} - s[DEALT_FROM]) // {self._at_least_one(who)})"
        if self.step.up_to is None:
            count: Code = function.named(left)
            if self.step.cards is not None and not self._asks_seat:
                count = function.named(self.formulas.whole(self.step.cards, function, Scope()))
            if self.step.cards is None or not self._asks_seat:
                with function.block(f"for _ in range({self._bounded(count)}):"):
                    function.call("give_round", first, who, 1)
                return
        self._each_its_own(function, who, first, function.named(left))

    @property
    def _asks_seat(self) -> bool:
        """Whether seats may get different numbers of cards."""
        assert self.step.cards is not None
        return not self.step.cards.is_constant

    def _at_least_one(self, who: Code) -> Code:
        count = codes.popcount(who)
        return max(count, 1) if isinstance(count, int) else f"max(1, {count})"

    def _bounded(self, count: Code) -> Code:
        return (
            min(count, self.program.cards)
            if isinstance(count, int)
            else f"min({count}, {self.program.cards})"
        )

    def _each_its_own(self, function: Function, who: Code, first: Code, left: Code) -> None:
        """Cards one by one, to each seat as many as it gets."""
        layout, n = self.program.layout, self.program.seats
        counts = f"SINGLY_{self.number}"
        layout.put(counts, n, Lasts.MOMENT)
        most = function.fresh()
        function.line(f"{most} = 0")
        for seat in range(n):
            with function.block(f"if {codes.has_bit(who, seat)}:"):
                number = self._singly(function, seat, left)
                function.store(place(counts, seat), number)
                function.line(f"{most} = max({most}, s[{place(counts, seat)}])")
        turn, seat_name, step = function.fresh(), function.fresh(), function.fresh()
        with function.block(f"for {turn} in range(min({most}, {self.program.cards})):"):
            function.line(f"{seat_name} = {first}")
            with function.block(f"for {step} in range({n}):"):
                test = f"{codes.has_bit(who, seat_name)} and {turn} < s[{place(counts, seat_name)}]"
                with function.block(f"if {test}:"):
                    function.call("give_cards", place("HANDS", seat_name, self.program.width), 1)
                function.line(f"{seat_name} = {self.program.one_on(seat_name)}")

    def _singly(self, function: Function, seat: int, left: Code) -> Code:
        scope = Scope(seat)
        if self.step.cards is not None:
            left = function.named(self.formulas.whole(self.step.cards, function, scope))
        if self.step.up_to is None:
            return left
        held = self._count(self.cards("HANDS", seat))
        wanted = function.named(codes.subtract(self.formulas.whole(self.step.up_to, function, scope), held))
        return wanted if self.step.cards is None else f"min({left}, {wanted})"

    def _count(self, cards: Bits) -> Code:
        found: Code = 0
        for word in cards.words:
            found = codes.add(found, codes.popcount(word))
        return found

    def _take_part(self, function: Function) -> None:
        """Who gets no cards takes no part, where anybody has any."""
        plan = self._plan()
        if plan is not None and all(plan.get(turn) for turn in range(self.program.seats)):
            return
        without: Code = 0
        everybody = (1 << self.program.seats) - 1
        for seat in range(self.program.seats):
            has = is_some(self.cards("HANDS", seat))
            without = codes.either(without, codes.if_else(has, 0, 1 << seat))
        without = function.named(without)
        with function.block(f"if {without} != {everybody}:"):
            function.store("SITTING", f"s[SITTING] & ~s[ABSENT] | {without}")
            function.store("ABSENT", without)

    # --- throwing in

    def _throw_ins(self, function: Function) -> None:
        any_claim = function.fresh()
        if self.step.thrown_in:
            function.line(f"{any_claim} = 0")
        for index, throw_in in enumerate(self.step.thrown_in):
            claims = place(f"CLAIMS_{self.number}", index)
            function.store(claims, 0)
            seat = function.fresh()
            with function.block(f"for {seat} in range({self.program.seats}):"):
                with function.block(f"if not s[ABSENT] >> {seat} & 1:"):
                    one = one_of(seat)
                    scope = Scope(seat, {"seat": one, "team": one})
                    holds = self.formulas.truth(throw_in.condition, function, scope)
                    with function.block(f"if {holds}:"):
                        if throw_in.asked:
                            function.line(f"s[{claims}] |= 1 << {seat}")
                            function.line(f"{any_claim} = 1")
                        else:
                            function.call("throw_in")
                            function.line("return 0")
        if self.step.thrown_in:
            with function.block(f"if {any_claim}:"):
                self._ask(function)
                function.line("return 0")
        self.done(function)

    def _ask(self, function: Function) -> None:
        """Asks the next who has a claim: right after right, seats in turn."""
        function.store("WAIT", 1)
        for index in range(len(self.step.thrown_in)):
            claims = place(f"CLAIMS_{self.number}", index)
            with function.block(f"if s[{claims}]:"):
                function.store("TURN", f"first_after(s, k, s[DEALER], s[{claims}])")
                function.store("CHOICE", index)
                function.line("return 0")

    def _legal(self) -> None:
        legal = self.function("legal", about="Whether the hand is thrown in.")
        self.offer(legal, [3])

    def _apply(self) -> None:
        apply = self.function("apply", "code", about="The answer of a seat that may throw its hand in.")
        with apply.block(f"if code == {THROW_IN}:"):
            apply.call("throw_in")
            apply.line("return 0")
        apply.line(f"s[{place(f'CLAIMS_{self.number}', 's[CHOICE]')}] &= ~(1 << s[TURN])")
        self._ask(apply)
        self.done(apply)
        apply.line("return 0")
