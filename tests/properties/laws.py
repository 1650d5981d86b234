"""What must hold in every deal of every game. A law takes a deal as it was played and raises where it is broken."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from hasenpfeffer import chance
from hasenpfeffer.errors import IllegalActionError
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import ALONE, HOLD, PASS, WITH_PARTNER, MakeCall, NameSuit, Predict
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.deals import begun_as, deal_out, read_deal, write_deal
from hasenpfeffer.play.history import Turn
from hasenpfeffer.play.reasons import why_not
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.steps.exchange import ExchangePlayer
from hasenpfeffer.play.steps.picking import Picking
from hasenpfeffer.play.table import Table, first_dealer
from hasenpfeffer.play.view import View, view
from hasenpfeffer.seats import members
from hasenpfeffer.study.driver import Lot, game_turns, turns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.state import State

MOST_ACTIONS = 10_000
DEALS_OF_A_GAME = 20
"""Deals are played as this many different ones of a game, for hands or duties may differ from deal to deal."""
LOOKS = 3
"""In how many places of a deal the dear laws are asked."""


class BrokenLawError(AssertionError):
    """A law that does not hold, with where."""


@dataclass(frozen=True)
class Course:
    """A deal as random players played it. `draw` is chance for the laws themselves."""

    rules: CompiledRules
    seed: int
    number: int
    dealer: int
    pack: tuple[int, ...]
    scores: tuple[int, ...]
    deal_number: int
    turns: tuple[Turn, ...]
    draw: chance.Stream

    @property
    def choices(self) -> tuple[Turn, ...]:
        """The turns in which somebody chose."""
        return self.turns[1:]

    @property
    def last(self) -> State:
        return self.turns[-1].after

    def some(self, count: int = LOOKS) -> list[Turn]:
        """A few of the choices."""
        choices = self.choices
        return [choices[self.draw.below(len(choices))] for _ in range(count if choices else 0)]

    def hold(self, truth: object, what: str, *evidence: object) -> None:
        """Raises unless something is true."""
        if not truth:
            said = "; ".join(str(item) for item in evidence)
            where = f"{self.rules.ruleset.name}, seed {self.seed}, deal {self.number}"
            raise BrokenLawError(f"{what} ({where}): {said}")


def course(rules: CompiledRules, seed: int, number: int) -> Course:
    """Deal `number` of a seed, played by itself at random; every other deal starts with scores, and each as another
    deal of its game."""
    draw = chance.Stream(seed, 1, number, 9)
    dealer = (first_dealer(rules, seed, 0) + number) % rules.seating.count
    pack = chance.shuffled(rules.pack.size, seed, 0, number)
    scores = tuple(draw.below(400) - 200 if number % 2 == 0 else 0 for _ in rules.accounts)
    deal_number = 1 + number % DEALS_OF_A_GAME
    moved = machine.start(rules, dealer=dealer, pack=pack, scores=scores, deal_number=deal_number)
    played = turns(rules, moved, Lot(seed, 0, number))
    taken = tuple(islice(played, MOST_ACTIONS + 1))
    return Course(rules, seed, number, dealer, pack, scores, deal_number, taken, draw)


# ---------------------------------------------------------------- cards


def cards_are_conserved(deal: Course) -> None:
    """Every card is in one place, and in no other."""
    pack = deal.rules.pack
    for turn in deal.turns:
        state = turn.after
        places = [
            *state.hands,
            *state.piles,
            *state.taken,
            *state.aside,
            *(1 << card for _, card in state.table),
            *(1 << card for card in state.pack[state.dealt_from :]),
            *_under_way(deal.rules, state),
        ]
        together = 0
        for place in places:
            deal.hold(not together & place, "a card is in two places", pack.texts(together & place), state)
            together |= place
        missing = pack.everything & ~together
        deal.hold(not missing, "cards are nowhere", pack.texts(missing), turn.action, state)


def _under_way(rules: CompiledRules, state: State) -> tuple[int, ...]:
    """Gifts at once that are in nobody's hand."""
    if isinstance(state.work, Picking) and not isinstance(rules.steps[state.step], ExchangePlayer):
        return state.work.held
    return ()


