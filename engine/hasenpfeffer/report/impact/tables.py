"""What came of pairs, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.document import Bullets, Heading, Item, Listing, Paragraph, Table
from hasenpfeffer.report.english import counted, listed
from hasenpfeffer.report.estimates import estimate_cells, percent, points
from hasenpfeffer.study.impact import END_WORDS, KINDS
from hasenpfeffer.study.statistics import mean, share

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.impact.played import Played
    from hasenpfeffer.study.impact import End, Figures, Parting

_INTERVAL: Final = ("95 % from", "to")
_KIND_WORDS: Final = {"call": "calls", "card": "cards", "choice": "other choices"}
_PARTINGS: Final[Mapping[Parting, str]] = {
    "": "the same to the end",
    "choice": "parted at a choice",
    "step": "parted where another seat or step came",
    "deal": "parted when they were dealt",
    "stuck": "parted where one could not go on",
}


def blocks(played: Played) -> list[Block]:
    """The figures under a heading of their own."""
    found: list[Block] = [Heading("What it changes in play"), Paragraph(_heading(played))]
    if played.unlike:
        found.append(Paragraph(_why_not(played)))
    if not played.impact.pairs:
        return found
    if not played.unlike:
        found += [_legal(played), _changes(played)]
    found += [_ends(played), *_points(played)]
    examples = list(played.examples())
    if examples:
        found.append(Paragraph("Some of them, each under both rulesets:"))
    for example in examples:
        told = "; ".join(text for _, text in example.changes)
        found += [Bullets((Item(told, f"seed {example.seed}"),)), Listing("\n".join(example.commands), "sh")]
    return found


def _heading(played: Played) -> str:
    plan, impact = played.plan, played.impact
    done = counted(impact.pairs, played.unit)
    if impact.pairs < plan.number:
        done += f" of {plan.number:,}"
    last = plan.seed + max(impact.pairs, 1) - 1
    seeds = f"seed {plan.seed}" if last == plan.seed else f"seeds {plan.seed} to {last}"
    before, after = (ruling.reference for ruling in played.rulings)
    same = "" if played.unlike else " with the same shuffle and the same chance"
    return f"{done}, {seeds}, {plan.bots} players: each played by {before} (before) and by {after} (after){same}."


def _why_not(played: Played) -> str:
    before, after = (ruling.ruleset for ruling in played.rulings)
    match played.unlike:
        case "seats":
            one, other = (
                f"{listed(ruleset.seating.names)}, {'' if ruleset.seating.clockwise else 'anti'}clockwise"
                for ruleset in (before, after)
            )
            why = f"the seats are others ({one}; {other})"
        case "order":
            why = "the packs list their cards in another order, so that the same shuffle is another deal"
        case _:
            why = f"the packs are others ({before.pack.size} and {after.pack.size} cards)"
            if before.pack.size == after.pack.size:
                why = f"the packs are others, though both have {before.pack.size} cards"
    return (
        f"They cannot be held against each other {played.unit} by {played.unit}: {why}. "
        "What can be compared is what came out on the whole."
    )


def _legal(played: Played) -> Table:
    impact = played.impact
    rows = [
        (
            _KIND_WORDS[kind],
            f"{impact.positions[kind]}",
            f"{impact.other_choices[kind]}",
            *estimate_cells(share(impact.other_choices[kind], impact.positions[kind]), percent),
        )
        for kind in KINDS
    ]
    header = ("positions reached in the same way", "of them", "others legal", "%", *_INTERVAL)
    return Table(header, tuple(rows))


def _changes(played: Played) -> Table:
    rows = tuple(
        (text, f"{count}", *estimate_cells(share(count, played.impact.compared), percent))
        for text, count in _counts(played)
    )
    return Table(("", played.plan.unit, "%", *_INTERVAL), rows)


def _counts(played: Played) -> Iterator[tuple[str, int]]:
    impact = played.impact
    yield "something else was legal", impact.with_other_choices
    for parting, text in _PARTINGS.items():
        if impact.partings[parting] or not parting:
            yield text, impact.partings[parting]
    for before in END_WORDS:
        for after in END_WORDS:
            if count := impact.ends[before, after]:
                yield f"{after} instead of {before}", count
    if played.plan.unit == "deals":
        yield "another contract", impact.contracts
    yield f"another side won the {played.unit}", impact.winners
    yield "other points", impact.points


def _ends(played: Played) -> Table:
    impact = played.impact
    sides = (impact.before, impact.after)
    rows = tuple(
        (word, *(cell for side in sides for cell in (f"{side.ends[word]}", _share(side, word, impact.pairs))))
        for word in END_WORDS
        if any(side.ends[word] for side in sides)
    )
    return Table((f"{played.plan.unit} that were", "before", "%", "after", "%"), rows)


def _share(side: Figures, word: End, whole: int) -> str:
    return percent(side.ends[word] / whole)


def _points(played: Played) -> Iterator[Table]:
    """Points of each ruleset by team; the differences beside them where the teams are the same."""
    impact, unit = played.impact, played.unit
    together = impact.by_team and not played.unlike
    if together:
        names = played.before.ruleset.seating.team_names
        rows = tuple(
            (name, _mean(impact.before, n), _mean(impact.after, n), *estimate_cells(mean(sums), points))
            for n, (name, sums) in enumerate(zip(names, impact.differences, strict=True))
        )
        yield Table((f"points a {unit}", "before", "after", "difference", *_INTERVAL), rows)
        return
    for word, ruling, side in zip(
        ("before", "after"), played.rulings, (impact.before, impact.after), strict=True
    ):
        rows = tuple(
            (name, *estimate_cells(mean(sums), points))
            for name, sums in zip(ruling.ruleset.seating.team_names, side.points, strict=True)
        )
        yield Table((f"points a {unit}, {word}", "mean", *_INTERVAL), rows)
    if not played.unlike:
        rows = tuple(
            (name, *estimate_cells(mean(sums), points))
            for name, sums in zip(played.before.ruleset.seating.names, impact.differences, strict=True)
        )
        yield Table((f"points a {unit} at each seat", "difference", *_INTERVAL), rows)


def _mean(side: Figures, account: int) -> str:
    return estimate_cells(mean(side.points[account]), points)[0]
