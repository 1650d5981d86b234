"""A score sheet: deals as they are told, scored by the rules, one after the other until the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.errors import CaseError
from hasenpfeffer.play import machine
from hasenpfeffer.study.cases.holding import rules_for_case
from hasenpfeffer.study.sheets.deals import Scorer
from hasenpfeffer.study.sheets.lines import LineReader
from hasenpfeffer.study.sheets.needs import needs_of
from hasenpfeffer.study.sheets.players import Players
from hasenpfeffer.study.sheets.questions import Questions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.sheets.deals import Entered
    from hasenpfeffer.study.sheets.questions import Question


class Sheet:
    """The sheet of one game. `people` are the players' names by seat, if they have any."""

    def __init__(self, ruleset: Ruleset, *, people: Sequence[str] = (), dealer: int | None = None) -> None:
        """Raises UnsupportedError where score cannot be kept without the cards."""
        self.rules = rules_for_case(ruleset)
        self.needs = needs_of(self.rules)
        self.players = Players(self.rules, people)
        self.reader = LineReader(self.rules, self.needs, people)
        self._questions = Questions(self.rules, self.needs, self.players)
        self._scorer = Scorer(self.rules, has_calls=self.needs.call)
        self.deals: list[Entered] = []
        self._pack = tuple(range(ruleset.pack.size))
        self._first = self._first_dealer() if dealer is None else dealer
        self._dealers: dict[int, int] = {}
        """Who dealt, by the number of the line, where somebody else did than the rules say."""

    # --- where the game stands

    @property
    def state(self) -> State:
        """The position before the next deal; after the game, that at its end."""
        if not self.deals:
            state = machine.fresh(self.rules, self._first, self._pack)
        elif self.is_over:
            return self.deals[-1].state
        else:
            state = machine.prepare_next(self.rules, self.deals[-1].state, self._pack)
        dealer = self._dealers.get(len(self.deals))
        return state if dealer is None else state._replace(dealer=dealer)

    @property
    def is_over(self) -> bool:
        return bool(self.deals) and self.deals[-1].state.game_over

    @property
    def scores(self) -> tuple[Number, ...]:
        return self.deals[-1].state.scores if self.deals else self.state.scores

    def set_dealer(self, seat: int) -> None:
        """Says who deals now, where it is not whom the rules name."""
        self._dealers[len(self.deals)] = seat

    # --- telling

    def question(self, line: str) -> Question | None:
        """What must still be asked of a deal that this line tells. Raises CaseError where it makes no sense."""
        told = self.reader.read(line)
        self._scorer.check(told)
        return next(self._questions.of(told, self.state.dealer), None)

    def enter(self, line: str) -> Entered:
        """Adds a deal that is told completely. Raises CaseError, and changes nothing, where it cannot be so."""
        missing = self.question(line)
        if missing is not None:
            raise CaseError(f"it is not said {missing.text}")
        entered = self._scorer.score(line, self.reader.read(line), self.state)
        self.deals.append(entered)
        return entered

    def undo(self) -> Entered | None:
        """Takes the last deal off the sheet; None where there is none."""
        self._dealers.pop(len(self.deals), None)
        return self.deals.pop() if self.deals else None

    def _first_dealer(self) -> int:
        expression = self.rules.ruleset.game_end.first_dealer
        if expression is None:
            return self.rules.seating.order[0][-1]
        state = machine.fresh(self.rules, 0, self._pack)
        seats = self.rules.formula(expression)(self.rules.environment(state))
        return max(int(seats).bit_length() - 1, 0)
