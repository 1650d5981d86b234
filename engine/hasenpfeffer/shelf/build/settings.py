"""Values that calls, options and steps give to names in the course of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang import types
from hasenpfeffer.lang.check import SETTING_SCOPE, Scope
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.fixes import meant
from hasenpfeffer.reading.tree import Entry, Node, Text
from hasenpfeffer.ruleset.steps import Assignment
from hasenpfeffer.shelf.build.builder import all_of
from hasenpfeffer.shelf.build.namespace import entries, split_asked

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.shelf.build.builder import Builder


def assignments(
    node: Node | None, builder: Builder, path: str, where: Scope = SETTING_SCOPE, *, in_scoring: bool = False
) -> tuple[Assignment, ...]:
    """`set` (or `add`): settings with their new values, and where a deal is scored, counters."""
    found = []
    names = builder.names
    for entry in entries(node):
        name, asked = split_asked(entry.key.text)
        seat: Typed | None = None
        if asked is not None:
            seat = builder.typed(Text(asked, entry.key.place, exact=False), types.SEATS, path, where)
        if not in_scoring and (name in names.counters or name == "score"):
            _only_in_scoring(entry, builder, path)
        if name in names.counters:
            want: types.Type | None = types.ANY_NUMBER
        elif name == "score":
            want = types.ANY_NUMBER
        elif name in names.settings or name in names.terms:
            want = builder.checker.type_of(name)
        elif names.may_be_there(name):
            want = None
        else:
            want = None
            builder.findings.error(
                "S230",
                f"Unknown name `{name}` is set here",
                entry.key.place,
                path=path,
                help="Set a counter, a term, or a name that a choice gives a value to.",
                fixes=meant(
                    entry.key.place, name, [*names.counters, *names.terms, *names.settings], whole=True
                ),
            )
        if want is not None and want.kind in (Kind.EMPTY, Kind.UNKNOWN):
            want = None
        found.append(
            Assignment(name, seat, builder.typed(entry.value, want, f"{path}.{name}", where), entry.key.place)
        )
    return all_of(node, found)


def _only_in_scoring(entry: Entry, builder: Builder, path: str) -> None:
    """S234: a step sets what lives across deals."""
    name, _ = split_asked(entry.key.text)
    what = "is the score" if name == "score" else "is a counter"
    builder.findings.error(
        "S234",
        f"`{name}` {what}, which only lines of `scoring` change, and a step sets it here",
        entry.key.place,
        path=path,
        help="Set a term here, and let a line of `scoring` read it",
    )


def typed_field(field: Entry, builder: Builder, path: str) -> Typed:
    """The value that a call or option gives to a name."""
    want = builder.checker.type_of(field.key.text)
    wanted = None if want.kind in (Kind.EMPTY, Kind.UNKNOWN) else want
    return builder.typed(field.value, wanted, f"{path}.{field.key.text}")
