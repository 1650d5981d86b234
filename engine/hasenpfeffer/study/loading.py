"""A ruleset that is loaded and sound: everything that can be known of it without playing a deal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.shelf.load import Loaded, load_reference
from hasenpfeffer.study.soundness import check_known_ranking, check_ranking

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from hasenpfeffer.shelf.family import Read
    from hasenpfeffer.shelf.find import Finder


def load_sound(
    reference: str,
    options: Mapping[str, str] | None = None,
    *,
    folder: Path | None = None,
    read: Read | None = None,
    finder: Finder | None = None,
    scores: bool = True,
) -> Loaded:
    """Loads a reference, and holds its ranking against every contract that its lines can bring about."""
    loaded = load_reference(reference, options, folder=folder, read=read, finder=finder, scores=scores)
    if loaded.ruleset is None:
        if loaded.partly is not None:
            check_known_ranking(loaded.partly, loaded.findings)
        return loaded
    check_ranking(loaded.ruleset, loaded.findings)
    return replace(loaded, ruleset=None) if loaded.findings.has_errors else loaded
