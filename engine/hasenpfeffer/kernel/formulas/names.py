"""Names of the file: terms, settings, counters, piles, moved cards, families of calls, bound words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.formulas.numbers import from_fraction
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import refuse
from hasenpfeffer.kernel.settings import empty_of
from hasenpfeffer.kernel.values import Bits, Number, Truth, at_most_one, known_bits, one_of
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.kernel.formulas.lowering import Formulas, Lower
    from hasenpfeffer.kernel.program import Scope
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed

_BOUND_BY_NOBODY = known_bits(0, 1)


def _constant(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    value, kind = node.value, node.type.kind
    if kind is Kind.NUMBER:
        return from_fraction(value)  # type: ignore[arg-type]
    if kind is Kind.YESNO or isinstance(value, bool):
        return Truth(int(bool(value)))
    if not value:
        return known_bits(0, 1)
    if kind is Kind.TEAMS and isinstance(value, tuple):
        teams = formulas.program.rules.seating.teams
        return known_bits(sum(1 << teams.index(team) for team in value), 1)
    if not isinstance(value, int):
        raise refuse(f"`{value}` as a value in a formula", node.place)
    return known_bits(value, formulas.program.width_of(kind))


def _bound(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    name = str(node.value)
    if name == "me":
        return _BOUND_BY_NOBODY if scope.me is None else one_of(scope.me)
    return scope.bound.get(name, _BOUND_BY_NOBODY)


def _term(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """What was set under the term's name, or else its formula."""
    name = str(node.value)
    if name == "trump":
        return trump(formulas, function, scope)
    term = formulas.program.ruleset.terms[name]
    is_set = name in formulas.program.ruleset.settings
    if not node.args:
        if not is_set:
            return formulas.value(term.body, function, scope)
        return formulas.settings.read(
            name, function, scope, lambda: formulas.value(term.body, function, scope)
        )
    asked = function.kept(formulas.value(node.args[0], function, scope))
    inner = replace(scope, bound={**scope.bound, term.argument or "seat": asked})
    if (term.argument or "seat") == "me":
        raise refuse("a term whose argument is called `me`", term.place)

    def body() -> Value:
        return formulas.value(term.body, function, inner)

    if not is_set or not isinstance(asked, Bits):
        return body()
    if asked.index is not None:
        return formulas.settings.read_own(name, asked, function, scope, body)
    mask = asked.only
    is_one = codes.both_hold(codes.compare("!=", mask, 0), codes.compare("==", f"({mask} & ({mask} - 1))", 0))
    return function.decided(
        is_one, lambda: formulas.settings.read_own(name, asked, function, scope, body), body
    )


def trump(formulas: Formulas, function: Function, scope: Scope) -> Bits:
    """The trump choice. It is worked out from what the state has; in `allowed`, a call's own field comes first."""
    program = formulas.program
    if scope.contract is not None:
        return known_bits(0, 1)

    def current() -> Bits:
        return at_most_one("s[CONTRACT]")

    if scope.call is None or "trump" not in program.ruleset.settings:
        return function.remembered("trump", current)
    found = formulas.settings.from_call("trump", function, scope, current)
    assert isinstance(found, Bits)
    return found


def _setting(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    name, kind = str(node.value), node.type.kind
    if name == "trump":
        return trump(formulas, function, scope)

    def empty() -> Value:
        return empty_of(kind, formulas.program.width_of(kind))

    if not node.args:
        return formulas.settings.read(name, function, scope, empty)
    asked = function.kept(formulas.bits(node.args[0], function, scope))
    return formulas.settings.read_own(name, asked, function, scope, empty)


def _counter(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    name, program = str(node.value), formulas.program
    denominator, where = program.denominators.counter(name), counter_place(formulas, name)
    if not node.args:
        return Number(f"s[{where}]", denominator)
    asked = function.kept(formulas.bits(node.args[0], function, scope))
    of_team = program.ruleset.counters[name].of == "team"

    def value() -> Value:
        seat = asked.index
        if seat is None:
            seat = function.named(f"first_after(s, k, s[DEALER], {asked.only})")
        if of_team:
            seat = program.tables.look_up("TEAM", program.rules.seating.team_of, seat)
        return Number(f"s[{place(where, seat)}]", denominator)

    if asked.index is not None:
        return value()
    return function.decided(codes.compare("!=", asked.only, 0), value, lambda: Number(0))


def counter_place(formulas: Formulas, name: str) -> str:
    """The name in the program under which a counter stands."""
    return f"COUNTER_{formulas.program.rules.counter_index[name]}"


def _pile(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    index, width = formulas.program.rules.pile_index[str(node.value)], formulas.program.width
    which = "PILES" if scope.now else "PILES_DEALT"
    return Bits(tuple(f"s[{place(which, index, width, word)}]" for word in range(width)))


def _moved(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    index, width = formulas.program.rules.move_index[str(node.value)], formulas.program.width
    return Bits(tuple(f"s[{place('MOVED', index, width, word)}]" for word in range(width)))


def _family(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    calls = formulas.program.rules.lookups.family(str(node.value))
    return known_bits(calls, formulas.program.call_width)


OPERATIONS: Mapping[str, Lower] = {
    "constant": _constant,
    "bound": _bound,
    "term": _term,
    "setting": _setting,
    "counter": _counter,
    "pile": _pile,
    "moved": _moved,
    "family": _family,
}
