"""The order of the cards: what it names twice, and cards of the trump suit that are no trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang.typed import alternatives
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.shelf.build.static import UnsettledError, settled
from hasenpfeffer.shelf.checks.written import own_files, text_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.merge import Merged

_ORDERED = 3
"""So many ranks of the trump suit in a row are meant to be the whole suit."""


def check_chains(ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """L901: a card that stands higher already · T603: the trump line leaves out a rank of the trump suit."""
    ranking, own = ruleset.ranking, own_files(merged)
    if not ruleset.playable:
        return
    lines = [("trump", ranking.trump), ("plain", ranking.plain)]
    lines += [("plain", chain) for chain in dict.fromkeys(ranking.plain_by_suit.values())]
    for key, whole in lines:
        for _, chain in alternatives(whole) if whole is not None else ():
            if chain.op != "chain" or chain.place is None or chain.place.file not in own:
                continue
            tiers = list(_tiers(chain))
            _twice(tiers, key, ruleset, merged, findings)
            if key == "trump":
                _left_out(chain, tiers, ruleset, findings)


def _tiers(chain: Typed) -> Iterator[Typed]:
    for part in chain.args:
        if part.op == "chain":
            yield from _tiers(part)
        else:
            yield part


def _twice(tiers: list[Typed], key: str, ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """A name that adds no card, whichever suit is trump; one that is empty is left so on purpose.

    A bare rank may stand for a card that a name has put higher, but not for one that the same rank has.
    """
    suits = range(len(ruleset.pack.suits))
    cards = [[_cards(tier, 1 << suit, key, ruleset) for suit in suits] for tier in tiers]
    for index, tier in enumerate(tiers):
        if any(None in row for row in cards[: index + 1]) or not any(cards[index]) or tier.place is None:
            continue
        higher = [sum_of([row[suit] or 0 for row in cards[:index]]) for suit in suits]
        if any((cards[index][suit] or 0) & ~higher[suit] for suit in suits):
            continue
        if tier.op == "rank" and tier not in tiers[:index]:
            continue
        first = next((one for one, row in zip(tiers, cards, strict=False) if _meet(row, cards[index])), None)
        findings.warning(
            "L901",
            f"`{text_at(tier.place, merged)}` stands higher in the `{key}` line already",
            tier.place,
            related=[Related("here", first.place)] if first is not None and first.place is not None else [],
            path=f"ranking.{key}",
            help="Leave it out, or name the card that was meant",
        )


def sum_of(sets: list[int]) -> int:
    """All of several sets."""
    whole = 0
    for cards in sets:
        whole |= cards
    return whole


def _meet(row: list[int | None], other: list[int | None]) -> bool:
    return any((one or 0) & (two or 0) for one, two in zip(row, other, strict=True))


def _cards(tier: Typed, trump: int, key: str, ruleset: Ruleset) -> int | None:
    """The cards of one place of a line; a bare rank is that of the suit in question."""
    pack = ruleset.pack
    if tier.op == "rank":
        faces = [index for index, face in enumerate(pack.faces) if face.rank == tier.value]
        there = [face for face in faces if (suit := pack.faces[face].suit) is not None and trump >> suit & 1]
        return sum_of([pack.face_sets[face] for face in there])
    try:
        found = settled(tier, ruleset.names, {"trump": trump} if key == "trump" else {})
    except (UnsettledError, ZeroDivisionError):
        return None
    return found if isinstance(found, int) else None


def _is_ordered(rank: int, ruleset: Ruleset) -> bool:
    """Whether plain suits have a place for a rank: one that no line names is told where it is too much."""
    ranking = ruleset.ranking
    lines = [line for line in (ranking.plain, *ranking.plain_by_suit.values()) if line is not None]
    return any(part.op == "rank" and part.value == rank for line in lines for part in line.walk())


def _left_out(chain: Typed, tiers: list[Typed], ruleset: Ruleset, findings: Findings) -> None:
    bare = {tier.value for tier in tiers if tier.op == "rank"}
    if len(bare) < _ORDERED or any(_cards(tier, 1, "trump", ruleset) is None for tier in tiers):
        return
    missing: set[int] | None = None
    for suit in range(len(ruleset.pack.suits)):
        there = sum_of([_cards(tier, 1 << suit, "trump", ruleset) or 0 for tier in tiers])
        lacking = {
            face.rank
            for index, face in enumerate(ruleset.pack.faces)
            if face.suit == suit and face.rank is not None and not ruleset.pack.face_sets[index] & there
        }
        missing = lacking if missing is None else missing & lacking
    missing = {rank for rank in missing or () if _is_ordered(rank, ruleset)}
    if not missing:
        return
    names = ", ".join(f"`{ruleset.pack.ranks[rank].name}`" for rank in sorted(missing))
    one = len(missing) == 1
    findings.warning(
        "T603",
        f"The `trump` line leaves out {names}, so {'this card' if one else 'these cards'} of the trump suit "
        f"{'is no trump' if one else 'are no trumps'}",
        chain.place or ruleset.ranking.place,
        path="ranking.trump",
        help=f"Put {names} in {'its place' if one else 'their places'} in the line",
        facts={"missing": [ruleset.pack.ranks[rank].name for rank in sorted(missing)]},
    )
