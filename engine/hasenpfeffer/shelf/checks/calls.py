"""Which calls can be said: one at the beginning of every auction, and each of them some time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, number
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.shelf.checks.given import given_by
from hasenpfeffer.shelf.checks.truth import Reading
from hasenpfeffer.shelf.checks.written import own_files, text_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import AuctionStep, Call
    from hasenpfeffer.shelf.merge import Merged


@dataclass(frozen=True, slots=True)
class _Opening:
    """Whether a call's own condition and `allowed` let it come first: False where they certainly do not."""

    by_condition: bool | None
    by_allowed: bool | None


def check_first_call(step: AuctionStep, ruleset: Ruleset, findings: Findings) -> bool:
    """B504: no call could be the first, so nobody can ever bid. Whether that was told."""
    bids = [call for call in step.calls if call.height is not None]
    if not bids:
        findings.error(
            "B504",
            f"`{step.name}` has no call that could come first, so nobody can bid",
            step.place,
            path=f"steps.{step.name}.calls",
            help="Add a call without `over`, such as `numbers: {bid: 1..6}`",
        )
        return True
    start = _before_any_call(step, ruleset)
    opening = [_opening(call, step, ruleset, start) for call in bids]
    if any(one.by_condition is not False and one.by_allowed is not False for one in opening):
        return False
    if all(one.by_allowed is False for one in opening) and step.allowed is not None:
        key, culprit, help = "allowed", step.allowed, "Lower what `allowed` asks for, or add higher calls"
        which, path = "", f"steps.{step.name}.allowed"
    else:
        key, which = "if", " before anything is called"
        culprit = next(call.condition for call in bids if call.condition is not None)
        help, path = "Let a call be made while none stands", f"steps.{step.name}.calls.{bids[0].family}.if"
    findings.error(
        "B504",
        f"`{key}` holds for no call of `{step.name}`{which}, so nobody can bid",
        culprit.place or step.place,
        related=[Related(f"the calls: {said(bids)}", bids[0].place)],
        path=path,
        help=help,
        facts={"calls": len(bids)},
    )
    return True


def check_allowed(step: AuctionStep, ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """L901: `allowed` rules some calls out for good, or rules none out at all."""
    bids = [call for call in step.calls if call.height is not None]
    allowed = step.allowed
    if allowed is None or allowed.place is None or allowed.place.file not in own_files(merged) or not bids:
        return
    answers = [(call, _allows(allowed, call, ruleset, {})) for call in bids]
    if any(Reading(ruleset, dict(call.fields)).reads_a_knob(allowed) for call in bids):
        return
    # a house rule may well narrow the calls of its game, or lift what narrowed them
    beside = [call for call in bids if call.place.file == allowed.place.file]
    never = [call for call, answer in answers if answer is False and call in beside]
    if never:
        which = "The call" if len(never) == 1 else "The calls"
        message = f"{which} {said(never)} can never be said: `allowed` holds for none of them"
        help = "Leave the calls out, or ask for less"
    elif beside == bids and all(answer for _, answer in answers):
        message = f"`allowed: {text_at(allowed.place, merged)}` holds for every call of `{step.name}`"
        help = "Leave `allowed` out"
    else:
        return
    path = f"steps.{step.name}.allowed"
    related = [Related("the calls", never[0].place)] if never else []
    findings.warning("L901", message, allowed.place, related=related, path=path, help=help)


def said(calls: Sequence[Call]) -> str:
    """A few calls, or the first and the last, as they are said."""
    texts = list(dict.fromkeys(call.text for call in calls))
    return " and ".join(texts) if len(texts) <= 2 else f"{texts[0]} … {texts[-1]}"


def _opening(call: Call, step: AuctionStep, ruleset: Ruleset, start: dict[str, Typed]) -> _Opening:
    reading = Reading(ruleset, start)
    allowed = None if step.allowed is None else _allows(step.allowed, call, ruleset, start)
    return _Opening(reading.holds(call.condition), allowed)


def _allows(allowed: Typed, call: Call, ruleset: Ruleset, start: dict[str, Typed]) -> bool | None:
    return Reading(ruleset, {**start, **dict(call.fields)}).holds(allowed)


def _before_any_call(step: AuctionStep, ruleset: Ruleset) -> dict[str, Typed]:
    """What the names mean that nothing but this auction sets, while no call stands."""
    elsewhere = {name for other in ruleset.steps if other is not step for name, _ in given_by(other)}
    found: dict[str, Typed] = {}
    for name in {name for call in step.calls for name, _ in call.fields} - elsewhere - {"trump"}:
        term, kind = ruleset.terms.get(name), ruleset.settings[name].type.kind
        if term is not None and term.argument is None:
            found[name] = term.body
        elif term is None and kind is Kind.NUMBER:
            found[name] = Typed("constant", number(0, 0), value=0)
        elif term is None:
            empty: object = False if kind is Kind.YESNO else 0
            found[name] = Typed("constant", ruleset.settings[name].type, value=empty)
    return found
