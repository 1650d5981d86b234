"""Every finding of every target: read, held against the schema, merged, built, and tried out in deals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hasenpfeffer.errors import UnsupportedError
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.place import whole_file
from hasenpfeffer.reading.source import load_source, source_from_bytes
from hasenpfeffer.reading.tree import Group, Text
from hasenpfeffer.shelf.find import Finder
from hasenpfeffer.shelf.schema import check_written
from hasenpfeffer.study.checking import SEED, TRIALS
from hasenpfeffer.study.checking.causes import at_causes
from hasenpfeffer.study.checking.files import Files, load
from hasenpfeffer.study.checking.ignores import Ignored, Ignores, without_ignored
from hasenpfeffer.study.checking.origins import with_origins
from hasenpfeffer.study.loading import load_sound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.family import Written
    from hasenpfeffer.shelf.find import Found
    from hasenpfeffer.shelf.load import Loaded
    from hasenpfeffer.study.checking.cases import CaseChecker
    from hasenpfeffer.study.checking.targets import Target

_NOT_THERE: Final = frozenset({"Y103", "S208"})
"""Files that are missing, cannot be read, or are of a newer version of the language."""


_ONLY_WITHOUT_ERRORS: Final = 2
"""Checks that need a ruleset without any error: the place of each card in every contract, and trial deals."""

_OF_SOUND_RULES: Final = frozenset({"T603"})
"""What is only looked for in a ruleset without any error, beside what trial deals bring."""


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """What is said of a file that was read."""

    path: str
    sha256: str
    extends: tuple[str, ...] = ()
    had_bom: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one target: `loaded` for a ruleset, `cases` is their number in a file of cases.

    `played` is how many cases were played, `deals` how many trial deals. `ignored` are findings that comments in
    their files let stand; they are not among the others.
    """

    name: str
    findings: tuple[Diagnostic, ...]
    written: Written | None = None
    loaded: Loaded | None = None
    cases: int = 0
    played: int = 0
    deals: int = 0
    not_run: int = 0
    """Checks that errors kept from being run."""
    ignored: tuple[Ignored, ...] = ()

    @property
    def is_clean(self) -> bool:
        return all(finding.severity == "hint" for finding in self.findings)


