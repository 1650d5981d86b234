"""What can go wrong, as a tree:

HasenpfefferError
├── RulesetError          a rule file has errors; carries the report with every finding
├── CaseError             a case or a `given` cannot be understood
├── NotationError         a card, deal or action text cannot be read
├── IllegalActionError    an action that the rules forbid now; carries the reasons
├── UnsupportedError      a rule that this interpreter cannot play yet; names it and its place
├── KernelRefusal         a rule that the fast backend cannot play; names it and its place
├── RecordError           a record that is no record, or not a true one; carries the line
│   └── RecordFormatError one of a format that this program does not know
├── UsageError            a command or call that makes no sense as written
└── StuckError            a deal that cannot go on: a fault of a rule file, with the seed
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


class HasenpfefferError(Exception):
    """Every error that this package raises on purpose."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors come out of worker processes as they were, whatever they were made of."""
        return _made_again, (type(self), self.args, self.__dict__)


def _made_again(kind: type[HasenpfefferError], args: tuple[object, ...], held: dict[str, object]) -> object:
    error = kind.__new__(kind, *args)
    error.__dict__.update(held)
    return error


class RulesetError(HasenpfefferError):
    """A rule file has errors.

    `report` has `findings`, which say where and why.
    """

    def __init__(self, report: object, message: str) -> None:
        super().__init__(message)
        self.report = report


class CaseError(HasenpfefferError):
    """A case asks for something that cannot be set up. `place` (of `reading`) and `plain`: where, and what
    without the place; `finding`: what there is to say of a formula in it."""

    def __init__(self, message: str, place: Any = None, finding: Any = None) -> None:
        super().__init__(message if place is None else f"{place.line}: {message}")
        self.place = place
        self.plain = message
        self.finding = finding


class NotationError(HasenpfefferError):
    """A text for a card, a deal or an action cannot be read."""


class IllegalActionError(HasenpfefferError):
    """An action that is not legal now. `reasons` say why, the most telling first; where a text is not understood there
    are none, and `problem` says so without the list of what could be said."""

    def __init__(self, message: str, reasons: Sequence[object] = (), *, problem: str = "") -> None:
        super().__init__(message)
        self.reasons = tuple(reasons)
        self.problem = problem


class UnsupportedError(HasenpfefferError):
    """A rule that the language has and this interpreter cannot play yet, with its place."""


class KernelRefusal(HasenpfefferError):
    """A rule that the fast backend cannot play. `place` (of `reading`) is where it stands, if that is known."""

    def __init__(self, what: str, place: Any = None) -> None:
        super().__init__(what if place is None else f"{what} ({place})")
        self.what = what
        self.place = place


class RecordError(HasenpfefferError):
    """A record of a game is not whole or not true: `problem` says how, `line` where, counted from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line} of the record: {problem}")
        self.line = line
        self.problem = problem


class RecordFormatError(RecordError):
    """A record of another format than those that this program reads."""


class UsageError(HasenpfefferError):
    """A call or a command line that makes no sense as written."""


class StuckError(HasenpfefferError):
    """A deal that cannot go on, such as a thousand redeals in a row."""
