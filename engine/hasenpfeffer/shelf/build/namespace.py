"""Collects every name that a file declares, before any formula is typed."""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from hasenpfeffer.lang import ast, types, vocabulary
from hasenpfeffer.lang.check import SETTING_SCOPE
from hasenpfeffer.lang.checking.spans import is_several
from hasenpfeffer.lang.names import CounterName, ParameterName, SettingName, TermName
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, Type, number
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.tree import Entry, Group, List, Node, Text, hole, is_hole
from hasenpfeffer.shelf.build.builder import Builder, body_of, group_of, items_of, text_of
from hasenpfeffer.shelf.build.depth import cut_too_deep
from hasenpfeffer.shelf.build.static import settled_now
from hasenpfeffer.shelf.build.strains import given_type, strains_and_words
from hasenpfeffer.shelf.build.trees import asks_each, is_choice
from hasenpfeffer.shelf.short_forms import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hasenpfeffer.reading.place import Place

CALL_KEYS = frozenset(["if", "over", "above", "below", "height", "name", "alone"])
"""Keys of a call that are not fields."""
OPTION_KEYS = frozenset(["if", "go on at"])
MOVING_KINDS = frozenset(["take", "discard", "give", "exchange", "move"])
_ASKED = re.compile(r"(.+?) of (.+)\Z")


def collect(root: Group, builder: Builder, options: Mapping[str, str]) -> None:
    """Fills the builder's namespace from the resolved tree. Findings: S222 a clash, S223 a word of the language."""
    names = builder.names
    names.unclear.update(split_asked(key)[0] for key in _doubtful_keys(root))
    _card_names(root, builder)
    _counters(root, builder)
    _steps(root, builder)
    _terms(root, builder)
    _parameters(root, builder, options)
    _assignments(root, builder)
    names.melds.update((entry.key.text, entry.key.place) for entry in entries(root.get("melds")))
    cut_too_deep(builder)
    strains_and_words(builder)
    _clashes(root, builder)
    for setting in names.settings.values():
        if setting.given is None:
            setting.given = given_type(setting, builder)


def split_asked(key: str) -> tuple[str, str | None]:
    """`needed of seat` → (`needed`, `seat`)."""
    match = _ASKED.match(key)
    return (match[1], match[2]) if match else (key, None)


def entries(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Group) else ()


def fields_of(call: Node, reserved: frozenset[str]) -> Iterator[Entry]:
    """The entries of a call or option that give values to names."""
    for entry in entries(call):
        if entry.key.text not in reserved:
            yield entry


def _doubtful_keys(node: Node) -> Iterator[str]:
    """Names that had to be changed to be names at all."""
    match node:
        case List():
            for item in node.items:
                yield from _doubtful_keys(item)
        case Group():
            for entry in node:
                if entry.key.doubtful:
                    yield entry.key.text
                yield from _doubtful_keys(entry.value)
        case _:
            return


def _card_names(root: Group, builder: Builder) -> None:
    for entry in entries(root.get("card names")):
        body = builder.tree(entry.value, f"card names.{entry.key.text}") or ast.Unreadable(entry.value.place)
        builder.names.card_names[entry.key.text] = (body, entry.key.place)


def _counters(root: Group, builder: Builder) -> None:
    for entry in entries(root.get("counters")):
        body = group_of(entry.value)
        if body is None or body.incomplete or is_hole(body.get("of")):
            builder.names.unclear.add(entry.key.text)
            continue
        of = text_of(body.get("of"), "table")
        kind = types.ANY_NUMBER
        node = body.get("type")
        if node is not None:
            typed = builder.typed(
                node, types.ANY_NUMBER, f"counters.{entry.key.text}.type", may_be_several=True
            )
            kind = typed.type if typed.op != "error" else kind
        builder.names.counters[entry.key.text] = CounterName(of, kind, entry.key.place)  # type: ignore[arg-type]


def _terms(root: Group, builder: Builder) -> None:
    for entry in entries(root.get("terms")):
        name, argument = split_asked(entry.key.text)
        body = builder.tree(entry.value, f"terms.{name}") or ast.Unreadable(entry.value.place)
        builder.names.terms[name] = TermName(body, argument, entry.key.place)


