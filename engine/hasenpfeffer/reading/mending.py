"""Files mended in rounds: look for findings, apply what can be applied, look again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from hasenpfeffer.reading.edits import Mend, mended, side_by_side, usable_fix, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from hasenpfeffer.reading.diagnostic import Diagnostic, Fix

MOST_ROUNDS: Final = 20
MOST_LOOKS: Final = 200
"""Times that findings are looked for; a fix that makes things worse has to be searched for among the others."""

Texts: TypeAlias = "Mapping[str, str]"
"""The text of each file that may be changed, by the name it is shown under."""
Look: TypeAlias = "Callable[[Texts], Sequence[Diagnostic]]"
"""Finds everything that is wrong with texts, as if they stood in their files."""

_STAGES: Final = "Y", "S", "X"
"""What is found out in this order: what a later stage finds may have been hidden by an earlier one's error."""


@dataclass(frozen=True, slots=True)
class Mended:
    """What came of it: the texts, the findings that were mended, and what is left to be found in the texts."""

    texts: Texts
    fixed: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]


def mend(texts: Texts, look: Look, *, unsafe: bool = False) -> Mended:
    """Applies safe fixes, or all of them, until there is none left that mends something and spoils nothing."""
    return _Mending(look, unsafe, texts).run()


@dataclass(slots=True)
class _Mending:
    look: Look
    unsafe: bool
    texts: Texts
    looks: int = 0
    fixed: list[Diagnostic] = field(default_factory=list)
    found: Sequence[Diagnostic] = ()

    def run(self) -> Mended:
        self.found = self._look(self.texts)
        for _ in range(MOST_ROUNDS):
            if not self._one_round():
                break
        return Mended(self.texts, tuple(self.fixed), tuple(self.found))

    def _one_round(self) -> bool:
        """Whether anything could be mended."""
        waiting = self._mends()
        while waiting and self.looks < MOST_LOOKS:
            batch = side_by_side(waiting)
            if self._apply(batch):
                return True
            waiting = [one for one in waiting if one not in batch]
        return False

    def _mends(self) -> list[Mend]:
        mends = ((finding, self._fix(finding)) for finding in self.found)
        return [Mend(finding, fix) for finding, fix in mends if fix is not None]

    def _fix(self, finding: Diagnostic) -> Fix | None:
        return usable_fix(finding, unsafe=self.unsafe, files=self.texts)

    def _apply(self, mends: Sequence[Mend]) -> bool:
        """Applies all of them, or the half of them that does no harm; whether one could be kept."""
        if not mends or self.looks >= MOST_LOOKS:
            return False
        texts = mended(self.texts, mends)
        found = self._look(texts)
        if not _is_worse(self.found, found, mends):
            self.fixed += [one.finding for one in mends]
            self.texts, self.found = texts, found
            return True
        if len(mends) == 1:
            return False
        middle = len(mends) // 2
        return self._apply(mends[:middle]) or self._apply(mends[middle:])

    def _look(self, texts: Texts) -> Sequence[Diagnostic]:
        self.looks += 1
        return self.look(texts)


def _is_worse(before: Sequence[Diagnostic], after: Sequence[Diagnostic], mends: Sequence[Mend]) -> bool:
    """Whether there are more errors than before, a finding is still there, or what was written is wrong too."""
    if _errors(after) > _errors(before):
        return True
    had, has = _known(before), _known(after)
    if any(has[_key(one.finding)] >= had[_key(one.finding)] for one in mends):
        return True
    new = [finding for finding in after if finding.severity == "error" and not had[_key(finding)]]
    return any(stretch.holds(finding.place) for stretch in written(mends) for finding in new)


def _errors(findings: Iterable[Diagnostic]) -> list[int]:
    """The number of errors at each stage, early ones first: mending one may bring a later one to light."""
    counts = Counter(finding.code[0] for finding in findings if finding.severity == "error")
    early = [counts[stage] for stage in _STAGES]
    return [*early, counts.total() - sum(early)]


def _known(findings: Iterable[Diagnostic]) -> Counter[tuple[str, str, str]]:
    return Counter(map(_key, findings))


def _key(finding: Diagnostic) -> tuple[str, str, str]:
    return finding.place.file, finding.code, finding.message
