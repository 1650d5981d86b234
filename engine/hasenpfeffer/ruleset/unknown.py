"""What a ruleset with mistakes does not tell: values that let nobody draw conclusions from them.

A check reads a partly known ruleset like any other. Where it would need to know what there is a finding of, it is
stopped by an `UnknownError`; so nothing can be said that only follows from another mistake.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from hasenpfeffer.lang.typed import Typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

T = TypeVar("T")
U = TypeVar("U")
K = TypeVar("K")
V = TypeVar("V")


class UnknownError(Exception):
    """Something is asked that cannot be answered before a mistake is mended."""


def _ask(*_: object, **__: object) -> NoReturn:
    raise UnknownError


_QUESTIONS: Final = (
    *(
        "getattr",
        "getitem",
        "iter",
        "contains",
        "call",
        "reversed",
        "bool",
        "len",
        "str",
        "format",
        "int",
        "index",
    ),
    *(
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "hash",
        "add",
        "radd",
        "sub",
        "rsub",
        "mul",
        "rmul",
        "floordiv",
        "mod",
    ),
    *("rfloordiv", "and", "rand", "or", "ror", "lshift", "rshift", "rrshift", "invert", "neg"),
)
"""All that can be asked of a value; and of what kind it is, as `isinstance` and `match` do."""

UNKNOWN: Final[Any] = type(
    "Unknown",
    (),
    {
        **{f"__{name}__": _ask for name in _QUESTIONS},
        "__class__": property(_ask),
        "__repr__": lambda self: "UNKNOWN",
        "__slots__": (),
    },
)()
"""Stands for a value that is not known. Whoever looks at it, or compares it, is stopped."""


class Partial(tuple[T, ...]):
    """Some items of several; more of them are not known. Going through them ends in an `UnknownError`."""

    __slots__ = ()

    def __iter__(self) -> Iterator[T]:
        yield from super().__iter__()
        raise UnknownError

    def __contains__(self, item: object) -> bool:
        return super().__contains__(item) or _ask()

    def __bool__(self) -> bool:
        return super().__len__() > 0 or _ask()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, int) and 0 <= index < super().__len__():
            return super().__getitem__(index)
        return _ask()

    __len__ = __eq__ = __ne__ = __hash__ = __add__ = _ask


class PartialMap(dict[K, V]):
    """Some names with their values; more of them are not known."""

    def __iter__(self) -> Iterator[K]:
        yield from super().__iter__()
        raise UnknownError

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or _ask()

    def __missing__(self, key: K) -> V:
        return _ask()

    def get(self, key: K, default: object = None) -> Any:
        return self[key]

    def __bool__(self) -> bool:
        return super().__len__() > 0 or _ask()

    def keys(self) -> Any:
        return iter(self)

    def values(self) -> Any:
        return (self[key] for key in self)

    def items(self) -> Any:
        return ((key, self[key]) for key in self)

    __len__ = __eq__ = __ne__ = _ask


def if_known_else(ask: Callable[[], T], otherwise: U) -> T | U:
    """What is asked, or something else where that is not known."""
    try:
        return ask()
    except UnknownError:
        return otherwise


def is_whole(items: Iterable[object]) -> bool:
    """Whether every item of a collection is known."""
    return not isinstance(items, Partial) and all(item is not UNKNOWN for item in items)


def known(items: Iterable[T]) -> tuple[T, ...]:
    """The items that are known, of a collection that may be partial."""
    every = tuple.__iter__(items) if isinstance(items, tuple) else iter(items)
    return tuple([item for item in every if item is not UNKNOWN])


def known_of(names: Mapping[K, V]) -> tuple[tuple[K, V], ...]:
    """The names with values that are known, of a mapping that may be partial."""
    every = dict.items(names) if isinstance(names, dict) else names.items()
    return tuple([(key, value) for key, value in every if value is not UNKNOWN])


def with_unknown(value: Any) -> Any:
    """The same with every formula that has a finding unknown; what has none is the very same value."""
    if value is UNKNOWN or isinstance(value, (str, int, type(None))):
        return value
    if isinstance(value, Typed):
        return UNKNOWN if any(part.op == "error" for part in value.walk()) else value
    if isinstance(value, tuple):
        old = list(tuple.__iter__(value))
        new = [with_unknown(item) for item in old]
        same = all(one is other for one, other in zip(old, new, strict=True))
        return value if same else type(value)(new)
    if isinstance(value, dict):
        return type(value)({key: with_unknown(item) for key, item in dict.items(value)})
    if is_dataclass(value) and not isinstance(value, type):
        changed = {}
        for field in fields(value):
            old_part = getattr(value, field.name)
            new_part = old_part if field.name in _AS_THEY_ARE else with_unknown(old_part)
            if new_part is not old_part:
                changed[field.name] = new_part
        return replace(value, **changed) if changed else value
    return value


_AS_THEY_ARE: Final = frozenset(["names", "place", "pack", "seating", "parameters"])


def partly(value: T) -> T:
    """A value of which only the name and the formulas are certain: collections may lack something, the rest is
    unknown."""
    assert is_dataclass(value) and not isinstance(value, type)
    changed: dict[str, object] = {}
    for field in fields(value):
        part = getattr(value, field.name)
        if field.name in _CERTAIN or part is UNKNOWN or isinstance(part, Typed):
            continue
        if isinstance(part, tuple):
            changed[field.name] = Partial(tuple.__iter__(part))
        elif isinstance(part, dict):
            changed[field.name] = PartialMap(dict.items(part))
        else:
            changed[field.name] = UNKNOWN
    return replace(value, **changed)


def without(value: T, names: Iterable[str]) -> T:
    """A value of which some fields are unknown; where it has none of these, it is known `partly`."""
    assert is_dataclass(value) and not isinstance(value, type)
    found = {field.name for field in fields(value)}.intersection(names)
    return replace(value, **dict.fromkeys(found, UNKNOWN)) if found else partly(value)


_CERTAIN: Final = frozenset(["name", "family", "place"])
