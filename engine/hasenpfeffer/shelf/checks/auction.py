"""Whether an auction can be held: there is a legal first call, and every bid can be made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hasenpfeffer.lang.typed import joined
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.steps import AuctionStep, TricksStep
from hasenpfeffer.ruleset.unfolding import parts
from hasenpfeffer.ruleset.unknown import UNKNOWN, if_known_else, known, known_of
from hasenpfeffer.shelf.build.static import UnsettledError, settled
from hasenpfeffer.shelf.checks.calls import check_allowed, check_first_call, said
from hasenpfeffer.shelf.checks.forced import check_forced
from hasenpfeffer.shelf.checks.partly import if_known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Call
    from hasenpfeffer.shelf.merge import Merged

_AT_LEAST = {
    "at_least": (0, 1, 0),
    "more": (0, 1, 1),
    "at_most": (1, 0, 0),
    "less": (1, 0, 1),
    "equal": (0, 1, 0),
}
"""For each comparison: which side must reach, which side must be reached, and by how much more."""


def check_auctions(ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """B501 bids out of reach · B504 no legal first call · B505 to B507 who is forced · B510 duels."""
    for step in known(ruleset.steps):
        if not isinstance(step, AuctionStep):
            continue
        with if_known(findings):
            bids = [call for call in step.calls if call.height is not None]
            if not check_first_call(step, ruleset, findings):
                check_allowed(step, ruleset, merged, findings)
                check_forced(step, bids, ruleset, merged, findings)
        with if_known(findings):
            bids = [call for call in known(step.calls) if call.height is not None]
            _out_of_reach(step, bids, ruleset, findings)
        with if_known(findings):
            if step.ends.how == "duels":
                _unfit_for_duels(step, findings)


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


@dataclass(frozen=True, slots=True)
class _Need:
    """What it takes to make a bid: tricks that reach a goal, or `more` than that.

    `asking` are the terms that ask it, `exactly`: the goal is to be met, not passed. `neutral`: the line counts for
    fewer tricks than the goal, so that it does not say whether it is good to have them.
    """

    asking: tuple[str, ...]
    goal: Typed
    more: int
    exactly: bool = False
    neutral: bool = False


@dataclass(frozen=True, slots=True)
class _Failing:
    """A call that needs more tricks than there are."""

    call: Call
    tricks: int
    need: _Need


def _out_of_reach(step: AuctionStep, bids: list[Call], ruleset: Ruleset, findings: Findings) -> None:
    """B501: a call needs more tricks than a deal has."""
    most = _tricks(ruleset)
    if not most:
        return  # told where the number of tricks stands
    needs = list(_needs(ruleset, findings))
    asking = set(_terms_of_rewards(ruleset))
    by_place: dict[Place, list[_Failing]] = {}
    for call in bids:
        if any(field is UNKNOWN for _, field in call.fields):
            continue
        alone = all(other.family != call.family or other is call for other in bids)
        found: list[_Failing] = []
        places: dict[int, Place] = {}
        for need, field in [*_of_lines(needs, call, ruleset), *_of_call(call, asking, ruleset)]:
            value = _value(need.goal, call, ruleset)
            if not isinstance(value, int):
                continue
            if value + need.more <= 0 and not (need.exactly or need.neutral or alone):
                _cannot_fail(step, call, need.goal, findings)
            found.append(_Failing(call, value + need.more, need))
            if field.place is not None:
                places[id(need)] = field.place
        least = min(found, key=lambda one: one.tricks, default=None)
        if least is not None and least.tricks > most:  # another line may well ask for even more, as a bonus
            by_place.setdefault(places.get(id(least.need)) or call.place, []).append(least)
    for place, failing in by_place.items():
        _tell_out_of_reach(step, place, failing, most, findings)


def _tell_out_of_reach(
    step: AuctionStep, place: Place, failing: list[_Failing], most: int, findings: Findings
) -> None:
    shown = said([one.call for one in failing])
    one, last = shown == failing[0].call.text, failing[-1]
    bid = f"The {'bid' if one else 'bids'} {shown}"
    compared = failing[0].need.goal.place
    says = f"asks for {last.tricks} tricks, and" if one else f"ask for up to {last.tricks} tricks, and"
    message = f"{bid} {says}" if last.need.neutral else f"{bid} can never be made:"
    at = compared is not None and not (place.start <= compared.start and compared.end <= place.end)
    findings.error(
        "B501",
        f"{message} a deal has only {most} tricks",
        place,
        related=[Related(f"{last.tricks} tricks are needed here", compared)] if compared and at else [],
        path=f"steps.{step.name}.calls.{failing[0].call.family}",
        help=f"End at what {most} tricks can make",
        facts={"tricks": most, "needed": max(one.tricks for one in failing)},
    )


def _of_lines(needs: list[_Need], call: Call, ruleset: Ruleset) -> Iterator[tuple[_Need, Typed]]:
    """What lines of scoring need for a call, each with the field that says how much."""
    fields = dict(call.fields)
    for need in needs:
        read = {str(part.value) for part in parts(need.goal, ruleset) if part.op in ("term", "setting")}
        said_by = [name for name in fields if name in read]
        if said_by and not fields.keys() & set(need.asking):
            yield need, fields[said_by[0]]


def _of_call(call: Call, asking: set[str], ruleset: Ruleset) -> Iterator[tuple[_Need, Typed]]:
    """What a call says itself that it takes to make it."""
    for name, field in call.fields:
        if name not in asking:
            continue
        for _, node in _demands(field, (), ruleset):
            reaching, reached, more = _AT_LEAST[node.op]
            if node.args[reaching].op == "lookup" and node.args[reaching].value == "tricks":
                yield _Need((), node.args[reached], more, node.op == "equal"), field


def _cannot_fail(step: AuctionStep, call: Call, needed: Typed, findings: Findings) -> None:
    """B511: no trick is needed to make a bid."""
    findings.warning(
        "B511",
        f"The bid {call.text} is made whatever happens: it needs no trick",
        next((value.place for _, value in call.fields if value.place is not None), call.place),
        related=[Related("what it takes to make a bid", needed.place)] if needed.place else [],
        path=f"steps.{step.name}.calls.{call.family}",
        help="Leave the bid out, or ask for more",
    )


def _needs(ruleset: Ruleset, findings: Findings) -> Iterator[_Need]:
    """What lines of scoring ask tricks to reach."""
    rewards_lose = if_known_else(lambda: ruleset.game_end.best == "lowest score", otherwise=False)
    for line in known(ruleset.scoring):
        demands: list[tuple[tuple[str, ...], Typed]] = []
        with if_known(findings):
            demands = [] if line.condition is None else list(_demands(line.condition, (), ruleset))
        for asking, node in demands:
            reaching, reached, more = _AT_LEAST[node.op]
            if node.args[reaching].op == "lookup" and node.args[reaching].value == "tricks":
                if line.loses is rewards_lose:
                    yield _Need(asking, node.args[reached], more, node.op == "equal")
            elif node.op in ("less", "at_most") and _is_tricks(node.args[1 - reaching]):
                yield _Need(asking, node.args[reaching], 1 - more, neutral=True)


def _terms_of_rewards(ruleset: Ruleset) -> Iterator[str]:
    """The terms that must hold for a line of scoring to give something."""
    rewards_lose = if_known_else(lambda: ruleset.game_end.best == "lowest score", otherwise=False)
    terms = dict(known_of(ruleset.terms))
    for line in known(ruleset.scoring):
        if line.condition is UNKNOWN or line.condition is None or line.loses is not rewards_lose:
            continue
        waiting = list(joined(line.condition, "and"))
        seen: set[str] = set()
        while waiting:
            part = waiting.pop()
            name = str(part.value)
            if part.op == "term" and name not in seen:
                seen.add(name)
                yield name
                if name in terms and terms[name].body is not UNKNOWN:
                    waiting += joined(terms[name].body, "and")


def _is_tricks(node: Typed) -> bool:
    return node.op == "lookup" and node.value == "tricks"


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
