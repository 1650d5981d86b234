"""`players`: seats, direction and partners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.cards import Pack, fold
from hasenpfeffer.lang import types
from hasenpfeffer.lang.check import SETTING_SCOPE
from hasenpfeffer.lang.names import Names
from hasenpfeffer.lang.vocabulary import Sizes
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.fixes import meant
from hasenpfeffer.reading.tree import Group, List, Node, Text
from hasenpfeffer.ruleset.unknown import UNKNOWN
from hasenpfeffer.seats import Seating, usual_names
from hasenpfeffer.shelf.build.builder import Builder, is_shaky, items_of, may_lack, text_of
from hasenpfeffer.shelf.build.static import settled_now

if TYPE_CHECKING:
    from collections.abc import Mapping

_PARTNERS = ("opposite", "alternate", "none")
_USUAL = 4
"""Seats of a table where it is not known how many there are."""
_DIGITS = 10
"""What has more digits is too much already."""


def seats_default(node: Node | None) -> Text | None:
    """The number of seats, where it is a parameter of the table (`seats: {default: 4, type: 3..6}`)."""
    if isinstance(node, Group):
        default = node.get("default")
        return default if isinstance(default, Text) else None
    return node if isinstance(node, Text) else None


def build_seating(players: Group, options: Mapping[str, str], findings: Findings) -> tuple[Seating, Seating]:
    """The table; after a finding one that formulas can be read with. And the same as far as it is known."""
    node, partners = players.get("seats"), players.get("partners")
    names = _seats(players, node, options, findings)
    likely = names or usual_names(_USUAL)
    own = Findings()
    teams = None if names is None and isinstance(partners, List) else _teams(partners, likely, own)
    findings.add_all(own)
    alone = tuple(1 << seat for seat in range(len(likely)))
    clockwise = text_of(players.get("turn"), "clockwise") != "anticlockwise"
    is_shared = not may_lack(partners, players) and not is_shaky(partners)
    known = Seating(
        UNKNOWN if names is None else names,
        teams if teams is not None and is_shared and names is not None and not own.has_errors else UNKNOWN,
        UNKNOWN if may_lack(players.get("turn"), players) else clockwise,
    )
    return Seating(likely, teams or alone, clockwise), known


def _seats(
    players: Group, node: Node | None, options: Mapping[str, str], findings: Findings
) -> tuple[str, ...] | None:
    """The names of the seats, or None where they are not known."""
    if node is None or is_shaky(node):
        return None
    if isinstance(node, List):
        names = tuple(text_of(item) for item in node.items)
    else:
        default = seats_default(node)
        count = options.get("seats") or text_of(default)
        if not (count.isascii() and count.isdigit()) or not 2 <= int(count[:_DIGITS]) <= 10:
            place = default.place if default is not None else players.place
            findings.error(
                "S212",
                f"A table has 2 to 10 seats, and `{count}` is not such a number",
                place,
                help="Write a number of seats from 2 to 10",
            )
            return None
        names = usual_names(int(count))
    if not 2 <= len(names) <= 10:
        findings.error(
            "S220",
            f"A table has 2 to 10 seats, and this one has {len(names)}",
            node.place,
            help="Name 2 to 10 seats",
        )
        return None
    folded = [fold(name) for name in names]
    for index, name in enumerate(names):
        if folded[index] in folded[:index]:
            findings.error(
                "S221",
                f"The seat `{name}` is named twice",
                node.place,
                help="Give each seat a name of its own",
            )
    return names


def _teams(node: Node | None, names: tuple[str, ...], findings: Findings) -> tuple[int, ...] | None:
    alone = tuple(1 << seat for seat in range(len(names)))
    if node is None or is_shaky(node):
        return alone
    if isinstance(node, List):
        return _listed(node, names, findings)
    word = text_of(node)
    if word not in _PARTNERS:
        word = _worked_out(node, names, findings)
    count = len(names)
    if not word:
        return None
    if word == "none":
        return alone
    if count % 2:
        findings.error(
            "S220",
            f"Partners need an even number of seats, and there are {count}",
            node.place,
            help="Write `partners: none`, or seats for everybody's partner",
        )
        return None
    if word == "opposite":
        half = count // 2
        return tuple((1 << seat) | (1 << seat + half) for seat in range(half))
    if word == "alternate":
        return tuple(sum(1 << seat for seat in range(first, count, 2)) for first in (0, 1))
    return None


def _worked_out(node: Node, names: tuple[str, ...], findings: Findings) -> str:
    """Partners by a formula over the number of seats."""
    alone = tuple(1 << seat for seat in range(len(names)))
    space = Names(Pack((), (), (), ()), Seating(names, alone), Sizes(len(names), 1, 1, 0, 1, 1))
    for word in _PARTNERS:
        space.word(word)
    builder = Builder(space, findings)
    parsed = builder.tree(node, "players.partners")
    if parsed is None:
        return ""
    typed = builder.checker.infer(parsed, SETTING_SCOPE, types.words(*_PARTNERS))
    if typed.type.kind is types.Kind.EMPTY:
        return "none"
    if typed.op != "error" and typed.type.kind is not types.Kind.WORDS:
        findings.error(
            "S203",
            f"`{text_of(node)}` is not a choice for `partners`",
            node.place,
            path="players.partners",
            help=f"Choices: {', '.join(_PARTNERS)}, or a list of teams",
            fixes=meant(node.place, text_of(node), _PARTNERS, whole=True),
        )
        return ""
    value = settled_now(typed, space, findings, node.place, "players.partners")
    if value is None:
        return ""
    return next((word for word in _PARTNERS if value == 1 << space.words[word]), "none")


def _listed(node: List, names: tuple[str, ...], findings: Findings) -> tuple[int, ...] | None:
    teams, seen = [], 0
    is_wrong = False
    for item in node.items:
        team = 0
        for member in items_of(item):
            name = text_of(member)
            if name not in names:
                is_wrong = True
                findings.error(
                    "S205",
                    f"`{name}` is not a seat",
                    member.place,
                    help=f"Seats: {', '.join(names)}",
                    fixes=meant(member.place, name, names, whole=True),
                )
                continue
            seat = 1 << names.index(name)
            if seen & seat:
                is_wrong = True
                findings.error(
                    "S220",
                    f"`{name}` is in two partnerships",
                    member.place,
                    help="Name each seat in one partnership only",
                )
            seen |= seat
            team |= seat
        teams.append(team)
    missing = [name for seat, name in enumerate(names) if not seen >> seat & 1]
    if missing and not is_wrong:
        is_wrong = True
        findings.error(
            "S220", f"`{missing[0]}` is in no partnership", node.place, help="Name every seat once."
        )
    return None if is_wrong else tuple(teams)
