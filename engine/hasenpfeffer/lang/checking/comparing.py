"""`=` `<` `>`, `is` and `has`: two values held against each other."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang import ast, types, vocabulary
from hasenpfeffer.lang.checking.context import Scope
from hasenpfeffer.lang.checking.fitting import agree, as_set, convert, error, fit
from hasenpfeffer.lang.checking.folding import folded
from hasenpfeffer.lang.checking.spans import single
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, Type
from hasenpfeffer.lang.unparse import unparse
from hasenpfeffer.reading.fixes import instead

if TYPE_CHECKING:
    from hasenpfeffer.lang.checking.context import Context


MOST_PARTS: Final = 200
"""Of what is held against several values, once for each of them."""

_COMPARISONS = {
    "=": "equal",
    "!=": "unequal",
    "<": "less",
    "<=": "at_most",
    ">": "more",
    ">=": "at_least",
}


def compare(context: Context, node: ast.Compare, where: Scope, want: Type | None) -> Typed:
    """`=`, `<` and the like; where cards are meant, `A > K > Q` is a ranking."""
    ops = [op for op, _ in node.rest]
    ranking = want is not None and want.kind in (Kind.CHAIN, Kind.CARDS)
    if ranking and all(op == ">" for op in ops):
        parts = (node.first, *(part for _, part in node.rest))
        tiers = tuple(_tier(context, part, where) for part in parts)
        return Typed("chain", types.CHAIN, tiers, place=node.place)
    if len(ops) > 1:
        context.findings.error(
            "S236",
            "Comparisons do not follow each other here",
            node.place,
            help="Join two comparisons with `and`.",
            fixes=instead(node.place, node.first.place, unparse(_joined(node)), safe=len(ops) == 2),
        )
        return error(node.place)
    op, right_tree = node.rest[0]
    left = context.infer(node.first, where)
    if _is_number_of_cards(context, node, left, node.first, right_tree):
        return error(node.place)
    if left.type.kind is Kind.NUMBER or op not in ("=", "!="):
        left = fit(context, left, types.ANY_NUMBER, node.first)
        right = context.check(right_tree, types.ANY_NUMBER, where)
        return folded(Typed(_COMPARISONS[op], types.YESNO, (left, right), place=node.place))
    right = context.infer(right_tree, where, left.type)
    left, right, kind = agree(context, left, right, right_tree)
    if kind.kind is Kind.CHAIN:
        left, right = convert(left, types.CARDS), convert(right, types.CARDS)
    equal = "same" if kind.is_set else "equal"
    return Typed("unequal" if op == "!=" else equal, types.YESNO, (left, right), place=node.place)


def _joined(node: ast.Compare) -> ast.Expr:
    """`a < b < c` as `a < b and b < c`."""
    firsts = (node.first, *(part for _, part in node.rest))
    parts: list[ast.Expr] = [
        ast.Compare(first, (rest,), node.place) for first, rest in zip(firsts, node.rest, strict=False)
    ]
    whole = parts[0]
    for part in parts[1:]:
        whole = ast.Binary("and", whole, part, node.place)
    return whole


def _tier(context: Context, tree: ast.Expr, where: Scope) -> Typed:
    """One place of a ranking: equal cards, or a ranking of its own."""
    found = context.infer(tree, where, types.CHAIN)
    if found.type.kind is Kind.CHAIN:
        return found
    return fit(context, found, types.CARDS, tree)


def _is_number_of_cards(
    context: Context, node: ast.Compare | ast.Is, left: Typed, tree: ast.Expr, right: ast.Expr
) -> bool:
    """S234: `trick = 1`, where cards are held against a number that is no rank of the pack."""
    if left.type.kind not in (Kind.CARDS, Kind.CHAIN, Kind.TRICKS) or not isinstance(right, ast.Number):
        return False
    text, number = unparse(tree), str(right.value)
    if context.names.rank(number) is not None or context.names.may_be_there(number):
        return False
    word = vocabulary.find(f"{text} number", None)
    if word is None and isinstance(node, ast.Is):
        return False
    meant = word.name if word is not None else f"count({text})"
    context.findings.error(
        "S234",
        f"`{text}` is {left.type}, and it is held against the number `{number}`",
        tree.place,
        help=f"Write `{meant}`",
        fixes=instead(tree.place, node.place, meant),
    )
    return True


def _asks_for_both(context: Context, word: str, left: Typed, right: ast.Expr) -> bool:
    """`x has (a and b)` sounds as if both were needed, and one of them would do: a finding."""
    cards = (Kind.CARDS, Kind.CHAIN, Kind.SUITS)
    if not isinstance(right, ast.Binary) or right.op != "and" or left.type.kind not in cards:
        return False
    context.findings.error(
        "S236",
        f"`{word}` asks for one of several, and `{unparse(right)}` sounds like both",
        right.place,
        help=f"Write `or` if either will do, or ask twice: `x {word} a and x {word} b`.",
        fixes=instead(right.place, right.left.place, unparse(replace(right, op="or"))),
    )
    return True


def is_it(context: Context, node: ast.Is, where: Scope) -> Typed:
    """`x is y`, `x is not y`: a set within another, the same value, or a word such as `alone`."""
    left = context.infer(node.left, where)
    if _asks_for_both(context, "is", left, node.right):
        return error(node.place)
    if _is_number_of_cards(context, node, left, node.left, node.right):
        return error(node.place)
    if left.op == "error" or not single(context, left):
        return error(node.place)
    found = _positive(context, node, left, where)
    if node.negated and found.op != "error":
        return Typed("not", types.YESNO, (found,), place=node.place)
    return found


def _positive(context: Context, node: ast.Is, left: Typed, where: Scope) -> Typed:
    right, place = node.right, node.place
    if isinstance(right, ast.Binary) and right.op == "or" and left.type.kind not in (Kind.CARDS, Kind.CHAIN):
        if sum(1 for _ in islice(left.walk(), MOST_PARTS + 1)) > MOST_PARTS:
            context.findings.error(
                "S232",
                "What stands left of `is` is too long to be held against several values",
                node.left.place,
                help="Give it a name under `terms`.",
            )
            return error(place)
        either = [ast.Is(node.left, part, False, place) for part in (right.left, right.right)]
        answers = tuple(_positive(context, part, left, where) for part in either)
        return Typed("or", types.YESNO, answers, place=place)
    if isinstance(right, ast.Name):
        if right.text in (*vocabulary.EMPTY_WORDS, "somebody"):
            op = "some" if right.text == "somebody" else "empty"
            asked = convert(left, types.CARDS) if left.type.kind is Kind.CHAIN else left
            return Typed(op, types.YESNO, (as_set(context, asked, node.left),), place=place)
        if right.text in vocabulary.PREDICATES:
            asked = fit(context, left, types.SEATS, node.left)
            return Typed("lookup", types.YESNO, (asked,), right.text, place)
    if isinstance(right, ast.Range) and left.type.kind is Kind.NUMBER:
        return _between(context, right, left, where)
    value = context.infer(right, where, left.type)
    cardlike = (Kind.CARDS, Kind.CHAIN)
    kinds = {left.type.kind, value.type.kind}
    if kinds & set(cardlike):
        left, value = fit(context, left, types.CARDS, node.left), fit(context, value, types.CARDS, right)
        return Typed("within", types.YESNO, (left, value), place=place)
    if left.type.kind is Kind.CALLS:
        return Typed("within", types.YESNO, (left, fit(context, value, types.CALLS, right)), place=place)
    left, value, kind = agree(context, left, value, right)
    return folded(Typed("same" if kind.is_set else "equal", types.YESNO, (left, value), place=place))


def _between(context: Context, node: ast.Range, left: Typed, where: Scope) -> Typed:
    """`bid is 1..4`: from the one number to the other, both included, and in the steps of the range."""
    span = context.infer(node, where, types.ANY_NUMBER)
    if span.op == "error":
        return span
    low, high, *step = (context.check(part, types.ANY_NUMBER, where) for part in _ends(node))
    ends = (("at_least", left, low), ("at_most", left, high))
    parts = [folded(Typed(op, types.YESNO, (a, b), place=node.place)) for op, a, b in ends]
    if step:
        past = Typed("subtract", types.ANY_NUMBER, (left, low), place=node.place)
        over = Typed("modulo", types.ANY_NUMBER, (past, *step), place=node.place)
        nought = Typed("constant", types.number(0, 0), value=0, place=node.place)
        parts.append(Typed("equal", types.YESNO, (over, nought), place=node.place))
    found = parts[0]
    for part in parts[1:]:
        found = Typed("and", types.YESNO, (found, part), place=node.place)
    return found


def _ends(node: ast.Range) -> list[ast.Expr]:
    return [node.low, node.high, *([node.step] if node.step is not None else [])]


def has(context: Context, node: ast.Has, where: Scope) -> Typed:
    """`hand of me has trumps`: whether two sets share a member."""
    left = as_set(context, context.infer(node.left, where), node.left)
    if left.type.kind in (Kind.CHAIN, Kind.TRICKS):
        left = fit(context, left, types.CARDS, node.left)
    if left.type.kind is Kind.TEAMS:
        left = fit(context, left, types.SEATS, node.left)
    if _asks_for_both(context, "has", left, node.right):
        return error(node.place)
    right = context.check(node.right, left.type, where)
    return Typed("meets", types.YESNO, (left, right), place=node.place)
