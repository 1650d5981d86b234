"""Rulesets by lot: house rules together, parameters turned, and files that were changed to another game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tests.mutants.mutants import mutants
from tests.properties.shelf import BASE, compositions, house_rules, shipped

from hasenpfeffer import chance
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.study.loading import load_sound

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.ruleset.model import Parameter

LARGEST = 12
"""A parameter that may be any number up to a thousand is mostly a score: small ones make for odd games."""


class Game(NamedTuple):
    """A ruleset to be loaded: its reference, its parameters, and for a changed file what was changed."""

    reference: str
    options: tuple[tuple[str, str], ...] = ()
    about: str = ""

    @property
    def text(self) -> str:
        turned = ", ".join(f"{name} = {value}" for name, value in self.options)
        return " ".join(filter(None, (self.reference, turned and f"with {turned}", self.about)))

    def load(self) -> CompiledRules | None:
        """The rules, ready to play; None where the file has errors, or is a part that is not played by itself."""
        loaded = load_sound(self.reference, dict(self.options))
        if loaded.ruleset is None or not loaded.ruleset.playable:
            return None
        return compile_rules(loaded.ruleset)


def shipped_games() -> list[Game]:
    return [Game(name) for name in shipped()]


def composed_games(count: int, seed: int) -> Iterator[Game]:
    """House rules that go together, each with some of its parameters turned."""
    for number, names in enumerate(compositions(count, house_rules(), seed)):
        yield turned(Game("+".join((BASE, *names))), chance.Stream(seed, number, 1, 9))


def turned_games(count: int, seed: int) -> Iterator[Game]:
    """Shipped files with some of their parameters turned."""
    names = shipped()
    for number in range(count):
        draw = chance.Stream(seed, number, 2, 9)
        yield turned(Game(names[draw.below(len(names))]), draw)


def changed_games(count: int, seed: int, folder: Path) -> Iterator[Game]:
    """Shipped files with one change of meaning each, written into a folder."""
    for mutant in mutants(count, seed):
        path = folder / f"{mutant.name}-{mutant.number}.yaml"
        path.write_text(mutant.text, encoding="utf-8")
        yield Game(str(path), about=f"({mutant.name}, line {mutant.line}: `{mutant.was}` is `{mutant.now}`)")


def turned(game: Game, draw: chance.Stream) -> Game:
    """The game with each parameter turned by one chance in two, where it may be."""
    loaded = load_sound(game.reference)
    if loaded.ruleset is None:
        return game
    options = [
        (parameter.name, value)
        for parameter in loaded.ruleset.parameters
        if draw.below(2) and (value := _value(parameter, draw))
    ]
    return game._replace(options=tuple(options))


def _value(parameter: Parameter, draw: chance.Stream) -> str:
    bounds = re.fullmatch(r"\(?(-?\d+)\)?\.\.(-?\d+)", parameter.choices)
    if bounds is None:
        words = [word for word in re.split(r" · | or ", parameter.choices) if word]
        return words[draw.below(len(words))] if words else ""
    low, high = int(bounds[1]), int(bounds[2])
    high = min(high, low + LARGEST) if draw.below(2) else high
    return str(low + draw.below(high - low + 1))
