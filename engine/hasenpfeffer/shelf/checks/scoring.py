"""Whether a deal's score and the end of a game make sense."""

from __future__ import annotations

import hashlib
import json
from itertools import combinations
from typing import TYPE_CHECKING

from hasenpfeffer.kept import Marks, of_modules
from hasenpfeffer.lang.typed import joined
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.reading.tree import List, Text, as_data, find
from hasenpfeffer.ruleset.meaning import meaning
from hasenpfeffer.ruleset.outcomes.table import score_table
from hasenpfeffer.ruleset.steps import AuctionStep
from hasenpfeffer.ruleset.unfolding import parts
from hasenpfeffer.shelf.checks.counters import check_counters
from hasenpfeffer.shelf.checks.endings import check_endings
from hasenpfeffer.shelf.checks.knobs import Knobs
from hasenpfeffer.shelf.checks.partly import if_known
from hasenpfeffer.shelf.checks.paying import check_paying, losses_below_nothing
from hasenpfeffer.shelf.checks.results import check_results
from hasenpfeffer.shelf.checks.rewards import check_rewards, losses_that_pay
from hasenpfeffer.version import __version__

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset, ScoreLine
    from hasenpfeffer.shelf.merge import Merged


_MOST_LINES = 60
"""Lines that are held against each other."""


def check_scoring(ruleset: Ruleset, merged: Merged, findings: Findings, certain: frozenset[str]) -> None:
    """P703 a tie at the end is not settled · P705 a line instead of itself · P710 lines instead of each other.

    What the score table shows, how games end and what counters do is checked from here too. `certain` are terms
    that have a finding, because it is certain whether they hold.
    """
    in_order = can_end = False
    with if_known(findings):
        in_order = _instead(ruleset, merged, findings)
    with if_known(findings):
        # it counts with what the lines give
        can_end = bool(certain and certain & _terms_asked(ruleset)) or check_endings(ruleset, findings)
    with if_known(findings):
        check_counters(ruleset, findings)
    with if_known(findings):
        silent: set[str] = set()
        if len(ruleset.scoring) > _MOST_LINES:
            findings.not_run += 1
        elif can_end and in_order and ruleset.playable and ruleset.keeps_scores:
            silent = _results(ruleset, merged, findings, certain)
        _tie(ruleset, silent, findings)
    with if_known(findings):
        if ruleset.playable:
            check_paying(ruleset, merged, findings)


_IN_ORDER = Marks("score-tables")
"""Rules whose score table was found in order: to work it out can take longer than all the rest."""


def _results(ruleset: Ruleset, merged: Merged, findings: Findings, certain: frozenset[str]) -> set[str]:
    """Checks the score table. Gives the names of the lines without effect."""
    mark = "" if findings.items or findings.not_run or certain else _mark(ruleset, merged)
    if mark and mark in _IN_ORDER:
        return set()
    table = score_table(ruleset, any_contract=_is_amiss(findings))
    silent = check_results(table, Knobs(ruleset, merged, certain), findings)
    if not losses_that_pay(table, findings) and not losses_below_nothing(ruleset, findings):
        check_rewards(table, findings)
    if mark and not silent and not findings.items:
        _IN_ORDER.add(mark)
    return silent


def _mark(ruleset: Ruleset, merged: Merged) -> str:
    """A fingerprint of all that the score table and what is said of it depend on; nothing where that is not known."""
    ours = of_modules("shelf", "ruleset", "lang", "cards.py", "seats.py")
    if ours is None:
        return ""
    written = json.dumps(as_data(merged.tree), default=repr)
    return hashlib.sha256("\0".join((ours, __version__, meaning(ruleset), written)).encode()).hexdigest()


def _terms_asked(ruleset: Ruleset) -> set[str]:
    """The terms that lines ask whether they count."""
    conditions = [line.condition for line in ruleset.scoring if line.condition is not None]
    return {str(part.value) for one in conditions for part in parts(one, ruleset) if part.op == "term"}


