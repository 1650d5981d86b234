"""The front: help, misspelt words, exit codes, and how the program ends."""

from __future__ import annotations

import io
import os
import pathlib
import signal
import subprocess
import sys
import time
import tomllib
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

import hasenpfeffer
from hasenpfeffer.cli import main as front
from hasenpfeffer.cli import terminal
from hasenpfeffer.errors import UnsupportedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

ROOT = pathlib.Path(__file__).resolve().parents[3]

HEAVY = ("lark", "yaml", "jsonschema", "hasenpfeffer.shelf", "hasenpfeffer.play", "hasenpfeffer.lang")


def test_the_help_names_every_command(run) -> None:
    result = run("--help")
    assert result.code == 0
    assert all(f"  {name} " in result.out for name in front.COMMANDS)


def test_without_a_command_the_help_goes_to_standard_error(run) -> None:
    result = run()
    assert (result.code, result.out) == (2, "")
    assert "commands:" in result.err


def test_help_for_a_command_has_examples(run) -> None:
    for words in (("validate", "--help"), ("help", "validate")):
        result = run(*words)
        assert result.code == 0
        assert "examples:\n  hasenpfeffer validate " in result.out


def test_the_version_is_that_of_the_project(run) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert run("--version").out == f"hasenpfeffer {project['project']['version']}\n"


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["validate", "--help"], ["show", "--help"]])
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    code = f"""
import sys
from hasenpfeffer.cli.main import main
main({words!r})
sys.exit(any(name in sys.modules for name in {HEAVY!r}))
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "engine")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["vaildate"], "There is no command `vaildate`. Did you mean `validate`?"),
        (["frobnicate"], "There is no command `frobnicate`."),
        (["--vresion"], "There is no option `--vresion`. Did you mean `--version`?"),
        (["validate", "--tirals", "3", "x"], "There is no option `--tirals`. Did you mean `--trials`?"),
        (["validate", "--tri=3", "x"], "There is no option `--tri`."),
        (["validate", "-x"], "FILE is needed"),
        (["show", "a", "-x"], "There is no option `-x`."),
        (["show", "a", "b"], "`b` is one word too many\n"),
        (["show", "a", "+", "b"], "`+` is one word too many. House rules follow without a space: a+b\n"),
        (["show", "a", "+b"], "`+b` is one word too many. House rules follow without a space: a+b\n"),
        (["validate", "a", "+", "b"], "House rules follow without a space, as in hasenpfeffer+no-alone\n"),
        (["simulate", "a"], "--deals or --games is needed\n"),
        (["validate"], "FILE is needed"),
        (["validate", "--seed"], "--seed needs a value"),
        (["validate", "--trials", "many", "x"], "--trials: `many` is not a whole number from 0 to 100000"),
        (["validate", "--trials", "-1", "x"], "--trials: `-1` is not a whole number from 0 to 100000"),
        (["validate", "--format", "jsn", "x"], "There is no format `jsn`. Did you mean `json`?"),
        (["show", "hasenpfeffer", "--set", "target"], "--set takes a name and a value"),
        (["show", "hasenpfeffer", "--set", "target=1", "--set", "target=2"], "--set gives `target` twice: 1 and 2"),
    ],
)  # fmt: skip
def test_wrong_usage_is_told_on_standard_error(run, words: list[str], message: str) -> None:
    result = run(*words)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert "Traceback" not in result.err


def _command(monkeypatch: pytest.MonkeyPatch, run: Callable[[argparse.Namespace], int]) -> None:
    """A command `fail` that does what a test wants."""
    module = SimpleNamespace(configure=lambda parser: None, run=run)
    monkeypatch.setitem(front.COMMANDS, "fail", front.Command("fail", "fails"))
    monkeypatch.setitem(sys.modules, "hasenpfeffer.cli.fail", module)


def _raising(error: BaseException) -> Callable[[argparse.Namespace], int]:
    def run(arguments: argparse.Namespace) -> int:
        raise error

    return run


def test_a_bug_is_one_line_with_a_reproducer(run, monkeypatch: pytest.MonkeyPatch) -> None:
    _command(monkeypatch, _raising(KeyError("lost\ncard")))
    result = run("fail")
    assert (result.code, result.out) == (3, "")
    assert result.err.count("\n") == 1
    assert "KeyError" in result.err
    assert result.err.endswith("hasenpfeffer fail --debug\n")


def test_only_debug_shows_a_traceback(run, monkeypatch: pytest.MonkeyPatch) -> None:
    _command(monkeypatch, _raising(RecursionError("too deep")))
    assert "Traceback" not in run("fail").err
    for words in (("--debug", "fail"), ("fail", "--debug")):
        result = run(*words)
        assert result.code == 3
        assert "Traceback" in result.err


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), 130, ""),
        (EOFError(), 130, ""),
        (SystemExit(2), 2, ""),
        (UnsupportedError("melds are not played yet"), 2, "hasenpfeffer: melds are not played yet\n"),
        (PermissionError(13, "Permission denied", "game.jsonl"), 2, "hasenpfeffer: game.jsonl: Permission denied\n"),
    ],
)  # fmt: skip
def test_how_a_command_ends(
    run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, message: str
) -> None:
    _command(monkeypatch, _raising(error))
    result = run("fail")
    assert (result.code, result.out, result.err) == (code, "", message)


def test_a_command_that_is_not_there_yet_says_so(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(front.COMMANDS, "solve", front.Command("solve", "solves"))
    result = run("solve")
    assert result.code == 2
    assert "`solve` is not part of this version yet" in result.err


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_ends_quietly(unbuffered: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "engine"), "PYTHONUNBUFFERED": unbuffered}
    command = [sys.executable, "-m", "hasenpfeffer", "list"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=30) == 0


def hears_ctrl_c() -> None:
    """In a new process: Ctrl-C counts, though the tests themselves may run where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals")
