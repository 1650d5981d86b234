"""Numbers compared: tricks, points and scores, the trick number, how many cards somebody holds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.report import english
from hasenpfeffer.report.english import in_words, ordinal, plural
from hasenpfeffer.report.explain.say_cards import several

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.report.explain.saying import Saying

CONTRARY: Final = {
    "at_least": "less",
    "less": "at_least",
    "more": "at_most",
    "at_most": "more",
    "equal": "unequal",
    "unequal": "equal",
}
_TURNED: Final = {"at_least": "at_most", "at_most": "at_least", "more": "less", "less": "more"}
_RELATION: Final = {
    "at_least": "at least",
    "at_most": "at most",
    "more": "more than",
    "less": "less than",
    "equal": "",
    "unequal": "not",
}


def comparison(say: Saying, op: str, a: Typed, b: Typed) -> str:
    """`the declarer wins at least three tricks`, `it is the first trick`."""
    if a.is_constant and not b.is_constant:
        a, b, op = b, a, _TURNED.get(op, op)
    if a.op == "lookup" and a.args and a.args[0].type.kind is Kind.SEATS:
        who = say.who(a.args[0])
        match a.value:
            case "tricks":
                return f"{who.verb('wins')} {_quantity(say, op, b, 'trick')}"
            case "points":
                return f"{who.verb('takes')} {_quantity(say, op, b, 'card point')}"
            case "score":
                return f"{who.verb('has')} {_quantity(say, op, b, 'point')}"
    if a.op == "lookup" and a.value == "trick number" and b.is_constant:
        return _trick_number(op, b.value)
    if a.op == "lookup" and a.value == "deal number" and b.is_constant and op in ("equal", "unequal"):
        assert isinstance(b.value, int)
        return f"it is {'' if op == 'equal' else 'not '}the {ordinal(b.value)} deal"
    if a.op == "count":
        counted_cards = _count(say, op, a, b)
        if counted_cards:
            return counted_cards
    if a.op == "modulo" and b.is_constant and b.value == 0 and op in ("equal", "unequal"):
        value, by = a.args
        return f"{say.number(value)} {'is' if op == 'equal' else 'is not'} a multiple of {say.number(by)}"
    subject = say.number(a)
    relation = f"{_RELATION[op]} " if _RELATION[op] else ""
    is_ = "are" if a.op in ("term", "counter", "setting", "lookup") and _is_plural(str(a.value)) else "is"
    return f"{subject} {is_} {relation}{say.number(b)}"


def _is_plural(name: str) -> bool:
    return name.endswith("s") and not name.endswith("ss")


def _quantity(say: Saying, op: str, b: Typed, unit: str) -> str:
    """`at least three tricks`, `as many tricks as were bid`, `no card point`."""
    many = plural(unit)
    if b.is_constant and isinstance(b.value, (int, Fraction)):
        return _fixed_quantity(say, op, b.value, unit)
    if say.is_bid(b):
        return _compared(op, many, "were bid" if b.value == "bid" else f"the {b.value} says")
    if b.op in ("lookup", "term", "setting", "counter"):
        return _compared(op, many, say.number(b))
    value = say.number(b)
    match op:
        case "equal":
            return f"exactly {value} {many}"
        case "unequal":
            return f"more or fewer than {value} {many}"
        case "less":
            return f"fewer than {value} {many}"
    return f"{_RELATION[op]} {value} {many}"


def _compared(op: str, many: str, other: str) -> str:
    return {
        "at_least": f"at least as many {many} as {other}",
        "equal": f"exactly as many {many} as {other}",
        "at_most": f"at most as many {many} as {other}",
        "more": f"more {many} than {other}",
        "less": f"fewer {many} than {other}",
        "unequal": f"more or fewer {many} than {other}",
    }[op]


def _fixed_quantity(say: Saying, op: str, value: int | Fraction, unit: str) -> str:
    many = plural(unit)
    if unit == "point":
        return _score(op, value)
    text = (
        in_words(value)
        if isinstance(value, int) and 0 < value <= 12 and unit == "trick"
        else english.number(value)
    )
    unit_or_many = unit if value == 1 else many
    hand = say.ruleset.names.sizes.hand
    match op:
        case "equal" if unit == "trick" and value == hand:
            return f"all {text} tricks"
        case "at_least" if unit == "trick" and value == hand:
            return f"all {text} tricks"
        case "unequal" | "less" if unit == "trick" and value == hand:
            return f"fewer than all {text} tricks"
        case "equal" | "at_most" if value == 0:
            return f"no {unit}"
        case "less" if value == 1:
            return f"no {unit}"
        case "more" | "unequal" if value == 0:
            return f"at least one {unit}"
        case "equal":
            return f"exactly {text} {unit_or_many}"
        case "unequal":
            return f"more or fewer than {text} {unit_or_many}"
        case "less":
            return f"fewer than {text} {unit_or_many}"
    return f"{_RELATION[op]} {text} {unit_or_many}"


def _score(op: str, value: int | Fraction) -> str:
    text = english.number(value)
    points = "point" if value in (1, -1) else "points"
    match op:
        case "at_least":
            return f"{text} {points} or more"
        case "at_most":
            return f"{text} {points} or fewer"
        case "equal":
            return f"exactly {text} {points}"
        case "unequal":
            return f"more or fewer than {text} {points}"
        case "less":
            return f"fewer than {text} {points}"
    return f"more than {text} {points}"


def _trick_number(op: str, value: object) -> str:
    assert isinstance(value, int)
    match op:
        case "equal":
            return f"it is the {ordinal(value)} trick"
        case "unequal":
            return f"it is not the {ordinal(value)} trick"
        case "at_most":
            return f"it is one of the first {in_words(value)} tricks"
        case "more":
            return f"the first {in_words(value)} tricks are over" if value > 1 else "the first trick is over"
        case "at_least":
            return f"the {ordinal(value)} trick has come"
    return f"the {ordinal(value)} trick has not come yet"


def _count(say: Saying, op: str, a: Typed, b: Typed) -> str:
    """`the player holds at least two trumps`; empty where it cannot be said so."""
    if a.value != "card" or not b.is_constant or not isinstance(b.value, int):
        return ""
    what, source, where = a.args
    if what.type.kind is Kind.YESNO or not where.is_constant or source.op != "lookup":
        return ""
    if source.value == "played" and op == "equal" and b.value:
        return f"{in_words(b.value)} {several(say, what)} {'has' if b.value == 1 else 'have'} been played"
    if not source.args:
        return ""
    verb = {"hand": "holds", "dealt": "was dealt", "taken": "has taken"}.get(str(source.value))
    if verb is None:
        return ""
    who, cards = say.who(source.args[0]), several(say, what)
    if b.value == 0 and op in ("equal", "at_most"):
        return f"{who.verb(verb)} none of {cards}"
    amount = in_words(b.value) if b.value else "no"
    if b.value == 1 and " or " not in say.one_card(what):
        cards = bare(say.one_card(what))
    if cards.startswith("the ") or " and " in cards:
        cards = f"of {cards}"
    if op == "equal":
        return f"{who.verb(verb)} exactly {amount} {cards}"
    if op == "unequal":
        return f"{who.verb(verb)} more or fewer than {amount} {cards}"
    relation = "fewer than" if op == "less" else _RELATION[op]
    return f"{who.verb(verb)} {relation} {amount} {cards}"


def bare(text: str) -> str:
    """A noun without its article."""
    return text.removeprefix("the ").removeprefix("a ")
