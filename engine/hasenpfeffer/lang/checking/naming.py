"""Names by themselves: what a word in a formula stands for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang import ast, types, vocabulary
from hasenpfeffer.lang.checking.context import Scope
from hasenpfeffer.lang.checking.fitting import error
from hasenpfeffer.lang.checking.known import guessed, instead_of_unknown, unknown_name
from hasenpfeffer.lang.checking.missing import missing_card
from hasenpfeffer.lang.checking.terms import card_name, counter_value, receiver, value_of
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, Type, number
from hasenpfeffer.reading.suggest import choices_text

if TYPE_CHECKING:
    from hasenpfeffer.lang.checking.context import Context
    from hasenpfeffer.reading.place import Place


def written_number(context: Context, node: ast.Number, want: Type | None) -> Typed:
    """A number; where cards are meant, the rank that is written so."""
    value, place = node.value, node.place
    if want is not None and want.kind in (Kind.CARDS, Kind.CHAIN, Kind.TRICKS):
        rank = context.names.rank(str(value))
        if rank is not None:
            return Typed("rank", types.CARDS, value=rank, place=place)
        if context.names.may_be_there(str(value)):
            return error(place)
        missing = missing_card(context, str(value), place)
        if missing is not None:
            return missing
    return Typed("constant", number(value, value), value=value, place=place)


def name(context: Context, node: ast.Name, where: Scope, want: Type | None) -> Typed:
    """What a name means here: the wanted kind first, then bound names, the file, the vocabulary."""
    text, place = node.text, node.place
    found = _wanted(context, text, place, want)
    if found is None and text in where.bound:
        found = Typed("bound", where.bound[text], value=text, place=place)
    if found is None:
        found = own_name(context, node, where) or _word(context, text, place, where)
    if found is not None:
        return found
    return _unknown(context, node, where, want)


def _wanted(context: Context, text: str, place: Place, want: Type | None) -> Typed | None:
    """A value of the wanted kind, which goes before every other meaning of the word."""
    if want is None:
        return None
    names = context.names
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


def own_name(context: Context, node: ast.Name, where: Scope) -> Typed | None:
    """A name that the file declares."""
    text, place, names = node.text, node.place, context.names
    if text in ("yes", "no"):
        return Typed("constant", types.YESNO, value=text == "yes", place=place)
    if text in vocabulary.EMPTY_WORDS:
        kind = {"nobody": types.SEATS, "nothing": types.CARDS, "none": types.EMPTY}[text]
        return Typed("constant", kind, value=0, place=place)
    if text in names.parameters:
        return replace(names.parameters[text].value, place=place, is_turned=True)
    if text in names.terms or text in names.settings:
        return value_of(context, text, None, place, where)
    if text in names.card_names:
        return card_name(context, text, place)
    if text in names.piles:
        return Typed("pile", types.CARDS, value=text, place=place)
    if text in names.moves:
        return Typed("moved", types.CARDS, value=text, place=place)
    if text in names.counters:
        return counter_value(context, text, None, place, where)
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


def _word(context: Context, text: str, place: Place, where: Scope) -> Typed | None:
    """A word of the vocabulary."""
    if text == "trump":
        return Typed("constant", types.SUITS, value=0, place=place)  # a game without trumps
    word = vocabulary.find(text, None)
    if word is not None:
        return Typed("lookup", word.result(context.names.sizes), value=text, place=place)
    if text in vocabulary.RECEIVER_WORDS:
        asked = receiver(context, text, place, where)
        word = vocabulary.find(text, Kind.SEATS)
        assert word is not None
        if asked is None:
            return error(place)
        return Typed("lookup", word.result(context.names.sizes), (asked,), text, place)
    return None


def _stands_alone(word: vocabulary.Word) -> bool:
    """Whether a word of the vocabulary can be read without saying of what."""
    return word.argument is None or word.name in vocabulary.RECEIVER_WORDS


_SOMEBODY: Final = {
    "me": "it is nobody's turn",
    "seat": "nothing goes through seats",
    "team": "nothing goes through teams",
    "card": "nothing goes through cards",
}
"""Words for whatever a place goes through, and why they are nothing where none is bound."""


def nobody_there(word: str) -> str:
    """Why such a word stands for nobody."""
    return _SOMEBODY[word]


def _nobody(context: Context, node: ast.Name) -> Typed:
    """The finding for a word that stands for whatever a place goes through, where it goes through nothing."""
    word = node.text
    nothing = "nothing" if word == "card" else "nobody"
    other = {"team": "`declarers`, or the side that you mean", "card": "the card that you mean"}
    each = f", or give the line to `each {word}`" if word in ("seat", "team") else ""
    context.findings.error(
        "S239",
        f"`{word}` is {nothing} here: {nobody_there(word)}",
        node.place,
        label="which?" if word == "card" else "whose?",
        help=f"Write {other.get(word, '`declarer`, or the seat that you mean')}{each}",
    )
    return error(node.place)


def _unknown(context: Context, node: ast.Name, where: Scope, want: Type | None) -> Typed:
    """The finding for a name that nothing explains."""
    if node.text in _SOMEBODY:
        return _nobody(context, node)
    if context.names.may_be_there(node.text):
        return error(node.place)
    missing = missing_card(context, node.text, node.place)
    if missing is not None:
        return missing
    known = [
        *context.names.all_names(),
        *where.bound,
        *(word.name for word in vocabulary.WORDS if _stands_alone(word)),
        *vocabulary.EMPTY_WORDS,
        "yes",
        "no",
    ]
    if want is not None and want.kind is Kind.WORDS:
        known += want.words
    if want is not None and want.kind is Kind.SUITS:
        known = [name for name in known if name not in context.names.families]  # a call is no suit
    if context.findings.is_crowded:
        known = []
    guess = guessed(context, node.text, known)
    is_card = want is not None and want.kind is Kind.CHAIN and guess is None
    missing = missing_card(context, node.text, node.place, is_card=is_card)
    if missing is not None:
        return missing
    if context.names.lacks_cards and guess is None:
        return error(node.place)
    help_text = f"Write `{guess}`." if guess else instead_of_unknown(node.text, want, context.names)
    if want is not None and want.kind is Kind.WORDS:
        help_text = f"Choices: {choices_text(want.words, node.text)}"
    elif want is not None and want.kind is Kind.SEATS and not guess:
        help_text = f"Seats here: {', '.join(context.names.seating.names)}."
    return unknown_name(context, node, guess, help_text, known)
