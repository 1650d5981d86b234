"""A rule file's YAML → a tree with places, and a finding for each slip on the way.

Most files are read in one go. Where YAML gives up, or takes a slip for a part of the words, the text is
mended in memory as its fix would mend it, and read again: what follows a slip is read as if it were not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import yaml

from hasenpfeffer.reading.composing import DEEPEST, Composer, StopReading
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.marks import Marks
from hasenpfeffer.reading.place import whole_file
from hasenpfeffer.reading.raw_text import is_empty
from hasenpfeffer.reading.readable import as_written
from hasenpfeffer.reading.rereading import Rereading
from hasenpfeffer.reading.slips.whole import RAW_SLIPS
from hasenpfeffer.reading.source import LONGEST_FILE, too_big

if TYPE_CHECKING:
    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.reading.tree import Group

__all__ = ["DEEPEST", "read"]

_ROUNDS: Final = 8
"""Times that a text is read; each round brings to light only what an earlier slip has hidden."""


def read(source: Source, findings: Findings) -> Group | None:
    """The tree of a rule file. None if it has no tree to go on with; `findings` say why."""
    if source.size > LONGEST_FILE:
        too_big(source.size, source.file, findings)
        return None
    if is_empty(source, findings):
        return None
    marks = Marks()
    again = Rereading(as_written(source), findings, marks)
    for find in RAW_SLIPS:
        slip = find(again.text)
        if slip is not None and not again.apply([slip]):
            return None
    return _tree(again, source, findings, marks)


def _tree(again: Rereading, source: Source, findings: Findings, marks: Marks) -> Group | None:
    """The tree of what can be read after some rounds of mending."""
    tree = home = None
    found = Findings()
    for _ in range(_ROUNDS):
        composer = Composer(again.text, marks)
        found, home = composer.findings, composer.home
        try:
            tree = composer.compose()
        except yaml.MarkedYAMLError:
            again.run()
            continue
        except yaml.YAMLError as error:
            found.error(
                "Y117",
                f"YAML cannot read the file: {error}",
                whole_file(source.file),
                help="Write the file as plain text with one setting on a line",
            )
            break
        except StopReading:
            break
        if not composer.slips or not again.apply(composer.slips):
            break
    for finding in found.items:
        findings.add(finding)
    if tree is None or home is None:
        return None
    home.tree = marks.marked(tree, source)
    return home.tree
