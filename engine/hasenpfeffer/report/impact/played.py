"""What was played in pairs, by which rulesets, and how one pair is seen again."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.report.english import listed
from hasenpfeffer.seats import members
from hasenpfeffer.study.impact import unlike

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.impact import Impact, OtherChoices, Outcome, Plan, Unlike


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruleset as it was asked for: its reference and the parameters that were set."""

    reference: str
    ruleset: Ruleset
    options: Mapping[str, str]

    def seats(self, seats: int) -> str:
        names = self.ruleset.seating.names
        return listed([names[seat] for seat in members(seats)]) or "nobody"


@dataclass(frozen=True, slots=True)
class Played:
    """Pairs of deals or games, and what came of them."""

    before: Ruling
    after: Ruling
    plan: Plan
    impact: Impact

    @property
    def unlike(self) -> Unlike:
        return unlike(self.before.ruleset, self.after.ruleset)

    @property
    def unit(self) -> str:
        return self.plan.unit[:-1]

    @property
    def rulings(self) -> tuple[Ruling, Ruling]:
        return self.before, self.after

    def commands(self, seed: int) -> tuple[str, str]:
        """What to type to see a pair: its deal is the first of the game."""
        before, after = (
            shlex.join(
                [
                    *("hasenpfeffer", "play", ruling.reference, "--seat", "none"),
                    *("--bots", self.plan.bots, "--seed", str(seed), "--plain"),
                    *(
                        word
                        for name, value in ruling.options.items()
                        for word in ("--set", f"{name}={value}")
                    ),
                ]
            )
            for ruling in self.rulings
        )
        return before, after

    def examples(self) -> Iterator[Example]:
        """The first pairs of each sort, in order of their seeds; each seed once."""
        found: dict[int, list[tuple[str, str]]] = {}
        for seed, choices in self.impact.first_choices:
            found.setdefault(seed, []).append(("legal", self._choices(choices)))
        for pair in self.impact.first_ends:
            text = f"{pair.after.end} instead of {pair.before.end}"
            found.setdefault(pair.seed, []).append(("end", text))
        for pair in self.impact.first_winners:
            text = f"won by {self._winners(pair.after)} instead of {self._winners(pair.before)}"
            found.setdefault(pair.seed, []).append(("winner", text))
        for seed in sorted(found):
            yield Example(seed, tuple(found[seed]), self.commands(seed))

    def _choices(self, one: OtherChoices) -> str:
        who = self.before.ruleset.seating.names[one.seat]
        where = f"in trick {one.trick}" if one.trick else f"at the step `{one.step}`"
        parts = [
            f"may {change} choose {_some(texts)}"
            for change, texts in (("also", one.new), ("no longer", one.gone))
            if texts
        ]
        return f"{where} {who} {' and '.join(parts)}"

    def _winners(self, outcome: Outcome) -> str:
        return self.before.seats(outcome.winners)


@dataclass(frozen=True, slots=True)
class Example:
    """One pair: what is other in it, each with its sort, and how to see it under both rulesets."""

    seed: int
    changes: tuple[tuple[str, str], ...]
    commands: tuple[str, str]


def _some(texts: tuple[str, ...], most: int = 6) -> str:
    shown = [f"`{text}`" for text in texts[:most]]
    rest = len(texts) - most
    return listed([*shown, f"{rest} more"]) if rest > 0 else listed(shown)
