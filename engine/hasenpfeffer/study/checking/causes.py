"""Which line of a patch brings about a finding that shows in its base: the one without which it is not found.

The patch is tried without each of its settings, as deep as one of them makes the difference.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.reading.tree import Entry, Group, List

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence, Set

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Node, Path
    from hasenpfeffer.shelf.family import Written
    from hasenpfeffer.shelf.merge import Merged

Again: TypeAlias = "Callable[[Mapping[str, Group], bool], Iterable[Diagnostic]]"
"""What is found with other trees in some files, by the names they are shown under; and whether scores are looked at,
which takes longer than all the rest."""

MOST_TRIES: Final = 8
LARGEST: Final = 300
"""Texts of a resolved ruleset; larger ones take too long to be tried again and again."""

_OF_THE_FILE: Final = frozenset({"language", "title", "summary", "abstract", "extends", "cases", "promises"})
_KEEP_CHECKS_BACK: Final = frozenset("YSXD")
"""Families whose errors may be why another finding is no longer found."""
_STANDS_RIGHT: Final = frozenset("YX")
"""Families whose findings stand where they belong."""
_WHATEVER_SCORES: Final = frozenset("SDB")
"""Families whose findings are the same whatever is found of scores."""


def at_causes(
    findings: Iterable[Diagnostic], merged: Merged, tops: Sequence[Written], again: Again
) -> tuple[Diagnostic, ...]:
    """The findings. One in a file below `tops` that these bring about stands there, and names the base's line."""
    findings = tuple(findings)
    files = {written.shown for written in merged.files}
    above = {written.shown for written in tops}
    told = {finding.place for finding in findings if finding.severity == "error"}
    bases = files - above if above else frozenset[str]()
    sought = {
        finding.code[0]
        for finding in findings
        if _is_below(finding, bases) and _pointed(finding, above) is None
    }
    search: _Search | None = None
    moved = []
    for finding in findings:
        if not _is_below(finding, bases):
            moved.append(finding)
            continue
        finding = _to_be_mended_above(finding, tops)
        pointed = _pointed(finding, above)
        if pointed is not None:
            moved.append(_moved(finding, pointed.place, pointed.message, without=pointed))
            continue
        if search is None:
            tries = MOST_TRIES if _size(merged.tree) <= LARGEST else 0
            search = _Search(findings, again, tries, with_scores=not sought <= _WHATEVER_SCORES)
        place = search.cause(finding, tops)
        if place in told:  # it only follows from what is told there
            continue
        moved.append(_moved(finding, place, "this makes it so") if place is not None else finding)
    return tuple(moved)


def _is_below(finding: Diagnostic, bases: Set[str]) -> bool:
    """Whether a finding stands in a base, and need not."""
    return finding.place.file in bases and finding.code[0] not in _STANDS_RIGHT


def _pointed(finding: Diagnostic, above: Set[str]) -> Related | None:
    """The line above the base to which a finding points already."""
    return next((related for related in finding.related if related.place.file in above), None)


def _to_be_mended_above(finding: Diagnostic, tops: Sequence[Written]) -> Diagnostic:
    """A finding about a line of a base, with help that does not ask to change the base."""
    if finding.code != "T603" or not finding.path.startswith("ranking."):
        return finding
    key = finding.path.removeprefix("ranking.")
    where = f"`{tops[0].shown}`" if len(tops) == 1 else "a file of your own"
    return replace(finding, help=f"{finding.help}, written anew in {where}: `ranking: {{{key}: …}}`")


def _moved(finding: Diagnostic, place: Place, label: str, without: Related | None = None) -> Diagnostic:
    shows = Related(finding.label or "what it is about", finding.place)
    rest = tuple(related for related in finding.related if related is not without)
    return replace(finding, place=place, label=label, related=(shows, *rest), origin=())


@dataclass(slots=True)
class _Search:
    """Tries files without some of their settings, each once."""

    before: Iterable[Diagnostic]
    again: Again
    left: int
    with_scores: bool
    known: dict[tuple[str, Path], frozenset[tuple[str, Place]] | None] = field(default_factory=dict)

    def cause(self, finding: Diagnostic, tops: Sequence[Written]) -> Place | None:
        """The place of the setting without which the finding is gone, or nothing where that is not clear."""
        makers = [written for written in tops if self._is_gone(finding, written, ())]
        return self._within(finding, makers[0]) if len(makers) == 1 else None

    def _within(self, finding: Diagnostic, written: Written) -> Place | None:
        path: Path = ()
        node: Node = written.tree
        place: Place | None = None
        while children := _children(node, path):
            if len(children) > 1:
                children = [child for child in children if self._is_gone(finding, written, (*path, child[0]))]
            if not children:
                return place
            key, place, node = children[0]  # of several, each of which alone would be harmless, the first
            path = (*path, key)
        return place

    def _is_gone(self, finding: Diagnostic, written: Written, path: Path) -> bool:
        """Whether a file without the setting at a path lacks this finding, and no other error has come instead."""
        key = (written.shown, path)
        if key not in self.known:
            self.known[key] = self._found(written, path)
        found = self.known[key]
        if found is None or (finding.code, finding.place) in found:
            return False
        before = {(one.code, one.place) for one in self.before}
        return not any(code[0] in _KEEP_CHECKS_BACK for code, _ in found - before)

    def _found(self, written: Written, path: Path) -> frozenset[tuple[str, Place]] | None:
        if self.left == 0:
            return None
        self.left -= 1
        tree = _without(written.tree, path) if path else _bare(written.tree)
        return frozenset((one.code, one.place) for one in self.again({written.shown: tree}, self.with_scores))


def _children(node: Node, path: Path) -> list[tuple[str, Place, Node]]:
    """The settings below one: name, place and value; also the lines of `remove`."""
    match node:
        case Group():
            entries = [entry for entry in node if path or entry.key.text not in _OF_THE_FILE]
            return [(entry.key.text, _place(entry), entry.value) for entry in entries]
        case List() if path == ("remove",):
            return [(str(index), item.place, item) for index, item in enumerate(node.items)]
        case _:
            return []


def _place(entry: Entry) -> Place:
    return entry.key.place if isinstance(entry.value, Group | List) else entry.value.place


def _without(node: Node, path: Path) -> Group:
    """A tree without what stands at a path."""
    found = _pruned(node, path)
    assert isinstance(found, Group)
    return found


def _pruned(node: Node, path: Path) -> Node:
    key, *rest = path
    match node:
        case Group():
            entries = (
                Entry(entry.key, _pruned(entry.value, tuple(rest))) if entry.key.text == key else entry
                for entry in node
                if rest or entry.key.text != key
            )
            return replace(node, entries=tuple(entries))
        case List():
            return replace(
                node, items=tuple(item for index, item in enumerate(node.items) if str(index) != key)
            )
        case _:
            return node


def _bare(tree: Group) -> Group:
    """A file that changes nothing."""
    return replace(tree, entries=tuple(entry for entry in tree if entry.key.text in _OF_THE_FILE))


def _size(node: Node) -> int:
    match node:
        case Group():
            return sum(_size(entry.value) for entry in node)
        case List():
            return sum(map(_size, node.items))
        case _:
            return 1
