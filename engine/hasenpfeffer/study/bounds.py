"""Whether a game works wherever its parameters can be turned: each end of a range and each choice is tried.

What goes wrong only there is told at the parameter, since its `type` allows the value.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Final

from hasenpfeffer.errors import UnsupportedError
from hasenpfeffer.reading.diagnostic import Findings, Related
from hasenpfeffer.reading.tree import find
from hasenpfeffer.shelf.checks.written import own_files
from hasenpfeffer.study.trials import patience, run_trials

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Parameter
    from hasenpfeffer.shelf.load import Loaded
    from hasenpfeffer.shelf.merge import Merged

    Load = Callable[[Mapping[str, str]], Loaded]
    """Loads the same rules with parameters set."""

MOST_VALUES: Final = 24
"""Of all parameters of a file together."""
MOST_DEALS: Final = 8
"""That are tried out at each value."""
_RANGE: Final = re.compile(r"\(?(-?\d+)\)?\.\.\(?(-?\d+)\)?(?: by \d+)?\Z")


def check_bounds(loaded: Loaded, load: Load, deals: int, seed: int, findings: Findings) -> None:
    """The errors that the file has only with a parameter at an end of its range, or at another choice."""
    ruleset, merged = loaded.ruleset, loaded.merged
    if ruleset is None or merged is None or deals <= 0:
        return
    told: set[tuple[str, str]] = set()
    until = time.process_time() + patience(deals)
    before = {name: str(value) for name, value in ruleset.options.items()}
    for tried, (parameter, value, place) in enumerate(_values(ruleset.parameters, merged)):
        if tried >= MOST_VALUES or time.process_time() > until:
            return
        for wrong in _wrong(load({**before, parameter.name: value}), deals, seed):
            if (parameter.name, wrong.code) not in told and wrong not in loaded.findings.items:
                told.add((parameter.name, wrong.code))
                _report(parameter, value, place, wrong, findings)


def _values(parameters: tuple[Parameter, ...], merged: Merged) -> Iterator[tuple[Parameter, str, Place]]:
    """What to try of the parameters that the file writes itself, and where that is allowed."""
    own = own_files(merged)
    for parameter in parameters:
        path = ("players", "seats") if parameter.name == "seats" else ("parameters", parameter.name)
        node = find(merged.tree, (*path, "type"))
        if node is None or node.place.file not in own:
            continue
        for value in _ends(parameter.choices):
            if value != parameter.value:
                yield parameter, value, node.place


def _ends(choices: str) -> tuple[str, ...]:
    """The least and the greatest number of a range, or every choice."""
    ends = _RANGE.match(choices)
    if ends is not None:
        return ends[1], ends[2]
    return ("yes", "no") if choices == "yes or no" else tuple(choices.split(" · "))


def _wrong(loaded: Loaded, deals: int, seed: int) -> Iterator[Diagnostic]:
    """The errors of the rules as they are then, or else those of a few deals."""
    errors = [finding for finding in loaded.findings.items if finding.severity == "error"]
    if not errors and loaded.ruleset is not None:
        trial = Findings()
        try:
            run_trials(loaded.ruleset, min(deals, MOST_DEALS), seed, trial)
        except UnsupportedError:
            return
        errors = [finding for finding in trial.items if finding.severity == "error"]
    yield from errors[:1]  # the others mostly follow


def _report(parameter: Parameter, value: str, place: Place, wrong: Diagnostic, findings: Findings) -> None:
    first = wrong.message[:1]
    said = wrong.message if wrong.message[1:2].isupper() else first.lower() + wrong.message[1:]
    findings.error(
        wrong.code,
        f"With `{parameter.name}` {value}, which its `type` allows, {said}",
        place,
        related=[Related("what goes wrong then", wrong.place), *wrong.related[:2]],
        path=f"parameters.{parameter.name}.type",
        help=f"Leave {value} out of the `type`, or mend what goes wrong with it",
        facts={**wrong.facts, "parameter": parameter.name, "value": value},
    )
