"""What there is to write instead of a name that is like none that there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang import ast
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.lang.names import Names
    from hasenpfeffer.lang.types import Type

_SUITS_BY_NAME = frozenset(["trump", "any suit", "suits", "suit led"])


def instead_of_unknown(name: str, want: Type | None, names: Names) -> str:
    """An imperative sentence for a name that nothing explains, by what is expected where it stands."""
    match want.kind if want is not None else None:
        case Kind.NUMBER:
            return f"Write a number, such as `10`, or declare `{name}` under `terms`"
        case Kind.SUITS if names.pack.suits:
            return f"Write one of the suits here: {listed(suit.name for suit in names.pack.suits)}"
        case Kind.CARDS | Kind.CHAIN | Kind.TRICKS if names.pack.ranks:
            return f"Write cards: ranks here are {_ranks(names)}, or declare `{name}` under `card names`"
        case _:
            return "Declare it under `terms`, or use a word that the rules know."


def instead_of_asked(tree: ast.Expr, names: Names) -> str:
    """The same for the first part of `name of x`, by what `x` is."""
    if isinstance(tree, ast.Name) and (tree.text in _SUITS_BY_NAME or names.suit(tree.text) is not None):
        return f"Write one of the ranks here: {_ranks(names)}"
    return "Declare it under `terms`, as `name of seat`."


def listed(words: Iterable[str]) -> str:
    """Words of a file, one after the other."""
    return ", ".join(words)


def _ranks(names: Names) -> str:
    return listed(rank.name for rank in names.pack.ranks)
