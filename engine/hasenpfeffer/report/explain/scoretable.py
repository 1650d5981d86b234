"""The score table: what each call is worth with so many tricks, worked out by the interpreter's own scoring."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from hasenpfeffer.report.document import Paragraph, Table
from hasenpfeffer.report.english import listed, number, sentences
from hasenpfeffer.report.explain.imagine import Facts, Imagination, NotTold, fixed_trump
from hasenpfeffer.report.explain.ladder import Rung, rungs
from hasenpfeffer.report.explain.ranking import trump_choices
from hasenpfeffer.ruleset.steps import AuctionStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hasenpfeffer.play.state import Number
    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.explain.phrases import Phrases
    from hasenpfeffer.ruleset.model import Ruleset, ScoreLine

MOST_ROWS: Final = 60
MOST_AXES: Final = 3
MOST_CASES: Final = 6
MOST_CELLS: Final = 12_000

Scores: TypeAlias = "tuple[Number, Number]"
Axes: TypeAlias = dict[str, tuple[Any, ...]]
Key: TypeAlias = tuple[tuple[Any, ...], int, int]
"""A case (one value for each axis), a row of calls, a number of tricks."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The scores by case, call and tricks: of both sides, or of one."""

    axes: Axes
    calls: tuple[Rung | None, ...]
    columns: tuple[int, ...]
    scores: Mapping[Key, Any]


def score_blocks(say: Phrases) -> list[Block]:
    """The table with its captions; nothing where scores depend on more than calls and tricks."""
    ruleset, left_out = _tellable(say.ruleset)
    untold = {side for line in left_out for side in _sides_of(line)}
    if not any(line.amount is not None for line in ruleset.scoring):
        return []
    outcome = _worked_out(ruleset, say)
    if outcome is None or not any(any(scores) for scores in outcome.scores.values()):
        return []
    blocks = _both_sides(say, outcome, untold)
    notes = []
    if any(call.over for call in say.calls) and "double" not in outcome.axes:
        notes.append("the tables are for bids that were not doubled")
    if left_out:
        names = listed([f"“{line.name}”" for line in left_out])
        notes.append(f"the tables leave out what the cards decide: {names}")
    if blocks and notes:
        blocks.append(Paragraph(sentences(*notes)))
    return blocks


# --- working out


def _sides_of(line: ScoreLine) -> tuple[int, ...]:
    """Whose points a line may change: 0 the declarers', 1 the others'."""
    who = line.receivers.who
    if line.receivers.each or line.payers is not None or who.op != "lookup" or line.instead_of:
        return (0, 1)
    return {"declarers": (0,), "declarer": (0,), "defenders": (1,)}.get(str(who.value), (0, 1))


def _tellable(ruleset: Ruleset) -> tuple[Ruleset, list[ScoreLine]]:
    """The ruleset with the lines that imagined deals can score, and the others that pay."""
    kept: list[ScoreLine] = []
    left_out: list[ScoreLine] = []
    for line in ruleset.scoring:
        if line.amount is None:
            continue
        bare = replace(line, adds=(), sets=(), instead_of=())
        if _axes(Imagination(replace(ruleset, scoring=(bare,))), _all_rungs(ruleset)[:3]) is not None:
            kept.append(replace(line, adds=(), sets=()))
        else:
            left_out.append(line)
    names = {line.name for line in kept}
    lines = tuple(replace(line, instead_of=tuple(n for n in line.instead_of if n in names)) for line in kept)
    return replace(ruleset, scoring=lines), left_out


def _all_rungs(ruleset: Ruleset) -> list[Rung]:
    imagination = Imagination(replace(ruleset, scoring=()))
    return [
        rung for step in ruleset.steps if isinstance(step, AuctionStep) for rung in rungs(step, imagination)
    ]


def _worked_out(ruleset: Ruleset, say: Phrases) -> _Outcome | None:
    calls: tuple[Rung | None, ...] = tuple(_all_rungs(ruleset)) or (None,)
    imagination = Imagination(ruleset)
    axes = _axes(imagination, list(calls))
    if axes is None:
        return None
    axes = _more_axes(imagination, axes, calls, say)
    columns = tuple(range(imagination.hand + 1)) if "tricks" in imagination.asked else (0,)
    cases = list(product(*axes.values()))
    if len(cases) * len(calls) * len(columns) > MOST_CELLS:
        return None
    scores: dict[Key, Scores] = {}
    for case in cases:
        for row, call in enumerate(calls):
            for tricks in columns:
                scores[case, row, tricks] = _score(
                    imagination, dict(zip(axes, case, strict=True)), call, tricks
                )
    return _Outcome(axes, calls, columns, scores)


