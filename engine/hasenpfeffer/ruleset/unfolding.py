"""Formulas followed into the terms that they read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.model import Ruleset


def parts(expression: Typed, ruleset: Ruleset) -> Iterator[Typed]:
    """A formula and every part of it, the bodies of the terms it reads included, each once."""
    seen: set[str] = set()
    waiting = [expression]
    while waiting:
        for part in waiting.pop().walk():
            yield part
            name = str(part.value)
            if part.op == "term" and name not in seen and name in ruleset.terms:
                seen.add(name)
                waiting.append(ruleset.terms[name].body)


def amount_of(amount: Typed, ruleset: Ruleset) -> Typed:
    """What a number of cards is, where it is said by a term to which nothing gives another value."""
    seen: set[str] = set()
    while amount.op == "term" and not amount.args and str(amount.value) not in seen:
        name = str(amount.value)
        if name in ruleset.settings or name not in ruleset.terms:
            break
        seen.add(name)
        amount = ruleset.terms[name].body
    return amount