def test_an_interrupt_ends_quietly_with_130() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "engine")}
    command = [sys.executable, "-m", "hasenpfeffer", "validate", "-"]
    ends = []
    for seconds in (0.8, 3, 8):  # a busy machine may not have started the program by then
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            preexec_fn=hears_ctrl_c,
        )
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:  # it came while Python itself was busy, and was lost
            process.kill()
        errors = process.communicate()[1]
        ends.append((process.returncode, errors))
        if ends[-1] == (130, b""):
            break
    assert ends[-1] == (130, b"")


def test_the_module_can_be_run(process) -> None:
    assert process("--version").out == f"hasenpfeffer {hasenpfeffer.__version__}\n"


def test_streams_that_are_closed_from_the_start_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert front.main(["--version"]) == 0
    assert front.main(["frobnicate"]) == 2


@pytest.mark.parametrize(
    ("environment", "is_terminal", "colour"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "0"}, True, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, False, True),
    ],
)
def test_when_there_is_colour(
    folder: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    is_terminal: bool,
    colour: bool,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(stream, "isatty", lambda: is_terminal, raising=False)
    assert terminal.has_colour(stream) is colour


@pytest.mark.parametrize(("encoding", "suits", "plain"), [("utf-8", True, False), ("ascii", False, True)])
def test_signs_follow_the_encoding(encoding: str, suits: bool, plain: bool) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    assert terminal.has_suit_signs(stream) is suits
    assert terminal.is_ascii_only(stream) is plain


def test_a_terminal_without_signs_gets_ascii(process, write) -> None:
    name = write("tab.yaml", "language: 1\ndeck:\n\tranks: [9]\n")
    result = process("validate", name, PYTHONIOENCODING="ascii")
    assert result.code == 1
    assert result.out.isascii()
    assert "->" in result.out


def test_the_package_offers_the_names_of_the_api() -> None:
    from hasenpfeffer import api, errors

    kinds = {
        name for name, value in vars(errors).items() if isinstance(value, type) and name.endswith("Error")
    }
    assert set(hasenpfeffer.__all__) == {*api.__all__, *kinds, "__version__"}
    assert hasenpfeffer.load is api.load
    assert hasenpfeffer.RulesetError is errors.RulesetError
    assert set(dir(hasenpfeffer)) >= set(hasenpfeffer.__all__)
    with pytest.raises(AttributeError):
        hasenpfeffer.nonsense  # noqa: B018
