"""The order of steps and calls: where `before`, `after`, `below` and `above` put them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.reading.fixes import meant
from hasenpfeffer.reading.suggest import nearest, quoted
from hasenpfeffer.reading.tree import Group, Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Node, Path
    from hasenpfeffer.shelf.family import Family

ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Words:
    """How the places of a group's members are said, earlier ones first."""

    earlier: str
    later: str
    needed: bool
    """Whether a new member must say where it stands, as a step must."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One file's word on where a member stands."""

    key: str
    file: int
    later: bool
    anchor: str
    place: Place


@dataclass(frozen=True, slots=True)
class Member:
    """What the order needs to know of one key: who wrote it, who removed it, and where it was put."""

    key: str
    place: Place
    writers: tuple[int, ...]
    removers: tuple[tuple[int, Place], ...]
    placed: tuple[Placed, ...]
    free: bool
    """Whether its place means nothing, as for a call that is no bid."""
    gone: bool
    """Whether nothing is left of it; it still keeps a place for others to stand beside."""


_STEPS: Final = Words("before", "after", needed=True)
_CALLS: Final = Words("below", "above", needed=False)
_AFTER_EACH: Final = Words("before", "after", needed=False)


def words_of(path: Path) -> Words | None:
    """The words that place the members of the group at `path`; None where their order is that of writing."""
    match path:
        case ("steps",):
            return _STEPS
        case ("steps", _, "calls"):
            return _CALLS
        case ("steps", _, "after each"):
            return _AFTER_EACH
        case _:
            return None


def placements(key: str, file: int, node: Node, words: Words) -> tuple[Placed, ...]:
    """What a file says about the place of `key`."""
    return tuple(
        Placed(key, file, entry.key.text == words.later, entry.value.text, entry.value.place)
        for entry in (node.entries if isinstance(node, Group) else ())
        if entry.key.text in (words.earlier, words.later) and isinstance(entry.value, Text)
    )


def arrange(
    path: Path, words: Words, members: Mapping[str, Member], family: Family, findings: Findings
) -> list[str]:
    """The keys in their final order. `members` come in order of writing, bases first, removed ones too."""
    return _Arranging(path, words, members, family, findings).order()


