"""Why not: what forbids an action, in the game's words, with the line of the rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.errors import IllegalActionError
from hasenpfeffer.play.actions import Action, Announce, Hold, MakeCall, Pass, PickCard, PlayCard
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.steps.auction import AuctionPlayer
from hasenpfeffer.play.steps.duels import DuelsPlayer
from hasenpfeffer.play.steps.picking import PickingPlayer
from hasenpfeffer.play.steps.tricks import TricksPlayer

if TYPE_CHECKING:
    from hasenpfeffer.play.bidding import Bidding
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.steps import Duty


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: a sentence without a full stop, and the place of the rule where there is one.

    `predicate` is the sentence without its subject where that is whoever has to choose (`must follow spades: A♠`).
    `of_other_step`: it only says whose turn it is.
    """

    message: str
    place: Place | None = None
    predicate: str = ""
    of_other_step: bool = False

    def __str__(self) -> str:
        return self.message if self.place is None else f"{self.message} ({self.place.line})"


def why_not(rules: CompiledRules, state: State, action: Action) -> tuple[Reason, ...]:
    """Why an action is not legal, the most telling reason first; empty when it is legal."""
    if state.over:
        return (Reason("the deal is over"),)
    player = rules.steps[state.step]
    if action in player.legal(state):
        return ()
    match action:
        case PlayCard(face) | PickCard(_, face) if face not in range(len(rules.pack.faces)):
            return (Reason("there is no such card in this pack"),)
        case MakeCall(call) if call not in range(len(rules.calls)):
            return (Reason("there is no such call in these rules"),)
        case PlayCard(face) if isinstance(player, TricksPlayer):
            return _card(rules, state, player, face)
        case Announce(name) if isinstance(player, TricksPlayer):
            place, predicate = player.hindrance(state, name)
            return (_of(rules.seating.names[player.hand_to_play(state)], predicate, place),)
        case MakeCall() | Hold() if isinstance(player, DuelsPlayer) and _is_of_the_other(state, action):
            return _duel(rules, state, player)
        case Hold() if isinstance(player, DuelsPlayer):
            return (
                Reason("this call is not open to the seat", player.step.calls[state.work.standing].place),
            )
        case MakeCall(call) if isinstance(player, AuctionPlayer):
            return _call(rules, state, player, call)
        case Pass() if isinstance(player, AuctionPlayer):
            return (Reason("a call must be made: nobody has bid", player.step.all_pass.place),)
        case PickCard(_, face) if isinstance(player, PickingPlayer):
            return _pick(rules, state, player, face)
    name = rules.ruleset.steps[state.step].name
    return (Reason(f"the choice now is `{name}`", rules.ruleset.steps[state.step].place, of_other_step=True),)


def reasons_of(refusal: IllegalActionError) -> tuple[Reason, ...]:
    """Why something was refused: its reasons, or the refusal itself as one."""
    found = tuple(reason for reason in refusal.reasons if isinstance(reason, Reason))
    return found or (Reason(str(refusal)),)


def _of(name: str, predicate: str, place: Place | None = None) -> Reason:
    """A reason whose subject is the seat that has to choose."""
    return Reason(f"{name} {predicate}", place, predicate)


def _must(duty: str, place: Place | None) -> Reason:
    """A reason that says what must be done, by whoever has to choose."""
    return Reason(f"must {duty}", place, f"must {duty}")


def _card(rules: CompiledRules, state: State, player: TricksPlayer, face: int) -> tuple[Reason, ...]:
    seat = player.hand_to_play(state)
    name = rules.pack.spoken(face)
    held = state.hands[seat] & rules.pack.face_sets[face]
    if state.work.naming:
        return (Reason("a suit must be named now"),)
    if not held:
        return (_of(rules.seating.names[seat], f"does not hold the {name}"), *_dummy(rules, player, state))
    judgement = player.judge(state)
    said = state.work.said
    if not said.tied & held and judgement.cards & held:
        promised = rules.pack.texts(judgement.cards & said.tied)
        place = next(one.place for one in player.step.during if one.name == said.names[-1])
        return (_must(f"play one of {promised} after what was announced", place),)
    for bar, cards in judgement.barred:
        if cards & held:
            return (Reason(f"{bar.name}: the {name} may not be played now", bar.place),)
    if judgement.forced_loose:
        must = rules.pack.texts(judgement.forced_loose)
        loose = rules.ruleset.ranking.loose[0]
        return (Reason(f"{must} must be played by a hand that is void in the suit led", loose.place),)
    return _duty(rules, state, seat, judgement.duty, judgement.cards, held)


def _dummy(rules: CompiledRules, player: TricksPlayer, state: State) -> tuple[Reason, ...]:
    """Whose card is asked for, where that is not a card of the seat to act."""
    seat, by = player.hand_to_play(state), player.actor(state)
    dummy = player.step.dummy
    if seat == by or dummy is None:
        return ()
    names = rules.seating.names
    return (
        Reason(f"the card must come from the hand of {names[seat]}, which {names[by]} plays", dummy.place),
    )


