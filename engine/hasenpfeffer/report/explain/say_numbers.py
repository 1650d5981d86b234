"""Numbers in words."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.report import english
from hasenpfeffer.report.english import Noun, listed
from hasenpfeffer.report.explain.say_cards import alternatives, by_row, several

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.report.explain.saying import Saying

_LOOSE: Final = frozenset(
    {"add", "subtract", "if", "first_that_is", "table", "tally", "least", "most", "by_deal", "sum"}
)
"""What needs brackets where it stands inside a product."""

_FEW: Final = 3


def number(say: Saying, node: Typed, own: Typed | None = None) -> str:
    """A number; what belongs to `own` is called its own."""
    teller = _TELLERS.get(node.op)
    return say.name(node) if teller is None else teller(say, node, own)


def points(say: Saying, node: Typed, own: Typed | None = None) -> str:
    """A number of points, as what somebody scores."""
    node = say.simple(node)
    if node.is_constant and isinstance(node.value, (int, Fraction)):
        return "nothing" if node.value == 0 else _counted_points(node.value)
    if _is_tricks(node):
        return f"a point for each of {_tricks(say, node, own)}"
    if node.op == "multiply" and node.args[0].is_constant and _is_tricks(node.args[1]):
        value = node.args[0].value
        assert isinstance(value, (int, Fraction))
        return f"{_counted_points(value)} for each of {_tricks(say, node.args[1], own)}"
    if node.op in ("first_that_is", "if"):
        return _alternative_points(say, node, own)
    if node.op == "term" and not node.args and _is_plain_choice(say.body(node)):
        return _alternative_points(say, say.body(node), own)
    if say.is_bid(node):
        return f"as many points as {_what_is_bid(node)}"
    return unbracketed(number(say, node, own))


def _what_is_bid(node: Typed) -> str:
    return "were bid" if node.value == "bid" else f"the {node.value} says"


def _counted_points(value: int | Fraction) -> str:
    text = english.number(value)
    return f"{text} point" if value in (1, -1) else f"{text} points"


def _alternative_points(say: Saying, node: Typed, own: Typed | None) -> str:
    if node.op == "if":
        test, then, otherwise = node.args
        return f"{points(say, then, own)} if {say.condition(test)}, otherwise {points(say, otherwise, own)}"
    return alternatives(say, node, lambda part: points(say, part, own))


def _is_plain_choice(node: Typed) -> bool:
    """Whether a term only picks one of a few numbers: that is said where it is used."""
    values = node.args[1:] if node.op == "if" else node.args[1::2] if node.op == "first_that_is" else ()
    return 0 < len(values) <= _FEW and all(value.is_constant for value in values)


def _is_tricks(node: Typed) -> bool:
    return node.op == "lookup" and node.value == "tricks"


def _tricks(say: Saying, node: Typed, own: Typed | None) -> str:
    return _owned(say, node.args[0], own, "tricks")


def _owned(say: Saying, asked: Typed, own: Typed | None, thing: str) -> str:
    who = say.who(asked)
    return f"{who.own} {thing}" if own is not None and asked == own else who.owns(thing)


# --- one teller for each kind of formula


def _constant(say: Saying, node: Typed, own: Typed | None) -> str:
    if isinstance(node.value, (int, Fraction)):
        return english.number(node.value)
    return str(node.value)


def _lookup(say: Saying, node: Typed, own: Typed | None) -> str:
    word = str(node.value)
    if not node.args:
        return {
            "trick number": "the number of the trick",
            "deal number": "the number of the deal",
        }.get(word, f"the {word}")
    asked = node.args[0]
    if asked.type.kind in (Kind.CARDS, Kind.CHAIN, Kind.SUITS):
        cards = say.cards(asked)
        if word == "tops":
            return f"the number of trumps from the highest down without a gap in {cards}"
        return f"the {word} of {cards}"
    match word:
        case "points":
            return _owned(say, asked, own, "card points")
        case "this deal":
            return f"what {say.who(asked).verb('has')} scored so far in this deal"
        case "meld":
            return _owned(say, asked, own, "meld points")
    return _owned(say, asked, own, word)


def _named(say: Saying, node: Typed, own: Typed | None) -> str:
    name = say.called(str(node.value))
    if node.args and node.args[0].type.kind in (Kind.SEATS, Kind.TEAMS):
        return _owned(say, node.args[0], own, name)
    if node.args:
        return f"the {name} of {listed([say.said(part) for part in node.args])}"
    return f"the {name}"


def _counter(say: Saying, node: Typed, own: Typed | None) -> str:
    name = say.called(str(node.value))
    return _owned(say, node.args[0], own, name) if node.args else f"the {name}"


def _bracketed(say: Saying, node: Typed, own: Typed | None, loose: frozenset[str] = _LOOSE) -> str:
    text = number(say, node, own)
    return f"({text})" if node.op in loose else text


def _add(say: Saying, node: Typed, own: Typed | None) -> str:
    a, b = node.args
    if b.is_constant and isinstance(b.value, (int, Fraction)) and b.value < 0:
        return f"{_part(say, a, own)} minus {english.number(-b.value)}"
    return f"{_part(say, a, own)} plus {_part(say, b, own)}"


def _subtract(say: Saying, node: Typed, own: Typed | None) -> str:
    a, b = node.args
    return f"{_part(say, a, own)} minus {_bracketed(say, b, own)}"


def _part(say: Saying, node: Typed, own: Typed | None) -> str:
    return _bracketed(say, node, own, _LOOSE - {"add", "subtract"})


def _multiply(say: Saying, node: Typed, own: Typed | None) -> str:
    a, b = node.args
    amount = _rounded_up(a, b)
    if amount is not None:
        return f"{_bracketed(say, amount, own)}, rounded up to a multiple of {_bracketed(say, b, own)}"
    if b.is_constant and not a.is_constant:
        a, b = b, a
    if a.is_constant and b.op == "floor" and b.args[1].is_constant and b.args[1].value not in (1, 2):
        amount, whole = b.args
        return f"{number(say, a, own)} for every full {number(say, whole, own)} of {_bracketed(say, amount, own)}"
    first, second = _bracketed(say, a, own), _bracketed(say, b, own)
    if a.is_constant and a.value == 2:
        return f"twice {second}"
    return f"{first} times {second}"


def _rounded_up(whole: Typed, unit: Typed) -> Typed | None:
    """What `(amount + unit - 1) // unit`, taken so many times as the unit is, rounds up; None for anything else."""
    if whole.op != "floor" or whole.args[1] != unit or whole.args[0].op != "subtract":
        return None
    total, one = whole.args[0].args
    is_rounding = one.is_constant and one.value == 1 and total.op == "add" and total.args[1] == unit
    return total.args[0] if is_rounding else None


def _divide(say: Saying, node: Typed, own: Typed | None) -> str:
    a, b = node.args
    if b.is_constant and b.value == 2:
        return f"half of {_bracketed(say, a, own)}"
    return f"{_bracketed(say, a, own)} divided by {_bracketed(say, b, own)}"


def _floor(say: Saying, node: Typed, own: Typed | None) -> str:
    a, b = node.args
    text = number(say, a, own) if _is_one(b) else _divide(say, node, own)
    return f"({text}, rounded down)"


def _is_one(node: Typed) -> bool:
    return node.is_constant and node.value == 1


def unbracketed(text: str) -> str:
    """Without brackets round the whole, where nothing stands beside it."""
    inner = text.removeprefix("(").removesuffix(")")
    return inner if len(inner) == len(text) - 2 and inner.count("(") == inner.count(")") == 0 else text


def _modulo(say: Saying, node: Typed, own: Typed | None) -> str:
    a, b = node.args
    return f"what remains of {_bracketed(say, a, own)} after taking away {number(say, b, own)} as often as possible"


def _negate(say: Saying, node: Typed, own: Typed | None) -> str:
    (a,) = node.args
    if a.op == "floor" and a.args[0].op == "negate" and _is_one(a.args[1]):
        return f"({_bracketed(say, a.args[0].args[0], own)}, rounded up)"
    return f"minus {_bracketed(say, node.args[0], own)}"


def _least(say: Saying, node: Typed, own: Typed | None) -> str:
    a, b = node.args
    if b.op == "negate" and b.args[0] == a:
        return f"{_part(say, a, own)}, without its sign"
    return f"{_part(say, a, own)}, but at least {_part(say, b, own)}"


def _most(say: Saying, node: Typed, own: Typed | None) -> str:
    a, b = node.args
    return f"{_part(say, a, own)}, but at most {_part(say, b, own)}"


def _if(say: Saying, node: Typed, own: Typed | None) -> str:
    test, then, otherwise = node.args
    return f"{number(say, then, own)} {say.when(test)}, otherwise {number(say, otherwise, own)}"


def _first_that_is(say: Saying, node: Typed, own: Typed | None) -> str:
    return alternatives(say, node, lambda part: number(say, part, own))


def _table(say: Saying, node: Typed, own: Typed | None) -> str:
    return by_row(say, node, lambda part: number(say, part, own))


def _tally(say: Saying, node: Typed, own: Typed | None) -> str:
    names = node.value if isinstance(node.value, tuple) else ()
    return f"the points for {listed([str(name) for name in names])} together"


def _by_deal(say: Saying, node: Typed, own: Typed | None) -> str:
    values: list[Any] = [part.value if part.is_constant else None for part in node.args]
    runs = _runs(values)
    if len(runs) == len(values):
        return f"{listed([number(say, part, own) for part in node.args])} in turn, deal by deal"
    said = [
        number(say, node.args[first], own)
        if first == last
        else f"{values[first]} {'down' if values[first] > values[last] else 'up'} to {values[last]}"
        for first, last in runs
    ]
    return f"{', then '.join(said)}, deal by deal"


_SHORTEST_RUN = 4
"""Numbers in a row that are said as the first and the last of them."""


def _runs(values: list[Any]) -> list[tuple[int, int]]:
    """Where numbers go up or down by one, long enough to be told in short; other places by themselves."""
    found, at = [], 0
    while at < len(values):
        ends = [_run_end(values, at, way) for way in (1, -1)]
        last = max(ends) if max(ends) - at + 1 >= _SHORTEST_RUN else at
        found.append((at, last))
        at = last + 1
    return found


def _run_end(values: list[Any], at: int, way: int) -> int:
    last = at
    while last + 1 < len(values) and None not in (values[last], values[last + 1]):
        if values[last + 1] - values[last] != way:
            break
        last += 1
    return last


def _count(say: Saying, node: Typed, own: Typed | None) -> str:
    if node.value == "set":
        what = node.args[0]
        if what.op == "lookup" and what.value in ("seats", "teams"):
            return "the number of players" if what.value == "seats" else "the number of sides"
        said = say.said(what)
        if what.type.kind is Kind.SEATS:
            return f"the number of players {_among(said)}"
        return (
            f"the number of {said[4:]}" if said.startswith("the cards ") else f"the number of cards in {said}"
        )
    what, source, condition = node.args
    element = str(node.value)
    members = {"seat": "players", "team": "sides", "trick": "tricks"}.get(element, "cards")
    tests = tuple(part for part in (what, condition) if part.type.kind is Kind.YESNO and not part.is_constant)
    if what.type.kind is Kind.YESNO:
        is_all = source.op == "lookup" and source.value in ("seats", "teams")
        text = f"the number of {members}" + ("" if is_all else f" in {say.said(source)}")
    elif element == "trick":
        text = f"the number of {say.said(source).removeprefix('the ')} with {say.one_card(what)} in them"
    else:
        text = f"the number of {several(say, what)} in {say.said(source)}"
    if not tests:
        return text
    inner = say.binding(**{element: Noun(f"the {element}" if element != "seat" else "the player")})
    return f"{text} such that {inner.conditions(tests)}"


def _among(who: str) -> str:
    """After `the number of players`: `who have no trick`, or `among` some."""
    return who.removeprefix("every player ") if who.startswith("every player who ") else f"among {who}"


def _sum(say: Saying, node: Typed, own: Typed | None) -> str:
    value, source, condition = node.args
    element = "player" if node.value == "seat" else str(node.value)
    inner = say.binding(**{str(node.value): Noun(f"each {element}")})
    text = f"{inner.number(value)}, added up over {say.said(source)}"
    if source.op == "lookup" and source.value in ("seats", "teams"):
        text = f"{inner.number(value)}, added up"
    if condition.is_constant:
        return text
    inner = say.binding(**{str(node.value): Noun(f"the {element}")})
    return f"{text}, but only where {inner.condition(condition)}"


def _numbers(say: Saying, node: Typed, own: Typed | None) -> str:
    values = node.value if isinstance(node.value, tuple) else ()
    return in_a_row([value for value in values if isinstance(value, (int, Fraction))])


def in_a_row(values: list[int | Fraction]) -> str:
    """`0 to 13`, `10, 20, 30 … 1500`, or every number where they follow no rule."""
    if len(values) > 3:
        steps = {b - a for a, b in pairwise(values)}
        ends = f"{english.number(values[0])} to {english.number(values[-1])}"
        if len(steps) == 1:
            step = steps.pop()
            return ends if step == 1 else f"{ends} in steps of {english.number(step)}"
    return listed([english.number(value) for value in values], "or")


def _range(say: Saying, node: Typed, own: Typed | None) -> str:
    low, high, *step = node.args
    text = f"{number(say, low, own)} to {_bracketed(say, high, own)}"
    return f"{text} in steps of {number(say, step[0], own)}" if step else text


def _either(say: Saying, node: Typed, own: Typed | None) -> str:
    return ", or else ".join(number(say, part, own) for part in node.args)


def _unless(say: Saying, node: Typed, own: Typed | None) -> str:
    return f"{number(say, node.args[0], own)} unless {say.condition(node.args[1])}"


_TELLERS: Final[dict[str, Callable[[Saying, Typed, Typed | None], str]]] = {
    "constant": _constant,
    "lookup": _lookup,
    "term": _named,
    "setting": _named,
    "counter": _counter,
    "add": _add,
    "subtract": _subtract,
    "multiply": _multiply,
    "divide": _divide,
    "floor": _floor,
    "modulo": _modulo,
    "negate": _negate,
    "least": _least,
    "most": _most,
    "if": _if,
    "first_that_is": _first_that_is,
    "table": _table,
    "tally": _tally,
    "by_deal": _by_deal,
    "count": _count,
    "sum": _sum,
    "numbers": _numbers,
    "range": _range,
    "or_else": _either,
    "unless": _unless,
}