def _steps(root: Group, builder: Builder) -> None:
    names = builder.names
    for entry in entries(root.get("steps")):
        name, place = entry.key.text, entry.key.place
        step = body_of(entry.value, place)
        kind = kind_of_step(name, entry.value)
        names.steps[name] = place
        if kind is None:
            names.unclear.update((name, *_keys_below(entry.value)))
        match kind:
            case "deal":
                _piles(step, builder)
            case "auction":
                for call in entries(step.get("calls")):
                    names.families.setdefault(call.key.text, call.key.place)
                    for field in fields_of(call.value, CALL_KEYS):
                        _supply(builder, field.key.text, field.value, place, members=True)
                    shown_as = group_of(call.value)
                    if shown_as is not None and shown_as.get("name") is not None:
                        names.families.setdefault(text_of(shown_as.get("name")), call.key.place)
                _set_group(group_of(step.get("all pass")), builder)
            case "choose":
                _choice(name, step, builder, place)
            case "predict":
                _setting(builder, name, place, per_seat=True)
                _supply(builder, name, step.get("from") or hole(place), place, members=True)
            case "tricks":
                for part in (*entries(step.get("after each")), *entries(step.get("during"))):
                    _set_group(group_of(part.value), builder)
                    inner = group_of(part.value)
                    if inner is not None and text_of(inner.get("do")) in MOVING_KINDS:
                        names.moves.setdefault(part.key.text, part.key.place)
            case "meld":
                _set_group(step, builder)
            case _ if kind in MOVING_KINDS:
                names.moves[name] = place
                _set_group(step, builder)
            case _:
                pass


def _keys_below(node: Node) -> Iterator[str]:
    for entry in entries(node):
        yield entry.key.text
        yield from _keys_below(entry.value)


def kind_of_step(name: str, node: Node) -> str | None:
    """The kind of a step: what it does, or else what it is called; None where that is not known."""
    do = node.get("do") if isinstance(node, Group) else None
    if do is not None:
        return None if is_hole(do) else text_of(do)
    return name if name in KINDS else None


def _piles(step: Group, builder: Builder) -> None:
    for packet in items_of(step.get("packets")):
        for pile in entries(packet):
            builder.names.piles.setdefault(pile.key.text, pile.key.place)
    for pile in entries(step.get("piles")):
        builder.names.piles[pile.key.text] = pile.key.place


def _choice(name: str, step: Group, builder: Builder, place: Place) -> None:
    source = step.get("from")
    per_seat = asks_each(step.get("who"))
    if isinstance(source, Group) and not is_choice(source):
        setting = _setting(builder, name, place, per_seat)
        setting.given = types.UNKNOWN if source.incomplete else types.words(*source.keys())
        for option in source:
            builder.names.word(option.key.text)
            for field in fields_of(option.value, OPTION_KEYS):
                _supply(builder, field.key.text, field.value, place, members=False)
    else:
        _setting(builder, name, place, per_seat)
        _supply(builder, name, source or hole(place), place, members=True)


def _set_group(group: Group | None, builder: Builder) -> None:
    if group is None:
        return
    for entry in entries(group.get("set")):
        name, seat = split_asked(entry.key.text)
        if name in builder.names.counters or name == "score":
            continue
        setting = _setting(builder, name, entry.key.place, seat is not None)
        parsed = builder.tree(entry.value, f"set.{name}") or ast.Unreadable(entry.value.place)
        setting.suppliers.append((parsed, False))


def _assignments(root: Group, builder: Builder) -> None:
    """`set` in scoring lines gives values to counters only; anything else is a finding when it is typed."""
    for name, setting in builder.names.settings.items():
        term = builder.names.terms.get(name)
        if term is not None and term.argument in ("seat", "team", "side"):
            setting.per_seat = True


def _setting(builder: Builder, name: str, place: Place, per_seat: bool) -> SettingName:
    setting = builder.names.settings.get(name)
    if setting is None:
        setting = builder.names.settings[name] = SettingName(per_seat, place)
    setting.per_seat = setting.per_seat or per_seat
    return setting


