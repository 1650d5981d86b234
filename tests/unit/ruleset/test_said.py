"""Words of the table that nothing in a ruleset may be called like."""

from __future__ import annotations

from hasenpfeffer.cli.at_table.commands import COMMANDS, command_in
from hasenpfeffer.ruleset.said import TABLE_WORDS


def test_every_command_of_the_table_is_among_its_words() -> None:
    assert {word for word in COMMANDS if word.isalpha()} <= TABLE_WORDS
    assert all(command_in(word) for word in TABLE_WORDS)
