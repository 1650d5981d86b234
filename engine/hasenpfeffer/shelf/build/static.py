"""Formulas that are settled before play: who is there, which cards are in the pack, how many are dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hasenpfeffer.lang.evaluate import compile_formula, slot
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hasenpfeffer.lang.names import Names
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place


class UnsettledError(Exception):
    """A formula reads what is known only in play; the message says what that is."""


def settled(
    expression: Typed,
    names: Names,
    given: Mapping[str, Any] | None = None,
    terms: Mapping[str, Typed] | None = None,
) -> Any:
    """The value of a formula that reads only the table, the pack, parameters and names that are `given`.

    `terms` are bodies that may be read as well. Raises UnsettledError if it reads anything that is known
    only in play.
    """
    if any(part.is_open for part in expression.walk()):
        raise UnsettledError("the formula has a finding")
    return compile_formula(expression, StaticResolver(names, given, terms))(Nothing())


def settled_now(
    formula: Typed, names: Names, findings: Findings, place: Place, path: str, whose: str = "This must be"
) -> Any | None:
    """The value of a formula that has to be settled before play. S243: it is not; None then, and for a formula of
    which some part has a finding already."""
    if any(part.is_open or part.type.kind is Kind.UNKNOWN for part in formula.walk()):
        return None
    try:
        return settled(formula, names)
    except UnsettledError as problem:
        findings.error(
            "S243",
            f"{whose} settled before play: {problem}",
            place,
            path=path,
            help="Write a number, or a formula of parameters alone",
        )
        return None


class Nothing:
    """The environment before play: nothing is bound."""

    def __init__(self) -> None:
        slot("me")
        self.bound = [0] * 64


class StaticResolver:
    """What names mean before play (see `lang.evaluate.Resolver`)."""

    def __init__(
        self,
        names: Names,
        given: Mapping[str, Any] | None = None,
        terms: Mapping[str, Typed] | None = None,
    ) -> None:
        self.names = names
        self.given = given or {}
        self.terms = terms or {}

    def term(self, name: str, argument: Any) -> Any:
        if argument is None and name not in self.given and name in self.terms:
            return compile_formula(self.terms[name], self)
        return self.setting(name, argument, None)

    def setting(self, name: str, seat: Any, empty: Any) -> Any:
        if seat is None and name in self.given:
            return lambda env: self.given[name]
        raise UnsettledError(f"`{name}` is not known before play")

    def lookup(self, name: str, argument: Any, kind: Kind | None) -> Any:
        names = self.names
        constants: dict[str, Any] = {
            "seats": names.seating.everybody,
            "teams": names.seating.teams,
            "any card": names.pack.everything,
            "nothing": 0,
            "suits": (1 << len(names.pack.suits)) - 1,
            "any suit": (1 << len(names.pack.suits)) - 1,
        }
        if argument is None and name in constants:
            return lambda env: constants[name]
        if argument is not None and name == "sister":
            return lambda env: self._sister(argument(env))
        raise UnsettledError(f"`{name}` is not known before play")

    def _sister(self, suits: int) -> int:
        """The other suit of the same colour."""
        printed = self.names.pack.suits
        found = 0
        for index, suit in enumerate(printed):
            if suits >> index & 1:
                found |= sum(1 << i for i, s in enumerate(printed) if i != index and s.colour == suit.colour)
        return found

    def counter(self, name: str, of: Any) -> Any:
        raise UnsettledError(f"`{name}` is not known before play")

    def pile(self, name: str) -> Any:
        raise UnsettledError(f"`{name}` is not known before play")

    def moved(self, step: str) -> Any:
        raise UnsettledError(f"`{step}` is not known before play")

    def family(self, name: str) -> int:
        raise UnsettledError(f"`{name}` is not known before play")

    def rank_cards(self, rank: int) -> int:
        return self.suit_cards(rank, -1)

    def suit_cards(self, rank: int, suits: int) -> int:
        pack = self.names.pack
        found = 0
        for index, face in enumerate(pack.faces):
            if face.rank == rank and face.suit is not None and suits >> face.suit & 1:
                found |= pack.face_sets[index]
        return found

    def cards_of_suit(self) -> Callable[[Any, int], int]:
        pack = self.names.pack

        def cards(env: Any, suits: int) -> int:
            found = 0
            for index, face in enumerate(pack.faces):
                if face.suit is not None and suits >> face.suit & 1:
                    found |= pack.face_sets[index]
            return found

        return cards

    def strongest(self) -> Any:
        raise UnsettledError("the strength of cards is not known before play")

    def in_turn(self) -> Any:
        def members(env: Any, seats: int) -> list[int]:
            return [1 << seat for seat in range(self.names.seating.count) if seats >> seat & 1]

        return members

    def teams(self) -> Any:
        return self.names.seating.teams

    def deal_number(self) -> Any:
        raise UnsettledError("the number of the deal is not known before play")