def _supply(builder: Builder, name: str, value: Node, place: Place, members: bool) -> None:
    """Notes every formula that may become the value of a name: each member of a list, or the formula itself."""
    setting = _setting(builder, name, place, per_seat=False)
    parts = value.items if members and isinstance(value, List) else (value,)
    for part in parts:
        parsed = builder.tree(part, name) or ast.Unreadable(part.place)
        setting.suppliers.append((parsed, members))


def _parameters(root: Group, builder: Builder, options: Mapping[str, str]) -> None:
    for entry in entries(root.get("parameters")):
        body = group_of(entry.value)
        name = entry.key.text
        if body is None or (body.incomplete and body.get("default") is None):
            builder.names.unclear.add(name)
            continue
        default = body.get("default")
        if not isinstance(default, Text):
            builder.findings.error(
                "S206",
                f"The parameter `{name}` has no default",
                entry.key.place,
                path=f"parameters.{name}",
                help="Add `default` with the value that most tables play",
            )
            continue
        text = default
        if name in options:
            text = Text(options[name], default.place, exact=False)
        value = _parameter_value(name, text, body.get("type"), builder)
        builder.names.parameters[name] = ParameterName(value, entry.key.place)


def _parameter_value(name: str, text: Text, choices: Node | None, builder: Builder) -> Typed:
    path = f"parameters.{name}"
    want, allowed = _parameter_type(choices, builder, path)
    parsed = builder.tree(text, path)
    if parsed is None:
        return Typed("error", types.UNKNOWN, place=text.place)
    if allowed and text.text not in allowed:
        builder.findings.error(
            "S203",
            f"`{text.text}` is not a choice for `{name}`",
            text.place,
            path=path,
            help=f"Choices: {' · '.join(allowed)}",
        )
        return Typed("error", types.UNKNOWN, place=text.place)
    typed = builder.checker.infer(parsed, SETTING_SCOPE, want)
    if is_several(typed):
        builder.findings.error(
            "S234",
            f"`{name}` has one value, and `{text.text}` is a range",
            text.place,
            path=path,
            help="Write the range as its `type`",
        )
        return Typed("error", types.UNKNOWN, place=text.place)
    if want is not None and typed.type.kind is not want.kind and typed.op != "error":
        builder.findings.error(
            "S234",
            f"`{name}` is {want}, and `{text.text}` is {typed.type}",
            text.place,
            path=path,
            help=f"Write {want}, or another `type`",
        )
        return Typed("error", types.UNKNOWN, place=text.place)
    if want is not None and want.kind in (Kind.NUMBER, Kind.YESNO) and typed.op != "error":
        typed = _settled_parameter(typed, want, text, builder, path)
    if want is not None and want.kind is Kind.NUMBER and typed.is_constant and choices is not None:
        typed = _within_type(name, typed, want, text, builder)
    return typed


def _within_type(name: str, typed: Typed, want: Type, text: Text, builder: Builder) -> Typed:
    """A parameter's value, held against its type. Where it lies outside, either of the two may be meant."""
    at = typed.value
    assert isinstance(at, (int, Fraction))
    if at.denominator == 1 and want.low <= at <= want.high:
        return typed
    builder.findings.error(
        "S212",
        f"`{name}` must be {'a whole number ' if at.denominator != 1 else ''}"
        f"from {want.low} to {want.high}, and {at} is not",
        text.place,
        path=f"parameters.{name}",
        help=f"Choose a number from {want.low} to {want.high}",
        facts={"low": want.low, "high": want.high, "value": at},
    )
    low, high = min(want.low, floor(at)), max(want.high, ceil(at))
    return Typed("some number", number(low, high), place=text.place)


def _settled_parameter(typed: Typed, want: Type, text: Text, builder: Builder, path: str) -> Typed:
    """A parameter's value worked out: it is turned before play, and the same in every deal."""
    if typed.is_constant:
        return typed
    value = settled_now(typed, builder.names, builder.findings, text.place, path, "A parameter is")
    if value is None:
        return Typed("error", types.UNKNOWN, place=text.place)
    kind = number(floor(value), ceil(value), value.denominator) if want.kind is Kind.NUMBER else want
    return Typed("constant", kind, value=value, place=text.place)


