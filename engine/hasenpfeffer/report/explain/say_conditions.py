"""Conditions as clauses that may stand after `if`, and their contraries."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.report.english import Noun, listed
from hasenpfeffer.report.explain.given import calls_that_mean
from hasenpfeffer.report.explain.say_cards import flat
from hasenpfeffer.report.explain.say_comparisons import CONTRARY, bare, comparison
from hasenpfeffer.report.explain.say_seats import a_member

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.report.explain.saying import Saying


def condition(say: Saying, node: Typed, yes: bool = True) -> str:
    """The clause; its contrary where `yes` is false."""
    if node.op in CONTRARY and node.args[0].type.kind is Kind.NUMBER:
        return comparison(say, node.op if yes else CONTRARY[node.op], *node.args)
    teller = _TELLERS.get(node.op)
    if teller is None:
        return _plain_name(say, node, yes)
    return teller(say, node, yes)


def _not(say: Saying, node: Typed, yes: bool) -> str:
    return condition(say, node.args[0], not yes)


def _and(say: Saying, node: Typed, yes: bool) -> str:
    parts = flat(node, "and")
    if yes:
        clauses = [_inner(say, part, "or") for part in parts]
        beginning = "the call is not "
        if all(clause.startswith(beginning) for clause in clauses):
            return beginning + listed([clause.removeprefix(beginning) for clause in clauses], "or")
        return _joined(clauses, "and")
    return _joined([condition(say, part, False) for part in parts], "or")


def _or(say: Saying, node: Typed, yes: bool) -> str:
    parts = flat(node, "or")
    choice = _which_trumps(parts)
    if choice is not None:
        return _trump_is(say, choice, yes)
    if yes:
        return _joined([condition(say, part) for part in parts], "or")
    clauses = [condition(say, part, False) for part in parts]
    beginning = "the call is not "
    if all(clause.startswith(beginning) for clause in clauses):
        return beginning + listed([clause.removeprefix(beginning) for clause in clauses], "or")
    return _joined(clauses, "and")


def _inner(say: Saying, node: Typed, loose: str) -> str:
    text = condition(say, node)
    several_clauses = node.op == loose and _which_trumps(flat(node, loose)) is None
    return f"either {text}" if several_clauses else text


def _joined(parts: list[str], join: str) -> str:
    """Clauses in a row; what two neighbours begin with alike is said once."""
    texts = parts[:1]
    for before, part in pairwise(parts):
        texts.append(_continued(before, part))
    if join == "or" or len(texts) < 3:
        return f" {join} ".join(texts)
    return listed(texts, join)


def _continued(before: str, part: str) -> str:
    for subject in ("the player ", "the side ", "a player ", "a side ", "every player ", "they ", "it "):
        if part.startswith(("it is the ", "it is one ", "it is not the ")):
            break
        if before.startswith(subject) and part.startswith(subject):
            return part[len(subject) :]
    return part


# --- sets


def _equal(say: Saying, node: Typed, yes: bool) -> str:
    return _same(say, node, yes)


def _unequal(say: Saying, node: Typed, yes: bool) -> str:
    return _same(say, node, not yes)


def _same(say: Saying, node: Typed, yes: bool) -> str:
    a, b = node.args
    is_ = "is" if yes else "is not"
    if a.type.kind is Kind.SUITS:
        if _is_trump(a):
            return _trump_is(say, b, yes)
        if a.op == "lookup" and a.value == "suit led" and _is_trump(b):
            return f"trumps are {'' if yes else 'not '}led"
        return f"{say.suit(a)} {is_} {say.suit(b)}"
    if a.type.kind in (Kind.SEATS, Kind.TEAMS):
        who, other = say.who(a), say.who(b)
        if a.op == "term" and b.op == "bound" and who.plural:  # several are one: nobody else is among them
            only = other.verb("is") if yes else f"{other.verb('is')} not"
            return f"{only} the only one of {who}"
        verb = who.verb("is") if yes else f"{who.verb('is')} not"
        return f"{verb} {other}"
    return f"{say.said(a)} {is_} {say.said(b)}"


def _is_trump(node: Typed) -> bool:
    return node.op in ("term", "setting") and node.value == "trump"


def _which_trumps(parts: list[Typed]) -> Typed | None:
    """`trump is a or trump is b` as one choice."""
    chosen = 0
    for part in parts:
        if part.op != "same" or not _is_trump(part.args[0]) or not isinstance(part.args[1].value, int):
            return None
        if not part.args[1].is_constant:
            return None
        chosen |= part.args[1].value
    return replace(parts[0].args[1], value=chosen)


def _trump_is(say: Saying, choice: Typed, yes: bool) -> str:
    if not choice.is_constant or not isinstance(choice.value, int):
        return f"trumps are {'' if yes else 'not '}{say.suit(choice)}"
    names = say.cards_words.suits(choice.value, "or")
    suits = len(say.ruleset.pack.suits)
    if choice.value >> suits:
        return f"{names} is {'' if yes else 'not '}played"
    return f"{names} are {'' if yes else 'not '}trumps"


def _empty(say: Saying, node: Typed, yes: bool) -> str:
    subject = node.args[0]
    match subject.type.kind:
        case Kind.SEATS | Kind.TEAMS:
            if subject.op == "lookup" and subject.value in ("declarer", "declarers"):
                return "nobody has bid" if yes else "there is a declarer"
            who = say.who(subject).text
            if who.startswith("whoever "):
                return f"{'nobody' if yes else 'somebody'} {who.removeprefix('whoever ')}"
            return f"there is {'no' if yes else 'a'} {bare(who)}"
        case Kind.SUITS:
            if _is_trump(subject):
                return "no trump has been named" if yes else "a trump has been named"
            return f"there is {'no ' if yes else ''}{bare(say.suit(subject))}"
        case Kind.CALLS:
            return "nothing has been bid" if yes else "something has been bid"
    text = bare(say.cards(subject))
    return f"there is no {text}" if yes else f"there is a {text}"


def _some(say: Saying, node: Typed, yes: bool) -> str:
    return _empty(say, node, not yes)


def _meets(say: Saying, node: Typed, yes: bool) -> str:
    a, b = node.args
    if a.type.kind in (Kind.SEATS, Kind.TEAMS):
        side, who = say.who(a), say.who(b)
        verb = who.verb("is") if yes else f"{who.verb('is')} not"
        if b.op == "bound" and b.value == "team" and say.ruleset.seating.fixed_partners:
            return f"{verb} {side}"
        if side.text.endswith(("side", "declarer")) and not side.text.endswith("'s side"):
            return f"{verb} {side if not side.text.endswith('side') else f'of {side}'}"
        return f"{verb} of {side}" if side.text.endswith("side") else f"{verb} one of {side}"
    if a.type.kind is Kind.SUITS:
        if a.is_constant and not b.is_constant:
            a, b = b, a
        if a.op == "except":
            return f"{say.suit(b)} {'is not' if yes else 'is'} {say.suit(a.args[1])}"
        return f"{say.suit(b)} {'is' if yes else 'is not'} among {say.suit(a)}"
    card = say.one_card(b)
    none = card if yes else _none_of(card)
    if a.op == "lookup" and a.args:
        who = say.who(a.args[0])
        held = {
            "hand": ("has", "does not have"),
            "dealt": ("was dealt", "was not dealt"),
            "taken": ("has taken", "has not taken"),
        }.get(str(a.value))
        if held is not None:
            verb = held[0] if yes or none != card else held[1]
            return f"{who.verb(verb)} {none}"
    if a.op == "lookup" and a.value == "played":
        if none != card:
            return f"{none} has been played yet"
        return f"{card} has {'' if yes else 'not '}been played"
    if a.op == "lookup" and a.value in ("trick", "last trick"):
        return f"{card} {'is' if yes else 'is not'} in the {a.value}"
    return f"{say.cards(a)} {'include' if yes else 'do not include'} {card}"


def _none_of(card: str) -> str:
    """`no trump` for `a trump`; a certain card stays as it is."""
    for beginning in ("a ", "an "):
        if card.startswith(beginning) and " or " not in card:
            return f"no {card.removeprefix(beginning)}"
    return card


def _within(say: Saying, node: Typed, yes: bool) -> str:
    a, b = node.args
    is_ = "is" if yes else "is not"
    if a.type.kind is Kind.CALLS:
        if b.op == "family" and sum(call.family == b.value for call in say.calls) > 1:
            return f"the call {is_} one of the {b.value}"
        return f"the call {is_} {say.said(b)}"
    if a.op == "cards_of_suit":
        led = say.suit(a.args[0])
        other = say.suit(b.args[0]) if b.op == "cards_of_suit" else say.cards(b)
        if led == "the suit led" and other == "trumps":
            return f"trumps are {'' if yes else 'not '}led"
        return f"{led} {is_} {other}"
    if a.op == "lookup" and a.value in ("hand", "dealt"):
        who = say.who(a.args[0])
        only = f"nothing but {say.cards(b)}"
        verb = "has" if a.value == "hand" else "was dealt"
        return f"{who.verb(verb)} {only}" if yes else f"{who.verb(verb)} not only {say.cards(b)}"
    lot = _has_all(say, b, a)
    if lot:
        return lot if yes else f"it is not so that {lot}"
    return f"{say.cards(a)} {is_} {say.one_card(b)}"


def _any(say: Saying, node: Typed, yes: bool) -> str:
    """`a player has 100 points or more`."""
    what, source, where = node.args
    tests = [part for part in (what, where) if part.type.kind is Kind.YESNO and not part.is_constant]
    if node.value in ("seat", "team"):
        member = a_member(say, source)
        if not yes:
            member = Noun(
                member.text.replace("a ", "no ", 1) if member.text.startswith("a ") else f"no {member}"
            )
        inner = say.binding(**{str(node.value): member})
        return _once(inner.conditions(tuple(tests)), member) if tests else f"there is {member}"
    there = "there is" if yes else "there is not"
    pool = say.said(source)
    card = say.one_card(what) if what.type.kind is not Kind.YESNO else f"a {node.value}"
    inner = say.binding(**{str(node.value): Noun("it")})
    if card.startswith("the "):
        also = f" and {inner.conditions(tuple(tests))}" if tests else ""
        return f"{card} {'is' if yes else 'is not'} {'in' if 'trick' in pool else 'among'} {pool}{also}"
    where_text = f" for which {inner.conditions(tuple(tests))}" if tests else ""
    return f"{there} {card} among {pool}{where_text}"


def _once(text: str, member: Noun) -> str:
    """`a player's score plus that player's tricks`: the same member is meant where it is named again."""
    own = f"{member.text}'s"
    first, named, rest = text.partition(own)
    return first + named + rest.replace(own, f"that {member.text.partition(' ')[2]}'s")


def _all(say: Saying, node: Typed, yes: bool) -> str:
    what, source, where = node.args
    tests = tuple(part for part in (what, where) if part.type.kind is Kind.YESNO and not part.is_constant)
    if node.value in ("seat", "team"):
        inner = say.binding(
            **{str(node.value): Noun("every player" if node.value == "seat" else "every side")}
        )
        text = inner.conditions(tests)
        return text if yes else f"it is not so that {text}"
    taken = _all_taken(say, node)
    if taken:
        return taken if yes else f"it is not so that {taken}"
    inner = say.binding(**{str(node.value): Noun(f"every one of {say.said(source)}")})
    text = inner.conditions(tests) if tests else f"all of {say.said(source)} are {say.said(what)}"
    return text if yes else f"it is not so that {text}"


def _all_taken(say: Saying, node: Typed) -> str:
    """`all(card among x where taken of seat has card)`: somebody has the lot."""
    _, source, where = node.args
    if where.op != "meets" or where.args[1].op != "bound":
        return ""
    return _has_all(say, where.args[0], source)


def _has_all(say: Saying, place: Typed, cards: Typed) -> str:
    """`the player has taken all of the honours`; empty where no seat has them."""
    verb = {"taken": "has taken", "hand": "holds", "dealt": "was dealt"}.get(str(place.value))
    if place.op != "lookup" or not place.args or verb is None:
        return ""
    return f"{say.who(place.args[0]).verb(verb)} all of {say.cards(cards)}"


# --- words and names


def _lookup(say: Saying, node: Typed, yes: bool) -> str:
    match node.value:
        case "leading":
            return "leading to a trick" if yes else "following to a trick"
        case "final trick":
            return "it is the last trick" if yes else "it is not the last trick"
        case "alone":
            return _alone(say, node.args[0], yes)
        case "forced":
            who = say.who(node.args[0])
            return f"{who.verb('was' if yes else 'was not')} made to bid"
    return _plain_name(say, node, yes)


def _alone(say: Saying, asked: Typed, yes: bool) -> str:
    if asked.op == "lookup" and asked.value in ("declarers", "defenders"):
        who = (
            Noun("the declarer")
            if asked.value == "declarers"
            else Noun("a defender" if yes else "no defender")
        )
        if not yes and asked.value == "declarers":
            return f"{who} does not play alone"
        return f"{who} plays alone"
    who = say.who(asked)
    return who.verb("plays alone") if yes else f"{who.verb('does')} not play alone"


def _constant(say: Saying, node: Typed, yes: bool) -> str:
    return "always" if bool(node.value) is yes else "never"


def _always(say: Saying, node: Typed, yes: bool) -> str:
    return "always" if yes else "never"


def _if(say: Saying, node: Typed, yes: bool) -> str:
    test, then, otherwise = node.args
    if then.is_constant and then.value is not yes and not otherwise.is_constant:
        return f"{condition(say, test, False)} and {condition(say, otherwise, yes)}"
    first = f"{condition(say, test)} and {condition(say, then, yes)}"
    return f"either {first}, or {condition(say, test, False)} and {condition(say, otherwise, yes)}"


def _first_that_is(say: Saying, node: Typed, yes: bool) -> str:
    """Each alternative with its case: `never if …; if …, when …; otherwise when …`."""
    parts: list[str] = []
    for test, value in zip(node.args[::2], node.args[1::2], strict=True):
        fixed = ("always" if value.value is yes else "never") if value.is_constant else ""
        clause = fixed or f"when {condition(say, value, yes)}"
        if test.op == "always":
            parts.append(f"otherwise {clause}" if parts else clause)
        elif fixed:
            parts.append(f"{fixed} if {condition(say, test)}")
        else:
            parts.append(f"if {condition(say, test)}, {clause}")
    return "; ".join(parts)


def _plain_name(say: Saying, node: Typed, yes: bool) -> str:
    """A yes-or-no that has a name: `made`, `vulnerable`, `the player's choice`."""
    name = str(node.value or node.op.replace("_", " "))
    calls = calls_that_mean(say.ruleset, name) if node.op in ("term", "setting") and not node.args else []
    if calls:
        return f"the call is {'' if yes else 'not '}{listed([f'“{call}”' for call in calls], 'or')}"
    if node.op in ("term", "setting"):
        say.mention(name)
    if node.args and node.args[0].type.kind in (Kind.SEATS, Kind.TEAMS):
        who = say.who(node.args[0])
        return f"“{name}” {'holds' if yes else 'does not hold'} for {who.objective}"
    if node.args:
        return f"“{name}” {'holds' if yes else 'does not hold'} for {say.said(node.args[0])}"
    if node.op in ("term", "setting"):
        return f"“{name}” {'holds' if yes else 'does not hold'}"
    text = f"“{name}”" if " " in name else name
    return text if yes else f"not {text}"


def _unless(say: Saying, node: Typed, yes: bool) -> str:
    return f"{condition(say, node.args[0], yes)} unless {condition(say, node.args[1])}"


_TELLERS: Final[dict[str, Callable[[Saying, Typed, bool], str]]] = {
    "not": _not,
    "and": _and,
    "or": _or,
    "equal": _equal,
    "unequal": _unequal,
    "same": _same,
    "empty": _empty,
    "some": _some,
    "meets": _meets,
    "within": _within,
    "any": _any,
    "all": _all,
    "lookup": _lookup,
    "constant": _constant,
    "always": _always,
    "if": _if,
    "first_that_is": _first_that_is,
    "unless": _unless,
}
