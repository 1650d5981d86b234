"""What the lowering of every step has in common: who is asked, in what order, and what is set."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, ClassVar

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.formulas.cards import holds, stored
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.values import Bits, Number, meet, one_of, split, union, wide
from hasenpfeffer.play.state import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.steps import Assignment, StepBase


class StepLowering:
    """One step. Its functions are called `begin_0`, `legal_0`, `apply_0` by its number.

    `legal` writes the actions that are open as bits into the state, in the order of the reference, and gives their
    number; `apply` is given the number of a bit. `asks`: whether it has those two at all.
    """

    asks: ClassVar[bool] = True
    asks_all: ClassVar[bool] = False
    """As in `play.player`: whether who sits out takes part where the step names them."""

    def __init__(self, formulas: Formulas, step: StepBase, number: int) -> None:
        self.formulas = formulas
        self.program = formulas.program
        self.step = step
        self.number = number
        self.actions = 0
        """How many codes of actions there are."""

    def lower(self) -> None:
        """Writes the functions of the step."""
        raise NotImplementedError

    # --- functions

    def function(self, name: str, *parameters: str, about: str) -> Function:
        return self.program.function(f"{name}_{self.number}", *parameters, about=about)

    def done(self, function: Function) -> None:
        """The step is finished."""
        function.store("STEP", self.number + 1)
        function.store("WAIT", 0)

    def go_to(self, function: Function, step: Code) -> None:
        function.store("STEP", step)
        function.store("WAIT", 0)

    def offer(self, function: Function, words: Sequence[Code]) -> None:
        """Writes the open actions, and gives back how many there are."""
        kept = [function.named(word) for word in words]
        for number, word in enumerate(kept):
            function.store(place("LEGAL", number), word)
        function.line(f"return {reduce(codes.add, map(codes.popcount, kept))}")

    @property
    def words_of_actions(self) -> int:
        return -(-self.actions // WORD)

    # --- conditions and seats

    def holds(self, function: Function, me: Code | None = None, *, closing: bool = False) -> Code:
        """Whether every condition of the step holds, asked for this seat."""
        return self.formulas.all_hold(self.step.conditions, function, Scope(me, closing=closing))

    def asked(self, function: Function, *, closing: bool = False) -> Code:
        """The seats of `who` for which the conditions hold. Seats that sit out have nothing to say."""
        if self.step.who is None:
            return 0
        out = "ABSENT" if self.asks_all else "SITTING"
        who = self.formulas.bits(self.step.who, function, Scope())
        mask = function.named(codes.without(who.only, f"s[{out}]"))
        if not self.step.conditions:
            return mask
        return self.those(function, mask, lambda seat: self.holds(function, seat))

    def those(self, function: Function, mask: Code, test: Callable[[Code], Code]) -> Code:
        """The seats of a set of which something is true."""
        found, seat = function.fresh(), function.fresh()
        function.line(f"{found} = 0")
        with function.block(f"for {seat} in range({self.program.seats}):"):
            with function.block(f"if {mask} >> {seat} & 1:"):
                holds = test(seat)
                with function.block(f"if {holds}:"):
                    function.line(f"{found} |= 1 << {seat}")
        return found

    def next_to(self, seat: Code) -> Code:
        """The seat whose turn follows."""
        seating = self.program.rules.seating
        if isinstance(seat, int) or not seating.count & (seating.count - 1):
            return codes.modulo(codes.add(seat, 1 if seating.clockwise else seating.count - 1), seating.count)
        last = seating.count - 1
        return (
            f"({seat} + 1 if {seat} != {last} else 0)"
            if seating.clockwise
            else f"({seat} - 1 if {seat} else {last})"
        )

    def first(self, opens: Typed | None, function: Function, *, closing: bool = False) -> Code:
        """Who is the first in turn: whom `opens` names, otherwise the dealer's next."""
        after = self.next_to("s[DEALER]")
        if opens is None:
            return function.named(after)
        return self.first_of(opens, function, Scope(closing=closing), after)

    def first_of(self, seats: Typed, function: Function, scope: Scope, otherwise: Code) -> Code:
        """The first seat, in turn after the dealer, that a formula names; where it names nobody, the other."""
        named = self.formulas.bits(seats, function, scope)
        return self.first_named(named, function, otherwise)

    def first_named(self, named: Bits, function: Function, otherwise: Code) -> Code:
        if named.index is not None:
            return function.named(named.index)
        mask = function.named(named.only)
        test = codes.compare("!=", mask, 0)
        return function.named(codes.if_else(test, f"first_after(s, k, s[DEALER], {mask})", otherwise))

    # --- asking one after the other

    def queue(self, function: Function, mask: Code, opens: Typed | None) -> None:
        """These seats are asked one after the other."""
        first = self.first(opens, function)
        function.store("QUEUE", mask)
        function.store("QUEUE_FIRST", first)

    def ask_next(self, function: Function) -> None:
        """Asks the first seat of the queue; a step whose queue is empty is done."""
        with function.block("if s[QUEUE]:"):
            function.store("TURN", "first_from(s, k, s[QUEUE_FIRST], s[QUEUE])")
            function.store("WAIT", 1)
        with function.block("else:"):
            self.done(function)

    def leave_queue(self, function: Function, seat: Code) -> None:
        function.line(f"s[QUEUE] &= ~{codes.bit(seat)}")

    # --- what is set

    def assign(
        self, sets: Sequence[Assignment], function: Function, me: Code | None = None, *, closing: bool = False
    ) -> None:
        """Gives settings their new values, all worked out before any changes."""
        if not sets:
            return
        scope = Scope(me, closing=closing)
        worked_out = []
        for one in sets:
            value = function.kept(self._kept_within(one, self.formulas.value(one.value, function, scope)))
            seats = None if one.seat is None else self.formulas.bits(one.seat, function, scope)
            worked_out.append((one.name, value, None if seats is None else function.kept(seats)))
        for name, value, whose in worked_out:
            if whose is None:
                self.formulas.settings.write(name, value, function)
            else:
                self.formulas.settings.write_own(name, whose, value, function)
        self.settle(function)

    def _kept_within(self, one: Assignment, value: Value) -> Value:
        """A number as a state keeps it. What is worked out from itself again and again would grow without end."""
        type_ = one.value.type
        if not isinstance(value, Number) or -LARGEST < type_.low <= type_.high < LARGEST:
            return value
        most = LARGEST * value.denominator
        return Number(f"max({-most}, min({most}, {value.code}))", value.denominator)

    def settle(self, function: Function) -> None:
        """Works out the contract anew, since what it depends on may have changed."""
        function.call("settle")

    # --- cards

    def cards(self, name: str, index: Code = 0) -> Bits:
        return stored(self.program, name, index)

    def put(self, function: Function, name: str, index: Code, cards: Bits) -> None:
        """Adds cards to a set of the state."""
        for word, code in enumerate(wide(cards, self.program.width)):
            if code != 0:
                function.line(f"s[{place(name, index, self.program.width, word)}] |= {code}")

    def drop(self, function: Function, name: str, index: Code, cards: Bits) -> None:
        """Takes cards out of a set of the state."""
        for word, code in enumerate(wide(cards, self.program.width)):
            if code != 0:
                function.line(f"s[{place(name, index, self.program.width, word)}] &= ~{code}")

    def write(self, function: Function, name: str, index: Code, cards: Bits) -> None:
        for word, code in enumerate(wide(cards, self.program.width)):
            function.store(place(name, index, self.program.width, word), code)

    def one_card(self, card: Code, function: Function) -> Bits:
        """A set of one card, that may be written twice."""
        return function.kept(one_of(card, self.program.width))

    def top(self, function: Function, cards: Bits, count: Code) -> Bits:
        """So many of these cards, those dealt first."""
        names = [function.fresh() for _ in range(self.program.width)]
        left, at = function.fresh(), function.fresh()
        for name in names:
            function.line(f"{name} = 0")
        function.line(f"{left} = {count}")
        with function.block(f"for {at} in range({self.program.cards}):"):
            with function.block(f"if {left} <= 0:"):
                function.line("break")
            card = function.named(f"s[PACK + {at}]")
            with function.block(f"if {holds(cards, card)}:"):
                for name, word in zip(names, one_of(card, self.program.width).words, strict=True):
                    function.line(f"{name} |= {word}")
                function.line(f"{left} -= 1")
        return Bits(tuple(names))

    def move_out(self, function: Function, cards: Bits) -> None:
        """Takes cards from wherever they lie."""
        for name, count in (
            ("HANDS", self.program.seats),
            ("PILES", len(self.program.rules.pile_index)),
            ("TAKEN", self.program.seats),
            ("ASIDE", self.program.seats),
        ):
            for index in range(count):
                self.drop(function, name, index, cards)

    def in_reach(self, cards: Bits) -> Bits:
        """Those of the cards that can be moved: not those still to be dealt, nor those of the trick in progress."""
        there = [
            self.cards(name, seat)
            for name in ("HANDS", "TAKEN", "ASIDE")
            for seat in range(self.program.seats)
        ]
        there += [self.cards("PILES", index) for index in range(len(self.program.rules.pile_index))]
        return meet(cards, reduce(union, there))

    def all_cards(self) -> Bits:
        return Bits(split(self.program.rules.pack.everything, self.program.width))

    # --- faces

    @property
    def faces(self) -> int:
        return len(self.program.rules.pack.faces)

    def faces_of(self, cards: Bits, function: Function) -> list[Code]:
        """The faces of cards, as bits; where every card is a face of its own they are the cards."""
        pack, width = self.program.rules.pack, -(-self.faces // WORD)
        if pack.cards == tuple(range(pack.size)):
            return [*cards.words]
        names = [function.fresh() for _ in range(width)]
        for name in names:
            function.line(f"{name} = 0")
        for number, word in enumerate(cards.words):
            left, face = function.fresh(), function.fresh()
            function.line(f"{left} = {word}")
            with function.block(f"while {left}:"):
                card = f"(lowest({left}) + {WORD * number})" if number else f"lowest({left})"
                function.line(f"{face} = {self.program.tables.look_up('FACE', pack.cards, card)}")
                for name, code in zip(names, one_of(face, width).words, strict=True):
                    function.line(f"{name} |= {code}")
                function.line(f"{left} &= {left} - 1")
        return [*names]

    def first_copy(self, face: Code, among: Bits, function: Function) -> Code:
        """The first card of this face among these."""
        pack, width = self.program.rules.pack, self.program.width
        if pack.cards == tuple(range(pack.size)):
            return face
        flat = [word for cards in pack.face_sets for word in split(cards, width)]
        look_up = self.program.tables.look_up
        there = [
            function.named(
                codes.both(look_up("FACE_CARDS", flat, codes.add(codes.multiply(face, width), number)), word)
            )
            for number, word in enumerate(among.words)
        ]
        found: Code = codes.add(codes.lowest(there[-1]), WORD * (len(there) - 1))
        for number in range(len(there) - 2, -1, -1):
            found = codes.if_else(there[number], codes.add(codes.lowest(there[number]), WORD * number), found)
        return function.named(found)
