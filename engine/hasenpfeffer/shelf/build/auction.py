"""`auction`: the calls, one by one, and how the auction goes on and ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import cast

from hasenpfeffer.cards import fold
from hasenpfeffer.lang import types
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.tree import Entry, Group, List, Node, Text, is_hole
from hasenpfeffer.ruleset.steps import AllPass, AuctionStep, Call, Duel, Ends
from hasenpfeffer.ruleset.unknown import UNKNOWN, Partial
from hasenpfeffer.shelf.build.builder import Builder, all_of, as_known, body_of, items_of, text_of
from hasenpfeffer.shelf.build.namespace import CALL_KEYS, entries, fields_of
from hasenpfeffer.shelf.build.settings import assignments
from hasenpfeffer.shelf.build.step_parts import common

_FIRST_OF_SIDE = "first of the side to name "
MOST_CALLS = 5000


@dataclass(frozen=True, slots=True)
class _Choice:
    """One value of a field; `condition` where it is open only sometimes."""

    value: Typed
    text: str
    varies: bool
    condition: Typed | None = None


def build_auction(entry: Entry, group: Group, builder: Builder, path: str) -> AuctionStep:
    """The auction as a step."""
    calls: list[Call] = []
    node = group.get("calls")
    by_field = text_of(group.get("height")) or None
    lacks_some = False  # there is a finding of a line that makes none
    for position, call in enumerate(entries(node), start=1):
        made = _family(call, position, by_field, builder, f"{path}.calls.{call.key.text}")
        lacks_some = lacks_some or not made
        calls += made
    _same_text([call for call in calls if call.text is not UNKNOWN], builder)
    declarer = text_of(group.get("declarer"))
    opens = group.get("opens") or Text("next of dealer", entry.key.place, exact=False)
    return AuctionStep(
        **common(entry, group, builder, path),
        opens=builder.typed(opens, types.SEATS, f"{path}.opens"),
        calls=Partial(calls) if lacks_some else all_of(node, calls, inside=group),
        allowed=builder.condition(group, "allowed", path),
        may_equal=builder.optional(group, "may equal", types.SEATS, path),
        pass_is_final=text_of(group.get("after a pass"), "out") == "out",
        ends=_ends(group.get("ends"), entry, builder, f"{path}.ends"),
        all_pass=_all_pass(group.get("all pass"), entry, builder, f"{path}.all pass"),
        first_of_side=declarer.removeprefix(_FIRST_OF_SIDE) if declarer.startswith(_FIRST_OF_SIDE) else None,
    )


def _family(entry: Entry, position: int, by_field: str | None, builder: Builder, path: str) -> list[Call]:
    group = body_of(entry.value, entry.key.place)
    fields = list(fields_of(group, CALL_KEYS))
    choices = [_field_choices(field, builder, path) for field in fields]
    condition = builder.optional(group, "if", types.YESNO, path)
    alone = builder.optional(group, "alone", types.YESNO, path)
    over = text_of(group.get("over"))
    own_height = _own_height(group, builder, path)
    name = text_of(group.get("name"), entry.key.text)
    total = 1
    for choice in choices:
        total *= len(choice)
    if total > MOST_CALLS:
        builder.findings.error(
            "B508",
            f"`{name}` makes {total} calls, and the limit is {MOST_CALLS}",
            entry.key.place,
            path=path,
            help="Write fewer values, or shorter ranges",
        )
        return []
    found: list[Call] = []
    for number, combination in enumerate(product(*choices)):
        values = tuple(
            (field.key.text, choice.value) for field, choice in zip(fields, combination, strict=True)
        )
        height: tuple[int, int] | None = None
        if not over:
            height = _height(values, position, number, own_height, by_field)
        call = Call(
            family=entry.key.text,
            text=_text(name, "name" in group.keys(), combination),
            fields=values,
            condition=_both(condition, combination),
            over=over,  # type: ignore[arg-type]
            height=height,
            alone=alone,
            place=entry.key.place,
        )
        found.append(as_known(call, group))
    return found


def _both(condition: Typed | None, combination: tuple[_Choice, ...]) -> Typed | None:
    for choice in combination:
        if choice.condition is None:
            continue
        if condition is None:
            condition = choice.condition
        else:
            condition = Typed("and", types.YESNO, (condition, choice.condition), place=choice.condition.place)
    return condition


def _height(
    values: tuple[tuple[str, Typed], ...], position: int, number: int, own: int | None, by_field: str | None
) -> tuple[int, int]:
    """How high a call stands: by a field, by the height its family states, or by order of writing."""
    if by_field is not None:
        for name, value in values:
            if name == by_field and isinstance(value.value, int):
                return value.value, position
    if own is not None:
        return own, 0
    return position, number


def _own_height(group: Group, builder: Builder, path: str) -> int | None:
    typed = builder.optional(group, "height", types.ANY_NUMBER, path)
    return typed.value if typed is not None and isinstance(typed.value, int) else None


def _text(name: str, named: bool, combination: tuple[_Choice, ...]) -> str:
    """What is said: the family's name, or its fields up to the last that varies."""
    if any(choice.value.op == "error" for choice in combination):
        return cast("str", UNKNOWN)
    last = max((i for i, choice in enumerate(combination) if choice.varies), default=None)
    if last is None:
        return name
    if named:
        return " ".join([name, *(choice.text for choice in combination if choice.varies)])
    return " ".join(choice.text for choice in combination[: last + 1] if choice.text)


