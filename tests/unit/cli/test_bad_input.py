"""Bad input through the real command: a finding with a place and a hint, quickly, never a traceback."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Result

SLOWEST = 0.5
"""Seconds that an answer may take, the start of Python included."""


def busy() -> float:
    """How many programs share a processor: two on one slow each other down in processor time too."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


HEAD = "language: 1\ntitle: Ours\nextends: hasenpfeffer\n"


@pytest.fixture
def quickly(process: Callable[..., Result]) -> Callable[..., Result]:
    """Runs a command line that must answer in time; a slow answer may have been the machine's fault."""

    def quickly(*words: str) -> Result:
        results = [process(*words)]
        while results[-1].seconds >= SLOWEST and len(results) < 5:
            results.append(process(*words))
        fastest = min(result.seconds for result in results)
        if (
            fastest >= SLOWEST * busy()
        ):  # on a slow machine, an answer may take twice as long as an ordinary one
            assert fastest < 2 * min(
                process("validate", "hasenpfeffer", "--trials", "0").seconds for _ in range(3)
            )
        return results[-1]

    return quickly


ALIASES = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)

FILES = {
    "empty": (b"", "Y101", "bad.yaml:1:1"),
    "only comments": (b"# nothing\n", "Y101", "bad.yaml:1:1"),
    "huge": (b"title: x\n" + b"# filler\n" * 600_000, "Y105", "bad.yaml:1:1"),
    "binary": (bytes(range(256)) * 8, "Y104", "bad.yaml:1:1"),
    "random bytes": (b"\x89PNG\r\n\x1a\n\xff\xfe\xfa", "Y102", "bad.yaml:1:1"),
    "UTF-16": (HEAD.encode("utf-16"), "Y102", "bad.yaml:1:1"),
    "not UTF-8": (HEAD.encode() + b"summary: M\xfcller\n", "Y102", "bad.yaml:4:11"),
    "cut in half": ((HEAD + "steps: {auction: {calls: {numb").encode(), "Y114", "bad.yaml:4:"),
    "cut in a quote": ((HEAD + 'summary: "It was').encode(), "Y113", "bad.yaml:4:10"),
    "aliases": ((HEAD + ALIASES).encode(), "Y130", "bad.yaml:4:4"),
    "a list inside itself": ((HEAD + "terms: &a [*a]\n").encode(), "Y130", "bad.yaml:4:8"),
    "500 brackets": ((HEAD + "terms: " + "[" * 500 + "]" * 500).encode(), "Y106", "bad.yaml:4:"),
    "500 open brackets": ((HEAD + "terms: " + "{a: " * 500).encode(), "Y106", "bad.yaml:4:"),
    "a setting twice": ((HEAD + "terms: {loss: bid}\nterms: {gain: 1}\n").encode(), "Y111", "bad.yaml:5:1"),
    "a tab": ((HEAD + "terms:\n\tloss: bid\n").encode(), "Y110", "bad.yaml:5:1"),
    "an unknown setting": ((HEAD + "plyers: {seats: 4}\n").encode(), "S201", "bad.yaml:4:1"),
    "circular extends": (HEAD.replace("hasenpfeffer", "./bad.yaml").encode(), "X301", "bad.yaml:3:10"),
    "an unknown name": ((HEAD + "terms: {loss: bidd + 1}\n").encode(), "S230", "bad.yaml:4:15"),
    "a formula cut short": ((HEAD + "terms: {loss: bid +}\n").encode(), "S231", "bad.yaml:4:"),
    "a deep formula": ((HEAD + f"terms: {{loss: {'(' * 300}1{')' * 300}}}\n").encode(), "S232", "bad.yaml:4:"),
    "29 cards from 25": ((HEAD + "steps: {deal: {packets: [3, 4]}}\n").encode(), "D401", "bad.yaml:4:"),
    "a tag": ((HEAD + "terms: !!python/object:os.system x\n").encode(), "Y133", "bad.yaml:4:8"),
    "a base on the web": (HEAD.replace("hasenpfeffer", "https://example.org/x").encode(), "X303", "bad.yaml:3:10"),
    "a base outside": (HEAD.replace("hasenpfeffer", "../../x.yaml").encode(), "X30", "bad.yaml:3:10"),
    "many bad lines": ((HEAD + "".join(f"k{i}: 1\n" for i in range(1000))).encode(), "S201", "bad.yaml:4:1"),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_a_bad_file_is_a_finding_with_a_place(quickly, write, name: str) -> None:
    content, code, place = FILES[name]
    result = quickly("validate", write("bad.yaml", content))
    assert result.code == 1
    assert result.err == ""
    assert f"[{code}" in result.out
    assert f"--> {place}" in result.out
    assert "= help: " in result.out
    assert "Traceback" not in result.out


@pytest.mark.parametrize("name", FILES)
def test_every_other_command_gives_2_on_standard_error(run, write, name: str) -> None:
    content, code, _ = FILES[name]
    write("bad.yaml", content)
    result = run("show", "./bad.yaml")
    assert (result.code, result.out) == (2, "")
    assert f"[{code}" in result.err


@pytest.mark.parametrize("name", ["binary", "UTF-16", "500 brackets", "an unknown name"])
def test_bad_standard_input_is_a_finding(process, name: str) -> None:
    content, code, _ = FILES[name]
    result = process("validate", "-", stdin=content)
    assert (result.code, result.err) == (1, "")
    assert f"[{code}" in result.out
    assert "--> <stdin>:" in result.out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["hasenpfeffer", "--set", "lowest-bid=9"], "S212"),
        (["hasenpfeffer", "--set", "lowst-bid=3"], "S224"),
        (["hasenpfeffer+euchre"], "X307"),
    ],
)
def test_bad_references_are_findings_on_standard_error(quickly, words: list[str], code: str) -> None:
    result = quickly("show", *words)
    assert (result.code, result.out) == (2, "")
    assert f"error[{code}]" in result.err


def test_a_game_cut_anywhere_never_ends_in_a_traceback(run, write) -> None:
    whole = run("show", "hasenpfeffer").out
    for end in range(0, len(whole), 97):
        result = run("validate", write("cut.yaml", whole[:end]), "--trials", "0")
        assert result.code == 1, whole[:end]
        assert "cut.yaml:" in result.out


def test_odd_names_of_files_do_no_harm(process, folder) -> None:
    for name in ("a+b.yaml", "-x.yaml", "two words.yaml", "plain"):
        (folder / name).write_text(HEAD, encoding="utf-8")
    result = process("validate", "--", "a+b.yaml", "-x.yaml", "two words.yaml", "plain", "--trials", "0")
    assert result.code == 2
    result = process("validate", "--trials", "0", "--", "a+b.yaml", "-x.yaml", "two words.yaml", "plain")
    assert result.code == 0
    assert result.out.count("OK ") == 4
