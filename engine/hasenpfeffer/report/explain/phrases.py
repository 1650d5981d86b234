"""Formulas in plain English.

`Phrases` knows the words of one ruleset: its sides, its names for cards. The modules say_… each turn one kind
of formula into words. Every operation of `lang.typed` has a phrase; what is met for the first time is shown by
its own name rather than refused.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang import ast
from hasenpfeffer.lang.check import SETTING_SCOPE, Checker
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.report.english import Noun, capital, listed
from hasenpfeffer.report.explain import say_cards, say_conditions, say_numbers, say_seats
from hasenpfeffer.report.explain.pack import PackWords
from hasenpfeffer.report.explain.pruning import pruned
from hasenpfeffer.report.explain.simplify import Simplifier
from hasenpfeffer.ruleset.steps import AuctionStep, GoAloneStep

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Call

_TRICK: Final = re.compile(r"it is (the \w+ (?:trick|deal)|one of the first \w+ tricks)")
_BOUND: Final = {
    "me": Noun("the player"),
    "seat": Noun("the player"),
    "team": Noun("the side"),
    "side": Noun("the side"),
    "card": Noun("the card"),
    "trick": Noun("the trick"),
    "suit": Noun("the suit"),
}


class Phrases:
    """Says the formulas of one ruleset. `mentioned` collects the terms that were called by their names."""

    def __init__(self, ruleset: Ruleset, *, origins: bool = False) -> None:
        self.simplifier = Simplifier(ruleset)
        self.ruleset = pruned(ruleset, self.simplifier)
        self.origins = origins
        self.cards_words = PackWords(ruleset)
        self.mentioned: dict[str, None] = {}
        self.bound: dict[str, Noun] = dict(_BOUND)
        if not ruleset.seating.fixed_partners:
            self.bound["team"] = Noun("the player")

    def binding(self, **nouns: Noun) -> Phrases:
        """The same words, with other nouns for what a place goes through."""
        other = object.__new__(Phrases)
        other.__dict__.update(self.__dict__)
        other.bound = {**self.bound, **nouns}
        return other

    def simple(self, node: Typed) -> Typed:
        return self.simplifier.simple(node)

    def body(self, term: Typed) -> Typed:
        """What a term that nothing else gives a value to says; the term itself otherwise."""
        name = str(term.value)
        return term if name in self.ruleset.settings else self.simplifier.body(name)

    def origin(self, place: Place) -> str:
        """Where a part is written, as it stands behind its text; empty unless that is asked for."""
        return f" ({place.line})" if self.origins else ""

    # --- the entrances

    def who(self, node: Typed) -> Noun:
        return say_seats.seats(self, self.simple(node))

    def cards(self, node: Typed) -> str:
        """Cards as a plural or a name: `hearts`, `the jack of spades`."""
        return say_cards.cards(self, node)

    def one_card(self, node: Typed) -> str:
        """One card of a set: `a heart`, `a card of the suit led`."""
        return say_cards.one(self, node)

    def number(self, node: Typed, own: Typed | None = None) -> str:
        """A number; `own` are those whose own things are called theirs."""
        return say_numbers.unbracketed(say_numbers.number(self, self.simple(node), own))

    def condition(self, node: Typed, yes: bool = True) -> str:
        """A clause that may stand after `if`; the contrary where `yes` is false."""
        return say_conditions.condition(self, self.simple(node), yes)

    def when(self, node: Typed) -> str:
        """A condition with its `if`; `in the first trick` where it says no more than that."""
        clause = self.condition(node)
        trick = _TRICK.fullmatch(clause)
        return f"in {trick[1]}" if trick else f"if {clause}"

    def conditions(self, nodes: tuple[Typed, ...]) -> str:
        """Several conditions that must all hold."""
        return listed([self.condition(node) for node in nodes])

    def said(self, node: Typed) -> str:
        """Any formula, by its kind."""
        match node.type.kind:
            case Kind.NUMBER:
                return self.number(node)
            case Kind.YESNO:
                if node.is_constant:
                    return "yes" if node.value else "no"
                return self.condition(node)
            case Kind.SEATS | Kind.TEAMS:
                return str(self.who(node))
            case Kind.CARDS | Kind.CHAIN | Kind.TRICKS:
                return self.cards(node)
            case Kind.SUITS:
                return self.suit(node)
            case Kind.WORDS:
                return self.word(node)
            case _:
                return self.name(node)

    def suit(self, node: Typed) -> str:
        return say_cards.suit(self, self.simple(node))

    def word(self, node: Typed) -> str:
        """A value that is only a word."""
        node = self.simple(node)
        if node.is_constant and isinstance(node.value, int):
            words = [word for word, index in self.ruleset.names.words.items() if node.value >> index & 1]
            return listed([f"“{word}”" for word in words], "or") or "none"
        if node.op == "union":
            return listed([self.word(part) for part in node.args], "or")
        return self.name(node)

    def name(self, node: Typed) -> str:
        """A term, setting, counter or whatever else by its name, with what it is asked of."""
        text = str(node.value or node.op.replace("_", " "))
        if node.op in ("term", "setting"):
            self.mention(text)
        if node.op == "family":
            return f"“{text}”"
        if not node.args:
            return f"the {text}" if node.op != "constant" else "none"
        asked = node.args[0]
        if asked.type.kind in (Kind.SEATS, Kind.TEAMS):
            return self.who(asked).owns(text)
        return f"the {text} of {listed([self.said(part) for part in node.args])}"

    def growth(self, name: str, value: Typed) -> Typed | None:
        """What comes on top, where a name is set to what it was and something more."""
        if value.op != "add":
            return None
        before, more = value.args
        return more if before.op in ("term", "setting") and before.value == name else None

    def mention(self, name: str) -> None:
        self.mentioned.setdefault(name)

    def called(self, name: str) -> str:
        """A value of the file by its name; in quotation marks, which say that its meaning is told elsewhere."""
        self.mention(name)
        counts = name in self.ruleset.counters and name.endswith("s")
        return f"“{name}”" if self.is_explained(name) and not counts else name

    def is_explained(self, name: str) -> bool:
        """Whether the leaflet says what a name means, once it was mentioned."""
        counter = self.ruleset.counters.get(name)
        if counter is not None:
            return bool(counter.about)
        return name in self.ruleset.terms and name != "trump"

    # --- the words of this game

    @cached_property
    def calls(self) -> list[Call]:
        return [call for step in self.ruleset.steps if isinstance(step, AuctionStep) for call in step.calls]

    @cached_property
    def declarers(self) -> Noun:
        sides = self.ruleset.sides
        if sides is not None and sides.words.get("declarers"):
            return _side(sides.words["declarers"])
        if sides is not None or self.ruleset.seating.fixed_partners:
            return Noun("the declarer's side")
        return Noun("the declarer")

    @cached_property
    def defenders(self) -> Noun:
        sides = self.ruleset.sides
        if sides is not None and sides.words.get("defenders"):
            return _side(sides.words["defenders"])
        if sides is not None or self.ruleset.seating.fixed_partners:
            return Noun("the other side")
        if self.ruleset.seating.count == 2:
            return Noun("the other player")
        return Noun("the others", plural=True)

    @cached_property
    def can_be_alone(self) -> bool:
        """Does anybody ever play alone by saying so."""
        ruleset = self.ruleset
        return any(isinstance(step, GoAloneStep) for step in ruleset.steps) or any(
            call.alone is not None for call in self.calls
        )

    def may_be_alone(self, side: Typed) -> bool:
        """Whether a player of this side can ever go alone, as far as the steps tell."""
        others = {"declarers": ("defenders",), "defenders": ("declarer", "declarers")}.get(
            str(side.value), ()
        )
        asked = [step.who for step in self.ruleset.steps if isinstance(step, GoAloneStep)]
        if any(who is None or who.op != "lookup" or who.value not in others for who in asked):
            return True
        return side.value != "defenders" and any(call.alone is not None for call in self.calls)

    @cached_property
    def card_names(self) -> dict[Typed, str]:
        """The file's own names for cards, by what they stand for."""
        names = self.ruleset.names
        checker = Checker(names, Findings())
        found: dict[Typed, str] = {}
        for text, (_, place) in names.card_names.items():
            body = checker.infer(ast.Name(text, place), SETTING_SCOPE)
            if body.op != "error":
                found.setdefault(self.simple(body), text)
        return found

    def card_name(self, node: Typed) -> str | None:
        """The file's name for these cards; not for a card that is always the same one."""
        name = self.card_names.get(node)
        if name is None or say_cards.fixed_card(self, node) is not None:
            return None
        self.mention(name)
        return name

    def without_name(self, name: str) -> Phrases:
        """Words in which this name for cards is not used: to say what it means."""
        other = self.binding()
        other.__dict__["card_names"] = {node: text for node, text in self.card_names.items() if text != name}
        return other

    def is_bid(self, node: Typed) -> bool:
        """A number that a call says."""
        if node.op != "setting" or node.type.kind is not Kind.NUMBER or node.args:
            return False
        return any(name == node.value for call in self.calls for name, _ in call.fields)


def _side(word: str) -> Noun:
    """A word of the file for a side; a single word is its name."""
    return Noun(
        word if " " in word else capital(word), plural=word.endswith("s") and not word.endswith(("ss", "'s"))
    )
