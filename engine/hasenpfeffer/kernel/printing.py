"""A program as text: names of places first, then what every program has, then the game's own functions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from hasenpfeffer.kernel import batching, every_program
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.layout import Lasts
from hasenpfeffer.kernel.native.restricted import PLACES
from hasenpfeffer.kernel.runtime import PRIMITIVES
from hasenpfeffer.kernel.steps import meld_search

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.kernel.program import Program
    from hasenpfeffer.kernel.rows import Columns


def printed(program: Program, columns: Columns) -> str:
    """The text of a program. Brackets that Python does not need are left out."""
    constants = [
        ("WORD", WORD),
        ("SEATS", program.seats),
        ("ACCOUNTS", program.accounts),
        ("CARDS", program.cards),
        ("WIDTH", program.width),
        ("STEP_ON", 1 if program.rules.seating.clockwise else program.seats - 1),
        ("ROW", columns.width),
        ("LEGAL_WORDS", program.layout.count("LEGAL")),
        ("AHEAD", 1),
    ]
    if program.meld_ranks is not None:
        program.tables.put("TEAM_SEATS", program.rules.seating.teams)
        constants += [
            ("MOST_LOOKS", meld_search.MOST_LOOKS),
            ("STUCK_MELDS", meld_search.STUCK_MELDS),
            ("TURN_WEIGHT", program.meld_ranks.weights.get("turn", 0)),
        ]
    parts = [f'"""{program.ruleset.name}, as a plain program over whole numbers."""']
    parts.append(f"from hasenpfeffer.kernel.runtime import {', '.join(sorted(PRIMITIVES))}")
    parts.append(_constants("", constants))
    parts.append(_constants(PLACES, program.layout))
    game, deal = (program.layout.size_of(lasts) for lasts in (Lasts.GAME, Lasts.DEAL))
    first = program.layout.size_of(Lasts.ROW)
    ends = [("STATE_SIZE", program.layout.size)]
    ends += [("GAME_STATE", first), ("DEAL_STATE", first + game), ("DEAL_END", first + game + deal)]
    parts.append(
        _constants(
            "Where a state ends; where what begins as nothing with each game stands, and with each deal.",
            ends,
        )
    )
    parts.append(_constants("Tables, in `k`.", program.tables.layout))
    parts.append(every_program.SHARED.strip())
    parts.append(batching.SHARED.strip())
    if program.meld_ranks is not None:
        parts.append(meld_search.SHARED.strip())
    parts += [function.text for function in program.functions.values()]
    return ast.unparse(ast.parse("\n\n".join(parts))) + "\n"


def _constants(about: str, names: Iterable[tuple[str, int]]) -> str:
    lines = [f"{name} = {number}" for name, number in names]
    return "\n".join([f'"""{about}"""', *lines] if about else lines)
