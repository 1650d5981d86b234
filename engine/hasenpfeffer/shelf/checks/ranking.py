"""What cards are worth depends on the trump alone, so that it can be worked out before a card is dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.ruleset.unknown import UNKNOWN, known
from hasenpfeffer.shelf.checks.formulas import below
from hasenpfeffer.shelf.checks.partly import if_known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset

_SETTLED = frozenset(["sister", "suits", "any suit", "any card", "nothing", "seats", "teams", "printed suit"])
"""Words of the vocabulary that play does not change."""
_RANKED = frozenset(["trumps", "suit", "cards_of_suit", "highest", "lowest"])
"""Words and ways that need the ranking, so only values may use them."""
_OF_PLAY = frozenset(["counter", "pile", "moved", "family", "by_deal"]) | _RANKED


def check_ranks(ruleset: Ruleset, findings: Findings) -> None:
    """T606: the ranking or the value of a card depends on something that play decides, other than the trump ·
    L901: ranks of the trump suit, and no trump."""
    ranking = ruleset.ranking
    with if_known(findings):
        _ranks_without_trump(ruleset, findings)
    ranked = (
        ranking.trump,
        ranking.plain,
        ranking.plain_by_suit,
        tuple(entry.cards for entry in known(ranking.loose)),
    )
    valued = UNKNOWN if ruleset.values is UNKNOWN else ruleset.values.cards
    for where, group, more in (("ranking", ranked, frozenset()), ("values", valued, _RANKED)):
        with if_known(findings):
            for _, formula in below(group, where):
                part: Typed | None = None
                with if_known(findings):
                    part = next(_unsettled(formula, more, ruleset, set()), None)
                if part is not None:
                    findings.error(
                        "T606",
                        f"`{where}` may only ask for the trump, and `{_text(part)}` is not known before play",
                        part.place or formula.place or ranking.place,
                        path=where,
                        help="Ask for `trump`, or let a call or choice name another trump",
                    )


def _ranks_without_trump(ruleset: Ruleset, findings: Findings) -> None:
    line = ruleset.ranking.trump
    if line is None or "trump" in ruleset.settings or "trump" in ruleset.terms or not ruleset.playable:
        return
    rank = next((part for part in line.walk() if part.op == "rank"), None)
    if rank is not None:
        findings.warning(
            "L901",
            "Ranks in the line `trump` are those of the trump suit, and nothing names a trump",
            rank.place or ruleset.ranking.place,
            path="ranking.trump",
            help="Let a call, a choice or a term name `trump`, or say which cards are meant, such as `Q of clubs`",
        )


def _unsettled(node: Typed, more: frozenset[str], ruleset: Ruleset, seen: set[str]) -> Iterator[Typed]:
    """The parts of a formula that are not known when only the trump is."""
    name = str(node.value)
    match node.op:
        case "lookup":
            is_settled = name in _SETTLED or name in more
        case "term" | "setting":
            is_settled = name == "trump" or (name in ruleset.terms and name not in ruleset.settings)
            if is_settled and name != "trump" and name not in seen:
                seen.add(name)
                yield from _unsettled(ruleset.terms[name].body, more, ruleset, seen)
        case _:
            is_settled = node.op not in _OF_PLAY or node.op in more
    if not is_settled:
        yield node
    for part in node.args:
        yield from _unsettled(part, more, ruleset, seen)


def _text(part: Typed) -> str:
    return str(part.value) if part.value is not None else part.op.replace("_", " ")
