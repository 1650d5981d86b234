"""How long the command takes from nothing, next to its peers in the same run: whole processes, medians of pairs.

    python benchmarks/startup.py              # with check-jsonschema installed here
    python benchmarks/startup.py --install    # with check-jsonschema in a throwaway environment

`--help` is held against Python itself, `validate` against check-jsonschema with the schema that is shipped.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from peers import ROOT, environment, python_with

if TYPE_CHECKING:
    from collections.abc import Sequence

HELP_LIMIT = 0.15
"""Seconds that `--help` may take longer than Python alone."""

FILE = "rules/hasenpfeffer.yaml"
SCHEMA = "grammar/ruleset.schema.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--install", action="store_true", help="fetch check-jsonschema for this run")
    options = parser.parse_args()
    command = [sys.executable, "-m", "hasenpfeffer"]
    failed = False

    bare, own, more = _pairs([sys.executable, "-c", "pass"], [*command, "--help"], options.rounds)
    print(f"python -c pass: {bare:.3f} s   --help: {own:.3f} s   more: {more:.3f} s (at most {HELP_LIMIT})")
    failed |= more > HELP_LIMIT

    with python_with("check-jsonschema", "check_jsonschema", install=options.install) as python:
        if python is not None:
            peer_command = [python, "-m", "check_jsonschema", "--schemafile", SCHEMA, FILE]
            own_command = [*command, "validate", FILE, "--trials", "0"]
            peer, own, more = _pairs(peer_command, own_command, options.rounds)
            print(f"check-jsonschema: {peer:.3f} s   validate: {own:.3f} s   more: {more:.3f} s (at most 0)")
            failed |= more > 0
    if failed:
        sys.exit(1)


def _pairs(one: Sequence[str], other: Sequence[str], rounds: int) -> tuple[float, float, float]:
    """Seconds of both commands and of their difference: medians over rounds in which they take turns."""
    _seconds(one), _seconds(other)  # what is compiled or cached once is not counted
    pairs = []
    for number in range(rounds):
        if number % 2:
            second, first = _seconds(other), _seconds(one)
        else:
            first, second = _seconds(one), _seconds(other)
        pairs.append((first, second))
    return (
        median(first for first, _ in pairs),
        median(second for _, second in pairs),
        median(second - first for first, second in pairs),
    )


def _seconds(command: Sequence[str]) -> float:
    started = perf_counter()
    subprocess.run(command, cwd=ROOT, env=environment(), check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - started


if __name__ == "__main__":
    main()
