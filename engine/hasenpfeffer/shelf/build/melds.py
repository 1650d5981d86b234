"""`melds`: the combinations that score, and which of them a step counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hasenpfeffer.lang import types
from hasenpfeffer.reading.fixes import meant, remove
from hasenpfeffer.reading.suggest import choices_text, did_you_mean
from hasenpfeffer.reading.tree import is_hole
from hasenpfeffer.ruleset.model import Meld
from hasenpfeffer.ruleset.steps import Melding, MeldStep
from hasenpfeffer.shelf.build.builder import all_of, as_known, body_of, is_shaky, items_of, text_of
from hasenpfeffer.shelf.build.namespace import entries
from hasenpfeffer.shelf.build.settings import assignments
from hasenpfeffer.shelf.build.static import settled_now
from hasenpfeffer.shelf.build.step_parts import common

if TYPE_CHECKING:
    from hasenpfeffer.reading.tree import Entry, Group, Node
    from hasenpfeffer.ruleset.steps import Step
    from hasenpfeffer.shelf.build.builder import Builder


def build_melds(root: Group, builder: Builder) -> tuple[Meld, ...]:
    node = root.get("melds")
    found = []
    for entry in entries(node):
        body = body_of(entry.value, entry.key.place)
        found.append(as_known(_meld(entry, body, builder, f"melds.{entry.key.text}"), body))
    return all_of(node, found, inside=root)


def _meld(entry: Entry, body: Group, builder: Builder, path: str) -> Meld:
    _say_one_way(entry, body, builder, path)
    cards = tuple(builder.typed(item, types.CARDS, f"{path}.cards") for item in items_of(body.get("cards")))
    lengths = _whole_numbers(body.get("length"), builder, f"{path}.length")
    copies = _copies(body, builder, path)
    every_rank = tuple(range(len(builder.names.pack.ranks)))
    ranks = _ranks(body, builder, path)
    return Meld(
        name=entry.key.text,
        kind=text_of(body.get("kind")),
        points=builder.needed(body, "points", types.ANY_NUMBER, path),
        cards=cards,
        where=_where(body),
        ranks=every_rank if lengths is not None and body.get("ranks") is None else ranks,
        suits=builder.optional(body, "of", types.SUITS, path),
        lengths=lengths,
        copies=copies,
        condition=builder.optional(body, "if", types.YESNO, path),
        place=entry.key.place,
    )


def _copies(body: Group, builder: Builder, path: str) -> int:
    """How many of each card. S234: several numbers."""
    node = body.get("copies")
    low, high = _whole_numbers(node, builder, f"{path}.copies") or (1, 1)
    if node is not None and low != high:
        message = "A range stands here, and one number is expected"
        help = "Write a meld for each number"
        builder.findings.error("S234", message, node.place, path=f"{path}.copies", help=help)
    return low


def _where(body: Group) -> Literal["", "one suit", "every suit"]:
    match text_of(body.get("in")):
        case "one suit":
            return "one suit"
        case "every suit":
            return "every suit"
        case _:
            return ""


def _say_one_way(entry: Entry, body: Group, builder: Builder, path: str) -> None:
    """S206 it is not said what makes the meld · L901 it is said in two ways, of which one does not count."""
    if is_shaky(body):
        return
    name = entry.key.text
    says = {key for key in _MAKES if body.get(key) is not None}
    problem, help = "", ""
    empty = next((key for key in ("cards", "ranks") if key in says and not items_of(body.get(key))), None)
    if empty is not None:
        problem, help = f"`{empty}` of `{name}` names none", "Name what makes the meld"
    elif "cards" not in says and "in" not in says:
        problem = f"`{name}` does not say which cards make it"
        help = "Write `cards: […]`, or `ranks: […]` with `in: one suit` or `in: every suit`"
    elif "cards" not in says and not says & {"ranks", "length"}:
        problem = f"`{name}` does not say which ranks make it"
        help = "Write `ranks: […]`, or `length: 3` for so many in a row"
    if problem:
        builder.findings.error("S206", problem, entry.key.place, path=path, help=help)
    in_vain: tuple[str, ...] = ()
    if "cards" in says:
        in_vain, why = ("in", "ranks", "length", "of"), "lists its cards"
    elif text_of(body.get("in")) == "every suit":
        in_vain, why = ("length", "of"), "has a card in every suit"
    for key in in_vain:
        node = body.get(key)
        if node is not None:
            builder.findings.warning(
                "L901",
                f"`{name}` {why}, so `{key}` says nothing",
                node.place,
                path=path,
                help="Leave it out",
                fixes=remove(node, safe=True),
            )


_MAKES = ("cards", "in", "ranks", "length", "of")
"""Keys that say what makes a meld."""


def _ranks(body: Group, builder: Builder, path: str) -> tuple[int, ...]:
    found = []
    for item in items_of(body.get("ranks")):
        if is_hole(item) or builder.names.may_be_there(text_of(item)):
            continue
        rank = builder.names.rank(text_of(item))
        if rank is None:
            known = [one.name for one in builder.names.pack.ranks]
            message = f"`{text_of(item)}` is not a rank of this pack.{did_you_mean(text_of(item), known)}"
            fixes = meant(item.place, text_of(item), known, whole=True)
            help = f"Ranks here: {choices_text(known, text_of(item))}"
            builder.findings.error("S205", message, item.place, path=f"{path}.ranks", help=help, fixes=fixes)
        elif rank in found:
            message = f"`{text_of(item)}` is listed twice"
            help = "Name it once; `copies: 2` asks for two of each card"
            fixes = remove(item)
            builder.findings.error("D402", message, item.place, path=f"{path}.ranks", help=help, fixes=fixes)
        else:
            found.append(rank)
    return tuple(found)


def _whole_numbers(node: Node | None, builder: Builder, path: str) -> tuple[int, int] | None:
    """The least and the greatest of a number or a range. S243: it is not known before play · S212: below 1."""
    if node is None:
        return None
    typed = builder.typed(node, types.ANY_NUMBER, path, may_be_several=True)
    found = settled_now(typed, builder.names, builder.findings, node.place, path)
    if found is None:
        return None
    low, high = (found[0], found[-1]) if isinstance(found, tuple) else (found, found)
    if isinstance(low, int) and isinstance(high, int) and low >= 1:
        return low, high
    message = "A whole number from 1 up is expected here"
    builder.findings.error("S212", message, node.place, path=path, help="Write a number, such as `3`")
    return None


# --- which of them count


def build_meld_step(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    return MeldStep(
        **common(entry, group, builder, path),
        melding=build_melding(group, builder),
        opens=builder.optional(group, "opens", types.SEATS, path),
        sets=assignments(group.get("set"), builder, f"{path}.set"),
    )


def build_melding(group: Group, builder: Builder) -> Melding:
    """Which melds count here, and how. S230: a meld that is not listed."""
    names = []
    node = group.get("meld")
    for item in items_of(node):
        name = text_of(item)
        if is_hole(item):
            continue
        if name in names:
            message = f"`{name}` is listed twice in `meld`"
            builder.findings.warning("L901", message, item.place, help="Leave one of them out")
        if name not in builder.names.melds and not builder.names.may_be_there(name):
            guess = did_you_mean(name, builder.names.melds)
            fixes = meant(item.place, name, builder.names.melds, whole=True)
            message = f"`{name}` is not one of the `melds`.{guess}"
            help = f"Melds here: {choices_text(builder.names.melds, name)}"
            builder.findings.error("S230", message, item.place, help=help, fixes=fixes)
        names.append(name)
    return Melding(
        melds=all_of(node, names, inside=group),
        once=text_of(group.get("overlap")) == "never",
        better=tuple(text_of(item) for item in items_of(group.get("better"))),
    )
