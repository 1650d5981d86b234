"""What is known of a formula from what is known of its parts: conditions, choices, sets, and what goes through them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.lang.typed import alternatives
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.ruleset.outcomes import spans
from hasenpfeffer.ruleset.outcomes.names import nothing_of
from hasenpfeffer.ruleset.outcomes.spans import ZERO, Span, exactly
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.outcomes.judge import Judge


def both(judge: Judge, node: Typed) -> bool | None:
    first = judge.value(node.args[0])
    if first is False:
        return False
    second = judge.value(node.args[1])
    return False if second is False else None if first is None or second is None else True


def either(judge: Judge, node: Typed) -> bool | None:
    first = judge.value(node.args[0])
    if first is True:
        return True
    second = judge.value(node.args[1])
    return True if second is True else None if first is None or second is None else False


def contrary(judge: Judge, node: Typed) -> bool | None:
    found = judge.value(node.args[0])
    return None if found is None else not found


def choice(judge: Judge, node: Typed) -> Any:
    test, then, otherwise = node.args
    found = judge.value(test)
    if found is not None:
        return judge.value(then if found else otherwise)
    return _any_of(judge, node, [judge.value(then), judge.value(otherwise)])


def first_that_is(judge: Judge, node: Typed) -> Any:
    if node.type.is_set:
        return _first_set(judge, node)
    possible = []
    for test, value in alternatives(node):
        found = True if test is None else judge.value(test)
        if found is not False:
            possible.append(judge.value(value))
        if found is True:
            break
    else:
        possible.append(nothing_of(node.type.kind))
    return _any_of(judge, node, possible)


def _first_set(judge: Judge, node: Typed) -> Any:
    for test, value in alternatives(node):
        found = True if test is None else judge.value(test)
        if found is None:
            return None
        if found:
            chosen = judge.value(value)
            if chosen or chosen is None or test is not None:
                return chosen
    return nothing_of(node.type.kind)


def table(judge: Judge, node: Typed) -> Any:
    wanted = judge.value(node.args[0])
    possible: list[Any] = []
    for key, value in zip(node.args[1::2], node.args[2::2], strict=True):
        same = _same(judge.value(key), wanted)
        if same is not False:
            possible.append(judge.value(value))
        if same is True:
            return _any_of(judge, node, possible)
    possible.append(nothing_of(node.type.kind))
    return _any_of(judge, node, possible)


def by_deal(judge: Judge, node: Typed) -> Any:
    return _any_of(judge, node, [judge.value(part) for part in node.args])


def _any_of(judge: Judge, node: Typed, possible: list[Any]) -> Any:
    """What is true of all of several values."""
    if any(value is None for value in possible):
        return None
    if node.type.kind is Kind.NUMBER:
        whole: Span = possible[0]
        for value in possible[1:]:
            whole = whole.hull(value)
        return whole
    return possible[0] if all(value == possible[0] for value in possible) else None


def tally(judge: Judge, node: Typed) -> Span:
    total = ZERO
    for test, points in zip(node.args[::2], node.args[1::2], strict=True):
        found = judge.value(test)
        if found is not False:
            worth = judge.value(points)
            total = spans.add(total, worth if found else worth.hull(ZERO))
    return total


def negative(judge: Judge, node: Typed) -> Span:
    return spans.negate(judge.value(node.args[0]))


def union(judge: Judge, node: Typed) -> Any:
    a, b = (judge.value(part) for part in node.args)
    return a | b if isinstance(a, int) and isinstance(b, int) else None


def without(judge: Judge, node: Typed) -> Any:
    a, b = (judge.value(part) for part in node.args)
    return a & ~b if isinstance(a, int) and isinstance(b, int) else 0 if a == 0 else None


def or_else(judge: Judge, node: Typed) -> Any:
    first = judge.value(node.args[0])
    if isinstance(first, Span):
        if not first.low <= 0 <= first.high:
            return first
        second: Span = judge.value(node.args[1])
        return second if first == ZERO else first.hull(second)
    return first if first or first is None else judge.value(node.args[1])


def unless(judge: Judge, node: Typed) -> Any:
    found = judge.value(node.args[1])
    if found is None:
        return None
    return nothing_of(node.type.kind) if found else judge.value(node.args[0])


def same(judge: Judge, node: Typed) -> bool | None:
    a, b = (judge.value(part) for part in node.args)
    if a in (0, ()) or b in (0, ()):
        return False
    return None if a is None or b is None else a == b


def within(judge: Judge, node: Typed) -> bool | None:
    a, b = (judge.value(part) for part in node.args)
    if a == 0 or b == 0:
        return False
    return None if not isinstance(a, int) or not isinstance(b, int) else not a & ~b


def meets(judge: Judge, node: Typed) -> bool | None:
    a, b = (judge.value(part) for part in node.args)
    if a == 0 or b == 0:
        return False
    return None if not isinstance(a, int) or not isinstance(b, int) else a & b != 0


def empty(judge: Judge, node: Typed) -> bool | None:
    found = judge.value(node.args[0])
    return None if found is None else not found


def some(judge: Judge, node: Typed) -> bool | None:
    found = judge.value(node.args[0])
    return None if found is None else bool(found)


def count_of(judge: Judge, node: Typed) -> Span | None:
    if node.value == "set":
        found = judge.value(node.args[0])
        if isinstance(found, int):
            return exactly(found.bit_count())
        return exactly(len(found)) if isinstance(found, tuple) else None
    return None


def sum_of(judge: Judge, node: Typed) -> Span | None:
    """A sum over seats or teams, member by member."""
    whole = ZERO
    for worth, counts in _each_member(judge, node):
        if worth is None:
            return None
        whole = spans.add(whole, worth if counts else worth.hull(ZERO))
    return whole


def some_of(judge: Judge, node: Typed) -> bool | None:
    """Whether a condition holds for some seat or team."""
    found = [what if counts else None for what, counts in _each_member(judge, node) if what is not False]
    return True if True in found else None if found else False


def each_of(judge: Judge, node: Typed) -> bool | None:
    """Whether a condition holds for every seat or team."""
    found = [what if counts else None for what, counts in _each_member(judge, node)]
    return False if False in found else None if None in found else True


def _each_member(judge: Judge, node: Typed) -> Iterator[tuple[Any, bool | None]]:
    """For each seat or team what is asked of it, and whether it is one of those that are meant; one unknown
    answer where it is not known who they are."""
    what, source, condition = node.args
    sets = judge.value(source)
    if source.type.kind is Kind.SEATS and isinstance(sets, int):
        sets = tuple(1 << seat for seat in members(sets))
    if not isinstance(sets, tuple) or source.type.kind not in (Kind.SEATS, Kind.TEAMS):
        yield None, None
        return
    before = judge.bound
    for member in sets:
        judge.bound = {**before, str(node.value): member}
        counts = judge.value(condition)
        if counts is not False:
            asked = judge.value(what)
            yield (
                (bool(asked & member) if what.type.kind is Kind.SEATS and isinstance(asked, int) else asked),
                counts,
            )
    judge.bound = before


def _same(a: Any, b: Any) -> bool | None:
    if isinstance(a, Span) and isinstance(b, Span):
        return spans.compared("equal", a, b)
    return None if a is None or b is None else a == b


FORMS: Final[dict[str, Callable[[Judge, Typed], Any]]] = {
    "and": both,
    "or": either,
    "not": contrary,
    "if": choice,
    "first_that_is": first_that_is,
    "table": table,
    "by_deal": by_deal,
    "tally": tally,
    "negate": negative,
    "union": union,
    "except": without,
    "or_else": or_else,
    "unless": unless,
    "same": same,
    "within": within,
    "meets": meets,
    "empty": empty,
    "some": some,
    "count": count_of,
    "sum": sum_of,
    "any": some_of,
    "all": each_of,
}
"""What each operation gives that joins its parts."""

JOINING: Final = frozenset({"and", "or", "not", "if", "term", "first_that_is", "table"})
"""Conditions whose parts are asked, not they themselves."""