def tricks_are_what_was_played(deal: Course) -> None:
    """A card leaves the hand of the seat that plays it, and a trick has one card of each seat that plays."""
    playing = [event for turn in deal.turns for event in turn.events if event.kind in ("played", "trick won")]
    table: list[Event] = []
    for event in playing:
        if event.kind == "played":
            table.append(event)
            continue
        seats = [one.seat for one in table]
        deal.hold(len(set(seats)) == len(seats) == event.count, "a seat played twice in a trick", seats)
        deal.hold(sum(one.cards for one in table) == event.cards, "a trick has other cards than were played")
        deal.hold(event.seat in seats, "a seat that did not play won a trick", seats)
        table = []
    deal.hold(not table, "a trick was not finished")
    for turn in deal.choices:
        for event in turn.events:
            if event.kind == "played" and turn.before is not None:
                deal.hold(turn.before.hands[event.seat] & event.cards, "a card was played that was not held")


def events_tell_where_the_cards_are(deal: Course) -> None:
    """Whoever sees all events knows all hands: every event takes its cards from where they are."""
    hands = [0] * deal.rules.seating.count
    for turn in deal.turns:
        for event in turn.events:
            if event.kind in ("played", "discarded", "gave"):
                deal.hold(
                    not event.cards & ~hands[event.seat], "an event moves cards that are not there", event
                )
                hands[event.seat] &= ~event.cards
            if event.kind in ("took", "moved"):
                hands = [hand & ~event.cards for hand in hands] if event.to >= 0 else hands
            gets = {"dealt": event.to, "took": event.seat, "gave": event.to, "moved": event.to}.get(
                event.kind, -1
            )
            if gets >= 0 and (event.kind in ("dealt", "took") or event.seen_by >> gets & 1):
                hands[gets] |= event.cards
        deal.hold(tuple(hands) == turn.after.hands, "events tell other hands", hands, turn.after.hands)


def deal_strings_say_the_deal(deal: Course) -> None:
    """A deal string repeats the deal: the same hands, and whatever is drawn from a pile later."""
    first = deal.turns[0].after
    text = write_deal(deal.rules, first)
    before = begun_as(deal.rules, first, first.pack)
    again = read_deal(deal.rules, text, before)
    one, other = deal_out(deal.rules, before), deal_out(deal.rules, before._replace(pack=again.pack))
    faces = _faces_of_sets(deal.rules)
    deal.hold(again.dealer == deal.dealer, "a deal string names another dealer", text)
    for field in ("hands", "piles"):
        same = [faces(cards) for cards in getattr(one, field)] == [
            faces(cards) for cards in getattr(other, field)
        ]
        deal.hold(same, f"a deal string gives other {field}", text)
    state = machine.run(deal.rules, before._replace(pack=again.pack)).state
    for turn in deal.choices:
        assert turn.action is not None
        deal.hold(turn.action in machine.legal(deal.rules, state), "a deal string gives another deal", text)
        state = machine.advance(deal.rules, state, turn.action).state
    deal.hold(state.this_deal == deal.last.this_deal, "a deal string gives another result", text)


def _faces_of_sets(rules: CompiledRules) -> Callable[[int], list[int]]:
    return lambda cards: sorted(rules.pack.cards[card] for card in rules.pack.members(cards))


# ---------------------------------------------------------------- who acts, and what is legal


def one_seat_acts(deal: Course) -> None:
    """Exactly one seat has something to choose, until the deal is over."""
    rules = deal.rules
    deal.hold(len(deal.turns) <= MOST_ACTIONS, "a deal does not end")
    deal.hold(deal.last.over, "a deal stopped before it was over")
    for turn in deal.turns:
        state = turn.after
        seat, actions = machine.actor(rules, state), machine.legal(rules, state)
        if state.over:
            deal.hold(seat == -1 and actions == (), "somebody acts after the deal", seat, actions)
            continue
        deal.hold(0 <= seat < rules.seating.count, "nobody acts", state)
        deal.hold(actions, "nothing is legal", state)
        deal.hold(len(set(actions)) == len(actions), "an action is offered twice", actions)
    for turn in deal.some():
        assert turn.before is not None
        for other in range(rules.seating.count):
            seen = view(rules, turn.before, other)
            wanted = machine.legal(rules, turn.before) if other == turn.seat else ()
            deal.hold(seen.legal == wanted, "a view offers other actions", other, seen.legal, wanted)


