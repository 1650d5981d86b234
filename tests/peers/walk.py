"""The same deal and the same actions through our rules and through open_spiel's, compared at every step.

A *pairing* says what is held against what: a reference of ours, with parameters, and the text that loads the game at
the peer. A *translation* is what a game has to bring along. It translates and decides nothing:

    chance(rules, state)        the peer's chance actions that deal what our first state has dealt
    code(rules, state, action)  the peer's number for one of our actions, at a state where it is legal

A module of this folder with these two functions is a translation; `hearts.py` is a short one. Its `SERIES` name the
pairings to play: game n of a series is played by its pairing n modulo their number. A new game is such a module, and a
line in `GAMES` (`games.py`): `test_open_spiel.py` and `benchmarks/openspiel.py` find it there.

The walk compares, before every action, who is to act and what may be done, and at the end what each seat gets:
our `payoff of seat` against the peer's returns. Seats are the same numbers in both. Where we choose several cards
in pack order and the peer takes them in any order, the finished sets are compared, and what is left to pick each time.
A position that only one of the two asks is a difference: rules are made alike by a patch, never by a translation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import pyspiel

import hasenpfeffer as hp
from hasenpfeffer import chance
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import PickCard, PlayCard
from hasenpfeffer.play.deals import write_deal
from hasenpfeffer.play.payoffs import payoffs
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.state import State
from hasenpfeffer.play.steps.picking import Picking, PickingPlayer
from hasenpfeffer.play.table import first_dealer_or

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from hasenpfeffer.play.actions import Action

    Chooser = Callable[[CompiledRules, State, Sequence[int], chance.Stream], int]
    """Which of the legal actions, in the peer's numbers, is taken."""
    Dealer = Callable[[CompiledRules, chance.Stream], Sequence[int]]
    """The pack that is dealt."""

    Choice = Callable[[State, Sequence[int]], int]

CHOICES = 5
"""The purpose of the stream that chooses actions here; the engine uses lower numbers."""


class Translation(Protocol):
    """How a game is encoded at the peer: no rule, only numbers."""

    def chance(self, rules: CompiledRules, state: State) -> Sequence[int]: ...

    def code(self, rules: CompiledRules, state: State, action: Action) -> int: ...


def at_random(rules: CompiledRules, state: State, codes: Sequence[int], stream: chance.Stream) -> int:
    return codes[stream.below(len(codes))]


def often(*wanted: int) -> Chooser:
    """Random play that takes an action of these, where there is one, every other time."""

    def choose(rules: CompiledRules, state: State, codes: Sequence[int], stream: chance.Stream) -> int:
        found = [code for code in codes if code in wanted]
        return at_random(rules, state, found if found and stream.below(2) else codes, stream)

    return choose


def well_shuffled(rules: CompiledRules, stream: chance.Stream) -> Sequence[int]:
    cards = list(range(rules.pack.size))
    return [cards.pop(stream.below(len(cards))) for _ in range(rules.pack.size)]


@dataclass(frozen=True)
class Pairing:
    """What is held against what. `prepare` brings a fresh state of the peer to where our rules begin; `pack` and
    `choose` are for what random cards and random play would never bring about."""

    reference: str
    peer: str
    translation: Translation
    parameters: Mapping[str, str] = field(default_factory=dict)
    prepare: Callable[[Any], None] | None = None
    pack: Dealer = well_shuffled
    choose: Chooser = at_random

    def __str__(self) -> str:
        set_to = "".join(f" --set {name!r}={value}" for name, value in self.parameters.items())
        return f"{self.reference}{set_to} and {self.peer}"


Series: TypeAlias = "dict[str, tuple[Pairing, ...]]"
"""Pairings by the name of what they hold; they take turns within one series."""


class Difference(NamedTuple):
    """Where the two part: `what` is `actor`, `legal`, `returns`, or `refused` for an action that only we refuse."""

    what: str
    ours: object
    theirs: object
    step: str
    """Our step, by name; empty at the end."""
    actions: tuple[str, ...]
    """What was done until then, in our words."""
    game: str
    """What was played, and the deal."""

    def __str__(self) -> str:
        done = ", ".join(self.actions)
        return f"{self.what} at `{self.step}`: ours {self.ours}, theirs {self.theirs}\nafter {done}\nin {self.game}"


class Course(NamedTuple):
    """A game that both played: compared positions, the last state of each, and where they parted."""

    nodes: int
    ours: State
    theirs: Any
    difference: Difference | None


@cache
def peer_game(text: str) -> Any:
    return pyspiel.load_game(text)


_RULES: dict[tuple[object, ...], CompiledRules] = {}


def rules_of(pairing: Pairing) -> CompiledRules:
    """The compiled rules of a pairing; made once."""
    key = (pairing.reference, *sorted(pairing.parameters.items()))
    if key not in _RULES:
        _RULES[key] = hp.load(pairing.reference, **pairing.parameters)
    return _RULES[key]


def random_game(series: Sequence[Pairing], seed: int, number: int, *, dealer: int | None = None) -> Course:
    """Game `number` of a seed, played by the pairing whose turn it is until it is over or the two part. Who deals
    is drawn, unless our rules say it."""
    pairing = series[number % len(series)]
    rules = rules_of(pairing)
    stream = chance.Stream(seed, number, 1, CHOICES)
    drawn = first_dealer_or(rules, stream.below(rules.seating.count))
    return _Walk(pairing, drawn if dealer is None else dealer, pairing.pack(rules, stream)).go(
        lambda state, codes: pairing.choose(rules, state, codes, stream)
    )


