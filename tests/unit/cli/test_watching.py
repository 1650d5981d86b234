"""`validate --watch`: what counts as a change, and what the files may do meanwhile."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from hasenpfeffer.cli import watching
from hasenpfeffer.cli.main import main

GOOD = "language: 1\ntitle: Ours\nextends: hasenpfeffer\nterms: {loss: bid}\n"
BAD = GOOD.replace("bid", "bidd")


@pytest.fixture
def watched(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Watches, while each of some deeds is done between two looks; gives what was printed after each run."""

    def watched(*words: str, deeds: list[Callable[[], object]]) -> list[str]:
        printed: list[str] = []
        waiting = iter(deeds)
        quiet: Iterator[int] = iter(())

        def sleep(seconds: float) -> None:
            nonlocal quiet
            if next(quiet, None) is not None:
                return
            printed.append(capsys.readouterr().out)
            deed = next(waiting, None)
            if deed is None:
                raise KeyboardInterrupt
            deed()
            quiet = iter([1])

        monkeypatch.setattr(watching.watch, "__defaults__", (sleep,))
        assert main(["validate", *words, "--watch", "--trials", "0"]) == 130
        return printed

    return watched


def test_it_checks_again_after_each_change(watched, write, folder) -> None:
    write("house.yaml", GOOD)
    first, second, third = watched(
        "house.yaml", deeds=[lambda: write("house.yaml", BAD), lambda: write("house.yaml", GOOD)]
    )
    assert first == third
    assert first.startswith("OK house.yaml")
    assert "error[S230]" in second


def test_a_base_is_watched_too(watched, write) -> None:
    write("base.yaml", GOOD)
    write("house.yaml", "language: 1\ntitle: x\nextends: ./base.yaml\n")
    first, second = watched("house.yaml", deeds=[lambda: write("base.yaml", BAD)])
    assert first.startswith("OK house.yaml")
    assert "base.yaml:4:15" in second


def test_files_come_go_and_get_other_names(watched, write, folder) -> None:
    write("one.yaml", GOOD)
    printed = watched(
        ".",
        deeds=[
            lambda: write("two.yaml", GOOD),
            lambda: (folder / "one.yaml").rename(folder / "three.yaml"),
            lambda: (folder / "three.yaml").unlink(),
            lambda: (folder / "two.yaml").unlink(),
            lambda: write("four.yaml", GOOD),
        ],
    )
    names = [[line.split(":")[0].removeprefix("OK ") for line in text.splitlines()] for text in printed]
    files = [
        ["one.yaml"],
        ["one.yaml", "two.yaml"],
        ["three.yaml", "two.yaml"],
        ["two.yaml"],
        [],
        ["four.yaml"],
    ]
    assert names == files


def test_a_file_that_is_gone_is_told_and_waited_for(watched, write, folder) -> None:
    write("house.yaml", GOOD)
    first, second, third = watched(
        "house.yaml", deeds=[(folder / "house.yaml").unlink, lambda: write("house.yaml", GOOD)]
    )
    assert "There is no file `house.yaml`" in second
    assert first == third


def test_a_file_in_the_middle_of_being_written_is_left_until_it_is_whole(write, folder) -> None:
    class Inspected:
        arguments = type("Arguments", (), {"files": ["house.yaml"]})
        checker = None

    write("house.yaml", GOOD)
    seen = watching._look(Inspected())
    parts: Iterator[str] = iter(["a", "ab", "abc", "abc", "abc"])
    looks = []

    def sleep(seconds: float) -> None:
        looks.append(next(parts))
        if looks[-2:-1] != looks[-1:]:
            write("house.yaml", looks[-1])

    watching._settle(Inspected(), seen, sleep, is_new=False)
    assert looks == ["a", "ab", "abc", "abc"]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_it(write, folder, installed) -> None:
    write("house.yaml", GOOD)
    process = subprocess.Popen(
        [sys.executable, "-m", "hasenpfeffer", "validate", "house.yaml", "--watch", "--trials", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=installed,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    )
    assert process.stderr is not None and process.stdout is not None
    assert process.stderr.readline() == "Watching 2 files; Ctrl-C ends it\n"
    write("house.yaml", BAD)
    assert process.stderr.readline() == "Watching 2 files; Ctrl-C ends it\n"
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    assert out.startswith("OK house.yaml") and "error[S230]" in out and "\x1b" not in out
