"""The journey of a rule file on one page: find, read, hold against the schema, merge, build, check.

Every stage goes on after a mistake with what is sound, so that one look at a file shows all of them. What has a
finding becomes a hole (`shelf.holes`), what is built from a hole is unknown (`ruleset.unknown`), and a check that
would need to know it does not run.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.tree import Group, Text, find
from hasenpfeffer.shelf.build.builder import is_shaky
from hasenpfeffer.shelf.build.ruleset import build_ruleset
from hasenpfeffer.shelf.checks import run_checks
from hasenpfeffer.shelf.checks.already_so import check_already_so
from hasenpfeffer.shelf.checks.missing import gathered
from hasenpfeffer.shelf.checks.parameters import only_set
from hasenpfeffer.shelf.checks.unknown_names import told_once
from hasenpfeffer.shelf.family import SECTIONS, Reader, gather
from hasenpfeffer.shelf.find import Finder
from hasenpfeffer.shelf.hidden import hidden_names
from hasenpfeffer.shelf.holes import all_incomplete, meant_names, renamed, with_holes
from hasenpfeffer.shelf.merge import Merged, woven
from hasenpfeffer.shelf.schema import defects, report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.family import Family, Read


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of a reference: the ruleset where there is no error, the merged tree, and every finding.

    `not_run` is the number of checks that could not run because of errors.
    """

    reference: str
    ruleset: Ruleset | None
    merged: Merged | None
    findings: Findings
    not_run: int = 0
    partly: Ruleset | None = None
    """What is known of the rules (`ruleset.unknown`), whether or not there are errors."""


def load_reference(
    reference: str,
    options: Mapping[str, str] | None = None,
    *,
    folder: Path | None = None,
    schema: bool = True,
    read: Read | None = None,
    finder: Finder | None = None,
    scores: bool = True,
) -> Loaded:
    """Loads `game+patch+…` or a path. `schema` off skips the structure of files that are known to be sound, `scores`
    off what lines of scoring and ends of the game come to."""
    finder, read = finder or Finder(folder), read or Reader()
    found, loaded = _gathered(reference, options, finder, read, schema=schema, scores=scores, guess=True)
    guessed = any(finding.code == "X302" for finding in found.items)
    if guessed and any(finding.code.startswith("X") for finding in loaded.findings.items):
        # the name that was taken for another was not meant after all
        found, loaded = _gathered(reference, options, finder, read, schema=schema, scores=scores, guess=False)
    loaded.findings.add_all(_not_told(found, loaded.findings))
    if (
        loaded.merged is not None and not loaded.findings.has_errors
    ):  # what is wrong comes before what is needless
        check_already_so(loaded.merged, loaded.findings)
    return replace(loaded, ruleset=None) if found.has_errors else loaded


def _gathered(
    reference: str,
    options: Mapping[str, str] | None,
    finder: Finder,
    read: Read,
    *,
    schema: bool,
    scores: bool,
    guess: bool,
) -> tuple[Findings, Loaded]:
    """What there is to say of finding and reading the files, and what came of them."""
    found = Findings()
    family = gather(reference, finder, read, found, guess=guess)
    if family is None:
        return found, Loaded(reference, None, None, Findings())
    return found, _built(reference, options, family, schema=schema, scores=scores)


def _built(
    reference: str, options: Mapping[str, str] | None, family: Family, *, schema: bool, scores: bool
) -> Loaded:
    structure, extending, meaning = Findings(), Findings(), Findings()
    trees = [written.tree for written in family.files]
    if schema:
        sound = {id(tree): with_holes(tree, structure) for tree in trees}
        trees = [sound[id(tree)] for tree in trees]
    if any(finding.code == "S208" for finding in structure.items):
        return Loaded(reference, None, None, structure)
    merged = woven(reference, family, extending, trees)
    if not family.is_whole or any(is_shaky(tree.get("remove")) for tree in trees):
        merged = replace(merged, tree=_of_nothing_sure(merged.tree), is_whole=False)
    elif schema:
        merged = _resolved(merged, family, trees, structure)
    merged = replace(merged, lacks_parts=_lacks_parts(structure, merged))
    ruleset = build_ruleset(
        merged.tree,
        meaning,
        name=merged.name,
        game=merged.game,
        patches=merged.patches,
        composed_of=merged.composed_of,
        options=options,
        is_hidden=hidden_names(zip(family.files, trees, strict=True), is_whole=merged.is_whole),
    )
    not_run = run_checks(ruleset, merged, meaning, scores=scores)
    structure.add_all(_not_told(extending, structure))
    findings = structure
    for finding in told_once(gathered(meaning.items, merged)):
        findings.add(finding)
    if findings.has_errors:
        return Loaded(reference, None, merged, findings, not_run, ruleset)
    ruleset.names.nothing_is_hidden()
    return Loaded(reference, ruleset, merged, findings, not_run, ruleset)


def _resolved(merged: Merged, family: Family, trees: Sequence[Group], findings: Findings) -> Merged:
    """The merged tree as far as it is sound. A member that lacks what a neighbour has, and is called nearly like it,
    was meant to change that neighbour."""
    found = [defect for defect in defects(merged.tree, "resolved") if defect.meant and defect.code == "S206"]
    if found:
        told = {defect.place: defect for defect in reversed(found)}
        report(told.values(), findings)
        names = meant_names(found)
        trees = [renamed(tree, names) for tree in trees]
        merged = woven(merged.name, family, Findings(), trees)
    of_whole = Findings()
    tree = with_holes(merged.tree, of_whole, "resolved")
    for finding in only_set(of_whole.items, merged):
        findings.add(finding)
    return replace(merged, tree=tree)


def _not_told(extending: Findings, structure: Findings) -> Findings:
    """Findings about what files extend and change, but for those of what has a finding of its structure."""
    wrong = [finding for finding in structure.items if finding.code.startswith("S")]
    places = {finding.place for finding in wrong}
    settings = {(finding.place.file, finding.path.split(".")[0]) for finding in wrong}
    found = Findings()
    for finding in extending.items:
        whole = finding.path in ("extends", "remove") and (finding.place.file, finding.path) in settings
        if finding.place not in places and not whole:
            found.add(finding)
    return found


def _lacks_parts(structure: Findings, merged: Merged) -> bool:
    """Whether a section is missing, or a text stands where a group or list of settings should."""
    if any(finding.code == "S206" and finding.path in SECTIONS for finding in structure.items):
        return True
    trees = {written.shown: written.tree for written in merged.files}
    return any(
        finding.code == "S204"
        and finding.place.file in trees
        and isinstance(find(trees[finding.place.file], tuple(finding.path.split("."))), Text)
        for finding in structure.items
    )


def _of_nothing_sure(tree: Group) -> Group:
    found = all_incomplete(tree)
    assert isinstance(found, Group)
    return found
