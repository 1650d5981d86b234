"""Changes one word in shipped files, five hundred times, and asks what `validate` finds of what is then broken.

python benchmarks/checker_mutants.py                         # five hundred, two processes; goes on where it stopped
python benchmarks/checker_mutants.py --mutants 60 --jobs 1 --results some.jsonl
python benchmarks/checker_mutants.py --only 17 --keep broken/   # one of them, with all that is known of it

The judge is not the checker: it builds a changed file without any check and plays random deals by it, under the laws
of tests/properties, those of sense in tests/mutants, and beside the naive counter. What it rejects the checker must
find. What it lets through is another game, which only the file's own cases can call wrong.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "engine"), str(ROOT)]

HEAD = (
    *("change", "made", "refused", "rejected", "found", "by cases only"),
    *("at the line", "missed", "another game", "no change"),
)
ROW = "{:20}{:>7}{:>9}{:>10}{:>8}{:>15}{:>13}{:>8}{:>14}{:>11}"


def examine(mutant: Any, *, deals: int) -> dict[str, Any]:
    """What the judge and the checker say of one changed file."""
    from tests.mutants.judge import judge

    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{mutant.name}.yaml"
        path.write_text(mutant.text, "utf-8")
        verdict = judge(mutant, path, deals)
        judged = time.perf_counter()
        findings = validated(path)
        noticed = cases_fail(path) if verdict.outcome in ("another game", "rejected") else None
    lines = {mutant.line, mutant.line + mutant.edit.text.count("\n")}
    if not mutant.edit.text:  # what followed has moved up
        lines |= {mutant.line - 1}
    return {
        "number": mutant.number, "name": mutant.name, "line": mutant.line, "kind": mutant.edit.kind,
        "section": mutant.edit.section, "was": mutant.was, "now": mutant.now, "outcome": verdict.outcome,
        "why": list(verdict.why), "deals": verdict.deals, "naive": verdict.naive, "cases fail": noticed,
        "codes": [finding["code"] for finding in findings],
        "messages": [finding["message"] for finding in findings],
        "at line": any(at in lines for finding in findings for at in _lines(finding, mutant.name)),
        "judged": round(judged - began, 2), "validated": round(time.perf_counter() - judged, 2),
    }  # fmt: skip


def validated(path: Path) -> list[Any]:
    """The findings of `validate`."""
    from hasenpfeffer.cli.main import main

    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
        main(["validate", str(path), "--format", "json"])
    return list(json.loads(said.getvalue())["diagnostics"])


def cases_fail(path: Path) -> bool | None:
    """Whether cases of the file itself come out otherwise; None where it has none."""
    from hasenpfeffer.errors import RulesetError
    from hasenpfeffer.study.cases import Runner

    try:
        report = Runner().run(str(path))
    except RulesetError:
        return None
    return bool(report.failed) if report.cases else None


def _lines(finding: Any, name: str) -> set[int]:
    """The lines of the changed file that a finding points at."""
    places = [finding["location"], *finding["related"]]
    return {place["start"]["line"] for place in places if Path(place["file"]).stem == name}


def unchanged(names: list[str]) -> list[str]:
    """What is found in shipped files as they are."""
    from hasenpfeffer.shelf.find import shelf_entries

    paths = {entry.name: entry.path for entry in shelf_entries()}
    return [f"{name}: {finding['code']}" for name in names for finding in validated(paths[name])]


def table(results: list[dict[str, Any]]) -> None:
    """Prints the figures by kind of change, and what was missed."""
    print(ROW.format(*HEAD))
    kinds = Counter(one["kind"] for one in results)
    for kind, _ in kinds.most_common():
        print(ROW.format(*_row(kind, [one for one in results if one["kind"] == kind])))
    print(ROW.format(*_row("all", results)))
    known = [one for one in results if one["naive"] is not None]
    told = [one for one in known if one["naive"]]
    with_cases = [one for one in results if one["cases fail"] is not None]
    print(
        f"of {len(known)} changes that the naive counter could judge it tells {len(told)} from the game; "
        f"of {len(with_cases)} playable changes in files with cases {sum(one['cases fail'] for one in with_cases)} "
        "fail a case"
    )
    for one in results:
        if one["outcome"] == "rejected" and not one["codes"]:
            print(
                f"MISSED {one['number']} {one['name']}:{one['line']} [{one['kind']}] {one['was']}  →  {one['now']}"
            )
            print(f"       {'; '.join(one['why'])[:300]}")


def _row(kind: str, results: list[dict[str, Any]]) -> tuple[str, ...]:
    rejected = [one for one in results if one["outcome"] == "rejected"]
    found = [one for one in rejected if one["codes"]]
    outcomes = Counter(one["outcome"] for one in results)
    numbers = (
        *(len(results), outcomes["refused"], len(rejected), len(found)),
        sum(set(one["codes"]) == {"G805"} for one in found),
        *(
            sum(one["at line"] for one in found),
            len(rejected) - len(found),
            outcomes["another game"],
            outcomes["the same game"],
        ),
    )
    return (kind, *map(str, numbers))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--mutants", type=int, default=500, help="changed files")
    parser.add_argument("--deals", type=int, default=40, help="by each file with which nothing is wrong")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--results", type=Path, help="a file of results, one a line; those in it are not made again"
    )
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long; 0: when all are done")
    parser.add_argument("--only", type=int, action="append", help="this one; may be repeated")
    parser.add_argument("--keep", type=Path, help="a folder for changed files that were missed")
    arguments = parser.parse_args()
    from tests.mutants.mutants import mutants

    made = mutants(max(arguments.mutants, *(one + 1 for one in arguments.only or [0])), arguments.seed)
    wanted = [one for one in made if not arguments.only or one.number in arguments.only]
    results = _kept(arguments.results, wanted)
    left = sorted((one for one in wanted if one.number not in results), key=lambda one: one.name)
    began = time.perf_counter()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for one in pool.map(partial(examine, deals=arguments.deals), left, chunksize=4):
            results[one["number"]] = one
            if arguments.results:
                with arguments.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(one, ensure_ascii=False) + "\n")
            if arguments.minutes and time.perf_counter() - began > arguments.minutes * 60:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    found = [results[number] for number in sorted(results)]
    alarms = unchanged(sorted({one["name"] for one in found}))
    table(found)
    _keep(arguments.keep, found, {one.number: one.text for one in made})
    if arguments.only:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    for alarm in alarms:
        print(f"FALSE ALARM {alarm}")
    deals = sum(one["deals"] for one in found)
    print(
        f"{len(found)} changed files, seed {arguments.seed}, {deals:,} deals by the judge, "
        f"{len(alarms)} findings in files as they are, {time.perf_counter() - began:,.0f} s"
    )
    return 1 if alarms else 0


def _kept(path: Path | None, wanted: list[Any]) -> dict[int, dict[str, Any]]:
    """Results of an earlier run, of changes that are still the same."""
    if path is None or not path.exists():
        return {}
    now = {one.number: (one.name, one.line, one.now) for one in wanted}
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return {
        one["number"]: one
        for one in lines
        if now.get(one["number"]) == (one["name"], one["line"], one["now"])
    }


def _keep(folder: Path | None, found: list[dict[str, Any]], texts: dict[int, str]) -> None:
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    for one in found:
        if one["outcome"] == "rejected" and not one["codes"]:
            (folder / f"{one['number']}-{one['name']}.yaml").write_text(texts[one["number"]], "utf-8")


if __name__ == "__main__":
    sys.exit(main())
