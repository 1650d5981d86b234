"""Names that are declared or set, and that nothing reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.lang.ast import KEYWORDS
from hasenpfeffer.reading.fixes import meant, meant_text, remove_at
from hasenpfeffer.reading.suggest import asked, nearest
from hasenpfeffer.reading.tree import Group, List, Text, find, has_gaps, is_hole
from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep, MeldStep, MoveCards, PredictStep, TricksStep
from hasenpfeffer.ruleset.unknown import UnknownError, known, known_of
from hasenpfeffer.shelf.build.namespace import split_asked
from hasenpfeffer.shelf.checks.partly import if_known
from hasenpfeffer.shelf.gaps import Gaps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.fixes import Fixes
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Entry, Node
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Call, Option, StepBase
    from hasenpfeffer.shelf.merge import Merged

_DECLARED = {"parameters": "parameter", "terms": "term", "card names": "card name"}
_PROSE = frozenset(["title", "summary", "about", "extends", "remove", "cases", "language", "words"])
_WORD = re.compile(r"[^\W_][\w'’]*|\S")
_BOUND = re.compile(r"\bbut at (least|most)\b")
_READ_BY_PLAY = frozenset(["trump", "alone", "score"])
"""What play itself reads."""
_ANCHORS = frozenset(["do", "before", "after", "above", "below", "go on at"])
"""Keys whose values point at steps and calls, and read nothing."""


def check_names(ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """L902 declared and read by no file · L903 set and read by no file."""
    if not ruleset.playable:
        return
    if not merged.is_whole or merged.lacks_parts:
        raise UnknownError  # what is not there may read anything
    with_gaps = [Gaps(written) for written in merged.files if has_gaps(written.tree)]
    read = names_read(merged)
    faulty = _faulty_lines(merged, findings)
    declared = _declared(merged)
    names = [name for name, _ in known_of(ruleset.terms)]
    names += [parameter.name for parameter in known(ruleset.parameters)]
    names = [name for name in names if name in read]
    others_of = {
        written.shown: [name for name in names if declared.get(name) != written.shown]
        for written in merged.files
    }
    for part, what in _DECLARED.items():
        group = find(merged.tree, (part,))
        for entry in group.entries if isinstance(group, Group) else ():
            name, _ = split_asked(entry.key.text)
            if entry.key.doubtful or name in read or name in _READ_BY_PLAY or _is_told(entry):
                continue
            if ruleset.names.may_be_read(name) or any(name in line for line in faulty):
                continue
            if any(gaps.may_name(name) for gaps in with_gaps):
                continue
            others = others_of.get(entry.key.place.file, names)
            guess = None if findings.is_crowded else nearest(name, others)
            findings.warning(
                "L902",
                f"Nothing reads the {what} `{name}`{asked(guess)}",
                entry.key.place,
                path=f"{part}.{name}",
                help=f"Write `{guess}`" if guess else _how_to_read(what, name),
                fixes=() if findings.is_crowded else _renamed(entry, group, others),
            )
    with if_known(findings):
        if with_gaps:
            raise UnknownError
        _unread_fields(ruleset, merged, read, findings)


def _is_told(entry: Entry) -> bool:
    """Whether there is a finding already that a parameter lacks its type or its default."""
    return isinstance(entry.value, Group) and any(is_hole(part.value) for part in entry.value)


def _declared(merged: Merged) -> dict[str, str]:
    """The names that are declared, each with the file that has the last word on it."""
    groups = [group for part in _DECLARED if isinstance(group := find(merged.tree, (part,)), Group)]
    return {split_asked(entry.key.text)[0]: entry.key.place.file for group in groups for entry in group}


def _how_to_read(what: str, name: str) -> str:
    """What to do with a name that nothing reads: whoever declares it mostly means it to count."""
    if what == "card name":
        return f"Write `{name}` in its place in a line of `ranking` or in a formula, or remove it"
    return f"Use `{name}` in a formula, or remove it"


def _faulty_lines(merged: Merged, findings: Findings) -> list[str]:
    """The lines with formulas of which it cannot be said which names they read."""
    texts = {written.shown: written.source.text.splitlines() for written in merged.files}
    places = [finding.place for finding in findings.items if finding.code in ("S231", "S232")]
    return [
        texts[place.file][place.start.line - 1]
        for place in places
        if place.start.line <= len(texts.get(place.file, ()))
    ]


def _renamed(entry: Entry, group: Node | None, others: Iterable[str]) -> Fixes:
    """The name of a base that a patch probably meant to write."""
    theirs = [
        other.key.text for other in (group if isinstance(group, Group) else ()) if other.key.text in others
    ]
    return meant_text(entry.key, theirs)


def names_read(merged: Merged) -> frozenset[str]:
    """Every name that stands in a formula of any of the files."""
    found: set[str] = set()
    for written in merged.files:
        for entry in written.tree:
            if entry.key.text not in _PROSE:
                found.update(names_in(entry.value, (entry.key.text,)))
    return frozenset(found)


def _unread_fields(ruleset: Ruleset, merged: Merged, read: frozenset[str], findings: Findings) -> None:
    """L903: calls, options and steps that say something which nobody asks for."""
    told = {*ruleset.terms, *ruleset.counters, *_READ_BY_PLAY}
    for step in ruleset.steps:
        for name, place in _set_by(step, merged):
            if (
                name in ruleset.names.unclear
                or ruleset.names.may_be_read(name)
                or name in read
                or name in told
            ):
                continue
            told.add(name)
            guess = nearest(name, [*ruleset.terms])
            said = f"`{name}` is set in `{step.name}`, and nothing reads it"
            if name == step.name:
                said = f"Nothing reads what is chosen in `{name}`"
            findings.warning(
                "L903",
                f"{said}{asked(guess)}",
                place,
                path=f"steps.{step.name}",
                help=f"Write `{guess}`" if guess else f"Use `{name}` in a formula, or remove it",
                fixes=_field_fixes(name, place, step, ruleset, merged),
            )


def _field_fixes(name: str, place: Place, step: StepBase, ruleset: Ruleset, merged: Merged) -> Fixes:
    """The term that was meant, or else the field taken out; what a whole step is for is not taken out."""
    if name == step.name:
        return ()
    return meant(place, name, ruleset.terms) or remove_at((file.tree for file in merged.files), place)


def _set_by(step: StepBase, merged: Merged) -> Iterator[tuple[str, Place]]:
    """The names that a step gives a value to, and where."""
    match step:
        case AuctionStep():
            for call in step.calls:
                yield from _fields(call, (step.name, "calls", call.family), merged)
            yield from ((change.name, change.place) for change in step.all_pass.sets)
        case ChooseStep():
            for option in step.options:
                yield from _fields(option, (step.name, "from", option.name), merged)
            if not any(option.fields or option.at for option in step.options):
                yield step.name, step.place
        case PredictStep():
            yield step.name, step.place
        case MoveCards() | MeldStep():
            yield from ((change.name, change.place) for change in step.sets)
        case TricksStep():
            changes = [part.sets for part in step.after_each] + [part.sets for part in step.during]
            yield from ((change.name, change.place) for sets in changes for change in sets)


def _fields(giver: Call | Option, path: tuple[str, ...], merged: Merged) -> Iterator[tuple[str, Place]]:
    group = find(merged.tree, ("steps", *path))
    for name, _ in giver.fields:
        entry = group.entry(name) if isinstance(group, Group) else None
        yield name, entry.key.place if entry else giver.place


def names_in(node: Node, path: tuple[str, ...]) -> Iterator[str]:
    """The names in the formulas at a path, as they are written."""
    match node:
        case Text():
            yield from _names(node.text)
        case List():
            for item in node.items:
                yield from names_in(item, path)
        case Group():
            for entry in node:
                key = entry.key.text
                if key in _PROSE or key in _ANCHORS:
                    continue
                if _is_formula(path):
                    yield from _names(key)
                yield from names_in(entry.value, (*path, key))


def _is_formula(path: tuple[str, ...]) -> bool:
    """Whether the keys of a group at this path are formulas: cards with their values, and who shares."""
    return path[0] == "values" or path[-1] in ("cards of no suit", "who") or "by" in path


def _names(text: str) -> Iterator[str]:
    """The names in a formula: the longest runs of words of which none is a word of the language."""
    run: list[str] = []
    for word in [*_WORD.findall(_BOUND.sub("but", text)), "of"]:
        if word in KEYWORDS or not word[0].isalnum():
            if run:
                yield " ".join(run)
            run = []
        else:
            run.append(word)
