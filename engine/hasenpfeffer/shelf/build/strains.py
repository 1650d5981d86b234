"""Names that are only ever values: of `trump` they are named trumps, of other choices words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang import ast, types, vocabulary
from hasenpfeffer.reading.suggest import is_sure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.names import SettingName
    from hasenpfeffer.lang.types import Type
    from hasenpfeffer.shelf.build.builder import Builder

_SUITS: Final = frozenset(
    [
        *("clubs", "diamonds", "hearts", "spades", "acorns", "leaves", "bells", "roses", "shields"),
        *("cups", "coins", "swords", "batons"),
        *("kreuz", "treff", "eichel", "eicheln", "pik", "schippen", "grün", "laub", "gras", "blatt"),
        *("herz", "karo", "schellen", "schilten", "rosen"),
        *("trèfle", "trèfles", "carreau", "carreaux", "cœur", "coeur", "cœurs", "coeurs", "pique", "piques"),
        *("bastoni", "coppe", "denari", "spade", "fiori", "quadri", "cuori", "picche"),
        *("bastos", "copas", "oros", "espadas"),
    ]
)
"""What suits are called in packs of several countries: none of these is a game without a trump suit."""


def strains_and_words(builder: Builder) -> None:
    """Names that are only ever values: of `trump` they are named trumps, of other choices words."""
    names = builder.names
    trees: list[tuple[str, ast.Expr]] = []
    for name, setting in names.settings.items():
        if setting.given is None:
            trees += [(name, tree) for tree, _ in setting.suppliers]
    if "trump" in names.terms:
        trees.append(("trump", names.terms["trump"].body))
    for name, tree in trees:
        if name != "trump" and name in names.terms and not _is_bare(names.terms[name].body, builder):
            continue
        for leaf in _leaves(tree):
            if _is_known(leaf, builder):
                continue
            if name == "trump" and _is_a_suit_elsewhere(leaf.text, builder):
                continue  # whoever types the formula tells it
            if name == "trump":
                names.strains.setdefault(leaf.text, len(names.pack.suits) + len(names.strains))
            else:
                names.word(leaf.text)


def given_type(setting: SettingName, builder: Builder) -> Type | None:
    """The words among which a setting's value is, where all its suppliers are words."""
    found: list[str] = []
    for tree, _ in setting.suppliers:
        for leaf in _leaves(tree):
            if leaf.text in builder.names.words:
                found.append(leaf.text)
    return types.words(*dict.fromkeys(found)) if found else None


def _is_a_suit_elsewhere(name: str, builder: Builder) -> bool:
    """Whether a name was meant for a suit of this pack, or is that of a suit which this pack does not have."""
    suits = [suit.name for suit in builder.names.pack.suits]
    return name.casefold() in _SUITS or (" " not in name and is_sure(name, suits))


def _is_bare(body: ast.Expr, builder: Builder) -> bool:
    """Whether a term's own value is a word, so that choices may bring more words."""
    return isinstance(body, ast.Name) and body.text in builder.names.words


def _leaves(tree: ast.Expr) -> Iterator[ast.Name]:
    """The names that stand as whole values in a formula."""
    match tree:
        case ast.Name():
            yield tree
        case ast.IfElse(_, then, otherwise):
            yield from _leaves(then)
            yield from _leaves(otherwise)
        case ast.Binary("or else" | "or" | "except" | "unless", left, right):
            yield from _leaves(left)
            if tree.op in ("or else", "or"):
                yield from _leaves(right)
        case ast.Alternatives(items):
            for item in items:
                yield from _leaves(item.value)
        case ast.Table(_, rows):
            for _, value in rows:
                yield from _leaves(value)
        case _:
            return


def _is_known(leaf: ast.Name, builder: Builder) -> bool:
    names, text = builder.names, leaf.text
    return (
        text in vocabulary.RESERVED
        or text in names.parameters
        or text in names.terms
        or text in names.settings
        or text in names.card_names
        or text in names.piles
        or text in names.moves
        or text in names.strains
        or text in names.words
        or names.seat(text) is not None
        or names.suit(text) is not None
        or names.rank(text) is not None
        or names.extra(text) is not None
    )
