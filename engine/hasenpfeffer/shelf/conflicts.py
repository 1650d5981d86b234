"""Findings about files that meet at one path: conflicts, overridden values, writes that hit nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.reading.tree import is_hole
from hasenpfeffer.shelf.parts import dotted, said, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Path
    from hasenpfeffer.shelf.family import Family
    from hasenpfeffer.shelf.parts import Part, Removal, Settled


class Conflicts:
    """Judges what counts at a path. Of two files that do not fit neither overrides the other."""

    def __init__(self, family: Family, findings: Findings) -> None:
        self._family = family
        self._findings = findings

    def check(self, path: Path, settled: Settled) -> None:
        """Whatever is left at a path and does not fit together."""
        wholes, groups, additions = settled.wholes, settled.groups, settled.additions
        if any(is_hole(part.node) for part in (*wholes, *groups, *additions)):
            return
        writers = wholes or groups or additions
        if settled.removals and writers:
            self._removed_and_written(path, settled.removals[-1], writers[-1])
        elif wholes and groups:
            self._whole_and_part(path, wholes[-1], groups[-1])
        elif groups and additions:
            self._not_a_list(path, additions[-1], groups[-1])
        for whole in wholes[:-1]:
            if said(whole.node) != said(wholes[-1].node):
                self._two_values(path, whole, wholes[-1])
        for whole in wholes:
            for addition in additions:
                if not self._family.related(addition.file, whole.file):
                    self._added_and_replaced(path, addition, whole)
            for removal in settled.inner:
                if not self._family.related(removal.file, whole.file):
                    self._removed_and_written((*path, *removal.rest), removal, whole)

    def overridden(self, path: Path, winner: Part, covered: Sequence[Part]) -> None:
        """A warning when a laid file replaces a value of the game that is not the one it was written for."""
        family = self._family
        if not family.laid >> winner.file & 1:
            return
        known = family.own[winner.file]
        in_game = self._top([part for part in covered if not family.laid >> part.file & 1])
        in_base = self._top([part for part in covered if known >> part.file & 1])
        if in_game is None or known >> in_game.file & 1 or said(in_game.node) == said(winner.node):
            return
        if in_base and said(in_game.node) == said(in_base.node):
            return
        game, patch = self._name(family.game), self._name(winner.file)
        related = [Related(f"{game} has {shown(in_game.node)} from here", in_game.node.place)]
        if in_base:
            related.append(Related(f"{patch} was written for {shown(in_base.node)}", in_base.node.place))
        self._findings.warning(
            "X311",
            f"{dotted(path)} is {shown(in_game.node)} in {game}, and {patch} makes it {shown(winner.node)}",
            winner.node.place,
            related=related,
            path=".".join(path),
            help=f"Leave {patch} out if {game} is meant to keep its value",
        )

    def hits_nothing(self, path: Path, part: Part, cut: Removal | Part) -> None:
        """A warning when a laid file changes something that the game no longer has."""
        does = "replaces" if hasattr(cut, "node") else "removes"
        place = cut.node.place if hasattr(cut, "node") else cut.place
        self._findings.warning(
            "X306",
            f"What {self._name(part.file)} writes in {dotted(path)} hits nothing: "
            f"{self._name(cut.file)} {does} the whole of it",
            part.key.place,
            related=[Related(f"{self._name(cut.file)} {does} it here", place)],
            path=".".join(path),
            help=f"Leave {self._name(part.file)} out",
        )

    def _top(self, parts: Sequence[Part]) -> Part | None:
        """The most derived of some writers."""
        for part in reversed(parts):
            if not any(self._family.below[other.file] >> part.file & 1 for other in parts):
                return part
        return None

    def _two_values(self, path: Path, one: Part, other: Part) -> None:
        first, second = self._name(one.file), self._name(other.file)
        self._conflict(
            path,
            f"{dotted(path)} is {shown(one.node)} in {first} and {shown(other.node)} in {second}",
            other.node.place,
            Related(f"{first} writes {shown(one.node)}", one.node.place),
            f"Write {dotted(path)} in a file that extends both, or leave one of them out",
        )

    def _whole_and_part(self, path: Path, whole: Part, part: Part) -> None:
        replacer, changer = self._name(whole.file), self._name(part.file)
        self._conflict(
            path,
            f"{replacer} replaces the whole of {dotted(path)}, and {changer} changes a part of it",
            part.node.place,
            Related(f"{replacer} writes {shown(whole.node)}", whole.node.place),
            f"Write the whole of {dotted(path)} in a file that extends both, or leave one of them out",
        )

    def _added_and_replaced(self, path: Path, addition: Part, whole: Part) -> None:
        replacer, adder = self._name(whole.file), self._name(addition.file)
        self._conflict(
            path,
            f"{replacer} replaces the list {dotted(path)}, and {adder} adds to it",
            addition.node.place,
            Related(f"{replacer} writes {shown(whole.node)}", whole.node.place),
            f"Write the list {dotted(path)} in a file that extends both, or leave one of them out",
        )

    def _removed_and_written(self, path: Path, removal: Removal, part: Part) -> None:
        remover, writer = self._name(removal.file), self._name(part.file)
        self._conflict(
            path,
            f"{remover} removes {dotted(path)}, and {writer} writes there",
            part.key.place,
            Related(f"{remover} removes it here", removal.place),
            f"Write or remove {dotted(path)} in a file that extends both, or leave one of them out",
        )

    def _conflict(self, path: Path, message: str, place: Place, related: Related, help: str) -> None:
        self._findings.error("X310", message, place, related=[related], path=".".join(path), help=help)

    def _not_a_list(self, path: Path, addition: Part, group: Part) -> None:
        self._findings.error(
            "X312",
            f"`also` adds to a list, and {dotted(path)} is a group of settings",
            addition.node.place,
            related=[Related("the group", group.key.place)],
            path=".".join(path),
            help="Write the new member into the group, under a name of its own",
        )

    def _name(self, file: int) -> str:
        return self._family.files[file].name
