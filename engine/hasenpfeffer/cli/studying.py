"""Runs a study for a command: progress, Ctrl-C, files of deals, and what is printed in the end."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from time import perf_counter
from typing import TYPE_CHECKING

from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.exit_codes import FINE, INTERRUPTED
from hasenpfeffer.cli.progress import Progress, compiling
from hasenpfeffer.cli.study_options import plan_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from hasenpfeffer.report.document import Block
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.figures import Figures


def run_study(
    arguments: argparse.Namespace, rulesets: Sequence[Ruleset], labels: Sequence[str], parameter: str = ""
) -> int:
    """Plays what the options ask for and prints the figures; gives the exit code.

    Whoever interrupts it gets the figures of what is done.
    """
    from hasenpfeffer.cli.deal_files import deal_files
    from hasenpfeffer.cli.report_file import check_report, write_report
    from hasenpfeffer.report.studies.deals import DealTable
    from hasenpfeffer.study.figures import figures_of
    from hasenpfeffer.study.studies import Study

    if arguments.report is not None:
        check_report(arguments.report)
    plan = plan_of(arguments)
    started, interrupted = perf_counter(), False
    with compiling() as told:
        study = Study(tuple(rulesets), plan, arguments.backend, compiling=told)
    for note in dict.fromkeys(backend.note for backend in study.backends if backend.note):
        print(note, file=sys.stderr)
    found = study.nothing()
    table = DealTable(rulesets, labels, of_games=plan.of_games)
    progress = Progress(plan.unit, plan.number)
    with ExitStack() as stack:
        files = deal_files(arguments, table.columns, stack)
        try:
            for part in study.parts(arguments.jobs, with_rows=bool(files)):
                for file in files:
                    file.write(table.cells(part.rows))
                found += part
                progress.show(found.number)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            progress.clear()
    figures = figures_of(study, found, labels, perf_counter() - started, parameter)
    if figures.number or not interrupted:
        _print(figures, as_json=arguments.json, plots=arguments.plots)
        if arguments.report is not None:
            write_report(arguments.report, figures, arguments)
    if not interrupted:
        return FINE
    sys.stdout.flush()
    print(f"stopped after {figures.number:,} of {plan.number:,} {plan.unit}", file=sys.stderr)
    return INTERRUPTED


def _print(figures: Figures, *, as_json: bool, plots: bool | None) -> None:
    """Tables, with plots where they are asked for or, if nothing is said, where a person sees them."""
    from hasenpfeffer.report.document import as_text
    from hasenpfeffer.report.studies import as_data, blocks
    from hasenpfeffer.report.studies.text_plots import ASCII, SIGNS, text_plots

    if as_json:
        import json

        ascii_only = terminal.is_ascii_only(sys.stdout)
        print(json.dumps(as_data(figures), ensure_ascii=ascii_only, indent=2))
        return
    width = terminal.columns(sys.stdout) or 100
    drawn: list[Block] = []
    if terminal.is_terminal(sys.stdout) if plots is None else plots:
        signs = SIGNS if terminal.can_show("".join(SIGNS), sys.stdout) else ASCII
        drawn = text_plots(figures, width=width, signs=signs)
    print(as_text(blocks(figures, drawn), width=width, ascii_only=terminal.is_ascii_only(sys.stdout)), end="")
