"""Names and types: expression trees → typed expressions, with a finding for whatever does not fit.

Codes: S230 unknown name · S233 a term that needs itself · S234 another kind is expected · S235 asked of the
wrong thing · S236 words that do not join · S238 `==` · S239 asked of nobody · S241 division.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from hasenpfeffer.lang import ast, ranges, types, vocabulary
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, Type, number
from hasenpfeffer.lang.unparse import unparse
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.suggest import choices_text, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hasenpfeffer.lang.names import Names
    from hasenpfeffer.reading.place import Place

TRUE = Typed("constant", types.YESNO, value=True)

_ARITHMETIC: dict[str, tuple[str, Callable[[Type, Type], Type]]] = {
    "+": ("add", ranges.add),
    "-": ("subtract", ranges.subtract),
    "*": ("multiply", ranges.multiply),
    "//": ("floor", ranges.floor),
    "mod": ("modulo", ranges.modulo),
    "but at least": ("least", ranges.at_least),
    "but at most": ("most", ranges.at_most),
}
_COMPARISONS = {
    "=": "equal",
    "==": "equal",
    "!=": "unequal",
    "<": "less",
    "<=": "at_most",
    ">": "more",
    ">=": "at_least",
}
_ELEMENTS = {Kind.SEATS: "seat", Kind.TEAMS: "team", Kind.CARDS: "card", Kind.TRICKS: "trick"}
_TRICK_NUMBER = re.compile(r"trick ([0-9]+)")


@dataclass(frozen=True, slots=True)
class Scope:
    """What a place goes through: the bound names with their types, and which of them receives points."""

    bound: Mapping[str, Type] = field(default_factory=dict)
    receiver: str | None = None

    def binding(self, name: str, kind: Type) -> Scope:
        return Scope({**self.bound, name: kind}, self.receiver)


def scope(*seats: str, receiver: str | None = None) -> Scope:
    """A scope in which these names stand for seats (`card` for a card)."""
    return Scope({name: types.CARDS if name == "card" else types.SEATS for name in seats}, receiver)


class Checker:
    """Types formulas against one namespace. Each finding is made once; parts with a finding are `error`."""

    def __init__(self, names: Names, findings: Findings) -> None:
        self.names = names
        self.findings = findings
        self._types: dict[str, Type] = {}
        self._bodies: dict[str, Typed] = {}
        self._card_names: dict[str, Typed] = {}
        self._busy: list[str] = []

    # --- the two entrances

    def check(self, tree: ast.Expr, want: Type, where: Scope) -> Typed:
        """The typed expression, of the wanted kind."""
        return self._fit(self.infer(tree, where, want), want, tree)

    def infer(self, tree: ast.Expr, where: Scope, want: Type | None = None) -> Typed:
        """The typed expression; `want` helps to read words such as ranks, suits and choices."""
        match tree:
            case ast.Number(value, place):
                return self._number(value, place, want)
            case ast.Name():
                return self._name(tree, where, want)
            case ast.Of():
                return self._of(tree, where, want)
            case ast.Range():
                return self._range(tree, where, want)
            case ast.Aggregate():
                return self._aggregate(tree, where, want)
            case ast.Negative(value, place):
                inner = self.check(value, types.ANY_NUMBER, where)
                if inner.is_constant and isinstance(inner.value, (int, Fraction)):
                    return Typed("constant", ranges.negate(inner.type), value=-inner.value, place=place)
                return Typed("negate", _safe(ranges.negate, inner.type), (inner,), place=place)
            case ast.Not(value, place):
                return Typed("not", types.YESNO, (self.check(value, types.YESNO, where),), place=place)
            case ast.Binary():
                return self._binary(tree, where, want)
            case ast.Compare():
                return self._compare(tree, where, want)
            case ast.Is():
                return self._is(tree, where)
            case ast.Has(left, right, place):
                return self._has(left, right, place, where)
            case ast.IfElse(condition, then, otherwise, place):
                test = self.check(condition, types.YESNO, where)
                first, second = self.infer(then, where, want), self.infer(otherwise, where, want)
                first, second, kind = self._agree(first, second, otherwise)
                return Typed("if", kind, (test, first, second), place=place)
            case ast.Alternatives():
                return self._alternatives(tree, where, want)
            case ast.Table():
                return self._table(tree, where, want)
            case ast.Tally():
                return self._tally(tree, where)

    # --- names

    def _number(self, value: int, place: Place, want: Type | None) -> Typed:
        if want is not None and want.kind in (Kind.CARDS, Kind.CHAIN, Kind.TRICKS):
            rank = self.names.rank(str(value))
            if rank is not None:
                return Typed("rank", types.CARDS, value=rank, place=place)
        return Typed("constant", number(value, value), value=value, place=place)

    def _name(self, node: ast.Name, where: Scope, want: Type | None) -> Typed:
        text, place = node.text, node.place
        found = self._wanted(text, place, want)
        if found is None and text in where.bound:
            found = Typed("bound", where.bound[text], value=text, place=place)
        if found is None:
            found = self._own_name(node, where) or self._word(text, place, where)
        if found is not None:
            return found
        return self._unknown(node, where, want)

    def _wanted(self, text: str, place: Place, want: Type | None) -> Typed | None:
        """A value of the wanted kind, which goes before every other meaning of the word."""
        if want is None:
            return None
        names = self.names
        if want.kind is Kind.SUITS:
            index = names.suit(text)
            return None if index is None else Typed("constant", types.SUITS, value=1 << index, place=place)
        if want.kind is Kind.WORDS and text in want.words:
            return Typed("constant", types.words(text), value=1 << names.word(text), place=place)
        if want.kind is Kind.CALLS and text in names.families:
            return Typed("family", types.CALLS, value=text, place=place)
        if want.kind in (Kind.CARDS, Kind.CHAIN) and text not in names.card_names:
            rank = names.rank(text)
            return None if rank is None else Typed("rank", types.CARDS, value=rank, place=place)
        return None

    def _own_name(self, node: ast.Name, where: Scope) -> Typed | None:
        """A name that the file declares."""
        text, place, names = node.text, node.place, self.names
        if text in ("yes", "no"):
            return Typed("constant", types.YESNO, value=text == "yes", place=place)
        if text in vocabulary.EMPTY_WORDS:
            kind = {"nobody": types.SEATS, "nothing": types.CARDS, "none": types.EMPTY}[text]
            return Typed("constant", kind, value=0, place=place)
        if text in names.parameters:
            return replace(names.parameters[text].value, place=place)
        if text in names.terms or text in names.settings:
            return self._value_of(text, None, place, where)
        if text in names.card_names:
            return self._card_name(text, place)
        if text in names.piles:
            return Typed("pile", types.CARDS, value=text, place=place)
        if text in names.moves:
            return Typed("moved", types.CARDS, value=text, place=place)
        if text in names.counters:
            return self._counter(text, None, place, where)
        seat = names.seat(text)
        if seat is not None:
            return Typed("constant", types.SEATS, value=1 << seat, place=place)
        suit = names.suit(text)
        if suit is not None:
            return Typed("constant", types.SUITS, value=1 << suit, place=place)
        extra = names.extra(text)
        if extra is not None:
            return Typed("constant", types.CARDS, value=names.pack.face_sets[extra], place=place)
        rank = names.rank(text)
        if rank is not None:
            return Typed("rank", types.CARDS, value=rank, place=place)
        if text in names.families:
            return Typed("family", types.CALLS, value=text, place=place)
        if text in names.words:
            return Typed("constant", types.words(text), value=1 << names.words[text], place=place)
        return None

    def _word(self, text: str, place: Place, where: Scope) -> Typed | None:
        """A word of the vocabulary."""
        if text == "trump":
            return Typed("constant", types.SUITS, value=0, place=place)  # a game without trumps
        word = vocabulary.find(text, None)
        if word is not None:
            return Typed("lookup", word.result(self.names.sizes), value=text, place=place)
        if text in vocabulary.RECEIVER_WORDS:
            asked = self._receiver(text, place, where)
            word = vocabulary.find(text, Kind.SEATS)
            assert word is not None
            if asked is None:
                return _error(place)
            return Typed("lookup", word.result(self.names.sizes), (asked,), text, place)
        return None

    def _receiver(self, text: str, place: Place, where: Scope) -> Typed | None:
        """Whose own it is, in a line that goes through seats or teams; otherwise a finding."""
        if where.receiver is not None:
            return Typed("bound", types.SEATS, value=where.receiver, place=place)
        self.findings.error(
            "S239",
            f"`{text}` does not say whose",
            place,
            help=f"Write `{text} of declarers`, or of whom you mean.",
        )
        return None

    def _value_of(self, text: str, asked: Typed | None, place: Place, where: Scope) -> Typed:
        """A term, or a name that calls, options or steps set."""
        names = self.names
        kind = self.type_of(text, place)
        term = names.terms.get(text)
        setting = names.settings.get(text)
        per_seat = setting is not None and setting.per_seat
        if (term is not None and term.argument is not None) or (term is None and per_seat):
            if asked is None:
                asked = self._receiver(text, place, where)
                if asked is None:
                    return _error(place)
        elif asked is not None:
            if text in vocabulary.RECEIVER_WORDS or term is None or term.argument is None:
                self.findings.error(
                    "S235", f"`{text}` is not asked of anybody", place, help=f"Write `{text}` alone."
                )
            return _error(place)
        args = () if asked is None else (asked,)
        return Typed("term" if term is not None else "setting", kind, args, text, place)

    def type_of(self, text: str, place: Place | None = None) -> Type:
        """The type of a term or setting: of its body and of everything that may be set in its stead."""
        if text in self._types:
            return self._types[text]
        if text == "trump":
            self._types[text] = types.SUITS
            self._typed_body(text)
            return types.SUITS
        if text in self._busy:
            if place is not None:
                hops = " → ".join([*self._busy[self._busy.index(text) :], text])
                self.findings.error("S233", f"`{text}` needs itself: {hops}", place, path=f"terms.{text}")
            return types.UNKNOWN
        self._busy.append(text)
        try:
            kind = self._join_suppliers(text)
        finally:
            self._busy.pop()
        self._types[text] = kind
        return kind

    def body(self, text: str) -> Typed | None:
        """The typed body of a term."""
        self.type_of(text)
        return self._bodies.get(text)

    def _join_suppliers(self, text: str) -> Type:
        names = self.names
        body = self._typed_body(text)
        kind = None if body is None else body.type
        setting = names.settings.get(text)
        if setting is None:
            return kind or types.EMPTY
        if setting.given is not None:
            kind = (types.join(kind, setting.given) if kind else None) or setting.given
        quiet = Checker(names, Findings())
        quiet._busy, quiet._types, quiet._bodies = self._busy, self._types, self._bodies
        for tree, _ in setting.suppliers:
            want = kind if kind is not None and kind.kind is not Kind.EMPTY else None
            found = quiet.infer(tree, SETTING_SCOPE, want)
            joined = types.join(kind, found.type) if kind is not None else found.type
            if joined is None:
                self.findings.error(
                    "S234",
                    f"`{text}` is {kind} in one place, and {found.type} here",
                    tree.place,
                    path=text,
                )
            elif found.op != "error":
                kind = joined
        if body is None and kind is not None and kind.kind is Kind.NUMBER:
            kind = types.join(kind, number(0, 0))  # before anything has set it
        return kind or types.EMPTY

    def _typed_body(self, text: str) -> Typed | None:
        term = self.names.terms.get(text)
        if term is None:
            return None
        if text not in self._bodies:
            where = SETTING_SCOPE
            if term.argument is not None:
                where = Scope({**where.bound, term.argument: argument_type(term.argument)}, None)
            want = types.SUITS if text == "trump" else None
            typed = self.infer(term.body, where, want)
            if text == "trump":
                typed = self._fit(typed, types.SUITS, term.body)
            self._bodies[text] = typed
        return self._bodies[text]

    def _card_name(self, text: str, place: Place) -> Typed:
        if text not in self._card_names:
            if text in self._busy:
                self.findings.error("S233", f"`{text}` needs itself", place, path=f"card names.{text}")
                return _error(place)
            self._busy.append(text)
            body, _ = self.names.card_names[text]
            self._card_names[text] = self.infer(body, SETTING_SCOPE, types.CHAIN)
            self._busy.pop()
        return replace(self._card_names[text], place=place)

    def _counter(self, text: str, asked: Typed | None, place: Place, where: Scope) -> Typed:
        counter = self.names.counters[text]
        if counter.of == "table":
            return Typed("counter", counter.type, value=text, place=place)
        asked = asked or self._receiver(text, place, where)
        return _error(place) if asked is None else Typed("counter", counter.type, (asked,), text, place)

    def _unknown(self, node: ast.Name, where: Scope, want: Type | None) -> Typed:
        known = [
            *self.names.all_names(),
            *where.bound,
            *(word.name for word in vocabulary.WORDS),
            *vocabulary.EMPTY_WORDS,
            "yes",
            "no",
        ]
        if want is not None and want.kind is Kind.WORDS:
            known += want.words
        guess = nearest(node.text, known)
        hint = f". Did you mean `{guess}`?" if guess else ""
        unknown = "Declare it under `terms`, or use a word that the rules know."
        help_text = f"Write `{guess}`." if guess else unknown
        if want is not None and want.kind is Kind.WORDS:
            help_text = f"Choices: {choices_text(want.words, node.text)}"
        self.findings.error("S230", f"Unknown name `{node.text}`{hint}", node.place, help=help_text)
        return _error(node.place)

    # --- lookups

    def _of(self, node: ast.Of, where: Scope, want: Type | None) -> Typed:
        left, place = node.left, node.place
        if isinstance(left, ast.Number):
            return self._rank_of(str(left.value), node, where)
        if not isinstance(left, ast.Name):
            return self._cards_of(node, where)
        text = left.text
        if text == "winner":
            found = self._winner(node, where)
            if found is not None:
                return found
        names = self.names
        if text in names.terms or text in names.settings:
            if text in names.terms and names.terms[text].argument is None and vocabulary.overloads(text):
                return self._lookup(text, node, where)
            if text not in names.terms and not names.settings[text].per_seat and vocabulary.overloads(text):
                return self._lookup(text, node, where)
            argument = names.terms[text].argument if text in names.terms else "seat"
            asked_type = argument_type(argument) if argument else types.SEATS
            return self._value_of(text, self.check(node.right, asked_type, where), place, where)
        if text in names.counters:
            return self._counter(text, self.check(node.right, types.SEATS, where), place, where)
        if vocabulary.overloads(text):
            return self._lookup(text, node, where)
        if names.rank(text) is not None:
            return self._rank_of(text, node, where)
        return self._unknown_lookup(left, node, where)

    def _lookup(self, text: str, node: ast.Of, where: Scope) -> Typed:
        words = vocabulary.overloads(text)
        sizes = self.names.sizes
        if len(words) == 1:
            kind = words[0].argument
            assert kind is not None
            asked = self.check(node.right, Type(kind), where)
            return Typed("lookup", words[0].result(sizes), (asked,), text, node.place)
        asked = self.infer(node.right, where)
        kind = Kind.CARDS if asked.type.kind in (Kind.CARDS, Kind.CHAIN, Kind.SUITS) else Kind.SEATS
        word = vocabulary.find(text, kind)
        assert word is not None
        asked = self._fit(asked, Type(kind), node.right)
        return Typed("lookup", word.result(sizes), (asked,), text, node.place)

    def _winner(self, node: ast.Of, where: Scope) -> Typed | None:
        """`winner of trick`, `winner of last trick`, `winner of trick 3`."""
        if not isinstance(node.right, ast.Name):
            return None
        text = node.right.text
        numbered = _TRICK_NUMBER.fullmatch(text)
        if text in ("trick", "last trick") and text not in where.bound:
            which = -1 if text == "trick" else 0
        elif numbered:
            which = int(numbered[1])
        else:
            return None
        return Typed(
            "lookup",
            types.SEATS,
            (Typed("constant", number(which, which), value=which),),
            "winner",
            node.place,
        )

    def _rank_of(self, text: str, node: ast.Of, where: Scope) -> Typed:
        """`J of trump`, `10 of hearts`, `A of any suit`: cards as printed."""
        rank = self.names.rank(text)
        if rank is None:
            ranks = ", ".join(rank.name for rank in self.names.pack.ranks)
            self.findings.error(
                "S230", f"`{text}` is not a rank of this pack", node.left.place, help=f"Ranks: {ranks}"
            )
            return _error(node.place)
        suits = self.check(node.right, types.SUITS, where)
        return Typed("rank of", types.CARDS, (suits,), rank, node.place)

    def _cards_of(self, node: ast.Of, where: Scope) -> Typed:
        """`(K or Q) of trump`, `10..6 of hearts`: each rank of the suit."""
        if isinstance(node.left, ast.Binary) and node.left.op == "or":
            parts = [ast.Of(part, node.right, node.place) for part in (node.left.left, node.left.right)]
            left, right = (self._of(part, where, None) for part in parts)
            return Typed("union", types.CARDS, (left, right), place=node.place)
        if isinstance(node.left, ast.Range):
            ranks = self._rank_range(node.left)
            if ranks is not None:
                suits = self.check(node.right, types.SUITS, where)
                cards = tuple(Typed("rank of", types.CARDS, (suits,), rank, node.place) for rank in ranks)
                return Typed("chain", types.CHAIN, cards, place=node.place)
        self.findings.error("S235", f"`{unparse(node.left)}` cannot be asked of anything", node.left.place)
        return _error(node.place)

    def _unknown_lookup(self, left: ast.Name, node: ast.Of, where: Scope) -> Typed:
        with_argument = [name for name, term in self.names.terms.items() if term.argument]
        askable = [word.name for word in vocabulary.WORDS if word.argument] + with_argument
        askable += [*self.names.counters, *(rank.name for rank in self.names.pack.ranks)]
        guess = nearest(left.text, askable)
        hint = f". Did you mean `{guess}`?" if guess else ""
        known = self._own_name(left, where) is not None if left.text not in self.names.terms else True
        if known:
            message = f"`{left.text}` is not asked of anybody{hint}"
            self.findings.error("S235", message, left.place, help=f"Write `{left.text}` alone.")
        else:
            help_text = f"Write `{guess}`." if guess else "Declare it under `terms`, as `name of seat`."
            self.findings.error("S230", f"Unknown name `{left.text}`{hint}", left.place, help=help_text)
        return _error(node.place)

    # --- ranges

    def _range(self, node: ast.Range, where: Scope, want: Type | None) -> Typed:
        if (want is not None and want.kind in (Kind.CARDS, Kind.CHAIN)) or not _numeric(node):
            ranks = self._rank_range(node)
            if ranks is not None:
                cards = tuple(Typed("rank", types.CARDS, value=rank, place=node.place) for rank in ranks)
                return Typed("chain", types.CHAIN, cards, place=node.place)
            if not _numeric(node) and not isinstance(node.high, (ast.Binary, ast.Name, ast.Of)):
                self.findings.error(
                    "S230", f"`{unparse(node)}` is not a range of ranks of this pack", node.place
                )
                return _error(node.place)
        low = self.check(node.low, types.ANY_NUMBER, where)
        high = self.check(node.high, types.ANY_NUMBER, where)
        step = self.check(node.step, types.ANY_NUMBER, where) if node.step is not None else None
        if low.op == "error" or high.op == "error":
            return _error(node.place)
        kind = number(low.type.low, max(high.type.high, low.type.low))
        args = (low, high) if step is None else (low, high, step)
        if all(part.is_constant and isinstance(part.value, int) for part in args):
            values = list_range(*(part.value for part in args))  # type: ignore[arg-type]
            if not values:
                self.findings.error("S242", f"The range `{unparse(node)}` holds no number", node.place)
                return _error(node.place)
            if len(values) > 10_000:
                self.findings.error(
                    "S242", f"The range `{unparse(node)}` is too long: the limit is 10000", node.place
                )
                return _error(node.place)
            return Typed("numbers", number(min(values), max(values)), value=tuple(values), place=node.place)
        return Typed("range", kind, args, place=node.place)

    def _rank_range(self, node: ast.Range) -> tuple[int, ...] | None:
        """The ranks from one to the other, either way, by the order of the pack or by number."""
        names = self.names
        ends = [_spelling(end) for end in (node.low, node.high)]
        if node.step is not None or ends[0] is None or ends[1] is None:
            return None
        low, high = names.rank(ends[0]), names.rank(ends[1])
        if low is None or high is None:
            return None
        if ends[0].isdigit() and ends[1].isdigit():
            first, last = int(ends[0]), int(ends[1])
            way = 1 if first <= last else -1
            found = [names.rank(str(value)) for value in range(first, last + way, way)]
            return tuple(rank for rank in found if rank is not None)
        way = 1 if low <= high else -1
        return tuple(range(low, high + way, way))

    # --- joining

    def _binary(self, node: ast.Binary, where: Scope, want: Type | None) -> Typed:
        op, place = node.op, node.place
        if op in _ARITHMETIC:
            left = self.check(node.left, types.ANY_NUMBER, where)
            right = self.check(node.right, types.ANY_NUMBER, where)
            name, bound = _ARITHMETIC[op]
            if op in ("//", "mod") and right.type.kind is Kind.NUMBER and right.type.low <= 0 <= right.type.high:
                return self._by_nothing(node)
            return _folded(Typed(name, _safe(bound, left.type, right.type), (left, right), place=place))
        match op:
            case "/":
                return self._divide(node, where)
            case "or":
                return self._or(node, where, want)
            case "and":
                return self._and(node, where)
            case "except":
                left = self._as_set(self.infer(node.left, where, want), node.left)
                right = self.infer(node.right, where, left.type)
                if left.type.kind is Kind.CHAIN or right.type.kind is Kind.CARDS:
                    left = self._fit(left, types.CARDS, node.left)
                right = self._fit(right, left.type, node.right)
                return _folded(Typed("except", left.type, (left, right), place=place))
            case "unless":
                value = self.infer(node.left, where, want)
                test = self.check(node.right, types.YESNO, where)
                return Typed("unless", value.type, (value, test), place=place)
            case _:
                left, right = self.infer(node.left, where, want), self.infer(node.right, where, want)
                left, right, kind = self._agree(left, right, node.right)
                return Typed("or_else", kind, (left, right), place=place)

    def _by_nothing(self, node: ast.Binary) -> Typed:
        divisor = unparse(node.right)
        self.findings.error(
            "S241",
            f"`{node.op}` divides by `{divisor}`, which can be 0",
            node.right.place,
            help=f"Write `({divisor} but at least 1)`.",
        )
        return _error(node.place)

    def _divide(self, node: ast.Binary, where: Scope) -> Typed:
        left = self.check(node.left, types.ANY_NUMBER, where)
        right = self.check(node.right, types.ANY_NUMBER, where)
        by = right.value
        if right.op == "error" or left.op == "error":
            return _error(node.place)
        if not right.is_constant or not isinstance(by, int) or by == 0:
            self.findings.error(
                "S241",
                f"`/` divides by a number that is written out, and `{unparse(node.right)}` is none",
                node.right.place,
                help="Write `//` to divide and round down.",
            )
            return _error(node.place)
        return _folded(Typed("divide", ranges.divide(left.type, by), (left, right), place=node.place))

    def _or(self, node: ast.Binary, where: Scope, want: Type | None) -> Typed:
        rewritten = self._is_or(node, where)
        if rewritten is not None:
            return self.infer(rewritten, where, want)
        left = self.infer(node.left, where, want)
        if left.type.kind is Kind.YESNO:
            right = self.check(node.right, types.YESNO, where)
            return Typed("or", types.YESNO, (left, right), place=node.place)
        right = self.infer(node.right, where, want or (left.type if left.type.is_set else None))
        if left.op == "error" or right.op == "error":
            return _error(node.place)
        left, right, kind = self._agree(left, right, node.right)
        if not kind.is_set:
            if kind.kind is not Kind.UNKNOWN:
                self.findings.error(
                    "S236", "`or` joins conditions or sets, and these are numbers", node.place
                )
            return _error(node.place)
        if kind.kind is Kind.CHAIN:
            kind = types.CARDS
            left, right = self._fit(left, kind, node.left), self._fit(right, kind, node.right)
        return _folded(Typed("union", kind, (left, right), place=node.place))

    def _is_or(self, node: ast.Binary, where: Scope) -> ast.Expr | None:
        """`x is A or B` means `x is (A or B)`, unless B is a condition of its own."""
        left = node.left
        if isinstance(left, ast.Is):
            before, last = None, left
        elif isinstance(left, ast.Binary) and left.op == "or" and isinstance(left.right, ast.Is):
            before, last = left.left, left.right
        else:
            return None
        if isinstance(node.right, (ast.Is, ast.Has, ast.Compare, ast.Not)):
            return None
        quiet = Checker(self.names, Findings())
        quiet._busy, quiet._types, quiet._bodies = self._busy, self._types, self._bodies
        subject = quiet.infer(last.left, where)
        if subject.type.kind is not Kind.YESNO:
            found = quiet.infer(node.right, where, subject.type)
            if found.type.kind is Kind.YESNO:
                return None
        joined = ast.Is(
            last.left, ast.Binary("or", last.right, node.right, node.place), last.negated, node.place
        )
        return joined if before is None else ast.Binary("or", before, joined, node.place)

    def _and(self, node: ast.Binary, where: Scope) -> Typed:
        left = self.infer(node.left, where)
        if left.type.kind is Kind.SEATS:
            right = self.check(node.right, types.SEATS, where)
            return Typed("union", types.SEATS, (left, right), place=node.place)
        if left.type.kind in (Kind.CARDS, Kind.CHAIN, Kind.SUITS):
            self.findings.error(
                "S236",
                "`and` joins conditions or seats, and these are cards",
                node.place,
                help="Write `except`, or ask twice: `hand of me has a and hand of me has b`.",
            )
            return _error(node.place)
        left = self._fit(left, types.YESNO, node.left)
        return Typed("and", types.YESNO, (left, self.check(node.right, types.YESNO, where)), place=node.place)

    def _compare(self, node: ast.Compare, where: Scope, want: Type | None) -> Typed:
        ops = [op for op, _ in node.rest]
        ranking = want is not None and want.kind in (Kind.CHAIN, Kind.CARDS)
        if ranking and all(op == ">" for op in ops):
            parts = (node.first, *(part for _, part in node.rest))
            tiers = tuple(self._tier(part, where) for part in parts)
            return Typed("chain", types.CHAIN, tiers, place=node.place)
        if len(ops) > 1:
            self.findings.error(
                "S236",
                "Comparisons do not follow each other here",
                node.place,
                help="Join two comparisons with `and`.",
            )
            return _error(node.place)
        op, right_tree = node.rest[0]
        if op == "==":
            self.findings.warning("S238", "`==` is written `=` in rule files", node.place, help="Write `=`.")
        left = self.infer(node.first, where)
        if left.type.kind is Kind.NUMBER or op not in ("=", "==", "!="):
            left = self._fit(left, types.ANY_NUMBER, node.first)
            right = self.check(right_tree, types.ANY_NUMBER, where)
            return _folded(Typed(_COMPARISONS[op], types.YESNO, (left, right), place=node.place))
        right = self.infer(right_tree, where, left.type)
        left, right, kind = self._agree(left, right, right_tree)
        equal = "same" if kind.is_set else "equal"
        return Typed("unequal" if op == "!=" else equal, types.YESNO, (left, right), place=node.place)

    def _tier(self, tree: ast.Expr, where: Scope) -> Typed:
        found = self.infer(tree, where, types.CHAIN)
        if found.type.kind is Kind.CHAIN:
            return found
        return self._fit(found, types.CARDS, tree)

    def _is(self, node: ast.Is, where: Scope) -> Typed:
        found = self._positive_is(node, where)
        if node.negated and found.op != "error":
            return Typed("not", types.YESNO, (found,), place=node.place)
        return found

    def _positive_is(self, node: ast.Is, where: Scope) -> Typed:
        left, right, place = self.infer(node.left, where), node.right, node.place
        if left.op == "error":
            return _error(place)
        if (
            isinstance(right, ast.Binary)
            and right.op == "or"
            and left.type.kind not in (Kind.CARDS, Kind.CHAIN)
        ):
            either = [ast.Is(node.left, part, False, place) for part in (right.left, right.right)]
            return Typed(
                "or", types.YESNO, tuple(self._positive_is(part, where) for part in either), place=place
            )
        if isinstance(right, ast.Name):
            if right.text in (*vocabulary.EMPTY_WORDS, "somebody"):
                op = "some" if right.text == "somebody" else "empty"
                return Typed(op, types.YESNO, (self._as_set(left, node.left),), place=place)
            if right.text in vocabulary.PREDICATES:
                asked = self._fit(left, types.SEATS, node.left)
                return Typed("lookup", types.YESNO, (asked,), right.text, place)
        value = self.infer(right, where, left.type)
        cardlike = (Kind.CARDS, Kind.CHAIN)
        kinds = {left.type.kind, value.type.kind}
        if kinds & set(cardlike):
            left, value = self._fit(left, types.CARDS, node.left), self._fit(value, types.CARDS, right)
            return Typed("within", types.YESNO, (left, value), place=place)
        if left.type.kind is Kind.CALLS:
            return Typed("within", types.YESNO, (left, self._fit(value, types.CALLS, right)), place=place)
        left, value, kind = self._agree(left, value, right)
        return _folded(Typed("same" if kind.is_set else "equal", types.YESNO, (left, value), place=place))

    def _has(self, left_tree: ast.Expr, right_tree: ast.Expr, place: Place, where: Scope) -> Typed:
        left = self._as_set(self.infer(left_tree, where), left_tree)
        if left.type.kind in (Kind.CHAIN, Kind.TRICKS):
            left = self._fit(left, types.CARDS, left_tree)
        right = self.check(right_tree, left.type, where)
        return Typed("meets", types.YESNO, (left, right), place=place)

    # --- over the members of a set

    def _aggregate(self, node: ast.Aggregate, where: Scope, want: Type | None) -> Typed:
        kind, place = node.kind, node.place
        if node.source is None:
            return self._over_everything(node, where)
        source = self.infer(node.source, where)
        if source.op == "error":
            return _error(place)
        if source.type.kind in (Kind.CHAIN, Kind.SUITS):
            source = self._fit(source, types.CARDS, node.source)
        name = _ELEMENTS.get(source.type.kind)
        if name is None:
            self.findings.error(
                "S235",
                f"`among` goes through seats, teams, cards or tricks, and this is {source.type}",
                node.source.place,
            )
            return _error(place)
        element = types.CARDS if name in ("card", "trick") else types.SEATS
        inner = where.binding(name, element)
        condition = TRUE if node.condition is None else self.check(node.condition, types.YESNO, inner)
        size = self.names.sizes.cards if name == "card" else self.names.sizes.seats
        if name == "trick":
            size = self.names.sizes.hand
        if kind in ("sum", "most", "fewest"):
            value = self.check(node.what, types.ANY_NUMBER, inner)
            result = _safe(lambda t: ranges.times(t, size), value.type) if kind == "sum" else types.SEATS
            op = kind if kind == "sum" else f"{kind}_of"
            return Typed(op, result, (value, source, condition), name, place)
        what = self._pattern(node.what, name, element, inner)
        match kind:
            case "count":
                return Typed("count", number(0, size), (what, source, condition), name, place)
            case "any" | "all":
                return Typed(kind, types.YESNO, (what, source, condition), name, place)
            case "first":
                return Typed("first_of", element, (what, source, condition), name, place)
            case _:
                cards = self._fit(source, types.CARDS, node.source)
                return Typed(kind, types.CARDS, (what, cards, condition), name, place)

    def _pattern(self, tree: ast.Expr, name: str, element: Type, inner: Scope) -> Typed:
        """What is counted: the element itself, those in a pattern, or those for which a condition holds."""
        if isinstance(tree, ast.Name) and tree.text == name:
            return TRUE
        found = self.infer(tree, inner, element)
        if found.type.kind is Kind.YESNO:
            return found
        return self._fit(found, element, tree)

    def _over_everything(self, node: ast.Aggregate, where: Scope) -> Typed:
        if node.kind not in ("count", "highest", "lowest", "first"):
            self.findings.error(
                "S235",
                f"`{node.kind}(…)` needs to know among what",
                node.place,
                help=f"Write `{node.kind}(… among seats where …)`.",
            )
            return _error(node.place)
        what = self._as_set(self.infer(node.what, where), node.what)
        if node.kind == "count":
            sizes = self.names.sizes
            size = sizes.seats if what.type.kind in (Kind.SEATS, Kind.TEAMS) else sizes.cards
            if what.type.kind is Kind.CHAIN:
                what = self._fit(what, types.CARDS, node.what)
            return _folded(Typed("count", number(0, size), (what,), "set", node.place))
        if node.kind in ("highest", "lowest"):
            cards = self._fit(what, types.CARDS, node.what)
            return Typed(node.kind, types.CARDS, (TRUE, cards, TRUE), "card", node.place)
        return Typed("first_of", what.type, (TRUE, what, TRUE), "seat", node.place)

    # --- lists, tables, tallies

    def _alternatives(self, node: ast.Alternatives, where: Scope, want: Type | None) -> Typed:
        args: list[Typed] = []
        kind: Type | None = None
        for item in node.items:
            test = None if item.condition is None else self.check(item.condition, types.YESNO, where)
            known = kind if kind is not None and kind.kind is not Kind.EMPTY else None
            value = self.infer(item.value, where, want or known)
            joined = value.type if kind is None else types.join(kind, value.type)
            if joined is None:
                assert kind is not None
                self._wrong(value, kind, item.value)
                value = _error(item.place)
            else:
                kind = joined
            args += [Typed("always", types.YESNO) if test is None else test, value]
        kind = kind or types.EMPTY
        for index in range(1, len(args), 2):
            args[index] = self._convert(args[index], kind)
        return Typed("first_that_is", kind, tuple(args), place=node.place)

    def _table(self, node: ast.Table, where: Scope, want: Type | None) -> Typed:
        values = [self.infer(value, where, want) for _, value in node.rows]
        kind = values[0].type if values else types.EMPTY
        for value, (_, tree) in zip(values, node.rows, strict=True):
            joined = types.join(kind, value.type)
            if joined is None:
                self._wrong(value, kind, tree)
            else:
                kind = joined
        values = [self._convert(value, kind) for value in values]
        if node.subject is None:
            return Typed("by_deal", kind, tuple(values), place=node.place)
        subject = self.infer(node.subject, where)
        args = [subject]
        for (key, _), value in zip(node.rows, values, strict=True):
            if key is not None:
                args += [self.check(key, subject.type, where), value]
        return Typed("table", kind, tuple(args), place=node.place)

    def _tally(self, node: ast.Tally, where: Scope) -> Typed:
        args: list[Typed] = []
        total = number(0, 0)
        for line in node.lines:
            test = TRUE if line.condition is None else self.check(line.condition, types.YESNO, where)
            points = self.infer(line.value, where)
            if points.type.kind is Kind.YESNO and line.condition is None:  # a condition counts one
                test, points = points, Typed("constant", number(1, 1), value=1, place=line.place)
            points = self._fit(points, types.ANY_NUMBER, line.value)
            once = _safe(lambda t: number(min(0, t.low), max(0, t.high), t.denominator), points.type)
            total = ranges.add(total, once) if once.kind is Kind.NUMBER else total
            args += [test, points]
        return Typed("tally", total, tuple(args), tuple(line.name for line in node.lines), node.place)

    # --- fitting kinds together

    def _agree(self, left: Typed, right: Typed, right_tree: ast.Expr) -> tuple[Typed, Typed, Type]:
        kind = types.join(left.type, right.type)
        if kind is None and {left.type.kind, right.type.kind} <= {Kind.SUITS, Kind.CARDS, Kind.CHAIN}:
            kind = types.CARDS
        if kind is None:
            self._wrong(right, left.type, right_tree)
            return left, right, types.UNKNOWN
        return self._convert(left, kind), self._convert(right, kind), kind

    def _fit(self, value: Typed, want: Type, tree: ast.Expr) -> Typed:
        converted = self._convert(value, want)
        if converted.op == "error" or want.kind is Kind.UNKNOWN or converted.type.kind is Kind.UNKNOWN:
            return converted
        if converted.type.kind is not want.kind:
            self._wrong(converted, want, tree)
            return _error(tree.place)
        return converted

    def _convert(self, value: Typed, want: Type) -> Typed:
        """The same value as the wanted kind, where there is only one way to read it so."""
        kind = value.type.kind
        if kind is want.kind or kind is Kind.UNKNOWN:
            return value
        if kind is Kind.EMPTY and want.is_set:
            return Typed("constant", want, value=() if want.kind is Kind.CHAIN else 0, place=value.place)
        if value.is_constant and value.value == 0 and kind in (Kind.CARDS, Kind.SEATS) and want.is_set:
            return Typed("constant", want, value=() if want.kind is Kind.CHAIN else 0, place=value.place)
        if want.kind is Kind.CARDS:
            if kind is Kind.SUITS:
                return Typed("cards_of_suit", types.CARDS, (value,), place=value.place)
            if kind is Kind.CHAIN:
                return Typed("cards_of_chain", types.CARDS, (value,), place=value.place)
            if kind is Kind.TRICKS:
                return Typed("all_of", types.CARDS, (value,), place=value.place)
        if want.kind is Kind.CHAIN and kind in (Kind.CARDS, Kind.SUITS):
            return Typed("chain", types.CHAIN, (self._convert(value, types.CARDS),), place=value.place)
        if want.kind is Kind.SEATS and kind is Kind.TEAMS:
            return Typed("all_of", types.SEATS, (value,), place=value.place)
        return value

    def _as_set(self, value: Typed, tree: ast.Expr) -> Typed:
        if value.op == "error" or value.type.is_set or value.type.kind is Kind.UNKNOWN:
            return value
        self.findings.error(
            "S234",
            f"`{unparse(tree)}` is {value.type}, and seats, cards or a suit are expected here",
            tree.place,
        )
        return _error(tree.place)

    def _wrong(self, value: Typed, want: Type, tree: ast.Expr) -> None:
        if value.op == "error" or value.type.kind is Kind.UNKNOWN or want.kind is Kind.UNKNOWN:
            return
        self.findings.error(
            "S234", f"`{unparse(tree)}` is {value.type}, and {want} is expected here", tree.place
        )


SETTING_SCOPE = scope("me", "seat", "team", "card")
"""What terms and fields may read besides their argument: the caller, or what their reader goes through."""


def argument_type(name: str) -> Type:
    """What a term's argument is: seats for `seat`, `team` and `side`, a suit for `suit`, otherwise cards."""
    if name in ("seat", "team", "side", "me"):
        return types.SEATS
    return types.SUITS if name == "suit" else types.CARDS


