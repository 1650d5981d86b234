"""Hidden cards, sampled: whole deals that agree with everything one seat has seen.

A world is proposed by putting the unknown cards where they may lie and going back through what happened to the
deal at the beginning (`rollback`), and playing it forward again by the rules. Only a world in which every action
was legal and which looks to the seat just as the real one does is accepted.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, repeat
from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.bots.rollback import Layout, Rollback, voids_bind
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import (
    Action,
    Announce,
    Choose,
    Finish,
    GoAlone,
    Hold,
    MakeCall,
    Pass,
    PickCard,
    PlayCard,
    Predict,
)
from hasenpfeffer.play.deals import begun_as, deal_out
from hasenpfeffer.play.view import View, view
from hasenpfeffer.ruleset.steps import ChooseStep, DealStep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from hasenpfeffer.bots.judgement import Judge
    from hasenpfeffer.chance import Stream
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.history import SeenTurn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

MOST_TRIES: Final = 60
ODD_WORLDS: Final = 6
"""How many worlds are turned down at most because somebody would hardly have spoken as he did."""
OTHER_CALL: Final = 0.5
"""How likely a call is next to that of plain judgement, for each step between them."""
OTHER_CHOICE: Final = 0.25
"""How likely it is that somebody named a trump, went alone or announced something, against plain
judgement."""
OTHER_CARD: Final = 0.5
"""How likely it is that somebody played or put away another card than plain judgement would have."""
_WHOLE: Final = 1 << 16


class World(NamedTuple):
    """A state that a seat could be in, and everything that was done to get there from the deal of its pack.

    `weight` is how likely it is next to others: less than 1 where somebody acted against plain judgement.
    """

    state: State
    actions: tuple[Action, ...]
    weight: float = 1.0


class _OddWorldError(Exception):
    """Somebody with such a hand would hardly have spoken as he did."""


class Worlds:
    """The positions that one seat could be in, to be drawn from.

    With a `judge`, worlds in which others would have called something else or named another trump are rarer,
    and worlds in which they would have played other cards weigh less.
    """

    def __init__(
        self, rules: CompiledRules, seen: View, history: Sequence[SeenTurn], judge: Judge | None = None
    ) -> None:
        self._rules = rules
        self._seen = seen
        self._history = history
        self._judge = judge
        self._rollback = Rollback(rules, seen, history, voids_bind=_voids_bind(rules))
        shown = [
            event.cards
            for turn in history
            for event in turn.events
            if event.kind == "dealt" and event.text == "last card"
        ]
        self._last_card = shown[0].bit_length() - 1 if shown and shown[0] else -1

    def draw(self, draws: Stream) -> World | None:
        """A world drawn at random; None if none was found in a few dozen tries."""
        if not self._rollback.is_possible:
            return None
        odd = 0
        for _ in range(MOST_TRIES):
            proposal = self._rollback.propose(draws)
            if proposal is None:
                continue
            try:
                world = self._replay(proposal, draws, may_be_odd=odd >= ODD_WORLDS)
            except _OddWorldError:
                odd += 1
                continue
            if world is not None:
                return world
        return None

    # --- forwards again

    def _replay(self, table: Layout, draws: Stream, *, may_be_odd: bool) -> World | None:
        """Plays the proposed deal forward; None where the rules forbid what was done, or it would look different."""
        rules, seen = self._rules, self._seen
        pack = self._pack(table)
        if pack is None:
            return None
        state = machine.run(rules, begun_as(rules, seen, pack)).state
        actions: list[Action] = []
        weight = 1.0
        for index, turn in enumerate(self._history):
            if turn.seat < 0:
                continue
            if state.over or machine.actor(rules, state) != turn.seat:
                return None
            legal = machine.legal(rules, state)
            action = turn.action
            if action is None:
                action = self._hidden(legal, index, table, draws)
            if action is None or action not in legal:
                return None
            actions.append(action)
            likely = self._likelihood(state, turn.seat, action, legal)
            if likely < 1:
                if may_be_odd or isinstance(action, (PlayCard, PickCard, Finish)):
                    weight *= likely
                elif draws.below(_WHOLE) >= likely * _WHOLE:
                    raise _OddWorldError
            state, events = machine.advance(rules, state, action)
            if isinstance(action, Announce) and _shown(events) != _shown(turn.events):
                return None
        if state.over or view(rules, state, seen.seat) != seen:
            return None
        return World(state, tuple(actions), weight)

    def _likelihood(self, state: State, seat: int, action: Action, legal: tuple[Action, ...]) -> float:
        """How likely it is that a seat does this, next to what plain judgement would do with such a hand."""
        if self._judge is None or seat == self._seen.seat or len(legal) == 1:
            return 1.0
        usual = self._judge.choose_in(state, seat, legal)
        if usual == action:
            return 1.0
        match action:
            case Pass() | Hold() | MakeCall():
                return OTHER_CALL ** abs(legal.index(usual) - legal.index(action))
            case Choose() | GoAlone() | Announce():
                return OTHER_CHOICE
            case _:
                return OTHER_CARD

    def _pack(self, table: Layout) -> tuple[int, ...] | None:
        """The pack that deals these hands and piles; None where they are larger or smaller than the rules deal."""
        in_order = range(self._rules.pack.size)
        slots = _slots(self._rules, begun_as(self._rules, self._seen, in_order))
        pack = [-1] * self._rules.pack.size
        members = self._rules.pack.members
        for seat, cards in enumerate(table.hands):
            order = list(members(cards))
            if seat == self._seen.dealer and self._last_card in order:
                order.remove(self._last_card)
                order.append(self._last_card)
            if not _put(pack, slots[seat], order):
                return None
        for pile, cards in enumerate(table.piles):
            drawn = table.drawn.get(pile, ())
            order = [*drawn, *(card for card in members(cards) if card not in drawn)]
            if not _put(pack, slots[len(table.hands) + pile], order):
                return None
        left = list(slots[-1])
        for deal, turn in zip(_later_deals(self._rules), sorted(table.later), strict=False):
            for card in _in_order(deal, table.later[turn], members):
                pack[left.pop(0)] = card
        return tuple(pack) if _put(pack, left, list(members(table.undealt[0]))) else None

    def _hidden(self, legal: tuple[Action, ...], index: int, table: Layout, draws: Stream) -> Action | None:
        """An action that the seat did not see: cards as proposed, an answer as it came out later, others at
        random."""
        if not isinstance(legal[0], (PickCard, Finish)):
            fitting = [action for action in legal if self._came_out(action, self._history[index].seat)]
            return fitting[draws.below(len(fitting))] if fitting else None
        history, rules = self._history, self._rules
        later = index
        while (
            later < len(history) and later not in table.picked and history[later].seat == history[index].seat
        ):
            later += 1
        cards = table.picked.get(later, 0)
        run = index
        while run > 0 and history[run - 1].action is None and history[run - 1].seat == history[index].seat:
            if run - 1 in table.picked:
                break
            run -= 1
        planned = list(rules.pack.members(cards))
        position = index - run
        if position < len(planned):
            wanted = rules.pack.cards[planned[position]]
            return next((a for a in legal if isinstance(a, PickCard) and a.face == wanted), None)
        return next((a for a in legal if isinstance(a, Finish)), None)

    def _came_out(self, action: Action, seat: int) -> bool:
        """Whether an answer agrees with what is known of it by now."""
        if not isinstance(action, (Predict, Choose)):
            return True
        rules = self._rules
        known = self._seen.settings[rules.ruleset.settings[action.step].index]
        own = known[seat] if isinstance(known, tuple) else None
        if own is None:
            return True
        if isinstance(action, Predict):
            return bool(own == action.number)
        value = 1 << rules.ruleset.names.words[_option(rules, action)] if action.option else action.value
        return bool(own == value)


def _option(rules: CompiledRules, action: Choose) -> str:
    """The name of the option that is chosen."""
    step = rules.ruleset.steps[rules.step_index(action.step)]
    assert isinstance(step, ChooseStep)
    return step.options[action.value].name


_voids_bind = lru_cache(maxsize=32)(voids_bind)


@lru_cache(maxsize=32)
def _slots(rules: CompiledRules, begun: State) -> tuple[tuple[int, ...], ...]:
    """Which places of the pack go to each hand, then to each pile; last those that are not dealt at first."""
    dealt = deal_out(rules, begun)
    owners = [tuple(rules.pack.members(cards)) for cards in (*dealt.hands, *dealt.piles)]
    return (*owners, tuple(range(dealt.dealt_from, rules.pack.size)))


def _later_deals(rules: CompiledRules) -> list[DealStep]:
    """The deals after the first."""
    return [step for step in rules.ruleset.steps if isinstance(step, DealStep)][1:]


def _in_order(
    deal: DealStep, got: Mapping[int, int], members: Callable[[int], Iterator[int]]
) -> Iterator[int]:
    """The cards that seats got, in the order in which they lay in the pack: by packets, then one by one."""
    left = {seat: list(members(cards)) for seat, cards in got.items()}
    for count in chain((packet.cards for packet in deal.packets), repeat(1)):
        if not any(left.values()):
            return
        for cards in left.values():
            yield from cards[:count]
            del cards[:count]


def _put(pack: list[int], slots: Sequence[int], cards: Sequence[int]) -> bool:
    """Puts cards into these places of the pack; whether there are as many."""
    if len(slots) != len(cards):
        return False
    for slot, card in zip(slots, cards, strict=True):
        pack[slot] = card
    return True


def _shown(events: Sequence[Event]) -> list[int]:
    """The cards that were shown with announcements."""
    return [event.cards for event in events if event.kind == "announced"]


def sample_world(
    rules: CompiledRules, seen: View, history: Sequence[SeenTurn], draws: Stream
) -> State | None:
    """A state that the seat could be in, whatever was called; None if none was found."""
    world = Worlds(rules, seen, history).draw(draws)
    return None if world is None else world.state
