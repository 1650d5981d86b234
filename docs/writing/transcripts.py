"""What the program prints, as a page shows it: commands are run and their output is put in."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile

from docs.writing.places import DOCS, ROOT, cell

from hasenpfeffer.cli.at_table.commands import COMMANDS

TRANSCRIPT = ("play", "--seat", "none", "--seed", "47", "--plain")
_SECOND_DEAL = "deal 2:"


def transcript() -> str:
    """The first deal of a game that only bots play, as the program prints it, without the tricks between."""
    lines = _first_deal()
    won = [number for number, line in enumerate(lines) if " wins trick " in line]
    first, last_but_one = won[0], won[-2]
    shown = [*lines[: first + 1], "…", *lines[last_but_one + 1 :]]
    return "```\n$ " + " ".join(("hasenpfeffer", *TRANSCRIPT)) + "\n" + "\n".join(shown) + "\n```\n"


def _first_deal() -> list[str]:
    playing = subprocess.Popen(
        [sys.executable, "-m", "hasenpfeffer", *TRANSCRIPT],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=_environment(),
    )
    assert playing.stdout is not None
    with playing.stdout as output:
        lines = []
        for line in output:
            if line.startswith(_SECOND_DEAL):
                break
            lines.append(line.rstrip())
    playing.wait()
    return lines


def _environment() -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT / "engine"),
        "PYTHONUTF8": "1",
        "NO_COLOR": "1",
        "COLUMNS": "80",
    }


# --- commands of a page, run in the folder of its files


TUTORIAL = DOCS / "tutorial"
_COMMAND = "$ "


def rerun(shown: str) -> str:
    """A block of commands, each with what it prints now; the lines after a command are what it printed last."""
    commands = [line for line in shown.splitlines() if line.startswith(_COMMAND)]
    return "```\n" + "".join(f"{line}\n{_output(line.removeprefix(_COMMAND))}" for line in commands) + "```\n"


def _output(command: str) -> str:
    """What a line typed into a shell prints, on standard output and on standard error; games are not kept."""
    function = f'hasenpfeffer() {{ {shlex.quote(sys.executable)} -m hasenpfeffer "$@"; }}'
    with tempfile.TemporaryDirectory() as games:
        done = subprocess.run(
            ["/bin/sh", "-c", f"{function}\n{command}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            cwd=TUTORIAL,
            env={**_environment(), "XDG_STATE_HOME": games},
        )
    if "a bug in the program" in done.stdout:
        raise RuntimeError(f"{command}: {done.stdout}")
    return done.stdout


def commands() -> str:
    """What may be typed at the table besides one's choices."""
    rows = "".join(f"| `{name}` | {cell(about)} |\n" for name, about in COMMANDS.items())
    return f"\n| you type | you get |\n|---|---|\n{rows}\n"


def file(name: str) -> str:
    """A file of the tutorial, as it is."""
    return f"```yaml\n{(TUTORIAL / name).read_text('utf-8')}```\n"


_STEP = re.compile(r"(.+-)(\d+)(\.yaml)")


def changed(name: str) -> str:
    """The groups of a numbered file of the tutorial that are new, or other than in the one before."""
    numbered = _STEP.fullmatch(name)
    assert numbered is not None, name
    before = groups(f"{numbered[1]}{int(numbered[2]) - 1}{numbered[3]}")
    new = [text for text in groups(name) if text not in before]
    return "```yaml\n" + "\n".join(new) + "```\n"


def groups(name: str) -> list[str]:
    """The topmost keys of a file of the tutorial, each with all that it holds."""
    found = re.split(r"(?m)^(?=[a-z])", (TUTORIAL / name).read_text("utf-8"))[1:]
    return [text.rstrip("\n") + "\n" for text in found]
