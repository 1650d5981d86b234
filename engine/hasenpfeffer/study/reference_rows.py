"""The interpreter as a backend: plays deals or games with `play` and writes down a row of each scored deal.

Games are numbered from 0 and played as `driver.play_game` does. Single deals are numbered from 1 and have no
game round them: scores and counters start afresh, the seats deal in turn from the first dealer on, and deal i
has the cards of deal i of game 0. If it is thrown in, it is dealt again from deal i of game 1, 2 and so on, by
whom the rules say, until it is scored: as many deals are scored as were asked for, redeals are counted apart.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple

from hasenpfeffer.errors import StuckError, UnsupportedError
from hasenpfeffer.kernel import tallying
from hasenpfeffer.kernel.rows import LINES_A_WORD, Columns, Rows, says_made
from hasenpfeffer.play import machine
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.table import first_dealer
from hasenpfeffer.seats import members
from hasenpfeffer.study.driver import Lot, cards, game_turns, turns
from hasenpfeffer.study.players import at_every_seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.plan import Plan


class Scored(NamedTuple):
    """A scored deal as it ended; `redeals` were thrown in just before it, and `decisions` are theirs too."""

    game: int
    deal: int
    redeals: int
    decisions: int
    last: State


_MOST: Final = {"deals": 100, "games": 2}


class Reference:
    """Plays by the interpreter. Points are in whatever unit the rows at hand need."""

    name = "reference"
    workers: ClassVar[Literal["processes"]] = "processes"
    add_rows = staticmethod(tallying.add_rows)
    add_pairs = staticmethod(tallying.add_pairs)

    def __init__(self, ruleset: Ruleset, plan: Plan, note: str = "") -> None:
        self.note = note
        self.rules = compile_rules(ruleset)
        self.plan = plan
        self.most = _MOST[plan.unit]
        self._dealers = self.rules.seating.order[first_dealer(self.rules, plan.seed, 0)]
        self._players = at_every_seat(plan.bots, self.rules)
        self._made = made_of(self.rules)
        self._lines = {line.name: index for index, line in enumerate(ruleset.scoring)}
        self._columns = Columns.of(ruleset)

    def play(self, numbers: range) -> Rows:
        """The rows of these deals or games."""
        scored = [deal for number in numbers for deal in self._played(number)]
        amounts = [number for deal in scored for number in (*deal.last.this_deal, *deal.last.scores)]
        unit = lcm(*(number.denominator for number in amounts))
        values = [number for deal in scored for number in self._row(deal, unit)]
        return Rows(self._columns._replace(unit=unit), len(scored), values)

    def _played(self, number: int) -> Iterator[Scored]:
        one, name = (self._game, "game") if self.plan.of_games else (self._deal, "deal")
        try:
            yield from one(number)
        except (StuckError, UnsupportedError) as problem:
            kind = StuckError if isinstance(problem, StuckError) else UnsupportedError
            raise kind(f"{name} {number} of seed {self.plan.seed}: {problem}") from problem

    def _game(self, number: int) -> Iterator[Scored]:
        deal = redeals = decisions = 0
        for turn in game_turns(self.rules, self.plan.seed, number, self._players):
            deal += turn.action is None
            decisions += turn.action is not None
            last = turn.after
            if last.thrown_in:
                redeals += 1
            elif last.over:
                yield Scored(number, deal, redeals, decisions, last)
                redeals = decisions = 0

    def _deal(self, number: int) -> Iterator[Scored]:
        """Deal `number`, dealt again until it is scored."""
        dealer = self._dealers[(number - 1) % len(self._dealers)]
        decisions = tries = 0
        moved = machine.start(self.rules, dealer=dealer, pack=self._pack(0, number))
        while True:
            state = moved.state
            for turn in turns(self.rules, moved, Lot(self.plan.seed, tries, number), self._players):
                state = turn.after
                decisions += turn.action is not None
            if not state.thrown_in:
                break
            tries += 1
            moved = machine.next_deal(self.rules, state, self._pack(tries, number))
        yield Scored(0, number, tries, decisions, state)

    def _pack(self, game: int, deal: int) -> tuple[int, ...]:
        return cards(self.rules, self.plan.seed, game, deal)

    def _row(self, deal: Scored, unit: int) -> Iterator[int]:
        """The numbers of one row, as `Columns` has them."""
        last = deal.last
        made = -1 if self._made is None else int(self._made(last))
        ended = 0
        if self.plan.of_games and last.game_over:
            ended = 2 if last.unfinished else 1
        yield from (deal.game, deal.deal, deal.redeals, deal.decisions)
        yield from (last.dealer, last.declarer, last.call, made, ended, last.winners if ended == 1 else 0)
        yield from self._words(last)
        for team in self.rules.seating.teams:
            yield sum(last.tricks_won[seat] for seat in members(team))
        for amount in (*last.this_deal, *last.scores):
            yield _whole(amount, unit)

    def _words(self, last: State) -> list[int]:
        """The scoring lines that counted, as words of a set."""
        words = [0] * self._columns.line_words
        for scored in last.lines:
            word, bit = divmod(self._lines[scored.line], LINES_A_WORD)
            words[word] |= 1 << bit
        return words


def made_of(rules: CompiledRules) -> Callable[[State], bool] | None:
    """Tells of a scored deal whether its contract was made; None where the rules do not say."""
    if not says_made(rules.ruleset):
        return None
    formula = rules.lookups.term("made", None)

    def made(state: State) -> bool:
        env = rules.environment(state)
        env.closing = True
        return bool(formula(env))

    return made


def _whole(amount: Number, unit: int) -> int:
    return amount.numerator * (unit // amount.denominator)
