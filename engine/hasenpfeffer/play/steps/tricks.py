"""`tricks`: lead, follow, win, until the hands are empty or the step says stop."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.play.actions import Action, Announce, NameSuit, PlayCard
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.legal_cards import CardRules, Judgement
from hasenpfeffer.play.open_hands import player_of
from hasenpfeffer.play.player import StepPlayer, drop, first_of, put
from hasenpfeffer.play.state import Trick
from hasenpfeffer.play.steps.announcing import Announcing, Said
from hasenpfeffer.play.steps.move import MovePlayer
from hasenpfeffer.play.steps.take import TakePlayer
from hasenpfeffer.play.tricks import best_play
from hasenpfeffer.ruleset.steps import MoveStep, TakeStep
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.steps import AfterTrick, TricksStep

NAMES_SUIT = ("names a suit", "one suit's best")


class Playing(NamedTuple):
    """Whose hand is to play; `naming`: the seat has led a loose card and says which suit it asks for; `said`: what it
    has announced before its card."""

    turn: int
    naming: bool = False
    said: Said = Said()


class TricksPlayer(StepPlayer):
    step: TricksStep

    def __init__(self, rules: CompiledRules, step: TricksStep) -> None:
        super().__init__(rules, step)
        self.announcing = Announcing(self, step.during)
        self.card_rules = CardRules(rules, step)
        pin = rules.pins.get("leader")
        self.leader = rules.formula(step.leader) if pin is None else pin.formula(None)
        self.next_leader = rules.optional(step.next_leader)
        self.stop_when = rules.optional(step.stop_when)
        self.count = rules.optional(step.count)
        self.after = [(after, self._after_player(after)) for after in step.after_each]

    def _after_player(self, after: AfterTrick) -> TakePlayer | MovePlayer | None:
        match after.step:
            case None:
                return None
            case TakeStep():
                return TakePlayer(self.rules, after.step)
            case MoveStep():
                return MovePlayer(self.rules, after.step)

    # --- turns

    def begin(self, state: State, events: list[Event]) -> State:
        if not self.holds(state):
            return self.done(state)
        if self.who is not None:
            out = self.rules.seating.everybody & ~self.who(self.env(state))
            state = state._replace(sitting=state.sitting | out, absent=state.absent | out)
        owned = tuple(hand | aside for hand, aside in zip(state.hands, state.aside, strict=True))
        state = state._replace(owned=owned)
        leader = first_of(self.leader, self.env(state))
        leader = state.dealer if leader is None else leader
        if self._is_over(state):
            return self.done(state)
        return self._turn(state, leader, events)

    def _turn(self, state: State, seat: int, events: list[Event]) -> State:
        """Makes it the turn of a seat, or of the next that has a card to play."""
        following = self._following(state, seat)
        seat = seat if following is None else following
        state, said = self.announcing.at_once(state, seat, Said(), events)
        return state._replace(work=Playing(seat, said=said))

    def _following(self, state: State, seat: int) -> int | None:
        """The first from this seat on that has a card to play to the trick; None where nobody has."""
        done = state.sitting
        for other, _ in state.table:
            done |= 1 << other
        for other in self.rules.seating.order[seat]:
            if state.hands[other] and not done >> other & 1:
                return other
        return None

    def actor(self, state: State) -> int:
        return player_of(self.rules, state, state.work.turn)

    def hand_to_play(self, state: State) -> int:
        return int(state.work.turn)

    def judge(self, state: State) -> Judgement:
        """What the seat to play may play, and which rules say so, whatever it has announced."""
        seat = state.work.turn
        return self.card_rules.judge(self.env(state, seat), state.hands[seat])

    def legal(self, state: State) -> tuple[Action, ...]:
        if state.work.naming:
            return tuple(NameSuit(suit) for suit in members(self._nameable(state)))
        plays, pack = self.rules.plays, self.rules.pack
        turn, _, said = state.work
        cards = self.judge(state).cards
        announcements = self.announcing.offered(state, turn, said, cards)
        cards &= said.tied
        if not pack.has_copies:
            return (*(plays[pack.cards[card]] for card in pack.members(cards)), *announcements)
        faces = dict.fromkeys(pack.cards[card] for card in pack.members(cards))
        return (*(plays[face] for face in faces), *announcements)

    def hindrance(self, state: State, name: str) -> tuple[Place, str]:
        """The place of an announcement, and why the seat to play may not make it, as what is said of the seat."""
        turn, naming, said = state.work
        if naming:
            return self.step.place, "must name a suit now"
        return self.announcing.hindrance(state, turn, said, self.judge(state).cards, name)

    def _nameable(self, state: State) -> int:
        env = self.env(state, state.work.turn)
        suits = (1 << len(self.rules.pack.suits)) - 1
        loose = env.contract.loose[state.table[-1][1]]
        if loose is not None and loose.may_name is not None:
            suits = self.rules.formula(loose.may_name)(env) & suits or suits
        return suits

    def apply(self, state: State, action: Action, events: list[Event]) -> State:
        seat = state.work.turn
        everybody = self.rules.seating.everybody
        actor = self.actor(state)
        by = -1 if actor == seat else actor
        if isinstance(action, NameSuit):
            text = self.rules.pack.suits[action.suit].name
            events.append(Event("suit named", seat, seen_by=everybody, text=text, by=by))
            state = state._replace(led_suit=1 << action.suit, work=Playing(seat))
            return self._go_on(state, seat, events)
        if isinstance(action, Announce):
            return self._announce(state, seat, action.name, events)
        assert isinstance(action, PlayCard)
        held = state.hands[seat] & self.rules.pack.face_sets[action.face]
        card = (held & -held).bit_length() - 1
        state = self.announcing.with_card(state, seat, state.work.said, card, events)
        env = self.env(state, seat)
        contract = env.contract
        events.append(Event("played", seat, cards=1 << card, count=1, seen_by=everybody, by=by))
        led, shown_out, asks = state.led_suit, state.shown_out, False
        if not led:
            led, asks = self._led(contract.leads[card], contract.suit_of[card])
        elif not contract.suit_of[card] & led:
            shown_out = put(shown_out, seat, led)
        state = state._replace(
            hands=drop(state.hands, seat, 1 << card),
            table=(*state.table, (seat, card)),
            led_suit=led,
            shown_out=shown_out,
        )
        if len(state.table) == 1 and led and not state.tricks:
            # where the first card makes trumps, the card is a trump the moment it is played
            led = self._led(contract.leads[card], self.env(state).contract.suit_of[card])[0]
            state = state._replace(led_suit=led)
        if asks:
            return state._replace(work=Playing(seat, True))
        return self._go_on(state, seat, events)

    def _announce(self, state: State, seat: int, name: str, events: list[Event]) -> State:
        state, said = self.announcing.announced(state, seat, state.work.said, name, events)
        state, said = self.announcing.at_once(state, seat, said, events)
        return state._replace(work=Playing(seat, said=said))

    def _led(self, lead: str, suit: int) -> tuple[int, bool]:
        """The suit that a card asks for when it is led, and whether its player has to name one."""
        if lead == "no suit":
            return 0, False
        if lead in NAMES_SUIT:
            return 0, True
        return suit, False

    def _go_on(self, state: State, seat: int, events: list[Event]) -> State:
        following = self._following(state, seat)
        if following is None:
            return self._trick_over(state, events)
        return self._turn(state, following, events)

    # --- the end of a trick

    def _trick_over(self, state: State, events: list[Event]) -> State:
        env = self.env(state)
        winner = best_play(env)[0]
        trick = Trick(state.table, winner)
        cards = trick.card_set
        won = state.tricks_won
        state = state._replace(
            table=(),
            tricks=(*state.tricks, trick),
            tricks_won=(*won[:winner], won[winner] + 1, *won[winner + 1 :]),
            taken=put(state.taken, winner, cards),
        )
        everybody = self.rules.seating.everybody
        events.append(Event("trick won", winner, cards=cards, count=len(trick.cards), seen_by=everybody))
        state = self.announcing.after_trick(state, events)
        for after, player in self.after:
            state = self._after_trick(state, after, player, events)
        finished, state = state, state._replace(led_suit=0)
        if self._is_over(state):
            return self.done(state)
        leader = winner
        if self.next_leader is not None:
            env = Environment(self.rules, finished, closing=True)
            named = first_of(self.next_leader, env)
            leader = winner if named is None else named
        return self._turn(state, leader, events)

    def _after_trick(
        self, state: State, after: AfterTrick, player: TakePlayer | MovePlayer | None, events: list[Event]
    ) -> State:
        if isinstance(player, TakePlayer):
            return player.take(state, events, closing=True)
        if isinstance(player, MovePlayer):
            return player.move(state, events, closing=True)
        env = Environment(self.rules, state, closing=True)
        if all(self.rules.formula(condition)(env) for condition in after.conditions):
            state = self.assign(state, after.sets, closing=True)
        return state

    def _is_over(self, state: State) -> bool:
        if not any(state.hands[seat] for seat in members(self.rules.seating.everybody & ~state.sitting)):
            return True
        env = self.env(state)
        if self.count is not None and len(state.tricks) >= self.count(env):
            return True
        return self.stop_when is not None and bool(self.stop_when(env))
