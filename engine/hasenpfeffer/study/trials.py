"""Trial deals: what only shows when a ruleset is played. Seats choose at random, from a seed that repeats it all.

Trial games have the seeds `seed`, `seed + 1` and so on, and are played until enough deals have been dealt, so
`play --seat none` with the seed of a finding gets to where it happened.
"""

from __future__ import annotations

import shlex
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from hasenpfeffer.errors import StuckError, UnsupportedError
from hasenpfeffer.play import machine
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.melds import TooManyWaysError
from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep
from hasenpfeffer.study.driver import game_turns
from hasenpfeffer.study.stuck import closing, scene

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Step

MOST_ACTIONS: Final = 10_000
"""Of one deal."""
PATIENCE: Final = 0.5
PATIENCE_A_DEAL: Final = 0.04
"""Seconds of the processor, in all and more for each deal asked for; then no more deals are played."""

ENOUGH_WITHOUT_POINTS: Final = 200
"""Deals without a point that say that there are none."""


_REPLAY: Final = "--seat none --bots random"
"""Trial deals are played by random players, so that is who has to play to see one again."""


def run_trials(ruleset: Ruleset, deals: int, seed: int, findings: Findings) -> int:
    """Plays deals at random and reports what went wrong. Gives the number of deals that were dealt; 0 where the
    ruleset has steps that cannot be played yet.

    G801 nothing to choose from · G802 a deal that never ends · G803 no point is ever scored. Whatever else goes
    wrong is a fault of the program: it is raised, with a note that says in which deal of which seed.
    """
    if deals <= 0 or not ruleset.playable:
        return 0
    try:
        return _Trials(ruleset, deals, seed).run(findings)
    except UnsupportedError:
        return 0


def patience(deals: int) -> float:
    """How many seconds of the processor so many trial deals may take."""
    return PATIENCE + PATIENCE_A_DEAL * deals


@dataclass(frozen=True, slots=True)
class _Failure:
    """What went wrong in a trial deal. Failures of one code and place are one finding."""

    code: str
    message: str
    place: Place
    path: str
    help: str


@dataclass(slots=True)
class _Progress:
    """How far a trial game has come."""

    deal: int = 0
    actions: int = 0
    last: State | None = None


@dataclass(slots=True)
class _Where:
    """In which trials something failed."""

    seed: int
    deal: int
    action: int
    count: int = 0
    scene: str = ""
    """Who had nothing to choose from, with which hand, and what closed each choice."""


@dataclass(slots=True)
class _Tally:
    """What has been seen in all trials."""

    dealt: int = 0
    scored: int = 0
    has_points: bool = False
    is_endless: bool = False
    """A deal did not end; more of them would only take their time too."""
    failures: dict[_Failure, _Where] = field(default_factory=dict)


