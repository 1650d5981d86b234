"""`validate --fix` and `--diff`: the files that were asked for, mended, and written back or shown."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hasenpfeffer.errors import UsageError
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.edits import usable_fix
from hasenpfeffer.reading.mending import mend
from hasenpfeffer.reading.place import whole_file
from hasenpfeffer.reading.source import source_from_text, wide_text
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.shelf.find import Finder
from hasenpfeffer.study.checking.checker import Checker
from hasenpfeffer.study.checking.files import Files
from hasenpfeffer.study.checking.targets import STDIN_NAME
from hasenpfeffer.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.reading.mending import Texts
    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.shelf.family import Written
    from hasenpfeffer.study.checking.targets import Target

_BOM: Final = "\ufeff"


@dataclass(frozen=True, slots=True)
class Changed:
    """A file that could be mended, before and after, with its byte order mark.

    `data` is what stands in it; only of a file that is not in UTF-8 this is not `before`.
    """

    shown: str
    path: Path
    data: bytes
    before: str
    after: str

    def write(self) -> None:
        """Writes the file whole. Raises UsageError where it cannot, or has changed since it was read."""
        try:
            if not self.path.stat().st_mode & 0o222 or not os.access(self.path, os.W_OK):
                raise UsageError(f"{quoted(self.shown)} may not be written, and was left as it is")
            if self.path.read_bytes() != self.data:
                raise UsageError(f"{quoted(self.shown)} has changed just now, and was left as it is")
            write_whole(self.path, lambda file: file.write(self.after.encode()))
        except FileNotFoundError:
            raise UsageError(f"{quoted(self.shown)} is gone, and was not written") from None
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UsageError(f"{quoted(self.shown)} cannot be written: {reason}") from None


class MendedFiles(Files):
    """Rule files as they would be: those in `now` as they stand there, all others as they are read.

    `looked_at` collects the files that were asked for since it was last emptied.
    """

    def __init__(self) -> None:
        super().__init__()
        self.now: dict[str, str] = {}
        self.looked_at: set[str] = set()
        self._given: set[str] = set()

    def __call__(self, path: Path, shown: str, findings: Findings) -> Written | None:
        self.looked_at.add(shown)
        source = self.sources.get(shown)
        if source is not None and self.now.get(shown, source.text) != source.text:
            own = Findings()
            text = (_BOM if source.had_bom else "") + self.now[shown]
            super().give(path, shown, source_from_text(text, shown), own)
        return super().__call__(path, shown, findings)

    def give(self, path: Path, shown: str, source: Source | None, findings: Findings) -> None:
        """Takes a text that is at hand, the first time: standard input can be read but once."""
        if shown not in self._given:
            self._given.add(shown)
            super().give(path, shown, source, findings)

    def read_anew(self, path: Path, text: str, shown: str) -> None:
        """Takes the text of a file that could not be read as it is."""
        super().give(path, shown, source_from_text(text, shown), Findings())


@dataclass(frozen=True, slots=True)
class Fixed:
    """What came of mending: the files as they are now, those that are different, and what was mended."""

    files: MendedFiles
    asked: frozenset[str]
    changed: tuple[Changed, ...]
    findings: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]
    unsafe: bool
    is_missing: bool

    def write(self) -> list[str]:
        """Writes what is different, but for standard input; why some could not be written.

        What could not is left out of `files`, and its findings out of the account.
        """
        problems = []
        for changed in self.changed:
            if changed.shown == STDIN_NAME:
                continue
            try:
                changed.write()
            except UsageError as error:
                problems.append(str(error))
                self.files.now[changed.shown] = changed.before.removeprefix(_BOM)
        return problems

    @property
    def on_standard_input(self) -> str | None:
        """The mended text of standard input, if that was to be mended, as it is written."""
        source = self.files.sources.get(STDIN_NAME)
        if source is None or STDIN_NAME not in self.asked:
            return None
        return (_BOM if source.had_bom else "") + self.files.now[STDIN_NAME]

    @property
    def account_of_diff(self) -> str:
        """`3 would be fixed, 2 left; 1 more with --unsafe`."""
        return self.account(self.left).replace(" fixed", " would be fixed", 1)

    def account(self, left: Iterable[Diagnostic]) -> str:
        """`3 fixed, 2 left; 1 more with --unsafe`, where `left` are the findings that remain."""
        left = list(left)
        more = 0 if self.unsafe else sum(map(self._needs_unsafe, left))
        unwritten = {change.shown for change in self.changed if not self._stands(change)}
        fixed = sum(finding.place.file not in unwritten for finding in self.findings)
        text = f"{fixed} fixed, {len(left)} left"
        return f"{text}; {more} more with --unsafe" if more else text

    def _needs_unsafe(self, finding: Diagnostic) -> bool:
        found = usable_fix(finding, unsafe=True, files=self.asked)
        return found is not None and not found.is_safe

    def _stands(self, change: Changed) -> bool:
        return self.files.now.get(change.shown) == change.after.removeprefix(_BOM)


def fix(targets: Sequence[Target], options: Mapping[str, str], *, unsafe: bool, stdin: bytes = b"") -> Fixed:
    """Mends the files among the targets. Nothing is written yet."""
    look = _Look(targets, options, stdin)
    wide = {finding.place.file: finding for finding in look({}) if finding.code == "Y102" and finding.fixes}
    anew = {shown: data for shown in wide if (data := look.read_anew(shown)) is not None}
    before = {shown: look.files.sources[shown] for shown in look.asked if shown in look.files.sources}
    result = mend({shown: source.text for shown, source in before.items()}, look, unsafe=unsafe)
    look.files.now = dict(result.texts)
    return Fixed(
        look.files,
        frozenset(before),
        tuple(
            _changed(source, look.asked[shown], anew.get(shown), result.texts[shown])
            for shown, source in before.items()
            if source.text != result.texts[shown] or shown in anew
        ),
        (*(wide[shown] for shown in anew), *result.fixed),
        result.left,
        unsafe,
        look.is_missing,
    )


def _changed(source: Source, path: Path, data: bytes | None, after: str) -> Changed:
    mark = _BOM if source.had_bom else ""
    before = mark + source.text
    return Changed(source.file, path, before.encode() if data is None else data, before, mark + after)


class _Look:
    """Everything that is found in the targets; of those whose files stay as they are, only once.

    `asked` are the files among the targets, by the name they are shown under: only these may be changed.
    """

    def __init__(self, targets: Sequence[Target], options: Mapping[str, str], stdin: bytes) -> None:
        self.files = MendedFiles()
        self._stdin = stdin
        self.asked: dict[str, Path] = {}
        self.is_missing = False
        self._targets = targets
        self._options = options
        self._known: dict[Target, tuple[Texts, tuple[Diagnostic, ...]]] = {}
        for target in targets:
            if target.kind == "stdin":
                self.asked[STDIN_NAME] = Finder().working / STDIN_NAME
            elif target.kind == "file":
                finder = Finder()
                found = finder.named(target.word, whole_file(target.word), Findings())
                if found is not None:
                    self.asked[found.shown] = found.path

    def __call__(self, texts: Texts) -> tuple[Diagnostic, ...]:
        self.files.now = dict(texts)
        checker = Checker(self._options, deals=0, files=self.files)
        found = Findings()
        for target in self._targets:
            for finding in self._found(target, checker):
                found.add(finding)
        self.is_missing = self.is_missing or checker.is_missing
        return found.items

    def read_anew(self, shown: str) -> bytes | None:
        """Lets a file that is not in UTF-8 be read as if it were; its bytes, or None if it was not asked for."""
        path = self.asked.get(shown)
        if path is None:
            return None
        data = self._stdin if shown == STDIN_NAME else path.read_bytes()
        text = wide_text(data)
        if text is None:
            return None
        self.files.read_anew(path, text, shown)
        return data

    def _found(self, target: Target, checker: Checker) -> tuple[Diagnostic, ...]:
        known = self._known.get(target)
        if known is not None and all(self._text(shown) == text for shown, text in known[0].items()):
            return known[1]
        self.files.looked_at.clear()
        is_stdin = target.kind == "stdin"
        checked = checker.check_text(STDIN_NAME, self._stdin) if is_stdin else checker.check(target)
        findings = checked.findings
        texts = {shown: self._text(shown) for shown in self.files.looked_at}
        self._known[target] = (texts, findings)
        return findings

    def _text(self, shown: str) -> str:
        source = self.files.sources.get(shown)
        return self.files.now.get(shown, source.text if source is not None else "")
