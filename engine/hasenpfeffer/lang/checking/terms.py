"""What the file defines: terms, settings, counters and card names, with their types."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.lang import types, vocabulary
from hasenpfeffer.lang.checking.context import SETTING_SCOPE, Scope, argument_type
from hasenpfeffer.lang.checking.fitting import error, fit
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, Type, number
from hasenpfeffer.reading.fixes import instead

if TYPE_CHECKING:
    from hasenpfeffer.lang.checking.context import Context
    from hasenpfeffer.reading.place import Place


def receiver(context: Context, text: str, place: Place, where: Scope) -> Typed | None:
    """Whose own it is, in a line that goes through seats or teams; otherwise a finding."""
    if where.receiver is not None:
        return Typed("bound", types.SEATS, value=where.receiver, place=place)
    context.findings.error(
        "S239",
        f"`{text}` does not say whose",
        place,
        help=f"Write `{text} of declarers`, or of whom you mean.",
    )
    return None


def value_of(context: Context, text: str, asked: Typed | None, place: Place, where: Scope) -> Typed:
    """A term, or a name that calls, options or steps set."""
    names = context.names
    needs_itself = text in context.found.busy and text not in context.found.supplied
    kind = type_of(context, text, place)
    if needs_itself and kind.kind is Kind.UNKNOWN:
        return error(place)
    term = names.terms.get(text)
    setting = names.settings.get(text)
    per_seat = setting is not None and setting.per_seat
    if (term is not None and term.argument is not None) or (term is None and per_seat):
        if asked is None:
            asked = receiver(context, text, place, where)
            if asked is None:
                return error(place)
    elif asked is not None:
        if text in vocabulary.RECEIVER_WORDS or term is None or term.argument is None:
            context.findings.error(
                "S235",
                f"`{text}` is not asked of anybody",
                place,
                help=f"Write `{text}` alone.",
                fixes=instead(place, asked.place, text),
            )
        return error(place)
    args = () if asked is None else (asked,)
    return Typed("term" if term is not None else "setting", kind, args, text, place)


def type_of(context: Context, text: str, place: Place | None = None) -> Type:
    """The type of a term or setting: of its body and of everything that may be set in its stead."""
    if text in context.found.types:
        return context.found.types[text]
    if text == "trump":
        context.found.types[text] = types.SUITS
        _typed_body(context, text)
        return types.SUITS
    if text in context.found.supplied:
        return context.found.supplied[text]
    if text in context.found.busy:
        if place is not None:
            hops = " → ".join([*context.found.busy[context.found.busy.index(text) :], text])
            context.findings.error(
                "S233",
                f"`{text}` needs itself: {hops}",
                place,
                path=f"terms.{text}",
                help="Say one of them without the other",
            )
        return types.UNKNOWN
    context.found.busy.append(text)
    try:
        kind = _join_suppliers(context, text)
    finally:
        context.found.busy.pop()
    if not (context.found.quiet and kind.kind is Kind.UNKNOWN):
        context.found.types[text] = kind
    return kind


def term_body(context: Context, text: str) -> Typed | None:
    """The typed body of a term."""
    type_of(context, text)
    return _typed_body(context, text)


def _join_suppliers(context: Context, text: str) -> Type:
    names = context.names
    body = _typed_body(context, text)
    kind = None if body is None else body.type
    setting = names.settings.get(text)
    if setting is None:
        return kind or types.EMPTY
    if setting.given is not None:
        kind = (types.join(kind, setting.given) if kind else None) or setting.given
    quiet = context.quietly()
    for tree, _ in setting.suppliers:
        want = kind if kind is not None and kind.kind is not Kind.EMPTY else None
        if want is not None:  # what is set may be worked out from what was set before
            context.found.supplied[text] = types.ANY_NUMBER if want.kind is Kind.NUMBER else want
        try:
            found = quiet.infer(tree, SETTING_SCOPE, want)
        finally:
            context.found.supplied.pop(text, None)
        joined = types.join(kind, found.type) if kind is not None else found.type
        if joined is None:
            context.findings.error(
                "S234",
                f"`{text}` is {kind} in one place, and {found.type} here",
                tree.place,
                path=text,
                help="Let it be of one kind everywhere, or use two names",
            )
            return types.UNKNOWN
        if found.op != "error":
            kind = joined
        elif kind is None or kind.kind is Kind.EMPTY:
            kind = types.UNKNOWN
    if body is None and kind is not None and kind.kind is Kind.NUMBER:
        kind = types.join(kind, number(0, 0))  # before anything has set it
    return kind or types.EMPTY


def _typed_body(context: Context, text: str) -> Typed | None:
    term = context.names.terms.get(text)
    if term is None:
        return None
    if text not in context.found.bodies:
        where = SETTING_SCOPE
        if term.argument is not None:
            where = Scope({**where.bound, term.argument: argument_type(term.argument)}, None)
        want = types.SUITS if text == "trump" else None
        typed = context.infer(term.body, where, want)
        if text == "trump":
            typed = fit(context, typed, types.SUITS, term.body)
        context.found.bodies[text] = typed
    return context.found.bodies[text]


def card_name(context: Context, text: str, place: Place) -> Typed:
    """A name that the file gives to cards."""
    if text not in context.found.card_names:
        if text in context.found.busy:
            context.findings.error(
                "S233",
                f"`{text}` needs itself",
                place,
                path=f"card names.{text}",
                help="Say which cards it is without its own name",
            )
            return error(place)
        context.found.busy.append(text)
        body, _ = context.names.card_names[text]
        context.found.card_names[text] = context.infer(body, SETTING_SCOPE, types.CHAIN)
        context.found.busy.pop()
    return replace(context.found.card_names[text], place=place)


def counter_value(context: Context, text: str, asked: Typed | None, place: Place, where: Scope) -> Typed:
    """A counter: of the table, or of whom it is asked."""
    counter = context.names.counters[text]
    if counter.of == "table":
        return Typed("counter", counter.type, value=text, place=place)
    asked = asked or receiver(context, text, place, where)
    return error(place) if asked is None else Typed("counter", counter.type, (asked,), text, place)
