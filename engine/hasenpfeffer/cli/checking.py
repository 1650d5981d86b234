"""Every finding of every target: read, held against the schema, merged, built, and tried out in deals."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.rulesets import Files, load
from hasenpfeffer.errors import UnsupportedError
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.place import Place, whole_file
from hasenpfeffer.reading.source import LONGEST_FILE, load_source, source_from_bytes
from hasenpfeffer.reading.tree import Group, Text
from hasenpfeffer.report.english import capital
from hasenpfeffer.report.findings import FileFacts
from hasenpfeffer.shelf.find import Finder, Found, seen_from
from hasenpfeffer.shelf.schema import check_written
from hasenpfeffer.study.cases.names import unknown_names
from hasenpfeffer.study.cases.reading import read_cases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from hasenpfeffer.cli.targets import Target
    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.family import Written
    from hasenpfeffer.shelf.load import Loaded

STDIN_NAME: Final = "<stdin>"

_NOT_THERE: Final = frozenset({"Y103", "S208"})
"""Files that are missing, cannot be read, or are of a newer version of the language."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one target: `loaded` for a ruleset, `cases` is their number in a file of cases."""

    name: str
    findings: tuple[Diagnostic, ...]
    written: Written | None = None
    loaded: Loaded | None = None
    cases: int = 0
    deals: int = 0

    @property
    def is_clean(self) -> bool:
        return all(finding.severity == "hint" for finding in self.findings)


class Checker:
    """Checks targets one after the other; each file is read once. `findings` has all of them together."""

    def __init__(
        self, options: Mapping[str, str], *, deals: int = 0, seed: int = 0, files: Files | None = None
    ) -> None:
        self.files = files or Files()
        self.findings = Findings()
        self.is_missing = False
        self._options = options
        self._deals = deals
        self._seed = seed
        self._shown: dict[str, FileFacts] = {}
        self._of_cases: dict[tuple[str, tuple[tuple[str, str], ...]], Loaded] = {}

    def check(self, target: Target) -> Checked:
        """Every finding of one target."""
        match target.kind:
            case "file":
                checked = self._check_file(target.word, Finder())
            case "stdin":
                checked = self._check_file(target.word, _StdinFinder(self._read_stdin))
            case "reference":
                checked = self._check_reference(target.word)
        for finding in checked.findings:
            self.findings.add(finding)
        self.is_missing = self.is_missing or any(map(self._says_missing, checked.findings))
        return checked

    @property
    def facts(self) -> tuple[FileFacts, ...]:
        """What was checked, and which other files findings point at."""
        for finding in self.findings.items:
            source = self.files.sources.get(finding.place.file)
            if source is not None:
                self._shown.setdefault(source.file, _facts(source, ()))
        return tuple(self._shown.values())

    def _says_missing(self, finding: Diagnostic) -> bool:
        asked = finding.code == "X302" and finding.place.file not in self.files.sources
        return asked or finding.code in _NOT_THERE

    def _check_file(self, word: str, finder: Finder) -> Checked:
        findings = Findings()
        if not finder.exists(word):
            load_source(Path(word), word, findings)
            return Checked(word, findings.items)
        found = finder.named(word, whole_file(word), findings)
        written = self.files(found.path, found.shown, findings) if found else None
        if found is None or written is None:
            return Checked(word, findings.items)
        self._shown[found.shown] = _facts(written.source, written.bases)
        ruleset = written.tree.get("ruleset")
        if isinstance(ruleset, Text):
            check_written(written.tree, findings)
            self._load_for_cases(ruleset, written, found, findings)
            self._name_check(word, finder, findings)
            cases = written.tree.get("cases")
            number = len(cases.entries) if isinstance(cases, Group) else 0
            return Checked(found.shown, findings.items, written, cases=number)
        loaded = load(word, self._options, self.files, finder=finder)
        if loaded.merged is None:
            check_written(written.tree, findings)
        _add_others(loaded.findings.items, findings)
        if loaded.ruleset is not None:
            self._of_cases[word, tuple(sorted(self._options.items()))] = loaded
            self._name_check(word, finder, findings)
        return self._tried(Checked(found.shown, findings.items, written, loaded))

    def _check_reference(self, reference: str) -> Checked:
        loaded = load(reference, self._options, self.files)
        return self._tried(Checked(reference, loaded.findings.items, None, loaded))

    def _tried(self, checked: Checked) -> Checked:
        """Plays a few deals by a ruleset that has no errors."""
        ruleset = checked.loaded.ruleset if checked.loaded else None
        if ruleset is None or not ruleset.playable or any(map(_is_error, checked.findings)):
            return checked
        findings = Findings()
        deals = self._deals if _try_out(ruleset, self._deals, self._seed, findings) else 0
        return replace(checked, findings=(*checked.findings, *findings.items), deals=deals)

    def _load_for_cases(self, ruleset: Text, written: Written, found: Found, findings: Findings) -> None:
        """Findings of the ruleset that cases are played with; those about its name stand at `ruleset`."""
        reference = seen_from(ruleset.text, found.path.parent)
        for options in _option_sets(written.tree):
            key = (reference, tuple(sorted(options.items())))
            if key not in self._of_cases:
                self._of_cases[key] = load(reference, options, self.files)
            for finding in self._of_cases[key].findings.items:
                if finding.place.file == reference and reference not in self.files.sources:
                    finding = replace(finding, place=ruleset.place, path="ruleset")
                findings.add(finding)

    def _name_check(self, word: str, finder: Finder, findings: Findings) -> None:
        """S230 for whatever the cases of a file name that their rules do not know."""
        file = None if findings.has_errors else read_cases(word, finder, self.files, Findings())
        if file is None:
            return
        for case in file.cases:
            options = case.options or self._options
            key = (file.reference, tuple(sorted(options.items())))
            if key not in self._of_cases:
                self._of_cases[key] = load(file.reference, options, self.files, finder=finder)
            ruleset = self._of_cases[key].ruleset
            for error in unknown_names(ruleset, case) if ruleset is not None else ():
                if error.place is not None:
                    findings.error("S230", capital(error.plain), error.place, path=f"cases.{case.name}")

    def _read_stdin(self, path: Path) -> None:
        findings = Findings()
        data = b"" if sys.stdin is None else sys.stdin.buffer.read(LONGEST_FILE + 1)
        source = source_from_bytes(data, STDIN_NAME, findings)
        self.files.give(path, STDIN_NAME, source, findings)


