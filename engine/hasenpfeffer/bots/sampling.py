"""`sampling`: tries its actions in many worlds that agree with what it has seen, and takes the best on average."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.bots.advice import NO_CHOICE, Advice
from hasenpfeffer.bots.judgement import Judge
from hasenpfeffer.bots.prospects import Prospects, gain
from hasenpfeffer.bots.worlds import Worlds
from hasenpfeffer.play import machine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.chance import Stream
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.history import SeenTurn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.play.view import View

SAMPLES: Final = 16
"""How often an action is tried on average. A fixed number, so that a seed repeats a game."""
MANY: Final = 4
"""Where there are more actions than this, each is tried less often, so that no decision takes for ever."""


class Sampling:
    """Plays actions out by plain judgement in sampled worlds; how the game then stands decides.

    All are tried first, then the better half in more worlds, and so on: most tries go to those that are hard to
    tell apart. All that are left are tried in the same worlds. Where no world can be found, which a ruleset with
    unusual moves of cards may bring about, plain judgement chooses.
    """

    def __init__(self, rules: CompiledRules, samples: int = SAMPLES) -> None:
        self._rules = rules
        self._samples = samples
        self._judge = Judge(rules)

    def choose(self, seen: View, history: Sequence[SeenTurn], draws: Stream) -> Action:
        return self.advise(seen, history, draws).action

    def advise(self, seen: View, history: Sequence[SeenTurn], draws: Stream) -> Advice:
        """What the seat should do, and how it did in the worlds that were tried."""
        if len(seen.legal) == 1:
            return Advice(seen.legal[0], NO_CHOICE)
        trials = _Trials(self._rules, self._judge, seen)
        worlds = Worlds(self._rules, seen, history, self._judge)
        left = list(range(len(seen.legal)))
        rounds = (len(left) - 1).bit_length()
        tries = self._samples * min(len(left), MANY) / rounds
        while len(left) > 1:
            for _ in range(max(round(tries / len(left)), 1)):
                world = worlds.draw(draws)
                if world is None:
                    break
                trials.add(world.state, left)
            if not trials.worlds:
                return self._judge.advise(seen)
            if trials.are_alike(left):
                break
            left = trials.best_half(left)
        return Advice(seen.legal[left[0]], trials.reason(left[0]))


class _Trials:
    """How the actions of one position did in worlds; an action is known by its number among the legal ones."""

    def __init__(self, rules: CompiledRules, judge: Judge, seen: View) -> None:
        self._rules = rules
        self._judge = judge
        self._legal = seen.legal
        self._account = rules.seating.team_of[seen.seat]
        self._upwards = -1 if rules.ruleset.game_end.best == "lowest score" else 1
        self._ends: list[list[State]] = [[] for _ in seen.legal]
        self._prospects: Prospects | None = None
        self.worlds = 0

    def add(self, world: State, actions: Sequence[int]) -> None:
        """Plays these actions out in one more world."""
        if self._prospects is None:
            self._prospects = Prospects(self._rules, world, self._account)
        self.worlds += 1
        for number in actions:
            after = machine.advance(self._rules, world, self._legal[number]).state
            self._ends[number].append(self._play_out(after))

    def are_alike(self, actions: Sequence[int]) -> bool:
        """Whether it has never made a difference which of these actions was taken."""
        first = [end.this_deal for end in self._ends[actions[0]]]
        return all([end.this_deal for end in self._ends[number]] == first for number in actions[1:])

    def best_half(self, actions: Sequence[int]) -> list[int]:
        """The better half of these actions, the best first; of equals the first ones."""
        worth = self._worth(actions)
        ranked = sorted(actions, key=lambda number: worth[number], reverse=True)
        return ranked[: (len(ranked) + 1) // 2]

    def reason(self, best: int) -> str:
        """What speaks for an action, and how the next best did."""
        others = [number for number in range(len(self._legal)) if number != best]
        worth = self._worth(others)
        second = max(others, key=lambda number: worth[number])
        text = self._rules.texts.text(self._legal[second])
        return (
            f"{self._points(best):+.1f} points against the others on average, in {len(self._ends[best])} deals "
            f"that fit what you know; {text}: {self._points(second):+.1f}"
        )

    def _worth(self, actions: Sequence[int]) -> dict[int, tuple[float, float]]:
        """For each action, the chance to win the game with it, and the points that it brings."""
        assert self._prospects is not None
        chance = self._prospects.chance
        spread = _spread([gain(end, self._account) for ends in self._ends for end in ends])
        return {
            number: (
                sum(chance(end, spread) for end in self._ends[number]) / len(self._ends[number]),
                self._points(number),
            )
            for number in actions
        }

    def _points(self, number: int) -> float:
        ends = self._ends[number]
        return self._upwards * sum(gain(end, self._account) for end in ends) / len(ends)

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


def _spread(values: Sequence[float]) -> float:
    """The standard deviation of values: how far they lie apart."""
    mean = sum(values) / len(values)
    return float((sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5)
