"""A ruleset as data for JSON, and back: what its classes declare is what is written, and checked on reading.

A value of a class becomes an object of its fields, without those that have their default; where a place may hold
values of several classes, `is` names the one. Places are short lists that begin with the number of their file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import PurePosixPath, PureWindowsPath
from types import NoneType, UnionType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from hasenpfeffer import cards, seats
from hasenpfeffer.lang import ast, names, typed, types, vocabulary
from hasenpfeffer.reading import place
from hasenpfeffer.reading.place import Place, Position
from hasenpfeffer.ruleset import model, steps
from hasenpfeffer.ruleset.model import Ruleset

Data: TypeAlias = Any
"""What JSON can hold: objects, lists, texts, whole numbers, true, false and null."""

LARGEST_NUMBER: Final = 1 << 256
"""Sets of cards have a bit for each card; every other number is far smaller."""

_HOMES: Final = (cards, seats, place, ast, names, typed, types, vocabulary, model, steps)
_NAMESPACE: Final = {
    "Mapping": Mapping,
    "ast": ast,
    **{name: value for home in _HOMES for name, value in vars(home).items() if name[:1].isupper()},
}
"""Everything that the annotations of a ruleset's classes name."""
_IS: Final = "is"
_FRACTION: Final = "fraction"
_FAMILIES: Final[Mapping[type, tuple[type, ...]]] = {steps.StepBase: get_args(steps.Step)}
"""Classes that stand for any of several others."""


class UnreadableError(Exception):
    """Data that is not what the classes declare; `str` says where and why."""


def encode_ruleset(ruleset: Ruleset) -> Data:
    """The data of a ruleset. Files outside the working folder and the shelf are written by name alone."""
    files: dict[str, int] = {}
    data = _Encoder(files).value(ruleset, Ruleset)
    return {"files": list(files), "ruleset": data}


def decode_ruleset(data: Data) -> Ruleset:
    """The ruleset that data describes. Raises UnreadableError for data of any other shape."""
    if not isinstance(data, dict) or data.keys() != {"files", "ruleset"}:
        raise UnreadableError("rules are `files` and a `ruleset`")
    files = _Decoder(()).value(data["files"], list[str], "files")
    ruleset: Ruleset = _Decoder(tuple(files)).value(data["ruleset"], Ruleset, "ruleset")
    return ruleset


def without_folder(path: str) -> str:
    """A path as others may see it: one from the root of a machine is cut down to its name."""
    for kind in (PurePosixPath, PureWindowsPath):
        if kind(path).is_absolute() or path.startswith("~"):
            return kind(path).name
    return path


# --- what the classes declare


class _Shape(NamedTuple):
    """The fields of a class, with what each may hold."""

    fields: tuple[tuple[Field[Any], Any], ...]
    names: frozenset[str]


@cache
def _shape(kind: type) -> _Shape:
    hints = get_type_hints(kind, localns=_NAMESPACE)
    found = tuple((field, hints[field.name]) for field in fields(kind))
    return _Shape(found, frozenset(field.name for field, _ in found))


@cache
def _classes(kind: Any) -> tuple[type, ...]:
    """The classes of which a place may hold a value."""
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    return tuple(
        one
        for part in parts
        if isinstance(part, type) and is_dataclass(part)
        for one in _FAMILIES.get(part, (part,))
    )


@cache
def _simple(kind: Any) -> tuple[Any, ...]:
    """What else a place may hold."""
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    return tuple(part for part in parts if not (isinstance(part, type) and is_dataclass(part)))


def _has_default(field: Field[Any], value: object) -> bool:
    if field.default_factory is not MISSING:
        return bool(value == field.default_factory())
    return (
        field.default is not MISSING and type(value) is type(field.default) and bool(value == field.default)
    )


# --- writing


class _Encoder:
    """Writes values; collects the files that places name."""

    def __init__(self, files: dict[str, int]) -> None:
        self._files = files

    def value(self, value: object, kind: Any) -> Data:
        match value:
            case None | bool() | int() | str():
                return value
            case Enum():
                return value.value
            case Fraction():
                return {_FRACTION: str(value)}
            case Place():
                return self._place(value)
            case tuple() | list():
                return self._list(value, kind)
            case Mapping():
                inner = (get_args(kind) or (str, object))[1]
                return {str(key): self.value(item, inner) for key, item in value.items()}
            case Ruleset():
                return self._object(value, kind) | {
                    "name": "+".join(map(without_folder, value.name.split("+")))
                }
            case _:
                return self._object(value, kind)

    def _object(self, value: object, kind: Any) -> Data:
        data: dict[str, Data] = {_IS: type(value).__name__} if len(_classes(kind)) > 1 else {}
        kind_of: type = type(value)
        for field, inner in _shape(kind_of).fields:
            held = getattr(value, field.name)
            if not _has_default(field, held):
                data[field.name] = self.value(held, inner)
        return data

    def _list(self, value: tuple[object, ...] | list[object], kind: Any) -> Data:
        kind = next((part for part in _simple(kind) if get_origin(part) in (tuple, list)), kind)
        inner = get_args(kind)
        if not inner or inner[-1] is Ellipsis or get_origin(kind) is list:
            return [self.value(item, inner[0] if inner else object) for item in value]
        return [self.value(item, part) for item, part in zip(value, inner, strict=True)]

    def _place(self, value: Place) -> Data:
        number = self._files.setdefault(without_folder(value.file), len(self._files))
        return [number, *_numbers(value.start), *_numbers(value.end)]