def list_range(low: int, high: int, step: int = 1) -> list[int]:
    return list(range(low, high + 1, step)) if step > 0 else []


def _error(place: Place | None) -> Typed:
    return Typed("error", types.UNKNOWN, place=place)


def _numeric(node: ast.Range) -> bool:
    low = node.low.value if isinstance(node.low, ast.Negative) else node.low
    return isinstance(low, ast.Number) and not isinstance(node.high, ast.Name)


def _spelling(tree: ast.Expr) -> str | None:
    if isinstance(tree, ast.Number):
        return str(tree.value)
    return tree.text if isinstance(tree, ast.Name) else None


def _safe(bound: Callable[..., Type], *operands: Type) -> Type:
    if any(operand.kind is not Kind.NUMBER for operand in operands):
        return types.UNKNOWN
    return bound(*operands)


_FOLDS: dict[str, Callable[[int, int], object]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "floor": lambda a, b: a // b,
    "modulo": lambda a, b: a % b,
    "divide": lambda a, b: _plain(Fraction(a) / b),
    "least": lambda a, b: max(a, b),
    "most": lambda a, b: min(a, b),
    "equal": lambda a, b: a == b,
    "same": lambda a, b: a == b,
    "unequal": lambda a, b: a != b,
    "less": lambda a, b: a < b,
    "at_most": lambda a, b: a <= b,
    "more": lambda a, b: a > b,
    "at_least": lambda a, b: a >= b,
    "union": lambda a, b: a | b,
    "except": lambda a, b: a & ~b,
}


def _folded(value: Typed) -> Typed:
    """The constant, where every part is one: parameters are fixed before play."""
    if not value.args or not all(part.is_constant for part in value.args):
        return value
    if value.op == "count" and isinstance(value.args[0].value, int):
        result: object = value.args[0].value.bit_count()
    elif value.op in _FOLDS and len(value.args) == 2:
        a, b = (part.value for part in value.args)
        if value.op in ("floor", "modulo") and b == 0:
            return value
        result = _FOLDS[value.op](a, b)  # type: ignore[arg-type]
    else:
        return value
    kind = value.type
    if kind.kind is Kind.NUMBER:
        kind = constant_type(result)
    return Typed("constant", kind, value=result, place=value.place)


def constant_type(value: object) -> Type:
    """The type of one number: its range is itself."""
    if isinstance(value, Fraction):
        return number(value.__floor__(), value.__ceil__(), value.denominator)
    assert isinstance(value, int)
    return number(value, value)


def _plain(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value
