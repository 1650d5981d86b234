"""One run of `validate`: everything that is named is checked, mended where asked, and told in every format."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.exit_codes import FINDINGS, FINE, WRONG_USAGE
from hasenpfeffer.cli.failures import bug, reason, told
from hasenpfeffer.cli.telling import Telling, tell
from hasenpfeffer.report.findings.excerpt import Lines
from hasenpfeffer.report.findings.fingerprints import without_known
from hasenpfeffer.report.findings.outcome import Outcome
from hasenpfeffer.study.checking import usual_trials
from hasenpfeffer.study.checking.checker import Checker
from hasenpfeffer.study.checking.targets import STDIN_NAME, targets
from hasenpfeffer.version import __version__

if TYPE_CHECKING:
    import argparse
    from collections import Counter
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TextIO

    from hasenpfeffer.cli.fixing import Fixed
    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.study.checking.checker import Checked
    from hasenpfeffer.study.checking.targets import Target

_RANKS: Final = {"hint": 0, "warning": 1, "error": 2}


@dataclass(slots=True)
class Inspection:
    """What is asked for, and afterwards the checker that looked."""

    arguments: argparse.Namespace
    options: Mapping[str, str]
    tellings: tuple[Telling, ...]
    known: Counter[str]
    checker: Checker | None = field(default=None)

    def run(self) -> int:
        """Checks, tells and gives the exit code; what was found is told also where something fails."""
        failure = ""
        stream = sys.stdout
        self.checker = None
        fixed = None
        try:
            found = targets(self.arguments.files)
            stdin = _standard_input(found)
            if self.arguments.fix or self.arguments.diff:
                from hasenpfeffer.cli.fixing import fix

                fixed = fix(found, self.options, unsafe=self.arguments.unsafe, stdin=stdin)
            if fixed is not None and self.arguments.diff:
                return _show_diff(fixed)
            problems = fixed.write() if fixed is not None else []
            mended_text = fixed.on_standard_input if fixed is not None else None
            stream = sys.stdout if mended_text is None else sys.stderr
            self._check(found, stdin, fixed, stream)
        except BaseException as error:
            failure = reason(error) or bug(error)
            raise
        finally:
            if not self.arguments.diff:
                tell(self._outcome(failure), self.tellings, stream)
        if mended_text is not None:
            sys.stdout.write(mended_text)
        left = self._outcome("").findings
        if fixed is not None:
            print(*map(told, problems), fixed.account(left), sep="\n", file=sys.stderr)
        return WRONG_USAGE if problems else self._exit_code(left)

    def _check(self, found: Sequence[Target], stdin: bytes, fixed: Fixed | None, stream: TextIO) -> None:
        self.checker = Checker(
            self.options,
            deals=usual_trials(len(found)) if self.arguments.trials is None else self.arguments.trials,
            seed=self.arguments.seed,
            files=fixed.files if fixed is not None else None,
        )
        is_told_as_text = Telling("text") in self.tellings
        for target in found:
            is_stdin = target.kind == "stdin"
            checked = self.checker.check_text(STDIN_NAME, stdin) if is_stdin else self.checker.check(target)
            if is_told_as_text and checked.is_clean:
                _print_understood(checked, stream)

    def _exit_code(self, left: Iterable[Diagnostic]) -> int:
        if self.checker is None or self.checker.is_missing:
            return WRONG_USAGE
        if self.arguments.exit_zero:
            return FINE
        least = _RANKS[self.arguments.fail_on]
        return FINDINGS if any(_RANKS[finding.severity] >= least for finding in left) else FINE

    def _outcome(self, failure: str) -> Outcome:
        checker = self.checker or Checker({})
        found, texts = checker.findings.items, checker.files.texts
        left = without_known(found, Lines(texts), self.known) if self.known else found
        return Outcome(
            left,
            texts,
            files=checker.checked_files,
            ignored=checker.ignored,
            checks_not_run=checker.checks_not_run,
            known=len(found) - len(left),
            version=__version__,
            failure=failure,
            is_missing=checker.is_missing,
            most=self.arguments.max,
        )


def _standard_input(targets: Iterable[Target]) -> bytes:
    """What comes on standard input, if that is among the targets."""
    from hasenpfeffer.reading.source import LONGEST_FILE

    if sys.stdin is None or all(target.kind != "stdin" for target in targets):
        return b""
    return sys.stdin.buffer.read(LONGEST_FILE + 1)


def _show_diff(fixed: Fixed) -> int:
    """Prints what would change; 1 if anything would."""
    from hasenpfeffer.report.text_diff import text_diff

    colour, visible = terminal.has_colour(sys.stdout), terminal.is_terminal(sys.stdout)
    for change in fixed.changed:
        sys.stdout.write(text_diff(change.shown, change.before, change.after, colour=colour, visible=visible))
    if fixed.is_missing:
        from hasenpfeffer.report.findings import as_concise

        print(as_concise(fixed.left, ascii_only=terminal.is_ascii_only(sys.stderr)), file=sys.stderr)
        return WRONG_USAGE
    print(fixed.account_of_diff, file=sys.stderr)
    return FINDINGS if fixed.changed else FINE


def _print_understood(checked: Checked, stream: TextIO) -> None:
    from hasenpfeffer.cli.understood import understood
    from hasenpfeffer.report.findings.visible import shown

    print(shown(understood(checked), ascii_only=terminal.is_ascii_only(stream)), file=stream)
