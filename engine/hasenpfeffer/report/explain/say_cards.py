"""Cards and suits in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.cards import FRENCH_SUITS
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.report.english import Noun, article, listed, ordinal

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.report.explain.saying import Saying


def cards(say: Saying, node: Typed) -> str:
    """A set of cards as a plural or a name."""
    name = say.card_name(node)
    if name is not None:
        return named(name)
    teller = _TELLERS.get(node.op)
    return say.name(node) if teller is None else teller(say, node)


def one(say: Saying, node: Typed) -> str:
    """One card of the set."""
    fixed = fixed_card(say, node)
    if fixed is not None:
        return say.cards_words.face_in_words(fixed)
    name = say.card_name(node)
    if name is not None:
        return named(name) if node.op == "rank of" or not _is_plural(name) else f"one of the {name}"
    words = say.cards_words
    match node.op:
        case "cards_of_suit":
            return _one_of_suit(say, node.args[0])
        case "lookup" if node.value == "any card":
            return "any card"
        case "lookup" if node.value == "trumps":
            return "a trump"
        case "lookup" if node.value == "winning":
            return f"{one(say, node.args[0])} that takes the trick"
        case "lookup" if node.value in ("card led", "first card played", "last card dealt"):
            return f"the {node.value}"
        case "rank":
            return article(words.rank(int(str(node.value))))
        case "rank of":
            return _rank_of(say, node)
        case "union":
            return listed([one(say, part) for part in node.args], "or")
        case "except" if node.args[1].op == "lookup" and node.args[1].value == "winning":
            return f"{one(say, node.args[0])} that does not take the trick"
        case "except":
            return f"{one(say, node.args[0])} other than {cards(say, node.args[1])}"
        case "if":
            test, then, otherwise = node.args
            return f"{one(say, then)} if {say.condition(test)}, otherwise {one(say, otherwise)}"
        case "highest" | "lowest" | "first_of" | "pile" | "setting" | "term" | "bound":
            return cards(say, node)
        case "constant" if isinstance(node.value, int):
            return words.one_of(node.value)
    return f"one of {cards(say, node)}"


def fixed_card(say: Saying, node: Typed) -> int | None:
    """The face, where the formula means one card that is always the same."""
    pack = say.ruleset.pack
    if node.op == "constant" and isinstance(node.value, int) and node.type.kind is Kind.CARDS:
        faces = say.cards_words.faces(node.value)
        return faces[0] if len(faces) == 1 else None
    if node.op == "rank of" and node.args[0].is_constant:
        suits = node.args[0].value
        found = [
            index
            for index, face in enumerate(pack.faces)
            if face.rank == node.value
            and face.suit is not None
            and isinstance(suits, int)
            and suits >> face.suit & 1
        ]
        return found[0] if len(found) == 1 else None
    return None


def several(say: Saying, node: Typed) -> str:
    """The cards as a plural, also where all copies of one card are meant: `queens of clubs`."""
    if node.op == "rank":
        return say.cards_words.ranks(int(str(node.value)))
    fixed = fixed_card(say, node)
    if fixed is None:
        every = node.op == "rank of" and node.args[0].op == "lookup" and not node.args[0].args
        return say.cards_words.ranks(int(str(node.value))) if every else cards(say, node)
    face = say.ruleset.pack.faces[fixed]
    if face.rank is None or face.suit is None:
        return f"{face.name}s"
    return f"{say.cards_words.ranks(face.rank)} of {say.cards_words.suit(face.suit)}"


def named(name: str) -> str:
    """A name of the file with its article, unless it has one."""
    return name if name.startswith("the ") else f"the {name}"


def _is_plural(name: str) -> bool:
    return name.endswith("s") and not name.endswith("ss")


def suit(say: Saying, node: Typed) -> str:
    """A suit, or the trump choice."""
    words = say.cards_words
    match node.op:
        case "constant" if isinstance(node.value, int):
            return words.suits(node.value, "or")
        case "lookup" if not node.args:
            return {"suits": "any suit", "any suit": "any suit"}.get(str(node.value), f"the {node.value}")
        case "lookup":
            return _suit_of(say, node)
        case "term" | "setting" if node.value == "trump":
            return "trumps"
        case "term" | "setting":
            say.mention(str(node.value))
            if node.args:
                return say.name(node)
            return f"the {node.value}" if "suit" in str(node.value) else f"the {node.value} suit"
        case "bound":
            return str(say.bound.get(str(node.value), f"the {node.value}"))
        case "union":
            return listed([suit(say, part) for part in node.args], "or")
        case "except":
            return f"{suit(say, node.args[0])} except {suit(say, node.args[1])}"
        case "if":
            test, then, otherwise = node.args
            return f"{suit(say, then)} if {say.condition(test)}, otherwise {suit(say, otherwise)}"
        case "first_that_is":
            return alternatives(say, node, lambda part: suit(say, part))
        case "or_nothing":
            return f"{suit(say, node.args[0])}, or none"
        case "unless":
            return f"{suit(say, node.args[0])} unless {say.condition(node.args[1])}"
        case "or_else":
            return " or else ".join(suit(say, part) for part in node.args)
        case "table":
            return by_row(say, node, lambda part: suit(say, part))
    return say.name(node)


def _suit_of(say: Saying, node: Typed) -> str:
    asked = node.args[0]
    match node.value:
        case "sister":
            of = suit(say, asked)
            return (
                "the other suit of the same colour"
                if of == "trumps"
                else f"the other suit of the colour of {of}"
            )
        case "shown out":
            return f"the suits that {say.who(asked).verb('has')} failed to follow"
        case "printed suit":
            return f"the printed suit of {cards(say, asked)}"
        case "suit":
            return f"the suit of {cards(say, asked)}"
    return f"the {node.value} of {say.said(asked)}"


def alternatives(say: Saying, node: Typed, phrase: Callable[[Typed], str]) -> str:
    """`a if …, b if …, otherwise c`."""
    parts: list[str] = []
    pairs = list(zip(node.args[::2], node.args[1::2], strict=True))
    for index, (test, value) in enumerate(pairs):
        text = phrase(value)
        if test.op != "always":
            nested = value.op in ("if", "first_that_is")
            parts.append(f"{f'({text})' if nested else text} {say.when(test)}")
        else:
            parts.append(f"otherwise {text}" if index else text)
    return ", ".join(parts)


def by_row(say: Saying, node: Typed, phrase: Callable[[Typed], str]) -> str:
    """A table in a row: `20 for clubs, 30 for hearts`; `by the bid: 1 for 6`; equal values together."""
    rows: dict[str, list[str]] = {}
    for key, value in zip(node.args[1::2], node.args[2::2], strict=True):
        rows.setdefault(phrase(value), []).append(say.said(key))
    row = ", ".join(f"{value} for {listed(keys)}" for value, keys in rows.items())
    subject = node.args[0]
    return row if subject.type.kind is Kind.SUITS else f"by {say.said(subject)}: {row}"


# --- one teller for each kind of formula


def _constant(say: Saying, node: Typed) -> str:
    return say.cards_words.set_in_words(node.value) if isinstance(node.value, int) else "no card"


def _lookup(say: Saying, node: Typed) -> str:
    word = str(node.value)
    if not node.args:
        return {
            "nothing": "no card",
            "any card": "any card",
            "trumps": "trumps",
            "trick": "the trick",
            "last trick": "the last trick",
            "played": "the cards played so far",
            "cards melded": "the cards laid down in melds",
        }.get(word, f"the {word}")
    asked = node.args[0]
    if word == "winning":
        return f"{cards(say, asked)} that would take the trick"
    who = say.who(asked)
    match word:
        case "hand":
            return who.owns("hand")
        case "dealt":
            return who.owns("hands as dealt" if who.plural else "hand as dealt")
        case "laid aside":
            return f"the cards that {who.verb('has')} laid aside"
        case "taken":
            return f"the cards taken by {who}"
        case "won":
            return f"the tricks won by {who}"
    return f"the {word} of {who}"


def _rank(say: Saying, node: Typed) -> str:
    return say.cards_words.ranks(int(str(node.value)))


def _rank_of(say: Saying, node: Typed) -> str:
    words, rank = say.cards_words, int(str(node.value))
    suits = node.args[0]
    fixed = fixed_card(say, node)
    if fixed is not None:
        return words.face_in_words(fixed)
    if suits.op == "lookup" and not suits.args and suits.value in ("suits", "any suit"):
        return article(words.rank(rank))
    if suits.is_constant and isinstance(suits.value, int) and suits.value.bit_count() > 1:
        return f"the {words.ranks(rank)} of {words.suits(suits.value)}"
    return f"the {words.rank(rank)} of {suit(say, suits)}"


def _one_of_suit(say: Saying, node: Typed) -> str:
    if node.is_constant and isinstance(node.value, int) and node.value.bit_count() == 1:
        name = say.cards_words.suit(node.value.bit_length() - 1)
        if name in FRENCH_SUITS:
            return f"a {name[:-1]}"
    of = suit(say, node)
    return "a trump" if of == "trumps" else f"a card of {of}"


def _cards_of_suit(say: Saying, node: Typed) -> str:
    of = suit(say, node.args[0])
    return of if node.args[0].is_constant or of == "trumps" else f"cards of {of}"


def _inner(say: Saying, node: Typed) -> str:
    return cards(say, node.args[0])


def _chain(say: Saying, node: Typed) -> str:
    """A ranking read out, high to low."""
    if len(node.args) > 3 and all(part.op == "rank" for part in node.args):
        first, last = say.cards_words.ranks(int(str(node.args[0].value))), _rank(say, node.args[-1])
        return f"{first} to {last}"
    if len(node.args) > 3 and all(
        part.op == "rank of" and part.args == node.args[0].args for part in node.args
    ):
        words = say.cards_words
        first, last = (words.rank(int(str(part.value))) for part in (node.args[0], node.args[-1]))
        return f"{first} to {last} of {suit(say, node.args[0].args[0])}"
    return listed([cards(say, part) for part in node.args])


def _union(say: Saying, node: Typed) -> str:
    return listed([cards(say, part) for part in flat(node, "union")])


def flat(node: Typed, op: str) -> list[Typed]:
    """The parts of nested operations of one kind, in order."""
    if node.op != op:
        return [node]
    return [part for inner in node.args for part in flat(inner, op)]


def _except(say: Saying, node: Typed) -> str:
    return f"{cards(say, node.args[0])} except {cards(say, node.args[1])}"


def _or_else(say: Saying, node: Typed) -> str:
    first, second = (cards(say, part) for part in node.args)
    none = "when that is used up" if node.args[0].op == "pile" else "if there are none"
    return f"{first}, or {none} {second}"


def _unless(say: Saying, node: Typed) -> str:
    return f"{cards(say, node.args[0])} unless {say.condition(node.args[1])}"


def _if(say: Saying, node: Typed) -> str:
    test, then, otherwise = node.args
    return f"{cards(say, then)} if {say.condition(test)}, otherwise {cards(say, otherwise)}"


def _first_that_is(say: Saying, node: Typed) -> str:
    return alternatives(say, node, lambda part: cards(say, part))


def _extreme(say: Saying, node: Typed) -> str:
    what, source, condition = node.args
    pool = cards(say, source)
    if what.type.kind is not Kind.YESNO:
        text = f"the {node.op} {_of_kind(say, what)} among {pool}"
    else:
        text = f"the {node.op} {_of_kind(say, source)}"
    tests = tuple(part for part in (what, condition) if part.type.kind is Kind.YESNO and not part.is_constant)
    return f"{text} for which {say.conditions(tests)}" if tests else text


def _of_kind(say: Saying, node: Typed) -> str:
    """After `the highest`: `club`, `trump`, `of the cards played`."""
    single = one(say, node)
    if single.startswith("a ") and " or " not in single:
        return single.removeprefix("a ")
    return f"of {cards(say, node)}"


def _where(say: Saying, node: Typed) -> str:
    _, source, condition = node.args
    inner = say.binding(**{str(node.value): Noun("a card")})
    return f"those of {cards(say, source)} of which it holds that {inner.condition(condition)}"


def _first_of(say: Saying, node: Typed) -> str:
    return _extreme(say, node).replace("the first_of", "the first", 1)


def _pile(say: Saying, node: Typed) -> str:
    return f"the {node.value}"


def _moved(say: Saying, node: Typed) -> str:
    return f"the cards of “{node.value}”"


def _by_deal(say: Saying, node: Typed) -> str:
    return f"{listed([cards(say, part) for part in node.args])} in turn, deal by deal"


def _table(say: Saying, node: Typed) -> str:
    return by_row(say, node, lambda part: cards(say, part))


def _bound(say: Saying, node: Typed) -> str:
    return str(say.bound.get(str(node.value), f"the {node.value}"))


def _named(say: Saying, node: Typed) -> str:
    if node.args:
        return say.name(node)
    say.mention(str(node.value))
    name = str(node.value)
    return f"the {name} card" if node.op == "setting" or name.endswith("ed") else f"the {name}"


def _all_of(say: Saying, node: Typed) -> str:
    return cards(say, node.args[0])


def _or_nothing(say: Saying, node: Typed) -> str:
    return f"{cards(say, node.args[0])}, or nothing"


def _trick(value: int) -> str:
    return f"the {ordinal(value)} trick"


_TELLERS: Final[dict[str, Callable[[Saying, Typed], str]]] = {
    "constant": _constant,
    "lookup": _lookup,
    "rank": _rank,
    "rank of": _rank_of,
    "cards_of_suit": _cards_of_suit,
    "cards_of_chain": _inner,
    "chain": _chain,
    "union": _union,
    "except": _except,
    "or_else": _or_else,
    "or_nothing": _or_nothing,
    "unless": _unless,
    "if": _if,
    "first_that_is": _first_that_is,
    "highest": _extreme,
    "lowest": _extreme,
    "first_of": _first_of,
    "where": _where,
    "pile": _pile,
    "moved": _moved,
    "by_deal": _by_deal,
    "table": _table,
    "bound": _bound,
    "term": _named,
    "setting": _named,
    "all_of": _all_of,
}