def _axes(imagination: Imagination, calls: Sequence[Rung | None]) -> Axes | None:
    """What must be told besides call and tricks: yes-or-no terms, the trump choice. None: too much."""
    axes: Axes = {}
    while True:
        missing = _first_missing(imagination, axes, calls or [None])
        if missing is None:
            return axes
        if missing.question is not None and missing.question not in axes:
            axes[missing.question] = (True, False)
        elif missing.name == "trump" and "trump" not in axes:
            choices = trump_choices(imagination.ruleset)
            if len(choices) > 8:
                return None
            axes["trump"] = tuple(choices)
        else:
            return None
        if len(axes) > MOST_AXES:
            return None


def _first_missing(imagination: Imagination, axes: Axes, calls: Sequence[Rung | None]) -> NotTold | None:
    sample = (0, imagination.hand // 2, imagination.hand)
    for case in product(*axes.values()):
        for call in _sampled(calls):
            for tricks in sample:
                try:
                    _score(imagination, dict(zip(axes, case, strict=True)), call, tricks)
                except NotTold as missing:
                    return missing
    return None


def _sampled(calls: Sequence[Rung | None]) -> Sequence[Rung | None]:
    return calls if len(calls) <= 40 else [*calls[:20], *calls[-20:]]


def _more_axes(imagination: Imagination, axes: Axes, calls: Sequence[Rung | None], say: Phrases) -> Axes:
    """Adds what was asked and told without question: going alone, a forced bid, doubles."""
    axes = dict(axes)
    if "alone" in imagination.asked and say.can_be_alone and not all(call and call.alone for call in calls):
        axes["alone"] = (False, True)
    steps = [step for step in imagination.ruleset.steps if isinstance(step, AuctionStep)]
    if "forced" in imagination.asked and any(step.all_pass.how == "forced" for step in steps):
        axes["forced"] = (False, True)
    doubles = [index for index, call in enumerate(imagination.rules.calls) if call.over]
    if doubles and len(calls) <= 12:
        axes["double"] = (-1, *doubles)
    return axes


def _score(imagination: Imagination, case: dict[str, Any], call: Rung | None, tricks: int) -> Scores:
    ruleset = imagination.ruleset
    trump = fixed_trump(ruleset, call.call if call is not None else None)
    answers = {
        name: value for name, value in case.items() if name not in ("alone", "forced", "double", "trump")
    }
    imagination.facts = Facts(
        call=call.index if call is not None else -1,
        extra=case.get("double", -1),
        tricks=tricks,
        alone=case.get("alone", False) or (call is not None and call.alone),
        forced=case.get("forced", False),
        trump=trump if trump is not None else case.get("trump"),
        answers=answers,
    )
    return imagination.scores()


def _reduced(outcome: _Outcome) -> _Outcome:
    """Without the axes and columns that make no difference."""
    for position, name in enumerate(list(outcome.axes)):
        dropped = _without_axis(outcome, position)
        if dropped is not None:
            axes = {key: values for key, values in outcome.axes.items() if key != name}
            return _reduced(replace(outcome, axes=axes, scores=dropped))
    first = outcome.columns[0]
    if len(outcome.columns) > 1 and all(
        scores == outcome.scores[case, row, first] for (case, row, _), scores in outcome.scores.items()
    ):
        kept = {key: scores for key, scores in outcome.scores.items() if key[2] == first}
        return replace(outcome, columns=(first,), scores=kept)
    return outcome


def _without_axis(outcome: _Outcome, position: int) -> dict[Key, Any] | None:
    """The scores with one axis left out; None where it matters."""
    kept: dict[Key, Any] = {}
    for (case, row, tricks), scores in outcome.scores.items():
        key = (case[:position] + case[position + 1 :], row, tricks)
        if kept.setdefault(key, scores) != scores:
            return None
    return kept


# --- laying out


def _both_sides(say: Phrases, outcome: _Outcome, untold: set[int]) -> list[Block]:
    """The tables of the declarers and of the others; nothing where they would be too long."""
    found: list[Block] = []
    is_auction = any(call is not None for call in outcome.calls)
    for side in sorted(({0, 1} if is_auction else {0}) - untold):
        own = _reduced(replace(outcome, scores={key: scores[side] for key, scores in outcome.scores.items()}))
        cases = prod(len(values) for values in own.axes.values())
        if any(own.scores.values()) and cases <= MOST_CASES:
            found += _Layout(say, own, side).tables()
    rows = sum(len(block.rows) for block in found if isinstance(block, Table))
    return found if rows <= MOST_ROWS else []


class _Layout:
    """Tables of what one side gets: rows by call or case, columns by tricks."""

    def __init__(self, say: Phrases, outcome: _Outcome, side: int) -> None:
        self.say = say
        self.outcome = outcome
        self.side = side
        self.is_auction = any(call is not None for call in outcome.calls)

    def tables(self) -> Iterator[Block]:
        outcome, caption = self.outcome, self._caption()
        cases = list(product(*outcome.axes.values()))
        if len(outcome.columns) == 1:
            header = ("Call", *(self._case(case) or "Points" for case in cases))
            yield Table(header, self._by_case(cases), f"{caption}:")
        elif len(cases) == 1 or all(len(self._grouped(case)) == 1 for case in cases):
            yield Table(self._header(cases), self._rows(cases), f"{caption}:", "trick")
        else:
            for case in cases:
                title = f"{caption} ({self._case(case)}):"
                yield Table(self._header([case]), self._rows([case]), title, "trick")

    def _header(self, cases: list[tuple[Any, ...]]) -> tuple[str, ...]:
        first = "Call" if len(cases) == 1 and self.is_auction else "Case"
        return (
            first if self.is_auction or len(cases) > 1 else "Tricks",
            *(str(k) for k in self.outcome.columns),
        )

    def _caption(self) -> str:
        if not self.is_auction:
            return f"What {'a side' if self.say.ruleset.seating.fixed_partners else 'a player'} gets, by its tricks"
        who = (self.say.declarers, self.say.defenders)[self.side]
        each = " each" if who.plural else ""
        if len(self.outcome.columns) == 1:
            return f"What {who.verb('gets')}{each}"
        winner = "its tricks" if self.side == 0 else f"the tricks of {self.say.declarers}"
        return f"What {who.verb('gets')}{each}, by {winner}"

    def _rows(self, cases: list[tuple[Any, ...]]) -> tuple[tuple[str, ...], ...]:
        rows: list[tuple[str, ...]] = []
        for case in cases:
            for calls, values in self._grouped(case).in_order():
                label = self._label(calls) if len(cases) == 1 else self._case(case)
                rows.append((label, *(number(value) for value in values)))
        return tuple(rows)

    def _by_case(self, cases: list[tuple[Any, ...]]) -> tuple[tuple[str, ...], ...]:
        column = self.outcome.columns[0]
        groups = _Groups()
        for row in range(len(self.outcome.calls)):
            groups.add(row, tuple(self.outcome.scores[case, row, column] for case in cases))
        return tuple((self._label(calls), *map(number, values)) for calls, values in groups.in_order())

    def _grouped(self, case: tuple[Any, ...]) -> _Groups:
        groups = _Groups()
        for row in range(len(self.outcome.calls)):
            groups.add(row, tuple(self.outcome.scores[case, row, k] for k in self.outcome.columns))
        return groups

    def _label(self, rows: list[int]) -> str:
        """Which calls: `2`, `1 to 6`, `any call`."""
        if not self.is_auction:
            return "points"
        calls = self.outcome.calls
        if len(rows) == len(calls) and len(rows) > 1:
            return "any call"
        texts = [self._short(call) for call in (calls[row] for row in rows) if call is not None]
        shared = _beginning(texts)
        if len(texts) > 2 and shared:
            return shared
        run = rows == list(range(rows[0], rows[-1] + 1))
        return f"{texts[0]} to {texts[-1]}" if run and len(rows) > 3 else listed(texts)

    def _short(self, call: Rung) -> str:
        """A call as it is written on a score sheet: `4♠`."""
        trump = call.call.field("trump")
        if trump is None or not trump.is_constant or not isinstance(trump.value, int) or not trump.value:
            return call.text
        index = trump.value.bit_length() - 1
        name, sign = self.say.cards_words.suit(index), self.say.cards_words.sign(index)
        return re.sub(rf"(?<=[0-9]) {re.escape(name)}\Z", sign, call.text) if name != sign else call.text

    def _case(self, case: tuple[Any, ...]) -> str:
        parts = [self._value(name, value) for name, value in zip(self.outcome.axes, case, strict=True)]
        return ", ".join(part for part in parts if part)

    def _value(self, name: str, value: Any) -> str:
        say = self.say
        match name:
            case "alone":
                return f"the declarer {'alone' if value else 'with partner'}"
            case "forced":
                return "forced bid" if value else "free bid"
            case "double":
                return self.say.calls[value].text if value >= 0 else "not doubled"
            case "trump":
                return f"{say.cards_words.sign(value.bit_length() - 1)}"
        return name if value else f"not {name}"


def _beginning(texts: Sequence[str]) -> str:
    """The words with which all texts begin, unless they are only numbers."""
    words: list[str] = []
    for column in zip(*(text.split() for text in texts), strict=False):
        if len(set(column)) > 1:
            break
        words.append(column[0])
    return "" if all(word.isdigit() for word in words) else " ".join(words)


class _Groups:
    """Rows of equal values, in order of their first."""

    def __init__(self) -> None:
        self._groups: dict[tuple[Number, ...], list[int]] = {}

    def add(self, row: int, values: tuple[Number, ...]) -> None:
        self._groups.setdefault(values, []).append(row)

    def in_order(self) -> list[tuple[list[int], tuple[Number, ...]]]:
        return [(rows, values) for values, rows in self._groups.items()]

    def __len__(self) -> int:
        return len(self._groups)