def actions_have_texts(deal: Course) -> None:
    """Legal actions are said differently, and what is said is understood."""
    texts = deal.rules.texts
    for turn in deal.some():
        assert turn.before is not None
        actions = machine.legal(deal.rules, turn.before)
        said = [texts.text(action) for action in actions]
        deal.hold(len(set(said)) == len(said), "two actions are said alike", said)
        for action, text in zip(actions, said, strict=True):
            read = texts.read(text, actions)
            deal.hold(read == action, "a text is read as another action", text, action, read)


def legal_actions_work(deal: Course) -> None:
    for turn in deal.some():
        assert turn.before is not None
        for action in machine.legal(deal.rules, turn.before):
            after = machine.apply(deal.rules, turn.before, action).state
            deal.hold(after != turn.before, "an action changes nothing", action)
        deal.hold(
            why_not(deal.rules, turn.before, turn.action) == (), "a legal action has reasons against it"
        )


def illegal_actions_are_refused(deal: Course) -> None:
    for turn in deal.some():
        assert turn.before is not None
        legal = set(machine.legal(deal.rules, turn.before))
        for action in _some_of(conceivable(deal.rules), deal.draw, 12):
            if action in legal:
                continue
            try:
                machine.apply(deal.rules, turn.before, action)
            except IllegalActionError as refusal:
                deal.hold(str(refusal), "a refusal says nothing", action)
                deal.hold(refusal.reasons, "a refusal has no reasons", action)
            else:
                deal.hold(False, "an illegal action was done", action, legal)
    refused = False
    try:
        machine.apply(deal.rules, deal.last, PASS)
    except IllegalActionError:
        refused = True
    deal.hold(refused, "an action was done after the deal")


def conceivable(rules: CompiledRules) -> list[Action]:
    """Actions that some state might allow."""
    named = [Predict(step.name, number) for step in rules.ruleset.steps for number in (-1, 0, 99)]
    return [
        PASS,
        HOLD,
        ALONE,
        WITH_PARTNER,
        *rules.plays,
        *(MakeCall(call) for call in range(len(rules.calls))),
        *(NameSuit(suit) for suit in range(len(rules.pack.suits))),
        *named,
    ]


def _some_of(actions: list[Action], draw: chance.Stream, count: int) -> Iterator[Action]:
    for _ in range(count):
        yield actions[draw.below(len(actions))]


def the_same_again(deal: Course) -> None:
    """Nothing but the cards and the choices counts: rules made afresh play the same deal to the same end."""
    again = course(compile_rules(deal.rules.ruleset), deal.seed, deal.number)
    deal.hold(again.turns == deal.turns, "the same seed gave another deal")


# ---------------------------------------------------------------- scores


def scores_add_up(deal: Course) -> None:
    """A deal's points are the sum of what its lines pay, and are added to the scores."""
    state, start = deal.last, deal.turns[0].after
    if state.thrown_in:
        deal.hold(
            state.scores == start.scores and not state.lines, "a deal thrown in was scored", state.lines
        )
        return
    sets_scores = any(
        change.name == "score" for line in deal.rules.ruleset.scoring for change in (*line.adds, *line.sets)
    )
    total = [sum((line.points[i] for line in state.lines), Fraction(0)) for i in range(len(state.scores))]
    if not sets_scores:
        deal.hold(total == list(state.this_deal), "lines do not add up", total, state.this_deal, state.lines)
    sums = [a + b for a, b in zip(start.scores, state.this_deal, strict=True)]
    deal.hold(sums == list(state.scores), "a deal was not added to the scores", sums, state.scores)
    told = {event.text: event.points for event in deal.turns[-1].events if event.kind == "scored"}
    for line in state.lines:
        if any(line.points):
            deal.hold(told.get(line.line) == line.points, "a line was not told as it pays", line, told)
    paying = {line.name for line in deal.rules.ruleset.scoring if line.payers is not None}
    for line in state.lines:
        if line.line in paying:
            deal.hold(sum(line.points) == 0, "what is paid is not what is got", line)


# ---------------------------------------------------------------- what a seat may know


