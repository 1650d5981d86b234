"""Cards picked out of a hand one by one, in pack order, for `discard`, `give` and `exchange` (`giving.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.layout import Lasts, place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.steps.base import StepLowering
from hasenpfeffer.kernel.values import Bits, Number, Numbers, difference, meet, one_of, size, split

if TYPE_CHECKING:
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.ruleset.steps import MoveCards


class PickingLowering(StepLowering):
    """A seat picks; `given` says what happens with the cards."""

    step: MoveCards
    asks_all = True

    def lower(self) -> None:
        self.actions = self.faces + 1
        self.finish = self.faces
        layout = self.program.layout
        if "PICKED" not in layout:
            for name in ("PICKED", "POOL"):
                layout.put(name, self.program.width, Lasts.MOMENT)
            layout.put("PICK_FROM", self.program.width, Lasts.MOMENT)
            layout.put("UNDER_WAY", self.program.width * self.program.seats, Lasts.MOMENT)
            layout.put("GIVEN_FIRST", lasts=Lasts.MOMENT)
            layout.put("FIRST_GIVER", lasts=Lasts.MOMENT)
        self.move_index = self.program.rules.move_index[self.step.name]
        self._pool()
        self._numbers()
        self._given()
        self._arrived()
        self._next()
        self._begin()
        self._legal()
        self._apply()

    # --- what there is to pick

    def _pool(self) -> None:
        """Writes `pool_N`: the cards from which a seat picks, those already picked included."""
        pool = self.function("pool", "seat", about="The cards from which a seat picks.")
        scope = Scope("seat")
        hand = self.cards("HANDS", "seat")
        if self.step.barred is not None:
            hand = difference(hand, self.formulas.bits(self.step.barred, pool, scope))
        hand = pool.kept(hand)
        if not self.step.which:
            self.write(pool, "POOL", 0, hand)
            pool.line(f"return {size(self.cards('POOL'))}")
            return
        wanted = pool.named(self._least(pool, scope))
        names = [pool.fresh() for _ in range(self.program.width)]
        for name in names:
            pool.line(f"{name} = 0")
        found = Bits(tuple(names))
        done = pool.fresh()
        pool.line(f"{done} = 0")
        for duty in self.step.which:
            with pool.block(f"if {done} == 0:"):
                holds: Code = 1
                if duty.condition is not None:
                    holds = self.formulas.truth(duty.condition, pool, scope)
                with pool.block(f"if {holds}:"):
                    cards = meet(hand, self.formulas.bits(duty.cards, pool, scope))
                    for name, word in zip(names, cards.words, strict=True):
                        pool.line(f"{name} |= {word}")
                    pool.line(f"{done} = 1 if {size(found)} >= max({wanted}, 1) else 0")
        self.write(pool, "POOL", 0, found)
        pool.line(f"return {size(found)}")

    def _least(self, function: Function, scope: Scope) -> Code:
        """How few the seat may pick."""
        if self.step.counts:
            return min(self.step.counts)
        if self.step.count is None:
            return 1
        value = self.formulas.value(self.step.count, function, scope)
        if isinstance(value, Numbers):
            if value.span is not None:
                low, high, _ = (part.code for part in value.span)
                return codes.if_else(codes.compare("<=", low, high), low, 0)
            return min(int(one.code) for one in value.listed)
        assert isinstance(value, Number)
        return codes.floor_divide(value.code, value.denominator)

    def _numbers(self) -> None:
        """Writes `numbers_N`: how many cards the seat may pick in all, as bits; never more than it could."""
        numbers = self.function("numbers", "seat", about="How many cards the seat may pick, as bits.")
        most = numbers.named(f"pool_{self.number}(s, k, seat)")
        numbers.changed()
        if self.step.counts:
            allowed = sum(1 << count for count in self.step.counts)
            numbers.line(f"return {allowed} & (1 << {most} + 1) - 1 or 1")
            return
        if self.step.count is None:
            numbers.line(f"return 2 if {most} > 0 else 1")
            return
        value = self.formulas.value(self.step.count, numbers, Scope("seat"))
        if isinstance(value, Number):
            whole = numbers.named(codes.floor_divide(value.code, value.denominator))
            numbers.line(f"return 1 << max(min({whole}, {most}), 0)")
            return
        assert isinstance(value, Numbers)
        found = numbers.fresh()
        numbers.line(f"{found} = 0")
        if value.span is not None:
            low, high, step = (part.code for part in value.span)
            one = numbers.fresh()
            with numbers.block(f"for {one} in range({low}, {codes.add(high, 1)}, {step}):"):
                numbers.line(f"{found} |= 1 << max(min({one}, {most}), 0)")
        for listed in value.listed:
            numbers.line(f"{found} |= 1 << max(min({listed.code}, {most}), 0)")
        numbers.line(f"return {found} if {found} else 1")

    # --- the round

    def _begin(self) -> None:
        begin = self.function("begin", about=f"Asks the seats of `{self.step.name}` for their cards.")
        self.begin_queue(begin)
        begin.call(f"next_{self.number}")
        begin.line("return 0")

    def begin_queue(self, function: Function) -> None:
        """Who is to pick."""
        self.ask_those(function, self.asked(function))

    def ask_those(self, function: Function, seats: Code) -> None:
        """They pick one after the other; nothing is under way yet."""
        self.queue(function, seats, self.step.opens)
        for seat in range(self.program.seats):
            self.write(function, "UNDER_WAY", seat, Bits(split(0, self.program.width)))

    def _next(self) -> None:
        """Asks the first of the queue; seats that have nothing to pick are passed over."""
        following = self.function("next", about="Asks the next who has something to pick.")
        with following.block("while s[QUEUE]:"):
            following.store("TURN", "first_from(s, k, s[QUEUE_FIRST], s[QUEUE])")
            self.write(following, "PICKED", 0, Bits(split(0, self.program.width)))
            self.write(following, "PICK_FROM", 0, self.all_cards())
            with following.block(f"if numbers_{self.number}(s, k, s[TURN]) > 1:"):
                following.store("WAIT", 1)
                following.line("return 0")
            following.call(f"given_{self.number}", "s[TURN]")
        following.call(f"arrived_{self.number}")
        self.done(following)
        following.line("return 0")

    def _legal(self) -> None:
        """Cards that come after the last picked one and leave enough to go on; `done` where it is free."""
        legal = self.function("legal", about="The cards that may be picked next.")
        numbers = legal.named(f"numbers_{self.number}(s, k, s[TURN])")
        legal.changed()
        picked = legal.kept(self.cards("PICKED"))
        have = legal.named(size(picked))
        rest = legal.kept(meet(difference(self.cards("POOL"), picked), self.cards("PICK_FROM")))
        more = legal.named(f"({numbers} >> {have} + 1)")
        left = legal.fresh()
        legal.line(f"{left} = {size(rest)} - lowest({more}) if {more} else 0")
        eligible = [legal.fresh() for _ in rest.words]
        for name, word in zip(eligible, rest.words, strict=True):
            count = legal.named(codes.popcount(word))
            with legal.block(f"if {left} >= {count}:"):
                legal.line(f"{name} = {word}")
            with legal.block(f"elif {left} > 0:"):
                legal.line(f"{name} = {word} & (1 << nth({word}, {left} - 1) + 1) - 1")
            with legal.block("else:"):
                legal.line(f"{name} = 0")
            legal.line(f"{left} -= {count}")
        faces = self.faces_of(Bits(tuple(eligible)), legal)
        faces += [0] * (self.words_of_actions - len(faces))
        last, at = divmod(self.finish, WORD)
        enough = codes.if_else(codes.has_bit(numbers, have), 1 << at, 0)
        faces[last] = codes.either(faces[last], enough)
        self.offer(legal, faces)

    def _apply(self) -> None:
        apply = self.function("apply", "code", about="One more card is picked, or it is enough.")
        seat = apply.named("s[TURN]")
        with apply.block(f"if code != {self.finish}:"):
            numbers = apply.named(f"numbers_{self.number}(s, k, {seat})")
            apply.changed()
            free = difference(self.cards("POOL"), self.cards("PICKED"))
            card = self.first_copy("code", apply.kept(free), apply)
            self.put(apply, "PICKED", 0, one_of(card, self.program.width))
            self._pick_from(apply)
            count = size(self.cards("PICKED"))
            with apply.block(f"if {numbers} >> {count} + 1:"):
                apply.line("return 0")
        self.put(apply, "MOVED", self.move_index, self.cards("PICKED"))
        apply.call(f"given_{self.number}", seat)
        apply.call(f"next_{self.number}")
        apply.line("return 0")

    def _pick_from(self, function: Function) -> None:
        """The next card picked is of the same face or a later one."""
        pack, width = self.program.rules.pack, self.program.width
        flat: list[int] = []
        for cards in pack.face_sets:
            first = (cards & -cards).bit_length() - 1 if cards else 0
            flat += split(pack.everything >> first << first, width)
        for number in range(width):
            at = codes.add(codes.multiply("code", width), number)
            code = self.program.tables.look_up("CARDS_FROM_FACE", flat, at)
            function.store(place("PICK_FROM", number), code)

    # --- what happens with the cards

    def _given(self) -> None:
        given = self.function("given", "seat", about="What happens with the cards that a seat has picked.")
        self.drop(given, "HANDS", "seat", self.cards("PICKED"))
        self.given(given)
        given.line("return 0")

    def given(self, function: Function) -> None:
        raise NotImplementedError

    def _arrived(self) -> None:
        arrived = self.function("arrived", about="Everybody has given.")
        self.arrived(arrived)
        arrived.line("return 0")

    def arrived(self, function: Function) -> None:
        """What is left to be done when all have picked."""
