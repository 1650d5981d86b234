"""One deal that was told, given to the rules as a case would give it, and scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hasenpfeffer.errors import CaseError
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.player import with_settings
from hasenpfeffer.play.sides import partners_of
from hasenpfeffer.play.steps.auction import AuctionPlayer
from hasenpfeffer.reading.place import whole_file
from hasenpfeffer.reading.tree import Entry, Group, Text
from hasenpfeffer.study.cases.given import read_given
from hasenpfeffer.study.cases.reading import Case
from hasenpfeffer.study.cases.setting_up import SetUp
from hasenpfeffer.study.cases.words import Words
from hasenpfeffer.study.sheets.answers import all_pass, tricks_of_a_deal
from hasenpfeffer.study.sheets.needs import TRICKS
from hasenpfeffer.study.sheets.phrases import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.reading.tree import Node
    from hasenpfeffer.study.sheets.telling import Telling

_NOWHERE: Final = whole_file("the line")


@dataclass(frozen=True, slots=True)
class Entered:
    """One deal of the sheet: the whole line, what it told, and the state after it, by rules that know it."""

    line: str
    told: Telling
    rules: CompiledRules
    state: State


class Scorer:
    """Scores deals by one ruleset. `has_calls`: whether its deals are called for."""

    def __init__(self, rules: CompiledRules, *, has_calls: bool) -> None:
        self.rules = rules
        self.has_calls = has_calls

    def score(self, line: str, told: Telling, before: State) -> Entered:
        """A deal that is told completely, from the position before it. Raises CaseError where it cannot be so."""
        try:
            if told.is_thrown_in:
                return self._thrown_in(line, told, before)
            if told.is_passed:
                return self._passed(line, told, before)
            return self._scored(line, told, before)
        except CaseError as error:
            raise CaseError(str(error).removeprefix(f"{_NOWHERE.line}: ")) from None

    def check(self, told: Telling) -> None:
        """CaseError for a call or a number of tricks that these rules do not have."""
        self._check_call(told)
        self._check_tricks(told)

    def _scored(self, line: str, told: Telling, before: State) -> Entered:
        self.check(told)
        case = Case("a deal", _NOWHERE, {}, tuple(self._given(before, told)), (), ())
        set_up = SetUp(self.rules, read_given(case, Words(self.rules)), has_script=False)
        state = set_up.begin()
        state = state._replace(
            scores=before.scores,
            counters=before.counters,
            deal_number=before.deal_number,
            redeals=before.redeals,
            deals_by=before.deals_by,
            forced=told.is_forced,
        )
        for call in told.others:
            state = with_settings(state, set_up.rules.supplies[call], state.declarer)
        for seat in told.lone or ([told.declarer] if told.is_alone else []):
            state = state._replace(
                sitting=state.sitting | partners_of(Environment(set_up.rules, state), seat)
            )
        state = set_up.scored(state)
        return Entered(line, told, set_up.scoring_rules, state)

    def _given(self, before: State, told: Telling) -> Iterator[Entry]:
        """The deal as a case would give it."""
        names = self.rules.seating.names
        yield _entry("dealer", _text(names[before.dealer]))
        if told.call >= 0:
            yield _entry("call", _text(self.rules.calls[told.call].text))
        if self.has_calls:
            yield _entry("declarer", _text(names[told.declarer] if told.declarer >= 0 else "nobody"))
        for name, values in told.values.items():
            if "" in values:
                yield _entry(name, _text(values[""]))
            else:
                entries = tuple(_entry(who, _text(value)) for who, value in values.items())
                yield _entry(name, Group(entries, _NOWHERE))

    def _check_call(self, told: Telling) -> None:
        """CaseError for a call that the auction does not let stand."""
        if told.call < 0:
            return
        call = self.rules.calls[told.call]
        for player in self.rules.steps:
            if isinstance(player, AuctionPlayer) and call in player.step.calls:
                step = player.step
                index = step.calls.index(call)
                if player.allowed is None and index not in player.always_allowed and step.allowed is not None:
                    place = step.allowed.place or step.place
                    raise CaseError(f"a call of {call.text} is not allowed by these rules ({place.line})")

    def _check_tricks(self, told: Telling) -> None:
        """CaseError where everybody's tricks are told and some are missing."""
        values, whole = told.values.get(TRICKS, {}), tricks_of_a_deal(self.rules)
        if whole is None or not values or not all(value.isdigit() for value in values.values()):
            return
        total = sum(map(int, values.values()))
        if total > whole:
            raise CaseError(f"these are {total} tricks, and a deal has {whole}")
        seating = self.rules.seating
        everybody = ({*seating.names}, {*seating.team_names}, {*SIDES})
        if total < whole and any(values.keys() >= names for names in everybody):
            raise CaseError(f"these are {total} tricks, and a deal has {whole}: who has the others?")

    # --- nobody bid

    def _passed(self, line: str, told: Telling, before: State) -> Entered:
        """A deal that nobody bid on, as the rules have it."""
        rule = all_pass(self.rules)
        if rule is None or rule.how == "thrown in":
            return self._thrown_in(line, told, before)
        if rule.how == "forced":
            raise CaseError(
                f"when everybody passes, somebody has to call ({rule.place.line}). Say who and what, with the "
                "word forced, or `thrown in` where there is nobody who has to"
            )
        for one in rule.sets:
            if one.value.is_constant and one.seat is None and one.name in self.rules.ruleset.settings:
                value = self.rules.texts.value(one.name, one.value.value)
                told.values.setdefault(one.name, {})[""] = value
        return self._scored(line, told, before)

    def _thrown_in(self, line: str, told: Telling, before: State) -> Entered:
        nothing = (0,) * len(before.scores)
        return Entered(line, told, self.rules, before._replace(thrown_in=True, over=True, this_deal=nothing))


def _text(word: str) -> Text:
    return Text(word, _NOWHERE, exact=False)


def _entry(key: str, value: Node) -> Entry:
    return Entry(_text(key), value)
