"""`this deal` where it can only be 0: before scoring, and in lines before which nobody has been given anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang import types
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.ruleset.unfolding import parts
from hasenpfeffer.shelf.checks.formulas import below, formulas
from hasenpfeffer.shelf.checks.truth import Reading
from hasenpfeffer.shelf.checks.written import own_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset, ScoreLine
    from hasenpfeffer.shelf.merge import Merged

_READ_LATER: Final = (".fields", ".sets")
"""Parts of steps whose formulas are worked out whenever somebody reads them."""


def check_early(ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """L901: `this deal` is read only where no line can have given anything yet."""
    if not ruleset.playable:
        return
    own = own_files(merged)
    reasons: dict[Place, set[str]] = {}
    for formula, why in _readers(ruleset):
        for part in parts(formula, ruleset):
            if _is_this_deal(part) and part.place is not None:
                reasons.setdefault(part.place, set()).add(why)
    for place, whys in reasons.items():
        if "" not in whys and place.file in own:
            findings.warning(
                "L901",
                f"`this deal of …` is always 0 {' and '.join(sorted(whys))}",
                place,
                help="Move the line behind those that give points, or count something else, such as `score`",
            )


def _is_this_deal(part: Typed) -> bool:
    return part.op == "lookup" and part.value == "this deal"


def _readers(ruleset: Ruleset) -> Iterator[tuple[Typed, str]]:
    """The formulas that are not read through others, each with why nothing has been given before it; empty where
    something may have been."""
    for path, formula in formulas(ruleset):
        root = path.partition(".")[0]
        if root not in ("terms", "promises", "scoring"):
            is_early = root == "steps" and not any(part in path for part in _READ_LATER)
            yield formula, "before scoring" if is_early else ""
    for index, line in enumerate(ruleset.scoring):
        before = [other for other in ruleset.scoring[:index] if _gives(other)]
        for _, formula in below(line, "scoring"):
            if not before:
                yield formula, f"in `{line.name}`: no line before it gives points"
            elif all(_is_for_others(other, line, formula, ruleset) for other in before):
                yield formula, f"in `{line.name}`: whom it pays has got nothing from the lines before it"
            else:
                yield formula, ""


def _gives(line: ScoreLine) -> bool:
    return line.amount is not None or any(one.name == "score" for one in (*line.adds, *line.sets))


def _is_for_others(earlier: ScoreLine, line: ScoreLine, formula: Typed, ruleset: Ruleset) -> bool:
    """Whether whoever a line is worked out for has got nothing by an earlier one, since only one of the two counts."""
    each, everybody_single = line.receivers.each, all(one.bit_count() == 1 for one in ruleset.seating.teams)
    if each != earlier.receivers.each or not (each == "team" or (each == "seat" and everybody_single)):
        return False
    if earlier.payers is not None or earlier.adds or earlier.sets:
        return False
    if line.condition is None or earlier.condition is None:
        return False
    asks_its_own = all(
        part.args[0].op == "bound"
        for part in parts(formula, ruleset)
        if part.args and (_is_this_deal(part) or part.op == "term")
    )
    both = Typed("and", types.YESNO, (earlier.condition, line.condition))
    return asks_its_own and Reading(ruleset).holds(both) is False
