"""The text of a new variant: what it extends, and the base's own settings as comments, ready to be changed."""

from __future__ import annotations

import re
import shlex
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.place import whole_file
from hasenpfeffer.reading.tree import Entry, Group, List, Text, find
from hasenpfeffer.report.editor.kept import path_for
from hasenpfeffer.report.english import listed
from hasenpfeffer.report.noted import noted
from hasenpfeffer.report.yaml_text import as_yaml, on_one_line
from hasenpfeffer.shelf.keys import describe

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hasenpfeffer.reading.tree import Node, Path
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.merge import Merged

_WIDEST: Final = 110
_ABOUT_AT: Final = 44
_LONGEST: Final = 72
"""Columns of a setting that is offered; longer ones are left to the base."""
_SHORTEST: Final = 16
"""Columns that a note needs; where there are fewer, there is none."""
_MOST_CALLS: Final = 8
_STEP: Final = "  "

_OF_AUCTIONS: Final = ("opens", "allowed", "may equal", "after a pass", "ends", "all pass")
_OF_OTHER_STEPS: Final = {"deal": ("packets",), "choose": ("from",), "tricks": ("leader", "follow")}
_OF_LINES: Final = ("if", "gets", "loses")
_OF_GAMES: Final = ("wins", "loses", "first out", "over", "best", "ties", "next dealer", "after a redeal")


@dataclass(frozen=True, slots=True)
class Base:
    """What a variant is made from. `extends` are the words to write; `texts` the base's files, as shown."""

    ruleset: Ruleset
    merged: Merged
    extends: tuple[str, ...]
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Knob:
    """One setting of the base that a variant may change, and what it is."""

    path: Path
    value: Node
    about: str


def starter(base: Base, name: str, title: str, parameters: Mapping[str, str]) -> str:
    """The text of a file of this name, such as `house.yaml`; `parameters` are already decided."""
    blocks = [_head(base, name, title)]
    if parameters:
        blocks.append(_decided(parameters))
    left = [knob for knob in knobs(base) if knob.path[0] != "parameters" or knob.path[1] not in parameters]
    for section in dict.fromkeys(knob.path[0] for knob in left):
        lines = _commented([knob for knob in left if knob.path[0] == section])
        if section == "parameters" and parameters:
            blocks[-1] += "\n".join(lines[1:]) + "\n"
        else:
            blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def knobs(base: Base) -> tuple[Knob, ...]:
    """The settings that house rules change most, with the values that they have."""
    found = [*_parameters(base), *_terms(base), *_steps(base), *_scoring(base), *_game(base)]
    return tuple(knob for knob in found if _fits(knob))


# --- the head of the file


def _head(base: Base, name: str, title: str) -> str:
    place = whole_file("")
    schema = path_for(name)
    names = listed(base.extends)
    note = (
        f"House rules on {names}. What this file does not say is as it is there. The lines below that begin "
        'with "# " are settings with the values that they have now: to change one, take the "# " away from '
        "its line and from the headings it stands under, and write another value."
    )
    extends: Node = List(tuple(Text(word, place) for word in base.extends), place)
    if len(base.extends) == 1:
        extends = Text(base.extends[0], place)
    head: dict[str, Node] = {
        "language": Text("1", place),
        "title": Text(title, place, quoted=True),
        "summary": Text(f"{base.ruleset.title} with house rules of our own.", place, quoted=True),
        "extends": extends,
    }
    entries = tuple(Entry(Text(key, place), value) for key, value in head.items())
    lines = [
        f"# yaml-language-server: $schema={schema}",
        "# Editors check and complete from it. After a change of `extends`, in this folder:",
        f"#   hasenpfeffer schema --for {shlex.quote(name)} --write {schema.parent}",
        "#",
        *_prose(note),
    ]
    return "\n".join(lines) + "\n" + as_yaml(Group(entries, place)).replace("\n\n", "\n")


def _prose(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(text, _WIDEST - 20, break_on_hyphens=False)]


def _decided(parameters: Mapping[str, str]) -> str:
    place = whole_file("")
    entries = tuple(Entry(Text(name, place), Text(value, place)) for name, value in parameters.items())
    return (
        as_yaml(Group((Entry(Text("parameters", place), Group(entries, place)),), place)) if entries else ""
    )