def _parameter_type(node: Node | None, builder: Builder, path: str) -> tuple[Type | None, tuple[str, ...]]:
    """The type that a parameter's `type` states, and the texts it allows, if they are listed."""
    if node is None:
        return None, ()
    if isinstance(node, List):
        texts = tuple(text_of(item) for item in node.items)
        if all(re.fullmatch("-?[0-9]{1,12}", text) for text in texts):
            values = [int(text) for text in texts]
            return number(min(values), max(values)), texts
        known = all(
            text in vocabulary.EMPTY_WORDS
            or text in ("yes", "no")
            or builder.names.seat(text) is not None
            or builder.names.suit(text) is not None
            or vocabulary.find(text, None) is not None
            for text in texts
        )
        if known:
            return None, texts
        for text in texts:
            builder.names.word(text)
        return types.words(*texts), texts
    if text_of(node) in ("yes or no", "no or yes"):
        return types.YESNO, ()
    typed = builder.typed(node, types.ANY_NUMBER, f"{path}.type", may_be_several=True)
    return (typed.type, ()) if typed.op != "error" else (None, ())


def _clashes(root: Group, builder: Builder) -> None:
    """One name, one meaning: parameters, terms, counters, card names, piles, steps, seats, suits, built-in words."""
    names = builder.names
    seen: dict[str, tuple[str, Place]] = {}
    groups: list[tuple[str, Mapping[str, Place]]] = [
        ("a parameter", {name: item.place for name, item in names.parameters.items()}),
        ("a term", {name: item.place for name, item in names.terms.items()}),
        ("a counter", {name: item.place for name, item in names.counters.items()}),
        ("a card name", {name: place for name, (_, place) in names.card_names.items()}),
        ("a pile", names.piles),
        ("a step that moves cards", names.moves),
        ("set in play", {key: item.place for key, item in names.settings.items() if key not in names.terms}),
    ]
    _check_seats(root, builder)
    for what, declared in groups:
        for name, place in declared.items():
            if name in names.unclear:
                continue
            bad = [word for word in name.split() if word in ast.KEYWORDS]
            if bad:
                builder.findings.error(
                    "S223",
                    f"`{name}` holds `{bad[0]}`, a word of the language, so no formula could use it",
                    place,
                    help="Choose a name without it.",
                )
            builtin = _builtin(name, builder)
            if builtin and not (what == "a term" and name in ("trump",)):
                builder.findings.error(
                    "S222",
                    f"`{name}` is {builtin} already, and {what} here",
                    place,
                    help="Calls of an auction may say it; elsewhere a step with `do: go alone` asks who does"
                    if name == "alone"
                    else "Give it another name",
                )
            elif name in seen:
                other, first = seen[name]
                builder.findings.error(
                    "S222",
                    f"`{name}` is {other} already, and {what} here",
                    place,
                    related=(Related(f"{other}", first),),
                    help="Call one of the two otherwise",
                )
            else:
                seen[name] = (what, place)


def _check_seats(root: Group, builder: Builder) -> None:
    """Seats that are written out: formulas know them by name."""
    players = group_of(root.get("players"))
    seats = players.get("seats") if players is not None else None
    for seat in seats.items if isinstance(seats, List) else ():
        name = text_of(seat)
        if is_hole(seat):
            continue
        if any(word in ast.KEYWORDS for word in name.split()):
            builder.findings.error(
                "S223",
                f"{quoted(name)} holds a word of the language",
                seat.place,
                help="Call the seat otherwise",
            )
            continue
        what = "a word of the language" if name in vocabulary.RESERVED else ""
        what = what or ("a rank" if builder.names.rank(name) is not None else "")
        what = what or ("a suit" if builder.names.suit(name) is not None else "")
        if what:
            builder.findings.error(
                "S222",
                f"{quoted(name)} is {what} already, and a seat here",
                seat.place,
                path="players.seats",
                help="Call one of the two otherwise",
            )


def _builtin(name: str, builder: Builder) -> str:
    names = builder.names
    if names.seat(name) is not None:
        return "a seat"
    if names.suit(name) is not None and name not in names.strains:
        return "a suit"
    if name in vocabulary.RESERVED:
        return "a word of the language"
    if names.rank(name) is not None:
        return "a rank"
    return "a card" if names.extra(name) is not None else ""
