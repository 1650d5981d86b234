"""What cases name, looked up without playing them: seats, sides, steps, calls, counters and whatever is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.errors import CaseError
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.reading.tree import Group
from hasenpfeffer.study.cases.given import read_given
from hasenpfeffer.study.cases.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.reading.tree import Entry
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.cases.reading import Case


def unknown_names(ruleset: Ruleset, case: Case) -> Iterator[CaseError]:
    """What a case names that these rules do not know: the first in each of its parts."""
    words = Words(compile_rules(ruleset))
    try:
        read_given(case, words)
    except CaseError as error:
        yield error
    for deed in case.script:
        try:
            words.seat(deed.seat)
        except CaseError as error:
            yield error
            break
    for entry in case.then:
        try:
            _read_seats(entry, words)
        except CaseError as error:
            yield error
            break


def _read_seats(entry: Entry, words: Words) -> None:
    for part in entry.value if isinstance(entry.value, Group) else ():
        words.seats(part.key)
