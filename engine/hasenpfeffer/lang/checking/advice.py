"""What to write instead of a value of another kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.suggest import choices_text

if TYPE_CHECKING:
    from hasenpfeffer.lang.names import Names
    from hasenpfeffer.lang.types import Type


def what_to_write(text: str, kind: Type, want: Type, names: Names) -> str:
    """An imperative sentence for a formula of one kind where another is expected."""
    match want.kind:
        case Kind.YESNO:
            return f"Ask something of it, such as `{_asked(text, kind, names)}`"
        case Kind.NUMBER if kind.kind is Kind.YESNO:
            return f"Write a number, such as `if {text} then 1 else 0`"
        case Kind.NUMBER if kind.is_set:
            return f"Write a number, such as `count({text})`"
        case Kind.NUMBER:
            return "Write a number, or a formula that gives one"
        case Kind.SEATS | Kind.TEAMS:
            return "Write seats, such as `dealer` or `nobody`"
        case Kind.SUITS:
            return f"Write a suit, such as {_some([suit.name for suit in names.pack.suits])}"
        case Kind.CARDS | Kind.CHAIN:
            return f"Write cards, such as {_some([rank.name for rank in names.pack.ranks])}"
        case Kind.WORDS:
            return f"Choices: {choices_text(want.words, text)}"
        case _:
            return f"Write {want} here"


def _asked(text: str, kind: Type, names: Names) -> str:
    """A condition about a value of some kind."""
    match kind.kind:
        case Kind.NUMBER:
            return f"{text} > 0"
        case Kind.SEATS | Kind.TEAMS:
            return f"{text} is dealer"
        case Kind.CARDS | Kind.CHAIN if names.pack.ranks:
            return f"{text} has {names.pack.ranks[0].name}"
        case Kind.SUITS if names.pack.suits:
            return f"{text} is {names.pack.suits[0].name}"
        case Kind.WORDS if kind.words:
            return f"{text} is {next(iter(kind.words))}"
        case _:
            return f"{text} is …"


def _some(words: list[str]) -> str:
    return " or ".join(f"`{word}`" for word in (words[0], words[-1])) if len(words) > 1 else "one of the deck"
