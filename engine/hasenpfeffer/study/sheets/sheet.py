"""A score sheet: deals as they are told, scored by the rules, one after the other until the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hasenpfeffer.errors import CaseError
from hasenpfeffer.play import machine
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.table import first_dealer_or
from hasenpfeffer.study.sheets.deals import Scorer
from hasenpfeffer.study.sheets.events import enter_again
from hasenpfeffer.study.sheets.lines import LineReader
from hasenpfeffer.study.sheets.needs import needs_of
from hasenpfeffer.study.sheets.players import Players
from hasenpfeffer.study.sheets.questions import Questions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.sheets.deals import Entered
    from hasenpfeffer.study.sheets.questions import Question


class Sheet:
    """The sheet of one game. `names` are the players' own, by seat, if they have any."""

    def __init__(self, ruleset: Ruleset, *, names: Sequence[str] = (), dealer: int | None = None) -> None:
        """Raises UnsupportedError where score cannot be kept without the cards."""
        self.rules = compile_rules(ruleset)
        self.needs = needs_of(self.rules)
        self.players = Players(self.rules, names)
        self.reader = LineReader(self.rules, self.needs, names)
        self._questions = Questions(self.rules, self.needs, self.players)
        self._scorer = Scorer(self.rules, self.needs, self.players)
        self.deals: list[Entered] = []
        self._pack = tuple(range(ruleset.pack.size))
        last = self.rules.seating.order[0][-1]
        self._first = first_dealer_or(self.rules, last) if dealer is None else dealer
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

    def named_scores(self) -> dict[str, str]:
        """The scores by account, as texts: fractions are exact that way."""
        return dict(zip(self.rules.accounts, map(str, self.scores), strict=True))

    def take_up(self, events: Sequence[tuple[int, Mapping[str, Any]]], *, compares: bool = True) -> None:
        """Enters the lines of a kept sheet, by number. Raises CaseError with the number of a line that these rules
        cannot enter, or, where `compares`, by which they score something else."""
        enter_again(self, events, compares=compares)

    def set_dealer(self, seat: int) -> None:
        """Says who deals now, where it is not whom the rules name."""
        self._dealers[len(self.deals)] = seat

    # --- telling

    def question(self, line: str) -> Question | None:
        """What must still be asked of a deal that this line tells. Raises CaseError where it makes no sense."""
        told = self.reader.read(line)
        before = self.state
        self._scorer.check(told, before)
        return next(self._questions.of(told, before.dealer), None)

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
