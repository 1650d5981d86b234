"""A score sheet in words: each deal as it was told, what each line of the rules paid, and the table of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.report.document import Table
from hasenpfeffer.report.english import listed, number
from hasenpfeffer.seats import members
from hasenpfeffer.study.cases.words import Words
from hasenpfeffer.study.sheets.answers import values_of
from hasenpfeffer.study.sheets.phrases import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.state import Number
    from hasenpfeffer.study.sheets import Entered, Sheet
    from hasenpfeffer.study.sheets.needs import Need

_MOST_CALLS: Final = 20


class SheetTeller:
    """Tells what stands on a sheet, by the names of the players."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.rules = sheet.rules
        own = sheet.players.names != self.rules.seating.names
        teams = self.rules.seating.teams
        self.accounts = tuple(map(sheet.players.named, teams)) if own else self.rules.accounts

    # --- one deal

    def told(self, entered: Entered) -> list[str]:
        """A deal that was just entered: what was understood, what it paid, and how the game stands."""
        state = entered.state
        lines = [f"deal {state.deal_number}: {self._summary(entered)}"]
        if not state.thrown_in:
            lines += [f"{line.line}: {self._gains(line.points)}" for line in state.lines if any(line.points)]
            if not any(any(line.points) for line in state.lines):
                lines.append("nobody scores")
        lines.append(f"score: {self.scores(state.scores)}")
        lines.append(self.standing())
        return lines

    def standing(self) -> str:
        """Who deals next, or who has won."""
        state = self.sheet.state
        if not self.sheet.is_over:
            return f"{self.sheet.players.names[state.dealer]} deals"
        if state.unfinished:
            return f"unfinished: a game ends after {state.deal_number} deals"
        winners = [self.accounts[account] for account in members(state.winners)]
        return f"{listed(winners)} {'wins' if len(winners) == 1 else 'share'} the game"

    def scores(self, points: Sequence[Number]) -> str:
        return ", ".join(
            f"{account} {number(score)}" for account, score in zip(self.accounts, points, strict=True)
        )

    def why(self, entered: Entered) -> Iterator[str]:
        """Which line of the rules paid what in a deal, where it stands, and what the terms in it came to."""
        state = entered.state
        if state.thrown_in:
            yield "the deal was thrown in: nothing is scored"
            return
        env = Environment(entered.rules, self._before(entered), closing=True)
        paid = {line.line: line for line in state.lines}
        told: set[str] = set()
        for line in self.rules.ruleset.scoring:
            found = paid.get(line.name)
            result = "does not count" if found is None else self._gains(found.points)
            yield f"{line.name}: {result} ({line.place.line})"
            for formula in (line.condition, line.amount if found is not None else None):
                if formula is not None:
                    yield from self._terms(formula, env, entered, told)

    def table(self) -> Table:
        """The sheet as a table: the points of each deal with the score after it."""
        rows = tuple(self._row(entered) for entered in self.sheet.deals)
        return Table(("Deal", "Dealer", "Told", *self.accounts), rows)

    def _row(self, entered: Entered) -> tuple[str, ...]:
        state = entered.state
        cells = [
            f"{number(score)} ({_signed(points)})" if points else number(score)
            for score, points in zip(state.scores, state.this_deal, strict=True)
        ]
        dealer = self.sheet.players.names[state.dealer]
        return (str(state.deal_number), dealer, self._summary(entered), *cells)

    def help(self) -> Iterator[str]:
        """What can be said of a deal, in the words of these rules."""
        yield f"a deal in one line, in any order; for example: {self._example()}"
        yield f"players: {', '.join(self.sheet.players.names)}"
        teams = [name for name in self.rules.accounts if name not in self.rules.seating.names]
        sides = [*teams, *(SIDES if self.sheet.needs.call else ())]
        if sides:
            yield f"sides: {', '.join(sides)}"
        if self.sheet.needs.call:
            calls = [call.text for call in self.rules.calls]
            more = f", … ({len(calls)} in all)" if len(calls) > _MOST_CALLS else ""
            yield f"calls: {', '.join(calls[:_MOST_CALLS])}{more}; or pass, if nobody calls"
        for need in self.sheet.needs.all:
            values = values_of(self.rules, need.name)
            answers = ", ".join(values) or need.kind.value
            whose = {"side": ", of a side", "account": ", of a side", "seat": ", of a player"}.get(
                need.whose, ""
            )
            asked = "" if need.is_asked else "; need not be told"
            yield f"{need.name}: {answers}{whose}{asked}"

    def _example(self) -> str:
        people, parts = self.sheet.players.names, []
        if self.sheet.needs.call:
            call = self.rules.calls[len(self.rules.calls) // 2]
            parts.append(f"{people[0]} {call.text}")
        for need in self.sheet.needs.asked:
            values = values_of(self.rules, need.name)
            if values:
                parts.append(f"{need.name} {values[0]}")
            elif need.kind is Kind.NUMBER:
                parts.append(f"{self._whose(need)}3 {need.name}")
        return ", ".join(parts)

    def _whose(self, need: Need) -> str:
        if need.whose == "side" or not need.whose:
            return ""
        return f"{self.sheet.players.names[0] if need.whose == 'seat' else self.rules.accounts[0]} "

    # --- what was told

    def _summary(self, entered: Entered) -> str:
        """`south 4, hearts, alone; 5 tricks`"""
        told, rules = entered.told, self.rules
        if entered.state.thrown_in:
            return "thrown in"
        parts = []
        if told.call >= 0:
            who = self.sheet.players.names[told.declarer]
            calls = [rules.calls[call].text for call in (told.call, *told.others)]
            parts.append(" ".join([who, *(["forced"] if told.is_forced else []), *calls]))
        elif told.is_passed:
            parts.append("all pass")
        if told.is_alone:
            lone = [self.sheet.players.names[seat] for seat in told.lone if seat != told.declarer]
            parts.append(f"{listed(lone)} alone" if lone else "alone")
        for name, values in told.values.items():
            parts += [
                self._value(name, who, value, entered) for who, value in values.items() if value != "no"
            ]
        return ", ".join(parts)

    def _value(self, name: str, who: str, value: str, entered: Entered) -> str:
        if not who:
            return value if value in values_of(self.rules, name) and value != "yes" else f"{name} {value}"
        need = self.sheet.needs.named(name)
        noun = name.removesuffix("s") if value == "1" and name.endswith("s") else name
        said = name if value == "yes" else f"{value} {noun}"
        is_plain = who == "declarers" and need is not None and need.whose != "seat"
        return said if is_plain else f"{self.sheet.players.shown(who, entered.told)} {said}"

    def _gains(self, points: Sequence[Number]) -> str:
        gains = [
            f"{account} {_signed(amount)}"
            for account, amount in zip(self.accounts, points, strict=True)
            if amount
        ]
        return ", ".join(gains) or "nothing"

    # --- what the terms came to

    def _before(self, entered: Entered) -> Any:
        state = entered.state
        scores = tuple(a - b for a, b in zip(state.scores, state.this_deal, strict=True))
        return state._replace(scores=scores)

    def _terms(self, formula: Typed, env: Environment, entered: Entered, told: set[str]) -> Iterator[str]:
        """Each term that a formula reaches, once, with what it came to."""
        terms = self.rules.ruleset.terms
        for part in formula.walk():
            name = str(part.value)
            if part.op != "term" or part.args or name in told or name not in terms:
                continue
            told.add(name)
            term = terms[name]
            value = entered.rules.formula(part)(env)
            kind = part.type.kind
            if kind in (Kind.NUMBER, Kind.YESNO, Kind.SEATS, Kind.SUITS):
                shown = number(value) if kind is Kind.NUMBER else Words(entered.rules).show(kind, value)
                yield f"  {name} is {shown} ({self._place(name, entered) or term.place.line})"
            if term.body is not None and not self._place(name, entered):
                yield from self._terms(term.body, env, entered, told)

    def _place(self, name: str, entered: Entered) -> str:
        """Where the call says what the term is in this deal, if it does."""
        call = self.rules.calls[entered.told.call] if entered.told.call >= 0 else None
        return call.place.line if call is not None and call.field(name) is not None else ""


def _signed(points: Number) -> str:
    return f"+{number(points)}" if points > 0 else number(points)
