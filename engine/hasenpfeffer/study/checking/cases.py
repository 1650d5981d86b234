"""Findings of cases: about the rulesets that they name, the names they use, and how they come out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hasenpfeffer.errors import CaseError, UnsupportedError
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.tree import Group, Text
from hasenpfeffer.shelf.find import seen_from
from hasenpfeffer.study.cases.counting import miscounted
from hasenpfeffer.study.cases.names import unknown_names
from hasenpfeffer.study.cases.reading import read_cases
from hasenpfeffer.study.checking.files import load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.family import Written
    from hasenpfeffer.shelf.find import Finder, Found
    from hasenpfeffer.shelf.load import Loaded
    from hasenpfeffer.study.cases.reading import Case
    from hasenpfeffer.study.checking.files import Files

MOST_PLAYED: Final = 200
"""Cases of one file; `test` plays them all."""


_PAID_AMISS: Final = frozenset({"P701", "P707", "P708"})
"""Findings after which scores come out otherwise: cases that say so would tell the same once more."""


class CaseChecker:
    """Checks cases of many files; each ruleset, with its parameters, is loaded once."""

    def __init__(self, options: Mapping[str, str], files: Files) -> None:
        self._options = options
        self._files = files
        self._loaded: dict[tuple[str, tuple[tuple[str, str], ...]], Loaded] = {}

    def know(self, reference: str, loaded: Loaded) -> None:
        """Takes a ruleset that is loaded already."""
        self._loaded[_key(reference, self._options)] = loaded

    def check_rulesets(self, ruleset: Text, written: Written, found: Found, findings: Findings) -> None:
        """Findings of the ruleset that cases are played with; those about its name stand at `ruleset`."""
        reference = seen_from(ruleset.text, found.path.parent)
        for options in _option_sets(written.tree):
            for finding in self._load(reference, options).findings.items:
                if finding.place.file == reference and reference not in self._files.sources:
                    finding = replace(finding, place=ruleset.place, path="ruleset")
                findings.add(finding)

    def check_names(self, word: str, finder: Finder, findings: Findings) -> None:
        """S230 for whatever the cases of a file name that their rules do not know; what is found of their formulas."""
        file = None if findings.has_errors else read_cases(word, finder, self._files, Findings())
        if file is None:
            return
        for case in file.cases:
            ruleset = self._load(file.reference, case.options or self._options, finder).ruleset
            for error in unknown_names(ruleset, case) if ruleset is not None else ():
                if error.place is not None:
                    _say(error, error.place, f"cases.{case.name}", findings)

    def check_counts(self, word: str, ruleset: Ruleset, finder: Finder, findings: Findings) -> None:
        """G805 for what cases count wrongly, where rules with errors keep them from being played."""
        file = read_cases(word, finder, self._files, Findings())
        for case in file.cases[:MOST_PLAYED] if file is not None else ():
            for error in miscounted(ruleset, case):
                _report(error, case, findings)

    def play(self, word: str, finder: Finder, findings: Findings) -> int:
        """G805 for each case of a file without errors that comes out otherwise. Gives the number of those played."""
        file = None if findings.has_errors else read_cases(word, finder, self._files, Findings())
        if file is None:
            return 0
        is_amiss = any(finding.code in _PAID_AMISS for finding in findings.items)
        for case in file.cases[:MOST_PLAYED]:
            ruleset = self._load(file.reference, case.options or self._options, finder).ruleset
            error = _failure(ruleset, case) if ruleset is not None else None
            if error is not None and not (is_amiss and error.plain.startswith("the score of ")):
                _report(error, case, findings)
        return len(file.cases[:MOST_PLAYED])

    def _load(self, reference: str, options: Mapping[str, str], finder: Finder | None = None) -> Loaded:
        key = _key(reference, options)
        if key not in self._loaded:
            self._loaded[key] = load(reference, options, self._files, finder=finder)
        return self._loaded[key]


def _say(error: CaseError, place: Place, path: str, findings: Findings) -> None:
    """What is found of a formula in a case is said as it is of one in the rules."""
    found: Diagnostic | None = error.finding
    if found is not None:
        findings.add(replace(found, path=path))
        return
    message = f"{error.plain[:1].upper()}{error.plain[1:]}"
    help = "Name something that the rules of the case know"
    findings.error("S230", message, place, path=path, help=help)


def _failure(ruleset: Ruleset, case: Case) -> CaseError | None:
    from hasenpfeffer.study.cases.run import play_case

    try:
        play_case(ruleset, case)
    except CaseError as error:
        return error
    except UnsupportedError:
        pass
    return None


def _report(error: CaseError, case: Case, findings: Findings) -> None:
    """What came out and what the case says are the message; how it came about stands beside the place."""
    told, _, how = error.plain.partition("; ")[0].partition(": ")
    findings.error(
        "G805",
        f"The case {quoted(case.name)} comes out otherwise: {told}",
        error.place or case.place,
        label=how,
        path=f"cases.{case.name}",
        help="Correct the rules if the case is right, and the case if the rules are",
        facts={"case": case.name},
    )


def _key(reference: str, options: Mapping[str, str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    return reference, tuple(sorted(options.items()))


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
