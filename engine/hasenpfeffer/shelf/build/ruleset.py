"""The whole of a ruleset from its resolved tree, part by part."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, cast

from hasenpfeffer.lang import types
from hasenpfeffer.lang.check import SETTING_SCOPE
from hasenpfeffer.lang.checking.spans import single
from hasenpfeffer.lang.names import Names
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.lang.vocabulary import Sizes
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.tree import Group, List, Text, has_holes, is_hole
from hasenpfeffer.ruleset.model import Counter, Parameter, Ruleset, Setting, Sides, Term, Values
from hasenpfeffer.ruleset.steps import DealStep, TricksStep
from hasenpfeffer.ruleset.unknown import UNKNOWN, PartialMap, UnknownError, known, with_unknown
from hasenpfeffer.shelf.build.builder import (
    Builder,
    all_of,
    as_known,
    body_of,
    group_of,
    items_of,
    may_lack,
    text_of,
)
from hasenpfeffer.shelf.build.deck import build_pack, finish_pack, is_known
from hasenpfeffer.shelf.build.melds import build_melds
from hasenpfeffer.shelf.build.namespace import collect, entries
from hasenpfeffer.shelf.build.options import check_options
from hasenpfeffer.shelf.build.ranking import build_ranking, build_values
from hasenpfeffer.shelf.build.scoring import LONGEST, build_game, build_scoring
from hasenpfeffer.shelf.build.static import settled_now
from hasenpfeffer.shelf.build.steps import build_steps
from hasenpfeffer.shelf.build.table import build_seating, seats_default
from hasenpfeffer.shelf.build.whose import with_somebody

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hasenpfeffer.cards import Pack
    from hasenpfeffer.ruleset.steps import Step
    from hasenpfeffer.seats import Seating

T = TypeVar("T")


_MANY = 10_000
"""Points of a deal where it is not known what cards are worth."""


def build_ruleset(
    root: Group,
    findings: Findings,
    *,
    name: str,
    game: str,
    patches: tuple[str, ...] = (),
    composed_of: tuple[str, ...] = (),
    options: Mapping[str, str] | None = None,
    is_hidden: Callable[[str], bool] | None = None,
) -> Ruleset:
    """The typed ruleset. `options` are parameters set from outside, as text.

    Where something has a finding the ruleset is only partly known (`ruleset.unknown`): it can be looked at and not
    be played. `is_hidden` tells of a name that is not known whether the reason has a finding already.
    """
    own = Findings()
    ruleset = _build(root, own, name, game, patches, composed_of, options or {}, is_hidden)
    findings.add_all(own)
    return cast("Ruleset", with_unknown(ruleset)) if own.has_errors or has_holes(root) else ruleset


def _build(
    root: Group,
    findings: Findings,
    name: str,
    game: str,
    patches: tuple[str, ...],
    composed_of: tuple[str, ...],
    options: Mapping[str, str],
    is_hidden: Callable[[str], bool] | None,
) -> Ruleset:
    options = check_options(root, options, findings)
    players, deck = _section(root, "players"), _section(root, "deck")
    of_table, of_pack = Findings(), Findings()
    seating, known_seating = build_seating(players, options, of_table)
    pack = build_pack(deck, of_pack)
    sizes = Sizes(seating.count, pack.size, max(pack.size // seating.count, 1), 0, 1, LONGEST)
    names = Names(pack, seating, sizes)
    names.lacks_cards = any(may_lack(deck.get(part), deck) for part in ("suits", "ranks", "extra"))
    if is_hidden is not None:
        names.is_hidden = is_hidden
    _settle_pack(root, deck, names, of_pack, options)
    builder = Builder(names, findings)
    collect(root, builder, options)
    values = build_values(root, builder)
    names.sizes = _sizes(names, values)
    builder = _again(builder)
    ruleset = _assemble(root, builder, values, seating, name, game, patches, composed_of, options)
    ruleset = with_somebody(ruleset, findings)
    findings.add_all(of_table)
    findings.add_all(of_pack)
    names.seating = known_seating
    if not is_known(deck, of_pack):
        names.pack = names.sizes = UNKNOWN
    ruleset = replace(ruleset, seating=names.seating, pack=names.pack)
    try:
        _largest_hand(cast("tuple[Step, ...]", with_unknown(ruleset.steps)), names)
    except UnknownError:
        names.sizes = UNKNOWN
    return ruleset


def _section(root: Group, part: str) -> Group:
    return body_of(root.get(part), root.place)


def _settle_pack(
    root: Group, deck: Group, names: Names, findings: Findings, options: Mapping[str, str]
) -> None:
    """Takes out and adds cards; formulas there may use parameters and card names."""
    if deck.get("without") is None and deck.get("added") is None:
        return
    quiet = Builder(replace(names), Findings())
    collect(root, quiet, options)
    quiet.findings = quiet.checker.findings = findings
    names.pack = finish_pack(deck, quiet)
    names.strains.clear()
    names.words.clear()


def _again(builder: Builder) -> Builder:
    """A builder over the same names, whose types follow the final sizes."""
    return Builder(builder.names, builder.findings)


def _sizes(names: Names, values: Values) -> Sizes:
    """The greatest numbers: all cards of the pack at their highest value, and what tricks add."""
    seats, cards = names.seating.count, names.pack.size
    hand = max(cards // seats, 1)
    total, denominator = 0, 1
    if values is UNKNOWN or values.cards is UNKNOWN:
        return Sizes(seats, cards, hand, _MANY, 1, LONGEST)
    for value in known(values.cards):
        if value.points.type.kind is Kind.NUMBER:
            total = max(total, abs(value.points.type.low), abs(value.points.type.high))
            denominator = max(denominator, value.points.type.denominator)
    points = total * cards
    for extra in (values.last_trick, values.each_trick):
        if extra is not UNKNOWN and extra is not None and extra.type.kind is Kind.NUMBER:
            points += max(abs(extra.type.low), abs(extra.type.high)) * hand
    return Sizes(seats, cards, hand, points, denominator, LONGEST)


def _assemble(
    root: Group,
    builder: Builder,
    values: Values,
    seating: Seating,
    name: str,
    game: str,
    patches: tuple[str, ...],
    composed_of: tuple[str, ...],
    options: Mapping[str, str],
) -> Ruleset:
    names = builder.names
    pack: Pack = names.pack
    ranking = build_ranking(root, builder)
    steps = build_steps(root, builder)
    names.sizes = replace(names.sizes, hand=_likely_hand(steps, names))
    scoring = build_scoring(root, builder)
    game_end = build_game(root, builder)
    terms = _terms(root, builder)
    settings = _named(
        root,
        "steps",
        {
            key: Setting(key, builder.checker.type_of(key), setting.per_seat, index)
            for index, (key, setting) in enumerate(names.settings.items())
        },
    )
    return Ruleset(
        name=name,
        title=text_of(root.get("title"), name),
        summary=text_of(root.get("summary")),
        game=game,
        patches=patches,
        composed_of=composed_of,
        playable=UNKNOWN if is_hole(root.get("abstract")) else text_of(root.get("abstract")) != "yes",
        names=names,
        seating=seating,
        pack=pack,
        parameters=_parameters(root, options),
        terms=terms,
        settings=settings,
        counters=_counters(root, builder),
        sides=_sides(root, builder),
        ranking=ranking,
        values=values,
        melds=build_melds(root, builder),
        steps=steps,
        scoring=scoring,
        game_end=game_end,
        card_names=_named(root, "card names", _card_names(builder)),
        promises=_promises(root, builder),
        options=dict(options),
    )


def _named(root: Group, part: str, found: dict[str, T]) -> dict[str, T]:
    """The members of a part of the file by name, of which more may be there where not all could be read."""
    return PartialMap(found) if may_lack(root.get(part), root) else found


def _likely_hand(steps: tuple[Step, ...], names: Names) -> int:
    """The size of a hand that ranges of formulas count with; an even share where that is not known."""
    try:
        return _largest_hand(cast("tuple[Step, ...]", with_unknown(steps)), names)
    except UnknownError:
        return -(-names.pack.size // names.seating.count)


def _largest_hand(steps: tuple[Step, ...], names: Names) -> int:
    """The most cards that a seat is dealt or draws: the number of tricks cannot be higher."""
    most = 0
    for step in steps:
        share = -(-names.pack.size // names.seating.count)
        if isinstance(step, DealStep):
            share = share if step.who is None else names.pack.size
            dealt = sum(packet.cards for packet in step.packets if packet.pile is None)
            if step.cards is not None or step.all_cards:
                dealt = share if step.cards is None else _most(step.cards, share)
            most += dealt
            if step.up_to is not None:
                most = max(most, _most(step.up_to, share))
        if isinstance(step, TricksStep) and any(after.step is not None for after in step.after_each):
            most = max(most, share)
    return max(most, 1)


def _most(amount: Typed, share: int) -> int:
    """The largest that a number of cards can be; it is no more than there are."""
    return min(int(amount.type.high), share) if amount.type.kind is Kind.NUMBER else share


def _terms(root: Group, builder: Builder) -> dict[str, Term]:
    found = {}
    for name, term in builder.names.terms.items():
        body = builder.checker.body(name)
        if body is not None:
            if not single(builder.checker, body):
                body = Typed("error", types.UNKNOWN, place=body.place)
            found[name] = Term(name, term.argument, body, term.place)
    return _named(root, "terms", found)


def _parameters(root: Group, options: Mapping[str, str]) -> tuple[Parameter, ...]:
    found = []
    for entry in entries(root.get("parameters")):
        body = group_of(entry.value)
        if body is None:
            continue
        default = text_of(body.get("default"))
        kind = body.get("type")
        choices = (
            " · ".join(text_of(item) for item in kind.items) if isinstance(kind, List) else text_of(kind)
        )
        found.append(
            Parameter(
                entry.key.text,
                default,
                options.get(entry.key.text, default),
                choices,
                text_of(body.get("about")),
                entry.key.place,
            )
        )
    players = group_of(root.get("players"))
    seats = players.get("seats") if players is not None else None
    default_seats = seats_default(seats)
    if isinstance(seats, Group) and default_seats is not None:
        choices = text_of(seats.get("type"))
        value = options.get("seats", default_seats.text)
        found.append(
            Parameter(
                "seats", default_seats.text, value, choices, "players at the table", default_seats.place
            )
        )
    return all_of(root.get("parameters"), found, inside=root)


def _counters(root: Group, builder: Builder) -> dict[str, Counter]:
    found = {}
    for entry in entries(root.get("counters")):
        declared = builder.names.counters.get(entry.key.text)
        body = group_of(entry.value)
        if declared is None or body is None:
            continue
        start = body.get("start") or Text("0", entry.key.place)
        path = f"counters.{entry.key.text}.start"
        typed = builder.typed(start, types.ANY_NUMBER, path)
        _check_start(entry.key.text, typed, declared.type, builder, path)
        about = text_of(body.get("about"))
        found[entry.key.text] = Counter(
            entry.key.text, declared.of, typed, declared.type, about, entry.key.place
        )
    return _named(root, "counters", found)


def _check_start(name: str, start: Typed, kind: types.Type, builder: Builder, path: str) -> None:
    """S243 a counter that starts at something unknown before play · S212 at a number that it cannot reach."""
    if start.place is None:
        return
    number = settled_now(start, builder.names, builder.findings, start.place, path)
    if number is None:
        return
    if not kind.low <= number <= kind.high:
        builder.findings.error(
            "S212",
            f"`{name}` goes from {kind.low} to {kind.high}, and starts at {number}",
            start.place,
            path=path,
            help="Start inside the range, or make `type` wider",
        )


def _sides(root: Group, builder: Builder) -> Sides | None:
    node = root.get("sides")
    if is_hole(node) or (node is None and root.incomplete):
        return cast("Sides", UNKNOWN)
    group = group_of(node)
    if group is None:
        return None
    words = group_of(group.get("words"))
    sides = Sides(
        builder.optional(group, "declarers", types.SEATS, "sides"),
        builder.optional(group, "decided", types.YESNO, "sides"),
        builder.optional(group, "known to", types.SEATS, "sides"),
        builder.optional(group, "secret until", types.YESNO, "sides"),
        {entry.key.text: text_of(entry.value) for entry in words or ()},
        group.place,
    )
    return as_known(sides, group)


def _card_names(builder: Builder) -> dict[str, Typed]:
    return {
        name: builder.checker.check(body, types.CARDS, SETTING_SCOPE)
        for name, (body, _) in builder.names.card_names.items()
    }


def _promises(root: Group, builder: Builder) -> tuple[Typed, ...]:
    node = root.get("promises")
    return all_of(
        node, [builder.typed(item, types.YESNO, "promises") for item in items_of(node)], inside=root
    )
