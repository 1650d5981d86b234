"""What is known of names in a supposed deal: those of the file, and the words of the language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.lang.evaluate import none_of
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.ruleset.outcomes import spans
from hasenpfeffer.ruleset.outcomes.spans import ZERO, Span, exactly
from hasenpfeffer.ruleset.steps import AuctionStep

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.outcomes.judge import Judge


def term(judge: Judge, node: Typed) -> Any:
    name = str(node.value)
    contract = judge.deal.contract
    if name in contract.open:
        return judge.supposed_answer(node) if node.type.kind is Kind.YESNO else None
    if not node.args and name in contract.fields:
        return _field(judge, name)
    declared = judge.ruleset.terms.get(name)
    if declared is None or name in judge.busy:
        judge.loose += 1
        return None
    if name in judge.ruleset.settings and name in contract.fields:
        return None  # what one seat has, and another has not
    asked = judge.value(node.args[0]) if node.args else None
    key = (name, asked, frozenset(judge.bound.items()))
    if key in judge.settled:
        return judge.settled[key]
    if key in judge.known:
        judge.loose += 1
        return judge.known[key]
    before, loose = judge.bound, judge.loose
    judge.bound = before if declared.argument is None else {**before, declared.argument: asked}
    judge.busy.append(name)
    found = judge.value(declared.body)
    judge.busy.pop()
    judge.bound = before
    (judge.settled if judge.loose == loose else judge.known)[key] = found
    return found


def setting(judge: Judge, node: Typed) -> Any:
    name = str(node.value)
    if node.args or name in judge.deal.contract.open:
        return None
    if name in judge.deal.contract.fields:
        return _field(judge, name)
    return nothing_of(node.type.kind)


def nothing_of(kind: Kind) -> Any:
    """What a value is before anything has set it, as it is judged: numbers are spans."""
    return ZERO if kind is Kind.NUMBER else none_of(kind)


def _field(judge: Judge, name: str) -> Any:
    """What the call says, with `me` for whoever made it; None for a field that needs itself."""
    if name in judge.busy:
        judge.loose += 1
        return None
    before = judge.bound
    judge.bound = {"me": judge.deal.declarer}
    judge.busy.append(name)
    found = judge.value(judge.deal.contract.fields[name])
    judge.busy.pop()
    judge.bound = before
    return found


def bound_name(judge: Judge, node: Typed) -> Any:
    return judge.bound.get(str(node.value))


def family(judge: Judge, node: Typed) -> int | None:
    return None if judge.families is None else judge.families.get(str(node.value), 0)


def lookup(judge: Judge, node: Typed) -> Any:
    name = str(node.value)
    if not node.args:
        return _word(judge, name)
    asked = judge.value(node.args[0])
    match name:
        case "tricks":
            return _tricks_of(judge, asked)
        case "alone":
            return _alone(judge, asked)
        case "forced":
            return None if _may_be_forced(judge) else False
        case "team" if asked is not None:
            return _team(judge, asked)
        case "opponents" if asked is not None:
            return judge.seating.everybody & ~_team(judge, asked) if asked else 0
        case "partner" if asked is not None:
            return _team(judge, asked) & ~asked
    return None


def _word(judge: Judge, name: str) -> Any:
    deal = judge.deal
    match name:
        case "seats":
            return judge.seating.everybody
        case "teams":
            return judge.seating.teams
        case "declarer":
            return deal.declarer
        case "declarers":
            return deal.declarers
        case "defenders":
            return deal.defenders
        case "partner":
            return (
                None if deal.declarers is None or deal.declarer is None else deal.declarers & ~deal.declarer
            )
        case "call" if deal.contract.call is not None and not _several_auctions(judge):
            return 1 << deal.contract.number
        case "suits" | "any suit":
            return (1 << len(judge.ruleset.pack.suits)) - 1
        case "any card":
            return judge.ruleset.pack.everything
        case "nothing":
            return 0
    return None


def _several_auctions(judge: Judge) -> bool:
    return sum(isinstance(step, AuctionStep) for step in judge.ruleset.steps) > 1


def _team(judge: Judge, seats: int) -> int:
    return sum(team for team in judge.seating.teams if team & seats)


def _tricks_of(judge: Judge, seats: int | None) -> Span | None:
    deal, most = judge.deal, judge.most
    if seats == 0:
        return ZERO
    judge.loose += 1
    if most is None or seats is None:
        return None
    if deal.tricks is None or not deal.declarers:
        is_all = seats == judge.seating.everybody and not judge.may_stop
        return Span(most if is_all else 0, most)
    rest = most - deal.tricks
    others = Span(0 if judge.may_stop else rest, rest)
    own = exactly(deal.tricks)
    inside, outside = seats & deal.declarers, seats & (deal.defenders or 0)
    found = ZERO
    if inside:
        found = own if inside == deal.declarers else Span(0, own.high)
    if outside:
        theirs = others if outside == deal.defenders else Span(0, others.high)
        found = spans.add(found, theirs)
    return found


def _alone(judge: Judge, seats: int | None) -> bool | None:
    call = judge.deal.contract.call
    says = call is not None and call.alone is not None
    if says and seats == judge.deal.declarers and call.alone.is_constant:  # type: ignore[union-attr]
        return True if call.alone.value is True else None  # type: ignore[union-attr]
    return None


def _may_be_forced(judge: Judge) -> bool:
    steps = (step for step in judge.ruleset.steps if isinstance(step, AuctionStep))
    return any(step.all_pass.how == "forced" for step in steps)


NAMES: Final[dict[str, Callable[[Judge, Typed], Any]]] = {
    "term": term,
    "setting": setting,
    "bound": bound_name,
    "family": family,
    "lookup": lookup,
}
"""What each operation gives that reads a name."""
