"""Seats and sides in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.report.english import Noun, listed, ordinal, title
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.report.explain.saying import Saying

NOBODY: Final = Noun("nobody")


def seats(say: Saying, node: Typed) -> Noun:
    """A set of seats as a noun."""
    teller = _TELLERS.get(node.op)
    return Noun(say.name(node)) if teller is None else teller(say, node)


def a_member(say: Saying, node: Typed) -> Noun:
    """One of the seats or teams that a formula goes through: `a player`, `a side`."""
    if node.op == "lookup" and not node.args:
        match node.value:
            case "teams":
                return Noun("a side" if say.ruleset.seating.fixed_partners else "a player")
            case "seats":
                return Noun("a player")
            case "declarers" | "defenders":
                side = seats(say, node)
                return side if node.value == "declarers" and not _several(say) else Noun(f"one of {side}")
    return Noun(f"one of {seats(say, node)}")


def _several(say: Saying) -> bool:
    return say.ruleset.sides is not None or say.ruleset.seating.fixed_partners


def _constant(say: Saying, node: Typed) -> Noun:
    if isinstance(node.value, tuple):
        return Noun("nobody")
    mask = node.value
    assert isinstance(mask, int)
    seating = say.ruleset.seating
    if mask == 0:
        return NOBODY
    if mask == seating.everybody:
        return Noun("everybody")
    return Noun(listed([title(seating.names[seat]) for seat in members(mask)]), mask.bit_count() > 1)


def _bound(say: Saying, node: Typed) -> Noun:
    return say.bound.get(str(node.value), Noun(f"the {node.value}"))


def _lookup(say: Saying, node: Typed) -> Noun:
    word = str(node.value)
    if not node.args:
        plain = {
            "dealer": Noun("the dealer"),
            "declarer": Noun("the declarer"),
            "declarers": say.declarers,
            "defenders": say.defenders,
            "partner": Noun("the declarer's partner"),
            "seats": Noun("everybody"),
            "teams": Noun("each side" if say.ruleset.seating.fixed_partners else "everybody"),
            "survivor": Noun("the one who has not passed"),
            "best melder": Noun("the player with the best melds"),
            "left": Noun("the player on the left"),
            "right": Noun("the player on the right"),
            "across": Noun("the player opposite"),
        }
        return plain.get(word, Noun(f"the {word}"))
    asked = node.args[0]
    if asked.type.kind is Kind.CARDS or asked.type.kind is Kind.CHAIN:
        return Noun(_of_cards(word, say.cards(asked)))
    if word == "winner":
        return Noun(_winner(say, asked))
    return _of_seats(say, word, asked)


def _of_cards(word: str, cards: str) -> str:
    return {
        "holder": f"whoever holds {cards}",
        "holders": f"those who hold {cards}",
        "owner": f"whoever held {cards} when play began",
        "owners": f"those who held {cards} when play began",
        "player": f"whoever played {cards}",
        "taker": f"whoever won {cards}",
    }.get(word, f"the {word} of {cards}")


def _winner(say: Saying, which: Typed) -> str:
    match which.value:
        case 0:
            return "the winner of the last trick"
        case int(number) if number > 0:
            return f"the winner of the {ordinal(number)} trick"
    return f"the winner of {say.bound['trick']}"


def _of_seats(say: Saying, word: str, asked: Typed) -> Noun:
    who = seats(say, asked)
    match word:
        case "left" | "right":
            return Noun(f"the player on {who.owns(word)}")
        case "across":
            return Noun(f"the player opposite {who}")
        case "next":
            return Noun(f"the player after {who}")
        case "partner":
            plural = say.ruleset.seating.count > 2 * len(say.ruleset.seating.teams)
            return Noun(who.owns(f"partner{'s' if plural else ''}"), plural)
        case "team":
            if not say.ruleset.seating.fixed_partners:
                return who
            return Noun(who.owns("side"))
        case "opponents":
            return Noun(who.owns("opponents"), plural=True)
        case "lone player":
            return _lone(say, asked, who)
    return Noun(f"{who.possessive} {word}")


def _lone(say: Saying, asked: Typed, who: Noun) -> Noun:
    if asked.op == "lookup" and asked.value == "declarers":
        return Noun("the lone declarer")
    if asked.op == "lookup" and asked.value == "defenders":
        return Noun("the lone defender")
    return Noun(f"the lone player of {who}")


def _union(say: Saying, node: Typed) -> Noun:
    return Noun(listed([str(seats(say, part)) for part in node.args]), plural=True)


def _except(say: Saying, node: Typed) -> Noun:
    whole, less = (seats(say, part) for part in node.args)
    if whole.text == "everybody":
        return Noun(f"everybody but {less}")
    return Noun(f"{whole} except {less}", whole.plural)


def _or_else(say: Saying, node: Typed) -> Noun:
    first, second = (seats(say, part) for part in node.args)
    return Noun(f"{first}, or if there is none {second}")


def _unless(say: Saying, node: Typed) -> Noun:
    value, test = node.args
    return Noun(f"{seats(say, value)} unless {say.condition(test)}")


def _if(say: Saying, node: Typed) -> Noun:
    test, then, otherwise = node.args
    return Noun(f"{seats(say, then)} if {say.condition(test)}, otherwise {seats(say, otherwise)}")


def _first_that_is(say: Saying, node: Typed) -> Noun:
    """`a if …, otherwise b`; alternatives without a condition count where there is such a seat."""
    parts: list[str] = []
    pairs = list(zip(node.args[::2], node.args[1::2], strict=True))
    for index, (test, value) in enumerate(pairs):
        who = str(seats(say, value))
        if test.op != "always":
            who = f"{who} if {say.condition(test)}"
        elif index < len(pairs) - 1:
            who = f"{who} if there is one"
        parts.append(who if index == 0 else f"otherwise {who}")
    return Noun(", ".join(parts))


def _by_deal(say: Saying, node: Typed) -> Noun:
    deals = ["first deal", *(ordinal(place + 1) for place in range(1, len(node.args)))]
    each = [f"{seats(say, part)} in the {deal}" for part, deal in zip(node.args, deals, strict=True)]
    return Noun(f"{listed(each)}, and so on")


def _table(say: Saying, node: Typed) -> Noun:
    rows = [
        f"{seats(say, value)} for {say.said(key)}"
        for key, value in zip(node.args[1::2], node.args[2::2], strict=True)
    ]
    return Noun(listed(rows, "or"))


def _leaders(say: Saying, node: Typed) -> Noun:
    """`most(…)` and `fewest(…)`: all who tie for it."""
    value, source, condition = node.args
    player = "side" if node.value == "team" and say.ruleset.seating.fixed_partners else "player"
    inner = say.binding(**{str(node.value): Noun(f"the {player}")})
    what = _of_what(say, inner, value)
    degree = "most" if node.op == "most_of" else "fewest"
    who = f"the {player} with the {degree} {what}"
    if not condition.is_constant:
        who += f", counting only {_whoever(inner.condition(condition), f'the {player}')}"
    if source.op != "lookup" or source.value not in ("seats", "teams"):
        who += f", among {seats(say, source)}"
    return Noun(who)


def _of_what(say: Saying, inner: Saying, value: Typed) -> str:
    if value.op == "lookup" and value.args and value.args[0].op == "bound":
        return {"points": "card points", "tricks": "tricks", "score": "points"}.get(
            str(value.value), str(value.value)
        )
    if value.op in ("term", "setting", "counter") and value.args and value.args[0].op == "bound":
        return say.called(str(value.value))
    return f"of {inner.number(value)}"


def _where(say: Saying, node: Typed) -> Noun:
    """`every player who wins no trick`."""
    _, source, condition = node.args
    inner = say.binding(**{str(node.value): Noun("a player")})
    clause = inner.condition(condition)
    whole = source.op == "lookup" and source.value in ("seats", "teams")
    some = "every player" if whole else f"each of {seats(say, source)}"
    return Noun(whose(some, clause, "a player"))


def whose(some: str, clause: str, one: str) -> str:
    """Some of whom something holds: `every player who wins no trick`, `… whose score is 0`."""
    own = "its" if one == "it" else f"{one}'s"
    if clause.startswith(f"{one} "):
        return f"{some} who {clause.removeprefix(f'{one} ')}"
    if clause.startswith(f"{own} "):
        return f"{some} whose {clause.removeprefix(f'{own} ')}"
    return f"{some} of whom it holds that {clause}"


def _first_of(say: Saying, node: Typed) -> Noun:
    what, source, condition = node.args
    tests = [part for part in (what, condition) if part.type.kind is Kind.YESNO and not part.is_constant]
    if not tests:
        if source.op in ("most_of", "fewest_of"):
            return Noun(f"{seats(say, source)} (of several, the first in turn after the dealer)")
        return Noun(f"the first of {seats(say, source)} after the dealer")
    inner = say.binding(**{str(node.value): Noun("a player")})
    return Noun(_whoever(inner.conditions(tuple(tests)), "a player"))


def _whoever(clause: str, subject: str) -> str:
    """A clause about somebody as a noun: `whoever wins at least three tricks`."""
    if clause.startswith(f"{subject} "):
        return f"whoever {clause.removeprefix(f'{subject} ')}"
    return f"the first of whom it holds that {clause}"


def _all_of(say: Saying, node: Typed) -> Noun:
    return seats(say, node.args[0])


def _named(say: Saying, node: Typed) -> Noun:
    name = str(node.value)
    say.mention(name)
    if node.args:
        return Noun(say.name(node))
    plural = any(word.endswith("s") and not word.endswith("ss") for word in (name, name.split()[0]))
    return Noun(f"the {name}", plural)


_TELLERS: Final[dict[str, Callable[[Saying, Typed], Noun]]] = {
    "constant": _constant,
    "bound": _bound,
    "lookup": _lookup,
    "union": _union,
    "except": _except,
    "or_else": _or_else,
    "unless": _unless,
    "if": _if,
    "first_that_is": _first_that_is,
    "by_deal": _by_deal,
    "table": _table,
    "most_of": _leaders,
    "fewest_of": _leaders,
    "first_of": _first_of,
    "where": _where,
    "all_of": _all_of,
    "or_nothing": _all_of,
    "term": _named,
    "setting": _named,
}
