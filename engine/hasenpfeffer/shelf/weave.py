"""One tree out of many: for each path the most derived writer, or a finding.

A file covers what files below it write at a path when it writes a whole value there or removes it. What is
not covered must fit together: equal values, groups that merge, lists that are added to. What does not fit
comes from files of which neither overrides the other, since otherwise one would have covered the other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.reading.tree import Entry, Group, List, is_hole
from hasenpfeffer.shelf.conflicts import Conflicts
from hasenpfeffer.shelf.one_value import kind_of
from hasenpfeffer.shelf.order import Member, arrange, placements, words_of
from hasenpfeffer.shelf.parts import Part, Removal, Settled, items_of, said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Node, Path
    from hasenpfeffer.shelf.family import Family
    from hasenpfeffer.shelf.order import Words


class Weaver:
    """Merges the files of a family; `origins` says for each value where it was written, the winner first."""

    def __init__(self, family: Family, findings: Findings) -> None:
        self.origins: dict[Path, tuple[Place, ...]] = {}
        self._family = family
        self._findings = findings
        self._conflicts = Conflicts(family, findings)

    def group(self, path: Path, parts: Sequence[Part], removals: Sequence[Removal] = ()) -> Group:
        """The group at `path`, from the files that write into it, bases first."""
        words = words_of(path)
        removed: dict[str, list[Removal]] = {}
        for line in removals:
            removed.setdefault(line.rest[0], []).append(Removal(line.file, line.rest[1:], line.place))
        entries: dict[str, Entry] = {}
        members: dict[str, Member] = {}
        for key, here in _by_key(path, parts).items():
            settled = self._settle((*path, key), here, removed.get(key, ()))
            if entry := self._entry((*path, key), settled):
                entries[key] = entry
            if words:
                members[key] = _member(here, settled, words, gone=entry is None)
        order = arrange(path, words, members, self._family, self._findings) if words else entries
        return Group(
            tuple(entries[key] for key in order if key in entries),
            parts[0].node.place,
            incomplete=any(isinstance(part.node, Group) and part.node.incomplete for part in parts),
        )

    def _settle(self, path: Path, parts: Sequence[Part], removals: Sequence[Removal]) -> Settled:
        """Hold the files against each other at one path."""
        parts = _with_holes_in_groups(path, parts)
        if len(parts) == 1 and not removals:
            return _alone(path, parts[0])
        wholes, groups, additions = _by_kind(path, parts)
        removers = [line for line in removals if not line.rest]
        lost = self._lost(path, parts, [*wholes, *removers])
        cut_off = lost | self._under([*wholes, *removers])
        groups, additions = _without(groups, cut_off), _without(additions, cut_off)
        built_on = self._under(groups)
        tables = [part for part in _without(wholes, cut_off) if _is_table(part) and built_on >> part.file & 1]
        wholes = _without(wholes, cut_off | built_on)
        groups = [*tables, *groups]
        counted = _files([*wholes, *groups, *additions])
        overruled = cut_off | built_on | counted | self._under(additions)
        settled = Settled(
            tuple(wholes),
            tuple(groups),
            tuple(additions),
            tuple(line for line in removers if not overruled >> line.file & 1),
            tuple(line for line in removals if line.rest and not cut_off >> line.file & 1),
            tuple(part for part in parts if not (counted | lost) >> part.file & 1),
        )
        self._conflicts.check(path, settled)
        return settled

    def _lost(self, path: Path, parts: Sequence[Part], cuts: Sequence[Part | Removal]) -> int:
        """Laid files that change something which their bases have and the game has not any more."""
        lost = 0
        for part in parts:
            if not self._family.laid >> part.file & 1 or kind_of(path, part.node) in ("value", "table"):
                continue
            knew = any(self._family.own[part.file] >> other.file & 1 for other in parts)
            cut = self._cut(path, part, parts, cuts)
            if knew and cut:
                lost |= 1 << part.file
                self._conflicts.hits_nothing(path, part, cut)
        return lost

    def _cut(
        self, path: Path, part: Part, parts: Sequence[Part], cuts: Sequence[Part | Removal]
    ) -> Part | Removal | None:
        """The file of the game that took away what `part` writes into, if nobody brought it back since."""
        below, own = self._family.below[part.file], self._family.own[part.file]
        for cut in reversed(cuts):
            if not (below & ~own) >> cut.file & 1:
                continue
            if isinstance(cut, Part) and kind_of(path, part.node) == "addition":
                continue
            later = [other for other in parts if below >> other.file & 1 and other is not cut]
            if not any(self._family.below[other.file] >> cut.file & 1 for other in later):
                return cut
        return None

    def _entry(self, path: Path, settled: Settled) -> Entry | None:
        """The value at a path with its key, or None where nothing is left."""
        if settled.groups and not settled.wholes:
            node: Node = self.group(path, settled.groups, settled.inner)
            emptied = settled.inner and isinstance(node, Group) and not node.entries
            return None if emptied else Entry(settled.groups[0].key, node)
        if settled.wholes:
            winner = settled.wholes[-1]
            self._conflicts.overridden(path, winner, settled.covered)
            node = _with_additions(winner.node, settled.additions)
        elif settled.additions:
            winner = settled.additions[0]
            node = _with_additions(List((), winner.node.place), settled.additions)
        else:
            return None
        writers = (*settled.covered, *settled.wholes, *settled.additions)
        self.origins[path] = tuple(dict.fromkeys(part.node.place for part in reversed(writers)))
        return Entry(winner.key, node)

    def _under(self, writers: Iterable[Part | Removal]) -> int:
        """All files that one of these overrides."""
        mask = 0
        for writer in writers:
            mask |= self._family.below[writer.file]
        return mask


def _by_key(path: Path, parts: Sequence[Part]) -> dict[str, list[Part]]:
    """What each file writes under each key, bases first; not the words that say where a member stands."""
    words = words_of(path[:-1]) if path else None
    hidden = (words.earlier, words.later) if words else ()
    written: dict[str, list[Part]] = {}
    for part in parts:
        for entry in part.node.entries if isinstance(part.node, Group) else ():
            if entry.key.text not in hidden:
                written.setdefault(entry.key.text, []).append(Part(part.file, entry.key, entry.value))
    return written


def _with_holes_in_groups(path: Path, parts: Sequence[Part]) -> Sequence[Part]:
    """A hole where another file has a group: what it was meant to change is not known, the rest is still there."""
    if not any(kind_of(path, part.node) == "group" for part in parts):
        return parts
    return [
        replace(part, node=Group((), part.node.place, incomplete=True)) if is_hole(part.node) else part
        for part in parts
    ]


def _alone(path: Path, part: Part) -> Settled:
    wholes, groups, additions = _by_kind(path, [part])
    return Settled(tuple(wholes), tuple(groups), tuple(additions))


def _by_kind(path: Path, parts: Sequence[Part]) -> tuple[list[Part], list[Part], list[Part]]:
    """Writers of a whole value, of a group that merges, of additions to a list."""
    wholes: list[Part] = []
    groups: list[Part] = []
    additions: list[Part] = []
    for part in parts:
        kind = kind_of(path, part.node)
        (groups if kind == "group" else additions if kind == "addition" else wholes).append(part)
    return wholes, groups, additions


def _is_table(part: Part) -> bool:
    return kind_of((), part.node) == "table"


def _without(parts: Sequence[Part], files: int) -> list[Part]:
    return [part for part in parts if not files >> part.file & 1]


def _member(parts: Sequence[Part], settled: Settled, words: Words, *, gone: bool) -> Member:
    """What the order needs to know of one step or call."""
    kept = (*settled.wholes, *settled.groups, *settled.additions, *settled.covered)
    placing = parts if gone else settled.groups
    return Member(
        parts[0].key.text,
        parts[0].key.place,
        tuple(sorted(part.file for part in kept)),
        tuple((line.file, line.place) for line in settled.removals),
        tuple(edit for part in placing for edit in placements(part.key.text, part.file, part.node, words)),
        free=any(isinstance(part.node, Group) and part.node.get("over") for part in settled.groups),
        gone=gone,
    )


def _with_additions(node: Node, additions: Sequence[Part]) -> Node:
    """A list with what patches add, each once."""
    if not additions:
        return node
    items = {said(item): item for item in reversed(items_of(node))}
    items = dict(reversed(items.items()))
    for part in additions:
        for item in items_of(part.node):
            items.setdefault(said(item), item)
    holes = any(isinstance(part.node, List) and part.node.incomplete for part in additions)
    return List(tuple(items.values()), node.place, holes or (isinstance(node, List) and node.incomplete))


def _files(parts: Iterable[Part]) -> int:
    mask = 0
    for part in parts:
        mask |= 1 << part.file
    return mask
