"""Prompts, legal sets and conditions of steps read only what the seat that acts knows.

Otherwise the choice that a seat is offered would tell it, or the others, what lies hidden.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.steps import (
    AuctionStep,
    ChooseStep,
    DealStep,
    DiscardStep,
    ExchangeStep,
    GiveStep,
    GoAloneStep,
    MeldStep,
    MoveCards,
    MoveStep,
    PredictStep,
    StepBase,
    TakeStep,
    TricksStep,
    TurnUpStep,
)
from hasenpfeffer.ruleset.unfolding import parts
from hasenpfeffer.ruleset.unknown import if_known_else
from hasenpfeffer.shelf.checks.knowledge import HOLDERS, SEAT, Knowledge, reads_hands
from hasenpfeffer.shelf.checks.partly import if_known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Announcement, Melding

    Read = tuple[str, Typed, Knowledge]
    """What reads it (`follow`), the formula, and what the seat knows that is asked."""


_SIDES = frozenset(["declarers", "defenders", "partner"])
"""Sides: where cards go to one of them, everybody sees a seat that belongs to it."""


def check_secrecy(ruleset: Ruleset, findings: Findings) -> None:
    """T604 a seat is asked by what it does not know · T605 a step tells who holds a card, without `shown`."""
    everybody = Knowledge(
        ruleset,
        seen=_face_up(ruleset),
        put_aside=any(isinstance(step, MoveCards) and step.onto is not None for step in _steps(ruleset)),
        hidden_sides=_hidden_sides(ruleset),
        last_card_hidden=if_known_else(lambda: not _shows_last_card(ruleset), otherwise=False),
    )
    taken: list[tuple[str, Typed | None]] = []
    secret: list[tuple[str, Typed | None]] = []
    told: set[Typed] = set()
    for step in _steps(ruleset):
        who = step.who
        mine = [name for name, owner in taken if owner is None or owner == who]
        hidden = [name for name, chooser in secret if chooser is None or chooser != who]
        knows = replace(everybody, seen=everybody.seen.union(mine), secrets=frozenset(hidden)).being(who)
        with if_known(findings):
            for what, formula, known in chain(_common(step, knows), _asked(step, knows)):
                with if_known(findings):
                    _report(step, what, formula, known, ruleset, findings)
        with if_known(findings):
            _tells(step, told, ruleset, findings)
        if step.shown.mode == "yes" and who is not None:
            told.add(who)
        taken += [(name, None if step.shown.mode == "yes" else who) for name in _moves(step)]
        if isinstance(step, TurnUpStep):
            taken += [(str(part.value), None) for part in step.source.walk() if part.op == "pile"]
        if isinstance(step, ChooseStep) and step.secret_until is not None:
            secret.append((step.name, who))
    with if_known(findings):
        _known_to(ruleset, findings)


def _known_to(ruleset: Ruleset, findings: Findings) -> None:
    """T605: whoever holds a card knows the sides by it only where the sides hang on this card."""
    sides = ruleset.sides
    if sides is None or sides.declarers is None or sides.known_to is None:
        return
    telling = [part.args[0] for part in parts(sides.declarers, ruleset) if _asks_who_holds(part)]
    for part in parts(sides.known_to, ruleset) if telling else ():
        if _asks_who_holds(part) and not any(_may_be_of(part.args[0], cards) for cards in telling):
            place = sides.known_to.place or sides.place
            findings.warning(
                "T605",
                "`known to` tells who belongs to which side, and whom it names does not know that: "
                "`declarers` asks for another card",
                place,
                related=[
                    Related("the sides hang on this card", one.place) for one in telling[:1] if one.place
                ],
                path="sides.known to",
                help="Name whoever holds the card that `declarers` asks for",
            )
            return


def _asks_who_holds(part: Typed) -> bool:
    return part.op == "lookup" and part.value in HOLDERS and bool(part.args)


def _may_be_of(cards: Typed, others: Typed) -> bool:
    """Whether two sets of cards are written alike, or share a card for certain."""
    if isinstance(cards.value, int) and isinstance(others.value, int) and cards.op == others.op == "constant":
        return bool(cards.value & others.value)
    return cards == others


def _report(
    step: StepBase, what: str, formula: Typed, knows: Knowledge, ruleset: Ruleset, findings: Findings
) -> None:
    for leak in knows.leaks(formula):
        place = formula.place or step.place
        inner = leak.place
        outside = inner is not None and not (
            inner.file == place.file and place.start <= inner.start and inner.end <= place.end
        )
        findings.error(
            "T604",
            f"{what} in `{step.name}` depends on `{_text(leak)}`, which the seat that is asked does not know",
            place if outside or inner is None else inner,
            related=[Related("read here", inner)] if outside and inner is not None else [],
            path=f"steps.{step.name}",
            help="Let the deal say `last card: face up`, or ask for something else"
            if leak.value == "last card dealt"
            else "Ask only for what that seat knows, such as `hand of me`",
        )
        return


def _text(leak: Typed) -> str:
    """A part of a formula, as it is written where that is simple."""
    if not leak.args:
        return str(leak.value)
    asked = leak.args[0]
    return f"{leak.value} of {asked.value if asked.op in ('lookup', 'bound') and not asked.args else '…'}"


def _tells(step: StepBase, told: set[Typed], ruleset: Ruleset, findings: Findings) -> None:
    """T605: that the step happens, or to whom, tells who holds a card. `told`: who was seen before."""
    if step.shown.mode == "yes":
        return
    openly = [*step.conditions, *(_laid_open(step) if isinstance(step, TricksStep) else ())]
    guilty = [formula for formula in openly if reads_hands(formula, ruleset)]
    if step.who is not None and step.who not in told and _tells_a_holder(step.who, ruleset):
        guilty.append(step.who)
    told_of = "who holds a card"
    if isinstance(step, MoveCards) and _hidden_sides(ruleset):
        goes = [where for where in (step.onto, step.to) if where is not None]
        sides = [where for where in goes if where.op == "lookup" and where.value in _SIDES]
        told_of = told_of if guilty or not sides else "who belongs to which side"
        guilty += sides
    if guilty:
        findings.error(
            "T605",
            f"`{step.name}` tells {told_of}, and does not say that it is shown",
            guilty[0].place or step.place,
            path=f"steps.{step.name}",
            help="Ask for something that everybody knows"
            if isinstance(step, (GoAloneStep, PredictStep))
            else "Add `shown: yes`, or ask for something that everybody knows",
        )


def _laid_open(step: TricksStep) -> Iterator[Typed]:
    """What says whose hand lies open, and who plays it."""
    if step.dummy is not None:
        yield from (step.dummy.hand, step.dummy.played_by)
    if step.open_hands is not None:
        yield from (step.open_hands.who, *filter(None, [step.open_hands.condition]))


def _tells_a_holder(who: Typed, ruleset: Ruleset) -> bool:
    holders = any(part.op == "lookup" and part.value in HOLDERS for part in parts(who, ruleset))
    return holders or reads_hands(who, ruleset)


def _common(step: StepBase, knows: Knowledge) -> Iterator[Read]:
    for condition in step.conditions:
        yield "`if`", condition, knows


def _asked(step: StepBase, knows: Knowledge) -> Iterator[Read]:
    """What decides which answers a seat is offered."""
    match step:
        case DealStep():
            for hand in step.thrown_in:
                yield f"`{hand.name}`", hand.condition, replace(knows, selves=knows.selves | {SEAT})
        case AuctionStep():
            yield from _given(knows, ("`allowed`", step.allowed), ("`may equal`", step.may_equal))
            for call in step.calls:
                yield from _given(knows, (f"the call `{call.text}`", call.condition))
            for duel in step.ends.duels:
                pair = (("`caller`", duel.caller), ("`holder`", duel.holder))
                yield from _given(knows, ("a duel", duel.condition), *pair)
        case ChooseStep():
            yield from _given(knows, ("`from`", step.values), ("`allowed`", step.allowed))
            for option in step.options:
                yield from _given(knows, (f"`{option.name}`", option.condition))
        case PredictStep():
            yield from _given(knows, ("`from`", step.values), ("`barred`", step.barred))
        case DiscardStep() | GiveStep() | ExchangeStep():
            parts_of = (("the cards", step.source), ("`cards`", step.count), ("`barred`", step.barred))
            yield from _given(knows, *parts_of)
        case TakeStep():
            yield from _given(knows, ("`cards`", step.count), ("`barred`", step.barred))
        case MeldStep():
            yield from _melds(step.melding, knows)
        case TricksStep():
            yield from _play(step, knows)


def _play(step: TricksStep, knows: Knowledge) -> Iterator[Read]:
    kept = ("`may be kept back`", step.kept_back)
    for what, duties in (("`lead`", step.lead), ("`follow`", step.follow), kept):
        for duty in duties:
            yield from _given(knows, (what, duty.condition), (what, duty.cards))
    for bar in step.bars:
        yield from _given(knows, (f"`{bar.name}`", bar.condition), (f"`{bar.name}`", bar.cards))
    yield from _given(knows, ("`may always be played`", step.always))
    for offer in step.during:
        yield from _offer(offer, knows)


def _offer(offer: Announcement, knows: Knowledge) -> Iterator[Read]:
    own = knows.being(offer.who)
    for part in (offer.condition, offer.playing, offer.cards_left, offer.trick):
        yield from _given(own, (f"`{offer.name}`", part))
    if offer.melding is not None:
        yield from _melds(offer.melding, own)


def _melds(melding: Melding, knows: Knowledge) -> Iterator[Read]:
    """What decides which melds a seat makes, and their points, which are told."""
    for meld in knows.ruleset.melds:
        if not melding.melds or meld.name in melding.melds:
            for part in (meld.condition, meld.points, meld.suits, *meld.cards):
                yield from _given(knows, (f"the meld `{meld.name}`", part))


def _given(knows: Knowledge, *found: tuple[str, Typed | None]) -> Iterator[Read]:
    for what, formula in found:
        if formula is not None:
            yield what, formula, knows


def _moves(step: StepBase) -> Iterator[str]:
    """The piles and moved cards that a step lets its seat see."""
    if isinstance(step, MoveCards) and not isinstance(step, MoveStep):
        yield step.name
        if isinstance(step, (TakeStep, ExchangeStep)) and step.source is not None:
            yield from (str(part.value) for part in step.source.walk() if part.op == "pile")
        if isinstance(step, ExchangeStep) and step.pile is not None:
            yield step.pile


def _steps(ruleset: Ruleset) -> Iterator[StepBase]:
    """All steps in order, those after a trick behind the tricks."""
    for step in ruleset.steps:
        yield step
        if isinstance(step, TricksStep):
            yield from (after.step for after in step.after_each if after.step is not None)


def _face_up(ruleset: Ruleset) -> frozenset[str]:
    deals = (step for step in ruleset.steps if isinstance(step, DealStep))
    return frozenset(pile.name for step in deals for pile in step.piles if pile.face_up)


def _shows_last_card(ruleset: Ruleset) -> bool:
    return any(isinstance(step, DealStep) and step.last_card_up for step in ruleset.steps)


def _hidden_sides(ruleset: Ruleset) -> bool:
    """Whether it is secret for a while who belongs to which side."""
    sides = ruleset.sides
    if sides is None or sides.declarers is None or (sides.known_to is None and sides.secret_until is None):
        return False
    return any(part.op == "lookup" and part.value in HOLDERS for part in parts(sides.declarers, ruleset))
