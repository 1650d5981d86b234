"""Two trees held against each other, and what of it means anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.tree import Group, List, Text, find
from hasenpfeffer.shelf.build.ruleset import build_ruleset
from hasenpfeffer.shelf.differences.meaning import alike, built_part, lines_meet, part_of, same_names
from hasenpfeffer.shelf.differences.places import moved_at, place_of, removed_at, set_at
from hasenpfeffer.shelf.differences.saying import said, with_value, words_in
from hasenpfeffer.shelf.one_value import kind_of
from hasenpfeffer.shelf.order import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Node, Path
    from hasenpfeffer.shelf.load import Loaded

Change = Literal["changed", "added", "removed", "order"]

_NO_MEANING: Final = ("language", "title", "summary", "promises")
"""Settings of a file that no deal depends on."""

_SEATS: Final = ("players", "seats")

_MOST_TRIALS: Final = 60
"""Of how many differences it is asked one by one whether they mean anything."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one ruleset says of a setting, and where; `place` is None where nothing is written."""

    value: Node | None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """One setting that differs. Of an order, the values are the names in order."""

    path: Path
    change: Change
    before: Side
    after: Side


@dataclass(frozen=True, slots=True)
class Differences:
    """All that differs; `unplayed` are settings that differ and mean nothing for play."""

    settings: tuple[Difference, ...]
    unplayed: tuple[str, ...]


def differences(before: Loaded, after: Loaded) -> Differences:
    """What differs between two rulesets that were loaded without errors."""
    return _Comparing(before, after).all()


