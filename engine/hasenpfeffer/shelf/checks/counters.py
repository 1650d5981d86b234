"""Counters that nothing reads, or that nothing changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.shelf.checks.formulas import formulas

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset


def check_counters(ruleset: Ruleset, findings: Findings) -> None:
    """P713 a counter that nothing reads · P714 one that is read and never changes.

    A table is told of its counters, so one that changes and says what it is about may be there for people alone.
    """
    if not ruleset.playable or any(formula.op == "error" for _, formula in formulas(ruleset)):
        return
    changes: dict[str, list[str]] = {}
    for line in ruleset.scoring:
        for one in (*line.adds, *line.sets):
            changes.setdefault(one.name, []).append(line.name)
    read = _read(ruleset)
    for counter in ruleset.counters.values():
        name = counter.name
        if name not in read and not (counter.about and name in changes):
            written = f", though `{changes[name][0]}` changes it" if name in changes else ""
            findings.warning(
                "P713",
                f"Nothing reads the counter `{name}`{written}",
                counter.place,
                path=f"counters.{name}",
                help=f"Use `{name}` in a formula, or say under `about` what people keep it for",
            )
        elif name in read and name not in changes:
            findings.warning(
                "P714",
                f"The counter `{name}` is read, and no line of scoring changes it",
                counter.place,
                path=f"counters.{name}",
                help=f"Add to `{name}` in a line of `scoring`, or write a term instead",
            )


def _read(ruleset: Ruleset) -> set[str]:
    """The counters that some formula reads besides those that only work out their own next value."""
    own = {
        id(part): one.name
        for line in ruleset.scoring
        for one in (*line.adds, *line.sets)
        for part in one.value.walk()
    }
    return {
        str(part.value)
        for _, formula in formulas(ruleset)
        for part in formula.walk()
        if part.op == "counter" and own.get(id(part)) != part.value
    }
