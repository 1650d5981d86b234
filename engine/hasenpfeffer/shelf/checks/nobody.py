"""Words for seats that are never anybody: no partner at the table, no declarer before somebody has bid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang.typed import alternatives, joined
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.ruleset.steps import (
    AuctionStep,
    DealStep,
    ExchangeStep,
    GiveStep,
    GoAloneStep,
    MoveCards,
    TricksStep,
)
from hasenpfeffer.shelf.checks.formulas import formulas
from hasenpfeffer.shelf.checks.partly import if_known
from hasenpfeffer.shelf.checks.written import own_files, text_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Step
    from hasenpfeffer.shelf.merge import Merged

_BY_AUCTION = frozenset(["declarer", "declarers", "defenders", "partner"])
_NEIGHBOURS = frozenset(["left", "right", "across", "next", "team", "partner", "opponents", "lone player"])
_PILED = frozenset(["holder", "holders", "owner", "owners", "player", "taker"])


def check_nobody(ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """L901: a setting asks for seats of which it is certain that there are none."""
    if not ruleset.playable:
        return
    own, has_bid, has_played = own_files(merged), False, False
    for step in ruleset.steps:
        with if_known(findings):
            for key, seats in _seats(step):
                with if_known(findings):
                    for _, one in alternatives(seats):
                        why = never_anybody(one, ruleset, nobody_has_bid=not has_bid)
                        if not why and not has_played and _needs_tricks(one, ruleset):
                            why = "no trick has been played yet"
                        if why and one.place is not None and one.place.file in own:
                            _report(key, one, why, f"steps.{step.name}", merged, findings)
        has_bid = has_bid or isinstance(step, AuctionStep)
        has_played = has_played or isinstance(step, TricksStep)
    for check in (_nobody_to_leave, _asked_of_nobody):
        with if_known(findings):
            check(ruleset, own, findings)
    game = ruleset.game_end
    for key, dealer in (
        ("first dealer", game.first_dealer),
        ("next dealer", game.next_dealer),
        ("after a redeal", game.after_redeal),
    ):
        with if_known(findings):
            why = never_anybody(dealer, ruleset, nobody_has_bid=False) if dealer is not None else ""
            if dealer is None or not why or dealer.place is None or dealer.place.file not in own:
                continue
            if key != "after a redeal" or dealer.place != game.next_dealer.place:
                _report(key, dealer, why, "game", merged, findings)


def _report(key: str, seats: Typed, why: str, path: str, merged: Merged, findings: Findings) -> None:
    assert seats.place is not None
    said = f"`{key}: {text_at(seats.place, merged)}`"
    findings.warning(
        "L901",
        f"{said} names no seat" if seats.is_constant else f"{said} is never anybody: {why}",
        seats.place,
        path=f"{path}.{key}",
        help="Name a seat that there is, or leave the line out",
    )


def _nobody_to_leave(ruleset: Ruleset, own: frozenset[str], findings: Findings) -> None:
    """Who goes alone plays without a partner: there has to be one."""
    step = next((step for step in ruleset.steps if isinstance(step, GoAloneStep)), None)
    if step is not None and step.place.file in own and ruleset.sides is None and _all_single(ruleset):
        findings.warning(
            "L901",
            f"`{step.name}` asks who plays alone, and nobody has a partner at this table",
            step.place,
            path=f"steps.{step.name}",
            help="Leave the step out, or say under `players` who are partners",
        )


def _asked_of_nobody(ruleset: Ruleset, own: frozenset[str], findings: Findings) -> None:
    """L901: `taken of nobody` is nothing, whatever happens."""
    for path, formula in formulas(ruleset):
        for part in formula.walk():
            if part.op != "lookup" or not part.args or part.place is None or part.place.file not in own:
                continue
            asked = part.args[0]
            if (
                asked.type.kind in (Kind.SEATS, Kind.TEAMS, Kind.EMPTY)
                and asked.is_constant
                and not asked.value
            ):
                findings.warning(
                    "L901",
                    f"`{part.value}` is asked of nobody here, so it never says anything",
                    asked.place or part.place,
                    path=path.removesuffix(".body"),
                    help="Say whose it is meant to be, such as `declarers` or `seats`",
                )


def _needs_tricks(seats: Typed, ruleset: Ruleset) -> bool:
    """Whether there is such a seat only once tricks have been won: whoever has taken certain cards."""
    match seats.op:
        case "term" if not seats.args and str(seats.value) in ruleset.terms:
            if str(seats.value) in ruleset.settings:
                return False
            return _needs_tricks(ruleset.terms[str(seats.value)].body, ruleset)
        case "first_of" | "where":
            _, source, condition = seats.args
            return any(map(_is_of_tricks, joined(condition, "and"))) or _needs_tricks(source, ruleset)
        case "lookup" if seats.value in ("taker", "winner"):
            return True
        case _:
            return False


def _is_of_tricks(condition: Typed) -> bool:
    """Whether a condition asks for cards that somebody has won."""
    if condition.op not in ("within", "meets") or len(condition.args) != 2:
        return False
    one, other = condition.args
    if condition.op == "within":
        return _is_won(other) and _are_some(one)
    return _is_won(one) or _is_won(other)


def _are_some(cards: Typed) -> bool:
    """Whether a pattern is written that some card fits."""
    if cards.op == "union":
        return any(map(_are_some, cards.args))
    return cards.op in ("cards_of_suit", "rank", "rank of") or (cards.is_constant and bool(cards.value))


def _is_won(cards: Typed) -> bool:
    return cards.op == "lookup" and cards.value in ("taken", "won", "last trick", "played")


def never_anybody(seats: Typed, ruleset: Ruleset, *, nobody_has_bid: bool) -> str:
    """Why a formula for seats is always nobody; empty where it may be somebody."""
    args, name = seats.args, str(seats.value)
    match seats.op:
        case "constant":
            return "" if seats.value else "that is what `nobody` means"
        case "lookup" if not args:
            return (
                _word(name, ruleset) if nobody_has_bid or not _has_auction(ruleset) else _alone(name, ruleset)
            )
        case "lookup" if name in _PILED and args[0].is_constant and args[0].value == 0:
            return "the pack has no such card"
        case "lookup" if name in _NEIGHBOURS:
            if name == "lone player" and not any(_lets_play_alone(step) for step in ruleset.steps):
                return "nobody can go alone"
            if name == "partner" and _all_single(ruleset):
                return "nobody has a partner at this table"
            return never_anybody(args[0], ruleset, nobody_has_bid=nobody_has_bid)
        case "or_else" | "union":
            whys = [never_anybody(part, ruleset, nobody_has_bid=nobody_has_bid) for part in args]
            return whys[0] if all(whys) else ""
        case "if":
            whys = [never_anybody(part, ruleset, nobody_has_bid=nobody_has_bid) for part in args[1:]]
            return whys[0] if all(whys) else ""
        case "except" | "unless" | "where":
            return never_anybody(args[0], ruleset, nobody_has_bid=nobody_has_bid)
        case _:
            return ""


def _word(name: str, ruleset: Ruleset) -> str:
    """Why a side is nobody as long as nobody has bid, and nothing else says who belongs to it."""
    if name not in _BY_AUCTION or (ruleset.sides is not None and ruleset.sides.declarers is not None):
        return ""
    if not _has_auction(ruleset):
        return "there is no auction and no `sides` that would make somebody declarer"
    return "nobody has bid yet"


def _alone(name: str, ruleset: Ruleset) -> str:
    """`partner`: the declarers but the declarer."""
    if name == "partner" and ruleset.sides is None and _all_single(ruleset):
        return "nobody has a partner at this table"
    return ""


def _all_single(ruleset: Ruleset) -> bool:
    return all(team.bit_count() == 1 for team in ruleset.seating.teams)


def _has_auction(ruleset: Ruleset) -> bool:
    return any(isinstance(step, AuctionStep) for step in ruleset.steps)


def _lets_play_alone(step: Step) -> bool:
    if isinstance(step, AuctionStep):
        return any(call.alone is not None and call.alone.value is not False for call in step.calls)
    return isinstance(step, GoAloneStep)


def _seats(step: Step) -> Iterator[tuple[str, Typed]]:
    """The settings of a step that name seats."""
    found: list[tuple[str, Typed | None]] = [("opens", getattr(step, "opens", None))]
    if not isinstance(step, DealStep):  # one that deals to nobody is told by the check of the deal
        found.append(("who", step.who))
    match step:
        case AuctionStep():
            if step.may_equal is not None and not step.may_equal.is_constant:
                found.append(("may equal", step.may_equal))
        case ExchangeStep():
            found.append(("with", step.partner if step.pile is None else None))
        case GiveStep() | MoveCards():
            found.append(("to", step.to))
        case TricksStep():
            found += [("leader", step.leader), ("next leader", step.next_leader)]
            if step.dummy is not None:
                found += [("hand", step.dummy.hand), ("played by", step.dummy.played_by)]
            if step.open_hands is not None:
                found.append(("who", step.open_hands.who))
        case _:
            pass
    return ((key, seats) for key, seats in found if seats is not None)
