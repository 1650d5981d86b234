"""Whether an auction can be held: there is a legal first call, and every bid can be made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.steps import AuctionStep, TricksStep
from hasenpfeffer.ruleset.unknown import UNKNOWN, known, known_of
from hasenpfeffer.shelf.build.static import UnsettledError, settled
from hasenpfeffer.shelf.checks.formulas import parts
from hasenpfeffer.shelf.checks.partly import if_known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Call

_AT_LEAST = {
    "at_least": (0, 1, 0),
    "more": (0, 1, 1),
    "at_most": (1, 0, 0),
    "less": (1, 0, 1),
    "equal": (0, 1, 0),
}
"""For each comparison: which side must reach, which side must be reached, and by how much more."""


def check_auctions(ruleset: Ruleset, findings: Findings) -> None:
    """B501 bids out of reach · B504 no legal first call · B505 a forced bid above every call · B510 duels."""
    for step in known(ruleset.steps):
        if not isinstance(step, AuctionStep):
            continue
        with if_known(findings):
            bids = [call for call in step.calls if call.height is not None]
            if not _no_first_call(step, bids, ruleset, findings):
                _forced_too_high(step, bids, findings)
        with if_known(findings):
            bids = [call for call in known(step.calls) if call.height is not None]
            _out_of_reach(step, bids, ruleset, findings)
        with if_known(findings):
            if step.ends.how == "duels":
                _unfit_for_duels(step, findings)


def _no_first_call(step: AuctionStep, bids: list[Call], ruleset: Ruleset, findings: Findings) -> bool:
    """B504: there is no call but those over others, or `allowed` holds for none of them."""
    if not bids:
        findings.error(
            "B504",
            f"`{step.name}` has no call that could come first, so nobody can bid",
            step.place,
            path=f"steps.{step.name}.calls",
            help="Add a call without `over`, such as `numbers: {bid: 1..6}`",
        )
        return True
    if step.allowed is None or not bids or any(call.condition is not None for call in bids):
        return False
    if not all(_value(step.allowed, call, ruleset) is False for call in bids):
        return False
    said = bids[0].text if len(bids) == 1 else f"{bids[0].text} … {bids[-1].text}"
    findings.error(
        "B504",
        f"`allowed` holds for no call of `{step.name}`, so nobody can bid",
        step.allowed.place or step.place,
        related=[Related(f"the calls: {said}", bids[0].place)],
        path=f"steps.{step.name}.allowed",
        help="Lower what `allowed` asks for, or add higher calls",
        facts={"calls": len(bids)},
    )
    return True


def _forced_too_high(step: AuctionStep, bids: list[Call], findings: Findings) -> None:
    """B505: no call is as high as the bid that somebody is forced to make."""
    to_bid = step.all_pass.to_bid
    if to_bid is None or not isinstance(to_bid.value, int):
        return
    amounts = {
        value.value: value.place or call.place
        for call in bids
        if (value := call.field("bid")) and isinstance(value.value, int)
    }
    if not amounts or max(amounts) >= to_bid.value:
        return
    findings.error(
        "B505",
        f"If all pass, a bid of {to_bid.value} is forced, and the highest call is a bid of {max(amounts)}",
        to_bid.place or step.all_pass.place,
        related=[Related("the calls", amounts[max(amounts)])],
        path=f"steps.{step.name}.all pass.to bid",
        help=f"Write `to bid: {max(amounts)}`, or less",
        facts={"to bid": to_bid.value, "highest": max(amounts)},
    )


def _unfit_for_duels(step: AuctionStep, findings: Findings) -> None:
    """B510: a double, a right to equal or a second chance, where two seats at a time bid and one of them holds."""
    unfit: list[tuple[str, Place, str, str]] = [
        (
            f"`{call.text}` is called over another call",
            call.place,
            f"calls.{call.family}",
            "a call is held or not",
        )
        for call in step.calls
        if call.height is None
    ]
    if step.may_equal is not None and not step.may_equal.is_constant:
        why = "whoever holds always takes a call at its own height"
        unfit.append(
            ("`may equal` lets a seat call as high", step.may_equal.place or step.place, "may equal", why)
        )
    opens = step.opens.place
    if (
        opens is not None and opens != step.place and opens.file == step.ends.place.file
    ):  # not what a base had before
        unfit.append(("`opens` says who calls first", opens, "opens", "the caller of the first duel does"))
    for duel in step.ends.duels:
        if duel.caller == duel.holder and not _is_nobody(duel.caller):
            why = "two seats bid against each other"
            unfit.append(("`caller` and `holder` are the same seat", duel.place, "ends.duels", why))
    if not step.pass_is_final:
        unfit.append(
            ("A player may bid again after a pass", step.place, "after a pass", "a pass ends the duel")
        )
    for what, place, key, why in unfit:
        findings.error(
            "B510",
            f"{what}, and `{step.name}` goes by duels: there {why}",
            place,
            related=[Related("the duels", step.ends.place)],
            path=f"steps.{step.name}.{key}",
            help="Leave it out, or let the auction end in another way",
        )


def _is_nobody(seats: Typed) -> bool:
    return seats.is_constant and not seats.value


def _out_of_reach(step: AuctionStep, bids: list[Call], ruleset: Ruleset, findings: Findings) -> None:
    """B501: a call needs more tricks than a deal has."""
    most = _tricks(ruleset)
    by_place: dict[Place, list[tuple[Call, int, Typed]]] = {}
    for asking, needed, more in _needs(ruleset, findings):
        read = {str(part.value) for part in parts(needed, ruleset) if part.op in ("term", "setting")}
        for call in bids:
            fields = {name for name, _ in call.fields}
            if not read & fields or fields.intersection(asking):
                continue
            if any(field is UNKNOWN for _, field in call.fields):
                continue
            value = _value(needed, call, ruleset)
            if isinstance(value, int) and value + more > most:
                place = next((v.place for name, v in call.fields if name in read), None) or call.place
                by_place.setdefault(place, []).append((call, value + more, needed))
    for place, failing in by_place.items():
        texts = list(dict.fromkeys(call.text for call, _, _ in failing))
        shown = " and ".join(texts) if len(texts) <= 2 else f"{texts[0]} … {texts[-1]}"
        said = "The bid" if len(texts) == 1 else "The bids"
        compared = failing[0][2].place
        findings.error(
            "B501",
            f"{said} {shown} can never be made: a deal has only {most} tricks",
            place,
            related=[Related(f"{failing[-1][1]} tricks are needed here", compared)] if compared else [],
            path=f"steps.{step.name}.calls.{failing[0][0].family}",
            help=f"End at what {most} tricks can make",
            facts={"tricks": most, "needed": max(needed for _, needed, _ in failing)},
        )


def _needs(ruleset: Ruleset, findings: Findings) -> Iterator[tuple[tuple[str, ...], Typed, int]]:
    """What lines of scoring ask tricks to reach: the terms that ask, the goal, 1 where it is to be passed."""
    for line in known(ruleset.scoring):
        demands: list[tuple[tuple[str, ...], Typed]] = []
        with if_known(findings):
            demands = (
                [] if line.condition is None or line.loses else list(_demands(line.condition, (), ruleset))
            )
        for asking, node in demands:
            reaching, reached, more = _AT_LEAST[node.op]
            if node.args[reaching].op == "lookup" and node.args[reaching].value == "tricks":
                yield asking, node.args[reached], more


def _demands(
    formula: Typed, asking: tuple[str, ...], ruleset: Ruleset
) -> Iterator[tuple[tuple[str, ...], Typed]]:
    """The comparisons that must hold for a condition to hold, with the terms in which they stand."""
    name = str(formula.value)
    if formula.op == "and":
        for part in formula.args:
            yield from _demands(part, asking, ruleset)
    elif formula.op == "term" and name in ruleset.terms and name not in asking:
        yield from _demands(ruleset.terms[name].body, (*asking, name), ruleset)
    elif formula.op in _AT_LEAST and formula.args[0].type.kind is Kind.NUMBER:
        yield asking, formula


def _tricks(ruleset: Ruleset) -> int:
    counts = [step.count.value for step in ruleset.steps if isinstance(step, TricksStep) and step.count]
    known = [count for count in counts if isinstance(count, int)]
    return min([ruleset.names.sizes.hand, *known])


def _value(formula: Typed, call: Call, ruleset: Ruleset) -> Any:
    """A formula with a call's own fields; None where it depends on anything else that play decides."""
    given = {name: value.value for name, value in call.fields if value.is_constant}
    terms = {
        name: term.body
        for name, term in known_of(ruleset.terms)
        if term.body is not UNKNOWN and name not in ruleset.settings
    }
    try:
        return settled(formula, ruleset.names, given, terms)
    except (UnsettledError, ZeroDivisionError):
        return None
