"""Three verbs carry a game: `start`, `legal`, `apply`. Everything else is in the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.errors import IllegalActionError, StuckError
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.open_hands import open_hands, tell_open_hands
from hasenpfeffer.play.reasons import why_not
from hasenpfeffer.play.scoring import score_deal
from hasenpfeffer.play.state import State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number

MOST_REDEALS = 1000
MOST_CHOICES = 50_000
"""Of one deal. A deal that goes on for longer goes on for ever."""


class Moved(NamedTuple):
    """What came of an action: the new state, and what happened on the way."""

    state: State
    events: tuple[Event, ...]


def start(
    rules: CompiledRules,
    *,
    dealer: int,
    pack: Sequence[int],
    scores: Sequence[Number] | None = None,
    counters: Mapping[str, Sequence[Number]] | None = None,
    deal_number: int = 1,
) -> Moved:
    """The first position of a deal. `pack` is every card in the order in which it is dealt."""
    before = standing(rules, dealer, scores=scores, counters=counters, deal_number=deal_number)
    return deal_from(rules, before, pack)


def deal_from(rules: CompiledRules, before: State, pack: Sequence[int]) -> Moved:
    """The first position of a deal of this pack, from where the game stands."""
    return run(rules, before._replace(pack=tuple(pack)))


def standing(
    rules: CompiledRules,
    dealer: int,
    *,
    scores: Sequence[Number] | None = None,
    counters: Mapping[str, Sequence[Number]] | None = None,
    deal_number: int = 1,
) -> State:
    """Where the game stands before a deal, with the cards still in their order in the pack."""
    state = fresh(rules, dealer, tuple(range(rules.pack.size)))
    rows = tuple(
        tuple((counters or {}).get(name, state.counters[index]))
        for name, index in rules.counter_index.items()
    )
    state = state._replace(deal_number=deal_number, counters=rows)
    return state if scores is None else state._replace(scores=tuple(scores))


def fresh(rules: CompiledRules, dealer: int, pack: tuple[int, ...]) -> State:
    """A state before the first step, with nothing dealt and nothing scored."""
    seats, accounts = rules.seating.count, len(rules.seating.teams)
    piles = (0,) * len(rules.pile_index)
    nobody: tuple[int, ...] = (0,) * seats
    state = State(
        deal_number=1,
        redeals=0,
        dealer=dealer,
        scores=(0,) * accounts,
        counters=(),
        pack=pack,
        dealt_from=0,
        step=0,
        work=None,
        hands=nobody,
        dealt=nobody,
        owned=(),
        piles=piles,
        piles_dealt=piles,
        taken=nobody,
        aside=nobody,
        turned=0,
        moved=(0,) * len(rules.move_index),
        sitting=0,
        absent=0,
        declarer=-1,
        forced=False,
        call=-1,
        settings=(None,) * len(rules.setting_names),
        table=(),
        led_suit=0,
        tricks=(),
        tricks_won=nobody,
        shown_out=nobody,
        melds=(),
        announced=(),
        this_deal=(0,) * accounts,
        lines=(),
        over=False,
        thrown_in=False,
        game_over=False,
        winners=0,
        unfinished=False,
        deals_by=nobody,
        unscored=None,
    )
    return state._replace(counters=_first_counters(rules, state))


def _first_counters(rules: CompiledRules, state: State) -> tuple[tuple[Number, ...], ...]:
    env = Environment(rules, state)
    rows = []
    for counter in rules.ruleset.counters.values():
        size = {"seat": rules.seating.count, "team": len(rules.seating.teams), "table": 1}[counter.of]
        rows.append((rules.formula(counter.start)(env),) * size)
    return tuple(rows)


def run(rules: CompiledRules, state: State, events: list[Event] | None = None, *, lay_open: int = 0) -> Moved:
    """Goes on until somebody has to choose, or the deal is over. `lay_open`: whose hands lay open before."""
    events = [] if events is None else events
    while not state.over and state.work is None:
        if state.step >= len(rules.steps):
            state = score_deal(rules, state, events)
        else:
            before = state.step
            state = rules.steps[before].begin(state, events)
            if before <= rules.unseen_until < state.step:
                _look(rules, state, events)
    if rules.open_hands:
        tell_open_hands(rules, state, lay_open, events)
    return Moved(state, tuple(events))


def actor(rules: CompiledRules, state: State) -> int:
    """The seat that has to act; -1 when the deal is over."""
    return -1 if state.over else rules.steps[state.step].actor(state)


def hand_to_play(rules: CompiledRules, state: State) -> int:
    """The seat whose cards are asked for: the seat to act itself, unless it plays a dummy; -1 when the deal is over."""
    return -1 if state.over else rules.steps[state.step].hand_to_play(state)


def legal(rules: CompiledRules, state: State) -> tuple[Action, ...]:
    """Everything that the seat to act may do, in a fixed order; empty only when the deal is over."""
    return () if state.over else rules.steps[state.step].legal(state)


def apply(rules: CompiledRules, state: State, action: Action) -> Moved:
    """Does a legal action. Raises IllegalActionError for any other, and changes nothing."""
    if action not in legal(rules, state):
        reasons = why_not(rules, state, action)
        raise IllegalActionError(reasons[0].message if reasons else "this is not legal now", reasons)
    return advance(rules, state, action)


def advance(rules: CompiledRules, state: State, action: Action) -> Moved:
    """Does an action that is known to be legal."""
    events: list[Event] = []
    before = state.step
    lay_open = open_hands(rules, state) if rules.open_hands else 0
    state = rules.steps[before].apply(state, action, events)
    if before <= rules.unseen_until < state.step:
        _look(rules, state, events)
    return run(rules, state, events, lay_open=lay_open)


def _look(rules: CompiledRules, state: State, events: list[Event]) -> None:
    """Hands that were dealt unseen are looked at."""
    for seat, hand in enumerate(state.hands):
        events.append(Event("dealt", to=seat, cards=hand, count=hand.bit_count(), seen_by=1 << seat))


def next_deal(rules: CompiledRules, state: State, pack: Sequence[int]) -> Moved:
    """Goes on with the next deal after one that is over; a thrown-in deal does not raise the deal number.

    Raises StuckError after a thousand redeals in a row.
    """
    following = prepare_next(rules, state, tuple(pack))
    return run(rules, following)


def prepare_next(rules: CompiledRules, state: State, pack: tuple[int, ...]) -> State:
    """The state before the first step of the next deal."""
    if state.redeals + 1 >= MOST_REDEALS and state.thrown_in:
        raise StuckError(f"{MOST_REDEALS} deals in a row were thrown in")
    game = rules.ruleset.game_end
    rule = game.after_redeal if state.thrown_in else game.next_dealer
    seats = rules.formula(rule)(Environment(rules, state, closing=True))
    following = rules.seating.first_after(state.dealer, seats)
    dealer = state.dealer if following is None else following
    return fresh(rules, dealer, pack)._replace(
        deal_number=state.deal_number if state.thrown_in else state.deal_number + 1,
        redeals=state.redeals + 1 if state.thrown_in else 0,
        scores=state.scores,
        counters=state.counters,
        deals_by=state.deals_by,
    )
