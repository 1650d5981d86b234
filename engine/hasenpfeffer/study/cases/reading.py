"""Cases as they are written: in a rule file, for its own rules, or in a file of cases that names a ruleset."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from hasenpfeffer.errors import CaseError
from hasenpfeffer.reading.place import whole_file
from hasenpfeffer.reading.tree import Entry, Group, List, Text
from hasenpfeffer.shelf.find import seen_from
from hasenpfeffer.shelf.schema import check_written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hasenpfeffer.reading.diagnostic import Diagnostic, Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Node
    from hasenpfeffer.shelf.family import Read, Written
    from hasenpfeffer.shelf.find import Finder


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing of a script: a seat does something, or all that is legal for it, or what is not."""

    seat: Text
    what: Literal["does", "legal", "illegal"]
    texts: tuple[Text, ...]
    because: str = ""

    @property
    def place(self) -> Place:
        return self.texts[0].place if self.texts else self.seat.place


@dataclass(frozen=True, slots=True)
class Case:
    """One case. `options` are the parameters that it sets, those of its file included."""

    name: str
    place: Place
    options: Mapping[str, str]
    given: tuple[Entry, ...]
    script: tuple[Deed, ...]
    then: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The cases of one file, and the ruleset they are played with, as seen from the working folder.

    `broken` are cases that cannot be read, each with the reason.
    """

    shown: str
    reference: str
    options: Mapping[str, str]
    cases: tuple[Case, ...]
    place: Place
    broken: Mapping[str, tuple[Place, str]] = field(default_factory=dict)


def read_cases(word: str, finder: Finder, read: Read, findings: Findings) -> CaseFile | None:
    """The cases in a file, by its path or the name of a shipped one; None where it cannot be read."""
    found = finder.named(word, whole_file(word), findings)
    written = read(found.path, found.shown, findings) if found else None
    if found is None or written is None:
        return None
    ruleset = written.tree.get("ruleset")
    if isinstance(ruleset, Text):
        if not check_written(written.tree, findings):
            return None
        return _case_file(written, seen_from(ruleset.text, found.path.parent), ruleset.place)
    return _case_file(written, word, whole_file(found.shown))


def problem(place: Place, message: str, finding: Diagnostic | None = None) -> CaseError:
    """What is wrong with a case, with the line where it stands."""
    return CaseError(message, place, finding)


def _case_file(written: Written, reference: str, place: Place) -> CaseFile:
    common = _options(written.tree.get("set"))
    cases: list[Case] = []
    broken: dict[str, tuple[Place, str]] = {}
    for entry in _entries(written.tree.get("cases")):
        try:
            cases.append(_case(entry, common))
        except CaseError as error:
            broken[entry.key.text] = (entry.key.place, str(error))
    return CaseFile(written.shown, reference, common, tuple(cases), place, broken)


def _case(entry: Entry, common: Mapping[str, str]) -> Case:
    body = entry.value
    if not isinstance(body, Group):
        raise problem(entry.key.place, "a case has `given`, `script` and `then`")
    script = body.get("script")
    lines = script.items if isinstance(script, List) else ()
    return Case(
        entry.key.text,
        entry.key.place,
        {**common, **_options(body.get("set"))},
        _entries(body.get("given")),
        tuple(deed for line in lines for deed in _deeds(line)),
        _entries(body.get("then")),
    )


def _deeds(line: Node) -> Iterator[Deed]:
    """What one line of a script says: seats and actions, or what is legal and what is not."""
    if not isinstance(line, Group):
        raise problem(line.place, "a line of a script says a seat and what it does, such as `west: pass`")
    for entry in line:
        if isinstance(entry.value, Text):
            yield Deed(entry.key, "does", (entry.value,))
            continue
        if not isinstance(entry.value, Group):
            raise problem(entry.value.place, f"`{entry.key.text}` does one thing at a time")
        yield from _claims(entry.key, entry.value)


def _claims(seat: Text, claims: Group) -> Iterator[Deed]:
    because = claims.get("because")
    reason = because.text if isinstance(because, Text) else ""
    for entry in claims:
        match entry.key.text:
            case "because":
                pass
            case "legal":
                yield Deed(seat, "legal", _texts(entry.value))
            case "illegal":
                for text in _texts(entry.value):
                    yield Deed(seat, "illegal", (text,), reason)
            case other:
                raise problem(
                    entry.key.place, f"`{other}` is not known here; known are legal, illegal, because"
                )


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Group) else ()


def _texts(node: Node) -> tuple[Text, ...]:
    items = node.items if isinstance(node, List) else (node,)
    for item in items:
        if not isinstance(item, Text):
            raise problem(item.place, "texts are expected here, such as `pass`")
    return tuple(item for item in items if isinstance(item, Text))


def _options(node: Node | None) -> dict[str, str]:
    return {entry.key.text: entry.value.text for entry in _entries(node) if isinstance(entry.value, Text)}
