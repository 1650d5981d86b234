"""Rule files made on the spot, with a shelf of their own."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING

import pytest

from hasenpfeffer import library
from hasenpfeffer.reading.diagnostic import Diagnostic, Findings
from hasenpfeffer.reading.tree import Group, List, Node, Text, find
from hasenpfeffer.shelf.merge import Merged, Reader, merge

if TYPE_CHECKING:
    from collections.abc import Callable

GAME = """\
language: 1
title: A game
summary: The base.
parameters:
  target: {default: 10, type: 1..100, about: points}
deck:
  extra: [joker]
steps:
  deal:
    packets: [3, 3]
    piles: {widow: 1}
  auction:
    calls:
      numbers: {bid: 1..6}
    ends: one bidder left
    all pass: thrown in
  pick up: {do: take, from: widow}
  trump:
    do: choose
    from: [suits]
  discard: {cards: 1}
  tricks:
    follow: any card
terms:
  loss: tricks
  gain: tricks
  price: {won: 1, black: {if: no, points: 2}}
  needed: {by: bouts, 0: 56, 1: 51}
game:
  wins: score >= target
promises: [it ends]
"""


class Table:
    """A working folder with rule files, and what came out of the last merge."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.findings: tuple[Diagnostic, ...] = ()
        self.merged: Merged | None = None

    def write(self, **files: str) -> Table:
        """Rule files by name, `_` for `-`; a patch says `extends: game` unless it says otherwise."""
        for name, text in files.items():
            if "extends:" not in text and name != "game":
                text = f"extends: game\n{text}"
            self.raw(f"{name.replace('_', '-')}.yaml", text)
        return self

    def raw(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def merge(self, reference: str) -> Table:
        collected = Findings()
        self.merged = merge(reference, collected, folder=self.folder, read=Reader())
        self.findings = collected.items
        return self

    @property
    def codes(self) -> list[str]:
        return [finding.code for finding in self.findings]

    def __getitem__(self, path: str) -> object:
        """The value at a dotted path of the last result, as plain data; None where there is nothing."""
        assert self.merged, self.findings
        node = find(self.merged.tree, tuple(path.split(".")))
        return node and plain(node)

    def keys(self, path: str) -> list[str]:
        assert self.merged, self.findings
        node = find(self.merged.tree, tuple(path.split(".")))
        assert isinstance(node, Group)
        return list(node.keys())


def plain(node: Node) -> object:
    match node:
        case Text():
            return node.text
        case List():
            return [plain(item) for item in node.items]
        case Group():
            return {entry.key.text: plain(entry.value) for entry in node}


@pytest.fixture
def table(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A working folder with a small game in it, beside a shelf with one game and one patch."""
    shelf = tmp_path / "shelf" / "rules"
    monkeypatch.setattr(library, "folder", _shelf_at(shelf))
    made = Table(tmp_path / "work")
    made.write(game=GAME)
    made.raw("../shelf/rules/games/whist.yaml", "language: 1\nterms: {book: 6}\n")
    made.raw("../shelf/rules/games/variants/whist-short.yaml", "extends: whist\nterms: {book: 5}\n")
    return made


def _shelf_at(folder: pathlib.Path) -> Callable[[str], pathlib.Path]:
    return lambda name: folder.parent / name