def _duty(
    rules: CompiledRules, state: State, seat: int, duty: Duty | None, legal_cards: int, held: int
) -> tuple[Reason, ...]:
    env = Environment(rules, state, seat)
    led = rules.texts.value("trump", state.led_suit) if state.led_suit else ""
    legal_texts = rules.pack.texts(legal_cards)
    if duty is not None and led and any(part.value == "winning" for part in duty.cards.walk()):
        return (_must(f"beat the cards of the trick: {legal_texts}", duty.place),)
    if duty is not None and led and not legal_cards & ~env.contract.cards_of(state.led_suit):
        notes = _suit_notes(rules, env, 1 << state.table[0][1] | legal_cards | held)
        return (
            _must(f"follow {led_name(rules, state.led_suit)}: {legal_texts}", duty.place),
            *(Reason(note, duty.place) for note in notes),
        )
    return (_must(f"play one of {legal_texts}", None if duty is None else duty.place),)


def led_name(rules: CompiledRules, suits: int) -> str:
    """A suit, or trumps where the trump choice is no suit."""
    if suits.bit_length() <= len(rules.pack.suits):
        return rules.pack.suits[suits.bit_length() - 1].name
    return "trumps" if suits != rules.own_suit else "the suit led"


def _suit_notes(rules: CompiledRules, env: Environment, cards: int) -> list[str]:
    """For cards that belong to another suit than the printed one: which, and what they are called."""
    notes = []
    for card in rules.pack.members(cards):
        printed = rules.pack.faces[rules.pack.cards[card]].suit
        suit = env.contract.suit_of[card]
        if suit == rules.own_suit or (printed is not None and suit == 1 << printed):
            continue
        called, spoken = card_name(rules, env, card), rules.pack.spoken(rules.pack.cards[card])
        is_called = (
            f"{rules.pack.text(card)} is the {called}, so it"
            if called not in ("", spoken)
            else f"the {spoken}"
        )
        notes.append(f"{is_called} belongs to {led_name(rules, suit)}")
    return notes


def card_name(rules: CompiledRules, env: Environment, card: int) -> str:
    """What the rule file calls just this card under the contract; empty if it has no name for it."""
    for name in rules.ruleset.names.card_names:
        expression = rules.ruleset.card_names.get(name)
        if expression is None:
            continue
        if rules.formula(expression)(env) == 1 << card:
            return name
    return ""


def _is_of_the_other(state: State, action: Action) -> bool:
    """Whether an action is one for the other of the two seats in a duel: one names calls, the other holds them."""
    work: Bidding = state.work
    return work.duel is not None and work.is_asked_to_hold != isinstance(action, Hold)


def _duel(rules: CompiledRules, state: State, player: DuelsPlayer) -> tuple[Reason, ...]:
    work, place = state.work, player.duel(state).place
    caller = rules.seating.names[work.duel.caller]
    if not work.is_asked_to_hold:
        return (Reason(f"there is nothing to hold: {caller} names the next call", place),)
    standing = player.step.calls[work.standing].text
    return (_must(f"hold {standing} or pass: {caller} names the calls", place),)


def _call(rules: CompiledRules, state: State, player: AuctionPlayer, call: int) -> tuple[Reason, ...]:
    index = call - player.first
    if not 0 <= index < len(player.step.calls):
        return (Reason("this is not a call of this auction", player.step.place),)
    made = player.step.calls[index]
    work = state.work
    standing = player.step.calls[work.standing] if work.standing >= 0 else None
    if standing is not None and made.height is not None and standing.height is not None:
        if made.height <= standing.height:
            return (_must(f"go higher than {standing.text}: {made.text} does not", standing.place),)
    if made.height is None and standing is None:
        return (Reason(f"{made.text} needs a bid before it", made.place),)
    if player.step.allowed is not None and player.step.allowed.place is not None:
        return (
            Reason(f"{made.text} is not allowed", player.step.allowed.place),
            Reason("the call's own rule", made.place),
        )
    return (Reason(f"{made.text} is not open now", made.place),)


def _pick(rules: CompiledRules, state: State, player: PickingPlayer, face: int) -> tuple[Reason, ...]:
    seat = player.actor(state)
    name = rules.pack.spoken(face)
    cards = rules.pack.face_sets[face]
    if not state.hands[seat] & cards:
        return (_of(rules.seating.names[seat], f"does not hold the {name}"),)
    if player.step.barred is not None and not player.pool(state, seat) & cards:
        return (Reason(f"the {name} may not be chosen for `{player.step.name}`", player.step.barred.place),)
    if state.work.picked & cards:
        return (Reason(f"the {name} is chosen already"),)
    return (Reason("cards are chosen in order, and enough must be left to choose", player.step.place),)