class _Comparing:
    def __init__(self, before: Loaded, after: Loaded) -> None:
        assert before.merged is not None and after.merged is not None
        assert before.ruleset is not None and after.ruleset is not None
        self.a, self.b = before.merged, after.merged
        self.was, self.now = before.ruleset, after.ruleset

    def all(self) -> Differences:
        found = [*self._parameters(), *self._group((), _played(self.a.tree), _played(self.b.tree))]
        return Differences(tuple(self._meaningful(found)), tuple(self._unplayed()))

    # --- what is written differently

    def _parameters(self) -> Iterator[Difference]:
        """Parameters by the value that they have; then by the values that they may have."""
        was = {parameter.name: parameter for parameter in self.was.parameters}
        now = {parameter.name: parameter for parameter in self.now.parameters}
        for name in dict.fromkeys([*was, *now]):
            path = self._path_of(name)
            if name not in was or name not in now:
                if path != _SEATS:
                    yield self._difference(path, find(self.a.tree, path), find(self.b.tree, path))
                continue
            if was[name].value != now[name].value:
                sides = [
                    Side(Text(parameter.value, parameter.place), set_at(parameter, merged, path, ruleset))
                    for parameter, merged, ruleset in (
                        (was[name], self.a, self.was),
                        (now[name], self.b, self.now),
                    )
                ]
                yield Difference(path, "changed", *sides)
            key = (*path, "type")
            yield from self._node(key, find(self.a.tree, key), find(self.b.tree, key))

    def _path_of(self, parameter: str) -> Path:
        """Where a parameter is declared; the number of seats may be one, at the table."""
        path = ("parameters", parameter)
        is_declared = any(find(side.tree, path) is not None for side in (self.a, self.b))
        return path if is_declared or parameter != _SEATS[1] else _SEATS

    def _are_seats_a_parameter(self) -> bool:
        return all(isinstance(find(side.tree, _SEATS), Group) for side in (self.a, self.b))

    def _group(self, path: Path, a: Group, b: Group) -> Iterator[Difference]:
        for key in dict.fromkeys([*a.keys(), *b.keys()]):
            if (*path, key) != _SEATS or not self._are_seats_a_parameter():
                yield from self._node((*path, key), a.get(key), b.get(key))
        yield from self._order(path, a, b)

    def _node(self, path: Path, a: Node | None, b: Node | None) -> Iterator[Difference]:
        if a is None or b is None:
            if a is not b:
                yield self._difference(path, a, b)
        elif isinstance(a, Group) and isinstance(b, Group) and _merges(path, a) and _merges(path, b):
            yield from self._group(path, a, b)
        elif said(path, a) != said(path, b):
            yield self._difference(path, a, b)

    def _difference(self, path: Path, a: Node | None, b: Node | None) -> Difference:
        change: Change = "added" if a is None else "removed" if b is None else "changed"
        sides = [
            Side(node, place_of(merged, path, node) if node is not None else removed_at(merged, path))
            for merged, node in ((self.a, a), (self.b, b))
        ]
        return Difference(path, change, *sides)

    def _order(self, path: Path, a: Group, b: Group) -> Iterator[Difference]:
        """Where the order of names means something, those that both have and that stand in another order."""
        if words_of(path) is None and not (path == ("scoring",) and lines_meet(self.was, self.now)):
            return
        was = [key for key in a.keys() if key in b.keys()]
        now = [key for key in b.keys() if key in a.keys()]
        if was != now:
            sides = [
                Side(_names(keys, group.place), moved_at(merged, path) or group.place)
                for keys, group, merged in ((was, a, self.a), (now, b, self.b))
            ]
            yield Difference(path, "order", *sides)

    def _unplayed(self) -> Iterator[str]:
        """Settings that differ and have no meaning for play."""
        for key in _NO_MEANING:
            if said((key,), self.a.tree.get(key)) != said((key,), self.b.tree.get(key)):
                yield key
        for name in dict.fromkeys(_keys(self.a.tree.get("parameters"))):
            path = ("parameters", name, "about")
            a, b = find(self.a.tree, path), find(self.b.tree, path)
            if a is not None and b is not None and words_in(a) != words_in(b):
                yield ".".join(path)
        if [said((), cases) for _, cases in self.a.cases] != [said((), cases) for _, cases in self.b.cases]:
            yield "cases"

    # --- what of it means anything

    def _meaningful(self, found: list[Difference]) -> Iterator[Difference]:
        if not found or not same_names(self.was, self.now):
            yield from found
            return
        changed = [one for one in found if not self._is_same_part(one.path)]
        parts = [part_of(one.path) for one in changed]
        trials = 0
        for one in changed:
            is_sure = (
                parts.count(part_of(one.path)) == 1 or one.change == "order" or one.path[0] == "parameters"
            )
            if not is_sure and trials < _MOST_TRIALS:
                trials += 1
                if self._means_nothing(one):
                    continue
            yield one

    def _is_same_part(self, path: Path) -> bool:
        """Whether the part of the ruleset in which something stands came out the same on both sides."""
        if path[0] == "parameters":
            return False
        parts = [built_part(ruleset, path) for ruleset in (self.was, self.now)]
        return parts[0] is not None and alike(*parts)

    def _means_nothing(self, one: Difference) -> bool:
        """Whether the first ruleset stays the same with this one setting as the second has it."""
        tree = with_value(self.a.tree, one.path, one.after.value)
        findings = Findings()
        built = build_ruleset(
            tree,
            findings,
            name=self.a.name,
            game=self.a.game,
            patches=self.a.patches,
            options={name: str(value) for name, value in self.was.options.items()},
        )
        return not findings.has_errors and alike(built_part(self.was, one.path), built_part(built, one.path))


def _played(tree: Group) -> Group:
    """What the rules of play are; parameters are compared by value elsewhere."""
    left_out = (*_NO_MEANING, "parameters")
    return Group(tuple(entry for entry in tree if entry.key.text not in left_out), tree.place)


def _merges(path: Path, node: Node) -> bool:
    return kind_of(path, node) in ("group", "table")


def _keys(node: Node | None) -> tuple[str, ...]:
    return node.keys() if isinstance(node, Group) else ()


def _names(keys: Iterable[str], place: Place) -> List:
    return List(tuple(Text(key, place) for key in keys), place)
