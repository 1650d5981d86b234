"""Plain judgement: what a careful player would do, for any ruleset, from what its seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.bots.advice import NO_CHOICE, Advice
from hasenpfeffer.bots.announcements import Announcements
from hasenpfeffer.bots.cards import choose_card
from hasenpfeffer.bots.hands import Hands
from hasenpfeffer.bots.outcomes import Outcomes
from hasenpfeffer.bots.point_bids import MELDS, point_bids
from hasenpfeffer.bots.position import Looker, Position
from hasenpfeffer.bots.promises import tricks_promised
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import (
    Action,
    Announce,
    Choose,
    GoAlone,
    Hold,
    MakeCall,
    Pass,
    PickCard,
    PlayCard,
    Predict,
)
from hasenpfeffer.play.state import Deferred

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.environment import Environment
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.play.view import View

SPARE: Final = 0.5
"""Who goes alone may be half a trick short of all of them; who doubles wants as much to spare."""


class _Bid(NamedTuple):
    """A call or the holding of one, the tricks or points that it asks for, and those that the side is likely to
    win with it."""

    asks: float
    worth: float
    action: MakeCall | Hold
    melds: float | None = None
    """The part of points that melds bring; None where it is about tricks."""

    @property
    def told(self) -> str:
        if self.melds is None:
            return _tricks(self.worth)
        return f"{self.worth:.0f} points" + (f", {self.melds:.0f} of them melds" if self.melds else "")


class Judge:
    """Knows one ruleset; asked about one position, it always answers the same."""

    def __init__(self, rules: CompiledRules) -> None:
        self._rules = rules
        self._look = Looker(rules)
        self._hands = Hands(rules)
        self._outcomes = Outcomes(rules, self._hands)
        self._announcements = Announcements(rules, self._hands)
        has_partners = len(rules.seating.teams) < rules.seating.count
        self._whose = "with an average partner your hand is" if has_partners else "your hand is"
        self._asks: dict[tuple[int, int], int] = {}
        self._trumps = [_trump_of(rules, call) for call in range(len(rules.calls))]
        self._numbers = frozenset(
            name for name, setting in rules.ruleset.settings.items() if setting.type.kind is Kind.NUMBER
        )
        self._point_bids = point_bids(rules)
        self._most_tricks = rules.ruleset.names.sizes.hand
        self._names_trump = any(step.name == "trump" for step in rules.ruleset.steps)
        self._has_late_trumps = any(isinstance(trump, Deferred) for trump in self._trumps)

    def advise(self, seen: View) -> Advice:
        """What the seat that a view belongs to should do."""
        if len(seen.legal) == 1:
            return Advice(seen.legal[0], NO_CHOICE)
        return self._judge(self._look.at_view(seen), seen.legal, stand_in(self._rules, seen))

    def choose_in(self, state: State, seat: int, legal: Sequence[Action]) -> Action:
        """What the seat to act would do in a state, if it knew no more than it may."""
        return self._judge(self._look.at_state(state, seat), legal, state).action

    def worth_a_thought(self, legal: Sequence[Action]) -> Sequence[Action]:
        """The actions to choose among. Of calls that name a value the lowest is enough: it can be raised later."""
        values = [a for a in legal if isinstance(a, MakeCall) and self._names_a_value(a.call)]
        return [action for action in legal if action not in values[1:]] if len(values) > 1 else legal

    def _judge(self, position: Position, legal: Sequence[Action], known: State) -> Advice:
        """What to do in a position; of `known` nothing is read but what the seat knows."""
        match legal[-1]:
            case PlayCard() | Announce():  # announcements come after the cards
                return self._play(position, legal, known)
            case MakeCall() | Hold():
                return self._call(position, legal, known)
            case Choose(step="trump", option=False):
                return self._trump(position, legal, known)
            case Choose(value=False | True, option=False):
                return Advice(legal[-1], "yes or no: no is the smaller risk")
            case GoAlone():
                return self._alone(position, legal)
            case PickCard():
                return self._pick(position, legal, known)
            case Predict():
                return self._predict(position, legal)
            case _:
                return Advice(legal[0], "it is the first of the answers, and nothing speaks against it")

    # --- cards, and what is said with them

    def _play(self, position: Position, legal: Sequence[Action], known: State) -> Advice:
        plays = [action for action in legal if isinstance(action, PlayCard)]
        advice = choose_card(self._rules, position, plays)
        if len(plays) == len(legal) or not isinstance(advice.action, PlayCard):
            return advice
        env = self._rules.environment(known, position.seat)
        held = position.hand & self._rules.pack.face_sets[advice.action.face]
        card = (held & -held).bit_length() - 1
        return self._announcements.advise(position, legal, env, card) or advice

    # --- calls

    def _call(self, position: Position, legal: Sequence[Action], known: State) -> Advice:
        """The highest call that the hand is worth, in its best trump; of calls that ask for as much, the first."""
        env = self._rules.environment(known, position.seat) if self._has_late_trumps else None
        calls = [action for action in self.worth_a_thought(legal) if isinstance(action, MakeCall | Hold)]
        bids = [self._bid(position, action, known, env) for action in calls]
        passing = next((action for action in legal if isinstance(action, Pass)), None)
        found = [bid for bid in bids if bid is not None]
        sound = [bid for bid in found if bid.asks <= bid.worth]
        if sound:
            best = max(sound, key=lambda bid: (bid.asks, bid.worth))
            return Advice(best.action, f"{self._whose} worth about {best.told}")
        over = self._double(position, legal, known.call)
        if over is not None:
            return over
        told = max(found, key=lambda bid: bid.worth).told if found else _tricks(0.0)
        about = f"{self._whose} worth only about {told}"
        return Advice(legal[0] if passing is None else passing, about)

    def _bid(
        self, position: Position, action: MakeCall | Hold, known: State, env: Environment | None
    ) -> _Bid | None:
        """A call as a promise of tricks or points; None for a double, and for one that is made alone: other matters."""
        rules, hand = self._rules, position.hand
        call = known.call if isinstance(action, Hold) else action.call
        if rules.calls[call].over or rules.calls[call].alone is not None:
            return None
        size = hand.bit_count()
        if self._names_a_value(call):
            outcome = self._outcomes.of(known.dealer, position.seat, hand, call)
            return _Bid(0 if outcome.points > 0 else size + 1, outcome.tricks, action)
        trump = self._trumps[call]
        if isinstance(trump, Deferred):
            trump = None if env is None else rules.deferred[trump.formula](env)
        if trump is None:
            own, trump = self._hands.best_trump(hand)
        else:
            own = self._hands.tricks(trump, hand)
        bid = self._point_bids[call]
        if bid is not None:
            melds = self._hands.melds(trump, hand) if MELDS in bid.counted else 0.0
            return _Bid(bid.points, self._hands.points(own, trump, hand) + melds, action, melds)
        return _Bid(self._asked(call, size), self._hands.with_partner(own, size), action)

    def _names_a_value(self, call: int) -> bool:
        """Whether a call names a number that tricks cannot reach: what the game is to be worth."""
        return self._point_bids[call] is None and self._rules.fields[call].get("bid", 0) > self._most_tricks

    def _asked(self, call: int, size: int) -> int:
        """How many tricks a call asks for: those that pay, or its number, where it has one that tricks can reach,
        or else more than half of them."""
        known = self._asks.get((call, size))
        if known is None:
            fields = self._rules.fields[call]
            numbers = [
                value for name, value in fields.items() if name in self._numbers and 1 <= value <= size
            ]
            promised = tricks_promised(self._rules, call, size)
            known = self._asks[call, size] = promised or max(numbers, default=size // 2 + 1)
        return known

    def _double(self, position: Position, legal: Sequence[Action], standing: int) -> Advice | None:
        """A double of a call that the hand defeats by itself, or that the side makes with a trick to spare."""
        over = next((a for a in legal if isinstance(a, MakeCall) and self._rules.calls[a.call].over), None)
        trump = self._trumps[standing] if standing >= 0 else None
        if over is None or trump is None or isinstance(trump, Deferred):
            return None
        size = position.hand.bit_count()
        asks = self._asked(standing, size)
        if self._rules.calls[over.call].over == "own side":
            worth = self._hands.with_partner(self._hands.tricks(trump, position.hand), size)
            return Advice(over, f"{self._whose} worth about {_tricks(worth)}") if worth >= asks + 1 else None
        own = self._hands.against(trump, position.hand)
        if own < size - asks + 1 + SPARE:
            return None
        return Advice(over, f"your hand is worth about {_tricks(own)} by itself against it")

    # --- what is named

    def _trump(self, position: Position, legal: Sequence[Action], known: State) -> Advice:
        trumps = [action.value for action in legal if isinstance(action, Choose)]
        worth, trump = self._best_trump(position, known, trumps)
        action = next(action for action in legal if isinstance(action, Choose) and action.value == trump)
        return Advice(action, f"your hand is worth most with it, about {_tricks(worth)} by itself")

    def _best_trump(
        self, position: Position, known: State, trumps: Sequence[int] | None = None
    ) -> tuple[float, int]:
        """The tricks that a hand is worth in its best trump, and which that is: the one that pays most where the
        call that stands names a value."""
        if known.call >= 0 and self._names_a_value(known.call):
            outcome = self._outcomes.of(known.dealer, position.seat, position.hand, known.call)
            if trumps is None or outcome.trump in trumps:
                return outcome.tricks, outcome.trump
        return self._hands.best_trump(position.hand, trumps)

    def _trump_to_come(self, position: Position, known: State) -> int:
        """The trump that the declarer is going to name, while there is none."""
        if not self._names_trump or known.declarer != position.seat:
            return 0
        return self._best_trump(position, known)[1]

    def _alone(self, position: Position, legal: Sequence[Action]) -> Advice:
        worth = self._own_tricks(position)
        wanted = worth >= position.hand.bit_count() - 1 + SPARE
        action = next((a for a in legal if isinstance(a, GoAlone) and a.alone == wanted), legal[0])
        return Advice(action, f"your hand is worth about {_tricks(worth)} by itself")

    def _predict(self, position: Position, legal: Sequence[Action]) -> Advice:
        """As many as the hand is worth, but never none: that is a promise that a single trick breaks."""
        worth = self._own_tricks(position)
        wanted = max(round(worth), 1)
        numbers = [action for action in legal if isinstance(action, Predict)]
        action = min(numbers, key=lambda each: (abs(each.number - wanted), each.number))
        return Advice(action, f"your hand is worth about {_tricks(worth)} by itself")

    def _own_tricks(self, position: Position) -> float:
        return self._hands.tricks(position.trump, position.hand)

    # --- cards given up

    def _pick(self, position: Position, legal: Sequence[Action], known: State) -> Advice:
        """Plans all the cards that are to go, and picks the first of them: they are picked in pack order."""
        pack, trump = self._rules.pack, position.trump or self._trump_to_come(position, known)
        picks = [action for action in legal if isinstance(action, PickCard)]
        from_first = _from_face(self._rules, position.hand, picks[0].face)
        count = _from_face(self._rules, from_first, picks[-1].face).bit_count()
        sits_out = bool(position.sitting >> position.seat & 1)
        if sits_out or position.avoids:
            going = from_first & ~self._hands.without_least(trump, from_first, from_first.bit_count() - count)
        else:
            going = self._hands.without_least(trump, from_first, count)
        why = "your hand loses least without it"
        if sits_out:
            why = "you sit out, and your partner can use your best cards"
        elif position.avoids:
            why = "high cards win tricks, and tricks cost points"
        action = next((pick for pick in picks if pack.face_sets[pick.face] & going), picks[0])
        return Advice(action, why)


def stand_in(rules: CompiledRules, seen: View) -> State:
    """What formulas are worked out in where only a view is known: a state without the cards that are hidden."""
    return machine.fresh(rules, seen.dealer, ())._replace(
        deal_number=seen.deal_number,
        scores=seen.scores,
        counters=seen.counters,
        hands=seen.hands,
        piles=seen.piles,
        piles_dealt=seen.piles,
        declarer=seen.declarer,
        sitting=seen.sitting,
        absent=seen.absent,
        call=seen.call,
        settings=seen.settings,
        table=seen.table,
        led_suit=seen.led_suit,
        tricks=seen.tricks,
    )


def _trump_of(rules: CompiledRules, call: int) -> int | Deferred | None:
    """The trump that a call names: at once, as a formula, or none."""
    setting = rules.ruleset.settings.get("trump")
    for index, value in rules.supplies[call]:
        if setting is not None and index == setting.index:
            return value if isinstance(value, Deferred) else int(value)
    return None


def _from_face(rules: CompiledRules, cards: int, face: int) -> int:
    """The cards of a set from this face on, in pack order."""
    return sum(1 << card for card in rules.pack.members(cards) if rules.pack.cards[card] >= face)


def _tricks(worth: float) -> str:
    return f"{worth:.1f} tricks"
