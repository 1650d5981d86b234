"""Four checkers on files with twenty planted defects each, and how long one file takes the fastest of them.

python benchmarks/checkers.py                      # every file of tests/corpus/planted, one table each
python benchmarks/checkers.py --misses             # and what each checker did not find, or found beside it
python benchmarks/checkers.py --times 15           # one file without defects, cold, in turns

`pip install -e '.[peers]'` brings check-jsonschema and yamllint; yaml-language-server is fetched with npm.
They are given the schema of this project; yamllint, which knows no schema, its `relaxed` settings.

Beside each planted file stands a list of its defects, made by whoever planted them: the line at which an expert
would point, and lines that do as well. A finding on one of them finds the defect, a second one there is a
follow-on, and one anywhere else is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "engine"), str(ROOT)]

from tests.editor.client import Editor, NoServerError, fetched  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLANTED = ROOT / "tests" / "corpus" / "planted"
SCHEMA = ROOT / "grammar" / "ruleset.schema.json"
SOUND = ROOT / "rules" / "hasenpfeffer.yaml"
CACHE = ROOT / ".pytest_cache" / "d" / "editor"
HINT = re.compile(
    r"did you mean|valid values|accepted values|expected|is not one of|must be|require", re.IGNORECASE
)
"""What in the message of another checker counts as a hint at how to mend it."""


@dataclass(frozen=True, slots=True)
class Defect:
    """A planted mistake; `lines` are where a checker may point at it, the best one first."""

    number: int
    kind: str
    lines: tuple[int, ...]
    what: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What a checker says. `line` is 0 where it names no place."""

    line: int
    message: str
    has_caret: bool = False
    has_hint: bool = False
    has_fix: bool = False


@dataclass(slots=True)
class Verdict:
    """The findings of one checker, held against the list of defects."""

    found: dict[int, Finding]
    follow_ons: list[Finding]
    wrong: list[Finding]

    def row(self) -> list[str]:
        first = self.found.values()
        figures = [
            len(self.found),
            len(self.wrong),
            len(self.follow_ons),
            sum(finding.line > 0 for finding in first),
            sum(finding.has_caret for finding in first),
            sum(finding.has_hint for finding in first),
            sum(finding.has_fix for finding in first),
        ]
        return [str(figure) for figure in figures]


def judge(findings: list[Finding], defects: list[Defect]) -> Verdict:
    """Each finding goes to a defect of its line that nothing has found yet, the best lines first."""
    verdict = Verdict({}, [], [])
    for finding in findings:
        here = [defect for defect in defects if finding.line in defect.lines]
        here.sort(key=lambda defect: defect.lines.index(finding.line))
        fresh = [defect for defect in here if defect.number not in verdict.found]
        if fresh:
            verdict.found[fresh[0].number] = finding
        elif here:
            verdict.follow_ons.append(finding)
        else:
            verdict.wrong.append(finding)
    return verdict


# ── the checkers ──


def ours(path: Path) -> list[Finding]:
    report = json.loads(_output([*_hasenpfeffer(), str(path), "--format", "json"]))
    return [
        Finding(
            line=finding["location"]["start"]["line"],
            message=f"{finding['code']} {finding['message']}",
            has_caret="^" in finding["rendered"],
            has_hint=bool(finding["help"]),
            has_fix=bool(finding.get("fixes")),
        )
        for finding in report["diagnostics"]
    ]


def check_jsonschema(path: Path) -> list[Finding]:
    command = [
        _program("check-jsonschema"),
        "--schemafile",
        str(SCHEMA),
        "--output-format",
        "json",
        str(path),
    ]
    report = json.loads(_output(command))
    findings = [
        Finding(_line_of(path, error["path"]), error["message"], has_hint=bool(HINT.search(error["message"])))
        for error in report["errors"]
    ]
    for broken in report["parse_errors"]:
        line = re.search(r"line (\d+)", broken["message"])
        findings.append(Finding(int(line[1]) if line else 0, broken["message"]))
    return findings


def yamllint(path: Path) -> list[Finding]:
    lines = _output([_program("yamllint"), "-d", "relaxed", "-f", "parsable", str(path)]).splitlines()
    found = [re.match(r".*?:(\d+):\d+: \[\w+\] (.*)", line) for line in lines]
    return [Finding(int(match[1]), match[2]) for match in found if match]


def yaml_language_server(path: Path, editor: Editor) -> list[Finding]:
    uri = f"file:///planted/{path.name}"
    line = f"# yaml-language-server: $schema={SCHEMA.as_uri()}\n"
    editor.open(uri, line + path.read_text("utf-8"))
    return [
        Finding(
            line=found["range"]["start"]["line"],
            message=found["message"],
            has_caret=True,
            has_hint=bool(HINT.search(found["message"])),
            has_fix=any("edit" in action for action in editor.actions(uri, found)),
        )
        for found in editor.diagnostics(uri)
    ]


