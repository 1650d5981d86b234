"""How deep formulas stand inside each other, through the names that they read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.lang import ast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.shelf.build.builder import Builder

DEEPEST: Final = 120
"""Parts of formulas inside each other. Whatever goes through a formula calls itself as often."""


def cut_too_deep(builder: Builder) -> None:
    """S232: a name whose formula leads through too many others; such names are not looked into any further."""
    places = {name: _cut(name, builder).place for name in _too_deep(_bodies(builder))}
    for name, place in list(places.items())[:1]:
        builder.findings.error(
            "S232",
            f"`{name}` leads through too many other names: the limit is {DEEPEST} parts inside each other",
            place,
            path=f"terms.{name}",
            help="Say more of it in one formula, or look it up in a table",
        )


def _bodies(builder: Builder) -> dict[str, list[ast.Expr]]:
    names = builder.names
    bodies: dict[str, list[ast.Expr]] = {name: [term.body] for name, term in names.terms.items()}
    for name, (body, _) in names.card_names.items():
        bodies.setdefault(name, []).append(body)
    for name, setting in names.settings.items():
        bodies.setdefault(name, []).extend(tree for tree, _ in setting.suppliers)
    return bodies


def _too_deep(bodies: dict[str, list[ast.Expr]]) -> list[str]:
    """The names at which formulas become too deep. A name that needs itself is not followed in a circle."""
    found: list[str] = []
    depths: dict[str, int] = {}
    for start in bodies:
        waiting = [start]
        while waiting:
            name = waiting.pop()
            reads = [read for body in bodies[name] for read in _reads(body)]
            new = {read for read, _ in reads if read in bodies and read not in depths}
            if name not in depths and new:
                depths[name] = 0  # under way
                waiting += [name, *new]
                continue
            depths[name] = max((level + depths.get(read, 0) for read, level in reads), default=0)
            if depths[name] > DEEPEST:
                found.append(name)
                depths[name] = 0
    return found


def _reads(body: ast.Expr) -> Iterator[tuple[str, int]]:
    """Every part of a formula with its depth: names by their text, other parts without one."""
    waiting: list[tuple[Any, int]] = [(body, 1)]
    while waiting:
        part, level = waiting.pop()
        if isinstance(part, tuple):
            waiting += [(item, level) for item in part]
        elif hasattr(part, "place"):
            yield (part.text if isinstance(part, ast.Name) else ""), level
            waiting += [(getattr(part, field), level + 1) for field in part.__slots__ if field != "place"]


def _cut(name: str, builder: Builder) -> ast.Unreadable:
    """Puts an unreadable formula in the place of a name's own."""
    names = builder.names
    setting = names.settings.get(name)
    if name in names.terms:
        body = ast.Unreadable(names.terms[name].body.place)
        names.terms[name] = replace(names.terms[name], body=body)
    elif name in names.card_names:
        body = ast.Unreadable(names.card_names[name][0].place)
        names.card_names[name] = (body, body.place)
    else:
        assert setting is not None
        body = ast.Unreadable(setting.suppliers[0][0].place)
    if setting is not None:
        setting.suppliers = [(body, False)]
    return body
