"""What an expert would call broken, seen from deals alone: laws of sense over many deals of one ruleset.

Another number of points or tricks is another game, which nobody can call wrong. Broken is what defeats its own
purpose: a contract that is better failed, a line that can never pay, a game that nobody can win. Whether a law is
one of this game is asked of the file as it was: only what held there all the time can be broken.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import MakeCall
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.scoring import end_game
from hasenpfeffer.study.driver import game_turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.play.history import Turn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State

OFTEN: Final = 0.05
"""What happens in so many deals is part of the game."""
ENOUGH: Final = 4
DEALS_OF_A_GAME: Final = 10
MOST_TURNS: Final = 3000
FAR: Final = 100_000


@dataclass
class Results:
    """What contracts of one call brought: own points of the declarers' side, made and failed."""

    made: list[Number] = field(default_factory=list)
    failed: list[Number] = field(default_factory=list)
    can_be_made: bool = False
    can_fail: bool = False


@dataclass
class Seen:
    """What was seen in the deals of one ruleset, as a spectator with all cards open would note it down."""

    deals: int = 0
    scored: int = 0
    pays: int = 0
    most: Number = 0
    least: Number = 0
    tricks: int = 0
    over_at_once: int = 0
    first_deals: int = 0
    course: list[int] = field(default_factory=list)
    offered: Counter[str] = field(default_factory=Counter)
    acted: Counter[str] = field(default_factory=Counter)
    paid: Counter[str] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    results: dict[str, Results] = field(default_factory=lambda: defaultdict(Results))
    unpaid: Counter[str] = field(default_factory=Counter)
    counted: Counter[str] = field(default_factory=Counter)
    marks: Counter[str] = field(default_factory=Counter)
    ends: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()
    """The lines, steps and calls that the file has."""


