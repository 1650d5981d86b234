"""The end of a deal lowered: scoring lines in order, all targets of a line worked out before any is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.formulas.names import counter_place
from hasenpfeffer.kernel.layout import Lasts, place
from hasenpfeffer.kernel.program import Scope, refuse
from hasenpfeffer.kernel.values import Bits, Number, known_bits, one_of
from hasenpfeffer.play.state import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.ruleset.model import ScoreLine
    from hasenpfeffer.ruleset.steps import Assignment


class ScoringLowering:
    """Writes `score_lines(s, k)`: pays every line into THIS_DEAL and remembers which have counted."""

    def __init__(self, formulas: Formulas) -> None:
        self._formulas = formulas
        self._program = formulas.program
        self._lines = self._program.ruleset.scoring
        self._unit = self._program.denominators.unit

    def lower(self) -> None:
        layout = self._program.layout
        layout.put("LINES", max(-(-len(self._lines) // WORD), 1))
        layout.put("PAYMENTS", self._program.accounts, Lasts.MOMENT)
        by_line = any(first.order_of_scoring for first in self._program.ruleset.game_end.first_out)
        layout.put("LINE_POINTS", self._program.accounts * len(self._lines) if by_line else 1)
        self._keeps_points = by_line
        for number in range(len(self._lines)):
            self._line(number)
        whole = self._program.function("score_lines", about="Pays every scoring line that counts.")
        dropped = self._dropped(whole)
        for number, line in enumerate(self._lines):
            if line.name in dropped:
                with whole.block(f"if {dropped[line.name]} == 0:"):
                    whole.call(f"line_{number}")
            else:
                whole.call(f"line_{number}")
        whole.line("return 0")

    def _dropped(self, function: Function) -> dict[str, str]:
        """For each line that another can count instead of, the name that says whether it does."""
        names: dict[str, str] = {}
        for line in self._lines:
            for other in line.instead_of:
                if other not in names:
                    names[other] = function.fresh()
                    function.line(f"{names[other]} = 0")
        for line in self._lines:
            if not line.instead_of:
                continue
            self._each_receiver(
                function,
                line,
                lambda _, scope, line=line: self._drops(function, line, scope, names),  # type: ignore[misc]
            )
        return names

    def _drops(self, function: Function, line: ScoreLine, scope: Scope, names: dict[str, str]) -> None:
        """Others are dropped where a line holds for a receiver."""
        holds: Code = 1
        if line.condition is not None:
            holds = self._formulas.truth(line.condition, function, scope)
        with function.block(f"if {holds}:"):
            for other in line.instead_of:
                function.line(f"{names[other]} = 1")

    def _each_receiver(self, function: Function, line: ScoreLine, do: Callable[[Bits, Scope], None]) -> None:
        """Writes what is done for each set of seats that a line is worked out for, one after the other."""
        who = self._formulas.bits(line.receivers.who, function, Scope(closing=True))
        mask = function.named(who.only)
        match line.receivers.each:
            case "seat":
                with function.members(mask) as seat:
                    do(*_receiver(one_of(seat)))
            case "team":
                for team in self._program.rules.seating.teams:
                    whole = codes.compare("==", codes.both(mask, team), team)
                    self._where(function, whole, _receiver(known_bits(team, 1)), do)
            case _:
                self._where(function, codes.compare("!=", mask, 0), _receiver(Bits((mask,))), do)

    @staticmethod
    def _where(
        function: Function, test: Code, receiver: tuple[Bits, Scope], do: Callable[[Bits, Scope], None]
    ) -> None:
        if isinstance(test, int):
            if test:
                do(*receiver)
            return
        with function.block(f"if {test}:"):
            do(*receiver)

    # --- one line

    def _line(self, number: int) -> None:
        line = self._lines[number]
        function = self._program.function(f"line_{number}", about=f"`{line.name}`.")
        writes = [*((one, True) for one in line.adds), *((one, False) for one in line.sets)]
        self._check_writes(line, writes)
        for account in range(self._program.accounts if line.amount is not None else 0):
            function.store(place("PAYMENTS", account), 0)
        for index in range(len(writes)):
            self._room(number, index)
        held = function.fresh()
        function.line(f"{held} = 0")

        def counts(seats: Bits, scope: Scope) -> None:
            if line.condition is None:
                self._counts(function, line, number, seats, scope, held, writes)
                return
            with function.block(f"if {self._formulas.truth(line.condition, function, scope)}:"):
                self._counts(function, line, number, seats, scope, held, writes)

        self._each_receiver(function, line, counts)
        with function.block(f"if {held} == 0:"):
            function.line("return 0")
        word, bit = divmod(number, WORD)
        function.line(f"s[{place('LINES', word)}] |= {1 << bit}")
        for account in range(self._program.accounts if line.amount is not None else 0):
            at = place("THIS_DEAL", account)
            function.store(at, self._within(f"(s[{at}] + s[{place('PAYMENTS', account)}])", self._unit))
            if self._keeps_points:
                at = place("LINE_POINTS", number * self._program.accounts + account)
                function.store(at, f"s[{place('PAYMENTS', account)}]")
        for index, (one, adds) in enumerate(writes):
            self._write(function, number, index, one, held, adds=adds)
        function.line("return 0")

    def _counts(
        self,
        function: Function,
        line: ScoreLine,
        number: int,
        seats: Bits,
        scope: Scope,
        held: str,
        writes: list[tuple[Assignment, bool]],
    ) -> None:
        """What a line brings for one receiver."""
        if line.amount is not None:
            amount = function.kept(self._formulas.number(line.amount, function, scope))
            code = amount.code
            if max(-line.amount.type.low, line.amount.type.high) > LARGEST:
                code = self._within(code, amount.denominator)
            amount = Number(codes.negate(code) if line.loses else code, amount.denominator)
            self._pay(function, line, seats, scope, amount)
        for index, (one, _) in enumerate(writes):
            value = self._formulas.number(one.value, function, scope)
            name = self._room(number, index)
            function.store(place(f"{name}_VALUE", held), value.over(self._of(one.name)))
            function.store(place(f"{name}_SEATS", held), seats.only)
        function.line(f"{held} += 1")

    def _pay(self, function: Function, line: ScoreLine, seats: Bits, scope: Scope, amount: Number) -> None:
        """A side's points go once to each account; where others pay, the receivers share what all of them pay."""
        if line.payers is not None:
            self._share(function, line, seats, scope, amount)
            return
        code = amount.over(self._unit)
        team_of = self._program.rules.seating.team_of
        if seats.index is not None:
            account = self._program.tables.look_up("TEAM", team_of, seats.index)
            if not line.receivers.weights:
                function.line(f"s[{place('PAYMENTS', account)}] += {code}")
                return
        code = function.named(code)
        if not line.receivers.weights:
            for account, team in enumerate(self._program.rules.seating.teams):
                paid = codes.if_else(codes.both(seats.only, team), code, 0)
                if paid != 0:
                    function.line(f"s[{place('PAYMENTS', account)}] += {paid}")
            return
        weights = [
            (function.named(self._formulas.bits(who, function, scope).only), weight)
            for who, weight in line.receivers.weights
        ]
        for account, team in enumerate(self._program.rules.seating.teams):
            share: Code = 0  # of several in a team who is named first decides
            for mask, weight in reversed(weights):
                share = codes.if_else(codes.compare("!=", codes.both(mask, team), 0), weight, share)
            function.line(f"s[{place('PAYMENTS', account)}] += {codes.multiply(code, share)}")

    def _weights(self, function: Function, line: ScoreLine, seats: Bits, scope: Scope) -> list[Code]:
        """By seat how many shares it has; 0 for who is no receiver."""
        if not line.receivers.weights:
            return [codes.has_bit(seats.only, seat) for seat in range(self._program.seats)]
        names = [function.fresh() for _ in range(self._program.seats)]
        for name in names:
            function.line(f"{name} = 0")
        for who, weight in line.receivers.weights:
            mask = function.named(self._formulas.bits(who, function, scope).only)
            for seat, name in enumerate(names):
                with function.block(f"if {name} == 0 and {mask} >> {seat} & 1:"):
                    function.line(f"{name} = {weight}")
        return [*names]

    def _share(self, function: Function, line: ScoreLine, seats: Bits, scope: Scope, amount: Number) -> None:
        assert line.payers is not None
        team_of = self._program.rules.seating.team_of
        code = function.named(amount.over(self._unit))
        payers = function.named(self._formulas.bits(line.payers, function, scope).only)
        weights = [function.named(one) for one in self._weights(function, line, seats, scope)]
        for seat, account in enumerate(team_of):
            payment = codes.if_else(codes.has_bit(payers, seat), code, 0)
            function.line(f"s[{place('PAYMENTS', account)}] -= {payment}")
        whole: Code = 0
        for weight in weights:
            whole = codes.add(whole, weight)
        whole = function.named(whole)
        total = function.named(codes.multiply(code, codes.popcount(payers)))
        with function.block(f"if {whole}:"):
            for seat, account in enumerate(team_of):
                part = f"{total} * {weights[seat]} // {whole}"
                function.line(f"s[{place('PAYMENTS', account)}] += {part}")

    # --- counters

    def _room(self, number: int, index: int) -> str:
        """Where a line keeps what it will write, receiver by receiver."""
        name = f"WRITE_{number}_{index}"
        if f"{name}_VALUE" not in self._program.layout:
            most = max(self._program.seats, self._program.accounts)
            self._program.layout.put(f"{name}_VALUE", most, Lasts.MOMENT)
            self._program.layout.put(f"{name}_SEATS", most, Lasts.MOMENT)
        return name

    def _check_writes(self, line: ScoreLine, writes: list[tuple[Assignment, bool]]) -> None:
        if len(writes) > 1 and line.receivers.each:
            names = [one.name for one, _ in writes]
            if len(set(names)) < len(names):
                raise refuse("a line that writes one counter twice for several receivers", line.place)

    def _write(
        self, function: Function, number: int, index: int, one: Assignment, held: str, *, adds: bool
    ) -> None:
        """Adds to a counter, or sets it; `score` sets the account itself. Receiver by receiver."""
        program, name, turn = self._program, self._room(number, index), function.fresh()
        with function.block(f"for {turn} in range({held}):"):
            function.changed()
            value = function.named(f"s[{place(f'{name}_VALUE', turn)}]")
            seats: Code = f"s[{place(f'{name}_SEATS', turn)}]"
            if one.seat is not None:
                seats = self._formulas.bits(one.seat, function, Scope(closing=True)).only
            seats = function.named(seats)
            if one.name == "score":
                self._each_account(function, seats, lambda account: self._set_score(function, account, value))
                return
            counter = program.ruleset.counters[one.name]
            where, unit = counter_place(self._formulas, one.name), program.denominators.counter(one.name)
            low, high = counter.type.low * unit, counter.type.high * unit

            def put(place_of: Code) -> None:
                at = place(where, place_of)
                new = f"s[{at}] + {value}" if adds else str(value)
                function.store(at, f"max({low}, min({high}, {self._within(f'({new})', unit)}))")

            if counter.of == "table":
                put(0)
            elif counter.of == "team":
                self._each_account(function, seats, put)
            else:
                for seat in range(program.seats):
                    with function.block(f"if {codes.has_bit(seats, seat)}:"):
                        put(seat)

    def _each_account(self, function: Function, seats: Code, do: Callable[[int], None]) -> None:
        for account, team in enumerate(self._program.rules.seating.teams):
            with function.block(f"if {codes.both(seats, team)}:"):
                do(account)

    def _set_score(self, function: Function, account: int, value: Code) -> None:
        function.store(
            place("THIS_DEAL", account), f"{self._within(value, self._unit)} - s[{place('SCORES', account)}]"
        )

    def _of(self, name: str) -> int:
        denominators = self._program.denominators
        return denominators.unit if name == "score" else denominators.counter(name)

    @staticmethod
    def _within(code: Code, unit: int) -> Code:
        """A number as a state keeps it: never beyond the largest."""
        if isinstance(code, int):
            return max(-LARGEST * unit, min(LARGEST * unit, code))
        return f"max({-LARGEST * unit}, min({LARGEST * unit}, {code}))"


def _receiver(seats: Bits) -> tuple[Bits, Scope]:
    return seats, Scope(bound={"seat": seats, "team": seats}, closing=True)
