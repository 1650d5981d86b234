"""What formulas can come to: how large a number, and whether cards that have been played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.state import LARGEST

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.model import Ruleset


def largest(ruleset: Ruleset, node: Typed) -> int:
    """A bound of the amount of a number. Types say no more than `LARGEST`, beyond which nothing is kept; what is on its
    way to be kept can be larger."""
    bound = max(abs(node.type.low), abs(node.type.high))
    if bound < LARGEST:
        return bound
    args = [largest(ruleset, part) for part in node.args]
    match node.op:
        case "multiply":
            return args[0] * args[1]
        case "add" | "subtract":
            return args[0] + args[1]
        case "term" if str(node.value) in ruleset.terms and not node.args:
            return max(LARGEST, largest(ruleset, ruleset.terms[str(node.value)].body))
        case "sum" | "tally":
            return sum(args) + 64 * LARGEST
        case _:
            return max(LARGEST, *args, 0)


def may_be_played(ruleset: Ruleset, node: Typed) -> bool:
    """Whether cards can be among these that have been played: not where all lie in piles or in hands."""
    match node.op:
        case "pile":
            return False
        case "lookup" if str(node.value).startswith("hand"):
            return False
        case "constant":
            return bool(node.value)
        case "except" | "where":
            return may_be_played(ruleset, node.args[0])
        case "union" | "or_else" | "if" | "first_that_is" | "unless":
            return any(may_be_played(ruleset, part) for part in node.args if part.type.is_set)
        case "term" if str(node.value) in ruleset.terms:
            return may_be_played(ruleset, ruleset.terms[str(node.value)].body)
        case _:
            return True
