"""What lines of scoring pay, as it is written: no result is worked out, and lines with a finding are left out."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from hasenpfeffer.lang.typed import joined
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.steps import AuctionStep
from hasenpfeffer.ruleset.unknown import UNKNOWN, if_known_else, known, known_of
from hasenpfeffer.shelf.checks.truth import Reading
from hasenpfeffer.shelf.checks.written import text_at

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset, ScoreLine
    from hasenpfeffer.shelf.merge import Merged

_MORE_NEEDED = {"at_least": 1, "more": 1, "less": 0, "at_most": 0}
"""Comparisons of tricks with a goal, and whether they hold for many tricks or for few."""


def check_paying(ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """P701 paid twice by two lines · P707 a loss below nothing · P708 failing is good for who bids."""
    lines = _lines(ruleset)
    told = {(item.code, item.path) for item in findings.items}
    for line, later in combinations(lines, 2):
        if ("P701", f"scoring.{later.name}") not in told and _are_alike(line, later):
            _same_twice(line, later, merged, findings)
            _both_at_a_bound(line, later, ruleset, findings)
    if not any(code == "P707" for code, _ in told):
        losses_below_nothing(ruleset, findings)
    if not any(code == "P708" for code, _ in told):
        if_known_else(partial(_failing_is_good, lines, ruleset, findings), None)


def _lines(ruleset: Ruleset) -> list[ScoreLine]:
    return [
        line for line in known(ruleset.scoring) if if_known_else(partial(_is_told, line), otherwise=False)
    ]


def _is_told(line: ScoreLine) -> bool:
    """Whether it is known what a line pays, and when."""
    parts: tuple[Any, ...] = (line.receivers, line.payers, line.instead_of, line.amount, line.condition)
    return (
        line.loses in (True, False) and line.amount is not None and all(part is not UNKNOWN for part in parts)
    )


# --- paid twice


def _are_alike(line: ScoreLine, later: ScoreLine) -> bool:
    """Whether two lines give to the same seats, or take from them, and neither counts instead of the other."""
    return (
        line.receivers == later.receivers
        and line.loses == later.loses
        and line.payers == later.payers
        and line.name not in later.instead_of
        and later.name not in line.instead_of
    )


def _conditions(line: ScoreLine) -> frozenset[Typed]:
    return frozenset() if line.condition is None else frozenset(joined(line.condition, "and"))


def _same_twice(line: ScoreLine, later: ScoreLine, merged: Merged, findings: Findings) -> None:
    """P701: where the one counts the other does too, and both pay by the same formula."""
    one, other = _conditions(line), _conditions(later)
    amount = later.amount
    if amount is None or amount != line.amount or amount.is_constant or not (one <= other or other <= one):
        return
    when = "" if one == other else f" where `{(line if other <= one else later).name}` counts"
    written = text_at(amount.place, merged) if amount.place is not None else ""
    findings.warning(
        "P701",
        f"`{line.name}` and `{later.name}` both pay `{written}` to the same side{when}"
        if not later.loses
        else f"`{line.name}` and `{later.name}` both take `{written}` from the same side{when}",
        amount.place or later.place,
        label="once more",
        related=[Related("counts already", (line.amount and line.amount.place) or line.place)],
        path=f"scoring.{later.name}",
        help=f"Leave it out of one of them, or add `instead of: {line.name}` to `{later.name}`",
    )


def _both_at_a_bound(line: ScoreLine, later: ScoreLine, ruleset: Ruleset, findings: Findings) -> None:
    """P701: two conditions on one number that differ in their bounds only, and share just the number at the bound."""
    one, other = _conditions(line), _conditions(later)
    if len(one - other) != 1 or len(other - one) != 1:
        return
    (first,), (second,) = one - other, other - one
    reading = Reading(ruleset)
    bounds = if_known_else(lambda: (reading.bound(first), reading.bound(second)), (None, None))
    if bounds[0] is None or bounds[1] is None or bounds[0][0] != bounds[1][0]:
        return
    subject, low, high = bounds[0]
    _, least, most = bounds[1]
    shared = max(low, least), min(high, most)
    whole = subject.type.low, subject.type.high
    if shared[0] != shared[1] or whole in ((low, high), (least, most)) or (low, high) == (least, most):
        return
    if shared[0] in whole or not _meet(low, high, least, most):
        return
    place = second.place or later.place
    findings.warning(
        "P701",
        f"`{line.name}` and `{later.name}` both count at {shared[0]}",
        place,
        label="holds here too",
        related=[Related("counts already", first.place or line.place)],
        path=f"scoring.{later.name}",
        help="Let one of them begin where the other ends",
        facts={"at": shared[0]},
    )


def _meet(low: int, high: int, least: int, most: int) -> bool:
    """Whether the end of one range is the beginning of the other."""
    return high == least or most == low


# --- losses below nothing

_DEEPEST = 6
"""Products of products that are looked into."""


def losses_below_nothing(ruleset: Ruleset, findings: Findings) -> bool:
    """P707: a factor of what is lost is below 0, and no other one is. Gives whether there is one."""
    told: set[Place] = set()
    for line in _lines(ruleset):
        if not line.loses or line.amount is None:
            continue
        factors = list(joined(line.amount, "multiply"))
        below = [one for one in factors if if_known_else(partial(_is_below, one, ruleset), otherwise=False)]
        others = [one for one in factors if one not in below]
        if len(below) != 1 or any(one.type.kind is Kind.NUMBER and one.type.low < 0 for one in others):
            continue
        source = _source(below[0], ruleset)
        place = source.place or line.amount.place or line.place
        if place in told:
            continue
        told.add(place)
        used = line.amount.place
        findings.warning(
            "P707",
            f"`{line.name}` pays its side instead of costing it: what it `loses` is below 0",
            place,
            label="a loss below 0 is a gain",
            related=[Related("is lost here", used)] if used is not None and used != place else [],
            path=f"scoring.{line.name}.loses",
            help="Write what is lost without a minus",
        )
    return bool(told)


def _source(amount: Typed, ruleset: Ruleset) -> Typed:
    """The formula of a term; anything else is its own."""
    terms = dict(known_of(ruleset.terms))
    seen: set[str] = set()
    while amount.op == "term" and str(amount.value) in terms and str(amount.value) not in seen:
        seen.add(str(amount.value))
        body = terms[str(amount.value)].body
        if body is UNKNOWN:
            break
        amount = body
    return amount


def _is_below(amount: Typed, ruleset: Ruleset, depth: int = 0) -> bool:
    """Whether a number is never above 0 and can be below, as far as its factors are known."""
    source = _source(amount, ruleset)
    if source.op == "multiply" and depth < _DEEPEST:
        parts = list(joined(source, "multiply"))
        is_below = {part: _is_below(part, ruleset, depth + 1) for part in dict.fromkeys(parts)}
        below = [part for part in parts if is_below[part]]
        rest = [part for part in parts if part not in below]
        return len(below) == 1 and not any(_may_be_below(part) for part in rest)
    return source.type.kind is Kind.NUMBER and source.type.low < 0 >= source.type.high


def _may_be_below(part: Typed) -> bool:
    return part.type.kind is Kind.NUMBER and part.type.low < 0


# --- failing that is good


def _failing_is_good(lines: list[ScoreLine], ruleset: Ruleset, findings: Findings) -> None:
    """P708: the higher the call, the fewer tricks bring its declarers something."""
    best = ruleset.game_end.best
    if best is UNKNOWN or best is None or not ruleset.playable:
        return
    rising = _rising_fields(ruleset)
    for line in lines:
        amount = line.amount
        if amount is None or line.condition is None or line.payers is not None or line.receivers.each:
            continue
        who = line.receivers.who
        if (
            who.op != "lookup"
            or who.value not in ("declarer", "declarers")
            or amount.type.kind is not Kind.NUMBER
        ):
            continue
        is_good = line.loses == (best == "lowest score")
        compared = _few_tricks(line.condition, rising, ruleset)
        if compared is None or not is_good or amount.type.low < 0 or amount.type.high == 0:
            continue
        key = "loses" if line.loses else "gets"
        why = f": `{key}` is good where the {best} wins"
        findings.warning(
            "P708",
            f"`{line.name}` counts for too few tricks, and is good for whoever bids{why}",
            amount.place or line.place,
            label="good for who fails",
            related=[Related("too few tricks", compared.place)] if compared.place is not None else [],
            path=f"scoring.{line.name}.{key}",
            help=f"Write `{'gets' if line.loses else 'loses'}`, or turn the condition round",
        )


def _rising_fields(ruleset: Ruleset) -> frozenset[str]:
    """The fields that are a greater number the higher the call."""
    values: dict[str, list[int]] = {}
    for step in known(ruleset.steps):
        for call in known(step.calls) if isinstance(step, AuctionStep) else ():
            for name, value in known(call.fields) if call.height is not None else ():
                if value is not UNKNOWN and value.is_constant and isinstance(value.value, int):
                    values.setdefault(name, []).append(value.value)
    return frozenset(
        name for name, found in values.items() if found == sorted(found) and found[0] < found[-1]
    )


def _few_tricks(condition: Typed, rising: frozenset[str], ruleset: Ruleset) -> Typed | None:
    """The part of a condition that asks the declarers for fewer tricks than such a field says."""
    for part in joined(condition, "and"):
        turned = part.op == "not"
        compared = _source(part.args[0] if turned else part, ruleset)
        more = _MORE_NEEDED.get(compared.op)
        if more is None:
            continue
        tricks, goal = compared.args
        if goal.op == "lookup" and goal.value == "tricks":
            tricks, goal, more = goal, tricks, 1 - more
        own = tricks.op == "lookup" and tricks.value == "tricks" and bool(tricks.args)
        of_declarers = (
            own and tricks.args[0].op == "lookup" and tricks.args[0].value in ("declarer", "declarers")
        )
        if of_declarers and goal.op in ("term", "setting") and goal.value in rising and turned == bool(more):
            return compared
    return None
