"""Steps that ask a seat for an answer: `choose`, `predict`, `go alone`."""

from __future__ import annotations

from dataclasses import replace

from hasenpfeffer.lang import types
from hasenpfeffer.lang.checking.spans import is_several
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.tree import Entry, Group, List, Node
from hasenpfeffer.ruleset.steps import ChooseStep, GoAloneStep, Option, PredictStep, Step
from hasenpfeffer.shelf.build.builder import Builder, all_of, as_known, body_of, text_of
from hasenpfeffer.shelf.build.namespace import OPTION_KEYS, fields_of
from hasenpfeffer.shelf.build.settings import typed_field
from hasenpfeffer.shelf.build.step_parts import common
from hasenpfeffer.shelf.build.trees import is_choice


def build_choice(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    source = group.get("from")
    values: Typed | None = None
    options: tuple[Option, ...] = ()
    if isinstance(source, Group) and not is_choice(source):
        parts = [_option(item, builder, f"{path}.from.{item.key.text}") for item in source]
        options = all_of(source, parts)
    elif source is not None:
        values = _choices(source, entry.key.text, builder, f"{path}.from")
    setting = builder.names.settings[entry.key.text]
    return ChooseStep(
        **common(entry, group, builder, path),
        values=values,
        options=options,
        allowed=builder.condition(group, "allowed", path),
        per_seat=setting.per_seat,
        secret_until=_secret(group, builder, path),
        at_once=text_of(group.get("at once")) == "yes",
        opens=builder.optional(group, "opens", types.SEATS, path),
    )


def _secret(group: Group, builder: Builder, path: str) -> Typed | None:
    return builder.optional(group, "secret until", types.YESNO, path)


def _choices(node: Node, name: str, builder: Builder, path: str) -> Typed:
    """The values of a choice: the members of all items of a list together, or of one formula."""
    want = builder.checker.type_of(name)
    wanted = None if want.kind in (Kind.EMPTY, Kind.UNKNOWN) else want
    if not isinstance(node, List) or any(is_choice(item) for item in node.items):
        typed = builder.typed(node, wanted, path, may_be_several=True)
        if typed.op != "range" and typed.type.kind in _NO_SETS:
            return _listed((typed,), typed.type, node, builder, path)
        return _as_choices(typed)
    parts = [builder.typed(item, wanted, path, may_be_several=True) for item in node.items]
    if any(part.type.kind in _NO_SETS for part in parts):
        return _listed(tuple(parts), wanted or parts[0].type, node, builder, path)
    if not parts:
        builder.findings.error(
            "S242",
            "There is nothing to choose from here",
            node.place,
            path=path,
            help="List what can be chosen, such as `[suits]`",
        )
        return Typed("error", types.UNKNOWN, place=node.place)
    whole = parts[0]
    for part in parts[1:]:
        joined = types.join(whole.type, part.type) or types.UNKNOWN
        whole = Typed("union", joined, (_as_choices(whole), _as_choices(part)), place=node.place)
    # `nothing` and `nobody` among the choices: the choice may stay empty
    if any(part.is_constant and part.value == 0 and part.type.is_set for part in parts):
        whole = Typed("or_nothing", whole.type, (whole,), place=node.place)
    return _as_choices(whole)


_NO_SETS = (Kind.NUMBER, Kind.YESNO)


def _listed(parts: tuple[Typed, ...], kind: types.Type, node: Node, builder: Builder, path: str) -> Typed:
    """Numbers or answers to choose from, one by one."""
    values: list[object] = []
    for part in parts:
        if part.is_constant and part.type.kind in _NO_SETS:
            values.append(part.value)
        elif part.op == "numbers" and isinstance(part.value, tuple):
            values += part.value
        elif part.type.kind is Kind.UNKNOWN:
            return Typed("error", types.UNKNOWN, place=node.place)
        else:
            builder.findings.error(
                "S211",
                "Numbers and answers to choose from are written out, and this is worked out in play",
                part.place or node.place,
                path=path,
                help="Write a list, or one range such as `1..bid`",
            )
            return Typed("error", types.UNKNOWN, place=node.place)
    return Typed("numbers", kind, value=tuple(dict.fromkeys(values)), place=node.place)


def _as_choices(typed: Typed) -> Typed:
    if typed.type.kind is Kind.CHAIN:
        return replace(typed, op="cards_of_chain", type=types.CARDS, args=(typed,), value=None)
    return typed


def _option(entry: Entry, builder: Builder, path: str) -> Option:
    group = body_of(entry.value, entry.key.place)
    condition = builder.optional(group, "if", types.YESNO, path)
    at = text_of(group.get("go on at")) or None
    fields = [(field.key.text, typed_field(field, builder, path)) for field in fields_of(group, OPTION_KEYS)]
    return as_known(Option(entry.key.text, condition, tuple(fields), at, entry.key.place), group)


def build_prediction(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    source = group.get("from")
    if source is None:
        values: Typed = Typed("error", types.UNKNOWN, place=group.place)
    elif isinstance(source, List):
        values = _choices(source, entry.key.text, builder, f"{path}.from")
    else:
        values = builder.typed(source, types.ANY_NUMBER, f"{path}.from", may_be_several=True)
    is_list = is_several(values) and values.type.kind is Kind.NUMBER
    if not is_list and all(part.op != "error" for part in values.walk()):
        builder.findings.error(
            "S211",
            "The numbers that may be said are a range or a list of numbers",
            values.place or entry.key.place,
            path=f"{path}.from",
            help="Write a range, such as `0..13`",
        )
    return PredictStep(
        **common(entry, group, builder, path),
        values=values,
        allowed=builder.condition(group, "allowed", path),
        barred=builder.optional(group, "barred", types.ANY_NUMBER, path),
        at_once=text_of(group.get("at once")) == "yes",
        opens=builder.optional(group, "opens", types.SEATS, path),
    )


def build_going_alone(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    return GoAloneStep(
        **common(entry, group, builder, path), opens=builder.optional(group, "opens", types.SEATS, path)
    )