def _numbers(position: Position) -> tuple[int, int, int]:
    return position.line, position.column, position.offset


# --- reading


class _Decoder:
    """Reads values; `where` is the path to one, for whoever has to find what is wrong."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self._files = files

    def value(self, data: Data, kind: Any, where: str) -> Any:
        classes = _classes(kind)
        if Place in classes and isinstance(data, list):
            return self._place(data, where)
        if classes and isinstance(data, dict):
            return self._object(data, classes, where)
        for part in _simple(kind):
            if self._fits(data, part):
                return self._plain(data, part, where)
        raise UnreadableError(f"`{where}` holds what cannot stand there")

    def _fits(self, data: Data, kind: Any) -> bool:
        """Whether data has the outer form of a kind."""
        if kind is object:
            return True
        if get_origin(kind) is Literal:
            return isinstance(data, str) and data in get_args(kind)
        if get_origin(kind) in (tuple, list):
            return isinstance(data, list)
        if get_origin(kind) in (Mapping, dict):
            return isinstance(data, dict)
        if kind is int:
            return type(data) is int and -LARGEST_NUMBER < data < LARGEST_NUMBER
        if isinstance(kind, type) and issubclass(kind, Enum):
            return isinstance(data, str) and data in [member.value for member in kind]
        return kind in (NoneType, bool, str) and type(data) is kind

    def _plain(self, data: Data, kind: Any, where: str) -> Any:
        if kind is object:
            return self._anything(data, where)
        origin, inner = get_origin(kind), get_args(kind)
        if origin is list:
            return [self.value(item, inner[0], where) for item in data]
        if origin is tuple:
            return self._tuple(data, inner, where)
        if origin in (Mapping, dict):
            return {
                self._key(key, inner[0], where): self.value(item, inner[1], f"{where}.{key}")
                for key, item in data.items()
            }
        return kind(data) if isinstance(kind, type) and issubclass(kind, Enum) else data

    def _object(self, data: dict[str, Data], classes: tuple[type, ...], where: str) -> Any:
        kind = classes[0]
        if len(classes) > 1:
            named = [one for one in classes if one.__name__ == data.get(_IS)]
            if not named:
                raise UnreadableError(f"`{where}` does not say what it is")
            kind = named[0]
        shape = _shape(kind)
        strange = data.keys() - shape.names - ({_IS} if len(classes) > 1 else set())
        if strange:
            raise UnreadableError(f"`{where}` has a part `{min(strange)}` that is not known")
        values = {}
        for field, inner in shape.fields:
            if field.name in data:
                values[field.name] = self.value(data[field.name], inner, f"{where}.{field.name}")
            elif field.default is MISSING and field.default_factory is MISSING:
                raise UnreadableError(f"`{where}` has no `{field.name}`")
        made = kind(**values)
        if not _hangs_together(made):
            raise UnreadableError(f"`{where}` names what is not in it")
        return made

    def _tuple(self, data: list[Data], inner: tuple[Any, ...], where: str) -> tuple[Any, ...]:
        if inner[-1] is Ellipsis:
            return tuple([self.value(item, inner[0], where) for item in data])
        if len(data) != len(inner):
            raise UnreadableError(f"`{where}` has {len(data)} parts, and {len(inner)} belong there")
        return tuple([self.value(item, part, where) for item, part in zip(data, inner, strict=True)])

    def _anything(self, data: Data, where: str) -> Any:
        """A constant: a number, a text, yes or no, or several of them."""
        if isinstance(data, list):
            return tuple([self._anything(item, where) for item in data])
        if isinstance(data, dict) and data.keys() == {_FRACTION}:
            return _fraction(data[_FRACTION], where)
        for kind in (NoneType, bool, str, int):
            if self._fits(data, kind):
                return data
        raise UnreadableError(f"`{where}` is no constant")

    def _key(self, key: str, kind: Any, where: str) -> Any:
        if kind is not int:
            return key
        if not (key.isascii() and key.isdecimal() and int(key) < LARGEST_NUMBER):
            raise UnreadableError(f"`{where}` has a part that is not numbered")
        return int(key)

    def _place(self, data: list[Data], where: str) -> Place:
        number, *points = self._tuple(data, _PLACE, where)
        if not 0 <= number < len(self._files):
            raise UnreadableError(f"`{where}` stands in a file that is not listed")
        half = len(points) // 2
        return Place(self._files[number], Position(*points[:half]), Position(*points[half:]))


_PLACE: Final = (int,) * (1 + 2 * len(fields(Position)))


def _hangs_together(value: object) -> bool:
    """Whether numbers that stand for a suit, a rank, a face or a seat have one."""
    match value:
        case cards.Pack(suits, ranks, faces, order):
            return (
                all(face.suit is None or 0 <= face.suit < len(suits) for face in faces)
                and all(face.rank is None or 0 <= face.rank < len(ranks) for face in faces)
                and all(0 <= face < len(faces) for face in order)
            )
        case seats.Seating(names, teams):
            together = [seat for team in teams if team >= 0 for seat in seats.members(team)]
            return sorted(together) == list(range(len(names))) and 0 not in teams
        case _:
            return True


def _fraction(text: Data, where: str) -> Fraction:
    try:
        found = Fraction(text) if isinstance(text, str) else None
    except (ValueError, ZeroDivisionError):
        found = None
    if found is None or str(found) != text:
        raise UnreadableError(f"`{where}` is no fraction")
    return found
