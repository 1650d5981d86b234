"""A function of the program while it is written: its lines, its names, and what it has worked out already."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar, cast

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.values import Bits, Number, Truth, at_most_one, common, wide

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.values import Value

V = TypeVar("V", bound="Value")
"""The kind of a value, which stays what it is."""


class Function:
    """Text of one function. What was `remembered` holds within its block, until the state changes."""

    def __init__(self, name: str, parameters: tuple[str, ...], about: str) -> None:
        self.name = name
        self._parameters = parameters
        self._about = about
        self._lines: list[str] = []
        self._depth = 1
        self._names = 0
        self._known: list[dict[Hashable, Value]] = [{}]
        self.card_led: Code | None = None
        """The card that was led to the trick, where it is known which name has it."""
        self.on_table: Code = "s[TABLE_COUNT]"
        """How many cards lie on the table, where a trick is written out turn by turn; at least so many if seats may
        sit out."""

    @property
    def text(self) -> str:
        head = f"def {self.name}({', '.join(self._parameters)}):"
        return "\n".join([head, f'    """{self._about}"""', *self._lines])

    def line(self, text: str) -> None:
        """One line. After one that writes into the state, or calls what may, nothing that is known holds."""
        self._lines.append("    " * self._depth + text)
        if text.startswith("s[") or text.endswith("(s, k)"):
            self.changed()

    def call(self, name: str, *arguments: Code) -> None:
        """Calls a function of the program for what it does."""
        self.line(f"{name}({', '.join(map(str, ('s', 'k', *arguments)))})")
        self.changed()

    def store(self, place: Code, value: Code) -> None:
        """Writes a number of the state."""
        self.line(f"s[{place}] = {value}")

    def fresh(self) -> str:
        self._names += 1
        return f"v{self._names}"

    def named(self, code: Code) -> Code:
        """A code that may be written twice."""
        if codes.is_plain(code):
            return code
        name = self.fresh()
        self.line(f"{name} = {code}")
        return name

    def kept(self, value: V) -> V:
        """A value whose codes may be written twice."""
        return cast("V", self._kept(value))

    def _kept(self, value: Value) -> Value:
        match value:
            case Number(code, denominator):
                return Number(self.named(code), denominator)
            case Truth(code):
                return Truth(self.named(code))
            case Bits(row=str(row)):
                return (
                    value if row == "s[LED]" and self.card_led is not None else at_most_one(self.named(row))
                )
            case Bits(words, index):
                return Bits(tuple(map(self.named, words)), None if index is None else self.named(index))
            case _:
                return value

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines that belong to a head, such as `if x:`."""
        self.line(head)
        with self._inside():
            before = len(self._lines)
            yield
            if len(self._lines) == before:
                self.line("pass")

    @contextmanager
    def members(self, word: Code, offset: int = 0) -> Iterator[str]:
        """Goes through the members of one word of a set: the name of their number, further by the offset."""
        member = self.fresh()
        if isinstance(word, int):
            with self._known_members(word, member, offset):
                yield member
            return
        left = self.fresh()
        self.line(f"{left} = {word}")
        with self.block(f"while {left}:"):
            self.line(f"{member} = lowest({left}){f' + {offset}' if offset else ''}")
            self.line(f"{left} &= {left} - 1")
            yield member

    @contextmanager
    def _known_members(self, word: int, member: str, offset: int) -> Iterator[None]:
        """Counts from the lowest member to the highest: which turn it is is known, and can be written out."""
        first, end = (word & -word).bit_length() - 1, word.bit_length()
        with self.block(f"for {member} in range({first + offset}, {end + offset}):"):
            if word.bit_count() == end - first:
                yield
            else:
                bit = f"{member} - {offset}" if offset else member
                with self.block(f"if {word} >> {bit} & 1:"):
                    yield

    def each_member(self, words: Sequence[Code], do: Callable[[str], None]) -> None:
        """Does something for each member of a set, in order. A `break` leaves no more than the loop of its word."""
        for place, word in enumerate(words):
            if word != 0:
                with self.members(word, WORD * place) as member:
                    do(member)

    @contextmanager
    def _inside(self) -> Iterator[None]:
        self._depth += 1
        self._known.append({})
        yield
        self._known.pop()
        self._depth -= 1

    def changed(self) -> None:
        """The state has changed: nothing that was worked out holds any more."""
        for known in self._known:
            known.clear()

    def remembered(self, key: Hashable, make: Callable[[], V]) -> V:
        """A value that was worked out before in this block or around it, or is worked out now."""
        for known in self._known:
            if key in known:
                return cast("V", known[key])
        value = self.kept(make())
        self._known[-1][key] = value
        return value

    def decided(self, test: Code, then: Callable[[], V], otherwise: Callable[[], V]) -> V:
        """One of two values, both of a kind; only the one that is wanted is worked out."""
        if isinstance(test, int):
            return then() if test else otherwise()
        test = self.named(test)
        yes_lines, yes = self._aside(then)
        no_lines, no = self._aside(otherwise)
        if not yes_lines and not no_lines:
            return cast("V", _either(test, yes, no))
        one, other = _alike(yes, no)
        names = tuple(self.fresh() for _ in _parts(one))
        self._lines.append("    " * self._depth + f"if {test}:")
        self._lines += yes_lines
        self._assign(names, one)
        self._lines.append("    " * self._depth + "else:")
        self._lines += no_lines
        self._assign(names, other)
        return cast("V", _rebuilt(one, names))

    def _aside(self, make: Callable[[], V]) -> tuple[list[str], V]:
        """The lines that a value needs, and the value."""
        lines, self._lines = self._lines, []
        with self._inside():
            value = make()
        made, self._lines = self._lines, lines
        return made, value

    def _assign(self, names: tuple[str, ...], value: Value) -> None:
        for name, code in zip(names, _parts(value), strict=True):
            self._lines.append("    " * (self._depth + 1) + f"{name} = {code}")


def _parts(value: Value) -> tuple[Code, ...]:
    match value:
        case Number(code) | Truth(code):
            return (code,)
        case Bits(words):
            return words
        case _:
            raise TypeError("several numbers are not one value")


def _rebuilt(like: Value, parts: tuple[Code, ...]) -> Value:
    match like:
        case Number(_, denominator):
            return Number(parts[0], denominator)
        case Truth():
            return Truth(parts[0])
        case _:
            return Bits(parts)


def _alike(a: Value, b: Value) -> tuple[Value, Value]:
    """Two values in the same form: over one denominator, of as many words."""
    if isinstance(a, Number) and isinstance(b, Number):
        denominator = common((a, b))
        return Number(a.over(denominator), denominator), Number(b.over(denominator), denominator)
    if isinstance(a, Bits) and isinstance(b, Bits):
        width = max(len(a.words), len(b.words))
        return Bits(wide(a, width)), Bits(wide(b, width))
    return a, b


def _either(test: Code, a: Value, b: Value) -> Value:
    a, b = _alike(a, b)
    parts = tuple(codes.if_else(test, *pair) for pair in zip(_parts(a), _parts(b), strict=True))
    return _rebuilt(a, parts)
