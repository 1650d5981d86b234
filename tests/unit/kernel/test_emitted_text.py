"""The text of programs: what a person finds there, and that it is what machine code is made from."""

from __future__ import annotations

import ast

import pytest
from tests.properties.many_games import Game, shipped_games

from hasenpfeffer.kernel.batching import BATCHES
from hasenpfeffer.kernel.emitted import ENTRIES
from hasenpfeffer.kernel.lower import lower
from hasenpfeffer.kernel.native.restricted import POINTERS, declared
from hasenpfeffer.kernel.native.translate import translate
from hasenpfeffer.kernel.playable import STEPPING

EVERY = {**ENTRIES, **STEPPING, **BATCHES}
PARTS = 8
SHIPPED = shipped_games()


@pytest.mark.parametrize("part", range(PARTS))
def test_all_programs_are_restricted_python_that_says_what_it_does(part: int) -> None:
    for game in SHIPPED[part::PARTS]:
        rules = game.load()
        if rules is None:
            continue
        emitted = lower(rules)
        assert translate(emitted.text, EVERY, deposits=True), game
        tree = ast.parse(emitted.text)
        assert rules.ruleset.name in (ast.get_docstring(tree) or ""), game
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                about = ast.get_docstring(node) or ""
                assert (about.endswith(".") and about[0].isupper()) or about[0] == "`", (
                    game,
                    node.name,
                    about,
                )
        assert lower(rules) == emitted, game


@pytest.mark.parametrize("name", ["hasenpfeffer", "skat", "pinochle", "bridge", "tarot"])
def test_two_loads_of_a_ruleset_give_the_same_program(name: str) -> None:
    one, two = Game(name).load(), Game(name).load()
    assert one is not None and two is not None and one is not two
    assert lower(one) == lower(two)


def test_functions_that_nobody_calls_are_not_made_into_machine_code() -> None:
    rules = Game("hasenpfeffer").load()
    assert rules is not None
    text = lower(rules).text
    few = translate(text, ENTRIES, deposits=True)
    every = translate(text, EVERY, deposits=True)
    assert "@own.step_batch" in every and "@own.step_batch" not in few
    assert "@own.play_out" in few


def test_every_pointer_is_called_by_its_name() -> None:
    rules = Game("skat").load()
    assert rules is not None
    for name, parameters in declared(lower(rules).text).functions.items():
        assert parameters[0] in POINTERS, name
