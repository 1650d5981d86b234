"""Small change of English: numbers in words, lists, plurals, beginnings of sentences."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBERS: Final = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_ORDINALS: Final = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
_FRACTIONS: Final = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾"}


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase, and whether a verb after it stands in the plural."""

    text: str
    plural: bool = False

    def __str__(self) -> str:
        return self.text

    def verb(self, singular: str, plural: str = "") -> str:
        """The noun with its verb: `they score`, `the dealer scores`."""
        return f"{self.text} {(plural or bare(singular)) if self.plural else singular}"

    def asked(self, singular: str) -> str:
        """The question whether: `does north play alone`, `do you play alone`."""
        return f"{'do' if self.plural else 'does'} {self.text} {bare(singular)}"

    @property
    def possessive(self) -> str:
        return {"it": "its", "they": "their"}.get(self.text) or possessive(self.text)

    def owns(self, thing: str) -> str:
        """`the dealer's hand`; `the hand of A if …, otherwise B` where the noun is a whole sentence."""
        if ", " in self.text or " if " in self.text:
            return f"the {thing} of ({self.text})"
        if self.text.startswith(("whoever ", "those ", "the winner of ")) or " with " in self.text:
            return f"the {thing} of {self.text}"
        return (
            f"the {thing} of {self.text}" if self.text.endswith("'s side") else f"{self.possessive} {thing}"
        )

    @property
    def objective(self) -> str:
        """The noun after a preposition: `holds for them`."""
        return {"they": "them"}.get(self.text, self.text)

    @property
    def own(self) -> str:
        """`their` for people, `its` for a side."""
        person = self.text in ("the declarer", "the dealer") or "player" in self.text
        return "their" if self.plural or person else "its"


def bare(verb: str) -> str:
    """The plural of a verb in the third person: `wins` → `win`, `has` → `have`."""
    irregular = {"has": "have", "is": "are", "does": "do", "goes": "go", "was": "were", "passes": "pass"}
    first, _, rest = verb.partition(" ")
    plural = irregular.get(first)
    if plural is None:
        if first.endswith("ies"):
            plural = first[:-3] + "y"
        elif first.endswith(("sses", "shes", "ches", "xes")):
            plural = first[:-2]
        else:
            plural = first.removesuffix("s")
    return f"{plural} {rest}" if rest else plural


def possessive(text: str) -> str:
    return f"{text}'" if text.endswith("s") and not text.endswith("'s") else f"{text}'s"


def number(value: int | Fraction) -> str:
    """A number as people write it: `−2`, `4½`, `7/5`."""
    if isinstance(value, int) or value.denominator == 1:
        return f"−{-value}" if value < 0 else str(value)
    whole, rest = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    glyph = _FRACTIONS.get((rest.numerator, rest.denominator))
    if glyph is None:
        return f"{sign}{abs(value)}"
    return f"{sign}{whole or ''}{glyph}"


def in_words(value: int) -> str:
    """Small numbers as words."""
    return _NUMBERS[value] if 0 < value < len(_NUMBERS) else str(value)


def ordinal(value: int) -> str:
    if 0 < value < len(_ORDINALS):
        return _ORDINALS[value]
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"


def plural(word: str) -> str:
    if word.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    return f"{word[:-1]}ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else f"{word}s"


def counted(value: int, word: str) -> str:
    """`1 card`, `0 cards`, `1,250 cards`."""
    return f"{value:,} {word if value == 1 else plural(word)}"


def counted_in_words(value: int, word: str) -> str:
    """`one card`, `three cards`, `no card`, `25 cards`."""
    if value == 0:
        return f"no {word}"
    return f"{in_words(value)} {word if value == 1 else plural(word)}"


def listed(parts: Sequence[str], join: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {join} {parts[-1]}"


def capital(text: str) -> str:
    """The text with a capital at its beginning; a quotation mark is passed over."""
    for index, letter in enumerate(text):
        if letter.isalpha():
            return text[:index] + letter.upper() + text[index + 1 :]
        if letter not in "“‘(\"'":
            break
    return text


def title(name: str) -> str:
    """A name with capitals: `North East`."""
    return " ".join(capital(word) for word in name.split())


def sentence(text: str) -> str:
    """The text as a sentence."""
    text = capital(text.strip())
    return text if not text or text.endswith((".", "!", "?", ":")) else f"{text}."


def sentences(*texts: str) -> str:
    """Those of the texts that are not empty, as sentences after each other."""
    return " ".join(sentence(text) for text in texts if text)


def article(word: str) -> str:
    """`an ace`, `a king`, `an 8`."""
    vowel = word[:1].lower() in "aeiou" or word[:1] == "8" or word[:2] in ("11", "18")
    return f"{'an' if vowel else 'a'} {word}"
