"""Whose a value is: under which side, account or seat it is kept when a line is read."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.errors import CaseError
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.study.sheets.phrases import SIDES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.study.sheets.needs import Need, Needs


class Said(NamedTuple):
    """A value as it was said, `who` being named before it, before it is known whose it is."""

    need: Need
    who: str
    value: str


class Bare(NamedTuple):
    """A number of which nothing is said but whose it is. `might_call`: it is a call too, and several are named."""

    who: str
    number: str
    might_call: bool = False


def whole(needs: Needs, said: Sequence[Said], bare: Sequence[Bare]) -> list[Said]:
    """What was said, with each bare number given to the first thing of that seat or side that is still open."""
    found = list(said)
    open_needs = [need for need in needs.asked if need.kind is Kind.NUMBER]
    for number in bare:
        taken = {one.need.name for one in found if one.who == number.who or not one.need.whose}
        need = next((need for need in open_needs if need.name not in taken), None)
        if need is None:
            raise CaseError(f"what is the {number.number}? Say what it is the number of")
        found.append(Said(need, number.who, number.number))
    return found


class Owners:
    """Gives the values of one line to those whose they are. `has_calls`: somebody called, or will be said to have."""

    def __init__(self, rules: CompiledRules, declarer: int, *, has_calls: bool) -> None:
        self.rules = rules
        self.declarer = declarer
        self.has_calls = has_calls

    def values(self, said: Sequence[Said]) -> dict[str, dict[str, str]]:
        """All values by need and by owner. CaseError for one that is said twice, or of nobody."""
        values: dict[str, dict[str, str]] = {}
        for one in said:
            who = self._owner(one.need, one.who)
            kept = values.setdefault(one.need.name, {})
            value = _plain(one.value) if one.need.kind is Kind.NUMBER else one.value
            before = kept.setdefault(who, value)
            if before != value:
                whose = f" of {who}" if who else ""
                raise CaseError(f"{one.need.name}{whose} is said twice: {before} and {value}")
        return values

    def _owner(self, need: Need, who: str) -> str:
        """The name under which a value is kept: the side, the account or the seat."""
        if not need.whose:
            return ""
        if not who and self.has_calls and need.whose != "seat":
            return "declarers"
        if not who:
            raise CaseError(f"whose {need.name}? Say it, as in `{self._example(need)}`")
        seating = self.rules.seating
        if who in SIDES or need.whose == "seat":
            return who
        seat = seating.names.index(who) if who in seating.names else -1
        team = seating.team_of[seat] if seat >= 0 else seating.team_names.index(who)
        if need.whose == "side" and self.declarer >= 0 and self.rules.declarers is None:
            if team == seating.team_of[self.declarer]:
                return "declarers"
            if len(seating.teams) == 2:
                return "defenders"
        return seating.team_names[team]

    def _example(self, need: Need) -> str:
        names = self.rules.seating.names if need.whose == "seat" else self.rules.seating.team_names
        return f"{names[0]} yes" if need.kind is Kind.YESNO else f"{names[0]} 3 {need.name}"


def _plain(number: str) -> str:
    """A number as it is usually written."""
    try:
        return str(Fraction(number))
    except ZeroDivisionError:
        raise CaseError(f"{number} is not a number") from None
