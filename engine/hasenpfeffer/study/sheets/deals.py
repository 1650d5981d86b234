"""One deal that was told, given to the rules as a case would give it, and scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hasenpfeffer.errors import CaseError
from hasenpfeffer.play.player import with_settings
from hasenpfeffer.reading.place import whole_file
from hasenpfeffer.reading.tree import Entry, Group, Text
from hasenpfeffer.study.cases.given import read_given
from hasenpfeffer.study.cases.reading import Case
from hasenpfeffer.study.cases.setting_up import SetUp
from hasenpfeffer.study.cases.words import Words
from hasenpfeffer.study.sheets.alone import with_lone
from hasenpfeffer.study.sheets.answers import all_pass
from hasenpfeffer.study.sheets.figures import figures
from hasenpfeffer.study.sheets.sense import Sense
from hasenpfeffer.study.sheets.telling import DECLARER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Scored, State
    from hasenpfeffer.reading.tree import Node
    from hasenpfeffer.ruleset.model import ScoreLine
    from hasenpfeffer.study.sheets.figures import Figure
    from hasenpfeffer.study.sheets.needs import Needs
    from hasenpfeffer.study.sheets.players import Players
    from hasenpfeffer.study.sheets.telling import Telling

_NOWHERE: Final = whole_file("the line")


@dataclass(frozen=True, slots=True)
class Entered:
    """One deal of the sheet: the whole line, what it told, and the state after it, by rules that know it."""

    line: str
    told: Telling
    rules: CompiledRules
    state: State

    @property
    def paid(self) -> tuple[tuple[ScoreLine, Scored], ...]:
        """The lines of the scoring that gave or took points, with what they did."""
        found = {scored.line: scored for scored in self.state.lines if any(scored.points)}
        return tuple((line, found[line.name]) for line in self.rules.ruleset.scoring if line.name in found)

    def figures(self) -> tuple[Figure, ...]:
        """The numbers on which those lines rest; what was called comes before what came of it."""
        lines = [line for line, _ in self.paid]
        found = figures(self.rules, self.told, self.state, lines)
        return tuple(sorted(found, key=lambda figure: len(figure.by) > 1))


class Scorer:
    """Scores deals by one ruleset."""

    def __init__(self, rules: CompiledRules, needs: Needs, players: Players) -> None:
        self.rules = rules
        self._needs = needs
        self._players = players
        self._sense = Sense(rules, needs)

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
        except ZeroDivisionError:
            raise CaseError(
                "this cannot have been a deal: to score it, the rules would have to divide by 0"
            ) from None

    def check(self, told: Telling, before: State) -> None:
        """CaseError where a deal cannot have gone as it is told, whatever is still to be said of it."""
        self._sense.check(told)
        if told.lone and DECLARER not in told.lone and (told.declarer >= 0 or not self._needs.call):
            self._begun(told, before)

    def _scored(self, line: str, told: Telling, before: State) -> Entered:
        self._sense.check(told)
        set_up, state = self._begun(told, before)
        return Entered(line, told, set_up.scoring_rules, set_up.scored(state))

    def _begun(self, told: Telling, before: State) -> tuple[SetUp, State]:
        """The deal up to its play: the call, what was chosen, and who sits out."""
        case = Case("a deal", _NOWHERE, {}, tuple(self._given(before, told)), (), ())
        set_up = SetUp(self.rules, read_given(case, Words(self.rules)), has_script=False)
        state = set_up.begin()._replace(
            scores=before.scores,
            counters=before.counters,
            deal_number=before.deal_number,
            redeals=before.redeals,
            deals_by=before.deals_by,
            forced=told.is_forced,
        )
        for call in told.others:
            state = with_settings(state, set_up.rules.supplies[call], state.declarer)
        return set_up, with_lone(set_up.rules, self._players, state, told.lone)

    def _given(self, before: State, told: Telling) -> Iterator[Entry]:
        """The deal as a case would give it."""
        names = self.rules.seating.names
        yield _entry("dealer", _text(names[before.dealer]))
        if told.call >= 0:
            yield _entry("call", _text(self.rules.calls[told.call].text))
        if self._needs.call:
            yield _entry("declarer", _text(names[told.declarer] if told.declarer >= 0 else "nobody"))
        for name, values in told.values.items():
            if "" in values:
                yield _entry(name, _text(values[""]))
            else:
                entries = tuple(_entry(who, _text(value)) for who, value in values.items())
                yield _entry(name, Group(entries, _NOWHERE))

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
        answers = {
            one.name: self.rules.texts.value(one.name, one.value.value)
            for one in rule.sets
            if one.value.is_constant and one.seat is None and one.name in self.rules.ruleset.settings
        }
        return self._scored(line, told.with_values(answers), before)

    def _thrown_in(self, line: str, told: Telling, before: State) -> Entered:
        nothing = (0,) * len(before.scores)
        return Entered(line, told, self.rules, before._replace(thrown_in=True, over=True, this_deal=nothing))


def _text(word: str) -> Text:
    return Text(word, _NOWHERE, exact=False)


def _entry(key: str, value: Node) -> Entry:
    return Entry(_text(key), value)
