"""Cards in words and in short: what a leaflet calls suits, ranks and sets of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.english import in_words, listed, plural

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.ruleset.model import Ruleset

_COURT: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}


class PackWords:
    """The words for the cards of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.pack = ruleset.pack
        self.strains = tuple(ruleset.names.strains)

    # --- ranks and suits

    def rank(self, rank: int) -> str:
        """`ace`, `nine`, or the name that the file gives."""
        name = self.pack.ranks[rank].name
        if name.isdigit():
            return in_words(int(name))
        return _COURT.get(name, name)

    def ranks(self, rank: int) -> str:
        """`aces`, `sixes`."""
        return plural(self.rank(rank)) if len(self.rank(rank)) > 1 else f"{self.rank(rank)}s"

    def suit(self, suit: int) -> str:
        """A suit or a named trump."""
        suits = self.pack.suits
        return suits[suit].name if suit < len(suits) else self.strains[suit - len(suits)]

    def sign(self, suit: int) -> str:
        """The sign of a French suit; the name of any other."""
        if suit < len(self.pack.suits) and not self.pack.suits[suit].sign.isascii():
            return self.pack.suits[suit].sign
        return self.suit(suit)

    def suits(self, suits: int, join: str = "and") -> str:
        return listed([self.suit(index) for index in _bits(suits)], join) or "no suit"

    # --- cards

    def face(self, face: int) -> str:
        """A card in short: `J♠`; extra cards and other suits by name."""
        card = self.pack.faces[face]
        if card.suit is None or card.rank is None:
            return card.name
        suit, rank = self.pack.suits[card.suit], self.pack.ranks[card.rank]
        if suit.sign.isascii():
            return f"{rank.name} of {suit.name}"
        return f"{rank.name}{suit.sign}"

    def face_in_words(self, face: int) -> str:
        """`the jack of spades`; an extra card by its name."""
        card = self.pack.faces[face]
        if card.suit is None or card.rank is None:
            return f"the {card.name}"
        return f"the {self.rank(card.rank)} of {self.pack.suits[card.suit].name}"

    def faces(self, cards: int) -> list[int]:
        """The different faces of a set, in pack order."""
        found: list[int] = []
        for card in self.pack.members(cards):
            if self.pack.cards[card] not in found:
                found.append(self.pack.cards[card])
        return found

    def shorts(self, cards: int) -> str:
        """A set in short, copies once: `J♠, J♣`."""
        return ", ".join(self.face(face) for face in self.faces(cards))

    def set_in_words(self, cards: int) -> str:
        """A set as people say it: whole suits and ranks by their names, single cards one by one."""
        if cards == 0:
            return "no card"
        if cards == self.pack.everything:
            return "any card"
        parts: list[str] = []
        left = cards
        for suit in range(len(self.pack.suits)):
            whole = self._of_suit(suit)
            if whole and whole & left == whole:
                parts.append(self.suit(suit))
                left &= ~whole
        for rank in range(len(self.pack.ranks)):
            whole = self._of_rank(rank)
            if whole.bit_count() > 1 and whole & left == whole:
                parts.append(self.ranks(rank))
                left &= ~whole
        faces = self.faces(left)
        parts += [self.face_in_words(face) if len(faces) < 3 else self.face(face) for face in faces]
        return listed(parts)

    def one_of(self, cards: int) -> str:
        """`a heart`-like: one card of the set."""
        faces = self.faces(cards)
        if len(faces) == 1:
            return self.face_in_words(faces[0])
        return f"one of {self.set_in_words(cards)}"

    def _of_suit(self, suit: int) -> int:
        return self._union(face for face, card in enumerate(self.pack.faces) if card.suit == suit)

    def _of_rank(self, rank: int) -> int:
        return self._union(face for face, card in enumerate(self.pack.faces) if card.rank == rank)

    def _union(self, faces: Iterable[int]) -> int:
        found = 0
        for face in faces:
            found |= self.pack.face_sets[face]
        return found


def _bits(value: int) -> list[int]:
    return [index for index in range(value.bit_length()) if value >> index & 1]