class Checker:
    """Checks targets one after the other; each file is read once.

    `findings` has those of all of them together, `ignored` those that comments let stand.
    """

    def __init__(
        self,
        options: Mapping[str, str],
        *,
        deals: int = TRIALS,
        seed: int = SEED,
        files: Files | None = None,
    ) -> None:
        self.files = files or Files()
        self.findings = Findings()
        self._ignored: dict[tuple[str, Place, str], Ignored] = {}
        self.is_missing = False
        self.checks_not_run = 0
        self._options = options
        self._deals = deals
        self._seed = seed
        self._shown: dict[str, CheckedFile] = {}

    @cached_property
    def _cases(self) -> CaseChecker:
        """Made for the first file with cases: it needs all that plays."""
        from hasenpfeffer.study.checking.cases import CaseChecker

        return CaseChecker(self._options, self.files)

    def check(self, target: Target) -> Checked:
        """Every finding of one target."""
        if target.kind == "reference":
            return self._found(self._check_reference(target.word, Finder()))
        return self._found(self._check_file(target.word, Finder()))

    def check_text(self, name: str, data: bytes, patches: Iterable[str] = ()) -> Checked:
        """Every finding of a text at hand, as if it stood in the file that is called so; with patches after it."""
        finder = _WithText(name)
        findings = Findings()
        source = source_from_bytes(data, finder.found.shown, findings)
        self.files.give(finder.found.path, finder.found.shown, source, findings)
        reference = "+".join([name, *patches])
        if reference == name:
            return self._found(self._check_file(name, finder))
        return self._found(self._check_reference(reference, finder))

    @property
    def checked_files(self) -> tuple[CheckedFile, ...]:
        """What was checked, and which other files findings point at."""
        for finding in self.findings.items:
            source = self.files.sources.get(finding.place.file)
            if source is not None:
                self._shown.setdefault(source.file, _about(source, ()))
        return tuple(self._shown.values())

    @property
    def ignored(self) -> tuple[Ignored, ...]:
        return tuple(self._ignored.values())

    def _found(self, checked: Checked) -> Checked:
        checked = self._without_ignored(checked)
        for finding in checked.findings:
            self.findings.add(finding)
        self.checks_not_run += checked.not_run
        self.is_missing = self.is_missing or any(map(self._says_missing, checked.findings))
        return checked

    def _without_ignored(self, checked: Checked) -> Checked:
        """Takes out what comments let stand; those of the file itself are looked at too."""
        ignores = {shown: Ignores(written) for shown, written in self.files.written.items()}
        kept, ignored = without_ignored(checked.findings, ignores.get)
        if checked.written is not None:
            own = ignores[checked.written.shown]
            own.check_use(partial(_was_looked_for, checked))
            kept += own.findings.items
        for one in ignored:
            finding = one.finding
            self._ignored.setdefault((finding.code, finding.place, finding.message), one)
        return replace(checked, findings=tuple(kept), ignored=tuple(ignored))

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
        self._shown[found.shown] = _about(written.source, written.bases)
        ruleset = written.tree.get("ruleset")
        if isinstance(ruleset, Text):
            check_written(written.tree, findings)
            self._cases.check_rulesets(ruleset, written, found, findings)
            played = self._check_cases(word, finder, findings)
            cases = written.tree.get("cases")
            number = len(cases.entries) if isinstance(cases, Group) else 0
            return Checked(found.shown, findings.items, written, cases=number, played=played)
        loaded = self._load(word, finder, written)
        if loaded.merged is None:
            check_written(written.tree, findings)
        _add_others(loaded.findings.items, findings)
        played = 0
        if loaded.ruleset is not None and written.tree.get("cases") is not None:
            self._cases.know(word, loaded)
            played = self._check_cases(word, finder, findings)
        elif loaded.partly is not None and written.tree.get("cases") is not None:
            self._cases.check_counts(word, loaded.partly, finder, findings)
        checked = Checked(found.shown, findings.items, written, loaded, played=played)
        return self._tried(checked, self._turned(word, finder))

    def _check_cases(self, word: str, finder: Finder, findings: Findings) -> int:
        """What the cases of a file name, and how they come out where anything is played at all; how many were."""
        self._cases.check_names(word, finder, findings)
        return self._cases.play(word, finder, findings) if self._deals else 0

    def _check_reference(self, reference: str, finder: Finder) -> Checked:
        loaded = self._load(reference, finder)
        checked = Checked(reference, loaded.findings.items, None, loaded)
        return self._tried(checked, self._turned(reference, finder))

    def _load(self, reference: str, finder: Finder, written: Written | None = None) -> Loaded:
        """What came of a reference, findings at the lines of the file or the patches that bring them about."""
        loaded = load(reference, self._options, self.files, finder=finder)
        merged = loaded.merged
        if merged is None:
            return loaded

        def again(trees: Mapping[str, Group], with_scores: bool) -> Iterable[Diagnostic]:
            read = self.files.instead(trees)
            found = load_sound(reference, self._options, read=read, finder=finder, scores=with_scores)
            return found.findings.items

        is_patched = written is None or bool(written.bases)
        tops = (
            [written] if written is not None else [one for one in merged.files if one.name in merged.patches]
        )
        findings = Findings()
        for finding in at_causes(loaded.findings.items, merged, tops, again) if is_patched else ():
            findings.add(with_origins(finding, merged))
        return replace(loaded, findings=findings) if is_patched else loaded

    def _turned(self, reference: str, finder: Finder) -> Callable[[Mapping[str, str]], Loaded]:
        """Loads the same rules with parameters set."""
        return lambda options: load_sound(reference, options, read=self.files, finder=finder)

    def _tried(self, checked: Checked, turned: Callable[[Mapping[str, str]], Loaded]) -> Checked:
        """Plays a few deals by a ruleset that has no errors, and turns its parameters to their ends."""
        loaded = checked.loaded
        if loaded is None or loaded.ruleset is None or any(map(_is_error, checked.findings)):
            return replace(checked, not_run=(loaded.not_run if loaded else 0) + _ONLY_WITHOUT_ERRORS)
        ruleset = loaded.ruleset
        if not ruleset.playable:
            return checked
        findings = Findings()
        deals = self._deals if _try_out(ruleset, self._deals, self._seed, findings) else 0
        if deals and not findings.has_errors:
            from hasenpfeffer.study.bounds import check_bounds

            check_bounds(loaded, turned, deals, self._seed, findings)
        return replace(checked, findings=(*checked.findings, *findings.items), deals=deals)


class _WithText(Finder):
    """Finds one file whose text is at hand, whether or not it is on disk too."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.found = self.given(name)

    def exists(self, path: str) -> bool:
        return path == self._name or super().exists(path)

    def named(self, word: str, place: Place, findings: Findings, games: tuple[str, ...] = ()) -> Found | None:
        return self.found if word == self._name else super().named(word, place, findings, games)


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


def _was_looked_for(checked: Checked, code: str) -> bool:
    """Whether a finding of a code would be known by now: errors keep some checks from being made."""
    if code.startswith("Y"):
        return True
    if not any(map(_is_error, checked.findings)):
        return checked.deals > 0 or not code.startswith("G")
    is_whole = checked.loaded is not None and checked.loaded.not_run == 0
    return is_whole and code not in _OF_SOUND_RULES and not code.startswith("G")


def _is_error(finding: Diagnostic) -> bool:
    return finding.severity == "error"


def _about(source: Source, bases: tuple[str, ...]) -> CheckedFile:
    return CheckedFile(source.file, source.sha256, bases, source.had_bom)