def events_show_no_more_than_views(deal: Course) -> None:
    """What an event shows to some seats lies before them, before or after it."""
    rules, everybody = deal.rules, deal.rules.seating.everybody
    for turn in deal.turns:
        for event in turn.events:
            if event.seen_by == everybody or not event.cards:
                continue
            for seat in members(event.seen_by):
                known = in_sight(view(rules, turn.after, seat))
                if turn.before is not None:
                    known |= in_sight(view(rules, turn.before, seat))
                hidden = event.cards & ~known
                deal.hold(
                    not hidden,
                    "an event shows more than the view",
                    event.kind,
                    rules.seating.names[seat],
                    rules.pack.texts(hidden),
                )
            for seat in members(everybody & ~event.seen_by):
                seen = event.as_seen(seat)
                deal.hold(not seen.cards, "an event shows its cards to everybody", event)
    for turn in deal.turns:
        for event in turn.events:
            if event.kind in ("chosen", "predicted", "melded"):
                for seat in members(everybody & ~event.seen_by):
                    seen = event.as_seen(seat)
                    deal.hold(not seen.text and not seen.count, "an event tells a secret answer", event)


def in_sight(seen: View) -> int:
    """The cards that a view shows."""
    cards = seen.aside
    for place in (*seen.hands, *seen.piles, *seen.turned, *(one.cards for one in seen.melds)):
        cards |= place
    for _, card in (*seen.table, *(play for trick in seen.tricks for play in trick.cards)):
        cards |= 1 << card
    return cards


# ---------------------------------------------------------------- games and tables


def games_end(rules: CompiledRules, seed: int, longest: int | None = None) -> int:
    """A game is won or stopped at its bound, and its deals add up. Gives the number of deals."""
    ruleset = rules.ruleset
    if longest is not None:
        ruleset = replace(ruleset, game_end=replace(ruleset.game_end, longest=longest))
        rules = compile_rules(ruleset)
    deals, scores = 0, [Fraction(0)] * len(rules.accounts)
    last = None
    for turn in game_turns(rules, seed):
        last = turn.after
        if last.over and not last.thrown_in:
            deals += 1
            scores = [a + b for a, b in zip(scores, last.this_deal, strict=True)]
            if last.game_over:
                break
    assert last is not None
    where = f"{ruleset.name}, seed {seed}"
    if scores != list(last.scores):
        raise BrokenLawError(f"deals do not add up to the scores ({where}): {scores}, {last.scores}")
    if last.unfinished != (not last.winners):
        raise BrokenLawError(f"a game is neither won nor unfinished ({where}): {last}")
    if deals > ruleset.game_end.longest or (last.unfinished and deals != ruleset.game_end.longest):
        raise BrokenLawError(f"a game did not stop at its bound ({where}): {deals} deals")
    return deals


def undo_restores(rules: CompiledRules, seed: int, actions: int = 25) -> None:
    """Whatever is done at a table can be taken back, step by step, to the start, and done again."""
    table = Table(rules, seed=seed)
    draw = chance.Stream(seed, 2, 0, 9)
    past: list[tuple[State, tuple[Event, ...], tuple[str, ...]]] = []
    said: list[str] = []
    for _ in range(actions):
        if table.over:
            break
        past.append((table.state, table.events, table.legal))
        said.append(table.legal[draw.below(len(table.legal))])
        _refuse_nonsense(table, seed)
        happened = table.play(said[-1])
        if table.events != (*past[-1][1], *happened):
            raise BrokenLawError(f"events are not kept in order ({rules.ruleset.name}, seed {seed})")
    end = (table.state, table.events)
    for before in reversed(past):
        table.undo()
        if (table.state, table.events, table.legal) != before:
            raise BrokenLawError(f"undo does not restore the table ({rules.ruleset.name}, seed {seed})")
    for text in said:
        table.play(text)
    if (table.state, table.events) != end:
        raise BrokenLawError(f"the same choices end elsewhere ({rules.ruleset.name}, seed {seed})")


def _refuse_nonsense(table: Table, seed: int) -> None:
    before = (table.state, table.events)
    try:
        table.play("a card that nobody knows")
    except IllegalActionError:
        if (table.state, table.events) == before:
            return
    raise BrokenLawError(f"nonsense was played ({table.rules.ruleset.name}, seed {seed})")
