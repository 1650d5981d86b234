"""Whether parts of two built rulesets are the same, wherever they are written."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from hasenpfeffer.ruleset.steps import AuctionStep

if TYPE_CHECKING:
    from hasenpfeffer.reading.tree import Path
    from hasenpfeffer.ruleset.model import Ruleset


def part_of(path: Path) -> Path:
    """The part of a ruleset that is built as one."""
    return (
        path[:2] if path[0] in ("steps", "terms", "scoring", "counters", "melds", "card names") else path[:1]
    )


def built_part(ruleset: Ruleset, path: Path) -> Any:
    """What was built of the part in which a path lies; None where it is not there."""
    name = path[1] if len(path) > 1 else ""
    match path[0]:
        case "steps" if not name:
            return [step.name for step in ruleset.steps]
        case "steps":
            return next((step for step in ruleset.steps if step.name == name), None)
        case "scoring" if name:
            return next((line for line in ruleset.scoring if line.name == name), None)
        case "terms":
            return next((term for key, term in ruleset.terms.items() if _is_called(name, key)), None)
        case "counters":
            return ruleset.counters.get(name)
        case "card names":
            return ruleset.card_names.get(name)
        case "players":
            return (ruleset.seating,)
        case "deck":
            return ruleset.pack
        case "ranking":
            return ruleset.ranking
        case "values":
            return ruleset.values
        case "melds":
            return ruleset.melds
        case "game":
            return ruleset.game_end
        case "sides":
            return ruleset.sides
        case _:
            return None


def _is_called(written: str, name: str) -> bool:
    """Whether a term is written under this key, perhaps with what it is asked of: `worth of card`."""
    return written == name or written.startswith(f"{name} of ")


def same_names(was: Ruleset, now: Ruleset) -> bool:
    """Whether the numbers that stand for names in built formulas stand for the same ones on both sides."""
    return _numbered(was) == _numbered(now)


def _numbered(ruleset: Ruleset) -> object:
    names, pack = ruleset.names, ruleset.pack
    calls = [[call.text for call in step.calls] for step in ruleset.steps if isinstance(step, AuctionStep)]
    return (
        names.strains,
        names.words,
        list(names.settings),
        ruleset.seating.names,
        [suit.name for suit in pack.suits],
        [rank.name for rank in pack.ranks],
        [face.name for face in pack.faces],
        calls,
    )


def alike(a: Any, b: Any) -> bool:
    """Whether two built values are equal, wherever they are written."""
    if type(a) is not type(b):
        return False
    if is_dataclass(a) and not isinstance(a, type):
        return all(
            field.name == "place" or alike(getattr(a, field.name), getattr(b, field.name))
            for field in fields(a)
        )
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(alike(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(alike(a[key], b[key]) for key in a)
    return bool(a == b)


def lines_meet(*rulesets: Ruleset) -> bool:
    """Whether it matters which scoring line comes first: one writes or reads what another does."""
    return any(
        any(line.adds or line.sets for line in ruleset.scoring)
        or any(first.order_of_scoring for first in ruleset.game_end.first_out)
        or any(
            part.op == "lookup" and part.value == "this deal"
            for line in ruleset.scoring
            for formula in (line.condition, line.amount, line.receivers.who)
            if formula is not None
            for part in formula.walk()
        )
        for ruleset in rulesets
    )
