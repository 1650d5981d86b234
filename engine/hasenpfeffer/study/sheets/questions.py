"""What a deal leaves open, as questions for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.suggest import choices_text
from hasenpfeffer.study.sheets.answers import all_pass_scores_nothing, values_of
from hasenpfeffer.study.sheets.needs import number_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.study.sheets.needs import Need, Needs
    from hasenpfeffer.study.sheets.players import Players
    from hasenpfeffer.study.sheets.telling import Telling


_MOST_CALLS: Final = 20


@dataclass(frozen=True, slots=True)
class Question:
    """What is still to be told of a deal. `default` is what an empty answer means, where it means anything."""

    text: str
    help: str
    """What can be answered."""
    lead: str
    tail: str = ""
    default: str | None = None

    @property
    def shown_default(self) -> str:
        """The value in the default."""
        words = (self.default or "").split()
        return {"no": "nobody"}.get(words[-1], words[-1]) if words else ""

    def answered(self, line: str, answer: str) -> str:
        """The line with the answer: between `lead` and `tail`, the words that say what it is about."""
        said = self.default if self.default is not None and not answer else f"{self.lead}{answer}{self.tail}"
        return f"{line}, {said}" if line else said


class Questions:
    """Asks for what scoring needs and a line does not tell."""

    def __init__(self, rules: CompiledRules, needs: Needs, players: Players) -> None:
        self.rules = rules
        self.needs = needs
        self.players = players

    def of(self, told: Telling, dealer: int) -> Iterator[Question]:
        """What is missing of a deal, one thing after the other."""
        if told.is_thrown_in or (told.is_passed and all_pass_scores_nothing(self.rules)):
            return
        if self.needs.call and not told.is_passed:
            if told.call < 0:
                yield self._of_call(told)
            if told.declarer < 0:
                called = self.rules.calls[told.call].text
                yield Question(f"who called {called}", f"say a player: {', '.join(self.players.names)}", "")
        for need in self.needs.asked:
            yield from self._of_need(need, told, dealer)

    def _of_call(self, told: Telling) -> Question:
        """What was called, and by whom if that is open too."""
        calls = choices_text([call.text for call in self.rules.calls], "", _MOST_CALLS)
        if told.declarer >= 0:
            name, seat = self.players.names[told.declarer], self.rules.seating.names[told.declarer]
            return Question(f"what did {name} call", f"say a call: {calls}", f"{seat} ")
        example = f"{self.players.names[0]} {self.rules.calls[-1].text}"
        return Question(
            "what was called, and by whom", f"say both, as in `{example}`; the calls are {calls}", ""
        )

    def _of_need(self, need: Need, told: Telling, dealer: int) -> Iterator[Question]:
        values = told.values.get(need.name, {})
        if need.kind is Kind.YESNO and need.whose:
            if not values:
                nobody = f"{self.rules.seating.names[0]} {need.name} no"
                help = f"say a player, or nobody: {', '.join(self.players.names)}"
                yield Question(f"{need.name}: whose", help, "", f" {need.name}", nobody)
            return
        is_told_itself = (
            need.name in self.rules.ruleset.terms and need.name not in self.rules.ruleset.settings
        )
        default = "0" if is_told_itself and need.kind is Kind.NUMBER else None
        if not need.whose:
            if not values and not self._is_in_call(need, told):
                answers = values_of(self.rules, need.name)
                choices = f" ({', '.join(answers)})" if answers else ""
                lead = f"{need.name} "
                yield Question(
                    f"{need.name}{choices}", self._help(need), lead, "", default and lead + default
                )
            return
        if need.is_shared and values and need.whose != "seat":
            return
        groups = list(self._groups(need, told, dealer))
        missing = [group for group in groups if group not in values]
        if need.is_shared and len(missing) == 1 and len(groups) > 1:
            return
        for who in missing:
            lead = f"{who} {need.name} "
            text = f"{need.name} of {self.players.shown(who, told)}"
            yield Question(text, self._help(need), lead, "", default and lead + default)

    def _groups(self, need: Need, told: Telling, dealer: int) -> Iterator[str]:
        """Who is asked one after the other."""
        seating = self.rules.seating
        if need.whose == "side" and told.declarer >= 0:
            yield from need.sides
        elif need.whose == "seat":
            yield from (seating.names[seat] for seat in seating.turns_after(dealer, seating.everybody))
        else:
            yield from seating.team_names

    def _help(self, need: Need) -> str:
        """What can be answered when something is asked for."""
        match need.kind:
            case Kind.NUMBER:
                return f"say {number_text(need)}"
            case Kind.YESNO:
                return "say yes or no"
            case Kind.SEATS | Kind.TEAMS:
                return f"say one or more players, or nobody: {', '.join(self.players.names)}"
        values = values_of(self.rules, need.name)
        return f"say one of these: {', '.join(values)}" if values else f"say {need.kind.value}"

    def _is_in_call(self, need: Need, told: Telling) -> bool:
        return told.call >= 0 and self.rules.calls[told.call].field(need.name) is not None
