"""A score sheet in words: each deal as it was told, what each line of the rules paid, and the table of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.report.document import Table
from hasenpfeffer.report.english import listed, number
from hasenpfeffer.report.explain.phrases import Phrases
from hasenpfeffer.seats import members
from hasenpfeffer.study.sheets.answers import values_of
from hasenpfeffer.study.sheets.needs import number_text
from hasenpfeffer.study.sheets.phrases import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.ruleset.model import ScoreLine
    from hasenpfeffer.study.sheets import Entered, Sheet
    from hasenpfeffer.study.sheets.figures import Figure
    from hasenpfeffer.study.sheets.needs import Need
    from hasenpfeffer.study.sheets.telling import Telling

_MOST_CALLS: Final = 20


class SheetTeller:
    """Tells what stands on a sheet, by the names of the players."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.rules = sheet.rules
        self.accounts = sheet.players.accounts
        self._say = Phrases(self.rules.ruleset)

    # --- one deal

    def told(self, entered: Entered) -> list[str]:
        """A deal that was just entered: what was understood, what it paid, and how the game stands."""
        state = entered.state
        lines = [self.in_a_line(entered)]
        lines += [f"{line.name}: {self._gains(paid.points)}" for line, paid in entered.paid]
        if not entered.paid and not state.thrown_in:
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
        """Which line of the rules paid what in a deal, under which condition, and the numbers that it rests on."""
        yield self.in_a_line(entered)
        if entered.state.thrown_in:
            yield "nothing is scored of a deal that is thrown in"
            return
        if not entered.paid:
            yield "no line of the scoring pays anything"
        for line, paid in entered.paid:
            clause = self._clause(line)
            yield f"{line.name}: {self._gains(paid.points)}{clause and f', because {clause}'} ({line.place.line})"
        figures = "; ".join(self._figure(figure, entered) for figure in entered.figures())
        if figures:
            yield figures

    def _clause(self, line: ScoreLine) -> str:
        """The condition of a line in words; that of a term by what the term means."""
        condition = line.condition
        if condition is None:
            return ""
        is_not = condition.op == "not"
        named = condition.args[0] if is_not else condition
        if named.op == "term" and not named.args and str(named.value) in self.rules.ruleset.terms:
            return self._say.condition(self._say.simplifier.body(str(named.value)), not is_not)
        return self._say.condition(condition)

    def _figure(self, figure: Figure, entered: Entered) -> str:
        """`bid 4`; `tricks: north-south 5, east-west 1`"""
        values = [(who, value if isinstance(value, str) else number(value)) for who, value in figure.by]
        if [who for who, _ in values] == [""]:
            return f"{figure.name} {values[0][1]}"
        shown = [f"{self.sheet.players.shown(who, entered.told)} {value}" for who, value in values]
        return f"{figure.name}: {', '.join(shown)}"

    def table(self) -> Table:
        """The sheet as a table: the points of each deal with the score after it."""
        rows = tuple(self._row(entered) for entered in self.sheet.deals)
        return Table(("Deal", "Dealer", "Told", *self.accounts), rows)

    def lines(self) -> Iterator[str]:
        """The sheet as one line a deal, each with the score after it."""
        for entered in self.sheet.deals:
            yield f"{self.in_a_line(entered)}: {self.scores(entered.state.scores)}"

    def in_a_line(self, entered: Entered) -> str:
        """`deal 2: south 4 hearts, 5 tricks`; `deal 2, thrown in`"""
        heading = self._heading(entered.state)
        return f"{heading}, thrown in" if entered.state.thrown_in else f"{heading}: {self._summary(entered)}"

    @property
    def next_deal(self) -> str:
        """The deal that is to be told: `deal 3`; `deal 3 again` after one that was thrown in."""
        return self._heading(self.sheet.state)

    @staticmethod
    def _heading(state: State) -> str:
        return f"deal {state.deal_number}{' again' if state.redeals else ''}"

    def _row(self, entered: Entered) -> tuple[str, ...]:
        state = entered.state
        cells = [
            f"{number(score)} ({_signed(points)})" if points else number(score)
            for score, points in zip(state.scores, state.this_deal, strict=True)
        ]
        dealer = self.sheet.players.names[state.dealer]
        told = "thrown in" if state.thrown_in else self._summary(entered)
        return (self._heading(state).removeprefix("deal "), dealer, told, *cells)

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
            plain = number_text(need) if need.kind is Kind.NUMBER else need.kind.value
            answers = ", ".join(values) or plain
            whose = {"side": ", of a side", "account": ", of a side", "seat": ", of a player"}.get(
                need.whose, ""
            )
            asked = "" if need.is_asked else "; need not be told"
            yield f"{need.name}: {answers}{whose}{asked}"

    def _example(self) -> str:
        names, parts = self.sheet.players.names, []
        if self.sheet.needs.call:
            call = self.rules.calls[len(self.rules.calls) // 2]
            parts.append(f"{names[0]} {call.text}")
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
        """`south 4 hearts, alone, 5 tricks`"""
        told, rules, names = entered.told, self.rules, self.sheet.players.names
        parts = [
            (who, self._value(name, who, value, entered))
            for name, values in told.values.items()
            for who, value in values.items()
            if value != "no"
        ]
        chosen, results = [text for who, text in parts if not who], [text for who, text in parts if who]
        if told.call < 0:
            return ", ".join(["all pass"] * told.is_passed + chosen + self._alone(told) + results)
        calls = [rules.calls[call].text for call in (told.call, *told.others)]
        called = " ".join([names[told.declarer], *(["forced"] if told.is_forced else []), *calls])
        if chosen and chosen[0] in values_of(rules, next(iter(told.values))):
            called, chosen = f"{called} {chosen[0]}", chosen[1:]
        return ", ".join([called, *self._alone(told), *chosen, *results])

    def _alone(self, told: Telling) -> list[str]:
        """Who went alone: `alone` for whoever called, others by name."""
        names = self.sheet.players.names
        return ["alone" if seat == told.declarer else f"{names[seat]} alone" for seat in told.lone]

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


def _signed(points: Number) -> str:
    return f"+{number(points)}" if points > 0 else number(points)
