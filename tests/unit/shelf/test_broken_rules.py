"""Rule files that make no sense as rules: each gets exactly the findings that stand beside it."""

from __future__ import annotations

import pathlib

import pytest

from hasenpfeffer.report.findings import as_text
from hasenpfeffer.shelf.load import Loaded, load_reference
from hasenpfeffer.study.soundness import check_ranking

BROKEN = pathlib.Path(__file__).parents[2] / "corpus" / "broken"
FAMILIES = "[bdglptx]*.yaml", "s206*.yaml", "s210*.yaml", "s2[34]*.yaml"
PATHS = sorted(path for pattern in FAMILIES for path in BROKEN.glob(pattern))


def loaded(name: str) -> Loaded:
    found = load_reference(f"./{name}.yaml", folder=BROKEN)
    if found.ruleset is not None:
        check_ranking(found.ruleset, found.findings)
    return found


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_broken_rules_get_exactly_their_findings(path: pathlib.Path) -> None:
    found = loaded(path.stem)
    assert found.merged
    texts = {written.shown: written.source.text for written in found.merged.files}
    assert as_text(found.findings.items, texts) + "\n" == path.with_suffix(".txt").read_text("utf-8")
    assert path.stem.split("-")[0].upper() in {finding.code for finding in found.findings.items}


@pytest.mark.parametrize("name", ["fine-choices", "fine-game", "fine-nobody-alone"])
def test_what_they_extend_is_fine(name: str) -> None:
    found = loaded(name)
    assert found.ruleset and not found.findings.items