def checkers() -> Iterator[tuple[str, Callable[[Path], list[Finding]]]]:
    yield "hasenpfeffer", ours
    for name, check in (("check-jsonschema", check_jsonschema), ("yamllint", yamllint)):
        if _is_there(name):
            yield name, check
        else:
            print(f"{name} is not installed: pip install -e '.[peers]'", file=sys.stderr)
    try:
        CACHE.mkdir(parents=True, exist_ok=True)
        editor = Editor(fetched(CACHE))
    except NoServerError as error:
        print(f"yaml-language-server is left out: {error}", file=sys.stderr)
        return
    yield "yaml-language-server", lambda path: yaml_language_server(path, editor)
    editor.close()


def _hasenpfeffer() -> list[str]:
    return [sys.executable, "-m", "hasenpfeffer", "validate"]


def _program(name: str) -> str:
    beside = Path(sys.executable).with_name(name)
    return str(beside) if beside.exists() else name


def _is_there(name: str) -> bool:
    return shutil.which(_program(name)) is not None


def _output(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, env=_environment(), check=False)
    if done.stderr.strip() and not done.stdout.strip():
        sys.exit(f"{command[0]} failed:\n{done.stderr}")
    return done.stdout


def _line_of(path: Path, pointer: str) -> int:
    """The line of a value that is named by its keys only: `$.steps.deal.hand`."""
    node = yaml.compose(path.read_text("utf-8"))
    line = 1
    for key, index in re.findall(r"\.([^.\[\]]+)|\[(\d+|'[^']+')\]", pointer):
        if isinstance(node, yaml.MappingNode):
            name = key or index.strip("'")
            pair = next((pair for pair in node.value if pair[0].value == name), None)
            if pair is None:
                break
            node, line = pair[1], pair[0].start_mark.line + 1
        elif isinstance(node, yaml.SequenceNode):
            node = node.value[int(index)]
            line = node.start_mark.line + 1
    return line


# ── tables ──


def defects_of(path: Path) -> list[Defect]:
    listed: list[dict[str, Any]] = json.loads(path.with_suffix(".json").read_text("utf-8"))
    return [Defect(one["id"], one["kind"], (one["line"], *one["also"]), one["what"]) for one in listed]


def compare(paths: list[Path], *, misses: bool) -> None:
    heads = ["found", "wrong", "follow-ons", "with place", "caret", "hint", "fix"]
    verdicts: dict[Path, dict[str, Verdict]] = {path: {} for path in paths}
    for name, check in checkers():
        for path in paths:
            verdicts[path][name] = judge(check(path), defects_of(path))
    for path in paths:
        print(f"\n{path.name}: {len(defects_of(path))} planted defects")
        print(f"  {'':22}" + "".join(f"{head:>12}" for head in heads))
        for name, verdict in verdicts[path].items():
            print(f"  {name:22}" + "".join(f"{figure:>12}" for figure in verdict.row()))
        for name, verdict in verdicts[path].items() if misses else ():
            print(f"\n  {name}")
            for defect in defects_of(path):
                if defect.number not in verdict.found:
                    print(f"    missed    {defect.lines[0]:4} {defect.what} ({defect.kind})")
            for title, findings in (("wrong", verdict.wrong), ("follow-on", verdict.follow_ons)):
                for finding in findings:
                    print(f"    {title:9} {finding.line:4} {finding.message.splitlines()[0][:150]}")


def take_times(rounds: int) -> None:
    """One file that was never seen before, without trial deals, against check-jsonschema on it, in turns."""
    names = ("hasenpfeffer", "first of all", "check-jsonschema")
    times: dict[str, list[float]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as home:
        for number in range(rounds + 1):  # the first round makes the parser's tables, and is not counted
            path = Path(home, f"{number}.yaml")
            path.write_text(SOUND.read_text("utf-8").replace("title: ", f"title: {number} ", 1), "utf-8")
            check = [*_hasenpfeffer(), str(path), "--trials", "0"]
            other = [_program("check-jsonschema"), "--schemafile", str(SCHEMA), str(path)]
            commands = ((check, home), (check, f"{home}/{number}"), (other, home))
            for name, (command, kept) in zip(names, commands, strict=True):
                environment = {**_environment(), "XDG_CACHE_HOME": kept}
                began = time.perf_counter()
                done = subprocess.run(command, capture_output=True, env=environment, check=False)
                seconds = time.perf_counter() - began
                assert done.returncode == 0, done.stdout + done.stderr
                times[name] += [seconds] if number else []
    print(f"\n{SOUND.name} under a new title, each time in a new process, medians of {rounds} in turns")
    print("(`first of all`: nothing kept from any run before, the parser's tables are made too)")
    for name, taken in times.items():
        ratio = statistics.median(one / other for one, other in zip(taken, times[names[-1]], strict=True))
        print(f"  {name:22}{statistics.median(taken):8.2f} s   least {min(taken):.2f}   ratio {ratio:.2f}")


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "engine")}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "files", nargs="*", type=Path, help="planted files; all of tests/corpus/planted if none"
    )
    parser.add_argument("--misses", action="store_true", help="say what was missed, and what was wrong")
    parser.add_argument("--times", type=int, default=0, metavar="N", help="take N times of each program")
    arguments = parser.parse_args()
    if arguments.times:
        take_times(arguments.times)
        return 0
    compare(arguments.files or sorted(PLANTED.glob("*.yaml")), misses=arguments.misses)
    return 0


if __name__ == "__main__":
    sys.exit(main())