def peer_text(name: str, **parameters: object) -> str:
    """The text by which the peer loads a game; yes and no are written its way."""
    written = (f"{key}={str(value).lower()}" for key, value in parameters.items())
    return f"{name}({','.join(written)})"


def suit_of(rules: CompiledRules, card: int) -> int:
    """The printed suit of a card (a set of one), by its place in the rule file's list."""
    suit = rules.pack.faces[rules.pack.cards[card.bit_length() - 1]].suit
    assert suit is not None
    return suit


def card_of(rules: CompiledRules, action: Action) -> tuple[int, int]:
    """Suit and rank of a played or picked card, by their places in the rule file's lists."""
    assert isinstance(action, (PlayCard, PickCard))
    face = rules.pack.faces[action.face]
    assert face.suit is not None and face.rank is not None
    return face.suit, face.rank


def cards_of(rules: CompiledRules, cards: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Suit and rank of cards, such as those of `state.pack` in the order in which they are dealt."""
    for card in cards:
        face = rules.pack.faces[rules.pack.cards[card]]
        assert face.suit is not None and face.rank is not None
        yield face.suit, face.rank


def cards_in_order(rules: CompiledRules, hands: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Suit and rank of cards dealt one at a time to each hand in turn, in pack order within each hand."""
    rows = [list(rules.pack.members(hand)) for hand in hands]
    yield from cards_of(rules, (row[place] for place in range(max(map(len, rows))) for row in rows))


class _Walk:
    """One deal on its way through both."""

    def __init__(self, pairing: Pairing, dealer: int, pack: Sequence[int]) -> None:
        self.translation = pairing.translation
        self.rules = rules_of(pairing)
        self.ours = machine.start(self.rules, dealer=dealer, pack=pack).state
        self.theirs = peer_game(pairing.peer).new_initial_state()
        self.game = f"{pairing}: {write_deal(self.rules, self.ours)}"
        self.nodes = 0
        self.actions: list[str] = []
        if pairing.prepare is not None:
            pairing.prepare(self.theirs)
        for action in self.translation.chance(self.rules, self.ours):
            if not self.theirs.is_chance_node():
                raise ValueError(f"{pairing}: the peer draws no more, and {action} is left to draw")
            self.theirs.apply_action(action)
        if self.theirs.is_chance_node():
            raise ValueError(f"{pairing}: the peer draws more than the translation says")

    def go(self, choose: Choice) -> Course:
        found: Difference | None = None
        while found is None and not (self.ours.over and self.theirs.is_terminal()):
            found = self._picks(choose) if isinstance(self.ours.work, Picking) else self._step(choose)
        return Course(self.nodes, self.ours, self.theirs, found or self._end())

    def _step(self, choose: Choice) -> Difference | None:
        """One action of both."""
        actions = machine.legal(self.rules, self.ours)
        by_code = {self._code(action): action for action in actions}
        found = self._compare(sorted(by_code))
        if found is None:
            code = choose(self.ours, sorted(by_code))
            self._apply(by_code[code])
            self.theirs.apply_action(code)
        return found

    def _picks(self, choose: Choice) -> Difference | None:
        """All the cards of one choice: the peer takes them one by one in any order, we in pack order."""
        player = self.rules.steps[self.ours.step]
        assert isinstance(player, PickingPlayer)
        (count,) = player.numbers(self.ours)
        pool = player.pool(self.ours, machine.actor(self.rules, self.ours))
        name, pack = player.step.name, self.rules.pack
        left = {
            self._code(action): action
            for action in (PickCard(name, pack.cards[c]) for c in pack.members(pool))
        }
        chosen: list[PickCard] = []
        for _ in range(count):
            found = self._compare(sorted(left))
            if found is not None:
                return found
            code = choose(self.ours, sorted(left))
            chosen.append(left.pop(code))
            self.theirs.apply_action(code)
        for action in sorted(chosen, key=lambda picked: picked.face):
            if action not in machine.legal(self.rules, self.ours):
                return self._difference("refused", self.rules.texts.text(action), "legal")
            self._apply(action)
        return None

    def _compare(self, codes: list[int]) -> Difference | None:
        """Who is to act, and what may be done."""
        self.nodes += 1
        seat = machine.actor(self.rules, self.ours)
        theirs = -1 if self.theirs.is_terminal() else self.theirs.current_player()
        if seat != theirs:
            return self._difference("actor", seat, theirs)
        legal = self.theirs.legal_actions()
        if codes != legal:
            return self._difference("legal", self._texts(codes), self._texts(legal))
        return None

    def _end(self) -> Difference | None:
        ours = tuple(float(points) for points in payoffs(self.rules, self.ours))
        theirs = tuple(self.theirs.returns())
        return None if ours == theirs else self._difference("returns", ours, theirs)

    def _code(self, action: Action) -> int:
        return self.translation.code(self.rules, self.ours, action)

    def _apply(self, action: Action) -> None:
        seat = self.rules.seating.names[machine.actor(self.rules, self.ours)]
        self.actions.append(f"{seat}: {self.rules.texts.text(action)}")
        self.ours = machine.advance(self.rules, self.ours, action).state

    def _texts(self, codes: Sequence[int]) -> tuple[str, ...]:
        seat = max(self.theirs.current_player(), 0)
        return tuple(self.theirs.action_to_string(seat, code) for code in codes)

    def _difference(self, what: str, ours: object, theirs: object) -> Difference:
        steps = self.rules.ruleset.steps
        step = "" if self.ours.over else steps[self.ours.step].name
        return Difference(what, ours, theirs, step, tuple(self.actions), self.game)
