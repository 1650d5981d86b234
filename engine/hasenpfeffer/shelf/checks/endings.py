"""Whether a game can come to its end: no end at all, scores that only fall, ends out of reach or at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.outcomes.contracts import Contract, anything
from hasenpfeffer.ruleset.outcomes.judge import Judge, SpentError, Untellable
from hasenpfeffer.ruleset.outcomes.names import lookup
from hasenpfeffer.ruleset.outcomes.spans import ZERO, Span
from hasenpfeffer.ruleset.outcomes.supposing import Supposed
from hasenpfeffer.ruleset.unknown import UNKNOWN, if_known_else, is_whole, known, known_of
from hasenpfeffer.shelf.checks.partly import if_known

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset, ScoreLine

_FAR = 1_000_000_000
_WORK = 20_000
_SIDES = frozenset({"declarer", "declarers", "defenders", "partner"})
_OF_THE_DEAL = _SIDES | {"call", "tricks", "alone", "forced"}


@dataclass(frozen=True, slots=True)
class _End:
    """One way for a game to end; `key` is where it is written under `game`."""

    key: str
    condition: Typed


def check_endings(ruleset: Ruleset, findings: Findings) -> bool:
    """G803 no end can be reached · P711 one of several cannot · P712 an end holds from the start.

    Gives whether a game can end.
    """
    if not ruleset.playable:
        return True
    try:
        return _check(ruleset, findings)
    except (Untellable, SpentError):
        return True


def _check(ruleset: Ruleset, findings: Findings) -> bool:
    game = ruleset.game_end
    ends = [
        _End(key, one)
        for key, one in (("wins", game.wins), ("loses", game.loses), ("over", game.over))
        if one is not UNKNOWN and one is not None
    ]
    lately = _Longest(ruleset)
    answers = {end: _holds(lately, end, findings) for end in ends}
    never = [end for end in ends if answers[end] is False]
    with if_known(findings):
        deals = game.over_deals
        is_open = any(one is UNKNOWN for one in (game.wins, game.loses, game.over))
        runs_out = game.over_everyone_dealt or deals is not None or is_open
        if deals is not None and deals.is_constant and isinstance(deals.value, int):
            _number_of_deals(ruleset, deals, deals.value, findings)
        if not ends and not runs_out:
            _without_end(ruleset, findings)
            return False
        if never and len(never) == len(ends) and not runs_out:
            _endless(ruleset, never[0], lately, findings)
            return False
        for end in never:
            _out_of_reach(end, lately, findings)
        if deals is not None and deals.is_constant and deals.value == 1:
            return True
    first = _Longest(ruleset, deals=0)
    for end in ends:
        first.of_no_side = end.key != "over"
        if end not in never and _holds(first, end, findings) is True:
            _at_once(end, findings)
    return True


def _holds(judge: _Longest, end: _End, findings: Findings) -> bool | None:
    with if_known(findings):
        return judge.holds(end.condition)
    return None


def _number_of_deals(ruleset: Ruleset, deals: Typed, count: int, findings: Findings) -> None:
    longest = ruleset.game_end.longest
    place = deals.place or ruleset.game_end.place
    if count < 1:
        findings.warning(
            "P712",
            f"A game of {count} deals is over after its first deal",
            place,
            path="game.over.deals",
            help="Write how many deals a game has, from 1 up",
            facts={"deals": count},
        )
    elif count > longest:
        findings.warning(
            "P711",
            f"A game of {count} deals never gets there: it is stopped after {longest}",
            place,
            path="game.over.deals",
            help=f"Add `longest: {count}` to `game`, or play fewer deals",
            facts={"deals": count, "longest": longest},
        )


def _without_end(ruleset: Ruleset, findings: Findings) -> None:
    game = ruleset.game_end
    findings.error(
        "G803",
        f"Nothing ends a game: `game` has no `wins`, `loses` or `over`, so it is stopped after {game.longest} deals "
        "and nobody wins",
        game.place,
        path="game",
        help="Write when it ends, such as `wins: score of team >= 100` or `over: {deals: 12}`",
    )


def _endless(ruleset: Ruleset, end: _End, lately: _Longest, findings: Findings) -> None:
    goal, lines = _goal(end.condition), lately.moving
    if goal is None:
        message = f"`{end.key}` can never hold, and nothing else ends a game"
    elif lately.span.high <= 0 < goal:
        message = f"No line of scoring adds points, so a score of {goal} is never reached"
    elif lately.span.low >= 0 > goal:
        message = f"No line of scoring takes points away, so a score of {goal} is never reached"
    else:
        most = lately.span.high if goal > 0 else lately.span.low
        message = f"A score of {goal} is out of reach: {ruleset.game_end.longest} deals bring at most {most}"
    findings.error(
        "G803",
        message,
        end.condition.place or ruleset.game_end.place,
        related=[Related(lately.said(line), line.place) for line in lines[:4]],
        path=f"game.{end.key}",
        help="Check what the lines of `scoring` give"
        if goal is not None
        else "Ask for something that can come about, such as `score of team >= 100`",
        facts={"goal": goal} if goal is not None else {},
    )


def _out_of_reach(end: _End, lately: _Longest, findings: Findings) -> None:
    place = end.condition.place
    if place is None:
        return
    goal = _goal(end.condition)
    why = f": no score comes to {goal}" if goal is not None else ""
    findings.warning(
        "P711",
        f"`{end.key}` never ends a game{why}",
        place,
        related=[Related(lately.said(line), line.place) for line in lately.moving[:4]]
        if goal is not None
        else [],
        path=f"game.{end.key}",
        help="Ask for what scores and counters can come to, or remove it",
    )


def _at_once(end: _End, findings: Findings) -> None:
    if end.condition.place is not None:
        findings.warning(
            "P712",
            f"`{end.key}` holds from the start, when every score is 0",
            end.condition.place,
            path=f"game.{end.key}",
            help="Check which way the comparison goes; write `over: {deals: 1}` for games of one deal",
        )


def _goal(condition: Typed) -> int | None:
    """The number that a condition holds a score against."""
    for part in condition.walk():
        if part.op in ("at_least", "more", "at_most", "less", "equal") and len(part.args) == 2:
            score, goal = part.args
            if score.op == "lookup" and score.value == "score" and isinstance(goal.value, int):
                return goal.value
    return None


def _moves(line: ScoreLine) -> bool:
    """Whether a line pays; one with a finding in what it pays may."""
    return line.amount is UNKNOWN or line.amount is not None


class _Longest(Judge):
    """What scores and counters can be after as many deals as a game has at most."""

    def __init__(self, ruleset: Ruleset, deals: int | None = None) -> None:
        super().__init__(ruleset, _WORK)
        self.deals = ruleset.game_end.longest if deals is None else deals
        self.moving = [line for line in known(ruleset.scoring) if _moves(line)]
        self._anything = Contract(None, None, -1, {}, anything(ruleset))
        self.methods["lookup"] = _at_the_end
        self._counters: dict[str, Span] = {}
        self.of_no_side = False
        """Whether the team that is asked of takes no part in the contract."""
        self.span = ZERO
        self.span = self._score()
        self._counters = {name: self._counter(name) for name, _ in known_of(ruleset.counters)}

    def holds(self, condition: Typed) -> bool | None:
        """Whether a condition on the end of a game holds, as far as can be told."""
        self._anew()
        return self.value(condition)  # type: ignore[no-any-return]

    def said(self, line: ScoreLine) -> str:
        """What a line does to scores, beside its name."""
        change = self._change(line)
        return (
            "gives nothing"
            if change == ZERO
            else "adds"
            if change.low >= 0
            else ("only takes away" if change.high <= 0 else "adds or takes away")
        )

    def _anew(self) -> None:
        self.suppose(Supposed(self._anything, 0, 0, 0, None))

    def _score(self) -> Span:
        if self._is_written("score"):
            return Span(-_FAR * self.deals, _FAR * self.deals)
        low = high = ZERO.low
        for line in self.moving:
            change = self._change(line)
            low, high = low + min(0, change.low), high + max(0, change.high)
        return Span(low * self.deals, high * self.deals)

    def _is_written(self, name: str) -> bool:
        """Whether a line may add to a counter or the score, or set it."""
        scoring = self.ruleset.scoring
        changed = (one.name == name for line in known(scoring) for one in (*line.adds, *line.sets))
        return not is_whole(scoring) or if_known_else(lambda: any(changed), otherwise=True)

    def _change(self, line: ScoreLine) -> Span:
        """What a line can do to one account in a deal; anything where that is not known."""
        return if_known_else(lambda: self._told_change(line), Span(-_FAR, _FAR))

    def _told_change(self, line: ScoreLine) -> Span:
        assert line.amount is not None
        if line.amount.type.kind is not Kind.NUMBER:
            return Span(-_FAR, _FAR)
        self._anew()
        if line.condition is not None and self.value(line.condition) is False:
            return ZERO
        amount: Span = self.value(line.amount)
        amount = Span(-amount.high, -amount.low) if line.loses else amount
        seats = self.seating.count
        times = seats if line.payers is not None or line.receivers.each == "seat" else 1
        most = Span(min(0, amount.low) * times, max(0, amount.high) * times)
        if line.payers is None:
            return most
        return Span(min(most.low, -most.high), max(most.high, -most.low))

    def _counter(self, name: str) -> Span:
        """A counter's whole range where a line may change it; otherwise what it starts with."""
        counter = self.ruleset.counters[name]
        changed = self.deals > 0 and self._is_written(name)
        if changed or not counter.start.is_constant or not isinstance(counter.start.value, int):
            return Span(counter.type.low, counter.type.high)
        return Span(counter.start.value, counter.start.value)

    def unknown(self, node: Typed) -> object:
        if node.op == "counter" and str(node.value) in self._counters:
            return self._counters[str(node.value)]
        return super().unknown(node)


def _at_the_end(judge: Judge, node: Typed) -> object:
    """A word asked at the end of a game: scores have their span, and who has won the auction is not known."""
    assert isinstance(judge, _Longest)
    name = str(node.value)
    if name in ("score", "this deal") and node.args:
        accounts = 1 if node.args[0].op == "bound" else len(judge.seating.teams)
        return Span(judge.span.low * accounts, judge.span.high * accounts)
    if name == "deal number":
        return Span(1, max(1, judge.deals))
    if name in _SIDES and not node.args and judge.of_no_side:
        return 0
    if name in _OF_THE_DEAL:
        return None
    return lookup(judge, node)