# --- knobs


def _parameters(base: Base) -> Iterator[Knob]:
    declared = base.merged.tree.get("parameters")
    for parameter in base.ruleset.parameters:
        if isinstance(declared, Group) and declared.get(parameter.name) is not None:
            about = f"{parameter.choices}: {parameter.about}" if parameter.choices else parameter.about
            yield Knob(("parameters", parameter.name), Text(parameter.value, parameter.place), about)


def _terms(base: Base) -> Iterator[Knob]:
    for entry in _entries(base, ("terms",)):
        if isinstance(entry.value, Text):
            yield _knob(base, ("terms", entry.key.text), entry.value)


def _steps(base: Base) -> Iterator[Knob]:
    for step in _entries(base, ("steps",)):
        if not isinstance(step.value, Group):
            continue
        path, kind = ("steps", step.key.text), step.value.get("do")
        word = kind.text if isinstance(kind, Text) else ""
        if word == "auction":
            yield from _some(base, path, step.value, _OF_AUCTIONS, word)
            calls = step.value.get("calls")
            for call in calls.entries[:_MOST_CALLS] if isinstance(calls, Group) else ():
                yield _knob(base, (*path, "calls", call.key.text), call.value)
        else:
            yield from _some(base, path, step.value, _OF_OTHER_STEPS.get(word, ()), word)


def _scoring(base: Base) -> Iterator[Knob]:
    for line in _entries(base, ("scoring",)):
        if isinstance(line.value, Group):
            yield from _some(base, ("scoring", line.key.text), line.value, _OF_LINES)


def _game(base: Base) -> Iterator[Knob]:
    game = base.merged.tree.get("game")
    if isinstance(game, Group):
        yield from _some(base, ("game",), game, _OF_GAMES)


def _some(base: Base, path: Path, group: Group, keys: Sequence[str], kind: str = "") -> Iterator[Knob]:
    for entry in group:
        if entry.key.text in keys:
            yield _knob(base, (*path, entry.key.text), entry.value, kind)


def _entries(base: Base, path: Path) -> tuple[Entry, ...]:
    group = find(base.merged.tree, path)
    return group.entries if isinstance(group, Group) else ()


def _knob(base: Base, path: Path, value: Node, kind: str = "") -> Knob:
    """A setting with what its writer noted beside it, else with what the language says of such a setting."""
    origins = base.merged.origins.get(path, ())
    about = noted(base.texts, origins[0] if origins else value.place, value)
    if not about:
        key = describe(path, kind or None)
        about = _first_clause(key.description) if key is not None and path[0] != "terms" else ""
    return Knob(path, value, about)


def _first_clause(text: str) -> str:
    """What a description begins with, as a note: `who speaks first`."""
    clause = re.split(r"[.;:](?:\s|$)", text, maxsplit=1)[0].replace("`", "")
    return clause[:1].lower() + clause[1:]


def _fits(knob: Knob) -> bool:
    return len(_setting(knob)) <= _LONGEST and "\n" not in _setting(knob)


def _setting(knob: Knob) -> str:
    """The line of a setting, without what stands above it."""
    key = on_one_line(Text(knob.path[-1], knob.value.place))
    return f"{_STEP * (len(knob.path) - 1)}{key}: {on_one_line(knob.value)}"


def _commented(knobs: Sequence[Knob]) -> list[str]:
    """Settings of one section under their headings, as comments."""
    lines: list[str] = []
    above: Path = ()
    for knob in knobs:
        for depth, key in enumerate(knob.path[:-1]):
            if above[: depth + 1] != knob.path[: depth + 1]:
                lines.append(f"# {_STEP * depth}{on_one_line(Text(key, knob.value.place))}:")
                above = knob.path[: depth + 1]
        above = knob.path[:-1]
        lines.append(_with_about(f"# {_setting(knob)}", knob.about))
    return lines


def _with_about(line: str, about: str) -> str:
    if not about:
        return line
    head = f"{line:<{_ABOUT_AT}}  # "
    room = _WIDEST - len(head)
    return line if room < _SHORTEST else head + textwrap.shorten(about, room, placeholder=" …")