def _field_choices(field: Entry, builder: Builder, path: str) -> list[_Choice]:
    """One value, or one for each number of a range or each member of a list."""
    name, node = field.key.text, field.value
    path = f"{path}.{name}"
    want = builder.checker.type_of(name)
    wanted = None if want.kind in (Kind.EMPTY, Kind.UNKNOWN) else want
    if isinstance(node, List) and not any(isinstance(item, Group) for item in node.items):
        found: list[_Choice] = []
        if not node.items and not node.incomplete:
            message = f"`{name}` lists nothing, so no call can be made of this"
            help = "List what can be called, such as `[1, 2]`, or leave the key out"
            builder.findings.error("S242", message, node.place, path=path, help=help)
        for item in node.items:
            found += _members(builder.typed(item, wanted, path, may_be_several=True), builder, varies=True)
        return found
    typed = builder.typed(node, wanted, path, may_be_several=True)
    if typed.op == "numbers":
        return _members(typed, builder, varies=True)
    return [_Choice(typed, value_text(typed, builder), varies=False)]


def _members(typed: Typed, builder: Builder, varies: bool) -> list[_Choice]:
    """A list item that is a set counts as its members."""
    names = builder.names
    if typed.op == "numbers":
        assert isinstance(typed.value, tuple)
        return [
            _Choice(
                Typed("constant", types.number(value, value), value=value, place=typed.place),
                str(value),
                varies,
            )
            for value in typed.value
        ]
    if typed.type.kind is not Kind.SUITS:
        return [_Choice(typed, value_text(typed, builder), varies)]
    count = len(names.pack.suits) + len(names.strains)
    found = []
    for index in range(count):
        one = replace(typed, op="constant", args=(), value=1 << index)
        if typed.is_constant or _only_suits(typed):
            if typed.is_constant:
                assert isinstance(typed.value, int)
                if typed.value >> index & 1:
                    found.append(_Choice(one, value_text(one, builder), varies))
            elif index < len(names.pack.suits):
                found.append(_Choice(one, value_text(one, builder), varies))
            continue
        if index < len(names.pack.suits):
            open_now = Typed("meets", types.YESNO, (one, typed), place=typed.place)
            found.append(_Choice(one, value_text(one, builder), varies, open_now))
    return found


def _only_suits(typed: Typed) -> bool:
    """`suits` itself: every suit of the pack."""
    return typed.op == "lookup" and typed.value in ("suits", "any suit")


def value_text(typed: Typed, builder: Builder) -> str:
    """A constant as it is said in a call; empty for a formula."""
    names = builder.names
    if not typed.is_constant:
        return ""
    if typed.type.kind is Kind.NUMBER:
        return str(typed.value)
    if typed.type.kind is Kind.SUITS and isinstance(typed.value, int) and typed.value.bit_count() == 1:
        index = typed.value.bit_length() - 1
        suits = names.pack.suits
        return suits[index].name if index < len(suits) else list(names.strains)[index - len(suits)]
    if typed.type.kind is Kind.WORDS and isinstance(typed.value, int) and typed.value.bit_count() == 1:
        return list(names.words)[typed.value.bit_length() - 1]
    return ""


def _same_text(calls: list[Call], builder: Builder) -> None:
    seen: dict[str, Call] = {}
    for call in calls:
        said = fold(call.text)
        if said in ("", "pass"):
            builder.findings.error(
                "B509",
                f"A call is said {quoted(call.text)}, which says that no call is made",
                call.place,
                help="Give it another `name`.",
            )
            return
        other = seen.setdefault(said, call)
        if other is not call:
            builder.findings.error(
                "B509",
                f"Two calls are both said `{call.text}`",
                call.place,
                related=(Related("the other", other.place),),
                help="Give one of them a `name`.",
            )
            return


def _ends(node: Node | None, entry: Entry, builder: Builder, path: str) -> Ends:
    place = entry.key.place if node is None else node.place
    if is_hole(node) or (isinstance(node, Group) and node.incomplete):
        return cast("Ends", UNKNOWN)
    if isinstance(node, Group):
        passes = builder.optional(node, "passes in a row", types.ANY_NUMBER, path)
        if passes is not None:
            return Ends("passes in a row", passes, (), place, text_of(node.get("cut short"), "yes") == "yes")
        items = node.get("duels")
        duels = all_of(items, [_duel(item, builder, f"{path}.duels") for item in items_of(items)])
        return Ends("duels", None, duels, place)
    return Ends(text_of(node, "one bidder left"), None, (), place)  # type: ignore[arg-type]


def _duel(node: Node, builder: Builder, path: str) -> Duel:
    group = body_of(node, node.place)
    caller = builder.needed(group, "caller", types.SEATS, path)
    holder = builder.needed(group, "holder", types.SEATS, path)
    condition = builder.optional(group, "if", types.YESNO, path)
    return as_known(Duel(condition, caller, holder, node.place), group)


def _all_pass(node: Node | None, entry: Entry, builder: Builder, path: str) -> AllPass:
    place = entry.key.place if node is None else node.place
    if is_hole(node):
        return cast("AllPass", UNKNOWN)
    if not isinstance(node, Group):
        return AllPass(text_of(node, "thrown in"), None, None, (), None, place)  # type: ignore[arg-type]
    at = text_of(node.get("go on at")) or None
    forced = builder.optional(node, "forced", types.SEATS, path)
    if forced is not None:
        to_bid = builder.optional(node, "to bid", types.ANY_NUMBER, path)
        return as_known(AllPass("forced", forced, to_bid, (), at, place), node)
    sets = assignments(node.get("set"), builder, f"{path}.set")
    return as_known(AllPass("set", None, None, sets, at, place), node)
