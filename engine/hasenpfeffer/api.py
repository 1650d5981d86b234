"""The public names: load and check rule files, start, act, look, and a table to play at."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hasenpfeffer import chance
from hasenpfeffer.errors import IllegalActionError, RulesetError, UsageError
from hasenpfeffer.play import machine
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.deals import Deal, seat_called, whole_deal
from hasenpfeffer.play.machine import Moved, actor
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.table import Table
from hasenpfeffer.play.view import View
from hasenpfeffer.play.view import view as seat_view
from hasenpfeffer.study.checking import SEED, usual_trials

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.reading.diagnostic import Diagnostic

__all__ = [
    "CompiledRules",
    "Deal",
    "IllegalActionError",
    "Moved",
    "Report",
    "RulesetError",
    "Table",
    "View",
    "actor",
    "apply",
    "check",
    "deal",
    "legal",
    "load",
    "next_deal",
    "start",
    "text",
    "view",
]

TEXT_NAME: Final = "<text>"
"""What a text is called that stands in no file."""


@dataclass(frozen=True, slots=True)
class Report:
    """Every finding about a ruleset, sorted by file and place; `sources` are the texts of the files they are in.
    `checks_not_run` counts checks that errors kept from being made.

    As text it is what people read: `print(check("house.yaml"))`.
    """

    reference: str
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, str] = field(default_factory=dict, repr=False)
    checks_not_run: int = 0

    def __str__(self) -> str:
        from hasenpfeffer.report.findings import as_text

        return as_text(self.findings, self.sources, checks_not_run=self.checks_not_run)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(finding for finding in self.findings if finding.severity == "error")

    @property
    def ok(self) -> bool:
        """Whether there is nothing to find."""
        return not self.findings


def load(game: str | Path, *patches: str, **parameters: object) -> CompiledRules:
    """The rules of a game with patches, ready to play. Parameters with spaces are written with `_`.

    Raises RulesetError, which carries the report, when a file has errors.
    """
    from hasenpfeffer.study.checking.files import Files
    from hasenpfeffer.study.checking.files import load as load_asked

    files = Files()
    loaded = load_asked("+".join([str(game), *patches]), _options(parameters), files)
    if loaded.ruleset is None:
        report = Report(loaded.reference, loaded.findings.items, files.texts)
        count = len(report.errors)
        first = report.errors[0] if report.errors else None
        detail = f": {first.place} {first.code} {first.message}" if first else ""
        raise RulesetError(report, f"{loaded.reference} has {count} error{'s' if count != 1 else ''}{detail}")
    return compile_rules(loaded.ruleset)


def check(
    game: str | Path = TEXT_NAME,
    *patches: str,
    text: str | bytes | None = None,
    trials: int | None = None,
    seed: int = SEED,
    **parameters: object,
) -> Report:
    """Every finding of a file, a folder or a game with patches: those of `hasenpfeffer validate`. None is raised.

    With `text`, this is read instead of what stands in the file, as an editor needs it; the file need not be
    there. `trials` are the deals played by a ruleset without errors, from `seed`; as many as `validate` plays, if
    nothing is said.

    Raises UsageError where there is nothing to check: a folder without rule files.
    """
    from hasenpfeffer.study.checking.checker import Checker
    from hasenpfeffer.study.checking.targets import targets

    reference = "+".join([str(game), *patches])
    found = [] if text is not None else targets([reference])
    deals = usual_trials(len(found)) if trials is None else trials
    checker = Checker(_options(parameters), deals=deals, seed=seed)
    if text is not None:
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        checker.check_text(str(game), data, patches)
    else:
        for target in found:
            checker.check(target)
    return Report(reference, checker.findings.items, checker.files.texts, checker.checks_not_run)


def deal(rules: CompiledRules, seed: int = 0, *, number: int = 1, game: int = 0) -> Deal:
    """A shuffled pack: deal `number` of game `game` from a seed, the same on every machine."""
    return Deal(chance.shuffled(rules.pack.size, seed, game, number))


def start(
    rules: CompiledRules,
    dealer: str | None = None,
    deal: Deal | str | None = None,
    scores: Mapping[str, Number] | None = None,
    counters: Mapping[str, Sequence[Number]] | None = None,
    deal_number: int = 1,
) -> State:
    """The first position of one deal. `dealer` is a seat, `deal` a shuffled pack or a deal string.

    `scores` are by team, or by seat where there are no partners; `counters` hold a number for each that has one.

    Raises NotationError for a deal that is not whole and for an unknown seat, UsageError for unknown names.
    """
    _check_names("score", scores or {}, rules.accounts)
    _check_names("counter", counters or {}, tuple(rules.counter_index))
    before = machine.standing(
        rules,
        seat_called(rules, dealer) if dealer is not None else rules.seating.count - 1,
        scores=None if scores is None else [scores.get(account, 0) for account in rules.accounts],
        counters=counters,
        deal_number=deal_number,
    )
    if deal is None:
        return machine.deal_from(rules, before, before.pack).state
    made = whole_deal(rules, deal, before)
    if dealer is None and made.dealer is not None:
        before = before._replace(dealer=made.dealer)
    return machine.deal_from(rules, before, made.pack).state


def legal(rules: CompiledRules, state: State) -> tuple[Action, ...]:
    """What the seat to act may do, in a fixed order; empty when the deal is over."""
    return machine.legal(rules, state)


def apply(rules: CompiledRules, state: State, action: Action) -> Moved:
    """Does a legal action: `.state` and `.events`. Raises IllegalActionError with reasons otherwise."""
    return machine.apply(rules, state, action)


def next_deal(rules: CompiledRules, state: State, deal: Deal) -> State:
    """Goes on after a deal that is over. Raises UsageError before that."""
    if not state.over:
        raise UsageError("the deal is not over, so the next one cannot begin")
    before = machine.prepare_next(rules, state, state.pack)
    return machine.run(rules, before._replace(pack=whole_deal(rules, deal, before).pack)).state


def view(rules: CompiledRules, state: State, seat: str) -> View:
    """What one seat may know of a position."""
    return seat_view(rules, state, seat_called(rules, seat))


def text(rules: CompiledRules, action: Action) -> str:
    """The text of an action."""
    return rules.texts.text(action)


def _check_names(what: str, given: Mapping[str, object], known: Sequence[str]) -> None:
    for name in given:
        if name not in known:
            raise UsageError(f"there is no {what} of `{name}`; there are {', '.join(known) or 'none'}")


def _options(parameters: Mapping[str, object]) -> dict[str, str]:
    return {name: _option(value) for name, value in parameters.items()}


def _option(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
