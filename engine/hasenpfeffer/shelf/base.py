"""What a rule file builds on, taken by itself: for editors, also while the file is only half written."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.source import load_source, source_from_text
from hasenpfeffer.shelf.family import Reader
from hasenpfeffer.shelf.find import Finder
from hasenpfeffer.shelf.load import load_reference
from hasenpfeffer.shelf.merge import Merged, merge_anyway

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.find import Found

_EXTENDS: Final = re.compile(r"^extends:(.*(?:\n[ \t]+.*|\n-.*)*)", re.MULTILINE)
_COMMENT: Final = re.compile(r"(?:^|\s)#.*")
_LONGEST: Final = 2000
"""Characters after `extends` that are looked at where a file cannot be read as a whole."""
_MOST: Final = 40
"""Bases that are tried one by one where they cannot be put together at once."""
_BETWEEN: Final = re.compile(r"\s*(?:[\[\],\"'\n]|(?:^|(?<=\n))\s*-\s)\s*")


@dataclass(frozen=True, slots=True)
class Base:
    """All that a file extends, put together.

    `ruleset` is that of the first base where they cannot be built together, as with patches that the file has
    yet to reconcile, and None where that is not sound either. `texts` are the base's files by the name they are
    shown under.
    """

    words: tuple[str, ...]
    merged: Merged
    ruleset: Ruleset | None
    texts: Mapping[str, str]


def base_of(file: str, findings: Findings) -> Base | None:
    """What a file extends, as far as that can be read; None where it extends nothing that is there.

    Only a file that cannot be opened or is no text is a finding.
    """
    finder, read = Finder(), Reader()
    found = finder.given(file)
    source = load_source(found.path, found.shown, findings)
    if source is None:
        return None
    words = _words(found, source, read)
    merged = _alone(found, words, finder, read)
    if merged is None:
        words = tuple(word for word in words[:_MOST] if _alone(found, (word,), finder, read))
        merged = _alone(found, words, finder, read)
    if merged is None:
        return None
    ruleset = load_reference(str(found.path), read=read, finder=finder).ruleset
    if ruleset is None and _alone(found, words[:1], finder, read) is not None:
        ruleset = load_reference(str(found.path), read=read, finder=finder).ruleset
    texts = {shown: one.text for shown, one in read.sources.items() if shown != found.shown}
    return Base(words, merged, ruleset, texts)


def _words(found: Found, source: Source, read: Reader) -> tuple[str, ...]:
    """The words after `extends`; from the bare lines where the file cannot be read as a whole."""
    read.give(found.path, found.shown, source, Findings())
    written = read(found.path, found.shown, Findings())
    if written is not None and written.bases:
        return written.bases
    lines = _EXTENDS.search(source.text)
    words = _BETWEEN.split(_COMMENT.sub("", lines[1][:_LONGEST])) if lines else ()
    return tuple(dict.fromkeys(word.strip() for word in words if word.strip()))


def _alone(found: Found, words: Sequence[str], finder: Finder, read: Reader) -> Merged | None:
    """What comes of a file that says nothing but what it extends; None where some of that is not there."""
    if not words:
        return None
    text = f"language: 1\ntitle: Base\nextends: {json.dumps(words, ensure_ascii=False)}\n"
    read.give(found.path, found.shown, source_from_text(text, found.shown), Findings())
    merged = merge_anyway(str(found.path), Findings(), read=read, finder=finder)
    return merged if merged is not None and merged.is_whole else None
