"""Whether a ruleset holds together when its contracts are worked out: every card has its place in each."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from hasenpfeffer.errors import UnsupportedError
from hasenpfeffer.lang.evaluate import compile_formula
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.contract import ContractMaker
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.model import Values
from hasenpfeffer.ruleset.unknown import UNKNOWN, if_known_else, known, known_of
from hasenpfeffer.seats import members
from hasenpfeffer.shelf.build.static import Nothing, StaticResolver, UnsettledError
from hasenpfeffer.shelf.checks.given import alternatives, given_by
from hasenpfeffer.shelf.checks.partly import if_known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.contract import Contract
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Step

_MOST_SHOWN = 4


def check_ranking(ruleset: Ruleset, findings: Findings, rules: CompiledRules | None = None) -> None:
    """T603: under a trump that can be chosen, a card stands in no line and not under `cards of no suit`."""
    if findings.has_errors:
        return
    _check(ruleset, (rules or compile_rules(ruleset)).contract, findings)


def check_known_ranking(ruleset: Ruleset, findings: Findings) -> None:
    """T603 for rules of which only a part is known, as far as the ranking and the trumps are."""
    with if_known(findings):
        _check(ruleset, _made_before_play(ruleset), findings)


def _made_before_play(ruleset: Ruleset) -> Callable[[int], Contract]:
    """Works out where cards stand from the ranking alone."""
    ranked = replace(ruleset, values=Values())
    terms = {name: term.body for name, term in known_of(ruleset.terms) if term.body is not UNKNOWN}

    def contract(trump: int) -> Contract:
        resolver = StaticResolver(ruleset.names, {"trump": trump}, terms)
        maker = ContractMaker(ranked, lambda formula: compile_formula(formula, resolver))
        return maker.make(trump, _BeforePlay())

    return contract


class _BeforePlay(Nothing):
    def use(self, contract: Contract) -> None:
        """Nothing asks for it, since no card has a value here."""


def _check(ruleset: Ruleset, contract_of: Callable[[int], Contract], findings: Findings) -> None:
    without: dict[Place, dict[tuple[str, ...], list[str]]] = {}
    lacking: list[set[int]] = []
    trumps = trumps_to_choose(ruleset)
    for trump, place in trumps.items():
        try:
            contract = contract_of(trump)
        except (UnsupportedError, UnsettledError):
            continue
        loose = [card for card in members(contract.loose_set) if contract.loose[card] is None]
        names = tuple(dict.fromkeys(ruleset.pack.name(card) for card in loose))
        if names:
            lacking.append({ruleset.pack.cards[card] for card in loose})
            without.setdefault(place, {}).setdefault(names, []).append(trump_text(trump, ruleset))
    if len(lacking) == len(trumps) > 1 and _left_out_of_a_line(set().union(*lacking), ruleset, findings):
        return
    for place, by_cards in without.items():
        names, said = next(iter(by_cards.items()))  # other trumps of one list leave out cards like these
        _report(place, names, said, ruleset, findings)


def _left_out_of_a_line(faces: set[int], ruleset: Ruleset, findings: Findings) -> bool:
    """T603: whatever is trump, these cards have no place, so it is a line of the ranking that lacks them."""
    pack, ranking = ruleset.pack, ruleset.ranking
    ranks = sorted({rank for face in faces if (rank := pack.faces[face].rank) is not None})
    extra = [pack.faces[face].name for face in sorted(faces) if pack.faces[face].rank is None]
    key, line = ("trump", ranking.trump) if extra else ("plain", ranking.plain)
    if line is None or line.place is None or (extra and ranks):
        return False
    names = extra or [pack.ranks[rank].name for rank in ranks]
    shown = ", ".join(f"`{name}`" for name in names[:_MOST_SHOWN])
    one = len(names) == 1
    findings.error(
        "T603",
        f"The `{key}` line leaves out {shown}, and nothing else says where {'it stands' if one else 'they stand'}",
        line.place,
        path=f"ranking.{key}",
        help=f"Put {shown} in {'its place' if one else 'their places'} in the line",
        facts={"cards": names},
    )
    return True


def trumps_to_choose(ruleset: Ruleset) -> dict[int, Place]:
    """Every trump, as a set of one, that some line of the file can bring about, and where it does; 0 for none."""
    found: dict[int, Place] = {}
    for value in _sources(ruleset):
        for index in members(_possible(value, ruleset)):
            found.setdefault(1 << index, value.place or ruleset.ranking.place)
    return found or {0: ruleset.ranking.place}


def trump_text(trump: int, ruleset: Ruleset) -> str:
    """A trump as the file calls it."""
    index, suits = trump.bit_length() - 1, ruleset.pack.suits
    if index < 0:
        return "none"
    return suits[index].name if index < len(suits) else list(ruleset.names.strains)[index - len(suits)]


def _report(
    place: Place, names: tuple[str, ...], said: list[str], ruleset: Ruleset, findings: Findings
) -> None:
    more = len(names) - _MOST_SHOWN
    cards = ", ".join(f"`{name}`" for name in names[:_MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")
    contracts = " or ".join(f"`{trump}`" for trump in said)
    one = len(names) == 1
    plain = ruleset.ranking.plain
    ranking = plain.place if plain is not None and plain.place is not None else ruleset.ranking.place
    where = "to the ranking" if ranking.file == place.file else "under `ranking` in this file"
    findings.error(
        "T603",
        f"When trump is {contracts}, nothing says where {cards} {'stands' if one else 'stand'}",
        place,
        related=[Related("not in this ranking", ranking)],
        path="ranking",
        help=f"Add a line {where}, or say under `cards of no suit` what "
        + ("this card does" if one else "these cards do"),
        facts={"trump": said, "cards": list(names)},
    )


def _sources(ruleset: Ruleset) -> Iterator[Typed]:
    """The formulas that may become the trump of a deal, each member of a list by itself."""
    term = dict(known_of(ruleset.terms)).get("trump")
    if term is not None and term.body is not UNKNOWN:
        yield from alternatives(term.body)
    for step in known(ruleset.steps):
        for name, value in if_known_else(partial(_given_by, step), ()):
            if name == "trump" and value is not UNKNOWN:
                yield from alternatives(value)


def _given_by(step: Step) -> tuple[tuple[str, Typed], ...]:
    return tuple(given_by(step))


def _possible(value: Typed, ruleset: Ruleset) -> int:
    """The trumps that a formula may give: what it says where that is settled, otherwise any suit."""
    if value.type.kind is not Kind.SUITS:
        return 0
    if isinstance(value.value, int) and value.is_constant:
        return value.value
    return (1 << len(ruleset.pack.suits)) - 1
