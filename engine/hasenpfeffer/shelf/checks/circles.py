"""Formulas that would need themselves in play: through fields of calls and options, `sides` or `values`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep
from hasenpfeffer.ruleset.unknown import UNKNOWN, known, known_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset

    Bodies = dict[str, list[Typed]]
    """For each name the formulas that are worked out when it is read."""

_BY_SIDES = frozenset(["declarers", "defenders", "partner"])
"""Words that `sides` answers."""


def check_circles(ruleset: Ruleset, findings: Findings) -> None:
    """S233: a field of a call or option, `sides` or `values` leads back to what it is read for."""
    bodies = _bodies(ruleset)
    done: set[str] = set()
    for name in bodies:
        circle = _circle(name, bodies, done)
        if circle is not None:
            _report(circle, findings)


def _report(circle: list[tuple[str, Typed]], findings: Findings) -> None:
    names = [name for name, _ in circle]
    first = circle[0][1]
    assert first.place is not None
    findings.error(
        "S233",
        f"`{names[0]}` needs itself: {' → '.join([*names, names[0]])}",
        first.place,
        related=[Related("and here", part.place) for _, part in circle[1:4] if part.place is not None],
        help="Such a formula is worked out anew each time: write a number, or give one of the two another name",
    )


def _circle(start: str, bodies: Bodies, done: set[str]) -> list[tuple[str, Typed]] | None:
    """A way from a name back to itself or to another that it meets again: names, and where each is read."""
    way: list[tuple[str, Iterator[tuple[str, Typed]]]] = [(start, _read(bodies[start], bodies))]
    places: list[Typed] = []
    while way:
        name, following = way[-1]
        step = next((read for read in following if read[0] not in done), None)
        if step is None:
            done.add(name)
            way.pop()
            if places:
                places.pop()
            continue
        read, part = step
        names = [other for other, _ in way]
        if read in names:
            at = names.index(read)
            done.update(names)
            return list(zip(names[at:], [*places, part][at:], strict=True))
        places.append(part)
        way.append((read, _read(bodies[read], bodies)))
    return None


def _read(formulas: list[Typed], bodies: Bodies) -> Iterator[tuple[str, Typed]]:
    """The names that formulas read, and where."""
    for formula in formulas:
        for part in formula.walk():
            name = str(part.value)
            if part.op == "lookup" and name in _BY_SIDES and not part.args:
                name = "declarers"
            elif part.op not in ("term", "setting") and (part.op, name) != ("lookup", "points"):
                continue
            if name in bodies:
                yield name, part


def _bodies(ruleset: Ruleset) -> Bodies:
    """`trump` is left out: while it is worked out there is none."""
    found: Bodies = {name: [term.body] for name, term in known_of(ruleset.terms)}
    if ruleset.sides is not UNKNOWN and ruleset.sides is not None and ruleset.sides.declarers is not None:
        found["declarers"] = [ruleset.sides.declarers]
    if ruleset.values is not UNKNOWN:
        tricks = (ruleset.values.each_trick, ruleset.values.last_trick)
        found["points"] = [value for value in tricks if value is not None]
    for step in known(ruleset.steps):
        fields: list[tuple[str, Typed]] = []
        if isinstance(step, AuctionStep):
            fields = [field for call in known(step.calls) for field in known(call.fields)]
        elif isinstance(step, ChooseStep):
            fields = [field for option in known(step.options) for field in known(option.fields)]
        for name, value in fields:
            if value is UNKNOWN or not value.is_constant:
                found.setdefault(name, []).append(value)
    found.pop("trump", None)
    return {name: list(known(bodies)) for name, bodies in found.items()}
