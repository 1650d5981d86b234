"""Ways to mend what the schema finds: keys, choices, numbers and names written as they are meant."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.fixes import as_list, insert, meant_text, rewrite, unquote
from hasenpfeffer.reading.suggest import nearest
from hasenpfeffer.reading.tree import Group, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hasenpfeffer.reading.fixes import Fixes
    from hasenpfeffer.reading.tree import Node

_ANSWERS: Final = {
    **dict.fromkeys(("true", "on", "y", "yes"), "yes"),
    **dict.fromkeys(("false", "off", "n", "no"), "no"),
}
_NUMBER_WORDS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    "twelve",
)


def for_unknown_key(group: Node, key: str, known: Sequence[str]) -> Fixes:
    """The key that was meant, unless the group has that already."""
    entry = group.entry(key) if isinstance(group, Group) else None
    guess = nearest(key, known)
    if entry is None or guess is None or (isinstance(group, Group) and group.entry(guess)):
        return ()
    return meant_text(entry.key, known)


def for_missing_key(group: Node, key: str, value: str) -> Fixes:
    """The key with an example, below the others of its group."""
    beside = [entry.key for entry in group if entry.key.home is not None] if isinstance(group, Group) else []
    return insert(beside[0], key, value) if beside else ()


def for_wrong_choice(node: Node, choices: Iterable[str]) -> Fixes:
    """The choice that was meant."""
    if not isinstance(node, Text):
        return ()
    choices = tuple(choices)
    answer = _ANSWERS.get(node.text.lower())
    if answer in choices:
        return rewrite(node, answer, safe=True)
    return meant_text(node, choices)


def for_wrong_number(node: Node) -> Fixes:
    """A whole number as it is written here, for one that is spelled otherwise or stands in quotes."""
    if not isinstance(node, Text):
        return ()
    if node.quoted and Text(node.text, node.place).is_number:
        return unquote(node)
    word = unicodedata.normalize("NFKC", node.text).strip()
    if word.lower() in _NUMBER_WORDS:
        word = str(_NUMBER_WORDS.index(word.lower()))
    word = word.removesuffix(".0")
    return rewrite(node, word, safe=True) if Text(word, node.place).is_number else ()


def for_number_out_of_range(node: Node, least: int | None, most: int | None) -> Fixes:
    """The nearest number that is allowed."""
    if not isinstance(node, Text) or not node.is_number:
        return ()
    value = int(node.text[:30])
    bound = least if least is not None and value < least else most
    return rewrite(node, str(bound)) if bound is not None else ()


def for_name(group: Node, name: str, spaced: str) -> Fixes:
    """A name with spaces between its words."""
    entry = group.entry(name) if isinstance(group, Group) else None
    if entry is None or spaced == name or (isinstance(group, Group) and group.entry(spaced)):
        return ()
    return rewrite(entry.key, spaced, safe=True)


def for_wrong_shape(node: Node, wanted: Iterable[str]) -> Fixes:
    """A list of one, where a list is expected and one value stands."""
    return as_list(node) if isinstance(node, Text) and tuple(wanted) == ("array",) else ()
