"""Parameters that a patch only sets: they were meant to be some that the game has."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.reading.fixes import meant_text
from hasenpfeffer.reading.suggest import asked, nearest
from hasenpfeffer.reading.tree import Group, find
from hasenpfeffer.shelf.checks.names import names_read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.shelf.merge import Merged


def only_set(items: Iterable[Diagnostic], merged: Merged) -> Iterator[Diagnostic]:
    """The findings of structure, with S224 for a parameter that lacks its type because no other file declares it, and
    that no formula reads."""
    read: frozenset[str] | None = None
    for finding in items:
        name = finding.path.removeprefix("parameters.").removesuffix(".type")
        if finding.code != "S206" or finding.path != f"parameters.{name}.type" or len(merged.files) < 2:
            yield finding
            continue
        read = names_read(merged) if read is None else read
        yield finding if name in read else _unknown(finding, name, merged)


def _unknown(finding: Diagnostic, name: str, merged: Merged) -> Diagnostic:
    group = find(merged.tree, ("parameters",))
    assert isinstance(group, Group)
    declared = [
        one.key.text for one in group if isinstance(one.value, Group) and one.value.get("type") is not None
    ]
    guess, entry = nearest(name, declared), group.entry(name)
    there = f"Parameters: {' · '.join(declared)}; a" if declared else "A"
    return replace(
        finding,
        code="S224",
        message=f"No file declares the parameter `{name}`, which is set here{asked(guess)}",
        path=f"parameters.{name}",
        help=f"Write `{guess}`" if guess else f"{there} new one needs a `type`, and a formula that reads it",
        fixes=meant_text(entry.key, declared) if entry is not None else (),
    )
