"""Where everything lies: the numbers of a state by name, and the tables that never change."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hasenpfeffer.kernel.codes import Code


class Lasts(Enum):
    """For how long what stands at a place means something."""

    ROW = "until it is written again, eight numbers at a time: so it begins where a line of the processor's cache does"
    GAME = "until the game is over"
    DEAL = "until the deal is over; it begins as nothing"
    MOMENT = "until it is written again; nobody reads it before"


class Layout:
    """Names of places, in order of how long they last. A name is written in capitals in the program."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[int, Lasts]] = {}

    def put(self, name: str, count: int = 1, lasts: Lasts = Lasts.DEAL) -> str:
        """Makes room for so many numbers under a new name."""
        assert name not in self._places, name
        self._places[name] = (count, lasts)
        return name

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[tuple[str, int]]:
        """The names, and where each begins."""
        first = 0
        for lasts in Lasts:
            for name, (count, how_long) in self._places.items():
                if how_long is lasts:
                    yield name, first
                    first += count

    @property
    def size(self) -> int:
        return sum(count for count, _ in self._places.values())

    def size_of(self, *lasts: Lasts) -> int:
        """How many numbers last for so long."""
        return sum(count for count, how_long in self._places.values() if how_long in lasts)

    def count(self, name: str) -> int:
        return self._places[name][0]


def place(name: str, index: Code = 0, stride: int = 1, word: int = 0) -> str:
    """Where the so-manyth group of `stride` numbers under a name has this word."""
    at = codes.add(codes.multiply(index, stride), word)
    if at == 0:
        return name
    text = str(at)
    return f"{name} + {text[1:-1] if text.startswith('(') and _is_one(text) else text}"


def _is_one(text: str) -> bool:
    """Whether the first bracket of a text closes at its end."""
    depth = 0
    for position, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return position == len(text) - 1
    return False


class Tables:
    """Numbers that never change in a game, one after the other; equal tables are there once."""

    def __init__(self) -> None:
        self.layout = Layout()
        self.numbers: list[int] = []
        self._known: dict[tuple[int, ...], str] = {}

    def put(self, name: str, numbers: Iterable[int]) -> str:
        """The name under which a table stands: this one, or that of an equal table."""
        table = tuple(numbers)
        known = self._known.get(table)
        if known is None:
            while name in self.layout:
                name += "_2"
            known = self._known[table] = self.layout.put(name, len(table))
            self.numbers += table
        return known

    def look_up(self, name: str, numbers: Iterable[int], index: Code) -> Code:
        """The text that reads a table; known where the index is."""
        table = tuple(numbers)
        if isinstance(index, int):
            return table[index]
        if len(set(table)) == 1:
            return table[0]
        return f"k[{place(self.put(name, table), index)}]"
