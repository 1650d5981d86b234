"""Trials: the actions of one position, played out in sampled worlds and compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.bots.prospects import Prospects, gain
from hasenpfeffer.play import machine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hasenpfeffer.bots.judgement import Judge
    from hasenpfeffer.bots.worlds import World
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.play.view import View

DOUBT: Final = 0.7
"""By how many standard errors a rival has to be better than what plain judgement would do."""

ENOUGH: Final = 6
"""Actions that are alike in so many worlds are taken to be alike in all."""


class _End(NamedTuple):
    """How an action ended in one world, and how likely that world is next to others."""

    state: State
    weight: float


class Trials:
    """How the actions of one position did; an action is known by its number among the legal ones."""

    def __init__(self, rules: CompiledRules, judge: Judge, seen: View) -> None:
        self._rules = rules
        self._judge = judge
        self._legal = seen.legal
        self._account = rules.seating.team_of[seen.seat]
        self._upwards = -1 if rules.ruleset.game_end.best == "lowest score" else 1
        self._ends: list[list[_End]] = [[] for _ in seen.legal]
        self._prospects: Prospects | None = None
        self.worlds = 0

    def add(self, world: World, actions: Sequence[int]) -> None:
        """Plays these actions out in one more world."""
        if self._prospects is None:
            self._prospects = Prospects(self._rules, world.state, self._account)
        self.worlds += 1
        for number in actions:
            after = machine.advance(self._rules, world.state, self._legal[number]).state
            self._ends[number].append(_End(self._play_out(after), world.weight))

    def are_alike(self, actions: Sequence[int]) -> bool:
        """Whether it has made no difference in enough worlds which of these actions was taken."""
        if self.worlds < ENOUGH:
            return False
        first, *others = ([end.state.this_deal for end in self._ends[number]] for number in actions)
        return all(deals == first for deals in others)

    def best_half(self, actions: Sequence[int]) -> list[int]:
        """The better half of these actions, the best first; of equals the first ones."""
        ranked = sorted(actions, key=self._ranks(), reverse=True)
        return ranked[: (len(ranked) + 1) // 2]

    def is_better(self, rival: int, usual: int) -> bool:
        """Whether a rival did better than the usual action in the same worlds, beyond what chance brings about."""
        chance = self._chances()
        ends = list(zip(self._ends[rival], self._ends[usual], strict=True))
        whole = sum(end.weight for end, _ in ends)
        leads = [(end.weight / whole, chance(end) - chance(other)) for end, other in ends]
        mean = sum(weight * lead for weight, lead in leads)
        error = sum((weight * (lead - mean)) ** 2 for weight, lead in leads)
        return mean > 0 and mean * mean > DOUBT * DOUBT * error

    @property
    def told(self) -> str:
        """In how many worlds actions were tried, for a reason."""
        return f"{self.worlds} deals that fit what you know"

    def comparison(self, best: int, usual: int) -> str:
        """What speaks for an action against the usual one: the chance to win the game, and points where they agree."""
        chance = self._chances()
        other = self._rules.texts.text(self._legal[usual])
        mine, its = (round(100 * _mean(self._ends[number], chance)) for number in (best, usual))
        brought, left = (round(self._points(number), 1) for number in (best, usual))
        more, less = (f"{points:+.1f}".replace("-", "−") for points in (brought, left))
        points = (
            f"brings {more} points against the others on average, and {other} {less}"
            if brought > left
            else ""
        )
        wins = f"wins the game {mine} times in 100, and {other} {its} times" if mine > its else ""
        said = "; ".join(filter(None, [points, wins])) or f"does a little better than {other}"
        return f"in {self.told} it {said}"

    def _ranks(self) -> Callable[[int], tuple[float, float]]:
        """How actions are put in order: by the chance to win the game, then by points."""
        chance = self._chances()

        def rank(number: int) -> tuple[float, float]:
            return _mean(self._ends[number], chance), self._points(number)

        return rank

    def _chances(self) -> Callable[[_End], float]:
        """The chance to win the game after a deal that ended so, next to how the others ended."""
        prospects = self._prospects
        assert prospects is not None
        spread = _spread([gain(end.state, self._account) for ends in self._ends for end in ends])
        return lambda end: prospects.chance(end.state, spread)

    def _points(self, number: int) -> float:
        """What an action brought on average next to the others; more is better, whatever the game counts."""
        return self._upwards * _mean(self._ends[number], lambda end: gain(end.state, self._account))

    def _play_out(self, state: State) -> State:
        """The end of the deal, if everybody goes on by plain judgement of what his seat knows."""
        rules, judge = self._rules, self._judge
        while not state.over:
            legal = machine.legal(rules, state)
            action = legal[0]
            if len(legal) > 1:
                action = judge.choose_in(state, machine.actor(rules, state), legal)
            state = machine.advance(rules, state, action).state
        return state


def _mean(ends: Sequence[_End], value: Callable[[_End], float]) -> float:
    """The mean of a value over worlds, each as much as it weighs."""
    return sum(end.weight * value(end) for end in ends) / sum(end.weight for end in ends)


def _spread(values: Sequence[float]) -> float:
    """The standard deviation of values: how far they lie apart."""
    mean = sum(values) / len(values)
    return float((sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5)
