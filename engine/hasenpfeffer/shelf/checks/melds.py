"""Whether melds can be made out of the pack at all, and where they count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.ruleset.steps import MeldStep
from hasenpfeffer.ruleset.unknown import known
from hasenpfeffer.shelf.checks.partly import if_known

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Meld, Ruleset


def check_melds(ruleset: Ruleset, findings: Findings) -> None:
    """L901 a meld that the pack does not have the cards for · S206 melds are counted, and there are none."""
    for meld in known(ruleset.melds):
        found = ""
        with if_known(findings):
            found = _lacking(meld, ruleset)
        if found:
            findings.warning(
                "L901",
                f"`{meld.name}` can never be made: {found}",
                meld.place,
                path=f"melds.{meld.name}",
                help="Ask for cards that are there, or leave the meld out",
            )
    for step in known(ruleset.steps):
        if isinstance(step, MeldStep) and not ruleset.melds:
            findings.error(
                "S206",
                f"`{step.name}` counts melds, and the file has none",
                step.place,
                path=f"steps.{step.name}",
                help="Write them under `melds`",
            )


def _lacking(meld: Meld, ruleset: Ruleset) -> str:
    """What the pack does not have; empty where it has all."""
    pack = ruleset.pack
    if meld.cards:
        named = [card.value for card in meld.cards if card.is_constant and isinstance(card.value, int)]
        for cards in dict.fromkeys(named):
            needed, there = named.count(cards) * meld.copies, cards.bit_count()
            if needed > there:
                return f"it needs {needed} of what the pack has {there} of"
        return ""
    most = max(cards.bit_count() for cards in pack.face_sets)
    if meld.copies > most:
        return f"it needs {meld.copies} of each card, and the pack has {most}"
    if meld.lengths is not None and meld.lengths[0] > len(meld.ranks):
        return f"it needs {meld.lengths[0]} ranks in a row, and there are {len(meld.ranks)}"
    return ""
