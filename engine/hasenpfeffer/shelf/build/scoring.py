"""`scoring` and `game`: what a deal earns, and how the game ends."""

from __future__ import annotations

from typing import cast

from hasenpfeffer.lang import ast, types
from hasenpfeffer.lang.check import Scope, scope
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.unparse import unparse
from hasenpfeffer.reading.fixes import instead
from hasenpfeffer.reading.place import Place
from hasenpfeffer.reading.suggest import asked, nearest
from hasenpfeffer.reading.tree import Entry, Group, Node, Text, is_hole
from hasenpfeffer.ruleset.model import FirstOut, Game, Receivers, ScoreLine
from hasenpfeffer.ruleset.unknown import UNKNOWN, known
from hasenpfeffer.shelf.build.builder import (
    Builder,
    all_of,
    as_known,
    body_of,
    is_shaky,
    items_of,
    may_lack,
    text_of,
)
from hasenpfeffer.shelf.build.namespace import entries
from hasenpfeffer.shelf.build.settings import assignments
from hasenpfeffer.shelf.build.static import settled_now

_SIDES = scope()
_EACH = {
    "seat": scope("seat", "team", receiver="seat"),
    "team": scope("seat", "team", receiver="team"),
}
"""What a line may read that goes through seats or teams; it is nobody's turn in any line."""
_BEST = ("highest score", "lowest score")
LONGEST = 200
"""Deals of a game where the file does not say."""
MOST_DEALS = 100_000


def build_scoring(root: Group, builder: Builder) -> tuple[ScoreLine, ...]:
    """Every line, in order of writing."""
    node = root.get("scoring")
    lines = [_line(entry, builder) for entry in entries(node)]
    names = [line.name for line in lines]
    for line in lines:
        for other in () if line.instead_of is UNKNOWN else known(line.instead_of):
            if other not in names and not may_lack(node, root) and not builder.names.may_be_there(other):
                guess = nearest(other, names)
                hint = asked(guess)
                builder.findings.error(
                    "P704",
                    f"`{line.name}` counts instead of `{other}`, and there is no such line{hint}",
                    line.place,
                    help="Name a line of `scoring`, or leave it out",
                )
    return all_of(node, lines, inside=root)


def _line(entry: Entry, builder: Builder) -> ScoreLine:
    group = body_of(entry.value, entry.key.place)
    path = f"scoring.{entry.key.text}"
    receivers = _receivers(group.get("who"), builder, f"{path}.who", entry.key.place)
    # whose points they are is only asked where it is known who gets them
    where = _EACH.get(receivers.each, _SIDES) if _is_known(receivers) else _EACH["seat"]
    loses = group.get("gets") is None
    amount = builder.optional(group, "loses" if loses else "gets", types.ANY_NUMBER, path, where)
    line = ScoreLine(
        name=entry.key.text,
        condition=builder.optional(group, "if", types.YESNO, path, where),
        receivers=receivers,
        amount=amount,
        loses=loses,
        payers=builder.optional(group, "from", types.SEATS, path, where),
        adds=assignments(group.get("add"), builder, f"{path}.add", where, in_scoring=True),
        sets=assignments(group.get("set"), builder, f"{path}.set", where, in_scoring=True),
        instead_of=tuple(text_of(item) for item in items_of(group.get("instead of")) if not is_hole(item)),
        place=entry.key.place,
    )
    return as_known(line, group)


def _is_known(receivers: Receivers) -> bool:
    return receivers is not UNKNOWN and all(part.op != "error" for part in receivers.who.walk())


def _receivers(node: Node | None, builder: Builder, path: str, place: Place) -> Receivers:
    everybody = Typed("lookup", types.SEATS, value="seats", place=place)
    if is_shaky(node):
        return cast("Receivers", UNKNOWN)
    if node is None:  # a line that only writes to counters of the table
        return Receivers("", everybody)
    if isinstance(node, Group):
        weights = []
        whole: Typed | None = None
        for entry in node:
            who = builder.typed(entry.key, types.SEATS, path, _SIDES)
            share = builder.typed(entry.value, types.ANY_NUMBER, path, _SIDES)
            weights.append((who, _weight(share, entry, builder, path)))
            whole = who if whole is None else Typed("union", types.SEATS, (whole, who), place=place)
        return Receivers("", whole or everybody, tuple(weights))
    parsed = builder.tree(node, path)
    if parsed is None:
        return cast("Receivers", UNKNOWN)
    each, rest = _each(parsed.source if isinstance(parsed, ast.Where) else parsed)
    if each:
        who = everybody if rest is None else builder.checker.check(rest, types.SEATS, _EACH[each])
        if rest is not None:
            who = Typed("except", types.SEATS, (everybody, who), place=node.place)
        if isinstance(parsed, ast.Where):
            source = who if each == "seat" else Typed("lookup", types.TEAMS, value="teams", place=place)
            holds = builder.checker.check(parsed.condition, types.YESNO, _EACH[each])
            always = Typed("constant", types.YESNO, value=True, place=node.place)
            who = Typed("where", types.SEATS, (always, source, holds), each, node.place)
        return Receivers(each, who)  # type: ignore[arg-type]
    return Receivers("", builder.checker.check(parsed, types.SEATS, _SIDES))


