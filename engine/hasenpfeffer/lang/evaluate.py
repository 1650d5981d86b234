"""Typed expressions → Python functions: the reference meaning of the expression language.

A compiled formula is called with an environment and gives an int, a Fraction, a bool, a set as an integer,
or a tuple of sets. The environment is the resolver's business; only `bound` is used here: the list of what
the bound names stand for.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from hasenpfeffer.errors import UnsupportedError
from hasenpfeffer.lang import types
from hasenpfeffer.lang.typed import Typed, alternatives
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Value = Any
    Formula = Callable[["Environment"], Value]


class Environment(Protocol):
    bound: list[Any]


class Resolver(Protocol):
    """Where the meaning of names comes from. Each method gives a formula, made once."""

    def term(self, name: str, argument: Formula | None) -> Formula: ...

    def setting(self, name: str, seat: Formula | None, empty: Value) -> Formula: ...

    def lookup(self, name: str, argument: Formula | None, kind: Kind | None) -> Formula: ...

    def counter(self, name: str, of: Formula | None) -> Formula: ...

    def pile(self, name: str) -> Formula: ...

    def moved(self, step: str) -> Formula: ...

    def family(self, name: str) -> int: ...

    def rank_cards(self, rank: int) -> int:
        """All cards of a printed rank."""
        ...

    def suit_cards(self, rank: int, suits: int) -> int:
        """The cards of a printed rank in printed suits."""
        ...

    def cards_of_suit(self) -> Callable[[Environment, int], int]:
        """The cards that belong to a suit under the contract."""
        ...

    def strongest(self) -> Callable[[Environment, int, bool], int]:
        """The highest (or lowest) card of a set, by its rank in its suit."""
        ...

    def in_turn(self) -> Callable[[Environment, int], Sequence[int]]:
        """The seats of a set, from the dealer's next on, as sets of one."""
        ...

    def teams(self) -> Sequence[int]: ...

    def deal_number(self) -> Formula: ...


SLOTS: dict[str, int] = {"me": 0, "seat": 1, "team": 2, "card": 3, "trick": 4, "side": 5, "suit": 6}


def slot(name: str) -> int:
    """Where a bound name stands in `Environment.bound`."""
    return SLOTS.setdefault(name, len(SLOTS))


def none_of(kind: Kind) -> Value:
    """What a value is before anything has set it: none, nobody, 0 or no."""
    if kind is Kind.YESNO:
        return False
    return () if types.Type(kind).is_list else 0


def compile_formula(expression: Typed, resolver: Resolver) -> Formula:
    """The function that works out an expression."""
    return _Compiler(resolver).formula(expression)


