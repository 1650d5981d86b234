"""What one seat may know: built from what it is allowed to see, never by leaving things out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.play.bidding import Bidding
from hasenpfeffer.play.machine import actor, hand_to_play, legal
from hasenpfeffer.play.melds import as_known
from hasenpfeffer.play.open_hands import open_hands
from hasenpfeffer.play.sides import declarers_known_to
from hasenpfeffer.play.state import is_by_seat
from hasenpfeffer.ruleset.steps import ChooseStep, PredictStep

if TYPE_CHECKING:
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Melded, Number, State, Trick


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat knows it. Seats are numbers, cards sets as integers.

    `hands` holds the seat's own hand and hands that lie open, and 0 for all others, whose sizes stand in
    `hand_sizes`. `piles` are those that lie face up; `aside` is what the seat itself put away.
    """

    seat: int
    actor: int
    hand_to_play: int
    """The seat whose cards are asked for: the actor's own, or those of a dummy."""
    legal: tuple[Action, ...]
    deal_number: int
    dealer: int
    scores: tuple[Number, ...]
    counters: tuple[tuple[Number, ...], ...]
    step: str
    hands: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    piles: tuple[int, ...]
    pile_sizes: tuple[int, ...]
    aside: int
    aside_sizes: tuple[int, ...]
    turned: tuple[int, ...]
    """What each seat has put away and lies face up."""
    declarer: int
    forced: bool
    call: int
    auction: tuple[tuple[int, int], ...]
    settings: tuple[object, ...]
    sitting: int
    absent: int
    table: tuple[tuple[int, int], ...]
    led_suit: int
    tricks: tuple[Trick, ...]
    tricks_won: tuple[int, ...]
    shown_out: tuple[int, ...]
    melds: tuple[Melded, ...]
    """Those of others that were not shown are one for each seat, without cards."""
    announced: tuple[tuple[int, int], ...]
    declarers: int
    """The declarer's side as far as the seat knows it."""
    trump: int
    deals_by: tuple[int, ...]
    over: bool
    thrown_in: bool
    this_deal: tuple[Number, ...]


def view(rules: CompiledRules, state: State, seat: int) -> View:
    """What this seat may know of a position. When the deal is over, hands are still those in hand."""
    turn, lying_open = actor(rules, state), open_hands(rules, state)
    hands = tuple(
        hand if (other == seat and _has_looked(rules, state)) or lying_open >> other & 1 else 0
        for other, hand in enumerate(state.hands)
    )
    step = rules.ruleset.steps[state.step].name if state.step < len(rules.steps) else "scoring"
    settings = _settings(rules, state, seat)
    auction = state.work.history if isinstance(state.work, Bidding) else ()
    return View(
        seat=seat,
        actor=turn,
        hand_to_play=hand_to_play(rules, state),
        legal=legal(rules, state) if turn == seat else (),
        deal_number=state.deal_number,
        dealer=state.dealer,
        scores=state.scores,
        counters=state.counters,
        step=step,
        hands=hands,
        hand_sizes=tuple(hand.bit_count() for hand in state.hands),
        piles=tuple(
            pile if rules.pile_names[index] in rules.open_piles else pile & state.turned
            for index, pile in enumerate(state.piles)
        ),
        pile_sizes=tuple(pile.bit_count() for pile in state.piles),
        aside=state.aside[seat],
        aside_sizes=tuple(cards.bit_count() for cards in state.aside),
        turned=tuple(cards & state.turned for cards in state.aside),
        declarer=state.declarer,
        forced=state.forced,
        call=state.call,
        auction=auction,
        settings=settings,
        sitting=state.sitting,
        absent=state.absent,
        table=state.table,
        led_suit=state.led_suit,
        tricks=state.tricks,
        tricks_won=state.tricks_won,
        shown_out=state.shown_out,
        melds=as_known(state.melds, seat),
        announced=state.announced,
        declarers=declarers_known_to(rules, state._replace(settings=settings), seat),
        trump=rules.environment(state).trump,
        deals_by=state.deals_by,
        over=state.over,
        thrown_in=state.thrown_in,
        this_deal=state.this_deal,
    )


def _has_looked(rules: CompiledRules, state: State) -> bool:
    """Whether hands may be looked at: a deal can say that they are seen only after another step."""
    return state.step > rules.unseen_until


def _settings(rules: CompiledRules, state: State, seat: int) -> tuple[object, ...]:
    """The settings, without the secret answers of others."""
    settings = list(state.settings)
    for number, step in enumerate(rules.ruleset.steps):
        if isinstance(step, ChooseStep) and _is_secret(rules, state, step):
            index = rules.ruleset.settings[step.name].index
            env = rules.environment(state)
            who = rules.formula(step.who)(env) if step.who is not None else 0
            settings[index] = _own(settings[index], seat) if who >> seat & 1 else None
        elif isinstance(step, (PredictStep, ChooseStep)) and step.at_once and number == state.step:
            index = rules.ruleset.settings[step.name].index
            settings[index] = _own(settings[index], seat)
    return tuple(settings)


def _is_secret(rules: CompiledRules, state: State, step: ChooseStep) -> bool:
    """Whether an answer is known only to who gave it."""
    if step.secret_until is not None:
        return not rules.formula(step.secret_until)(rules.environment(state))
    return step.shown.mode == "no"


def _own(value: object, seat: int) -> object:
    """A setting that each seat has for itself, cut down to that of one seat."""
    if not is_by_seat(value):
        return value
    return tuple(own if other == seat else None for other, own in enumerate(value))
