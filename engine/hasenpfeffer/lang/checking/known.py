"""Names that nothing declares: what they were meant to be, and what there is to write instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang import ast
from hasenpfeffer.lang.checking.fitting import error
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.fixes import meant
from hasenpfeffer.reading.suggest import asked, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hasenpfeffer.lang.checking.context import Context
    from hasenpfeffer.lang.names import Names
    from hasenpfeffer.lang.typed import Typed
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


def guessed(context: Context, name: str, choices: Sequence[str]) -> str | None:
    """The choice that an unknown name was probably meant to be, which then counts as used; otherwise it is noted."""
    guess = nearest(name, choices)
    if guess:
        context.names.meant.add(guess)
    else:
        context.names.note_unknown(name)
    return guess


def unknown_name(
    context: Context, name: ast.Name, guess: str | None, help: str, choices: Sequence[str]
) -> Typed:
    """S230 for a name that nothing declares; `choices` are what could stand there."""
    context.findings.error(
        "S230",
        f"Unknown name `{name.text}`{asked(guess)}",
        name.place,
        help=help,
        facts={"unknown": name.text},
        fixes=meant(name.place, name.text, choices),
    )
    return error(name.place)
