"""Checks of what is only partly known: each says what it can, and is counted where it cannot."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from hasenpfeffer.ruleset.unknown import UnknownError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.reading.diagnostic import Findings


@contextmanager
def if_known(findings: Findings) -> Iterator[None]:
    """What is done inside ends where it would need to know something of which there is a finding."""
    try:
        yield
    except UnknownError:
        findings.not_run += 1