class _StdinFinder(Finder):
    """Finds what comes on standard input as if it were a file in the working folder."""

    def __init__(self, read: Callable[[Path], None]) -> None:
        super().__init__()
        self._found = Found(STDIN_NAME, self.working / STDIN_NAME, STDIN_NAME)
        read(self._found.path)

    def exists(self, path: str) -> bool:
        return True

    def named(self, word: str, place: Place, findings: Findings, games: tuple[str, ...] = ()) -> Found | None:
        return self._found


def _add_others(items: Iterable[Diagnostic], findings: Findings) -> None:
    """Adds findings, but for those that only follow from one at the same place."""
    known = {item.place for item in findings.items if item.severity == "error"}
    for item in items:
        if item.place not in known:
            findings.add(item)


def _try_out(ruleset: Ruleset, deals: int, seed: int, findings: Findings) -> bool:
    """Whether trial deals were played; findings say what went wrong in them."""
    if deals == 0:
        return False
    from hasenpfeffer.study.trials import run_trials

    try:
        return run_trials(ruleset, deals, seed, findings) > 0
    except UnsupportedError:
        return False


def _is_error(finding: Diagnostic) -> bool:
    return finding.severity == "error"


def _facts(source: Source, bases: tuple[str, ...]) -> FileFacts:
    return FileFacts(source.file, source.sha256, bases, source.had_bom)


def _option_sets(tree: Group) -> list[dict[str, str]]:
    """The parameters that a file of cases sets: for all of them, and for each case with some of its own."""
    common = _texts(tree.get("set"))
    cases = tree.get("cases")
    own = [_texts(case.get("set")) for case in _groups(cases)]
    return [common, *({**common, **options} for options in own if options)]


def _groups(node: object) -> list[Group]:
    entries = node.entries if isinstance(node, Group) else ()
    return [entry.value for entry in entries if isinstance(entry.value, Group)]


def _texts(node: object) -> dict[str, str]:
    if not isinstance(node, Group):
        return {}
    return {entry.key.text: entry.value.text for entry in node if isinstance(entry.value, Text)}
