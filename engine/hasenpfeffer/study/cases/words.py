"""What a case writes, read in the words of one ruleset: seats, sides, cards, and values of every type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hasenpfeffer.cards import fold
from hasenpfeffer.errors import CaseError, NotationError
from hasenpfeffer.lang import types, vocabulary
from hasenpfeffer.lang.check import SETTING_SCOPE, Checker
from hasenpfeffer.lang.checking.spans import single
from hasenpfeffer.lang.parse import parse
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.suggest import did_you_mean, nearest
from hasenpfeffer.reading.tree import List, Text
from hasenpfeffer.seats import members
from hasenpfeffer.study.cases.reading import problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.lang.types import Type
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.reading.tree import Node

SIDES = ("declarers", "defenders")


class Words:
    """Reads texts; whatever cannot be read is a CaseError with its place."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self.pack = rules.pack
        self.seating = rules.seating
        self._checker = Checker(rules.ruleset.names.for_others(), Findings())
        sides = rules.ruleset.sides
        self._sides = {fold(word): side for side, word in (sides.words if sides else {}).items()}

    # --- values

    def expression(self, text: Text, want: Type | None = None) -> Typed:
        """Any expression of the language."""
        findings = Findings()
        self._checker.findings = findings
        tree = parse(text, findings)
        typed = None
        if tree is not None:
            typed = (
                self._checker.infer(tree, SETTING_SCOPE)
                if want is None
                else self._checker.check(tree, want, SETTING_SCOPE)
            )
            single(self._checker, typed)
        for finding in findings.items:
            advice = f". {finding.help}" if finding.help and not finding.message.endswith("?") else ""
            raise problem(text.place, finding.message + advice, finding)
        assert typed is not None
        return typed

    def value(self, node: Node, want: Type) -> Typed:
        """A value of this type, as cases write it."""
        if want.kind in (Kind.CARDS, Kind.CHAIN, Kind.TRICKS):
            return self._cards(node)
        text = self.text(node)
        if want.kind in (Kind.SEATS, Kind.TEAMS):
            return self.seats(text)
        return self.expression(text, want)

    def text(self, node: Node) -> Text:
        if not isinstance(node, Text):
            raise problem(node.place, "one value is expected here")
        return node

    # --- seats

    def seats(self, text: Text) -> Typed:
        """Seats by name (`north-south`, `ada cy`), a side, or an expression such as `left of dealer`."""
        named = self._named_seats(text.text)
        if named is not None:
            return Typed("constant", types.SEATS, value=named, place=text.place)
        side = self._sides.get(fold(text.text))
        if side is not None:
            text = Text(side, text.place, exact=False)
        if self._is_plain(text.text) and self._is_unknown(text.text):
            known = (*self.seating.names, *self.seating.team_names, *SIDES, *self._sides)
            hint = did_you_mean(text.text, known) or f" Seats are {', '.join(self.seating.names)}"
            raise problem(text.place, f"`{text.text}` is no seat here.{hint}")
        return self.expression(text, types.SEATS)

    def seat(self, text: Text) -> int:
        """One seat, by its name."""
        named = self._named_seats(text.text) or 0
        if named.bit_count() != 1:
            names = self.seating.names
            guess = nearest(text.text, names)
            hint = f"Did you mean `{guess}`?" if guess else f"Seats are {', '.join(names)}"
            raise problem(text.place, f"`{text.text}` is no seat here. {hint}")
        return next(members(named))

    def _named_seats(self, text: str) -> int | None:
        """The seats whose names stand in a text side by side, the longest names first."""
        names = {fold(name): index for index, name in enumerate(self.seating.names)}
        words = fold(text).split()
        found, at = 0, 0
        while at < len(words):
            for end in range(len(words), at, -1):
                seat = names.get(" ".join(words[at:end]))
                if seat is not None:
                    found |= 1 << seat
                    at = end
                    break
            else:
                return None
        return found or None

    @staticmethod
    def _is_plain(text: str) -> bool:
        return all(word.isalpha() for word in text.replace("-", " ").split()) and " of " not in text

    def _is_unknown(self, text: str) -> bool:
        names = self.rules.ruleset.names
        known = {*names.all_names(), *vocabulary.EMPTY_WORDS, *(word.name for word in vocabulary.WORDS)}
        return fold(text) not in {fold(name) for name in known}

    # --- cards

    def faces(self, node: Node) -> list[int]:
        """The faces of cards in any notation: `9H 10S`, `A of leaves`, or a list of such."""
        items: Sequence[Node] = node.items if isinstance(node, List) else (node,)
        found: list[int] = []
        for item in items:
            text = self.text(item)
            try:
                found += self.pack.split(text.text)
            except NotationError as error:
                raise problem(text.place, str(error)) from None
        return found

    def _cards(self, node: Node) -> Typed:
        """Cards by notation, or an expression such as `J of trump`."""
        if isinstance(node, Text) and fold(node.text) in ("nothing", "none"):
            return Typed("constant", types.CARDS, value=0, place=node.place)
        try:
            faces = self.faces(node)
        except CaseError:
            if isinstance(node, Text) and not self._is_unknown(node.text):
                return self.expression(node, types.CARDS)
            raise
        try:
            cards = self.pack.take(faces, self.pack.everything)
        except NotationError as error:
            raise problem(node.place, str(error)) from None
        return Typed("constant", types.CARDS, value=cards, place=node.place)

    # --- showing

    def show(self, kind: Kind, value: Any) -> str:
        """A value as a case would write it."""
        match kind:
            case Kind.YESNO:
                return "yes" if value else "no"
            case Kind.NUMBER:
                return str(value)
            case Kind.SEATS | Kind.TEAMS:
                return self.seating.text(value) if isinstance(value, int) else str(value)
            case Kind.CARDS | Kind.CHAIN:
                return self.pack.texts(value) or "nothing"
            case _ if not value:
                return "none"
            case _:
                return " or ".join(self.rules.texts.member(kind, index) for index in members(value))