class _Arranging:
    """Each file edits the order that its bases left; files that could disturb each other are a finding."""

    def __init__(
        self, path: Path, words: Words, members: Mapping[str, Member], family: Family, findings: Findings
    ) -> None:
        self._path = path
        self._words = words
        self._members = members
        self._family = family
        self._findings = findings

    def order(self) -> list[str]:
        self._check()
        edits = [edit for member in self._members.values() for edit in member.placed]
        order = [
            key
            for key, member in self._members.items()
            if not any(edit.file == member.writers[0] for edit in member.placed)
        ]
        for file in sorted({edit.file for edit in edits}):
            self._edit(order, [edit for edit in edits if edit.file == file and edit.anchor != ALL])
        for edit in sorted(edits, key=lambda edit: edit.file):
            if edit.anchor == ALL:
                order[:] = [key for key in order if key != edit.key]
                order.insert(len(order) if edit.later else 0, edit.key)
        return [*order, *(key for key in self._members if key not in order)]

    def _edit(self, order: list[str], edits: list[Placed]) -> None:
        """Put one file's members where it says; several at one anchor keep their order of writing."""
        moved = {edit.key for edit in edits}
        order[:] = [key for key in order if key not in moved]
        there = set(order)
        waiting = [edit for edit in edits if not edit.later]
        waiting += [edit for edit in reversed(edits) if edit.later]
        while ready := [edit for edit in waiting if edit.anchor in there]:
            waiting = [edit for edit in waiting if edit.anchor not in there]
            for edit in ready:
                order.insert(order.index(edit.anchor) + edit.later, edit.key)
                there.add(edit.key)
        if waiting and all(edit.anchor in self._members for edit in waiting):
            first = waiting[0]
            self._unclear(
                f"{self._name(first.key)} and {self._name(first.anchor)} wait for each other",
                first.place,
                [Related("the other one", edit.place) for edit in waiting[1:]],
                "Let one of them stand beside another",
            )

    def _check(self) -> None:
        there = {key: member for key, member in self._members.items() if not member.gone}
        chosen = {key: edit for key, member in there.items() if (edit := self._choose(member))}
        for edit in chosen.values():
            self._check_anchor(edit, chosen.get(edit.anchor))
        busy = [edit for edit in chosen.values() if not self._members[edit.key].free]
        for one, other in combinations(sorted(busy, key=lambda edit: edit.file), 2):
            together = (one.anchor, one.later) == (other.anchor, other.later)
            if together and not self._related(one.file, other.file):
                self._two_at_one_anchor(one, other)
        self._check_unplaced([member for key, member in there.items() if key not in chosen])

    def _choose(self, member: Member) -> Placed | None:
        """The word that counts: that of the most derived file."""
        files = [edit.file for edit in member.placed]
        top = [edit for edit in member.placed if not any(self._below(file, edit.file) for file in files)]
        for edit in top[:-1]:
            if (edit.anchor, edit.later) != (top[-1].anchor, top[-1].later):
                self._unclear(
                    f"{self._name(member.key)} stands {self._said(edit)} in {self._file(edit.file)} "
                    f"and {self._said(top[-1])} in {self._file(top[-1].file)}",
                    top[-1].place,
                    [Related(f"{self._file(edit.file)} says {self._said(edit)}", edit.place)],
                    "Say where it stands in a file that extends both, or leave one of them out",
                )
        return top[-1] if top else None

    def _check_anchor(self, edit: Placed, moved: Placed | None) -> None:
        """An anchor must be there for the file that uses it, and stay."""
        if edit.anchor == ALL:
            return
        target = self._members.get(edit.anchor)
        if target is None or not self._has(edit.anchor, edit.file):
            known = [key for key in self._members if key != edit.key and self._has(key, edit.file)]
            if self._findings.is_crowded:
                known = known[:1]
            guess = nearest(edit.anchor, known)
            self._findings.error(
                "X304",
                f"{quoted(edit.anchor)} is not in `{self._where}`, so nothing can stand {self._said(edit)}",
                edit.place,
                path=self._path_of(edit.key),
                help=f"Did you mean `{guess}`?" if guess else f"Choose one of {', '.join(known)}",
                fixes=meant(edit.place, edit.anchor, known, whole=True),
            )
            return
        for remover, place in target.removers:
            if not self._related(edit.file, remover) or self._family.own[edit.file] >> remover & 1:
                self._unclear(
                    f"{self._name(edit.key)} stands {self._said(edit)}, "
                    f"and {self._file(remover)} removes {quoted(edit.anchor)}",
                    edit.place,
                    [Related("removed here", place)],
                    f"Choose a place that stays, or leave {self._file(remover)} out",
                )
        if moved and not self._related(edit.file, moved.file):
            self._unclear(
                f"{self._name(edit.key)} stands {self._said(edit)}, "
                f"and {self._file(moved.file)} puts {quoted(edit.anchor)} elsewhere",
                edit.place,
                [Related("moved here", moved.place)],
                "Say where both stand in a file that extends both, or leave one of them out",
            )

    def _two_at_one_anchor(self, one: Placed, other: Placed) -> None:
        self._unclear(
            f"{self._name(one.key)} from {self._file(one.file)} and {self._name(other.key)} from "
            f"{self._file(other.file)} both stand {self._said(one)}",
            other.place,
            [Related("the other one", one.place)],
            "Say which comes first in a file that extends both, or leave one of them out",
        )

    def _check_unplaced(self, members: list[Member]) -> None:
        """New members that nobody placed: a step must be, calls only if two files bring some."""
        new = [member for member in members if not member.free and self._is_addition(member)]
        if self._words.needed:
            for member in new:
                self._not_placed(member)
            return
        for one, other in combinations(new, 2):
            pairs = [(a, b) for a in self._origins(one) for b in self._origins(other)]
            if not any(self._related(a, b) for a, b in pairs):
                first, second = self._file(pairs[0][0]), self._file(pairs[0][1])
                self._unclear(
                    f"{self._name(one.key)} from {first} and {self._name(other.key)} from {second} "
                    "are both new, and neither says where it stands",
                    other.place,
                    [Related("the other one", one.place)],
                    f"Write `{self._words.later}` for one of them in a file that extends both",
                )

    def _not_placed(self, member: Member) -> None:
        known = [key for key, other in self._members.items() if self._is_known(other, member.writers[0])]
        guess = nearest(member.key, known)
        words = f"`{self._words.earlier}` or `{self._words.later}`"
        help = f"Write {words} and a step that house rules do not remove"
        self._unclear(
            f"{self._name(member.key)} is new, and no {words} says where it stands",
            member.place,
            [],
            f"Did you mean `{guess}`? If not, say where it stands" if guess else help,
        )

    def _is_addition(self, member: Member) -> bool:
        """Whether a file brought it into a group that its bases had begun."""
        begun = self._members.values()
        return any(self._is_known(other, origin) for origin in self._origins(member) for other in begun)

    def _has(self, key: str, file: int) -> bool:
        """Whether a file or one below it writes the member."""
        return file in self._members[key].writers or self._is_known(self._members[key], file)

    def _is_known(self, member: Member, file: int) -> bool:
        return any(self._below(file, writer) for writer in member.writers)

    def _origins(self, member: Member) -> list[int]:
        """The files that brought it, none of which extends another."""
        return [w for w in member.writers if not any(self._below(w, other) for other in member.writers)]

    def _below(self, upper: int, lower: int) -> bool:
        return bool(self._family.below[upper] >> lower & 1)

    def _related(self, one: int, other: int) -> bool:
        return self._family.related(one, other)

    def _said(self, edit: Placed) -> str:
        return f"{self._words.later if edit.later else self._words.earlier} {quoted(edit.anchor)}"

    def _name(self, key: str) -> str:
        return quoted(self._path_of(key))

    def _file(self, file: int) -> str:
        return self._family.files[file].name

    @property
    def _where(self) -> str:
        return ".".join(self._path)

    def _path_of(self, key: str) -> str:
        return f"{self._where}.{key}"

    def _unclear(self, what: str, place: Place, related: list[Related], help: str) -> None:
        self._findings.error("X320", f"The order is unclear: {what}", place, related=related, help=help)
