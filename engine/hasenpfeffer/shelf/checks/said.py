"""What is said at the table means one thing: answers, announcements, cards and the words of the table itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.cards import fold
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.said import TABLE_WORDS
from hasenpfeffer.ruleset.steps import ChooseStep, TricksStep
from hasenpfeffer.ruleset.unknown import known
from hasenpfeffer.shelf.checks.partly import if_known

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Announcement, Option


def check_said(ruleset: Ruleset, findings: Findings) -> None:
    """S222: two answers that are said alike · an announcement that is called like a seat, a card or a command."""
    for step in known(ruleset.steps):
        if isinstance(step, ChooseStep):
            _said_alike(known(step.options), f"steps.{step.name}.from", findings)
        elif isinstance(step, TricksStep):
            offers = known(step.during)
            _said_alike(offers, f"steps.{step.name}.during", findings)
            for offer in offers:
                with if_known(findings):
                    _means_something_else(offer, f"steps.{step.name}.during", ruleset, findings)


def _said_alike(answers: Sequence[Option | Announcement], path: str, findings: Findings) -> None:
    seen: dict[str, Option | Announcement] = {}
    for answer in answers:
        other = seen.setdefault(fold(answer.name), answer)
        if other is not answer:
            findings.error(
                "S222",
                f"`{other.name}` and `{answer.name}` are said alike, so nobody could tell them apart",
                answer.place,
                related=[Related("the other", other.place)],
                path=f"{path}.{answer.name}",
                help="Give one of them another name",
            )


def _means_something_else(offer: Announcement, path: str, ruleset: Ruleset, findings: Findings) -> None:
    said = fold(offer.name)
    what = "a word of the table" if said in TABLE_WORDS else ""
    if not what and said in {fold(seat) for seat in ruleset.seating.names}:
        what = "a seat"
    if not what and said in {fold(one) for face in ruleset.pack.faces for one in (face.code, face.name)}:
        what = "a card"
    if what:
        findings.error(
            "S222",
            f"`{offer.name}` is {what} already, and an announcement here",
            offer.place,
            path=f"{path}.{offer.name}",
            help="Give it another name",
        )