_AMISS = frozenset(["D401", "D405", "D406", "D408", "B504"])
"""Findings after which it is not known how many tricks there are, or which contracts."""


def _is_amiss(findings: Findings) -> bool:
    """Whether the deal or the auction has a finding, so that contracts and numbers of tricks are not known."""
    return any(item.severity == "error" and item.code in _AMISS for item in findings.items)


def _instead(ruleset: Ruleset, merged: Merged, findings: Findings) -> bool:
    """P705, P710. Gives whether there are none."""
    by_name = {line.name: line for line in ruleset.scoring}
    in_order = True
    for line in ruleset.scoring:
        if line.name in line.instead_of:
            in_order = False
            findings.error(
                "P705",
                f"`{line.name}` counts instead of itself, so it would never count",
                _written(line, line.name, merged),
                path=f"scoring.{line.name}.instead of",
                help=f"Remove `{line.name}` from its own list",
            )
        for name in line.instead_of:
            other = by_name.get(name)
            if other is None or other is line or line.name not in other.instead_of:
                continue
            in_order = False
            if ruleset.scoring.index(other) > ruleset.scoring.index(line):
                continue  # the later of the two tells it
            findings.error(
                "P710",
                f"`{other.name}` and `{line.name}` count instead of each other, so that neither counts "
                "where both would",
                _written(line, name, merged),
                related=[Related("and the other way round", _written(other, line.name, merged))],
                path=f"scoring.{line.name}.instead of",
                help="Let only one of them count instead of the other",
            )
    return in_order


def _written(line: ScoreLine, name: str, merged: Merged) -> Place:
    """Where a line writes a name under `instead of`."""
    node = find(merged.tree, ("scoring", line.name, "instead of"))
    items = node.items if isinstance(node, List) else (node,)
    return next((item.place for item in items if isinstance(item, Text) and item.text == name), line.place)


def _gives(line: ScoreLine) -> bool:
    """Whether a line can raise anybody's score."""
    if any(change.name == "score" for change in (*line.adds, *line.sets)):
        return True
    if line.amount is None or line.amount.type.kind is not Kind.NUMBER:
        return line.amount is not None
    if line.payers is not None:
        return line.amount.type.low != 0 or line.amount.type.high != 0
    return line.amount.type.low < 0 if line.loses else line.amount.type.high > 0


def _tie(ruleset: Ruleset, silent: set[str], findings: Findings) -> None:
    """P703: several teams can win in one deal, and nothing says which of them does."""
    game = ruleset.game_end
    if (
        game.wins is None
        or game.first_out
        or len(ruleset.seating.teams) < 2
        or _names_one(ruleset, game.wins)
    ):
        return
    giving = [line for line in ruleset.scoring if line.name not in silent and _gives(line)]
    pairs = [(one, other) for one, other in combinations(giving, 2) if one.receivers != other.receivers]
    if not any(line.receivers.each for line in giving) and all(_exclusive(*pair) for pair in pairs):
        return
    findings.warning(
        "P703",
        "Several teams can win in the same deal, and `first out` does not say which of them does",
        game.wins.place or game.place,
        path="game.wins",
        help=f"Add `first out: {_usual_order(ruleset)}`, or another order",
    )


def _usual_order(ruleset: Ruleset) -> str:
    """What most games say: whoever made the contract, or else the higher score."""
    auction = any(isinstance(step, AuctionStep) for step in ruleset.steps)
    return "declarers or else highest score" if auction else "highest score"


def _exclusive(one: ScoreLine, other: ScoreLine) -> bool:
    """Whether two lines never pay in one deal: the one asks for what the other rules out."""
    if one.condition is None or other.condition is None:
        return False
    first, second = list(joined(one.condition, "and")), list(joined(other.condition, "and"))
    return any(_is_not(a, b) or _is_not(b, a) for a in first for b in second)


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
