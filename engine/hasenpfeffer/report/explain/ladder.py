"""The calls of an auction from low to high: which of them can ever be made, and what each says."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.report.document import Bullets, Item, Paragraph, Table
from hasenpfeffer.report.english import capital, counted_in_words, listed, number, sentence
from hasenpfeffer.report.explain.factors import counted, is_called_factor
from hasenpfeffer.report.explain.given import calls_that_mean
from hasenpfeffer.report.explain.say_numbers import in_a_row

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.explain.imagine import Imagination
    from hasenpfeffer.report.explain.phrases import Phrases
    from hasenpfeffer.ruleset.steps import AuctionStep, Call

MOST_ROWS: Final = 14
"""A longer ladder is shown by families of calls."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One call that can be made; `index` counts all calls of the ruleset."""

    call: Call
    index: int

    @property
    def text(self) -> str:
        return self.call.text

    @property
    def alone(self) -> bool:
        return self.call.alone is not None and self.call.alone.is_constant and bool(self.call.alone.value)


def rungs(step: AuctionStep, imagination: Imagination) -> list[Rung]:
    """The bids of one auction from low to high; those that `allowed` never lets through are left out."""
    first = (
        next(i for i, call in enumerate(imagination.rules.calls) if call in step.calls) if step.calls else 0
    )
    found = [
        Rung(call, first + position) for position, call in enumerate(step.calls) if call.height is not None
    ]
    found = [rung for rung in found if _is_ever(step, rung, imagination)]
    return sorted(found, key=lambda rung: rung.call.height or (0, 0))


def _is_ever(step: AuctionStep, rung: Rung, imagination: Imagination) -> bool:
    for condition in (step.allowed, rung.call.condition):
        if condition is not None and condition.is_constant and not condition.value:
            return False
    return step.allowed is None or imagination.holds(step.allowed, rung.index) is not False


def doubles(step: AuctionStep) -> list[Call]:
    return [call for call in step.calls if call.over]


def _heading(step: AuctionStep) -> str:
    """Where the first call ends it, no call is higher than another."""
    return "the calls" if step.ends.how == "first bid" else "the calls, from low to high"


def ladder_blocks(say: Phrases, step: AuctionStep, ladder: list[Rung]) -> list[Block]:
    """The calls as a table, and what is said over a standing bid."""
    blocks: list[Block] = []
    if ladder:
        rows = _rows(say, step, ladder)
        if len(rows) == 1 and len(ladder) == 1:
            if rows[0][1] and not _only_notes_itself(ladder[0].call):
                blocks.append(Bullets((Item(sentence(rows[0][1]), capital(rows[0][0])),)))
        elif any(row[1] for row in rows):
            rows = [(call, says or "nothing more") for call, says in _rows(say, step, ladder, fully=True)]
            blocks.append(Table(("Call", "What it says"), tuple(rows), capital(f"{_heading(step)}:")))
        else:
            blocks.append(Paragraph(sentence(f"{_heading(step)}: {listed([row[0] for row in rows])}")))
    items = tuple(Item(_double(say, call), capital(call.text)) for call in doubles(step))
    if items:
        blocks.append(Bullets(items))
    return blocks


def _only_notes_itself(call: Call) -> bool:
    """Whether a call says no more than that it was made."""
    return all(value.type.kind is Kind.YESNO and value.value is True for _, value in call.fields)


def _rows(
    say: Phrases, step: AuctionStep, ladder: list[Rung], *, fully: bool = False
) -> list[tuple[str, str]]:
    """A row for each height; a row for each family where that would be too many."""
    heights: dict[tuple[int, str], list[Rung]] = {}
    level = _is_level(ladder)
    for place, rung in enumerate(ladder):
        assert rung.call.height is not None
        key = (rung.call.height[0], rung.call.family) if level else (place, "")
        heights.setdefault(key, []).append(rung)
    if len(heights) <= MOST_ROWS and step.ends.how != "first bid":
        rows: list[tuple[str, str]] = []
        before: tuple[int, int] | None = None
        for group in heights.values():
            height = group[0].call.height
            says = _shared(say, group, fully)
            rows.append(
                (_calls(say, group), f"{says}, as high as the row above" if height == before else says)
            )
            before = height
        return rows
    families: dict[str, list[Rung]] = {}
    for rung in ladder:
        families.setdefault(rung.call.family, []).append(rung)
    return [(_calls(say, group), _shared(say, group, fully)) for group in families.values()]


def _is_level(ladder: list[Rung]) -> bool:
    """Are calls of one number equally high, by a field that says the height?"""
    seen: set[tuple[int, int]] = set()
    for rung in ladder:
        assert rung.call.height is not None
        if rung.call.height in seen:
            return True
        seen.add(rung.call.height)
    return False


def _calls(say: Phrases, group: list[Rung]) -> str:
    """How several calls are said, in short."""
    texts = [rung.text for rung in group]
    if len(group) < 3:
        return listed(texts, "or")
    numbers = [int(text) for text in texts if text.isdigit()]
    if len(numbers) == len(texts):
        values: list[int | Fraction] = list(numbers)
        return in_a_row(values) if len(values) > 3 else listed(texts)
    crossed = _crossed(say, group)
    return crossed or (listed(texts, "or") if len(texts) < 12 else ", ".join(texts))


