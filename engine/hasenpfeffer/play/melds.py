"""Combinations in a hand: which there are, which of them count together, and whose are the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from hasenpfeffer.errors import StuckError
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.state import Melded
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hasenpfeffer.play.environment import Environment, Formula, Rules
    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Meld
    from hasenpfeffer.ruleset.steps import Melding

MOST_WAYS: Final = 20_000
"""How many ways of sharing out a hand are looked at; melds of one kind that need more are a fault of the rule file."""

_Need: TypeAlias = tuple[int, int]
"""All copies of a card as a set, or several cards of which any will do, and how many of them are needed."""


class TooManyWaysError(StuckError):
    """A hand can be shared out among melds of one kind in more ways than can be looked at."""

    def __init__(self, meld: Meld) -> None:
        said = f"a hand can be shared out among melds of the kind `{meld.kind}` in too many ways"
        super().__init__(f"{said} ({meld.place})")
        self.said = said
        self.meld = meld


class Combination(NamedTuple):
    """One meld in a hand; `meld` is its place in the ruleset's list."""

    meld: int
    cards: int
    points: Number


class Candidate(NamedTuple):
    """One way to make a meld of the pack's cards."""

    meld: int
    needs: tuple[_Need, ...]
    points: Number

    @property
    def reach(self) -> int:
        found = 0
        for copies, _ in self.needs:
            found |= copies
        return found

    def out_of(self, hand: int) -> int:
        """The cards of a hand that make it, the first copies of each; 0 where some are missing."""
        found = 0
        for copies, count in self.needs:
            left = hand & copies & ~found
            if left.bit_count() < count:
                return 0
            for _ in range(count):
                found |= left & -left
                left &= left - 1
        return found


class MeldFinder:
    """Finds what a hand melds where certain melds count."""

    def __init__(self, rules: Rules, melding: Melding) -> None:
        self._rules = rules
        self._once = melding.once
        self.makers = [
            _Maker(rules, index, meld)
            for index, meld in enumerate(rules.ruleset.melds)
            if not melding.melds or meld.name in melding.melds
        ]

    def find(self, env: Environment, hand: int) -> tuple[Combination, ...]:
        """The melds that are worth most together, as the ruleset lists them. A card counts once in each kind."""
        groups: dict[str, list[Candidate]] = {}
        for maker in self.makers:
            there = [one for one in maker.candidates(env) if one.points > 0 and one.out_of(hand)]
            groups.setdefault("" if self._once else maker.meld.kind, []).extend(there)
        found = [
            one for group in groups.values() for one in _worth_most(self._rules.ruleset.melds, group, hand)
        ]
        return tuple(sorted(found, key=lambda one: (one.meld, one.cards)))


class _Maker:
    """Makes the candidates of one meld."""

    def __init__(self, rules: Rules, index: int, meld: Meld) -> None:
        self.meld = meld
        self._rules = rules
        self._index = index
        self._points = rules.formula(meld.points)
        self._condition = None if meld.condition is None else rules.formula(meld.condition)
        self._suits = None if meld.suits is None else rules.formula(meld.suits)
        self._cards: list[Formula] = [rules.formula(card) for card in meld.cards]

    def candidates(self, env: Environment) -> Iterator[Candidate]:
        """Every way to make the meld, whatever a hand holds."""
        if self._condition is not None and not self._condition(env):
            return
        points = self._points(env)
        for faces in self._faces(env):
            if all(faces):
                needs: dict[int, int] = {}
                for copies in faces:
                    needs[copies] = needs.get(copies, 0) + self.meld.copies
                yield Candidate(self._index, tuple(sorted(needs.items(), key=_fewest_first)), points)

    def _faces(self, env: Environment) -> Iterator[list[int]]:
        """The cards of each way, every one as the set of its copies."""
        pack, printed = self._rules.pack, self._rules.printed
        if self._cards:
            yield [card(env) for card in self._cards]
            return
        suits = (1 << len(pack.suits)) - 1
        if self.meld.where == "every suit":
            yield [printed.get((rank, suit), 0) for suit in members(suits) for rank in self.meld.ranks]
            return
        if self._suits is not None:
            suits &= self._suits(env)
        for suit in members(suits):
            for ranks in self._in_a_row():
                yield [printed.get((rank, suit), 0) for rank in ranks]

    def _in_a_row(self) -> Iterator[tuple[int, ...]]:
        ranks, lengths = self.meld.ranks, self.meld.lengths
        if lengths is None:
            yield ranks
            return
        for length in range(lengths[0], min(lengths[1], len(ranks)) + 1):
            for start in range(len(ranks) - length + 1):
                yield ranks[start : start + length]


def search_order(one: Candidate) -> tuple[int, int, int]:
    """Ways to make melds are tried in this order; of several that are worth the same it decides which are found."""
    return one.needs[0][0], -len(one.needs), one.meld


