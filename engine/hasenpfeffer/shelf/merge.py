"""A ruleset out of files: what it extends and the patches after `+`, as one tree that knows its places."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.tree import Entry, Group, List, Text, has_gaps, has_holes
from hasenpfeffer.shelf.family import SECTIONS, Reader, Written, gather, texts
from hasenpfeffer.shelf.find import Finder
from hasenpfeffer.shelf.parts import Part
from hasenpfeffer.shelf.removals import removals
from hasenpfeffer.shelf.short_forms import fill_in_kinds, open_short_forms
from hasenpfeffer.shelf.weave import Weaver

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Container, Iterator, Mapping, Sequence

    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Node, Path
    from hasenpfeffer.shelf.family import Family, Read

__all__ = ["Merged", "Reader", "Written", "is_patch", "merge", "merge_anyway"]

_OF_ONE_FILE: Final = ("language", "title", "summary", "abstract", "promises", "extends", "remove", "cases")


@dataclass(frozen=True, slots=True)
class Merged:
    """A resolved ruleset.

    `tree` has no `extends`, `remove`, `cases`, `before` or `above` any more, and a step that is called like
    its kind says `do`. `files` are all that went in, bases first. `origins` gives for each value, by its
    path, the places where it was written, the one that counts first. `composed_of` are the patches in a game
    that says nothing of itself. `is_whole`: no file is missing of which values would be inherited.
    `lacks_parts`: a section is missing, or a text stands where a group or list of settings is expected, so that
    these are not there.
    """

    name: str
    tree: Group
    files: tuple[Written, ...]
    game: str
    patches: tuple[str, ...]
    composed_of: tuple[str, ...]
    origins: Mapping[Path, tuple[Place, ...]]
    cases: tuple[tuple[Written, Group], ...]
    is_whole: bool
    lacks_parts: bool = False


def merge(
    reference: str,
    findings: Findings,
    *,
    folder: pathlib.Path | None = None,
    read: Read | None = None,
    finder: Finder | None = None,
) -> Merged | None:
    """Resolve a reference such as `game+patch` or `./house.yaml`; None after an error.

    `folder` is the working folder. A `Reader` given as `read` remembers files from one call to the next;
    a `finder` of the caller's own may know more names.
    """
    own = Findings()
    merged = merge_anyway(reference, own, folder=folder, read=read, finder=finder)
    findings.add_all(own)
    return None if own.has_errors else merged


def merge_anyway(
    reference: str,
    findings: Findings,
    *,
    folder: pathlib.Path | None = None,
    read: Read | None = None,
    finder: Finder | None = None,
) -> Merged | None:
    """Like `merge`, but files that do not agree are put together all the same; one of them then wins."""
    family = gather(reference, finder or Finder(folder), read or Reader(), findings)
    return None if family is None else woven(reference, family, findings)


def is_patch(written: Written) -> bool:
    """Whether a file changes others instead of being a game from the ground up."""
    return bool(written.bases)


def woven(reference: str, family: Family, findings: Findings, trees: Sequence[Group] | None = None) -> Merged:
    """The files of a family as one tree. `trees` stand in for what they hold, one for each file.

    Where a file is missing, or could not be read as a whole, nothing is said of what it may have.
    """
    own = Findings()
    trees = trees or [written.tree for written in family.files]
    merged = _woven(reference, family, own, trees)
    unsure: set[str] = set()
    for written, tree in zip(family.files, trees, strict=True):
        if has_gaps(tree) or not family.is_whole:
            unsure |= _OF_WHAT_IS_MISSING
        if len(written.bases) > 1 and has_holes(tree):
            unsure.add("X310")  # perhaps it says which of two values counts
    for finding in own.items:
        if finding.path == "remove" or finding.code not in unsure:
            findings.add(finding)
    return merged


_OF_WHAT_IS_MISSING: Final = frozenset(["X304", "X306", "X311", "X320"])


def _woven(reference: str, family: Family, findings: Findings, trees: Sequence[Group]) -> Merged:
    trees = [open_short_forms(tree) for tree in trees]
    mended = replace(
        family,
        files=tuple(replace(written, tree=tree) for written, tree in zip(family.files, trees, strict=True)),
    )
    weaver = Weaver(family, findings)
    parts = [Part(file, Text("", tree.place), _shared(tree)) for file, tree in enumerate(trees)]
    shared = weaver.group((), parts, removals(family, trees, findings))
    game = family.files[family.game]
    files = [written for index, written in enumerate(family.files) if _first(family, index)]
    entries = [*_of_the_game(mended), *shared, *_promises(mended.files)]
    tree = fill_in_kinds(Group(_in_sections(entries), game.tree.place, shared.incomplete))
    return Merged(
        reference,
        tree,
        tuple(files),
        game.name,
        family.patches,
        _summary(mended, family.game)[1],
        {path: weaver.origins.get(path, (place,)) for path, place in _values(tree, (), weaver.origins)},
        tuple((written, cases) for written in files if isinstance(cases := written.tree.get("cases"), Group)),
        family.is_whole,
    )


def _values(node: Node, path: Path, known: Container[Path]) -> Iterator[tuple[Path, Place]]:
    """Every value of a resolved tree: texts, lists and the groups that were merged as one."""
    if isinstance(node, Group) and path not in known:
        for entry in node:
            yield from _values(entry.value, (*path, entry.key.text), known)
    else:
        yield path, node.place


def _shared(tree: Group) -> Group:
    """What a file has in common with the others: all but what each keeps for itself."""
    return replace(tree, entries=tuple(entry for entry in tree if entry.key.text not in _OF_ONE_FILE))


def _first(family: Family, index: int) -> bool:
    """Whether a file stands here for the first time; one that is laid on again stands twice."""
    return not any(family.files[index] is other for other in family.files[:index])


def _of_the_game(family: Family) -> Iterator[Entry]:
    """What the game says about itself, or else the nearest file below; `abstract` only itself."""
    nearest = [*range(family.game, -1, -1)]
    for key in ("language", "title"):
        found = (family.files[file].tree.entry(key) for file in nearest)
        if entry := next(filter(None, found), None):
            yield entry
    summary, _ = _summary(family, family.game)
    if summary is not None:
        yield summary
    if entry := family.files[family.game].tree.entry("abstract"):
        yield entry


def _summary(family: Family, file: int) -> tuple[Entry | None, tuple[str, ...]]:
    """What a file says of itself, or else the one file that it extends.

    A file that extends several is summed up by none of them: it has the summary of the game on which they are
    laid, and their names.
    """
    written = family.files[file]
    if entry := written.tree.entry("summary"):
        return entry, ()
    bases = [base for word in written.bases if (base := _called(family, word, file)) is not None]
    if len(bases) < 2:
        return _summary(family, bases[0]) if bases else (None, ())
    patches = [family.files[base] for base in bases if is_patch(family.files[base])]
    are_simple = all(len(patch.bases) == 1 for patch in patches)
    return family.files[0].tree.entry("summary") if are_simple else None, tuple(one.name for one in patches)


def _called(family: Family, word: str, file: int) -> int | None:
    """The file that another means by a word after `extends`: one of those before it."""
    name = PurePath(word).stem
    return next((n for n in range(file) if family.files[n].name == name), None)


def _promises(files: Sequence[Written]) -> Iterator[Entry]:
    """The promises of every file, each once."""
    entries = [entry for written in files if (entry := written.tree.entry("promises"))]
    said = {word.text: word for entry in reversed(entries) for word in texts(entry.value)}
    if said:
        yield Entry(entries[0].key, List(tuple(reversed(said.values())), entries[0].value.place))


def _in_sections(entries: list[Entry]) -> tuple[Entry, ...]:
    """The top of the file in the language's order, keys that it does not know last."""
    rank = {key: index for index, key in enumerate(SECTIONS)}
    return tuple(sorted(entries, key=lambda entry: rank.get(entry.key.text, len(rank))))
