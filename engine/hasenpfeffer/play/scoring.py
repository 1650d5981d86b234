"""The end of a deal: scoring lines in order, and who has won the game."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from hasenpfeffer.lang.evaluate import plain
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.state import Scored, kept
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.ruleset.model import ScoreLine
    from hasenpfeffer.ruleset.steps import Assignment


def score_deal(rules: CompiledRules, state: State, events: list[Event]) -> State:
    """Pays every scoring line, adds the deal to the scores, and says whether the game is over."""
    state = score_lines(rules, state._replace(unscored=state), events)
    scores = tuple(kept(plain(a + b)) for a, b in zip(state.scores, state.this_deal, strict=True))
    _tell_counters(rules, state, events)
    dealt = state.deals_by
    state = state._replace(
        scores=scores,
        over=True,
        work=None,
        deals_by=(*dealt[: state.dealer], dealt[state.dealer] + 1, *dealt[state.dealer + 1 :]),
    )
    events.append(Event("deal over", points=scores, seen_by=rules.seating.everybody))
    return end_game(rules, state, events)


def _tell_counters(rules: CompiledRules, state: State, events: list[Event]) -> None:
    """Tells the counters that the lines have changed."""
    assert state.unscored is not None
    for name, index in rules.counter_index.items():
        if state.counters[index] != state.unscored.counters[index]:
            counter = rules.ruleset.counters[name]
            events.append(
                Event(
                    "counted",
                    text=name,
                    points=state.counters[index],
                    place=counter.place,
                    seen_by=rules.seating.everybody,
                )
            )


def score_lines(rules: CompiledRules, state: State, events: list[Event]) -> State:
    """The state with every line paid into `this_deal`; lines that another counts instead of are dropped."""
    dropped: set[str] = set()
    for line in rules.ruleset.scoring:
        if line.instead_of and _holds_for_any(rules, state, line):
            dropped.update(line.instead_of)
    for line in rules.ruleset.scoring:
        if line.name not in dropped:
            state = _pay(rules, state, line, events)
    return state


def _receivers(rules: CompiledRules, line: ScoreLine, env: Environment) -> list[int]:
    """The sets of seats that a line is worked out for, one after the other."""
    who = rules.formula(line.receivers.who)(env)
    match line.receivers.each:
        case "seat":
            return [1 << seat for seat in rules.seating.turns_after(env.state.dealer, who)]
        case "team":
            return [team for team in rules.seating.teams if team & who == team]
        case _:
            return [who] if who else []


def _holds_for_any(rules: CompiledRules, state: State, line: ScoreLine) -> bool:
    env = Environment(rules, state, closing=True)
    for seats in _receivers(rules, line, env):
        env.receive(seats)
        if line.condition is None or rules.formula(line.condition)(env):
            return True
    return False


def _pay(rules: CompiledRules, state: State, line: ScoreLine, events: list[Event]) -> State:
    """Works out one line for all its receivers, then pays."""
    env = Environment(rules, state, closing=True)
    payments: list[Number] = [0] * len(state.this_deal)
    writes: list[tuple[Assignment, int, Any, bool]] = []
    held = False
    for seats in _receivers(rules, line, env):
        env.receive(seats)
        if line.condition is not None and not rules.formula(line.condition)(env):
            continue
        held = True
        if line.amount is not None:
            amount = kept(rules.formula(line.amount)(env))
            _split(rules, line, env, seats, -amount if line.loses else amount, payments)
        for add in line.adds:
            writes.append((add, seats, rules.formula(add.value)(env), True))
        for one in line.sets:
            writes.append((one, seats, rules.formula(one.value)(env), False))
    if not held:
        return state
    this_deal = tuple(kept(plain(a + b)) for a, b in zip(state.this_deal, payments, strict=True))
    points = tuple(plain(payment) for payment in payments)
    state = state._replace(this_deal=this_deal, lines=(*state.lines, Scored(line.name, points, line.place)))
    if any(points):
        events.append(
            Event("scored", text=line.name, points=points, place=line.place, seen_by=rules.seating.everybody)
        )
    for assignment, seats, value, adds in writes:
        state = _write(rules, state, assignment, seats, value, adds)
    return state


def _split(
    rules: CompiledRules,
    line: ScoreLine,
    env: Environment,
    seats: int,
    amount: Number,
    payments: list[Number],
) -> None:
    """A side's points go once to each account; where others pay, each of them pays the amount and the
    receivers share it, by weight where the line gives weights."""
    account_of = rules.seating.team_of
    shares = _shares(rules, line, env, seats)
    if line.payers is None:
        accounts: dict[int, int] = {}
        for seat, weight in shares.items():
            accounts.setdefault(account_of[seat], weight)
        for account, weight in accounts.items():
            payments[account] += amount * weight
        return
    payers = rules.formula(line.payers)(env)
    total: Number = 0
    for seat in members(payers):
        payments[account_of[seat]] -= amount
        total += amount
    whole = sum(shares.values())
    for seat, weight in shares.items():
        payments[account_of[seat]] += Fraction(total) * weight / whole


def _shares(rules: CompiledRules, line: ScoreLine, env: Environment, seats: int) -> dict[int, int]:
    if not line.receivers.weights:
        return dict.fromkeys(members(seats), 1)
    shares: dict[int, int] = {}
    for who, weight in line.receivers.weights:
        for seat in members(rules.formula(who)(env)):
            shares.setdefault(seat, weight)
    return shares


def _write(
    rules: CompiledRules, state: State, assignment: Assignment, seats: int, value: Number, adds: bool
) -> State:
    """Adds to a counter, or sets it; `score` sets the account itself."""
    if assignment.seat is not None:
        seats = rules.formula(assignment.seat)(Environment(rules, state, closing=True))
    accounts = {rules.seating.team_of[seat] for seat in members(seats)}
    if assignment.name == "score":
        deal = list(state.this_deal)
        for account in accounts:
            deal[account] = kept(value) - state.scores[account]
        return state._replace(this_deal=tuple(deal))
    index = rules.counter_index[assignment.name]
    counter = rules.ruleset.counters[assignment.name]
    places = {0} if counter.of == "table" else accounts if counter.of == "team" else set(members(seats))
    row = list(state.counters[index])
    for place in places:
        number = kept(plain(row[place] + value) if adds else value)
        row[place] = max(counter.type.low, min(counter.type.high, number))
    return state._replace(counters=(*state.counters[:index], tuple(row), *state.counters[index + 1 :]))


def end_game(rules: CompiledRules, state: State, events: list[Event]) -> State:
    """Whether the game is over after this deal, and who has won."""
    game = rules.ruleset.game_end
    winners = _winners(rules, state)
    if winners:
        state = state._replace(game_over=True, winners=winners)
    elif state.deal_number >= game.longest:
        state = state._replace(game_over=True, unfinished=True)
    else:
        return state
    events.append(
        Event(
            "game over",
            cards=0,
            count=winners,
            points=state.scores,
            seen_by=rules.seating.everybody,
            place=game.place,
        )
    )
    return state


def _winners(rules: CompiledRules, state: State) -> int:
    """The accounts that have won, as a set; 0: the game goes on."""
    game = rules.ruleset.game_end
    env = Environment(rules, state, closing=True)
    everybody = (1 << len(state.scores)) - 1
    if game.wins is not None:
        winners = _accounts_for(rules, env, game.wins)
        if winners:
            return _first_out(rules, env, winners)
    if game.loses is not None:
        losers = _accounts_for(rules, env, game.loses)
        if losers and losers != everybody:
            return _best(rules, env, everybody & ~losers)
        if losers:
            return _best(rules, env, everybody)
    if _is_over(rules, env):
        return _best(rules, env, everybody)
    return 0


def _accounts_for(rules: CompiledRules, env: Environment, condition: Any) -> int:
    formula, found = rules.formula(condition), 0
    for account, team in enumerate(rules.seating.teams):
        env.receive(team)
        if formula(env):
            found |= 1 << account
    return found


def _is_over(rules: CompiledRules, env: Environment) -> bool:
    game, state = rules.ruleset.game_end, env.state
    if game.over is not None and rules.formula(game.over)(env):
        return True
    if game.over_deals is not None and state.deal_number >= rules.formula(game.over_deals)(env):
        return True
    return game.over_everyone_dealt and all(state.deals_by)


def _first_out(rules: CompiledRules, env: Environment, candidates: int) -> int:
    """Of several that get there in the same deal, the first by the order the rules state; else as ties say."""
    if candidates.bit_count() == 1:
        return candidates
    for first in rules.ruleset.game_end.first_out:
        if first.who is not None:
            seats = rules.formula(first.who)(env)
            named = _accounts_of(rules, seats) & candidates
            if named.bit_count() == 1:
                return named
        elif first.order_of_scoring:
            named = _first_by_lines(rules, env.state, candidates)
            if named.bit_count() == 1:
                return named
        else:
            leaders = _leaders(env.state, candidates, max)
            if leaders.bit_count() == 1:
                return leaders
    if rules.ruleset.game_end.ties == "share":
        return candidates
    leaders = _leaders(env.state, candidates, max)
    return leaders if leaders.bit_count() == 1 else 0


def _first_by_lines(rules: CompiledRules, state: State, candidates: int) -> int:
    """Those who got there first while the lines of scoring were paid, one after the other."""
    scores = tuple(total - deal for total, deal in zip(state.scores, state.this_deal, strict=True))
    for line in state.lines:
        scores = tuple(score + points for score, points in zip(scores, line.points, strict=True))
        env = Environment(rules, state._replace(scores=scores), closing=True)
        there = _accounts_for(rules, env, rules.ruleset.game_end.wins) & candidates
        if there:
            return there
    return candidates


def _best(rules: CompiledRules, env: Environment, candidates: int) -> int:
    """The best of these accounts; several that tie share the game, or it is played on."""
    game = rules.ruleset.game_end
    if game.best_teams is not None:
        seats = rules.formula(game.best_teams)(env)
        leaders = _accounts_of(rules, seats) & candidates
    else:
        leaders = _leaders(env.state, candidates, min if game.best == "lowest score" else max)
    if leaders.bit_count() > 1 and game.ties == "play on":
        return 0
    return leaders


def _accounts_of(rules: CompiledRules, seats: int) -> int:
    """The accounts of these seats, as a set."""
    return sum(1 << account for account, team in enumerate(rules.seating.teams) if team & seats)


def _leaders(state: State, candidates: int, best: Any) -> int:
    top = best(state.scores[account] for account in members(candidates))
    return sum(1 << account for account in members(candidates) if state.scores[account] == top)
