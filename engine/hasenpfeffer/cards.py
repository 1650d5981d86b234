"""Suits, ranks, cards and packs, and how they are written.

A set of cards is an integer with one bit for each card of the pack; bit i is `pack.cards[i]`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from hasenpfeffer.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Suit:
    """`sign` is what people see (♠), `code` what they type (S)."""

    name: str
    colour: str
    sign: str
    code: str


@dataclass(frozen=True, slots=True)
class Rank:
    name: str
    code: str


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card: a rank of a suit, or the name of an extra card."""

    name: str
    code: str
    suit: int | None
    rank: int | None


FRENCH_SUITS = {
    "clubs": Suit("clubs", "black", "♣", "C"),
    "diamonds": Suit("diamonds", "red", "♦", "D"),
    "hearts": Suit("hearts", "red", "♥", "H"),
    "spades": Suit("spades", "black", "♠", "S"),
}
RANK_WORDS = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
"""How people say ranks that are written as letters."""
SIGNS = {suit.sign: suit.name for suit in FRENCH_SUITS.values()} | {
    "♤": "spades",
    "♡": "hearts",
    "♢": "diamonds",
    "♧": "clubs",
}


@dataclass(frozen=True)
class Pack:
    """All cards of a game, in the order in which they are shuffled and dealt.

    `cards[i]` is the face (an index into `faces`) of card i; copies of a face stand side by side.
    """

    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    faces: tuple[Face, ...]
    cards: tuple[int, ...]

    @cached_property
    def size(self) -> int:
        return len(self.cards)

    @cached_property
    def everything(self) -> int:
        return (1 << self.size) - 1

    @cached_property
    def face_sets(self) -> tuple[int, ...]:
        """For each face, the set of its copies."""
        sets = [0] * len(self.faces)
        for index, face in enumerate(self.cards):
            sets[face] |= 1 << index
        return tuple(sets)

    @cached_property
    def has_copies(self) -> bool:
        return len(set(self.cards)) < len(self.cards)

    @cached_property
    def _by_text(self) -> dict[str, int]:
        table: dict[str, int] = {}
        in_play = set(self.cards)
        for index, face in enumerate(self.faces):
            if index not in in_play:
                continue
            spellings = {face.name, face.code}
            if face.suit is not None and face.rank is not None:
                suit, rank = self.suits[face.suit], self.ranks[face.rank]
                for rank_text in (rank.name, rank.code):
                    spellings |= {f"{rank_text}{suit.code}", f"{rank_text}{suit.sign}"}
                    spellings |= {f"{rank_text} of {suit.name}", f"{suit.sign}{rank_text}"}
                if rank.name in RANK_WORDS:
                    spellings.add(f"{RANK_WORDS[rank.name]} of {suit.name}")
                if rank.code == "10":
                    spellings |= {f"T{suit.code}", f"T{suit.sign}"}
            for spelling in spellings:
                table.setdefault(_fold(spelling), index)
        return table

    @cached_property
    def _longest(self) -> int:
        """Letters of the longest spelling, and room for signs that count for nothing."""
        return 2 * max(map(len, self._by_text), default=1)

    def text(self, card: int) -> str:
        """The short form of a card, as actions and records write it: `9H`, `Jo`."""
        return self.faces[self.cards[card]].code

    def name(self, card: int) -> str:
        """The card as people say it: `9 of hearts`, or an extra card by its name."""
        return self.faces[self.cards[card]].name

    def spoken(self, face: int) -> str:
        """A card as people say it: `jack of clubs`."""
        printed = self.faces[face]
        if printed.suit is None or printed.rank is None:
            return printed.name
        rank = self.ranks[printed.rank].name
        return f"{RANK_WORDS.get(rank, rank)} of {self.suits[printed.suit].name}"

    def face(self, text: str) -> int | None:
        """The face that a text means (short form, signs or in full), or None; also where the card was taken out."""
        return self._by_text.get(_fold(text))

    def members(self, cards: int) -> Iterator[int]:
        """The cards of a set, in pack order."""
        while cards:
            low = cards & -cards
            yield low.bit_length() - 1
            cards ^= low

    def texts(self, cards: int) -> str:
        """The short forms of a set, separated by spaces."""
        return " ".join(self.text(card) for card in self.members(cards))

    def split(self, text: str) -> list[int]:
        """The faces in a text such as `9S QS`, `9SQS` or `Q of spades, 9 of hearts`.

        Raises NotationError with the part that is not a card.
        """
        faces: list[int] = []
        for part in re.split(r"\s*,\s*", text.strip()):
            whole = self.face(part)
            if whole is not None:
                faces.append(whole)
                continue
            for word in part.split():
                faces += self._run_together(word)
        return faces

    def _run_together(self, word: str) -> list[int]:
        faces = []
        rest = word
        while rest:
            for length in range(min(len(rest), self._longest), 0, -1):
                face = self.face(rest[:length])
                if face is not None:
                    faces.append(face)
                    rest = rest[length:]
                    break
            else:
                raise NotationError(f"`{rest}` is not a card of this pack")
        return faces

    def take(self, faces: Iterable[int], available: int) -> int:
        """A set with one card of `available` for each of the faces. Raises NotationError if one is used up."""
        taken = 0
        for face in faces:
            free = self.face_sets[face] & available & ~taken
            if not free:
                raise NotationError(f"{self.faces[face].name} is there more often than the pack has it")
            taken |= free & -free
        return taken


def _fold(text: str) -> str:
    text = unicodedata.normalize("NFKD", text.replace("\ufe0f", ""))
    text = "".join(c for c in text if not unicodedata.combining(c))
    return re.sub(r"[\s_-]+", " ", text).strip().casefold()


def fold(text: str) -> str:
    """A text without case, accents, hyphens and double spaces: how people's input is compared."""
    return _fold(text)