class Spectator:
    """Watches deals of a ruleset, more of them when asked."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self.seen = Seen()
        self._seed = 0
        made = rules.ruleset.terms.get("made")
        is_plain = made is not None and made.argument is None and made.body.type.kind is Kind.YESNO
        self._made = rules.formula(made.body) if made is not None and is_plain else None
        self.seen.ends = frozenset(_ends(rules))
        self.seen.written = frozenset(_written(rules))

    def watch(self, deals: int) -> Seen:
        """Watches until so many deals have been seen in all."""
        while self.seen.deals < deals:
            self._seed += 1
            self._game(self._seed)
        return self.seen

    def _game(self, seed: int) -> None:
        seen, number = self.seen, 0
        for turn in islice(game_turns(self.rules, seed), MOST_TURNS):
            self._turn(turn)
            if not turn.after.over:
                continue
            number += 1
            self._deal(turn.after)
            if number == 1 and not turn.after.thrown_in:
                seen.first_deals += 1
                seen.over_at_once += turn.after.game_over and not turn.after.unfinished
            if turn.after.game_over or number >= DEALS_OF_A_GAME:
                return
        else:
            seen.deals += 1

    def _turn(self, turn: Turn) -> None:
        seen, rules, before = self.seen, self.rules, turn.before
        for event in turn.events:
            seen.tricks += event.kind == "trick won"
            if event.kind == "counted":
                seen.counted[event.text] += 1
        if before is None:
            self._dealt(turn.after)
            return
        step = rules.ruleset.steps[before.step].name
        seen.acted[step] += 1
        seen.seats[turn.seat] += 1
        legal = [rules.texts.text(action) for action in machine.legal(rules, before)]
        for text in legal if step != "tricks" else ():
            seen.offered[f"{step}: {text}"] += 1
        seen.course.append(hash((step, turn.seat, tuple(legal))))
        first_card = (
            not before.tricks and not before.table and turn.events and turn.events[0].kind == "played"
        )
        if first_card:
            sizes = {
                hand.bit_count() for seat, hand in enumerate(before.hands) if not before.sitting >> seat & 1
            }
            seen.marks["hands of two sizes when play begins"] += len(sizes) > 1
            seen.marks["cards beside the play"] += any(before.aside)

    def _dealt(self, state: State) -> None:
        self.seen.marks["cards that nobody gets"] += state.dealt_from < len(state.pack)
        sizes = {hand.bit_count() for seat, hand in enumerate(state.hands) if not state.absent >> seat & 1}
        self.seen.marks["hands of two sizes"] += len(sizes) > 1

    def _deal(self, state: State) -> None:
        seen = self.seen
        seen.deals += 1
        seen.course.append(
            hash((state.thrown_in, state.this_deal, state.counters, state.game_over, state.winners))
        )
        seen.marks["cards left in hand"] += any(state.hands) and not state.thrown_in
        if state.thrown_in:
            return
        seen.scored += 1
        seen.pays += any(state.this_deal)
        seen.most = max(seen.most, *state.this_deal)
        seen.least = min(seen.least, *state.this_deal)
        for line in state.lines:
            seen.paid[line.line] += any(line.points)
        if state.declarer >= 0 and self._made is not None and state.unscored is not None:
            self._contract(state, state.unscored)

    def _contract(self, state: State, before: State) -> None:
        rules = self.rules
        name = rules.texts.text(MakeCall(state.call)) if state.call >= 0 else "of no call"
        results = self.seen.results[name]
        assert self._made is not None
        made = bool(self._made(Environment(rules, before, closing=True)))
        points = state.this_deal[rules.seating.team_of[state.declarer]]
        (results.made if made else results.failed).append(points)
        if not any(state.this_deal):
            self.seen.unpaid["made" if made else "failed"] += 1
        for imagined in (before, *_other_ends(rules, before)):
            held = bool(self._made(Environment(rules, imagined, closing=True)))
            results.can_be_made |= held
            results.can_fail |= not held


def _other_ends(rules: CompiledRules, state: State) -> Iterator[State]:
    """The deal with all its tricks for the declarer, and with none of them."""
    others = [
        seat
        for seat in range(rules.seating.count)
        if rules.seating.team_of[seat] != rules.seating.team_of[state.declarer]
    ]
    total = sum(state.tricks_won)
    everything = 0
    for cards in state.taken:
        everything |= cards
    for seat in (state.declarer, *others[:1]):
        won = tuple(total if one == seat else 0 for one in range(rules.seating.count))
        taken = tuple(everything if one == seat else 0 for one in range(rules.seating.count))
        tricks = tuple(trick._replace(winner=seat) for trick in state.tricks)
        yield state._replace(tricks_won=won, taken=taken, tricks=tricks)


def _written(rules: CompiledRules) -> Iterator[str]:
    yield from (f"line {line.name}" for line in rules.ruleset.scoring)
    yield from (f"step {step.name}" for step in rules.ruleset.steps)
    yield from (f"call {rules.texts.text(MakeCall(index))}" for index in range(len(rules.calls)))


def _ends(rules: CompiledRules) -> Iterator[str]:
    """With which scores the game is over after its first deal, and who has won it then."""
    start = machine.start(rules, dealer=0, pack=tuple(range(rules.pack.size))).state
    count = len(start.scores)
    for name, lone, rest in (("even", 0, 0), ("far up", FAR, 0), ("far down", -FAR, 0)):
        scores: tuple[Any, ...] = (Fraction(lone), *(Fraction(rest) for _ in range(count - 1)))
        try:
            state = end_game(rules, start._replace(scores=scores, over=True, deal_number=1), [])
        except Exception:
            continue
        if state.game_over and not state.unfinished:
            yield f"{name}: {'won' if state.winners & 1 else 'lost'}"
    if rules.ruleset.game_end.over_deals is not None or rules.ruleset.game_end.over_everyone_dealt:
        yield "after some deals"


# ---------------------------------------------------------------- laws


def complaints(was: Seen, now: Seen) -> Iterator[str]:
    """What an expert would say of a game, knowing how it was before somebody changed a word."""
    yield from _about_deals(was, now)
    yield from _about_contracts(was, now)
    yield from _about_what_never_happens(was, now)
    yield from _about_the_end(was, now)


def _about_deals(was: Seen, now: Seen) -> Iterator[str]:
    if was.scored and not now.scored:
        yield "no deal is ever scored"
    if was.pays and not now.pays:
        yield "no deal pays anybody anything"
    if was.tricks and not now.tricks:
        yield "no trick is played"
    if set(was.seats) - set(now.seats):
        yield "a seat never acts"
    for mark in now.marks:
        if now.marks[mark] and not was.marks[mark]:
            yield mark
    for name in was.counted:
        if not now.counted[name] and was.counted[name] >= OFTEN * was.deals:
            yield f"the counter {name} never moves"


def _about_contracts(was: Seen, now: Seen) -> Iterator[str]:
    for side in ("made", "failed"):
        before, after = _points(was, side), _points(now, side)
        if len(before) < 10:
            continue
        if len(after) >= ENOUGH and not was.unpaid[side] and now.unpaid[side] == len(after):
            yield f"a contract that is {side} is not scored"
        if side == "made" and min(before) >= 0 and after and min(after) < 0:
            yield "a contract that is made costs its side"
        if side == "failed" and max(before) <= 0 and after and max(after) > 0:
            yield "a contract that fails pays its side"
        if not after and sum(len(one.made) + len(one.failed) for one in now.results.values()) > 40:
            yield f"no contract is {side}"
    for name, one in now.results.items():
        known = was.results.get(name)
        if known is not None and min(len(known.made), len(known.failed)) >= ENOUGH:
            if _mean(known.made) <= _mean(known.failed):
                continue
        elif not _rewards_making(was):
            continue
        if min(len(one.made), len(one.failed)) >= ENOUGH and _mean(one.made) <= _mean(one.failed):
            yield f"the contract {name} is better failed than made"
    if was.results and all(one.can_be_made and one.can_fail for one in was.results.values()):
        for name, one in now.results.items():
            if not one.can_be_made:
                yield f"the contract {name} cannot be made"
            if not one.can_fail:
                yield f"the contract {name} cannot fail"


def _points(seen: Seen, side: str) -> list[Number]:
    return [points for one in seen.results.values() for points in getattr(one, side)]


def _rewards_making(seen: Seen) -> bool:
    pairs = [(one.made, one.failed) for one in seen.results.values() if one.made and one.failed]
    return bool(pairs) and all(_mean(made) > _mean(failed) for made, failed in pairs)


def _mean(points: list[Number]) -> Fraction:
    return Fraction(sum(points, Fraction(0))) / len(points)


def _about_what_never_happens(was: Seen, now: Seen) -> Iterator[str]:
    for name, count in was.paid.items():
        if count >= OFTEN * was.deals and f"line {name}" in now.written and not now.paid[name]:
            yield f"the line {name} never pays"
    if not now.scored:
        return
    for step, count in was.acted.items():
        if count >= OFTEN * was.deals and f"step {step}" in now.written and not now.acted[step]:
            yield f"nobody acts in the step {step}"
    calls = {text.partition(": ")[2] for text, count in now.offered.items() if count}
    could = {text.partition(": ")[2] for text, count in was.offered.items() if count >= OFTEN * was.deals}
    for name in now.written - {f"call {text}" for text in calls}:
        if name.startswith("call ") and name in was.written and name.removeprefix("call ") in could:
            yield f"nobody can say the {name}"


def _about_the_end(was: Seen, now: Seen) -> Iterator[str]:
    if (
        was.first_deals
        and not was.over_at_once
        and now.first_deals >= 3
        and now.over_at_once == now.first_deals
    ):
        yield "every game is over after its first deal"
    if was.ends and not now.ends:
        yield "no score ends the game"
    if "far up: won" in was.ends and "far up: won" not in now.ends and "far up: lost" in now.ends:
        yield "who is far ahead loses"
    if was.ends and now.ends and "after some deals" not in now.ends:
        up, down = "far up: won" in now.ends, "far down: lost" in now.ends or "far down: won" in now.ends
        if up and not down and now.most <= 0 < was.most:
            yield "nobody ever comes nearer to winning"
        if down and not up and now.least >= 0:
            yield "nobody ever comes nearer to the end"
