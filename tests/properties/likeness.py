"""Deals that differ in names only: seats turned, two suits or two copies of a card swapped, hidden cards moved.

The first three must go the same way under their new names; the last must look the same to who cannot see them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from tests.properties.laws import Course, conceivable

from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import Choose, Finish, MakeCall, NameSuit, PickCard, PlayCard
from hasenpfeffer.play.reasons import why_not
from hasenpfeffer.play.steps.exchange import ExchangePlayer
from hasenpfeffer.play.steps.picking import Picking
from hasenpfeffer.play.view import view
from hasenpfeffer.ruleset.steps import Call, TricksStep
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from hasenpfeffer import chance
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State


@dataclass(frozen=True)
class Renaming:
    """New places for seats, cards, faces and suits, each a table from old to new."""

    what: str
    seats: tuple[int, ...]
    cards: tuple[int, ...]
    suits: tuple[int, ...]

    def set_of_seats(self, seats: int) -> int:
        return sum(1 << self.seats[seat] for seat in members(seats))

    def set_of_cards(self, cards: int) -> int:
        return moved(cards, self.cards)

    def set_of_suits(self, suits: int) -> int:
        """Strains, which stand behind the suits, keep their places."""
        return sum(1 << (self.suits[suit] if suit < len(self.suits) else suit) for suit in members(suits))


def moved(cards: int, table: Sequence[int]) -> int:
    """A set of cards with every card replaced."""
    return sum(1 << table[card] for card in members(cards))


# ---------------------------------------------------------------- what can be renamed


def renamings(rules: CompiledRules) -> list[Renaming]:
    """Every renaming under which the rules themselves stay the same."""
    found = [*_turned(rules), *_suits_swapped(rules), *_copies_swapped(rules)]
    constants = [part for part in formulas(rules.ruleset) if part.is_constant]
    return [one for one in found if _keeps(rules, one, constants)]


def _turned(rules: CompiledRules) -> Iterator[Renaming]:
    count = rules.seating.count
    for step in range(1, count):
        seats = tuple((seat + step) % count for seat in range(count))
        yield Renaming(f"turned by {step}", seats, _same(rules.pack.size), _same(len(rules.pack.suits)))


def _suits_swapped(rules: CompiledRules) -> Iterator[Renaming]:
    pack = rules.pack
    for one in range(len(pack.suits)):
        for other in range(one):
            colours = [suit.colour for suit in pack.suits]
            if colours[one] != colours[other] or colours.count(colours[one]) != 2:
                continue
            suits = tuple({one: other, other: one}.get(suit, suit) for suit in range(len(pack.suits)))
            cards = _cards_under(rules, suits)
            if cards is not None:
                what = f"{pack.suits[one].name} and {pack.suits[other].name} swapped"
                yield Renaming(what, _same(rules.seating.count), cards, suits)


def _cards_under(rules: CompiledRules, suits: tuple[int, ...]) -> tuple[int, ...] | None:
    """The cards under new suits; None where the pack has other cards in one suit than in the other."""
    pack = rules.pack
    by_print = {
        (face.suit, face.rank): index for index, face in enumerate(pack.faces) if face.suit is not None
    }
    cards = list(range(pack.size))
    for (suit, rank), index in by_print.items():
        target = by_print.get((suits[suit] if suit is not None else None, rank))
        if target is None or pack.face_sets[target].bit_count() != pack.face_sets[index].bit_count():
            return None
        for old, new in zip(members(pack.face_sets[index]), members(pack.face_sets[target]), strict=True):
            cards[old] = new
    return tuple(cards)


def _copies_swapped(rules: CompiledRules) -> Iterator[Renaming]:
    pack = rules.pack
    if not pack.has_copies:
        return
    cards = list(range(pack.size))
    for copies in pack.face_sets:
        ordered = list(members(copies))
        for old, new in zip(ordered, reversed(ordered), strict=True):
            cards[old] = new
    yield Renaming("copies swapped", _same(rules.seating.count), tuple(cards), _same(len(pack.suits)))


def _same(count: int) -> tuple[int, ...]:
    return tuple(range(count))


def _keeps(rules: CompiledRules, renaming: Renaming, constants: list[Typed]) -> bool:
    """Whether no line of the rules names what gets another name."""
    teams = {renaming.set_of_seats(team) for team in rules.seating.teams}
    if teams != set(rules.seating.teams) or call_table(rules, renaming) is None:
        return False
    by_suit = rules.ruleset.ranking.plain_by_suit
    if any(by_suit.get(renaming.suits[suit]) != chain for suit, chain in by_suit.items()):
        return False
    for constant in constants:
        value = constant.value
        if not isinstance(value, int) or isinstance(value, bool):
            continue
        match constant.type.kind:
            case Kind.SEATS | Kind.TEAMS if renaming.set_of_seats(value) != value:
                return False
            case Kind.CARDS | Kind.CHAIN if _faces(rules, renaming.set_of_cards(value)) != _faces(
                rules, value
            ):
                return False
            case Kind.SUITS if renaming.set_of_suits(value) != value:
                return False
    return True


def _faces(rules: CompiledRules, cards: int) -> list[int]:
    return sorted(rules.pack.cards[card] for card in members(cards))


def call_table(rules: CompiledRules, renaming: Renaming) -> dict[int, int] | None:
    """For each call the one with the new suits in its fields; None where heights differ or there is none."""
    table: dict[int, int] = {}
    by_fields = {_fields(call, None): index for index, call in enumerate(rules.calls)}
    for index, call in enumerate(rules.calls):
        new = by_fields.get(_fields(call, renaming))
        if new is None or rules.calls[new].height != call.height:
            return None
        table[index] = new
    return table


def _fields(call: Call, renaming: Renaming | None) -> Hashable:
    found = []
    for name, value in call.fields:
        said = value.value
        if (
            renaming is not None
            and value.is_constant
            and value.type.kind is Kind.SUITS
            and isinstance(said, int)
        ):
            said = renaming.set_of_suits(said)
        found.append((name, said if value.is_constant else value))
    return (call.family, tuple(found))


def formulas(part: object) -> Iterator[Typed]:
    """Every formula of a ruleset and every part of it, but for the fields of calls."""
    if isinstance(part, Typed):
        yield from part.walk()
    elif isinstance(part, Call):
        yield from formulas(part.condition)
        yield from formulas(part.alone)
    elif isinstance(part, Mapping):
        for value in part.values():
            yield from formulas(value)
    elif isinstance(part, tuple):
        for item in part:
            yield from formulas(item)
    elif is_dataclass(part) and not isinstance(part, type):
        for field in fields(part):
            yield from formulas(getattr(part, field.name))


# ---------------------------------------------------------------- the same deal under other names


def goes_the_same_way(deal: Course, renaming: Renaming) -> None:
    """The renamed deal has the renamed choices all along, and the renamed result."""
    rules = deal.rules
    mirror = Mirror(rules, renaming)
    state = machine.start(
        rules,
        dealer=renaming.seats[deal.dealer],
        pack=[renaming.cards[card] for card in deal.pack],
        scores=mirror.by_account(deal.scores),
        deal_number=deal.deal_number,
    ).state
    picked: list[int] = []
    for turn in deal.choices:
        assert turn.before is not None
        if isinstance(turn.action, PickCard | Finish):
            if isinstance(turn.action, PickCard):
                picked.append(mirror.face(turn.action.face))
            if not _goes_on_picking(turn.before, turn.after):
                state = mirror.pick(deal, state, turn.action, picked)
                picked = []
            continue
        deal.hold(
            machine.actor(rules, state) == renaming.seats[turn.seat],
            f"{renaming.what}: another seat acts",
            turn.action,
        )
        wanted = {mirror.new_key(action) for action in machine.legal(rules, turn.before)}
        there = {mirror.key(action): action for action in machine.legal(rules, state)}
        deal.hold(wanted == there.keys(), f"{renaming.what}: other actions are legal", wanted, there.keys())
        assert turn.action is not None
        state = machine.advance(rules, state, there[mirror.new_key(turn.action)]).state
    one, other = mirror.outcome(deal.last, renamed=True), mirror.outcome(state, renamed=False)
    deal.hold(one == other, f"{renaming.what}: the deal ends otherwise", one, other)


def _goes_on_picking(before: State, after: State) -> bool:
    return (
        isinstance(before.work, Picking)
        and isinstance(after.work, Picking)
        and before.step == after.step
        and before.work.queue == after.work.queue
        and after.work.picked != 0
    )


class Mirror:
    """Actions and results under a renaming."""

    def __init__(self, rules: CompiledRules, renaming: Renaming) -> None:
        self.rules = rules
        self.renaming = renaming
        self.calls = call_table(rules, renaming) or {}
        seating = rules.seating
        self.accounts = [seating.team_of[renaming.seats[next(members(team))]] for team in seating.teams]

    def face(self, face: int) -> int:
        card = next(members(self.rules.pack.face_sets[face]))
        return self.rules.pack.cards[self.renaming.cards[card]]

    def key(self, action: Action) -> Hashable:
        """An action with cards by face."""
        if isinstance(action, Choose) and self._kind(action) is Kind.CARDS:
            return (action.step, tuple(_faces(self.rules, action.value)))
        return action

    def new_key(self, action: Action) -> Hashable:
        """The key of the action that this one is under the renaming."""
        match action:
            case PlayCard(face):
                return PlayCard(self.face(face))
            case PickCard(step, face):
                return PickCard(step, self.face(face))
            case NameSuit(suit):
                return NameSuit(self.renaming.suits[suit])
            case MakeCall(call):
                return MakeCall(self.calls[call])
            case Choose(step, value, option) if not option:
                match self._kind(action):
                    case Kind.CARDS:
                        return (step, tuple(_faces(self.rules, self.renaming.set_of_cards(value))))
                    case Kind.SUITS:
                        return Choose(step, self.renaming.set_of_suits(value))
                    case Kind.SEATS | Kind.TEAMS:
                        return Choose(step, self.renaming.set_of_seats(value))
        return action

    def _kind(self, action: Choose) -> Kind:
        return Kind.WORDS if action.option else self.rules.ruleset.settings[action.step].type.kind

    def pick(self, deal: Course, state: State, last: Action, faces: list[int]) -> State:
        """The same cards picked, in the order that they have now."""
        assert isinstance(last, PickCard | Finish)
        actions: list[Action] = [PickCard(last.step, face) for face in sorted(faces)]
        actions += [last] if isinstance(last, Finish) else []
        for action in actions:
            legal = machine.legal(self.rules, state)
            deal.hold(action in legal, f"{self.renaming.what}: other cards can be picked", action, legal)
            state = machine.advance(self.rules, state, action).state
        return state

    def outcome(self, state: State, *, renamed: bool) -> Hashable:
        """What came of a deal, with seats and cards by their new names."""
        if not renamed:
            tricks = [
                ([(seat, self.rules.pack.cards[card]) for seat, card in t.cards], t.winner)
                for t in state.tricks
            ]
            return repr(
                (
                    tricks,
                    state.this_deal,
                    state.declarer,
                    state.call,
                    state.thrown_in,
                    state.winners,
                    state.lines,
                )
            )
        seats, accounts = self.renaming.seats, self.accounts
        tricks = [
            (
                [
                    (seats[seat], self.rules.pack.cards[self.renaming.cards[card]])
                    for seat, card in trick.cards
                ],
                seats[trick.winner],
            )
            for trick in state.tricks
        ]
        points = self.by_account(state.this_deal)
        lines = tuple(line._replace(points=self.by_account(line.points)) for line in state.lines)
        winners = sum(1 << accounts[account] for account in members(state.winners))
        declarer = seats[state.declarer] if state.declarer >= 0 else -1
        call = self.calls[state.call] if state.call >= 0 else -1
        return repr((tricks, points, declarer, call, state.thrown_in, winners, lines))

    def by_account(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        new = list(values)
        for account, value in enumerate(values):
            new[self.accounts[account]] = value
        return tuple(new)


# ---------------------------------------------------------------- what cannot be seen makes no difference


def hidden_cards_make_no_difference(deal: Course) -> None:
    """Views, legal actions, refusals and events of a seat are the same if cards that it has not seen lie
    elsewhere."""
    rules = deal.rules
    for turn in deal.some():
        state = turn.before
        assert state is not None
        index = deal.turns.index(turn)
        seat = turn.seat if deal.draw.below(2) else deal.draw.below(rules.seating.count)
        known = _seen(deal, index, seat) | _open_hands(rules, state, seat)
        other = with_cards_moved(
            rules, state, _shuffled(rules.pack.everything & ~known, rules.pack.size, deal.draw)
        )
        name = rules.seating.names[seat]
        one, two = view(rules, state, seat), view(rules, other, seat)
        deal.hold(one == two, "a view depends on hidden cards", name, one, two)
        if seat != turn.seat:
            continue
        actions = conceivable(rules)
        for _ in range(4):
            action = actions[deal.draw.below(len(actions))]
            reasons = why_not(rules, state, action), why_not(rules, other, action)
            deal.hold(reasons[0] == reasons[1], "a refusal depends on hidden cards", name, *reasons)
        assert turn.action is not None
        _events_look_alike(deal, seat, known, turn.events, machine.advance(rules, other, turn.action).events)


def _seen(deal: Course, index: int, seat: int) -> int:
    """All cards that a seat has been shown up to a turn."""
    cards = 0
    for turn in deal.turns[:index]:
        for event in turn.events:
            if event.seen_by >> seat & 1:
                cards |= event.cards
    return cards


def _open_hands(rules: CompiledRules, state: State, seat: int) -> int:
    step = rules.ruleset.steps[state.step]
    if not isinstance(step, TricksStep):
        return 0
    env = rules.environment(state)
    seats = 0
    if step.dummy is not None and (state.table or state.tricks):
        seats |= rules.formula(step.dummy.hand)(env)
    shown = step.open_hands
    if shown is not None and (shown.condition is None or rules.formula(shown.condition)(env)):
        seats |= rules.formula(shown.who)(env)
    return sum(state.hands[other] for other in members(seats))


def _shuffled(cards: int, size: int, draw: chance.Stream) -> list[int]:
    """A table that moves these cards among themselves and leaves the others."""
    table, places = list(range(size)), list(members(cards))
    for last in range(len(places) - 1, 0, -1):
        other = draw.below(last + 1)
        table[places[last]], table[places[other]] = table[places[other]], table[places[last]]
    return table


def with_cards_moved(rules: CompiledRules, state: State, table: Sequence[int]) -> State:
    """The same position with other cards in its places."""

    def each(sets: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(moved(cards, table) for cards in sets)

    work = state.work
    if isinstance(work, Picking):
        held = work.held if isinstance(rules.steps[state.step], ExchangePlayer) else each(work.held)
        work = work._replace(picked=moved(work.picked, table), held=held)
    return state._replace(
        pack=tuple(table[card] for card in state.pack),
        hands=each(state.hands),
        dealt=each(state.dealt),
        owned=each(state.owned),
        piles=each(state.piles),
        piles_dealt=each(state.piles_dealt),
        taken=each(state.taken),
        aside=each(state.aside),
        moved=each(state.moved),
        work=work,
    )


_TELLING = ("forced", "thrown in", "scored", "deal over")
"""What happens by who holds a card tells where it is, as the rules want it; scoring may ask for all cards."""


def _events_look_alike(
    deal: Course, seat: int, known: int, one: tuple[Event, ...], two: tuple[Event, ...]
) -> None:
    """Events look the same to a seat until one of them shows it a card that it has not seen."""
    for first, second in zip(one, two, strict=False):
        if first.kind in _TELLING or second.kind in _TELLING:
            return
        looks = first.as_seen(seat), second.as_seen(seat)
        if (looks[0].cards | looks[1].cards) & ~known:
            return
        deal.hold(looks[0] == looks[1], "an event depends on hidden cards", *looks)
