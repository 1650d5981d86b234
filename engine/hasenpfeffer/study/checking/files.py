"""The files and words that findings point at, and rulesets loaded with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cards import fold
from hasenpfeffer.reading.diagnostic import Diagnostic, Findings, Related
from hasenpfeffer.reading.place import Place, Position
from hasenpfeffer.reading.tree import Group, find
from hasenpfeffer.shelf.family import Reader
from hasenpfeffer.study.checking.origins import with_origins
from hasenpfeffer.study.loading import load_sound

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Mapping

    from hasenpfeffer.reading.tree import Path
    from hasenpfeffer.shelf.family import Read, Written
    from hasenpfeffer.shelf.find import Finder
    from hasenpfeffer.shelf.load import Loaded
    from hasenpfeffer.shelf.merge import Merged

COMMAND_LINE: Final = "command line"
"""The file name under which findings show what was typed."""


class Files(Reader):
    """Rule files as they are read, each once, and what was typed: all that findings may point at."""

    def __init__(self) -> None:
        super().__init__()
        self.typed: dict[str, str] = {}

    @property
    def texts(self) -> dict[str, str]:
        """The text of each by the name it is shown under."""
        return self.typed | {shown: source.text for shown, source in self.sources.items()}

    def instead(self, trees: Mapping[str, Group]) -> Read:
        """Reads the same files, with other trees in some, by the names they are shown under."""

        def read(path: pathlib.Path, shown: str, findings: Findings) -> Written | None:
            written = self(path, shown, findings)
            is_other = written is not None and shown in trees
            return replace(written, tree=trees[shown]) if written is not None and is_other else written

        return read


def load(reference: str, options: Mapping[str, str], files: Files, *, finder: Finder | None = None) -> Loaded:
    """What came of a reference with parameters, with findings about what was asked shown there."""
    loaded = load_sound(reference, options, read=files, finder=finder)
    files.typed[reference] = reference
    files.typed[COMMAND_LINE] = "\n".join(_typed(*option) for option in options.items())
    findings = Findings()
    for finding in loaded.findings.items:
        findings.add(with_origins(_on_command_line(finding, loaded.merged, options), loaded.merged))
    return replace(loaded, findings=findings)


def default_path(merged: Merged | None, name: str) -> Path | None:
    """The path of a parameter's default in the resolved tree, by the parameter's name on the command line."""
    if merged is None:
        return None
    if fold(name) == "seats":
        return ("players", "seats", "default")
    declared = merged.tree.get("parameters")
    known = declared.keys() if isinstance(declared, Group) else ()
    found = next((key for key in known if fold(key) == fold(name)), None)
    return ("parameters", found, "default") if found is not None else None


def _on_command_line(finding: Diagnostic, merged: Merged | None, options: Mapping[str, str]) -> Diagnostic:
    """A finding about what `--set` says, moved from the rule file to where it was typed."""
    for line, (name, value) in enumerate(options.items(), start=1):
        typed = _typed(name, value)
        if finding.code == "S224" and f"`{name}`" in finding.message:
            start = typed.index(name)
            return replace(finding, place=_in_typed(line, start, start + len(name)))
        declared = _default(merged, name)
        if declared is not None and finding.place == declared:
            start = len(typed) - len(value)
            related = (Related("the parameter's default", declared), *finding.related)
            return replace(finding, place=_in_typed(line, start, len(typed)), related=related)
    return finding


def _typed(name: str, value: str) -> str:
    return f"--set {name}={value}"


def _in_typed(line: int, start: int, end: int) -> Place:
    return Place(COMMAND_LINE, Position(line, start + 1, start), Position(line, end + 1, end))


def _default(merged: Merged | None, name: str) -> Place | None:
    """Where the default stands of a parameter, by its name on the command line."""
    path = default_path(merged, name)
    node = find(merged.tree, path) if merged is not None and path is not None else None
    return node.place if node is not None else None
