"""Whether a deal's score and the end of a game make sense."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.unknown import known
from hasenpfeffer.shelf.checks.partly import if_known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset, ScoreLine


def check_scoring(ruleset: Ruleset, findings: Findings) -> None:
    """P703 a tie at the end is not settled · P705 a line instead of itself · G803 nobody can ever win."""
    for line in known(ruleset.scoring):
        if line.name in known(line.instead_of):
            findings.error(
                "P705",
                f"`{line.name}` counts instead of itself, so it would never count",
                line.place,
                path=f"scoring.{line.name}.instead of",
                help=f"Remove `{line.name}` from its own list",
            )
    for check in (_never_won, _tie):
        with if_known(findings):
            check(ruleset, findings)


def _never_won(ruleset: Ruleset, findings: Findings) -> None:
    """G803: a score must be reached, and no line gives a point."""
    game = ruleset.game_end
    if game.wins is None or game.over or game.over_deals or game.over_everyone_dealt or game.loses:
        return
    for node in _all_of(game.wins):
        if node.op not in ("at_least", "more"):
            continue
        score, goal = node.args
        if score.op != "lookup" or score.value != "score" or not isinstance(goal.value, int):
            continue
        if goal.value <= 0 or any(_gives(line) for line in ruleset.scoring):
            continue
        findings.error(
            "G803",
            f"No line of scoring adds points, so a score of {goal.value} is never reached",
            node.place or game.place,
            related=[Related("gives nothing", line.place) for line in ruleset.scoring[:4]],
            path="game.wins",
            help="Check what the lines of `scoring` give",
            facts={"goal": goal.value},
        )


def _gives(line: ScoreLine) -> bool:
    """Whether a line can raise anybody's score."""
    if any(change.name == "score" for change in (*line.adds, *line.sets)):
        return True
    if line.amount is None or line.amount.type.kind is not Kind.NUMBER:
        return line.amount is not None
    if line.payers is not None:
        return line.amount.type.low != 0 or line.amount.type.high != 0
    return line.amount.type.low < 0 if line.loses else line.amount.type.high > 0


def _tie(ruleset: Ruleset, findings: Findings) -> None:
    """P703: several teams can win in one deal, and nothing says which of them does."""
    game = ruleset.game_end
    if (
        game.wins is None
        or game.first_out
        or len(ruleset.seating.teams) < 2
        or _names_one(ruleset, game.wins)
    ):
        return
    giving = [line for line in ruleset.scoring if _gives(line)]
    pairs = [(one, other) for one, other in combinations(giving, 2) if one.receivers != other.receivers]
    if not any(line.receivers.each for line in giving) and all(_exclusive(*pair) for pair in pairs):
        return
    findings.warning(
        "P703",
        "Several teams can win in the same deal, and `first out` does not say which of them does",
        game.wins.place or game.place,
        path="game.wins",
        help="Add `first out: declarers or else highest score`, or another order",
    )


def _exclusive(one: ScoreLine, other: ScoreLine) -> bool:
    """Whether two lines never pay in one deal: the one asks for what the other rules out."""
    first, second = list(_all_of(one.condition)), list(_all_of(other.condition))
    return any(_is_not(a, b) or _is_not(b, a) for a in first for b in second)


def _all_of(condition: Typed | None) -> Iterator[Typed]:
    if condition is not None and condition.op == "and":
        for part in condition.args:
            yield from _all_of(part)
    elif condition is not None:
        yield condition


def _is_not(one: Typed, other: Typed) -> bool:
    return one.op == "not" and one.args[0] == other


def _names_one(ruleset: Ruleset, wins: Typed) -> bool:
    """Whether only one side can win: the condition asks for the side too."""
    return any(part.op in ("within", "same") or _asks_for_a_side(ruleset, part) for part in wins.walk())


def _asks_for_a_side(ruleset: Ruleset, part: Typed) -> bool:
    """`declarers has team`, where a side is one team."""
    if part.op != "meets" or part.args[0].op != "lookup":
        return False
    side = part.args[0].value
    if ruleset.sides is not None or side not in ("declarer", "declarers", "defenders"):
        return False
    return side != "defenders" or len(ruleset.seating.teams) == 2