def _crossed(say: Phrases, group: list[Rung]) -> str:
    """`1 to 7 with clubs, diamonds, hearts, spades or no trump`, where every combination is there."""
    fields = [name for name, _ in group[0].call.fields]
    choices: dict[str, list[str]] = {name: [] for name in fields}
    for rung in group:
        for name, value in rung.call.fields:
            text = _plain_value(say, value)
            if name in choices and text not in choices[name]:
                choices[name].append(text)
    varied = {name: values for name, values in choices.items() if len(values) > 1}
    total = 1
    for values in varied.values():
        total *= len(values)
    if total != len(group) or not varied:
        return ""
    parts = []
    for values in varied.values():
        if all(value.isdigit() for value in values):
            numbers: list[int | Fraction] = [int(value) for value in values]
            parts.append(in_a_row(numbers))
        else:
            parts.append(listed(values, "or"))
    first = " ".join(values[0] for values in varied.values())
    said_before = group[0].text.removesuffix(first).strip()
    return " in ".join([*([said_before] if said_before else []), *parts])


def _plain_value(say: Phrases, value: Typed) -> str:
    if value.is_constant and value.type.kind is Kind.SUITS and isinstance(value.value, int):
        return say.cards_words.suits(value.value, "or")
    if value.is_constant and isinstance(value.value, (int, Fraction)) and not isinstance(value.value, bool):
        return str(value.value)
    return say.said(value)


def _shared(say: Phrases, group: list[Rung], fully: bool) -> str:
    """What all calls of a row say; what can be heard in the call only where nothing else is said, and `fully`."""
    first = group[0].call
    parts, heard = [], []
    for name, value in first.fields:
        if _is_idle(say, first, name):
            continue
        unit = _unit(say, name)
        if any(rung.call.field(name) != value for rung in group):
            parts.append("names the trumps" if name == "trump" else f"so many {unit}s" if unit else "")
        elif len(group) == 1 and not unit and _is_heard(first, name, value):
            heard.append(field_in_words(say, name, value))
        else:
            parts.append(field_in_words(say, name, value))
    if group[0].alone:
        parts.append("played alone")
    elif first.alone is not None and not first.alone.is_constant:
        parts.append(f"played alone if {say.condition(first.alone)}")
    parts = [part for part in parts if part] or (heard if fully else [])
    only = _only_if(say, group)
    if only.startswith("only if ") and not parts:
        only = f"may be said {only}"
    return ", ".join([*parts, *([only] if only else [])])


def _is_idle(say: Phrases, call: Call, name: str) -> bool:
    """Does a number of a call only tell its height, because the call replaces every value that reads it?"""
    value = call.field(name)
    if value is None or value.type.kind is not Kind.NUMBER:
        return False
    readers = [one for one, term in say.ruleset.terms.items() if _reads(term.body, name)]
    lines = (
        part for line in say.ruleset.scoring for part in (line.condition, line.amount) if part is not None
    )
    return bool(readers) and all(map(call.field, readers)) and not any(_reads(part, name) for part in lines)


def _reads(formula: Typed, name: str) -> bool:
    return any(node.op in ("setting", "term") and node.value == name for node in formula.walk())


def _only_if(say: Phrases, group: list[Rung]) -> str:
    """The condition of a row of calls; one that differs by suit is told as the suits it leaves open."""
    conditions = [None if rung.call.condition is None else say.simple(rung.call.condition) for rung in group]
    first = conditions[0]
    if first is None or first.is_constant:
        return ""
    if all(condition == first for condition in conditions):
        clause = say.condition(first)
        standing = clause.removeprefix("the call is ")
        return (
            f"only over {standing}" if standing != clause and " and " not in clause else f"only if {clause}"
        )
    if first.op == "meets" and all(
        one and one.op == "meets" and one.args[1] == first.args[1] for one in conditions
    ):
        return say.suit(first.args[1])
    return ""


def _is_heard(call: Call, name: str, value: Typed) -> bool:
    return value.is_constant and value.type.kind is Kind.NUMBER and str(value.value) in call.text.split()


def field_in_words(say: Phrases, name: str, value: Typed) -> str:
    """What a field of a call or option says: `six tricks`, `stakes 2`, `made if …`."""
    value = say.simple(value)
    if value.is_constant and isinstance(value.value, (int, Fraction)) and is_called_factor(say, name):
        return counted(value.value)
    if say.is_explained(name) and not calls_that_mean(say.ruleset, name):
        say.mention(name)
    if value.type.kind is Kind.NUMBER and value.is_constant:
        assert isinstance(value.value, (int, Fraction))
        unit = _unit(say, name)
        if unit and isinstance(value.value, int):
            return counted_in_words(value.value, unit)
        return f"{name} {number(value.value)}"
    if value.type.kind is Kind.YESNO:
        if value.is_constant:
            return name if value.value else f"not {name}"
        return f"{name} if {say.condition(value)}"
    if name == "trump":
        if value.is_constant and value.type.kind is Kind.SUITS and isinstance(value.value, int):
            strain = value.value >> len(say.ruleset.pack.suits)
            names = say.cards_words.suits(value.value, "or")
            return f"played as {names}" if strain else f"trumps are {names}"
        return f"trumps are {say.suit(value)}"
    return f"{name}: {say.said(value)}"


def _unit(say: Phrases, name: str) -> str:
    """`trick`, where the rules compare tricks with this number."""
    for term in say.ruleset.terms.values():
        for node in term.body.walk():
            if (
                node.op not in ("at_least", "at_most", "more", "less", "equal", "unequal")
                or len(node.args) != 2
            ):
                continue
            a, b = node.args
            if b.op == "setting" and b.value == name and a.op == "lookup" and a.value == "tricks":
                return "trick"
    return ""


def _double(say: Phrases, call: Call) -> str:
    who = "the opponents of the standing bid" if call.over == "opponents" else "the side of the standing bid"
    fields = listed([field_in_words(say, name, value) for name, value in call.fields])
    when = f", if {say.condition(call.condition)}" if call.condition is not None else ""
    return sentence(f"may be said by {who}{when}" + (f"; then {fields}" if fields else ""))
