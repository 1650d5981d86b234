"""What a seat knows when it is asked: which words of a formula read somebody else's cards."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from hasenpfeffer.lang import types, vocabulary
from hasenpfeffer.lang.typed import LOOPS, Typed
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hasenpfeffer.ruleset.model import Ruleset

ME = Typed("bound", types.SEATS, value="me")
SEAT = Typed("bound", types.SEATS, value="seat")
HOLDERS = frozenset(["holder", "holders", "owner", "owners"])
_SIDES = frozenset(["declarers", "defenders", "partner"])
_MEMBERSHIP = frozenset(["same", "within", "meets", "equal"])
_SEVERAL = frozenset(["seats", "declarers", "defenders", "team", "opponents", "holders", "owners"])


_Visit: TypeAlias = tuple[str, Typed | None, frozenset[Typed]]
"""A term, what it was asked of, and who was known to be the seat that acts."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the seat that acts knows.

    `selves` are the ways to say that seat; `seen` the piles and moved cards that it has seen, or everybody;
    `secrets` the choices that are hidden from it.
    """

    ruleset: Ruleset
    selves: frozenset[Typed] = frozenset([ME])
    seen: frozenset[str] = frozenset()
    secrets: frozenset[str] = frozenset()
    put_aside: bool = False
    """Whether cards that were put away count as taken, so that who took what is not seen by all."""
    hidden_sides: bool = False
    last_card_hidden: bool = False
    """Whether no deal shows its last card."""
    bound: Mapping[str, Typed] = field(default_factory=dict)

    def leaks(self, formula: Typed) -> Iterator[Typed]:
        """The parts of a formula that read what this seat does not know."""
        return _leaks(formula, self, set())

    def being(self, who: Typed | None) -> Knowledge:
        """The same, where the seat is also called `who`."""
        return self if who is None or not is_one_seat(who) else replace(self, selves=self.selves | {who})

    def is_self(self, asked: Typed) -> bool:
        asked = self.resolved(asked)
        if asked.op == "union":
            return all(self.is_self(part) for part in asked.args)
        return asked in self.selves

    def resolved(self, asked: Typed) -> Typed:
        """The argument of a term as its caller says it."""
        return self.bound.get(str(asked.value), asked) if asked.op == "bound" else asked


def is_one_seat(who: Typed) -> bool:
    """Whether a formula for seats can only be one seat, so that its hand is the hand of who acts."""
    return who.op == "bound" or (who.op == "lookup" and who.value not in _SEVERAL) or who.op == "constant"


def reads_hands(formula: Typed, ruleset: Ruleset) -> bool:
    """Whether a formula depends on who holds which cards."""
    nobody = Knowledge(ruleset, selves=frozenset())
    words = (*HOLDERS, "hand", "dealt")
    return any(part.op == "lookup" and part.value in words for part in nobody.leaks(formula))


def _leaks(node: Typed, knows: Knowledge, seen: set[_Visit]) -> Iterator[Typed]:
    name = str(node.value)
    if node.op in ("term", "setting") and name in knows.secrets:
        yield node
        return
    if node.op == "term":
        yield from _in_body(node, knows, seen)
    elif node.op in ("pile", "moved") and name not in knows.seen:
        yield node
    elif node.op == "lookup" and _hidden(node, knows):
        yield node
        return
    elif node.op in _MEMBERSHIP and (asked := _about_self(node, knows)) is not None:
        for part in asked.args:
            yield from _leaks(part, knows, seen)
        return
    elif node.op == "and" and (self_too := _known_self(node.args[0], knows)) is not None:
        yield from _leaks(node.args[0], knows, seen)
        yield from _leaks(node.args[1], knows.being(self_too), seen)
        return
    if node.op in LOOPS and name in knows.bound:
        knows = replace(knows, bound={key: value for key, value in knows.bound.items() if key != name})
    for part in node.args:
        yield from _leaks(part, knows, seen)


def _in_body(node: Typed, knows: Knowledge, seen: set[_Visit]) -> Iterator[Typed]:
    term = knows.ruleset.terms.get(str(node.value))
    asked = knows.resolved(node.args[0]) if node.args else None
    visit = (str(node.value), asked, knows.selves)
    if term is None or visit in seen:
        return
    seen.add(visit)
    bound = {} if asked is None or term.argument is None else {term.argument: asked}
    yield from _leaks(term.body, replace(knows, bound=bound), seen)


def _hidden(node: Typed, knows: Knowledge) -> bool:
    """Whether a word of the vocabulary tells this seat more than it knows."""
    if not node.args:
        if node.value == "last card dealt":
            return knows.last_card_hidden
        return knows.hidden_sides and node.value in _SIDES
    kind = Kind.CARDS if node.args[0].type.kind in (Kind.CARDS, Kind.CHAIN) else Kind.SEATS
    word = vocabulary.find(str(node.value), kind)
    if word is None or word.secrecy == "public":
        return False
    if word.secrecy == "secret" and word.argument is Kind.SEATS and not knows.put_aside:
        return False
    return word.argument is Kind.CARDS or not knows.is_self(node.args[0])


def _about_self(node: Typed, knows: Knowledge) -> Typed | None:
    """`holder of x is me`: a seat knows whether it has a card, and whether it belongs to a side."""
    if len(node.args) != 2:
        return None
    for one, other in (node.args, node.args[::-1]):
        known = one.op == "lookup" and (one.value in HOLDERS or (one.value in _SIDES and not one.args))
        if known and knows.is_self(other):
            return one
    return None


def _known_self(condition: Typed, knows: Knowledge) -> Typed | None:
    """`me is declarer`: what follows an `and` may say `declarer` for this seat."""
    if condition.op == "and":
        return _known_self(condition.args[0], knows) or _known_self(condition.args[1], knows)
    if condition.op != "same":
        return None
    for one, other in (condition.args, condition.args[::-1]):
        if knows.is_self(one) and is_one_seat(other):
            return other
    return None
