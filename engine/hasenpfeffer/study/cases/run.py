"""Runs cases, and says of each whether it holds and why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from hasenpfeffer.errors import CaseError, RulesetError, StuckError, UnsupportedError
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.shelf.family import Reader
from hasenpfeffer.shelf.find import Finder, is_path
from hasenpfeffer.study.cases.expectations import check_expectations
from hasenpfeffer.study.cases.given import read_given
from hasenpfeffer.study.cases.reading import CaseFile, problem, read_cases
from hasenpfeffer.study.cases.script import play_script
from hasenpfeffer.study.cases.setting_up import SetUp
from hasenpfeffer.study.cases.words import Words
from hasenpfeffer.study.loading import load_sound

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.load import Loaded
    from hasenpfeffer.study.cases.reading import Case

    Load = Callable[[str, Mapping[str, str]], Loaded]

Outcome = Literal["passed", "failed", "not run"]


@dataclass(frozen=True, slots=True)
class CaseResult:
    """How one case came out. `message` begins with the line at which it failed; empty where it passed."""

    file: str
    name: str
    line: int
    outcome: Outcome
    message: str = ""

    def as_data(self) -> dict[str, Any]:
        """`ok` is null for a case that was not run."""
        ok = {"passed": True, "failed": False, "not run": None}[self.outcome]
        return {"name": self.name, "ok": ok, "message": self.message, "line": self.line, "file": self.file}


@dataclass(frozen=True, slots=True)
class CaseReport:
    """How all cases of some files came out."""

    cases: tuple[CaseResult, ...] = ()

    @property
    def passed(self) -> int:
        return self._count("passed")

    @property
    def failed(self) -> int:
        return self._count("failed")

    @property
    def not_run(self) -> int:
        return self._count("not run")

    def __add__(self, other: CaseReport) -> CaseReport:
        return CaseReport(self.cases + other.cases)

    def _count(self, outcome: Outcome) -> int:
        return sum(case.outcome == outcome for case in self.cases)

    def as_data(self) -> dict[str, Any]:
        return {
            "cases": [case.as_data() for case in self.cases],
            "passed": self.passed,
            "failed": self.failed,
            "not_run": self.not_run,
        }


@dataclass(frozen=True, slots=True)
class Broken:
    """Why the cases of a file cannot be run: the findings of the file or of its ruleset."""

    reference: str
    findings: tuple[Diagnostic, ...]


def run_file(word: str | Path) -> CaseReport:
    """Runs the cases of a rule file or a file of cases, by its path or the name of a shipped one.

    Raises RulesetError, whose report has `findings`, where the file or its ruleset has errors.
    """
    return Runner().run(str(word))


class Runner:
    """Runs files of cases one after the other; files are read and rulesets loaded once."""

    def __init__(self, load: Load | None = None, read: Reader | None = None) -> None:
        self.read = read or Reader()
        self._load = load or self._load_plainly
        self._loaded: dict[tuple[str, tuple[tuple[str, str], ...]], Loaded] = {}

    def run(self, word: str, finder: Finder | None = None) -> CaseReport:
        """Like `run_file`. Of a composition `a+b` the cases of each file are run by that file's own rules."""
        report = CaseReport()
        is_one = is_path(word) and (finder or Finder()).exists(word)
        parts = [word] if is_one else word.split("+")
        for index, part in enumerate(parts):
            report += self.run_cases(self.cases(self._longer(part, parts[:index]), finder))
        return report

    def cases(self, word: str, finder: Finder | None = None) -> CaseFile:
        """The cases of a file. Raises RulesetError where it or its ruleset has errors."""
        findings = Findings()
        file = read_cases(word, finder or Finder(), self.read, findings)
        if file is None or findings.has_errors:
            raise _broken(word, findings)
        if not file.cases:
            return file
        loaded = self._ruleset(file.reference, file.options)
        if loaded.ruleset is None or loaded.findings.has_errors:
            raise _broken(file.reference, loaded.findings)
        return file

    def run_cases(self, file: CaseFile) -> CaseReport:
        results = [
            CaseResult(file.shown, name, place.start.line, "failed", message)
            for name, (place, message) in file.broken.items()
        ]
        results += [self.run_case(file, case) for case in file.cases]
        return CaseReport(tuple(sorted(results, key=lambda result: result.line)))

    def run_case(self, file: CaseFile, case: Case) -> CaseResult:
        """Runs one case; whatever is wrong with it or comes out otherwise is told, never raised."""
        outcome: Outcome = "passed"
        message = ""
        try:
            play_case(self._ruleset_of(file, case), case)
        except UnsupportedError as refusal:
            outcome, message = "not run", f"{case.place.line}: {refusal}"
        except CaseError as error:
            outcome, message = "failed", str(error)
        return CaseResult(file.shown, case.name, case.place.start.line, outcome, message)

    def _ruleset_of(self, file: CaseFile, case: Case) -> Ruleset:
        loaded = self._ruleset(file.reference, case.options)
        for finding in loaded.findings.items:
            if finding.severity == "error":
                raise problem(case.place, f"`set` does not fit the ruleset: {finding.message}")
        if loaded.ruleset is None:
            raise problem(case.place, f"there is no ruleset `{file.reference}`")
        return loaded.ruleset

    def _ruleset(self, reference: str, options: Mapping[str, str]) -> Loaded:
        key = (reference, tuple(sorted(options.items())))
        if key not in self._loaded:
            self._loaded[key] = self._load(reference, options)
        return self._loaded[key]

    def _load_plainly(self, reference: str, options: Mapping[str, str]) -> Loaded:
        return load_sound(reference, options, read=self.read)

    def _longer(self, part: str, before: list[str]) -> str:
        """A patch by its whole name: after a game, `short` is first `game-short`."""
        for game in reversed(before):
            name = f"{game}-{part}"
            if read_cases(name, Finder(), self.read, Findings()) is not None:
                return name
        return part


def play_case(ruleset: Ruleset, case: Case) -> None:
    """Plays a case. CaseError where it comes out otherwise, UnsupportedError where it cannot be played yet."""
    if not (case.script or case.then):
        raise problem(case.place, "the case checks nothing: it has neither `script` nor `then`")
    rules = compile_rules(ruleset)
    words = Words(rules)
    try:
        set_up = SetUp(rules, read_given(case, words), bool(case.script))
        state = play_script(set_up.rules, set_up.begin(), case.script, words)
        check_expectations(case.then, state, set_up, words)
    except StuckError as stuck:
        raise problem(case.place, str(stuck)) from stuck
    except ZeroDivisionError as error:
        raise problem(case.place, "with what is given, a formula of the rules divides by 0") from error


def _broken(reference: str, findings: Findings) -> RulesetError:
    errors = [finding for finding in findings.items if finding.severity == "error"]
    told = f": {errors[0].place.line}: {errors[0].message}" if errors else ""
    return RulesetError(Broken(reference, findings.items), f"{reference} cannot be used{told}")
