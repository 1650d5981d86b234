"""Settings in the state: whether a value is set, for all or for each seat, and whether it is a formula."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.layout import Lasts, place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.setting_values import SettingValues
from hasenpfeffer.kernel.values import Bits, Number, Truth, is_some, known_bits
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.program import Program
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed

    Fields = Sequence[tuple[str, Typed]]

UNSET, FOR_ALL, BY_SEAT, FORMULA = 0, 1, 2, 3
"""How a setting stands; `FORMULA` and what follows say which formula is worked out when it is read."""


class Settings:
    """Reads and writes the settings of a program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._values = SettingValues(program)
        self._numbers = {name: number for number, name in enumerate(program.ruleset.settings)}
        self._formulas: dict[str, list[Typed]] = {name: [] for name in self._numbers}
        self._worked_out: Callable[[Typed, Function, Scope], Value] | None = None
        for name in self._numbers:
            self._put(name)

    def use(self, worked_out: Callable[[Typed, Function, Scope], Value]) -> None:
        """Takes what works out a formula."""
        self._worked_out = worked_out

    def _put(self, name: str) -> None:
        layout, width, seats = self._program.layout, self._values.width(name), self._program.seats
        layout.put(self._mode(name))
        layout.put(self._whole(name), width, Lasts.MOMENT)
        layout.put(self._by(name), lasts=Lasts.MOMENT)
        if self._program.ruleset.settings[name].per_seat:
            layout.put(self._own(name), seats * width, Lasts.MOMENT)
            layout.put(self._has(name), lasts=Lasts.MOMENT)

    # --- reading

    def read(self, name: str, function: Function, scope: Scope, otherwise: Callable[[], Value]) -> Value:
        """What the call in question or the state has set; where nothing is set, the other value."""
        return self.from_call(name, function, scope, lambda: self._stored(name, function, scope, otherwise))

    def read_own(
        self, name: str, seats: Bits, function: Function, scope: Scope, otherwise: Callable[[], Value]
    ) -> Value:
        """The setting as one seat has it: its own, or the one for all."""
        mode = function.named(f"s[{self._mode(name)}]")
        seat = self._seat(seats, function)

        def own() -> Value:
            if not self._program.ruleset.settings[name].per_seat:
                return otherwise()
            has = codes.has_bit(f"s[{self._has(name)}]", seat)
            return function.decided(has, lambda: self._value(name, self._own(name), seat), otherwise)

        def stored() -> Value:
            return function.decided(
                codes.compare("==", mode, BY_SEAT),
                own,
                lambda: self._stored(name, function, scope, otherwise),
            )

        return function.decided(
            codes.both_hold(codes.compare("!=", mode, UNSET), is_some(seats)), stored, otherwise
        )

    def _seat(self, seats: Bits, function: Function) -> Code:
        """The seat of a set; of several the first in turn after the dealer."""
        if seats.index is not None:
            return function.named(seats.index)
        return function.named(f"first_after(s, k, s[DEALER], {seats.only})")

    def _stored(self, name: str, function: Function, scope: Scope, otherwise: Callable[[], Value]) -> Value:
        """The value for all."""
        mode = function.named(f"s[{self._mode(name)}]")
        value: Callable[[], Value] = lambda: self._value(name, self._whole(name), 0)  # noqa: E731
        for number, formula in enumerate(self._formulas[name]):
            value = self._or_formula(name, mode, number, formula, function, scope, value)
        return function.decided(codes.compare("!=", mode, UNSET), value, otherwise)

    def _or_formula(
        self,
        name: str,
        mode: Code,
        number: int,
        formula: Typed,
        function: Function,
        scope: Scope,
        otherwise: Callable[[], Value],
    ) -> Callable[[], Value]:
        def worked_out() -> Value:
            assert self._worked_out is not None
            bound = Scope(
                f"s[{self._by(name)}]", scope.bound, scope.closing, scope.now, scope.call, scope.contract
            )
            return self._worked_out(formula, function, bound)

        return lambda: function.decided(codes.compare("==", mode, FORMULA + number), worked_out, otherwise)

    def from_call(self, name: str, function: Function, scope: Scope, otherwise: Callable[[], Value]) -> Value:
        """A constant field of the call that `allowed` asks about; elsewhere the other value."""
        fields = self._program.rules.fields
        if scope.call is None or not any(name in one for one in fields):
            return otherwise()
        has = self._program.tables.look_up(
            f"CALL_HAS_{spelled(name)}", [int(name in one) for one in fields], scope.call
        )
        return function.decided(
            codes.compare("!=", has, 0), lambda: self._field(name, scope.call or 0), otherwise
        )

    def _field(self, name: str, call: Code) -> Value:
        """A constant field of a call."""
        width = self._values.width(name)
        rows = [self._values.encoded(name, one.get(name)) for one in self._program.rules.fields]
        flat = [word for row in rows for word in row]
        return self._values.decoded(
            name,
            tuple(
                self._program.tables.look_up(
                    f"CALL_{spelled(name)}", flat, codes.add(codes.multiply(call, width), word)
                )
                for word in range(width)
            ),
        )

    # --- writing

    def write(self, name: str, value: Value, function: Function) -> None:
        """Gives a setting a value for all."""
        for word, code in enumerate(self._values.codes(name, value)):
            function.store(place(self._whole(name), 0, 1, word), code)
        function.store(self._mode(name), FOR_ALL)

    def write_own(self, name: str, seats: Bits, value: Value, function: Function) -> None:
        """Gives a setting a value for these seats, and for all where there are none."""
        if seats.is_known and not seats.known:
            self.write(name, value, function)
            return
        parts = [function.named(code) for code in self._values.codes(name, value)]
        if seats.index is None:
            mask = function.named(seats.only)
            with function.block(f"if {mask} == 0:"):
                self.write(name, value, function)
            with function.block(f"for seat in range({self._program.seats}):"):
                with function.block(f"if {mask} >> seat & 1:"):
                    self._write_seat(name, "seat", parts, function)
        else:
            self._write_seat(name, function.named(seats.index), parts, function)

    def _write_seat(self, name: str, seat: Code, parts: Sequence[Code], function: Function) -> None:
        with function.block(f"if s[{self._mode(name)}] != {BY_SEAT}:"):
            function.store(self._mode(name), BY_SEAT)
            function.store(self._has(name), 0)
        for word, code in enumerate(parts):
            function.store(place(self._own(name), seat, len(parts), word), code)
        function.line(f"s[{self._has(name)}] |= {codes.bit(seat)}")
        function.changed()

    def supply(
        self, supplies: Sequence[Fields], chosen: Code, by: Code, function: Function, label: str
    ) -> None:
        """Puts the fields of one of several calls or options in force: the one of this number."""
        names = dict.fromkeys(name for fields in supplies for name, _ in fields)
        for name in names:
            self._supply(name, [dict(fields).get(name) for fields in supplies], chosen, by, function, label)

    def _supply(
        self,
        name: str,
        values: Sequence[Typed | None],
        chosen: Code,
        by: Code,
        function: Function,
        label: str,
    ) -> None:
        modes = [self._mode_of(name, value) for value in values]
        rows = [
            self._values.encoded(name, None if value is None or not value.is_constant else value.value)
            for value in values
        ]
        look_up, width = self._program.tables.look_up, self._values.width(name)
        mode = function.named(look_up(f"{label}_SETS_{spelled(name)}", modes, chosen))

        def put() -> None:
            function.store(self._mode(name), mode)
            flat = [word for row in rows for word in row]
            for word in range(width):
                at = codes.add(codes.multiply(chosen, width), word)
                code = look_up(f"{label}_{spelled(name)}", flat, at)
                function.store(place(self._whole(name), 0, 1, word), code)
            if any(mode >= FORMULA for mode in modes):
                function.store(self._by(name), by)

        if isinstance(mode, int):
            if mode:
                put()
            return
        with function.block(f"if {mode}:"):
            put()

    def copy_whole(self, names: Iterable[str], function: Function, suffix: str, *, back: bool) -> None:
        """Keeps how settings stand for all, or puts them back as they were kept."""
        for name in names:
            for kind in (self._mode(name), self._whole(name), self._by(name)):
                self._copy(kind, function, suffix, back=back)

    def copy_all(self, name: str, function: Function, *, back: bool) -> None:
        """Keeps a setting as it stands, for all and by seat, or puts it back."""
        self.copy_whole((name,), function, "KEPT", back=back)
        if self._program.ruleset.settings[name].per_seat:
            for kind in (self._own(name), self._has(name)):
                self._copy(kind, function, "KEPT", back=back)

    def _copy(self, kind: str, function: Function, suffix: str, *, back: bool) -> None:
        layout, kept = self._program.layout, f"{kind}_{suffix}"
        if kept not in layout:
            layout.put(kept, layout.count(kind), Lasts.MOMENT)
        source, target = (kept, kind) if back else (kind, kept)
        for word in range(layout.count(kind)):
            function.store(place(target, 0, 1, word), f"s[{place(source, 0, 1, word)}]")

    def formulas(self, name: str) -> Sequence[Typed]:
        """The formulas that a setting can stand for."""
        return self._formulas[name]

    def note(self, supplies: Iterable[Fields]) -> None:
        """Takes in all formulas that calls or options supply, before anything is lowered."""
        for fields in supplies:
            for name, value in fields:
                self._mode_of(name, value)

    def _mode_of(self, name: str, value: Typed | None) -> int:
        if value is None:
            return UNSET
        if value.is_constant:
            return FOR_ALL
        known = self._formulas[name]
        for number, formula in enumerate(known):
            if formula is value:
                return FORMULA + number
        known.append(value)
        return FORMULA + len(known) - 1

    def _value(self, name: str, where: str, index: Code) -> Value:
        width = self._values.width(name)
        return self._values.decoded(
            name, tuple(f"s[{place(where, index, width, word)}]" for word in range(width))
        )

    # --- where it lies

    def _mode(self, name: str) -> str:
        return f"SET_{self._numbers[name]}_{spelled(name)}"

    def _whole(self, name: str) -> str:
        return f"{self._mode(name)}_VALUE"

    def _by(self, name: str) -> str:
        return f"{self._mode(name)}_BY"

    def _own(self, name: str) -> str:
        return f"{self._mode(name)}_OF_SEAT"

    def _has(self, name: str) -> str:
        return f"{self._mode(name)}_HAS"


def spelled(name: str) -> str:
    """A name of the file as part of a name in the program."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name).upper()


def empty_of(kind: Kind, width: int) -> Value:
    """What a value is before anything has set it."""
    if kind is Kind.NUMBER:
        return Number(0)
    return Truth(0) if kind is Kind.YESNO else known_bits(0, width)
