"""`x of y`: words, terms and counters asked of something, and ranks of suits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.lang import ast, types, vocabulary
from hasenpfeffer.lang.checking.context import Scope, argument_type
from hasenpfeffer.lang.checking.fitting import error, fit
from hasenpfeffer.lang.checking.known import guessed, instead_of_asked, unknown_name
from hasenpfeffer.lang.checking.missing import missing_card
from hasenpfeffer.lang.checking.naming import own_name
from hasenpfeffer.lang.checking.spans import rank_span
from hasenpfeffer.lang.checking.terms import counter_value, value_of
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, Type, number
from hasenpfeffer.lang.unparse import unparse
from hasenpfeffer.reading.fixes import instead, meant
from hasenpfeffer.reading.suggest import asked, same_words

if TYPE_CHECKING:
    from hasenpfeffer.lang.checking.context import Context


_TRICK_NUMBER = re.compile(r"trick ([0-9]+)")


def of(context: Context, node: ast.Of, where: Scope) -> Typed:
    """`x of y`: a word, term, setting or counter asked of something, or a rank of a suit."""
    left, place = node.left, node.place
    if isinstance(left, ast.Number):
        return _rank_of(context, str(left.value), node, where)
    if not isinstance(left, ast.Name):
        return _cards_of(context, node, where)
    text = left.text
    if text == "winner":
        return _winner(context, node, where)
    names = context.names
    if text in names.terms or text in names.settings:
        if text in names.terms and names.terms[text].argument is None and vocabulary.overloads(text):
            return _lookup(context, text, node, where)
        if text not in names.terms and not names.settings[text].per_seat and vocabulary.overloads(text):
            return _lookup(context, text, node, where)
        argument = names.terms[text].argument if text in names.terms else "seat"
        asked_type = argument_type(argument) if argument else types.SEATS
        return value_of(context, text, context.check(node.right, asked_type, where), place, where)
    if text in names.counters:
        return counter_value(context, text, context.check(node.right, types.SEATS, where), place, where)
    if vocabulary.overloads(text):
        return _lookup(context, text, node, where)
    if names.rank(text) is not None:
        return _rank_of(context, text, node, where)
    return _unknown_lookup(context, left, node, where)


def _lookup(context: Context, text: str, node: ast.Of, where: Scope) -> Typed:
    """A word of the vocabulary that is asked of seats, cards or suits."""
    words = vocabulary.overloads(text)
    sizes = context.names.sizes
    if len(words) == 1:
        kind = words[0].argument
        assert kind is not None
        asked = context.check(node.right, Type(kind), where)
        return Typed("lookup", words[0].result(sizes), (asked,), text, node.place)
    asked = context.infer(node.right, where)
    kind = Kind.CARDS if asked.type.kind in (Kind.CARDS, Kind.CHAIN, Kind.SUITS) else Kind.SEATS
    word = vocabulary.find(text, kind)
    assert word is not None
    asked = fit(context, asked, Type(kind), node.right)
    return Typed("lookup", word.result(sizes), (asked,), text, node.place)


def _winner(context: Context, node: ast.Of, where: Scope) -> Typed:
    """`winner of trick`, `winner of last trick`, `winner of trick 3`; S235: of anything else."""
    text = node.right.text if isinstance(node.right, ast.Name) else ""
    numbered = _TRICK_NUMBER.fullmatch(text)
    if text in ("trick", "last trick") and text not in where.bound:
        which = -1 if text == "trick" else 0
    elif numbered:
        which = int(numbered[1])
    else:
        asked = context.infer(node.right, where)
        if asked.op != "error":
            context.findings.error(
                "S235",
                f"`winner` is asked of one trick, and `{unparse(node.right)}` is {asked.type}",
                node.right.place,
                help="Write `winner of trick`, `winner of last trick`, `winner of trick 3`, or `taker of` a card",
            )
        return error(node.place)
    return Typed(
        "lookup",
        types.SEATS,
        (Typed("constant", number(which, which), value=which),),
        "winner",
        node.place,
    )


def _rank_of(context: Context, text: str, node: ast.Of, where: Scope) -> Typed:
    """`J of trump`, `10 of hearts`, `A of any suit`: cards as printed."""
    rank = context.names.rank(text)
    if rank is None and context.names.may_be_there(text):
        return error(node.place)
    missing = None if rank is not None else missing_card(context, text, node.left.place)
    if missing is not None:
        return missing
    if rank is None:
        ranks = ", ".join(rank.name for rank in context.names.pack.ranks)
        context.findings.error(
            "S230",
            f"`{text}` is not a rank of this pack",
            node.left.place,
            help=f"Ranks: {ranks}",
            fixes=meant(node.left.place, text, [rank.name for rank in context.names.pack.ranks]),
        )
        return error(node.place)
    suits = context.check(node.right, types.SUITS, where)
    return Typed("rank of", types.CARDS, (suits,), rank, node.place)


def _cards_of(context: Context, node: ast.Of, where: Scope) -> Typed:
    """`(K or Q) of trump`, `10..6 of hearts`: each rank of the suit."""
    if isinstance(node.left, ast.Binary) and node.left.op == "or":
        parts = [ast.Of(part, node.right, node.place) for part in (node.left.left, node.left.right)]
        left, right = (of(context, part, where) for part in parts)
        return Typed("union", types.CARDS, (left, right), place=node.place)
    if isinstance(node.left, ast.Range):
        ranks = rank_span(context, node.left)
        if ranks is not None:
            suits = context.check(node.right, types.SUITS, where)
            cards = tuple(Typed("rank of", types.CARDS, (suits,), rank, node.place) for rank in ranks)
            return Typed("chain", types.CHAIN, cards, place=node.place)
    context.findings.error(
        "S235",
        f"`{unparse(node.left)}` cannot be asked of anything",
        node.left.place,
        help="Ask one word, such as `tricks of declarers`",
    )
    return error(node.place)


def _same_words(context: Context, node: ast.Of, left: ast.Name, where: Scope) -> Typed | None:
    """The finding for `number of trick`, which has the words of `trick number`."""
    whole = unparse(node)
    own = [*context.names.all_names(), *(word.name for word in vocabulary.WORDS if not word.argument)]
    same = same_words(whole, own)
    if same is None or own_name(context, left, where) is not None:
        return None
    context.names.meant.add(same)
    context.findings.error(
        "S230",
        f"Unknown name `{whole}`. Did you mean `{same}`?",
        node.place,
        help=f"Write `{same}`.",
        fixes=instead(node.place, left.place, same, safe=True),
    )
    return error(node.place)


def _unknown_lookup(context: Context, left: ast.Name, node: ast.Of, where: Scope) -> Typed:
    if context.names.may_be_there(left.text):
        context.infer(node.right, where)
        return error(node.place)
    with_argument = [name for name, term in context.names.terms.items() if term.argument]
    askable = [word.name for word in vocabulary.WORDS if word.argument] + with_argument
    askable += [*context.names.counters, *(rank.name for rank in context.names.pack.ranks)]
    if context.findings.is_crowded:
        askable = []
    elif same := _same_words(context, node, left, where):
        return same
    guess = guessed(context, left.text, askable)
    if left.text in context.names.terms or own_name(context, left, where) is not None:
        context.findings.error(
            "S235",
            f"`{left.text}` is not asked of anybody{asked(guess)}",
            left.place,
            help=f"Write `{left.text}` alone.",
            fixes=instead(node.place, left.place, left.text),
        )
        return error(node.place)
    if (missing := missing_card(context, left.text, left.place)) is not None:
        return missing
    help = f"Write `{guess}`." if guess else instead_of_asked(node.right, context.names)
    unknown_name(context, left, guess, help, askable)
    return error(node.place)
