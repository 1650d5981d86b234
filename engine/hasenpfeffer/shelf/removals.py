"""The lines of `remove`: each must hit something that the files below have."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Findings, Related
from hasenpfeffer.reading.fixes import remove_at, respell
from hasenpfeffer.reading.suggest import is_sure, nearest, quoted
from hasenpfeffer.reading.tree import Group, List, find, is_hole
from hasenpfeffer.shelf.family import texts
from hasenpfeffer.shelf.one_value import kind_of
from hasenpfeffer.shelf.parts import Removal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.reading.tree import Path
    from hasenpfeffer.shelf.family import Family


def removals(family: Family, trees: Sequence[Group], findings: Findings) -> tuple[Removal, ...]:
    """Every line of every file's `remove` that hits something; one that does not is a finding."""
    lines = [line for file, tree in enumerate(trees) for line in _lines(file, tree, findings)]
    standing = _Standing(family, trees, lines)
    hits: list[Removal] = []
    for line in lines:
        if standing.is_hit(line):
            hits.append(line)
            continue
        if findings.is_crowded:
            continue
        meant = _miss(line, standing, family, findings if _is_known(line, standing, family) else Findings())
        if meant and standing.is_hit(replace(line, rest=meant)):
            hits.append(replace(line, rest=meant))
    return tuple(hits)


def _lines(file: int, tree: Group, findings: Findings) -> list[Removal]:
    node = tree.get("remove")
    if node is None or is_hole(node):
        return []
    paths = texts(node)
    if isinstance(node, Group) or (isinstance(node, List) and len(paths) < len(node.items)):
        message = "`remove` takes a list of paths, such as `steps.discard`"
        findings.error("X304", message, node.place, path="remove", help="Write `remove: [steps.discard]`")
        return []
    return [
        Removal(file, tuple(part.strip() for part in path.text.split(".")), path.place)
        for path in paths
        if not path.doubtful
    ]


class _Standing:
    """What stands at a path for a file, before that file itself is read."""

    def __init__(self, family: Family, trees: Sequence[Group], lines: Sequence[Removal]) -> None:
        self.trees = trees
        self._family = family
        self._by_path: dict[Path, list[Removal]] = {}
        for line in lines:
            self._by_path.setdefault(line.rest, []).append(line)

    def is_hit(self, line: Removal) -> bool:
        """Whether the file's own bases have it, or what the file is laid upon."""
        own, below = self._family.own[line.file], self._family.below[line.file]
        return self.stands(line.rest, own) or (own != below and self.stands(line.rest, below))

    def stands(self, path: Path, files: int) -> bool:
        return bool(self.writers(path, files))

    def writers(self, path: Path, files: int) -> list[int]:
        """Those of `files` that write at a path, and are not overruled by one that removes or replaces it."""
        found = [file for file in _members(files) if _writes(self.trees[file], path)]
        above = (path[:depth] for depth in range(len(path) + 1))
        over = [line.file for there in above for line in self._by_path.get(there, ())]
        over = [file for file in over if files >> file & 1]
        over += [file for file in _members(files) if _replaces(self.trees[file], path)]
        return [file for file in found if not any(self._family.below[other] >> file & 1 for other in over)]


def _is_known(line: Removal, standing: _Standing, family: Family) -> bool:
    """Whether all is known that the files below write at a path or above it."""
    if not family.is_whole:
        return False
    below = family.below[line.file] | family.own[line.file]
    for file in _members(below & ~(1 << line.file)):
        for depth in range(len(line.rest) + 1):
            node = find(standing.trees[file], line.rest[:depth])
            if is_hole(node) or (isinstance(node, (Group, List)) and node.incomplete):
                return False
    return True


def _miss(line: Removal, standing: _Standing, family: Family, findings: Findings) -> Path:
    """A finding for a line that hits nothing; the path that was probably meant, if any."""
    files = family.below[line.file]
    depth = max(d for d in range(len(line.rest)) if d == 0 or standing.stands(line.rest[:d], files))
    above, word = line.rest[:depth], line.rest[depth]
    there: dict[str, Related] = {}
    for file in standing.writers(above, files) if above else _members(files):
        group = find(standing.trees[file], above)
        for entry in group if isinstance(group, Group) else ():
            has = f"{family.files[file].name} has {quoted(entry.key.text)}"
            there.setdefault(entry.key.text, Related(has, entry.key.place))
    guess = nearest(word, there)
    better = ".".join((*above, guess, *line.rest[depth + 1 :])) if guess else ""
    findings.error(
        "X304",
        f"`remove` hits nothing: no base of {family.files[line.file].name} has {quoted('.'.join(line.rest))}",
        line.place,
        related=[there[guess]] if guess else [],
        path="remove",
        help=f"Did you mean `{better}`?" if better else "Write the path from the top of the file, with dots",
        fixes=respell(line.place, ".".join(line.rest), better, safe=is_sure(word, there), whole=True)
        or remove_at([family.files[line.file].tree], line.place),
    )
    return (*above, guess, *line.rest[depth + 1 :]) if guess else ()


def _members(mask: int) -> list[int]:
    return [file for file in range(mask.bit_length()) if mask >> file & 1]


def _writes(tree: Group, path: Path) -> bool:
    """Whether a file writes something at a path that is not inside a value of its own."""
    return find(tree, path) is not None and not _replaces(tree, path)


def _replaces(tree: Group, path: Path) -> bool:
    """Whether a file writes one value above a path."""
    for depth in range(1, len(path)):
        node = find(tree, path[:depth])
        if node is None:
            return False
        if kind_of(path[:depth], node) in ("value", "table"):
            return True
    return False