class _Trials:
    """The trials of one ruleset."""

    def __init__(self, ruleset: Ruleset, deals: int, seed: int) -> None:
        self.ruleset = ruleset
        self.deals = deals
        self.seed = seed
        self.tally = _Tally()
        self._until = time.process_time() + patience(deals)

    def run(self, findings: Findings) -> int:
        seed, tally = self.seed, self.tally
        rules = compile_rules(self.ruleset)
        while self._goes_on():
            self._play(rules, seed)
            seed += 1
        for failure, where in tally.failures.items():
            self._report(failure, where, findings)
        if not tally.failures and self._needs_points and not tally.has_points and not self._is_late:
            self._report_no_points(findings)
        return tally.dealt

    def _goes_on(self) -> bool:
        """Whether to deal again: more than asked where nothing has been scored yet."""
        tally = self.tally
        if tally.is_endless or self._is_late:
            return False
        if tally.dealt < self.deals:
            return True
        if tally.failures or tally.has_points:
            return False
        if not tally.scored:
            return tally.dealt <= machine.MOST_REDEALS
        return self._needs_points and tally.dealt < ENOUGH_WITHOUT_POINTS

    @property
    def _is_late(self) -> bool:
        return time.process_time() > self._until

    def _play(self, rules: CompiledRules, seed: int) -> None:
        """One trial game, to its end or until enough deals are dealt."""
        progress = _Progress()
        try:
            self._turns(rules, seed, progress)
        except (StuckError, TooManyWaysError, _EndlessError) as problem:
            failure = self._failure(progress.last, problem)
            self.tally.is_endless |= isinstance(problem, _EndlessError)
            where = self.tally.failures.get(failure)
            if where is None:
                where = _Where(seed, progress.deal, progress.actions)
                where.scene = scene(rules, progress.last) if failure.code == "G801" else ""
                self.tally.failures[failure] = where
            where.count += 1
        except UnsupportedError:
            raise
        except Exception as fault:
            fault.add_note(f"in deal {progress.deal} of seed {seed} of {self._command}")
            raise

    def _turns(self, rules: CompiledRules, seed: int, progress: _Progress) -> None:
        tally = self.tally
        progress.deal = 1
        tally.dealt += 1
        for turn in game_turns(rules, seed):
            state = progress.last = turn.after
            progress.actions += turn.action is not None
            if state.over:
                tally.scored += not state.thrown_in
                tally.has_points = tally.has_points or any(state.this_deal)
                if state.game_over or not self._goes_on():
                    return
                tally.dealt += 1
                progress.deal += 1
                progress.actions = 0
            elif progress.actions >= MOST_ACTIONS:
                raise _EndlessError
            elif self._is_late:
                return

    @property
    def _needs_points(self) -> bool:
        """Whether the game goes on until a score is reached."""
        game = self.ruleset.game_end
        if game.over or game.over_deals or game.over_everyone_dealt:
            return False
        conditions = [condition for condition in (game.wins, game.loses) if condition is not None]
        return any(
            node.op == "lookup" and node.value == "score"
            for condition in conditions
            for node in condition.walk()
        )

    # --- what went wrong

    def _failure(
        self, state: State | None, problem: StuckError | TooManyWaysError | _EndlessError
    ) -> _Failure:
        if isinstance(problem, TooManyWaysError):
            message = f"{problem.said[:1].upper()}{problem.said[1:]}"
            help = "Give melds that use the same cards kinds of their own"
            return _Failure("G802", message, problem.meld.place, f"melds.{problem.meld.name}", help)
        if isinstance(problem, _EndlessError):
            assert state is not None
            return self._endless(self.ruleset.steps[state.step])
        if state is None or state.over:
            return self._thrown_in()
        return self._stuck(self.ruleset.steps[state.step])

    def _endless(self, step: Step) -> _Failure:
        message = f"A deal can go on without end: `{step.name}` is not over after {MOST_ACTIONS:,} actions"
        return _Failure(
            "G802", message, step.place, f"steps.{step.name}", f"Say in `{step.name}` when it ends"
        )

    def _thrown_in(self) -> _Failure:
        step = self.ruleset.steps[0]
        for step in self.ruleset.steps:
            if isinstance(step, AuctionStep):
                break
        message = f"A game can get nowhere: {machine.MOST_REDEALS:,} deals in a row are thrown in"
        return _Failure("G802", message, step.place, f"steps.{step.name}", "Check when a deal is thrown in")

    def _stuck(self, step: Step) -> _Failure:
        message = f"A player can be left with nothing to choose from in `{step.name}`"
        help = f"Leave something to choose in `{step.name}`, or skip it with an `if`"
        place, path = step.place, f"steps.{step.name}"
        if isinstance(step, ChooseStep):
            key, closes = closing(step)
            if closes is not None and closes.place is not None:
                place, path = closes.place, f"{path}.{key}"
        return _Failure("G801", message, place, path, help)

    def _report(self, failure: _Failure, where: _Where, findings: Findings) -> None:
        deals = f"{where.count} of {self.tally.dealt:,} trial deals"
        findings.error(
            failure.code,
            f"{failure.message} ({deals}; the first is deal {where.deal} of seed {where.seed}{where.scene})",
            failure.place,
            path=failure.path,
            help=f"{failure.help}. Replay: `hasenpfeffer play {self._command} {_REPLAY} --seed {where.seed}`",
            facts={
                "seed": where.seed,
                "deal": where.deal,
                "action": where.action,
                "failed": where.count,
                "deals": self.tally.dealt,
            },
        )

    def _report_no_points(self, findings: Findings) -> None:
        game = self.ruleset.game_end
        dealt = self.tally.dealt
        findings.error(
            "G803",
            f"Nobody scored a point in {dealt:,} trial deals, so the game never ends",
            game.place,
            path="game",
            help="Check what the lines of `scoring` give",
            facts={"seed": self.seed, "deals": dealt},
        )

    @property
    def _command(self) -> str:
        """The ruleset as a command names it."""
        options = [f"--set {shlex.quote(f'{name}={value}')}" for name, value in self.ruleset.options.items()]
        return " ".join([shlex.quote(self.ruleset.name), *options])


class _EndlessError(Exception):
    """A deal that has gone on for too long."""