def _weight(share: Typed, entry: Entry, builder: Builder, path: str) -> int:
    """A share: points are divided by the sum of all, so each is a whole number that is written out."""
    if isinstance(share.value, int) and share.is_constant and share.value > 0:
        return share.value
    if share.op != "error":
        builder.findings.error(
            "S212",
            "A share is a whole number from 1 up",
            entry.value.place,
            path=path,
            help="Write numbers that stand to each other as the shares do, such as `{declarer: 2, partner: 1}`",
        )
    return 1


def _each(tree: ast.Expr) -> tuple[str, ast.Expr | None]:
    """`each seat except declarer` → (`seat`, `declarer`)."""
    if isinstance(tree, ast.Name) and tree.text in ("each seat", "each team"):
        return tree.text.removeprefix("each "), None
    if isinstance(tree, ast.Binary) and tree.op == "except":
        each, inner = _each(tree.left)
        if each:
            rest = tree.right if inner is None else ast.Binary("and", inner, tree.right, tree.place)
            return each, rest
    return "", None


def build_game(root: Group, builder: Builder) -> Game:
    group = body_of(root.get("game"), root.place)
    path = "game"
    team = _EACH["team"]
    over, over_deals, everyone = _over(group.get("over"), builder)
    best, best_teams = _best(group.get("best"), builder)
    next_dealer = group.get("next dealer") or Text("next of dealer", group.place, exact=False)
    redeal = group.get("after a redeal") or next_dealer
    game = Game(
        wins=builder.condition(group, "wins", path, team),
        loses=builder.condition(group, "loses", path, team),
        first_out=_first_out(group.get("first out"), builder),
        over=over,
        over_deals=over_deals,
        over_everyone_dealt=everyone,
        best=best,  # type: ignore[arg-type]
        best_teams=best_teams,
        ties=text_of(group.get("ties"), "play on"),  # type: ignore[arg-type]
        first_dealer=builder.optional(group, "first dealer", types.SEATS, path, _SIDES),
        next_dealer=builder.typed(next_dealer, types.SEATS, f"{path}.next dealer", _SIDES),
        after_redeal=builder.typed(redeal, types.SEATS, f"{path}.after a redeal", _SIDES),
        payoff=_payoff(group, builder),
        longest=_longest(group.get("longest"), builder),
        place=group.place,
    )
    return as_known(game, group)


def _longest(node: Node | None, builder: Builder) -> int:
    """After how many deals a game is stopped."""
    path = "game.longest"
    if node is None:
        return LONGEST
    typed = builder.typed(node, types.ANY_NUMBER, path)
    deals = settled_now(typed, builder.names, builder.findings, node.place, path)
    if deals is None:
        return cast("int", UNKNOWN)
    if not isinstance(deals, int) or not 1 <= deals <= MOST_DEALS:
        builder.findings.error(
            "S212",
            f"A game is stopped after 1 to {MOST_DEALS} deals, and `{text_of(node)}` is not such a number",
            node.place,
            path=path,
            help="Write how many deals a game has at most, such as `200`",
        )
        return cast("int", UNKNOWN)
    return deals


def _payoff(group: Group, builder: Builder) -> Typed | None:
    node = group.get("payoff of seat")
    return (
        None if node is None else builder.typed(node, types.ANY_NUMBER, "game.payoff of seat", _EACH["seat"])
    )


def _over(node: Node | None, builder: Builder) -> tuple[Typed | None, Typed | None, bool]:
    if node is None:
        return None, None, False
    if isinstance(node, Group) and node.get("deals") is not None:
        return None, builder.optional(node, "deals", types.ANY_NUMBER, "game.over"), False
    if text_of(node) == "everyone dealt once":
        return None, None, True
    return builder.typed(node, types.YESNO, "game.over", _SIDES), None, False


def _best(node: Node | None, builder: Builder) -> tuple[str | None, Typed | None]:
    if node is None:
        return "highest score", None
    text = text_of(node)
    if text in _BEST:
        return text, None
    parsed = builder.tree(node, "game.best")
    meant = f"{text.split(' ')[0]} score"
    if isinstance(parsed, ast.Name) and meant in _BEST:
        builder.findings.error(
            "S203",
            f"`{text}` is not a choice for `game.best`. Did you mean `{meant}`?",
            node.place,
            path="game.best",
            help=f"Write `{meant}`, or a formula for the seats that win",
            fixes=instead(node.place, node.place, meant),
        )
        return meant, None
    return None, builder.typed(node, types.SEATS, "game.best", _SIDES)


def _first_out(node: Node | None, builder: Builder) -> tuple[FirstOut, ...]:
    found: list[FirstOut] = []
    for item in items_of(node):
        parsed = builder.tree(item, "game.first out")
        if parsed is None:
            found.append(cast("FirstOut", UNKNOWN))
        else:
            found += [_first(part, builder, _EACH["team"]) for part in _alternatives(parsed)]
    return tuple(found)


def _alternatives(tree: ast.Expr) -> list[ast.Expr]:
    if isinstance(tree, ast.Binary) and tree.op == "or else":
        return [*_alternatives(tree.left), *_alternatives(tree.right)]
    return [tree]


def _first(tree: ast.Expr, builder: Builder, where: Scope) -> FirstOut:
    if isinstance(tree, ast.Name) and tree.text == "highest score":
        return FirstOut(True, False, None, tree.place)
    if isinstance(tree, ast.Of) and unparse(tree) == "order of scoring":
        return FirstOut(False, True, None, tree.place)
    return FirstOut(False, False, builder.checker.check(tree, types.SEATS, where), tree.place)
