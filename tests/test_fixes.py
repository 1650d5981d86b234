"""Broken rule files are mended: what was mended is gone, nothing else came, and a second time changes nothing."""

from __future__ import annotations

import pathlib
from collections import Counter

import pytest

from hasenpfeffer.cli.fixing import Fixed, fix
from hasenpfeffer.reading.edits import usable_fix
from hasenpfeffer.study.checking.targets import targets

BROKEN = pathlib.Path(__file__).parent / "corpus" / "broken"
PATHS = sorted(BROKEN.glob("*.yaml"))


@pytest.mark.parametrize("name", [path.name for path in PATHS])
def test_a_broken_file_is_mended_once_and_for_all(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN)
    safe = fixed(name, unsafe=False)
    check_again(safe, name, unsafe=False)
    if any(usable_fix(finding, unsafe=True, files=[name]) for finding in safe.left):
        check_again(fixed(name, unsafe=True), name, unsafe=True)


def check_again(found: Fixed, name: str, *, unsafe: bool) -> None:
    """Mends what came of mending, as standard input in the same folder."""
    if not found.changed:
        return
    (changed,) = found.changed
    again = fix(targets(["-"]), {}, unsafe=unsafe, stdin=changed.after.encode())
    assert not again.changed
    assert Counter(map(said, again.left)) == Counter(map(said, found.left))
    fixed_errors = sum(finding.severity == "error" for finding in found.findings)
    assert fixed_errors or len(found.left) < len(found.findings) + len(found.left)


def fixed(name: str, *, unsafe: bool) -> Fixed:
    return fix(targets([name]), {}, unsafe=unsafe)


def said(finding: object) -> tuple[str, str]:
    return finding.code, finding.message  # type: ignore[attr-defined]
