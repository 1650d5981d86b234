"""What stands behind something that always comes first: items of a list, and lines of `lead` and `follow`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang.typed import LOOPS
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.steps import TricksStep
from hasenpfeffer.ruleset.tricks import draws_cards
from hasenpfeffer.ruleset.unknown import known
from hasenpfeffer.shelf.checks.formulas import formulas
from hasenpfeffer.shelf.checks.opening import holds_at_first
from hasenpfeffer.shelf.checks.partly import if_known
from hasenpfeffer.shelf.checks.truth import Reading, sizes_are_turned
from hasenpfeffer.shelf.checks.written import own_files, text_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Bar, Duty
    from hasenpfeffer.shelf.merge import Merged

_NEIGHBOURS: Final = frozenset(["left", "right", "across", "next", "team"])


def check_reach(ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """L901: what is never come to, and bars that change nothing · T607: no trick is ever played."""
    if not ruleset.playable:
        return
    own = own_files(merged)
    with if_known(findings):
        for path, formula in formulas(ruleset):
            for before, after in _behind(formula, ruleset):
                _never_reached(before.place, after.place, path, own, merged, findings)
            for part in formula.walk():
                _whole_and_more(part, path, ruleset, own, merged, findings)
                _all_of_them(part, path, ruleset, own, findings)
    for step in known(ruleset.steps):
        if not isinstance(step, TricksStep):
            continue
        with if_known(findings):
            _number_of_tricks(step, ruleset, findings)
        for key, duties in (("lead", step.lead), ("follow", step.follow)):
            with if_known(findings):
                _duties(duties, f"steps.{step.name}.{key}", ruleset, own, merged, findings)
        with if_known(findings):
            for bar in step.bars:
                with if_known(findings):
                    _bar(bar, f"steps.{step.name}.bars.{bar.name}", ruleset, own, findings)


def is_everything(cards: Typed, ruleset: Ruleset) -> bool:
    """Whether a set of cards is the whole pack."""
    if cards.is_constant:
        return cards.value == ruleset.pack.everything
    return cards.op == "lookup" and cards.value == "any card"


def _never_reached(
    before: Place | None,
    after: Place | None,
    path: str,
    own: frozenset[str],
    merged: Merged,
    findings: Findings,
) -> None:
    if before is None or after is None or after.file not in own:
        return
    findings.warning(
        "L901",
        f"`{text_at(after, merged)}` is never come to: there is always `{text_at(before, merged)}`",
        after,
        related=[Related("always there, and first", before)],
        path=path.removesuffix(".body"),
        help="Change the order, or leave out what is never come to",
    )


def _whole_and_more(
    part: Typed, path: str, ruleset: Ruleset, own: frozenset[str], merged: Merged, findings: Findings
) -> None:
    """L901: `suit led or any card` is every card."""
    if part.op != "union" or part.type.kind is not Kind.CARDS:
        return
    whole = next((one for one in part.args if is_everything(one, ruleset)), None)
    place = part.place
    if whole is None or whole.place is None or place is None or place.file not in own:
        return
    findings.warning(
        "L901",
        f"`{text_at(place, merged)}` is every card, whatever stands beside `{text_at(whole.place, merged)}`",
        place,
        path=path.removesuffix(".body"),
        help="Write `or else` if it counts only where there is nothing else",
    )


def _all_of_them(part: Typed, path: str, ruleset: Ruleset, own: frozenset[str], findings: Findings) -> None:
    """L901: `any card among …` is all of them."""
    if part.op not in LOOPS or part.args[0].type.kind is not Kind.CARDS:
        return
    pattern = part.args[0]
    if pattern.place is None or pattern.place.file not in own or not is_everything(pattern, ruleset):
        return
    findings.warning(
        "L901",
        f"Every card is `any card`, so `{part.op}` leaves none out",
        pattern.place,
        path=path.removesuffix(".body"),
        help="Say which cards are meant, or write the set alone in the brackets",
    )


def _behind(formula: Typed, ruleset: Ruleset) -> Iterator[tuple[Typed, Typed]]:
    """In lists and behind `or else`: what is always there, and the first that it keeps from being reached."""
    for part in formula.walk():
        if part.op == "or_else" and _is_there(part.args[0], ruleset):
            yield part.args[0], part.args[1]
        elif part.op == "first_that_is":
            tests, values = part.args[::2], part.args[1::2]
            for index, (test, value) in enumerate(zip(tests, values, strict=True)):
                if test.op == "always" and _is_there(value, ruleset) and index + 1 < len(values):
                    yield value, values[index + 1]
                    break


def _is_there(value: Typed, ruleset: Ruleset) -> bool:
    """Whether a value is never nobody, nothing or none."""
    if value.type.kind is Kind.YESNO:
        return value.op != "error"
    if value.is_constant:
        return value.type.kind is Kind.NUMBER or bool(value.value)
    if value.op == "lookup" and not value.args:
        return value.value in ("dealer", "seats", "suits", "any suit", "any card")
    if value.op == "lookup" and value.value in _NEIGHBOURS:
        return _is_there(value.args[0], ruleset)
    if value.op == "union":
        return any(_is_there(part, ruleset) for part in value.args)
    return value.op == "or_else" and _is_there(value.args[1], ruleset)


def _duties(
    duties: tuple[Duty, ...],
    path: str,
    ruleset: Ruleset,
    own: frozenset[str],
    merged: Merged,
    findings: Findings,
) -> None:
    """The first duty that the hand can meet binds: those behind one that every hand can meet never do."""
    for index, duty in enumerate(duties):
        if duty.cards.is_constant and duty.cards.value == 0 and duty.place.file in own:
            findings.warning(
                "L901",
                f"`{text_at(duty.place, merged)}` never binds: no hand has a card of it",
                duty.place,
                path=path,
                help="Leave it out",
            )
        alike = [other for other in duties[:index] if other.condition is None and other.cards == duty.cards]
        whole = next((other for other in duties[:index] if _binds_always(other, ruleset)), None)
        earlier = whole or (alike[0] if alike else None)
        if earlier is None or duty.place.file not in own:
            continue
        why = "every hand has" if whole else "a hand with such a card is bound already by"
        findings.warning(
            "L901",
            f"`{text_at(duty.place, merged)}` never binds: {why} `{text_at(earlier.place, merged)}`",
            duty.place,
            related=[Related("this comes first", earlier.place)],
            path=path,
            help="Change the order, or leave out what never binds",
        )
        return


def _binds_always(duty: Duty, ruleset: Ruleset) -> bool:
    return duty.condition is None and is_everything(duty.cards, ruleset)


def _bar(bar: Bar, path: str, ruleset: Ruleset, own: frozenset[str], findings: Findings) -> None:
    if bar.place.file not in own:
        return
    if is_everything(bar.cards, ruleset):
        why = "it bars every card, and what leaves no card is lifted"
    elif bar.cards.is_constant and bar.cards.value == 0:
        why = "it bars no card"
    else:
        return
    findings.warning(
        "L901",
        f"`{bar.name}` changes nothing: {why}",
        bar.cards.place or bar.place,
        path=f"{path}.cards",
        help="Name the cards that may not be played",
    )


def _is_first(step: TricksStep, ruleset: Ruleset) -> bool:
    return next(other for other in ruleset.steps if isinstance(other, TricksStep)) is step


def _number_of_tricks(step: TricksStep, ruleset: Ruleset, findings: Findings) -> None:
    """T607: no trick is played · L901: more tricks are asked for than a hand has cards."""
    path, count = f"steps.{step.name}", step.count
    if count is not None and count.is_constant and count.value == 0:
        findings.error(
            "T607",
            f"`tricks: 0` in `{step.name}` means that no trick is ever played",
            count.place or step.place,
            path=f"{path}.tricks",
            help="Write how many tricks a deal has, or leave `tricks` out: then all cards are played",
        )
    elif step.stop_when is not None and (
        Reading(ruleset).holds(step.stop_when)
        or (_is_first(step, ruleset) and holds_at_first(step.stop_when, ruleset))
    ):
        findings.error(
            "T607",
            f"`stop when` holds from the beginning, so no trick is ever played in `{step.name}`",
            step.stop_when.place or step.place,
            path=f"{path}.stop when",
            help="Ask for something that comes about while tricks are played",
        )
    largest = ruleset.names.sizes.hand
    if count is None or not isinstance(count.value, int) or count.value <= largest:
        return
    if draws_cards(ruleset) or sizes_are_turned(ruleset) or count.is_turned:
        return
    findings.warning(
        "L901",
        f"`{step.name}` asks for {count.value} tricks, and no hand has more than {largest} cards",
        count.place or step.place,
        path=f"{path}.tricks",
        help="Leave `tricks` out: then all cards are played",
        facts={"tricks": count.value, "cards": largest},
    )
