"""What the score table shows: results that nobody scores, lines that never count, results that are paid twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.outcomes.spans import ZERO
from hasenpfeffer.shelf.checks.saying import calls_text, tricks_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import ScoreLine
    from hasenpfeffer.ruleset.outcomes.table import Case, ScoreTable
    from hasenpfeffer.shelf.checks.knobs import Knobs


def check_results(table: ScoreTable, knobs: Knobs, findings: Findings) -> set[str]:
    """P701 a result is paid twice · P706 a result is not scored · L901 a line never counts, or gives nothing.

    Gives the names of the lines without effect.
    """
    silent = set(_never(table, knobs, findings))
    silent |= set(_overridden(table, findings))
    silent |= set(_nothing(table, knobs, findings, silent))
    if table.tells_all:
        _unscored(table, findings)
    _twice(table, silent, findings)
    _at_the_edge(table, silent, findings)
    return silent


# --- lines without effect


def _never(table: ScoreTable, knobs: Knobs, findings: Findings) -> Iterator[str]:
    if not table.whole:
        return
    for index, line in enumerate(table.lines):
        if line.condition is None or knobs.turns("scoring", line.name, "if"):
            continue
        if any(case.holds[index] is not False for case in table.cases):
            continue
        yield line.name
        findings.warning(
            "L901",
            f"`{line.name}` never counts: no call and no result meets its condition",
            _place_of(line),
            path=f"scoring.{line.name}.if",
            help="Ask for a result that can come about, or remove the line",
        )


def _overridden(table: ScoreTable, findings: Findings) -> Iterator[str]:
    if not table.whole:
        return
    for index, line in enumerate(table.lines):
        rivals = [other for other in table.lines if line.name in other.instead_of and other is not line]
        counting = [case for case in table.cases if case.holds[index] is not False]
        if not rivals or not counting or any(case.outcomes[index].counts is not False for case in counting):
            continue
        yield line.name
        findings.warning(
            "L901",
            f"`{line.name}` never counts: whenever it would, `{rivals[0].name}` counts instead",
            line.place,
            related=[Related("counts instead", rivals[0].place)],
            path=f"scoring.{line.name}",
            help=f"Give `{rivals[0].name}` a condition that does not always hold, or remove `{line.name}`",
        )


def _nothing(table: ScoreTable, knobs: Knobs, findings: Findings, silent: set[str]) -> Iterator[str]:
    """Lines whose amount is always 0; `if: not made, loses: 0` says on purpose that failing is free."""
    if not table.whole:
        return
    for index, line in enumerate(table.lines):
        amount, key = line.amount, "loses" if line.loses else "gets"
        if amount is None or line.adds or line.sets or line.instead_of or line.name in silent:
            continue
        if (line.condition is not None and amount.is_constant) or knobs.turns("scoring", line.name, key):
            continue
        amounts = [case.outcomes[index].amount for case in table.cases]
        if all(one is None or one == ZERO for one in amounts) and any(amounts):
            yield line.name
            findings.warning(
                "L901",
                f"`{line.name}` {key} 0 whatever happens",
                amount.place or line.place,
                path=f"scoring.{line.name}.{key}",
                help="Write what the line is to give, or remove it",
            )


# --- results that nobody scores


def _unscored(table: ScoreTable, findings: Findings) -> None:
    """P706: a contract and numbers of tricks for which no line counts that ever gives anything."""
    giving = [_ever_gives(table, index) for index in range(len(table.lines))]
    if not any(giving):
        return
    left_out: list[tuple[tuple[int, ...], Case]] = []
    halves: list[tuple[Case, ScoreLine]] = []
    for cases in table.by_contract().values():
        if cases[0].contract.call is None:
            continue
        scored = {case.tricks for case in cases if _is_scored(table, case, giving)}
        missing = tuple(sorted({case.tricks for case in cases if case.tricks is not None} - scored))
        if missing or not scored:
            left_out.append((missing, cases[0]))
        else:
            halves += _unscored_half(table, cases, giving)
    if left_out:  # other calls have other gaps of the same cause
        _tell_unscored(table, *left_out[len(left_out) // 2], findings)
    elif halves:
        _tell_half(*halves[len(halves) // 2], findings)


def _unscored_half(table: ScoreTable, cases: list[Case], giving: list[bool]) -> list[tuple[Case, ScoreLine]]:
    """Where one question alone decides: the answer that nobody scores, and the line that scores all others."""
    if any(len(case.deal.answers) + len(case.deal.numbers) != 1 for case in cases):
        return []
    scored = [case for case in cases if _is_scored(table, case, giving)]
    others = [case for case in cases if case not in scored]
    if not scored or not others:
        return []
    for index, line in enumerate(table.lines):
        if line.condition is not None and all(case.outcomes[index].counts for case in scored):
            return [(others[0], line)]
    return []


def _tell_half(case: Case, line: ScoreLine, findings: Findings) -> None:
    findings.warning(
        "P706",
        f"After {calls_text([case])}, no line of scoring counts where `{line.name}` does not",
        _place_of(line),
        label="the contrary is not scored",
        path=f"scoring.{line.name}",
        help="Add a line for the other results; one that gives 0 says that they are free",
        facts={"call": case.contract.text},
    )


def _ever_gives(table: ScoreTable, index: int) -> bool:
    """Whether a line pays at all, or says with a condition that it pays nothing."""
    line = table.lines[index]
    if line.amount is None:
        return bool(line.adds or line.sets)
    if line.condition is not None:
        return True
    return any(case.outcomes[index].amount not in (None, ZERO) for case in table.cases)


def _is_scored(table: ScoreTable, case: Case, giving: list[bool]) -> bool:
    """Whether a line may count that asks for the result, or that pays the declarers."""
    own = table.ruleset.seating.team_of[0]
    for gives, line, outcome in zip(giving, table.lines, case.outcomes, strict=True):
        if not gives or outcome.counts is False:
            continue
        if line.condition is not None or outcome.pays is None or outcome.pays.get(own, ZERO) != ZERO:
            return True
        if line.amount is None:
            return True
    return False


def _tell_unscored(table: ScoreTable, missing: tuple[int, ...], case: Case, findings: Findings) -> None:
    call = case.contract.call
    assert call is not None
    beside = list(_beside(table, case, missing))
    marked = [
        Related(f"counts for {tricks_text(tricks)}", _place_of(line)) for line, tricks in beside if tricks
    ]
    results = f" for {tricks_text(missing)}" if missing else ""
    findings.warning(
        "P706",
        f"No line of scoring counts{results} after {calls_text([case])}",
        marked[0].place if marked else call.place,
        label=marked[0].message if marked else "",
        related=marked[1:3],
        path=f"scoring.{beside[0][0].name}" if marked else "scoring",
        help="Add a line for this result; one that gives 0 says that it is free",
        facts={"call": case.contract.text, "tricks": list(missing)},
    )


def _beside(
    table: ScoreTable, case: Case, missing: tuple[int, ...]
) -> Iterator[tuple[ScoreLine, tuple[int, ...]]]:
    """The conditional lines that count for other results of the same contract, and for which."""
    others = [one for one in table.cases if one.contract is case.contract and one.tricks not in missing]
    for index, line in enumerate(table.lines):
        counting = {one.tricks for one in others if one.outcomes[index].counts}
        if line.condition is not None and counting:
            yield line, tuple(sorted(tricks for tricks in counting if tricks is not None))


def _place_of(line: ScoreLine) -> Place:
    """Where a line says when it counts."""
    return (line.condition.place if line.condition is not None else None) or line.place


# --- results that are paid twice


def _twice(table: ScoreTable, silent: set[str], findings: Findings) -> None:
    """P701: two lines that count for the very same results and give the same side the same."""
    for second, later in enumerate(table.lines):
        for first, line in enumerate(table.lines[:second]):
            if line.name in silent or later.name in silent or line.receivers != later.receivers:
                continue
            if line.condition is None or later.condition is None or line.loses != later.loses:
                continue
            pairs = [(case, case.outcomes[first], case.outcomes[second]) for case in table.cases]
            paying = [(case, a, b) for case, a, b in pairs if a.counts and b.counts and a.amount != ZERO]
            if not paying or any(a != b or a.counts is None for _, a, b in pairs):
                continue
            case, amount = paying[0][0], paying[0][1].amount
            if amount is None or not amount.is_exact or case.tricks is None:
                continue
            findings.warning(
                "P701",
                f"`{line.name}` and `{later.name}` both count for {tricks_text((case.tricks,))}"
                f"{_after(case) if table.depends_on_the_call(first) else ''} and give {amount.low} each",
                _place_of(later),
                label="holds for the same results",
                related=[Related("counts already", _place_of(line))],
                path=f"scoring.{later.name}",
                help=f"Remove one of them, or add `instead of: {line.name}` to `{later.name}`",
            )


def _at_the_edge(table: ScoreTable, silent: set[str], findings: Findings) -> None:
    """P701: of two lines for more and for fewer tricks, both count at the number between."""
    if not table.whole:
        return
    for second, later in enumerate(table.lines):
        for first, line in enumerate(table.lines[:second]):
            if (
                line.name in silent
                or later.name in silent
                or line.condition is None
                or later.condition is None
            ):
                continue
            both = [_edge(cases, first, second) for cases in table.by_contract().values()]
            edges = [case for case in both if case is not None]
            known = [cases for cases in table.by_contract().values() if cases[0].contract.call is not None]
            if not edges or len(edges) * 2 < len(known):
                continue
            case = edges[len(edges) // 2]
            assert case.tricks is not None
            findings.warning(
                "P701",
                f"`{line.name}` and `{later.name}` both count for {tricks_text((case.tricks,))}{_after(case)}",
                _place_of(later),
                label="holds here too",
                related=[Related("counts already", _place_of(line))],
                path=f"scoring.{later.name}",
                help="Let one of them begin where the other ends",
                facts={"call": case.contract.text, "tricks": case.tricks},
            )


def _edge(cases: list[Case], first: int, second: int) -> Case | None:
    """The one result for which both lines count, where the one counts for all above it and the other for all below."""
    by_tricks = {case.tricks: case for case in cases if case.tricks is not None}
    if len(by_tricks) != len(cases) or len(cases) < 3:
        return None
    order = sorted(tricks for tricks in by_tricks if tricks is not None)
    marks = [(by_tricks[t].outcomes[first].counts, by_tricks[t].outcomes[second].counts) for t in order]
    shared = [position for position, mark in enumerate(marks) if mark == (True, True)]
    if len(shared) != 1 or not 0 < shared[0] < len(order) - 1:
        return None
    at = shared[0]
    below, above = set(marks[:at]), set(marks[at + 1 :])
    if (below, above) in (({(True, False)}, {(False, True)}), ({(False, True)}, {(True, False)})):
        return by_tricks[order[at]]
    return None


def _after(case: Case) -> str:
    return f" after {calls_text([case])}" if case.contract.call is not None else ""