def _worth_most(melds: Sequence[Meld], candidates: Sequence[Candidate], hand: int) -> Iterator[Combination]:
    """Those that are worth most together while no card is in two of them; of equal ones the fewest, with high cards."""
    order = sorted(candidates, key=search_order)
    reach = [0] * (len(order) + 1)
    for index in range(len(order) - 1, -1, -1):
        reach[index] = reach[index + 1] | order[index].reach
    known: dict[tuple[int, int], tuple[Number, int, tuple[int, ...]]] = {}

    def best(index: int, left: int) -> tuple[Number, int, tuple[int, ...]]:
        """Points, how few melds (negative), and which, from this candidate on."""
        left &= reach[index]
        if not left:
            return 0, 0, ()
        found = known.get((index, left))
        if found is None:
            found = best(index + 1, left)
            cards = order[index].out_of(left)
            if cards:
                points, few, rest = best(index, left & ~cards)
                if (points + order[index].points, few - 1) > found[:2]:
                    found = (points + order[index].points, few - 1, (index, *rest))
            if len(known) >= MOST_WAYS:
                raise TooManyWaysError(melds[order[0].meld])
            known[index, left] = found
        return found

    for index in best(0, hand)[2]:
        cards = order[index].out_of(hand)
        hand &= ~cards
        yield Combination(order[index].meld, cards, order[index].points)


def _fewest_first(need: _Need) -> tuple[int, int]:
    return need[0].bit_count(), need[0]


# --- melds on the table


def melded(state: State, seat: int, found: Iterable[Combination], *, is_open: bool) -> State:
    """The state after a seat has melded these."""
    new = (Melded(seat, one.meld, one.cards, one.points, is_open) for one in found)
    return state._replace(melds=(*state.melds, *new))


def opened(state: State, seat: int) -> State:
    """The state after a seat has shown all that it has melded."""
    return state._replace(
        melds=tuple(one._replace(is_open=True) if one.seat == seat else one for one in state.melds)
    )


def as_known(melds: tuple[Melded, ...], seat: int) -> tuple[Melded, ...]:
    """Melds as a seat knows them: of those that others have not shown only the points."""
    found: list[Melded] = []
    hidden: dict[int, int] = {}
    for one in melds:
        if one.is_open or one.seat == seat:
            found.append(one)
        elif one.seat in hidden:
            before = found[hidden[one.seat]]
            found[hidden[one.seat]] = before._replace(points=before.points + one.points)
        else:
            hidden[one.seat] = len(found)
            found.append(Melded(one.seat, -1, 0, one.points, False))
    return tuple(found)


def best_seats(env: Environment) -> int:
    """The seats with the best single meld, compared as the rules say."""
    ranked = [(_rank(env, one), one.seat) for one in env.state.melds]
    top = max((rank for rank, _ in ranked), default=())
    return sum({1 << seat for rank, seat in ranked if rank == top})


def _rank(env: Environment, one: Melded) -> tuple[Number, ...]:
    return tuple(measure(env, one, word) for word in env.rules.better)


def measure(env: Environment, one: Melded, word: str) -> Number:
    match word:
        case "points":
            return one.points
        case "length":
            return one.cards.bit_count()
        case "highest card":
            return max(_height(env, one, card) for card in members(one.cards))
        case "trump":
            return int(not one.cards & ~env.contract.trumps)
        case _:  # `turn`
            return -next(index for index, other in enumerate(env.state.melds) if other.seat == one.seat)


def _height(env: Environment, one: Melded, card: int) -> int:
    """How high a card is in its meld: among the ranks that can be in a row, or else in the pack."""
    pack = env.rules.pack
    rank = pack.faces[pack.cards[card]].rank
    ranks = env.rules.ruleset.melds[one.meld].ranks
    if rank is None:
        return -1
    return ranks.index(rank) if len(ranks) > 1 and rank in ranks else rank


# --- told


def melding_event(
    rules: Rules, seat: int, found: Sequence[Combination], *, seen_by: int, place: Place
) -> Event:
    """That a seat melds these: everybody hears for how much, `seen_by` sees what."""
    cards = _together(found)
    worth = sum(one.points for one in found)
    text, count = _names(rules, found), cards.bit_count()
    return Event(
        "melded", seat, cards=cards, count=count, seen_by=seen_by, text=text, place=place, worth=worth
    )


def showing_event(rules: Rules, seat: int, found: Sequence[Melded]) -> Event:
    """That a seat shows what it has melded."""
    cards = _together(found)
    everybody, text = rules.seating.everybody, _names(rules, found)
    return Event("shown", seat, cards=cards, count=cards.bit_count(), seen_by=everybody, text=text)


def _together(found: Iterable[Combination | Melded]) -> int:
    cards = 0
    for one in found:
        cards |= one.cards
    return cards


def _names(rules: Rules, found: Iterable[Combination | Melded]) -> str:
    """The names of melds in a line: each once, and how often."""
    counts: dict[str, int] = {}
    for one in found:
        name = rules.ruleset.melds[one.meld].name
        counts[name] = counts.get(name, 0) + 1
    times = {1: "", 2: " twice"}
    return ", ".join(name + times.get(count, f" {count} times") for name, count in counts.items())