class _Compiler:
    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver

    def formula(self, node: Typed) -> Formula:
        method = getattr(self, "op_" + node.op.replace(" ", "_"), None)
        if method is None:
            place = f" ({node.place.line})" if node.place else ""
            raise UnsupportedError(f"`{node.op}` cannot be played yet{place}")
        return method(node)  # type: ignore[no-any-return]

    def each(self, node: Typed) -> list[Formula]:
        return [self.formula(part) for part in node.args]

    # --- names

    def op_constant(self, node: Typed) -> Formula:
        value = node.value
        return lambda env: value

    def op_bound(self, node: Typed) -> Formula:
        index = slot(str(node.value))
        return lambda env: env.bound[index]

    def op_term(self, node: Typed) -> Formula:
        argument = self.formula(node.args[0]) if node.args else None
        return self.resolver.term(str(node.value), argument)

    def op_setting(self, node: Typed) -> Formula:
        seat = self.formula(node.args[0]) if node.args else None
        return self.resolver.setting(str(node.value), seat, none_of(node.type.kind))

    def op_lookup(self, node: Typed) -> Formula:
        if not node.args:
            return self.resolver.lookup(str(node.value), None, None)
        return self.resolver.lookup(str(node.value), self.formula(node.args[0]), node.args[0].type.kind)

    def op_counter(self, node: Typed) -> Formula:
        return self.resolver.counter(str(node.value), self.formula(node.args[0]) if node.args else None)

    def op_pile(self, node: Typed) -> Formula:
        return self.resolver.pile(str(node.value))

    def op_moved(self, node: Typed) -> Formula:
        return self.resolver.moved(str(node.value))

    def op_family(self, node: Typed) -> Formula:
        calls = self.resolver.family(str(node.value))
        return lambda env: calls

    def op_rank(self, node: Typed) -> Formula:
        cards = self.resolver.rank_cards(int(node.value))  # type: ignore[call-overload]
        return lambda env: cards

    def op_rank_of(self, node: Typed) -> Formula:
        rank = int(node.value)  # type: ignore[call-overload]
        suits, lookup = self.formula(node.args[0]), self.resolver.suit_cards
        if node.args[0].is_constant:
            cards = lookup(rank, node.args[0].value)  # type: ignore[arg-type]
            return lambda env: cards
        return lambda env: lookup(rank, suits(env))

    # --- numbers

    def op_add(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) + b(env)

    def op_subtract(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) - b(env)

    def op_multiply(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: plain(a(env) * b(env))

    def op_divide(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: plain(Fraction(a(env)) / b(env))

    def op_floor(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) // b(env)

    def op_modulo(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) % b(env)

    def op_negate(self, node: Typed) -> Formula:
        (a,) = self.each(node)
        return lambda env: -a(env)

    def op_least(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: max(a(env), b(env))

    def op_most(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: min(a(env), b(env))

    def op_numbers(self, node: Typed) -> Formula:
        return lambda env: node.value

    def op_range(self, node: Typed) -> Formula:
        low, high, *step = self.each(node)
        by = step[0] if step else lambda env: 1
        return lambda env: tuple(range(low(env), high(env) + 1, by(env)))

    def op_tally(self, node: Typed) -> Formula:
        parts = self.each(node)
        lines = list(zip(parts[::2], parts[1::2], strict=True))

        def total(env: Environment) -> Value:
            return sum(points(env) for test, points in lines if test(env))

        return total

    # --- comparisons and conditions

    def op_equal(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) == b(env)

    def op_unequal(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) != b(env)

    def op_less(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) < b(env)

    def op_at_most(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) <= b(env)

    def op_more(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) > b(env)

    def op_at_least(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) >= b(env)

    def op_and(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) and b(env)

    def op_or(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) or b(env)

    def op_not(self, node: Typed) -> Formula:
        (a,) = self.each(node)
        return lambda env: not a(env)

    def op_if(self, node: Typed) -> Formula:
        test, then, otherwise = self.each(node)
        return lambda env: then(env) if test(env) else otherwise(env)

    # --- sets

    def op_union(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) | b(env)

    def op_except(self, node: Typed) -> Formula:
        a, b = self.each(node)
        if node.type.is_list:
            return lambda env: tuple(item for item in a(env) if item not in b(env))
        return lambda env: a(env) & ~b(env)

    def op_or_else(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) or b(env)

    def op_unless(self, node: Typed) -> Formula:
        value, test = self.each(node)
        empty = none_of(node.type.kind)
        return lambda env: empty if test(env) else value(env)

    def op_same(self, node: Typed) -> Formula:
        """`x is y`; nothing is ever the same as none but none itself, which `is none` asks for."""
        a, b = self.each(node)

        def same(env: Environment) -> bool:
            value = a(env)
            return bool(value) and value == b(env)

        return same

    def op_within(self, node: Typed) -> Formula:
        a, b = self.each(node)

        def within(env: Environment) -> bool:
            cards = a(env)
            return bool(cards) and not cards & ~b(env)

        return within

    def op_meets(self, node: Typed) -> Formula:
        a, b = self.each(node)
        return lambda env: a(env) & b(env) != 0

    def op_empty(self, node: Typed) -> Formula:
        (a,) = self.each(node)
        return lambda env: not a(env)

    def op_some(self, node: Typed) -> Formula:
        (a,) = self.each(node)
        return lambda env: bool(a(env))

    def op_cards_of_suit(self, node: Typed) -> Formula:
        (suit,) = self.each(node)
        cards = self.resolver.cards_of_suit()
        return lambda env: cards(env, suit(env))

    def op_cards_of_chain(self, node: Typed) -> Formula:
        parts = self._chain_cards(node.args[0])

        def union(env: Environment) -> int:
            cards = 0
            for part in parts:
                cards |= part(env)
            return cards

        return union

    def op_chain(self, node: Typed) -> Formula:
        """A ranking that is asked for by itself: its cards."""
        return self.op_cards_of_chain(replace(node, args=(node,)))

    def _chain_cards(self, node: Typed) -> list[Formula]:
        if node.op == "chain":
            return [formula for part in node.args for formula in self._chain_cards(part)]
        if node.type.kind is Kind.CHAIN:
            return [self._chain_choice(node)]
        return [self.formula(node)]

    def _chain_choice(self, node: Typed) -> Formula:
        """A ranking that is chosen by a condition, as cards."""
        if node.op == "constant":
            return lambda env: 0
        parts = tuple(
            Typed("cards_of_chain", types.CARDS, (part,)) if part.type.kind is Kind.CHAIN else part
            for part in node.args
        )
        return self.formula(replace(node, type=types.CARDS, args=parts))

    def op_all_of(self, node: Typed) -> Formula:
        (sets,) = self.each(node)

        def union(env: Environment) -> int:
            total = 0
            for one in sets(env):
                total |= one
            return total

        return union

    # --- over the members of a set

    def _members(self, node: Typed) -> Callable[[Environment], Sequence[int]]:
        source = self.formula(node)
        if node.type.kind in (Kind.TEAMS, Kind.TRICKS):
            return source
        if node.type.kind is Kind.SEATS:
            in_turn = self.resolver.in_turn()
            return lambda env: in_turn(env, source(env))
        return lambda env: _single(source(env))

    def _matching(self, node: Typed) -> Callable[[Environment], list[int]]:
        """The members of args[1] that match args[0] and args[2]."""
        what, source, condition = node.args
        members = self._members(source)
        index = slot(str(node.value))
        tests = [
            self.formula(test)
            for test in (what, condition)
            if test.type.kind is Kind.YESNO and not (test.is_constant and test.value is True)
        ]
        pattern = None if what.type.kind is Kind.YESNO else self.formula(what)

        def matching(env: Environment) -> list[int]:
            found = list(members(env))
            if pattern is not None:
                wanted = pattern(env)
                found = [member for member in found if member & wanted]
            if not tests:
                return found
            before = env.bound[index]
            kept = []
            for member in found:
                env.bound[index] = member
                if all(test(env) for test in tests):
                    kept.append(member)
            env.bound[index] = before
            return kept

        return matching

    def op_count(self, node: Typed) -> Formula:
        if node.value == "set":
            (cards,) = self.each(node)
            if node.args[0].type.kind in (Kind.TEAMS, Kind.TRICKS):
                return lambda env: len(cards(env))
            return lambda env: cards(env).bit_count()
        what, source, condition = node.args
        if what.type.kind is not Kind.YESNO and condition.is_constant and source.type.kind is Kind.CARDS:
            pattern, cards = self.formula(what), self.formula(source)
            return lambda env: (pattern(env) & cards(env)).bit_count()
        matching = self._matching(node)
        return lambda env: len(matching(env))

    def op_any(self, node: Typed) -> Formula:
        matching = self._matching(node)
        return lambda env: bool(matching(env))

    def op_all(self, node: Typed) -> Formula:
        matching, members = self._matching(node), self._members(node.args[1])
        return lambda env: len(matching(env)) == len(members(env))

    def op_where(self, node: Typed) -> Formula:
        matching = self._matching(node)
        if node.type.kind in (Kind.TEAMS, Kind.TRICKS):
            return lambda env: tuple(matching(env))

        def united(env: Environment) -> int:
            found = 0
            for member in matching(env):
                found |= member
            return found

        return united

    def op_first_of(self, node: Typed) -> Formula:
        matching = self._matching(node)
        return lambda env: next(iter(matching(env)), 0)

    def op_highest(self, node: Typed) -> Formula:
        return self._extreme(node, highest=True)

    def op_lowest(self, node: Typed) -> Formula:
        return self._extreme(node, highest=False)

    def _extreme(self, node: Typed, highest: bool) -> Formula:
        matching, strongest = self._matching(node), self.resolver.strongest()

        def extreme(env: Environment) -> int:
            cards = 0
            for card in matching(env):
                cards |= card
            return strongest(env, cards, highest)

        return extreme

    def _valued(self, node: Typed) -> Callable[[Environment], list[tuple[Value, int]]]:
        value, source, condition = node.args
        members, index = self._members(source), slot(str(node.value))
        amount, test = self.formula(value), self.formula(condition)

        def valued(env: Environment) -> list[tuple[Value, int]]:
            before = env.bound[index]
            found = []
            for member in members(env):
                env.bound[index] = member
                if test(env):
                    found.append((amount(env), member))
            env.bound[index] = before
            return found

        return valued

    def op_sum(self, node: Typed) -> Formula:
        valued = self._valued(node)
        return lambda env: sum(amount for amount, _ in valued(env))

    def op_most_of(self, node: Typed) -> Formula:
        return self._leaders(node, max)

    def op_fewest_of(self, node: Typed) -> Formula:
        return self._leaders(node, min)

    def _leaders(self, node: Typed, best: Callable[..., Value]) -> Formula:
        valued = self._valued(node)

        def leaders(env: Environment) -> int:
            found = valued(env)
            if not found:
                return 0
            top = best(amount for amount, _ in found)
            chosen = 0
            for amount, member in found:
                if amount == top:
                    chosen |= member
            return chosen

        return leaders

    # --- alternatives and tables

    def op_always(self, node: Typed) -> Formula:
        return lambda env: True

    def op_first_that_is(self, node: Typed) -> Formula:
        """An item with `if` decides, even when it is empty; one without is passed over when it is."""
        items = [
            (None if test is None else self.formula(test), self.formula(value))
            for test, value in alternatives(node)
        ]
        is_set, empty = node.type.is_set, none_of(node.type.kind)

        def first(env: Environment) -> Value:
            for test, value in items:
                if test is None:
                    found = value(env)
                    if found or not is_set:
                        return found
                elif test(env):
                    return value(env)
            return empty

        return first

    def op_table(self, node: Typed) -> Formula:
        subject = self.formula(node.args[0])
        keys = [self.formula(key) for key in node.args[1::2]]
        values = [self.formula(value) for value in node.args[2::2]]
        empty = none_of(node.type.kind)

        def row(env: Environment) -> Value:
            wanted = subject(env)
            for key, value in zip(keys, values, strict=True):
                if key(env) == wanted:
                    return value(env)
            return empty

        return row

    def op_by_deal(self, node: Typed) -> Formula:
        values, number = self.each(node), self.resolver.deal_number()
        return lambda env: values[(number(env) - 1) % len(values)](env)


def plain(value: Value) -> Value:
    """A fraction that is whole as an int."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


def _single(cards: int) -> list[int]:
    """The members of a set, each as a set of one."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low)
        cards ^= low
    return found
