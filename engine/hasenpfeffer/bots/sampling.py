"""`sampling`: tries its actions in many worlds that agree with what it has seen, and takes the best on average."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.bots.advice import NO_CHOICE, Advice
from hasenpfeffer.bots.judgement import Judge
from hasenpfeffer.bots.trials import Trials
from hasenpfeffer.bots.worlds import Worlds
from hasenpfeffer.play.actions import PlayCard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.chance import Stream
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.history import SeenTurn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.view import View

SAMPLES: Final = 16
"""How often an action is tried on average. A fixed number, so that a seed repeats a game."""
EARLY: Final = 2
"""How much more often calls and the like are tried than cards: they are rarer, and more depends on them."""
MANY: Final = 4
"""Where there are more actions than this, each is tried less often, so that no decision takes for ever."""


MOST_RIVALS: Final = 24
"""Of a long ladder of calls those nearest to what plain judgement would do are tried."""


class Sampling:
    """Plays actions out by plain judgement in sampled worlds; how the game then stands decides.

    What plain judgement would do is tried against its rivals: against all of them first, then against the better
    half in more worlds, and so on, so that most tries go to what is hard to tell apart. All that are left are
    tried in the same worlds. The last rival has to be better beyond what chance brings about. Where no world can
    be found, which a ruleset with unusual moves of cards may bring about, plain judgement chooses.
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
        usual = self._judge.advise(seen)
        first = seen.legal.index(usual.action)
        tried = self._judge.worth_a_thought(seen.legal)
        rivals = [number for number in _nearest(first, len(seen.legal)) if seen.legal[number] in tried]
        if not rivals:
            return usual
        trials = Trials(self._rules, self._judge, seen)
        worlds = Worlds(self._rules, seen, history, self._judge)
        tries = self._tries(tried) / ((len(rivals) - 1).bit_length() + 1)
        while True:
            left = [first, *rivals]
            for _ in range(max(round(tries / len(left)), 1)):
                world = worlds.draw(draws)
                if world is None:
                    break
                trials.add(world, left)
            if not trials.worlds:
                return usual
            if len(rivals) == 1 or trials.are_alike(left):
                break
            rivals = trials.best_half(rivals)
        if trials.is_better(rivals[0], first):
            return Advice(seen.legal[rivals[0]], trials.comparison(rivals[0], first))
        return Advice(usual.action, f"{usual.reason}; nothing did clearly better in {trials.told}")

    def _tries(self, legal: Sequence[Action]) -> int:
        """How many times actions are played out in one decision."""
        often = 1 if isinstance(legal[0], PlayCard) else EARLY
        return self._samples * often * min(len(legal), MANY)


def _nearest(first: int, count: int) -> list[int]:
    """The numbers of the other actions, in order; of very many those nearest to the first."""
    others = sorted((abs(number - first), number) for number in range(count) if number != first)
    return sorted(number for _, number in others[:MOST_RIVALS])
